"""Movements of stock: what is only counted goes from place to place."""

from __future__ import annotations

from dataclasses import dataclass

from boardwright.dsl.language.types import PlayerType, SetType, SpaceType, Type, ZoneType
from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import (
    NO,
    bit,
    compare,
    find_row,
    has_room_limit,
    keep_in_reach,
    list_places,
    lower_amount,
    lower_player,
)
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.lower.sets import lower_set
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Var, add
from boardwright.interpreter.table import errors
from boardwright.interpreter.table.table_limits import LARGEST


@dataclass(frozen=True, slots=True)
class _Target:
    """Where stock goes: the place, and the address of the amount of sort 0 there."""

    place: lo.Expr
    row: lo.Expr


def lower_move_stock(to: Emitter, s: ir.MoveStock) -> None:
    """Stock goes from one place, or from several, to another."""
    sort = _lower_sort(to, s)
    place = to.lower(s.target)
    limited = has_room_limit(to, s.stock, list_places(to, s.target.type))
    if limited or s.stock in to.layout.present:
        place = to.atom(place, "target")
    target = _Target(place, _find_row(to, s.stock, place, s.target.type))
    if s.amount is None:
        _move_all(to, s, sort, target)
    else:
        _move_amount(to, s, s.amount, sort, target)
    if limited:
        _check_room(to, s, place)


def _lower_sort(to: Emitter, s: ir.MoveStock) -> lo.Expr:
    """Which sort of the stock moves; 0 where none is named."""
    if s.member is None:
        return NO
    is_player = isinstance(s.member.type, PlayerType)
    return _settle(to, lower_player(to, s.member) if is_player else to.lower(s.member), "of")


def _settle(to: Emitter, value: lo.Expr, name: str) -> lo.Expr:
    """The same, worked out here and now unless it is constant."""
    return value if isinstance(value, Int) else to.atom(value, name)


def _find_row(to: Emitter, stock: str, place: lo.Expr, of: Type) -> lo.Expr:
    return find_row(to, to.layout.stocks[stock], stock, place, of)


def _count_sorts(to: Emitter, stock: str) -> int:
    return len(to.table.stock_members[stock])


# ---- all of it, or an amount


def _move_all(to: Emitter, s: ir.MoveStock, sort: lo.Expr, target: _Target) -> None:
    """All that lies somewhere; of all sorts, if none is named."""
    target = _Target(target.place, _settle(to, target.row, "target"))
    sorts = [sort]
    if s.member is None:
        sorts = [Int(n) for n in range(_count_sorts(to, s.stock))]
    if isinstance(s.origin.type, SetType):
        place = to.fresh("place")
        mask = lower_set(to, s.origin)
        with to.inside() as body:
            _move_all_from(to, s, sorts, Var(place), s.origin.type.element, target)
        to.emit(lo.ForBits(place, mask, body))
    else:
        place_of = _keep_place(to, s.stock, to.lower(s.origin))
        _move_all_from(to, s, sorts, place_of, s.origin.type, target)


def _move_all_from(
    to: Emitter, s: ir.MoveStock, sorts: list[lo.Expr], place: lo.Expr, of: Type, target: _Target
) -> None:
    """All that lies in one place."""
    origin = _settle(to, _find_row(to, s.stock, place, of), "origin")
    for sort in sorts:
        here, there = add(origin, sort), add(target.row, sort)
        amount = to.atom(Load(here), "amount")
        to.emit(lo.Store(here, NO))
        _note_presence(to, s.stock, sort, place, of, NO)
        if not _is_endless(to, s.stock, s.target):
            _put(to, s, there, amount)
            _note_presence(to, s.stock, sort, target.place, s.target.type, Load(there))


def _move_amount(
    to: Emitter, s: ir.MoveStock, wanted: ir.Expr, sort: lo.Expr, target: _Target
) -> None:
    """An amount of one sort."""
    amount = to.atom(lower_amount(to, wanted), "amount")
    place = _keep_place(to, s.stock, to.lower(s.origin))
    origin = _settle(to, add(_find_row(to, s.stock, place, s.origin.type), sort), "origin")
    if not _is_endless(to, s.stock, s.origin):
        if s.up_to:
            amount = to.atom(Op("min", amount, Load(origin)), "amount")
        else:
            too_few = Op("<", Load(origin), amount)
            message = f"not enough {s.stock} there; write `up to` to take what there is"
            to.guard(too_few, errors.NOT_ENOUGH, message, s.span)
        to.emit(lo.Store(origin, Op("-", Load(origin), amount)))
        _note_presence(to, s.stock, sort, place, s.origin.type, Load(origin))
    if not _is_endless(to, s.stock, s.target):
        there = _settle(to, add(target.row, sort), "target")
        _put(to, s, there, amount)
        some = amount if isinstance(amount, Int) else Load(there)
        _note_presence(to, s.stock, sort, target.place, s.target.type, some)


def _is_endless(to: Emitter, stock: str, place: ir.Expr) -> bool:
    """Whether a stock without a total lies there, of which there is always enough."""
    declared = to.linking.game.stocks[stock]
    return declared.total is None and place.type == ZoneType((declared.home,))


def _put(to: Emitter, s: ir.MoveStock, at: lo.Expr, amount: lo.Expr) -> None:
    """More lies there; of a stock without a total that may be more than rules count."""
    unlimited = to.linking.game.stocks[s.stock].total is None
    most = 2 * LARGEST if unlimited else LARGEST
    there = keep_in_reach(to, Op("+", Load(at), amount), (0, most), s.span)
    to.emit(lo.Store(at, there))


def _check_room(to: Emitter, s: ir.MoveStock, place: lo.Expr) -> None:
    """Fails if more lies in a place now than there is room for."""
    sorts = _count_sorts(to, s.stock)
    rooms = tuple(p.room.get(s.stock, LARGEST * sorts) for p in to.table.places)
    room = to.linking.look(f"room_{s.stock}", rooms, place)
    row = _find_row(to, s.stock, place, s.target.type)
    total: lo.Expr = Load(row)
    for other in range(1, sorts):
        total = Op("+", total, Load(add(row, Int(other))))
    message = f"there is no room for this much {s.stock}"
    to.guard(Op(">", total, room), errors.NO_ROOM, message, s.span)


# ---- where a stock lies


def _keep_place(to: Emitter, stock: str, place: lo.Expr) -> lo.Expr:
    """A place that is asked for again where masks say on which spaces a stock lies."""
    return to.atom(place, "place") if stock in to.layout.present else place


def _note_presence(
    to: Emitter, stock: str, member: lo.Expr, place: lo.Expr, of: Type, amount: lo.Expr
) -> None:
    """Notes in the masks that say where a stock lies whether it does so here."""
    first, spaces = to.layout.present.get(stock), len(to.table.spaces)
    if first is None or isinstance(of, ZoneType):
        return
    word, here = add(Int(first), member), bit(place, spaces)
    lies: list[lo.Stmt] = [lo.Store(word, Op("|", Load(word, spaces), here), spaces)]
    gone: list[lo.Stmt] = [lo.Store(word, Op("&~", Load(word, spaces), here), spaces)]
    if isinstance(amount, Int):
        noted = lies if amount.value else gone
    else:
        noted = [lo.When(Op("!=", amount, NO), lies, gone)]
    if not isinstance(of, SpaceType):
        noted = [lo.When(compare("<", place, Int(spaces)), noted, [])]
    for statement in noted:
        to.emit(statement)
