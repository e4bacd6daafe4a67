"""What a name means where it stands: alone, and before `of`."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from boardwright.dsl.bind.binding import Binding
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.errors import hints
from boardwright.dsl.bind.errors import sight as sight_errors
from boardwright.dsl.bind.hiding import hidden_by_local
from boardwright.dsl.language import syntax
from boardwright.dsl.language.type_relations import Accepts, fits, fitting, is_set
from boardwright.dsl.language.types import (
    FACE,
    NUMBER,
    PLAYER,
    YES_NO,
    MemberType,
    PieceType,
    PlayerType,
    SetType,
    SpaceType,
    Type,
    ZoneType,
)
from boardwright.dsl.language.words import BUILT_IN_NOTES, BUILT_IN_SETS
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.local_names import PASSED_OVER, Bound
from boardwright.dsl.rules.symbols import Thing, ValueInfo, declared_first
from boardwright.dsl.source.places import Span

# Words of the language that stand where a name may: misspelt, they are taken for one.
_WORDS = ("bottom", "kinds", "nobody", "those")


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing that a bare name can stand for."""

    thing: Thing
    type: Type
    build: Callable[[Span], ir.Expr]


@dataclass(frozen=True, slots=True)
class Role:
    """One thing that a name before `of` can ask for."""

    thing: Thing
    accepts: Accepts
    build: Callable[[ir.Expr, Span], ir.Expr]


# ---- types that are due


def bind_typed(b: Binding, node: syntax.Expr, wanted: Type) -> ir.Expr | None:
    """An expression of this type, or None after a diagnostic."""
    return check_type(b, b.expression(b, node, fitting(wanted)), wanted)


def bind_number(b: Binding, node: syntax.Expr) -> ir.Expr | None:
    """A number, or None after a diagnostic."""
    return bind_typed(b, node, NUMBER)


def bind_condition(b: Binding, node: syntax.Expr) -> ir.Expr | None:
    """What is true or false, or None after a diagnostic."""
    return bind_typed(b, node, YES_NO)


def bind_player(b: Binding, node: syntax.Expr) -> ir.Expr | None:
    """One player, or None after a diagnostic."""
    return bind_typed(b, node, PLAYER)


def check_type(b: Binding, expr: ir.Expr | None, wanted: Type) -> ir.Expr | None:
    """The expression if its type is the one that is due; else a diagnostic and None."""
    if expr is None or fits(expr.type, wanted):
        return expr
    if wanted == NUMBER and is_set(expr.type):
        errors.set_as_number(b.bag, expr.span, expr.type)
    elif wanted == YES_NO and is_set(expr.type):
        errors.set_as_condition(b.bag, expr.span, expr.type)
    elif is_set(wanted) and not is_set(expr.type):
        errors.single_as_set(b.bag, expr.span, expr.type)
    else:
        help = f"write `{expr.span.text} >= 1`" if (wanted, expr.type) == (YES_NO, NUMBER) else ""
        if isinstance(expr.type, PieceType) and wanted == MemberType(FACE + expr.type.kind):
            help = f"write `face of {expr.span.text}`"
        help = help or suggest_of_it(b, expr, wanted)
        errors.wrong_type(b.bag, expr.span, expr.type, str(wanted), help)
    return None


# ---- me and it


def bind_me(b: Binding, span: Span) -> ir.Expr | None:
    """The player who acts, where there is one."""
    if b.context.me is None:
        errors.no_me(b.bag, span)
        return None
    return ir.Local(var=b.context.me, type=PLAYER, span=span)


def bind_me_or_nobody(b: Binding, span: Span) -> ir.Expr:
    """Who asks a value here: `me`, or nobody where there is none."""
    if b.context.me is None:
        return ir.Const(value=-1, type=PLAYER, span=span)
    return ir.Local(var=b.context.me, type=PLAYER, span=span)


def bind_it(b: Binding, span: Span) -> ir.Expr | None:
    """The piece or space whose text this is, or that is being asked about."""
    if b.context.it is None:
        errors.no_it(b.bag, span)
        return None
    return ir.Local(var=b.context.it, type=b.context.it.type, span=span)


