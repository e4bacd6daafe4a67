"""Takes the first option of every list, so that only the game's own chance makes games differ."""

from __future__ import annotations

from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.state import State


class FirstAgent:
    """Takes the first option."""

    def choose(self, decision: Decision, state: State) -> int:
        return 0


def make(seed: int, seat: int) -> FirstAgent:
    """The agent, which is the same for every seed and seat."""
    return FirstAgent()
