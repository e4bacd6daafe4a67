"""Where everything lies in the flat vector of a game at one table."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from boardwright.dsl.language.types import (
    NO_NUMBER,
    NumberType,
    SpaceType,
    Type,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import everything
from boardwright.interpreter.machine import rng
from boardwright.interpreter.machine.bounded_places import keepers
from boardwright.interpreter.machine.carriers import Carriers
from boardwright.interpreter.machine.face_bounds import Bounds, fields_of
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.machine.memories import Room, pack
from boardwright.interpreter.machine.word_ranges import (
    LARGEST,
    NUMBER,
    Between,
    Dealt,
    Generator,
    Members,
    OneOf,
    Range,
    range_of,
    universe,
)
from boardwright.interpreter.table import errors
from boardwright.interpreter.table.table import Table
from boardwright.interpreter.table.table_limits import LARGEST as LARGEST_NUMBER
from boardwright.interpreter.table.table_limits import MOST_TURNS, MOST_WORDS

# The words that every program has, whatever the game.
PC = 0  # the block to go on with; OVER when the game has ended
ASKER = 1  # the player who is asked
SITE = 2  # which decision
OPTIONS = 3  # the options as a mask
OFFSET = 4  # what bit 0 of the mask stands for (numbers)
EXTRA = 5  # 1 if there is one more option, answered by DECLINED (none, done)
CHOSEN = 6  # the answer
BUDGET = 7  # steps since the last decision
DECISIONS = 8  # decisions so far
THROUGH = 9  # did the rule called last go through
# While several things are picked one after the other:
PICKED = 10  # what is picked so far, as a mask
LEFT = 11  # what can still be picked, as a mask
LEAST = 12  # how many must be picked in all
MOST = 13  # how many may be picked in all
RANDOM = 14  # the generator's words
ACTIVE = RANDOM + rng.WORDS
LAST = ACTIVE + 1
PHASE = ACTIVE + 2
ROUND = ACTIVE + 3
TURN_NUMBER = ACTIVE + 4
DIRECTION = ACTIVE + 5  # 0 clockwise, 1 counter-clockwise
IN_GAME = ACTIVE + 6  # players still in the game, as a mask
IN_ROUND = ACTIVE + 7  # players still in the round
FIRST_FREE = ACTIVE + 8

OVER = -1
DECLINED = -(10**15)
"""The answer that takes none of the options: below every number that can be chosen."""
LARGE = 16
"""A stock that can lie on at least this many spaces has a mask of those where it does."""
LARGEST_NOTE = 1_000_000  # the range of a note that declares none
NAMELESS = -1
"""The name of a piece that lies where it cannot be followed."""

BUILT_IN = {
    "active_player": ACTIVE,
    "last_player": LAST,
    "phase": PHASE,
    "round": ROUND,
    "turn_number": TURN_NUMBER,
    "direction": DIRECTION,
}


@dataclass(frozen=True, slots=True)
class Rows:
    """Addresses by place: `at[place]`, or -1 where such things cannot be."""

    at: tuple[int, ...]

    def line(self, places: Sequence[int]) -> tuple[int, int] | None:
        """(stride, base) if `address = place * stride + base` for all of these places: then no table is needed."""
        found = [self.at[p] for p in places]
        if not found or min(found) < 0:
            return None
        stride = found[1] - found[0] if len(found) > 1 and places[1] == places[0] + 1 else 0
        base = found[0] - places[0] * stride
        if stride * (places[-1] - places[0]) != found[-1] - found[0]:
            return None
        if all(at == p * stride + base for at, p in zip(found, places, strict=True)):
            return stride, base
        return None


@dataclass(slots=True)
class Layout:
    """Addresses of all words. Grows while routines are lowered (`words`), then stays as it is."""

    table: Table
    starts: Mapping[str, int]
    numbers: range = range(0)  # what sets of numbers may hold; bit 0 of their masks is the first
    size: int = FIRST_FREE
    places: dict[str, int] = field(default_factory=dict)  # kind -> place word of piece 0
    present: dict[str, int] = field(
        default_factory=dict
    )  # stock -> mask of spaces, of its first member
    faces: dict[str, int] = field(default_factory=dict)  # hidden kinds
    known: dict[str, int] = field(default_factory=dict)  # hidden kinds: mask of seats
    names: dict[str, int] = field(
        default_factory=dict
    )  # hidden kinds: see `naming.py`; or NAMELESS
    pools: dict[str, Rows] = field(default_factory=dict)  # hidden kinds: names in untracked places
    believed: dict[str, int] = field(
        default_factory=dict
    )  # disguised kinds: by seat and name, or -1
    naming: int = -1  # the generator of names; none without hidden kinds
    at_once: int = -1  # how often all have answered at once; none where they never do
    bounds: dict[str, Bounds] = field(default_factory=dict)  # hidden kinds: what is known of places
    sides: dict[str, int] = field(default_factory=dict)  # dice
    above: dict[str, int] = field(default_factory=dict)  # kinds that lie in order: next piece + 1
    below: dict[str, int] = field(default_factory=dict)
    tops: dict[int, int] = field(default_factory=dict)  # ordered place -> word with top piece + 1
    masks: dict[str, Rows] = field(default_factory=dict)  # kind -> pieces in each place
    stocks: dict[str, Rows] = field(default_factory=dict)  # stock -> amount of member 0
    notes: dict[str, int] = field(default_factory=dict)
    memories: dict[str, Room] = field(default_factory=dict)
    clearing: dict[str, list[tuple[int, int, int]]] = field(default_factory=dict)
    # Where somebody drops out of a phase: who is out of it, by its id, and who is out of the round.
    out_of_phase: dict[str, int] = field(default_factory=dict)
    out_of_round: int = 0
    limits: list[tuple[str, int]] = field(default_factory=list)  # what counts uses, and where
    whose: dict[int, Carriers] = field(default_factory=dict)  # who or what has a word each
    named: dict[int, tuple[int, str]] = field(
        default_factory=dict
    )  # what else is there, for people
    # First word -> how many, and what may stand there.
    holds: dict[int, tuple[int, Range]] = field(default_factory=dict, repr=False)

    def words(self, holds: Range, count: int = 1, name: str = "") -> int:
        """Room for this many words more, and what may stand there; `name` tells people what they are for."""
        at = self.size
        if count:
            self.holds[at] = count, holds
        self.size += count
        if name:
            self.named[at] = count, name
        if self.size > MOST_WORDS:
            game = self.table.game
            message = f"a state of this game would need more than {MOST_WORDS:,} numbers"
            raise errors.RuleError(errors.TOO_LARGE, message, game.outcome.span)
        return at

    def lowest(self, element: Type) -> int:
        """What bit 0 of a set stands for."""
        return self.numbers.start if isinstance(element, NumberType) else 0

    def members(self, element: Type, mask: int) -> tuple[int, ...]:
        """The members of a set, upwards."""
        lowest = self.lowest(element)
        return tuple(n + lowest for n in bits(mask)) if lowest else bits(mask)

    def universe(self, element: Type) -> int:
        """The mask of everything there is of a type."""
        return universe(self.table, element, self.numbers)

    def range_of(self, of: Type, *others: int) -> Between | Members | OneOf:
        """What a variable of a type may hold; of one thing also `others`, for none."""
        return range_of(self.table, of, self.numbers, frozenset(others))

    def note_keys(self, per: ir.Per) -> int:
        """How many values a note has that is kept per something."""
        return math.prod(len(self.table.numbers_per(each)) for each in ir.list_indices(per))

    def cleared(self, lasts: str, at: int, count: int, value: int) -> None:
        """Remembers that these words are reset when `lasts` begins anew."""
        self.clearing.setdefault(lasts, []).append((at, count, value))

    def belong(self, at: int, whose: Carriers) -> None:
        """Remembers whose the words from `at` on are, a word each: when a turn begins, they are asked one by one
        whether it is their own.
        """
        self.whose[at] = whose


def holders(table: Table, what: str) -> list[int]:
    """The places where pieces of a kind, or a stock, can be."""
    homes: set[int] = set()
    if what in table.pieces:
        homes.update(piece.start for piece in table.pieces[what])
    else:
        homes.update(table.stock_homes[what])
    return [n for n, place in enumerate(table.places) if what in place.holds or n in homes]


def lay_out(
    table: Table,
    starts: Mapping[str, int],
    numbers: range,
    bounded: Mapping[str, Sequence[int]],
) -> Layout:
    """Places the words of everything declared. `starts` are the first values of notes, `bounded` the places of each
    hidden kind of which players may know something although pieces cannot be followed there.
    """
    layout = Layout(table, starts, numbers)
    _always_there(layout)
    size = len(table.places)
    everyone = Members((1 << table.players) - 1)
    if any(table.game.kinds[kind].hidden for kind in table.pieces):
        layout.naming = layout.words(Generator(), rng.WORDS, "the generator of names")
    for kind, pieces in table.pieces.items():
        declared = table.game.kinds[kind]
        number = len(pieces)
        layout.places[kind] = layout.words(Between(0, size - 1), number)
        if declared.hidden:
            layout.faces[kind] = layout.words(Dealt(tuple(p.face for p in pieces)), number)
            layout.known[kind] = layout.words(everyone, number)
            layout.names[kind] = layout.words(Between(NAMELESS, number - 1), number)
            if kind in table.disguised:
                faces = Between(-1, len(table.faces[kind]) - 1)
                what = (
                    f"the face that each seat goes on seeing under each name of a `{kind}`, or -1"
                )
                layout.believed[kind] = layout.words(faces, table.players * number, what)
        if bounded.get(kind):
            _lay_out_bounds(layout, kind, bounded[kind])
        if declared.sides:
            layout.sides[kind] = layout.words(Between(1, declared.sides), number)
        where = holders(table, kind)
        at = [-1] * size
        for place in where:
            at[place] = layout.words(Members((1 << number) - 1))
        layout.masks[kind] = Rows(tuple(at))
        if declared.hidden:
            pools = [-1] * size
            for place in where:
                if not table.places[place].tracked:
                    pools[place] = layout.words(Members((1 << number) - 1))
            layout.pools[kind] = Rows(tuple(pools))
            _refuse_places_that_tell(table, kind, where)
        ordered = [p for p in where if table.places[p].ordered]
        for place in ordered:
            if place in layout.tops:
                declared_place = table.game.places[table.places[place].declared]
                raise errors.RuleError(
                    errors.NOT_SUPPORTED,
                    f"`{declared_place.id}` has an order and holds several kinds of pieces: only one is possible",
                    declared_place.span,
                )
        if ordered:
            one_or_none = Between(0, number)
            layout.above[kind] = layout.words(one_or_none, number)
            layout.below[kind] = layout.words(one_or_none, number)
            for place in ordered:
                layout.tops[place] = layout.words(one_or_none, 2)  # top, then bottom
    asked_where = {
        node.stock
        for node in everything(table.game)
        if isinstance(node, ir.Amount) and isinstance(node.places.type, SpaceType)
    }
    for stock, members in table.stock_members.items():
        total = table.game.stocks[stock].total
        at = [-1] * size
        for place in holders(table, stock):
            amount = Between(0, LARGEST_NUMBER if total is None else total)
            at[place] = layout.words(amount, len(members))
        layout.stocks[stock] = Rows(tuple(at))
        if stock in asked_where and sum(row >= 0 for row in at[: len(table.spaces)]) >= LARGE:
            spaces = sum(1 << n for n in range(len(table.spaces)) if at[n] >= 0)
            what = f"on which spaces `{stock}` lies, as a mask"
            layout.present[stock] = layout.words(Members(spaces), len(members), what)
    by_lifetime: dict[str, list[ir.Note]] = {}
    for note in table.game.notes.values():
        by_lifetime.setdefault(note.lasts, []).append(note)
    for lasts, notes in by_lifetime.items():
        for note in notes:
            count = layout.note_keys(note.per)
            layout.notes[note.id] = at0 = layout.words(_range_of_note(layout, note), count)
            if lasts != "game":
                layout.cleared(lasts, at0, count, starts[note.id])
                if note.per is not None:
                    layout.belong(at0, _find_whose(table, note.per))
    for memory in table.game.memories.values():
        layout.memories[memory.id] = _make_room(layout, memory)
    return layout


def _make_room(layout: Layout, memory: ir.Memory) -> Room:
    """Words for all positions of a memory, how many there are, and which is written next."""

    def note_range(note: ir.Note) -> Range:
        return _range_of_note(layout, note)

    def count_values(note: ir.Note) -> int:
        return layout.note_keys(note.per)

    packed, holds = pack(layout.table, memory, note_range, count_values), memory.holds
    count = layout.words(Between(0, holds), 1, f"how many positions `{memory.id}` holds")
    after: int | None = None
    if memory.forgets:
        what = f"which position of `{memory.id}` is replaced next"
        after = layout.words(Between(0, holds - 1), 1, what)
    first = layout.size
    for number, size in enumerate(packed.sizes()):
        what = f"word {number + 1} of each position that `{memory.id}` holds"
        layout.words(Between(0, size - 1), holds, what)
    return Room(count, after, first, holds, packed)


def _find_whose(table: Table, per: str | tuple[str, str]) -> Carriers:
    """Whose each value of a note is, in the order of the values."""
    indices = ir.list_indices(per)
    owning = ir.find_owning_index(per, table.game.varieties) or 0
    rows = itertools.product(*map(table.numbers_per, indices))
    return Carriers(indices[owning], tuple(row[owning] for row in rows))


def _lay_out_bounds(layout: Layout, kind: str, places: Sequence[int]) -> None:
    """Room for what each player knows of these places, one word each."""
    table = layout.table
    every = Members((1 << len(table.pieces[kind])) - 1)
    rows = {}
    for place in places:
        name = f"how many of which `{kind}` each player knows of in {table.places[place].id}"
        rows[place] = layout.words(every, table.players, name)
    who = {place: keepers(table, kind, place) for place in places}
    layout.bounds[kind] = Bounds(rows, table.players, who, fields_of(table, kind))


def _refuse_places_that_tell(table: Table, kind: str, where: Sequence[int]) -> None:
    """A place of each hidden piece stays that piece's, whatever it is called: nobody may follow it by that."""
    game = table.game
    own = next((place for place in game.places.values() if place.per == kind), None)
    if own is None:
        return
    shuffled = any(isinstance(node, ir.Shuffle) for node in everything(game))
    if shuffled or not all(table.places[place].tracked for place in where):
        raise errors.RuleError(
            errors.NOT_SUPPORTED,
            f"`{own.id}` is a place of each {kind}: it would reveal which {kind} this is where nobody can follow it",
            own.span,
        )


