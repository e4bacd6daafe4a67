"""What all lowering stands on: values in their order, players, variables, and the addresses of places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from boardwright.dsl.language.types import (
    NUMBER,
    PlayerType,
    SetType,
    SpaceType,
    Type,
    ZoneType,
    word_for_nothing,
)
from boardwright.dsl.language.words import MinMaxOp
from boardwright.dsl.rules import ir
from boardwright.dsl.source.places import Span
from boardwright.interpreter.lower.emitter import ABSENT, Emitter
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.node_uses import inside
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var, add
from boardwright.interpreter.machine.widths import WORD
from boardwright.interpreter.table import errors
from boardwright.interpreter.table.table_limits import LARGEST, TOO_FAR

YES, NO = Int(1), Int(0)


def derive(at: lo.Expr, value: lo.Expr, width: int = 0) -> lo.Store:
    """Writes a word that follows from others, such as the mask of the pieces in a place."""
    return lo.Store(at, value, width, derived=True)


def bit(index: lo.Expr, width: int) -> lo.Expr:
    """The set of one member, of so many that there are."""
    if isinstance(index, Int):  # below zero only after what has failed anyway
        return Int(1 << index.value if index.value >= 0 else 0)
    return Un("bit", index, width)


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


def keep_in_reach(to: Emitter, number: lo.Expr, bounds: tuple[int, int], span: Span) -> lo.Expr:
    """A number that was worked out and is within these bounds; where that is beyond what rules count to, it is tested."""
    low, high = bounds
    if low >= -LARGEST and high <= LARGEST:
        return number
    number = to.atom(number, "number")
    least, most = Int(-LARGEST), Int(LARGEST)
    if low >= -LARGEST:
        bad = compare(">", number, most)
    else:
        bad = lo.negated(both(compare("<=", least, number), compare("<=", number, most)))
    to.guard(bad, errors.OUT_OF_RANGE, TOO_FAR, span)
    return number


def lower_in_turn(to: Emitter, *parts: Callable[[], lo.Expr]) -> list[lo.Expr]:
    """Values in the order in which they are written, so that the first fault is the one that is told."""
    found: list[lo.Expr] = []
    for part in parts:
        before = len(to.out)
        value = part()
        if len(to.out) > before:
            # What this one does first must not come before the calls in those before it.
            for n, earlier in enumerate(found):
                if has_calls(earlier):
                    name = to.fresh("first")
                    to.out.insert(before, lo.SetVar(name, earlier))
                    found[n] = Var(name)
                    before += 1
        found.append(value)
    return found


def lower_each(to: Emitter, *exprs: ir.Expr) -> list[lo.Expr]:
    """The values of expressions in the order in which they are written."""
    return lower_in_turn(to, *(partial(to.lower, expr) for expr in exprs))


def lower_if_else(to: Emitter, expr: ir.IfElse) -> lo.Expr:
    """The side that the condition says, or a set; the other one is not worked out."""
    test = to.lower(expr.condition)
    if isinstance(test, Int):
        return to.lower(expr.first if test.value else expr.other)
    with to.inside() as then:
        first = to.lower(expr.first)
    with to.inside() as otherwise:
        other = to.lower(expr.other)
    if not then and not otherwise:
        return lo.Cond(test, first, other)
    name = to.fresh("taken")
    then.append(lo.SetVar(name, first))
    otherwise.append(lo.SetVar(name, other))
    to.emit(lo.When(test, then, otherwise))
    return Var(name)


def lower_amount(to: Emitter, expr: ir.Expr) -> lo.Expr:
    """A number that says how many or how often, so that one below zero is a fault."""
    value = to.lower(expr)
    if isinstance(value, Int) and value.value >= 0:
        return value
    value = to.atom(value, "amount")
    below = compare("<", value, NO)
    to.guard(below, errors.OUT_OF_RANGE, errors.BELOW_ZERO, expr.span)
    return value


def is_sure(to: Emitter, expr: ir.Expr) -> bool:
    """Whether the expression is surely a player and not nobody."""
    match expr:
        case ir.Const(value=value):
            return value >= 0
        case ir.Local(var=var):
            return var.id in to.sure
        case ir.Seat(id=id):
            return id in to.linking.table.seats
        case ir.NextSeat(player=player):
            return is_sure(to, player) and not to.linking.drops_out
        case _:
            return False


def lower_player(to: Emitter, expr: ir.Expr) -> lo.Expr:
    """A player; that it is nobody is a fault here."""
    value = to.lower(expr)
    if is_sure(to, expr):
        return value
    value = to.atom(value, "who")
    to.guard(
        Op("<", value, NO),
        errors.OF_NOBODY,
        "expected a player, found nobody",
        expr.span,
    )
    if isinstance(expr, ir.Local):
        to.sure |= {id for id, other in to.bound.items() if other == value}
    return value


def read_local(to: Emitter, var: ir.Var, span: Span) -> lo.Expr:
    """The value of a variable."""
    if var.keyed is not None and var.id in to.arrays:
        return read_keyed(to, var, to.keys[var.id], span)
    return to.bound[var.id]


def read_keyed(to: Emitter, var: ir.Var, key: lo.Expr, span: Span) -> lo.Expr:
    """The value of a variable that is kept for each element of something; that there is none is a fault."""
    message = f"`{var.name}` is nothing here: there was nothing to choose"
    if isinstance(var.keyed, PlayerType):
        message += f"; check `{var.name} of ... is not nothing` first"
    if var.keyed == NUMBER:
        key, numbers = to.atom(key, "key"), to.layout.numbers
        below = compare("<", key, Int(numbers.start))
        above = compare(">=", key, Int(numbers.stop))
        for outside in (below, above):
            to.guard(outside, errors.NOTHING_THERE, message, span)
    kept = measure_kept_set(to, var.type)
    value = to.atom(Load(add(Int(to.arrays[var.id]), key), kept), var.name)
    to.guard(Op("==", value, ABSENT), errors.NOTHING_THERE, message, span)
    return Un("fit", value, measure_set(to, var.type)) if kept else value


def is_unanswered(to: Emitter, var: ir.Var, player: lo.Expr) -> lo.Expr:
    """Whether a variable kept for each player has no value for this one, or the value `nothing`."""
    value: lo.Expr = Load(add(Int(to.arrays[var.id]), player), measure_kept_set(to, var.type))
    if not var.optional:
        return Op("==", value, ABSENT)
    value = to.atom(value, var.name)
    nothing = Op("==", value, Int(word_for_nothing(var.type)))
    return Op("or", Op("==", value, ABSENT), nothing)


def measure_set(to: Emitter, of: Type) -> int:
    """How many members a set of this type can have; 0 of what is no set."""
    return to.linking.set_width(of.element) if isinstance(of, SetType) else 0


def measure_kept_set(to: Emitter, of: Type) -> int:
    """The same of what may also be `ABSENT`, which has the highest bit of all."""
    width = measure_set(to, of)
    return width + (width % WORD == 0) if width else 0


def compare(op: lo.CompareOp, left: lo.Expr, right: lo.Expr) -> lo.Expr:
    """A comparison: 0 or 1."""
    if isinstance(left, Int) and isinstance(right, Int):
        return Int(int(_COMPARE[op](left.value, right.value)))
    return Op(op, left, right)


def pick_extreme(op: MinMaxOp, left: lo.Expr, right: lo.Expr) -> lo.Expr:
    """The smaller or the larger of two numbers."""
    if isinstance(left, Int) and isinstance(right, Int):
        return Int(min(left.value, right.value) if op == "min" else max(left.value, right.value))
    return Op(op, left, right)


def read_place(to: Emitter, kind: str, piece: lo.Expr) -> lo.Expr:
    """Where a piece is."""
    return Load(add(Int(to.layout.places[kind]), piece))


def find_row(to: Emitter, rows: lay.Rows, name: str, place: lo.Expr, place_type: Type) -> lo.Expr:
    """The address of a place's row."""
    if isinstance(place, Int):
        return Int(rows.at[place.value])
    candidates = list_places(to, place_type)
    line = rows.line(candidates) if candidates is not None else None
    if line is not None:
        stride, base = line
        return add(lo.scale(place, stride), Int(base)) if stride else Int(base)
    return to.linking.look(f"row_{name}", rows.at, place)


