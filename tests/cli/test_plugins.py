"""Agents of another distribution, installed beside Boardwright: the commands find them, in every process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli_runs import CORPUS, ROOT

MINE = """
from boardwright.interpreter.agents.agent import stream_of


class Last:
    def __init__(self, stream):
        self.stream = stream

    def choose(self, decision, state):
        return len(decision) - 1


class Wild(Last):
    def choose(self, decision, state):
        return self.stream.below(len(decision)) + 1000


def last(seed, seat):
    return Last(stream_of(seed, seat))


def wild(seed, seat):
    return Wild(stream_of(seed, seat))
"""
POINTS = """
[boardwright.agents]
last = mine:last
wild = mine:wild
gone = no_such_module:make
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder in which a distribution with three agents is installed."""
    facts = tmp_path / "site" / "mine-1.0.dist-info"
    facts.mkdir(parents=True)
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(POINTS)
    (facts.parent / "mine.py").write_text(MINE)
    return facts.parent


def boardwright(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(ROOT / "src"), str(site)])
    return subprocess.run(
        [sys.executable, "-m", "boardwright", *words],
        env={**os.environ, "PYTHONPATH": path},
        cwd=CORPUS,
        capture_output=True,
        text=True,
        check=False,
    )


def simulated(site: Path, agents: str, jobs: str) -> tuple[int, list[dict[str, object]]]:
    out = site / f"out{jobs}"
    words = ("harbour", "--games", "24", "--chunk", "4", "--agents", agents, "--jobs", jobs)
    done = boardwright(site, "simulate", *words, "--out", str(out), "--quiet")
    lines = (out / "games.jsonl").read_text().splitlines()
    return done.returncode, [json.loads(line) for line in lines if line.startswith('{"game":')]


def test_it_plays_alike_in_one_process_and_in_several(site: Path) -> None:
    alone, several = (simulated(site, "last,random", jobs) for jobs in ("1", "2"))
    assert alone == several
    code, games = alone
    assert code == 0 and {game["end"] for game in games} == {"over"}
    # The agents go round the table: two games of a seed, each agent once on each seat.
    assert [game["agents"] for game in games[:2]] == [["last", "random"], ["random", "last"]]
    assert games[0]["seed"] == games[1]["seed"] != games[2]["seed"]


def test_what_is_no_option_ends_the_game_and_is_told(site: Path) -> None:
    code, games = simulated(site, "wild", "2")
    assert code == 1
    assert [(game["end"], game["error"]) for game in games] == [("error", "agent")] * 24


def test_one_that_cannot_be_imported_is_named(site: Path) -> None:
    done = boardwright(site, "run", "harbour", "--agents", "gone")
    assert done.returncode == 2 and "the agent `gone` cannot be imported" in done.stderr
    done = boardwright(site, "run", "harbour", "--agents", "lats")
    assert done.returncode == 2 and "did you mean `last`?" in done.stderr
    assert "Traceback" not in done.stderr
