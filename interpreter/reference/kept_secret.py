"""A game of which seats may ask how things came about: it knows which local names have values that some seats may not know.

A name keeps its value when what the value came from has changed. So the game finds out at once, when a name gets its value,
which seats may not know it: those to whom a choice was secret, and those that may not see what the value was computed from.
The same is done for what a rule is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boardwright.dsl.rules import ir
from boardwright.interpreter.reference.chance import Dictated
from boardwright.interpreter.reference.frame import Frame, Picking, Play
from boardwright.interpreter.reference.game import ReferenceGame
from boardwright.interpreter.reference.position import Single
from boardwright.interpreter.reference.seat_tracer import SeatTracer
from boardwright.interpreter.reference.secret_number import SecretNumber
from boardwright.interpreter.reference.statements import Runner
from boardwright.interpreter.reference.watch import Watch


class AskedGame(ReferenceGame):
    """As `ReferenceGame`, for questions of seats."""

    def _new_runner(self, watch: Watch | None, dictated: Dictated | None) -> Runner:
        return _Runner(self._position, watch, dictated)


class _Runner(Runner):
    """Notes of each name that it binds who may not know its value."""

    def statement(self, statement: ir.Stmt, frame: Frame) -> Play:
        match statement:
            case ir.Let(var=var, value=value) | ir.SetLocal(var=var, value=value):
                self.frame = frame
                frame.values[var.id] = self._worked_out(value, frame)
            case ir.Find(selection=selection):
                self.frame = frame
                found = self.evaluator.in_its_order(selection, frame, drawn=True)
                if found:
                    seats = self._kept_from(
                        (
                            ir.Those(
                                selection=selection, type=selection.source.type, span=selection.span
                            ),
                        ),
                        frame,
                    )
                    frame.values[statement.var.id] = _kept(found[0], seats)
                yield from self._rest(statement, bool(found), frame)
            case _:
                yield from super().statement(statement, frame)

    def _pick(self, statement: ir.Choose, members: list[int], asker: int) -> Picking:
        found = yield from super()._pick(statement, members, asker)
        return self._chosen(statement, found, asker)

    def _pick_several(
        self, statement: ir.Choose, members: list[int], asker: int, amount: int
    ) -> Picking:
        found = yield from super()._pick_several(statement, members, asker, amount)
        return self._chosen(statement, found, asker)

    def _chosen(
        self, statement: ir.Choose, found: list[int] | None, asker: int
    ) -> list[int] | None:
        if found is None or not statement.secretly:
            return found
        others = frozenset(range(self.table.players)) - {asker}
        return [SecretNumber(each, others) for each in found]

    def _given(self, arguments: Sequence[ir.Expr], frame: Frame) -> list[Single]:
        return [self._worked_out(each, frame) for each in arguments]

    def _worked_out(self, expr: ir.Expr, frame: Frame) -> Single:
        return _kept(self.evaluator.value(expr, frame), self._kept_from((expr,), frame))

    def _kept_from(self, parts: Iterable[ir.Expr], frame: Frame) -> frozenset[int]:
        """The seats that may not know what follows from these expressions."""
        found = set()
        for seat in range(self.table.players):
            tracer = SeatTracer(self.position, seat)
            tracer.carry_out = self.carry_out
            for part in parts:
                tracer.explain(part, frame)
                if tracer.is_hidden:
                    found.add(seat)
        return frozenset(found)


def _kept(value: Single, seats: frozenset[int]) -> Single:
    """A value that these seats may not know."""
    if isinstance(value, frozenset):
        return frozenset(SecretNumber(each, seats) if seats else int(each) for each in value)
    return SecretNumber(value, seats) if seats else int(value)


__all__ = ["AskedGame"]
