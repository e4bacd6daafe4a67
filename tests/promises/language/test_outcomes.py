"""How a game ends, and who wins: on both back-ends at once."""

from __future__ import annotations

import pytest

from boardwright.interpreter.table.errors import (
    TOO_MANY_STEPS,
)
from decisions import fault
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
