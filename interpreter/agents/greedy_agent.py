"""Looks one step ahead, as far as its player can see, and takes what looks best.

The ruleset says what is best with the `worth` of its outcome; without one, it is the score. An option that wins comes
before all others, one that loses after them. Among equals, chance decides.

It never sees what its player may not: every option is tried in positions that are made up from what the player knows
(see `determinize.py`), with chance of their own. While answers of others are secret, it takes a random option.
"""

from __future__ import annotations

from boardwright.interpreter.agents.agent import stream_of
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.determinize import deal
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.unknown import unknown
from boardwright.interpreter.play.unknown_words import CannotImagineError
from boardwright.interpreter.table.errors import RuleError

WORLDS = 4
"""The number of positions to try each option in: more are better for hidden things and chance, and take longer."""


class GreedyAgent:
    """Takes the option that leads to the best position for its player."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def choose(self, decision: Decision, state: State) -> int:
        try:
            return self.look_ahead(decision, state)
        except CannotImagineError:
            return self.stream.below(len(decision))

    def look_ahead(self, decision: Decision, state: State) -> int:
        """The option that leads to the best position."""
        count = len(decision)
        standings, hidden = [(0, 0)] * count, unknown(state, decision.player)
        for _ in range(WORLDS):
            world = deal(hidden, self.stream)
            before = _standing(world, decision.player) or (0, 0)
            for option, (won, worth) in enumerate(standings):
                after = _after(world, option, decision.player) or before
                standings[option] = won + after[0], worth + after[1]
        best = max(standings)
        tied = [option for option, standing in enumerate(standings) if standing == best]
        return tied[self.stream.below(len(tied))]


def _after(world: State, option: int, player: int) -> tuple[int, int] | None:
    """The position of the player after this option; None if the rules fail in a made-up position."""
    trial = world.copy()
    try:
        trial.apply(option)
    except RuleError:
        return None
    return _standing(trial, player)


def _standing(state: State, player: int) -> tuple[int, int] | None:
    """1 if the game is won, -1 if it is lost, else 0; and the worth of the position. None if the rules cannot tell them yet."""
    try:
        winners = state.winners
        won = 0 if not winners else 1 if player in winners else -1
        return won, state.worth(player)
    except RuleError:
        return None


def make(seed: int, seat: int) -> GreedyAgent:
    """The greedy agent of a game's seed and a seat."""
    return GreedyAgent(stream_of(seed, seat))
