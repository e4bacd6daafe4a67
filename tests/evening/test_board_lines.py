"""The board as lines: what has changed, what fits, and what has a name."""

from __future__ import annotations

from boardwright.evening.board_lines import changed, compact, lines_of, named, that_fit
from boardwright.text.board import Section
from boardwright.text.grid import EMPTY

LAND = Section("land", (("  hill", "cube 1"), ("  lake", EMPTY)))
RED = Section("red (you)", (("  hand", "king, queen"), ("  purse", "coin 3")), 0)
BLUE = Section("blue", (("  hand", "card ×2"),), 1)
GRID = Section("squares", (("  1", "c ·"), ("", "a b")), is_grid=True)


def test_names_and_contents_are_aligned_and_wrapped() -> None:
    assert lines_of([RED], 80) == [
        ("red (you)", ""),
        ("  hand   ", "king, queen"),
        ("  purse  ", "coin 3"),
    ]
    long = Section("red", (("  hand", "king, " * 10),), 0)
    assert all(len(name) + 2 + len(told) <= 40 for name, told in lines_of([long], 40))
    assert len(lines_of([long], 40)) == 3


def test_many_spaces_on_which_nothing_lies_share_a_row() -> None:
    empty = tuple((f"  s{n}", EMPTY) for n in range(5))
    section = Section("land", (*empty[:2], ("  hill", "cube 1"), *empty[2:]))
    assert compact([section, GRID], "nothing on") == [
        Section("land", (("  hill", "cube 1"), ("  nothing on", "s0, s1, s2, s3, s4"))),
        GRID,
    ]
    assert compact([LAND], "nothing on") == [LAND]


def test_only_rows_that_are_different_have_changed() -> None:
    poorer = Section("red (you)", (("  hand", "king, queen"), ("  purse", "coin 2")), 0)
    assert changed([LAND, RED], [LAND, poorer]) == [
        Section("red (you)", (("  purse", "coin 2"),), 0)
    ]
    assert changed([LAND, RED], [LAND, RED]) == []


def test_what_is_gone_has_an_empty_row() -> None:
    folded = Section("red (you)", (("  purse", "coin 3"),), 0)
    assert changed([RED], [folded]) == [Section("red (you)", (("  hand", EMPTY),), 0)]
    nothing = Section("for all", (("  market", "wine"),))
    assert changed([nothing], []) == [Section("for all", (("  market", EMPTY),))]


def test_of_a_grid_all_rows_are_shown() -> None:
    moved = Section("squares", (("  1", "· c"), ("", "a b")), is_grid=True)
    assert changed([GRID], [moved]) == [moved]


def test_grids_fit_first_then_ones_own_and_a_row_says_that_something_is_missing() -> None:
    every = [LAND, GRID, RED, BLUE]
    assert that_fit(every, 0, 80, 11) == every
    assert [each.title for each in that_fit(every, 0, 80, 8)] == ["squares", "red (you)", "..."]
    assert [each.title for each in that_fit(every, 0, 80, 0)] == ["squares", "..."]
    assert that_fit([LAND, RED], 0, 80, 2) == []


def test_rows_and_sections_are_found_by_a_part_of_their_names() -> None:
    assert named([LAND, RED, BLUE], "hill") == [Section("land", (("  hill", "cube 1"),))]
    assert named([LAND, RED, BLUE], "Blue") == [BLUE]
    assert named([LAND, RED], "sea") == []
