"""All answer at once, before anything happens: on both back-ends at once."""

from __future__ import annotations

import pytest

from decisions import fault, refused
from strategies import play, steps, tiny


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


def test_decision_25_nothing_is_written_and_nothing_drawn_while_all_choose() -> None:
    for line in ("add 1 to log", "roll dice", "shuffle bag", "as p:\n    take 1 coins"):
        assert refused(steps("all at once for each p in players:", f"  {line}"))


def test_decision_25_nothing_is_drawn_by_name_either() -> None:
    assert refused(steps("all at once for each p in players:", "  draw n from 1 to 6"))
