"""The environments pass PettingZoo's own suite, and play the games."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy
import pytest
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

from boardwright.adapters.pettingzoo import BoardwrightEnv, env
from boardwright.interpreter.play.decision import IllegalChoice
from boardwright.loading.game import Game
from boardwright.loading.load import load
from folders import SMALL_GAMES
from luck_games import AN_OPENING, COIN_FLIPS, write_game
from strategies import GAMES, RATTUS, SMALLER, game_in, name_of, tables

# Every environment whose observations are dictionaries gets these two, unless PettingZoo knows its name.
_OF_DICTIONARIES = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
)
SOME = ("tic_tac_toe", "old_crow", "secrets", "skunk", "shares")


def at_table(folder: Path, players: int) -> Game:
    return load(folder, players, options=dict(SMALLER.get(folder.name, ())), backend="python")


def passes(game: Game, cycles: int) -> None:
    """PettingZoo's tests of an environment, in which every other warning is an error."""
    with warnings.catch_warnings():
        for message in _OF_DICTIONARIES:
            warnings.filterwarnings("ignore", message)
        api_test(env(game, render_mode="ansi"), num_cycles=cycles)
        seed_test(lambda: env(game), num_cycles=cycles)


@pytest.mark.parametrize("name", SOME)
def test_the_suite_passes(name: str) -> None:
    folder = next(path for path in GAMES if path.stem == name)
    passes(at_table(folder, game_in(folder).players[1]), 40)


@pytest.mark.campaign
@pytest.mark.parametrize(("folder", "players"), [*tables()], ids=name_of)
def test_the_suite_passes_at_every_table(folder: Path, players: int) -> None:
    passes(at_table(folder, players), 100)


@pytest.mark.campaign
def test_the_suite_passes_with_an_expansion() -> None:
    for players in (2, 3, 4):
        game = load("rattus", players, expansions="mercatus", backend="python")
        passes(game, 100)


def play(agents: BoardwrightEnv, seed: int) -> tuple[list[Any], dict[str, float]]:
    """A random game: all observations, and the sums of rewards."""
    agents.reset(seed=seed)
    for number, agent in enumerate(agents.possible_agents):
        agents.action_space(agent).seed(10 * seed + number)
    seen, sums = [], dict.fromkeys(agents.possible_agents, 0.0)
    for agent in agents.agent_iter():
        observation, reward, terminated, truncated, info = agents.last()
        sums[agent] += reward
        assert observation is not None
        assert numpy.array_equal(info["action_mask"], observation["action_mask"])
        seen.append(observation["observation"].tolist())
        if terminated or truncated:
            agents.step(None)
        else:
            agents.step(int(agents.action_space(agent).sample(observation["action_mask"])))
    return seen, sums


@pytest.mark.parametrize("backend", ["python", "native"])
def test_rewards_are_the_returns_of_the_game(backend: Any) -> None:
    agents = env(SMALL_GAMES / "tic_tac_toe", backend=backend)
    sums = []
    for seed in range(8):
        _, found = play(agents, seed)
        returns = agents.running.state.returns
        assert found == {"player_0": returns[0], "player_1": returns[1]}
        sums.append(found["player_0"])
    assert len({*sums}) > 1


def test_a_seed_gives_the_same_games_afterwards() -> None:
    first, second = (env(SMALL_GAMES / "crazy_eights", backend="python", players=3) for _ in "12")
    for each in (first, second):
        each.reset(seed=5)
        each.reset()
    assert first.running.state == second.running.state
    first.reset()
    assert first.running.state != second.running.state


@pytest.mark.parametrize("backend", ["python", "native"])
def test_masks_belong_to_who_gets_them(backend: Any) -> None:
    agents = env(SMALL_GAMES / "tic_tac_toe", backend=backend)
    agents.reset(seed=1)

    def masks() -> list[Any]:
        own = [agents.infos[each]["action_mask"] for each in agents.possible_agents]
        return own + [agents.observe(each)["action_mask"] for each in agents.possible_agents]

    for action in (4, 0, 1, 2, 7):
        before = [each.tolist() for each in masks()]
        for each in masks():
            each[:] = 1 - each
        for each in agents.possible_agents:
            agents.observe(each)["action_mask"][:] = 1
        again = [each.tolist() for each in masks()]
        assert again[2:] == before[2:]
        with pytest.raises(IllegalChoice):
            agents.step(4 if action != 4 else 9)
        agents.step(action)
    assert agents.terminations == {"player_0": True, "player_1": True}
    for each in masks():
        each[:] = 0
    agents.reset(seed=1)
    assert [each.sum() for each in masks()] == [9, 0, 9, 0]


def test_games_in_which_nobody_is_asked_are_left_out(tmp_path: Path) -> None:
    half = COIN_FLIPS.replace("course:\n", AN_OPENING)
    game = load(write_game(tmp_path, "half", half), 2, backend="python")
    passes(game, 60)
    made, seeds = env(game), []
    for seed in range(12):
        made.reset(seed=seed)
        assert made.agents and not any(made.terminations.values())
        seeds.append(made.running.state.decision is not None and game.new(seed).over)
    assert any(seeds) and not all(seeds)  # other seeds deal the games that they name
    never = half.replace("face of coin = 1", "round >= 0")
    made = env(load(write_game(tmp_path, "never", never), 2, backend="python"))
    told = "`never` has nothing to learn here: 1,000 games ended without a question to anybody"
    with pytest.raises(RuntimeError, match=told):
        made.reset(seed=1)
    dull = never[: never.index("  - phase: play")] + never[never.index("outcome:") :]
    game = load(write_game(tmp_path, "dull", dull), 2, backend="python")
    with pytest.raises(ValueError, match="`dull` has nothing to learn: nobody is ever asked any"):
        env(game)


def test_an_action_that_is_not_offered_is_refused() -> None:
    agents = env(SMALL_GAMES / "tic_tac_toe", backend="python")
    agents.reset(seed=1)
    agents.step(4)
    with pytest.raises(IllegalChoice, match="does not offer action 4"):
        agents.step(4)
    with pytest.raises(ValueError, match="expected an action of player_1, found none"):
        agents.step(None)
    assert agents.agent_selection == "player_1"


def test_what_is_shown_is_what_the_player_sees() -> None:
    agents = env("rattus", players=2, render_mode="ansi", backend="python")
    agents.reset(seed=1)
    said = agents.render()
    assert said is not None and "anglia" in said.lower()
    with pytest.raises(ValueError, match="expected the render mode `ansi`"):
        env(SMALL_GAMES / "tic_tac_toe", render_mode="human")


def test_a_game_that_is_loaded_takes_no_table() -> None:
    with pytest.raises(TypeError, match="a game that is loaded takes no players"):
        env(load(RATTUS, 2, backend="python"), players=3)
