"""The campaign of games played in two ways: that it plays both, and tells what is not the same."""

from __future__ import annotations

from typing import Any

import pytest

import straight
from boardwright.interpreter.agents.random_agent import RandomPlayer
from boardwright.interpreter.program import Program
from campaign import GAMES, target


@pytest.fixture(scope="module")
def bench() -> straight.Bench:
    return straight.Bench(target(GAMES / "skunk"), 1)


def test_a_few_slips_are_the_same_in_both_ways(bench: straight.Bench) -> None:
    told = {bench.judged(mutant, 4) for mutant in bench.mutants[:12]}
    assert straight.SAME in told
    assert told <= {straight.SAME, straight.NOT_PLAYED}


def test_what_is_not_the_same_is_told(bench: straight.Bench) -> None:
    program = bench.shelf.rules.at_table(2).program

    class Wrong(RandomPlayer):
        def play(self, seed: int, agents_seed: int | None = None) -> Any:
            v = super().play(seed, agents_seed)
            v[20] += 1
            return v

    def make(program: Program) -> RandomPlayer:
        return Wrong(program)

    program.kept("straight", make)
    assert straight.difference(program, range(3)).startswith("seed 0: words [20]: ")
