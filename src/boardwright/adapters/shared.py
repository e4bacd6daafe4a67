"""What adapters of several libraries share: spaces of gymnasium, games by name, and positions as text."""

from __future__ import annotations

import os
from typing import Any

import numpy
from gymnasium.spaces import Box, Discrete

from boardwright.interpreter.native.many import MOST_UNASKED
from boardwright.interpreter.play.state import State
from boardwright.loading.game import Game
from boardwright.loading.load import load


def find_game(game: Game | str | os.PathLike[str], table: dict[str, Any]) -> Game:
    """The game itself, or that of a name or path, loaded with `players`, `options` and so on."""
    if isinstance(game, Game):
        if table:
            raise TypeError(f"a game that is loaded takes no {', '.join(sorted(table))}")
        return game
    return load(game, **table)


def row_space(game: Game) -> Box:
    """The space of the rows of numbers that players see."""
    observer = game.observer
    low, high = (numpy.array(each, numpy.int16) for each in (observer.low, observer.high))
    return Box(low, high, (observer.size,), numpy.int16)


def action_space(game: Game) -> Discrete:
    """The space of the actions of all players. Raises `ValueError` if nobody is ever asked anything."""
    if not game.actions.count:
        raise ValueError(f"`{game.id}` has nothing to learn: nobody is ever asked anything")
    return Discrete(game.actions.count)


def nothing_to_learn(game: Game, whose: str) -> RuntimeError:
    """What is raised if this many games end without a question to this seat."""
    return RuntimeError(
        f"`{game.id}` has nothing to learn here: {MOST_UNASKED:,} games ended without a question to {whose}"
    )


def text_of(state: State, seat: int | None = None) -> str:
    """A position as a seat sees it, as text: by default the seat that is asked, at the end an onlooker."""
    from boardwright.text.board import BoardText

    decision = state.decision
    if seat is None:
        seat = -1 if decision is None else decision.player
    board = BoardText(state, seat)
    lines = [board.headline()]
    lines += [f"{left}: {right}" if right else left for left, right in board.rows()]
    if decision is not None and decision.player == seat:
        options = ", ".join(option.label for option in decision.options)
        lines += [f"{decision.question}: {options}"]
    return "\n".join(lines)


__all__ = ["MOST_UNASKED", "action_space", "find_game", "nothing_to_learn", "row_space", "text_of"]
