"""Reads what the head of a hook or modifier says about the parameters of its rule or value.

A word in a position is the parameter, by its own name or its type, or a thing of the parameter's type. The clause then
applies to this thing only. No other word becomes a name: a misspelt id would silently mean everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from boardwright.dsl.bind.binding import RulesetBinding
from boardwright.dsl.bind.declared.declarations import find_param_type
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.errors import heads as head_errors
from boardwright.dsl.language import syntax
from boardwright.dsl.language.type_relations import fits
from boardwright.dsl.language.types import (
    FACE,
    YES_NO,
    MemberType,
    PieceType,
    PlayerType,
    SetType,
    SpaceType,
    Type,
    kinds_of,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.symbols import NOWHERE, Symbols, Thing
from boardwright.dsl.source.places import Span


@dataclass(frozen=True, slots=True)
class Heading:
    """The parameters of a clause: `named` are those with a name in it, `only` those that are fixed to one id, by position, and
    `conditions` are the conditions that fix them.
    """

    params: tuple[ir.Var, ...]
    named: tuple[tuple[syntax.Param, ir.Var], ...]
    only: tuple[tuple[int, str], ...] = ()
    conditions: tuple[ir.Expr, ...] = ()


def read_heading(
    r: RulesetBinding, head: syntax.Head, params: Sequence[ir.Var], place: Span
) -> Heading | None:
    """Matches the parameters of a head with the declared ones; trailing ones may be left out."""
    symbols, bag = r.symbols, r.bag
    if len(head.params) > len(params):
        extra = head.params[len(params)]
        errors.too_many_params(bag, head.name.id, extra.span, len(params), place)
        return None
    own: list[ir.Var] = []
    named: list[tuple[syntax.Param, ir.Var]] = []
    only: list[tuple[int, str]] = []
    conditions: list[ir.Expr] = []
    right = True
    for at, var in enumerate(params):
        param = head.params[at] if at < len(head.params) else None
        unknown = var.id in symbols.unknown
        is_name = param is not None and (unknown or _is_parameter(symbols, param, var))
        name = param.name if param is not None and is_name else var.name
        new = r.counter.var(name, var.type, optional=var.optional)
        own.append(new)
        if unknown:
            symbols.unknown.add(new.id)
        if param is None:
            continue
        if is_name:
            twin = next((each for each, _ in named if each.name == name), None)
            if twin is not None:
                errors.taken(bag, name, param.span, twin.span, False)
                right = False
            named.append((param, new))
            if param.type is None:
                for type, thing in symbols.types_named(param.name):
                    if type == var.type:
                        symbols.means(param.names[-1].span, thing)
            elif not unknown:
                own_type = find_param_type(r, param)
                if own_type is not None and not fits(var.type, own_type):
                    errors.wrong_type(bag, param.span, own_type, str(var.type))
            if param.is_optional and not var.optional:
                help = "remove `or nothing`"
                errors.fact(bag, param.span, f"`{var.name}` is never nothing here", help)
            continue
        fixed = _bind_fixed(symbols, new, param)
        if fixed is None:
            known = (var.name, *_list_ids(symbols, var.type))
            head_errors.no_parameter(bag, head.name.id, param, var, known, symbols, place)
            right = False
            continue
        only.append((at, param.name))
        conditions.append(_build_if_given(new, fixed) if new.optional else fixed)
    return Heading(tuple(own), tuple(named), tuple(only), tuple(conditions)) if right else None


def read_effect(
    r: RulesetBinding, head: syntax.Head, of: syntax.Param
) -> tuple[str, Heading] | None:
    """Reads the head of a hook on an effect, `ability of king`: what is hooked, and the piece or space as its parameter."""
    symbols, name = r.symbols.seen_from(head.name.span.source), head.name.id
    slots = symbols.things(name, "slot")
    kinds = [slot.owner for slot in slots]
    kind = _find_kind(r, symbols, kinds, name, of)
    if kind is None:
        return None
    if head.params:
        errors.too_many_params(r.bag, name, head.params[0].span, 0, NOWHERE)
        return None
    symbols.means(head.name.span, *(slot for slot in slots if slot.owner == kind))
    type: Type = PieceType(kind) if kind in symbols.kinds else SpaceType((kind,))
    declared = (symbols.kinds.get(kind) or symbols.spaces[kind]).span
    piece = r.counter.var(kind, type)
    read = read_heading(r, replace(head, params=(of,)), (piece,), declared)
    return None if read is None else (ir.effect_rule(kind, name), read)


def _find_kind(
    r: RulesetBinding, symbols: Symbols, kinds: list[str], name: str, of: syntax.Param
) -> str | None:
    """Returns the kind of the piece or space in `ability of king`; None after a diagnostic."""
    if of.type is not None:
        type = find_param_type(r, of)
        if type is None:
            return None
        found = [] if isinstance(type, SetType) else [k for k in kinds_of(type) if k in kinds]
        if len(found) != 1 or len(kinds_of(type)) != 1:
            head_errors.no_owner_of_effect(r.bag, name, of.span, str(type), kinds)
            return None
        return found[0]
    if of.name in kinds:
        return of.name
    printed = {k: (symbols.kinds.get(k) or symbols.spaces[k]).definitions for k in kinds}
    named = {k: [each for each in printed[k] if each.id == of.name] for k in kinds}
    found = [kind for kind, definitions in named.items() if definitions]
    if len(found) > 1:
        head_errors.effect_of_two(r.bag, name, of.name, of.span, found)
        return None
    if not found:
        ids = [each.id for definitions in printed.values() for each in definitions]
        written = f"`{of.name}`"
        head_errors.no_owner_of_effect(r.bag, name, of.span, written, kinds, (of.name, ids))
        return None
    has = any(
        slot.name.id == name
        for each in r.ruleset.definitions
        if (each.kind.id, each.id) == (found[0], of.name)
        for slot in each.slots
    )
    if not has:
        head_errors.without_effect(r.bag, name, of.name, of.span, named[found[0]][0].span)
        return None
    return found[0]


def _is_parameter(symbols: Symbols, param: syntax.Param, var: ir.Var) -> bool:
    """Whether a word names the parameter: after a type, or by the parameter's own name or its type's name."""
    return (
        param.type is not None
        or param.name == var.name
        or any(type == var.type for type, _ in symbols.types_named(param.name))
    )


def _bind_fixed(symbols: Symbols, var: ir.Var, param: syntax.Param) -> ir.Expr | None:
    """Builds the condition that a parameter is the thing with this id; None if its type has no such thing."""
    id, span = param.name, param.span
    local = ir.Local(var=var, type=var.type, span=span)
    match var.type:
        case MemberType(variety=variety):
            members = symbols.varieties[variety].members
            if id not in members:
                return None
            symbols.means(span, symbols.member(symbols.varieties[variety], id))
            return _build_same(local, ir.Const(value=members.index(id), type=var.type, span=span))
        case PieceType(kind=kind):
            return _bind_piece(symbols, local, kind, id)
        case SpaceType(kinds=kinds):
            for kind in kinds:
                for each in symbols.spaces[kind].definitions:
                    if each.id == id:
                        symbols.means(span, Thing("space", id, each.span, owner=kind))
                        one = SetType(SpaceType((kind,)))
                        named = ir.SpaceNamed(kind=kind, id=id, type=one, span=span)
                        return ir.Member(element=local, members=named, type=YES_NO, span=span)
            return None
        case PlayerType() if id in symbols.seats:
            symbols.means(span, Thing("seat", id))
            return _build_same(local, ir.Seat(id=id, type=var.type, span=span))
        case _:
            return None


def _build_if_given(var: ir.Var, fixed: ir.Expr) -> ir.Expr:
    """Builds the condition that a parameter is something, and what is fixed."""
    local, span = ir.Local(var=var, type=var.type, span=fixed.span), fixed.span
    missing = ir.IsNothing(operand=local, type=YES_NO, span=span)
    there = ir.Not(operand=missing, type=YES_NO, span=span)
    return ir.Both(left=there, right=fixed, type=YES_NO, span=span)


def _bind_piece(symbols: Symbols, local: ir.Expr, kind: str, id: str) -> ir.Expr | None:
    """Builds the condition for a piece by its id: that piece, or any piece with this face."""
    of, span = symbols.kinds[kind], local.span
    found = next((n for n, each in enumerate(of.definitions) if each.id == id), None)
    if found is None:
        return None
    definition = of.definitions[found]
    if of.sides or symbols.pointed_at(of, definition):
        symbols.means(span, Thing("piece", id, definition.span, owner=kind))
        return _build_same(local, ir.ThePiece(kind=kind, id=id, type=local.type, span=span))
    symbols.means(span, Thing("printed", id, definition.span, owner=kind))
    face = MemberType(FACE + kind)
    shown = ir.FaceOf(piece=local, type=face, span=span)
    return _build_same(shown, ir.Const(value=found, type=face, span=span))


def _build_same(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    return ir.Same(left=left, right=right, type=YES_NO, span=right.span)


def _list_ids(symbols: Symbols, type: Type) -> Iterable[str]:
    """Returns the ids of all things of a type."""
    match type:
        case MemberType(variety=variety):
            return symbols.varieties[variety].members
        case PieceType(kind=kind):
            return [each.id for each in symbols.kinds[kind].definitions]
        case SpaceType(kinds=kinds):
            return [each.id for kind in kinds for each in symbols.spaces[kind].definitions]
        case PlayerType():
            return tuple(symbols.seats)
        case _:
            return ()
