"""Who is asked, what is offered, and what happens where nothing can be."""

from __future__ import annotations

import pytest

from boardwright.interpreter.table import errors
from toy import failing, play


def test_one_option_is_no_question() -> None:
    game = play("choose field from fields where field is b\nmove pawn to field")
    assert game.game.over
    assert game.at("pieces", "pawn", "pawn", "place") == "b"


def test_options_are_listed_as_the_table_numbers_them() -> None:
    game = play("choose field from fields by falling position(field, fields)\nmove pawn to field")
    assert game.offered == ["a", "b", "c"]
    assert (game.asked, game.site) == ("red", "main.field")
    assert game.pick("c").at("pieces", "pawn", "pawn", "place") == "c"


def test_may_choose_can_be_declined_even_with_one_option() -> None:
    steps = (
        "may choose field from fields where field is b:\n  set log to 1\notherwise:\n  set log to 2"
    )
    assert play(steps).offered == ["b", "none"]
    assert play(steps).pick("b").log == 1
    assert play(steps).pick("none").log == 2


def test_may_choose_with_nothing_to_choose_is_not_asked() -> None:
    game = play("may choose n from 2 to 1:\n  set log to 1\notherwise:\n  set log to 2")
    assert game.game.over
    assert game.log == 2


def test_may_is_always_asked() -> None:
    game = play("may knock:\n  set log to 1")
    assert (game.offered, game.site) == (["yes", "no"], "main.knock")
    assert game.pick("no").log == 0


def test_another_player_can_be_asked() -> None:
    game = play("last_seat chooses n from 1 to 2\nset log to n", players=3)
    assert game.asked == "green"


def test_nobody_cannot_be_asked_though_there_is_one_option() -> None:
    error = failing("active_player chooses n from 1 to 1\nset log to n")
    assert error.code == errors.OF_NOBODY


def test_a_menu_shows_what_can_begin() -> None:
    steps = """
choose one:
  never when log = 1:
    set log to 2
  empty:
    let n be 3
    choose field from fields where n = 4
    set log to 3
  helped:
    choose field from fields where log = 4
    otherwise:
      set log to 5
  free:
    set log to 6
"""
    game = play(steps)
    assert game.offered == ["helped", "free"]
    assert game.pick("helped").log == 5


def test_without_an_option_the_rest_of_the_block_is_left_out() -> None:
    steps = """
if log = 0:
  set log to 1
  choose field from fields where field is a and log = 2
  set log to 3
add 10 to log
"""
    assert play(steps).log == 11


def test_otherwise_runs_in_place_of_the_rest_unless_it_binds_the_name() -> None:
    steps = """
find n in 1 to 0
otherwise:
  let n be 7
set log to n
"""
    assert play(steps).log == 7
    assert play("find n in 1 to 0\notherwise:\n  set log to 1\nadd 5 to log").log == 1


GOES_THROUGH = """
rules:
  attempt(number n): |
    choose field from fields where position(field, fields) <= n
    move pawn to field
  caller: |
    attempt(0)
"""


@pytest.mark.parametrize(("call", "log"), [("attempt(1)", 1), ("attempt(0)", 2), ("caller()", 1)])
def test_then_asks_whether_the_rule_itself_went_through(call: str, log: int) -> None:
    steps = f"{call} then:\n  set log to 1\notherwise:\n  set log to 2"
    assert play(steps, more=GOES_THROUGH).log == log


def test_a_prevented_rule_has_not_gone_through() -> None:
    steps = "attempt(1) then:\n  set log to 1\notherwise:\n  set log to 2"
    prevented = GOES_THROUGH + "instead of attempt: |\n  nothing\n"
    assert play(steps, more=prevented).log == 2
    kept = GOES_THROUGH + "instead of attempt: |\n  original\n"
    assert play(steps, more=kept).log == 1


def test_several_things_are_picked_in_any_order() -> None:
    steps = "choose 2 picked from fields\nset log to sum(position(f, fields) for each f in picked)"
    game = play(steps)
    assert game.offered == ["a", "b", "c"]
    assert game.pick("b").offered == ["a", "c"]
    assert game.pick("a").log == 3


def test_up_to_several_can_be_ended() -> None:
    steps = "choose up to 2 picked from fields\nset log to 1 + count(picked)"
    assert play(steps).offered == ["a", "b", "c", "done"]
    assert play(steps).pick("done").log == 1
    assert play(steps).pick("b").offered == ["a", "c", "done"]
    assert play(steps).pick("c", "done").log == 2
    assert play(steps).pick("a", "c").log == 3


def test_too_few_for_several_leave_the_rest_out() -> None:
    assert play("choose 4 picked from fields\nset log to 1").log == 0


def test_several_can_be_declined() -> None:
    steps = "may choose 2 picked from fields:\n  set log to 1\notherwise:\n  set log to 2"
    assert play(steps).offered == ["a", "b", "c", "none"]
    assert play(steps).pick("none").log == 2
    assert play(steps).pick("b").offered == ["a", "c"]


def test_a_share_is_bounded_so_that_the_rest_can_be_placed() -> None:
    steps = """
share 4 as wanted among f in fields, from 0 to 2 each
for each f in fields:
  set log to log * 10 + wanted of f
"""
    game = play(steps)
    assert game.offered == ["0", "1", "2"]
    assert play(steps).pick("0").log == 22  # nothing is left to decide
    assert play(steps).pick("1").offered == ["1", "2"]
    assert play(steps).pick("2", "0").log == 202


def test_bounds_of_a_share_may_differ() -> None:
    steps = """
share 3 as wanted among f in fields, from 0 to position(f, fields) - 1 each
for each f in fields:
  set log to log * 10 + wanted of f
"""
    assert play(steps).log == 12  # a takes 0, b 1, c 2


def test_a_share_that_cannot_be_done_is_left_out() -> None:
    assert play("share 7 as wanted among f in fields, from 0 to 2 each\nset log to 1").log == 0


def test_all_at_once_everyone_answers_before_anything_happens() -> None:
    steps = """
all at once for each p in players:
  choose n from 1 to 3
  let twice be 2 * n
for each p in players:
  set log to log * 100 + 10 * n of p + twice of p
"""
    game = play(steps, players=2)
    assert game.asked == "red"
    game.pick("3")
    assert (game.asked, game.log) == ("blue", 0)
    assert game.pick("1").log == 3612
