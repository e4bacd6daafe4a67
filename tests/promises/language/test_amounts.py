"""Amounts are exact, and nothing is absent: on both back-ends at once."""

from __future__ import annotations

import pytest

from boardwright.interpreter.table.errors import (
    NO_ROOM,
    NOT_ENOUGH,
)
from decisions import fault, refused
from strategies import logged, steps, tiny


@pytest.mark.parametrize(
    "line",
    ["take 31 coins", "pay 1 coins", "place 10 of my cubes in a", "move 9 of deck to pile"],
)
def test_decision_21_a_shortage_is_an_error_at_its_line(line: str) -> None:
    assert fault(tiny(steps("as first_seat:", f"  {line}"))) in (NOT_ENOUGH, NO_ROOM)


def test_decision_21_what_may_fall_short_says_up_to() -> None:
    game = tiny(
        steps(
            "as first_seat:",
            "  take up to 31 coins",
            "  pay up to 1 coins",
            "  return up to 5 of my cubes from a",
            "  move up to 9 of deck to pile",
            "  set log to my coins * 10 + count(cards in pile)",
        )
    )
    assert logged(game) == 292


def test_decision_21_amounts_are_never_below_zero() -> None:
    assert fault(tiny(steps("as first_seat:", "  take (0 - 1) of coins"))) == "E653"
    assert fault(tiny(steps("move (0 - 1) of deck to pile"))) == "E653"


def test_decision_21_a_stock_has_varieties_a_home_and_where_it_is_kept() -> None:
    game = tiny(
        steps(
            "as first_seat:",
            "  take 2 of wares of fish",
            "  take 1 of wares of wood",
            "  pay 1 of wares of fish",
            "  place 3 of my cubes in a",
            "  return 1 of my cubes from a",
            "  set log to (wares of fish in store of me) * 100 + my wares * 10 + my cubes in a",
        )
    )
    assert logged(game) == 122


def test_decision_21_no_place_takes_more_than_it_has_room_for() -> None:
    assert fault(tiny(steps("as first_seat:", "  place 5 of my cubes in a"))) == NO_ROOM


def test_decision_28_a_set_of_pieces_is_not_a_number_and_a_stock_is_one() -> None:
    assert refused(steps("if tokens in bag >= 1:", "  set log to 1"))
    assert (
        logged(tiny(steps("if cubes in a >= 0 and count(tokens in bag) >= 5:", "  set log to 1")))
        == 1
    )


def test_decision_28_find_binds_what_may_not_be_there() -> None:
    game = tiny(steps("find card in cards where worth of card = 9", "set log to worth of card"))
    assert logged(game) == 0


def test_decision_28_the_top_of_an_empty_pile_is_an_error() -> None:
    assert fault(tiny(steps("set log to worth of top of pile"))) == "E655"
