"""OpenSpiel's own suites, with our games."""

from __future__ import annotations

import pickle
import random
from functools import cache
from pathlib import Path
from typing import Any

import pyspiel  # type: ignore[import-not-found]
import pytest
from open_spiel.python.algorithms import generate_playthrough  # type: ignore[import-untyped]
from open_spiel.python.tests import games_sim_test  # type: ignore[import-untyped]

from boardwright.adapters import openspiel
from boardwright.dsl.source.diagnostics import RulesetError
from boardwright.interpreter.play.decision import IllegalChoice
from boardwright.loading.load import load
from folders import SMALL_GAMES
from strategies import NOTRE_DAME, RATTUS, SMALLER, game_in, name_of, tables

CHANCE = ("sampled", "explicit")
TOO_LARGE = "orchard"  # it shuffles 300 pieces
SOME = [
    "tic_tac_toe",
    "pig",
    "low_pairs",
    "last_light",
    "edges/names.yaml",
    "edges/secrets.yaml",
    "edges/picks.yaml",
    "edges/one_of_two.yaml",
]


@cache
def table(folder: Path, players: int, chance: str) -> Any:
    """A game of OpenSpiel, played by Python's blocks, which are there at once."""
    options = dict(SMALLER.get(folder.name, ()))
    game = load(folder, players, options, backend="python")
    return openspiel.game(game, chance=chance)


def small(name: str, chance: str = "sampled") -> Any:
    folder = SMALL_GAMES / name
    return table(folder, game_in(folder).players[0], chance)


def next_action(state: Any, chooser: random.Random) -> int:
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        return int(chooser.choices(outcomes, chances)[0])
    return int(chooser.choice(state.legal_actions()))


def states(game: Any, seed: int = 0, most: int = 200) -> Any:
    """The states of a random game, the very same object moved on."""
    state, chooser = game.new_initial_state(), random.Random(seed)
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        state.apply_action(next_action(state, chooser))


def run_suites(game: Any) -> None:
    """Random play with all that the library compares on the way: clones, histories, rows, masks, bounds, sums; and resampling."""
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    games_sim_test.GamesSimTest("test_pig").sim_game(game)
    resampled(game)


def resampled(game: Any) -> int:
    """What `ResampleInfostateTest` of the library does, and more; how many states were made up."""
    sampler, found = pyspiel.UniformProbabilitySampler(7, 0.0, 1.0), 0
    for number, state in enumerate(states(game)):
        if state.is_chance_node() or state.is_terminal() or number % 4:
            continue
        for player in range(game.num_players()):
            other = state.resample_from_infostate(player, sampler)
            found += 1
            assert other.current_player() == state.current_player()
            for what in (
                "information_state_string",
                "information_state_tensor",
                "observation_string",
                "observation_tensor",
                "legal_actions",
            ):
                assert getattr(other, what)(player) == getattr(state, what)(player)
            read = pickle.loads(pickle.dumps(other))
            for each in (other, read):
                each.apply_action(each.legal_actions()[-1])
            assert str(other) == str(read)
            if other.is_player_node():
                assert other.information_state_string() == read.information_state_string()
    return found


@pytest.mark.parametrize("chance", CHANCE)
@pytest.mark.parametrize("name", SOME)
def test_the_suites_of_the_library_pass(name: str, chance: str) -> None:
    run_suites(small(name, chance))


@pytest.mark.campaign
@pytest.mark.parametrize("chance", CHANCE)
@pytest.mark.parametrize(
    ("folder", "players"),
    [pytest.param(folder, n, id=f"{name_of(folder)}-{n}") for folder, n in tables()],
)
def test_the_suites_of_the_library_pass_for_every_table(
    folder: Path, players: int, chance: str
) -> None:
    if (folder.name, chance) == (TOO_LARGE, "explicit"):
        with pytest.raises(ValueError, match="chance has up to 300 outcomes"):
            table(folder, players, chance)
        return
    run_suites(table(folder, players, chance))


@pytest.mark.parametrize("folder", [RATTUS, NOTRE_DAME], ids=name_of)
def test_shipped_games_pass_with_two_players(folder: Path) -> None:
    pyspiel.random_sim_test(table(folder, 2, "sampled"), 1, serialize=True, verbose=False)


