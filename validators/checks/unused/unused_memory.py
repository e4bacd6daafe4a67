"""Memories that no rule asks, and memories that stay empty."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.rule_uses import uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E666",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each memory."""
    uses = uses_of(subject)
    asked = {node.memory for node, _ in uses.of(ir.Seen)}
    filled = {node.memory for node, _ in uses.of(ir.Remember)}
    for memory in subject.game.memories.values():
        id = memory.id
        if id not in asked and not uses.is_tried(id):
            help = f"ask `seen({id})` in a rule, or remove it"
            yield finding(
                "E666", f"no rule asks what the memory `{id}` holds", memory.span, help=help
            )
        elif id not in filled:
            help = f"write `remember({id})` where a position is to be remembered"
            yield finding("E666", f"nothing is ever remembered in `{id}`", memory.span, help=help)
