"""What all lowering stands on: statements in the making, locals, and the addresses of places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from boardwright.dsl.language.types import (
    NUMBER,
    NumberType,
    PlayerType,
    SetType,
    SpaceType,
    Type,
    ZoneType,
)
from boardwright.dsl.language.words import MinMaxOp
from boardwright.dsl.rules import ir
from boardwright.dsl.source.places import Span
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine import word_ranges
from boardwright.interpreter.machine.node_uses import inside
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var, add
from boardwright.interpreter.machine.widths import WORD
from boardwright.interpreter.machine.word_ranges import Between, Members, OneOf
from boardwright.interpreter.table import errors
from boardwright.interpreter.table.table import Table
from boardwright.interpreter.table.table_limits import LARGEST, TOO_FAR

YES, NO = Int(1), Int(0)
ABSENT = Int(word_ranges.ABSENT)
"""What a keyed variable holds for an element without an answer: no number, and no set."""


def bit(index: lo.Expr, width: int) -> lo.Expr:
    """The set of one member, of so many that there are."""
    return Int(1 << index.value) if isinstance(index, Int) else Un("bit", index, width)


def has(mask: lo.Expr, index: lo.Expr) -> lo.Expr:
    """Whether the bit is set: 0 or 1."""
    if isinstance(mask, Int) and isinstance(index, Int):
        return Int(mask.value >> index.value & 1)
    if isinstance(index, Int):
        return Op("!=", Op("&", mask, Int(1 << index.value)), NO)
    return Op("has", mask, index)


def single(mask: lo.Expr) -> lo.Expr:
    """Whether a set that has members has only one."""
    return Op("==", Un("rest", mask), NO)


def has_calls(expr: lo.Expr) -> bool:
    """Whether a function is called in an expression."""
    return any(isinstance(part, lo.Apply) for part in inside(expr))


def both(left: lo.Expr, right: lo.Expr) -> lo.Expr:
    """The first and the second, as far as they are not known."""
    if isinstance(left, Int):
        return right if left.value else NO
    if isinstance(right, Int) and right.value:
        return left
    return Op("and", left, right)


class Lowering:
    """One function or routine in the making."""

    def __init__(self, linking: Linking, name: str) -> None:
        self.linking = linking
        self.name = name
        self.out: list[lo.Stmt] = []
        self.bound: dict[int, lo.Expr] = {}
        self.arrays: dict[int, int] = {}  # keyed variables: the word of element 0
        self.keys: dict[int, lo.Expr] = {}  # the element that stands for a keyed variable just now
        self.sure: set[int] = set()  # variables that are surely some player
        # Variables that are pieces, and the places where these surely are until something may be moved.
        self.lying: dict[int, Sequence[int]] = {}
        self.values_within = 0  # how many values are being written where they are asked for
        self.turns_around: list[
            list[lo.Stmt]
        ] = []  # what comes before each loop around; see `loop_invariants.py`
        self.proved: dict[
            int, set[int]
        ] = {}  # by a sifted set: who is sure wherever it has members
        self.depths: dict[str, int] = {}  # how many such loops are around each local

    @property
    def table(self) -> Table:
        return self.linking.table

    @property
    def layout(self) -> lay.Layout:
        return self.linking.layout

    def emit(self, statement: lo.Stmt) -> None:
        self.linking.written_one()
        self.out.append(statement)

    def fresh(self, hint: str = "t") -> str:
        name = f"{hint}_t{self.linking.number()}"
        self.depths[name] = len(self.turns_around)
        return name

    @contextmanager
    def inside(self) -> Iterator[list[lo.Stmt]]:
        """Collects what is emitted meanwhile, instead of appending it."""
        before, sure = self.out, set(self.sure)
        self.out = []
        try:
            yield self.out
        finally:
            self.out, self.sure = before, sure

    def fail(self, code: str, message: str, span: Span) -> lo.Stmt:
        return lo.Fail(self.linking.fault(code, message, span))

    def guard(self, bad: lo.Expr, code: str, message: str, span: Span) -> None:
        if isinstance(bad, Int) and not bad.value:
            return
        self.emit(lo.When(bad, [self.fail(code, message, span)], []))

    def in_reach(self, number: lo.Expr, bounds: tuple[int, int], span: Span) -> lo.Expr:
        """A number that was worked out and is within these bounds; where that is beyond what rules count to, it is tested."""
        low, high = bounds
        if low >= -LARGEST and high <= LARGEST:
            return number
        number = self.atom(number, "number")
        least, most = Int(-LARGEST), Int(LARGEST)
        if low >= -LARGEST:
            bad = self.compare(">", number, most)
        else:
            bad = lo.negated(
                both(self.compare("<=", least, number), self.compare("<=", number, most))
            )
        self.guard(bad, errors.OUT_OF_RANGE, TOO_FAR, span)
        return number

    def in_turn(self, *parts: Callable[[], lo.Expr]) -> list[lo.Expr]:
        """Values in the order in which they are written, so that the first fault is the one that is told."""
        found: list[lo.Expr] = []
        for part in parts:
            before = len(self.out)
            value = part()
            if len(self.out) > before:
                # What this one does first must not come before the calls in those before it.
                for n, earlier in enumerate(found):
                    if has_calls(earlier):
                        name = self.fresh("first")
                        self.out.insert(before, lo.SetVar(name, earlier))
                        found[n] = Var(name)
                        before += 1
            found.append(value)
        return found

    def each_of(self, *exprs: ir.Expr) -> list[lo.Expr]:
        """The values of expressions in the order in which they are written."""
        return self.in_turn(*(partial(self.ex, expr) for expr in exprs))

    def amount_of(self, expr: ir.Expr) -> lo.Expr:
        """A number that says how many or how often, so that one below zero is a fault."""
        value = self.ex(expr)
        if isinstance(value, Int) and value.value >= 0:
            return value
        value = self.atom(value, "amount")
        below = self.compare("<", value, NO)
        self.guard(below, errors.OUT_OF_RANGE, errors.BELOW_ZERO, expr.span)
        return value

    def atom(self, value: lo.Expr, hint: str = "t") -> lo.Expr:
        """The same as something that costs nothing to read again."""
        if isinstance(value, Int | Var):
            return value
        name = self.fresh(hint)
        self.emit(lo.SetVar(name, value))
        return Var(name)

    def named(self, var: ir.Var) -> str:
        """The local that a variable is; what it may hold is noted."""
        name = f"{var.name}_{var.id}"
        self.linking.local_types[name] = var.type
        self.linking.local_ranges[name] = self.held_by(var)
        self.depths[name] = len(self.turns_around)
        return name

    def held_by(self, var: ir.Var) -> Between | Members | OneOf:
        """What a local may hold, or that it found nothing."""
        if isinstance(var.type, NumberType):
            return Between(*self.linking.reach.of_name(var), frozenset({ABSENT.value}))
        return self.layout.range_of(var.type, ABSENT.value)

    def bind(self, var: ir.Var) -> str:
        name = self.named(var)
        self.bound[var.id] = Var(name)
        if var.type == PlayerType():
            self.sure.add(var.id)
        return name

    def bind_plain(self, var: ir.Var) -> str:
        """Like `bind`, without believing that the value is some player."""
        name = self.named(var)
        self.bound[var.id] = Var(name)
        self.sure.discard(var.id)
        return name

    def is_sure(self, expr: ir.Expr) -> bool:
        """Whether the expression is surely a player and not nobody."""
        match expr:
            case ir.Const(value=value):
                return value >= 0
            case ir.Local(var=var):
                return var.id in self.sure
            case ir.Seat(id=id):
                return id in self.linking.table.seats
            case ir.NextSeat(player=player):
                return self.is_sure(player) and not self.linking.drops_out
            case _:
                return False

    def someone(self, expr: ir.Expr) -> lo.Expr:
        """A player; that it is nobody is a fault here."""
        value = self.ex(expr)
        if self.is_sure(expr):
            return value
        value = self.atom(value, "who")
        self.guard(
            Op("<", value, NO),
            errors.OF_NOBODY,
            "this needs a player, and it is nobody here",
            expr.span,
        )
        if isinstance(expr, ir.Local):
            self.sure |= {id for id, other in self.bound.items() if other == value}
        return value

    def local(self, var: ir.Var, span: Span) -> lo.Expr:
        if var.keyed is not None and var.id in self.arrays:
            return self.keyed(var, self.keys[var.id], span)
        return self.bound[var.id]

    def keyed(self, var: ir.Var, key: lo.Expr, span: Span) -> lo.Expr:
        message = f"`{var.name}` is nothing here: there was nothing to choose"
        if var.keyed == NUMBER:
            key, numbers = self.atom(key, "key"), self.layout.numbers
            below = self.compare("<", key, Int(numbers.start))
            above = self.compare(">=", key, Int(numbers.stop))
            for outside in (below, above):
                self.guard(outside, errors.NOTHING_THERE, message, span)
        kept = self.kept_width(var.type)
        value = self.atom(Load(add(Int(self.arrays[var.id]), key), kept), var.name)
        self.guard(Op("==", value, ABSENT), errors.NOTHING_THERE, message, span)
        return Un("fit", value, self.set_width(var.type)) if kept else value

    def set_width(self, of: Type) -> int:
        """How many members a set of this type can have; 0 of what is no set."""
        return self.linking.set_width(of.element) if isinstance(of, SetType) else 0

    def kept_width(self, of: Type) -> int:
        """The same of what may also be `ABSENT`, which has the highest bit of all."""
        width = self.set_width(of)
        return width + (width % WORD == 0) if width else 0

    def compare(self, op: lo.CompareOp, left: lo.Expr, right: lo.Expr) -> lo.Expr:
        if isinstance(left, Int) and isinstance(right, Int):
            return Int(int(_COMPARE[op](left.value, right.value)))
        return Op(op, left, right)

    def minmax(self, op: MinMaxOp, left: lo.Expr, right: lo.Expr) -> lo.Expr:
        if isinstance(left, Int) and isinstance(right, Int):
            return Int(
                min(left.value, right.value) if op == "min" else max(left.value, right.value)
            )
        return Op(op, left, right)

    def place_of(self, kind: str, piece: lo.Expr) -> lo.Expr:
        return Load(add(Int(self.layout.places[kind]), piece))

    def row(self, rows: lay.Rows, name: str, place: lo.Expr, place_type: Type) -> lo.Expr:
        """The address of a place's row."""
        if isinstance(place, Int):
            return Int(rows.at[place.value])
        candidates = self.candidates(place_type)
        line = rows.line(candidates) if candidates is not None else None
        if line is not None:
            stride, base = line
            return add(lo.scale(place, stride), Int(base)) if stride else Int(base)
        return self.linking.look(f"row_{name}", rows.at, place)

    def candidates(self, place_type: Type) -> range | None:
        """The places that an expression of this type can stand for, if they lie side by side."""
        match place_type:
            case SpaceType(kinds=kinds):
                spaces = self.table.spaces_of(kinds)
                if spaces and spaces[-1] - spaces[0] + 1 == len(spaces):
                    return range(spaces[0], spaces[-1] + 1)
                return None
            case ZoneType(place=place):
                zone = self.table.zones[place]
                return range(zone.first, zone.first + zone.count)
            case _:
                return None

    def where(self, pieces: ir.Expr, lying: Mapping[int, Sequence[int]]) -> Sequence[int] | None:
        """The places where pieces surely are now, if what is said of them says so, or if it is known of a variable."""
        match pieces:
            case ir.PiecesAt(places=places):
                of = places.type
                return self.candidates(of.element if isinstance(of, SetType) else of)
            case ir.Those(selection=selection):
                return self.where(selection.source, lying)
            case ir.Local(var=var):
                return lying.get(var.id)
            case _:
                return None

    # ---- what the classes built on this one provide

    def ex(self, expr: ir.Expr) -> lo.Expr:
        """The value of any expression."""
        raise NotImplementedError

    def note_at(self, note: str, key: ir.Expr | None, span: Span) -> lo.Expr:
        """The address of a note's word."""
        raise NotImplementedError

    def value_call(self, expr: ir.ValueCall) -> lo.Expr:
        """Asks a value."""
        raise NotImplementedError

    def attribute(self, attribute: str, subject: ir.Expr) -> lo.Expr:
        """What is printed on a piece or space."""
        raise NotImplementedError


_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}
