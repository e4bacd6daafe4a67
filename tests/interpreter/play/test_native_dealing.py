"""What a player does not know is dealt by machine code as Python deals it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boardwright import load
from boardwright.interpreter.agents.random_agent import make
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.determinize import deal
from boardwright.interpreter.play.native_dealing import Dealer
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.unknown import unknown
from folders import SMALL_GAMES

TABLES = [
    ("rattus", 4, ()),
    ("rattus", 3, ("mercatus",)),
    ("notre_dame", 5, ()),
    (str(SMALL_GAMES / "crazy_eights"), 3, ()),
    (str(SMALL_GAMES / "drafting"), 4, ()),
    (str(SMALL_GAMES / "auction"), 3, ()),
    (str(SMALL_GAMES / "old_crow"), 4, ()),
    (str(SMALL_GAMES / "shares"), 3, ()),
    (str(SMALL_GAMES / "edges" / "secrets.yaml"), 2, ()),
    (str(SMALL_GAMES / "edges" / "looks_into_bags.yaml"), 2, ()),
]


def positions(state: State, many: int) -> list[State]:
    """Positions on the way through a random game."""
    agents = [make(1, seat) for seat in range(state.program.table.players)]
    found = [state.copy()]
    while (decision := state.decision) is not None and len(found) < many:
        state.apply(agents[decision.player].choose(decision, state))
        found.append(state.copy())
    return found[:: max(1, len(found) // 12)]


@pytest.mark.parametrize(("name", "players", "expansions"), TABLES)
def test_the_same_worlds_are_dealt(name: str, players: int, expansions: tuple[str, ...]) -> None:
    game = load(name, players, expansions=expansions, backend="native")
    for state in positions(game.new(3), 60):
        for seat in range(-1, players):
            what = unknown(state, seat)
            mine, theirs = Stream(seat, "worlds"), Stream(seat, "worlds")
            for _ in range(3):
                by_python = deal(replace(what, dealer=None), mine)
                assert deal(what, theirs).v == by_python.v
                assert mine.word == theirs.word
            assert what.state.v == unknown(state, seat).state.v


def test_most_is_dealt_by_machine_code() -> None:
    game = load("notre_dame", 4, backend="native")
    dealers = [unknown(state, 0).dealer for state in positions(game.new(3), 60)]
    assert all(isinstance(each, Dealer) for each in dealers)
    slow = load("notre_dame", 4, backend="python")
    assert unknown(slow.new(3), 0).dealer is None
