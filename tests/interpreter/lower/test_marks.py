"""A program with marks is the same as one without: a state of one is a state of the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.interpreter.events.watcher import Watcher
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.naming import Words
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.trace import Chance
from boardwright.interpreter.program.link import link
from strategies import GAMES, game_in, program_of

DECISIONS = 60


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_each_plays_on_what_the_other_has_played(path: Path) -> None:
    plain = program_of(path, game_in(path).players[-1])
    marked = link(plain.table, telling=True)
    assert (marked.layout.size, marked.frames) == (plain.layout.size, plain.frames)
    assert marked.marks and not plain.marks
    watcher = Watcher(marked, Chance(marked))
    telling = marked.telling(watcher, watcher.meanings.noted)
    one, other, stream = plain.first_vector(7), plain.first_vector(7), Stream(7, "choices")
    plain.fast.run(one)
    watcher.begin(other)
    telling.run(other)
    for number in range(DECISIONS):
        assert one == other
        decision = State(plain, one, plain.fast, Words(plain.table.game)).decision
        if decision is None:
            break
        answer = decision.answers()[stream.below(len(decision))]
        runs = [plain.fast.run, telling.run]
        if number % 3 == 0:
            runs.reverse()
        for v, run in zip((one, other), runs, strict=True):
            v[lay.CHOSEN] = answer
            v[lay.DECISIONS] += 1
            run(v)
