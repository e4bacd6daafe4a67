from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.cards.sheets import PAPERS, Item, Sheet, TooLargeError, as_data, laid_out


def cards(count: int, wide: int = 630, high: int = 880) -> list[Item]:
    return [Item(n, wide, high, True, "#000000") for n in range(count)]


def tokens(count: int, side: int = 250) -> list[Item]:
    return [Item(n, side, side, False, "#000000") for n in range(count)]


@pytest.mark.parametrize("paper", PAPERS)
def test_nine_cards_fit_on_a_sheet_of_either_paper(paper: str) -> None:
    one, two = laid_out(cards(10), PAPERS[paper], backs=False)
    assert (len(one.cells), len(two.cells)) == (9, 1)
    assert {cell.turn for cell in one.cells} == {0}
    assert len(one.marks) == 16  # four cuts across and four down, each at both ends


def test_cards_touch_so_that_one_cut_serves_two() -> None:
    (sheet,) = laid_out(cards(9), PAPERS["a4"], backs=False)
    assert sorted({cell.x for cell in sheet.cells}) == [105, 735, 1365]
    (apart,) = laid_out(cards(4), PAPERS["a4"], backs=False, bleed=30)
    first, second, *_ = apart.cells
    assert second.x - first.x == first.width + 60


def test_cards_lie_on_their_side_if_more_fit() -> None:
    sheet, *_ = laid_out(cards(12, 440, 670), PAPERS["a4"], backs=False)
    assert {cell.turn for cell in sheet.cells} in ({0}, {90})
    wide, high = PAPERS["a4"]
    upright = ((wide - 90) // 440) * ((high - 90) // 670)
    turned = ((wide - 90) // 670) * ((high - 90) // 440)
    assert len(sheet.cells) == min(12, max(upright, turned))


def turned_over(front: Sheet, back: Sheet, short_edge: bool, paper: tuple[int, int]) -> bool:
    """Whether each back lies behind its front, once the paper is turned."""
    for one, other in zip(front.cells, back.cells, strict=True):
        x, y = paper[0] - other.x - other.width, other.y
        if short_edge:
            x, y = other.x, paper[1] - other.y - other.height
        if (x, y, one.item) != (one.x, one.y, other.item):
            return False
    return True


@given(
    st.integers(1, 30),
    st.integers(300, 1200),
    st.integers(300, 1200),
    st.booleans(),
    st.sampled_from(sorted(PAPERS)),
    st.integers(0, 40),
)
def test_backs_are_behind_their_fronts_and_nothing_overlaps(
    count: int, wide: int, high: int, short_edge: bool, paper: str, bleed: int
) -> None:
    size = PAPERS[paper]
    items = cards(count, wide, high) + tokens(count)
    sheets = laid_out(items, size, backs=True, bleed=bleed, short_edge=short_edge)
    fronts, backs = sheets[::2], sheets[1::2]
    assert [each.back for each in fronts] == [False] * len(fronts)
    assert sum(len(each.cells) for each in fronts) == 2 * count
    for front, back in zip(fronts, backs, strict=True):
        assert back.back and turned_over(front, back, short_edge, size)
        for n, cell in enumerate(front.cells):
            assert cell.x >= 0 and cell.x + cell.width <= size[0]
            assert cell.y >= 0 and cell.y + cell.height <= size[1]
            for other in front.cells[:n]:
                assert (
                    cell.x >= other.x + other.width
                    or other.x >= cell.x + cell.width
                    or cell.y >= other.y + other.height
                    or other.y >= cell.y + cell.height
                )


def test_what_is_larger_than_the_paper_is_refused() -> None:
    for items in (cards(1, 2900, 2900), tokens(1, 2200)):
        with pytest.raises(TooLargeError, match="larger than the paper"):
            laid_out(items, PAPERS["a4"], backs=True)


def test_the_data_is_in_millimetres() -> None:
    front, back = as_data(laid_out(cards(1), PAPERS["a4"], backs=True), "Game")
    assert front["cells"] == [{"card": 0, "x": 10.5, "y": 16.5, "turn": 0}]
    assert back["cells"] == [{"card": 0, "x": 136.5, "y": 16.5, "turn": 0}]
    assert front["label"] == "Game · 1/2" and front["bleeds"] == []
    _, wider = as_data(laid_out(cards(1), PAPERS["a4"], backs=True, bleed=30), "Game")
    assert wider["bleeds"][0]["colour"] == "#000000"
