"""Takes any option, each equally likely."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boardwright.interpreter import layout as lay
from boardwright.interpreter.agents.agent import stream_of
from boardwright.interpreter.agents.gathering import Gathering
from boardwright.interpreter.decision import Decision
from boardwright.interpreter.errors import RuleError
from boardwright.interpreter.program import Program, Vector
from boardwright.interpreter.rng import Stream
from boardwright.interpreter.state import State


class RandomAgent:
    """Takes any option, each equally likely."""

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

    The same game as `RandomAgent` at every seat plays, without the decisions as objects. `gathering`, always the same one
    of a program, notes them. `agents_seed` is the seed that agents would be made with, if it is not the game's.
    """
    try:
        if gathering is None:
            return program.kept("random player", RandomPlayer).play(seed, agents_seed)
        watched = program.kept("watched random player", lambda it: RandomPlayer(it, gathering))
        return watched.play(seed, agents_seed)
    except RuleError as fault:
        fault.seed = seed
        raise


class RandomPlayer:
    """Plays whole games of one program."""

    def __init__(self, program: Program, gathering: Gathering | None = None) -> None:
        self.program, self.gathering = program, gathering

    def play(self, seed: int, agents_seed: int | None = None) -> Vector:
        own = seed if agents_seed is None else agents_seed
        seats = range(self.program.table.players)
        draws = [stream_of(own, seat).bits for seat in seats]
        v = self.program.first_vector(seed)
        if self.gathering is not None:
            self.gathering.begin()
        try:
            _step(self.program, v, draws, self.gathering)
        except RuleError as fault:
            fault.decisions = v[lay.DECISIONS]
            raise
        return v


# This loop is as hot as the game itself: words of the vector are literals (CHOSEN is 6, DECISIONS is 8), and
# `Stream.below` is written out.


def _step(
    program: Program,
    v: Vector,
    draws: Sequence[Callable[[int], int]],
    watch: Gathering | None = None,
) -> None:
    run, most = program.fast.run, program.table.game.most_decisions
    run(v)
    while v[lay.PC] >= 0 and v[8] < most:
        mask, extra = v[lay.OPTIONS], v[lay.EXTRA]
        count = mask.bit_count()
        options, draw = count + extra, draws[v[lay.ASKER]]
        width = (options - 1).bit_length()
        drawn = draw(width)
        while drawn >= options:
            drawn = draw(width)
        if drawn == count:
            v[6] = lay.DECLINED
        else:
            for _ in range(drawn):
                mask &= mask - 1
            v[6] = (mask & -mask).bit_length() - 1 + v[lay.OFFSET]
        if watch is not None:
            watch.decision(v, v[6])
        v[8] += 1
        run(v)
