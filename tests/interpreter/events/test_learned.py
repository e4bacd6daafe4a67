"""What has come to light is what people have seen, or chance has decided."""

from __future__ import annotations

import pytest

from boardwright.interpreter.events.learned import learned_since
from boardwright.loading.load import load
from folders import SMALL_GAMES


@pytest.mark.parametrize(
    ("since", "people", "learned"),
    [
        # A card is played from the hand: its player knew it, the other did not.
        (1, (0,), None),
        (1, (1,), "face"),
        (1, (0, 1), "face"),
        (1, (), None),
        # The first player draws at the end.
        (0, (0,), "face"),
    ],
)
def test_only_what_people_have_seen_counts(
    since: int, people: tuple[int, ...], learned: str | None
) -> None:
    game = load(SMALL_GAMES / "crazy_eights", 2, backend="python")
    state, choices = game.new(3), []
    for _ in range(since + 1):
        assert state.decision is not None and state.decision.player == 0
        choices.append(state.decision.ids[-1])
        state.apply(choices[-1])
    assert learned_since(game.program, 3, choices, since, people) == learned


def test_what_chance_decides_counts_for_all() -> None:
    game = load(SMALL_GAMES / "pig", 2, backend="python")
    state = game.new(1)
    choices: list[str] = []
    while len(choices) < 3:
        assert state.decision is not None
        choices.append("roll" if "roll" in state.decision.ids else state.decision.ids[0])
        state.apply(choices[-1])
    assert learned_since(game.program, 1, choices, 2, (0,)) == "chance"
    assert learned_since(game.program, 1, choices, 3, (0,)) is None
