"""`boardwright bench`."""

from __future__ import annotations

import json

from cli_runs import Run


def test_bench(run: Run) -> None:
    done = run("bench", "harbour", "--seconds", "0.1", "--format", "json")
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert found["games"] > 0 and found["decisions"] > found["games"]
    assert found["scaled_games_a_second"] > 0
    text = run("bench", "harbour", "--seconds", "0.1").out
    for word in ("games a second", "scaled", "yardstick", "a copy of the state"):
        assert word in text


def test_a_rule_error_while_measuring_says_which_game_it_was(run: Run) -> None:
    done = run("bench", "bad/always_fails", "--seconds", "0.1")
    assert done.code == 1
    assert "note: in the game with seed 0, after 2 decisions" in done.err
    assert "`boardwright run bad/always_fails --players 2 --seed 0 --states`" in done.err
    again = run("run", "bad/always_fails", "--players", "2", "--seed", "0", "--states")
    assert again.code == 1 and "after 2 decisions" in again.err
