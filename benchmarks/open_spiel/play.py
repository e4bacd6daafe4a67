"""Plays random games with OpenSpiel. It runs in an environment of its own, where there is no Boardwright.

    python play.py GAME python|bots SECONDS     plays so long, and prints one line of JSON
    python play.py GAME record GAMES            prints a line for each game: what was legal, what was taken, how it ended

`python` is what its users write: a loop over `legal_actions` and `apply_action`. `bots` is the fastest that its Python
module offers: `evaluate_bots` with its own random bots, a loop in C++.
"""

from __future__ import annotations

import importlib
import json
import random
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

pyspiel: Any = importlib.import_module("pyspiel")

GAMES = {
    "tic_tac_toe": "tic_tac_toe",
    "connect_four": "connect_four",
    "breakthrough": "breakthrough(rows=8,columns=8)",
    **{f"breakthrough_{n}": f"breakthrough(rows={n},columns={n})" for n in range(6, 11)},
}


def by_python(game: Any) -> Callable[[int], int]:
    """Plays a game of this seed and tells how many moves it took."""
    chosen = random.Random(1).choice

    def play(_seed: int) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(chosen(state.legal_actions()))
            moves += 1
        return moves

    return play


def by_bots(game: Any) -> Callable[[int], int]:
    """The same by bots that OpenSpiel brings along."""
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(2)]

    def play(seed: int) -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        return int(state.move_number())

    return play


def measure(play: Callable[[int], int], seconds: float) -> dict[str, object]:
    """Plays for so many seconds of processor time."""
    for seed in range(20):
        play(seed)
    games = moves = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds or not games:
        moves += play(games)
        games += 1
    versions = {"OpenSpiel": version("open_spiel")}
    return {"games": games, "turns": moves, "seconds": spent, "versions": versions}


def recorded(game: Any, seed: int) -> dict[str, object]:
    """A random game: for each move what was legal and what was taken, and in the end what each player got."""
    chooser, state = random.Random(seed), game.new_initial_state()
    moves = []
    while not state.is_terminal():
        legal = [state.action_to_string(action) for action in state.legal_actions()]
        taken = chooser.randrange(len(legal))
        moves.append([legal, legal[taken]])
        state.apply_action(state.legal_actions()[taken])
    return {"moves": moves, "returns": state.returns()}


def main() -> None:
    """Does what the command line says."""
    name, way, much = sys.argv[1:]
    game = pyspiel.load_game(GAMES[name])
    if way == "record":
        for seed in range(int(much)):
            sys.stdout.write(json.dumps(recorded(game, seed)) + "\n")
        return
    play = by_bots(game) if way == "bots" else by_python(game)
    sys.stdout.write(json.dumps(measure(play, float(much))) + "\n")


if __name__ == "__main__":
    main()
