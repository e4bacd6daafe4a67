"""Takes any option, each equally likely."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boardwright.interpreter import layout as lay
from boardwright.interpreter.agents.agent import stream_of
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
        return self.stream.below(len(decision))


def make(seed: int, seat: int) -> RandomAgent:
    """The random agent of a game's seed and a seat."""
    return RandomAgent(stream_of(seed, seat))


def play_random(program: Program, seed: int, streams: Sequence[Stream] | None = None) -> Vector:
    """A whole game in which every seat plays at random: the vector at its end.

    The same game as `RandomAgent` at every seat plays, without the decisions as objects. `streams` are
    the agents' own, one a seat; they go on where they stand.
    """
    if streams is None:
        streams = [stream_of(seed, seat) for seat in range(program.table.players)]
    bits = [stream.bits for stream in streams]
    v = program.first_vector(seed)
    try:
        _play_on(program, v, bits)
    except RuleError as fault:
        fault.seed, fault.decisions = seed, v[lay.DECISIONS]
        raise
    return v


def _play_on(program: Program, v: Vector, bits: Sequence[Callable[[int], int]]) -> None:
    run, most = program.fast.run, program.table.game.most_decisions
    run(v)
    while v[lay.PC] >= 0 and v[lay.DECISIONS] < most:
        mask, extra = v[lay.OPTIONS], v[lay.EXTRA]
        count = mask.bit_count()
        # `Stream.below`, written out: this loop is as hot as the game itself.
        options, draw = count + extra, bits[v[lay.ASKER]]
        width = (options - 1).bit_length()
        drawn = draw(width)
        while drawn >= options:
            drawn = draw(width)
        if drawn == count:
            v[lay.CHOSEN] = -1
        else:
            # Every option but those below the one drawn: of what is left it is the lowest.
            for _ in range(drawn):
                mask &= mask - 1
            v[lay.CHOSEN] = (mask & -mask).bit_length() - 1 + v[lay.OFFSET]
        v[lay.DECISIONS] += 1
        run(v)
