"""What is done in secret, and shuffling: the lowered functions beside plain Python, vector by vector, in many random cases."""

from __future__ import annotations

import random

import pytest

import plain_secrets as plain
from boardwright.interpreter.lower.builtins import secrecy, shuffles
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.machine.nodes import Var
from lowered_runs import KIND, linking_of, made, place_with, random_vector, subset

CASES = 1200
X, Y, Z, V, W = (Var(name) for name in "xyzvw")


@pytest.fixture(params=[5, 16, 70])
def linking(request: pytest.FixtureRequest) -> Linking:
    return linking_of(3, request.param)


def test_a_shuffle_draws_and_changes_the_same(linking: Linking) -> None:
    layout, chance, words = linking.layout, random.Random(1), plain.words_of(linking, KIND)
    openly = made(linking, shuffles.shuffled(linking, KIND, X))
    secretly = made(linking, shuffles.shuffled(linking, KIND, X, Y))
    changed = 0
    for _ in range(CASES):
        v = random_vector(linking, chance)
        before = v[:]
        w = v[:]
        place = place_with(v, linking, chance)
        mask = v[layout.masks[KIND].at[place]]
        openly(v, mask)
        plain.shuffle_pieces(w, words, mask)
        assert v == w
        mask = v[layout.masks[KIND].at[place_with(v, linking, chance)]]
        seers = subset(7, chance)
        secretly(v, mask, seers)
        plain.shuffle_pieces(w, words, mask, seers)
        assert v == w
        openly(v, 0)
        assert v == w
        changed += v != before
    assert changed > CASES // 2


def test_who_sees_what_under_a_name(linking: Linking) -> None:
    layout, chance, words = linking.layout, random.Random(2), plain.words_of(linking, KIND)
    sees = made(linking, secrecy.go_on_seeing(linking, KIND, X, Y))
    forgets = made(linking, secrecy.forget(linking, KIND, X, Y))
    for _ in range(CASES):
        v = random_vector(linking, chance)
        w, piece, seats = v[:], chance.randrange(len(linking.table.pieces[KIND])), subset(7, chance)
        sees(v, piece, seats)
        plain.go_on_seeing(w, words, -1, [(piece, seats)])
        assert v == w
        forgets(v, seats, v[layout.names[KIND] + piece])
        plain.learn(w, words, piece, seats)
        assert v == w


def test_pieces_swapped_in_secret_change_names(linking: Linking) -> None:
    layout, chance, words = linking.layout, random.Random(3), plain.words_of(linking, KIND)
    swap = made(linking, secrecy.exchanged(linking, KIND, (X, Y), (Z, V), W))
    for _ in range(CASES):
        v = random_vector(linking, chance)
        first, second = chance.sample(range(len(linking.table.pieces[KIND])), 2)
        known = layout.known[KIND]
        knew = v[known + first], v[known + second]
        for piece in (first, second):
            v[known + piece] = subset(7, chance)
        w, seers = v[:], subset(7, chance)
        swap(v, first, second, *knew, seers)
        plain.exchange(w, words, first, second, *knew, seers)
        assert v == w


def test_what_is_moved_in_secret_is_mingled(linking: Linking) -> None:
    layout, chance, words = linking.layout, random.Random(4), plain.words_of(linking, KIND)
    mingle = made(linking, secrecy.mingled(linking, KIND, X, Y))
    changed = 0
    for _ in range(CASES):
        v = random_vector(linking, chance)
        mask = v[layout.masks[KIND].at[place_with(v, linking, chance)]]
        w, piece, seers = v[:], chance.choice(bits(mask)), subset(7, chance)
        before = v[:]
        mingle(v, piece, seers)
        plain.mingle(w, words, piece, seers)
        assert v == w
        changed += v != before
    assert changed > CASES // 10
