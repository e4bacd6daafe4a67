"""Findings in the protocol's terms: by file, with the page about their code."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from pathlib import Path

from lsprotocol import types

from boardwright.dsl.source.diagnostics import Diagnostic, Severity, shown
from boardwright.dsl.source.fixes import Fix
from boardwright.files.locate_ruleset import MANIFESTS
from boardwright.lsp.analysed import Reading, known_path
from boardwright.lsp.positions import location_of, range_of, uri_of
from boardwright.text.error_pages import file_of

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}


def by_file(readings: Iterable[Reading]) -> dict[Path, list[types.Diagnostic]]:
    """The findings in each file, in order, each once even if several rulesets have the file."""
    found: dict[Path, dict[Diagnostic, None]] = {}
    for reading in readings:
        for diagnostic in reading.findings:
            found.setdefault(_file_of(diagnostic, reading), {})[diagnostic] = None
    return {
        path: [converted(each) for each in sorted(listed, key=lambda each: each.order)]
        for path, listed in found.items()
    }


def converted(diagnostic: Diagnostic) -> types.Diagnostic:
    """One finding: its message with label, notes and help, and the other positions."""
    lines = [shown(diagnostic.message)]
    if diagnostic.label is not None and diagnostic.label.text:
        lines[0] += f": {shown(diagnostic.label.text)}"
    lines += [f"note: {shown(note)}" for note in diagnostic.notes]
    lines += [f"help: {shown(help)}" for help in diagnostic.help]
    at_top = types.Range(types.Position(0, 0), types.Position(0, 0))
    return types.Diagnostic(
        range=at_top if diagnostic.label is None else range_of(diagnostic.label.span),
        message="\n".join(lines),
        severity=_SEVERITIES[diagnostic.severity],
        code=diagnostic.code,
        code_description=_page(diagnostic.code),
        source="boardwright",
        related_information=[
            types.DiagnosticRelatedInformation(
                location=location_of(label.span), message=shown(label.text) or "here"
            )
            for label in diagnostic.others
        ],
        data={"name": diagnostic.name, "fixes": [_fix(each) for each in diagnostic.fixes]},
    )


def _fix(fix: Fix) -> dict[str, object]:
    """An edit as plain data, for clients that ask for no code actions."""
    found = range_of(fix.span)
    start, end = found.start, found.end
    return {
        "title": fix.title,
        "safe": fix.is_safe,
        "uri": uri_of(Path(fix.span.source.name)),
        "range": {
            "start": {"line": start.line, "character": start.character},
            "end": {"line": end.line, "character": end.character},
        },
        "newText": fix.text,
    }


@functools.cache
def _page(code: str) -> types.CodeDescription | None:
    """The page that `boardwright explain` shows, if it lies in a file."""
    page = file_of(code)
    return types.CodeDescription(page.as_uri()) if isinstance(page, Path) else None


def _file_of(diagnostic: Diagnostic, reading: Reading) -> Path:
    """The file to show a finding in. One about a folder, or without position, is shown at the top of the manifest."""
    if diagnostic.label is not None:
        path = known_path(diagnostic.label.span.source.name)
        if not path.is_dir():
            return path
    root = known_path(str(reading.root))
    for name in MANIFESTS:
        if (root / name).is_file():
            return root / name
    return root
