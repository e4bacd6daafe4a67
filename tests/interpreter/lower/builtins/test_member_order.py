"""Members in an order, pieces on top of each other: the lowered functions beside plain Python, in many random cases."""

from __future__ import annotations

import random

import pytest

from boardwright.interpreter.lower.builtins.member_order import (
    MOST_IN_ORDER,
    find_face,
    first_from,
    height,
    order_swapped,
    position,
)
from boardwright.interpreter.machine.nodes import Var
from boardwright.interpreter.machine.runtime import in_order, lay_in_order, turned
from lowered_runs import KIND, linking_of, made, random_vector

CASES = 2000
X, Y, Z, W = (Var(name) for name in "xyzw")
SIZES = pytest.mark.parametrize("pieces", [5, 70])


@pytest.mark.parametrize("width", [1, 5, 64, 71])
def test_the_first_and_the_place_of_an_element(width: int) -> None:
    linking, chance = linking_of(2, 5), random.Random(width)
    first = made(linking, first_from(linking, width, X, Y))
    place = made(linking, position(linking, width, X, Y, Z))
    found = 0
    for _ in range(CASES):
        mask = chance.getrandbits(width) & chance.getrandbits(width) | 1 << chance.randrange(width)
        start, element = chance.randrange(-1, width), chance.randrange(-1, width)
        order = turned(mask, start)
        assert first([], mask, start) == order[0]
        wanted = order.index(element) + 1 if element in order else 0
        assert place([], mask, start, element) == wanted
        found += wanted > 0
    assert found > 10


@SIZES
def test_how_high_a_piece_lies(pieces: int) -> None:
    linking, chance = linking_of(3, pieces), random.Random(2)
    layout = linking.layout
    high = made(linking, height(linking, KIND, X, Y))
    asked = 0
    for _ in range(CASES // 10):
        v = random_vector(linking, chance)
        for place, top in layout.tops.items():
            for n, piece in enumerate(in_order(v, layout.above[KIND], top)):
                assert high(v, piece, place) == place * MOST_IN_ORDER + n
                asked += 1
    assert asked > 100


@SIZES
def test_two_pieces_exchange_their_positions(pieces: int) -> None:
    linking, chance = linking_of(3, pieces), random.Random(3)
    layout = linking.layout
    swap = made(linking, order_swapped(linking, KIND, X, Y, Z, W))
    above, below = layout.above[KIND], layout.below[KIND]
    neighbours = 0
    for _ in range(CASES):
        v = random_vector(linking, chance)
        first, second = chance.sample(range(pieces), 2)
        if chance.random() < 0.5 and v[above + first]:
            second = v[above + first] - 1  # side by side is a case of its own
            neighbours += 1
        tops = [layout.tops.get(v[layout.places[KIND] + p], -1) for p in (first, second)]
        wanted = v[:]
        orders = {top: in_order(wanted, above, top) for top in tops if top >= 0}
        other = {first: second, second: first}
        for piece in (first, second):
            wanted[above + piece] = wanted[below + piece] = 0
        for top, order in orders.items():
            lay_in_order(wanted, above, below, top, [other.get(p, p) for p in order])
        swap(v, *tops, first, second)
        assert v == wanted
    assert neighbours > 100


@SIZES
def test_the_piece_that_has_a_face(pieces: int) -> None:
    linking, chance = linking_of(2, pieces), random.Random(4)
    first = linking.layout.faces[KIND]
    find = made(linking, find_face(linking, KIND, X, Y))
    for _ in range(CASES):
        v = random_vector(linking, chance)
        faces = v[first : first + pieces]
        face, begin = chance.randrange(4), chance.randrange(pieces + 1)
        wanted = faces.index(face, begin) if face in faces[begin:] else -1
        assert find(v, face, begin) == wanted
