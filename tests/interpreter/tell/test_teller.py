"""Sentences about what happens: the engine's own, and who is told what."""

from __future__ import annotations

import pytest

from boardwright.interpreter.events.watched import WatchedState, new_watched
from strategies import GAMES, program_of

RATTUS = program_of(GAMES[-2], 2)


def played(language: str, *choices: str) -> WatchedState:
    state = new_watched(RATTUS, 3, language, [0, 1, -1], tell=True)
    for choice in choices:
        state.apply(choice)
    return state


OPENING = ("gallia", "italia", "italia", "gallia")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Red places 2 cubes in Gallia."),
        ("it", "Rosso piazza 2 cubetti in Gallia."),
        ("nl", "Rood plaatst 2 blokjes in Gallia."),
        ("de", "Red places 2 cubes in Gallia."),
    ],
)
def test_a_step_is_told_in_the_language_of_the_game(language: str, told: str) -> None:
    assert played(language, "gallia").tell() == (told,)


def test_choices_that_lead_to_something_are_told_by_it() -> None:
    state = played("en", *OPENING, "take_card")
    assert state.tell() == ()
    state.apply("witch")
    assert state.tell() == ("Red takes the Witch.",)


def test_a_seat_is_told_what_it_sees() -> None:
    state = played("en", *OPENING, "take_card", "witch", "ability:witch", "rat_1")
    assert "limit" in state.tell(0)[0]
    for seat in (1, -1):
        assert state.tell(seat) == ("Red looks at a rat token in Anglia.",)
    assert "limit" in state.tell()[0]


def test_a_copy_goes_on_by_itself() -> None:
    state = played("en", *OPENING)
    other = state.copy()
    other.apply("take_card")
    told = state.tell()
    assert other.tell() == () != told == state.tell()


def test_only_who_asked_for_it_is_told_sentences() -> None:
    with pytest.raises(ValueError, match="tell=True"):
        new_watched(RATTUS, 3).tell()
    state = new_watched(RATTUS, 3, seats=[0], tell=True)
    with pytest.raises(ValueError, match=r"seats=\[1\]"):
        state.tell(1)
