"""What the parts of the lowering share while one program is being made: tables, faults, sites, events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from boardwright.dsl.language.types import PlayerType, Type
from boardwright.dsl.rules import ir
from boardwright.dsl.source.places import Span
from boardwright.interpreter.lower.analysis.calls import Calls
from boardwright.interpreter.lower.analysis.course_words import CourseWords
from boardwright.interpreter.lower.analysis.number_reach import Reach
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.layout import Layout
from boardwright.interpreter.machine.meanings import Event, Fault, Mark, Site
from boardwright.interpreter.machine.word_ranges import Between, Members, OneOf, set_width
from boardwright.interpreter.table.table import Table
from boardwright.interpreter.table.table_limits import MOST_LOWERED, too_large


@dataclass(slots=True)
class _Counts:
    """How many locals without a name of an author's there are, and how many statements."""

    locals: int = 0
    statements: int = 0


@dataclass(frozen=True, slots=True)
class Linking:
    """One program in the making. The fields above are what is known of it, and stay; those below collect what is lowered."""

    game: ir.Game
    table: Table
    layout: Layout
    calls: Calls
    reach: Reach
    hooks: Mapping[str, list[ir.Hook]] = field(default_factory=dict)  # on each routine, in order
    modified: frozenset[str] = frozenset()  # values that some modifier changes
    drops_out: bool = False  # whether anybody ever drops out
    turns_back: bool = False  # whether the direction of play is ever the other one
    shuffles: bool = False  # whether anything is ever shuffled
    course: CourseWords = field(default_factory=CourseWords)
    telling: bool = False  # whether the program tells what happens; see `marks.py`
    telling_all: bool = False  # also of every rule, entry, effect and hook that begins
    # Where uses of entries are counted.
    limits: Mapping[tuple[str, ...], int] = field(default_factory=dict)

    faults: list[Fault] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    tables: dict[str, tuple[int, ...]] = field(default_factory=dict)
    sieves: dict[tuple[int, ...], str] = field(default_factory=dict)  # tables of masks
    functions: dict[str, lo.Function] = field(default_factory=dict)
    usables: dict[str, ir.Usable] = field(default_factory=dict)  # by the name of their function
    routines: dict[str, lo.Routine] = field(default_factory=dict)
    blocks: list[lo.Block] = field(default_factory=list)
    # Words by which rules know that they are in themselves.
    guards: dict[str, int] = field(default_factory=dict)
    # Of the locals that an author named: the types, and what they may hold.
    local_types: dict[str, Type] = field(default_factory=dict)
    local_ranges: dict[str, Between | Members | OneOf] = field(default_factory=dict)
    counts: _Counts = field(default_factory=_Counts)

    def written_one(self) -> None:
        """Counts the statements of the program: cards with many copies and many hooks multiply them."""
        self.counts.statements += 1
        if self.counts.statements > MOST_LOWERED:
            raise too_large(self.game)

    def number(self) -> int:
        """A number that no other local of the program has in its name."""
        self.counts.locals += 1
        return self.counts.locals

    def word_for(self, guard: str, holds: Between, told: str) -> int:
        """The word of a guard, which is made when it is asked for first."""
        if guard not in self.guards:
            self.guards[guard] = self.layout.words(holds, 1, told)
        return self.guards[guard]

    def player_var(self) -> ir.Var:
        """A variable for a player that no author wrote."""
        return ir.Var(1_000_000 + self.number(), "me", PlayerType())

    def fault(self, code: str, message: str, span: Span) -> int:
        found = Fault(code, message, span)
        if found not in self.faults:
            self.faults.append(found)
        return self.faults.index(found)

    def event(self, name: str, form: str, element: Type, *, secret: bool = False) -> int:
        self.events.append(Event(name, form, element, secret))
        return len(self.events) - 1

    def site(self, site: Site) -> int:
        self.sites.append(site)
        return len(self.sites) - 1

    def called(
        self, name: str, arguments: tuple[lo.Expr, ...], make: Callable[[], lo.Function]
    ) -> lo.Apply:
        """A call of a function that is made when it is called for the first time."""
        if name not in self.functions:
            self.functions[name] = make()
        return lo.Apply(name, arguments)

    def look(self, name: str, rows: tuple[int, ...], index: lo.Expr) -> lo.Expr:
        """An entry of a constant table; a constant index is looked up here and now."""
        if isinstance(index, lo.Int) and -1 <= index.value < len(rows):
            return lo.Int(rows[index.value])
        if rows and all(value == rows[0] for value in rows):
            return lo.Int(rows[0])
        known = self.tables.setdefault(name, rows)
        assert known == rows, name
        return lo.Look(name, index)

    def universe(self, element: Type) -> int:
        """The mask of everything there is of a type."""
        return self.layout.universe(element)

    def width(self, element: Type) -> int:
        """How many bits a set of this type has, and words a variable that is keyed by it."""
        return self.universe(element).bit_length()

    def set_width(self, element: Type) -> int:
        """How many members sets of this type may have."""
        return set_width(self.table, element, self.layout.numbers)

    def renamed(self, kind: str) -> bool:
        """Whether pieces of a kind may ever be called otherwise than at first."""
        if kind not in self.layout.names:
            return False
        return self.shuffles or not self.tracked_throughout(kind)

    def tracked_throughout(self, kind: str) -> bool:
        """Whether pieces of a kind can be followed wherever they are."""
        return all(p.tracked for p in self.table.places if kind in p.holds)


def zone_owner_rows(table: Table) -> tuple[int, ...]:
    """Whose each place is; the last entry is for no place at all."""
    return (*(place.owner for place in table.places), -1)


def as_mask(members: tuple[int, ...]) -> int:
    """A set of numbers as the bits of one."""
    return sum(1 << n for n in members)
