"""Checks that the games in `tests/games` have the same rules as in OpenSpiel: what is legal, who is asked, how they end.

    python benchmarks/same_rules.py --games 2000

OpenSpiel plays random games and lists the legal moves at each move. Boardwright makes the same moves. Its options must
always be the legal moves, and the game must end at the same move, with the same winner. Exit code 1 if anything differs.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import boardwright
from engines import open_spiel, small_game
from growth import SIZES

Move = tuple[str, ...]
"""What is picked for a move: of the pawn and its goal, say."""


def marked(_size: int, move: str) -> Move:
    """`x(0,2)`, a row and a column from the top, is the square `c1`: the grid may lie either way up."""
    row, column = move[2:-1].split(",")
    return (f"{'abc'[int(column)]}{int(row) + 1}",)


def dropped(_size: int, move: str) -> Move:
    """`x3`, a column counted from 0, is the opening `d6`."""
    return (f"{'abcdefg'[int(move[1:])]}6",)


def moved(size: int, move: str) -> Move:
    """`a7b6*`: there the first player begins at the top, here at the bottom, and row 10 is called `:` there."""
    rows = (size + 1 + ord("0") - ord(each) for each in (move[1], move[3]))
    return tuple(f"{column}{row}" for column, row in zip((move[0], move[2]), rows, strict=True))


READINGS: dict[str, Callable[[int, str], Move]] = {
    "tic_tac_toe": marked,
    "connect_four": dropped,
    "breakthrough": moved,
}


def difference(game: boardwright.Game, record: Any, read: Callable[[str], Move]) -> str | None:
    """Returns the first difference between a recorded game and the same moves here; None if they agree."""
    state = game.new(0)
    for number, (legal, taken) in enumerate(record["moves"]):
        left, wanted = [read(each) for each in legal], read(taken)
        for n, pick in enumerate(wanted):
            due = {each[n] for each in left}
            if len(due) > 1:  # nobody is asked about a single option
                decision = state.decision
                if decision is None:
                    return f"move {number}: over here, not there"
                if decision.player != number % 2:
                    return f"move {number}: {game.seats[decision.player]} is asked"
                if due != set(decision.ids):
                    return f"move {number}: {sorted(decision.ids)} here, {sorted(due)} there"
                state.apply(pick)
            left = [each for each in left if each[n] == pick]
    if state.decision is not None:
        return "over there, not here"
    winners = tuple(seat for seat, value in enumerate(record["returns"]) if value > 0)
    if winners != state.winners:
        return f"{winners} win there, {state.winners} here"
    return None


def main(args: Sequence[str] | None = None) -> int:
    """Compares, and prints a line for each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--games", type=int, default=1000, help="of each game and size of board")
    given = parser.parse_args(args)
    engine, status = open_spiel(), 0
    sizes = [("tic_tac_toe", 3), ("connect_four", 7)]
    for name, size in [*sizes, *(("breakthrough", size) for size in SIZES)]:
        sized = name == "breakthrough"
        game = small_game(name, size=size) if sized else small_game(name)
        lines = engine.told(f"{name}_{size}" if sized else name, "record", str(given.games))
        moves = 0
        for number, line in enumerate(lines.splitlines()):
            record = json.loads(line)
            moves += len(record["moves"])
            found = difference(game, record, partial(READINGS[name], size))
            if found is not None:
                sys.stdout.write(f"{name} ({size}), game {number}, {found}\n")
                status = 1
                break
        else:
            sys.stdout.write(f"{name} ({size}): {given.games:,} games, {moves:,} moves, the same\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
