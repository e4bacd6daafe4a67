"""Playouts come to the same by machine code and by Python's blocks."""

from __future__ import annotations

import pytest

from boardwright.interpreter.native.choice import native_for
from boardwright.interpreter.play.playouts import Playouts, playouts
from boardwright.loading.load import load
from folders import SMALL_GAMES


@pytest.mark.parametrize("name", ["shares", "tic_tac_toe", "pig"])
@pytest.mark.parametrize("policy", ["random", "first"])
def test_the_same_whoever_plays(name: str, policy: str) -> None:
    game = load(SMALL_GAMES / name, backend="native")
    native = native_for(game.program)
    assert native is not None
    state = game.new(5)
    state.apply(0)
    before = state.v[:]
    found = playouts(state, 20, 3, policy, native)  # type: ignore[arg-type]
    assert found == playouts(state, 20, 3, policy, None)  # type: ignore[arg-type]
    assert state.v == before
    assert found.games == 20 and found.unfinished == 0
    assert found == state.playout(20, 3, policy)  # type: ignore[arg-type]


def test_seeds_and_chance_differ() -> None:
    state = load(SMALL_GAMES / "pig", backend="python").new(5)
    assert state.playout(10, seed=1) != state.playout(10, seed=2)
    assert state.playout(10, seed=1) == state.playout(10, seed=1)


def test_of_no_games_and_of_one_that_is_over() -> None:
    state = load(SMALL_GAMES / "tic_tac_toe", backend="python").new(5)
    assert state.playout(0) == Playouts(0, 0, 0, 0, (0, 0), (0, 0))
    while not state.over:
        state.apply(0)
    won = state.playout(4).won
    assert won == tuple(4 * (seat in state.winners) for seat in range(2))


def test_what_cannot_be_is_refused() -> None:
    state = load(SMALL_GAMES / "tic_tac_toe", backend="python").new(5)
    with pytest.raises(ValueError, match="no policy"):
        state.playout(1, policy="best")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="-1 playouts"):
        state.playout(-1)
