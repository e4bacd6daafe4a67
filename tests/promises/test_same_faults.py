"""Rules that fail do so in both ways of playing, with the same code at the same words, and the first fault first."""

from __future__ import annotations

import pytest

from boardwright.interpreter.table.errors import RuleError
from bound_texts import game_of
from strategies import Pair, play, steps, tiny

MORE = """notes:
  full: {is: number, start: 1000000}
  who: {is: player, start: nobody}
  aim: {is: number, per: player, range: 0 to 3}
tables: {few: {1: 1, 3: 2}}
values:
  tenth(number n): 10 / n rounded down
"""

TENTH = "10 / n rounded down"
HUGE = "let x be 1000000 * 1000000\n"
ASKED = "as first_seat:\n  "


@pytest.mark.parametrize(
    ("lines", "code", "at"),
    [
        # amounts below zero
        ("repeat -5 times:\n  add 1 to log", "E653", "-5"),
        ("repeat log - 5 times:\n  add 1 to log", "E653", "log - 5"),
        ("set log to count(fields within (log - 1) steps of a)", "E653", "log - 1"),
        ("set log to count(fields within (0 - 1) steps of a)", "E653", "0 - 1"),
        ("move up to (0 - 2) of cubes of first_seat from a to b", "E653", "0 - 2"),
        ("move up to (log - 2) of deck to pile", "E653", "log - 2"),
        ("move (-2) of deck to pile", "E653", "-2"),
        (ASKED + "take up to (log - 1) coins", "E653", "log - 1"),
        (ASKED + "choose up to (log - 1) x from fields", "E653", "log - 1"),
        # numbers out of range
        ("add 1 to full", "E653", "add 1 to full"),
        (HUGE + "set x to x + 1", "E653", "x + 1"),
        (HUGE + "set log to 2 * x", "E653", "2 * x"),
        ("let x be 1000000 * 1000000 * 2", "E653", "1000000 * 1000000 * 2"),
        # what is not needed in the end fails all the same
        ("let x be tenth(0)\nset log to 1", "E654", TENTH),
        ("find p in players by rising tenth(0)\nset log to 1", "E654", TENTH),
        (
            "for each p in players where p is first_seat by rising tenth(0):\n  nothing",
            "E654",
            TENTH,
        ),
        # the first fault is told
        ("set log to tenth(log) + few(log)", "E654", TENTH),
        ("set log to few(log) + tenth(log)", "E656", "few(log)"),
        ("set log to min(tenth(log), few(2))", "E654", TENTH),
        ("set log to tenth(log) + coins in purse of who", "E654", TENTH),
        ("set aim of who to tenth(log)", "E654", TENTH),
        ("add tenth(log) to aim of who", "E657", "who"),
        ("move tenth(log) of cubes of who from a to b", "E657", "who"),
        ("set log to sum(few(n) for each n in 3 to 4 where tenth(n) > 0)", "E656", "few(n)"),
        ("set log to sum(tenth(n) for each n in 1 to 3 where few(n) = 1)", "E656", "few(n)"),
        (
            ASKED + "share tenth(log) as x among p in players, from few(2) to 3 each",
            "E656",
            "few(2)",
        ),
        (ASKED + "choose tenth(log) x from players where few(2) = 1", "E654", TENTH),
        (
            ASKED
            + "choose one:\n    one_way when few(2) = 1:\n      nothing\n    other:\n      nothing",
            "E656",
            "few(2)",
        ),
    ],
)
def test_both_ways_of_playing_fail_alike(lines: str, code: str, at: str) -> None:
    with pytest.raises(RuleError) as fault:
        Pair(tiny(steps(lines) + MORE), 2)
    assert fault.value.span is not None
    assert (fault.value.code, fault.value.span.text) == (code, at)


@pytest.mark.parametrize(
    "lines",
    [
        "if log = 1 and tenth(log) = 1:\n  nothing",
        "if log = 0 or tenth(log) = 1:\n  nothing",
        "if any(tenth(n) = 1 for each n in 1 to 0):\n  nothing",
        "if any(tenth(10 - n) >= 1 for each n in 0 to 10):\n  nothing",
        "if every(tenth(n) = 1 for each n in 1 to 3 where few(n) = 1):\n  nothing",
        "set log to count(those p in players by rising tenth(0))",
        "for each p in players where p is nobody by rising tenth(0):\n  nothing",
        "set log to largest(tenth(n) for each n in 3 to 1)",
        "repeat max(0, log - 5) times:\n  add 1 to log",
    ],
)
def test_what_is_not_asked_cannot_fail(lines: str) -> None:
    assert Pair(tiny(steps(lines) + MORE), 2).over


def test_full_places_are_passed_on_although_for_a_moment_more_lies_there_than_there_is_room_for() -> (
    None
):
    game = game_of("""\
game: passing
language: 2
players: 2 to 3
kinds: {card: {home: deck}}
pieces: {card: {c1: {copies: 2}, c2: {copies: 4}}}
places:
  deck: {holds: [card]}
  hand: {per: player, holds: [card], room: {card: 2}}
notes: {log: number}
course:
  - phase: play
    steps: |
      for each p in players:
        draw a from cards in deck
        move a to hand of p
        draw b from cards in deck
        move b to hand of p
      pass hand to left
      set log to count(cards in hand of first_seat)
outcome: {score: 0}
""")
    assert play(game, 3).note("log") == 2
