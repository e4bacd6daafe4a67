"""What may be nothing, notes and others: on both back-ends at once."""

from __future__ import annotations

import pytest

from boardwright.interpreter.events.watched import new_watched
from boardwright.interpreter.play.views import view
from boardwright.interpreter.program.link import link
from boardwright.interpreter.records.saves import load
from boardwright.interpreter.table.table import set_table
from decisions import LOG, fault, refused
from strategies import logged, play, steps, tiny, turns

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
        "let f be aim\nmove pawn of first_seat to f",
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
        ("set log to 1 if aim is nothing else nothing", "E501"),
        ("let f be b if aim is nothing else nothing\nset log to nothing if f is b else 1", "E501"),
        ("let p be first_seat if aim is nothing else nothing", "E501"),
        ("let k be tableau of first_seat if aim is nothing else nothing", "E501"),
        ("let f be b\nset f to nothing", "E501"),
        ("if first_seat is nothing if aim is nothing else b:\n  set log to 1", "E501"),
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


VALUES = """values:
  richest(good): a if good is fish else nothing
  sure_bid: bid
  bid_of(player p): bid + 1 if p is first_seat else nothing if p is last_seat else 3
  plain: 4
modify:
  richest(good): becomes b when good is cloth
"""


def test_a_local_name_may_be_nothing() -> None:
    game = tiny(
        NOTES
        + STRIKE
        + steps(
            "let f be b if log = 1 else nothing",
            "if f is nothing:",
            f"  {LOG}1",
            "set f to c",
            "if f is c and f is not nothing:",
            f"  {LOG}position(f, fields)",
            "set f to aim",
            "let n be bid",
            "if f is nothing and n is nothing:",
            f"  {LOG}2",
            "set n to 7",
            "add 1 to n",
            f"{LOG}n",
            "set log to log mod 100",
            "for each g in fields:",
            "  let next be nothing if g is d else g",
            "  if next is not nothing:",
            f"    {LOG}position(next, fields)",
        )
    )
    assert logged(game) == 28123


def test_a_value_may_be_nothing() -> None:
    game = tiny(
        NOTES
        + VALUES
        + STRIKE
        + steps(
            "if richest(wood) is nothing and richest(fish) is a and richest(cloth) is b:",
            f"  {LOG}1",
            "if sure_bid is nothing and bid_of(last_seat) is nothing:",
            f"  {LOG}2",
            "set bid to 4",
            f"{LOG}bid_of(first_seat) + sure_bid",
            "set aim to richest(wood)",
            "set bid to bid_of(last_seat)",
            "if aim is nothing and bid is nothing:",
            f"  {LOG}3",
            "if richest(fish) is aim or bid_of(first_seat if log = 0 else last_seat) is 3:",
            f"  {LOG}4",
        )
    )
    assert logged(game, 2) == 1293
    assert fault(tiny(NOTES + VALUES + STRIKE + steps("add sure_bid to log"))) == "E655"
    assert fault(tiny(NOTES + VALUES + STRIKE + steps("add bid_of(first_seat) to log"))) == "E655"


@pytest.mark.parametrize(
    "modifier",
    [
        "sure_bid: add 1",
        "sure_bid: at least 2",
        "plain: becomes nothing",
        "plain: becomes 2 if bid is nothing else nothing",
    ],
)
def test_what_modifiers_cannot_do_with_nothing(modifier: str) -> None:
    more = VALUES.replace("richest(good): becomes b when good is cloth", modifier)
    assert refused(NOTES + more + STRIKE + steps("set log to plain")) == {"E501"}


