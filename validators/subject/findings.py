"""Makes the findings that checks return."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Diagnostic, Label, Severity, diagnose
from boardwright.dsl.source.places import Span

finding = partial(diagnose, Severity.WARNING)
error = partial(diagnose, Severity.ERROR)  # for what is always wrong

_MOST_LABELS = 3


def unused(
    code: str,
    sort: str,
    used: str,
    use: str,
    what: ir.Rule | ir.Value,
    touched: Sequence[Span],
    how: str,
) -> Diagnostic:
    """Reports what these files never use, though an expansion may. It also shows the clauses that touch it in vain, each
    labelled with `how` it does so.
    """
    return finding(
        code,
        f"{sort} `{own_name(what.id)}` is never {used}",
        what.span,
        help=f"{use}, or remove it; or, if an expansion will {use}, say so: `# allow {code}: ...`",
        others=[Label(span, how) for span in touched[:_MOST_LABELS]],
    )


def own_name(id: str) -> str:
    """Returns a name as it is written, without the id of the piece whose file declares it.

    >>> own_name("juggler.dropped")
    'dropped'
    """
    return id.rsplit(".", 1)[-1]
