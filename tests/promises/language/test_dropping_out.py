"""Who drops out of a phase is out until that ends, of whatever rounds there are: on both back-ends at once."""

from __future__ import annotations

import pytest

from boardwright.interpreter.scenarios.run import run_scenarios
from boardwright.interpreter.table.errors import NOTHING_THERE, RuleError
from decisions import refused
from strategies import TINY, logged, play, steps, tiny
from valley import scenarios_of

WHO = "set log to log * 10 + count(players)"
LOTS = f"""course:
  - phase: lots
    repeat: 2
    phases:
      - phase: bidding
        rounds: 1
        turn: |
          if me is first_seat:
            me drops out of OF
      - phase: dealing
        steps: [{WHO}]
  - phase: closing
    steps: [{WHO}]
"""


@pytest.mark.parametrize(
    ("of", "log"), [("bidding", 333), ("round", 223), ("lots", 223), ("game", 222)]
)
def test_they_are_out_until_what_they_dropped_out_of_ends(of: str, log: int) -> None:
    assert logged(tiny(LOTS.replace("OF", of)), 3) == log


def test_of_a_phase_with_rounds_they_are_out_in_all_of_them() -> None:
    course = f"""course:
  - phase: race
    rounds: 3
    turn: |
      set log to log * 10 + turn_number
      if turn_number = 1:
        me drops out of OF
  - phase: closing
    steps: [{WHO}]
"""
    # Three laps of three; out of the race the first player has one turn only.
    assert (
        logged(tiny(course.replace("OF", "race").replace("log * 10 + turn_number", "log + 1")), 3)
        == 73
    )
    assert (
        logged(tiny(course.replace("OF", "round").replace("log * 10 + turn_number", "log + 1")), 3)
        == 93
    )


def test_out_of_the_round_and_of_a_phase_they_are_back_when_both_are_over() -> None:
    course = f"""course:
  - phase: lots
    repeat: 2
    phases:
      - phase: bidding
        steps: |
          first_seat drops out of bidding
          first_seat drops out of round
          {WHO}
      - phase: dealing
        steps: [{WHO}]
      - phase: hammer
        steps: |
          last_seat drops out of lots
          {WHO}
"""
    assert logged(tiny(course), 3) == 221111


def test_a_phase_that_is_not_under_way_cannot_be_left() -> None:
    course = """course:
  - phase: first_one
    steps: [leave_it()]
  - phase: second_one
    steps: [nothing]
rules:
  leave_it: |
    first_seat drops out of second_one
"""
    with pytest.raises(RuleError) as fault:
        play(tiny(course), 2)
    assert fault.value.code == NOTHING_THERE
    assert fault.value.span is not None
    assert fault.value.span.text == "first_seat drops out of second_one"


def test_the_position_says_who_is_out_of_which() -> None:
    course = """course:
  - phase: bidding
    rounds: 1
    turn: |
      if me is first_seat:
        me drops out of bidding
      else:
        choose n from 1 to 2
"""
    pair = play(tiny(course), 3)
    assert pair.at("out_of_phase") == {"bidding": ["p1"]}
    assert pair.at("out_of_round") is None
    pair.take("1", "2")
    assert pair.over
    assert pair.at("out_of_phase") is None


def test_a_scenario_may_begin_with_somebody_out_of_a_phase_to_come() -> None:
    course = """course:
  - phase: setting_up
    steps: [nothing]
  - phase: lots
    repeat: 2
    phases:
      - phase: bidding
        rounds: 1
        turn: [add 1 to log]
      - phase: dealing
        steps: [set log to log * 10]
"""
    text = """scenario: it
players: 3
given: |
  first_seat drops out of bidding
from: bidding
expect: log = 230
"""
    (result,) = run_scenarios(tiny(course), scenarios_of(text))
    assert [str(finding) for finding in result.findings] == []


LEAVING = """course:
  - phase: leaving
    steps: |
      last_seat drops out of game
      set log to left_as(last_seat) * 1000
      last_seat drops out of game
      first_seat drops out of round
      first_seat drops out of game
      add left_as(last_seat) * 100 to log
      add left_as(first_seat) * 10 to log
      add largest(left_as(p) for each p in seats) to log
"""


def test_who_dropped_out_of_the_game_first_is_remembered() -> None:
    game = tiny(LEAVING)
    assert logged(game, 4) == 1122
    assert play(game, 4).at("notes")["left_as"] == {"p1": 2, "p4": 1}


def test_who_left_first_is_last() -> None:
    text = TINY.replace(
        "outcome: {score: my coins}",
        "outcome: {score: 0, ties: [{most: 1 if left_as(me) = 0 else 0}, {most: left_as(me)}]}",
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("strategies.TINY", text)
        game = tiny(LEAVING.replace("      set log", "      #").replace("      add", "      #"))
    assert play(game, 4).state.ranks == (3, 1, 1, 4)


def test_nothing_is_remembered_where_no_rule_asks() -> None:
    game = tiny(LEAVING.replace("      set log", "      #").replace("      add", "      #"))
    assert "left_as" not in play(game, 4).at("notes")
    asking = "scenario: it\nplayers: 3\nexpect: left_as(first_seat) = 0\n"
    (result,) = run_scenarios(game, scenarios_of(asking))
    assert [finding.code for finding in result.findings] == ["E403"]


def test_a_note_of_that_name_hides_it() -> None:
    own = "notes: {left_as: {is: number, per: player}}\n"
    assert (
        logged(
            tiny(own + steps("set left_as of first_seat to 4", "set log to left_as of first_seat"))
        )
        == 4
    )
    assert refused(own + steps("set log to left_as(first_seat)")) == {"E403"}
