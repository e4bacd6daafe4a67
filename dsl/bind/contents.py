"""Binds the contents of places: `cubes of p in region`, `tokens in region`."""

from __future__ import annotations

from dataclasses import dataclass

from boardwright.dsl.bind.binding import Binding
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.names import bind_player, bind_typed
from boardwright.dsl.bind.places import bind_places, build_lies_in, check_held
from boardwright.dsl.bind.roles import find_roles, find_roles_of
from boardwright.dsl.language import syntax
from boardwright.dsl.language.type_relations import is_piece, is_place
from boardwright.dsl.language.types import (
    FACE,
    NUMBER,
    PLAYER,
    YES_NO,
    MemberType,
    PieceType,
    SetType,
    SpaceType,
    Type,
    ZoneType,
)
from boardwright.dsl.language.words import EVERYWHERE
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.symbols import Thing
from boardwright.dsl.source.fixes import write
from boardwright.dsl.source.places import Span


@dataclass(frozen=True, slots=True)
class StockNamed:
    """A named stock: `cubes`, `cubes of p`, `my cubes`, `goods of fish`. `of` is the part after the word `of`."""

    stock: ir.Stock
    of: syntax.Expr | None
    mine: bool


def bind_inside(b: Binding, node: syntax.Inside) -> ir.Expr | None:
    """Binds `cubes of p in region` as an amount, and `tokens in region` as a set of pieces."""
    if isinstance(node.right, syntax.Name) and is_everywhere(b, node.right):
        return _bind_everywhere(b, node)
    named = find_stock(b, node.left)
    if named is not None:
        return _bind_amount(b, named, node)
    kind, owner = find_kind(b, node.left)
    if kind is not None:
        return _bind_pieces_in(b, kind, owner, node)
    copies = find_copies(b, node.left)
    if copies is not None:
        return bind_copies_in(b, copies, node.left.span, node.right, node.span)
    things = b.expression(b, node.left, is_piece)
    if things is not None and not (is_piece(things.type) and isinstance(things.type, SetType)):
        b.expression(b, node.right, lambda t: is_place(t) or isinstance(t, SetType))
        help = (
            ""
            if isinstance(things.type, SetType)
            else write(f"{things.span.text} is in {node.right.span.text}")
        )
        wanted = "a stock or a set of pieces"
        errors.wrong_type(b.bag, things.span, things.type, wanted, help)
        return None
    places = bind_places(b, node.right)
    if things is None or places is None:
        return None
    assert isinstance(things.type, SetType)
    assert isinstance(things.type.element, PieceType)
    return _build_those_in(b, things, things.type.element, places, node.span)


def is_everywhere(b: Binding, name: syntax.Name) -> bool:
    """Whether a name means all places and spaces; a declared `everywhere` hides it."""
    if name.id != EVERYWHERE or b.scope.find(name.id) is not None:
        return False
    things = (*b.symbols.private(b.context.clause, name.id), *b.symbols.things(name.id))
    return all(thing.is_built_in for thing in things)


def _bind_everywhere(b: Binding, node: syntax.Inside) -> ir.Expr | None:
    """Binds `cubes of p in everywhere`, whose places have no common type, and `cards in everywhere`."""
    b.symbols.means(node.right.span, *b.symbols.things(EVERYWHERE)[:1])
    named = find_stock(b, node.left)
    if named is None:
        things = b.expression(b, node.left, is_piece)
        if things is not None and not (is_piece(things.type) and isinstance(things.type, SetType)):
            wanted = "a stock or a set of pieces"
            errors.wrong_type(b.bag, things.span, things.type, wanted)
            return None
        return things
    member, all_well = _bind_sort(b, named, node)
    if not all_well:
        return None
    stock, span = named.stock.id, node.span
    kinds = tuple(sorted(id for id, space in b.symbols.spaces.items() if stock in space.holds))
    places: list[ir.Expr] = []
    if kinds:
        places.append(ir.Spaces(type=SetType(SpaceType(kinds)), span=span))
    for id, place in b.symbols.places.items():
        if stock in place.holds:
            type = ZoneType((id,))
            of_type = type if place.per is None else SetType(type)
            places.append(ir.ZonePlace(place=id, key=None, type=of_type, span=span))
    amounts = [
        ir.Amount(stock=stock, member=member, places=each, type=NUMBER, span=span)
        for each in places
    ]
    total: ir.Expr = amounts[0] if amounts else ir.Const(value=0, type=NUMBER, span=span)
    for amount in amounts[1:]:
        total = ir.Arithmetic(op="+", left=total, right=amount, type=NUMBER, span=span)
    return total


def _bind_amount(b: Binding, named: StockNamed, node: syntax.Inside) -> ir.Expr | None:
    stock = named.stock
    places = bind_places(b, node.right)
    member, all_well = _bind_sort(b, named, node)
    if not all_well:
        return None
    if places is None or not check_held(b, stock.id, places.type, node.span):
        return None
    return ir.Amount(stock=stock.id, member=member, places=places, type=NUMBER, span=node.span)


def _bind_sort(b: Binding, named: StockNamed, node: syntax.Inside) -> tuple[ir.Expr | None, bool]:
    """Binds which sort of a stock is counted; also returns whether that worked."""
    member, all_well = bind_member_of(b, named)
    if all_well and named.of is not None and member is None:
        errors.all_alike(b.bag, node.left.span, named.stock.plural)
        return None, False
    return member, all_well


