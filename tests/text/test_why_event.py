"""Why something happened: every event of a game has an answer, with the way to it."""

from __future__ import annotations

import random

import pytest

import boardwright
from boardwright.interpreter.events.origins import Origin, origins
from boardwright.interpreter.reference.followed_game import STATEMENT
from boardwright.interpreter.reference.questions import QuestionError
from boardwright.text.why import why_text
from boardwright.text.why_event import why_event
from folders import SMALL_GAMES

# What the course of a game does by itself has no statement: a phase begins, notes are forgotten, uses begin anew. What
# happens by name is answered by the place of its rule.
BY_ITSELF = ("course", "noted", "used", "out", "happened")
GAMES = ["rattus", "notre_dame", str(SMALL_GAMES / "old_crow"), str(SMALL_GAMES / "orchard")]


@pytest.mark.parametrize("name", GAMES)
def test_every_event_has_an_answer(name: str) -> None:
    chance, game = random.Random(2), boardwright.load(name)
    state = game.new(5)
    choices: list[str] = []
    while (decision := state.decision) is not None and len(choices) < 120:
        choices.append(chance.choice(decision.options).id)
        state.apply(choices[-1])
    for many in (0, *chance.sample(range(1, len(choices)), 6), len(choices)):
        for number, origin in enumerate(origins(game.program, 5, choices[:many]), 1):
            if chance.random() < 0.3:
                found = why_event(game.program, 5, choices[:many], number)
                assert found.part.kind == STATEMENT and found.part.span.text
                assert why_text(found, "")
                assert found.part.parts or is_by_itself(origin), origin


def is_by_itself(origin: Origin) -> bool:
    return origin.event["event"] in BY_ITSELF and origin.node is None


def test_a_number_of_no_event_is_refused_with_those_there_are() -> None:
    game = boardwright.load("rattus")
    with pytest.raises(QuestionError, match="no event 0 after the setup") as caught:
        why_event(game.program, 5, [], 0)
    assert caught.value.help[1] == "1: course: what setup begins, now nothing"
