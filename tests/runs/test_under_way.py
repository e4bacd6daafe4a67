"""How far games have come that are being played."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from boardwright.loading.load import load
from boardwright.runs import under_way
from boardwright.runs.under_way import Chunk, UnderWay
from folders import SMALL_GAMES


@pytest.fixture
def here() -> Iterator[UnderWay]:
    """What this process plays, in two slots."""
    found = UnderWay(2, shared=False)
    under_way.begin(found.numbers)
    yield found
    under_way.begin(None)


def test_games_and_parts_of_games_are_counted(here: UnderWay) -> None:
    chunk = Chunk(None)

    def play() -> list[float]:
        parts = []
        for decisions in (4, 8, 4):
            for _ in range(decisions):
                chunk.decided((), 0)
                parts.append(here.games())
            chunk.ended()
        return parts

    parts = under_way.play_in(here.take(), None, play)
    # Of the first game nothing is known; the second one takes longer than it, the third one less time than both.
    assert parts == [0.95] * 4 + [1.25, 1.5, 1.75] + [1.95] * 5 + [2.166, 2.333, 2.5, 2.666]
    assert here.games() == 3


def test_a_first_guess_is_a_random_game(here: UnderWay) -> None:
    program = load(SMALL_GAMES / "tic_tac_toe", 2).program
    assert 5 <= Chunk(program).expected <= 9


def test_what_is_given_back_is_forgotten(here: UnderWay) -> None:
    one, other = here.take(), here.take()
    under_way.play_in(one, None, under_way.note, 2500)
    under_way.play_in(other, None, under_way.note, 500)
    assert here.games() == 3
    here.give_back(one)
    assert here.games() == 0.5
    assert here.take() == one


def test_somebody_is_told_from_time_to_time(
    here: UnderWay, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[float] = []

    def play() -> None:
        for n in range(3):
            under_way.note(n)

    monkeypatch.setattr(under_way, "_EVERY", 0.0)
    under_way.play_in(here.take(), lambda: told.append(here.games()), play)
    assert told == [0, 0.001, 0.002]
    under_way.note(5)
    assert len(told) == 3


def test_without_anybody_who_asks_nothing_is_noted() -> None:
    under_way.begin(None)
    under_way.note(5)
    assert UnderWay(3, shared=True).games() == 0
