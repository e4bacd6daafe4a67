"""`simulate --profile`: which rules take how much of the time. How much that is nobody tests: it differs each time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli_runs import Run

ROW = re.compile(r" *([\d.]+)% +([\d,.]+)  (.+?)(?:  +(\S+:\d+))?$")


def rows(text: str) -> dict[tuple[str, str | None], tuple[float, float]]:
    """By name and place: the share, and how often it ran in a game."""
    head, *lines = text.splitlines()
    assert head.split("  ") == ["share", "calls a game"]
    found = {}
    for line in lines:
        row = ROW.fullmatch(line)
        assert row is not None, line
        found[row[3], row[4]] = float(row[1]), float(row[2].replace(",", ""))
    assert len(found) == len(lines)
    return found


def test_each_rule_is_told_with_its_line_and_how_often_it_runs(run: Run) -> None:
    done = run("simulate", "harbour", "--games", "5", "--profile", "--seed", "3")
    assert (done.code, done.err) == (0, "")
    found = rows(done.out)
    assert found["(playing at random)", None][1] > 0
    assert abs(sum(share for share, _ in found.values()) - 100) < 0.06 * len(found)
    shares = [share for share, _ in found.values()]
    assert shares == sorted(shares, reverse=True)


def test_calls_are_the_same_every_time_and_places_are_those_of_the_rules(run: Run) -> None:
    words = ("simulate", "harbour", "--games", "4", "--profile")
    once, twice = (
        {at: calls for at, (_, calls) in rows(run(*words).out).items()} for _ in range(2)
    )
    assert once == twice
    for name, at in once:
        if at is not None:
            file, _, row = at.rpartition(":")
            line = Path(file).read_text("utf-8").splitlines()[int(row) - 1]
            word = name.rpartition(".")[2].rpartition(" ")[2]
            assert name == "outcome" or word in line or "choose" in line or "may" in line, (
                at,
                line,
            )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--out", "somewhere"), "--profile keeps no games"),
        (("--resume",), "--profile keeps no games"),
        (("--agents", "first"), "--profile plays at random"),
    ],
)
def test_what_does_not_go_with_it_is_refused(run: Run, words: tuple[str, ...], told: str) -> None:
    done = run("simulate", "harbour", "--games", "2", "--profile", *words)
    assert done.code == 2
    assert told in done.err


def test_without_it_there_must_be_a_folder(run: Run) -> None:
    done = run("simulate", "harbour", "--games", "2")
    assert done.code == 2
    assert "missing option '--out'" in done.err


def test_a_rule_that_fails_is_told_with_its_game(run: Run) -> None:
    done = run("simulate", "bad/always_fails", "--games", "2", "--profile")
    assert done.code == 1
    assert "error[E6" in done.err and "--seed 0" in done.err
