"""One of two values, by a condition: on both back-ends at once."""

from __future__ import annotations

import pytest

from decisions import LOG, fault, refused
from strategies import logged, play, steps, tiny


def test_a_number_by_a_condition() -> None:
    game = tiny(
        steps(
            "as first_seat:",
            "  place 2 of my cubes in b",
            "  for each f in fields:",
            f"    {LOG}(3 if cubes in f >= 1 else 1)",
            "    take (2 if f is b else 1) coins",
        )
    )
    assert logged(game) == 1311
    assert play(game, 2).at("stocks", "coin", "purse_p1") == 5


def test_it_binds_loosest_and_nests_to_the_right() -> None:
    nested = "1 if n = 0 else 2 if n = 1 or n = 2 and n > 5 else n + 1"
    assert logged(tiny(steps(f"for each n in 0 to 3:\n  {LOG}({nested})"))) == 1234
    assert logged(tiny(steps("set log to 1 + 1 if 1 > 2 else 2 + 3"))) == 5


def test_things_sets_and_answers_by_a_condition() -> None:
    game = tiny(
        steps(
            "let goal be a if count(seats) >= 5 else d",
            f"{LOG}position(goal, fields)",
            "let some be fields except goal if goal is d else (those f in fields where no)",
            f"{LOG}count(some)",
            "let who be first_seat if goal is a else nobody",
            "if who is nobody:",
            f"  {LOG}7",
            "if count(some) = 3 if goal is d else goal is a:",
            f"  {LOG}8",
        )
    )
    assert logged(game) == 4378


def test_only_the_side_that_is_taken_is_worked_out() -> None:
    divided = "set log to 6 / n rounded down if n >= 1 else 9"
    assert logged(tiny(steps("let n be cubes in a", divided))) == 9
    counted = "sum(6 / n rounded down for each n in 1 to 3 where n > cubes in a)"
    line = f"set log to {counted} if cubes in a = 0 else worth of top of pile"
    assert logged(tiny(steps(line))) == 11
    assert fault(tiny(steps(line.replace("a = 0", "a = 1")))) == "E655"


def test_what_is_chosen_and_moved_may_be_one_of_two() -> None:
    game = tiny(
        steps(
            "let late be count(seats) = 2",
            "choose goal from (fields except a if late else fields)",
            "as first_seat:",
            "  move my pawn to (goal if late else a)",
            "  for each f in fields where cubes in f = (0 if f is a else 1):",
            f"    {LOG}position(f, fields)",
        ).replace("choose goal", "first_seat chooses goal")
    )
    pair = play(game, 2)
    assert pair.ids == ("b", "c", "d")
    pair.take("c")
    assert pair.place_of("pawn", "pawn_p1") == "c" and pair.note("log") == 1


@pytest.mark.parametrize(
    "line",
    [
        "set log to 1 if yes else a",
        "set log to 1 if 2 else 3",
        "let x be fields if yes else 3",
        "let x be me if yes else fields",
        "let x be a if yes else fields",
        "let x be cards in deck if yes else fields",
    ],
)
def test_both_sides_are_of_one_type(line: str) -> None:
    assert refused(steps("as first_seat:", f"  {line}")) == {"E501"}
