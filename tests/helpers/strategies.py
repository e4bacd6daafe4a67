"""What the tests of playing share: games by name, random games, both back-ends side by side, and what always holds."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from boardwright.dsl.language.types import NO_NUMBER
from boardwright.dsl.rules import ir
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.machine.runtime import in_order
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.position_hash import digest
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.link import link
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.records.saves import load
from boardwright.interpreter.reference import ReferenceGame
from boardwright.interpreter.table.errors import TOO_MANY_STEPS, RuleError
from boardwright.interpreter.table.table import set_table
from boardwright.loading.load import read
from bound_texts import game_of
from folders import SMALL_GAMES, TESTS

RATTUS = TESTS.parent / "rulesets" / "rattus"
NOTRE_DAME = TESTS.parent / "rulesets" / "notre_dame"
GAMES = (
    *sorted(path.parent for path in SMALL_GAMES.glob("*/game.yaml")),
    *sorted((SMALL_GAMES / "edges").glob("*.yaml")),
    RATTUS,
    NOTRE_DAME,
)
"""All games that the generic tests play: folders, and files of one game each. Those in `edges` nobody would play:
each goes to the edges of one part of the language."""

SMALLER = {"reversi": (("size", 4),)}
"""Options of games that take the reference evaluator long otherwise."""

each_size = pytest.mark.parametrize(
    ("folder", "fixed"),
    [
        *(pytest.param(path, dict(SMALLER.get(path.name, ())), id=path.stem) for path in GAMES),
        *(
            pytest.param(path, {}, id=f"whole_{path.stem}", marks=pytest.mark.slow)
            for path in GAMES
            if path.name in SMALLER
        ),
    ],
)
"""Every game with the options that make it smaller; those games also at their whole size, which is slow."""


@cache
def game_in(folder: Path) -> ir.Game:
    """The bound game of a folder, or of a file."""
    return read(folder).bound


@cache
def program_of(folder: Path, players: int, options: tuple[tuple[str, int], ...] = ()) -> Program:
    """The game of a folder, linked for this many players."""
    chosen = options or SMALLER.get(folder.name, ())
    return link(set_table(game_in(folder), players, dict(chosen)))


def tables() -> Iterator[tuple[Path, int]]:
    """Every game with every number of players."""
    for folder in GAMES:
        lowest, highest = game_in(folder).players
        for players in range(lowest, highest + 1):
            yield folder, players


def name_of(value: object) -> str | None:
    """How a game is called in the name of a test."""
    return value.stem if isinstance(value, Path) else None


def random_game(program: Program, seed: int) -> Iterator[State]:
    """The same state again and again: at each decision, then at the end. Deterministic."""
    chooser = random.Random(seed)
    state = new(program, seed)
    while (decision := state.decision) is not None:
        yield state
        state.apply(chooser.randrange(len(decision)))
    yield state


@dataclass(frozen=True)
class Way:
    """How a position came about: a number of players, a seed, and choices (each modulo the options there are)."""

    players: int
    seed: int
    choices: tuple[int, ...]

    def position(self, folder: Path) -> State:
        """The position there, or the end of the game."""
        state = new(program_of(folder, self.players), self.seed)
        for choice in self.choices:
            decision = state.decision
            if decision is None:
                break
            state.apply(choice % len(decision))
        return state


@st.composite
def ways(draw: st.DrawFn, folder: Path) -> Way:
    """Any way into a game; shrinks to few players and choices."""
    lowest, highest = game_in(folder).players
    choices = draw(st.lists(st.integers(0, 30), max_size=60))
    return Way(draw(st.integers(lowest, highest)), draw(st.integers(0, 1000)), tuple(choices))


# ---- tiny games in the text of a test ----------------------------------------------------------------------

TINY = """### tiny.yaml
game: tiny
language: 2
players: 2 to 4
varieties: {good: [fish, cloth, wood]}
kinds:
  token: {attributes: {worth: number}, hidden: yes, home: bag}
  card:
    attributes: {worth: number}
    home: deck
    owner: tableau
    effects: {ability: {offered_in: menu, limit: once a turn}}
  die: {pieces: 2, sides: 6, home: box, plural: dice}
  pawn: {pieces: one per player, home: box}
