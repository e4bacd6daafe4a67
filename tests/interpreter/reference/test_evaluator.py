"""The order of sets and what a board answers."""

from __future__ import annotations

import pytest

from toy import play, turns


def test_players_are_walked_through_clockwise_from_the_active_one() -> None:
    more = (
        "values:\n  number_of(player p): position(p, those q in seats starting with first_seat)\n"
    )
    steps = "for each p in players:\n  set log to log * 10 + number_of(p)\nmay pause:\n  nothing"
    game = turns(steps, players=3, settings="first: left of first_seat\nrounds: 1", more=more)
    assert game.log == 231


@pytest.mark.parametrize(
    ("members", "log"),
    [
        ("1 to 4", 1234),
        ("1 to 4 starting with 3", 3412),
        ("1 to 4 starting with 3 where n != 3", 412),
        ("(those n in 1 to 4 where n != 3) starting with 3", 412),
        ("1 to 4 where n > 2", 34),
        ("1 to 4 with most n mod 2", 13),
        ("1 to 4 where n > 1 with fewest n mod 2", 24),
        ("1 to 4 by rising n mod 2", 2413),
        ("1 to 4 by falling n mod 2", 1324),
    ],
)
def test_the_order_of_a_set(members: str, log: int) -> None:
    assert play(f"for each n in {members}:\n  set log to log * 10 + n").log == log


def test_position_sees_the_order_that_those_says() -> None:
    steps = "set log to position(c, those f in fields by falling position(f, fields)) * 10"
    assert play(steps + " + position(b, fields)").log == 12


def test_sets_of_loops_are_snapshots_and_while_is_not() -> None:
    each = "for each n in 1 to 3 where log <= 1:\n  add n to log"
    assert play(each).log == 6
    assert play("while log < 5:\n  add 2 to log").log == 6
    assert play("set log to 2\nrepeat log times:\n  add log to log").log == 8


def test_stop_leaves_the_nearest_loop() -> None:
    steps = """
for each n in 1 to 3:
  for each m in 1 to 3:
    if m = 2:
      stop
    add m to log
"""
    assert play(steps).log == 3


def test_board_questions() -> None:
    steps = """
set log to count(neighbours of b)
add 10 * count(fields within 1 steps of a) to log
add 100 * count(fields within 2 steps of a) to log
add 1000 * count((fields except b) connected to a) to log
"""
    assert play(steps).log == 1322
