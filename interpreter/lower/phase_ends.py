"""When a phase is over because its `until` holds, at whatever depth that shows.

It is asked after each turn, the steps and each phase in it. The phases in between end with it: what they say of rounds is
undone, and what happens after them happens. A word says meanwhile which phase is over.
"""

from __future__ import annotations

from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import NO
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Var

Way = tuple[ir.Phase, ...]
"""A phase after those around it, from the outermost."""


def _number(linking: Linking, phase: ir.Phase) -> Int:
    return Int(linking.table.phases.index(phase.id) + 1)


def _may_end_inside(linking: Linking, way: Way) -> bool:
    """Whether a phase around the last one can be over before it."""
    return any(phase.id in linking.course.rounds for phase in way[:-1])


def keep_round(to: Emitter, phase: ir.Phase) -> None:
    """Keeps the number of the round for those who ask in the phases inside."""
    rounds = to.linking.course.rounds
    if phase.id in rounds:
        to.emit(lo.Store(Int(rounds[phase.id]), Load(Int(lay.ROUND))))


def forget_round(to: Emitter, phase: ir.Phase) -> None:
    """Forgets the number of the round."""
    rounds = to.linking.course.rounds
    if phase.id in rounds:
        to.emit(lo.Store(Int(rounds[phase.id]), NO))


def pass_by_if_over(to: Emitter, way: Way, after: lo.Block) -> None:
    """Goes after a phase that is not to begin, because one around it is over."""
    if _may_end_inside(to.linking, way):
        assert to.linking.course.over is not None
        to.emit(lo.When(Load(Int(to.linking.course.over)), [lo.Goto(after.number)], []))


def write_after_phase(to: Emitter, way: Way, after: lo.Block) -> None:
    """After a phase in the last one of these: goes after that if it is over, or one around it."""
    course = to.linking.course
    if not any(phase.id in course.rounds for phase in way):
        return
    assert course.over is not None
    over, phase = Load(Int(course.over)), way[-1]
    if phase.id in course.rounds:
        mine, others = to.block(), to.block()
        to.emit(
            lo.When(
                Op("==", over, _number(to.linking, phase)),
                [lo.Goto(mine.number)],
                [lo.Goto(others.number)],
            )
        )
        to.go_on(mine)
        to.emit(lo.Store(Int(course.over), NO))
        to.jump(after)
        to.go_on(others)
    if _may_end_inside(to.linking, way):
        to.emit(lo.When(over, [lo.Goto(after.number)], []))
    write_ends(to, way, after)


def write_ends(to: Emitter, way: Way, after: lo.Block) -> None:
    """Asks for the end of the last of these phases, then of those around it; turns ask for their own."""
    for n in reversed(range(len(way))):
        phase = way[n]
        if phase.until is None or phase.turn is not None:
            continue
        to.bound[phase.me.id] = Int(-1)
        to.sure.discard(phase.me.id)
        if phase is way[-1]:
            to.emit(lo.When(to.lower(phase.until), [lo.Goto(after.number)], []))
            continue
        counts = any(inner.turn is None and inner.repeats for inner in way[n + 1 :])
        holds = _test_in_its_round(to, phase) if counts else to.lower(phase.until)
        leaves, goes_on = to.block(), to.block()
        to.emit(lo.When(holds, [lo.Goto(leaves.number)], [lo.Goto(goes_on.number)]))
        to.go_on(leaves)
        assert to.linking.course.over is not None
        to.emit(lo.Store(Int(to.linking.course.over), _number(to.linking, phase)))
        to.jump(after)
        to.go_on(goes_on)


def _test_in_its_round(to: Emitter, phase: ir.Phase) -> lo.Expr:
    """Whether the end of a phase has come; `round` is that of the phase while it is asked."""
    assert phase.until is not None
    now, holds, word = to.fresh("round"), to.fresh("ends"), Int(lay.ROUND)
    to.emit(lo.SetVar(now, Load(word)))
    to.emit(lo.Store(word, Load(Int(to.linking.course.rounds[phase.id]))))
    to.emit(lo.SetVar(holds, to.lower(phase.until)))
    to.emit(lo.Store(word, Var(now)))
    return Var(holds)
