"""`boardwright train`."""

from __future__ import annotations

import re
from importlib import util
from pathlib import Path

import numpy
import pytest

from boardwright.commands.train import command
from boardwright.extras import install
from boardwright.interpreter.learning.policy import Policy
from boardwright.loading.load import load
from boardwright.training.ppo import Settings
from cli_runs import Run
from folders import SMALL_GAMES
from luck_games import AN_OPENING, COIN_FLIPS, write_game

PAIRS = str(SMALL_GAMES / "low_pairs")


def test_a_policy_is_trained_and_plays(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "pairs.npz"
    words = ("train", PAIRS, "--players", "2", "--decisions", "100000", "--hidden", "16")
    done = run(*words, "--out", str(out))
    assert done.code == 0, done.err
    assert done.err.startswith("Low pairs: 2 players, 140 numbers in a row, 71 actions\n")
    assert done.err.endswith("/pairs.npz` is an agent now\n")
    head, *lines = done.out.splitlines()
    assert head.split() == ["decisions", "games", "seconds", "decisions/s", "vs", "random"]
    assert [line.split()[0] for line in lines] == ["65,536", "131,072"]
    assert all(len(line) <= 80 for line in (head, *lines))
    share = re.search(r"([0-9.]+)%$", lines[-1])
    assert share is not None and float(share[1]) > 90
    agents = f"policy:{out},random"
    played = run("run", PAIRS, "--agents", agents, "--seed", "3")
    assert played.code == 0, played.err
    assert re.search(r"policy:\S+ +\d+ +wins\n", played.out)


@pytest.mark.parametrize("command", ["run", "simulate", "tournament"])
def test_a_policy_for_another_table_is_refused_before_games_are_played(
    run: Run, tmp_path: Path, command: str
) -> None:
    two = load(SMALL_GAMES / "low_pairs", players=2, backend="python")
    weights = numpy.zeros((two.observer.size, two.actions.count))
    Policy.of(two.fingerprint, [(weights, weights[0])]).save(tmp_path / "two.npz")
    agents = f"random,first,policy:{tmp_path / 'two.npz'}"
    out = [] if command == "run" else ["--games", "6", "--out", str(tmp_path / "out")]
    done = run(command, PAIRS, "--players", "3", "--agents", agents, *out)
    assert done.code == 2 and not (tmp_path / "out").exists()
    assert "two.npz` is for another table\n  = help: train it with the same rules" in done.err


def test_what_cannot_be_done_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = run("train", PAIRS, "--players", "2", "--out", str(tmp_path / "no" / "file.npz"))
    assert away.code == 2 and "no such file or directory" in away.err
    nine = run("train", PAIRS, "--players", "9", "--out", str(tmp_path / "file.npz"))
    assert nine.code == 2 and "is for 2 to 5 players, not for 9" in nine.err
    there = util.find_spec
    monkeypatch.setattr(
        "boardwright.commands.train.find_spec",
        lambda name: None if name == "llvmlite" else there(name),
    )
    done = run("train", PAIRS, "--players", "2", "--out", str(tmp_path / "file.npz"))
    assert (done.code, done.out) == (2, "")
    assert done.err == f"training needs: {install('native')}\n"
    assert not (tmp_path / "file.npz").exists()


def test_a_game_that_asks_nobody_and_a_policy_that_nobody_reads_are_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    never = COIN_FLIPS.replace("course:\n", AN_OPENING.replace("face of coin = 1", "round >= 0"))
    ruleset = str(write_game(tmp_path, "never", never))
    done = run("train", ruleset, "--players", "2", "--out", str(tmp_path / "p.npz"))
    assert done.code == 2 and "error: there is nothing to decide here: 1,000 games" in done.err
    monkeypatch.setattr("boardwright.interpreter.learning.policy.MOST_BYTES", 1 << 20)
    words = ("--players", "2", "--hidden", "4096", "--out", str(tmp_path / "p.npz"))
    done = run("train", PAIRS, *words)
    assert (
        done.code == 2 and "this policy would take 3 MB, and no agent reads more than" in done.err
    )
    assert not (tmp_path / "p.npz").exists()


def test_the_help_shows_the_defaults_of_the_settings() -> None:
    shown = {each.name: each.default for each in command.params}
    assert shown["decisions"] == Settings().decisions
    assert shown["hidden"] == Settings().hidden
    assert shown["seed"] == Settings().seed
