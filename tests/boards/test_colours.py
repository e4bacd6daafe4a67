from __future__ import annotations

import pytest

from boardwright.boards.colours import PALETTE, hex_of, ink_on, nth, seat_colours
from boardwright.dsl.declare.looks import COLOURS, GROUNDS, LookValue
from boardwright.dsl.source.places import Source

SPAN = Source("x.yaml", "").span(0)


def test_seats_have_the_colour_that_is_said_then_that_of_their_name_then_a_free_one() -> None:
    found = seat_colours(("red", "ann", "bob"), (("ann", "#123456"),), 3)
    assert found == (COLOURS["red"], "#123456", PALETTE[0])
    assert len(set(seat_colours((), (), 8))) == 8


@pytest.mark.parametrize("colour", [*PALETTE, *COLOURS.values()])
def test_letters_can_be_read_on_every_colour_of_ours(colour: str) -> None:
    dark = colour in (COLOURS["white"], COLOURS["yellow"], COLOURS["silver"])
    assert (ink_on(colour) != "#ffffff") == dark


def test_words_are_colours() -> None:
    assert hex_of(LookValue(text="blue", span=SPAN)) == "#3f6ea5"
    assert hex_of(LookValue(text="#012345", span=SPAN)) == "#012345"
    assert hex_of(LookValue(text="class", by=True, span=SPAN)) is None is hex_of(None)
    assert all(hex_of(LookValue(text=each, span=SPAN)) for each in GROUNDS)
    assert nth(0) == nth(len(PALETTE)) != nth(1)
