"""What a board answers: on both back-ends at once."""

from __future__ import annotations

import pytest

from decisions import LOG
from strategies import logged, steps, tiny


@pytest.mark.parametrize(
    ("places", "found"),
    [
        ("neighbours of b", 13),
        ("neighbours of b along path", 13),
        ("fields within 2 steps of a", 123),
        ("fields within 0 steps of c along path", 3),
        ("(fields except c) connected to a", 12),
        ("(fields except a) connected to a", 234),
        ("(fields except b) connected to b", 134),
        ("(neighbours of b) connected to d", 3),
    ],
)
def test_decision_30_what_the_board_answers(places: str, found: int) -> None:
    assert logged(tiny(steps(f"for each f in {places}:", f"  {LOG}position(f, fields)"))) == found


def test_decision_30_a_walk_may_come_back_after_two_steps() -> None:
    game = tiny(
        steps(
            "for each f in fields within 2 steps of a where f is not b:",
            f"  {LOG}position(f, fields)",
        )
    )
    assert logged(game) == 13
