"""Agents of another distribution, installed beside Boardwright: the commands find them, in every process."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from cli_runs import Done, Run, run_python
from folders import CORPUS, ROOT

MINE = """
import sys

from boardwright.interpreter.agents.agent import stream_of


class Last:
    def __init__(self, stream):
        self.stream = stream

    def choose(self, decision, state):
        return len(decision) - 1


class Wild(Last):
    def choose(self, decision, state):
        return self.stream.below(len(decision)) + 1000


class Silent:
    def __init__(self, answer):
        self.answer = answer

    def choose(self, decision, state):
        return self.answer()

    def finish(self, state):
        if self.answer is always:
            raise ValueError("no\\nway")


def always():
    return 0


def boom(seed, seat):
    raise ValueError("boom")


def leaves(seed, seat):
    sys.exit(0)


def raises(seed, seat):
    return Silent(lambda: 1 // 0)


def exits(seed, seat):
    return Silent(lambda: sys.exit(0))


def says_true(seed, seat):
    return Silent(lambda: True)


def bad_end(seed, seat):
    return Silent(always)


def nobody(seed, seat):
    return None


no_function = 3


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
boom = mine:boom
leaves = mine:leaves
raises = mine:raises
exits = mine:exits
says_true = mine:says_true
bad_end = mine:bad_end
nobody = mine:nobody
no_function = mine:no_function
"""
BLAMED = {
    "boom": "the agent `boom` of seat 1 cannot be made: ValueError: boom",
    "leaves": "the agent `leaves` of seat 1 cannot be made: SystemExit: 0",
    "nobody": "the agent `nobody` of seat 1 cannot be made: the result of `make` has no `choose`",
    "no_function": "the agent `no_function` cannot be made: `mine:no_function` is not a function",
    "raises": "the agent `raises` of amber failed when asked for `main_actions`: ZeroDivisionError: ",
    "exits": "the agent `exits` of amber failed when asked for `main_actions`: SystemExit: 0",
    "says_true": "the agent `says_true` of amber answered True when asked for `main_actions`, which is not one of",
    "bad_end": "the agent `bad_end` of amber failed at the end of the game: ValueError: no way",
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder in which a distribution with three agents is installed."""
    facts = tmp_path / "site" / "mine-1.0.dist-info"
    facts.mkdir(parents=True)
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(POINTS)
    (facts.parent / "mine.py").write_text(MINE)
    return facts.parent


@pytest.fixture
def installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same folder, in which this process looks, too."""
    monkeypatch.syspath_prepend(site)
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    return site


def simulated(go: Run, site: Path, agents: str, jobs: str) -> tuple[int, list[dict[str, object]]]:
    out = site / f"out{jobs}"
    words = ("harbour", "--games", "24", "--chunk", "4", "--agents", agents, "--jobs", jobs)
    done = go("simulate", *words, "--out", str(out), "--quiet")
    lines = (out / "games.jsonl").read_text().splitlines()
    return done.code, [json.loads(line) for line in lines if line.startswith('{"game":')]


def started(site: Path) -> Run:
    """Runs the command line as a process of its own, which starts others."""

    def go(*words: str) -> Done:
        path = os.pathsep.join([str(ROOT / "src"), str(site)])
        return run_python("-m", "boardwright", *words, cwd=CORPUS, PYTHONPATH=path)

    return go


def test_it_plays_alike_in_one_process_and_in_several(installed: Path, run: Run) -> None:
    alone = simulated(run, installed, "last,random", "1")
    assert alone == simulated(started(installed), installed, "last,random", "2")
    code, games = alone
    assert code == 0 and {game["end"] for game in games} == {"over"}
    # The agents go round the table: two games of a seed, each agent once on each seat.
    assert [game["agents"] for game in games[:2]] == [["last", "random"], ["random", "last"]]
    assert games[0]["seed"] == games[1]["seed"] != games[2]["seed"]


def test_what_is_no_option_ends_the_game_and_is_told(site: Path) -> None:
    code, games = simulated(started(site), site, "wild", "2")
    assert code == 1
    assert [(game["end"], game["error"]) for game in games] == [("error", "agent")] * 24


def test_one_that_cannot_be_imported_is_named(installed: Path, run: Run) -> None:
    done = run("run", "harbour", "--agents", "gone")
    assert done.code == 2 and "the agent `gone` cannot be imported" in done.err
    done = run("run", "harbour", "--agents", "lats")
    assert done.code == 2 and "did you mean `last`?" in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("name", BLAMED)
def test_whatever_is_wrong_in_an_agent_the_agent_is_blamed(
    installed: Path, run: Run, name: str
) -> None:
    for words in (("run", "harbour"), ("bench", "harbour", "--seconds", "0.1")):
        done = run(*words, "--agents", name, "--quiet")
        assert done.code == 2 and done.err.startswith(f"error: {BLAMED[name]}")
        assert "Traceback" not in done.err


def test_games_with_an_agent_that_cannot_be_made_end_in_an_error(installed: Path, run: Run) -> None:
    code, games = simulated(run, installed, "boom", "1")
    assert code == 1
    assert {(game["end"], game["error"], game["decisions"]) for game in games} == {
        ("error", "agent", None)
    }
