from __future__ import annotations

import pytest

from boardwright.cards.symbols import DRAWINGS, HOLE, INK
from boardwright.dsl.declare.looks import SYMBOLS
from golden import Golden
from pages.pictures import SYMBOLS_PAGE, symbols


def test_every_symbol_of_the_language_has_a_drawing() -> None:
    assert sorted(DRAWINGS) == sorted(SYMBOLS) == sorted(set(SYMBOLS))


@pytest.mark.parametrize("name", SYMBOLS)
def test_a_drawing_stays_on_its_square_and_has_ink(name: str) -> None:
    drawing = DRAWINGS[name]
    assert any(layer == INK for _, layer, _ in drawing)
    corners: tuple[float, ...]
    for sort, layer, numbers in drawing:
        assert layer in (INK, HOLE)
        if sort == "circle":
            x, y, radius = numbers
            corners = (x - radius, x + radius, y - radius, y + radius)
        else:
            assert sort == "polygon" and len(numbers) >= 6 and len(numbers) % 2 == 0
            corners = numbers
        assert all(-0.05 <= each <= 10.05 for each in corners), (name, numbers)


def test_the_picture_in_the_docs_is_up_to_date(golden: Golden) -> None:
    golden(SYMBOLS_PAGE, symbols())
