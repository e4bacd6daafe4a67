"""Binds statements that move things: how much of what, from where to where."""

from __future__ import annotations

from dataclasses import dataclass, replace

from boardwright.dsl.bind.binding import Binding
from boardwright.dsl.bind.contents import (
    StockNamed,
    bind_copies_in,
    bind_member_of,
    find_copies,
    find_kind,
    find_stock,
)
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.explanations import list_names, report_unknown_name
from boardwright.dsl.bind.expressions import bind_expression
from boardwright.dsl.bind.names import (
    bind_me,
    bind_me_or_nobody,
    bind_number,
    bind_player,
    find_meanings,
)
from boardwright.dsl.bind.places import (
    bind_ordered_place,
    bind_place,
    bind_places,
    check_held,
    check_place_of_all,
    find_kind_in,
    find_per,
)
from boardwright.dsl.bind.roles import build_place, find_roles
from boardwright.dsl.language import syntax
from boardwright.dsl.language.type_relations import is_piece, is_place
from boardwright.dsl.language.types import NUMBER, PLAYER, PieceType, SetType
from boardwright.dsl.rules import ir
from boardwright.dsl.source.places import Span


@dataclass(frozen=True, slots=True)
class StockAmount:
    """An amount of stock; `amount` None means all. `keeper` is the player who keeps it, if the phrase says so."""

    stock: ir.Stock
    member: ir.Expr | None
    amount: ir.Expr | None
    up_to: bool
    origin: ir.Expr | None
    keeper: ir.Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class SomePieces:
    """A piece or a set of them."""

    kind: str
    pieces: ir.Expr
    exactly: ir.Expr | None = None  # with fewer, it is an error


@dataclass(frozen=True, slots=True)
class FromTop:
    """A number of pieces from the top of an ordered place."""

    kind: str
    amount: ir.Expr
    up_to: bool
    origin: ir.Expr


# ---- how much of what


def _bind_quantity(
    b: Binding, q: syntax.Quantity, origin: syntax.Expr | None
) -> StockAmount | SomePieces | FromTop | None:
    things, amount = q.things, q.amount
    inside: syntax.Expr | None = None
    if isinstance(things, syntax.Inside):
        inside, things = things.right, things.left
    named = find_stock(b, things, counted=amount is not None)
    if named is None and amount is None and isinstance(things, syntax.Of):
        before, after = things.left, things.right
        named = find_stock(b, after, counted=True)
        if named is not None or _is_amount(b, before):
            amount, things = before, after
        elif _lacks_brackets(b, before, after):
            return None
    if inside is not None and origin is not None:
        bind_places(b, origin)
        errors.from_for_pieces(b.bag, origin.span)
        return None
    if named is not None:
        return _bind_stock(b, q, named, amount, inside or origin)
    if amount is not None and find_copies(b, things) is not None:
        return _bind_some_copies(b, q, amount, things, inside or origin)
    if amount is not None:
        return _bind_from_top(b, q, amount, things, inside or origin)
    return _bind_pieces(b, q, origin)


def _lacks_brackets(b: Binding, asked: syntax.Expr, of: syntax.Expr) -> bool:
    """Reports `rent of house of wares of wood`, where the amount before the stock needs brackets."""
    rest = of
    while isinstance(rest, syntax.Of):
        end, rest = rest.left.span.end, rest.right
        if find_stock(b, rest, counted=True) is not None:
            amount = Span(of.span.source, asked.span.start, end)
            errors.brackets_missing(b.bag, amount, rest.span, asked.span, of.span)
            return True
    return False


def _is_amount(b: Binding, node: syntax.Expr) -> bool:
    """Whether the part before `of` is a number, not a name that asks for something."""
    if not isinstance(node, syntax.Name):
        return not isinstance(node, syntax.End | syntax.Mine)
    bound = b.scope.find(node.id)
    if bound is not None:
        return bound.var is not None and bound.var.keyed is None and bound.var.type == NUMBER
    return not find_roles(b, node.id) and bool(find_meanings(b, node.id))


def _bind_stock(
    b: Binding,
    q: syntax.Quantity,
    named: StockNamed,
    amount: syntax.Expr | None,
    place: syntax.Expr | None,
) -> StockAmount | None:
    number = None if amount is None else bind_number(b, amount)
    origin = None if place is None else bind_places(b, place)
    member, all_well = bind_member_of(b, named)
    if not all_well or (amount is not None and number is None):
        return None
    if place is not None and origin is None:
        return None
    stock, keeper = named.stock, None
    if named.of is not None and member is None:
        keeper = bind_player(b, named.of)
        if keeper is None:
            return None
        if origin is not None and not named.mine:
            errors.all_alike(b.bag, q.things.span, stock.plural)
            return None
    if number is not None and member is None and stock.each is not None:
        errors.member_unsaid(b.bag, q.span, stock.plural, stock.each)
        return None
    return StockAmount(stock, member, number, q.up_to, origin, keeper, q.span)


