"""Binds places, on the board and elsewhere: which one is meant, what it holds, and how spaces are linked."""

from __future__ import annotations

from dataclasses import replace

from boardwright.dsl.bind.binding import Binding
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.explanations import (
    report_unknown_name,
    suggest_names,
    suggest_naming,
    suggest_of_it,
)
from boardwright.dsl.bind.names import (
    bind_number,
    bind_typed,
    find_faces,
    find_meanings,
    is_open,
)
from boardwright.dsl.bind.roles import build_given, build_neighbours
from boardwright.dsl.language import syntax
from boardwright.dsl.language.type_relations import is_place
from boardwright.dsl.language.types import (
    NUMBER,
    PLAYER,
    WAY,
    YES_NO,
    PieceType,
    SetType,
    SpaceType,
    Type,
    ZoneType,
)
from boardwright.dsl.language.words import plural
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.symbols import Symbols
from boardwright.dsl.source.fixes import write
from boardwright.dsl.source.places import Span


def bind_ordered_place(b: Binding, node: syntax.Expr) -> ir.Expr | None:
    """Binds one place whose pieces have an order."""
    place = bind_place(b, node)
    return None if place is None else check_ordered(b, place)


def check_ordered(b: Binding, place: ir.Expr) -> ir.Expr | None:
    """The place if its pieces lie in an order; else a diagnostic and None."""
    for name, zone in _list_zones(b.symbols, place.type):
        if zone is None or not zone.ordered:
            errors.no_order(b.bag, place.span, name)
            return None
    return place


def find_kind_in(b: Binding, place: ir.Expr) -> str | None:
    """Returns the only kind of piece that a place holds."""
    for name, holds in b.symbols.holders(place.type):
        kinds = [held for held in holds if held in b.symbols.kinds]
        if len(kinds) == 1:
            return kinds[0]
        errors.several_kinds(b.bag, place.span, name, kinds)
    return None


# ---- places


def check_place_of_all(b: Binding, place: ir.Expr) -> ir.ZonePlace | None:
    """The place if it is one of which each player has one, as a whole; else a diagnostic and None."""
    if isinstance(place, ir.ZonePlace) and place.key is None:
        if b.symbols.places[place.place].per == "player":
            return place
    errors.not_of_all(b.bag, place.span, place.type)
    return None


def bind_place(b: Binding, node: syntax.Expr, thing: str = "") -> ir.Expr | None:
    """Binds one place, on the board or elsewhere, that should hold a thing of this kind."""
    expr = bind_places(b, node, thing)
    if expr is not None and isinstance(expr.type, SetType):
        errors.one_place(b.bag, expr.span, find_per(b, expr))
        return None
    return expr


def find_per(b: Binding, expr: ir.Expr) -> ir.Per:
    """Returns what there is one of these places for each of; None if `of` cannot say which one."""
    match expr:
        case ir.ZonePlace(place=place):
            return b.symbols.places[place].per
        case ir.Spaces(type=SetType(element=SpaceType(kinds=(kind,)))) if b.symbols.owned(kind):
            return "player"
        case _:
            return None


def bind_places(b: Binding, node: syntax.Expr, thing: str = "") -> ir.Expr | None:
    """Binds one place or several."""
    if isinstance(node, syntax.Name) and is_open(b, node) and not _check_may_be_place(b, node):
        return None
    expr = b.expression(b, node, is_place)
    if expr is not None and not is_place(expr.type):
        help = suggest_of_it(b, expr, expr.type) or _suggest_place_of(b, expr, thing)
        errors.wrong_type(b.bag, expr.span, expr.type, "a place", help)
        return None
    return expr


def _suggest_place_of(b: Binding, expr: ir.Expr, thing: str) -> str:
    """Suggests a place of the player that stands where a place is expected, if possible one that keeps this thing."""
    if expr.type != PLAYER:
        return ""
    of = b.symbols.stocks.get(thing) or b.symbols.kinds.get(thing)
    kept = getattr(of, "kept", None) or getattr(of, "owner", None)
    places = [id for id, place in b.symbols.places.items() if place.per == "player"]
    held = [id for id in places if thing in b.symbols.places[id].holds]
    found = [kept] if kept else held or places
    return f"name a place of the player: `{found[0]} of {expr.span.text}`" if found else ""


