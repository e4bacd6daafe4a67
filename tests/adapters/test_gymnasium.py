"""The environment of one learner passes Gymnasium's own checks."""

from __future__ import annotations

import sys
from copy import copy, deepcopy
from pathlib import Path
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

from boardwright.adapters.gymnasium import ID, BoardwrightEnv
from boardwright.interpreter.agents.agent import AgentError
from boardwright.interpreter.play.decision import IllegalChoice
from boardwright.loading.load import load
from folders import SMALL_GAMES
from strategies import GAMES, SMALLER, game_in, name_of, tables


def passes(folder: Path, players: int) -> None:
    """Gymnasium's checks; a warning is an error in all our tests."""
    options = dict(SMALLER.get(folder.name, ()))
    game = load(folder, players, options=options, backend="python")
    made = gymnasium.make(ID, game=game, seat=None, render_mode="ansi")
    check_env(made.unwrapped)


@pytest.mark.parametrize("name", ["tic_tac_toe", "old_crow", "secrets", "shares"])
def test_the_checks_pass(name: str) -> None:
    folder = next(path for path in GAMES if path.stem == name)
    passes(folder, game_in(folder).players[1])


def test_a_game_of_machine_code_can_be_given_to_an_environment() -> None:
    """Gymnasium copies what an environment is made with."""
    game = load(SMALL_GAMES / "tic_tac_toe", backend="native")
    check_env(gymnasium.make(ID, game=game).unwrapped)
    assert copy(game) is deepcopy(game) is game


@pytest.mark.campaign
@pytest.mark.parametrize(("folder", "players"), [*tables()], ids=name_of)
def test_the_checks_pass_at_every_table(folder: Path, players: int) -> None:
    passes(folder, players)


def learner(name: str = "tic_tac_toe", **settings: Any) -> BoardwrightEnv:
    return BoardwrightEnv(SMALL_GAMES / name, backend="python", **settings)


def first_of(mask: Any) -> int:
    return int(mask.argmax())


def test_agents_play_the_other_seats() -> None:
    env = learner("pig", players=3, agents=["first", "random"], seat=1)
    _, info = env.reset(seed=3)
    assert env.running.player == 1 and env.running.state.v[8] > 0
    over, rewards = False, []
    while not over:
        _, reward, terminated, truncated, info = env.step(first_of(info["action_mask"]))
        assert env.running.player in (1, -1)
        rewards.append(reward)
        over = terminated or truncated
    assert rewards[-1] == env.running.state.returns[1]
    assert not any(rewards[:-1])
    with pytest.raises(RuntimeError, match="expected `reset`"):
        env.step(0)


PROGRAM = """
import json, sys
with open(sys.argv[1], "a") as kept:
    for line in sys.stdin:
        said = json.loads(line)
        kept.write(said["message"] + " " + ",".join(e["event"] for e in said.get("events", [])) + "\\n")
        kept.flush()
        if said["message"] == "decision":
            print(json.dumps({"choose": 0}), flush=True)
"""


def test_programs_hear_what_happens_and_are_told_the_end(tmp_path: Path) -> None:
    program, kept = tmp_path / "bot.py", tmp_path / "kept"
    program.write_text(PROGRAM)
    env = learner(agents=f"program+events:{sys.executable} {program} {kept}")
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, terminated, truncated, info = env.step(first_of(info["action_mask"]))
        over = terminated or truncated
    said = kept.read_text().splitlines()
    assert said[0] == "hello " and said[-1] == "end "
    asked = [line for line in said if line.startswith("decision")]
    assert all("asked" in line and "chosen" in line for line in asked), asked


def test_a_program_ends_with_the_game_that_nobody_plays_on(tmp_path: Path) -> None:
    program, kept = tmp_path / "bot.py", tmp_path / "kept"
    program.write_text(PROGRAM)
    env = learner(agents=f"program:{sys.executable} {program} {kept}", seat=1)
    env.reset(seed=1)
    (agent,) = env._agents.values()
    process = agent.talk.process  # type: ignore[attr-defined]
    env.close()
    assert process.poll() is not None
    with pytest.raises(RuntimeError, match="expected `reset`"):
        env.step(0)


def test_after_a_game_that_could_not_begin_nothing_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    env = learner("pig", players=2)
    _, info = env.reset(seed=1)

    def fail(seed: int) -> None:
        raise OSError("a rule failed")

    with monkeypatch.context() as broken:
        broken.setattr(env.running, "begin", fail)
        with pytest.raises(OSError, match="a rule failed"):
            env.reset(seed=2)
    with pytest.raises(RuntimeError, match="the game is over: expected `reset`"):
        env.step(first_of(info["action_mask"]))
    env.reset(seed=3)


def test_the_seat_may_change_from_game_to_game() -> None:
    env = learner("pig", players=4, seat=None)
    env.reset(seed=1)
    seats = set()
    for _ in range(20):
        env.reset()
        seats.add(env.seat)
    assert seats == {0, 1, 2, 3}


def test_an_action_that_is_not_offered_loses_or_is_refused() -> None:
    env = learner()
    env.reset(seed=1)
    env.step(4)
    found = env.step(4)
    assert found[1:4] == (-1.0, True, False) and found[4]["illegal"]
    with pytest.raises(RuntimeError, match="expected `reset`"):
        env.step(0)
    env = learner(illegal="raise")
    env.reset(seed=1)
    env.step(4)
    with pytest.raises(IllegalChoice):
        env.step(4)


ONE_CHOOSES = """\
game: one_chooses
language: 2
players: 2
notes: {log: number}
course:
  - phase: play
    steps: |
      as first_seat:
        choose n from 1 to 2
        set log to n
outcome: {score: 0}
"""


def test_a_seat_that_is_never_asked_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "one_chooses"
    folder.mkdir()
    (folder / "one_chooses.yaml").write_text(ONE_CHOOSES)
    asked = BoardwrightEnv(folder, backend="python", seat=0)
    asked.reset(seed=1)
    never = BoardwrightEnv(folder, backend="python", seat=1)
    with pytest.raises(RuntimeError, match="games ended without a question to seat 1"):
        never.reset(seed=1)
    with pytest.raises(RuntimeError, match="expected `reset`"):
        never.step(0)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a seat from 0 to 1, found 'red'"):
        learner(seat="red")
    with pytest.raises(ValueError, match="expected a seat from 0 to 1, found 2"):
        learner(seat=2)
    with pytest.raises(ValueError, match="expected 1 agents for the other seats, found 2"):
        learner(agents=["first", "first"])
    with pytest.raises(ValueError, match="expected `lose` or `raise`"):
        learner(illegal="ignore")
    with pytest.raises(ValueError, match="expected the render mode"):
        learner(render_mode="human")
    with pytest.raises(AgentError, match="there is no agent `nobody`"):
        learner(agents="nobody")


def test_what_is_shown_is_what_the_learner_sees() -> None:
    env = learner(render_mode="ansi")
    env.reset(seed=1)
    assert "b2" in env.render()