def _always_there(layout: Layout) -> None:
    """What may stand in the words that every program has."""
    table = layout.table
    everyone = (1 << table.players) - 1
    someone = OneOf(everyone, frozenset({-1}))
    layout.holds |= {
        PC: (1, Between(OVER, LARGEST)),  # more is said of this and of what is asked in frames.py
        ASKER: (1, Between(0, table.players - 1)),
        SITE: (2, Between(0, LARGEST)),
        OFFSET: (1, NUMBER),
        EXTRA: (1, Between(0, 1)),
        CHOSEN: (2, Between(0, 0)),  # nobody has answered, and no step was made since
        DECISIONS: (1, Between(0, table.game.most_decisions)),
        THROUGH: (1, Between(0, 0)),
        PICKED: (4, Between(0, LARGEST)),
        RANDOM: (rng.WORDS, Generator()),
        ACTIVE: (2, someone),
        PHASE: (1, Between(0, max(0, len(table.phases) - 1))),
        ROUND: (2, Between(0, MOST_TURNS)),
        DIRECTION: (1, Between(0, 1)),
        IN_GAME: (2, Members(everyone)),
    }


def _range_of_note(layout: Layout, note: ir.Note) -> Range:
    """What a note may be."""
    if isinstance(note.type, NumberType):
        others = frozenset({NO_NUMBER}) if note.optional else frozenset[int]()
        return Between(note.low, note.high, others)
    return layout.range_of(note.type, layout.starts[note.id])


