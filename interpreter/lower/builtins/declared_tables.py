"""Lookups in the tables that a ruleset declares."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from boardwright.dsl.language.types import PlayerType, SpaceType, Type
from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import lower_in_turn, lower_player
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Op, Un, add
from boardwright.interpreter.table import errors
from boardwright.interpreter.table.table_limits import LARGEST


def lower_table_read(to: Emitter, expr: ir.TableRead) -> lo.Expr:
    """The value in a row; that there is none is a fault."""
    table = to.linking.game.tables[expr.table]
    keys = lower_in_turn(to, *(partial(_lower_key, to, each) for each in expr.arguments))
    rows = {
        row: value
        for row, written in table.rows.items()
        if (value := to.table.read_entry(table.type, written)) is not None
    }
    name = expr.table.replace(".", "_").replace(":", "_")
    read = _Read(to, name, expr)
    if len(keys) == 1:
        return read.row_of({key: value for (key,), value in rows.items()}, keys[0], table.keys[0])
    for fixed, other in ((0, 1), (1, 0)):
        key = keys[fixed]
        if isinstance(key, Int):
            of = to.table.written(table.keys[fixed], key.value)
            some = {row[other]: value for row, value in rows.items() if row[fixed] == of}
            read.name = f"{name}_{'first' if fixed == 0 else 'second'}_{of}".replace("-", "m")
            return read.row_of(some, keys[other], table.keys[other])
    return read.cell_of(rows, keys, table.keys)


def _is_sparse(keys: Collection[int]) -> bool:
    """Whether the numbers from the lowest key to the highest are too many to be laid out."""
    return max(keys) - min(keys) > 4 * len(keys) + 256


def _lower_key(to: Emitter, key: ir.Expr) -> lo.Expr:
    return lower_player(to, key) if isinstance(key.type, PlayerType) else to.lower(key)


@dataclass(slots=True)
class _Read:
    """One lookup in the making. Its constant tables have the name of the declared one, or of a part of it."""

    to: Emitter
    name: str
    expr: ir.TableRead

    def row_of(self, rows: Mapping[int, int], key: lo.Expr, of: Type) -> lo.Expr:
        """The value in a row of a table with one key."""
        rows = self._number(rows, of)
        if isinstance(key, Int) and key.value in rows:
            return Int(rows[key.value])
        if not rows:
            self.to.emit(self.to.fail(errors.NO_ROW, self._message, self.expr.span))
            return Int(0)
        key = self.to.atom(key)
        if _is_sparse(rows):
            found = self._search(key, sorted(rows), f"keys_of_{self.name}")
            filled = tuple(rows[each] for each in sorted(rows))
            return self.to.linking.look(f"table_{self.name}", filled, found)
        low, high = self._within(key, rows)
        filled = tuple(rows.get(n, 0) for n in range(low, high + 1))
        index = add(key, Int(-low))
        if len(rows) < len(filled):
            present = tuple(int(n in rows) for n in range(low, high + 1))
            self._require(self.to.linking.look(f"rows_{self.name}", present, index))
        return self.to.linking.look(f"table_{self.name}", filled, index)

    def cell_of(
        self, rows: Mapping[tuple[int, ...], int], keys: Sequence[lo.Expr], types: Sequence[Type]
    ) -> lo.Expr:
        """The value in a row of a table with two keys."""
        first, second = (sorted({row[n] for row in rows}) for n in (0, 1))
        cells = [rows.get((a, b)) for a in first for b in second]
        if not cells:
            self.to.emit(self.to.fail(errors.NO_ROW, self._message, self.expr.span))
            return Int(0)
        at = [
            self._position(key, written, of, side)
            for key, written, of, side in zip(
                keys, (first, second), types, ("first", "second"), strict=True
            )
        ]
        index = self.to.atom(add(lo.scale(at[0], len(second)), at[1]), "cell")
        if None in cells:
            present = tuple(int(value is not None) for value in cells)
            self._require(self.to.linking.look(f"rows_{self.name}", present, index))
        filled = tuple(value or 0 for value in cells)
        return self.to.linking.look(f"table_{self.name}", filled, index)

    def _position(self, key: lo.Expr, written: Sequence[int], of: Type, side: str) -> lo.Expr:
        """The position of a key among those of the rows."""
        at = self._number({each: position for position, each in enumerate(written)}, of)
        if not at:
            self.to.emit(self.to.fail(errors.NO_ROW, self._message, self.expr.span))
            return Int(0)
        key = self.to.atom(key)
        if _is_sparse(at):
            return self._search(key, sorted(at), f"{side}_of_{self.name}")
        low, high = self._within(key, at)
        positions = tuple(at.get(n, -1) for n in range(low, high + 1))
        index = add(key, Int(-low))
        if positions == tuple(range(len(positions))):
            return index
        found = self.to.linking.look(f"{side}_of_{self.name}", positions, index)
        if min(positions) < 0:
            found = self.to.atom(found, side)
            self._require(Op(">=", found, Int(0)))
        return found

    def _search(self, key: lo.Expr, among: Sequence[int], name: str) -> lo.Expr:
        """The position of a key among a few that lie far apart, by halving."""
        size = 1 << (len(among) - 1).bit_length()
        rows = (*among, *[LARGEST] * (size - len(among)))
        found = self.to.fresh("found")
        self.to.emit(lo.SetVar(found, Int(0)))
        while size := size // 2:
            middle = self.to.linking.look(name, rows, add(lo.Var(found), Int(size)))
            step = lo.Cond(Op("<=", middle, key), Int(size), Int(0))
            self.to.emit(lo.SetVar(found, Op("+", lo.Var(found), step)))
        self._require(Op("==", self.to.linking.look(name, rows, lo.Var(found)), key))
        return lo.Var(found)

    def _number(self, rows: Mapping[int, int], of: Type) -> Mapping[int, int]:
        """The same rows by the numbers that spaces or players have at this table."""
        if not isinstance(of, SpaceType | PlayerType):
            return rows
        table = self.to.table
        here = range(table.how_many(of))
        return {n: rows[key] for n in here if (key := table.written(of, n)) in rows}

    def _within(self, key: lo.Expr, rows: Iterable[int]) -> tuple[int, int]:
        """The lowest and the highest key; that one is outside is a fault."""
        low, high = min(rows), max(rows)
        self._require(Op("and", Op(">=", key, Int(low)), Op("<=", key, Int(high))))
        return low, high

    def _require(self, known: lo.Expr) -> None:
        self.to.guard(Un("not", known), errors.NO_ROW, self._message, self.expr.span)

    @property
    def _message(self) -> str:
        keys = "this number" if len(self.expr.arguments) == 1 else "these two"
        return f"`{self.expr.table}` has no row for {keys}"
