"""Binds single names, the names that a text declares, and expressions that must have one type."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from boardwright.dsl.bind.binding import Binding
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.errors import sight as sight_errors
from boardwright.dsl.bind.explanations import explain_name, suggest_of_it
from boardwright.dsl.bind.hiding import find_hidden_by_local
from boardwright.dsl.bind.roles import build_given, drop_given, read_note
from boardwright.dsl.language import syntax
from boardwright.dsl.language.type_relations import Accepts, fits, fitting, is_set
from boardwright.dsl.language.types import (
    FACE,
    NUMBER,
    PLAYER,
    WAY,
    WAYS,
    YES_NO,
    MemberType,
    PieceType,
    PlayerType,
    SetType,
    SpaceType,
    Type,
    ZoneType,
)
from boardwright.dsl.language.words import ALL_WAYS, BUILT_IN_NOTES, BUILT_IN_SETS
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.local_names import PASSED_OVER, Bound
from boardwright.dsl.rules.symbols import Symbols, Thing, ValueInfo, declared_first
from boardwright.dsl.source.fixes import write
from boardwright.dsl.source.places import Span


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing that a bare name can mean."""

    thing: Thing
    type: Type
    build: Callable[[Span], ir.Expr]


# ---- expected types


def bind_typed(b: Binding, node: syntax.Expr, wanted: Type) -> ir.Expr | None:
    """Binds an expression of this type; None after a diagnostic."""
    if isinstance(node, syntax.Absent):
        return build_nothing(b, node.span, wanted)
    return check_type(b, b.expression(b, node, fitting(wanted)), wanted)


def bind_number(b: Binding, node: syntax.Expr) -> ir.Expr | None:
    """Binds a number; None after a diagnostic."""
    return bind_typed(b, node, NUMBER)


def bind_condition(b: Binding, node: syntax.Expr) -> ir.Expr | None:
    """Binds a condition; None after a diagnostic."""
    return bind_typed(b, node, YES_NO)


def bind_player(b: Binding, node: syntax.Expr) -> ir.Expr | None:
    """Binds one player; None after a diagnostic."""
    return bind_typed(b, node, PLAYER)


def check_type(b: Binding, expr: ir.Expr | None, wanted: Type) -> ir.Expr | None:
    """Returns the expression if it has the expected type; otherwise reports it and returns None."""
    if expr is None:
        return None
    if fits(expr.type, wanted):
        nothing = _find_nothing(expr.operand) if isinstance(expr, ir.Given) else None
        if nothing is not None:
            errors.nothing_single(b.bag, nothing.span, wanted)
        return expr if nothing is None else None
    if wanted == NUMBER and is_set(expr.type):
        errors.set_as_number(b.bag, expr.span, expr.type)
    elif wanted == YES_NO and is_set(expr.type):
        errors.set_as_condition(b.bag, expr.span, expr.type)
    elif is_set(wanted) and not is_set(expr.type):
        errors.single_as_set(b.bag, expr.span, expr.type)
    else:
        help = write(f"{expr.span.text} >= 1") if (wanted, expr.type) == (YES_NO, NUMBER) else ""
        if isinstance(expr.type, PieceType) and wanted == MemberType(FACE + expr.type.kind):
            help = write(f"face of {expr.span.text}")
        help = help or suggest_of_it(b, expr, wanted)
        errors.wrong_type(b.bag, expr.span, expr.type, str(wanted), help)
    return None


def _find_nothing(expr: ir.Expr) -> ir.Nothing | None:
    """Returns the `nothing` that is written as a side of `if ... else`, if one is."""
    match expr:
        case ir.Nothing():
            return expr
        case ir.IfElse(first=first, other=other):
            return _find_nothing(first) or _find_nothing(other)
        case _:
            return None


def build_nothing(b: Binding, span: Span, wanted: Type) -> ir.Expr | None:
    """Binds `nothing` where something of this type is expected."""
    if isinstance(wanted, SetType):
        return ir.Empty(type=wanted, span=span)
    errors.nothing_single(b.bag, span, wanted)
    return None


def build_side_of_nothing(b: Binding, span: Span, other: Type) -> ir.Expr | None:
    """Binds `nothing` as one side of `if ... else`, where the other side has this type."""
    if isinstance(other, SetType | PlayerType | ZoneType):
        return build_nothing(b, span, other)
    return ir.Nothing(type=other, span=span)


def bind_optional(b: Binding, node: syntax.Expr, wanted: Type) -> ir.Expr | None:
    """Binds an expression of this type, or `nothing`; also one side of `if ... else`."""
    match node:
        case syntax.Absent(span=span):
            return ir.Nothing(type=wanted, span=span)
        case syntax.IfElse(first=first, condition=condition, other=other, span=span):
            test = bind_condition(b, condition)
            one, two = (bind_optional(b, side, wanted) for side in (first, other))
            if test is None or one is None or two is None:
                return None
            return ir.IfElse(first=one, condition=test, other=two, type=wanted, span=span)
        case _:
            found = b.expression(b, node, fitting(wanted))
            return None if found is None else check_type(b, drop_given(found), wanted)


