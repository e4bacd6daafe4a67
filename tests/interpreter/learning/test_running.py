"""A game that learners play goes on as its state would, whatever plays it."""

from __future__ import annotations

from typing import Any

import pytest

from boardwright.interpreter.learning.running import Running
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.decision import IllegalChoice
from boardwright.loading.load import load
from folders import SMALL_GAMES


@pytest.mark.parametrize("name", ["old_crow", "skunk", "edges/secrets.yaml", "edges/sets.yaml"])
def test_both_back_ends_run_alike(name: str) -> None:
    one, other = (
        Running(load(SMALL_GAMES / name, 3, backend="python").program),
        Running(load(SMALL_GAMES / name, 3, backend="native").program),
    )
    chooser = Stream(1, "chooser")
    for seed in range(2):
        one.begin(seed)
        other.begin(seed)
        for _ in range(80):
            assert one.player == other.player and one.mask.tolist() == other.mask.tolist()
            for seat in range(3):
                assert one.observe(seat).tolist() == other.observe(seat).tolist()
            if one.over:
                break
            legal: list[Any] = one.mask.nonzero()[0].tolist()
            action = legal[chooser.below(len(legal))]
            one.act(action)
            other.act(action)
        assert one.state.v == other.state.v
        assert one.state.pending == other.state.pending


@pytest.mark.parametrize("backend", ["python", "native"])
def test_arrays_stay_as_they_are_and_what_is_not_offered_is_refused(backend: Any) -> None:
    running = Running(load(SMALL_GAMES / "tic_tac_toe", backend=backend).program)
    running.begin(1)
    mask, row = running.mask, running.observe(0)
    kept = mask.tolist(), row.tolist()
    running.act(4)
    assert (mask.tolist(), row.tolist()) == kept
    for wrong in (4, 9, -1, 2**40):
        with pytest.raises(IllegalChoice, match="does not offer action"):
            running.act(wrong)
    assert running.player == 1 and running.mask.sum() == 8
    # What others change in the state is seen.
    other = running.state.copy()
    other.apply(0)
    running.state.v[:] = other.v
    running.choose(0)
    assert running.player == 1 and running.mask.sum() == 6
