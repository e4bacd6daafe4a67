"""How a game ends, and who wins: on both back-ends at once."""

from __future__ import annotations

import pytest

from boardwright.interpreter.table.errors import (
    TOO_MANY_STEPS,
)
from decisions import fault, refused
from strategies import TINY, Pair, logged, play, steps, tiny, turns


def ending(outcome: str) -> Pair:
    """How a game ends in which four players have 1, 2, 0 and 1 coins."""
    text = TINY.replace("outcome: {score: my coins}", f"outcome: {outcome}")
    earned = "position(me, those p in seats starting with first_seat) mod 3"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("strategies.TINY", text)
        game = tiny(turns(f"take ({earned}) of coins", "rounds: 1"))
    return play(game, players=4)


def test_decision_31_ranks_are_shared_where_nothing_tells_players_apart() -> None:
    pair = ending("{score: my coins}")
    assert pair.state.ranks == (2, 1, 4, 2) and pair.state.winners == (1,)


def test_decision_31_ties_are_broken_in_order() -> None:
    pair = ending("{score: 0, ties: [{most: my coins mod 2}, {fewest: my coins}]}")
    assert pair.state.ranks == (1, 4, 3, 1) and pair.state.winners == (0, 3)


@pytest.mark.parametrize(
    ("wins", "winners"),
    [
        ("my coins = 1", (0, 3)),
        ("my coins = 2", (1,)),
        ("my coins = 7", ()),
        ("my coins >= 0", (0, 1, 2, 3)),
    ],
)
def test_decision_31_victory_may_be_shared_common_or_nobodys(
    wins: str, winners: tuple[int, ...]
) -> None:
    assert ending(f"{{score: my coins, wins: {wins}}}").state.winners == winners


def test_decision_31_the_game_ends_at_once_where_a_rule_says_so() -> None:
    game = tiny(
        "rules:\n  finish: |\n    set log to 4\n    end game\n"
        + steps(
            "for each field in fields:", "  first_seat may go_on:", "    finish()", "set log to 9"
        )
    )
    assert logged(game, choices=["no", "yes"]) == 4


def test_decision_31_what_never_asks_anybody_is_stopped() -> None:
    assert fault(tiny(steps("while yes:", "  set log to 1"))) == TOO_MANY_STEPS


def test_decision_31_a_game_that_takes_too_many_decisions_is_unfinished_and_nobody_wins_it() -> (
    None
):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "strategies.TINY",
            TINY.replace("players: 2 to 4\n", "players: 2 to 4\nlimits: {decisions: 3}\n"),
        )
        game = tiny(turns("may wait:\n  set log to 1", "rounds: 9"))
    pair = play(game, choices=["yes", "no", "yes"])
    assert pair.state.over and pair.state.unfinished and pair.state.winners == ()


@pytest.mark.parametrize(
    ("more", "ranks", "winners"),
    [
        ("lowest_wins: yes", (2, 4, 1, 2), (2,)),
        (
            "lowest_wins: yes, ties: [{most: my coins mod 2}, {fewest: 1 if me is last_seat else 0}]",
            (2, 4, 1, 3),
            (2,),
        ),
        ("teams: [[1, 2], [3, 4]]", (1, 1, 3, 3), (0, 1)),
        ("teams: [[1, 3], [2, 4]], lowest_wins: yes", (1, 3, 1, 3), (0, 2)),
        ("teams: [[1, 4]]", (1, 1, 4, 1), (0, 1, 3)),
        (
            "teams: [[1, 4], [2, 3]], ties: [{most: 1}]",
            (1, 1, 1, 1),
            (0, 1, 2, 3),
        ),
        ("teams: [[1, 2], [3, 4]], wins: my coins = 0", (3, 3, 1, 1), (2, 3)),
    ],
)
def test_the_lowest_may_win_and_teams_win_together(
    more: str, ranks: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    pair = ending(f"{{score: my coins, {more}}}")
    assert (pair.state.ranks, pair.state.winners) == (ranks, winners)


def test_a_team_has_the_sum_of_its_scores_and_is_a_set() -> None:
    pair = ending("{score: my coins + count(team of me) * 10, teams: [[1, 2, 3]]}")
    assert pair.state.scores == (93, 93, 93, 11)


def test_seats_that_are_not_at_the_table_are_in_no_team() -> None:
    text = TINY.replace(
        "outcome: {score: my coins}", "outcome: {score: count(team of me), teams: [[1, 3], [2, 4]]}"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("strategies.TINY", text)
        game = tiny(turns("take 1 coins", "rounds: 1"))
    assert play(game, players=3).state.scores == (4, 1, 4)


def test_what_agents_go_by_is_less_where_the_score_is_more() -> None:
    pair = ending("{score: my coins, lowest_wins: yes}")
    assert [pair.state.worth(seat) for seat in range(4)] == [-1, -2, 0, -1]
    assert [pair.reference.worth(seat) for seat in range(4)] == [-1, -2, 0, -1]


def test_a_team_has_seats_that_some_table_has() -> None:
    text = TINY.replace("outcome: {score: my coins}", "outcome: {score: 0, teams: [[1, 5]]}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("strategies.TINY", text)
        assert refused(turns("take 1 coins", "rounds: 1")) == {"E501"}


def test_a_team_may_be_asked_for_in_rules_and_hides_nothing() -> None:
    game = tiny(
        "notes: {team: {is: number, per: player}}\n"
        + turns("set team of me to 4\nset log to team of first_seat", "rounds: 1")
    )
    assert logged(game) == 4
