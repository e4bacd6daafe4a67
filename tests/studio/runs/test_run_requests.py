from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from asking import Asking
from boardwright.studio.desk import Desk
from boardwright.studio.engine import Engine
from boardwright.studio.settings import Settings
from fruit import planted

MANY = 15_000
"""Games that take seconds, also by machine code."""

GAMES: Mapping[str, Any] = {
    "what": "start",
    "kind": "simulate",
    "ruleset": "rattus",
    "players": 2,
    "games": 30,
    "agents": ["random"],
}


@pytest.fixture
def asking(tmp_path: Path) -> Asking:
    return Asking(Settings(folder=tmp_path, runs=tmp_path / ".boardwright" / "runs"))


def progress(asking: Asking) -> Iterator[tuple[int, int]]:
    for each in asking.news:
        assert each["tell"] == "progress"
        if "of" in each:  # the others are signs of life
            yield each["done"], each["of"]


def test_a_run_is_played_counted_and_compared(asking: Asking) -> None:
    run = asking.ok("run", **GAMES)["run"]
    assert (run["id"], run["state"], run["done"], run["games"]) == ("001", "done", 30, 30)
    seen = [*progress(asking)]
    assert seen[0] == (0, 30) and seen[-1] == (30, 30)
    told = asking.ok("run", what="report", run="001")
    assert told["report"]["games"]["counted"] == 30
    assert told["page"] == "/report/001/report.html"
    asking.ok("run", **{**GAMES, "seed": 5})
    assert [each["id"] for each in asking.ok("run", what="list")["runs"]] == ["002", "001"]
    found = asking.ok("run", what="compare", first="001", second="002")["comparison"]
    assert {"group", "difference", "low", "high"} <= {*found["differences"][0]}
    cards = asking.ok("cards", ruleset="rattus", language="en")
    assert cards["run"] == {"id": "002", "games": 30, "players": 2}
    assert cards["strengths"]["class_card/king"]["taken"] > 0
    asking.ok("run", what="remove", run="001")
    assert [each["id"] for each in asking.ok("run", what="list")["runs"]] == ["002"]


def test_a_tournament_counts_the_games_of_all_meetings(asking: Asking) -> None:
    order = {**GAMES, "kind": "tournament", "games": 2, "agents": ["random", "first", "mc:1"]}
    run = asking.ok("run", **order)["run"]
    assert (run["games"], run["done"], run["state"]) == (6, 6, "done")
    assert [*progress(asking)][-1] == (6, 6)
    report = asking.ok("run", what="report", run="001")["report"]
    assert {each["agent"] for each in report["ratings"]} == {"random", "first", "mc:1"}
    assert asking.error("run", what="compare", first="001", second="001")["code"] == "refused"


def test_a_run_is_stopped_and_resumed(asking: Asking) -> None:
    desk = Desk(asking.engine)
    desk.put({"id": 1, "do": "run", **GAMES, "games": MANY})
    while not any(each.get("done", 0) > 0 for each in desk.step()):
        pass
    assert asking.ok("run", what="list")["runs"][0]["state"] == "running"
    assert asking.error("run", what="remove", run="001")["code"] == "refused"
    desk.put({"id": 2, "do": "cancel", "which": 1})
    answers = {each["id"]: each for each in desk.step()}
    assert answers[1]["error"]["code"] == "cancelled" and answers[2]["ok"] == {}
    (run,) = asking.ok("run", what="list")["runs"]
    assert run["state"] == "stopped" and 0 < run["done"] < MANY
    done = asking.ok("run", what="start", run="001")["run"]
    assert (done["state"], done["done"]) == ("done", MANY)


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"ruleset": "../x"}, "not_found"),
        ({"agents": ["program:rm"]}, "refused"),
        ({"agents": ["mc:5,program:rm"]}, "refused"),
        ({"agents": ["nobody"]}, "not_found"),
        ({"games": 0}, "malformed"),
        ({"kind": "dance"}, "malformed"),
        ({"players": 9}, "rules"),
        ({"kind": "tournament"}, "refused"),
        ({"what": "dance"}, "malformed"),
    ],
)
def test_what_cannot_be_played_is_refused(
    asking: Asking, changed: Mapping[str, Any], code: str
) -> None:
    assert asking.error("run", **{**GAMES, **changed})["code"] == code
    assert asking.ok("run", what="list")["runs"] == []


def test_without_a_folder_there_are_no_runs() -> None:
    assert asking_nowhere().error("run", what="list")["code"] == "unavailable"


@pytest.mark.parametrize(("kind", "of"), [("simulate", 30), ("tournament", 6)])
def test_without_other_processes_games_are_played_a_few_at_a_time(
    tmp_path: Path, kind: str, of: int
) -> None:
    asking = Asking(Settings(folder=tmp_path, runs=tmp_path / "runs", processes=False))
    agents = ["random", "first", "mc:1"][: 1 if kind == "simulate" else 3]
    games = 30 if kind == "simulate" else 2
    order = {**GAMES, "kind": kind, "agents": agents, "games": games}
    run = asking.ok("run", **order)["run"]
    assert (run["done"], run["games"], run["state"]) == (of, of, "done")
    seen = [done for done, _ in progress(asking)]
    assert seen == sorted(seen) and len(set(seen)) > 2
    told = asking.ok("run", what="report", run="001")
    assert told["page"] is None and ("ratings" in told["report"]) is (kind == "tournament")


@pytest.mark.parametrize(("agents", "most"), [(["random"], 50), (["first", "random"], 2)])
def test_however_many_games_there_are_nobody_waits_for_long(
    tmp_path: Path, agents: list[str], most: int
) -> None:
    engine = Engine(Settings(folder=tmp_path, runs=tmp_path / "runs", processes=False))
    asked = engine.answer({"id": 1, "do": "run", **GAMES, "agents": agents, "games": 50_000})
    seen: list[int] = []
    for news in asked:
        if "done" in news:
            seen.append(news["done"])
        if len(seen) == 4:
            break
    asked.close()  # type: ignore[attr-defined]  # iterators of the engine are generators
    assert seen[-1] > 0
    assert all(now - before <= most for before, now in pairwise(seen))


def test_games_are_the_same_wherever_they_are_played(tmp_path: Path) -> None:
    sums = []
    for processes in (True, False):
        runs = tmp_path / f"{processes}"
        Asking(Settings(folder=tmp_path, runs=runs, processes=processes)).ok("run", **GAMES)
        sums.append((runs / "001" / "games" / "games.jsonl").read_bytes())
    assert sums[0] == sums[1]


def test_rules_that_have_changed_are_played_as_they_are_now(tmp_path: Path) -> None:
    fruit = planted(tmp_path)
    asking = Asking(Settings(folder=fruit, runs=tmp_path / "runs", processes=False))
    order = {"what": "start", "kind": "simulate", "ruleset": "fruit", "games": 5}
    hashes = []
    for worth in (2, 5):
        pear = fruit / "cards" / "pear.yaml"
        pear.write_text(re.sub("worth: .*", f"worth: {worth}", pear.read_text()))
        id = asking.ok("run", **order)["run"]["id"]
        hashes.append(asking.ok("run", what="report", run=id)["report"]["plan"]["rules"])
    assert hashes[0] != hashes[1]


def asking_nowhere() -> Asking:
    asking = Asking(Settings())
    assert isinstance(asking.engine, Engine)
    return asking
