"""An agent plays by the policy in a file, and sees what its player sees."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy
import pytest

import boardwright
from boardwright import Game
from boardwright.interpreter.agents.agent import Agent, AgentError
from boardwright.interpreter.agents.installed import find_agent
from boardwright.interpreter.agents.playing import play
from boardwright.interpreter.learning.policy import Policy
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.state import State
from folders import SMALL_GAMES
from positions_alike import alike, positions


@pytest.fixture(scope="module")
def crow() -> Game:
    return boardwright.load(SMALL_GAMES / "old_crow", players=3, backend="python")


@pytest.fixture
def saved(crow: Game, tmp_path: Path) -> Path:
    """A policy with weights by chance."""
    chance = numpy.random.default_rng(1)
    sizes = crow.observer.size, 8, crow.actions.count
    layers: list[tuple[Any, Any]] = [
        (chance.standard_normal((before, after)), chance.standard_normal(after))
        for before, after in pairwise(sizes)
    ]
    Policy.of(crow.fingerprint, layers).save(tmp_path / "some.npz")
    return tmp_path / "some.npz"


class Checked:
    """An agent whose actions must be the first, or the last, of those that are offered."""

    def __init__(self, game: Game, agent: Agent, pick: Callable[[list[int]], int]) -> None:
        self.game, self.agent, self.pick = game, agent, pick

    def choose(self, decision: Decision, state: State) -> int:
        found = self.agent.choose(decision, state)
        actions = self.game.actions
        assert actions.of(state, found) == self.pick(actions.legal(state))
        return found


@pytest.mark.parametrize(("sign", "pick"), [(1, max), (-1, min)])
def test_it_takes_the_best_action(
    crow: Game, tmp_path: Path, sign: int, pick: Callable[[list[int]], int]
) -> None:
    worth = sign * numpy.arange(crow.actions.count)
    weights = numpy.zeros((crow.observer.size, len(worth)))
    Policy.of(crow.fingerprint, [(weights, worth)]).save(tmp_path / "p.npz")
    make = find_agent(f"policy:{tmp_path / 'p.npz'}")
    assert play(crow.new(4), [Checked(crow, make(0, seat), pick) for seat in range(3)]) > 20


def test_it_sees_what_its_player_sees(crow: Game, saved: Path) -> None:
    agent, compared = find_agent(f"policy:{saved}")(0, 0), 0

    def action(state: State) -> int:
        assert state.decision is not None
        return crow.actions.of(state, agent.choose(state.decision, state))

    for number, state in enumerate(positions(crow.program, games=2, every=3)):
        if state.decision is not None:
            for other in alike(state, state.decision.player, number):
                assert action(other) == action(state)
                compared += other.v != state.v
    assert compared > 10


def test_a_policy_for_another_table_is_refused(crow: Game, saved: Path) -> None:
    state = boardwright.load(SMALL_GAMES / "old_crow", players=4, backend="python").new(1)
    agents = [find_agent(f"policy:{saved}")(0, seat) for seat in range(4)]
    with pytest.raises(AgentError) as found:
        play(state, agents)
    assert str(found.value) == f"the policy in `{saved}` is for another table"
    assert found.value.help == ("train it with the same rules, number of players and options",)


def test_a_policy_that_lies_about_its_table_is_refused(crow: Game, tmp_path: Path) -> None:
    inputs, outputs = crow.observer.size, crow.actions.count
    for size in ((inputs, outputs - 1), (0, outputs), (inputs + 1, outputs)):
        path = tmp_path / "lies.npz"
        Policy.of(crow.fingerprint, [(numpy.zeros(size), numpy.zeros(size[1]))]).save(path)
        agents = [find_agent(f"policy:{path}")(0, seat) for seat in range(3)]
        with pytest.raises(AgentError, match=f"reads {size[0]} numbers and has {size[1]} actions"):
            play(crow.new(1), agents)


def test_files_that_cannot_be_used_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.npz"
    with pytest.raises(AgentError, match=r"`.*some.npz` cannot be read: No such file"):
        find_agent(f"policy:{path}")
    path.write_text("no policy")
    with pytest.raises(AgentError, match=r"`.*some.npz` cannot be used: it is not a policy"):
        find_agent(f"policy:{path}")
    with pytest.raises(AgentError, match="cannot be read: embedded null"):
        find_agent("policy:a\0b")
    with pytest.raises(AgentError, match="`policy:` needs a file"):
        find_agent("policy:")