# ---- names of one's own


def declare_local(
    b: Binding, name: syntax.Name, type: Type | None, made: str, var: ir.Var | None = None
) -> ir.Var:
    """Makes a local name. Where several answer at once it has one value for each of them."""
    rejoin = b.scope.rejoin
    if rejoin is not None and rejoin.bound.name == name.id and b.scope.find(name.id) is None:
        rejoin.done = True
        b.scope.add(replace(rejoin.bound, span=name.span, made=made))
        b.symbols.means(name.span, as_thing(rejoin.bound))
        first = rejoin.bound.var
        if first is not None and type is not None and not fits(type, first.type):
            errors.wrong_type(b.bag, name.span, type, str(first.type))
        if first is not None:
            return first
    else:
        earlier = b.scope.find(name.id)
        if earlier is not None and earlier.made != PASSED_OVER:
            errors.taken(b.bag, name.id, name.span, earlier.span, earlier.made == "let")
        elif type is not None:
            refuse_to_hide(b, name.id, name.span, type, made)
    at_once = b.context.at_once if made in ("let", "choose") else None
    if var is None:
        var = b.counter.var(name.id, type or NUMBER, PLAYER if at_once else None)
    within = None
    if at_once is not None:
        within = ir.Local(var=at_once, type=PLAYER, span=name.span)
    known = None if type is None else var
    bound = Bound(name.id, known, name.span, made, within)
    b.scope.add(bound)
    b.symbols.means(name.span, as_thing(bound))
    return var


def refuse_to_hide(b: Binding, name: str, span: Span, type: Type, made: str) -> None:
    """A name of one's own is no name of anything that the text can know; types may share theirs."""
    thing = hidden_by_local(b.symbols, b.context.clause, name, type)
    if thing is not None:
        alone = thing.sort == "note" and b.symbols.notes[thing.id].per is None
        errors.hides(b.bag, name, span, thing, alone, made == "let")


def _read_local(b: Binding, bound: Bound, span: Span) -> ir.Expr | None:
    """The value of a local name; None if its type could not be told."""
    if bound.var is None:
        return None
    if bound.var.keyed is None:
        return ir.Local(var=bound.var, type=bound.var.type, span=span)
    if bound.within is None:
        errors.keyed_alone(b.bag, bound.name, span, _bare(bound.var.keyed))
        return None
    return ir.LocalOf(var=bound.var, key=bound.within, type=bound.var.type, span=span)


# ---- a name alone


def bind_name(b: Binding, name: syntax.Name, want: Accepts | None = None) -> ir.Expr | None:
    """What a bare name stands for; the type that is due decides between several things."""
    bound = b.scope.find(name.id)
    if bound is not None:
        b.symbols.means(name.span, as_thing(bound))
        return _read_local(b, bound, name.span)
    found = find_meanings(b, name.id)
    if want is not None and any(want(meaning.type) for meaning in found):
        found = [meaning for meaning in found if want(meaning.type)]
    elif not found or want is not None:
        faces = find_faces(b, name.id)
        if want is not None:
            faces = [meaning for meaning in faces if want(meaning.type)]
        found = faces or found
    found = declared_first(found, lambda meaning: meaning.thing)
    if len(found) == 1:
        b.symbols.means(name.span, found[0].thing)
        return found[0].build(name.span)
    if found:
        sight_errors.ambiguous(
            b.bag, b.symbols, name.id, name.span, [meaning.thing for meaning in found]
        )
    elif not _has_failed(b, name.id):
        _explain_name(b, name, "something with a value")
    return None


def is_open(b: Binding, node: syntax.Expr) -> bool:
    """Whether the other side should be bound first, since it may tell what this name means."""
    return isinstance(node, syntax.Name) and b.scope.find(node.id) is None


