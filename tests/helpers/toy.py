"""A toy with a little of everything, whose rules a test writes: what the tests of the reference evaluator play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from boardwright.interpreter.reference import ReferenceGame
from boardwright.interpreter.table import errors
from boardwright.interpreter.table.table import set_table
from bound_texts import game_of

TOY = """\
### toy.yaml
game: toy
language: 2
name: Toy
players: 2 to 4
seats: [red, blue, green, gold]
options: {loud: {default: no}}
varieties: {tint: [dark, bright]}
kinds:
  token: {attributes: {worth: number}, hidden: yes, home: bag}
  card:
    attributes: {worth: number}
    home: display
    owner: tableau
    effects: {ability: {offered_in: [menu], limit: once a turn}}
  pawn: {pieces: one, home: display}
  die: {pieces: 2, sides: 6, home: display, plural: dice}
stocks:
  cube: {total: 5, each: player, home: reserve}
  coin: {total: 20, home: bank, kept: purse}
  point: {total: unlimited, home: heap, kept: scored}
spaces:
  field: {holds: [token, cube, pawn], hides: [token], room: {token: 2}}
board:
  field: {a: {}, b: {}, c: {}}
  links: {path: [[a, b], [b, c]]}
pieces:
  token: {t1: {worth: 1}, t2: {worth: 2}, t3: {worth: 3}, t4: {worth: 3}}
places:
  bag: {holds: [token], tracked: no, visible_to: nobody}
  hand: {per: player, holds: [token], tracked: no, visible_to: owner}
  shown: {holds: [token]}
  pile: {holds: [card], ordered: yes}
  stack: {per: player, holds: [card], ordered: yes}
  display: {holds: [card, pawn, die]}
  tableau: {per: player, holds: [card]}
  reserve: {per: player, holds: [cube]}
  bank: {holds: [coin]}
  purse: {per: player, holds: [coin]}
  heap: {holds: [point]}
  scored: {per: player, holds: [point]}
offers:
  menu: {until: enough, entries: {}}
notes:
  log: number
  limited: {is: number, range: 0 to 3}
outcome: {score: my points}
### cards/king.yaml
card: king
worth: 3
%(king)s
### cards/cook.yaml
card: cook
worth: 1
%(cook)s
### more.yaml
part: more
%(more)s
"""


class Playing:
    """One game of the toy, as a test speaks of it."""

    def __init__(
        self, more: str, players: int, seed: int, cards: Mapping[str, str], *expansions: str
    ) -> None:
        texts = {"king": "", "cook": "", **cards, "more": more}
        self.game = ReferenceGame(set_table(game_of(TOY % texts, *expansions), players), seed)

    @property
    def asked(self) -> str:
        assert self.game.decision is not None
        return self.game.table.seats[self.game.decision.player]

    @property
    def site(self) -> str:
        assert self.game.decision is not None
        return self.game.decision.site

    @property
    def offered(self) -> list[str]:
        return [] if self.game.decision is None else list(self.game.decision.options)

    def pick(self, *options: str) -> Playing:
        for option in options:
            self.game.apply(option)
        return self

    def at(self, *path: str) -> Any:
        """A part of the position; None where something is left out."""
        found: Any = self.game.position()
        for name in path:
            found = None if found is None else found.get(name)
        return found

    def note(self, note: str, key: str = "") -> Any:
        return self.at("notes", note, key)

    @property
    def log(self) -> int:
        return self.note("log") or 0


def indented(text: str, by: int) -> str:
    return "".join(f"{' ' * by}{line}\n" for line in text.strip("\n").splitlines())


def play(
    steps: str,
    *expansions: str,
    players: int = 2,
    seed: int = 1,
    more: str = "",
    **cards: str,
) -> Playing:
    """A game whose only phase runs these steps once, red acting."""
    course = f"course:\n  - phase: main\n    steps: |\n      as first_seat:\n{indented(steps, 8)}"
    return Playing(course + more, players, seed, cards, *expansions)


def turns(
    turn: str, *, settings: str = "", players: int = 3, seed: int = 1, more: str = "", **cards: str
) -> Playing:
    """A game of turns; `settings` are the other keys of the phase."""
    course = f"course:\n  - phase: main\n{indented(settings, 4)}    turn: |\n{indented(turn, 6)}"
    return Playing(course + more, players, seed, cards)


def failing(steps: str, more: str = "") -> errors.RuleError:
    with pytest.raises(errors.RuleError) as caught:
        play(steps, more=more)
    assert caught.value.span is not None
    return caught.value


PAUSE = "may pause:\n  nothing"