# ---- me and it


def bind_me(b: Binding, span: Span) -> ir.Expr | None:
    """Binds the player who acts, and reports a text in which no player does."""
    if b.context.me is None:
        errors.no_me(b.bag, span)
        return None
    return ir.Local(var=b.context.me, type=PLAYER, span=span)


def bind_me_or_nobody(b: Binding, span: Span) -> ir.Expr:
    """Binds who uses a value here: `me`, or nobody if no player acts."""
    if b.context.me is None:
        return ir.Const(value=-1, type=PLAYER, span=span)
    return ir.Local(var=b.context.me, type=PLAYER, span=span)


def bind_it(b: Binding, span: Span) -> ir.Expr | None:
    """Binds the piece or space whose text this is, or that a condition is about."""
    if b.context.it is None:
        errors.no_it(b.bag, span)
        return None
    return ir.Local(var=b.context.it, type=b.context.it.type, span=span)


# ---- local names


def declare_local(
    b: Binding,
    name: syntax.Name,
    type: Type | None,
    made: str,
    var: ir.Var | None = None,
    optional: bool = False,
) -> ir.Var:
    """Declares a local name. In `all at once` it has one value for each player."""
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
        var = b.counter.var(name.id, type or NUMBER, PLAYER if at_once else None, optional)
    within = None
    if at_once is not None:
        within = ir.Local(var=at_once, type=PLAYER, span=name.span)
    known = None if type is None else var
    bound = Bound(name.id, known, name.span, made, within)
    b.scope.add(bound)
    b.symbols.means(name.span, as_thing(bound))
    return var


def refuse_to_hide(b: Binding, name: str, span: Span, type: Type, made: str) -> None:
    """Reports a local name that would hide something the text can know, other than its type."""
    thing = find_hidden_by_local(b.symbols, b.context.clause, name, type)
    if thing is not None:
        alone = thing.sort == "note" and b.symbols.notes[thing.id].per is None
        errors.hides(b.bag, name, span, thing, alone, made == "let")


def _read_local(b: Binding, bound: Bound, span: Span) -> ir.Expr | None:
    """Returns the value of a local name; None if its type is unknown."""
    if bound.var is None:
        return None
    if bound.var.keyed is None:
        local = ir.Local(var=bound.var, type=bound.var.type, span=span)
        return build_given(local, bound.var.optional)
    if bound.within is None:
        errors.keyed_alone(b.bag, bound.name, span, _drop_article(bound.var.keyed))
        return None
    local_of = ir.LocalOf(var=bound.var, key=bound.within, type=bound.var.type, span=span)
    return build_given(local_of, bound.var.optional)


# ---- a name alone


def bind_name(b: Binding, name: syntax.Name, want: Accepts | None = None) -> ir.Expr | None:
    """Binds a bare name; the expected type decides between several meanings."""
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
        found = faces or found or _find_ways(b, name.id)
    found = declared_first(found, lambda meaning: meaning.thing)
    if len(found) == 1:
        b.symbols.means(name.span, found[0].thing)
        return found[0].build(name.span)
    if found:
        sight_errors.ambiguous(
            b.bag, b.symbols, name.id, name.span, [meaning.thing for meaning in found]
        )
    elif not _has_failed(b, name.id):
        explain_name(b, name, "something with a value")
    return None


def is_open(b: Binding, node: syntax.Expr) -> bool:
    """Whether to bind the other side first, because it may decide what this name means."""
    return isinstance(node, syntax.Name) and b.scope.find(node.id) is None


def find_meanings(b: Binding, name: str) -> list[Meaning]:
    """Returns everything that a bare global name can mean; private names hide all others."""
    for things in (b.symbols.private(b.context.clause, name), b.symbols.things(name)):
        found = [
            meaning
            for thing in things
            if thing.sort not in ("link", "way")
            and (meaning := _find_meaning(b, thing)) is not None
        ]
        if found:
            return found
    return []


def find_faces(b: Binding, name: str) -> list[Meaning]:
    """Returns the faces of pieces that a bare name can mean if nothing else fits; without any, the ways on the board."""
    things = b.symbols.printed(name)
    found = [meaning for thing in things if (meaning := _find_meaning(b, thing)) is not None]
    return found or _find_ways(b, name)


def _find_ways(b: Binding, name: str) -> list[Meaning]:
    """Returns the ways on the board that a bare name can mean."""
    things = b.symbols.ways(name)
    return [meaning for thing in things if (meaning := _find_meaning(b, thing)) is not None]


