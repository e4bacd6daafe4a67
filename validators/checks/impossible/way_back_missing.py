"""One-way links without a link back, where all other links have one."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.declare.spaces import LinkDecl
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E634",)
PROFILE = Profile.BASIC

_FEW = 2
"""At least this many other pairs must have both directions."""


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each kind of link."""
    by_kind: dict[str, list[LinkDecl]] = {}
    for link in subject.declared.links:
        by_kind.setdefault(link.kind.id, []).append(link)
    for kind, links in by_kind.items():
        ways = {(link.first.id, link.second.id) for link in links}
        alone = [
            link for link in links if link.one_way and (link.second.id, link.first.id) not in ways
        ]
        paired = [link for link in links if (link.second.id, link.first.id) in ways]
        if len(alone) == 1 and len(paired) >= 2 * _FEW and all(link.one_way for link in links):
            first, second = alone[0].first, alone[0].second
            yield finding(
                "E634",
                f"`{kind}` leads from `{first.id}` to `{second.id}` and not back, but all others lead back",
                second.span,
                help=f"add `[{second.id}, {first.id}]`, or remove `one_way: yes` and name each pair once",
            )
