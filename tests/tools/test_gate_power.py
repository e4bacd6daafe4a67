"""The measurement of the balance gate: what it finds, what it keeps, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import gate_power
from folders import SMALL_GAMES

PIG = SMALL_GAMES / "pig"


def measure(out: Path, *more: str, becomes: str = "default: 30") -> int:
    """A change in how many points win, in the games of one trial with it and two without."""
    return gate_power.main(
        [
            *(str(PIG), "--file", "game.yaml", "--text", "default: 50", "--becomes", becomes),
            *("--fail-on", "length:turns:mean>10%", "--players", "2", "--games", "100"),
            *(
                "--seed",
                "4",
                "--changed",
                "1",
                "--unchanged",
                "1",
                "--jobs",
                "1",
                "--out",
                str(out),
                *more,
            ),
        ]
    )


def test_it_finds_the_change_and_keeps_what_it_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert measure(tmp_path / "gate") == 0
    told = capsys.readouterr().out
    assert "trial 0, changed: fails after" in told and "length:turns:mean>10%: turns" in told
    assert "trial 1, unchanged: passes after" in told
    assert "found 1 of 1 changes (at least 1); 0 false alarms in 1 trials (at most 0)" in told
    assert sorted(each.name for each in (tmp_path / "gate").iterdir()) == [
        "changed",
        "trials.jsonl",
    ]
    assert (PIG / "game.yaml").read_text().count("default: 50") == 1

    # The same command plays nothing again: what is in the file counts.
    file = tmp_path / "gate" / "trials.jsonl"
    head, first, second = file.read_text().splitlines()
    quiet = json.dumps({**json.loads(first), "failed": False})
    file.write_text(f"{head}\n{quiet}\n{second}\n")
    assert measure(tmp_path / "gate") == 1
    assert "found 0 of 1 changes" in capsys.readouterr().out


def test_other_trials_and_a_text_that_is_not_there_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "gate"
    out.mkdir()
    (out / "trials.jsonl").write_text('{"ruleset": "another"}\n')
    assert measure(out) == 2
    assert "has other trials" in capsys.readouterr().err
    with pytest.raises(gate_power.WrongError, match="0 times: no such text"):
        gate_power.changed_copy(PIG, tmp_path / "copy", "game.yaml", "no such text", "")
