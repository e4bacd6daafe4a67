"""All answer at once, before anything happens: on both back-ends at once."""

from __future__ import annotations

import pytest

from decisions import fault, refused
from strategies import logged, play, steps, tiny


def test_decision_25_each_answers_before_anything_happens_and_answers_have_names() -> None:
    game = tiny(
        steps(
            "all at once for each p in players:",
            "  let free be those f in fields where cubes in f = 0",
            "  choose goal from free",
            "  choose n from 1 to position(goal, fields)",
            "for each p in players:",
            "  as p:",
            "    place (n of p) of my cubes in goal of p",
        )
    )
    pair = play(game, choices=["b", "2"])
    assert pair.asked == "p2 play.goal" and pair.ids == ("a", "b", "c", "d")
    pair.take("b", "1")
    assert pair.at("stocks", "cube", "b") == {"p1": 2, "p2": 1}


@pytest.mark.parametrize(("what", "choices"), [("goal", ["a"]), ("up to 2 goal", ["a", "done"])])
def test_decision_25_an_answer_that_could_not_be_given_is_missed_where_it_is_needed(
    what: str, choices: list[str]
) -> None:
    game = tiny(
        steps(
            "all at once for each p in players:",
            f"  choose {what} from fields where p is first_seat",
            "let theirs be goal of last_seat",
        )
    )
    assert fault(game, choices=choices) == "E655"


@pytest.mark.parametrize(
    ("what", "choices", "unanswered"),
    [
        ("goal", ["a"], "p2"),
        ("up to 2 goal", ["a", "done"], "p2"),
        ("up to 2 goal", ["done"], "p1 p2"),  # an answer that is empty
    ],
)
def test_whether_a_player_has_answered_can_be_asked(
    what: str, choices: list[str], unanswered: str
) -> None:
    game = tiny(
        steps(
            "all at once for each p in players:",
            f"  choose {what} from fields where p is first_seat",
            "for each p in players where goal of p is nothing:",
            "  add (10 if p is first_seat else 1) to log",
            "for each p in players where goal of p is not nothing:",
            "  as p:",
            "    place 1 of my cubes in goal of p" if what == "goal" else "    take 1 coins",
        )
    )
    assert logged(game, choices=choices) == (10 if "p1" in unanswered else 0) + 1


def test_what_may_be_nothing_is_nothing_with_or_without_an_answer() -> None:
    game = tiny(
        steps(
            "all at once for each p in players:",
            "  let goal be a if p is first_seat else nothing",
            "  choose n from 1 to (1 if p is first_seat else 0)",
            "  let late be a if n = 2 else nothing",
            "for each p in players where goal of p is nothing:",
            "  add 1 to log",
            "for each p in players where late of p is nothing:",
            "  add 10 to log",
            "for each p in players where n of p is nothing:",
            "  add 100 to log",
        )
    )
    assert logged(game, choices=[]) == 121


def test_decision_25_nothing_is_written_and_nothing_drawn_while_all_choose() -> None:
    for line in ("add 1 to log", "roll dice", "shuffle bag", "as p:\n    take 1 coins"):
        assert refused(steps("all at once for each p in players:", f"  {line}"))


def test_decision_25_nothing_is_drawn_by_name_either() -> None:
    assert refused(steps("all at once for each p in players:", "  draw n from 1 to 6"))
