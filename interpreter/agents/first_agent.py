"""Takes the first option of every list: the same game each time, but for the game's own chance."""

from __future__ import annotations

from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.state import State


class FirstAgent:
    """Takes the first option."""

    def choose(self, decision: Decision, state: State) -> int:
        return 0


def make(seed: int, seat: int) -> FirstAgent:
    """The agent is the same for every seed and seat."""
    return FirstAgent()
