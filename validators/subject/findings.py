"""What checks hand out."""

from __future__ import annotations

from functools import partial

from boardwright.dsl.source.diagnostics import Severity, diagnose

finding = partial(diagnose, Severity.WARNING)
error = partial(diagnose, Severity.ERROR)  # what can never be right


def own_name(id: str) -> str:
    """A name as it is written: what stands in the file of a piece has the id of the piece before it.

    >>> own_name("juggler.dropped")
    'dropped'
    """
    return id.rsplit(".", 1)[-1]
