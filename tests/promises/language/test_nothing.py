"""Notes that may be nothing: on both back-ends at once."""

from __future__ import annotations

import pytest

from boardwright.interpreter.play.views import view
from decisions import LOG, fault, refused
from strategies import logged, play, steps, tiny

NOTES = """notes:
  aim: {is: field, start: nothing}
  pick: {is: card, per: player, start: nothing}
  bid: {is: number, range: 1 to 9, start: nothing}
  sure: {is: yes_no, per: [player, good], start: nothing, lasts: strike}
"""
STRIKE = "rules:\n  strike: |\n    set log to log + 0\n"


def test_a_note_is_nothing_until_it_is_set_and_again_afterwards() -> None:
    game = tiny(
        NOTES
        + STRIKE
        + steps(
            "if aim is nothing and bid is nothing and pick of first_seat is nothing:",
            f"  {LOG}1",
            "set aim to b",
            "set bid to 4",
            "set pick of last_seat to king",
            "set sure(first_seat, wood) to no",
            "if aim is not nothing and aim is b and pick of first_seat is nothing:",
            f"  {LOG}bid",
            "add 2 to bid",
            f"{LOG}bid",
            "if sure(first_seat, wood) is not nothing and not sure(first_seat, wood):",
            f"  {LOG}3",
            "set aim to nothing",
            "set bid to 5 if aim is not nothing else nothing",
            "set pick of first_seat to pick of last_seat",
            "set pick of last_seat to nothing",
            "strike()",
            "if aim is nothing and nothing is bid and sure(first_seat, wood) is nothing:",
            f"  {LOG}worth of pick of first_seat",
        )
    )
    assert logged(game, 2) == 14633
    notes = play(game, 2).state.position(zeros=True)["notes"]
    assert notes["aim"] == {"": None} and notes["bid"] == {"": None}
    assert notes["pick"] == {"p1": "king", "p2": None}
    assert view(play(game, 2).state, 0)["notes"]["pick"] == {"p1": "king"}


def test_nothing_is_not_the_same_as_anything() -> None:
    game = tiny(
        NOTES
        + "  other: {is: field, start: nothing}\n"
        + STRIKE
        + steps(
            "if aim is other or aim is b or bid is 3 or pick of first_seat is pick of last_seat:",
            f"  {LOG}1",
            "if aim is not other and aim is not b and bid is not 3:",
            f"  {LOG}2",
            "set other to b",
            "set aim to other",
            "if aim is other:",
            f"  {LOG}3",
        )
    )
    assert logged(game) == 23


@pytest.mark.parametrize(
    "line",
    [
        "set log to bid",
        "add 1 to bid",
        "move 1 coin from bank to purse of first_seat\nset log to bid + 1",
        "let f be aim",
        "let k be worth of pick of first_seat",
        "for each f in neighbours of aim:\n  set log to 1",
        "if sure(first_seat, fish):\n  set log to 1",
    ],
)
def test_to_use_nothing_is_an_error_at_its_line(line: str) -> None:
    assert fault(tiny(NOTES + STRIKE + steps(line))) == "E655"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("set log to nothing", "E501"),
        ("let f be nothing", "E501"),
        ("if log is nothing:\n  set log to 1", "E501"),
        ("if first_seat is nothing:\n  set log to 1", "E501"),
        ("set active_player to nothing", "E501"),
        ("set bid to yes if aim is nothing else nothing", "E501"),
    ],
)
def test_what_is_always_there_is_never_nothing(line: str, code: str) -> None:
    assert refused(NOTES + STRIKE + steps(line)) == {code}


def test_a_number_keeps_to_its_range() -> None:
    assert fault(tiny(NOTES + STRIKE + steps("set bid to 10"))) == "E653"
    assert fault(tiny(NOTES + STRIKE + steps("set bid to log - 1000000 - 1"))) == "E653"
