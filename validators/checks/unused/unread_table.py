"""Tables that are never used."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding, own_name
from boardwright.validators.subject.rule_uses import uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E614",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each table."""
    uses = uses_of(subject)
    read = {node.table for node, _ in uses.of(ir.TableRead)}
    for table in subject.game.tables.values():
        name = own_name(table.id)
        if table.id not in read and not uses.is_tried(table.id):
            yield finding(
                "E614",
                f"table `{name}` is never used",
                table.span,
                help=f"use `{name}(...)`, or remove it",
            )
