"""Options that nothing reads, and values of one between which nothing makes a difference."""

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
    """One finding for each option."""
    uses = uses_of(subject)
    read: dict[str, int] = {}
    for node, _ in uses.of(ir.OptionRead):
        read[node.option] = read.get(node.option, 0) + 1
    for option in subject.game.options.values():
        if option.id not in read:
            yield finding(
                "E609",
                f"nothing reads the option `{option.id}`",
                option.span,
                help="read it; or, if an expansion is to read it, say so: `# allow E609: ...`",
            )
            continue
        alike = _alike(subject, uses, option, read[option.id])
        if len(alike) >= 2:
            *most, last = [f"`{id}`" for id in alike]
            yield finding(
                "E609",
                f"nothing makes a difference between {', '.join(most)} and {last} of the option `{option.id}`",
                option.span,
                help=f"let something ask whether `{option.id} is {alike[-1]}`, or keep one of them",
            )


def _alike(subject: Subject, uses: Uses, option: ir.Option, reads: int) -> list[str]:
    """The values that no condition names, if all that is ever asked is which one it is."""
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
