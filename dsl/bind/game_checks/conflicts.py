"""Finds clauses that replace the same thing outright: two unconditional `becomes`, or two `instead of` without `original`.

The last clause would win, and nothing says which one is last; `clause_order.py` knows the cases in which something does. A
piece's clause comes after those of games and expansions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.compose.clause_order import is_decided
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.diagnostics import Bag

C = TypeVar("C", ir.Modifier, ir.Hook)


def check(game: ir.Game, ruleset: Ruleset, bag: Bag) -> None:
    """Reports pairs of clauses without a declared order."""
    becoming: dict[str, list[ir.Modifier]] = {}
    for modifier in game.modifiers:
        if modifier.op == "becomes" and not modifier.conditional:
            becoming.setdefault(modifier.value, []).append(modifier)
    for value, modifiers in becoming.items():
        for first, second in _contradicting(ruleset, modifiers, _equal):
            errors.two_becomes(bag, value, _place(first), _place(second))
    replacing: dict[str, list[ir.Hook]] = {}
    for hook in game.hooks:
        if hook.moment == "instead" and not hook.conditional and _replaces(hook):
            replacing.setdefault(hook.rule, []).append(hook)
    for rule, hooks in replacing.items():
        for first_hook, second_hook in _contradicting(ruleset, hooks, lambda a, b: False):
            errors.two_instead(bag, rule, _place(first_hook), _place(second_hook))


def _contradicting(
    ruleset: Ruleset,
    clauses: Sequence[C],
    equal: Callable[[C, C], bool],
) -> list[tuple[C, C]]:
    """Yields each clause that contradicts an earlier one, with the first such clause."""
    found: list[tuple[C, C]] = []
    for at, second in enumerate(clauses):
        for first in clauses[:at]:
            # A clause of a trait exists once for each piece with the trait, and does not contradict itself.
            same = first.span == second.span or equal(first, second)
            # They apply to different things, or one applies to a single thing and the other to all: no contradiction.
            decided = same or first.only != second.only or is_decided(ruleset, first, second)
            if not decided:
                found.append((first, second))
                break
    return found


def _equal(first: ir.Modifier, second: ir.Modifier) -> bool:
    a, b = first.operand, second.operand
    return isinstance(a, ir.Const) and isinstance(b, ir.Const) and a.value == b.value


def _replaces(hook: ir.Hook) -> bool:
    """Whether nothing of the rule is left. Two clauses that both prevent it do not contradict each other."""
    return hook.body != () and not any(isinstance(node, ir.Original) for node in nodes(hook.body))


def _place(clause: ir.Clause) -> errors.ClauseSource:
    return errors.ClauseSource(clause.origin, clause.definition, clause.span)
