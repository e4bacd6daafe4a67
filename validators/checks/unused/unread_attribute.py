"""Attributes that nothing reads.

What a piece without a name has printed on it is shown to players in its place, and its back to everybody: that is use
enough.
"""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.language.types import kinds_of, with_article
from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.rule_uses import uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E601",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each attribute."""
    uses = uses_of(subject)
    asked = (
        *((node.attribute, node.subject.type) for node, _ in uses.of(ir.AttributeRead)),
        *((node.attribute, node.subject.type) for node, _ in uses.of(ir.MembersOf)),
    )
    read = {(kind, attribute) for attribute, type in asked for kind in kinds_of(type)}
    for owner in subject.game.owners:
        if owner.id not in uses.mentioned:
            continue  # then that is what is wrong
        for attribute in owner.attributes.values():
            made_by_a_grid = attribute.span == owner.span
            if (owner.id, attribute.id) in read or made_by_a_grid or _is_shown(owner, attribute.id):
                continue
            if uses.is_tried(attribute.id):
                continue
            yield finding(
                "E601",
                f"nothing reads `{attribute.id}` of {with_article(owner.id)}",
                attribute.span,
                help=f"ask for `{attribute.id} of ...` in a condition, or remove the attribute",
            )


def _is_shown(owner: ir.Kind | ir.SpaceKind, attribute: str) -> bool:
    if isinstance(owner, ir.SpaceKind):
        return False
    return attribute in owner.back or any(not each.texts for each in owner.definitions)
