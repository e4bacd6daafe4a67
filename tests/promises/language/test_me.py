"""`me` is whoever acts, or nobody: on both back-ends at once."""

from __future__ import annotations

import pytest

from decisions import LOG, fault
from strategies import logged, play, steps, tiny, turns


def test_decision_10_as_changes_me_and_chooses_only_asks_another() -> None:
    game = tiny(
        "rules:\n  mine: |\n    choose field from fields\n    place 1 of my cubes in field\n"
        + turns(
            "as left of me:\n  mine()\nleft of me chooses field from fields\nplace 1 of my cubes in field",
            "rounds: 1",
        )
    )
    pair = play(game)
    assert pair.asked == "p2 mine.field"
    pair.take("a")
    assert pair.asked == "p2 play.field"
    pair.take("b")
    assert pair.at("stocks", "cube", "a") == {"p2": 1}
    assert pair.at("stocks", "cube", "b") == {"p1": 1}


@pytest.mark.parametrize(("by", "said"), [("me", 12), ("others", 13), ("anyone", 123)])
def test_decision_10_hooks_say_whose_acts_they_mean(by: str, said: int) -> None:
    game = tiny(
        f"rules:\n  gain: |\n    {LOG}1\n"
        + steps(
            "move king to tableau of first_seat",
            "move cook to tableau of last_seat",
            "as first_seat:\n  gain()",
        ),
        king=f"worth: 3\nafter gain by {by}: |\n  {LOG}2",
        cook=f"worth: 1\nafter gain by {by}: |\n  {LOG}3",
    )
    assert logged(game) == said


def test_decision_10_where_nobody_acts_by_me_and_by_others_are_silent() -> None:
    game = tiny(
        "rules: {gain: {}}\n" + steps("move all cards in deck to tableau of first_seat", "gain()"),
        king="worth: 3\nafter gain by me: |\n  set log to 1",
        cook="worth: 1\nafter gain by others: |\n  set log to 2",
        monk=f"worth: 2\nafter gain by anyone: |\n  {LOG}4",
    )
    assert logged(game) == 4


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("active_player is nobody", 1),
        ("active_player is active_player", 0),
        ("owner of king is active_player", 0),
        ("owner of king is owner of cook", 0),
        ("owner of king is not active_player", 1),
        ("active_player is in players", 0),
    ],
)
def test_decision_10_nothing_but_is_nobody_is_true_of_nobody(condition: str, holds: int) -> None:
    assert logged(tiny(steps(f"if {condition}:", "  set log to 1"))) == holds


@pytest.mark.parametrize(
    "line",
    [
        "as active_player:\n  set log to 1",
        "set log to count(cards of active_player)",
        "set log to cubes of active_player in a",
        "set log to coins of active_player",
        "let who be left of active_player",
        "move king to tableau of active_player",
        "choose field from fields",
    ],
)
def test_decision_10_what_needs_a_player_is_an_error_of_nobody(line: str) -> None:
    assert fault(tiny(steps(line))) == "E657"
