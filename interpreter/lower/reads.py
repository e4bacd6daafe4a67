"""What stands on pieces, spaces and notes, and what values say."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from boardwright.dsl.language.types import PieceType, PlayerType, SpaceType, Type
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.places import Span
from boardwright.interpreter.lower.addresses import (
    is_sure,
    lower_each,
    lower_in_turn,
    lower_player,
)
from boardwright.interpreter.lower.analysis.constant_tables import looked_up
from boardwright.interpreter.lower.context import as_mask
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, add
from boardwright.interpreter.table.table import Table

SMALL = 12
MOST_WITHIN = 3  # values written inside each other; what each asks for twice doubles at every step


def find_note(to: Emitter, note: str, key: ir.Expr | None, span: Span) -> lo.Expr:
    """The address of a note's word."""
    if note in lay.BUILT_IN:
        return Int(lay.BUILT_IN[note])
    base = to.layout.notes[note]
    if key is None:
        return Int(base)
    if isinstance(key.type, PlayerType):
        return add(Int(base), lower_player(to, key))
    if isinstance(key.type, SpaceType):
        base -= _find_first(to, key.type)
    return add(Int(base), to.lower(key))


def lower_pair(to: Emitter, pair: ir.Pair) -> lo.Expr:
    """The number of a pair among all pairs."""
    first, second = lower_in_turn(
        to, *(partial(_lower_index, to, i) for i in (pair.first, pair.second))
    )
    return add(lo.scale(first, _count_indices(to, pair.second.type)), second)


def _lower_index(to: Emitter, index: ir.Expr) -> lo.Expr:
    """The number of a thing among those of its type, from 0."""
    if isinstance(index.type, PlayerType):
        return lower_player(to, index)
    if isinstance(index.type, SpaceType):
        return add(Int(-_find_first(to, index.type)), to.lower(index))
    return to.lower(index)


def _count_indices(to: Emitter, of: Type) -> int:
    return len(to.table.spaces_of(of.kinds)) if isinstance(of, SpaceType) else to.table.how_many(of)


def _find_first(to: Emitter, of: SpaceType) -> int:
    """The number of the first space of this type."""
    return next(iter(to.table.spaces_of(of.kinds)), 0)


# ---- pieces and spaces


def read_face(to: Emitter, kind: str, piece: lo.Expr) -> lo.Expr:
    """The number of a piece's face."""
    if kind in to.layout.faces:
        return Load(add(Int(to.layout.faces[kind]), piece))
    faces = tuple(p.face for p in to.table.pieces[kind])
    if faces == tuple(range(len(faces))):
        return piece
    return to.linking.look(f"face_{kind}", faces, piece)


def read_attribute(to: Emitter, attribute: str, subject: ir.Expr) -> lo.Expr:
    """What is printed on a piece or space."""
    game, table = to.linking.game, to.table
    match subject.type:
        case PieceType(kind=kind):
            declared = game.kinds[kind]
            printed = [declared.definitions[face.definition] for face in table.faces[kind]]
            rows = tuple(_find_row(table, declared, each.attributes, attribute) for each in printed)
            return to.linking.look(
                f"{attribute}_of_{kind}", rows, read_face(to, kind, to.lower(subject))
            )
        case SpaceType():
            rows = tuple(
                _find_row(table, game.spaces[space.kind], space.attributes, attribute)
                for space in table.spaces
            )
            return to.linking.look(f"{attribute}_of_space", rows, to.lower(subject))
        case _:
            raise AssertionError(subject)


def _find_row(
    table: Table,
    of: ir.Kind | ir.SpaceKind,
    printed: Mapping[str, int | tuple[int, ...]],
    attribute: str,
) -> int:
    """An attribute as a word: a list is a mask; what a kind does not have is never asked for, and is 0."""
    declared = of.attributes.get(attribute)
    if declared is None or (attribute not in printed and not declared.optional):
        return 0
    value = table.printed(declared.type, printed.get(attribute))
    return as_mask(value) if isinstance(value, tuple) else value


# ---- values


def call_value(to: Emitter, expr: ir.ValueCall) -> lo.Expr:
    """What a value says."""
    value = to.linking.game.values[expr.value]
    *arguments, me = lower_each(to, *expr.arguments, expr.me)
    name = f"value:{expr.value}"
    if name in to.linking.tables:
        table = to.linking.tables[name]
        return looked_up(to.linking.functions[name], table, (me, *arguments))
    in_place = to.values_within < MOST_WITHIN and _is_small(value.base)
    if expr.value in to.linking.modified or not in_place:
        return lo.Apply(name, (me, *arguments))
    # A small value that nothing modifies is written where it is asked for.
    given = zip((expr.me, *expr.arguments), (me, *arguments), strict=True)
    for var, (said, argument) in zip((value.me, *value.params), given, strict=True):
        known = isinstance(var.type, PlayerType) and is_sure(to, said)
        to.bound[var.id] = to.atom(argument, var.name)
        to.sure.discard(var.id)
        if known:
            to.sure.add(var.id)
    to.values_within += 1
    result = to.lower(value.base)
    to.values_within -= 1
    return result


def _is_small(expr: ir.Expr) -> bool:
    return sum(1 for _ in nodes(expr)) <= SMALL
