"""What a failing scenario adds: cards that leave a value alone because of who asks or when, and who is asked next."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cli_runs import Run

Told = Callable[[str, str, str], list[str]]
"""The notes and help of the failing scenario, given `in_force`, `by` and `turn`."""

MANIFEST = "expansion: night\nof: rattus\nlanguage: 2\nlanguages: [en]\nname: Night\n"
CARD = """\
class_card: {id}
class: magic
name: {id}
text: A change of a value.
{force}modify:
  strength(region){by}: add 5
"""
SCENARIO = """\
scenario: it
players: [red, yellow]
given: |
  return all cubes in regions
  move {id} to tableau of yellow
{turn}run: nothing
expect: strength(gallia) = 5
"""


@pytest.fixture
def told(surroundings: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Told:
    def told(force: str, by: str, turn: str) -> list[str]:
        folder = tmp_path / "night"
        folder.mkdir()
        (folder / "expansion.yaml").write_text(MANIFEST)
        (folder / "lamp.yaml").write_text(CARD.format(id="lamp", force=force, by=by))
        (folder / "it.yaml").write_text(SCENARIO.format(id="lamp", turn=turn))
        monkeypatch.chdir(tmp_path)
        lines = run("test", "night").text().splitlines()
        return [line.split("= ", 1)[1] for line in lines if line.lstrip().startswith("= ")]

    return told


ALWAYS = "in_force: always\n"
HELP = (
    "help: if it is meant for everybody, write `by anyone` after the name of the value; "
    "in a scenario, the seat of `turn` asks"
)


@pytest.mark.parametrize(
    ("force", "by", "turn", "expected"),
    [
        (ALWAYS, "", "turn: red\n", ["it is for its owner `yellow` only, and `red` asks"]),
        (ALWAYS, "", "", ["it is for its owner `yellow` only, and nobody asks"]),
        (
            ALWAYS,
            " by others",
            "turn: yellow\n",
            ["it is for others than its owner, and `yellow` asks"],
        ),
    ],
)
def test_who_asks(told: Told, force: str, by: str, turn: str, expected: list[str]) -> None:
    notes = [f"note: `lamp` does not change `strength` here: {why}" for why in expected]
    assert told(force, by, turn) == [*notes, HELP]


def test_whose_turn_it_is(told: Told) -> None:
    assert told("", " by anyone", "turn: red\n") == [
        "note: `lamp` does not change `strength` here: it applies in the turn of its owner `yellow`, "
        "and it is the turn of `red`",
        "help: if it is meant for every turn, write `in_force: always` in its file",
    ]


def test_nothing_is_said_of_a_card_that_applies(told: Told) -> None:
    assert told(ALWAYS, " by anyone", "turn: red\n") == []


def test_who_is_asked_next_is_told_after_picks(
    surroundings: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "night").mkdir()
    (tmp_path / "night" / "expansion.yaml").write_text(MANIFEST)
    picks = "steps:\n  - red: [place_cubes]\n"
    start = "scenario: it\nplayers: [red, yellow]\nturn: red\n"
    for steps, told in (("", False), (picks, True)):
        (tmp_path / "night" / "it.yaml").write_text(f"{start}{steps}expect: 1 = 2\n")
        out = run("test", "night").text()
        assert ("  = note: then `red` decides `place_cubes.region`\n" in out) == told, out


def test_a_game_without_chance_has_no_event_to_set(
    surroundings: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    game = (
        "game: nim\nlanguage: 2\nplayers: 2\nstocks: {coin: {total: 3, home: bank, kept: purse}}\n"
    )
    game += "places: {bank: {holds: [coin]}, purse: {per: player, holds: [coin]}}\n"
    game += (
        "course:\n  - {phase: play, turn: [take 1 coins], rounds: 1}\noutcome: {score: my coins}\n"
    )
    (tmp_path / "nim").mkdir()
    (tmp_path / "nim" / "game.yaml").write_text(game)
    scenario = "scenario: it\nplayers: 2\nchance: {deal.card: [a]}\nexpect: 1 = 1\n"
    (tmp_path / "nim" / "it.yaml").write_text(scenario)
    monkeypatch.chdir(tmp_path)
    assert "note: this game has no event whose result can be set" in run("test", "nim").text()