def _check_may_be_place(b: Binding, name: syntax.Name) -> bool:
    """Reports a name that is not a place; returns whether it may be one."""
    found = find_meanings(b, name.id)
    if any(is_place(meaning.type) for meaning in found):
        return True
    things = [meaning.thing for meaning in found]
    if things:
        errors.other_sort(b.bag, name.id, name.span, things, "a place")
        return False
    if not is_known(b, name):
        sets = (kind.plural for kind in b.symbols.spaces.values())
        places = [*b.symbols.places, *b.scope.names(), *_list_spaces(b), *sets]
        help = suggest_naming(b, name) or suggest_names(b, name, places)
        report_unknown_name(b, name, "place", places, help)
        return False
    return True


def is_known(b: Binding, name: syntax.Name) -> bool:
    """Whether anything has this name, or had it in an earlier block."""
    private = b.symbols.private(b.context.clause, name.id)
    return bool(private or b.symbols.things(name.id) or b.scope.gone(name.id))


def _list_spaces(b: Binding) -> list[str]:
    return [d.id for kind in b.symbols.spaces.values() for d in kind.definitions]


def check_held(b: Binding, thing: str, places: Type, span: Span, everywhere: bool = False) -> bool:
    """Whether the place can hold the thing; with `everywhere`, whether each of the possible places can."""
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


def build_lies_in(
    b: Binding, piece: ir.Expr, type: PieceType, places: ir.Expr, span: Span
) -> ir.Expr:
    """Builds the condition that a piece is in a place."""
    there = ir.PiecesAt(kind=type.kind, places=places, type=SetType(type), span=span)
    return ir.Member(element=piece, members=there, type=YES_NO, span=span)


def bind_pieces_there(b: Binding, place: ir.Expr) -> ir.Expr | None:
    """Binds `packet of p` where pieces are expected: all pieces in it, if they are of one kind."""
    for _, holds in b.symbols.holders(place.type)[:1]:
        kinds = [held for held in holds if held in b.symbols.kinds]
        if len(kinds) == 1:
            type = SetType(PieceType(kinds[0]))
            return ir.PiecesAt(kind=kinds[0], places=place, type=type, span=place.span)
        several = [_get_plural(b, held) for held in holds]
        help = write(f"{several[0]} in {place.span.text}") if several else ""
        errors.single_as_set(b.bag, place.span, place.type, help)
    return None


# ---- on the board


def _bind_spaces(b: Binding, node: syntax.Expr) -> ir.Expr | None:
    """Binds a set of spaces of the board."""
    expr = b.expression(b, node, lambda t: isinstance(t, SetType) and is_place(t))
    if expr is None:
        return None
    if not (isinstance(expr.type, SetType) and isinstance(expr.type.element, SpaceType)):
        errors.wrong_type(b.bag, expr.span, expr.type, "a set of spaces of the board")
        return None
    return expr


def _bind_space(b: Binding, node: syntax.Expr) -> ir.Expr | None:
    """Binds one space of the board."""
    expr = b.expression(b, node, lambda t: isinstance(t, SpaceType))
    if expr is not None and not isinstance(expr.type, SpaceType):
        errors.wrong_type(b.bag, expr.span, expr.type, "a space of the board")
        return None
    return expr


def _is_way(found: Type) -> bool:
    """Whether it is a way, or several."""
    return found in (WAY, SetType(WAY))


def _bind_along(b: Binding, node: syntax.Expr | None) -> tuple[str | ir.Expr | None, bool]:
    """Returns what follows `along`, a kind of link or ways that are worked out, and whether that worked."""
    if node is None:
        return None, True
    if isinstance(node, syntax.Name):
        local = b.scope.find(node.id)
        if local is None or local.var is None or not _is_way(local.var.type):
            return _bind_named_way(b, node)
    found = b.expression(b, node, _is_way)
    if found is not None and not _is_way(found.type):
        errors.wrong_type(b.bag, found.span, found.type, "a way or a set of ways")
        return None, False
    return found, found is not None


def _bind_named_way(b: Binding, name: syntax.Name) -> tuple[str | ir.Expr | None, bool]:
    """Binds the name of a kind of link, or whatever else has a name and is a way."""
    if name.id in b.symbols.link_kinds():
        b.symbols.means(name.span, b.symbols.link_kind(name.id))
        return name.id, True
    if any(_is_way(m.type) for m in (*find_meanings(b, name.id), *find_faces(b, name.id))):
        return b.expression(b, name, _is_way), True
    things = b.symbols.things(name.id)
    if things:
        errors.other_sort(b.bag, name.id, name.span, things, "a kind of link")
    else:
        known = (*b.symbols.link_kinds(), *b.symbols.grid_ways())
        errors.unknown(b.bag, "kind of link", name.id, name.span, known)
    return None, False


