import json
from dataclasses import replace

import pytest

from boardwright.interpreter.records.schemas import misfit
from boardwright.loading.load import load
from boardwright.runs.chunk import plan_for
from boardwright.runs.plan import NoPlanError, Order, Plan, chunk_for, ranges
from folders import SMALL_GAMES
from run_samples import order, plan


def with_agents(*agents: str) -> Plan:
    return replace(plan(), players=len(agents), agents=agents)


@pytest.mark.parametrize(
    ("agents", "period"),
    [("aaa", 1), ("abc", 3), ("aab", 3), ("abab", 2), ("ab", 2), ("a", 1)],
)
def test_agents_go_round_the_table_on_the_same_seed(agents: str, period: int) -> None:
    run = with_agents(*agents)
    assert run.period == period
    tables = [run.agents_of(game) for game in range(period)]
    assert len(set(tables)) == period
    assert run.agents_of(period) == run.agents_of(0) == tuple(agents)
    assert len({run.seed_of(game) for game in range(period)}) == 1
    assert run.seed_of(period) != run.seed_of(0)
    # In a group every seat has every agent equally often.
    assert len({tuple(sorted(seat)) for seat in zip(*tables, strict=True)}) == 1


def test_seeds_are_those_of_the_format() -> None:
    seeds = [1195081626037620, 3521672780731004, 1169208448738777]
    assert [plan(seed=7).seed_of(game) for game in (0, 1, 999_999)] == seeds
    assert plan(seed=-7).seed_of(0) not in seeds
    assert all(0 <= plan().seed_of(game) < 2**52 for game in range(1000))


@pytest.mark.parametrize("games", [1, 5, 63, 64, 65, 999, 10_000, 100_000, 10**7])
@pytest.mark.parametrize("period", [1, 3, 4])
def test_chunks_cover_all_games_once(games: int, period: int) -> None:
    run = replace(plan(), games=games, chunk=chunk_for(games, period))
    assert run.chunk % period == 0
    assert sum(len(run.games_of(chunk)) for chunk in range(run.chunks)) == games
    assert ranges(run.games_of(chunk) for chunk in range(run.chunks)) == [[0, games - 1]]


def test_shards_divide_the_chunks() -> None:
    run = replace(plan(), games=1000, chunk=7)
    shares = [set(run.chunks_of((number, 4))) for number in (1, 2, 3, 4)]
    assert set.union(*shares) == set(run.chunks_of(None)) == set(range(143))
    assert sum(map(len, shares)) == 143


def test_the_time_of_programs_is_part_of_a_plan_where_it_matters() -> None:
    def told(agent: str, seconds: float) -> object:
        asked = replace(order(agent), agent_seconds=seconds)
        made = plan(asked=asked)
        assert Plan.of(json.loads(json.dumps(made.facts()))) == made
        return made.facts().get("agent_seconds", "nothing")

    assert told("random", 3.0) == "nothing"
    assert told("program:cat", 10.0) == "nothing"
    assert told("program:cat", 3.0) == 3.0


def test_a_plan_is_read_as_it_was_written() -> None:
    run = plan()
    assert Plan.of(json.loads(json.dumps(run.facts()))) == run


@pytest.mark.parametrize(
    "change",
    [
        {"games": 0},
        {"games": "9"},
        {"games": True},
        {"chunk": 0},
        {"agents": []},
        {"agents": "random"},
        {"seats": [1]},
        {"options": {"a": 1}},
        {"rules": None},
        {"more": 1},
    ],
)
def test_what_is_no_plan_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(NoPlanError):
        Plan.of({**plan().facts(), **change})


def test_a_plan_that_lacks_something_is_refused() -> None:
    facts = plan().facts()
    for name in facts:
        with pytest.raises(NoPlanError):
            Plan.of({key: value for key, value in facts.items() if key != name})
    with pytest.raises(NoPlanError):
        Plan.of([facts])


def test_teams_are_written_where_seats_play_together() -> None:
    seats = ("a", "b", "c", "d")
    run = replace(plan(), players=4, seats=seats, agents=("random",) * 4)
    assert "teams" not in run.facts() and run.partners == frozenset()
    teams = replace(run, teams=(("a", "c"), ("d", "b")))
    assert Plan.of(json.loads(json.dumps(teams.facts()))) == teams
    assert teams.partners == {2, 1}
    for wrong in ([], [["a"]], [["a", "b"], ["b", "c"]], [["a", "e"]], ["ab"], "ab"):
        with pytest.raises(NoPlanError):
            Plan.of({**run.facts(), "teams": wrong})


def test_a_run_knows_the_teams_of_its_game() -> None:
    pairs = load(SMALL_GAMES / "low_pairs", 4)
    asked = Order(
        ruleset=str(SMALL_GAMES / "low_pairs"),
        expansions=(),
        players=4,
        options=(),
        agents=("random",),
    )
    north, east, south, west = pairs.seats
    found = plan_for(asked, pairs, 1, 5, None)
    assert found.teams == ((north, south), (east, west))
    assert misfit(found.facts(), "plan") is None