def _bind_from_top(
    b: Binding,
    q: syntax.Quantity,
    amount: syntax.Expr,
    things: syntax.Expr,
    origin: syntax.Expr | None,
) -> FromTop | None:
    number = bind_number(b, amount)
    node = things
    kind: str | None = None
    if isinstance(things, syntax.Name) and b.scope.find(things.id) is None:
        plural = b.symbols.things(things.id, "pieces", "kind")
        if plural:
            kind = plural[0].id
            if origin is not None:
                b.symbols.means(things.span, plural[0])
                node = origin
            elif any(is_place(meaning.type) for meaning in find_meanings(b, things.id)):
                kind = None  # a place may have the name that its pieces have in the plural
            else:
                b.symbols.means(things.span, plural[0])
                errors.which_pieces(b.bag, q.span)
                return None
        elif not find_meanings(b, things.id) and not find_roles(b, things.id):
            known = [*(s.plural for s in b.symbols.stocks.values()), *list_names(b)]
            report_unknown_name(b, things, "stock", known)
            return None
    place = bind_expression(b, node, is_place)
    if place is None or number is None:
        return None
    if not is_place(place.type) or isinstance(place.type, SetType):
        errors.which_pieces(b.bag, q.span)
        return None
    holds = b.symbols.holders(place.type)
    ordered = [b.symbols.places[name].ordered for name, _ in holds if name in b.symbols.places]
    if not ordered or not all(ordered):
        if kind is not None:
            errors.which_pieces(b.bag, q.span)
        else:
            errors.no_order(b.bag, place.span, holds[0][0])
        return None
    if kind is None:
        kind = find_kind_in(b, place)
    elif not check_held(b, kind, place.type, q.span):
        return None
    return None if kind is None else FromTop(kind, number, q.up_to, place)


def _bind_some_copies(
    b: Binding,
    q: syntax.Quantity,
    amount: syntax.Expr,
    things: syntax.Expr,
    origin: syntax.Expr | None,
) -> SomePieces | None:
    """Binds `3 of copper from market`."""
    number, face = bind_number(b, amount), find_copies(b, things)
    assert face is not None
    if origin is None:
        errors.copies_from_where(b.bag, q.span, face.id)
        return None
    if number is None:
        return None
    pieces = bind_copies_in(b, face, things.span, origin, q.span, cut=number)
    return None if pieces is None else SomePieces(face.owner, pieces, None if q.up_to else number)


def _bind_pieces(b: Binding, q: syntax.Quantity, origin: syntax.Expr | None) -> SomePieces | None:
    things = q.things
    if origin is not None:
        if find_kind(b, things)[0] is None and find_copies(b, things) is None:
            bind_expression(b, things, is_piece)
            bind_places(b, origin)
            errors.from_for_pieces(b.bag, origin.span)
            return None
        things = syntax.Inside(left=things, right=origin, span=q.span)
    expr = bind_expression(b, things, is_piece)
    if expr is None:
        return None
    if not is_piece(expr.type):
        errors.amount_without_things(b.bag, expr.span, expr.type)
        return None
    if q.up_to:
        errors.which_pieces(b.bag, q.span)
        return None
    element = expr.type.element if isinstance(expr.type, SetType) else expr.type
    assert isinstance(element, PieceType)
    return SomePieces(element.kind, expr)


# ---- from where to where


def _bind_target(b: Binding, node: syntax.Expr, thing: str) -> tuple[ir.Expr | None, bool]:
    """Binds where things of this kind go, and whether to the bottom."""
    if isinstance(node, syntax.Of) and isinstance(node.left, syntax.End):
        return bind_ordered_place(b, node.right), node.left.which == "bottom"
    return bind_place(b, node, thing), False


