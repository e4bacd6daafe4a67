"""Games that begin from a given position."""

from __future__ import annotations

import json

import pytest

import boardwright
from boardwright import Game, RulesetError
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.table.errors import RuleError
from rebuild import Rebuilt

GIVEN = "place 2 of cubes of red in gallia\nplace 1 of cubes of yellow in gallia"


@pytest.fixture(scope="module")
def rattus() -> Game:
    return boardwright.load("rattus", players=2)


def test_what_is_given_happens_after_the_setup(rattus: Game) -> None:
    state = rattus.begin(GIVEN, seed=3, turn="yellow")
    position = state.position()
    assert position["stocks"]["cube"]["gallia"] == {"red": 2, "yellow": 1}
    assert position["asked"]["player"] == "yellow" and position["phase"] == "turns"
    assert state == rattus.begin(GIVEN, seed=3, turn="yellow") != rattus.begin(GIVEN, seed=4)


def test_all_that_happens_is_told_and_the_position_follows_from_it(rattus: Game) -> None:
    state, stream = rattus.begin(GIVEN, 3, turn="yellow", watch=True, seats=[0]), Stream(3, "x")
    assert state == rattus.begin(GIVEN, 3, turn="yellow")
    assert [each["n"] for each in state.events if each.get("cause") == "given"] == [2]
    assert state.seen(0)[-1]["event"] == "asked"
    rebuilt = Rebuilt(json.loads(json.dumps(rattus.beginning())))
    while True:
        for event in state.events:
            rebuilt.take(event)
        found = state.position(zeros=True)
        told = {key: each for key, each in found.items() if key not in ("chance", "naming")}
        assert rebuilt.position() == told
        if state.decision is None:
            break
        state.apply(stream.below(len(state.decision)))


def test_a_game_goes_on_from_there_like_any_other(rattus: Game) -> None:
    state = rattus.begin(GIVEN, 5)
    other = state.copy()
    for each in (state, other):
        while each.decision is not None:
            each.apply(0)
    assert state == other and state.over
    with pytest.raises(ValueError, match="another version"):
        rattus.load_state(rattus.begin(GIVEN, 5).save())


def test_mistakes_in_what_is_given_are_told(rattus: Game) -> None:
    with pytest.raises(RulesetError, match="unknown name `cats`"):
        rattus.begin("place 2 of cats of red in gallia")
    with pytest.raises(RulesetError, match="no phase `winter`"):
        rattus.begin(phase="winter")
    with pytest.raises(RulesetError, match="`given` asks"):
        rattus.begin("as red:\n  choose r from regions\n  place 1 of cubes of red in r")


@pytest.mark.parametrize(
    ("given", "row", "column"),
    [
        ("place 2 of cats of red in gallia", 1, 12),
        ("\n  place 2 of cubes of red in gallia\n  place 2 of cats of red in gallia\n", 3, 14),
        ("place 2 of cubes of red in gallia\r\nplce 2 of cubes", 2, 1),
        ("place 1 of cubes of red in gallia\nplace 900 of cubes of red in gallia", 2, 1),
    ],
)
def test_a_mistake_is_told_at_its_line_and_column(
    rattus: Game, given: str, row: int, column: int
) -> None:
    with pytest.raises((RulesetError, RuleError), match=f"^given:{row}:{column}: "):
        rattus.begin(given)
