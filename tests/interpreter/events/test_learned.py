"""What has come to light is what people have seen, or chance has decided."""

from __future__ import annotations

import pytest

from boardwright.interpreter.events.learned import learned_since
from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.table import set_table
from boardwright.loading.load import load
from bound_texts import game_of
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


GAME = """\
### game.yaml
game: covered
language: 2
players: 2
kinds:
  card: {hidden: yes, home: rack}
  die: {pieces: 2, sides: 6, home: cup, plural: dice}
places:
  rack: {holds: [card], tracked: no, visible_to: nobody}
  cup: {holds: [die], visible_to: nobody}
  mat: {holds: [die]}
pieces: {card: [crow, finch]}
course:
  - phase: play
    rounds: 2
    turn: |
      choose one:
        wait:
          nothing
        peek:
          look at cards in rack
        lift when count(dice in cup) >= 1:
          move all dice in cup to mat
outcome: {score: 0}
"""


@pytest.mark.parametrize(
    ("choices", "learned"),
    [
        (["wait"], None),
        (["peek"], "face"),
        (["lift"], "face"),
        (["peek", "wait"], "face"),
    ],
)
def test_what_was_covered_and_is_seen_has_come_to_light(
    choices: list[str], learned: str | None
) -> None:
    program = link(set_table(game_of(GAME), 2))
    assert learned_since(program, 1, choices, 0, (0, 1)) == learned


def test_what_was_seen_before_is_nothing_new() -> None:
    program = link(set_table(game_of(GAME), 2))
    assert learned_since(program, 1, ["lift", "wait"], 1, (0, 1)) is None


def test_what_only_others_look_at_has_not() -> None:
    program = link(set_table(game_of(GAME), 2))
    assert learned_since(program, 1, ["peek"], 0, (0,)) == "face"
    assert learned_since(program, 1, ["peek"], 0, (1,)) is None
    assert learned_since(program, 1, ["lift"], 0, (1,)) == "face"