def bind_move(b: Binding, node: syntax.Move) -> ir.Stmt | None:
    """Binds `move`: stock or pieces go from where they are to a place."""
    found = _bind_quantity(b, node.quantity, node.origin)
    if node.each:
        return _bind_deal(b, node, found)
    target, bottom = _bind_target(b, node.target, _name_thing(found))
    if found is None or target is None:
        return None
    match found:
        case StockAmount():
            if not check_held(b, found.stock.id, target.type, node.target.span, everywhere=True):
                return None
            origin = _find_origin(b, found, "move")
            if origin is None:
                return None
            return _build_move(found, origin, target, node.span, secretly=node.secretly)
        case SomePieces(kind=kind, pieces=pieces, exactly=exactly):
            if not check_held(b, kind, target.type, node.target.span, everywhere=True):
                return None
            return ir.MovePieces(
                kind=kind,
                pieces=pieces,
                target=target,
                exactly=exactly,
                bottom=bottom,
                secretly=node.secretly,
                me=bind_me_or_nobody(b, node.span) if node.secretly else None,
                span=node.span,
            )
        case FromTop(kind=kind):
            if not check_held(b, kind, target.type, node.target.span, everywhere=True):
                return None
            return ir.MoveTop(
                kind=kind,
                amount=found.amount,
                up_to=found.up_to,
                origin=found.origin,
                target=target,
                bottom=bottom,
                secretly=node.secretly,
                me=bind_me_or_nobody(b, node.span) if node.secretly else None,
                span=node.span,
            )


def _bind_deal(
    b: Binding, node: syntax.Move, found: StockAmount | SomePieces | FromTop | None
) -> ir.Stmt | None:
    """`move 3 of deck to each hand`: one to each player in turn, again and again."""
    span, thing = node.span, _name_thing(found)
    place = bind_places(b, node.target, thing)
    whole = None if place is None else check_place_of_all(b, place)
    if found is None or whole is None:
        return None
    if isinstance(found, SomePieces) or found.amount is None:
        errors.number_for_each(b.bag, node.quantity.span)
        return None
    if not check_held(b, thing, whole.type, node.target.span, everywhere=True):
        return None
    var = b.counter.var("each", PLAYER)
    player = ir.Local(var=var, type=PLAYER, span=span)
    target = build_place(b, whole.place, player, node.target.span)
    one = ir.Const(value=1, type=NUMBER, span=span)
    move: ir.Stmt
    if isinstance(found, StockAmount):
        origin = _find_origin(b, found, "move")
        if origin is None:
            return None
        move = _build_move(replace(found, amount=one), origin, target, span, secretly=node.secretly)
    else:
        move = ir.MoveTop(
            kind=found.kind,
            amount=one,
            up_to=found.up_to,
            origin=found.origin,
            target=target,
            secretly=node.secretly,
            me=bind_me_or_nobody(b, span) if node.secretly else None,
            span=span,
        )
    players = ir.Players(type=SetType(PLAYER), span=span)
    around = ir.ForEach(
        selection=ir.Selection(var=var, source=players, span=span), body=(move,), span=span
    )
    return ir.Repeat(times=found.amount, body=(around,), span=span)


def bind_place_stock(b: Binding, node: syntax.Place) -> ir.Stmt | None:
    """Binds `place`: stock goes from its home to a place."""
    found = _bind_only_stock(b, node.quantity, "place")
    target = bind_place(b, node.target, _name_thing(found))
    if found is None or target is None:
        return None
    if not check_held(b, found.stock.id, target.type, node.target.span, everywhere=True):
        return None
    home = _find_home(b, found, node.span)
    return None if home is None else _build_move(found, home, target, node.span)


def bind_take(b: Binding, node: syntax.Take) -> ir.Stmt | None:
    """Binds `take`: stock goes from its home to where I keep it."""
    found = _bind_only_stock(b, node.quantity, "take")
    if found is None:
        return None
    kept, home = _find_kept(b, found, node.span), _find_home(b, found, node.span)
    return None if kept is None or home is None else _build_move(found, home, kept, node.span)


def bind_pay(b: Binding, node: syntax.Pay) -> ir.Stmt | None:
    """Binds `pay`: stock goes from where I keep it to its home."""
    found = _bind_only_stock(b, node.quantity, "pay")
    if found is None:
        return None
    kept, home = _find_kept(b, found, node.span), _find_home(b, found, node.span)
    return None if kept is None or home is None else _build_move(found, kept, home, node.span)


