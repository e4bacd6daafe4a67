"""Names in effects that are never used, so that the choice, draw, definition or loop changes nothing.

A `find` with a condition may ask only whether there is something. The names of players in `all at once` and `share` need
not be used.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.dsl.source.places import Span
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.rule_uses import Uses, uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E603",)
PROFILE = Profile.BASIC

_CHOSEN = r"\bchooses?\b.*?\b({})\s+from\b"
_FORMS = {
    "choose": (_CHOSEN, "the choice changes nothing", "use it, or remove the choice"),
    "draw": (r"\bdraw\s+({})\b", "the draw changes nothing", "use it, or remove the line"),
    "find": (
        r"\bfind\s+({})\b",
        "this only checks that there is one",
        "use it; or write `if count(...) >= 1:` to ask whether there is one",
    ),
    "let": (r"\blet\s+({})\b", "", "use it, or remove the line"),
    "share": (
        r"\bas\s+({})\s+among\b",
        "the shares change nothing",
        "use them, or remove the line",
    ),
    "for each": (
        r"\bfor\s+each\s+({})\s+in\b",
        "every time through does the same",
        "use it; or write `repeat count(...) times:`",
    ),
    "sum": (
        r"\bfor\s+each\s+({})\s+in\b",
        "every member gives the same",
        "use it, or write `count(...)`",
    ),
}


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each name, where it first gets a value."""
    uses = uses_of(subject)
    read = _reads(uses)
    seen: set[int] = set()
    for made, var, span in _made(uses):
        if read[var.id] or var.id in seen:
            continue
        seen.add(var.id)
        pattern, label, help = _FORMS[made]
        yield finding(
            "E603",
            f"`{var.name}` is never used",
            _name_in(span, pattern, var.name),
            label,
            help=help,
        )


def _reads(uses: Uses) -> Counter[int]:
    """Counts how often each name is read for more than its own next value."""
    read = uses.names_read()
    for again, _ in uses.of(ir.SetLocal):
        for node in nodes(again.value):
            if isinstance(node, ir.Local) and node.var.id == again.var.id:
                read[node.var.id] -= 1
    return read


def _made(uses: Uses) -> Iterator[tuple[str, ir.Var, Span]]:
    for choose, _ in uses.of(ir.Choose):
        yield "choose", choose.var, choose.span
    for draw, _ in uses.of(ir.Draw):
        yield "draw", draw.var, draw.span
    for find, _ in uses.of(ir.Find):
        if find.selection.where is None:
            yield "find", find.var, find.span
    for let, _ in uses.of(ir.Let):
        yield "let", let.var, let.span
    for share, _ in uses.of(ir.Share):
        yield "share", share.var, share.span
    for loop, _ in uses.of(ir.ForEach):
        yield "for each", loop.selection.var, loop.span
    for sum, _ in uses.of(ir.Aggregate):
        yield "sum", sum.selection.var, sum.span
    for joined, _ in uses.of(ir.Together):
        yield "sum", joined.selection.var, joined.span


def _name_in(span: Span, pattern: str, name: str) -> Span:
    found = re.search(pattern.format(re.escape(name)), span.text, re.DOTALL)
    if found is None:
        return span
    return span.source.span(span.start + found.start(1), span.start + found.end(1))
