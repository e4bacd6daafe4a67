"""What checks hand out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Diagnostic, Label, Severity, diagnose
from boardwright.dsl.source.places import Span

finding = partial(diagnose, Severity.WARNING)
error = partial(diagnose, Severity.ERROR)  # what can never be right

_MOST_LABELS = 3


def unused(
    code: str, told: str, use: str, what: ir.Rule | ir.Value, touched: Sequence[Span], how: str
) -> Diagnostic:
    """What nothing in these files uses, though an expansion may. The clauses that touch it come to nothing, too: they are
    shown, each with `how` it does.
    """
    return finding(
        code,
        f"{told} `{own_name(what.id)}`",
        what.span,
        help=f"{use}, or remove it; or, if an expansion is to {use}, say so: `# allow {code}: ...`",
        others=[Label(span, how) for span in touched[:_MOST_LABELS]],
    )


def own_name(id: str) -> str:
    """A name as it is written: what stands in the file of a piece has the id of the piece before it.

    >>> own_name("juggler.dropped")
    'dropped'
    """
    return id.rsplit(".", 1)[-1]