def find_meanings(b: Binding, name: str) -> list[Meaning]:
    """All that a bare global name can stand for; private names hide all others."""
    for things in (b.symbols.private(b.context.clause, name), b.symbols.things(name)):
        found = [meaning for thing in things if (meaning := _find_meaning(b, thing)) is not None]
        if found:
            return found
    return []


def find_faces(b: Binding, name: str) -> list[Meaning]:
    """The faces of pieces that a bare name can stand for where nothing else that it means is due."""
    things = b.symbols.printed(name)
    return [meaning for thing in things if (meaning := _find_meaning(b, thing)) is not None]


def _has_failed(b: Binding, name: str) -> bool:
    """Whether it is a value whose own text is wrong, which was reported there."""
    things = b.symbols.private(b.context.clause, name) + b.symbols.things(name)
    return any(thing.sort == "value" and not b.symbols.values[thing.id].params for thing in things)


def _find_meaning(b: Binding, thing: Thing) -> Meaning | None:
    id, symbols = thing.id, b.symbols
    match thing.sort:
        case "value" if not symbols.values[id].params:
            type = symbols.value_type(id)
            if type is None:
                return None
            return Meaning(thing, type, lambda span: _build_value_call(b, symbols.values[id], span))
        case "note" if id in BUILT_IN_NOTES:
            return _meaning(thing, BUILT_IN_NOTES[id], ir.NoteRead, note=id, key=None)
        case "note" if symbols.notes[id].per is None:
            return _meaning(thing, symbols.notes[id].type, ir.NoteRead, note=id, key=None)
        case "option":
            return _meaning(thing, symbols.options[id].type, ir.OptionRead, option=id)
        case "member":
            index = symbols.varieties[thing.owner].members.index(id)
            return _meaning(thing, MemberType(thing.owner), ir.Const, value=index)
        case "printed":
            variety = FACE + thing.owner
            index = symbols.varieties[variety].members.index(id)
            return _meaning(thing, MemberType(variety), ir.Const, value=index)
        case "piece":
            return _meaning(thing, PieceType(thing.owner), ir.ThePiece, kind=thing.owner, id=id)
        case "pieces":
            return _meaning(thing, SetType(PieceType(id)), ir.AllPieces, kind=id)
        case "space" if symbols.spaces[thing.owner].per is None:
            type = SpaceType((thing.owner,))
            return _meaning(thing, type, ir.SpaceNamed, kind=thing.owner, id=id)
        case "copy" if id in symbols.copies:
            kind, number = symbols.copies[id]
            return _meaning(thing, SpaceType((kind,)), ir.Const, value=number)
        case "copy":
            kind, (piece, _, copy) = thing.owner, id.rpartition("_")
            fields = {"kind": kind, "id": piece, "copy": int(copy)}
            return _meaning(thing, PieceType(kind), ir.ThePiece, **fields)
        case "spaces":
            return _meaning(thing, SetType(SpaceType((id,))), ir.Spaces)
        case "place":
            one = ZoneType(id)
            type = one if symbols.places[id].per is None else SetType(one)
            return _meaning(thing, type, ir.ZonePlace, place=id, key=None)
        case "members":
            return _meaning(thing, SetType(MemberType(id)), ir.Members)
        case "built_in" if id in BUILT_IN_SETS:
            return Meaning(thing, BUILT_IN_SETS[id], functools.partial(_built_in, id))
        case "seat" if symbols.scenario:
            return _meaning(thing, PLAYER, ir.Const, value=symbols.seats[id])
        case "seat":
            return _meaning(thing, PLAYER, ir.Seat, id=id)
        case _:
            return None


def _build_value_call(b: Binding, info: ValueInfo, span: Span) -> ir.Expr:
    assert info.type is not None
    me = bind_me_or_nobody(b, span)
    return ir.ValueCall(value=info.id, arguments=(), me=me, type=info.type, span=span)


# ---- a name before `of`


