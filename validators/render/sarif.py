"""SARIF 2.1.0 (Static Analysis Results Interchange Format), which code hosts and editors read.

The same findings give the same bytes everywhere: paths are relative to `%SRCROOT%`, whose place is not given, and there is
no time of day.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, NotRequired, TypedDict
from urllib.parse import quote

from boardwright.dsl.source.codes import CODES
from boardwright.dsl.source.diagnostics import Diagnostic, Label, Severity, shown
from boardwright.dsl.source.fixes import Fix
from boardwright.dsl.source.places import Span

# Lone surrogates that do not encode a byte of a file name: no file has such a name.
_NO_BYTE = re.compile(r"[\ud800-\udc7f\udd00-\udfff]")

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
ROOT = "%SRCROOT%"


@dataclass(frozen=True, slots=True)
class About:
    """The documentation of a code: a sentence, what to do, and the whole page as plain text and in Markdown."""

    sentence: str
    advice: str
    text: str
    markdown: str


class _Text(TypedDict):
    text: str
    markdown: NotRequired[str]


class _Artifact(TypedDict):
    uri: str
    uriBaseId: NotRequired[str]


class _Region(TypedDict):
    startLine: int
    startColumn: int
    endLine: int
    endColumn: int


class _Physical(TypedDict):
    artifactLocation: _Artifact
    region: _Region


class _Location(TypedDict):
    id: NotRequired[int]
    physicalLocation: _Physical
    message: NotRequired[_Text]


class _Result(TypedDict):
    ruleId: str
    ruleIndex: int
    level: str
    message: _Text
    locations: list[_Location]
    relatedLocations: NotRequired[list[_Location]]
    fixes: NotRequired[list[dict[str, Any]]]


# The place of a whole file: before its first character, which may be missing.
_START = _Region(startLine=1, startColumn=1, endLine=1, endColumn=1)


def render(
    diagnostics: Iterable[Diagnostic],
    *,
    version: str,
    about: Callable[[str], About],
) -> str:
    """Writes one run with a result for each diagnostic, sorted by place, and a rule for each code among them.

    `about` returns the documentation of a code. The output is ASCII only.
    """
    items = sorted(diagnostics, key=lambda each: each.order)
    codes = sorted({item.code for item in items})
    driver: dict[str, Any] = {
        "name": "Boardwright",
        "version": version,
        "semanticVersion": version,
        "rules": [_rule(code, items, about(code)) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "originalUriBaseIds": {
            ROOT: {"description": {"text": "The folder in which boardwright was run."}}
        },
        "results": [_result(item, codes.index(item.code)) for item in items],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2) + "\n"


def _rule(code: str, items: Sequence[Diagnostic], about: About) -> dict[str, Any]:
    severities = {item.severity for item in items if item.code == code}
    worst = next(severity for severity in Severity if severity in severities)
    return {
        "id": code,
        "name": CODES[code],
        "shortDescription": {"text": about.sentence},
        "fullDescription": {"text": about.advice},
        "help": _Text(text=about.text, markdown=about.markdown),
        "defaultConfiguration": {"level": worst.value},
    }


def _result(item: Diagnostic, index: int) -> _Result:
    lines = [item.message]
    if item.label is not None and item.label.text:
        lines.append(item.label.text)
    lines += [line for note in item.notes for line in f"note: {note}".split("\n")]
    lines += [f"help: {help}" for help in item.help]
    result = _Result(
        ruleId=item.code,
        ruleIndex=index,
        level=item.severity.value,
        message=_Text(text="\n".join(map(_message, lines))),
        locations=[_Location(physicalLocation=_place(item.label))],
    )
    if item.others:
        result["relatedLocations"] = [
            _related(number, label) for number, label in enumerate(item.others, 1)
        ]
    if item.fixes:
        result["fixes"] = [_fix(each) for each in item.fixes]
    return result


def _fix(fix: Fix) -> dict[str, Any]:
    replacement: dict[str, Any] = {"deletedRegion": _region(fix.span)}
    if fix.text:
        replacement["insertedContent"] = {"text": fix.text}
    change = {
        "artifactLocation": _artifact(fix.span.source.name),
        "replacements": [replacement],
    }
    return {"description": {"text": _message(fix.title)}, "artifactChanges": [change]}


def _related(number: int, label: Label) -> _Location:
    place = _Location(id=number, physicalLocation=_place(label))
    if label.text:
        place["message"] = _Text(text=_message(label.text))
    return place


def _message(text: str) -> str:
    """Escapes a line of a message: braces would begin a placeholder, and brackets before a parenthesis a link."""
    return shown(text).replace("{", "{{").replace("}", "}}").replace("](", "\\](")


def _place(label: Label | None) -> _Physical:
    # GitHub refuses a file in which a result has no place, so the folder is the place.
    if label is None:
        return _Physical(artifactLocation=_Artifact(uri=".", uriBaseId=ROOT), region=_START)
    region = _region(label.span) if label.span.source.text else _START
    return _Physical(artifactLocation=_artifact(label.span.source.name), region=region)


def _artifact(name: str) -> _Artifact:
    # A colon in the first part of a path would look like a URL scheme, so it is escaped. Names that are not UTF-8
    # are written as their bytes.
    path = quote(_NO_BYTE.sub("\ufffd", name), safe="/", errors="surrogateescape")
    if name.startswith("/"):
        return _Artifact(uri=f"file://{path}")
    if ".." in PurePosixPath(name).parts or not name:
        # Outside the folder, so the path is not relative to a base.
        return _Artifact(uri=path or ".")
    return _Artifact(uri=path, uriBaseId=ROOT)


def _region(span: Span) -> _Region:
    """Returns the region from the first character to the one after the last, in code points from 1."""
    source = span.source
    row, column = source.position(span.start)
    end_row, end_column = source.position(span.end)
    if span.start >= len(source.text) and row > 1 and column == 1:
        # In the standard, no line begins after the last line break.
        row = end_row = row - 1
        column = end_column = len(source.line(row)) + 1
    return _Region(startLine=row, startColumn=column, endLine=end_row, endColumn=end_column)
