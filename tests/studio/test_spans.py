from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from asking import applied
from boardwright.studio.spans import changes_between

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=1), inner),
    max_leaves=8,
)


@given(st.lists(st.dictionaries(st.sampled_from("abc"), plain), min_size=1, max_size=4))
def test_each_position_is_made_from_the_one_before(positions: list[dict[str, Any]]) -> None:
    before: Any = None
    for position, change in zip(positions, changes_between(positions), strict=True):
        before = applied(before, change)
        assert before == position


def test_only_what_differs_is_told() -> None:
    one = {"stocks": {"cube": {"anglia": {"red": 1}, "gallia": {"red": 2}}}, "round": 1}
    other = {"stocks": {"cube": {"gallia": {"red": 3}}}, "round": 1}
    assert [*changes_between([one, other])] == [
        [[[], one]],
        [[["stocks", "cube", "anglia"]], [["stocks", "cube", "gallia", "red"], 3]],
    ]


def test_yes_is_not_one() -> None:
    assert [*changes_between([{"a": 1}, {"a": True}])][1] == [[["a"], True]]
