"""The campaign of damaged and forged files: a sample of it, and that it notices what it is for."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import forge
from campaign import all_targets
from cli_runs import run_python
from forging_runs import forged_run, resealed, resummed, resummed_record, spoil


@pytest.mark.slow
def test_a_sample_finds_nothing() -> None:
    done = run_python(forge.__file__, "--damaged", "60", "--forged", "90", "--seed", "3")
    assert done.code == 0, done.text()
    lines = done.out.splitlines()
    assert len(lines) == 6 and all(line.endswith("; 0 findings") for line in lines)
    assert [line.split(" refused, ")[0] for line in lines[:3]] == [
        "damaged saves: 20",
        "damaged records: 20",
        "damaged runs: 20",
    ]


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> forge.Campaign:
    with pytest.MonkeyPatch.context() as patch:
        # One game is enough here.
        few = [each for each in all_targets() if each.root.name == "tic_tac_toe"]
        patch.setattr("forge.all_targets", lambda: few)
        return forge.Campaign(1, tmp_path_factory.mktemp("forge"))


def test_what_nobody_would_notice_is_a_finding(
    campaign: forge.Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines of games are not looked at: a forged run is then a mistake of ours in some report."""
    monkeypatch.setattr("boardwright.runs.soundness.Lines.has", lambda *_: True)
    monkeypatch.setattr("boardwright.runs.parts._sound", lambda *_: True)
    found = forge.cases("forged", 240, campaign, campaign.forgery)
    assert found["run"].wrong and not found["save"].wrong


def test_sums_are_worked_out_as_they_are_when_written(campaign: forge.Campaign) -> None:
    for run in campaign.runs:
        for name, text in run.files.items():
            if name.endswith(".jsonl"):
                assert resealed(text) == text
            else:
                assert resummed(json.loads(text)) == text
    for table in campaign.tables:
        for record in table.records:
            assert resummed_record(record) == record


def test_the_same_number_is_the_same_forgery(campaign: forge.Campaign) -> None:
    run = campaign.runs[0]
    for seed in range(9):
        assert forged_run(run.files, Random(seed)) == forged_run(run.files, Random(seed))
    assert any(forged_run(run.files, Random(seed))[0] != run.files for seed in range(9))


def test_spoiling_never_fails() -> None:
    for seed in range(500):
        spoil(document := {"a": [1, {"b": None}], "c": "x", "d": {}}, Random(seed))
        assert isinstance(document, dict)


def test_a_command_that_makes_a_mistake_is_a_finding(
    campaign: forge.Campaign, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(*_: object) -> None:
        raise IndexError("oh")

    monkeypatch.setattr("boardwright.interpreter.records.game_record.replay", broken)
    with pytest.raises(forge.WrongError, match="E901"):
        campaign.replayed(campaign.tables[0], campaign.tables[0].records[0])
