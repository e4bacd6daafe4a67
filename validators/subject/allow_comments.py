"""Comments that allow what a check would report: `# allow E612: the second half of the game will read it`.

A comment is on the line of the finding, or alone on the line above it. A `#` inside a text for players is part of that text;
inside an effect it begins a comment as everywhere else.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.ruleset import Document
from boardwright.dsl.language.syntax import Effect
from boardwright.dsl.source.codes import CODES
from boardwright.dsl.source.diagnostics import Bag, Diagnostic, Severity
from boardwright.dsl.source.places import Source, Span
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar
from boardwright.validators.subject.findings import finding

BAD, NEEDLESS = "E701", "E702"
CODES_HERE = (BAD, NEEDLESS)

_ALLOW = re.compile(r"#+[ ]*allow[ ]+([A-Za-z][0-9]+(?:[ ]*,[ ]*[A-Za-z][0-9]+)*)[ ]*(:?)[ ]*(.*)")
# Only checks are matters of judgement. Their codes are in these ranges.
_ALLOWABLE = re.compile(r"E6[0-4]\d|E650|E7\d\d|E82[0178]|E831")
_MAYBE = re.compile(r"#+[ ]*allow[ ]")
_COMMENT = re.compile(r"(?:^|(?<=[ \n\r]))#[^\r\n]*", re.MULTILINE)
_EFFECT_COMMENT = re.compile(r"#[^\r\n]*")
_LINE = re.compile(r"[^\r\n]*")


@dataclass(frozen=True, slots=True)
class Allow:
    """A code that a comment allows on one row; `span` is the place of the code."""

    code: str
    row: int
    span: Span


def may_be_allowed(finding: Diagnostic) -> bool:
    """Whether a comment can allow a finding."""
    is_check = _ALLOWABLE.fullmatch(finding.code) and finding.code not in CODES_HERE
    return finding.severity is not Severity.ERROR and is_check is not None


def allowed(
    findings: Iterable[Diagnostic],
    documents: Sequence[Document],
    layers: Sequence[Ruleset],
    ran: Collection[str],
    bag: Bag,
    *,
    told: bool = True,
) -> list[Diagnostic]:
    """Returns the findings that no comment allows. With `told`, comments without a reason, or that allow nothing, are
    reported, too. `ran` are the codes that were looked for: a comment may still be needed for others.
    """
    quiet = Bag()
    allows = {
        (each.span.source.name, each.row, each.code): each
        for source, root in documents
        if _MAYBE.search(source.text)
        for each in _read(source, root, layers, bag if told else quiet)
    }
    kept: list[Diagnostic] = []
    used: set[tuple[str, int, str]] = set()
    for each in findings:
        allow = allows.get(_place(each))
        if allow is None or each.severity is Severity.ERROR:
            kept.append(each)
        if allow is not None:
            used.add(_place(each))
            if told and each.severity is Severity.ERROR:
                bag.add(
                    finding(BAD, "an error cannot be allowed", allow.span, help="correct the error")
                )
    for place, allow in allows.items():
        if told and place not in used and allow.code in ran:
            what = f"this line has no `{allow.code}` to allow"
            help = (
                "remove it, or move it to the line of the finding or to a line of its own above it"
            )
            bag.add(finding(NEEDLESS, what, allow.span, help=help))
    return kept


def _place(finding: Diagnostic) -> tuple[str, int, str]:
    if finding.label is None:
        return ("", 0, finding.code)
    span = finding.label.span
    return (span.source.name, span.row, finding.code)


def _read(source: Source, root: Node, layers: Sequence[Ruleset], bag: Bag) -> Iterator[Allow]:
    for start, end in _comments(source, root, layers):
        found = _ALLOW.fullmatch(source.text, start, end)
        if found is None:
            continue
        row = _row_meant(source, start)
        if not found[2] or not re.search(r"\w", found[3]):
            told = "this allows something without a reason"
            help = f"say why: `# allow {found[1]}: ...`"
            bag.add(finding(BAD, told, source.span(start, end), help=help))
            continue
        for name in re.finditer(r"[A-Za-z][0-9]+", found[1]):
            at = found.start(1)
            code, span = name[0].upper(), source.span(at + name.start(), at + name.end())
            if code in CODES and _ALLOWABLE.fullmatch(code) and code not in CODES_HERE:
                yield Allow(code, row, span)
                continue
            told = f"`{code}` cannot be allowed" if code in CODES else f"there is no code `{code}`"
            help = "only findings of checks can be allowed: E601 to E650, E703 to E799, E820, E821, E827, E828 and E831"
            bag.add(finding(BAD, told, span, help=help))


def _row_meant(source: Source, start: int) -> int:
    """Returns the row of a comment after other text; for one alone on its line, the next row with other text."""
    row = source.position(start)[0]
    if source.line(row).lstrip()[:1] != "#":
        return row
    last = source.position(len(source.text))[0]
    while row < last and source.line(row).lstrip()[:1] in ("#", ""):
        row += 1
    return row


# ---- what is a comment ----------------------------------------------------------------------------------


def _comments(source: Source, root: Node, layers: Sequence[Ruleset]) -> Iterator[tuple[int, int]]:
    """Yields the ranges of all comments, to the ends of their lines."""
    texts: list[tuple[int, int]] = []
    effects: list[tuple[int, int]] = []
    starts = sorted({span.start for span in _effects(layers) if span.source == source})
    for scalar, key in _scalars(root, ""):
        start, end = scalar.span.start, scalar.span.end
        if scalar.style in ("literal", "folded"):
            header = _LINE.match(source.text, start)
            start = header.end() if header else start
            at = bisect_right(starts, end)
            if scalar.style == "literal" and (
                (at and starts[at - 1] >= start) or key in ("given", "run")
            ):
                effects.append((start, end))
        texts.append((start, end))
    texts.sort()
    begins = [start for start, _ in texts]
    place = 0
    while found := _COMMENT.search(source.text, place):
        at = bisect_right(begins, found.start()) - 1
        is_text = at >= 0 and found.start() < texts[at][1]
        if not is_text:
            yield found.span()
        place = texts[at][1] if is_text else found.end()
    for start, end in effects:
        for found in _EFFECT_COMMENT.finditer(source.text, start, end):
            yield found.start(), found.end()


def _scalars(node: Node, key: str) -> Iterator[tuple[Scalar, str]]:
    if isinstance(node, Scalar):
        yield node, key
    elif isinstance(node, Mapping):
        for entry in node.entries:
            yield entry.key, ""
            yield from _scalars(entry.value, entry.key.text)
    else:
        for item in node.items:
            yield from _scalars(item, key)


_DECLARE = Ruleset.__module__.rpartition(".")[0]


def _effects(layers: Sequence[Ruleset]) -> Iterator[Span]:
    """Yields the places of the effects of these rulesets."""
    waiting: list[Any] = list(layers)
    while waiting:
        one = waiting.pop()
        if isinstance(one, Effect):
            yield one.span
        elif isinstance(one, tuple):
            waiting.extend(one)
        elif is_dataclass(one) and type(one).__module__.startswith(_DECLARE):
            waiting.extend(getattr(one, part.name) for part in fields(one))
