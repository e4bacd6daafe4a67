"""What checks hand out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from boardwright.dsl.diagnostics import Diagnostic, Label, Severity
from boardwright.dsl.source import Span


def finding(
    code: str,
    message: str,
    span: Span,
    label: str = "",
    *,
    help: str | tuple[str, ...] = (),
    notes: str | tuple[str, ...] = (),
    others: Iterable[Label] = (),
) -> Diagnostic:
    """A warning at a place."""
    return Diagnostic(
        code=code,
        severity=Severity.WARNING,
        message=message,
        label=Label(span, label),
        others=tuple(others),
        notes=(notes,) if isinstance(notes, str) else notes,
        help=(help,) if isinstance(help, str) else help,
    )


def error(
    code: str,
    message: str,
    span: Span,
    label: str = "",
    *,
    help: str | tuple[str, ...] = (),
    notes: str | tuple[str, ...] = (),
    others: Iterable[Label] = (),
) -> Diagnostic:
    """An error at a place: what can never be right."""
    told = finding(code, message, span, label, help=help, notes=notes, others=others)
    return replace(told, severity=Severity.ERROR)


def own_name(id: str) -> str:
    """A name as it is written: what stands in the file of a piece has the id of the piece before it.

    >>> own_name("juggler.dropped")
    'dropped'
    """
    return id.rsplit(".", 1)[-1]
