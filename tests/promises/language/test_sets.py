"""Sets are taken once, and have an order: on both back-ends at once."""

from __future__ import annotations

from decisions import LOG
from strategies import logged, play, steps, tiny, turns


def test_decision_23_the_set_of_a_loop_is_taken_once() -> None:
    lines = [
        "as first_seat:",
        "  place 1 of my cubes in b",
        "for each field in fields where cubes in field = 0:",
        "  as first_seat:",
        "    {ask}place up to 1 of my cubes in d",
        f"  {LOG}position(field, fields)",
    ]
    plain = [line.format(ask="") for line in lines]
    assert logged(tiny(steps(*plain))) == 134
    asking = [line.format(ask="may wait:\n      set log to log\n    ") for line in lines]
    assert logged(tiny(steps(*asking)), choices=["yes", "no", "no"]) == 134


def test_decision_23_a_name_for_a_set_is_a_snapshot_and_repeat_reads_its_number_once() -> None:
    game = tiny(
        steps(
            "let empty be those f in fields where cubes in f = 0",
            "as first_seat:",
            "  place 1 of my cubes in a",
            "let n be 3",
            "repeat n times:",
            "  set n to 0",
            "  add 1 to log",
            "set log to log * 10 + count(empty)",
        )
    )
    assert logged(game) == 34


def test_decision_23_while_tests_again_every_time() -> None:
    game = tiny(
        steps(
            "let n be 3",
            "while n >= 1:",
            f"  {LOG}n",
            "  first_seat chooses k from 1 to 2",
            "  set n to n - k",
        )
    )
    assert logged(game, choices=["1", "2"]) == 32


def test_decision_23_with_most_is_part_of_what_is_taken_once() -> None:
    game = tiny(
        steps(
            "for each p in players:",
            "  as p:",
            "    place 2 of my cubes in a",
            "for each p in players with most cubes of p in a:",
            "  return 1 of cubes of p from a",
            "set log to cubes in a",
        )
    )
    assert logged(game) == 2  # a tie: each loses one


def test_decision_24_spaces_and_members_as_declared_numbers_upwards_pieces_by_handle() -> None:
    game = tiny(
        steps(
            f"for each field in (fields except c) plus c:\n  {LOG}position(field, fields)",
            f"for each n in 2 to 3:\n  {LOG}n",
        )
    )
    assert logged(game) == 123423
    cards = steps(f"for each card in cards:\n  {LOG}worth of card")
    assert logged(tiny(cards)) == 13  # their files are read in the order of their ids


def test_decision_24_players_go_clockwise_from_the_active_one() -> None:
    each = "for each p in players:\n  set log to log * 10 + position(p, those q in seats starting with first_seat)"
    assert logged(tiny(turns(each, "until: turn_number = 2")), 3) == 123231
    assert logged(tiny(steps(each)), 3) == 123


def test_decision_24_starting_with_and_by_change_it_also_where_somebody_is_asked() -> None:
    for ask in ("", "first_seat may wait:\n    set log to log\n  "):
        answers = ["no"] * 4 if ask else []
        starting = f"for each field in fields starting with c:\n  {ask}{LOG}position(field, fields)"
        assert logged(tiny(steps(starting)), choices=answers) == 3412
        falling = f"for each field in fields by falling position(field, fields) mod 3:\n  {ask}{LOG}position(field, fields)"
        assert logged(tiny(steps(falling)), choices=answers) == 2143
        numbers = f"for each n in 1 to 4 by falling n:\n  {ask}{LOG}n"
        assert logged(tiny(steps(numbers)), choices=answers) == 4321


def test_decision_24_with_most_keeps_all_ties_and_find_takes_the_first() -> None:
    game = tiny(
        steps(
            "as first_seat:\n  place 1 of my cubes in b\n  place 1 of my cubes in d",
            "let leading be those f in fields with most cubes in f",
            "find first in leading",
            "find last in leading by falling position(last, fields)",
            "set log to count(leading) * 100 + position(first, fields) * 10 + position(last, fields)",
        )
    )
    assert logged(game) == 224


def test_decision_24_options_are_listed_in_the_order_of_declaration_whoever_is_active() -> None:
    game = tiny(
        turns("choose p from players by falling position(p, players)\nset log to 0", "rounds: 1")
    )
    assert play(game, 3).ids == play(game, 3, choices=["p1"]).ids == ("p1", "p2", "p3")


def test_decision_24_what_is_moved_in_a_said_order_lies_in_that_order() -> None:
    cards = {"king": "worth: 3", "cook": "worth: 1", "monk": "worth: 2"}
    read = f"{LOG}worth of top of pile\nmove top of pile to deck\n"
    game = tiny(
        steps(
            "move (those card in cards in deck by rising worth of card) to pile",
            *(read.rstrip().split("\n") * 3),
        ),
        **cards,
    )
    assert logged(game) == 321
