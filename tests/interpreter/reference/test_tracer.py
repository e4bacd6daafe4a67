"""What a tracer tells of an expression: every part with its value, and every step of a value."""

from __future__ import annotations

import pytest

from boardwright.interpreter.reference.questions import QuestionError, why_score, why_value
from boardwright.interpreter.reference.tracer import BASE, MODIFIER, Part
from toy import PAUSE, Playing, play

TABLEAU = "move king to tableau of first_seat\nadd 4 to log\n" + PAUSE
VALUES = """\
values:
  size: log + 1
  worth_of(token): 2 * worth of token
  seen(field f): those g in fields where not g is f
  broken: 6 / log rounded down
modify:
  size:
    - at most 7
    - add 2 when log >= 4
    - becomes 3 when log >= 99
"""


def sized(king: str = "", more: str = "", steps: str = TABLEAU) -> Playing:
    return play(steps, more=VALUES + more, king=king)


def told(part: Part) -> list[tuple[str, object, object]]:
    """Each step of a value: what it says, what it gives, and the value after it or why it does not apply."""
    return [
        (each.span.text, each.value, each.remark or each.after)
        for each in part.parts
        if each.kind in (BASE, MODIFIER)
    ]


def test_a_value_is_told_layer_by_layer_and_then_what_does_not_count() -> None:
    found = why_value(sized("modify:\n  size: add 5\n").game, "size")
    assert found.part.value == 7
    assert told(found.part) == [
        ("log + 1", 5, None),
        ("add 2 when log >= 4", 2, 7),
        ("add 5", 5, 12),
        ("at most 7", 7, 7),
        ("becomes 3 when log >= 99", None, "its condition is not true"),
    ]


def test_a_modifier_of_a_piece_says_whose_it_is_and_why_it_does_not_count() -> None:
    unowned = sized("modify:\n  size: add 5\n", steps="add 4 to log\n" + PAUSE)
    assert ("add 5", None, "nobody owns it") in told(why_value(unowned.game, "size").part)
    others = why_value(sized("modify:\n  size: add 5\n").game, "size", "blue").part
    why = "it applies for its owner only: red owns it, blue asks"
    assert ("add 5", None, why) in told(others)
    assert {each.about for each in others.parts if each.span.text == "add 5"} == {"king"}


def test_a_piece_that_is_not_in_force_shows_the_condition() -> None:
    king = "in_force: log >= 50\nmodify:\n  size: add 5\n"
    part = why_value(sized(king).game, "size").part
    (step,) = [each for each in part.parts if each.about == "king"]
    assert step.remark == "not in force"
    assert [(each.about, each.span.text, each.value) for each in step.parts] == [
        ("in force", "log >= 50", "no")
    ]


def test_of_several_becomes_the_last_counts_and_the_others_say_so() -> None:
    more = "    - becomes 1\n    - becomes 2\n"
    steps = told(why_value(sized(more=more).game, "size").part)
    assert steps[:4] == [
        ("log + 1", 5, None),
        ("becomes 1", 1, "a later `becomes` replaces it"),
        ("becomes 2", 2, 2),
        ("add 2 when log >= 4", 2, 4),
    ]


def test_arguments_are_ids_numbers_and_hidden_pieces_by_face() -> None:
    game = sized().game
    assert why_value(game, "worth_of of t2").part.value == 4
    assert why_value(game, "worth_of(token_2)").part.value == 4
    assert why_value(game, "seen of b").part.value == ("a", "c")


def test_members_of_a_set_are_told_one_by_one() -> None:
    part = why_value(sized().game, "seen of b").part
    (base,) = [each for each in part.parts if each.kind == BASE]
    asked = [(each.about, each.value) for each in base.parts if each.about]
    assert asked == [("g is a", "yes"), ("g is b", "no"), ("g is c", "yes")]


def test_what_cannot_be_worked_out_says_so_once_where_it_arose() -> None:
    part = why_value(sized(steps=PAUSE).game, "broken").part
    said = remarks(part)
    assert part.value is None and len(said) == 1 and "zero" in said[0]


def remarks(part: Part) -> list[str]:
    inner = [said for each in part.parts for said in remarks(each)]
    return [part.remark, *inner] if part.remark else inner


