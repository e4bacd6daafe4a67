"""The names of hidden pieces: the lowered functions beside plain Python, vector and result, in many random cases."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from boardwright.interpreter.lower.builtins import hidden_names
from boardwright.interpreter.lower.builtins.hidden_names import BEHIND
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.machine.nodes import Var
from boardwright.interpreter.machine.rng import next32
from boardwright.interpreter.machine.runtime import lowest
from lowered_runs import KIND, linking_of, made, place_with, random_vector, subset

CASES = 1500
X, Y, Z, W = (Var(name) for name in "xyzw")
Oracle = Callable[..., Any]


# ---- plain Python


def rank(v: list[int], names: int, naming: int, piece: int) -> int:
    name = v[names + piece]
    if name >= 0:
        return name
    return BEHIND + (next32(v, naming) if naming >= 0 else 0)


def rank_from(v: list[int], names: int, naming: int, piece: int, start: int, count: int) -> int:
    first = v[names + start]
    if piece == start:
        return -1
    if first < 0 or v[names + piece] < 0:
        return rank(v, names, naming, piece)
    return (v[names + piece] - first) % count


def named_position(
    v: list[int], mask: int, start: int, element: int, names: int, count: int
) -> int:
    def at(piece: int) -> tuple[int, int]:
        name = v[names + piece]
        if piece == start:
            return -1, piece
        if name < 0:
            return BEHIND, piece
        return (name - v[names + start]) % count if start >= 0 <= v[names + start] else name, piece

    order = sorted(bits(mask), key=at)
    return order.index(element) + 1 if element in order else 0


def deal_names(v: list[int], mask: int, names: int, naming: int, pool: int) -> None:
    left = bits(v[pool])
    v[pool] = 0
    order = sorted(bits(mask), key=lambda piece: next32(v, naming))
    for piece, name in zip(order, left, strict=True):
        v[names + piece] = name


def mix_names(v: list[int], mask: int, names: int, naming: int) -> None:
    pieces = [piece for piece in bits(mask) if v[names + piece] >= 0]
    held = sorted(v[names + piece] for piece in pieces)
    order = sorted(pieces, key=lambda piece: next32(v, naming))
    for piece, name in zip(order, held, strict=True):
        v[names + piece] = name


def swap_names(v: list[int], names: int, here: int, there: int, first: int, second: int) -> None:
    called = []
    for piece, pool in ((first, here), (second, there)):
        called.append(v[names + piece] if pool < 0 else lowest(v[pool]))
        if pool >= 0:
            v[pool] &= v[pool] - 1
    for piece, pool, name in ((first, there, called[0]), (second, here, called[1])):
        v[names + piece] = name if pool < 0 else lay.NAMELESS
        if pool >= 0:
            v[pool] |= 1 << name


# ---- both


@pytest.fixture(params=[5, 70])
def linking(request: pytest.FixtureRequest) -> Linking:
    return linking_of(3, request.param)


def test_where_pieces_come_in_an_order(linking: Linking) -> None:
    names, naming = linking.layout.names[KIND], linking.layout.naming
    count, chance = len(linking.table.pieces[KIND]), random.Random(1)
    for drawn in (True, False):
        ours = made(linking, hidden_names.rank(linking, KIND, X, drawn=drawn))
        from_ours = made(linking, hidden_names.rank_from(linking, KIND, X, Y, drawn=drawn))
        generator = naming if drawn else -1
        for _ in range(CASES):
            v = random_vector(linking, chance)
            w, piece, first = v[:], chance.randrange(count), chance.randrange(count)
            assert ours(v, names, generator, piece) == rank(w, names, generator, piece)
            assert v == w
            wanted = rank_from(w, names, generator, piece, first, count)
            assert from_ours(v, piece, first) == wanted
            assert v == w


def test_the_first_and_the_place_by_name(linking: Linking) -> None:
    names, naming = linking.layout.names[KIND], linking.layout.naming
    count, chance = len(linking.table.pieces[KIND]), random.Random(2)
    first = made(linking, hidden_names.first_named(linking, KIND, X))
    place = made(linking, hidden_names.named_position(linking, KIND, X, Y, Z))
    for _ in range(CASES):
        v = random_vector(linking, chance)
        w, every = v[:], (1 << count) - 1
        mask = subset(every, chance) | 1 << chance.randrange(count)
        start, element = chance.randrange(-1, count), chance.randrange(-1, count)
        wanted = min((rank(w, names, naming, piece), piece) for piece in bits(mask))[1]
        assert first(v, mask) == wanted
        assert v == w
        wanted = named_position(v, mask, start, element, names, count)
        assert place(v, mask, start, element) == wanted
        assert v == w


def test_names_change_at_random_alike(linking: Linking) -> None:
    layout = linking.layout
    names, naming, chance = layout.names[KIND], layout.naming, random.Random(3)
    deal = made(linking, hidden_names.deal_names(linking, KIND, X, Y))
    mix = made(linking, hidden_names.mix_names(linking, KIND, X))
    without = made(linking, hidden_names.nameless(linking, KIND, X))
    dealt = 0
    for _ in range(CASES):
        v = random_vector(linking, chance)
        place = place_with(v, linking, chance)
        mask, pool = v[layout.masks[KIND].at[place]], layout.pools[KIND].at[place]
        w = v[:]
        if pool >= 0:
            deal(v, mask, pool)
            deal_names(w, mask, names, naming, pool)
            dealt += 1
        assert v == w
        some = subset((1 << len(linking.table.pieces[KIND])) - 1, chance)
        mix(v, some)
        mix_names(w, some, names, naming)
        assert v == w
        assert without(v, some) == sum(1 << p for p in bits(some) if v[names + p] < 0)
    assert dealt > CASES // 10


def test_two_pieces_change_places(linking: Linking) -> None:
    layout, chance = linking.layout, random.Random(4)
    swap = made(linking, hidden_names.names_swapped(linking, KIND, X, Y, Z, W))
    for _ in range(CASES):
        v = random_vector(linking, chance)
        first, second = chance.sample(range(len(linking.table.pieces[KIND])), 2)
        here, there = (
            layout.pools[KIND].at[v[layout.places[KIND] + piece]] for piece in (first, second)
        )
        w = v[:]
        swap(v, here, there, first, second)
        swap_names(w, layout.names[KIND], here, there, first, second)
        assert v == w
