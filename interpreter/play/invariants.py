"""Judges positions of a compiled game by its invariants, for scenarios and checks by play."""

from __future__ import annotations

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.play.state import State
from boardwright.interpreter.table.invariants import broken, function_of, setup_phases


def judge(state: State) -> None:
    """Raises the `RuleError` of the first invariant that is false now. During setup none is judged. The program was linked
    `judging`.
    """
    table = state.program.table
    invariants = table.game.invariants
    if not invariants or _is_setup(state):
        return
    v = state.v[:]  # asking counts steps
    for number, invariant in enumerate(invariants):
        if not state.compiled.functions[function_of(number)](v):
            raise broken(invariant)


def _is_setup(state: State) -> bool:
    table, phase = state.program.table, state.v[lay.PHASE]
    return not state.over and phase >= 0 and table.phases[phase] in setup_phases(table.game)