def test_a_next_space_may_be_nothing() -> None:
    game = tiny(
        GRID
        + steps(
            "let s be neighbour(a1, east)",
            "if s is b1 and neighbour(s, east) is nothing and neighbour(b1, east) is not a1:",
            f"  {LOG}1",
            "set s to neighbour(s, east)",
            "if s is nothing and nothing is neighbour(b2, east):",
            f"  {LOG}2",
            "for each w in ways of a1:",
            "  if neighbour(a1, w) is not nothing and neighbour(neighbour(a1, w), w) is nothing:",
            f"    {LOG}3",
        )
    )
    assert logged(game) == 12333
    assert (
        fault(
            tiny(
                GRID
                + steps(
                    "let s be neighbour(b1, east)\nfor each t in neighbours of s:\n  set log to 1"
                )
            )
        )
        == "E655"
    )
    assert (
        fault(
            tiny(GRID + steps("for each t in neighbours of neighbour(b1, east):\n  set log to 1"))
        )
        == "E655"
    )


GRID = "spaces: {pitch: {grid: 2 by 2}}\n"


def test_nothing_in_a_local_name_is_kept_by_a_save() -> None:
    game = tiny(
        NOTES
        + STRIKE
        + turns(
            "let f be b if log = 7 else nothing\nlet n be nothing if f is nothing else 2\n"
            "choose x from 1 to 2\nif f is nothing and n is nothing:\n  set log to log + x",
            "rounds: 1",
        )
    )
    state = play(game, 2).state
    again = load(state.program, state.save())
    again.apply("2")
    again.apply("1")
    assert again.position()["notes"]["log"] == {"": 3}


RULES = """rules:
  go(field or nothing spot, number n): |
    if spot is nothing:
      set log to log * 10 + n
    else:
      set log to log * 10 + position(spot, fields)
  count_up(card or nothing): |
    if card is not nothing:
      set log to log + worth of card
  bid_for(number or nothing n): |
    choose x from 1 to 2
    if n is nothing:
      add x to log
after go(b, number n): |
  set log to log * 10 + 7
before go(spot): |
  if spot is not nothing and spot is c:
    set log to log * 10 + 8
"""


def test_a_parameter_may_be_nothing() -> None:
    game = tiny(
        NOTES.replace("lasts: strike", "lasts: turn")
        + RULES
        + steps(
            "go(nothing, 5)",
            "go(b, 5)",
            "go(aim, 6)",
            "go(c if log = 1 else nothing, 3)",
            "count_up(nothing)",
            "count_up(king)",
        )
    )
    assert logged(game) == 52763 + 3
    asking = tiny(
        NOTES.replace("lasts: strike", "lasts: turn")
        + RULES
        + steps("as first_seat:", "  bid_for(bid)")
    )
    assert logged(asking, choices=["2"]) == 2


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ("rules: {go(field spot): nothing}\n" + steps("go(nothing)"), "E501"),
        ("values: {far(field or nothing spot): 1}\n" + steps("set log to far(a)"), "E515"),
        ("rules: {go(player or nothing): nothing}\n" + steps("go(nobody)"), "E515"),
        (
            "rules: {go(field): nothing}\nafter go(field or nothing): nothing\n" + steps("go(a)"),
            "E515",
        ),
        (
            "rules: {go(field or nothing): move pawn of first_seat to field}\n"
            + steps("go(nothing if 1 = 1 else yes)"),
            "E501",
        ),
    ],
)
def test_parameters_that_are_never_nothing(more: str, code: str) -> None:
    assert code in refused(more)


def test_what_is_nothing_is_left_out_of_what_is_told() -> None:
    game = tiny(
        "rules: {go(field or nothing spot): add 1 to log}\n"
        + "tell: {go: {en: '{me} goes to {spot}.'}}\n"
        + turns("choose x from 1 to 2\ngo(b if x = 1 else nothing)", "rounds: 1")
    )
    state = new_watched(link(set_table(game, 2)), 3, "en", [0, 1, -1], tell=True)
    state.apply("1")
    assert state.tell() == ("P1 goes to b.",)
    state.apply("2")
    assert not any("goes to" in sentence for sentence in state.tell())
    happened = [event for event in state.events if event["event"] == "happened"]
    assert happened and all("arguments" not in event for event in happened)
