from __future__ import annotations

import pytest

from boardwright.boards.picture import picture_of
from boardwright.cards.board_fit import Need, needs_of, rooms_of, scale_for
from boardwright.loading.load import load


def need(count: int, size: int = 190, box: tuple[int, int, int, int] = (0, 0, 100, 100)) -> Need:
    return Need("here", "rat", count, (size, size), True, box)


@pytest.mark.parametrize(("count", "scale"), [(1, 2000), (2, 4000), (4, 4000), (5, 6000)])
def test_a_scale_is_as_large_as_what_must_fit(count: int, scale: int) -> None:
    assert need(count).scale() == scale


def test_outlines_lie_in_their_box_and_apart() -> None:
    slots = [*need(3, box=(10, 20, 100, 100)).slots(4000)]
    assert len(slots) == 3
    for sort, x, y, wide, high in slots:
        assert sort == "round" and (wide, high) == (47, 47)
        assert x >= 10 and x + wide <= 110 and y >= 20 and y + high <= 120
    (_, x, y, wide, _), (_, u, v, _, _) = slots[:2]
    assert v == y and u >= x + wide


def test_the_board_of_a_game_is_large_enough_for_its_tokens() -> None:
    picture = picture_of(load("rattus", 4), "en")
    needs = needs_of(picture)
    rats = rooms_of(picture, needs)
    assert {each.count for each in rats} == {3} and {each.size for each in rats} == {(250, 250)}
    scale = scale_for(picture, needs)
    assert all(each.scale() <= scale for each in needs)
    assert 7_000 < picture["width"] * scale // 1000 < 9_000
