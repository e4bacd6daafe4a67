"""Attributes that are never read.

Attributes of a piece without a name are shown to players instead of a name, and those on its back to all players. That is
use enough.
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
    """Yields a finding for each attribute."""
    uses = uses_of(subject)
    asked = (
        *((node.attribute, node.subject.type) for node, _ in uses.of(ir.AttributeRead)),
        *((node.attribute, node.subject.type) for node, _ in uses.of(ir.MembersOf)),
    )
    read = {(kind, attribute) for attribute, type in asked for kind in kinds_of(type)}
    for owner in subject.game.owners:
        if owner.id not in uses.mentioned:
            continue  # another check reports the kind
        for attribute in owner.attributes.values():
            made_by_a_grid = attribute.span == owner.span
            if (owner.id, attribute.id) in read or made_by_a_grid or _is_shown(owner, attribute.id):
                continue
            if uses.is_tried(attribute.id):
                continue
            yield finding(
                "E601",
                f"`{attribute.id}` of {with_article(owner.id)} is never read",
                attribute.span,
                help=f"use `{attribute.id} of ...` in a condition, or remove the attribute",
            )


def _is_shown(owner: ir.Kind | ir.SpaceKind, attribute: str) -> bool:
    if isinstance(owner, ir.SpaceKind):
        return False
    return attribute in owner.back or any(not each.texts for each in owner.definitions)