def find_roles(b: Binding, name: str) -> list[Role]:
    """All that `name of ...` can ask for; private names come first."""
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
    """What `name of ...` can ask for if the name means this thing."""
    id, symbols = thing.id, b.symbols
    match thing.sort:
        case "note" if id not in BUILT_IN_NOTES and (per := symbols.notes[id].per) is not None:
            return [Role(thing, fitting(_get_key_type(b, per)), _make_note_reader(b, id))]
        case "place" if (per := symbols.places[id].per) is not None:
            return [Role(thing, fitting(_get_key_type(b, per)), _make_place_reader(b, id))]
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
        case "space_kind" | "space" | "spaces":
            return list(_find_space_roles(b, thing))
        case "with_of":
            return _find_built_in_roles(b, thing)
        case _:
            return []


def _find_space_roles(b: Binding, thing: Thing) -> Iterator[Role]:
    id, symbols = thing.id, b.symbols
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
            pass  # nobody's, and in no other space


def _find_built_in_roles(b: Binding, thing: Thing) -> list[Role]:
    symbols = b.symbols
    match thing.id:
        case "owner":
            return [Role(thing, functools.partial(_may_be_owned, b), lambda right, span:
                ir.OwnerOf(subject=right, type=PLAYER, span=span))]  # fmt: skip
        case "face":
            return [Role(thing, lambda t: isinstance(t, PieceType) and symbols.kinds[t.kind].sides > 0,
                lambda right, span: ir.DieFace(die=right, type=NUMBER, span=span)),
                Role(thing, lambda t: isinstance(t, PieceType) and FACE + t.kind in symbols.varieties,
                _face_of)]  # fmt: skip
        case "left" | "right":
            step = 1 if thing.id == "left" else -1
            return [Role(thing, _is_player, lambda right, span:
                ir.NextSeat(player=right, step=step, type=PLAYER, span=span))]  # fmt: skip
        case "neighbours":
            return [Role(thing, lambda t: isinstance(t, SpaceType), lambda right, span:
                build_neighbours(b, right, None, span))]  # fmt: skip
        case _:
            return []


def build_neighbours(b: Binding, space: ir.Expr, link: str | None, span: Span) -> ir.Expr:
    """The spaces linked to a space, by all links or by those of one kind."""
    assert isinstance(space.type, SpaceType)
    kinds = b.symbols.neighbour_kinds(space.type.kinds, link) or space.type.kinds
    return ir.Neighbours(space=space, link=link, type=SetType(SpaceType(kinds)), span=span)


def _get_key_type(b: Binding, per: str) -> Type:
    """The type of what something kept `per` ... belongs to."""
    if per == "player":
        return PLAYER
    if per in b.symbols.kinds:
        return PieceType(per)
    return SpaceType((per,)) if per in b.symbols.spaces else MemberType(per)


def _accept_owners_of(b: Binding, space: str) -> Accepts:
    """Accepts what has spaces of this kind of its own: players, or the spaces they are repeated in."""
    owned, per = b.symbols.owned(space), b.symbols.spaces[space].per

    def accepts(found: Type) -> bool:
        return (owned and found == PLAYER) or (
            isinstance(found, SpaceType) and found.kinds == (per,)
        )

    return accepts


def _may_be_owned(b: Binding, found: Type) -> bool:
    match found:
        case PieceType(kind=kind):
            return b.symbols.kinds[kind].per_player or b.symbols.kinds[kind].owner is not None
        case ZoneType(place=place):
            return b.symbols.places[place].per is not None
        case SpaceType(kinds=kinds):
            return all(b.symbols.owned(kind) for kind in kinds)
        case _:
            return False


def _make_note_reader(b: Binding, id: str) -> Callable[[ir.Expr, Span], ir.Expr]:
    note = b.symbols.notes[id]
    return lambda right, span: ir.NoteRead(note=id, key=right, type=note.type, span=span)


def _make_place_reader(b: Binding, id: str) -> Callable[[ir.Expr, Span], ir.Expr]:
    return lambda right, span: ir.ZonePlace(place=id, key=right, type=ZoneType(id), span=span)


