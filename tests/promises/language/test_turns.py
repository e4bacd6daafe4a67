"""Setup, and whose turn it is: on both back-ends at once."""

from __future__ import annotations

import pytest

from boardwright.interpreter.table.errors import (
    NOT_AT_TABLE,
    RuleError,
)
from decisions import LOG
from strategies import logged, play, steps, tiny, turns


def test_decision_16_setup_has_choices_and_chance_like_any_phase() -> None:
    game = tiny(
        """course:
  - phase: setup
    steps: |
      draw first from players
      first chooses field from fields
      place 1 of cubes of first in field
  - phase: play
    turn: [add 1 to log]
    rounds: 1
"""
    )
    askers = {play(game, seed=seed).asked for seed in range(8)}
    assert askers == {"p1 setup.field", "p2 setup.field"}


def test_decision_16_what_is_in_play_at_a_table_cannot_depend_on_play() -> None:
    spaces = "spaces: {isle: {attributes: {far: yes_no}, in_play: %s}}\nboard: {isle: {near: {}, remote: {far: yes}}}\n"
    game = tiny(spaces % "count(seats) >= 3 or not far of it" + steps("set log to count(isles)"))
    assert [logged(game, players) for players in (2, 3)] == [1, 2]
    with pytest.raises(RuleError) as found:
        logged(tiny(spaces % "log = 0" + steps("set log to count(isles)")))
    assert found.value.code == NOT_AT_TABLE


SEAT = f"{LOG}position(me, those p in seats starting with first_seat)"


def order(more: str = "", how: str = "rounds: 2", extra: str = "", players: int = 3) -> int:
    """Who had the turns, one digit each."""
    return logged(tiny(more + turns(SEAT + ("\n" + extra if extra else ""), how)), players)


def test_decision_20_turns_go_round_as_the_phase_says() -> None:
    assert order() == 123123
    assert order(how="rounds: 2\n    first: last_seat") == 312312
    assert order(how="rounds: 2\n    direction: counter_clockwise") == 132132
    assert order(how="rounds: 2\n    without: left of first_seat") == 1313
    assert order(how="until: turn_number = 4") == 1231


def test_decision_20_who_is_next_is_a_rule_to_hook() -> None:
    again = "notes: {again: {is: number, per: player}}\ninstead of next_turn when again of me = 0: |\n  add 1 to again of me\n"
    assert order(again, "until: turn_number = 6") == 112233
    skip = "after next_turn when turn_number = 1: |\n  set active_player to left of active_player\n"
    assert order(skip) == 13123
    twice = "instead of next_turn when turn_number = 2: |\n  original\n  original\n"
    assert order(twice) == 12123
    leader = "instead of next_turn when turn_number = 2: |\n  set active_player to last_seat\n"
    assert order(leader) == 123123
    back = "if turn_number = 2:\n  set direction to counter_clockwise"
    assert order(extra=back) == 12132


def test_decision_20_an_extra_turn_ends_no_lap_and_a_skipped_player_does_not_stop_one() -> None:
    again = "instead of next_turn when turn_number <= 2: |\n  nothing\n"
    assert order(again, "rounds: 1") == 11123
    past_the_first = (
        "after next_turn when turn_number = 3: |\n  set active_player to left of active_player\n"
    )
    assert order(past_the_first) == 12323


def test_decision_20_who_drops_out_of_a_round_is_back_in_the_next() -> None:
    assert order(extra="if turn_number = 2:\n  first_seat drops out of round") == 123123
    assert order(extra="if turn_number = 1:\n  left of me drops out of round") == 13123
    assert order(extra="me drops out of round") == 123123


def test_decision_20_who_drops_out_of_the_game_is_no_player_and_still_has_a_seat() -> None:
    assert order(extra="if turn_number = 2:\n  me drops out") == 12313
    game = tiny(
        steps("first_seat drops out", "set log to count(players) * 10 + count(seats)"),
    )
    assert logged(game, 3) == 23


def test_decision_20_inside_a_round_of_phases_laps_bring_nobody_back() -> None:
    game = tiny(
        f"""course:
  - phase: years
    repeat: 2
    phases:
      - phase: bidding
        until: count(players) = 1
        turn: |
          {SEAT}
          me drops out of round
      - phase: fair
        steps: [set log to log * 10 + count(players)]
"""
    )
    assert logged(game, 3) == 121121
