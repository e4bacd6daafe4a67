from __future__ import annotations

import random
from pathlib import Path

import pytest

from boardwright.adapters.openspiel.line import CHANCE, TERMINAL, Line, begin
from boardwright.adapters.openspiel.setting import Setting, setting_of
from boardwright.adapters.openspiel.told import LONGEST, Told, view_text
from boardwright.interpreter.play.pending import secrets_of
from folders import SMALL_GAMES
from strategies import GAMES, game_in, name_of


def setting(folder: Path, chance: str) -> Setting:
    players = game_in(folder).players[0]
    parameters = {"ruleset": str(folder), "players": players, "chance": chance, "seeds": 2}
    return setting_of({**parameters, "backend": "python"})


def ways(of: Setting, games: int, most: int) -> list[Line]:
    """Lines of games that begin alike, at so many decisions of each."""
    found: list[Line] = []
    chooser = random.Random(4)
    for _ in range(games):
        line, first = begin(of), len(found)
        while line.player != TERMINAL and len(found) - first < most:
            if line.player != CHANCE:
                found.append(line.copy())
            line.apply(chooser.choice(line.legal()[:2]))
    return found


def is_the_same_for_whom_the_same_was_told(of: Setting, games: int, most: int) -> int:
    """How often the same was told again."""
    known: dict[tuple[int, str], object] = {}
    again = 0
    for line in ways(of, games, most):
        for seat in range(of.players):
            told = str(line.told(seat))
            assert line.state is not None
            offered = line.legal() if line.player == seat else None
            seen = view_text(line.state, seat), offered
            again += (seat, told) in known
            assert known.setdefault((seat, told), seen) == seen
    return again


@pytest.mark.parametrize(
    "name",
    ["edges/who_sees_what.yaml", "edges/picks.yaml", "edges/secrets.yaml", "edges/names.yaml"],
)
def test_who_was_told_the_same_sees_the_same_and_has_the_same_options(name: str) -> None:
    of = setting(SMALL_GAMES / name, "explicit")
    assert is_the_same_for_whom_the_same_was_told(of, games=60, most=14) > 5


@pytest.mark.campaign
@pytest.mark.parametrize("chance", ["sampled", "explicit"])
@pytest.mark.parametrize("folder", [f for f in GAMES if f.name != "orchard"], ids=name_of)
def test_who_was_told_the_same_sees_the_same_in_every_game(folder: Path, chance: str) -> None:
    is_the_same_for_whom_the_same_was_told(setting(folder, chance), games=40, most=40)


@pytest.mark.parametrize("name", ["skunk", "drafting"])
def test_answers_of_others_are_not_told_before_all_have_answered(name: str) -> None:
    of = setting(SMALL_GAMES / name, "sampled")
    together, found = secrets_of(of.program), 0
    assert together is not None
    for line in ways(of, 8, 20):
        assert line.state is not None
        if line.state.question[0] not in together.together:
            continue
        after = []
        for action in line.legal():
            other = line.copy()
            other.apply(action)
            if other.player not in (CHANCE, TERMINAL, line.player):
                after.append(other)
        for other in after:
            assert other.state is not None
            if other.state.pending is None or not other.state.pending.answers:
                continue  # all have answered
            for seat in set(range(of.players)) - {line.player}:
                found += 1
                assert other.told(seat) == after[0].told(seat)
                if seat != other.player:
                    assert other.told(seat) == line.told(seat)
    assert found > 0


def test_positions_that_are_made_up_tell_other_things_to_others() -> None:
    of = setting(SMALL_GAMES / "low_pairs", "sampled")
    line = ways(of, 1, 8)[-1]
    player = line.player
    made = [line.imagine(player, seed) for seed in range(8)]
    assert {str(each.told(player)) for each in made} == {str(line.told(player))}
    assert len({str(each.told(1 - player)) for each in made}) > 1
    twice = made[0].imagine(player, 99)
    assert str(twice.told(player)) == str(line.told(player))


def test_a_long_text_is_cut_off_after_a_digest_of_it() -> None:
    told, other = Told(), Told().and_then("another\n", "view")
    for n in range(LONGEST // 10 + 2):
        told = told.and_then(f"line {n:04}\n", "view")
        other = other.and_then(f"line {n:04}\n", "view")
        assert str(told) != str(other)
    assert not told.is_whole and len(str(told)) < 100
    assert told.text == other.text and told.digest != other.digest


def test_nothing_new_is_not_told() -> None:
    told = Told().and_then("", "view")
    assert told.and_then("", "view") is told
    assert told.and_then("", "another view") != told
