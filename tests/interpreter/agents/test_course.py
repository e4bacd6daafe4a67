"""The course of games whose course is known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from boardwright.interpreter.agents.course import Course, Leads, expected_ahead, sensible, worse
from boardwright.interpreter.agents.installed import find_agent
from boardwright.interpreter.agents.playing import play
from boardwright.interpreter.agents.search.search_agents import Found
from boardwright.interpreter.agents.statistics import Gathering
from boardwright.interpreter.backends.names import Backend
from boardwright.interpreter.machine.search import WIN
from boardwright.loading.load import load
from folders import SMALL_GAMES
from luck_games import CARDS, COIN_FLIPS, FIRST_MOVE, SCORED_LATE, write_game

BACKENDS: tuple[Backend, ...] = ("python", "native")
RED, BLUE, GREEN = 1, 2, 4
SEATS = [RED, BLUE]


def course_of(
    root: Path, agents: str, seed: int = 1, players: int = 2, backend: Backend = "auto"
) -> dict[str, Any]:
    """The course of one game."""
    game = load(root, players, backend=backend)
    gathering = Gathering(game.program)
    course = Course(game.program, gathering)
    seated = [find_agent(name)(seed, seat) for seat, name in enumerate(agents.split(","))]
    gathering.begin()
    state = game.new(seed)
    noted = course.begin(seated)

    def note(v: list[int], answer: int) -> None:
        gathering.decision(v, answer)
        noted(v, answer)

    play(state, seated, note=note, seed=seed)
    gathering.finish(state.v, state.winners)
    return course.finish(state.v, state.winners)


def found(best: int, *tried: tuple[int, int]) -> Found:
    """A search in which the mean of each option was this many hundredths of a win."""
    sums = {n: (visits, visits * WIN * share // 100) for n, (visits, share) in enumerate(tried)}
    return Found(best, len(tried), sums, (0, 0))


@pytest.mark.parametrize(
    ("visits", "best", "other", "is_worse"),
    [(400, 60, 40, True), (400, 55, 50, False), (40_000, 55, 50, True), (2, 100, 0, False)],
)
def test_an_option_is_worse_only_beyond_the_chance_of_the_search(
    visits: int, best: int, other: int, is_worse: bool
) -> None:
    searched = found(0, (visits, best), (visits, other))
    assert worse(searched, 1) is is_worse
    assert sensible(searched) == (1 if is_worse else 2)


def test_an_option_that_was_not_tried_may_be_sensible() -> None:
    searched = found(0, (400, 90), (400, 10))
    assert sensible(Found(0, 5, searched.tried, (0, 0))) == 4


def test_somebody_is_ahead_only_beyond_the_chance_of_the_search() -> None:
    def ahead(visits: int, *shares: int) -> int:
        totals = tuple(visits * WIN * share // 100 for share in shares)
        return expected_ahead(Found(0, 1, {0: (visits, totals[0])}, totals), SEATS)

    assert [ahead(100, 70, 40), ahead(100, 40, 70), ahead(100, 55, 45)] == [RED, BLUE, 0]
    assert ahead(1000, 55, 45) == RED


def test_leads_are_counted_in_decisions() -> None:
    leads = Leads()
    for time, ahead in ((0, RED | BLUE), (2, RED), (4, RED | BLUE), (5, RED), (6, BLUE), (8, RED)):
        leads.note(time, ahead)
    won = {"changes": 2, "decided": 8, "behind": 2, "half": 0}
    assert leads.facts(10, RED, SEATS) == won
    # Half-time is after five decisions, when red led; blue, who did not win, was behind.
    assert leads.facts(10, BLUE, SEATS) == {"changes": 2, "decided": 10, "behind": 5, "half": 1}
    unclear = {"changes": 2, "decided": None, "behind": None, "half": None}
    assert leads.facts(10, RED | BLUE, SEATS) == leads.facts(10, 0, SEATS) == unclear
    alone = {"changes": 0, "decided": None, "behind": None, "half": None}
    assert leads.facts(10, RED | BLUE, [RED | BLUE]) == alone


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_first_move_that_decides(tmp_path: Path, backend: Backend) -> None:
    root = write_game(tmp_path, "first_move", FIRST_MOVE)
    course = course_of(root, "ismcts:300,ismcts:300", backend=backend)
    assert course["score"] == {"changes": 0, "decided": 1, "behind": 0, "half": 0}
    assert course["search"]["searches"] == 6 and course["search"]["decided"] == 0
    assert course["still"] == 5
    # Of six decisions the first has one sensible option; the three of the others are alike.
    assert list(course["choices"].values()) == [[6, 1, 1, 1 + 5 * 3]]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("agents", ["ismcts:300,ismcts:300", "mc:300,mc:300"])
def test_no_choice_matters_where_coins_decide(tmp_path: Path, agents: str) -> None:
    root = write_game(tmp_path, "flips", COIN_FLIPS)
    for seed in range(4):
        course = course_of(root, agents, seed)
        assert list(course["choices"].values()) == [[12, 0, 0, 24]]


def test_players_that_do_not_search_have_no_choices(tmp_path: Path) -> None:
    course = course_of(write_game(tmp_path, "flips", COIN_FLIPS), "random,first")
    assert course.keys() == {"still", "score", "held"} and course["held"] == {}


def test_the_cards_that_each_seat_holds(tmp_path: Path) -> None:
    course = course_of(write_game(tmp_path, "charms", CARDS), "random,random,random", players=3)
    held = course["held"]["charm"]
    assert list(held) == ["gold", "tin", "wood"]
    assert sorted(seat for seats in held.values() for seat in seats) == [0, 1, 2]


def test_both_back_ends_have_the_same_course() -> None:
    one, other = (
        course_of(SMALL_GAMES / "pepper_road", "ismcts:40,random", backend=backend)
        for backend in BACKENDS
    )
    assert one == other and one["search"]["searches"] > 0


def test_a_game_in_which_no_search_is_ever_sure_has_a_course() -> None:
    course = course_of(SMALL_GAMES / "tic_tac_toe", "mc:1,mc:1")
    assert course["search"]["searches"] == sum(row[0] for row in course["choices"].values()) > 0
    assert Leads().facts(9, RED, SEATS) == {"changes": 0, "decided": 9, "behind": 0, "half": 0}
    assert Leads().facts(9, 0, SEATS)["decided"] is None


def test_a_game_whose_score_is_known_at_the_end_has_a_course(tmp_path: Path) -> None:
    root = write_game(tmp_path, "late", SCORED_LATE)
    course = course_of(root, "first,random")
    assert course["score"]["decided"] == 6 and course["still"] == 0