def _has_failed(b: Binding, name: str) -> bool:
    """Whether it is a value whose own text is wrong, which is reported already."""
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
            return _make_meaning(thing, BUILT_IN_NOTES[id], ir.NoteRead, note=id, key=None)
        case "note" if symbols.notes[id].per is None:
            return Meaning(thing, symbols.notes[id].type, functools.partial(read_note, b, id, None))
        case "option":
            return _make_meaning(thing, symbols.options[id].type, ir.OptionRead, option=id)
        case "member":
            index = symbols.varieties[thing.owner].members.index(id)
            return _make_meaning(thing, MemberType(thing.owner), ir.Const, value=index)
        case "printed":
            variety = FACE + thing.owner
            index = symbols.varieties[variety].members.index(id)
            return _make_meaning(thing, MemberType(variety), ir.Const, value=index)
        case "piece":
            return _make_meaning(
                thing, PieceType(thing.owner), ir.ThePiece, kind=thing.owner, id=id
            )
        case "pieces":
            return _make_meaning(thing, SetType(PieceType(id)), ir.AllPieces, kind=id)
        case "space" if symbols.spaces[thing.owner].is_single:
            type = SpaceType((thing.owner,))
            return _make_meaning(thing, type, ir.SpaceNamed, kind=thing.owner, id=id)
        case "copy" if id in symbols.copies:
            kind, number = symbols.copies[id]
            return _make_meaning(thing, SpaceType((kind,)), ir.Const, value=number)
        case "copy":
            kind, (piece, _, copy) = thing.owner, id.rpartition("_")
            fields = {"kind": kind, "id": piece, "copy": int(copy)}
            return _make_meaning(thing, PieceType(kind), ir.ThePiece, **fields)
        case "spaces":
            return _make_meaning(thing, SetType(SpaceType((id,))), ir.Spaces)
        case "link" | "way":
            return Meaning(thing, *_mean_ways(symbols, id))
        case "place":
            one = ZoneType((id,))
            type = one if symbols.places[id].per is None else SetType(one)
            return _make_meaning(thing, type, ir.ZonePlace, place=id, key=None)
        case "members":
            return _make_meaning(thing, SetType(MemberType(id)), ir.Members)
        case "built_in" if id in BUILT_IN_SETS:
            if id == ALL_WAYS and WAYS not in symbols.varieties:
                return None
            return Meaning(thing, BUILT_IN_SETS[id], functools.partial(_build_built_in, id))
        case "seat" if symbols.scenario:
            return _make_meaning(thing, PLAYER, ir.Const, value=symbols.seats[id])
        case "seat":
            return _make_meaning(thing, PLAYER, ir.Seat, id=id)
        case _:
            return None


def _mean_ways(symbols: Symbols, name: str) -> tuple[Type, Callable[[Span], ir.Expr]]:
    """Returns the type and the value of the name of one way or of several."""
    numbers = symbols.ways_called(name)
    if len(numbers) == 1:
        return WAY, lambda span: ir.Const(value=numbers[0], type=WAY, span=span)
    return SetType(WAY), lambda span: build_ways(numbers, span)


def build_ways(numbers: tuple[int, ...], span: Span) -> ir.Expr:
    """Builds a set of ways."""
    found: ir.Expr = ir.Empty(type=SetType(WAY), span=span)
    for number in numbers:
        way = ir.Const(value=number, type=WAY, span=span)
        one: ir.Expr = ir.Singleton(element=way, type=SetType(WAY), span=span)
        if not isinstance(found, ir.Empty):
            one = ir.Union(left=found, right=one, type=SetType(WAY), span=span)
        found = one
    return found


def _build_value_call(b: Binding, info: ValueInfo, span: Span) -> ir.Expr:
    assert info.type is not None
    me = bind_me_or_nobody(b, span)
    call = ir.ValueCall(value=info.id, arguments=(), me=me, type=info.type, span=span)
    return build_given(call, info.optional)


def as_thing(bound: Bound) -> Thing:
    """Returns a local name as a thing, owned by the type of its value."""
    type = "" if bound.var is None else str(bound.var.type)
    return Thing("local", bound.name, bound.span, owner=type)


def _make_meaning(thing: Thing, type: Type, node: type[Any], **fields: Any) -> Meaning:
    return Meaning(thing, type, lambda span: node(**fields, type=type, span=span))


def _build_built_in(id: str, span: Span) -> ir.Expr:
    if id == ALL_WAYS:
        return ir.Members(type=SetType(WAY), span=span)
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


def _drop_article(type: Type) -> str:
    """Returns the type in words, without its article."""
    return str(type).removeprefix("a ").removeprefix("an ").removeprefix("one of ")
