"""What a state remembers of answers that others do not know yet."""

from __future__ import annotations

import pytest

from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.determinize import imagined
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.pending import secrets_of
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.unknown_words import CannotImagineError
from boardwright.interpreter.program.link import link
from boardwright.interpreter.records.saves import load
from boardwright.interpreter.table.table import set_table
from boardwright.loading.load import load as load_game
from bound_texts import game_of
from folders import SMALL_GAMES

GAME = """\
game: bids
language: 2
players: 3
seats: [red, blue, green]
stocks:
  coin: {total: 100, home: bank, kept: purse}
places:
  bank: {holds: [coin]}
  purse: {per: player, holds: [coin]}
rules:
  go: |
%s
course:
  - phase: main
    steps: |
      as first_seat:
        go()
outcome: {score: my coins}
"""
BIDS = """\
all at once for each p in players:
  choose bid from 0 to 3
for each p in players:
  as p:
    take bid of p coins
"""


def asked(steps: str) -> State:
    text = GAME % "".join(f"    {line}\n" for line in steps.splitlines())
    return new(link(set_table(game_of(text), 3)), 1)


def seats_of(state: State) -> list[int] | None:
    """Who gave the answers that are secret yet."""
    if state.pending is None:
        return None
    return [here.v[1] for here in state.pending.states(state)]


def test_answers_are_secret_until_all_have_answered() -> None:
    state = asked(BIDS + "choose n from 1 to 2")
    found = []
    for _ in range(4):
        found.append(seats_of(state))
        state.apply(1)
    # At the first decision of a game there is nothing to remember.
    assert found == [None, [0], [0, 1], None]


def test_the_next_time_is_told_from_this_one() -> None:
    state = asked(BIDS + BIDS.replace("bid", "second"))
    found = []
    for _ in range(6):
        found.append(seats_of(state))
        state.apply(1)
    assert found == [None, [0], [0, 1], [], [0], [0, 1]]


def test_a_secret_choice_is_one_until_nobody_else_is_asked() -> None:
    state = asked(
        "secretly choose trap from 1 to 3\nleft of me chooses step from 1 to 3\nchoose n from 1 to 2"
    )
    found = []
    for _ in range(3):
        found.append(seats_of(state))
        state.apply(0)
    assert found[:2] == [None, [0]]


def test_copies_go_their_own_ways() -> None:
    state = asked(BIDS)
    other = state.copy()
    state.apply(3)
    assert seats_of(state) == [0] and seats_of(other) is None
    third = state.copy()
    third.apply(2)
    assert seats_of(third) == [0, 1] and seats_of(state) == [0]


def test_others_answer_again_at_random_and_the_player_as_before() -> None:
    state = asked(BIDS + "choose n from 1 to 2")
    state.apply(3)
    state.apply(2)
    scores = set()
    for number in range(60):
        world = imagined(state, 1, Stream(number, "world"))
        assert world.decision is not None and world.decision.player == 2
        world.apply(0)
        scores.add(world.scores)
    assert scores == {(bid, 2, 0) for bid in range(4)}


def test_what_everybody_saw_happens_again() -> None:
    # Blue passes secretly or takes coins, which all can see.
    steps = (
        "secretly choose trap from 1 to 3\nas left of me:\n  may steal:\n    take 5 coins\n"
        "left of left of me chooses n from 1 to 2\nif trap = 1:\n  take 1 coins"
    )
    for stolen, coins in (("yes", 5), ("no", 0)):
        state = asked(steps)
        state.apply(0)
        state.apply(stolen)
        ends = set()
        for number in range(30):
            world = imagined(state, 2, Stream(number, "world"))
            world.apply(0)
            ends.add(world.scores)
        assert ends == {(0, coins, 0), (1, coins, 0)}


def test_a_state_from_a_save_does_not_know_them() -> None:
    state = asked(BIDS)
    state.apply(1)
    again = load(state.program, state.save(), "en")
    with pytest.raises(CannotImagineError, match="not known"):
        imagined(again, 1, Stream(1, "world"))
    state.apply(1)
    state.apply(1)


def test_games_without_secrets_remember_nothing() -> None:
    game = load_game(SMALL_GAMES / "tic_tac_toe", backend="python")
    assert secrets_of(game.program) is None
    state = game.new(1)
    state.apply(0)
    assert state.pending is None


def test_machine_code_remembers_the_same() -> None:
    states = [
        load_game(SMALL_GAMES / "drafting", backend=backend).new(2)
        for backend in ("python", "native")
    ]
    for number in range(30):
        if states[0].decision is None:
            break
        option = number % len(states[0].decision)
        for state in states:
            state.apply(option)
        assert states[0].pending == states[1].pending
