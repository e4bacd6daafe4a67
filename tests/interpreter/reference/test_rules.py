from __future__ import annotations

import pytest

from boardwright.interpreter.table import errors
from toy import Playing, failing, play, turns

# ---- hooks


NAMED = "rules:\n  act(number n): |\n    set log to log * 10 + n\n"
EXPANSION = """
expansion: extra
language: 2
of: toy
after act(n): |
  set log to log * 10 + 8
before act(n): |
  set log to log * 10 + 7
"""


def test_hooks_run_in_their_order() -> None:
    more = NAMED + "before act(n): |\n  set log to log * 10 + 1\n"
    steps = "move king to tableau of last_seat\nmove cook to tableau of me\nact(5)"
    king = "before act(n) by anyone: |\n  set log to log * 10 + 3\n"
    cook = "before act(n) by anyone: |\n  set log to log * 10 + 2\n"
    game = play(steps, EXPANSION, more=more, king=king, cook=cook)
    assert game.log == 172358


def test_the_active_players_pieces_come_first() -> None:
    more = "before turn: |\n  if turn_number = 1:\n    move king to tableau of last_seat\n    move cook to tableau of first_seat\n"
    mark = "before act(n) by anyone: |\n  set log to log * 10 + worth of it\n"
    game = turns(
        "act(5)\nmay pause:\n  nothing",
        more=NAMED + more,
        settings="first: last_seat\nrounds: 1",
        king=mark,
        cook=mark,
    )
    assert game.asked == "green"
    assert game.log == 315
    game.pick("no")
    assert game.asked == "red"
    assert game.log == 315135


@pytest.mark.parametrize(
    ("head", "owner", "fires"),
    [
        ("after act(n)", "me", True),
        ("after act(n)", "last_seat", False),
        ("after act(n) by others", "me", False),
        ("after act(n) by others", "last_seat", True),
        ("after act(n) by anyone", "last_seat", True),
        ("after act(n) when n = 5", "me", True),
        ("after act(n) when n = 6", "me", False),
        ("after act(n) when me is first_seat", "me", True),
    ],
)
def test_whose_acts_a_piece_means(head: str, owner: str, fires: bool) -> None:
    steps = f"move king to tableau of {owner}\nact(5)"
    assert play(steps, more=NAMED, king=f"{head}: |\n  add 1 to log\n").log == 5 + fires


def test_an_unowned_piece_does_nothing() -> None:
    assert play("act(5)", more=NAMED, king="after act(n) by anyone: |\n  add 1 to log\n").log == 5


def test_where_nobody_acts_only_by_anyone_fires() -> None:
    setup = "move king to tableau of first_seat\n      move cook to tableau of first_seat"
    course = f"course:\n  - phase: main\n    steps: |\n      {setup}\n      act(5)\n"
    king = "after act(n): |\n  add 1 to log\n"
    cook = "after act(n) by anyone: |\n  add 2 to log\n"
    assert Playing(course + NAMED, 2, 1, {"king": king, "cook": cook}).log == 7


def test_the_games_own_hooks_fire_where_nobody_acts() -> None:
    course = "course:\n  - phase: main\n    steps: [act(5)]\nafter act(n): |\n  add 1 to log\n"
    assert Playing(course + NAMED, 2, 1, {}).log == 6


def test_instead_wraps_what_comes_before_and_after() -> None:
    more = NAMED + (
        "before act(n): |\n  set log to log * 10 + 1\n"
        "after act(n): |\n  set log to log * 10 + 2\n"
        "instead of act(n) when n = 5: |\n  original\n  set log to 0\n  original\n  add 1000 to log\n"
        "instead of act(n) when n = 4: |\n  nothing\n"
    )
    assert play("act(5)", more=more).log == 1152
    assert play("act(4)", more=more).log == 0
    assert play("act(6)", more=more).log == 162


def test_the_last_instead_hook_is_outermost() -> None:
    more = NAMED + "instead of act(n): |\n  set log to log * 10 + 1\n  original\n"
    expansion = "expansion: extra\nlanguage: 2\nof: toy\ninstead of act(n): |\n  set log to log * 10 + 2\n  original\n"
    assert play("act(5)", expansion, more=more).log == 215


def test_a_hook_never_fires_inside_itself() -> None:
    more = NAMED + "after act(n): |\n  act(n + 1)\n"
    assert play("act(5)", more=more).log == 56


