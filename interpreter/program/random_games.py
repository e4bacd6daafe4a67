"""Plays whole games at random, each option equally likely: on the raw vector, with Python's blocks."""

from __future__ import annotations

from typing import Protocol

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.rng import agent_words
from boardwright.interpreter.machine.runtime import nth
from boardwright.interpreter.program.program import Program, Vector
from boardwright.interpreter.table.errors import RuleError


class Watch(Protocol):
    """An observer of each start of a game, and of each decision with its answer before it is applied."""

    def begin(self) -> None:
        """A game begins."""

    def decision(self, v: Vector, answer: int) -> None:
        """The current decision of a game, and its answer."""


class RandomPlayer:
    """Plays whole games of one program."""

    def __init__(self, program: Program, watch: Watch | None = None) -> None:
        self.program, self.watch = program, watch

    def play(self, seed: int, agents_seed: int | None = None) -> Vector:
        own = seed if agents_seed is None else agents_seed
        words = agent_words(own, self.program.table.players)
        v = self.program.first_vector(seed)
        if self.watch is not None:
            self.watch.begin()
        try:
            _step(self.program, v, words, self.watch)
        except RuleError as fault:
            fault.decisions = v[lay.DECISIONS]
            raise
        return v


# This loop is as hot as the game itself: words of the vector are literals (PC is 0, ASKER 1, OPTIONS 3, OFFSET 4, EXTRA 5,
# CHOSEN 6, DECISIONS 8), and `Stream.below` is written out. A decision has at least two options.


def _step(program: Program, v: Vector, words: list[int], watch: Watch | None = None) -> None:
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
