"""A game in progress as learning libraries want it: rows of numbers and masks as NumPy arrays, choices by number."""

from __future__ import annotations

from typing import Any

import numpy

from boardwright.interpreter.learning.actions import actions_of
from boardwright.interpreter.learning.native_rows import NativeRows, native_rows
from boardwright.interpreter.learning.observer import observer_of
from boardwright.interpreter.native.choice import native_for
from boardwright.interpreter.play.native_state import NativeState
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.program import Program

_AHEAD = 64


class _Rolls:
    """New rows of numbers, each with its address. To make many at once is several times as fast."""

    def __init__(self, size: int, of: Any) -> None:
        self.size, self.of, self.left = size, of, 0
        self.step = size * numpy.dtype(of).itemsize

    def next(self) -> tuple[Any, int]:
        """A row that nobody has, and its address."""
        if not self.left:
            self.block = numpy.empty((_AHEAD, self.size), self.of)
            self.at, self.left = self.block.ctypes.data, _AHEAD
        self.left -= 1
        return self.block[self.left], self.at + self.left * self.step


class Running:
    """One game at a time. `mask` says which actions the player has who is asked; it is a new array after each step.

    Machine code plays, observes and numbers options, if there is any for the game.
    """

    def __init__(self, program: Program, language: str | None = None) -> None:
        self.program, self.language = program, language
        self.actions, self.observer = actions_of(program), observer_of(program)
        self.players = program.table.players
        self._fast: NativeRows | None = None
        self._masks = _Rolls(self.actions.count, numpy.int8)
        self._rows = _Rolls(self.observer.size, numpy.int16)

    def begin(self, seed: int) -> None:
        """A new game, at its first decision."""
        self.go_on(new(self.program, seed, self.language))

    def go_on(self, state: State) -> None:
        """Goes on from a state, which is changed from now on."""
        self.state = state
        native = native_for(self.program)
        self._fast = None
        if native is not None and isinstance(state, NativeState):
            self._fast = native_rows(native)
        self._look()

    def act(self, number: int) -> None:
        """Takes an action and plays on. Raises `IllegalChoice` if it is not offered, and `RuleError` if a rule fails; both leave
        the game as it was.
        """
        state, fast = self.state, self._fast
        offered = not self.over and 0 <= number < self.actions.count and self.mask[number]
        if fast is None or not offered or not isinstance(state, NativeState):
            self.actions.apply(state, number)
        else:
            state.take(fast.answer(state.address(), number))
        self._look()

    def choose(self, option: int) -> None:
        """Takes an option by its place in the list, as agents do."""
        self.state.apply(option)
        self._look()

    def _look(self) -> None:
        state, fast = self.state, self._fast
        if fast is not None and isinstance(state, NativeState):
            self.player = state.asker
            self.mask, at = self._masks.next()
            fast.number(state.address(), at)
            return
        decision = state.decision
        self.player = -1 if decision is None else decision.player
        self.mask = numpy.frombuffer(self.actions.mask(state), numpy.int8)

    @property
    def over(self) -> bool:
        """Whether the game has ended, or stopped at its limit of decisions."""
        return self.player < 0

    def observe(self, seat: int) -> Any:
        """What the player at a seat sees, as a new row of numbers."""
        state, fast = self.state, self._fast
        if fast is not None and fast.rows and isinstance(state, NativeState):
            row, at = self._rows.next()
            fast.observe(state.address(), seat, at)
            return row
        return numpy.frombuffer(self.observer.observe(state, seat), numpy.int16)


__all__ = ["Running"]
