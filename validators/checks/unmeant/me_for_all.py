"""`me` and `my` where all answer at once: they stand for the player who acts, and not for each who is asked.

Nothing is said where the author plainly tells the two apart: of a loop over others than `me`, of comparisons of `me`
with those who are asked and what depends on them, and of `players except me`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.rule_uses import uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E642",)
PROFILE = Profile.BASIC

# A value is asked on behalf of `me`, too, and a choice has its asker; only what is written counts.
_WRITTEN = re.compile(r"m[ey]\b")


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each place, however many pieces have it."""
    seen = set()
    for loop, _ in uses_of(subject).of(ir.AllAtOnce):
        if _is_named((loop.selection.source, loop.selection.where)):
            continue
        var = loop.selection.var
        for local, around in _unmeant(loop.body, var, None):
            source, start = local.span.source, local.span.start
            written = _WRITTEN.match(source.text, start, local.span.end)
            if written is None or (source.name, start) in seen:
                continue
            seen.add((source.name, start))
            yield finding(
                "E642",
                f"`{written[0]}` is not `{var.name}` here",
                source.span(*written.span()),
                help=f"this is the same player for all; write {_instead(local, around, var.name)}",
            )


def _is_named(parts: tuple[object, ...]) -> bool:
    return any(_is_me(node) for node in nodes(parts))


def _is_me(node: object) -> bool:
    """Whether it is `me` as somebody has written it."""
    if not isinstance(node, ir.Local) or node.var.name != "me":
        return False
    return _WRITTEN.match(node.span.source.text, node.span.start, node.span.end) is not None


def _unmeant(
    part: object, var: ir.Var, around: ir.Node | None
) -> Iterator[tuple[ir.Local, ir.Node | None]]:
    """Every `me` that is not plainly meant, with what it directly stands in."""
    if isinstance(part, tuple):
        for each in part:
            yield from _unmeant(each, var, around)
    elif isinstance(part, ir.Local):
        if _is_me(part):
            yield part, around
    elif isinstance(part, ir.Node) and not _tells_apart(part, var):
        for each in _children(part):
            yield from _unmeant(each, var, part)


def _children(node: ir.Node) -> Iterator[object]:
    for name in node.__dataclass_fields__:
        if name not in ("span", "type", "var"):
            yield getattr(node, name)


def _tells_apart(node: ir.Node, var: ir.Var) -> bool:
    match node:
        case ir.If(condition=condition):
            return any(
                isinstance(one, ir.Same) and _tells_apart(one, var) for one in nodes(condition)
            )
        case ir.Same(left=left, right=right) | ir.Compare(left=left, right=right):
            sides = (left, right)
            if any(_is_me(side) for side in sides) and all(isinstance(s, ir.Local) for s in sides):
                return True
            return any(_reads(side, var) for side in sides) and any(_is_named((s,)) for s in sides)
        case ir.Without(left=ir.Players() | ir.Seats(), right=ir.Singleton(element=one)):
            return _is_me(one)
        case _:
            return False


def _reads(part: object, var: ir.Var) -> bool:
    return any(isinstance(node, ir.Local) and node.var.id == var.id for node in nodes(part))


def _instead(local: ir.Local, around: ir.Node | None, name: str) -> str:
    """What to write, with an example where it is not the name alone."""
    what = local.span.text.partition(" ")[2]
    match around:
        case ir.ZonePlace(place=place) if what:
            return f"`{name}` (`{what} in {place} of {name}`)"
        case ir.Amount() | ir.PieceOfPlayer() if what:
            return f"`{name}` (`{what} of {name}`)"
        case _:
            return f"`{name}`"
