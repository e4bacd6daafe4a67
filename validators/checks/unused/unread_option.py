"""Options that are never read, and values of an option that no rule distinguishes."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.language.types import MemberType
from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.rule_uses import Uses, uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E609",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each option."""
    uses = uses_of(subject)
    read: dict[str, int] = {}
    for node, _ in uses.of(ir.OptionRead):
        read[node.option] = read.get(node.option, 0) + 1
    for option in subject.game.options.values():
        if option.id not in read:
            yield finding(
                "E609",
                f"option `{option.id}` is never read",
                option.span,
                help="read it; or, if an expansion will read it, say so: `# allow E609: ...`",
            )
            continue
        alike = _alike(subject, uses, option, read[option.id])
        if len(alike) >= 2:
            *most, last = [f"`{id}`" for id in alike]
            yield finding(
                "E609",
                f"no rule distinguishes {', '.join(most)} and {last} of option `{option.id}`",
                option.span,
                help=f"use `{option.id} is {alike[-1]}` in a condition, or keep only one of them",
            )


def _alike(subject: Subject, uses: Uses, option: ir.Option, reads: int) -> list[str]:
    """Returns the values that no condition names, if conditions only ask which value it is."""
    if not isinstance(option.type, MemberType):
        return []
    named: set[int] = set()
    compared = 0
    for node, _ in uses.of(ir.Same):
        for one, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(one, ir.OptionRead) and one.option == option.id:
                if isinstance(other, ir.Const):
                    compared += 1
                    named.add(other.value)
    if compared < reads:
        return []
    members = subject.game.varieties[option.type.variety].members
    return [id for number, id in enumerate(members) if number not in named]
