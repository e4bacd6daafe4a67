"""Binds phrases with `of`, one form for everything a thing can be asked; types decide which is meant."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.dsl.bind.binding import Binding
from boardwright.dsl.bind.contents import find_stock
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.errors import sight as sight_errors
from boardwright.dsl.bind.explanations import explain_gone, list_names, report_unknown_name
from boardwright.dsl.bind.names import (
    as_thing,
    bind_me,
    bind_typed,
    find_faces,
    find_meanings,
    is_open,
)
from boardwright.dsl.bind.places import (
    bind_ordered_place,
    check_held,
    check_ordered,
    find_kind_in,
    find_per,
    is_known,
)
from boardwright.dsl.bind.roles import Role, build_given, build_place, find_roles, find_roles_of
from boardwright.dsl.language import syntax
from boardwright.dsl.language.type_relations import Accepts, is_place
from boardwright.dsl.language.types import (
    FACE,
    NUMBER,
    PLAYER,
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
from boardwright.dsl.rules.symbols import declared_first
from boardwright.dsl.source.fixes import write
from boardwright.dsl.source.places import Span


def bind_of(
    b: Binding, left: syntax.Expr, right: syntax.Expr, span: Span, want: Accepts | None
) -> ir.Expr | None:
    """Binds `left of right`: an attribute, a note, a place or whatever else the left name means for the right side."""
    if isinstance(left, syntax.End):
        return _bind_top_of(b, left, right, span)
    if isinstance(left, syntax.Mine):
        return _bind_my_members(b, left, right, span)
    if not isinstance(left, syntax.Name):
        place = b.expression(b, right, is_place)
        if place is not None and _is_zone(place.type):
            return bind_top_pieces(b, left, place, span)
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
        local = ir.LocalOf(var=bound.var, key=key, type=bound.var.type, span=span)
        return build_given(local, bound.var.optional)
    roles = find_roles(b, left.id)
    if not roles and _is_unheard_of(b, left):
        # The right side may have several meanings, and only this name could decide between them.
        report_unknown_name(b, left, "name", list_names(b))
        return None
    if _is_face_alone(b, right, roles):
        assert isinstance(right, syntax.Name)
        help = f"write `{left.id} of c` for a piece `c` with `face of c is {right.id}`"
        things = b.symbols.things(right.id)
        errors.other_sort(b.bag, right.id, right.span, things, "something with a value", help)
        return None
    number = not roles and _is_number(b, left)
    subject = b.expression(
        b, right, is_place if number else lambda t: any(role.accepts(t) for role in roles)
    )
    if subject is None:
        return None
    if number and _is_zone(subject.type):
        return bind_top_pieces(b, left, subject, span)
    roles = roles + _find_private_roles(b, left.id, subject)
    return _bind_asked(b, left, subject, roles, span, want)


def bind_top_pieces(
    b: Binding, amount: syntax.Expr, place: ir.Expr, span: Span, *, up_to: bool = False
) -> ir.Expr | None:
    """`3 of deck`: this number of pieces from the top of a place with an order."""
    number = bind_typed(b, amount, NUMBER)
    if isinstance(place.type, SetType):
        errors.one_place(b.bag, place.span, find_per(b, place))
        return None
    kind = None if check_ordered(b, place) is None else find_kind_in(b, place)
    if number is None or kind is None:
        return None
    type = SetType(PieceType(kind))
    return ir.TopPieces(place=place, amount=number, up_to=up_to, type=type, span=span)


def _is_zone(found: Type) -> bool:
    """Whether it is a declared place, or several: only there pieces lie in an order."""
    return isinstance(found.element if isinstance(found, SetType) else found, ZoneType)


def _is_number(b: Binding, name: syntax.Name) -> bool:
    """Whether a name that asks nothing of others is a number."""
    bound = b.scope.find(name.id)
    if bound is not None:
        return bound.var is not None and bound.var.type == NUMBER
    return any(meaning.type == NUMBER for meaning in find_meanings(b, name.id))


def _is_face_alone(b: Binding, node: syntax.Expr, roles: list[Role]) -> bool:
    """Whether a piece is expected, and this is only a face, of pieces whose places are unknown."""
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
    """Whether nothing at all has this name, not even something private to a piece."""
    known = is_known(b, name) or b.scope.find(name.id) is not None
    private = any(name.id in names for names in b.symbols.privates.values())
    return not (known or private or name.id in b.symbols.broken)


def _suggest_owner(b: Binding, found: Type) -> str:
    """Suggests how pieces of a kind can have an owner: through the place in which they are."""
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
    return f"add `owner: {place}` to the kind `{found.kind}`: it then belongs to the player whose place it is in"


def _suggest_seats(b: Binding, kinds: Sequence[str]) -> str:
    """Suggests how the spaces of a ring, and those in them, can have owners."""
    for kind in kinds:
        if kind not in b.symbols.spaces:
            continue
        for around in (kind, *b.symbols.ancestors(kind)):
            space = b.symbols.spaces[around]
            if space.ring is not None and not space.seats:
                return f"add `seats: all` to `{around}` to give each {around} an owner"
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
            f"write `perform {span.text}` to run it",
        )  # fmt: skip
    elif any(thing.sort in ("value", "table", "function") for thing in things):
        help = write(f"{name.id}({subject.span.text})")
        value = next((each for each in things if each.sort == "value"), None)
        if value is not None and not b.symbols.values[value.id].params:
            param = _write_param(subject.type)
            help = (
                f"declare it as `{name.id}({param})`, and {help}"
                if param
                else (f"write `{name.id}`: it is the same for all")
            )
        errors.other_sort(b.bag, name.id, name.span, things, "used with `of`", help)
    elif name.id in b.symbols.broken:
        pass
    elif things:
        stock = b.symbols.stocks.get(name.id)
        help = write(stock.plural, " for the stock") if stock else ""
        if subject.type == PLAYER:
            help = help or _suggest_seats(b, [thing.id for thing in things])
        errors.of_does_not_fit(b.bag, name.id, name.span, things, subject.type, help)
    elif (gone := b.scope.gone(name.id)) is not None:
        explain_gone(b, name, gone)
    else:
        report_unknown_name(b, name, "name", list_names(b))
    return None


def _find_private_roles(b: Binding, name: str, subject: ir.Expr) -> list[Role]:
    """Returns the private names of a piece, which scenarios use with the piece: `paid of guard`."""
    if not b.symbols.scenario or not isinstance(subject, ir.ThePiece):
        return []
    things = b.symbols.private((subject.kind, subject.id), name)
    return [role for thing in things for role in find_roles_of(b, thing)]


def _check_space_of_piece(b: Binding, expr: ir.Expr) -> ir.Expr | None:
    """Checks that a piece can be on the kind of space that the phrase names."""
    if isinstance(expr, ir.SpaceOfPiece):
        piece = expr.piece.type
        assert isinstance(piece, PieceType)
        if not check_held(b, piece.kind, expr.type, expr.span):
            return None
    return expr


def _bind_kinds_of(b: Binding, name: syntax.Name, span: Span) -> ir.Expr | None:
    """Binds `kinds of good`: all members of a variety, the sorts of a stock, or the faces of a kind."""
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
    """Binds `my goods of fish`: an amount of what I keep."""
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
    """Binds `top of deck of me`."""
    place = bind_ordered_place(b, right)
    kind = None if place is None else find_kind_in(b, place)
    if place is None or kind is None:
        return None
    bottom = end.which == "bottom"
    return ir.TopOf(place=place, bottom=bottom, type=PieceType(kind), span=span)


def _write_param(type: Type) -> str | None:
    """Returns a parameter of this type, as it is declared."""
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
