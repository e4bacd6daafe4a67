"""The campaign of slips in the rules: what it makes, how it judges, and that the list of survivors is right."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

import mutants
from campaign import shipped_targets, target
from cli_runs import run_python
from slips import KINDS, Slip

GAME = """\
game: hoard
language: 2
players: 2
kinds:
  gem: {attributes: {worth: number}, home: mine, count: 2}
pieces:
  gem: {ruby: {worth: 3}, opal: {worth: 2}}
places:
  mine: {holds: [gem]}
  chest: {per: player, holds: [gem]}
course:
  - phase: play
    turn: |
      choose gem from gems in mine
      move gem to chest of me
    until: count(gems in mine) = 0
outcome:
  score: sum(worth of g for each g in gems in chest of me)
"""
SCENARIO = """\
scenario: the_ruby_wins
players: 2
steps:
  - p1: ruby
expect: worth of ruby = 3
ranks: {p1: 1, p2: 2}
"""


@pytest.fixture(scope="module")
def court(tmp_path_factory: pytest.TempPathFactory) -> mutants.Court:
    root = tmp_path_factory.mktemp("rules") / "hoard"
    root.mkdir()
    (root / "game.yaml").write_text(GAME)
    (root / "scenario.yaml").write_text(SCENARIO)
    return mutants.Court(target(root))


def the(court: mutants.Court, kind: str, line: str) -> Slip:
    """The slip of a kind in a line, as reports show it."""
    found = [m for m in court.slips if m.kind == kind and court.shown(m)[0] == line]
    assert len(found) == 1, [court.shown(m)[0] for m in court.slips if m.kind == kind]
    return found[0]


@pytest.mark.parametrize(
    ("kind", "line", "by", "what"),
    [
        ("entry doubled", "twice: gem", "reading", "E216"),
        ("number", "gem: {ruby: {worth: [3 → 4]}, opal: {worth: 2}}", "scenarios", "the_ruby_wins"),
        ("number", "gem: {attributes: {worth: number}, home: mine, count: [2 → 3]}", "reading", "E515"),
        ("key deleted", "without: , count: 2", mutants.SAME, ""),
        ("number", "gem: {ruby: {worth: 3}, opal: {worth: [2 → 1]}}", mutants.SURVIVED, ""),
    ],
)  # fmt: skip
def test_each_slip_is_judged(
    court: mutants.Court, kind: str, line: str, by: str, what: str
) -> None:
    candidates = [m for m in court.slips if m.kind == kind and court.shown(m)[0] == line]
    assert candidates, [court.shown(m)[0] for m in court.slips if m.kind == kind]
    verdict = court.judge(candidates[0])
    assert (verdict.by, verdict.what) == (by, what)
    assert verdict.caught == (by in mutants.CAUGHT)


def test_what_is_printed_is_told_apart(court: mutants.Court) -> None:
    assert the(court, "number", "gem: {ruby: {worth: [3 → 4]}, opal: {worth: 2}}").printed
    assert not [m for m in court.slips if m.kind == "line dropped" and m.printed]


def test_a_survivor_counts_until_it_is_listed(
    court: mutants.Court, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slip = the(court, "number", "gem: {ruby: {worth: 3}, opal: {worth: [2 → 1]}}")
    verdict = court.judge(slip)
    listed = tmp_path / "survivors.md"
    listed.write_text("# Survivors\n")
    monkeypatch.setattr(mutants, "SURVIVORS", listed)
    assert mutants.unlisted([verdict]) == [verdict]
    listed.write_text(f"# Survivors\n\n{verdict.told}\n")
    assert mutants.unlisted([verdict]) == []


def test_samples_and_shards_are_the_same_each_time(court: mutants.Court) -> None:
    every = mutants.sample(court, court.slips, None, 1, (1, 1))
    assert len(every) == len(court.slips) > 40
    assert mutants.sample(court, court.slips[::-1], 10, 1, (1, 1)) == every[:10]
    assert mutants.sample(court, court.slips, 10, 2, (1, 1)) != every[:10]
    parts = [mutants.sample(court, court.slips, None, 1, (n, 3)) for n in (1, 2, 3)]
    assert {id(m) for part in parts for m in part} == {id(m) for m in every}


def test_figures_leave_out_what_is_the_same_game(court: mutants.Court) -> None:
    same = court.judge(the(court, "key deleted", "without: , count: 2"))
    caught = court.judge(the(court, "number", "gem: {ruby: {worth: [3 → 4]}, opal: {worth: 2}}"))
    header, _, row, total = mutants.table([same, caught], "ruleset")
    assert header.split(" | ")[-2:] == ["caught", "same game |"]
    assert row == "| hoard | 1 | 0 | 0 | 0 | 1 | 0 | 0 | 100.0 % | 1 |"
    assert total.startswith("| all | 1 |")


def test_every_listed_survivor_is_a_mutant_and_no_number_on_a_card() -> None:
    listed = [x for x in mutants.SURVIVORS.read_text("utf-8").splitlines() if x.startswith("- ")]
    assert len(listed) == len(set(listed)) > 50
    found: dict[str, list[Slip]] = defaultdict(list)
    for each in shipped_targets():
        court = mutants.Court(each)
        for slip in court.slips:
            line, place = court.shown(slip)
            found[f"- {place}: `{line}`"].append(slip)
        assert {m.kind for m in court.slips} <= set(KINDS)
    assert [line for line in listed if line not in found] == []
    assert [line for line in listed if all(m.printed for m in found[line])] == []


@pytest.mark.slow
def test_a_sample_finds_nothing_new() -> None:
    done = run_python(mutants.__file__, "--sample", "4", "--seed", "3", "--ruleset", "rattus")
    assert done.code == 0, done.text()
    assert done.out.endswith("0 survivors that mutants_survivors.md does not list\n")
