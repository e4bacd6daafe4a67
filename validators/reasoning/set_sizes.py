"""Works out how many members a selection surely has, players included.

Elsewhere, players may always have dropped out, because an expansion may let them. A choice among players is judged only by
the existing rules.
"""

from __future__ import annotations

from boardwright.dsl.language.types import SetType
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import conjuncts, nodes
from boardwright.validators.reasoning.component_counts import MANY
from boardwright.validators.reasoning.facts import Known
from boardwright.validators.reasoning.reasoning import Reasoner


def least_selected(reasoner: Reasoner, selection: ir.Selection, known: Known) -> int:
    """Returns how many members a selection keeps at least."""
    found = max(_least(reasoner, selection.source, known) - _left_out(selection), 0)
    if selection.extreme is not None:
        found = min(found, 1)
    if selection.cut is not None:
        found = min(found, max(reasoner.single(selection.cut, known).low, 0))
    return max(found, reasoner.select(selection, known)[0].least)


def _least(reasoner: Reasoner, expr: ir.Expr, known: Known) -> int:
    """Returns how many members a set has at least."""
    found = reasoner.many(expr, known).least
    if not isinstance(expr.type, SetType):
        return found
    match expr:
        case ir.Players() if reasoner.extents.all_stay:
            return max(found, known.seats[0])
        case ir.Without(left=left, right=right):
            return max(found, _least(reasoner, left, known) - reasoner.many(right, known).most)
        case ir.Union(left=left, right=right):
            return max(found, _least(reasoner, left, known), _least(reasoner, right, known))
        case ir.Those(selection=selection):
            return least_selected(reasoner, selection, known)
        case _:
            return found


def _left_out(selection: ir.Selection) -> int:
    """Returns how many members a condition excludes at most: one for each `x is not y` that `and` joins."""
    conditions = list(conjuncts(selection.where))
    return len(conditions) if all(_is_another(selection.var, each) for each in conditions) else MANY


def _is_another(var: ir.Var, condition: ir.Expr) -> bool:
    """Whether a condition says that the member is not a thing that is the same for all members."""
    if not isinstance(condition, ir.Not) or not isinstance(condition.operand, ir.Same):
        return False
    sides = (condition.operand.left, condition.operand.right)
    alone = [isinstance(side, ir.Local) and side.var.id == var.id for side in sides]
    inside = [
        any(isinstance(node, ir.Local) and node.var.id == var.id for node in nodes(side))
        for side in sides
    ]
    return sum(alone) == 1 and alone == inside
