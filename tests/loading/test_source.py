"""A state that is pickled is the same state in another process."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.state import State
from boardwright.loading.load import game_of, load
from folders import SMALL_GAMES
from strategies import program_of

PLAY_ON = """
import pickle, sys
state = pickle.load(sys.stdin.buffer)
state.apply(0)
sys.stdout.write(state.hash)
"""


def some_steps(state: State, steps: int) -> State:
    for _ in range(steps):
        state.apply(0)
    return state


@pytest.mark.parametrize("backend", ["python", "native"])
def test_another_process_plays_on(backend: Any) -> None:
    game = load(
        "rattus", 3, expansions="mercatus", seats=("anna", "bruno", "carla"), backend=backend
    )
    state = some_steps(game.new(seed=4), 20)
    sent = pickle.dumps(state)
    assert len(sent) < 20_000
    found = subprocess.run([sys.executable, "-c", PLAY_ON], input=sent, capture_output=True)
    state.apply(0)
    assert (found.stderr, found.stdout.decode()) == (b"", state.hash)


def test_options_and_folders_are_kept() -> None:
    state = some_steps(load(SMALL_GAMES / "reversi", options={"size": 4}).new(seed=1), 2)
    again = pickle.loads(pickle.dumps(state))
    assert again == state and again.program.table.options == state.program.table.options


def test_copies_are_copies() -> None:
    state = load(SMALL_GAMES / "tic_tac_toe", backend="native").new()
    for other in (copy.copy(state), copy.deepcopy(state)):
        assert type(other) is type(state) and other == state
        other.apply(0)
        assert other != state


def test_rules_that_changed_are_noticed(tmp_path: Path) -> None:
    text = (SMALL_GAMES / "pig" / "game.yaml").read_text()
    (tmp_path / "game.yaml").write_text(text)
    sent = pickle.dumps(load(tmp_path).new())
    (tmp_path / "game.yaml").write_text(text.replace("100", "90"))
    game_of.cache_clear()
    with pytest.raises(ValueError, match="other rules"):
        pickle.loads(sent)


def test_a_game_of_no_files_cannot_be_pickled() -> None:
    with pytest.raises(TypeError, match="only if its game was read from files"):
        pickle.dumps(new(program_of(SMALL_GAMES / "tic_tac_toe", 2), 1))
