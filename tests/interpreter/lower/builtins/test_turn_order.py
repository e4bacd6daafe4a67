"""Who is next: the lowered functions beside plain Python, vector and result, in many random cases."""

from __future__ import annotations

import random

import pytest

from boardwright.interpreter.lower.builtins import turn_order
from boardwright.interpreter.lower.builtins.turn_order import BACK, COUNTED, FIRST, LAPPED, WITHOUT
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.nodes import Var
from boardwright.interpreter.machine.word_ranges import Between, Members, OneOf
from lowered_runs import linking_of, made

CASES = 4000
X, Y = Var("x"), Var("y")


# ---- plain Python


def next_in(v: list[int], mask: int, player: int, step: int, players: int) -> int:
    for _ in range(players):
        player = (player + step) % players
        if mask >> player & 1:
            break
    return player


def from_seat(v: list[int], first: int, players: int, without: int) -> int:
    able = v[lay.IN_ROUND] & ~without
    step = -1 if v[lay.DIRECTION] else 1
    for n in range(players):
        player = (first + n * step) % players
        if able >> player & 1:
            return player
    return -1


def step_on(v: list[int], course: int, players: int, away: int) -> int:
    player = v[lay.ACTIVE]
    if v[course + COUNTED] != player:
        count_way(v, course, players)
    if player >= 0 and not v[course + WITHOUT] and v[lay.IN_ROUND] == (1 << players) - 1:
        player = (player + (-1 if v[lay.DIRECTION] else 1)) % players
        if player == v[course + FIRST]:
            v[course + LAPPED] = 1
        v[course + COUNTED] = player
        return player
    able = v[lay.IN_ROUND] & ~v[course + WITHOUT]
    step = -1 if v[lay.DIRECTION] else 1
    player, found = v[lay.ACTIVE], -1
    for _ in range(players):
        player = (player + step) % players
        if player == v[course + FIRST]:
            v[course + LAPPED] = 1
        if v[course + LAPPED] and v[course + BACK]:
            able = v[lay.IN_GAME] & ~v[course + WITHOUT] & ~away
        if able >> player & 1:
            found = player
            break
    v[course + COUNTED] = found
    return found


def count_way(v: list[int], course: int, players: int) -> None:
    player, goal = v[course + COUNTED], v[lay.ACTIVE]
    if player < 0 or goal < 0:
        return
    step = -1 if v[lay.DIRECTION] else 1
    while player != goal:
        player = (player + step) % players
        if player == v[course + FIRST]:
            v[course + LAPPED] = 1
    v[course + COUNTED] = goal


# ---- both


@pytest.mark.parametrize("players", [2, 3, 5])
def test_who_is_next(players: int) -> None:
    linking, chance = linking_of.__wrapped__(players, 5), random.Random(players)
    everyone = (1 << players) - 1
    anybody = OneOf(everyone, frozenset({-1}))
    course = linking.layout.size
    for holds in (anybody, Members(everyone), Between(0, 1), anybody, Between(0, 1)):
        linking.layout.words(holds)
    neighbour = made(linking, turn_order.next_in(linking, X, Y, 1))
    begins = made(linking, turn_order.from_seat(linking, X, Y))
    further = made(linking, turn_order.step_on(linking, course, X))
    count = made(linking, turn_order.count_way(linking, course))
    for _ in range(CASES):
        v = [0] * linking.layout.size

        def some() -> int:
            return chance.choice((0, (1 << players) - 1, chance.getrandbits(players)))

        v[lay.ACTIVE], v[lay.DIRECTION] = chance.randrange(-1, players), chance.getrandbits(1)
        v[lay.IN_GAME], v[lay.IN_ROUND] = some(), some()
        v[course + FIRST], v[course + COUNTED] = (chance.randrange(-1, players) for _ in range(2))
        v[course + WITHOUT], v[course + LAPPED] = some(), chance.getrandbits(1)
        v[course + BACK] = chance.getrandbits(1)
        mask, seat, step, w = some(), chance.randrange(players), chance.choice((1, -1)), v[:]
        assert neighbour(v, mask, seat, step) == next_in(w, mask, seat, step, players)
        assert begins(v, seat, mask) == from_seat(w, seat, players, mask)
        assert v == w
        count(v)
        count_way(w, course, players)
        assert v == w
        assert further(v, mask) == step_on(w, course, players, mask)
        assert v == w
