"""Options as columns and pages, and what somebody means by what they type."""

from __future__ import annotations

from boardwright.evening.menu import found, in_columns, meant, pages
from boardwright.interpreter.play.decision import Option

CARDS = [Option(name.replace(" ", "_"), name) for name in ("red king", "red queen", "black king")]
NUMBERS = [Option(f"{n}", f"{n}") for n in (-1, 2, 13)]


def test_few_options_stand_below_each_other() -> None:
    assert pages(CARDS, 80, 10) == [["  1 red king", "  2 red queen", "  3 black king"]]


def test_many_options_stand_in_columns_that_are_as_wide_as_needed() -> None:
    assert in_columns(["1 a", "2 bbbbbb", "3 c", "4 d", "5 e", "6 f", "7 g"], 80) == [
        "1 a       5 e",
        "2 bbbbbb  6 f",
        "3 c       7 g",
        "4 d",
    ]


def test_what_does_not_fit_comes_on_more_pages_in_order() -> None:
    options = [Option(f"o{n}", f"option {n:03}") for n in range(100)]
    shown = pages(options, 40, 4)
    assert shown[0] == [
        f"{n:>3} option {n - 1:03}  {n + 4:>3} option {n + 3:03}" for n in range(1, 5)
    ]
    assert len(shown) == 13 and shown[-1] == [f"{n:>3} option {n - 1:03}" for n in range(97, 101)]


def test_a_long_option_is_wrapped() -> None:
    options = [Option("a", "a card with a name that is far too long"), Option("b", "b")]
    assert pages(options, 24, 4) == [
        ["  1 a card with a name", "      that is far too", "      long", "  2 b"]
    ]
    assert [len(page) for page in pages(options, 24, 3)] == [3, 1]


def test_some_options_keep_their_numbers() -> None:
    assert pages(CARDS, 80, 10, [0, 2]) == [["  1 red king", "  3 black king"]]


def test_numbers_are_typed_as_they_are() -> None:
    assert pages(NUMBERS, 80, 10) == [["  -1, 2, 13"]]
    assert pages(NUMBERS, 9, 1) == [["  -1, 2,"], ["  13"]]
    assert (meant("2", NUMBERS), meant("1", NUMBERS), meant("-1", NUMBERS)) == ([1], [], [0])


def test_a_number_an_id_a_name_or_its_beginning() -> None:
    assert meant("3", CARDS) == [2] and meant("4", CARDS) == []
    assert meant("red_queen", CARDS) == [1]
    assert meant("RED", CARDS) == [0, 1]


def test_a_part_of_a_name_is_found() -> None:
    assert meant("king", CARDS) == [] and found("King", CARDS) == [0, 2]
    assert found("1", [Option("p1", "plank 1")]) == []
