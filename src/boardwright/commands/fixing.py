"""Corrects files by the edits that findings offer: `boardwright validate --fix`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from boardwright.dsl.source.diagnostics import Diagnostic, Severity
from boardwright.dsl.source.fixes import Fix, apply
from boardwright.dsl.source.places import Source
from boardwright.files.read import whole, write_whole

Findings = tuple[Diagnostic, ...]

# Correcting a mistake may show others, which later stages find.
_MOST_PASSES = 20


def correct(
    found: Findings, check: Callable[[], Findings], roots: Collection[Path], unsafe: bool
) -> tuple[Findings, int]:
    """Applies what can be applied in files below these folders, and checks again, until nothing is left to apply. Returns what
    is still found, and how many findings were corrected. Edits that do not help are taken back.
    """
    count = 0
    refused: set[Fix] = set()
    for _ in range(_MOST_PASSES):
        chosen = [
            (each, fix)
            for each in found
            if (fix := _chosen(each, unsafe)) is not None
            and fix not in refused
            and any(whole(Path(fix.span.source.name)).is_relative_to(root) for root in roots)
        ]
        if not chosen:
            break
        before = _write([fix for _, fix in chosen])
        again = check()
        now, then = Counter(map(_identity, again)), Counter(map(_identity, found))
        helped = {
            _identity(each) for each, _ in chosen if now[_identity(each)] < then[_identity(each)]
        }
        if all(_identity(each) in helped for each, _ in chosen):
            count += len(chosen)
            found = again
            continue
        for path, text in before.items():
            write_whole(path, text)
        refused |= {fix for each, fix in chosen if _identity(each) not in helped}
    return found, count


def _chosen(finding: Diagnostic, unsafe: bool) -> Fix | None:
    """The edit to apply unseen: the only one, which is safe unless others are wanted, too."""
    if len(finding.fixes) != 1 or finding.severity is Severity.NOTE:
        return None
    (fix,) = finding.fixes
    return fix if fix.is_safe or (unsafe and not fix.is_sketch) else None


def _identity(finding: Diagnostic) -> tuple[str, str, str]:
    file = "" if finding.label is None else finding.label.span.source.name
    return file, finding.code, finding.message


def _write(fixes: Sequence[Fix]) -> dict[Path, str]:
    """Writes the files with these edits; returns their earlier texts."""
    before: dict[Path, str] = {}
    sources: dict[str, Source] = {fix.span.source.name: fix.span.source for fix in fixes}
    for name, source in sources.items():
        path = whole(Path(name))
        before[path] = source.text
        write_whole(path, apply(source, fixes))
    return before
