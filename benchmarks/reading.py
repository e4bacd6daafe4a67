"""Measures what it costs to record a game, and to read a position.

    python benchmarks/reading.py
    python benchmarks/reading.py --games 40 "notre_dame 4" "rattus 4 mercatus"

Random games are played in Python, without decision objects. The same seeds are then recorded, with the same choices. Then
positions of such games are read: `position()`, its `hash` (of positions in random order, and of consecutive ones), the view
of the player who is asked, what that player does not know, and one deal of it. All times are processor time: the lowest of
several takes for each game, and for all positions together.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TypeVar

import boardwright
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.determinize import deal
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.unknown import unknown
from boardwright.interpreter.program.program import Program, Vector
from boardwright.interpreter.records.game_record import Recorder

T = TypeVar("T")
TABLES = ("rattus 4", "rattus 4 mercatus", "notre_dame 4")
TAKES = 7
HEADS = ("table", "game, ms", "record, ms", "times", "position, µs", "hash", "next hash")
MORE = ("view", "unknown", "deal")


def main(args: Sequence[str] | None = None) -> None:
    """Prints a table of games."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("tables", nargs="*", default=TABLES, help="ruleset, players, expansions")
    parser.add_argument("--games", type=int, default=20)
    given = parser.parse_args(args)
    heads = (*HEADS, *MORE)
    sys.stdout.write(f"| {' | '.join(heads)} |\n| --- |{' ---: |' * (len(heads) - 1)}\n")
    for table in given.tables:
        ruleset, players, *expansions = table.split()
        program = boardwright.load(ruleset, int(players), expansions=expansions).program
        game, record = (_games(program, play, given.games) for play in (in_blocks, recorded))
        cells = [f"{game:.3f}", f"{record:.3f}", f"{record / game:.2f}"]
        cells += [f"{each:.1f}" for each in _positions(program)]
        sys.stdout.write(f"| {' | '.join((table, *cells))} |\n")
        sys.stdout.flush()


def in_blocks(program: Program, seed: int) -> Vector:
    """Plays a whole game with the emitted blocks alone; returns the outcome."""
    v, run = program.first_vector(seed), program.fast.run
    bits, most = Random(seed).getrandbits, program.table.game.most_decisions
    run(v)
    while v[lay.PC] != lay.OVER and v[lay.DECISIONS] < most:
        mask = v[lay.OPTIONS]
        drawn = bits(32) * (mask.bit_count() + v[lay.EXTRA]) >> 32
        if drawn == mask.bit_count():
            v[lay.CHOSEN] = lay.DECLINED
        else:
            for _ in range(drawn):
                mask &= mask - 1
            v[lay.CHOSEN] = (mask & -mask).bit_length() - 1 + v[lay.OFFSET]
        v[lay.DECISIONS] += 1
        run(v)
    return v


def recorded(program: Program, seed: int) -> Vector:
    """Plays the same game with a record."""
    recorder, bits = Recorder(program, seed), Random(seed).getrandbits
    while (decision := recorder.state.decision) is not None:
        recorder.apply(decision.nth(bits(32) * len(decision) >> 32))
    return recorder.state.v


def _games(program: Program, play: Callable[[Program, int], Vector], games: int) -> float:
    """Returns the average milliseconds of a game."""
    play(program, 0)
    seconds = sum(_lowest(partial(play, program, seed)) for seed in range(games))
    return seconds / games * 1e3


def _positions(program: Program) -> list[float]:
    """Returns the microseconds of each way to read a position."""
    states, chance = [], Random(1)
    for seed in range(4):
        state = new(program, seed)
        while (decision := state.decision) is not None:
            states.append(state.copy())
            state.apply(decision.nth(chance.randrange(len(decision))))
    mixed = chance.sample(states, min(len(states), 100))
    stream, hidden = Stream(1, "worlds"), [unknown(state, _asked(state)) for state in mixed]
    return [
        _each(State.position, mixed),
        _each(lambda state: state.hash, mixed),
        _each(lambda state: state.hash, states),
        _each(lambda state: boardwright.view(state, _asked(state)), mixed),
        _each(lambda state: unknown(state, _asked(state)), mixed),
        _each(lambda each: deal(each, stream), hidden),
    ]


def _asked(state: State) -> int:
    return state.v[lay.ASKER]


def _each(work: Callable[[T], object], of: Sequence[T]) -> float:
    return _lowest(lambda: [work(each) for each in of]) / len(of) * 1e6


def _lowest(work: Callable[[], object]) -> float:
    """Returns the seconds of the fastest take."""
    found = []
    for _ in range(TAKES):
        before = time.process_time()
        work()
        found.append(time.process_time() - before)
    return min(found)


if __name__ == "__main__":
    main()
