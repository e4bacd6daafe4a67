from __future__ import annotations

import copy
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from boardwright.adapters.openspiel.line import CHANCE, TERMINAL, Line, begin
from boardwright.adapters.openspiel.setting import setting_of
from folders import SMALL_GAMES


def line(name: str, chance: str, **parameters: Any) -> Line:
    path = str(SMALL_GAMES / name)
    return begin(setting_of({"ruleset": path, "chance": chance, "backend": "python"} | parameters))


def to_the_throw(game: Line) -> None:
    """Plays on until somebody has chosen to throw a die."""
    while game.state is None or game.player != CHANCE:
        game.apply(
            game.legal()[-1]
        )  # a one would be thrown again and again, before anybody is asked


def test_chance_sets_a_game_up_where_it_takes_part_and_only_there() -> None:
    for chance in ("sampled", "explicit"):
        assert line("low_pairs", chance).player == CHANCE
        assert line("shares", chance).player == CHANCE
        assert line("tic_tac_toe", chance).player == 0


def test_sampled_chance_is_two_numbers_for_the_setup_and_one_for_each_step() -> None:
    game = line("low_pairs", "sampled", seeds=16)
    assert game.legal() == list(range(16))
    game.apply(3)
    assert game.player == CHANCE
    game.apply(5)
    assert game.player >= 0 and game.state == game.setting.game.new(3 * 16 + 5)
    die = line("pig", "sampled", seeds=16)
    to_the_throw(die)
    after = set()
    for outcome in range(16):
        other = die.copy()
        other.apply(outcome)
        assert other.player != CHANCE and other.state is not None
        after.add(str(other.state.position()["pieces"]))
    assert len(after) > 3


def test_explicit_chance_has_each_face_of_a_die_once() -> None:
    die = line("pig", "explicit")
    to_the_throw(die)
    assert die.point is not None
    names = [die.point.label(outcome) for outcome in die.legal()]
    assert names == [f"throw_the_die.roll: {side} of 6" for side in range(1, 7)]
    for outcome in die.legal()[1:]:  # after a one, the next player throws at once
        other = die.copy()
        other.apply(outcome)
        assert other.state is not None and other.player != CHANCE
        (thrown,) = other.state.position()["pieces"]["die"].values()
        assert thrown["side"] == outcome + 1


def test_the_outcomes_of_explicit_chance_are_all_that_there_is() -> None:
    """Every hand of a small deal, with how likely it is."""
    first = line("edges/windows.yaml", "explicit")
    assert first.point is not None
    likely: Counter[str] = Counter()
    waiting: list[tuple[Line, Fraction]] = [(first, Fraction(1))]
    while waiting:
        game, part = waiting.pop()
        if len(game.outcomes) == 3 or game.player != CHANCE:
            likely[str(game.outcomes)] += 1
            continue
        for outcome in game.legal():
            other = game.copy()
            other.apply(outcome)
            waiting.append((other, part / len(game.legal())))
    assert set(likely.values()) == {1}


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_copies_go_their_own_way(chance: str) -> None:
    game = line("low_pairs", chance)
    while game.player == CHANCE:
        game.apply(0)
    before = game.state.position() if game.state is not None else None
    other = copy.deepcopy(game)
    told = game.told(0)
    while other.player != TERMINAL:
        other.apply(other.legal()[-1])
        assert len(other.told(1).text) > 0
    assert game.state is not None and game.state.position() == before
    assert game.told(0) == told


def test_a_line_that_nobody_asks_watches_nothing() -> None:
    game = line("low_pairs", "sampled")
    while game.player != TERMINAL:
        game.apply(game.legal()[0])
    assert game.watch is None
    game.told(0)
    assert game.watch is not None


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
@pytest.mark.parametrize("name", ["low_pairs", "pig", "edges/names.yaml", "edges/secrets.yaml"])
def test_what_is_watched_is_what_is_played(name: str, chance: str) -> None:
    game = line(name, chance)
    for turn in range(120):
        if game.player == TERMINAL:
            break
        legal = game.legal()
        game.apply(legal[turn * 7 % len(legal)])
        if turn % 3 == 0 and game.player != CHANCE:
            game.told(0)
            assert game.watch is not None and game.state is not None
            assert game.watch.state.position() == game.state.position()
