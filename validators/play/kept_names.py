"""The names from `let` that rules under way will still read, while somebody is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from boardwright.dsl.language.types import PieceType, SetType
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import everything
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.program.program import Program, Vector


def names_under_way(program: Program, v: Vector) -> Iterator[tuple[ir.Let, int]]:
    """Those of the rules that wait for an answer, with the values that they have, from the innermost rule on.

    Names of pieces are left out: which piece it is tells nothing of its face.
    """
    lets = program.kept("names from let", _lets)
    under_way, block, seen = program.under_way, v[lay.PC], set[int]()
    while block in under_way.of_block and block not in seen:
        seen.add(block)
        frame = under_way.of_block[block]
        for name, at in frame.named.items():
            if name in lets and at in frame.live[block]:
                yield lets[name], v[at]
        if frame.saved:
            return  # the words of a rule that is in itself are put aside
        block = v[frame.back]


def _lets(program: Program) -> Mapping[str, ir.Let]:
    """By the names that locals have in machine code."""
    found = {}
    for node in everything(program.table.game):
        if isinstance(node, ir.Let):
            of = node.var.type.element if isinstance(node.var.type, SetType) else node.var.type
            if not isinstance(of, PieceType):
                found[f"{node.var.name}_{node.var.id}"] = node
    return found


__all__ = ["names_under_way"]