def _bind_on_board(b: Binding, node: syntax.Expr) -> ir.Expr | None:
    """Binds one space of the board, or several."""

    def is_on_board(found: Type) -> bool:
        return isinstance(found.element if isinstance(found, SetType) else found, SpaceType)

    expr = b.expression(b, node, is_on_board)
    if expr is not None and not is_on_board(expr.type):
        errors.wrong_type(b.bag, expr.span, expr.type, "a space of the board")
        return None
    return expr


def bind_within(b: Binding, node: syntax.Within) -> ir.Expr | None:
    """Binds spaces that are at most this many steps away."""
    things = _bind_spaces(b, node.things)
    steps, origin = bind_number(b, node.steps), _bind_space(b, node.origin)
    link, known = _bind_along(b, node.along)
    if things is None or steps is None or origin is None or not known:
        return None
    return ir.Within(
        things=things, steps=steps, origin=origin, link=link, type=things.type, span=node.span
    )


def bind_connected(b: Binding, node: syntax.Connected) -> ir.Expr | None:
    """Binds spaces that can be reached through others of the set."""
    things, origin = _bind_spaces(b, node.things), _bind_on_board(b, node.origin)
    link, known = _bind_along(b, node.along)
    if things is None or origin is None or not known:
        return None
    return ir.Connected(things=things, origin=origin, link=link, type=things.type, span=node.span)


def bind_beyond(b: Binding, node: syntax.Beyond) -> ir.Expr | None:
    """Binds the spaces that lie along a way."""
    things, origin = _bind_spaces(b, node.things), _bind_space(b, node.origin)
    way = bind_way(b, node.along)
    if things is None or origin is None or way is None:
        return None
    return ir.Beyond(things=things, origin=origin, way=way, type=things.type, span=node.span)


def bind_way(b: Binding, node: syntax.Expr) -> ir.Expr | None:
    """Binds one way that has a next space."""
    way = bind_typed(b, node, WAY)
    if isinstance(way, ir.Const) and b.symbols.splits(way.value):
        message = f"`{way.span.text}` leads from one space to several, so none is the next"
        errors.misplaced(
            b.bag, way.span, message, f"write `neighbours of ... along {way.span.text}`"
        )
        return None
    return way


def bind_next(b: Binding, space: syntax.Expr, way: syntax.Expr, span: Span) -> ir.Expr | None:
    """`neighbour(c, north)`: the next space."""
    here, along = _bind_space(b, space), bind_way(b, way)
    if here is None or along is None:
        return None
    beside = build_neighbours(b, here, along, span)
    assert isinstance(beside.type, SetType)
    return build_given(
        ir.NextSpace(space=here, way=along, type=beside.type.element, span=span), optional=True
    )


def order_along(selection: ir.Selection) -> ir.Selection:
    """Orders spaces beyond another one by how near they are, unless the text says another order."""
    source = selection.source
    if not isinstance(source, ir.Beyond) or selection.starting or selection.rising:
        return selection
    space = ir.Local(var=selection.var, type=selection.var.type, span=selection.span)
    steps = ir.StepsTo(
        origin=source.origin, way=source.way, space=space, type=NUMBER, span=selection.span
    )
    return replace(selection, rising=(True, steps))


def bind_along(b: Binding, node: syntax.Along) -> ir.Expr | None:
    """Binds neighbours by links of some kinds."""
    things = b.expression(b, node.things)
    link, known = _bind_along(b, node.link)
    if things is None or not known:
        return None
    if isinstance(things, ir.Neighbours):
        return replace(build_neighbours(b, things.space, link, node.span), span=node.span)
    errors.wrong_type(b.bag, things.span, things.type, "`neighbours of` a space")
    return None


def _list_zones(symbols: Symbols, place: Type) -> list[tuple[str, ir.Place | None]]:
    """Returns for each place that the type can be its name, and the place unless it is a space of the board."""
    if isinstance(place, ZoneType):
        return [(name, symbols.places[name]) for name in place.places]
    return [(name, None) for name, _ in symbols.holders(place)]