def list_places(to: Emitter, place_type: Type) -> range | None:
    """The places that an expression of this type can stand for, if they lie side by side."""
    match place_type:
        case SpaceType(kinds=kinds):
            spaces = to.table.spaces_of(kinds)
            if spaces and spaces[-1] - spaces[0] + 1 == len(spaces):
                return range(spaces[0], spaces[-1] + 1)
            return None
        case ZoneType(places=places):
            zones = sorted((to.table.zones[place] for place in places), key=lambda zone: zone.first)
            first, last = zones[0], zones[-1]
            if sum(zone.count for zone in zones) == last.first + last.count - first.first:
                return range(first.first, last.first + last.count)
            return None
        case _:
            return None


def locate(
    to: Emitter, pieces: ir.Expr, lying: Mapping[int, Sequence[int]]
) -> Sequence[int] | None:
    """The places where pieces surely are now, if what is said of them says so, or if it is known of a variable."""
    match pieces:
        case ir.PiecesAt(places=places):
            of = places.type
            return list_places(to, of.element if isinstance(of, SetType) else of)
        case ir.TopPieces(place=place):
            return list_places(to, place.type)
        case ir.Those(selection=selection):
            return locate(to, selection.source, lying)
        case ir.Local(var=var):
            return lying.get(var.id)
        case _:
            return None


_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}


def has_room_limit(to: Emitter, what: str, where: Iterable[int] | None) -> bool:
    """Whether one of these places, or with None any place, has room for so many only."""
    places = to.table.places
    return any(
        what in place.room
        for place in (places if where is None else map(places.__getitem__, where))
    )
