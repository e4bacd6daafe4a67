"""`boardwright tournament`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from boardwright.reports.standings import standings_of
from boardwright.runs.parts import DamagedError
from boardwright.runs.tournament import meetings_of
from cli_runs import Run
from luck_games import FIRST_MOVE, write_game

CUP = (
    "harbour",
    "--agents",
    "greedy,random,first",
    "--games",
    "5",
    "--seed",
    "2",
    "--players",
    "2",
)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept") / "cup"


@pytest.fixture
def cup(run: Run, kept: Path, tmp_path: Path) -> Path:
    """A tournament of three agents, played in one process."""
    if not kept.exists():
        done = run("tournament", *CUP, "--out", str(kept), "--jobs", "1", "--quiet")
        assert done.code == 0, done.err
    shutil.copytree(kept, tmp_path / "cup")
    return tmp_path / "cup"


def test_a_report_of_it_names_the_runs_in_it(run: Run, cup: Path) -> None:
    done = run("report", str(cup))
    assert done.code == 2
    assert (
        f"it holds a tournament, whose runs have folders of their own, such as `{cup}/" in done.err
    )


def test_it_rates_the_agents(run: Run, cup: Path) -> None:
    shutil.rmtree(cup)
    done = run("tournament", *CUP, "--out", str(cup), "--jobs", "1", "--quiet")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0].split() == ["agent", "rating", "±", "points", "of"]
    assert {line.split()[1] for line in lines[1:4]} == {"greedy", "random", "first"}
    assert "18 games. A difference of 400 is ten wins for each loss." in lines
    assert lines[-1] == f"{cup}/standings.html"


def test_everybody_plays_each_seat_equally_often_in_the_same_deals(cup: Path) -> None:
    seeds = []
    for meeting in sorted(cup.glob("meeting-*")):
        games = [json.loads(line) for line in (meeting / "games.jsonl").read_bytes().splitlines()]
        played = [game for game in games if "agents" in game]
        assert len(played) == 6  # five, rounded up
        assert {tuple(game["agents"]) for game in played[::2]} == {tuple(played[0]["agents"])}
        assert played[1]["agents"] == played[0]["agents"][::-1]
        seeds.append([game["seed"] for game in played])
    assert len(seeds) == 3 and seeds[0] == seeds[1] == seeds[2]


def test_the_standings_are_there_as_data_and_as_a_page(cup: Path) -> None:
    data = json.loads((cup / "standings.json").read_text())
    assert [each["agent"] for each in data["ratings"]] == sorted(
        ("greedy", "random", "first"),
        key=lambda agent: -next(r["rating"] for r in data["ratings"] if r["agent"] == agent),
    )
    assert sum(each["points"] for each in data["ratings"]) == data["games"] == 18
    for pair in data["pairs"]:
        back = next(
            each
            for each in data["pairs"]
            if (each["agent"], each["against"]) == (pair["against"], pair["agent"])
        )
        assert pair["points"] + back["points"] == pair["comparisons"] == 6
    page = (cup / "standings.html").read_text()
    assert "<title>Tournament: harbour</title>" in page and "<script" not in page


def test_it_goes_on_where_it_was(run: Run, cup: Path) -> None:
    before = (cup / "standings.json").read_bytes()
    shutil.rmtree(cup / "meeting-002")
    (cup / "meeting-003" / "games.jsonl").unlink()
    (cup / "standings.json").unlink()
    refused = run("tournament", *CUP, "--out", str(cup), "--jobs", "1")
    assert refused.code == 2 and "write `--resume` to continue it" in refused.err
    done = run("tournament", *CUP, "--out", str(cup), "--jobs", "1", "--resume")
    assert done.code == 0, done.err
    assert (cup / "standings.json").read_bytes() == before


def test_games_that_are_damaged_before_they_are_rated_are_named(
    cup: Path,
) -> None:
    games = cup / "meeting-002/games.jsonl"
    games.write_bytes(games.read_bytes()[:-9])
    agents = ("greedy", "random", "first")
    with pytest.raises(DamagedError, match=f"^{games} is damaged: its checksum does not match$"):
        standings_of(agents, [*meetings_of(agents, [(0,), (1,)], cup)])


@pytest.mark.parametrize(
    ("agents", "players", "message"),
    [
        ("greedy", "2", "expected at least two different agents"),
        ("greedy,greedy", "2", "expected at least two different agents"),
        ("greedy,gredy", "2", "there is no agent `gredy`"),
    ],
)
def test_what_cannot_be_played_is_refused(
    run: Run, tmp_path: Path, agents: str, players: str, message: str
) -> None:
    out = tmp_path / "cup"
    done = run("tournament", "harbour", "--agents", agents, "--players", players, "--out", str(out))
    assert done.code == 2 and message in done.err
    assert not out.exists()


def test_other_agents_are_another_tournament(run: Run, cup: Path) -> None:
    other = ("harbour", "--agents", "greedy,first", *CUP[3:])
    done = run("tournament", *other, "--out", str(cup), "--resume")
    assert done.code == 2 and "this folder holds a different tournament" in done.err


ONE_TEAM = FIRST_MOVE + "  teams: [[1, 2]]\n"


def test_a_table_at_which_nobody_meets_is_refused(run: Run, tmp_path: Path) -> None:
    ruleset, out = write_game(tmp_path, "together", ONE_TEAM), tmp_path / "cup"
    words = ("--agents", "first,random", "--players", "2", "--out", str(out))
    done = run("tournament", str(ruleset), *words)
    assert done.code == 2
    assert "a tournament needs a game in which at least two players or teams meet" in done.err
    assert not out.exists()


def test_one_agent_plays_for_a_team_and_teams_change_sides(run: Run, tmp_path: Path) -> None:
    rules = FIRST_MOVE + "  teams: [[2, 3]]\n"
    ruleset, out = write_game(tmp_path, "two_of_us", rules), tmp_path / "cup"
    words = ("--agents", "first,random", "--players", "3", "--games", "6", "--jobs", "1")
    done = run("tournament", str(ruleset), *words, "--out", str(out), "--quiet")
    assert done.code == 0, done.err
    data = json.loads((out / "standings.json").read_text())
    # Of three games in each group, one has the same agent at both seats of the team.
    assert [each["comparisons"] for each in data["ratings"]] == [4, 4]
    assert run("export", str(out), "--ruleset", str(ruleset)).out.count("\nmeeting-002,") == 6
