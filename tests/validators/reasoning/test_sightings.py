"""What is said of places that lie in one another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from boardwright.dsl.source.places import Source, Span
from boardwright.validators.reasoning.sightings import _around_another

SOURCES = (Source("one.yaml", "x" * 20), Source("two.yaml", "x" * 20))
SPANS = st.builds(
    lambda source, start, length: Span(SOURCES[source], start, start + length),
    st.integers(0, 1),
    st.integers(0, 9),
    st.integers(0, 9),
)


@given(st.sets(SPANS, max_size=12))
def test_of_two_places_the_outer_one_is_found(spans: set[Span]) -> None:
    outer = {
        one
        for one in spans
        for other in spans
        if one != other
        and one.source == other.source
        and one.start <= other.start
        and other.end <= one.end
    }
    assert _around_another(spans) == outer
