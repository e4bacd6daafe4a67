"""Phrases with `of`, `in`, `within`, `connected` and `along`: one form each, told apart by types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from boardwright.dsl.bind.binding import Binding
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.errors import sight as sight_errors
from boardwright.dsl.bind.names import (
    Role,
    as_thing,
    bind_me,
    bind_number,
    bind_player,
    bind_typed,
    build_neighbours,
    build_place,
    explain_gone,
    find_faces,
    find_meanings,
    find_roles,
    find_roles_of,
    is_open,
    list_names,
    report_unknown_name,
    suggest_names,
    suggest_naming,
    suggest_of_it,
)
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
from boardwright.dsl.language.words import plural
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.symbols import Symbols, declared_first
from boardwright.dsl.source.places import Span


@dataclass(frozen=True, slots=True)
class StockNamed:
    """`cubes`, `cubes of p`, `my cubes`, `goods of fish`: `of` is what stands behind it."""

    stock: ir.Stock
    of: syntax.Expr | None
    mine: bool


# ---- of


def bind_of(
    b: Binding, left: syntax.Expr, right: syntax.Expr, span: Span, want: Accepts | None
) -> ir.Expr | None:
    """`left of right`: an attribute, a note, a place or whatever else the left name asks of the right side."""
    if isinstance(left, syntax.End):
        return _bind_top_of(b, left, right, span)
    if isinstance(left, syntax.Mine):
        return _bind_my_members(b, left, right, span)
    if not isinstance(left, syntax.Name):
        b.expression(b, right)
        errors.nothing_of(b.bag, span)
        return None
    if left.id == "kinds" and isinstance(right, syntax.Name):
        members = _bind_kinds_of(b, right, span)
        if members is not None:
            b.symbols.means(left.span, *b.symbols.things(left.id, "with_of"))
            return members
    bound = b.scope.find(left.id)
    if bound is not None and bound.var is None:
        return None
    if bound is not None and bound.var is not None and bound.var.keyed is not None:
        key = bind_typed(b, right, bound.var.keyed)
        b.symbols.means(left.span, as_thing(bound))
        if key is None:
            return None
        return ir.LocalOf(var=bound.var, key=key, type=bound.var.type, span=span)
    roles = find_roles(b, left.id)
    if not roles and _is_unheard_of(b, left):
        # What it is asked of may have several meanings, between which only this name could tell.
        report_unknown_name(b, left, "name", list_names(b))
        return None
    if _is_face_alone(b, right, roles):
        assert isinstance(right, syntax.Name)
        help = f"ask those pieces: `{left.id} of c` for a `c` with `face of c is {right.id}`"
        things = b.symbols.things(right.id)
        errors.other_sort(b.bag, right.id, right.span, things, "something with a value", help)
        return None
    subject = b.expression(b, right, lambda t: any(role.accepts(t) for role in roles))
    if subject is None:
        return None
    roles = roles + _find_private_roles(b, left.id, subject)
    return _bind_asked(b, left, subject, roles, span, want)


def _is_face_alone(b: Binding, node: syntax.Expr, roles: list[Role]) -> bool:
    """Whether a piece is asked, and this is only the face of some of which nobody knows where they are."""
    if not isinstance(node, syntax.Name) or not is_open(b, node):
        return False
    things = b.symbols.things(node.id)
    if not things or any(thing.sort != "face" for thing in things):
        return False
    private = b.symbols.private(b.context.clause, node.id)
    meant = [role for role in roles for face in find_faces(b, node.id) if role.accepts(face.type)]
    asked = [PieceType(thing.owner) for thing in things]
    return not (private or meant) and any(role.accepts(t) for role in roles for t in asked)


def _is_unheard_of(b: Binding, name: syntax.Name) -> bool:
    """Whether nothing at all has this name, not even what is private to a piece."""
    known = _is_known(b, name) or b.scope.find(name.id) is not None
    private = any(name.id in names for names in b.symbols.privates.values())
    return not (known or private or name.id in b.symbols.broken)


def _suggest_owner(b: Binding, found: Type) -> str:
    """What makes pieces of a kind someone's: the place in which they are theirs."""
    if isinstance(found, SpaceType):
        return _suggest_seats(b, found.kinds)
    if not isinstance(found, PieceType):
        return ""
    places = [
        id
        for id, place in b.symbols.places.items()
        if place.per == "player" and found.kind in place.holds
    ]
    place = places[0] if len(places) == 1 else "<place>"
    return (
        f"add `owner: {place}` to the kind `{found.kind}`: in that place of a player it is theirs"
    )


