from __future__ import annotations

import pytest

from boardwright.boards.geometry import Box
from boardwright.boards.lettering import fits, fitted, width

BOX = Box(0, 0, 100, 40)


@pytest.mark.parametrize(
    "name", ["Inn", "Carriage house", "Cloister school of the north", "国境の町"]
)
def test_a_name_lies_inside_of_its_box(name: str) -> None:
    label = fitted(name, BOX, 24, 8)
    assert fits(name, label)
    assert all(width(line, label.size) <= BOX.w for line in label.lines)
    assert label.y - label.size * 7 // 10 >= BOX.y
    assert label.y + label.leading * (len(label.lines) - 1) <= BOX.y + BOX.h


def test_lines_are_as_even_as_possible() -> None:
    assert fitted("a town on the coast", Box(0, 0, 90, 60), 14, 14).lines == (
        "a town on",
        "the coast",
    )


def test_a_name_that_fits_has_the_largest_letters() -> None:
    assert fitted("Inn", BOX, 24, 8).size == 24


@pytest.mark.parametrize("name", ["x" * 10_000, "word " * 2_000, "a\x00b\x1b[31m\u202ec\n\td"])
def test_a_name_that_cannot_fit_is_cut_and_has_no_control_characters(name: str) -> None:
    label = fitted(name, BOX, 24, 8)
    assert len(label.lines) <= 3 and sum(map(len, label.lines)) <= 80
    assert all(line.isprintable() for line in label.lines)


def test_a_name_of_nothing_has_no_lines() -> None:
    assert fitted(" \n", BOX, 24, 8).lines == ()
