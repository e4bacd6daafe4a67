from __future__ import annotations

import importlib.metadata
import tomllib
from pathlib import Path
from typing import Any

import pytest

import boardwright
from boardwright import Game
from boardwright.interpreter.agents import agent, installed, random_agent
from boardwright.interpreter.agents.agent import AgentError
from boardwright.interpreter.agents.installed import agent_names, find_agent
from boardwright.interpreter.agents.playing import Taken, play
from boardwright.interpreter.agents.random_agent import play_random
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.state import State
from folders import CORPUS, ROOT, SMALL_GAMES

GAMES = sorted(each.parent for each in SMALL_GAMES.glob("*/game.yaml"))


@pytest.fixture(scope="module")
def harbour() -> Game:
    return boardwright.load(CORPUS / "harbour", players=3)


def test_the_shipped_agents_are_those_of_the_entry_points() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"][installed.GROUP] == installed.SHIPPED


@pytest.mark.parametrize("path", [CORPUS / "harbour", *GAMES], ids=lambda path: path.name)
def test_the_fast_way_plays_the_same_games_as_the_slow_one(path: Path) -> None:
    game = boardwright.load(path)
    for seed in range(30):
        state = game.new(seed)
        agents = [find_agent("random")(seed, seat) for seat in range(game.players)]
        play(state, agents)
        assert play_random(game.program, seed) == state.v


def test_what_one_agent_draws_shifts_nothing_else(harbour: Game) -> None:
    def first_of_cobalt(name: str) -> list[Taken]:
        state = harbour.new(7)
        names = (name, "random", "random")
        found: list[Taken] = []
        agents = [find_agent(each)(7, seat) for seat, each in enumerate(names)]
        play(state, agents, found.append)
        return [each for each in found if each.player == 1][:1]

    assert first_of_cobalt("random") == first_of_cobalt("first")


def test_a_game_that_would_go_on_is_stopped_alike(harbour: Game) -> None:
    import dataclasses

    rules = harbour.rules
    short = dataclasses.replace(rules.bound, most_decisions=5)
    game = dataclasses.replace(rules, bound=short).at_table(2)
    state = game.new(3)
    play(state, [find_agent("random")(3, seat) for seat in range(2)])
    assert state.unfinished and play_random(game.program, 3) == state.v


def test_an_answer_that_is_no_option_changes_nothing(harbour: Game) -> None:
    class Wild:
        def choose(self, decision: Decision, state: State) -> int:
            return len(decision)

    state = harbour.new(1)
    before = state.hash
    with pytest.raises(AgentError, match="the agent Wild of amber answered 4 when asked"):
        play(state, [Wild()] * 3)
    assert state.hash == before


def test_unknown_agents() -> None:
    with pytest.raises(AgentError) as caught:
        find_agent("ramdom")
    assert caught.value.help == ("did you mean `random`?",)


def test_agents_of_other_distributions(monkeypatch: pytest.MonkeyPatch) -> None:
    points = importlib.metadata.EntryPoints(
        [
            importlib.metadata.EntryPoint("mine", f"{random_agent.__name__}:make", installed.GROUP),
            importlib.metadata.EntryPoint("broken", "no_such_module:make", installed.GROUP),
        ]
    )

    def entry_points(**wanted: Any) -> importlib.metadata.EntryPoints:
        return points.select(**wanted)

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    mine = find_agent("mine")(1, 0)
    assert isinstance(mine, agent.PlugIn) and mine.name == "mine"
    assert isinstance(mine.agent, random_agent.RandomAgent)
    names = ("broken", "first", "greedy", "ismcts", "mc", "mine", "random")
    assert agent_names() == names
    with pytest.raises(AgentError, match="cannot be imported"):
        find_agent("broken")
