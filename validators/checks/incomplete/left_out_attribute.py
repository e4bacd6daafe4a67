"""Pieces and spaces without a number that all others of their kind have; it is then 0.

A `yes_no` that is `no` and a list that is empty may be left out; that is how they are written.
"""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.declare.pieces import DefinitionDecl
from boardwright.dsl.language.types import NUMBER
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E639",)
PROFILE = Profile.SHARED

# At least this many others must have the number.
_LEAST_OTHERS = 3


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each number that only one piece or space leaves out."""
    by_kind: dict[str, list[DefinitionDecl]] = {}
    for one in subject.declared.definitions:
        by_kind.setdefault(one.kind.id, []).append(one)
    for owner in subject.game.owners:
        for attribute in owner.attributes.values():
            if attribute.type != NUMBER or attribute.optional or attribute.span == owner.span:
                continue  # the rows and columns of a grid are never written
            silent = [one for one in by_kind.get(owner.id, ()) if not _says(one, attribute.id)]
            others = len(by_kind.get(owner.id, ())) - len(silent)
            if len(silent) == 1 and others >= _LEAST_OTHERS:
                yield finding(
                    "E639",
                    f"`{silent[0].id}` does not set `{attribute.id}`, but all other {owner.plural} do",
                    silent[0].span,
                    notes=f"its `{attribute.id}` is 0",
                    help=f"add `{attribute.id}: ...`, even if it is 0",
                )


def _says(one: DefinitionDecl, attribute: str) -> bool:
    return any(value.name.id == attribute for value in one.attributes)
