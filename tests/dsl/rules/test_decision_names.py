"""What decisions are called, and under which names their words are."""

from __future__ import annotations

import pytest

from boardwright.dsl.rules.decision_names import names_of_words, owner_of, unnumbered


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("goal", ("goal",)),
        ("ride.goal", ("ride.goal", "goal")),
        ("ride.goal_2", ("ride.goal_2", "ride.goal", "goal")),
        ("jester.east.goal", ("jester.east.goal", "jester.goal", "goal")),
        (
            "jester.east.far.goal_3",
            ("jester.east.far.goal_3", "jester.east.far.goal", "jester.goal", "goal"),
        ),
    ],
)
def test_words_are_looked_up_from_the_full_name_to_its_last_part(
    name: str, names: tuple[str, ...]
) -> None:
    assert names_of_words(name) == names


def test_the_owner_is_the_first_part() -> None:
    assert owner_of("jester.east.goal") == "jester"
    assert unnumbered("ride.goal_12") == "ride.goal"
