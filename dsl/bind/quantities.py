"""Statements that move things: how much of what, from where to where."""

from __future__ import annotations

from dataclasses import dataclass

from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.expressions import Expressions
from boardwright.dsl.bind.phrases import StockNamed
from boardwright.dsl.language import syntax
from boardwright.dsl.language.type_relations import is_piece, is_place
from boardwright.dsl.language.types import NUMBER, PLAYER, PieceType, SetType
from boardwright.dsl.rules import ir
from boardwright.dsl.source.places import Span


@dataclass(frozen=True, slots=True)
class Stock:
    """An amount of stock; `amount` None is all. `mine` is the player in whose keeping it is, if the phrase says so."""

    stock: ir.Stock
    member: ir.Expr | None
    amount: ir.Expr | None
    up_to: bool
    origin: ir.Expr | None
    keeper: ir.Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Pieces:
    """A piece or a set of them."""

    kind: str
    pieces: ir.Expr


@dataclass(frozen=True, slots=True)
class FromTop:
    """So many pieces from the top of an ordered place."""

    kind: str
    amount: ir.Expr
    up_to: bool
    origin: ir.Expr


class Quantities(Expressions):
    """Binds move, place, take, pay and return."""

    # ---- how much of what

    def quantity(
        self, q: syntax.Quantity, origin: syntax.Expr | None
    ) -> Stock | Pieces | FromTop | None:
        things, amount = q.things, q.amount
        inside: syntax.Expr | None = None
        if isinstance(things, syntax.Inside):
            inside, things = things.right, things.left
        named = self.stock_named(things, counted=amount is not None)
        if named is None and amount is None and isinstance(things, syntax.Of):
            before, behind = things.left, things.right
            named = self.stock_named(behind, counted=True)
            if named is not None or self._is_amount(before):
                amount, things = before, behind
            elif self._lacks_brackets(before, behind):
                return None
        if inside is not None and origin is not None:
            self.places(origin)
            errors.from_for_pieces(self.bag, origin.span)
            return None
        if named is not None:
            return self._stock_of(q, named, amount, inside or origin)
        if amount is not None:
            return self._from_top(q, amount, things, inside or origin)
        return self._pieces_of(q, origin)

    def _lacks_brackets(self, asked: syntax.Expr, of: syntax.Expr) -> bool:
        """Reports `rent of house of wares of wood`: the amount is all that stands before the stock."""
        rest = of
        while isinstance(rest, syntax.Of):
            end, rest = rest.left.span.end, rest.right
            if self.stock_named(rest, counted=True) is not None:
                amount = Span(of.span.source, asked.span.start, end)
                errors.brackets_missing(self.bag, amount, rest.span, asked.span, of.span)
                return True
        return False

    def _is_amount(self, node: syntax.Expr) -> bool:
        """Whether what stands before `of` is a number, and no name that asks for something."""
        if not isinstance(node, syntax.Name):
            return not isinstance(node, syntax.End | syntax.Mine)
        bound = self.scope.find(node.id)
        if bound is not None:
            return bound.var is not None and bound.var.keyed is None and bound.var.type == NUMBER
        return not self.roles(node.id) and bool(self.meanings(node.id))

    def _stock_of(
        self,
        q: syntax.Quantity,
        named: StockNamed,
        amount: syntax.Expr | None,
        place: syntax.Expr | None,
    ) -> Stock | None:
        number = None if amount is None else self.number(amount)
        origin = None if place is None else self.places(place)
        member, all_well = self.member_of(named)
        if not all_well or (amount is not None and number is None):
            return None
        if place is not None and origin is None:
            return None
        stock, keeper = named.stock, None
        if named.of is not None and member is None:
            keeper = self.player(named.of)
            if keeper is None:
                return None
            if origin is not None and not named.mine:
                errors.all_alike(self.bag, q.things.span, stock.plural)
                return None
        if number is not None and member is None and stock.each is not None:
            errors.member_unsaid(self.bag, q.span, stock.plural, stock.each)
            return None
        return Stock(stock, member, number, q.up_to, origin, keeper, q.span)

    def _from_top(
        self,
        q: syntax.Quantity,
        amount: syntax.Expr,
        things: syntax.Expr,
        origin: syntax.Expr | None,
    ) -> FromTop | None:
        number = self.number(amount)
        node = things
        kind: str | None = None
        if isinstance(things, syntax.Name) and self.scope.find(things.id) is None:
            plural = self.symbols.things(things.id, "pieces", "kind")
            if plural:
                self.symbols.means(things.span, plural[0])
                kind = plural[0].id
                if origin is None:
                    errors.which_pieces(self.bag, q.span)
                    return None
                node = origin
            elif not self.meanings(things.id) and not self.roles(things.id):
                known = [*(s.plural for s in self.symbols.stocks.values()), *self.all_names()]
                self.not_found(things, "stock", known)
                return None
        place = self.expression(node, is_place)
        if place is None or number is None:
            return None
        if not is_place(place.type) or isinstance(place.type, SetType):
            errors.which_pieces(self.bag, q.span)
            return None
        holds = self.symbols.holders(place.type)
        ordered = [
            self.symbols.places[name].ordered for name, _ in holds if name in self.symbols.places
        ]
        if not ordered or not all(ordered):
            if kind is not None:
                errors.which_pieces(self.bag, q.span)
            else:
                errors.no_order(self.bag, place.span, holds[0][0])
            return None
        if kind is None:
            kind = self.kind_in(place)
        elif not self.held(kind, place.type, q.span):
            return None
        return None if kind is None else FromTop(kind, number, q.up_to, place)

    def _pieces_of(self, q: syntax.Quantity, origin: syntax.Expr | None) -> Pieces | None:
        things = q.things
        if origin is not None:
            if self._kind_named(things)[0] is None:
                self.expression(things, is_piece)
                self.places(origin)
                errors.from_for_pieces(self.bag, origin.span)
                return None
            things = syntax.Inside(left=things, right=origin, span=q.span)
        expr = self.expression(things, is_piece)
        if expr is None:
            return None
        if not is_piece(expr.type):
            errors.amount_without_things(self.bag, expr.span, expr.type)
            return None
        if q.up_to:
            errors.which_pieces(self.bag, q.span)
            return None
        element = expr.type.element if isinstance(expr.type, SetType) else expr.type
        assert isinstance(element, PieceType)
        return Pieces(element.kind, expr)

    # ---- from where to where

    def target(self, node: syntax.Expr, thing: str) -> tuple[ir.Expr | None, bool]:
        """Where things of this kind go, and whether to the bottom."""
        if isinstance(node, syntax.Of) and isinstance(node.left, syntax.End):
            return self.ordered(node.right), node.left.which == "bottom"
        return self.place(node, thing), False

    def move(self, node: syntax.Move) -> ir.Stmt | None:
        found = self.quantity(node.quantity, node.origin)
        target, bottom = self.target(node.target, _thing(found))
        if found is None or target is None:
            return None
        match found:
            case Stock():
                if not self.held(found.stock.id, target.type, node.target.span, everywhere=True):
                    return None
                origin = self._origin(found, "move")
                if origin is None:
                    return None
                return _moved(found, origin, target, node.span, secretly=node.secretly)
            case Pieces(kind=kind, pieces=pieces):
                if not self.held(kind, target.type, node.target.span, everywhere=True):
                    return None
                return ir.MovePieces(
                    kind=kind,
                    pieces=pieces,
                    target=target,
                    bottom=bottom,
                    secretly=node.secretly,
                    me=self.whoever(node.span) if node.secretly else None,
                    span=node.span,
                )
            case FromTop(kind=kind):
                if not self.held(kind, target.type, node.target.span, everywhere=True):
                    return None
                return ir.MoveTop(
                    kind=kind,
                    amount=found.amount,
                    up_to=found.up_to,
                    origin=found.origin,
                    target=target,
                    bottom=bottom,
                    secretly=node.secretly,
                    me=self.whoever(node.span) if node.secretly else None,
                    span=node.span,
                )

    def place_stock(self, node: syntax.Place) -> ir.Stmt | None:
        found = self._only_stock(node.quantity, "place")
        target = self.place(node.target, _thing(found))
        if found is None or target is None:
            return None
        if not self.held(found.stock.id, target.type, node.target.span, everywhere=True):
            return None
        home = self._home(found, node.span)
        return None if home is None else _moved(found, home, target, node.span)

    def take(self, node: syntax.Take) -> ir.Stmt | None:
        found = self._only_stock(node.quantity, "take")
        if found is None:
            return None
        kept, home = self._kept(found, node.span), self._home(found, node.span)
        return None if kept is None or home is None else _moved(found, home, kept, node.span)

    def pay(self, node: syntax.Pay) -> ir.Stmt | None:
        found = self._only_stock(node.quantity, "pay")
        if found is None:
            return None
        kept, home = self._kept(found, node.span), self._home(found, node.span)
        return None if kept is None or home is None else _moved(found, kept, home, node.span)

    def give_back(self, node: syntax.Return) -> ir.Stmt | None:
        found = self.quantity(node.quantity, node.origin)
        match found:
            case None:
                return None
            case Pieces(kind=kind, pieces=pieces):
                return ir.MovePieces(kind=kind, pieces=pieces, target=None, span=node.span)
            case FromTop():
                errors.which_pieces(self.bag, node.span)
                return None
            case Stock():
                origin = self._origin(found, "return")
                if origin is None:
                    return None
                if self._each_to_its_own(found):
                    return self._return_each(found, origin, node.span)
                home = self._home(found, node.span)
                return None if home is None else _moved(found, origin, home, node.span)

    def _only_stock(self, q: syntax.Quantity, verb: str) -> Stock | None:
        """An amount of stock that does not say from where, since the statement does."""
        found = self.quantity(q, None)
        if isinstance(found, Pieces | FromTop):
            errors.place_for_pieces(self.bag, q.span)
            return None
        if found is not None and found.origin is not None:
            errors.misplaced(
                self.bag,
                q.span,
                "this statement says itself from where",
                "leave out `in ...`, or write `move ... to ...`",
            )
            return None
        if found is not None and found.amount is None and not q.everything:
            errors.amount_unsaid(self.bag, q.span, verb, found.stock.plural)
            return None
        return found

    def _origin(self, found: Stock, word: str) -> ir.Expr | None:
        """The place that the phrase names, or where its player keeps such things."""
        stock, origin = found.stock, found.origin
        keeper = found.keeper
        if keeper is None and stock.each == "player" and stock.kept is not None:
            keeper = found.member
        if origin is None and keeper is not None:
            if stock.kept is None:
                errors.no_kept(self.bag, found.span, stock.id, stock.plural, stock.span)
                return None
            return self.zone(stock.kept, keeper, found.span)
        if origin is None:
            errors.from_unsaid(self.bag, found.span, stock.plural, word)
            return None
        if isinstance(origin.type, SetType) and found.amount is not None:
            errors.one_place(self.bag, origin.span)
            return None
        if not self.held(stock.id, origin.type, origin.span):
            return None
        return origin

    def _home(self, found: Stock, span: Span) -> ir.Expr | None:
        """Where stock comes from: if each player has one, that of the player it belongs to, or mine."""
        stock = found.stock
        if self.symbols.places[stock.home].per is None:
            return self.zone(stock.home, None, span)
        owner = found.member if stock.each == "player" else self.me(span)
        if owner is None and stock.each == "player":
            errors.member_unsaid(self.bag, span, stock.plural, "player")
        return None if owner is None else self.zone(stock.home, owner, span)

    def _kept(self, found: Stock, span: Span) -> ir.Expr | None:
        """Where I keep such things."""
        stock = found.stock
        if stock.kept is None:
            errors.no_kept(self.bag, span, stock.id, stock.plural, stock.span)
            return None
        me = self.me(span)
        return None if me is None else self.zone(stock.kept, found.keeper or me, span)

    def _each_to_its_own(self, found: Stock) -> bool:
        stock = found.stock
        return (
            stock.each == "player"
            and found.member is None
            and self.symbols.places[stock.home].per == "player"
        )

    def _return_each(self, found: Stock, origin: ir.Expr, span: Span) -> ir.Stmt:
        """Stock of all players goes back to the home of each."""
        var = self.counter.var("each", PLAYER)
        player = ir.Local(var=var, type=PLAYER, span=span)
        move = ir.MoveStock(
            stock=found.stock.id,
            member=player,
            amount=None,
            up_to=False,
            origin=origin,
            target=self.zone(found.stock.home, player, span),
            span=span,
        )
        seats = ir.Seats(type=SetType(PLAYER), span=span)
        selection = ir.Selection(var=var, source=seats, span=span)
        return ir.ForEach(selection=selection, body=(move,), span=span)


def _thing(found: Stock | Pieces | FromTop | None) -> str:
    """The stock or kind of which something moves; empty if that could not be told."""
    if found is None:
        return ""
    return found.stock.id if isinstance(found, Stock) else found.kind


def _moved(
    found: Stock, origin: ir.Expr, target: ir.Expr, span: Span, *, secretly: bool = False
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
