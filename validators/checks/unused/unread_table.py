"""Tables in which nothing is looked up."""

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
    """One finding for each table."""
    uses = uses_of(subject)
    read = {node.table for node, _ in uses.of(ir.TableRead)}
    for table in subject.game.tables.values():
        name = own_name(table.id)
        if table.id not in read and not uses.is_tried(table.id):
            yield finding(
                "E614",
                f"nothing is looked up in the table `{name}`",
                table.span,
                help=f"ask for `{name}(...)`, or remove it",
            )
