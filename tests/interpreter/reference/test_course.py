from __future__ import annotations

import pytest

from boardwright.interpreter.reference import ReferenceGame
from boardwright.interpreter.table import errors
from boardwright.interpreter.table.table import set_table
from bound_texts import game_of
from toy import PAUSE, TOY, Playing, failing, indented, play, turns

# ---- the course


def test_turns_go_round_in_the_direction() -> None:
    game = turns("may pause:\n  nothing", settings="direction: counter_clockwise\nrounds: 1")
    order: list[str] = []
    while not game.game.over:
        order.append(game.asked)
        assert game.at("active_player") == game.asked
        game.pick("no")
    assert order == ["red", "green", "blue"]
    assert game.at("active_player") is None
    assert (game.at("last_player"), game.at("turn_number")) == ("blue", 3)


def asked_in(game: Playing, most: int = 20) -> list[str]:
    """Who is asked, one after the other, everybody answering no."""
    order: list[str] = []
    while not game.game.over and len(order) < most:
        order.append(game.asked)
        game.pick("no")
    return order


def test_who_is_left_out_has_no_turn() -> None:
    game = turns(PAUSE, settings="first: left of first_seat\nwithout: first_seat\nrounds: 2")
    assert asked_in(game) == ["blue", "green", "blue", "green"]


def test_until_is_asked_after_each_turn() -> None:
    assert asked_in(turns(PAUSE, settings="until: turn_number = 4")) == [
        "red",
        "blue",
        "green",
        "red",
    ]


def test_a_player_can_have_another_turn() -> None:
    more = "instead of next_turn when turn_number = 2: |\n  nothing\n"
    game = turns(PAUSE, settings="rounds: 1", more=more)
    assert asked_in(game) == ["red", "blue", "blue", "green"]


def test_a_player_can_be_skipped() -> None:
    more = "after next_turn when turn_number = 1: |\n  set active_player to left of active_player\n"
    assert asked_in(turns(PAUSE, settings="rounds: 1", more=more)) == ["red", "green"]


def test_play_can_be_reversed() -> None:
    more = "before next_turn when turn_number = 2: |\n  set direction to counter_clockwise\n"
    game = turns(PAUSE, settings="until: turn_number = 4", more=more)
    assert asked_in(game) == ["red", "blue", "red", "green"]


def test_who_drops_out_of_the_round_is_back_with_the_next_lap() -> None:
    steps = "if turn_number = 1:\n  left of me drops out of round\n" + PAUSE
    game = turns(steps, settings="rounds: 2")
    assert game.at("out_of_round") == ["blue"]
    assert asked_in(game) == ["red", "green", "red", "blue", "green"]


def test_who_drops_out_of_the_game_is_out() -> None:
    steps = "if turn_number = 2:\n  me drops out\n" + PAUSE
    game = turns(steps, settings="rounds: 2")
    assert asked_in(game) == ["red", "blue", "green", "red", "green"]
    assert game.at("out_of_game") == ["blue"]


def test_a_round_of_everybody_dropping_out_ends_with_the_lap() -> None:
    steps = PAUSE + "\nme drops out of round"
    assert asked_in(turns(steps, settings="rounds: 2")) == ["red", "blue", "green"] * 2


NESTED = """
course:
  - phase: passes
    repeat: 2
    phases:
      - {phase: early, steps: [mark()]}
      - {phase: betting, turn: [bet()], until: count(players) = 0}
  - {phase: late, steps: [mark()]}
rules:
  mark: |
    set log to log * 10 + round
  bet: |
    may stay:
      nothing
    otherwise:
      me drops out of round
"""


def test_rounds_are_those_of_the_phase_around() -> None:
    game = Playing(NESTED, 2, 1, {})
    assert (game.at("phase"), game.at("round"), game.log) == ("betting", 1, 1)
    game.pick("no", "yes", "yes")  # red has dropped out, for longer than a lap
    assert game.asked == "blue"
    assert game.at("out_of_round") == ["red"]
    game.pick("no")
    assert (game.at("round"), game.log) == (2, 12)
    assert game.at("out_of_round") is None
    game.pick("no", "no")
    assert game.game.over
    assert (game.at("round"), game.log) == (0, 120)
    assert game.at("out_of_round") is None


def test_a_phase_can_be_repeated_until_something_holds() -> None:
    more = "course:\n  - phase: main\n    until: log >= 3\n    steps: [add 1 to log]\n"
    assert Playing(more, 2, 1, {}).log == 3