def test_a_choice_inside_a_hook_goes_on_where_it_was() -> None:
    more = NAMED + "before act(n): |\n  choose m from 1 to 2\n  set log to m\n"
    assert play("act(5)\nact(6)", more=more).pick("2", "1").log == 16


def test_a_rule_may_reach_itself_as_often_as_it_says() -> None:
    more = """
rules:
  climb(number n):
    deep: 3
    effect: |
      add 1 to log
      if n > 1:
        climb(n - 1)
"""
    assert play("climb(4)", more=more).log == 4
    assert failing("climb(5)", more=more).code == errors.TOO_DEEP


def test_a_piece_fires_once_though_it_changes_hands() -> None:
    steps = "move king to tableau of me\nact(5)"
    king = """
after act(n) by anyone: |
  set log to log * 10 + 1
  move king to tableau of left of me
"""
    assert play(steps, more=NAMED, players=3, king=king).log == 51


def test_instead_hooks_of_pieces_are_ordered_by_their_ids_whoever_owns_them() -> None:
    more = (
        NAMED
        + "before turn: |\n  move king to tableau of last_seat\n  move cook to tableau of first_seat\n"
    )
    around = "instead of act(n) by anyone: |\n  set log to log * 10 + worth of it\n  original\n"
    wrapped = turns(
        "act(5)\nend game", settings="first: last_seat", more=more, king=around, cook=around
    )
    assert wrapped.log == 315  # the king's is outermost, although its owner is active


def test_pieces_wrap_what_expansions_wrap() -> None:
    expansion = (
        "expansion: extra\nlanguage: 2\nof: toy\n"
        "instead of act(n): |\n  set log to log * 10 + 2\n  original\n"
    )
    king = "instead of act(n): |\n  set log to log * 10 + 1\n  original\n"
    steps = "move king to tableau of me\nact(5)"
    assert play(steps, expansion, more=NAMED, king=king).log == 125


# ---- values


def test_modifiers_apply_layer_by_layer() -> None:
    more = """
values: {strength(number n): n}
modify:
  strength(n):
    - at most 9
    - at least 6
    - add 1 when n = 2
    - becomes 7 when n = 3
    - subtract 4 when n = 4
    - add 20 when n = 5
"""
    values = {1: 6, 2: 6, 3: 7, 4: 6, 5: 9, 8: 8}
    for asked, answer in values.items():
        assert play(f"set log to strength({asked})", more=more).log == answer


def test_of_two_becomes_the_last_one_counts_and_pieces_come_last() -> None:
    more = "values: {strength: 1}\nmodify:\n  strength: becomes 2\n"
    steps = "move king to tableau of me\nset log to strength"
    assert play(steps, more=more).log == 2
    assert play(steps, more=more, king="modify: {strength: becomes 3}\n").log == 3


def test_becomes_of_a_piece_counts_more_than_that_of_an_expansion() -> None:
    expansion = "expansion: extra\nlanguage: 2\nof: toy\nmodify:\n  strength: becomes 2\n"
    king = "modify: {strength: becomes 3}\n"
    steps = "move king to tableau of me\nset log to strength"
    assert play(steps, expansion, more="values: {strength: 1}\n", king=king).log == 3


def test_only_the_askers_pieces_modify() -> None:
    more = "values: {strength: 1}\n"
    king = "modify: {strength: add worth of it}\n"
    assert play("set log to strength", more=more, king=king).log == 1
    assert play("move king to tableau of me\nset log to strength", more=more, king=king).log == 4
    others = "move king to tableau of last_seat\nset log to strength\nas last_seat:\n  add 10 * strength to log"
    assert play(others, more=more, king=king).log == 41


def test_sets_are_modified_in_layers_too() -> None:
    more = """
values: {open_fields: fields}
modify:
  open_fields: [except b, also c, only a plus b]
"""
    steps = "for each f in open_fields:\n  set log to log * 10 + position(f, fields)"
    assert play(steps, more=more).log == 13


def test_a_yes_no_value_becomes() -> None:
    more = "values: {ready: no}\nmodify:\n  ready: becomes yes when log = 1\n"
    steps = "set log to 1\nif ready:\n  set log to 2"
    assert play(steps, more=more).log == 2
