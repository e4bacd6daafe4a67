"""Takes a random option, each equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardwright.interpreter.agents.agent import stream_of
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.native.choice import native_for
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.program import Program, Vector
from boardwright.interpreter.program.random_games import RandomPlayer
from boardwright.interpreter.table.errors import RuleError

if TYPE_CHECKING:
    from boardwright.interpreter.agents.native_statistics import FigurePlayer
    from boardwright.interpreter.agents.statistics import Gathering


class RandomAgent:
    """Takes a random option, each equally likely."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def choose(self, decision: Decision, state: State) -> int:
        return decision.nth(self.stream.below(len(decision)))


def make(seed: int, seat: int) -> RandomAgent:
    """The random agent of a game's seed and a seat."""
    return RandomAgent(stream_of(seed, seat))


def play_random(
    program: Program,
    seed: int,
    gathering: Gathering | None = None,
    agents_seed: int | None = None,
) -> Vector:
    """A whole game in which every seat plays at random: the vector at its end.

    It is the same game as with `RandomAgent` at every seat, but without decisions as objects. `gathering`, always the same
    one of a program, notes them. `agents_seed` is the seed that agents would have, if it is not the game's.
    """
    try:
        native = native_for(program, 1)
        if gathering is not None:
            player = program.kept("watched player", lambda it: _watched(it, gathering))
            return player.play(seed, agents_seed)
        if native is not None:
            return native.play(seed, agents_seed)
        return program.kept("random player", RandomPlayer).play(seed, agents_seed)
    except RuleError as fault:
        fault.seed = seed
        raise


def _watched(program: Program, gathering: Gathering) -> FigurePlayer | RandomPlayer:
    """The object that notes the decisions: machine code counts them itself if it can."""
    if native_for(program) is not None:
        from boardwright.interpreter.agents.native_statistics import figure_player

        found = figure_player(program, gathering)
        if found is not None:
            return found
    return RandomPlayer(program, gathering)