def _make_kept_counter(b: Binding, id: str) -> Callable[[ir.Expr, Span], ir.Expr]:
    stock = b.symbols.stocks[id]

    def build(right: ir.Expr, span: Span) -> ir.Expr:
        assert stock.kept is not None
        kept = build_place(b, stock.kept, right, span)
        member = right if stock.each == "player" else None
        return ir.Amount(stock=id, member=member, places=kept, type=NUMBER, span=span)

    return build


def build_place(b: Binding, place: str, player: ir.Expr | None, span: Span) -> ir.Expr:
    """A place, or where it is kept per player that of this player."""
    key = player if b.symbols.places[place].per == "player" else None
    return ir.ZonePlace(place=place, key=key, type=ZoneType(place), span=span)


def _make_attribute_reader(b: Binding, id: str) -> Callable[[ir.Expr, Span], ir.Expr]:
    def build(right: ir.Expr, span: Span) -> ir.Expr:
        attribute = b.symbols.attribute(right.type, id)
        assert attribute is not None
        if attribute.many:
            many = SetType(attribute.type)
            return ir.MembersOf(attribute=id, subject=right, type=many, span=span)
        return ir.AttributeRead(attribute=id, subject=right, type=attribute.type, span=span)

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


# ---- explanations


def list_names(b: Binding) -> tuple[str, ...]:
    """Everything that could have been meant here."""
    private = b.symbols.privates.get(b.context.clause or ("", ""), {})
    return (*b.scope.names(), *private, *b.symbols.by_name, *_WORDS)


def _explain_name(b: Binding, name: syntax.Name, wanted: str) -> None:
    """Says why a name cannot stand alone where it does."""
    bag, id, span = b.bag, name.id, name.span
    gone = b.scope.gone(id)
    if gone is not None:
        explain_gone(b, name, gone)
        return
    things = b.symbols.private(b.context.clause, id) + b.symbols.things(id)
    if id in b.symbols.broken:
        return
    unnamed = suggest_naming(b, name)
    if not things and (found := b.symbols.things(id.rpartition("_")[0], "copies")):
        kind = b.symbols.kinds[found[0].owner]
        if b.symbols.scenario and not kind.per_player:
            errors.which_copy(bag, found[0].id, span, found[0], kind)
            return
    if not things:
        help = unnamed or suggest_names(b, name, list_names(b))
        report_unknown_name(b, name, "name", list_names(b), help)
        return
    if unnamed:
        errors.other_sort(bag, id, span, things, wanted, unnamed)
        return
    thing = things[0]
    match thing.sort:
        case "value":
            params = ", ".join(var.name for var in b.symbols.values[thing.id].params)
            errors.arguments_missing(bag, id, span, params)
        case "note":
            _explain_of(
                b,
                name,
                f"kept for each {b.symbols.notes[thing.id].per}",
                b.symbols.notes[thing.id].per,
            )
        case "attribute":
            it = b.context.it
            own = it is not None and b.symbols.attribute(it.type, id) is not None
            errors.of_missing(bag, id, span, str(thing), f"{id} of {'it' if own else '...'}")
        case "space":
            per = b.symbols.spaces[thing.owner].per
            _explain_of(b, name, f"there for each {per}", per)
        case "copies" if find_roles_of(b, thing):
            _explain_of(b, name, "there for each player", "player")
        case "copies" if b.symbols.scenario:
            errors.which_copy(bag, id, span, thing, b.symbols.kinds[thing.owner])
        case "kind" if b.symbols.kinds[thing.id].per_player:
            _explain_of(b, name, "there for each player", "player")
        case "kind":
            help = f"all of them are `{b.symbols.kinds[thing.id].plural}`"
            if b.context.element:
                help = hints.called(b.context.element)
            errors.other_sort(bag, id, span, things, wanted, help)
        case "space_kind":
            help = f"all of them are `{b.symbols.spaces[thing.id].plural}`; that of a piece is `{id} of ...`"
            if b.context.element:
                help = hints.called(b.context.element)
            errors.other_sort(bag, id, span, things, wanted, help)
        case "amount" | "stock":
            errors.where_unsaid(bag, span, b.symbols.stocks[thing.id].plural)
        case "with_of":
            errors.of_missing(bag, id, span, str(thing), f"{id} of ...")
        case "function" | "table":
            errors.arguments_missing(bag, id, span, "...")
        case "rule":
            errors.other_sort(
                bag, id, span, things, wanted, "a rule is called by a line of its own"
            )
        case "face":
            help = f"pieces are told by their faces: `face of c is {id}`"
            errors.other_sort(bag, id, span, things, wanted, help)
        case _:
            errors.other_sort(bag, id, span, things, wanted)


