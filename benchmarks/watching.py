"""Measures what it costs to tell all that happens in a game.

    python benchmarks/watching.py
    python benchmarks/watching.py --games 20 rattus notre_dame

The same random games of each shipped game, for each number of players, are played on Python's blocks, by decisions and
options; recorded; recorded with events; and watched, so that the events are in memory. Each is compared with playing. All
times are processor time, the lowest of several takes for each game; the takes of one way alternate with those of the others.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from random import Random

import boardwright
from boardwright.interpreter.events.watched import new_watched
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.records.game_record import Recorder
from boardwright.terminal import about

TABLES = ("rattus", "rattus mercatus", "notre_dame")
TAKES = 9
HEADS = (
    "game",
    "players",
    "played, ms",
    "recorded",
    "times",
    "with events",
    "times",
    "watched",
    "times",
)


def main(args: Sequence[str] | None = None) -> None:
    """Prints a table of games."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("tables", nargs="*", default=TABLES, help="ruleset, and its expansions")
    parser.add_argument("--games", type=int, default=4)
    given = parser.parse_args(args)
    sys.stdout.write(f"| {' | '.join(HEADS)} |\n| --- |{' ---: |' * (len(HEADS) - 1)}\n")
    for table in given.tables:
        ruleset, *expansions = table.split()
        lowest, highest = boardwright.load(ruleset, expansions=expansions).rules.bound.players
        for players in range(lowest, highest + 1):
            game = boardwright.load(ruleset, players, expansions=expansions, backend="python")
            played, *others = measure(game.program, given.games)
            cells = [f"{played:.2f}"]
            for each in others:
                cells += [f"{each:.2f}", f"{each / played:.1f}"]
            sys.stdout.write(
                f"| {about(game.name, game.rules.expansions)} | {players} | {' | '.join(cells)} |\n"
            )
            sys.stdout.flush()


def played(program: Program, seed: int) -> State:
    """Plays a game."""
    return _to_the_end(new(program, seed), seed)


def watched(program: Program, seed: int) -> State:
    """Plays the same game with its events."""
    return _to_the_end(new_watched(program, seed), seed)


def _to_the_end(state: State, seed: int) -> State:
    bits = Random(seed).getrandbits
    while (decision := state.decision) is not None:
        state.apply(bits(32) * len(decision) >> 32)
    return state


def recorded(program: Program, seed: int) -> State:
    """Records the same game."""
    return _recorded(Recorder(program, seed), seed)


def recorded_with_events(program: Program, seed: int) -> State:
    """Records the same game with its events."""
    return _recorded(Recorder(program, seed, events=True), seed)


def _recorded(recorder: Recorder, seed: int) -> State:
    bits = Random(seed).getrandbits
    while (decision := recorder.state.decision) is not None:
        recorder.apply(bits(32) * len(decision) >> 32)
    return recorder.state


WAYS: tuple[Callable[[Program, int], State], ...] = (
    played,
    recorded,
    recorded_with_events,
    watched,
)


def measure(program: Program, games: int) -> list[float]:
    """Returns the average milliseconds of a game, played in each way."""
    for play in WAYS:
        play(program, 0)
    sums = [0.0] * len(WAYS)
    for seed in range(games):
        lowest = [float("inf")] * len(WAYS)
        for _ in range(TAKES):
            for n, play in enumerate(WAYS):
                before = time.process_time()
                play(program, seed)
                lowest[n] = min(lowest[n], time.process_time() - before)
        sums = [total + each for total, each in zip(sums, lowest, strict=True)]
    return [total / games * 1e3 for total in sums]


if __name__ == "__main__":
    main()
