from __future__ import annotations

from fractions import Fraction
from typing import Any

from boardwright.reports.skill import Step, judged, step_of


def games(*strong_ranks: int) -> list[dict[str, Any]]:
    """Games of two, in groups of two with changed seats; the rank of the stronger player in each."""
    found = []
    for number, rank in enumerate(strong_ranks):
        agents = ["strong", "weak"] if number % 2 == 0 else ["weak", "strong"]
        ranks = {"strong": rank, "weak": 3 - rank}
        found.append(
            {"game": number, "end": "over", "agents": agents, "ranks": [ranks[a] for a in agents]}
        )
    return found


ALONE = [(0,), (1,)]


def step(*strong_ranks: int) -> Step:
    return step_of(games(*strong_ranks), 2, "weak", "strong", ALONE)


def test_whoever_is_ahead_has_the_point() -> None:
    assert step(1, 1, 1, 2).points.value == Fraction(3, 4)
    tie = {"game": 0, "end": "over", "agents": ["strong", "weak"], "ranks": [1, 1]}
    assert step_of([tie], 2, "weak", "strong", ALONE).points.value == Fraction(1, 2)


def test_games_of_one_deal_are_one_observation() -> None:
    # One of the seats always wins, so every deal is even: there is no scatter between deals.
    even = step(*[1, 2] * 20)
    assert (even.points.n, even.games) == (20, 40) and not even.points.variance
    low, high = even.interval()
    assert low < 0.4 and high > 0.6  # but no interval is narrower than that of single games


def test_skill_is_told_from_luck() -> None:
    strong, even, weak = judged([step(*[1] * 40), step(*[1, 2] * 20), step(*[2] * 40)])
    assert [strong.verdict, even.verdict, weak.verdict] == [1, 0, -1]


def test_unfinished_games_do_not_count() -> None:
    stopped = [{"game": 0, "end": "limit"}]
    assert step_of(stopped, 2, "weak", "strong", ALONE).games == 0
    assert judged([step_of(stopped, 2, "weak", "strong", ALONE)])[0].verdict == 0


def test_a_team_is_one_player_and_counts_if_one_of_the_two_plays_for_it() -> None:
    teams = [(0, 1), (2, 3)]
    strong_ahead = {
        "game": 0,
        "end": "over",
        "agents": ["strong", "strong", "weak", "weak"],
        "ranks": [1, 1, 3, 3],
    }
    mixed = strong_ahead | {"game": 1, "agents": ["strong", "weak", "weak", "strong"]}
    found = step_of([strong_ahead, mixed], 2, "weak", "strong", teams)
    assert found.points.value == found.points.n == found.games == 1
