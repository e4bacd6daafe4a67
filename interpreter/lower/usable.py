"""Whether effects are usable: a function for each effect and each type of piece or space that is asked about."""

from __future__ import annotations

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import asks_usable
from boardwright.interpreter.lower.addresses import NO
from boardwright.interpreter.lower.choices import show_entry
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.lower.expressions import begin_function
from boardwright.interpreter.lower.statements import find_effects
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Var


def lower_usables(linking: Linking) -> None:
    """Lowers what was asked for so far, and what that asks for."""
    while waiting := linking.usables.keys() - linking.functions.keys():
        name = min(waiting)
        linking.functions[name] = _lower_usable(linking, name, linking.usables[name])


def _lower_usable(linking: Linking, name: str, asked: ir.Usable) -> lo.Function:
    """A function of `me` and the piece or space."""
    to = begin_function(linking, name)
    me, subject = (f"{word}_t{linking.number()}" for word in ("me", "subject"))
    result = to.fresh("usable")
    to.emit(lo.SetVar(result, NO))
    which, effects = find_effects(to, asked.slot, Var(subject), asked.subject.type)
    cases: list[list[lo.Stmt]] = []
    for definition, effect in effects:
        to.usable_of = effect.id, definition.kind
        with to.inside() as case:
            if not (name.endswith("~plain") and asks_usable(effect, definition.kind)):
                to.bound[effect.me.id], to.bound[effect.it.id] = Var(me), Var(subject)
                show_entry(to, result, 0, effect.when, effect.body)
        cases.append(case)
    to.out.extend(lo.halved(which, [*cases, []]))
    to.emit(lo.Return(Var(result)))
    return lo.Function(name, (me, subject), to.out, asked.slot)
