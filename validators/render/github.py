"""Workflow commands, which GitHub shows as annotations next to the lines of a change."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterable

from boardwright.dsl.source.diagnostics import Diagnostic, Severity, shown

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
# How many annotations of each kind GitHub shows for a step; the rest are in the log only.
_SHOWN = 10


def render(diagnostics: Iterable[Diagnostic], folder: str = "") -> str:
    """Writes a command per line, errors first, then a plain line that counts them.

    `folder` is the folder of the named files, relative to the root of the repository.
    """
    items = sorted(diagnostics, key=lambda each: (list(Severity).index(each.severity), each.order))
    if not items:
        return ""
    counts = Counter(item.severity for item in items)
    summary = ", ".join(
        f"{count} {severity.value}{'' if count == 1 else 's'}" for severity, count in counts.items()
    )
    if any(count > _SHOWN for count in counts.values()):
        summary += f"; GitHub shows the first {_SHOWN} of each kind next to their lines"
    return "".join(f"{_command(item, folder)}\n" for item in items) + f"{summary}\n"


def _command(diagnostic: Diagnostic, folder: str) -> str:
    properties = {"title": f"{diagnostic.code} {diagnostic.name}"}
    lines = [diagnostic.message]
    if diagnostic.label:
        span = diagnostic.label.span
        name = posixpath.normpath(posixpath.join(folder, span.source.name))
        place, told = {"file": name}, name
        if span.source.text:
            place |= {"line": str(span.row), "endLine": str(span.end_row)}
            told = f"{name}:{span.row}:{span.column}"
            if span.row == span.end_row:
                # GitHub accepts columns only for a range within one line.
                place |= {"col": str(span.column), "endColumn": str(span.end_column)}
        properties = place | properties
        # The log of the step shows the message without the place, and is all there is after the first ten.
        lines = [f"{told}: {diagnostic.message}"]
        lines += [diagnostic.label.text] if diagnostic.label.text else []
    lines += [line for note in diagnostic.notes for line in f"note: {note}".split("\n")]
    lines += [f"help: {help}" for help in diagnostic.help]
    written = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return (
        f"::{_COMMANDS[diagnostic.severity]} {written}::{'%0A'.join(_data(line) for line in lines)}"
    )


def _data(text: str) -> str:
    return shown(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
