"""What a person is shown of positions that differ only in what this person may not know."""

from __future__ import annotations

import pytest

from boardwright.evening.menu import pages, question_of
from boardwright.evening.person import Person
from boardwright.interpreter.play.state import State
from boardwright.loading.load import load
from boardwright.terminal import Paint
from boardwright.text.board import BoardText
from positions_alike import alike, positions


def shown(person: Person, state: State) -> list[object]:
    """The board, the own things and the question, as a person sees them who has just sat down."""
    person.seen = None
    found: list[object] = [person.glance(state, 20), person.board(state), person.own(state)]
    decision = state.decision
    if decision is not None and decision.player == person.seat:
        found += [question_of(decision), pages(decision.options, 80, 10)]
    return found


@pytest.mark.parametrize("name", ["notre_dame", "rattus"])
def test_positions_that_are_alike_look_alike(name: str) -> None:
    game, compared = load(name, 3), 0
    people = [Person(game, 1, seat, Paint(False)) for seat in range(3)]
    for number, state in enumerate(positions(game.program, 1, 100, 10)):
        decision = state.decision
        assert decision is not None
        for person in people:
            here = shown(person, state)
            for other in alike(state, person.seat, number):
                assert shown(person, other) == here
                compared += 1
    assert compared > 20


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "rat token (limit 1, Royalty and Magic)"),
        ("it", "gettone ratto (limite 1, Reali e Maghi)"),
        ("nl", "rattenfiche (limiet 1, Koningshuis en Magie)"),
    ],
)
def test_a_piece_without_a_name_is_called_as_it_is_told(language: str, said: str) -> None:
    state = load("rattus", 2, language=language).new(1)
    board = BoardText(state, 0)
    assert board.face_name("rat", "t03") == said
    assert board.face_name("class_card", "king") in ("King", "Re", "Koning")