def bind_member_of(b: Binding, named: StockNamed) -> tuple[ir.Expr | None, bool]:
    """Binds the variety or player of a stock phrase, if its stock has any; also returns whether that worked."""
    stock = named.stock
    if named.of is None or stock.each is None or (named.mine and stock.each != "player"):
        return None, True
    wanted: Type = PLAYER if stock.each == "player" else MemberType(stock.each)
    member = bind_typed(b, named.of, wanted)
    return member, member is not None


def _bind_pieces_in(
    b: Binding, kind: str, owner_node: syntax.Expr | None, node: syntax.Inside
) -> ir.Expr | None:
    places = bind_places(b, node.right)
    owner = None if owner_node is None else bind_player(b, owner_node)
    if places is None or (owner is None and owner_node is not None):
        return None
    if not check_held(b, kind, places.type, node.span):
        return None
    type = SetType(PieceType(kind))
    if owner is None or b.symbols.kinds[kind].per_player:
        return ir.PiecesAt(kind=kind, places=places, owner=owner, type=type, span=node.span)
    mine = ir.PiecesOf(kind=kind, player=owner, type=type, span=node.span)
    return _build_those_in(b, mine, PieceType(kind), places, node.span)


def find_copies(b: Binding, node: syntax.Expr) -> Thing | None:
    """Returns the face that a phrase names, if several pieces have it: `copper` in `copper in market`."""
    if not isinstance(node, syntax.Name) or b.scope.find(node.id) is not None:
        return None
    # A member of a variety lies nowhere, so it may have the same name: `role of card is scout`.
    things = [each for each in b.symbols.things(node.id) if each.sort != "member"]
    if len(things) != 1 or things[0].sort != "copies":
        return None
    return None if b.symbols.kinds[things[0].owner].per_player else things[0]


def bind_copies_in(
    b: Binding,
    face: Thing,
    named: Span,
    at: syntax.Expr,
    span: Span,
    cut: ir.Expr | None = None,
) -> ir.Expr | None:
    """Binds the pieces with a face that are in a place, or the first ones of them."""
    b.symbols.means(named, face)
    places, kind = bind_places(b, at), face.owner
    if places is None or not check_held(b, kind, places.type, span):
        return None
    piece, of_faces = PieceType(kind), MemberType(FACE + kind)
    var = b.counter.var(kind, piece)
    number = b.symbols.varieties[FACE + kind].members.index(face.id)
    where = ir.Same(
        left=ir.FaceOf(piece=ir.Local(var=var, type=piece, span=named), type=of_faces, span=named),
        right=ir.Const(value=number, type=of_faces, span=named),
        type=YES_NO,
        span=named,
    )
    there = ir.PiecesAt(kind=kind, places=places, owner=None, type=SetType(piece), span=span)
    selection = ir.Selection(var=var, source=there, where=where, cut=cut, span=span)
    return ir.Those(selection=selection, type=SetType(piece), span=span)


def _build_those_in(
    b: Binding, things: ir.Expr, piece: PieceType, places: ir.Expr, span: Span
) -> ir.Expr | None:
    """Builds the set of those pieces of a set that are in a place."""
    if not check_held(b, piece.kind, places.type, span):
        return None
    var = b.counter.var(piece.kind, piece)
    one = ir.Local(var=var, type=piece, span=span)
    where = build_lies_in(b, one, piece, places, span)
    selection = ir.Selection(var=var, source=things, where=where, span=span)
    return ir.Those(selection=selection, type=SetType(piece), span=span)


def find_stock(b: Binding, node: syntax.Expr, counted: bool = False) -> StockNamed | None:
    """Returns the stock that a phrase names, if any. After a number (`counted`) the singular is allowed."""
    match node:
        case syntax.Name():
            return _find_stock_by_name(b, node, None, False, counted)
        case syntax.Mine(name=name, span=span):
            return _find_stock_by_name(b, name, syntax.Me(span=span), True, counted)
        case syntax.Of(left=syntax.Name() as name, right=right):
            return _find_stock_by_name(b, name, right, False, counted)
        case _:
            return None


def _find_stock_by_name(
    b: Binding, name: syntax.Name, of: syntax.Expr | None, mine: bool, counted: bool
) -> StockNamed | None:
    if b.scope.find(name.id) is not None:
        return None
    things = b.symbols.things(name.id, "amount", *(["stock"] if counted else []))
    b.symbols.means(name.span, *things[:1])
    return StockNamed(b.symbols.stocks[things[0].id], of, mine) if things else None


def find_kind(b: Binding, node: syntax.Expr) -> tuple[str | None, syntax.Expr | None]:
    """Returns the kind of piece whose plural a phrase names, and whose pieces they are."""
    match node:
        case syntax.Name() as name:
            owner = None
        case syntax.Mine(name=syntax.Name() as name):
            owner = syntax.Me(span=node.span)
        case syntax.Of(left=syntax.Name() as name, right=owner) if find_roles(b, name.id):
            pass
        case _:
            return None, None
    if b.scope.find(name.id) is not None:
        return None, None
    things = b.symbols.things(name.id, "pieces")
    if not things or (owner is not None and not find_roles_of(b, things[0])):
        return None, None
    b.symbols.means(name.span, things[0])
    return things[0].id, owner
