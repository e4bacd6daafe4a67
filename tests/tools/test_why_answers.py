"""The campaign of questions why: a sample of the shipped games, and that it finds a wrong answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

import why_answers
from boardwright.interpreter.reference import ReferenceGame
from boardwright.interpreter.reference.questions import Answer, why_score
from folders import SMALL_GAMES


@pytest.mark.parametrize("name", ["rattus+mercatus", "notre_dame", str(SMALL_GAMES / "old_crow")])
def test_no_option_value_or_score_is_without_an_answer(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert why_answers.main(["--game", name, "--positions", "8"]) == 0
    assert "findings 0" in capsys.readouterr().out


def test_a_wrong_or_empty_answer_is_a_finding(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lied(game: ReferenceGame, seat: str) -> Answer:
        found = why_score(game, seat)
        return replace(found, part=replace(found.part, value=-7))

    monkeypatch.setattr(why_answers, "why_score", lied)
    assert why_answers.main(["--game", str(SMALL_GAMES / "old_crow"), "--positions", "2"]) == 1
    out = capsys.readouterr().out
    assert "score p1: the score is " in out and ", not -7" in out
