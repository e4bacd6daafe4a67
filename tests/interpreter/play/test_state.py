"""A game in progress: what a state says of its seats."""

from __future__ import annotations

import pytest

from boardwright.interpreter.machine.rng import Stream
from boardwright.loading.load import load
from folders import SMALL_GAMES


# The lowest score wins, ties are broken, `wins` says who wins, and teams.
@pytest.mark.parametrize("name", ["low_pairs", "shares", "tic_tac_toe", "whist"])
def test_scores_and_ranks_together_are_those_one_by_one(name: str) -> None:
    game = load(SMALL_GAMES / name, backend="python")
    for seed in range(5):
        state, stream = game.new(seed), Stream(seed, "choices")
        while (decision := state.decision) is not None:
            state.apply(stream.below(len(decision)))
        before = state.v[:]
        assert state.standing == (state.scores, state.ranks)
        assert state.v == before