def _suggest_seats(b: Binding, kinds: Sequence[str]) -> str:
    """What makes the spaces of a ring, and those in them, someone's."""
    for kind in kinds:
        if kind not in b.symbols.spaces:
            continue
        for around in (kind, *b.symbols.ancestors(kind)):
            space = b.symbols.spaces[around]
            if space.ring is not None and not space.seats:
                return f"say whose each {around} is: add `seats: all` to `{around}`"
    return ""


def _bind_asked(
    b: Binding,
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
        several = b.symbols.attribute_of(subject.type, name.id)
        b.symbols.means(name.span, *(several if thing.sort == "attribute" else (thing,)))
        return _check_space_of_piece(b, found[0][1])
    if found:
        sight_errors.ambiguous(
            b.bag, b.symbols, name.id, name.span, [role.thing for role, _ in found]
        )
        return None
    things = b.symbols.private(b.context.clause, name.id) + b.symbols.things(name.id)
    if roles:
        things = [role.thing for role in roles]
        help = _suggest_owner(b, subject.type) if name.id == "owner" else ""
        errors.of_does_not_fit(b.bag, name.id, name.span, things, subject.type, help)
    elif b.scope.find(name.id) is not None:
        errors.nothing_of(b.bag, span)
    elif any(thing.sort == "amount" for thing in things):
        errors.where_unsaid(b.bag, span, name.id)
    elif any(thing.sort == "slot" for thing in things):
        errors.other_sort(
            b.bag, name.id, name.span, things, "something with a value",
            f"to have it happen, write `perform {span.text}`",
        )  # fmt: skip
    elif any(thing.sort in ("value", "table", "function") for thing in things):
        help = f"write `{name.id}({subject.span.text})`"
        value = next((each for each in things if each.sort == "value"), None)
        if value is not None and not b.symbols.values[value.id].params:
            param = _as_param(subject.type)
            help = (
                f"declare it as `{name.id}({param})`, and {help}"
                if param
                else (f"it is the same for all: write `{name.id}`")
            )
        errors.other_sort(b.bag, name.id, name.span, things, "asked with `of`", help)
    elif name.id in b.symbols.broken:
        pass
    elif things:
        stock = b.symbols.stocks.get(name.id)
        help = f"several of them are `{stock.plural}`" if stock else ""
        if subject.type == PLAYER:
            help = help or _suggest_seats(b, [thing.id for thing in things])
        errors.of_does_not_fit(b.bag, name.id, name.span, things, subject.type, help)
    elif (gone := b.scope.gone(name.id)) is not None:
        explain_gone(b, name, gone)
    else:
        report_unknown_name(b, name, "name", list_names(b))
    return None


def _find_private_roles(b: Binding, name: str, subject: ir.Expr) -> list[Role]:
    """In scenarios the private names of a piece are asked of the piece: `paid of guard`."""
    if not b.symbols.scenario or not isinstance(subject, ir.ThePiece):
        return []
    things = b.symbols.private((subject.kind, subject.id), name)
    return [role for thing in things for role in find_roles_of(b, thing)]


def _check_space_of_piece(b: Binding, expr: ir.Expr) -> ir.Expr | None:
    """Checks that a piece can be on the kind of space that it is asked for."""
    if isinstance(expr, ir.SpaceOfPiece):
        piece = expr.piece.type
        assert isinstance(piece, PieceType)
        if not check_held(b, piece.kind, expr.type, expr.span):
            return None
    return expr


def _bind_kinds_of(b: Binding, name: syntax.Name, span: Span) -> ir.Expr | None:
    """`kinds of good`: all members of a variety, or of that which a stock is counted by; or the faces of a kind."""
    id = name.id
    if id in b.symbols.stocks:
        id = b.symbols.stocks[id].each or id
    elif FACE + id in b.symbols.varieties and id not in b.symbols.varieties:
        id = FACE + id
    if id not in b.symbols.varieties:
        return None
    things = b.symbols.things(name.id, "stock", "kind", "variety")
    b.symbols.means(name.span, *things[:1])
    return ir.Members(type=SetType(MemberType(id)), span=span)


def _bind_my_members(
    b: Binding, left: syntax.Mine, right: syntax.Expr, span: Span
) -> ir.Expr | None:
    """`my goods of fish`: of what I keep."""
    named = find_stock(b, left)
    if named is None or named.stock.each in (None, "player") or named.stock.kept is None:
        b.expression(b, right)
        errors.nothing_of(b.bag, span)
        return None
    member = bind_typed(b, right, MemberType(str(named.stock.each)))
    me = bind_me(b, left.span)
    if member is None or me is None:
        return None
    kept = build_place(b, named.stock.kept, me, span)
    return ir.Amount(stock=named.stock.id, member=member, places=kept, type=NUMBER, span=span)


def _bind_top_of(b: Binding, end: syntax.End, right: syntax.Expr, span: Span) -> ir.Expr | None:
    """`top of deck of me`."""
    place = bind_ordered_place(b, right)
    kind = None if place is None else find_kind_in(b, place)
    if place is None or kind is None:
        return None
    bottom = end.which == "bottom"
    return ir.TopOf(place=place, bottom=bottom, type=PieceType(kind), span=span)


def bind_ordered_place(b: Binding, node: syntax.Expr) -> ir.Expr | None:
    """One place whose pieces lie in an order."""
    place = bind_place(b, node)
    if place is None:
        return None
    for name, zone in _zones(b.symbols, place.type):
        if zone is None or not zone.ordered:
            errors.no_order(b.bag, place.span, name)
            return None
    return place


def find_kind_in(b: Binding, place: ir.Expr) -> str | None:
    """The one kind of piece that a place holds."""
    for name, holds in b.symbols.holders(place.type):
        kinds = [held for held in holds if held in b.symbols.kinds]
        if len(kinds) == 1:
            return kinds[0]
        errors.several_kinds(b.bag, place.span, name, kinds)
    return None


# ---- places


def bind_place(b: Binding, node: syntax.Expr, thing: str = "") -> ir.Expr | None:
    """One place: a space of the board or another; it is to hold a thing of this kind."""
    expr = bind_places(b, node, thing)
    if expr is not None and isinstance(expr.type, SetType):
        errors.one_place(b.bag, expr.span)
        return None
    return expr


def bind_places(b: Binding, node: syntax.Expr, thing: str = "") -> ir.Expr | None:
    """One place or several."""
    if isinstance(node, syntax.Name) and is_open(b, node) and not _check_may_be_place(b, node):
        return None
    expr = b.expression(b, node, is_place)
    if expr is not None and not is_place(expr.type):
        help = suggest_of_it(b, expr, expr.type) or _suggest_place_of(b, expr, thing)
        errors.wrong_type(b.bag, expr.span, expr.type, "a place", help)
        return None
    return expr


def _suggest_place_of(b: Binding, expr: ir.Expr, thing: str) -> str:
    """A player stands for a place: the help names a place of theirs, where this thing is kept if any is."""
    if expr.type != PLAYER:
        return ""
    of = b.symbols.stocks.get(thing) or b.symbols.kinds.get(thing)
    kept = getattr(of, "kept", None) or getattr(of, "owner", None)
    places = [id for id, place in b.symbols.places.items() if place.per == "player"]
    held = [id for id in places if thing in b.symbols.places[id].holds]
    found = [kept] if kept else held or places
    return f"name a place of theirs: `{found[0]} of {expr.span.text}`" if found else ""


def _check_may_be_place(b: Binding, name: syntax.Name) -> bool:
    """Explains a name that is known as something that is no place."""
    found = find_meanings(b, name.id)
    if any(is_place(meaning.type) for meaning in found):
        return True
    things = [meaning.thing for meaning in found]
    if things:
        errors.other_sort(b.bag, name.id, name.span, things, "a place")
        return False
    if not _is_known(b, name):
        sets = (kind.plural for kind in b.symbols.spaces.values())
        places = [*b.symbols.places, *b.scope.names(), *_list_spaces(b), *sets]
        help = suggest_naming(b, name) or suggest_names(b, name, places)
        report_unknown_name(b, name, "place", places, help)
        return False
    return True


def _is_known(b: Binding, name: syntax.Name) -> bool:
    private = b.symbols.private(b.context.clause, name.id)
    return bool(private or b.symbols.things(name.id) or b.scope.gone(name.id))


def _list_spaces(b: Binding) -> list[str]:
    return [d.id for kind in b.symbols.spaces.values() for d in kind.definitions]


def check_held(b: Binding, thing: str, places: Type, span: Span, everywhere: bool = False) -> bool:
    """Whether such a place holds such a thing; `everywhere`: each of the places that it could be."""
    holders = b.symbols.holders(places)
    refusing = [
        name for name, holds in holders if thing not in holds and name not in b.symbols.open
    ]
    if refusing and (everywhere or len(refusing) == len(holders)):
        errors.not_held(b.bag, span, _get_plural(b, thing), refusing[0])
        return False
    return True


def _get_plural(b: Binding, thing: str) -> str:
    if thing in b.symbols.stocks:
        return b.symbols.stocks[thing].plural
    return b.symbols.kinds[thing].plural if thing in b.symbols.kinds else plural(thing)


# ---- in


def bind_inside(b: Binding, node: syntax.Inside) -> ir.Expr | None:
    """`cubes of p in region` is an amount; `tokens in region` is a set of pieces."""
    named = find_stock(b, node.left)
    if named is not None:
        return _bind_amount(b, named, node)
    kind, owner = find_kind(b, node.left)
    if kind is not None:
        return _bind_pieces_in(b, kind, owner, node)
    things = b.expression(b, node.left, is_piece)
    if things is not None and not (is_piece(things.type) and isinstance(things.type, SetType)):
        b.expression(b, node.right, lambda t: is_place(t) or isinstance(t, SetType))
        help = (
            ""
            if isinstance(things.type, SetType)
            else f"write `{things.span.text} is in {node.right.span.text}`"
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


def _bind_amount(b: Binding, named: StockNamed, node: syntax.Inside) -> ir.Expr | None:
    stock = named.stock
    places = bind_places(b, node.right)
    member, all_well = bind_member_of(b, named)
    if not all_well:
        return None
    if named.of is not None and member is None:
        errors.all_alike(b.bag, node.left.span, stock.plural)
        return None
    if places is None or not check_held(b, stock.id, places.type, node.span):
        return None
    return ir.Amount(stock=stock.id, member=member, places=places, type=NUMBER, span=node.span)


def bind_member_of(b: Binding, named: StockNamed) -> tuple[ir.Expr | None, bool]:
    """The variety or player that a stock phrase names, if its stock has any; and whether all is well."""
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


def _build_those_in(
    b: Binding, things: ir.Expr, piece: PieceType, places: ir.Expr, span: Span
) -> ir.Expr | None:
    """Those pieces of a set that are in a place."""
    if not check_held(b, piece.kind, places.type, span):
        return None
    var = b.counter.var(piece.kind, piece)
    one = ir.Local(var=var, type=piece, span=span)
    where = build_lies_in(b, one, piece, places, span)
    selection = ir.Selection(var=var, source=things, where=where, span=span)
    return ir.Those(selection=selection, type=SetType(piece), span=span)


def build_lies_in(
    b: Binding, piece: ir.Expr, type: PieceType, places: ir.Expr, span: Span
) -> ir.Expr:
    """Whether a piece is in a place."""
    there = ir.PiecesAt(kind=type.kind, places=places, type=SetType(type), span=span)
    return ir.Member(element=piece, members=there, type=YES_NO, span=span)


def bind_pieces_there(b: Binding, place: ir.Expr) -> ir.Expr | None:
    """`packet of p` where pieces are due: all that lie there, if they are of one kind."""
    for _, holds in b.symbols.holders(place.type)[:1]:
        kinds = [held for held in holds if held in b.symbols.kinds]
        if len(kinds) == 1:
            type = SetType(PieceType(kinds[0]))
            return ir.PiecesAt(kind=kinds[0], places=place, type=type, span=place.span)
        several = [_get_plural(b, held) for held in holds]
        help = f"write `{several[0]} in {place.span.text}`" if several else ""
        errors.single_as_set(b.bag, place.span, place.type, help)
    return None


def find_stock(b: Binding, node: syntax.Expr, counted: bool = False) -> StockNamed | None:
    """The stock that a phrase names, if it does. Behind a number the singular will do (`counted`)."""
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
    """The kind of piece whose plural a phrase names, and whose pieces are meant."""
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


# ---- on the board


def _bind_spaces(b: Binding, node: syntax.Expr) -> ir.Expr | None:
    """A set of spaces of the board."""
    expr = b.expression(b, node, lambda t: isinstance(t, SetType) and is_place(t))
    if expr is None:
        return None
    if not (isinstance(expr.type, SetType) and isinstance(expr.type.element, SpaceType)):
        errors.wrong_type(b.bag, expr.span, expr.type, "a set of spaces of the board")
        return None
    return expr


def _bind_space(b: Binding, node: syntax.Expr) -> ir.Expr | None:
    """One space of the board."""
    expr = b.expression(b, node, lambda t: isinstance(t, SpaceType))
    if expr is not None and not isinstance(expr.type, SpaceType):
        errors.wrong_type(b.bag, expr.span, expr.type, "a space of the board")
        return None
    return expr


def _bind_link(b: Binding, name: syntax.Name | None) -> tuple[str | None, bool]:
    """The kind of link after `along`, and whether all is well."""
    if name is None:
        return None, True
    if name.id in b.symbols.link_kinds():
        b.symbols.means(name.span, b.symbols.link_kind(name.id))
        return name.id, True
    things = b.symbols.things(name.id)
    if things:
        errors.other_sort(b.bag, name.id, name.span, things, "a kind of link")
    else:
        errors.unknown(b.bag, "kind of link", name.id, name.span, b.symbols.link_kinds())
    return None, False


def bind_within(b: Binding, node: syntax.Within) -> ir.Expr | None:
    """Spaces that are at most so many steps away."""
    things = _bind_spaces(b, node.things)
    steps, origin = bind_number(b, node.steps), _bind_space(b, node.origin)
    link, known = _bind_link(b, node.along)
    if things is None or steps is None or origin is None or not known:
        return None
    return ir.Within(
        things=things, steps=steps, origin=origin, link=link, type=things.type, span=node.span
    )


def bind_connected(b: Binding, node: syntax.Connected) -> ir.Expr | None:
    """Spaces that can be reached through others of the set."""
    things, origin = _bind_spaces(b, node.things), _bind_space(b, node.origin)
    link, known = _bind_link(b, node.along)
    if things is None or origin is None or not known:
        return None
    return ir.Connected(things=things, origin=origin, link=link, type=things.type, span=node.span)


def bind_along(b: Binding, node: syntax.Along) -> ir.Expr | None:
    """Neighbours by links of one kind."""
    things = b.expression(b, node.things)
    link, known = _bind_link(b, node.link)
    if things is None or not known:
        return None
    if isinstance(things, ir.Neighbours):
        return replace(build_neighbours(b, things.space, link, node.span), span=node.span)
    errors.wrong_type(b.bag, things.span, things.type, "`neighbours of` a space")
    return None


def _zones(symbols: Symbols, place: Type) -> list[tuple[str, ir.Place | None]]:
    """For each place that the type can be: its name, and the place if it is no space of the board."""
    if isinstance(place, ZoneType):
        return [(place.place, symbols.places[place.place])]
    return [(name, None) for name, _ in symbols.holders(place)]


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
