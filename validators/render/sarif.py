"""SARIF 2.1.0 (Static Analysis Results Interchange Format), which code hosts and editors read.

What the standard leaves open is decided so that the same findings give the same bytes everywhere: paths are
relative to `%SRCROOT%`, of which the place is not told, and there is no time of day.
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
from boardwright.dsl.source.places import Span

# Halves of pairs that stand for no byte of a file's name: no file is called so.
_NO_BYTE = re.compile(r"[\ud800-\udc7f\udd00-\udfff]")

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
ROOT = "%SRCROOT%"


@dataclass(frozen=True, slots=True)
class About:
    """What there is to read about a code: a sentence, what to do, and all of it as plain text and in Markdown."""

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


# Where a file as a whole is meant: before its first character, which may not even be there.
_START = _Region(startLine=1, startColumn=1, endLine=1, endColumn=1)


def render(
    diagnostics: Iterable[Diagnostic],
    *,
    version: str,
    about: Callable[[str], About],
) -> str:
    """One run with a result for each diagnostic, sorted by place, and a rule for each code among them.

    `about` gives what there is to read about a code. Only ASCII is written.
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
    return result


def _related(number: int, label: Label) -> _Location:
    place = _Location(id=number, physicalLocation=_place(label))
    if label.text:
        place["message"] = _Text(text=_message(label.text))
    return place


def _message(text: str) -> str:
    """A line of a message: braces would begin a placeholder in it, and brackets before a parenthesis a link."""
    return shown(text).replace("{", "{{").replace("}", "}}").replace("](", "\\](")


def _place(label: Label | None) -> _Physical:
    # GitHub takes no file in which a single result is without a place: then it is the folder.
    if label is None:
        return _Physical(artifactLocation=_Artifact(uri=".", uriBaseId=ROOT), region=_START)
    region = _region(label.span) if label.span.source.text else _START
    return _Physical(artifactLocation=_artifact(label.span.source.name), region=region)


def _artifact(name: str) -> _Artifact:
    # A colon in the first part of a path would be read as that of a scheme, so none is left; names that
    # are no UTF-8 stand as the bytes that they are.
    path = quote(_NO_BYTE.sub("\ufffd", name), safe="/", errors="surrogateescape")
    if name.startswith("/"):
        return _Artifact(uri=f"file://{path}")
    if ".." in PurePosixPath(name).parts or not name:
        # Outside of the folder, so no base says where it is.
        return _Artifact(uri=path or ".")
    return _Artifact(uri=path, uriBaseId=ROOT)


def _region(span: Span) -> _Region:
    """From the first character to the one behind the last, counted in code points from 1."""
    source = span.source
    row, column = source.position(span.start)
    end_row, end_column = source.position(span.end)
    if span.start >= len(source.text) and row > 1 and column == 1:
        # Behind the last line break no line begins, in the eyes of the standard.
        row = end_row = row - 1
        column = end_column = len(source.line(row)) + 1
    return _Region(startLine=row, startColumn=column, endLine=end_row, endColumn=end_column)
