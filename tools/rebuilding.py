"""Rebuilds every position of random games from their events alone.

    python tools/rebuilding.py --games 2000 --seed 1
    python tools/rebuilding.py --games 100 --game rattus+mercatus

Random games are watched. `tests/helpers/rebuild.py`, which knows no game, works out each position from the position before
the setup and the events. It must be the game's own, but for the words of chance. The same seed plays the same games.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent.parent / "tests" / "helpers"))

import boardwright
from boardwright.interpreter.events.watched import WatchedState, beginning, new_watched
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.program.program import Program
from rebuild import Rebuilt

GAMES = ("rattus", "rattus+mercatus", "notre_dame")
NOT_TOLD = ("chance", "naming")
"""What no event tells: the words of the generators."""


def differences(program: Program, seed: int) -> Iterator[str]:
    """Plays one game, and returns what is not as events tell after each decision, the last time nothing."""
    state, stream = new_watched(program, seed), Stream(seed, "choices")
    rebuilt = Rebuilt(json.loads(json.dumps(beginning(program))))
    while True:
        for event in state.events:
            rebuilt.take(event)
        yield difference(rebuilt.position(), position(state))
        if state.decision is None:
            return
        state.apply(stream.below(len(state.decision)))


def position(state: WatchedState) -> dict[str, Any]:
    """Returns all of a position that follows from events."""
    found = state.position(zeros=True)
    return {key: value for key, value in found.items() if key not in NOT_TOLD}


def difference(rebuilt: dict[str, Any], played: dict[str, Any]) -> str:
    """Returns the first part of a position that is not the same."""
    if rebuilt == played:
        return ""
    part = next(each for each in {**played, **rebuilt} if played.get(each) != rebuilt.get(each))
    return f"`{part}` is {played.get(part)}, by the events {rebuilt.get(part)}"


def tables(game: str) -> list[Program]:
    """Returns the programs of a game, for each number of players."""
    ruleset, *expansions = game.split("+")
    lowest, highest = boardwright.load(ruleset, expansions=expansions).rules.bound.players
    return [
        boardwright.load(ruleset, players, expansions=expansions, backend="python").program
        for players in range(lowest, highest + 1)
    ]


def main(args: Sequence[str] | None = None) -> int:
    """Prints each game with a difference, and how many positions were rebuilt; returns 1 if one was not the same."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    options.add_argument("--games", type=int, default=2000, help="play this many of each game")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--game", action="append", help="only this one, with its expansions")
    given = options.parse_args(args)
    bad = 0
    for game in given.game or GAMES:
        programs, positions, wrong, began = tables(game), 0, 0, time.process_time()
        for number in range(given.games):
            program, seed = programs[number % len(programs)], given.seed * 1_000_000 + number
            for decisions, found in enumerate(differences(program, seed)):
                positions += 1
                if found:
                    wrong += 1
                    where = f"{program.table.players} players, seed {seed}, {decisions} decisions"
                    print(f"{game}: {where}: {found[:400]}", flush=True)
                    break
        bad += wrong
        took = time.process_time() - began
        print(
            f"{game}: {positions:,} positions of {given.games:,} games, different {wrong:,}; {took:.0f} s",
            flush=True,
        )
    return int(bad > 0)


if __name__ == "__main__":
    raise SystemExit(main())
