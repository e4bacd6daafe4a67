"""A piece or space that does not say a number which all others of its kind say: it is 0 then.

That a `yes_no` is left out where it is `no`, and a list where it is empty, is how both are written.
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

# So many others make a habit.
_LEAST_OTHERS = 3


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each number that only one leaves out."""
    by_kind: dict[str, list[DefinitionDecl]] = {}
    for one in subject.declared.definitions:
        by_kind.setdefault(one.kind.id, []).append(one)
    for owner in subject.game.owners:
        for attribute in owner.attributes.values():
            if attribute.type != NUMBER or attribute.span == owner.span:
                continue  # the rows and columns of a grid nobody says
            silent = [one for one in by_kind.get(owner.id, ()) if not _says(one, attribute.id)]
            others = len(by_kind.get(owner.id, ())) - len(silent)
            if len(silent) == 1 and others >= _LEAST_OTHERS:
                yield finding(
                    "E639",
                    f"`{silent[0].id}` does not say its `{attribute.id}`, as all other "
                    f"{owner.plural} do",
                    silent[0].span,
                    notes="it is 0 then",
                    help=f"add `{attribute.id}: ...`, also if it is 0",
                )


def _says(one: DefinitionDecl, attribute: str) -> bool:
    return any(value.name.id == attribute for value in one.attributes)
