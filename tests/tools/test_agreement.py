"""The campaign of rules that are made at random: that it plays both ways, and tells what is not the same."""

from __future__ import annotations

import contextlib

import pytest

import agreement
from boardwright.dsl.source.diagnostics import RulesetError
from boardwright.interpreter.program.link import link
from boardwright.interpreter.reference import ReferenceGame
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.table.table import set_table
from boardwright.validators.play.leaks import LeakTest, by_chance
from made_rules import made

WORDS = (
    "secretly",
    "choose up to",
    "those q",
    "of pile",
    "tracked: no",
    "all at once",
    "swap",
    "pass",
)


def readable(count: int) -> list[int]:
    """The numbers of rulesets in which there is no mistake."""
    found = []
    for number in range(10 * count):
        try:
            agreement.bound(made(number))
        except RulesetError:
            continue
        found.append(number)
        if len(found) == count:
            break
    return found


def test_the_same_seed_makes_the_same_rules_and_most_can_be_read() -> None:
    assert made(7) == made(7) != made(8)
    assert readable(20)[-1] < 25


def test_the_rules_say_what_they_are_for() -> None:
    text = "".join(made(number) for number in range(20))
    assert [word for word in WORDS if word not in text] == []


@pytest.mark.slow
def test_a_sample_is_the_same_in_both_ways(capsys: pytest.CaptureFixture[str]) -> None:
    assert agreement.main(["--steps", "1500", "--seed", "12"]) == 0
    assert "different 0" in capsys.readouterr().out


def test_what_is_not_the_same_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    right = ReferenceGame.position

    def position(self: ReferenceGame) -> dict[str, object]:
        return {**right(self), "round": 77}

    monkeypatch.setattr(ReferenceGame, "position", position)
    number = readable(1)[0]
    assert agreement.main(["--only", str(number)]) == 1
    assert (
        f"ruleset {number}: 2 players, seed 0, 0 decisions: `round` is" in capsys.readouterr().out
    )


def test_a_ruleset_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert agreement.main(["--show", "3"]) == 0
    assert capsys.readouterr().out == made(3) + "\n"


def test_made_rules_can_be_looked_through_for_leaks() -> None:
    # What they tell is nobody's fault; but nothing breaks.
    comparisons = 0
    for number in readable(8):
        program = link(set_table(agreement.bound(made(number)), 3))
        test = LeakTest(program)
        with contextlib.suppress(RuleError):  # rules made at random may fail
            list(test.game(1, *by_chance(1, 3), most=40))
        comparisons += test.comparisons  # in some, nobody is ever asked
    assert comparisons > 0
