"""Seeds: a fresh one where none is named, and what programs are told says nothing about that of the game."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from cli_runs import Run

KEEPING = """\
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["message"] == "hello":
        with open(sys.argv[1], "a") as kept:
            kept.write(f"{message['seed']}\\n")
    if message["message"] == "decision":
        print(json.dumps({"choose": 0}), flush=True)
"""


@pytest.fixture
def program(tmp_path: Path) -> str:
    (tmp_path / "keeping.py").write_text(KEEPING, "utf-8")
    return f"program:{sys.executable} {tmp_path / 'keeping.py'} {tmp_path / 'told'}"


def told(tmp_path: Path) -> list[int]:
    """The seeds that programs were told since this was asked last."""
    kept = tmp_path / "told"
    found = [int(line) for line in kept.read_text("utf-8").splitlines()]
    kept.unlink()
    return found


def test_run_without_a_seed_takes_a_fresh_one_and_prints_it(run: Run) -> None:
    first, second = run("run", "harbour", "--states"), run("run", "harbour", "--states")
    seeds = [re.findall(r"seed (\d+)", each.err) for each in (first, second)]
    assert seeds[0] != seeds[1] and len(set(seeds[0])) == 1
    assert first.err.startswith(f"seed {seeds[0][0]}\n")  # also if the game never ends
    assert run("run", "harbour", "--seed", seeds[0][0], "--states").out == first.out


def test_a_program_is_told_nothing_of_the_seed_of_the_game(
    run: Run, tmp_path: Path, program: str
) -> None:
    """Before, what it was told followed from the game's seed, and a million of these are tried in a few seconds."""
    for seed in ("1", "2"):
        assert (
            run("run", "harbour", "--players", "2", "--agents", program, "--seed", seed).code == 0
        )
    first, second = told(tmp_path)[:2], []
    run("run", "harbour", "--players", "2", "--agents", program, "--seed", "3")
    second = told(tmp_path)
    assert sorted(first) == sorted(second) and len(set(first)) == 2
    command = ("simulate", "harbour", "--players", "2", "--games", "4", "--jobs", "1", "-q")
    for seed in ("1", "2"):
        out = str(tmp_path / seed)
        assert run(*command, "--agents", program, "--seed", seed, "--out", out).code == 0
    seeds = told(tmp_path)
    assert len(seeds) == 16 and seeds[:8] == seeds[8:]


def test_a_seed_of_the_agents_changes_their_chance_and_not_the_games(
    run: Run, tmp_path: Path, program: str
) -> None:
    """The random agents choose otherwise; what chance deals is the same."""
    words = ("run", "harbour", "--players", "2", "--seed", "4", "--states")
    plain, other = run(*words), run(*words, "--agents-seed", "9")
    assert plain.out != other.out and plain.out.split("\n")[0] == other.out.split("\n")[0]
    assert run(*words, "--agents-seed", "9").out == other.out
    assert run(*words, "--agents-seed", "4").out.splitlines()[:-1] == plain.out.splitlines()[:-1]
    assert "seed 4, agents' seed 9, " in other.err and "agents' seed" not in plain.err
    for seed in ("7", "8"):
        done = run(*words, "--agents", program, "--agents-seed", seed, "--format", "json")
        assert done.code == 0
    seeds = told(tmp_path)
    assert len(set(seeds)) == 4


def test_a_record_says_both_seeds(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    run("run", "harbour", "--seed", "4", "--agents-seed", "9", "--record", str(record))
    head = json.loads(record.read_text("utf-8").split("\n")[0])
    assert (head["seed"], head["agents_seed"]) == (4, 9)
    assert run("replay", str(record), "--ruleset", "harbour").code == 0


def test_each_game_of_a_run_says_both_seeds(run: Run, tmp_path: Path) -> None:
    """`run` plays each of them again, also where agents have a seed of their own."""
    out = tmp_path / "run"
    words = ("harbour", "--players", "2", "--agents", "random,first")
    run("simulate", *words, "--games", "4", "--agents-seed", "9", "--out", str(out), "-q")
    games = [json.loads(line) for line in (out / "games.jsonl").read_text("utf-8").splitlines()]
    assert games[0]["plan"]["agents_seed"] == 9
    assert len({game["agents_seed"] for game in games[1:5]}) == 2
    for game in games[1:5]:
        seeds = ("--seed", f"{game['seed']}", "--agents-seed", f"{game['agents_seed']}")
        seats = ("--agents", ",".join(game["agents"]))
        again = run("run", "harbour", "--players", "2", *seats, *seeds, "--format", "json")
        assert [seat["score"] for seat in json.loads(again.out)["seats"]] == game["scores"]
    done = run("simulate", *words, "--games", "4", "--out", str(out), "--resume")
    assert done.code == 2 and "agents_seed: 9 there, null here" in done.err


def test_bench_takes_it_too(run: Run) -> None:
    done = run("bench", "harbour", "--seconds", "0.1", "--agents-seed", "9", "--format", "json")
    assert done.code == 0 and json.loads(done.out)["agents_seed"] == 9
