"""Finds which expressions are known before a game begins: conditions of `table` and `in_play` of expansions.

Options, seats, attributes of open pieces, tables, and values made of these are known.
"""

from __future__ import annotations

from collections.abc import Iterable

from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.language.types import PieceType, PlayerType, SetType, SpaceType, ZoneType
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.diagnostics import Bag

_KNOWN = (
    ir.Const,
    ir.Local,
    ir.OptionRead,
    ir.Played,
    ir.Seats,
    ir.Players,
    ir.Members,
    ir.AllPieces,
    ir.Pair,
    ir.Arithmetic,
    ir.Compare,
    ir.Same,
    ir.IsNobody,
    ir.Both,
    ir.Either,
    ir.IfElse,
    ir.Not,
    ir.Member,
    ir.Singleton,
    ir.Empty,
    ir.Nothing,
    ir.IsNothing,
    ir.Given,
    ir.Union,
    ir.Without,
    ir.Common,
    ir.Range,
    ir.Count,
    ir.MinMax,
    ir.Those,
    ir.Aggregate,
)


def check(game: ir.Game, bag: Bag) -> None:
    """Reports conditions that are unknown before play."""
    asked = [condition.condition for condition in game.conditions]
    for expr in (*asked, *game.in_play.values()):
        found = unknown_at_table(game, expr)
        if found is not None:
            here, there = found
            errors.not_at_table(bag, here.span, None if there is here else there.span)


def unknown_at_table(game: ir.Game, expr: ir.Expr) -> tuple[ir.Node, ir.Node] | None:
    """The first part that only play decides, and what in it, maybe inside a value; None if all is known."""
    for node in nodes(expr):
        if isinstance(node, ir.ValueCall):
            for part in _parts_of(game, node.value):
                if isinstance(part, ir.Modifier):
                    return node, part
                inner = unknown_at_table(game, part)
                if inner is not None:
                    return node, inner[1]
        elif not _is_known(game, node):
            return node, node
    return None


def _parts_of(game: ir.Game, value: str) -> Iterable[ir.Expr | ir.Modifier]:
    """Yields the parts of a value. Only play decides whose pieces modify it."""
    yield game.values[value].base
    for modifier in game.modifiers:
        if modifier.value == value:
            if modifier.definition is not None:
                yield modifier
            yield modifier.operand
            if modifier.when is not None:
                yield modifier.when


def _is_known(game: ir.Game, node: ir.Node) -> bool:
    match node:
        case ir.AttributeRead() | ir.MembersOf():
            type, found = node.subject.type, node.type
            found = found.element if isinstance(found, SetType) else found
            if isinstance(found, SpaceType | ZoneType):
                return False
            return isinstance(type, PieceType) and not game.kinds[type.kind].hidden
        case ir.FaceOf(piece=piece):
            return isinstance(piece.type, PieceType) and not game.kinds[piece.type.kind].hidden
        case ir.TableRead(table=id):
            table = game.tables[id]
            return not any(
                isinstance(of, SpaceType | PlayerType) for of in (*table.keys, table.type)
            )
        case ir.ThePiece(kind=kind):
            return not game.kinds[kind].hidden
        case ir.Selection():
            return node.starting is None and node.extreme is None and node.rising is None
        case _:
            return isinstance(node, _KNOWN)
