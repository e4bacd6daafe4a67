"""Names in effects that nothing uses: what was chosen, drawn, named or gone through changes nothing.

`find` may ask only whether there is something, if it says under which condition; who is asked in `all at once`, and among
whom something is shared, need not be looked at.
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
    "draw": (r"\bdraw\s+({})\b", "what is drawn changes nothing", "use it, or remove the line"),
    "find": (
        r"\bfind\s+({})\b",
        "what is found is not looked at",
        "use it; or ask with `if count(...) >= 1:` whether there is one",
    ),
    "let": (r"\blet\s+({})\b", "", "use it, or remove the line"),
    "share": (
        r"\bas\s+({})\s+among\b",
        "the shares change nothing",
        "use them, or remove the line",
    ),
    "for each": (
        r"\bfor\s+each\s+({})\s+in\b",
        "the same is done each time",
        "use it; or write `repeat count(...) times:`",
    ),
    "sum": (
        r"\bfor\s+each\s+({})\s+in\b",
        "the same is taken each time",
        "use it; or ask for `count(...)`",
    ),
}


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each name, where it is made first."""
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
            f"nothing uses `{var.name}`",
            _name_in(span, pattern, var.name),
            label,
            help=help,
        )


def _reads(uses: Uses) -> Counter[int]:
    """How often each name is read, other than to make itself anew."""
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


def _name_in(span: Span, pattern: str, name: str) -> Span:
    found = re.search(pattern.format(re.escape(name)), span.text, re.DOTALL)
    if found is None:
        return span
    return span.source.span(span.start + found.start(1), span.start + found.end(1))
