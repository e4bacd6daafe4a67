"""Courses that a game can have, and others."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from boardwright.runs.course_soundness import sound_course

LEADS = {"changes": 2, "decided": 5, "behind": 3, "half": 0}
COURSE: dict[str, Any] = {
    "still": 4,
    "score": LEADS,
    "search": {"searches": 6, **LEADS},
    "choices": {"move": [4, 2, 1, 9], "stay": [2, 0, 0, 4]},
    "held": {"card": {"ace": [0, 1]}},
}


def sound(course: dict[str, Any]) -> bool:
    text = json.dumps(course, separators=(",", ":")).encode()
    return sound_course(text, decisions=10, players=2)


def test_a_course_may_be_that_of_players_that_search_or_not() -> None:
    assert sound(COURSE)
    assert sound({key: COURSE[key] for key in ("still", "score", "held")})
    nobody = {"changes": 0, "decided": None, "behind": None, "half": None}
    assert sound({**COURSE, "score": nobody, "held": {}})


@pytest.mark.parametrize(
    "change",
    [
        lambda it: it.pop("held"),
        lambda it: it.pop("choices"),
        lambda it: it.update(more=1),
        lambda it: it.update(still=11),
        lambda it: it.update(still=True),
        lambda it: it["score"].update(decided=None),
        lambda it: it["score"].update(half=2),
        lambda it: it["search"].update(searches=7),
        lambda it: it["choices"].update(move=[4, 5, 1, 9]),
        lambda it: it["choices"].update(move=[4, 2, 3, 9]),
        lambda it: it["choices"].update(move=[4, 2, 1, 3]),
        lambda it: it["choices"].update(move=[4, 2, 1]),
        lambda it: it["held"]["card"].update(ace=[1, 0]),
        lambda it: it["held"]["card"].update(ace=[2]),
        lambda it: it["held"]["card"].update(ace=[]),
    ],
)
def test_impossible_courses_are_refused(change: Callable[[dict[str, Any]], object]) -> None:
    course = copy.deepcopy(COURSE)
    change(course)
    assert not sound(course)


def test_there_is_one_way_to_write_it() -> None:
    assert not sound_course(json.dumps(COURSE).encode(), 10, 2)
    assert not sound_course(b"{", 10, 2)