def lying(layout: Layout, v: Sequence[int], stock: str, member: int) -> int:
    """On which spaces a stock lies, by its amounts."""
    at = layout.stocks[stock].at
    spaces = range(len(layout.table.spaces))
    return sum(1 << n for n in spaces if at[n] >= 0 and v[at[n] + member])


def initial_vector(layout: Layout, starts: Mapping[str, int]) -> list[int]:
    """The vector before anything has happened, without the generator's words."""
    table = layout.table
    v = [0] * layout.size
    v[ACTIVE] = v[LAST] = -1
    v[IN_GAME] = v[IN_ROUND] = (1 << table.players) - 1
    for kind, pieces in table.pieces.items():
        for number, piece in enumerate(pieces):
            v[layout.places[kind] + number] = piece.start
            v[layout.masks[kind].at[piece.start]] |= 1 << number
            if kind in layout.faces:
                v[layout.faces[kind] + number] = piece.face
                pool = layout.pools[kind].at[piece.start]
                v[layout.names[kind] + number] = number if pool < 0 else NAMELESS
                if kind in layout.believed:
                    for seat in range(table.players):
                        v[layout.believed[kind] + seat * len(pieces) + number] = -1
                if pool >= 0:
                    v[pool] |= 1 << number
            if kind in layout.sides:
                v[layout.sides[kind] + number] = 1
            tops = layout.tops.get(piece.start)
            if tops is not None:
                under = v[tops]
                v[layout.below[kind] + number] = under
                if under:
                    v[layout.above[kind] + under - 1] = number + 1
                else:
                    v[tops + 1] = number + 1
                v[tops] = number + 1
    for initial in table.initial_stock:
        v[layout.stocks[initial.stock].at[initial.place] + initial.member] += initial.amount
    for stock, first in layout.present.items():
        for member in range(len(table.stock_members[stock])):
            v[first + member] = lying(layout, v, stock, member)
    for note in table.game.notes.values():
        at = layout.notes[note.id]
        for key in range(layout.note_keys(note.per)):
            v[at + key] = starts[note.id]
    return v
