"""Works out what a value can be, with everything that modifies it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from boardwright.dsl.language.types import SetType
from boardwright.dsl.rules import ir
from boardwright.validators.reasoning.component_counts import MANY
from boardwright.validators.reasoning.facts import Known
from boardwright.validators.reasoning.ranges import (
    Many,
    ValueRange,
    arithmetic,
    between,
    exactly,
    highest,
    lowest,
    negative,
)

if TYPE_CHECKING:
    from boardwright.validators.reasoning.reasoning import Reasoner


def asked(
    reasoner: Reasoner,
    id: str,
    arguments: Sequence[ValueRange | Many],
    me: ValueRange,
    known: Known,
) -> ValueRange | Many:
    """Returns what a value can be for these arguments, with all that modifies it."""
    value = reasoner.game.values[id]
    is_set = isinstance(value.type, SetType)
    if isinstance(value.base, ir.Const):
        return reasoner.extents.of_type(value.type)

    def within(params: Sequence[ir.Var], asker: ir.Var) -> Known:
        names = {var.id: each for var, each in zip(params, arguments, strict=True)}
        return Known(known.seats, {**names, asker.id: me}, {}, known.phase)

    inner = within(value.params, value.me)
    found = reasoner.many(value.base, inner) if is_set else reasoner.single(value.base, inner)
    for layer in ir.LAYERS:
        for modifier in reasoner.modifiers.get(id, ()):
            if modifier.op not in layer:
                continue
            at = reasoner.of_clause(modifier, within(modifier.params, modifier.actor))
            if modifier.by == "me":
                at = at.named(modifier.me, me)
            sure = modifier.definition is None and modifier.origin not in reasoner.game.in_play
            if modifier.when is not None:
                holds = reasoner.holds(modifier.when, at)
                assumed = None if holds is False else reasoner.assume(modifier.when, True, at)
                if assumed is None:
                    continue
                at, sure = assumed, sure and holds is True
            operand = (
                reasoner.many(modifier.operand, at)
                if is_set
                else reasoner.single(modifier.operand, at)
            )
            found = _changed(reasoner, found, modifier, operand, sure)
    return found


def _changed(
    reasoner: Reasoner,
    found: ValueRange | Many,
    by: ir.Modifier,
    operand: ValueRange | Many,
    sure: bool,
) -> ValueRange | Many:
    """Returns a value after one modifier, which applies always if it is `sure`."""
    if isinstance(found, Many) or isinstance(operand, Many):
        assert isinstance(found, Many) and isinstance(operand, Many)
        changed = _changed_set(found, by.op, operand)
        if sure:
            return changed
        least, most = min(found.least, changed.least), max(found.most, changed.most)
        return Many(found.element.join(changed.element), least, most)
    match by.op:
        case "add" | "subtract":
            amount = operand if by.op == "add" else negative(operand)
            if not sure:
                amount = amount.join(exactly(0))
            times = _copies(reasoner, by.definition)
            return arithmetic("+", found, arithmetic("*", amount, times))
        case "at least":
            new = highest([found, operand])
        case "at most":
            new = lowest([found, operand])
        case _:
            new = operand
    return new if sure else found.join(new)


def _copies(reasoner: Reasoner, definition: tuple[str, str] | None) -> ValueRange:
    """Returns how often a clause may apply: once for each piece that has it."""
    if definition is None:
        return exactly(1)
    kind, id = definition
    if kind not in reasoner.game.kinds:
        return between(1, max(reasoner.extents.spaces_of(kind, reasoner.game.players)[1], 1))
    of = reasoner.game.kinds[kind]
    copies = next((each.copies for each in of.definitions if each.id == id), 1)
    return between(1, max(copies * (reasoner.game.players[1] if of.per_player else 1), 1))


def _changed_set(found: Many, op: ir.ModifierOp, operand: Many) -> Many:
    match op:
        case "becomes":
            return operand
        case "only":
            most = min(found.most, operand.most)
            return Many(found.element.meet(operand.element) or found.element, 0, most)
        case "also":
            most = min(found.most + operand.most, MANY)
            least = max(found.least, operand.least)
            return Many(found.element.join(operand.element), least, most)
        case _:
            return Many(found.element, max(found.least - operand.most, 0), found.most)
