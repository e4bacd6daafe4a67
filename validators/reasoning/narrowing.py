"""Works out what is known if a condition is true, and if it is false."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from boardwright.dsl.language.types import NUMBER, PlayerType, SetType
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.places import Span
from boardwright.validators.reasoning.facts import Fact, Known, about
from boardwright.validators.reasoning.ranges import ENDLESS, HOLDS, ValueRange, exactly, truth

if TYPE_CHECKING:
    from boardwright.validators.reasoning.reasoning import Reasoner

Ways = tuple[Known | None, Known | None]
"""What is known if a condition is true, and if it is false; None if that is impossible."""

_ALL = frozenset({-1, 0, 1})


def ways(reasoner: Reasoner, expr: ir.Expr, known: Known) -> Ways:
    """Returns both ways on from a condition."""
    match expr:
        case ir.Not(operand=operand):
            holds, fails = reasoner.ways(operand, known)
            return fails, holds
        case ir.Both() | ir.Either():
            return _joined(reasoner, expr, known, in_chain=False)
        case _:
            sure = reasoner.single(expr, known).sure
            holds = None if sure is False else _taken(reasoner, expr, True, known, sure)
            return holds, None if sure is True else _taken(reasoner, expr, False, known, sure)


def _joined(reasoner: Reasoner, expr: ir.Both | ir.Either, known: Known, in_chain: bool) -> Ways:
    """Joins two conditions, the second of which is evaluated only if the first does not decide."""
    both = isinstance(expr, ir.Both)
    if isinstance(expr.left, type(expr)):
        left = _joined(reasoner, expr.left, known, in_chain=True)
    else:
        left = reasoner.ways(expr.left, known)
    on, off = left if both else (left[1], left[0])
    right: Ways = (None, None) if on is None else reasoner.ways(expr.right, on)
    through, out = right if both else (right[1], right[0])
    # Either side may have decided, so nothing is known of the other.
    decided = out if off is None else off if out is None else known
    if not in_chain and through is not None and decided is not None:
        sure = _one_by_one(reasoner, expr, known)
        if sure is not None:
            return (known, None) if sure else (None, known)
    return (through, decided) if both else (decided, through)


def _one_by_one(reasoner: Reasoner, expr: ir.Both | ir.Either, known: Known) -> bool | None:
    """Returns the result if it is the same for each piece or space that a name may stand for. It tries them one by one if the
    condition reads several attributes, which no single piece may have together.
    """
    var = _asked_twice(expr)
    if var is None or var.id in known.faces:
        return None
    name = ir.Local(var=var, type=var.type, span=expr.span)
    found: set[bool | None] = set()
    for each in reasoner.extents.definitions(var.type, reasoner.single(name, known)):
        inner = replace(known, faces={**known.faces, var.id: each})
        holds, fails = ways(reasoner, expr, inner)
        found.add(True if fails is None else False if holds is None else None)
        if len(found) > 1 or None in found:
            return None
    return found.pop() if found else None


def _asked_twice(expr: ir.Expr) -> ir.Var | None:
    """Returns a name whose thing is asked for several attributes."""
    seen: dict[int, str] = {}
    for node in nodes(expr):
        if isinstance(node, ir.AttributeRead | ir.MembersOf) and isinstance(node.subject, ir.Local):
            var = node.subject.var
            if seen.setdefault(var.id, node.attribute) != node.attribute:
                return var
    return None


def _taken(
    reasoner: Reasoner, expr: ir.Expr, holds: bool, known: Known, sure: bool | None
) -> Known | None:
    """Adds what a single condition tells if it is true, or if it is false."""
    found = _with(reasoner, known, expr, truth(holds), expr.span)
    if found is None or sure is holds:
        return found
    match expr:
        case ir.Compare():
            return _compared(reasoner, expr, holds, known, found)
        case ir.Same():
            return _same(reasoner, expr, holds, known, found)
        case ir.IsNobody(operand=operand):
            now = reasoner.single(operand, known)
            left = now.meet(exactly(-1)) if holds else now.without(-1)
            return _narrowed(reasoner, found, operand, now, left, expr.span)
        case ir.Member() if holds:
            return _member(reasoner, expr, known, found)
        case _:
            return found


def _with(
    reasoner: Reasoner,
    known: Known,
    key: ir.Expr,
    allows: ValueRange,
    because: Span,
) -> Known | None:
    """Adds a fact; None if it contradicts what is known."""
    if isinstance(key, ir.Const):
        return known
    old = known.facts.get(key)
    if old is not None:
        both = old.allows.meet(allows)
        if both is None:
            return None
        if both == old.allows:
            return known
        allows = both
    lasting, names = about(reasoner.game, key)
    fact = Fact(allows, because, lasting, names)
    return replace(known, facts={**known.facts, key: fact})


def _narrowed(
    reasoner: Reasoner,
    found: Known | None,
    expr: ir.Expr,
    now: ValueRange,
    left: ValueRange | None,
    because: Span,
) -> Known | None:
    """Narrows the values of an expression; None if no value is left."""
    if found is None or left is None:
        return None
    return found if left == now else _with(reasoner, found, expr, left, because)


def _compared(
    reasoner: Reasoner, expr: ir.Compare, holds: bool, known: Known, with_it: Known
) -> Known | None:
    stand = HOLDS[expr.op] if holds else _ALL - HOLDS[expr.op]
    found: Known | None = with_it
    for one, other, sign in ((expr.left, expr.right, 1), (expr.right, expr.left, -1)):
        how = {sign * each for each in stand}
        now, bound = reasoner.single(one, known), reasoner.single(other, known)
        left: ValueRange | None = now
        if how == {0}:
            left = now.meet(bound)
        elif how == {-1, 1}:
            left = now if bound.only is None else now.without(bound.only)
        else:
            low = -ENDLESS if -1 in how else bound.low + (0 not in how)
            high = ENDLESS if 1 in how else bound.high - (0 not in how)
            left = now.meet(ValueRange(low, high)) if low <= high else None
        found = _narrowed(reasoner, found, one, now, left, expr.span)
    return found


def _same(
    reasoner: Reasoner, expr: ir.Same, holds: bool, known: Known, with_it: Known
) -> Known | None:
    found: Known | None = with_it
    for one, other in ((expr.left, expr.right), (expr.right, expr.left)):
        now, value = reasoner.single(one, known), reasoner.single(other, known)
        left: ValueRange | None = now
        if holds:
            left = now.meet(value)
            if left is not None and isinstance(one.type, PlayerType):
                left = left.without(-1)
        elif value.only is not None and value.only >= 0 and reasoner.is_one(other, value.only):
            left = now.without(value.only)
        found = _narrowed(reasoner, found, one, now, left, expr.span)
    return found


def _member(reasoner: Reasoner, expr: ir.Member, known: Known, with_it: Known) -> Known | None:
    """Adds that an element is in a set, so that the set is not empty."""
    now, many = reasoner.single(expr.element, known), reasoner.many(expr.members, known)
    left = now.meet(many.element)
    found = _narrowed(reasoner, with_it, expr.element, now, left, expr.span)
    if found is None or not isinstance(expr.members.type, SetType):
        return found
    count = ir.Count(members=expr.members, type=NUMBER, span=expr.span)
    return _with(reasoner, found, count, ValueRange(1, ENDLESS), expr.span)
