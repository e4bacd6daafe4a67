"""Expansions that are named under `after` or `knows`, and do not exist."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.dsl.source.suggest import suggest_help
from boardwright.files.locate_ruleset import shipped
from boardwright.files.manifests import expansions_beside, expansions_in
from boardwright.files.read import Unsaved

if TYPE_CHECKING:
    from boardwright.dsl.declare.declarations import Ruleset

CODES = ("E641",)


def unknown_predecessors(
    layers: Sequence[Ruleset], roots: Sequence[Path], unsaved: Unsaved
) -> Iterator[Diagnostic]:
    """One finding for each name that is neither an expansion of the game as read, nor shipped, nor next to one of the
    `roots`.
    """
    from boardwright.validators.subject.findings import finding

    there = {each.id for each in layers[1:]}
    named = [
        name
        for layer in layers
        for name in (*layer.comes_after, *layer.knows)
        if name.id not in there
    ]
    if not named:
        return
    own = frozenset(there)
    there |= {id for root in roots for id in expansions_beside(root, unsaved)}
    there |= {id for path in shipped().values() for id in expansions_in([path])}
    for name in named:
        if name.id not in there:
            yield finding(
                "E641",
                f"there is no expansion `{name.id}`",
                name.span,
                notes="known expansions are the shipped ones and those next to this one",
                help=suggest_help(name.id, there - own)
                or ("correct it; if it is elsewhere, write `# allow E641: ...`",),
            )
