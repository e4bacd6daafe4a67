"""Ratings from games: known cases, and what must hold of any."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from boardwright.interpreter.machine.rng import Stream
from boardwright.reports.ratings import SCALE, Meetings, rate_agents


def played(wins: int, losses: int, draws: int = 0) -> Meetings:
    """Games of two agents, each a group of its own."""
    found = Meetings(("one", "other"))
    for group in range(wins + losses + draws):
        ranks = [1, 2] if group < wins else [2, 1] if group < wins + losses else [1, 1]
        found.note(group, [0, 1], ranks)
    return found


def test_the_difference_says_how_often_one_beats_the_other() -> None:
    first, second = rate_agents(played(75, 25))
    # One drawn game is added to those played.
    odds = 75.5 / 25.5
    assert first.agent == "one" and first.value == -second.value
    assert first.value - second.value == pytest.approx(SCALE * math.log10(odds), abs=1e-6)
    assert (first.points, first.comparisons) == (Fraction(75), 100)
    assert (second.points, second.comparisons) == (Fraction(25), 100)


def test_draws_are_half_a_win_for_both() -> None:
    first, second = rate_agents(played(10, 10, 20))
    assert first.value == second.value == 0
    assert first.points == second.points == 20


def test_whoever_never_loses_is_rated_all_the_same() -> None:
    first, second = rate_agents(played(40, 0))
    assert 300 < first.value - second.value < 1000
    assert first.error > 100


def test_whoever_finished_no_game_is_rated_too() -> None:
    meetings = Meetings(("one", "other", "broken"))
    for group in range(20):
        meetings.note(group, [0, 1], [1, 2] if group < 15 else [2, 1])
    ratings = {each.agent: each for each in rate_agents(meetings)}
    assert ratings["one"].value > ratings["broken"].value > ratings["other"].value
    assert ratings["broken"].comparisons == 0
    assert ratings["broken"].error > 1.5 * ratings["one"].error


def test_intervals_hold_the_true_difference() -> None:
    stream, held = Stream(1, "ratings"), 0
    for _ in range(200):
        wins = sum(stream.below(10) < 6 for _ in range(100))
        first = next(each for each in rate_agents(played(wins, 100 - wins)) if each.agent == "one")
        true = SCALE * math.log10(0.6 / 0.4) / 2
        held += abs(first.value - true) <= first.error
    assert 180 <= held <= 199


def test_games_of_one_group_count_together() -> None:
    apart, together = played(60, 40), Meetings(("one", "other"))
    for number in range(100):
        together.note(number // 10, [0, 1], [1, 2] if number < 60 else [2, 1])
    wide, narrow = rate_agents(together), rate_agents(apart)
    assert wide[0].value == narrow[0].value
    assert wide[0].error > 2 * narrow[0].error


def test_each_pair_of_a_game_of_several_is_compared() -> None:
    meetings = Meetings(("a", "b", "c"))
    for group in range(30):
        meetings.note(group, [2, 0, 1], [3, 1, 2])
    assert meetings.totals() == dict.fromkeys([(0, 1), (0, 2), (1, 2)], (Fraction(30), 30))
    assert [each.agent for each in rate_agents(meetings)] == ["a", "b", "c"]


def test_an_agent_at_two_seats_does_not_meet_itself() -> None:
    meetings = Meetings(("a", "b"))
    meetings.note(0, [0, 1, 0], [1, 2, 3])
    assert meetings.totals() == {(0, 1): (Fraction(1), 2)}


def test_a_team_counts_as_one_player() -> None:
    """Partners have the same result: intervals are those of as many games between two players."""
    teams, alone = Meetings(("a", "b")), Meetings(("a", "b"))
    for group in range(6):
        ranks = [1, 3, 1, 3] if group else [3, 1, 3, 1]
        teams.note(group, [0, 1, 0, 1], ranks, [(0, 2), (1, 3)])
        alone.note(group, [0, 1], ranks[:2])
    assert teams.totals() == alone.totals() == {(0, 1): (Fraction(5), 6)}
    assert rate_agents(teams) == rate_agents(alone)


def test_a_team_of_two_agents_says_nothing_about_either() -> None:
    meetings = Meetings(("a", "b", "c"))
    meetings.note(0, [0, 1, 1, 0, 2], [1, 1, 3, 3, 3], [(0, 1), (2, 3), (4,)])
    assert meetings.totals() == {}
    meetings.note(0, [0, 0, 1, 1, 2], [1, 1, 3, 3, 3], [(0, 1), (2, 3), (4,)])
    assert meetings.totals() == {
        (0, 1): (Fraction(1), 1),
        (0, 2): (Fraction(1), 1),
        (1, 2): (Fraction(1, 2), 1),
    }


def test_agents_that_never_met_are_compared_through_others() -> None:
    meetings = Meetings(("a", "b", "c"))
    for group in range(40):
        meetings.note(group, [0, 1], [1, 2] if group % 4 else [2, 1])
        meetings.note(group, [1, 2], [1, 2] if group % 4 else [2, 1])
    values = {each.agent: each.value for each in rate_agents(meetings)}
    assert values["b"] == pytest.approx(0, abs=1e-6)
    assert values["a"] == pytest.approx(-values["c"], abs=1e-6)
    assert values["a"] > 150
