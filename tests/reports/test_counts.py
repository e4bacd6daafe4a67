"""What is counted of each game of a run."""

from __future__ import annotations

import json

import pytest

from boardwright.reports.counts import Counts


@pytest.mark.parametrize(
    ("scores", "ranks", "margin"),
    [
        ([9, 4, 2], [1, 2, 3], 5),
        ([9, 4, 2], [3, 2, 1], 2),  # the lowest wins
        ([7, 7, 1], [1, 1, 3], 0),
        ([1, 3], [2, 1], 2),
    ],
)
def test_the_margin_is_that_of_the_first_two_ranks(
    scores: list[int], ranks: list[int], margin: int
) -> None:
    game = {"end": "over", "scores": scores, "ranks": ranks, "agents": ["first"] * len(scores)}
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    counts = Counts()
    counts.note(json.dumps({**game, "winners": winners}).encode())
    assert counts.margins == {margin: 1}


@pytest.mark.parametrize("decisions", [0, 4])
def test_a_game_in_which_nobody_is_asked_has_a_length_and_no_course(decisions: int) -> None:
    leads = {"changes": 0, "decided": 0, "behind": 0, "half": 0}
    game = {"end": "over", "scores": [5, 2], "ranks": [1, 2], "agents": ["first"] * 2}
    facts = {"decisions": decisions, "course": {"still": decisions, "score": leads}}
    counts = Counts()
    counts.note(json.dumps({**game, **facts, "winners": [0]}).encode())
    assert counts.lengths["decisions"] == {decisions: 1}
    assert counts.course.games == bool(decisions)


def test_teams_are_ahead_of_teams() -> None:
    game = {"end": "over", "scores": [4, 9, 4, 9, 2], "ranks": [3, 1, 3, 1, 5]}
    counts = Counts(frozenset((2, 3)))
    counts.note(json.dumps({**game, "agents": ["first"] * 5, "winners": [1, 3]}).encode())
    assert counts.margins == {5: 1}