def bind_return(b: Binding, node: syntax.Return) -> ir.Stmt | None:
    """Binds `return`: stock or pieces go to their home."""
    found = _bind_quantity(b, node.quantity, node.origin)
    match found:
        case None:
            return None
        case SomePieces(kind=kind, pieces=pieces, exactly=exactly):
            return ir.MovePieces(
                kind=kind, pieces=pieces, target=None, exactly=exactly, span=node.span
            )
        case FromTop():
            errors.which_pieces(b.bag, node.span)
            return None
        case StockAmount():
            origin = _find_origin(b, found, "return")
            if origin is None:
                return None
            if _goes_to_each(b, found):
                return _build_return_each(b, found, origin, node.span)
            home = _find_home(b, found, node.span)
            return None if home is None else _build_move(found, origin, home, node.span)


def _bind_only_stock(b: Binding, q: syntax.Quantity, verb: str) -> StockAmount | None:
    """Binds an amount of stock without its origin, which the statement gives."""
    found = _bind_quantity(b, q, None)
    if isinstance(found, SomePieces | FromTop):
        errors.place_for_pieces(b.bag, q.span)
        return None
    if found is not None and found.origin is not None:
        errors.misplaced(
            b.bag,
            q.span,
            "this statement does not take an origin",
            "remove `in ...`, or write `move ... to ...`",
        )
        return None
    if found is not None and found.amount is None and not q.everything:
        errors.amount_unsaid(b.bag, q.span, verb, found.stock.plural)
        return None
    return found


def _find_origin(b: Binding, found: StockAmount, word: str) -> ir.Expr | None:
    """Finds the place that the phrase names, or where its player keeps such things."""
    stock, origin = found.stock, found.origin
    keeper = found.keeper
    if keeper is None and stock.each == "player" and stock.kept is not None:
        keeper = found.member
    if origin is None and keeper is not None:
        if stock.kept is None:
            errors.no_kept(b.bag, found.span, stock.id, stock.plural, stock.span)
            return None
        return build_place(b, stock.kept, keeper, found.span)
    if origin is None:
        errors.from_unsaid(b.bag, found.span, stock.plural, word)
        return None
    if isinstance(origin.type, SetType) and found.amount is not None:
        errors.one_place(b.bag, origin.span, find_per(b, origin))
        return None
    if not check_held(b, stock.id, origin.type, origin.span):
        return None
    return origin


def _find_home(b: Binding, found: StockAmount, span: Span) -> ir.Expr | None:
    """Finds where stock comes from: if each player has a home for it, the home of its owner, or mine."""
    stock = found.stock
    if b.symbols.places[stock.home].per is None:
        return build_place(b, stock.home, None, span)
    owner = found.member if stock.each == "player" else bind_me(b, span)
    if owner is None and stock.each == "player":
        errors.member_unsaid(b.bag, span, stock.plural, "player")
    return None if owner is None else build_place(b, stock.home, owner, span)


def _find_kept(b: Binding, found: StockAmount, span: Span) -> ir.Expr | None:
    """Finds where I keep such things."""
    stock = found.stock
    if stock.kept is None:
        errors.no_kept(b.bag, span, stock.id, stock.plural, stock.span)
        return None
    me = bind_me(b, span)
    return None if me is None else build_place(b, stock.kept, found.keeper or me, span)


def _goes_to_each(b: Binding, found: StockAmount) -> bool:
    stock = found.stock
    return (
        stock.each == "player"
        and found.member is None
        and b.symbols.places[stock.home].per == "player"
    )


def _build_return_each(b: Binding, found: StockAmount, origin: ir.Expr, span: Span) -> ir.Stmt:
    """Builds a return of all players' stock, each to its own home."""
    var = b.counter.var("each", PLAYER)
    player = ir.Local(var=var, type=PLAYER, span=span)
    move = ir.MoveStock(
        stock=found.stock.id,
        member=player,
        amount=None,
        up_to=False,
        origin=origin,
        target=build_place(b, found.stock.home, player, span),
        span=span,
    )
    seats = ir.Seats(type=SetType(PLAYER), span=span)
    selection = ir.Selection(var=var, source=seats, span=span)
    return ir.ForEach(selection=selection, body=(move,), span=span)


def _name_thing(found: StockAmount | SomePieces | FromTop | None) -> str:
    """Returns the stock or kind that moves; empty if unknown."""
    if found is None:
        return ""
    return found.stock.id if isinstance(found, StockAmount) else found.kind


def _build_move(
    found: StockAmount, origin: ir.Expr, target: ir.Expr, span: Span, *, secretly: bool = False
) -> ir.Stmt:
    return ir.MoveStock(
        stock=found.stock.id,
        member=found.member,
        amount=found.amount,
        up_to=found.up_to and found.amount is not None,
        origin=origin,
        target=target,
        secretly=secretly,
        span=span,
    )
