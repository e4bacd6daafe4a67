"""Finds what a name before `of` asks for: an attribute, a note, a place, a space."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from boardwright.dsl.bind.binding import Binding
from boardwright.dsl.language.type_relations import Accepts, fitting
from boardwright.dsl.language.types import (
    FACE,
    NUMBER,
    PLAYER,
    WAY,
    WAYS,
    MemberType,
    PieceType,
    PlayerType,
    SetType,
    SpaceType,
    Type,
    ZoneType,
)
from boardwright.dsl.language.words import BUILT_IN_NOTES
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.symbols import Thing
from boardwright.dsl.source.places import Span


@dataclass(frozen=True, slots=True)
class Role:
    """One thing that a name before `of` can ask for."""

    thing: Thing
    accepts: Accepts
    build: Callable[[ir.Expr, Span], ir.Expr]


def find_roles(b: Binding, name: str) -> list[Role]:
    """Returns everything that `name of ...` can ask for; private names come first."""
    private = b.symbols.private(b.context.clause, name)
    found = [role for thing in private for role in find_roles_of(b, thing)]
    seen_attribute = False
    for thing in b.symbols.things(name):
        if thing.sort == "attribute":
            if seen_attribute:
                continue
            seen_attribute = True
        found.extend(find_roles_of(b, thing))
    return found


def find_roles_of(b: Binding, thing: Thing) -> list[Role]:
    """Returns what `name of ...` can ask for if the name means this thing."""
    id, symbols = thing.id, b.symbols
    match thing.sort:
        case "note" if id not in BUILT_IN_NOTES and isinstance(per := symbols.notes[id].per, str):
            return [Role(thing, fitting(get_key_type(b, per)), _make_note_reader(b, id))]
        case "place" if isinstance(per := symbols.places[id].per, str):
            return [Role(thing, fitting(get_key_type(b, per)), _make_place_reader(b, id))]
        case "attribute":
            return [
                Role(
                    thing,
                    lambda t: symbols.attribute(t, id) is not None,
                    _make_attribute_reader(b, id),
                )
            ]
        case "kind" if symbols.kinds[id].per_player and len(symbols.kinds[id].definitions) == 1:
            return [Role(thing, _is_player, lambda right, span: ir.PieceOfPlayer(
                kind=id, player=right, type=PieceType(id), span=span))]  # fmt: skip
        case "copies":
            kind = symbols.kinds[thing.owner]
            if not any(d.id == id and symbols.several_each(kind, d) for d in kind.definitions):
                return []
            return [Role(thing, _is_player, lambda right, span: ir.PieceOfPlayer(
                kind=kind.id, player=right, id=id, type=PieceType(kind.id), span=span))]  # fmt: skip
        case "pieces" if symbols.kinds[id].per_player or symbols.kinds[id].owner is not None:
            return [Role(thing, _is_player, lambda right, span: ir.PiecesOf(
                kind=id, player=right, type=SetType(PieceType(id)), span=span))]  # fmt: skip
        case "amount" if symbols.stocks[id].kept is not None:
            return [Role(thing, _is_player, _make_kept_counter(b, id))]
        case "members" if on := symbols.kinds_on(id):
            lines = SetType(MemberType(id))
            return [Role(thing, lambda t: isinstance(t, SpaceType) and not on.isdisjoint(t.kinds),
                lambda right, span: ir.LinesOf(space=right, type=lines, span=span))]  # fmt: skip
        case "space_kind" | "space" | "spaces":
            return list(_find_space_roles(b, thing))
        case "with_of":
            return _find_built_in_roles(b, thing)
        case _:
            return []


def _find_space_roles(b: Binding, thing: Thing) -> Iterator[Role]:
    id, symbols = thing.id, b.symbols
    if thing.sort == "spaces" and any(id in symbols.kinds_on(each) for each in symbols.varieties):
        yield Role(thing, lambda t: isinstance(t, MemberType) and id in _find_kinds_on(b, t), lambda
            right, span: ir.PointsOf(line=right, type=SetType(SpaceType((id,))), span=span))  # fmt: skip
    match thing.sort:
        case "space_kind":
            one = SpaceType((id,))
            yield Role(thing, lambda t: isinstance(t, PieceType), lambda right, span:
                ir.SpaceOfPiece(piece=right, type=one, span=span))  # fmt: skip
            yield Role(thing, lambda t: isinstance(t, SpaceType) and all(
                id in symbols.ancestors(kind) for kind in t.kinds), _make_parent_finder(b, id))  # fmt: skip
            kind = symbols.spaces[id]
            if kind.seats or (kind.per == "player" and len(kind.definitions) == 1):
                name = kind.definitions[0].id if kind.definitions else id
                yield Role(thing, _is_player, lambda right, span: ir.SpaceNamed(
                    kind=id, id=name, of=right, type=one, span=span))  # fmt: skip
        case "space" if symbols.spaces[thing.owner].per is not None:
            yield Role(thing, _accept_owners_of(b, thing.owner), lambda right, span: ir.SpaceNamed(
                kind=thing.owner, id=id, of=right, type=SpaceType((thing.owner,)), span=span))  # fmt: skip
        case "spaces" if symbols.spaces[id].per is not None or symbols.owned(id):
            yield Role(thing, _accept_owners_of(b, id), lambda right, span: ir.SpacesOf(
                kind=id, of=right, type=SetType(SpaceType((id,))), span=span))  # fmt: skip
        case _:
            pass  # without owner, and not in another space


def _find_kinds_on(b: Binding, line: MemberType) -> set[str]:
    """Returns the kinds of the spaces that lie on such lines."""
    return b.symbols.kinds_on(line.variety) if line.variety in b.symbols.varieties else set()


def _find_built_in_roles(b: Binding, thing: Thing) -> list[Role]:
    symbols = b.symbols
    match thing.id:
        case "owner":
            return [Role(thing, functools.partial(may_be_owned, b), lambda right, span:
                ir.OwnerOf(subject=right, type=PLAYER, span=span))]  # fmt: skip
        case "face":
            return [Role(thing, lambda t: isinstance(t, PieceType) and symbols.kinds[t.kind].sides > 0,
                lambda right, span: ir.DieFace(die=right, type=NUMBER, span=span)),
                Role(thing, lambda t: isinstance(t, PieceType) and FACE + t.kind in symbols.varieties,
                _build_face_of)]  # fmt: skip
        case "left" | "right":
            step = 1 if thing.id == "left" else -1
            return [Role(thing, _is_player, lambda right, span:
                ir.NextSeat(player=right, step=step, type=PLAYER, span=span))]  # fmt: skip
        case "team":
            return [Role(thing, _is_player, lambda right, span:
                ir.TeamOf(player=right, type=SetType(PLAYER), span=span))]  # fmt: skip
        case "neighbours":
            return [Role(thing, _is_on_board, lambda right, span:
                build_neighbours(b, right, None, span))]  # fmt: skip
        case "ways" if WAYS in symbols.varieties:
            return [Role(thing, lambda t: isinstance(t, SpaceType), lambda right, span:
                ir.WaysOf(space=right, type=SetType(WAY), span=span))]  # fmt: skip
        case _:
            return []


def build_neighbours(b: Binding, space: ir.Expr, link: str | ir.Expr | None, span: Span) -> ir.Expr:
    """Builds the spaces linked to a space or to any of a set, by all links or by those of some kinds."""
    of = space.type.element if isinstance(space.type, SetType) else space.type
    assert isinstance(of, SpaceType)
    named = link if isinstance(link, str) else None
    kinds = b.symbols.neighbour_kinds(of.kinds, named) or of.kinds
    return ir.Neighbours(space=space, link=link, type=SetType(SpaceType(kinds)), span=span)


def get_key_type(b: Binding, per: str) -> Type:
    """Returns the type that something kept `per` ... belongs to."""
    if per == "player":
        return PLAYER
    if per in b.symbols.kinds:
        return PieceType(per)
    return SpaceType((per,)) if per in b.symbols.spaces else MemberType(per)


def _accept_owners_of(b: Binding, space: str) -> Accepts:
    """Accepts what can have spaces of this kind: players, or the spaces they are repeated in."""
    owned, per = b.symbols.owned(space), b.symbols.spaces[space].per

    def accepts(found: Type) -> bool:
        return (owned and found == PLAYER) or (
            isinstance(found, SpaceType) and found.kinds == (per,)
        )

    return accepts


def may_be_owned(b: Binding, found: Type) -> bool:
    """Whether a thing of this type can have an `owner`."""
    match found:
        case PieceType(kind=kind):
            return b.symbols.kinds[kind].per_player or b.symbols.kinds[kind].owner is not None
        case ZoneType(places=places):
            indices = (b.symbols.places[place].per for place in places)
            return all(
                ir.find_owning_index(per, b.symbols.varieties) is not None for per in indices
            )
        case SpaceType(kinds=kinds):
            return all(b.symbols.owned(kind) for kind in kinds)
        case _:
            return False


def read_note(b: Binding, id: str, key: ir.Expr | None, span: Span) -> ir.Expr:
    """Reads a note; that one which may be nothing is nothing is an error."""
    note = b.symbols.notes[id]
    read = ir.NoteRead(note=id, key=key, type=note.type, span=span)
    return build_given(read, note.optional)


def _make_note_reader(b: Binding, id: str) -> Callable[[ir.Expr, Span], ir.Expr]:
    return lambda right, span: read_note(b, id, right, span)


def _make_place_reader(b: Binding, id: str) -> Callable[[ir.Expr, Span], ir.Expr]:
    return lambda right, span: ir.ZonePlace(place=id, key=right, type=ZoneType((id,)), span=span)


def _make_kept_counter(b: Binding, id: str) -> Callable[[ir.Expr, Span], ir.Expr]:
    stock = b.symbols.stocks[id]

    def build(right: ir.Expr, span: Span) -> ir.Expr:
        assert stock.kept is not None
        kept = build_place(b, stock.kept, right, span)
        member = right if stock.each == "player" else None
        return ir.Amount(stock=id, member=member, places=kept, type=NUMBER, span=span)

    return build


def build_place(b: Binding, place: str, player: ir.Expr | None, span: Span) -> ir.Expr:
    """Builds a place, or this player's place if each player has one."""
    key = player if b.symbols.places[place].per == "player" else None
    return ir.ZonePlace(place=place, key=key, type=ZoneType((place,)), span=span)