stocks:
  cube: {total: 9, each: player, home: reserve}
  coin: {total: 30, home: bank, kept: purse}
  ware: {total: 5, each: good, home: box, kept: store}
spaces:
  field: {holds: [cube, pawn, token], room: {cube: 4}, hides: token}
board:
  field: {a: {}, b: {}, c: {}, d: {}}
  links: {path: [[a, b], [b, c], [c, d]]}
places:
  bag: {holds: token, tracked: no, visible_to: nobody}
  rack: {per: player, holds: token, tracked: no, visible_to: owner}
  row: {holds: token}
  deck: {holds: card, ordered: yes}
  pile: {holds: card, ordered: yes}
  tableau: {per: player, holds: card}
  box: {holds: [die, pawn, ware]}
  reserve: {per: player, holds: cube}
  bank: {holds: coin}
  purse: {per: player, holds: coin}
  store: {per: player, holds: ware}
notes: {log: number}
pieces:
  token: {t1: {worth: 1, copies: 2}, t2: {worth: 2, copies: 2}, t3: {worth: 3}}
offers: {menu: {until: enough, entries: {}}}
outcome: {score: my coins}
### more.yaml
part: more
"""


def tiny(more: str, *expansions: str, **cards: str) -> ir.Game:
    """A game with a bit of everything, further sections of a test, and its cards: `king="worth: 3"`."""
    king, cook = cards.pop("king", "worth: 3"), cards.pop("cook", "worth: 1")
    files = {"king": king, "cook": cook, **cards}
    texts = (f"### cards/{id}.yaml\ncard: {id}\n{text}\n" for id, text in files.items())
    return game_of(f"{TINY}{more}\n" + "".join(texts), *expansions)


def steps(*lines: str) -> str:
    """A course of one phase with these lines."""
    return "course:\n  - phase: play\n    steps: |\n" + "".join(
        f"      {line}\n" for text in lines for line in text.rstrip().split("\n")
    )


def turns(lines: str, more: str = "rounds: 2") -> str:
    """A course of turns with these lines."""
    text = "".join(f"      {line}\n" for line in lines.strip().split("\n"))
    return f"course:\n  - phase: play\n    {more}\n    turn: |\n{text}"


# ---- both back-ends side by side ------------------------------------------------------------------------


class Pair:
    """One game on the compiled engine and on the reference evaluator, which must agree after every step."""

    def __init__(
        self,
        game: ir.Game,
        players: int,
        seed: int = 1,
        options: Mapping[str, int] | None = None,
        program: Program | None = None,
    ) -> None:
        self.program = program or link(set_table(game, players, options))
        self.path: list[str] = []
        compiled = _attempt(lambda: new(self.program, seed))
        reference = _attempt(lambda: ReferenceGame(self.program.table, seed))
        self._agree_on_faults(compiled, reference)
        assert isinstance(compiled, State) and isinstance(reference, ReferenceGame)
        self.state, self.reference = compiled, reference
        self.compare()

    def take(self, *options: str) -> Pair:
        """Takes these options, one decision after the other."""
        for option in options:
            self.path.append(option)
            before = list(self.state.v)
            compiled = _attempt(lambda option=option: self.state.apply(option))
            reference = _attempt(lambda option=option: self.reference.apply(option))
            if isinstance(compiled, RuleError):
                assert self.state.v == before, "a failed choice left its traces"
            self._agree_on_faults(compiled, reference)
            self.compare()
        return self

    def compare(self) -> None:
        """Both are at the same decision, in the same position."""
        assert self.state.over == self.reference.over, self.path
        assert self.state.unfinished == self.reference.unfinished, self.path
        decision, asked = self.state.decision, self.reference.decision
        if decision is not None and asked is not None:
            here = (decision.player, decision.name, decision.ids)
            assert here == (asked.player, asked.site, asked.options), self.path
        position = self.state.position()
        assert position == self.reference.position(), self.path
        if decision is None:
            assert self.state.hash == digest(position), self.path
            assert self.state.scores == self.reference.scores, self.path
            assert self.state.ranks == self.reference.ranks, self.path
            assert self.state.winners == self.reference.winners, self.path

    def _agree_on_faults(self, compiled: object, reference: object) -> None:
        """What fails here fails there, with the same code at the same place; and it is raised again."""
        if isinstance(compiled, RuleError) or isinstance(reference, RuleError):
            assert isinstance(compiled, RuleError), f"only the reference: {reference} {self.path}"
            assert isinstance(reference, RuleError), f"only the engine: {compiled} {self.path}"
            assert compiled.code == reference.code, f"{compiled} | {reference} {self.path}"
            if compiled.code != TOO_MANY_STEPS:  # which of many was the last one is no promise
                assert compiled.span == reference.span, f"{compiled} | {reference} {self.path}"
            raise compiled

    # ---- what a test asks

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def ids(self) -> tuple[str, ...]:
        """The options that are offered now; none when the game is over."""
        return () if self.state.decision is None else self.state.decision.ids

    @property
    def asked(self) -> str:
        """Who is asked what, as in `p1 main_actions`."""
        decision = self.state.decision
        return "" if decision is None else f"{self.seats[decision.player]} {decision.name}"

    @property
    def seats(self) -> tuple[str, ...]:
        return self.program.table.seats

    def at(self, *path: str, none: Any = None) -> Any:
        """A part of the position by its keys: `at("stocks", "coin", "purse_p1")`."""
        found: Any = self.state.position()
        for key in path:
            if key not in found:
                return none
            found = found[key]
        return found

    def note(self, name: str, key: str = "") -> Any:
        """What a note says; None if it is as at the start."""
        return self.at("notes", name, key)

    def place_of(self, kind: str, piece: str = "") -> Any:
        """Where a piece is."""
        return self.at("pieces", kind, piece or kind, "place")


def play_both(program: Program, seed: int) -> Pair:
    """A random game on both back-ends, compared after every decision."""
    chooser = random.Random(seed)
    pair = Pair(program.table.game, program.table.players, seed, program=program)
    while pair.ids:
        pair.take(chooser.choice(pair.ids))
    return pair


def _attempt(what: Any) -> Any:
    """What a call returns, or the `RuleError` that it ends in."""
    try:
        return what()
    except RuleError as fault:
        return fault


# ---- what always holds, on the bare vector -----------------------------------------------------------------


class Books:
    """Counts everything there is in the vectors of one program."""

    def __init__(self, program: Program) -> None:
        self.program, self.layout = program, program.layout
        table = self.table = program.table
        layout = self.layout
        self.rows = {
            kind: [(place, at) for place, at in enumerate(layout.masks[kind].at) if at >= 0]
            for kind in table.pieces
        }
        self.faces = {
            kind: sorted(piece.face for piece in table.pieces[kind]) for kind in layout.faces
        }
        self.untracked = {place for place, facts in enumerate(table.places) if not facts.tracked}
        self.everyone = (1 << table.players) - 1

    def check(self, v: list[int]) -> None:
        """Everything is there, once, where it may be, and all tables of the vector agree."""
        assert all(isinstance(word, int) for word in v)
        for kind in self.rows:
            self.check_pieces(kind, v)
        for stock in self.table.stock_members:
            self.check_stock(stock, v)
        self.check_notes(v)
        assert v[lay.IN_ROUND] & ~v[lay.IN_GAME] == 0
        assert v[lay.IN_GAME] & ~self.everyone == 0

    def check_pieces(self, kind: str, v: list[int]) -> None:
        """Every piece is in one place, and the sets of the places say so too; so do orders, faces and room."""
        layout, rows = self.layout, self.rows[kind]
        first = layout.places[kind]
        found = dict.fromkeys((place for place, _ in rows), 0)
        for piece in range(len(self.table.pieces[kind])):
            found[v[first + piece]] |= 1 << piece
        for place, at in rows:
            assert v[at] == found[place], (kind, self.table.places[place].id)
            room = self.table.places[place].room.get(kind)
            assert room is None or v[at].bit_count() <= room, (kind, self.table.places[place].id)
        if kind in layout.faces:
            self._check_faces(kind, v)
        if kind in layout.bounds:
            self._check_bounds(kind, v)
        if kind in layout.above:
            self._check_order(kind, v)
        if kind in layout.sides:
            sides = self.table.game.kinds[kind].sides
            at = layout.sides[kind]
            assert all(1 <= side <= sides for side in v[at : at + len(self.table.pieces[kind])])

    def _check_faces(self, kind: str, v: list[int]) -> None:
        size = len(self.table.pieces[kind])
        at, known = self.layout.faces[kind], self.layout.known[kind]
        assert sorted(v[at : at + size]) == self.faces[kind]
        for piece in range(size):
            seats = v[known + piece]
            assert seats & ~self.everyone == 0
            if v[self.layout.places[kind] + piece] in self.untracked:
                assert seats == 0, f"{kind} {piece} cannot be followed, and yet it is known"

    def _check_bounds(self, kind: str, v: list[int]) -> None:
        """What is known of a place where pieces cannot be followed is true, and kept for those only who do not see it."""
        bounds, faces, rows = (
            self.layout.bounds[kind],
            self.layout.faces[kind],
            dict(self.rows[kind]),
        )
        for place in bounds.rows:
            there = Counter(v[faces + piece] for piece in bits(v[rows[place]]))
            for seat in range(self.table.players):
                word = bounds.word(v, place, seat)
                assert bounds.holds_together(word)
                assert not word or bounds.keepers[place] >> seat & 1
                assert Counter(bounds.counted(word)) <= there, self.table.places[place].id

    def _check_order(self, kind: str, v: list[int]) -> None:
        layout = self.layout
        above, below = layout.above[kind], layout.below[kind]
        lying = 0
        for place, tops in layout.tops.items():
            if layout.masks[kind].at[place] < 0:
                continue
            order = in_order(v, above, tops)
            assert sorted(order) == list(bits(v[layout.masks[kind].at[place]]))
            assert v[tops] == (order[-1] + 1 if order else 0)
            for lower, upper in itertools.pairwise(order):
                assert v[below + upper] == lower + 1
            assert not order or v[below + order[0]] == 0
            lying |= sum(1 << piece for piece in order)
        for piece in range(len(self.table.pieces[kind])):
            if not lying >> piece & 1:
                assert v[above + piece] == v[below + piece] == 0

    def check_stock(self, stock: str, v: list[int]) -> None:
        """No amount is below zero, and together they are as many as there are."""
        rows = [(place, at) for place, at in enumerate(self.layout.stocks[stock].at) if at >= 0]
        total, homes = self.table.game.stocks[stock].total, self.table.stock_homes[stock]
        members = range(len(self.table.stock_members[stock]))
        for member in members:
            amounts = [v[at + member] for _, at in rows]
            assert min(amounts) >= 0, stock
            assert total is None or sum(amounts) == total, (stock, member)
        for place, at in rows:
            room = self.table.places[place].room.get(stock)
            assert room is None or sum(v[at + member] for member in members) <= room, stock
            assert total is not None or place not in homes or not any(v[at + m] for m in members)

    def check_notes(self, v: list[int]) -> None:
        """Notes are in their range."""
        for note in self.table.game.notes.values():
            if str(note.type) == "a number":
                at = self.layout.notes[note.id]
                values = v[at : at + self.layout.note_keys(note.per)]
                known = [each for each in values if not (note.optional and each == NO_NUMBER)]
                assert all(note.low <= value <= note.high for value in known), note.id


def check_copy(state: State) -> None:
    """A copy is the same state, and independent."""
    before = state.v[:]
    copy = state.copy()
    assert copy.v == before and copy.v is not state.v
    copy.v[lay.ACTIVE] += 1
    assert state.v == before


def check_copies(state: State) -> None:
    """A copy and a saved state are the same state, and independent."""
    check_copy(state)
    assert load(state.program, state.save()).v == state.v


def check_options(state: State) -> None:
    """The options have ids of their own, and each of them applies to a copy."""
    decision = state.decision
    assert decision is not None
    ids = decision.ids
    assert len(ids) == len(decision) > 1, "one answer is no question"
    assert len(set(ids)) == len(ids), ids
    before = state.v[:]
    for number in range(len(ids)):
        state.copy().apply(number)
    assert state.v == before


def play(game: ir.Game, players: int = 2, seed: int = 1, choices: Sequence[str] = ()) -> Pair:
    return Pair(game, players, seed).take(*choices)


def logged(game: ir.Game, players: int = 2, choices: Sequence[str] = ()) -> int:
    """What the log says in the end."""
    pair = play(game, players, 1, choices)
    assert pair.over, pair.asked
    found = pair.note("log")
    return 0 if found is None else int(found)
