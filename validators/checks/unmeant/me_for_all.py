"""`me` and `my` where all answer at once: they mean the player who acts, not each player who is asked.

There is no finding if the author plainly distinguishes the two: in a loop over players other than `me`, in comparisons of
`me` with those who are asked and in what depends on them, and in `players except me`.
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

# A value is asked on behalf of `me`, too, and a choice has its asker; only a written `me` matters.
_WRITTEN = re.compile(r"m[ey]\b")


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each place in the files, however many pieces share it."""
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
                help=f"write {_instead(local, around, var.name)}: `me` is the same player for all",
            )


def _is_named(parts: tuple[object, ...]) -> bool:
    return any(_is_me(node) for node in nodes(parts))


def _is_me(node: object) -> bool:
    """Whether a node is a written `me` or `my`."""
    if not isinstance(node, ir.Local) or node.var.name != "me":
        return False
    return _WRITTEN.match(node.span.source.text, node.span.start, node.span.end) is not None


def _unmeant(
    part: object, var: ir.Var, around: ir.Node | None
) -> Iterator[tuple[ir.Local, ir.Node | None]]:
    """Yields every `me` that may be a slip, with the node directly around it."""
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
    """Says what to write, with an example if it is not the name alone."""
    what = local.span.text.partition(" ")[2]
    match around:
        case ir.ZonePlace(place=place) if what:
            return f"`{name}` (`{what} in {place} of {name}`)"
        case ir.Amount() | ir.PieceOfPlayer() if what:
            return f"`{name}` (`{what} of {name}`)"
        case _:
            return f"`{name}`"
