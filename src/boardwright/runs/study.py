"""A study: runs of strong players that answer questions about a game, each in a folder of its own.

study.json              what the study is
play/                   the strongest player at every seat; the course of each game is recorded
skill-01/, skill-02/    the weaker player of a pair against the stronger, at each seat equally often, in the same deals
skill-01-swapped/       the same with changed sides, if these are not alike, such as one player against a team
card-king-blank/        the games of play/ once more, with a card that does nothing
card-king-as-pope/      the same, with another card in its place, if an option of the game says which are in play

All runs have the same seed. The runs of cards have the agents of play/, so their games are paired with those.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from boardwright.runs.folder import Folder, games_but, opening_of
from boardwright.runs.parts import Tally, opened
from boardwright.runs.plan import Json, Order

if TYPE_CHECKING:
    from boardwright.loading.game import Game

MOST_SWAPS = 500


@dataclass(frozen=True, slots=True)
class Part:
    """A run of a study."""

    folder: Folder
    order: Order

    @property
    def name(self) -> str:
        return self.folder.root.name


@dataclass(frozen=True, slots=True)
class Rung:
    """A stronger player against a weaker one, in one run, or in two where the sides are not alike."""

    weak: str
    strong: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Swap:
    """Two runs with the same seeds: one with a card, one with another `instead` of it, or with the card blank if that is None."""

    card: str
    instead: str | None
    with_it: Part
    without: Part


def played_out(root: Path, order: Order, agent: str) -> Part:
    """The run in which the strongest player plays against itself."""
    return Part(Folder(root / "play"), replace(order, agents=(agent,), course=True))


def rungs(
    root: Path,
    order: Order,
    pairs: Sequence[tuple[str, str]],
    sides: Sequence[Sequence[int]],
) -> list[Rung]:
    """The runs in which a weaker player meets a stronger one. With more than two of them, sides, by their seats, are theirs in turn.
    Where there are teams, the two change sides, if moving from seat to seat does not do that.
    """
    found, by_seat = [], sorted((seat, n) for n, side in enumerate(sides) for seat in side)
    teams = len(sides) < len(by_seat)
    for number, (weak, strong) in enumerate(pairs, 1):
        table, swapped = (
            tuple(pair[side % 2] for _, side in by_seat)
            for pair in ((strong, weak), (weak, strong))
        )
        tables = {f"skill-{number:02}": table}
        if teams and swapped not in [table[n:] + table[:n] for n in range(len(table))]:
            tables[f"skill-{number:02}-swapped"] = swapped
        parts = (
            Part(Folder(root / name), replace(order, agents=agents, figures=False))
            for name, agents in tables.items()
        )
        found.append(Rung(weak, strong, tuple(parts)))
    return found


def doublings(first: int, last: int) -> list[tuple[str, str]]:
    """Pairs of searches, of which the second thinks twice as long, up to the `last` number of iterations."""
    found = []
    while 2 * first <= last:
        found.append((f"ismcts:{first}", f"ismcts:{2 * first}"))
        first *= 2
    return found


def lines_of(folder: Folder) -> Iterator[Json]:
    """The games of a finished run. `DamagedError` or `DiskError` if they cannot be read."""
    plan, _ = folder.plan()
    head, missing = opening_of(plan, folder.games)
    for line in opened(folder.games, plan, head, games_but(plan, missing), Tally()):
        yield json.loads(line)


# ---- cards


def cards_with_effects(game: Game) -> list[tuple[str, str]]:
    """The cards that players can have and that do something, each with its kind."""
    from boardwright.interpreter.agents.statistics import Gathering

    whole = game.program.table.game
    acting = {clause.definition for clause in (*whole.hooks, *whole.modifiers)}
    return [
        (cards.kind, each.id)
        for cards in Gathering(game.program).cards
        for each in whole.kinds[cards.kind].definitions
        if each.slots or (cards.kind, each.id) in acting
    ]


def held_in(folder: Folder) -> set[str]:
    """The cards that somebody held in the games of a run."""
    found: set[str] = set()
    for game in lines_of(folder):
        for of in game.get("course", {"held": {}})["held"].values():
            found |= of.keys()
    return found


def swaps_of(root: Path, play: Part, game: Game, cards: Sequence[str]) -> list[Swap]:
    """For each card the runs without it: with the card blank, and with others in its place, as far as the options of the
    table allow. A card that is not in play takes the place of those that are.
    """
    found: list[Swap] = []
    options = dict(play.order.options)
    chosen = {
        name: [id for id in options[name].split(",") if id]
        for name, facts in game.rules.options.items()
        if facts.is_set and options.get(name)
    }
    in_sets = {id for ids in chosen.values() for id in ids}
    for card in cards:
        swapped = [
            each
            for name, ids in chosen.items()
            if card in game.rules.options[name].values
            for each in _swaps(root, play, game, card, name, ids)
        ]
        if card in in_sets or not swapped:
            part = Part(Folder(root / f"card-{card}-blank"), replace(play.order, blank=(card,)))
            found.append(Swap(card, None, play, part))
        found += swapped
    return found


def _swaps(
    root: Path, play: Part, game: Game, card: str, option: str, ids: Sequence[str]
) -> Iterator[Swap]:
    """The tables in which a card of an option has changed places with another."""
    others = [each for each in map(str, game.rules.options[option].values) if each not in ids]
    pairs = [(card, each) for each in others] if card in ids else [(each, card) for each in ids]
    for old, new in pairs:
        options = dict(play.order.options)
        options[option] = ",".join(new if each == old else each for each in ids)
        if not _fits(game, options):
            continue
        part = Part(
            Folder(root / f"card-{old}-as-{new}"),
            replace(play.order, options=tuple(options.items())),
        )
        if card == old:
            yield Swap(card, new, play, part)
        else:
            yield Swap(card, old, part, play)


def _fits(game: Game, options: Mapping[str, str]) -> bool:
    """Whether the game can be played at a table with these options."""
    from boardwright.dsl.source.diagnostics import RulesetError

    linking = game.rules.link_at_table(game.players, options)
    try:
        next(linking)
    except StopIteration:
        return True
    except RulesetError:
        return False
    linking.close()
    return True
