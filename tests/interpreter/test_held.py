"""A generator that is held, against the one in the vector."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.interpreter.held import Held
from boardwright.interpreter.rng import WORDS, below, seed_words


@pytest.mark.parametrize("mask", [0b1, 0b1011, 1 << 70 | 1 << 12 | 1 << 11, (1 << 49) - 1])
def test_it_picks_as_the_vector_does(mask: int) -> None:
    v = [*seed_words(7, "game"), 0]
    held = Held()
    held.take(v, 0)
    for _ in range(50):
        drawn = below(v, 0, mask.bit_count())
        members = [n for n in range(mask.bit_length()) if mask >> n & 1]
        assert held.pick(v, mask) == members[drawn]


@given(
    st.lists(st.integers(0, (1 << 32) - 1), min_size=WORDS, max_size=WORDS).filter(any),
    st.lists(st.one_of(st.integers(1, 60), st.sampled_from([1 << 32, 3 << 30])), max_size=70),
)
def test_it_draws_as_the_vector_does_and_gives_back_the_same_words(
    words: list[int], sizes: list[int]
) -> None:
    v, mine = [9, *words, 9], [9, *words, 9]
    held = Held()
    held.take(mine, 1)
    assert [held.draw(mine, n) for n in sizes] == [below(v, 1, n) for n in sizes]
    held.give(mine, 1)
    assert mine == v


def test_one_game_leaves_nothing_to_the_next() -> None:
    held = Held()
    found = []
    for _ in range(2):
        v = [*seed_words(7, "game")]
        held.take(v, 0)
        found.append([held.draw(v, 100) for _ in range(5)])
        held.give(v, 0)
        found.append(v)
    assert found[:2] == found[2:]
