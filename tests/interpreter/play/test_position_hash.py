from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.position_hash import Hasher, digest
from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.table import set_table
from bound_texts import game_of
from strategies import GAMES, RATTUS, Pair, game_in, name_of, program_of, random_game

UNASKED = """### game.yaml
game: nobody_asked
language: 2
players: 2
course:
  - phase: play
    steps: |
      nothing
outcome: {score: 0}
"""


@pytest.mark.parametrize("folder", GAMES, ids=name_of)
def test_the_hash_of_a_vector_is_that_of_the_position_it_means(folder: Path) -> None:
    players = game_in(folder).players
    for number in {players[0], players[-1]}:
        program = program_of(folder, number)
        for state in random_game(program, number):
            found = digest(state.position())
            assert found == state.hash  # by what is other than in the position before
            if state.v[8] % 7 == 0:
                assert found == Hasher(program).hash(state.v)


def test_it_does_not_matter_which_position_was_hashed_before() -> None:
    program = program_of(RATTUS, 3)
    states = [state.copy() for seed in range(2) for state in random_game(program, seed)]
    hashes = [state.hash for state in states]
    order = list(range(len(states)))
    random.Random(1).shuffle(order)
    assert [states[n].hash for n in order] == [hashes[n] for n in order]
    assert len(set(hashes)) == len(hashes)


def test_the_reference_evaluator_comes_to_the_same_hash() -> None:
    pair = Pair(game_in(RATTUS), 2, 3)
    for _ in range(12):
        pair.take(pair.ids[-1])
        assert digest(pair.reference.position()) == pair.state.hash


def test_a_game_in_which_nobody_is_asked_has_a_hash() -> None:
    state = new(link(set_table(game_of(UNASKED), 2)), 1)
    assert state.over and not state.program.sites
    assert digest(state.position()) == state.hash


def test_amounts_of_zero_and_empty_parts_count_for_nothing() -> None:
    position: dict[str, Any] = {"stocks": {"coin": {"bank": 3}}, "round": 1, "order": {}}
    idle = {**position, "notes": {}, "stocks": {**position["stocks"], "gem": {}}}
    assert digest(idle) == digest(position)
    assert digest({**position, "round": 2}) != digest(position)


def test_every_fact_counts() -> None:
    position = new(program_of(RATTUS, 2), 1).position()
    seen = {digest(position)}
    for changed in _changed(position):
        seen.add(digest(changed))
    assert len(seen) == 1 + sum(1 for _ in _changed(position))


def _changed(part: Any) -> Any:
    """Each part with one fact changed or left out."""
    if isinstance(part, dict):
        for key, value in part.items():
            for other in _changed(value):
                yield {**part, key: other}
            if not isinstance(value, dict):
                yield {each: part[each] for each in part if each != key}
    elif isinstance(part, str):
        yield f"{part}x"
    elif isinstance(part, int):
        yield part + 1
    elif isinstance(part, list) and len(part) > 1:
        yield part[1:]
        yield [*part[:-1], f"{part[-1]}x"]


def test_the_order_of_a_pile_counts() -> None:
    piles = [list("abc"), list("acb"), list("cab"), list("bac"), list("bca"), list("cba")]
    assert len({digest({"order": {"deck": pile}}) for pile in piles}) == 6
