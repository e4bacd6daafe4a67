"""Rules of the rulebook that the ruleset follows, as `ref` says, and that no scenario of it tries."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.diagnostics import Diagnostic
from boardwright.dsl.document import Mapping, Node, Scalar, Sequence
from boardwright.validators.finding import finding
from boardwright.validators.subject import Profile, Subject

CODES = ("E704",)
PROFILE = Profile.PUBLISHED


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each rule, where it is referred to first."""
    tried = {
        scalar.text
        for _, root in subject.scenarios
        if isinstance(root, Mapping)
        for scalar in _listed(root.get("ref"))
    }
    seen: set[str] = set()
    for _, root in subject.documents:
        for scalar in _references(root):
            if scalar.text not in tried and scalar.text not in seen:
                seen.add(scalar.text)
                yield finding(
                    "E704",
                    f"no scenario shows the rule `{scalar.text}`",
                    scalar.span,
                    help=f"write one with `ref: {scalar.text}`",
                )


def _references(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Mapping):
        for entry in node.entries:
            if entry.key.text == "ref":
                yield from _listed(entry.value)
            else:
                yield from _references(entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _references(item)


def _listed(node: Node | None) -> tuple[Scalar, ...]:
    if isinstance(node, Scalar):
        return (node,)
    if isinstance(node, Sequence):
        return tuple(item for item in node.items if isinstance(item, Scalar))
    return ()
