"""Takes any option, each equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardwright.interpreter.agents.agent import stream_of
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.machine.runtime import nth
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.backend_choice import native_for
from boardwright.interpreter.program.program import Program, Vector
from boardwright.interpreter.table.errors import RuleError

if TYPE_CHECKING:
    from boardwright.interpreter.agents.statistics import Gathering
    from boardwright.interpreter.native.figures import FigurePlayer


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
    """Who notes the decisions: machine code counts them itself, where that can be."""
    if native_for(program) is not None:
        from boardwright.interpreter.native.figures import figure_player

        found = figure_player(program, gathering)
        if found is not None:
            return found
    return RandomPlayer(program, gathering)


class RandomPlayer:
    """Plays whole games of one program."""

    def __init__(self, program: Program, gathering: Gathering | None = None) -> None:
        self.program, self.gathering = program, gathering

    def play(self, seed: int, agents_seed: int | None = None) -> Vector:
        own = seed if agents_seed is None else agents_seed
        seats = range(self.program.table.players)
        words = [stream_of(own, seat).word for seat in seats]
        v = self.program.first_vector(seed)
        if self.gathering is not None:
            self.gathering.begin()
        try:
            _step(self.program, v, words, self.gathering)
        except RuleError as fault:
            fault.decisions = v[lay.DECISIONS]
            raise
        return v


# This loop is as hot as the game itself: words of the vector are literals (PC is 0, ASKER 1, OPTIONS 3, OFFSET 4, EXTRA 5,
# CHOSEN 6, DECISIONS 8), and `Stream.below` is written out. Whoever is asked has two options at least.


def _step(program: Program, v: Vector, words: list[int], watch: Gathering | None = None) -> None:
    run, most = program.fast.run, program.table.game.most_decisions
    run(v)
    while v[0] >= 0 and v[8] < most:
        asker, mask = v[1], v[3]
        count = mask.bit_count()
        z = words[asker] = words[asker] + 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
        z = (z ^ z >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
        drawn = ((z ^ z >> 31) >> 32) * (count + v[5]) >> 32
        if drawn == count:
            v[6] = lay.DECLINED
        elif drawn < 8:
            while drawn:
                mask &= mask - 1
                drawn -= 1
            v[6] = (mask & -mask).bit_length() - 1 + v[4]
        else:
            v[6] = nth(mask, drawn) + v[4]
        if watch is not None:
            watch.decision(v, v[6])
        v[8] += 1
        run(v)