def test_hooks_on_phases_run_once_around_them() -> None:
    more = """
course:
  - phase: main
    repeat: 2
    steps: |
      set log to log * 10 + 2
before main: |
  if phase is main:
    set log to 1
after main: |
  set log to log * 10 + 3
"""
    assert Playing(more, 2, 1, {}).log == 1223


def test_end_game_ends_it_at_once() -> None:
    game = play("if log = 0:\n  end game\nset log to 1")
    assert game.game.over
    assert game.log == 0


# ---- the outcome


def test_ranks_follow_score_and_ties() -> None:
    steps = "take 3 points\nas last_seat:\n  take 3 points\n  take 1 coins"
    game = play(steps, players=3)
    assert game.game.scores == (3, 0, 3)
    assert game.game.ranks == (1, 3, 1)
    assert game.game.winners == (0, 2)


def outcome_of(outcome: str, steps: str) -> ReferenceGame:
    text = (TOY % {"king": "", "cook": "", "more": ""}).replace("{score: my points}", outcome)
    course = f"course:\n  - phase: main\n    steps: |\n      as first_seat:\n{indented(steps, 8)}"
    return ReferenceGame(
        set_table(game_of(text.replace("part: more\n", f"part: more\n{course}")), 3), 1
    )


def test_ties_are_broken_in_turn() -> None:
    outcome = "{score: my points, ties: [{most: my coins}, {fewest: my cubes in a}]}"
    steps = "take 1 coins\nplace 1 of my cubes in a\nas last_seat:\n  take 1 coins"
    game = outcome_of(outcome, steps)
    assert game.ranks == (2, 3, 1)


def test_the_game_may_say_who_wins() -> None:
    outcome = "{score: my points, wins: my coins >= 1}"
    game = outcome_of(outcome, "take 9 points\nas last_seat:\n  take 1 coins")
    assert game.winners == (2,)
    assert game.ranks == (2, 3, 1)
    assert outcome_of(outcome, "take 9 points").winners == ()


def test_a_game_that_takes_too_many_decisions_is_unfinished() -> None:
    text = (TOY % {"king": "", "cook": "", "more": ""}).replace(
        "players: 2 to 4", "players: 2 to 4\nlimits: {decisions: 3}"
    )
    course = (
        "course:\n  - phase: main\n    rounds: 9\n    turn: |\n      may pause:\n        nothing\n"
    )
    game = ReferenceGame(
        set_table(game_of(text.replace("part: more\n", f"part: more\n{course}")), 2), 1
    )
    for _ in range(3):
        assert not game.over
        game.apply("no")
    assert game.over
    assert game.unfinished
    assert game.winners == ()


# ---- mistakes


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        ("pay 1 coins", errors.NOT_ENOUGH),
        ("move 3 of pile to tableau of me", errors.NOT_ENOUGH),
        ("take 0 - 1 coins", errors.OUT_OF_RANGE),
        ("set limited to 4", errors.OUT_OF_RANGE),
        ("subtract 1 from limited", errors.OUT_OF_RANGE),
        ("set log to 1 / log rounded down", errors.DIVISION_BY_ZERO),
        ("set log to 1 mod log", errors.DIVISION_BY_ZERO),
        ("set log to worth of top of pile", errors.NOTHING_THERE),
        ("set log to count(neighbours of field of pawn)", errors.NOTHING_THERE),
        ("as active_player:\n  nothing", errors.OF_NOBODY),
        ("if left of nobody is me:\n  nothing", errors.OF_NOBODY),
        ("while log = 0:\n  nothing", errors.TOO_MANY_STEPS),
        ("for each token in tokens:\n  move token to a", errors.NO_ROOM),
    ],
)
def test_what_a_rule_cannot_do_is_an_error_at_its_place(steps: str, code: str) -> None:
    error = failing(steps)
    assert error.code == code
    assert error.span is not None
    assert error.span.source.name == "more.yaml"


def test_a_table_without_a_row_is_an_error() -> None:
    more = "tables: {price: {1: 2, 2: 5}}\n"
    assert play("set log to price(2)", more=more).log == 5
    assert failing("set log to price(3)", more=more).code == errors.NO_ROW


def test_what_is_not_offered_changes_nothing() -> None:
    game = play("choose n from 1 to 2\nset log to n")
    before = game.game.position()
    with pytest.raises(ValueError):
        game.pick("3")
    assert game.game.position() == before
    with pytest.raises(ValueError):
        game.pick("2").pick("1")
