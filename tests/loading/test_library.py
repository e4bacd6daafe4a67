from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.dsl.source.diagnostics import Bag, RulesetError
from boardwright.files import read as files
from boardwright.files.locate_ruleset import find
from boardwright.loading import library
from boardwright.loading.library import Library
from boardwright.loading.load import load, read
from boardwright.loading.scenarios import scenarios_of

GAME = """\
game: tiny
language: 2
players: 2
stocks: {coin: {total: unlimited, home: bank, kept: purse}}
places:
  bank: {holds: [coin]}
  purse: {per: player, holds: [coin]}
course:
  - phase: play
    turn: |
      take 1 coin
    rounds: 1
outcome: {score: my coins}
"""
SCENARIOS = {
    "plain": "scenario: plain\nplayers: 2\nexpect: 1 = 1\n",
    "commented": "# a comment\n\n#: another\nscenario : commented\nplayers: 2\nexpect: 1 = 1\n",
    "windows": "\ufeff# one\r\n\r\nscenario: windows\r\nplayers: 2\r\nexpect: 1 = 1\r\n",
    "flow": "{scenario: flow, players: 2, expect: 1 = 1}\n",
    "quoted": '"scenario": quoted\nplayers: 2\nexpect: 1 = 1\n',
}


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    folder = tmp_path / "tiny"
    (folder / "deep").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    for name, text in SCENARIOS.items():
        (folder / "deep" / f"{name}.yaml").write_bytes(text.encode())
    return folder


def test_a_game_reads_no_scenario_until_one_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def document_of(name: str, text: str) -> object:
        asked.append(name)
        return real(name, text)

    real = files.document_of
    monkeypatch.setattr(library, "document_of", document_of)
    path = find("rattus").path
    reading = Library()
    rules = reading.documents(path, Bag())
    assert len(asked) == len(rules) < 20
    scenarios = reading.scenarios(path, Bag())
    assert len(scenarios) > 100 and len(asked) == len(rules) + len(scenarios)
    assert reading.files(path) == (*rules, *scenarios)
    assert len(asked) == len(set(asked))


def test_a_scenario_is_one_however_it_begins(tiny: Path) -> None:
    found = read(tiny).scenarios
    assert sorted(Path(source.name).stem for source, _ in found) == sorted(SCENARIOS)


def test_a_broken_scenario_hinders_nobody_who_plays_and_is_told_to_who_checks(tiny: Path) -> None:
    (tiny / "deep" / "broken.yaml").write_text("scenario: broken\nsteps: [\n")
    assert load(tiny).new(1).hash
    with pytest.raises(RulesetError) as refused:
        scenarios_of(str(tiny), (), {})
    assert {
        each.label.span.source.name.rpartition("/")[2]
        for each in refused.value.diagnostics
        if each.label is not None
    } == {"broken.yaml"}
    bag = Bag()
    reading = Library()
    assert len(reading.scenarios(tiny, bag)) == len(SCENARIOS) and bag.failed
    assert len(reading.documents(tiny, Bag())) == 1


def names_in(bag: Bag) -> list[str]:
    """The files of all findings."""
    labels = [each.label for each in bag.sorted()]
    return [label.span.source.name.rpartition("/")[2] for label in labels if label is not None]


def test_what_is_wrong_is_told_each_time(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("a: [\n")
    (tmp_path / "b.yaml").write_text("scenario: [\n")
    reading = Library()
    for _ in range(2):
        rules, scenarios = Bag(), Bag()
        reading.documents(tmp_path, rules)
        reading.scenarios(tmp_path, scenarios)
        assert names_in(rules) == ["a.yaml"]
        assert names_in(scenarios) == ["b.yaml"]
