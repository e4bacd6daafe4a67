"""When phases end: `until` as soon as it holds, `repeat: until` after a repetition: on both back-ends at once."""

from __future__ import annotations

import pytest

from boardwright.interpreter.table.errors import NO_ROW, TOO_MANY_STEPS, RuleError
from strategies import logged, play, tiny

LOG = "set log to log * 10 + "
HANDS = """course:
  - phase: match
    END
    phases:
      - phase: dealing
        steps: [set log to log * 10 + 8]
      - phase: hand
        rounds: 1
        turn: |
          set log to log * 10 + 2 - turn_number mod 2
  - phase: closing
    steps: [set log to log * 10 + 9]
"""


def log_of(course: str, players: int = 2) -> int:
    return int(logged(tiny(course), players))


@pytest.mark.parametrize(
    ("end", "log"),
    [
        ("until: turn_number >= 1", 819),
        ("until: log >= 8", 89),
        ("until: turn_number >= 2", 8129),
        ("until: turn_number >= 3", 812819),
        ("repeat: until turn_number >= 1", 8129),
        ("repeat: until log >= 8", 8129),
        ("repeat: 1\n    until: turn_number >= 7", 8129),
        ("repeat: 1\n    until: turn_number >= 1", 819),
        ("repeat: until turn_number >= 2\n    until: turn_number >= 7", 8129),
        ("repeat: until turn_number >= 2\n    until: turn_number >= 1", 819),
    ],
)
def test_until_ends_at_once_and_repeat_until_after_a_repetition(end: str, log: int) -> None:
    assert log_of(HANDS.replace("END", end)) == log


def test_what_happens_after_the_phases_inside_happens_still() -> None:
    hooks = "after hand: |\n  set log to log * 10 + 5\nafter match: |\n  set log to log * 10 + 6\nafter turn: |\n  set log to log * 10 + 3\n"
    assert log_of(HANDS.replace("END", "until: turn_number >= 1") + hooks) == 813569


DEEP = """course:
  - phase: years
    until: YEARS
    phases:
      - phase: seasons
        SEASONS
        phases:
          - phase: sowing
            steps: [set log to log * 10 + 1]
          - phase: growing
            repeat: 2
            steps: [set log to log * 10 + 2]
      - phase: feast
        steps: [set log to log * 10 + 3]
"""


@pytest.mark.parametrize(
    ("years", "seasons", "log"),
    [
        ("log >= 12", "repeat: 3", 12),
        ("log >= 12212", "repeat: 3", 12212),
        ("log >= 3", "until: log >= 12", 12),
        ("log >= 3", "until: log >= 1", 13),
        ("log >= 20", "until: log >= 12", 123),
        ("log >= 20", "repeat: until log >= 12", 122),
        ("round >= 2", "repeat: 1", 12231),  # of the years, not of what grows
        ("phase is growing", "repeat: 2", 12),
    ],
)
def test_until_is_asked_at_any_depth(years: str, seasons: str, log: int) -> None:
    assert log_of(DEEP.replace("YEARS", years).replace("SEASONS", seasons)) == log


def test_rounds_stay_as_they_are_after_a_phase_that_ends_early() -> None:
    course = """course:
  - phase: outer
    repeat: 2
    phases:
      - phase: middle
        until: log mod 10 = 2
        phases:
          - phase: inner
            repeat: 5
            steps: [add 1 to log]
      - phase: last
        steps: [set log to log * 100 + round * 10]
"""
    assert log_of(course) == (2 * 100 + 10 + 2) * 100 + 20


def test_who_dropped_out_of_the_round_is_back_when_a_phase_ends_early() -> None:
    course = """course:
  - phase: match
    until: count(players) = 1
    phases:
      - phase: hand
        rounds: 3
        turn: |
          first_seat drops out of round
  - phase: closing
    steps: [set log to count(players)]
"""
    assert log_of(course) == 2


def test_nothing_begins_in_a_phase_that_is_over() -> None:
    twice = "instead of hand: |\n  original\n  original\n  set log to log * 10 + 4\n"
    assert log_of(HANDS.replace("END", "until: turn_number >= 1") + twice) == 8149
    assert (
        log_of(
            HANDS.replace("END", "repeat: 1").replace("rounds: 1", "rounds: turn_number") + twice
        )
        == 849
    )


def test_whoever_asks_for_the_end_asks_from_the_inside_outwards() -> None:
    course = """tables: {few: {0: 0}}
course:
  - phase: years
    until: few(log) = 1
    phases:
      - phase: season
        until: log = 1
        phases:
          - phase: day
            steps: [add 1 to log]
"""
    with pytest.raises(RuleError) as fault:
        play(tiny(course), 2)
    assert fault.value.code == NO_ROW


def test_the_position_in_a_phase_that_is_over_can_be_asked_in() -> None:
    hook = (
        "after hand: |\n  as first_seat:\n    choose n from 1 to 3\n    set log to log * 10 + n\n"
    )
    pair = play(tiny(HANDS.replace("END", "until: turn_number >= 1") + hook), 2)
    assert pair.ids == ("1", "2", "3")
    pair.take("2")
    assert pair.over
    assert pair.note("log") == 8129


def test_a_phase_that_is_repeated_until_something_that_never_holds_is_stopped() -> None:
    course = "course:\n  - phase: years\n    repeat: until log < 0\n    steps: [set log to 1]\n"
    with pytest.raises(RuleError) as fault:
        play(tiny(course), 2)
    assert fault.value.code == TOO_MANY_STEPS
