"""A batch plays the games that single states would."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import pytest

from boardwright.interpreter.learning.batch import LIMIT, OVER, Batch
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import rng
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.native.choice import BackendError
from boardwright.interpreter.play.decision import IllegalChoice
from boardwright.interpreter.play.state import State, returns_of
from boardwright.interpreter.play.views import view
from boardwright.loading.game import Game
from boardwright.loading.load import load
from folders import SMALL_GAMES
from luck_games import AN_OPENING, COIN_FLIPS, write_game


def begun(game: Game, seed: int, stream: Stream) -> State:
    """A game as a row of a batch begins it."""
    state = game.new(seed)
    state.v[:] = game.program.first_vector(seed)
    naming = game.program.layout.naming
    for start in (lay.RANDOM, *([naming] if naming >= 0 else [])):
        state.v[start : start + rng.WORDS] = [stream.next32() for _ in range(rng.WORDS)]
    state.compiled.run(state.v)
    return state


def some_choices(batch: Batch, stream: Stream) -> list[int]:
    found = []
    for legal in batch.legal.tolist():
        there = [n for n, offered in enumerate(legal) if offered]
        found.append(there[stream.below(len(there))])
    return found


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ["tic_tac_toe", "shares", "skunk", "old_crow"])
def test_games_are_those_of_single_states(name: str, threads: int) -> None:
    game = load(SMALL_GAMES / name, backend="native")
    batch = game.batch(5, seed=7, observe=True, threads=threads)
    actions, observer = game.actions, game.observer
    plain = load(SMALL_GAMES / name, backend="python")
    streams = [Stream(7, f"batch {row + 1}") for row in range(5)]
    states = [begun(plain, 7, stream) for stream in streams]
    chooser, ends = Stream(1, "chooser"), 0
    for _ in range(150):
        assert [batch.vector(row) for row in range(5)] == [state.v for state in states]
        assert batch.player.tolist() == [state.v[lay.ASKER] for state in states]
        for row, state in enumerate(states):
            assert batch.legal[row].nonzero()[0].tolist() == actions.legal(state)
            seen = observer.encode(view(state, state.v[lay.ASKER]))
            assert batch.observations[row].tolist() == seen.tolist()
        choices = some_choices(batch, chooser)
        batch.step(choices)
        for row, choice in enumerate(choices):
            actions.apply(states[row], choice)
            assert bool(batch.ended[row]) == states[row].over
            if states[row].over:
                ends += 1
                won = [seat in states[row].winners for seat in range(batch.players)]
                assert batch.ended[row] == (LIMIT if states[row].unfinished else OVER)
                assert tuple(batch.scores[row].tolist()) == states[row].scores
                assert batch.won[row].tolist() == won
                assert tuple(batch.rewards[row].tolist()) == states[row].returns
                states[row] = begun(plain, 7, streams[row])
            else:
                assert not batch.rewards[row].any()
    assert ends > 3


@pytest.mark.parametrize("threads", [1, 3])
def test_an_option_that_is_not_there_is_refused_for_all(threads: int) -> None:
    batch = load(SMALL_GAMES / "tic_tac_toe", backend="native").batch(3, threads=threads)
    batch.step([4, 4, 4])
    before = [batch.vector(row) for row in range(3)]
    for wrong in (-1, 4, batch.options, 2**62):
        with pytest.raises(IllegalChoice, match="game 1 does not offer"):
            batch.step([0, wrong, 0])
        assert [batch.vector(row) for row in range(3)] == before
    with pytest.raises(ValueError, match="expected 3 choices"):
        batch.step([0, 0])


def test_what_is_seen_is_not_copied_and_cannot_be_written() -> None:
    batch = load(SMALL_GAMES / "tic_tac_toe", backend="native").batch(3)
    views: list[Any] = [batch.player, batch.legal, batch.decisions]
    batch.step([0, 1, 2])
    assert views[0].tolist() == [1, 1, 1] and views[2].tolist() == [1, 1, 1]
    assert not views[1][0, 0] and views[1][0, 1]
    for each in views:
        with pytest.raises(ValueError, match="read-only"):
            each[0] = 1


def test_a_batch_needs_machine_code() -> None:
    with pytest.raises(BackendError, match="a batch needs machine code"):
        load(SMALL_GAMES / "tic_tac_toe", backend="python").batch(3)
    with pytest.raises(ValueError, match="a batch of 0 games"):
        load(SMALL_GAMES / "tic_tac_toe", backend="native").batch(0)


def test_a_batch_observes_if_it_is_asked_to() -> None:
    game = load(SMALL_GAMES / "tic_tac_toe", backend="native")
    with pytest.raises(ValueError, match="this batch does not observe"):
        _ = game.batch(3).observations
    with pytest.raises(ValueError, match="expected 1 to 3 threads, found 4"):
        game.batch(3, threads=4)
    unseen = load(SMALL_GAMES / "edges" / "sets.yaml", backend="native")
    with pytest.raises(BackendError, match="machine code cannot observe this game: the note"):
        unseen.batch(3, observe=True)


def test_a_batch_needs_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr("boardwright.interpreter.learning.batch.import_module", missing)
    with pytest.raises(BackendError, match="a batch needs NumPy"):
        load(SMALL_GAMES / "tic_tac_toe", backend="native").batch(3)


def test_many_players_make_a_batch_no_slower_to_begin(tmp_path: Path) -> None:
    file = write_game(tmp_path, "flips", COIN_FLIPS) / "game.yaml"
    file.write_text(file.read_text().replace("players: 2 to 3", "players: 2 to 40"))
    game = load(file.parent, 40, backend="native")
    batch, first = game.batch(2, seed=1), numpy.zeros(2, numpy.int64)
    while not batch.ended.any():
        batch.step(first)
    winners = [[*numpy.flatnonzero(row)] for row in batch.won]
    assert batch.rewards.tolist() == [[*returns_of(each, 40)] for each in winners]


@pytest.mark.parametrize("threads", [1, 2])
def test_games_in_which_nobody_is_asked_are_left_out(tmp_path: Path, threads: int) -> None:
    rules = COIN_FLIPS.replace("course:\n", AN_OPENING)
    game = load(write_game(tmp_path, "flips", rules), 2, backend="native")
    batch, first = game.batch(40, seed=1, threads=threads), numpy.zeros(40, numpy.int64)
    ends = 0
    for _ in range(60):
        assert (batch.player >= 0).all() and batch.legal.any(axis=1).all()
        batch.step(first)
        ends += int((batch.ended == OVER).sum())
        assert (batch.decisions[batch.ended == OVER] == 0).all()
    assert ends == 40 * 5  # each has six rounds of two flips


def test_a_game_that_asks_nothing_is_refused(tmp_path: Path) -> None:
    rules = COIN_FLIPS.replace("course:\n", AN_OPENING.replace("face of coin = 1", "round >= 0"))
    game = load(write_game(tmp_path, "flips", rules), 2, backend="native")
    with pytest.raises(ValueError, match="1,000 games ended without a question"):
        game.batch(2)
