"""Sets of numbers: a mask from the lowest number on, in both ways of playing."""

from __future__ import annotations

import pytest

from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.errors import OUT_OF_RANGE, TOO_MANY_STEPS, RuleError
from boardwright.interpreter.table.table import set_table
from strategies import Pair, steps, tiny, turns

ODD = "let odd be those q in -3 to 3 where q mod 2 = 1"
SEEN = "notes: {seen: {is: set of number}}\n"


def log_after(*lines: str, more: str = "") -> object:
    return Pair(tiny(steps("\n".join(lines)) + more), 2).note("log")


@pytest.mark.parametrize(
    ("lines", "log"),
    [
        (("for each q in -2 to 2 with fewest q:", "  add q to log"), -2),
        (("for each q in -2 to 2 with most q * q:", "  set log to log * 10 + q"), -18),
        ((ODD, "for each q in odd:", "  set log to log * 10 + q"), -3087),
        ((ODD, "for each q in odd starting with 0:", "  set log to log * 10 + q"), 1269),
        ((ODD, "for each q in odd by falling q:", "  set log to log * 10 + q"), 3087),
        ((ODD, "for each q in odd where q > 0:", "  add q to log"), 4),
        ((ODD, "set log to sum(q + 10 for each q in odd)"), 40),
        ((ODD, "set log to 10 * count(odd) + largest(q for each q in odd with fewest q)"), 37),
        ((ODD, "set log to 10 * position(1, odd) + position(-1, odd)"), 32),
        ((ODD, "set log to position(-3, those q in odd by falling q)"), 4),
        ((ODD, "set log to position(-3, those q in odd starting with 0)"), 3),
        (
            (
                ODD,
                "if -3 is in odd and 2 is not in odd and 100000 is not in odd:",
                "  add 1 to log",
            ),
            1,
        ),
        ((ODD, "find q in odd where q > -2", "set log to q"), -1),
        (("find q in -3 to 3 by falling q * q", "set log to q"), -3),
        (("find q in -3 to 3 starting with 2", "set log to q"), 2),
        (("draw q from -3 to 3 where q * q = q + 2", "set log to q * q - q"), 2),
        (("let s be those q in 3 to 1 where q > 0", "set log to count(s) + 7"), 7),
        (
            (
                "let big be 100000 * 100000",
                "for each q in big to big + 1:",
                "  set log to q mod 7",
            ),
            5,
        ),
    ],
)
def test_numbers_below_zero_are_members_like_others(lines: tuple[str, ...], log: object) -> None:
    assert log_after(*lines) == log


def test_a_value_that_is_a_set_of_numbers_can_be_modified() -> None:
    more = """values:
  few: those n in -4 to 4 where n mod 2 = 1
  odd: those n in -1 to 9 where n mod 2 = 1
  even: those n in -2 to 2 where n = -2
modify:
  few:
    - only odd
    - also even
    - except odd when round = 7
"""
    # -1, 1 and 3 are left, -2 is added.
    assert log_after("set log to 10 * count(few) + sum(n for each n in few)", more=more) == 41


def test_a_note_holds_a_set_of_numbers_and_the_position_names_its_members() -> None:
    pair = Pair(
        tiny(turns("choose up to 2 ns from -2 to 2\nset seen to ns", "rounds: 1") + SEEN), 2
    )
    assert pair.ids == ("-2", "-1", "0", "1", "2", "done")
    pair.take("-1", "1")
    assert pair.note("seen") == [-1, 1]


def test_the_number_minus_one_can_be_chosen_where_one_may_choose_none() -> None:
    asked = "may choose n from -2 to 2:\n  set log to n\notherwise:\n  set log to 100"
    game = tiny(turns(asked, "rounds: 1"))
    assert Pair(game, 2).take("-1").note("log") == -1
    assert Pair(game, 2).take("none").note("log") == 100


def test_loops_that_ask_go_through_numbers_below_zero() -> None:
    loop = "for each q in -2 to 1 by rising q * q:\n  may take_it:\n    set log to log * 10 + q"
    pair = Pair(tiny(turns(loop, "rounds: 1")), 2)
    assert pair.take("yes", "yes", "yes", "no").note("log") == -9


def test_a_share_among_numbers_has_an_answer_for_each() -> None:
    share = "let low be -1\nshare 3 as given among n in -1 to 1, from 0 to 2 each\n"
    game = tiny(turns(share + "set log to 100 * given of low + given of 1", "rounds: 1"))
    assert Pair(game, 2).take("2", "1").note("log") == 200
    beyond = tiny(turns(share + "set log to given of 8", "rounds: 1"))
    with pytest.raises(RuleError) as fault:
        Pair(beyond, 2).take("2", "1")
    assert fault.value.span is not None
    assert fault.value.span.text == "given of 8"


@pytest.mark.parametrize(
    ("line", "at"),
    [
        ("let s be those q in big to big + 1 where q > 0", "big to big + 1"),
        ("for each q in big to big + 1 with most q:\n  add 1 to log", "big to big + 1"),
        ("find q in 0 - big to 7 where q > 0", "0 - big to 7"),
        ("set log to count(those q in 1 to big where q > 0)", "1 to big"),
        ("draw q from 1 to big", "1 to big"),
    ],
)
def test_what_no_set_can_hold_is_refused_at_its_line(line: str, at: str) -> None:
    with pytest.raises(RuleError) as fault:
        Pair(tiny(steps(f"let big be 100000 * 100000\n{line}")), 2)
    assert fault.value.code == OUT_OF_RANGE
    assert fault.value.span is not None
    assert fault.value.span.text == at


def test_a_long_way_through_numbers_ends_as_every_long_loop() -> None:
    far = "let big be 100000 * 100000\nset log to count(q > 0 for each q in 1 to big)"
    with pytest.raises(RuleError) as fault:
        Pair(tiny(steps(far)), 2)
    assert fault.value.code == TOO_MANY_STEPS


def test_the_numbers_of_all_sets_are_known_when_a_game_is_linked() -> None:
    lines = "let s be those q in -2 to 2 where q > 0\nset seen to those_up_to(3)"
    more = SEEN + "values:\n  those_up_to(number n): those q in 1 to min(n, 9) where q > 0\n"
    program = link(set_table(tiny(steps(lines) + more), 2))
    assert program.layout.numbers == range(-2, 4)  # it is asked with 3 only
    assert link(set_table(tiny(steps("add 1 to log")), 2)).layout.numbers == range(0)
