"""Positions of random games, and others that look the same to a player."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.determinize import imagined
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.unknown_words import CannotImagineError
from boardwright.interpreter.play.views import differences, scrambled
from boardwright.interpreter.program.program import Program
from strategies import random_game


def positions(program: Program, games: int = 2, most: int = 60, every: int = 1) -> Iterator[State]:
    """Some positions of random games, from the beginning and with their ends if they are that short."""
    for seed in range(games):
        yield from islice(random_game(program, seed), 0, most, every)


def alike(state: State, seat: int, seed: int) -> Iterator[State]:
    """Positions that differ from this one, if at all, only in what a seat does not know."""
    for other_way in (scrambled, imagined):
        try:
            other = other_way(state, seat, Stream(seed, "other"))
        except CannotImagineError:
            continue
        if not differences(state, other, seat):
            yield other