def test_a_game_is_loaded_by_its_string() -> None:
    path = SMALL_GAMES / "reversi"
    text = f"python_boardwright(ruleset={path},options=size:4,backend=python)"
    game = pyspiel.load_game(text)
    assert game.setting.game.options["size"] == "4" and game.num_players() == 2
    assert str(pyspiel.load_game(str(game))) == str(game)
    assert game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC


def test_a_loaded_game_has_a_string_that_means_the_same_table() -> None:
    loaded = load("rattus", 3, seats=["ann", "bob", "cid"], expansions="mercatus", backend="python")
    game = openspiel.game(loaded, seeds=16)
    assert game.setting.game is loaded
    again = load("rattus", 3, loaded.options, seats=["ann", "bob", "cid"], expansions="mercatus")
    assert pyspiel.load_game(str(game)).setting.game is loaded
    assert again.actions.count == game.num_distinct_actions()
    assert game.max_chance_outcomes() == 16


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ("players=2", "name the ruleset"),
        (
            "ruleset=rattus,chance=none",
            "expected `chance=sampled` or `chance=explicit`, found `none`",
        ),
        ("ruleset=rattus,seeds=1", "expected 2 to 65536 `seeds`, found 1"),
        ("ruleset=rattus,options=size", "expected options such as `size:4;pie:yes`, found `size`"),
    ],
)
def test_wrong_parameters_are_explained(parameters: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        pyspiel.load_game(f"python_boardwright({parameters},backend=python)")


def test_wrong_rules_are_explained_as_everywhere() -> None:
    with pytest.raises(RulesetError, match="there is no ruleset `rats`"):
        pyspiel.load_game("python_boardwright(ruleset=rats)")


@pytest.mark.parametrize("chance", CHANCE)
def test_a_state_is_written_and_read_again(chance: str) -> None:
    game = small("low_pairs", chance)
    for state in states(game, 3):
        text = pyspiel.serialize_game_and_state(game, state)
        other_game, other = pyspiel.deserialize_game_and_state(text)
        assert str(other_game) == str(game) and str(other) == str(state)
        assert other.history() == state.history()
        assert len(text) < 5000
        if not state.is_terminal():
            action = state.legal_actions()[0]
            copy = state.clone()
            copy.apply_action(action)
            other.apply_action(action)
            assert str(copy) == str(other) != str(state)


def test_a_history_is_the_game() -> None:
    game = small("low_pairs")
    *_, last = states(game, 5)
    state = game.new_initial_state()
    for action in last.history():
        state.apply_action(action)
    assert str(state) == str(last) and state.is_terminal()
    assert state.returns() == last.returns()


def test_returns_are_those_of_the_engine() -> None:
    found = set()
    for seed in range(20):
        *_, last = states(small("low_pairs"), seed)
        returns = last.returns()
        assert sum(returns) == 0 and tuple(returns) == last.line.state.returns
        found.add(tuple(returns))
    assert len(found) >= 2


def test_actions_that_are_not_offered_change_nothing() -> None:
    state = small("tic_tac_toe").new_initial_state()
    state.apply_action(0)
    before = str(state)
    with pytest.raises(IllegalChoice, match="does not offer action 0"):
        state.apply_action(0)
    assert str(state) == before
    with pytest.raises(ValueError, match="there is no player 5"):
        state.legal_actions(5)
    chance = small("low_pairs").new_initial_state()
    with pytest.raises(ValueError, match="chance has no outcome 300 here"):
        chance.apply_action(300)
    with pytest.raises(ValueError, match="nothing can be imagined while chance has to decide"):
        chance.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0))


def test_playthroughs_are_generated() -> None:
    game = small("low_pairs", "explicit")
    text = generate_playthrough.playthrough(str(game), None, seed=1)
    assert text == generate_playthrough.playthrough(str(game), None, seed=1)
    assert "InformationStateString(0)" in text


def test_machine_code_plays_the_same_game() -> None:
    own, other = (
        openspiel.game(load(SMALL_GAMES / "pig", backend=backend), seeds=8)
        for backend in ("native", "python")
    )
    for state, same in zip(states(own, 2, 60), states(other, 2, 60), strict=True):
        assert str(state) == str(same)
        assert state.information_state_string(0) == same.information_state_string(0)
