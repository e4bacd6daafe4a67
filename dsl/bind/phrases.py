"""Phrases with `of`, `in`, `within`, `connected` and `along`: one form each, told apart by types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.errors import sight as sight_errors
from boardwright.dsl.bind.names import Names, Role, as_thing
from boardwright.dsl.language import syntax
from boardwright.dsl.language.type_relations import Accepts, is_piece, is_place
from boardwright.dsl.language.types import (
    FACE,
    NUMBER,
    PLAYER,
    YES_NO,
    MemberType,
    NumberType,
    PieceType,
    PlayerType,
    SetType,
    SpaceType,
    Type,
    ZoneType,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.symbols import Symbols, declared_first, plural
from boardwright.dsl.source.places import Span


@dataclass(frozen=True, slots=True)
class StockNamed:
    """`cubes`, `cubes of p`, `my cubes`, `goods of fish`: `of` is what stands behind it."""

    stock: ir.Stock
    of: syntax.Expr | None
    mine: bool


class Phrases(Names):
    """Binds what is asked of things, and what lies where."""

    # ---- of

    def of_phrase(
        self, left: syntax.Expr, right: syntax.Expr, span: Span, want: Accepts | None
    ) -> ir.Expr | None:
        if isinstance(left, syntax.End):
            return self.top_of(left, right, span)
        if isinstance(left, syntax.Mine):
            return self._my_members(left, right, span)
        if not isinstance(left, syntax.Name):
            self.expression(right)
            errors.nothing_of(self.bag, span)
            return None
        if left.id == "kinds" and isinstance(right, syntax.Name):
            members = self._kinds_of(right, span)
            if members is not None:
                self.symbols.means(left.span, *self.symbols.things(left.id, "with_of"))
                return members
        bound = self.scope.find(left.id)
        if bound is not None and bound.var is None:
            return None
        if bound is not None and bound.var is not None and bound.var.keyed is not None:
            key = self.typed(right, bound.var.keyed)
            self.symbols.means(left.span, as_thing(bound))
            if key is None:
                return None
            return ir.LocalOf(var=bound.var, key=key, type=bound.var.type, span=span)
        roles = self.roles(left.id)
        if not roles and self._is_unheard_of(left):
            # What it is asked of may have several meanings, between which only this name could tell.
            self.not_found(left, "name", self.all_names())
            return None
        if self._is_face_alone(right, roles):
            assert isinstance(right, syntax.Name)
            help = f"ask those pieces: `{left.id} of c` for a `c` with `face of c is {right.id}`"
            things = self.symbols.things(right.id)
            errors.other_sort(
                self.bag, right.id, right.span, things, "something with a value", help
            )
            return None
        subject = self.expression(right, lambda t: any(role.accepts(t) for role in roles))
        if subject is None:
            return None
        roles = roles + self._roles_of_known(left.id, subject)
        return self._asked(left, subject, roles, span, want)

    def _is_face_alone(self, node: syntax.Expr, roles: list[Role]) -> bool:
        """Whether a piece is asked, and this is only the face of some of which nobody knows where they are."""
        if not isinstance(node, syntax.Name) or not self.is_open(node):
            return False
        things = self.symbols.things(node.id)
        if not things or any(thing.sort != "face" for thing in things):
            return False
        private = self.symbols.private(self.context.clause, node.id)
        meant = [role for role in roles for face in self.faces(node.id) if role.accepts(face.type)]
        asked = [PieceType(thing.owner) for thing in things]
        return not (private or meant) and any(role.accepts(t) for role in roles for t in asked)

    def _is_unheard_of(self, name: syntax.Name) -> bool:
        """Whether nothing at all has this name, not even what is private to a piece."""
        known = self._known(name) or self.scope.find(name.id) is not None
        private = any(name.id in names for names in self.symbols.privates.values())
        return not (known or private or name.id in self.symbols.broken)

    def _owner_help(self, found: Type) -> str:
        """What makes pieces of a kind someone's: the place in which they are theirs."""
        if isinstance(found, SpaceType):
            return self._seats_help(found.kinds)
        if not isinstance(found, PieceType):
            return ""
        places = [
            id
            for id, place in self.symbols.places.items()
            if place.per == "player" and found.kind in place.holds
        ]
        place = places[0] if len(places) == 1 else "<place>"
        return f"add `owner: {place}` to the kind `{found.kind}`: in that place of a player it is theirs"

    def _seats_help(self, kinds: Sequence[str]) -> str:
        """What makes the spaces of a ring, and those in them, someone's."""
        for kind in kinds:
            if kind not in self.symbols.spaces:
                continue
            for around in (kind, *self.symbols.ancestors(kind)):
                space = self.symbols.spaces[around]
                if space.ring is not None and not space.seats:
                    return f"say whose each {around} is: add `seats: all` to `{around}`"
        return ""

    def _asked(
        self,
        name: syntax.Name,
        subject: ir.Expr,
        roles: list[Role],
        span: Span,
        want: Accepts | None,
    ) -> ir.Expr | None:
        fitting = [role for role in roles if role.accepts(subject.type)]
        private = [role for role in fitting if "." in role.thing.id]
        chosen = declared_first(private or fitting, lambda role: role.thing)
        found = [(role, role.build(subject, span)) for role in chosen]
        if len(found) > 1 and want is not None:
            found = [(role, expr) for role, expr in found if want(expr.type)] or found
        if len(found) == 1:
            thing = found[0][0].thing
            several = self.symbols.attribute_of(subject.type, name.id)
            self.symbols.means(name.span, *(several if thing.sort == "attribute" else (thing,)))
            return self._there(found[0][1])
        if found:
            sight_errors.ambiguous(
                self.bag, self.symbols, name.id, name.span, [role.thing for role, _ in found]
            )
            return None
        things = self.symbols.private(self.context.clause, name.id) + self.symbols.things(name.id)
        if roles:
            things = [role.thing for role in roles]
            help = self._owner_help(subject.type) if name.id == "owner" else ""
            errors.of_does_not_fit(self.bag, name.id, name.span, things, subject.type, help)
        elif self.scope.find(name.id) is not None:
            errors.nothing_of(self.bag, span)
        elif any(thing.sort == "amount" for thing in things):
            errors.where_unsaid(self.bag, span, name.id)
        elif any(thing.sort == "slot" for thing in things):
            errors.other_sort(
                self.bag, name.id, name.span, things, "something with a value",
                f"to have it happen, write `perform {span.text}`",
            )  # fmt: skip
        elif any(thing.sort in ("value", "table", "function") for thing in things):
            help = f"write `{name.id}({subject.span.text})`"
            value = next((each for each in things if each.sort == "value"), None)
            if value is not None and not self.symbols.values[value.id].params:
                param = _as_param(subject.type)
                help = (
                    f"declare it as `{name.id}({param})`, and {help}"
                    if param
                    else (f"it is the same for all: write `{name.id}`")
                )
            errors.other_sort(self.bag, name.id, name.span, things, "asked with `of`", help)
        elif name.id in self.symbols.broken:
            pass
        elif things:
            stock = self.symbols.stocks.get(name.id)
            help = f"several of them are `{stock.plural}`" if stock else ""
            if subject.type == PLAYER:
                help = help or self._seats_help([thing.id for thing in things])
            errors.of_does_not_fit(self.bag, name.id, name.span, things, subject.type, help)
        elif (gone := self.scope.gone(name.id)) is not None:
            self.explain_gone(name, gone)
        else:
            self.not_found(name, "name", self.all_names())
        return None

    def _roles_of_known(self, name: str, subject: ir.Expr) -> list[Role]:
        """In scenarios the private names of a piece are asked of the piece: `paid of guard`."""
        if not self.symbols.scenario or not isinstance(subject, ir.ThePiece):
            return []
        things = self.symbols.private((subject.kind, subject.id), name)
        return [role for thing in things for role in self.roles_of(thing)]

    def _there(self, expr: ir.Expr) -> ir.Expr | None:
        """Checks that a piece can be on the kind of space that it is asked for."""
        if isinstance(expr, ir.SpaceOfPiece):
            piece = expr.piece.type
            assert isinstance(piece, PieceType)
            if not self.held(piece.kind, expr.type, expr.span):
                return None
        return expr

    def _kinds_of(self, name: syntax.Name, span: Span) -> ir.Expr | None:
        """`kinds of good`: all members of a variety, or of that which a stock is counted by; or the faces of a kind."""
        id = name.id
        if id in self.symbols.stocks:
            id = self.symbols.stocks[id].each or id
        elif FACE + id in self.symbols.varieties and id not in self.symbols.varieties:
            id = FACE + id
        if id not in self.symbols.varieties:
            return None
        things = self.symbols.things(name.id, "stock", "kind", "variety")
        self.symbols.means(name.span, *things[:1])
        return ir.Members(type=SetType(MemberType(id)), span=span)

    def _my_members(self, left: syntax.Mine, right: syntax.Expr, span: Span) -> ir.Expr | None:
        """`my goods of fish`: of what I keep."""
        named = self.stock_named(left)
        if named is None or named.stock.each in (None, "player") or named.stock.kept is None:
            self.expression(right)
            errors.nothing_of(self.bag, span)
            return None
        member = self.typed(right, MemberType(str(named.stock.each)))
        me = self.me(left.span)
        if member is None or me is None:
            return None
        kept = self.zone(named.stock.kept, me, span)
        return ir.Amount(stock=named.stock.id, member=member, places=kept, type=NUMBER, span=span)

    def top_of(self, end: syntax.End, right: syntax.Expr, span: Span) -> ir.Expr | None:
        """`top of deck of me`."""
        place = self.ordered(right)
        kind = None if place is None else self.kind_in(place)
        if place is None or kind is None:
            return None
        bottom = end.which == "bottom"
        return ir.TopOf(place=place, bottom=bottom, type=PieceType(kind), span=span)

    def ordered(self, node: syntax.Expr) -> ir.Expr | None:
        """One place whose pieces lie in an order."""
        place = self.place(node)
        if place is None:
            return None
        for name, zone in _zones(self.symbols, place.type):
            if zone is None or not zone.ordered:
                errors.no_order(self.bag, place.span, name)
                return None
        return place

    def kind_in(self, place: ir.Expr) -> str | None:
        """The one kind of piece that a place holds."""
        for name, holds in self.symbols.holders(place.type):
            kinds = [held for held in holds if held in self.symbols.kinds]
            if len(kinds) == 1:
                return kinds[0]
            errors.several_kinds(self.bag, place.span, name, kinds)
        return None

    # ---- places

    def place(self, node: syntax.Expr, thing: str = "") -> ir.Expr | None:
        """One place: a space of the board or another; it is to hold a thing of this kind."""
        expr = self.places(node, thing)
        if expr is not None and isinstance(expr.type, SetType):
            errors.one_place(self.bag, expr.span)
            return None
        return expr

    def places(self, node: syntax.Expr, thing: str = "") -> ir.Expr | None:
        """One place or several."""
        if isinstance(node, syntax.Name) and self.is_open(node) and not self._may_be_place(node):
            return None
        expr = self.expression(node, is_place)
        if expr is not None and not is_place(expr.type):
            help = self.of_it(expr, expr.type) or self._place_of(expr, thing)
            errors.wrong_type(self.bag, expr.span, expr.type, "a place", help)
            return None
        return expr

    def _place_of(self, expr: ir.Expr, thing: str) -> str:
        """A player stands for a place: the help names a place of theirs, where this thing is kept if any is."""
        if expr.type != PLAYER:
            return ""
        of = self.symbols.stocks.get(thing) or self.symbols.kinds.get(thing)
        kept = getattr(of, "kept", None) or getattr(of, "owner", None)
        places = [id for id, place in self.symbols.places.items() if place.per == "player"]
        held = [id for id in places if thing in self.symbols.places[id].holds]
        found = [kept] if kept else held or places
        return f"name a place of theirs: `{found[0]} of {expr.span.text}`" if found else ""

    def _may_be_place(self, name: syntax.Name) -> bool:
        """Explains a name that is known as something that is no place."""
        found = self.meanings(name.id)
        if any(is_place(meaning.type) for meaning in found):
            return True
        things = [meaning.thing for meaning in found]
        if things:
            errors.other_sort(self.bag, name.id, name.span, things, "a place")
            return False
        if not self._known(name):
            sets = (kind.plural for kind in self.symbols.spaces.values())
            places = [*self.symbols.places, *self.scope.names(), *self._spaces(), *sets]
            help = self.unnamed(name) or self.element_help(name, places)
            self.not_found(name, "place", places, help)
            return False
        return True

    def _known(self, name: syntax.Name) -> bool:
        private = self.symbols.private(self.context.clause, name.id)
        return bool(private or self.symbols.things(name.id) or self.scope.gone(name.id))

    def _spaces(self) -> list[str]:
        return [d.id for kind in self.symbols.spaces.values() for d in kind.definitions]

    def held(self, thing: str, places: Type, span: Span, everywhere: bool = False) -> bool:
        """Whether such a place holds such a thing; `everywhere`: each of the places that it could be."""
        holders = self.symbols.holders(places)
        refusing = [
            name for name, holds in holders if thing not in holds and name not in self.symbols.open
        ]
        if refusing and (everywhere or len(refusing) == len(holders)):
            errors.not_held(self.bag, span, self.plural_of(thing), refusing[0])
            return False
        return True

    def plural_of(self, thing: str) -> str:
        if thing in self.symbols.stocks:
            return self.symbols.stocks[thing].plural
        return self.symbols.kinds[thing].plural if thing in self.symbols.kinds else plural(thing)

    # ---- in

    def inside(self, node: syntax.Inside) -> ir.Expr | None:
        """`cubes of p in region` is an amount; `tokens in region` is a set of pieces."""
        named = self.stock_named(node.left)
        if named is not None:
            return self._amount(named, node)
        kind, owner = self._kind_named(node.left)
        if kind is not None:
            return self._pieces(kind, owner, node)
        things = self.expression(node.left, is_piece)
        if things is not None and not (is_piece(things.type) and isinstance(things.type, SetType)):
            self.expression(node.right, lambda t: is_place(t) or isinstance(t, SetType))
            help = (
                ""
                if isinstance(things.type, SetType)
                else f"write `{things.span.text} is in {node.right.span.text}`"
            )
            wanted = "a stock or a set of pieces"
            errors.wrong_type(self.bag, things.span, things.type, wanted, help)
            return None
        places = self.places(node.right)
        if things is None or places is None:
            return None
        assert isinstance(things.type, SetType)
        assert isinstance(things.type.element, PieceType)
        return self._those_in(things, things.type.element, places, node.span)

    def _amount(self, named: StockNamed, node: syntax.Inside) -> ir.Expr | None:
        stock = named.stock
        places = self.places(node.right)
        member, all_well = self.member_of(named)
        if not all_well:
            return None
        if named.of is not None and member is None:
            errors.all_alike(self.bag, node.left.span, stock.plural)
            return None
        if places is None or not self.held(stock.id, places.type, node.span):
            return None
        return ir.Amount(stock=stock.id, member=member, places=places, type=NUMBER, span=node.span)

    def member_of(self, named: StockNamed) -> tuple[ir.Expr | None, bool]:
        """The variety or player that a stock phrase names, if its stock has any; and whether all is well."""
        stock = named.stock
        if named.of is None or stock.each is None or (named.mine and stock.each != "player"):
            return None, True
        wanted: Type = PLAYER if stock.each == "player" else MemberType(stock.each)
        member = self.typed(named.of, wanted)
        return member, member is not None

    def _pieces(
        self, kind: str, owner_node: syntax.Expr | None, node: syntax.Inside
    ) -> ir.Expr | None:
        places = self.places(node.right)
        owner = None if owner_node is None else self.player(owner_node)
        if places is None or (owner is None and owner_node is not None):
            return None
        if not self.held(kind, places.type, node.span):
            return None
        type = SetType(PieceType(kind))
        if owner is None or self.symbols.kinds[kind].per_player:
            return ir.PiecesAt(kind=kind, places=places, owner=owner, type=type, span=node.span)
        mine = ir.PiecesOf(kind=kind, player=owner, type=type, span=node.span)
        return self._those_in(mine, PieceType(kind), places, node.span)

    def _those_in(
        self, things: ir.Expr, piece: PieceType, places: ir.Expr, span: Span
    ) -> ir.Expr | None:
        """Those pieces of a set that are in a place."""
        if not self.held(piece.kind, places.type, span):
            return None
        var = self.counter.var(piece.kind, piece)
        one = ir.Local(var=var, type=piece, span=span)
        where = self.lies_in(one, piece, places, span)
        selection = ir.Selection(var=var, source=things, where=where, span=span)
        return ir.Those(selection=selection, type=SetType(piece), span=span)

    def lies_in(self, piece: ir.Expr, type: PieceType, places: ir.Expr, span: Span) -> ir.Expr:
        """Whether a piece is in a place."""
        there = ir.PiecesAt(kind=type.kind, places=places, type=SetType(type), span=span)
        return ir.Member(element=piece, members=there, type=YES_NO, span=span)

    def pieces_there(self, place: ir.Expr) -> ir.Expr | None:
        """`packet of p` where pieces are due: all that lie there, if they are of one kind."""
        for _, holds in self.symbols.holders(place.type)[:1]:
            kinds = [held for held in holds if held in self.symbols.kinds]
            if len(kinds) == 1:
                type = SetType(PieceType(kinds[0]))
                return ir.PiecesAt(kind=kinds[0], places=place, type=type, span=place.span)
            several = [self.plural_of(held) for held in holds]
            help = f"write `{several[0]} in {place.span.text}`" if several else ""
            errors.single_as_set(self.bag, place.span, place.type, help)
        return None

    def stock_named(self, node: syntax.Expr, counted: bool = False) -> StockNamed | None:
        """The stock that a phrase names, if it does. Behind a number the singular will do (`counted`)."""
        match node:
            case syntax.Name():
                return self._stock(node, None, False, counted)
            case syntax.Mine(name=name, span=span):
                return self._stock(name, syntax.Me(span=span), True, counted)
            case syntax.Of(left=syntax.Name() as name, right=right):
                return self._stock(name, right, False, counted)
            case _:
                return None

    def _stock(
        self, name: syntax.Name, of: syntax.Expr | None, mine: bool, counted: bool
    ) -> StockNamed | None:
        if self.scope.find(name.id) is not None:
            return None
        things = self.symbols.things(name.id, "amount", *(["stock"] if counted else []))
        self.symbols.means(name.span, *things[:1])
        return StockNamed(self.symbols.stocks[things[0].id], of, mine) if things else None

    def _kind_named(self, node: syntax.Expr) -> tuple[str | None, syntax.Expr | None]:
        """The kind of piece whose plural a phrase names, and whose pieces are meant."""
        match node:
            case syntax.Name() as name:
                owner = None
            case syntax.Mine(name=syntax.Name() as name):
                owner = syntax.Me(span=node.span)
            case syntax.Of(left=syntax.Name() as name, right=owner) if self.roles(name.id):
                pass
            case _:
                return None, None
        if self.scope.find(name.id) is not None:
            return None, None
        things = self.symbols.things(name.id, "pieces")
        if not things or (owner is not None and not self.roles_of(things[0])):
            return None, None
        self.symbols.means(name.span, things[0])
        return things[0].id, owner

    # ---- on the board

    def spaces_of(self, node: syntax.Expr) -> ir.Expr | None:
        """A set of spaces of the board."""
        expr = self.expression(node, lambda t: isinstance(t, SetType) and is_place(t))
        if expr is None:
            return None
        if not (isinstance(expr.type, SetType) and isinstance(expr.type.element, SpaceType)):
            errors.wrong_type(self.bag, expr.span, expr.type, "a set of spaces of the board")
            return None
        return expr

    def space(self, node: syntax.Expr) -> ir.Expr | None:
        """One space of the board."""
        expr = self.expression(node, lambda t: isinstance(t, SpaceType))
        if expr is not None and not isinstance(expr.type, SpaceType):
            errors.wrong_type(self.bag, expr.span, expr.type, "a space of the board")
            return None
        return expr

    def link(self, name: syntax.Name | None) -> tuple[str | None, bool]:
        """The kind of link after `along`, and whether all is well."""
        if name is None:
            return None, True
        if name.id in self.symbols.link_kinds():
            self.symbols.means(name.span, self.symbols.link_kind(name.id))
            return name.id, True
        things = self.symbols.things(name.id)
        if things:
            errors.other_sort(self.bag, name.id, name.span, things, "a kind of link")
        else:
            errors.unknown(self.bag, "kind of link", name.id, name.span, self.symbols.link_kinds())
        return None, False

    def within_steps(self, node: syntax.Within) -> ir.Expr | None:
        things = self.spaces_of(node.things)
        steps, origin = self.number(node.steps), self.space(node.origin)
        link, known = self.link(node.along)
        if things is None or steps is None or origin is None or not known:
            return None
        return ir.Within(
            things=things, steps=steps, origin=origin, link=link, type=things.type, span=node.span
        )

    def connected(self, node: syntax.Connected) -> ir.Expr | None:
        things, origin = self.spaces_of(node.things), self.space(node.origin)
        link, known = self.link(node.along)
        if things is None or origin is None or not known:
            return None
        return ir.Connected(
            things=things, origin=origin, link=link, type=things.type, span=node.span
        )

    def along(self, node: syntax.Along) -> ir.Expr | None:
        things = self.expression(node.things)
        link, known = self.link(node.link)
        if things is None or not known:
            return None
        if isinstance(things, ir.Neighbours):
            return replace(self.neighbours(things.space, link, node.span), span=node.span)
        errors.wrong_type(self.bag, things.span, things.type, "`neighbours of` a space")
        return None


def _zones(symbols: Symbols, place: Type) -> list[tuple[str, ir.Place | None]]:
    """For each place that the type can be: its name, and the place if it is no space of the board."""
    if isinstance(place, ZoneType):
        return [(place.place, symbols.places[place.place])]
    return [(name, None) for name, _ in symbols.holders(place)]


__all__ = ["Phrases", "StockNamed"]


def _as_param(type: Type) -> str | None:
    """A parameter of this type, as it is declared."""
    match type:
        case PlayerType():
            return "player p"
        case SpaceType(kinds=(kind,)) | PieceType(kind=kind):
            return kind
        case MemberType(variety=variety) if "." not in variety:
            return variety
        case NumberType():
            return "number n"
        case _:
            return None