def _make_attribute_reader(b: Binding, id: str) -> Callable[[ir.Expr, Span], ir.Expr]:
    def build(right: ir.Expr, span: Span) -> ir.Expr:
        attribute = b.symbols.attribute(right.type, id)
        assert attribute is not None
        if attribute.many:
            many = SetType(attribute.type)
            return ir.MembersOf(attribute=id, subject=right, type=many, span=span)
        read = ir.AttributeRead(attribute=id, subject=right, type=attribute.type, span=span)
        return build_given(read, attribute.may_be_nothing)

    return build


def _make_parent_finder(b: Binding, wanted: str) -> Callable[[ir.Expr, Span], ir.Expr]:
    def build(right: ir.Expr, span: Span) -> ir.Expr:
        while True:
            assert isinstance(right.type, SpaceType)
            kind = right.type.kinds[0]
            per = b.symbols.spaces[kind].per
            assert per is not None
            right = ir.ParentOf(space=right, type=SpaceType((per,)), span=span)
            if per == wanted:
                return right

    return build


def _build_face_of(right: ir.Expr, span: Span) -> ir.Expr:
    assert isinstance(right.type, PieceType)
    return ir.FaceOf(piece=right, type=MemberType(FACE + right.type.kind), span=span)


def _is_player(found: Type) -> bool:
    return isinstance(found, PlayerType)


def _is_on_board(found: Type) -> bool:
    """Whether it is a space of the board, or several."""
    return isinstance(found.element if isinstance(found, SetType) else found, SpaceType)


def build_given(expr: ir.Expr, optional: bool) -> ir.Expr:
    """Returns an expression that may be nothing, if it may."""
    return ir.Given(operand=expr, type=expr.type, span=expr.span) if optional else expr


def drop_given(expr: ir.Expr) -> ir.Expr:
    """Returns the same expression for a place where it may be nothing."""
    return expr.operand if isinstance(expr, ir.Given) else expr
