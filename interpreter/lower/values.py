"""Values with their modifiers, and invariants as functions of their own, which only checkers call."""

from __future__ import annotations

from boardwright.dsl.language.types import NumberType
from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import NO, YES, both, keep_in_reach
from boardwright.interpreter.lower.analysis.constant_tables import table_of
from boardwright.interpreter.lower.carriers import (
    find_carriers,
    lower_carrier,
    lower_in_force,
    lower_owner_of,
)
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.lower.expressions import begin_function
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Op, Var, add
from boardwright.interpreter.table.invariants import broken, function_of


def lower_value(linking: Linking, value: ir.Value, modifiers: list[ir.Modifier]) -> None:
    """A function of `me` and the parameters."""
    name = f"value:{value.id}"
    to = begin_function(linking, name)
    me = to.bind_plain(value.me)
    params = [me, *map(to.bind_plain, value.params)]
    base = to.lower(value.base)
    if not modifiers:
        to.emit(lo.Return(base))
    else:
        result = to.fresh("x")
        to.emit(lo.SetVar(result, base))
        for layer in ir.LAYERS:
            for modifier in modifiers:
                if modifier.op in layer:
                    _lower_modifier(to, modifier, value, me, params[1:], result)
        found: lo.Expr = Var(result)
        if isinstance(value.type, NumberType) and not value.optional:
            found = keep_in_reach(to, found, linking.reach.modified(value), value.span)
        to.emit(lo.Return(found))
    many = linking.table.how_many
    domains = (linking.table.players, *(many(p.type) for p in value.params))
    function = lo.Function(name, tuple(params), to.out, value.id, domains)
    linking.functions[name] = function
    most = linking.table.most
    known = table_of(function, linking.functions, linking.tables, most)
    if known is not None:
        linking.tables[name] = known


def _lower_modifier(
    to: Emitter,
    modifier: ir.Modifier,
    value: ir.Value,
    me: str,
    params: list[str],
    result: str,
) -> None:
    def change(test: lo.Expr) -> None:
        with to.inside() as body:
            condition = YES if modifier.when is None else to.lower(modifier.when)
            with to.inside() as then:
                operand = to.lower(modifier.operand)
                to.emit(lo.SetVar(result, _changed(modifier.op, Var(result), operand)))
            body.extend(then if condition == YES else [lo.When(condition, then, [])])
        to.out.extend(body if test == YES else [lo.When(test, body, [])])

    for name, var in zip(params, modifier.params, strict=False):
        to.bound[var.id] = Var(name)
    to.bound[modifier.actor.id] = to.bound[modifier.me.id] = Var(me)
    if modifier.definition is None:
        change(YES)
        return
    assert modifier.it is not None
    for carrier in find_carriers(to.linking, modifier.definition):
        it = lower_carrier(to, carrier)
        to.bound[modifier.it.id] = it
        test, owner = _test_modifier(to, modifier, carrier.kind, it, Var(me))
        if test == NO:
            continue
        with to.inside() as after:
            force = lower_in_force(to, modifier.definition, it, owner, Var(me))
            with to.inside() as body:
                change(YES)
            after.extend(body if force == YES else [lo.When(force, body, [])])
        to.out.extend(after if test == YES else [lo.When(test, after, [])])
        to.sure -= {modifier.me.id, modifier.actor.id}


def _test_modifier(
    to: Emitter, modifier: ir.Modifier, kind: str, it: lo.Expr, asking: lo.Expr
) -> tuple[lo.Expr, lo.Expr | None]:
    """Whether a modifier of a piece or space is meant for who asks, and its owner, who becomes its `me`."""
    if modifier.by == "me":
        owner = lower_owner_of(to, kind, it, nobody=-2)
        if owner is None:
            return NO, None
        to.sure |= {modifier.me.id, modifier.actor.id}
        return Op("==", owner, asking), asking
    owner = lower_owner_of(to, kind, it)
    if owner is None:
        to.bound[modifier.me.id] = Int(-1)
        return YES if modifier.by == "anyone" else NO, None
    owner = to.atom(owner, "owner")
    to.bound[modifier.me.id] = owner
    to.sure.add(modifier.me.id)
    owned = Op(">=", owner, NO)
    if modifier.by == "anyone":
        return owned, owner
    to.sure.add(modifier.actor.id)
    others = both(Op("!=", owner, asking), Op(">=", asking, NO))
    return both(owned, others), owner


def _changed(op: ir.ModifierOp, old: lo.Expr, operand: lo.Expr) -> lo.Expr:
    match op:
        case "becomes":
            return operand
        case "add":
            return add(old, operand)
        case "subtract":
            return Op("-", old, operand)
        case "at least":
            return Op("max", old, operand)
        case "at most":
            return Op("min", old, operand)
        case "only":
            return Op("&", old, operand)
        case "also":
            return Op("|", old, operand)
        case "except":
            return Op("&~", old, operand)


# ---- what is always true


def lower_invariants(linking: Linking) -> None:
    """Lowers each invariant of the game, of which a program that is not `judging` has none."""
    for number, invariant in enumerate(linking.game.invariants):
        name = function_of(number)
        to = begin_function(linking, name)
        to.emit(lo.Return(to.lower(invariant.condition)))
        linking.functions[name] = lo.Function(name, (), to.out, name)


def judge_here(to: Emitter) -> None:
    """Writes what fails here if an invariant is false."""
    for number, invariant in enumerate(to.linking.game.invariants):
        fault = broken(invariant)
        false = Op("==", lo.Apply(function_of(number), ()), Int(0))
        to.guard(false, fault.code, fault.message, invariant.span)
