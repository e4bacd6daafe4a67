"""An order that has no effect.

Choices list their options in the order of the set, and draws, counts and sums need no order. Only loops, `find`,
`position`, offers to several players and moves to a pile use one, and only if it is written there: a set by itself has
none, so an order is lost where the set gets a name, or is a part of another one.
"""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.rule_uses import Uses, uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E705",)
PROFILE = Profile.BASIC

_WHY = {
    "choose": "a choice lists its options in the order of the set",
    "draw": "a random draw needs no order",
    "share": "players share in the order of the set",
    "sum": "all of them are used, in any order",
    "set": "a set by itself has no order",
}
_HELP = {
    "set": "write it in the loop, `find`, `position` or move that needs it, or remove it",
}


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each order."""
    uses, told = uses_of(subject), set[int]()
    for what, selection in _selections(uses):
        for one in (selection, *_inner(selection)):
            if one.cut is not None or id(one) in told:
                continue  # it says which ones are kept
            told.add(id(one))
            word, expr = "starting with", one.starting
            if expr is None and one.rising is not None:
                word, expr = "by rising" if one.rising[0] else "by falling", one.rising[1]
            if expr is not None:
                yield finding(
                    "E705",
                    f"`{word}` has no effect here",
                    expr.span,
                    _WHY[what],
                    help=_HELP.get(what, "remove it"),
                )


def _inner(selection: ir.Selection) -> tuple[ir.Selection, ...]:
    """Returns the selection that this selection chooses from."""
    source = selection.source
    return (source.selection,) if isinstance(source, ir.Those) else ()


def _selections(uses: Uses) -> Iterator[tuple[str, ir.Selection]]:
    yield from (("choose", node.selection) for node, _ in uses.of(ir.Choose))
    yield from (("draw", node.selection) for node, _ in uses.of(ir.Draw))
    yield from (("share", node.selection) for node, _ in uses.of(ir.Share))
    yield from (("sum", node.selection) for node, _ in uses.of(ir.Aggregate))
    yield from (("sum", node.selection) for node, _ in uses.of(ir.Together))
    used = {id(node.members) for node, _ in uses.of(ir.Position)}
    used |= {id(node.pieces) for node, _ in uses.of(ir.MovePieces)}
    yield from (("set", node.selection) for node, _ in uses.of(ir.Those) if id(node) not in used)
