"""Starts games, in machine code if available, or else in Python's blocks."""

from __future__ import annotations

from boardwright.interpreter.native.choice import native_for
from boardwright.interpreter.play.naming import Words
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.program import Program


def new(program: Program, seed: int, language: str | None = None) -> State:
    """A new game at its first decision."""
    native = native_for(program, 1)
    if native is not None:
        from boardwright.interpreter.play.native_state import new as new_native

        return new_native(native, seed, language)
    state = State(
        program, program.first_vector(seed), program.fast, Words(program.table.game, language)
    )
    state.compiled.run(state.v)
    return state
