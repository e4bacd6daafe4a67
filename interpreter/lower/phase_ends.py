"""When a phase is over because its `until` holds, at whatever depth that shows.

It is asked after each turn, the steps and each phase in it. The phases in between end with it: what they say of rounds is
undone, and what happens after them happens. A word says meanwhile which phase is over.
"""

from __future__ import annotations

from collections.abc import Iterable

from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import NO
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.lower.statements import Statements
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Var
from boardwright.interpreter.machine.word_ranges import Between
from boardwright.interpreter.table.table_limits import MOST_TURNS

Way = tuple[ir.Phase, ...]
"""A phase behind those around it, from the outermost."""


class Ends:
    """Asks for the end of the phases around a place, and goes on behind them."""

    def __init__(self, linking: Linking, course: Iterable[ir.Phase]) -> None:
        self.linking = linking
        self.words: set[int] = set()
        self.over: int | None = None  # the word with the number of the phase that is over, from 1
        self.rounds: dict[str, int] = {}  # of a phase: the word with its round
        lasting = [phase for phase in _all(course) if phase.until is not None and phase.phases]
        if lasting:
            self.over = self._word(Between(0, len(linking.table.phases)), "the phase that is over")
        for phase in lasting:
            self.rounds[phase.id] = self._word(Between(0, MOST_TURNS), f"the round of {phase.id}")

    def _word(self, holds: Between, named: str) -> int:
        at = self.linking.layout.words(holds, 1, named)
        self.words.add(at)
        return at

    def number(self, phase: ir.Phase) -> Int:
        return Int(self.linking.table.phases.index(phase.id) + 1)

    def is_inside(self, way: Way) -> bool:
        """Whether a phase around the last one can be over before it."""
        return any(phase.id in self.rounds for phase in way[:-1])

    def begins_round(self, to: Statements, phase: ir.Phase) -> None:
        """Keeps the number of the round for those who ask in the phases inside."""
        if phase.id in self.rounds:
            to.emit(lo.Store(Int(self.rounds[phase.id]), Load(Int(lay.ROUND))))

    def ended(self, to: Statements, phase: ir.Phase) -> None:
        """Forgets the number of the round."""
        if phase.id in self.rounds:
            to.emit(lo.Store(Int(self.rounds[phase.id]), NO))

    def unless_over(self, to: Statements, way: Way, behind: lo.Block) -> None:
        """Goes behind a phase that is not to begin, because one around it is over."""
        if self.is_inside(way):
            assert self.over is not None
            to.emit(lo.When(Load(Int(self.over)), [lo.Goto(behind.number)], []))

    def after_phase(self, to: Statements, way: Way, behind: lo.Block) -> None:
        """After a phase in the last one of these: goes behind that if it is over, or one around it."""
        if not any(phase.id in self.rounds for phase in way):
            return
        assert self.over is not None
        over, phase = Load(Int(self.over)), way[-1]
        if phase.id in self.rounds:
            mine, others = to.block(), to.block()
            to.emit(
                lo.When(
                    Op("==", over, self.number(phase)),
                    [lo.Goto(mine.number)],
                    [lo.Goto(others.number)],
                )
            )
            to.go_on(mine)
            to.emit(lo.Store(Int(self.over), NO))
            to.jump(behind)
            to.go_on(others)
        if self.is_inside(way):
            to.emit(lo.When(over, [lo.Goto(behind.number)], []))
        self.ask(to, way, behind)

    def ask(self, to: Statements, way: Way, behind: lo.Block) -> None:
        """Asks for the end of the last of these phases, then of those around it; turns ask for their own."""
        for n in reversed(range(len(way))):
            phase = way[n]
            if phase.until is None or phase.turn is not None:
                continue
            to.bound[phase.me.id] = Int(-1)
            to.sure.discard(phase.me.id)
            if phase is way[-1]:
                to.emit(lo.When(to.ex(phase.until), [lo.Goto(behind.number)], []))
                continue
            counts = any(inner.turn is None and inner.repeats for inner in way[n + 1 :])
            holds = self._in_its_round(to, phase) if counts else to.ex(phase.until)
            leaves, goes_on = to.block(), to.block()
            to.emit(lo.When(holds, [lo.Goto(leaves.number)], [lo.Goto(goes_on.number)]))
            to.go_on(leaves)
            assert self.over is not None
            to.emit(lo.Store(Int(self.over), self.number(phase)))
            to.jump(behind)
            to.go_on(goes_on)

    def _in_its_round(self, to: Statements, phase: ir.Phase) -> lo.Expr:
        """Whether the end of a phase has come; `round` is that of the phase while it is asked."""
        assert phase.until is not None
        now, holds, word = to.fresh("round"), to.fresh("ends"), Int(lay.ROUND)
        to.emit(lo.SetVar(now, Load(word)))
        to.emit(lo.Store(word, Load(Int(self.rounds[phase.id]))))
        to.emit(lo.SetVar(holds, to.ex(phase.until)))
        to.emit(lo.Store(word, Var(now)))
        return Var(holds)


def _all(phases: Iterable[ir.Phase]) -> Iterable[ir.Phase]:
    for phase in phases:
        yield phase
        yield from _all(phase.phases)