def test_what_is_nothing_is_told_as_nothing() -> None:
    more = "notes:\n  aim: {is: number, start: nothing}\n  sure: {is: yes_no, start: nothing}\n"
    found = why_value(
        play(PAUSE, more=more + "values:\n  idle: aim is nothing and sure is nothing\n").game,
        "idle",
    )
    assert found.part.value == "yes"
    assert [
        each.value for each in inner_parts(found.part) if each.span.text in ("aim", "sure")
    ] == 2 * ["nothing"]


def inner_parts(part: Part) -> list[Part]:
    return [part, *(inner for each in part.parts for inner in inner_parts(each))]


@pytest.mark.parametrize(
    ("asked", "message", "help"),
    [
        ("siez", "there is no value `siez`", ("did you mean `size`?",)),
        ("size of a", "`size` takes no arguments; found `a`", ()),
        ("seen of z", "`f` is a field; found `z`", ("for example `a`, `b`, `c`",)),
        ("size +", "there is no value `size +`", ("did you mean `size`?",)),
    ],
)
def test_what_is_not_there_is_refused(asked: str, message: str, help: tuple[str, ...]) -> None:
    with pytest.raises(QuestionError) as caught:
        why_value(sized().game, asked)
    assert str(caught.value) == message and caught.value.help == help


def test_a_score_is_told_for_each_seat() -> None:
    game = play("take 3 points\n" + PAUSE).game
    assert [why_score(game, seat).part.value for seat in ("red", "blue")] == [3, 0]
    with pytest.raises(QuestionError, match="no seat `gold`"):
        why_score(game, "gold")


PAIRS = """\
places: {stall: {per: [field, tint], holds: [coin]}}
notes:
  height: {is: number, per: [player, field]}
  bid: {is: number, per: [tint, player], visible_to: owner}
  aim: {is: field, start: nothing}
tables: {cost: {dark: {1: 3, 2: 5}, bright: {1: 2}}}
values:
  reach(player p, field f): height(p, f) + coins in stall(f, dark) + cost(dark, 2)
  secret(player p): bid(dark, p) + 1
  goal(player p): p_field(p) if log >= 9 else aim
  p_field(player p): a if height(p, b) = 4 else nothing
"""
SET_PAIRS = """\
set height(first_seat, b) to 4
move 2 coins from bank to stall(b, dark)
set bid(dark, last_seat) to 7
"""


def all_parts(part: Part) -> list[tuple[str, object, str]]:
    below = [each for inner in part.parts for each in all_parts(inner)]
    return [(part.span.text, part.value, part.about), *below]


def test_two_indices_are_told_by_their_names() -> None:
    game = play(SET_PAIRS + PAUSE, more=PAIRS).game
    found = all_parts(why_value(game, "reach(red, b)").part)
    assert found[0] == ("reach", 11, "") and ("height(p, f)", 4, "") in found
    assert ("p", "red", "p") in found and ("f", "b", "f") in found
    assert ("stall(f, dark)", "stall_b_dark", "") in found and ("cost(dark, 2)", 5, "") in found
    texts = [text for text, _, _ in found]
    assert texts.count("height(p, f)") == texts.count("stall(f, dark)") == 1
    for viewer, value in ((None, 8), (0, None), (1, 8)):
        assert why_value(game, "secret(blue)", viewer=viewer).part.value == value


def test_a_value_that_is_nothing_is_told_as_nothing() -> None:
    game = play(SET_PAIRS + PAUSE, more=PAIRS).game
    assert why_value(game, "goal(red)").part.value == "nothing"
    assert why_value(game, "p_field(red)").part.value == "a"
    assert why_value(game, "p_field(blue)").part.value == "nothing"


@pytest.mark.parametrize(("steps", "answer"), [("", "no"), ("set aim to 3\n", "yes")])
def test_is_not_has_one_answer(steps: str, answer: str) -> None:
    notes = "notes:\n  aim: {is: number, start: nothing}\n"
    values = "values:\n  armed: aim is not nothing and log >= 0\n"
    part = why_value(play(steps + PAUSE, more=notes + values).game, "armed").part
    told = [each.value for each in inner_parts(part) if each.span.text == "aim is not nothing"]
    assert told == [answer]
