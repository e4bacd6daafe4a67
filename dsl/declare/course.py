"""Declares what happens when: offers, the course of the game, and its outcome; and for which tables it is."""

from __future__ import annotations

from boardwright.dsl.declare import errors as shape_errors
from boardwright.dsl.declare.declaration_builder import Scope
from boardwright.dsl.declare.declarations import PHASES, ConditionDecl, OfferDecl, OutcomeDecl
from boardwright.dsl.source.yaml_tree import Node


def declare_offers(scope: Scope, node: Node) -> None:
    """`offers:`."""
    scope.into.offers.extend(scope.reader.records(OfferDecl, node))


def declare_course(scope: Scope, node: Node) -> None:
    """`course:`."""
    scope.into.course.extend(PHASES.read(scope.reader, node) or ())


def declare_table(scope: Scope, node: Node) -> None:
    """`table:`."""
    help = "begin each with a dash: `- must: count(seats) >= 3`, and a `text`"
    for item in scope.reader.items(node, "a list of conditions", help=help):
        found = scope.reader.record(ConditionDecl, item, shape_errors.first_line(item))
        scope.into.conditions += [] if found is None else [found]


def declare_outcome(scope: Scope, node: Node) -> None:
    """`outcome:`."""
    found = scope.reader.record(OutcomeDecl, node, shape_errors.first_line(node))
    scope.into.outcomes += [] if found is None else [found]
