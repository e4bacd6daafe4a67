"""A game in progress as learning libraries want it: rows of numbers and masks as NumPy arrays, choices by number."""

from __future__ import annotations

from typing import Any

import numpy

from boardwright.interpreter.learning.actions import actions_of
from boardwright.interpreter.learning.observer import observer_of
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.program import Program


class Running:
    """One game at a time. `mask` says which actions the player has who is asked; each is a new array after a step."""

    def __init__(self, program: Program, language: str | None = None) -> None:
        self.program, self.language = program, language
        self.actions, self.observer = actions_of(program), observer_of(program)
        self.players = program.table.players

    def begin(self, seed: int) -> None:
        """A new game, at its first decision."""
        self.state: State = new(self.program, seed, self.language)
        self._look()

    def act(self, number: int) -> None:
        """Takes an action and plays on. Raises `IllegalChoice` if it is not offered, and `RuleError` if a rule fails; both leave
        the game as it was.
        """
        self.actions.apply(self.state, number)
        self._look()

    def choose(self, option: int) -> None:
        """Takes an option by its place in the list, as agents do."""
        self.state.apply(option)
        self._look()

    def _look(self) -> None:
        decision = self.state.decision
        self.player = -1 if decision is None else decision.player
        self.mask = numpy.frombuffer(self.actions.mask(self.state), numpy.int8)

    @property
    def over(self) -> bool:
        """Whether the game has ended, or stopped at its limit of decisions."""
        return self.player < 0

    def observe(self, seat: int) -> Any:
        """What the player at a seat sees, as a new row of numbers."""
        return numpy.frombuffer(self.observer.observe(self.state, seat), numpy.int16)


__all__ = ["Running"]
