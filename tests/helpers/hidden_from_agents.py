"""Agents choose the same in states that look the same to their player."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from boardwright.interpreter.agents.agent import Agent
from positions_alike import alike
from strategies import game_in, program_of, random_game


def assert_nothing_hidden_is_used(
    folder: Path, agent: Callable[[int], Agent], *, most: int, every: int = 1
) -> None:
    """Exchanges what is hidden, in positions of a random game, and asks the agent of a number again."""
    players = game_in(folder).players[1]
    compared = 0
    for number, state in enumerate(random_game(program_of(folder, players), 9)):
        if (decision := state.decision) is None or number >= most:
            break
        if number % every:
            continue
        me = decision.player
        first = agent(number).choose(decision, state)
        for other in alike(state, me, number):
            assert other.decision is not None
            compared += 1
            assert agent(number).choose(other.decision, other) == first
    assert compared > 0
