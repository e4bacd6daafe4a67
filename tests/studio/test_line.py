from __future__ import annotations

from random import Random

import pytest

import boardwright
from boardwright.interpreter.play.decision import IllegalChoice
from boardwright.studio.line import STEP, Line


@pytest.fixture(scope="module")
def game() -> boardwright.Game:
    return boardwright.load("rattus", players=3)


def grown(game: boardwright.Game, count: int, seed: int = 1) -> Line:
    line, rnd = Line(game, 7), Random(seed)
    for _ in range(count):
        assert line.state.decision is not None
        line.choose(rnd.choice(line.state.decision.ids))
    return line


def same(one: Line, other: Line) -> bool:
    return (
        one.choices == other.choices
        and one.told == other.told
        and one.state == other.state
        and len(one.kept) == len(other.kept)
        and all(a[0] == b[0] and a[1] == b[1] for a, b in zip(one.kept, other.kept, strict=True))
    )


@pytest.mark.parametrize("at", [0, 1, STEP - 1, STEP, STEP + 1, 2 * STEP, 79, 80])
def test_a_line_that_was_cut_is_one_that_never_went_further(
    game: boardwright.Game, at: int
) -> None:
    line, short = grown(game, 80), grown(game, at)
    branch = line.branch(at)
    assert same(branch, short)
    assert len(line.choices) == 80
    line.cut(at)
    assert same(line, short)
    if short.state.decision is not None:
        option = short.state.decision.ids[-1]
        line.choose(option)
        short.choose(option)
        assert same(line, short) and not same(branch, short)


def test_each_position_is_found_again(game: boardwright.Game) -> None:
    line, plain = grown(game, 80), game.new(7)
    states = [state.hash for state in line.states(0, 80)]
    for at, choice in enumerate(line.choices):
        assert line.state_at(at) == plain
        assert states[at] == plain.hash
        plain.apply(choice)


def test_what_is_not_offered_changes_nothing(game: boardwright.Game) -> None:
    line = grown(game, 10)
    with pytest.raises(IllegalChoice):
        line.choose("atlantis")
    assert same(line, grown(game, 10))


def test_each_seat_is_told_what_a_watched_game_tells_it(game: boardwright.Game) -> None:
    line = grown(game, 20)
    state = game.new(7, watch=True, tell=True, seats=range(3))
    for at in range(21):
        for seat in range(3):
            told = line.heard(at, seat)[-1]
            assert told.events == state.seen(seat)
            assert tuple(each.text for each in told.sentences) == state.tell(seat)
        if at < 20:
            state.apply(line.choices[at])


def test_questions_are_about_the_position_that_is_meant(game: boardwright.Game) -> None:
    line = grown(game, 40)
    for at in (20, 20, 30, 10, 40):
        explained = line.explained_at(at)
        decision = line.state_at(at).decision
        assert decision is not None and explained.decision is not None
        assert set(explained.decision.options) == set(decision.ids)
        assert explained.asker == decision.player
    line.cut(15)
    line.choose(line.state.decision.ids[-1] if line.state.decision is not None else "")
    now = line.state.decision
    assert now is not None
    again = line.explained_at(16)
    assert again.decision is not None and set(again.decision.options) == set(now.ids)
