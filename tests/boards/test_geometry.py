from __future__ import annotations

from math import cos, pi, sin

import pytest

from boardwright.boards.geometry import (
    FULL,
    Arc,
    Bent,
    Box,
    Straight,
    around,
    bounds,
    bow,
    circle,
    cosine,
    distance,
    middle,
    polygon,
    rectangle,
    share,
    sine,
    turned,
)


def test_sines_are_right_to_eleven_digits() -> None:
    for angle in range(-FULL, 2 * FULL, 113):
        assert abs(sine(angle) - 10**12 * sin(angle * 2 * pi / FULL)) < 20
        assert abs(cosine(angle) - 10**12 * cos(angle * 2 * pi / FULL)) < 20


def test_angles_count_clockwise_from_the_top() -> None:
    assert [turned((10, 10), 5, FULL * n // 4) for n in range(4)] == [
        (10, 5),
        (15, 10),
        (10, 15),
        (5, 10),
    ]


def test_shares_are_rounded_to_the_nearest() -> None:
    assert [share(10, part, 4) for part in range(5)] == [0, 3, 5, 8, 10]
    assert share(-10, 1, 4) == -2


def test_boxes() -> None:
    box = around((50, 40), 20, 10)
    assert box == Box(40, 35, 20, 10) and box.centre == (50, 40)
    assert bounds((box, Box(0, 0, 1, 1))) == Box(0, 0, 60, 45)
    assert middle([(0, 0), (10, 0), (5, 9)]) == (5, 3)
    assert distance((0, 0), (3, 4)) == 5


def test_paths() -> None:
    assert circle((5, 5), 3) == "M2 5A3 3 0 1 1 8 5A3 3 0 1 1 2 5Z"
    assert polygon([(0, 0), (2, 0), (1, 3)]) == "M0 0L2 0L1 3Z"
    assert rectangle(Box(1, 2, 3, 4)) == "M1 2H4V6H1Z"
    assert rectangle(Box(0, 0, 10, 10), 2).count("A2 2") == 4
    assert bow((0, 0), (100, 0), 10) == "M0 0Q50 -20 100 0"


def test_the_same_numbers_are_bent_into_a_ring() -> None:
    arc = Arc((0, 0), 100, 200, 0, FULL // 4)
    assert arc.path() == "M0 -200A200 200 0 0 1 200 0L100 0A100 100 0 0 0 0 -100Z"
    bent, straight = Bent(arc), Straight(Box(0, 0, 200, 100))
    assert bent.point(0, 0) == (0, -100) and bent.point(100, 100) == (200, 0)
    assert straight.point(0, 0) == (0, 0) and straight.point(100, 100) == (200, 100)
    assert bent.part(50, 25, 100, 50) == Arc((0, 0), 100, 150, 0, FULL // 4)
    assert straight.part(50, 25, 100, 50) == Box(0, 0, 200, 50)
    assert bent.length(10) == straight.length(10) == 10


@pytest.mark.parametrize("start", range(0, FULL, 2_500))
@pytest.mark.parametrize("turn", [1_500, 4_000, 9_000])
def test_the_box_of_a_part_of_a_ring_lies_inside(start: int, turn: int) -> None:
    arc = Arc((500, 500), 110, 480, start, start + turn)
    box = arc.box()
    assert box.w > 30 and box.h > 30
    for x in range(box.x, box.x + box.w + 1, max(1, box.w // 7)):
        for y in range(box.y, box.y + box.h + 1, max(1, box.h // 7)):
            assert 109 <= distance((x, y), arc.centre) <= 480
