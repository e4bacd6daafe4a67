"""The way to a statement: what called it, what was chosen and drawn, and what the hooks on it did."""

from __future__ import annotations

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import everything
from boardwright.interpreter.reference.followed_game import (
    HOOK,
    WAY,
    FollowedGame,
    Key,
    chance,
    done,
    forced,
)
from boardwright.interpreter.reference.tracer import Part
from toy import PAUSE, play

CARDS = """\
move king to tableau of first_seat
move cook to tableau of left of first_seat
"""
RULES = """\
rules:
  earn(number n): |
    if n >= 2:
      take n coins
"""
STEPS = CARDS + "earn(3)\n" + PAUSE


def way(part: Part | None) -> list[tuple[str, str]]:
    assert part is not None
    return [(each.about, each.span.text) for each in part.parts if each.kind == WAY]


def hooks(part: Part | None) -> list[tuple[str, str]]:
    assert part is not None
    return [(each.about, each.remark) for each in part.parts if each.kind == HOOK]


def key_of(
    text: str, steps: str = STEPS, more: str = RULES, king: str = "", cook: str = ""
) -> FollowedGame:
    """The game with the way to the first statement with this text."""
    table = play(steps, more=more, king=king, cook=cook).game.table
    (statement,) = [
        each
        for each in everything(table.game)
        if isinstance(each, ir.Statement) and each.span.text == text
    ]
    return FollowedGame(table, 1, Key(done(statement), 1))


def test_the_way_goes_from_the_statement_to_the_course() -> None:
    found = key_of("take n coins").found
    assert found is not None and found.span.text == "take n coins"
    assert [(each.about, each.value) for each in found.parts[:2]] == [("n", 3), ("me", "red")]
    assert way(found) == [
        ("if", "n >= 2"),
        ("in rule", "earn"),
        ("by", "earn(3)"),
        ("as", "first_seat"),
        ("in phase", "main"),
    ]


def test_a_hook_that_stands_for_a_rule_is_on_the_way_and_the_rule_is_not() -> None:
    king = "instead of earn(n): |\n  take 1 points\n"
    game = key_of("take 1 points", king=king)
    assert way(game.found)[:2] == [("in hook of king", "instead of earn(n)"), ("by", "earn(3)")]
    assert game.position()["stocks"]["coin"] == {"bank": 20}


def test_the_hooks_on_a_rule_say_what_they_do_or_why_they_do_not_run() -> None:
    king = "before earn(n): |\n  add 1 to log\n"
    cook = "before earn(n): |\n  add 1 to log\n"
    assert hooks(key_of("take n coins", king=king, cook=cook).found) == [
        ("hook of king", "runs before it"),
        ("hook of cook", "it applies for its owner only: blue owns it, red acts"),
    ]
    king = "in_force: log >= 50\nbefore earn(n): |\n  add 1 to log\n"
    cook = "before earn(n) by others when n >= 9: |\n  add 1 to log\n"
    found = key_of("take n coins", king=king, cook=cook).found
    assert hooks(found) == [
        ("hook of king", "not in force"),
        ("hook of cook", "its condition is not true"),
    ]
    assert found is not None
    shown = [part.span.text for each in found.parts if each.kind == HOOK for part in each.parts]
    assert shown == ["log >= 50", "n >= 9"]


def test_what_is_looked_for_may_be_chance_a_choice_with_one_answer_or_a_later_time() -> None:
    steps = "for each n in 1 to 3:\n  choose card from cards in display where card is king\n"
    steps += "  draw token from bag\n  add n to log\n" + PAUSE
    table = play(steps).game.table
    sites = {
        type(each): each.site
        for each in everything(table.game)
        if isinstance(each, ir.Choose | ir.Draw) and each.var.name in ("card", "token")
    }
    for what in (forced(sites[ir.Choose]), chance(sites[ir.Draw])):
        game = FollowedGame(table, 1, Key(what, 3))
        assert game.times(what) == 3
        assert ("for each", "1 to 3") in [(about, text) for about, text in way(game.found)]
        assert FollowedGame(table, 1, Key(what, 4)).found is None


def test_a_later_step_is_looked_at_with_what_was_called_before_it() -> None:
    steps = "choose n from 1 to 2\nearn(n + 1)\n" + PAUSE
    table = play(steps, more=RULES).game.table
    (statement,) = [each for each in everything(table.game) if isinstance(each, ir.MoveStock)]
    game = FollowedGame(table, 1)
    assert game.here().span.text == "choose n from 1 to 2"
    game.look_for(Key(done(statement), 1))
    game.apply("2")
    assert ("chosen", "choose n from 1 to 2") in way(game.found)
    assert game.found is not None and game.found.parts[0].value == 3
