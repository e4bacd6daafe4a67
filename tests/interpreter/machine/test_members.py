"""The members of sets, against a slower way to find them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.interpreter.machine.members import bits

MASKS = st.one_of(
    st.sets(st.integers(0, 80)),  # short
    st.sets(st.integers(0, 5_000), max_size=20),  # long and sparse
    st.sets(st.integers(450, 700), min_size=60),  # long and full
)


@given(MASKS)
def test_the_members_of_a_mask_come_upwards(members: set[int]) -> None:
    mask = sum(1 << member for member in members)
    assert bits(mask) == tuple(sorted(members))
    assert bits(mask) == bits(mask)


@pytest.mark.parametrize("length", [511, 512, 513, 10_000])
def test_a_full_mask_has_all_members(length: int) -> None:
    assert bits((1 << length) - 1) == tuple(range(length))
