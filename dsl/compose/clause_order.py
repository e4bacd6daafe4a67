"""Decides whether two clauses that replace the same thing have a declared order."""

from __future__ import annotations

from boardwright.dsl.compose.piece_order import comes_after
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.rules import ir


def is_decided(ruleset: Ruleset, first: ir.Clause, second: ir.Clause) -> bool:
    """Whether the order of two clauses is declared. A game's clauses always come before those of expansions. Two
    expansions that do not name each other have no order of their own: the players choose it.
    """
    one, other = first.origin, second.origin
    if _pieces_decided(ruleset, first, second):
        return True
    if one == other:
        pieces = first.definition is not None and second.definition is not None
        return not pieces or first.definition == second.definition
    if ruleset.id in (one, other):
        return True
    if one in ruleset.follows.get(other, ()) or other in ruleset.follows.get(one, ()):
        return True
    named = ruleset.sight.named
    return one not in named[other] and other not in named[one]


def _pieces_decided(ruleset: Ruleset, first: ir.Clause, second: ir.Clause) -> bool:
    """Whether one of two pieces is declared to come after the other."""
    one, other = first.definition, second.definition
    if one is None or other is None:
        return False
    follows = ruleset.piece_follows
    return comes_after(follows, one, other) or comes_after(follows, other, one)
