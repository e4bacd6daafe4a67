from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from boardwright.exports.exporting import OtherGamesError
from boardwright.interpreter.backends.names import Backend
from boardwright.interpreter.records.game_record import Recorder
from boardwright.runs.chunk import game_for
from boardwright.runs.folder import Folder
from boardwright.runs.plan import Order
from export_samples import Table, lines_of, table
from report_samples import drafting, played
from run_samples import order, plan, simulate


@pytest.fixture
def aside(tmp_path: Path) -> Path:
    found = tmp_path / "aside"
    found.mkdir()
    return found


def decisions(root: Path, asked: Order, aside: Path) -> list[Table]:
    """The rows of decisions, game by game."""
    found: dict[int, Table] = {}
    for row in table(root, "decisions", asked, aside):
        found.setdefault(row["game"], []).append(row)
    return list(found.values())


@pytest.mark.parametrize("agents", [(), ("first", "random", "greedy"), ("mc:4", "random", "first")])
def test_decisions_are_those_of_the_record(
    tmp_path: Path, aside: Path, agents: tuple[str, ...]
) -> None:
    asked = drafting(*agents)
    made = played(tmp_path / "run", asked, games=3, chunk=3)
    lines = lines_of(tmp_path / "run")
    for line, rows in zip(lines, decisions(tmp_path / "run", asked, aside), strict=True):
        assert [row["number"] for row in rows] == list(range(1, line["decisions"] + 1))
        recorder = Recorder(game_for(asked).program, line["seed"])
        for row in rows:
            decision = recorder.state.decision
            assert decision is not None
            assert row["seat"] == made.seats[decision.player]
            assert row["agent"] == line["agents"][decision.player]
            assert (row["decision"], row["options"]) == (decision.name, len(decision))
            assert row["choice"] in decision.ids
            position = recorder.state.position()
            assert (row["phase"], row["round"]) == (position["phase"], position["round"])
            assert row["turn"] == position["turn_number"]
            assert row["score"] == recorder.state.scores[decision.player]
            assert row["worth"] == recorder.state.worth(decision.player)
            recorder.apply(row["choice"])
        assert recorder.state.over and list(recorder.state.scores) == line["scores"]


@pytest.mark.parametrize("agents", [(), ("first", "random", "greedy")])
def test_cards_add_up_to_the_figures_of_the_run(
    tmp_path: Path, aside: Path, agents: tuple[str, ...]
) -> None:
    asked = drafting(*agents)
    played(tmp_path / "run", asked, games=12, chunk=3)
    figures = json.loads((tmp_path / "run/games.jsonl").read_bytes().splitlines()[-2])["figures"]
    found: dict[tuple[str, str, str], Counter[int]] = {}
    for row in table(tmp_path / "run", "cards", asked, aside):
        share = row["winners"] if row["won"] else 0
        for name in ("held", "taken", "used"):
            counter = found.setdefault((row["kind"], row["card"], name), Counter())
            counter[share] += row[name]
    there = {
        (kind, card, name): of[f"{name}_by"]
        for kind, cards in figures["cards"].items()
        for card, of in cards.items()
        for name in ("held", "taken", "used")
    }
    assert {key: [counter[n] for n in range(4)] for key, counter in found.items()} == there
    assert any(map(sum, there.values()))


@pytest.mark.parametrize("agents", [("random",), ("first", "random", "greedy")])
def test_both_back_ends_tell_the_same(tmp_path: Path, aside: Path, agents: tuple[str, ...]) -> None:
    asked = drafting(*agents)
    played(tmp_path / "run", asked, games=12, chunk=3)
    backends: tuple[Backend, ...] = ("python", "native")
    # One after the other with one program: what machine code has counted must not stay.
    found = [
        (
            table(tmp_path / "run", "cards", using, aside),
            table(tmp_path / "run", "decisions", using, aside),
        )
        for using in (replace(asked, backend=each) for each in backends)
    ]
    assert found[0] == found[1] and all(found[0])


def test_runs_without_figures_are_played_again_too(tmp_path: Path, aside: Path) -> None:
    asked = drafting(figures=False)
    played(tmp_path / "run", asked, games=3, chunk=3)
    assert table(tmp_path / "run", "cards", asked, aside)


def test_a_game_that_ends_in_another_way_is_named(tmp_path: Path, aside: Path) -> None:
    asked = order("random")
    simulate(tmp_path / "run", plan(8, 4), asked=asked)
    other = order("first")
    with pytest.raises(
        OtherGamesError, match=r"^game 1 ends in another way: `decisions` was 5 and is now 7$"
    ):
        played_by_others(tmp_path / "run", other, aside)


def played_by_others(root: Path, other: Order, aside: Path) -> None:
    """Plays the games again with an agent that has learned something since: `random` now plays as `first`."""
    from boardwright.interpreter.agents import installed

    before = dict(installed.SHIPPED)
    try:
        installed.SHIPPED["random"] = before["first"]
        table(root, "decisions", other, aside)
    finally:
        installed.SHIPPED.update(before)


def test_nothing_is_left_aside(tmp_path: Path, aside: Path) -> None:
    asked = drafting()
    played(tmp_path / "run", asked, games=12, chunk=3)
    assert table(tmp_path / "run", "cards", asked, aside)
    assert list(aside.iterdir()) == []
    assert Folder(tmp_path / "run").games.exists()