def suggest_names(b: Binding, name: syntax.Name, known: Iterable[str]) -> tuple[str, ...]:
    """Names that were probably meant; in the conditions of a set also what each one is called."""
    close = hints.of_a_name(name.id, name.span, known)
    element = b.context.element
    if not element or f"`{element}`" in "".join(close):
        return close
    return (*close, hints.called(element))


def report_unknown_name(
    b: Binding, name: syntax.Name, sort: str, known: Iterable[str], help: str | tuple[str, ...] = ""
) -> None:
    """Says that nothing has this name, or that it belongs to an expansion which this text cannot know."""
    if not sight_errors.beyond(b.bag, b.symbols, name):
        errors.unknown(b.bag, sort, name.id, name.span, known, help)


def explain_gone(b: Binding, name: syntax.Name, gone: Bound) -> None:
    """Says where a name was made, unless that was told to be wrong as a whole."""
    if gone.made != PASSED_OVER:
        errors.gone(b.bag, name.id, name.span, gone.made, gone.span)


def _explain_of(b: Binding, name: syntax.Name, what: str, per: str | None) -> None:
    it = b.context.it
    whose = "me" if per == "player" else "..."
    if it is not None and per is not None and _get_key_type(b, per) == it.type:
        whose = "it"
    errors.of_missing(b.bag, name.id, name.span, what, f"{name.id} of {whose}")


def suggest_of_it(b: Binding, expr: ir.Expr, wanted: Type) -> str:
    """The help where `it` stands and something else is due."""
    it = b.context.it
    owner = "me" if b.context.clause else "owner of it"
    return hints.of_it(expr, it, wanted, owner if it and _may_be_owned(b, it.type) else "")


def suggest_naming(b: Binding, name: syntax.Name) -> str:
    """How the head names this parameter, which it leaves out; nothing if it has none of this name."""
    return dict(b.context.unnamed).get(name.id, "")


def as_thing(bound: Bound) -> Thing:
    """A local name, which belongs to what its value is."""
    type = "" if bound.var is None else str(bound.var.type)
    return Thing("local", bound.name, bound.span, owner=type)


def _meaning(thing: Thing, type: Type, node: type[Any], **fields: Any) -> Meaning:
    return Meaning(thing, type, lambda span: node(**fields, type=type, span=span))


def _built_in(id: str, span: Span) -> ir.Expr:
    match id:
        case "players":
            return ir.Players(type=SetType(PLAYER), span=span)
        case "seats":
            return ir.Seats(type=SetType(PLAYER), span=span)
        case "first_seat":
            return ir.Const(value=0, type=PLAYER, span=span)
        case _:
            seats = ir.Count(
                members=ir.Seats(type=SetType(PLAYER), span=span), type=NUMBER, span=span
            )
            one = ir.Const(value=1, type=NUMBER, span=span)
            return ir.Arithmetic(op="-", left=seats, right=one, type=PLAYER, span=span)


def _face_of(right: ir.Expr, span: Span) -> ir.Expr:
    assert isinstance(right.type, PieceType)
    return ir.FaceOf(piece=right, type=MemberType(FACE + right.type.kind), span=span)


def _is_player(found: Type) -> bool:
    return isinstance(found, PlayerType)


def _bare(type: Type) -> str:
    """The type in words, without its article."""
    return str(type).removeprefix("a ").removeprefix("an ").removeprefix("one of ")
