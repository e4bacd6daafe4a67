"""Kinds of links that are never used."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.language.types import WAY, WAYS, SetType
from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.rule_uses import uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E616",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each kind of link, at its first link."""
    uses = uses_of(subject)
    followed = {node.link for node, _ in uses.of(ir.Neighbours)}
    followed |= {node.link for node, _ in uses.of(ir.Within)}
    followed |= {node.link for node, _ in uses.of(ir.Connected)}
    every = any(node.type == SetType(WAY) for node, _ in uses.of(ir.Members))
    if None in followed or every or uses.of(ir.WaysOf):  # any kind is followed
        return
    named = {node.value for node, _ in uses.of(ir.Const) if node.type == WAY}
    ways = subject.game.varieties[WAYS].members if WAYS in subject.game.varieties else ()
    followed |= {way for number, way in enumerate(ways) if number in named}
    first = {link.kind.id: link.kind.span for link in reversed(subject.declared.links)}
    for id, span in first.items():
        if id not in followed and not uses.is_tried(id):
            yield finding(
                "E616",
                f"the links `{id}` are never used",
                span,
                help=f"use `neighbours of ... along {id}`, or remove them",
            )
