from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.rng import together
from boardwright.interpreter.play.naming import Words
from boardwright.interpreter.play.open_chance import (
    ChancePoint,
    OpenChance,
    OpenPlay,
    Stopped,
    factors,
    most_outcomes,
)
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.link import link
from boardwright.interpreter.program.program import Program, Vector
from boardwright.interpreter.table.table import set_table
from bound_texts import game_of
from strategies import GAMES, game_in, name_of, program_of

PILE = """\
game: pile
language: 2
name: Pile
players: 1
kinds:
  card: {attributes: {worth: number}, hidden: yes, home: pile}
  die: {pieces: 1, sides: 3, home: mat, plural: dice}
pieces:
  card: {c1: {worth: 1}, c2: {worth: 2}, c3: {worth: 3}}
places:
  pile: {holds: [card], ordered: yes, visible_to: nobody}
  mat: {holds: [die]}
notes:
  drawn: number
rules:
  go: |
    roll dice
    draw n from 4 to 7
    set drawn to n
    shuffle pile
course:
  - phase: main
    steps: [go()]
outcome: {score: drawn}
"""


End = tuple[Fraction, Vector, tuple[str, ...]]


def pile() -> Program:
    return link(set_table(game_of(PILE), 1))


def every_end(play: Callable[[Vector, list[int]], ChancePoint | None], v: Vector) -> list[End]:
    """All that chance can bring, each with how likely it is, and what it is called."""
    found: list[End] = []
    waiting: list[tuple[Fraction, list[int], tuple[str, ...]]] = [(Fraction(1), [], ())]
    while waiting:
        likely, outcomes, told = waiting.pop()
        own = v[:]
        point = play(own, outcomes)
        if point is None:
            found.append((likely, own, told))
            continue
        for n in range(point.outcomes):
            part = likely / point.outcomes
            waiting.append((part, [*outcomes, n], (*told, point.label(n))))
    return found


def test_everything_that_chance_can_bring_is_equally_likely_and_there_once() -> None:
    program = pile()
    ends = every_end(OpenPlay(program).play, program.first_vector(0))
    assert len(ends) == 3 * 4 * 6
    assert sum(likely for likely, _, _ in ends) == 1 and len({likely for likely, _, _ in ends}) == 1
    positions = [
        State(program, v, program.fast, Words(program.table.game)).hash for _, v, _ in ends
    ]
    assert len(set(positions)) == len(positions)


def test_outcomes_are_called_by_the_event_and_what_it_brings() -> None:
    program = pile()
    ends = every_end(OpenPlay(program).play, program.first_vector(0))
    told = [set(names) for names in zip(*(names for _, _, names in ends), strict=True)]
    assert told == [
        {"go.roll: 1 of 3", "go.roll: 2 of 3", "go.roll: 3 of 3"},
        {"go.n: 4", "go.n: 5", "go.n: 6", "go.n: 7"},
        {"shuffle: 1 of 3", "shuffle: 2 of 3", "shuffle: 3 of 3"},
        {"shuffle: 1 of 2", "shuffle: 2 of 2"},
    ]


def test_outcomes_that_are_not_there_are_refused() -> None:
    play, v = OpenPlay(pile()), pile().first_vector(0)
    with pytest.raises(ValueError, match=r"`go\.roll` has 3 outcomes, and 3 is none of them"):
        play.play(v[:], [3])
    with pytest.raises(ValueError, match="5 outcomes of chance for 4 events"):
        play.play(v[:], [0, 0, 0, 0, 0])


def test_keys_of_names_are_in_every_order_equally_often() -> None:
    chance = OpenChance(pile())
    orders: Counter[tuple[int, ...]] = Counter()
    for first, second in itertools.product(range(2), range(3)):
        chance.give([first, second])
        keys = [chance.next32([], 0) for _ in range(3)]
        orders[tuple(sorted(range(3), key=keys.__getitem__))] += 1
    assert len(orders) == 6 and set(orders.values()) == {1}


def test_a_key_is_compared_with_no_more_than_the_pieces_of_a_kind() -> None:
    chance = OpenChance(pile())  # three cards
    counts = []
    outcomes: list[int] = []
    for _ in range(4):
        chance.give(outcomes)
        counts.append(_next_point(chance).outcomes)
        outcomes.append(0)
    assert counts == [2, 3, 3, 3]


def _next_point(chance: OpenChance) -> ChancePoint:
    """Where chance decides for the first time that no outcome was given for."""
    try:
        while True:
            chance.next32([], 0)
    except Stopped as stopped:
        return stopped.point


def test_factors_are_those_of_a_shuffle() -> None:
    for n in range(2, 60):
        drawn = [below for below, _ in together(n)]
        assert all(max(factors(below)) <= n for below in drawn)
        product = 1
        for below in drawn:
            for factor in factors(below):
                product *= factor
        assert product == _factorial(n)


def _factorial(n: int) -> int:
    return 1 if n < 2 else n * _factorial(n - 1)


@pytest.mark.parametrize("folder", [f for f in GAMES if f.name != "orchard"], ids=name_of)
def test_every_game_is_played_by_choices_and_outcomes_alone(folder: Path) -> None:
    program = program_of(folder, game_in(folder).players[0])
    play, words, chooser = OpenPlay(program), Words(program.table.game), random.Random(1)
    most, v = most_outcomes(program), program.first_vector(0)
    for _ in range(60):
        outcomes: list[int] = []
        while True:
            own = v[:]
            point = play.play(own, outcomes)
            if point is None:
                break
            assert 1 < point.outcomes <= most
            names = {point.label(n) for n in range(point.outcomes)}
            assert len(names) == point.outcomes
            outcomes.append(chooser.randrange(point.outcomes))
        v = own
        state = State(program, v, program.fast, words)
        decision = state.decision
        if decision is None:
            break
        v[lay.CHOSEN] = decision.answers()[chooser.randrange(len(decision))]
        v[lay.DECISIONS] += 1
    assert (
        state.position()["chance"]
        == State(program, program.first_vector(0), program.fast, words).position()["chance"]
    )
