"""Pieces that look alike: the lowered functions beside plain Python, in many random cases."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from boardwright.interpreter.lower.builtins.alike import (
    DIFFERENT,
    EQUAL,
    MANNERS,
    UNSEEN,
    alike,
    settled,
)
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.machine.nodes import Load, Op, Var
from boardwright.interpreter.machine.runtime import pick
from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.table import set_table
from lowered_runs import KIND, linking_of, made, random_vector, subset
from strategies import steps, tiny

CASES = 1500
X, Y, Z = (Var(name) for name in "xyz")
Looks = Callable[[list[int], int, int], int]


def plain_alike(v: list[int], mask: int, player: int, look: Looks) -> int:
    seen, kept = set(), 0
    for piece in bits(mask):
        looks = look(v, piece, player)
        if looks not in seen:
            seen.add(looks)
            kept |= 1 << piece
    return kept


def plain_settled(v: list[int], picked: int, every: int, player: int, look: Looks) -> int:
    classes: dict[int, int] = {}
    for piece in bits(every):
        looks = look(v, piece, player)
        classes[looks] = classes.get(looks, 0) | 1 << piece
    found = 0
    for looks, members in classes.items():
        taken = picked & members
        manner = looks % MANNERS if looks >= 0 else EQUAL
        if manner == UNSEEN or (manner == DIFFERENT and taken != members):
            for _ in range(taken.bit_count()):
                one = 1 << pick(v, members)
                found |= one
                members ^= one
        else:
            found |= taken
    return found


@pytest.mark.parametrize("pieces", [5, 70])
def test_one_of_each_class_is_offered_and_chance_says_which_was_meant(pieces: int) -> None:
    linking, chance = linking_of(2, pieces), random.Random(pieces)
    names = linking.layout.places[KIND]
    # A look that says anything, so that classes of all manners and sizes come about.
    spread = lo.Op("%", Op("*", Load(lo.add(lo.Int(names), Var("piece"))), lo.Int(7)), lo.Int(5))
    looks = lo.Op("-", lo.scale(spread, 2), lo.scale(Var("player"), 3))
    linking.functions[f"look_{KIND}"] = lo.Function(
        f"look_{KIND}", ("piece", "player"), [lo.Return(looks)]
    )
    one, meant = (
        made(linking, alike(linking, KIND, X, Y)),
        made(linking, settled(linking, KIND, 0, X, Y, Z)),
    )

    def look(v: list[int], piece: int, player: int) -> int:
        return v[names + piece] * 7 % 5 * 2 - player * 3

    drawn = 0
    for _ in range(CASES):
        v = random_vector(linking, chance)
        every = subset((1 << pieces) - 1, chance)
        picked, player, w = subset(every, chance), chance.randrange(2), v[:]
        before = v[:]
        assert one(v, every, player) == plain_alike(w, every, player, look)
        assert meant(v, picked, every, player) == plain_settled(w, picked, every, player, look)
        assert v == w
        drawn += v != before
    assert CASES // 10 < drawn < CASES


@pytest.mark.parametrize("word", ["settled", "position", "first_from"])
def test_a_name_of_an_author_is_never_that_of_a_function(word: str) -> None:
    """Locals have a number behind their name, and so have functions that are made for an event or for a width."""
    lines = [
        "move all tokens in bag to rack of first_seat",
        f"last_seat chooses {word} from tokens in rack of first_seat",
        f"move {word} to row",
    ]
    text = link(set_table(tiny(steps(*lines)), 2)).text()
    made_here = set(re.findall(r"^def (\w+)\(", text, re.MULTILINE))
    locals_here = set(re.findall(rf"\b{word}_\w+(?= =)", text))
    assert locals_here and any(name.startswith("settled_") for name in made_here)
    assert not locals_here & made_here
    for number in range(400):
        assert f"{word}_{number}" not in made_here
