from __future__ import annotations

import random
from pathlib import Path

import pytest

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.play.naming import Words
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.trace import Chance, DictationError
from boardwright.interpreter.program.program import Program
from bound_texts import game_of
from strategies import GAMES, game_in, name_of, program_of

BAG = """\
game: bag
language: 2
name: Bag
players: 2
varieties: {tint: [dark, bright]}
kinds:
  token: {attributes: {worth: number}, hidden: yes, home: bag}
  die: {pieces: 2, sides: 6, home: table, plural: dice}
stocks:
  point: {total: unlimited, home: heap, kept: scored}
pieces:
  token: {t1: {worth: 1}, t2: {worth: 2}, t3: {worth: 3}, t4: {worth: 4}}
places:
  bag: {holds: [token], tracked: no, visible_to: nobody}
  row: {holds: [token], visible_to: nobody}
  table: {holds: [die]}
  heap: {holds: [point]}
  scored: {per: player, holds: [point]}
notes:
  found: number
rules:
  go: |
    draw token from tokens in bag
    move token to row
    draw n from 3 to 5
    set found to n
    draw p from players
    draw t from tints
    roll dice
    draw token2 from tokens in bag
    move token2 to row
    shuffle row
    as p:
      choose token3 from tokens in row
course:
  - phase: main
    steps: [go()]
outcome: {score: my points}
"""


def bag(dictated: dict[str, list[str]], seed: int = 1) -> tuple[State, Chance]:
    from boardwright.interpreter.program.link import link
    from boardwright.interpreter.table.table import set_table

    program = link(set_table(game_of(BAG), 2))
    chance = Chance(program, dictated)
    compiled = program.watched(chance)
    state = State(program, program.first_vector(seed), compiled, Words(program.table.game))
    compiled.run(state.v)
    return state, chance


def watched(program: Program, seed: int) -> State:
    compiled = program.watched(Chance(program))
    state = State(program, program.first_vector(seed), compiled, Words(program.table.game))
    compiled.run(state.v)
    return state


@pytest.mark.parametrize("folder", GAMES, ids=name_of)
def test_a_watched_game_is_word_for_word_the_game_that_nobody_watches(folder: Path) -> None:
    program = program_of(folder, game_in(folder).players[1])
    for seed in range(4):
        chooser = random.Random(seed)
        plain, seen = new(program, seed), watched(program, seed)
        while plain.decision is not None:
            choice = chooser.randrange(len(plain.decision))
            plain.apply(choice)
            seen.apply(choice)
            assert plain.v == seen.v


def test_every_event_is_told_by_its_name_and_its_result_by_ids() -> None:
    state, chance = bag({})
    told = [(each.name, each.result) for each in chance.log]
    names = [name for name, _ in told]
    assert names == [
        "go.token",
        "go.n",
        "go.p",
        "go.t",
        "go.roll",
        "go.roll",
        "go.token2",
        "go.shuffle",
    ]
    results = dict(told)
    first, second = results["go.token"], results["go.token2"]
    assert isinstance(first, dict) and isinstance(second, dict)
    position = state.position()["pieces"]["token"]
    assert position[first["piece"]]["place"] == position[second["piece"]]["place"] == "row"
    assert results["go.n"] == position_of(state, "found")
    assert results["go.p"] in ("p1", "p2") and results["go.t"] in ("dark", "bright")
    shuffled = results["go.shuffle"]
    assert isinstance(shuffled, list)
    called = {each["piece"]: each.get("name", each["piece"]) for each in shuffled}
    assert called == {id: position[id].get("name", id) for id in (first["piece"], second["piece"])}
    assert list(called.values()) == ["token_1", "token_2"]


def position_of(state: State, note: str) -> object:
    return state.position()["notes"][note][""]


def test_results_can_be_dictated_by_the_names_of_events_and_in_order() -> None:
    state, chance = bag(
        {
            "go.token": ["t4"],
            "go.n": ["5"],
            "go.p": ["p2"],
            "go.t": ["bright"],
            "go.roll": ["2", "6"],
            "go.token2": ["t1"],
        }
    )
    results = [each.result for each in chance.log if each.name != "go.shuffle"]
    assert [
        each["face"] if isinstance(each, dict) and "face" in each else each for each in results[:7]
    ] == [
        "t4",
        5,
        "p2",
        "bright",
        2,
        6,
        "t1",
    ]
    faces = {
        facts["face"]
        for facts in state.position()["pieces"]["token"].values()
        if facts["place"] == "row"
    }
    assert faces == {"t1", "t4"}
    assert chance.unused == {}
    assert state.v[lay.ASKER] == 1


@pytest.mark.parametrize(
    ("event", "result", "there"),
    [
        ("go.token", "t9", ("t1", "t2", "t3", "t4")),
        ("go.n", "2", ("3", "4", "5")),
        ("go.p", "p3", ("p1", "p2")),
        ("go.t", "pale", ("dark", "bright")),
        ("go.roll", "7", ("1", "2", "3", "4", "5", "6")),
    ],
)
def test_an_impossible_result_says_what_there_is(
    event: str, result: str, there: tuple[str, ...]
) -> None:
    with pytest.raises(DictationError) as caught:
        bag({event: [result]})
    assert (caught.value.event, caught.value.index) == (event, 0)
    assert sorted(caught.value.there) == sorted(there)


def test_what_was_dictated_and_never_came_is_known() -> None:
    _, chance = bag({"go.p": ["p1", "p2"], "go.m": ["1"]})
    assert chance.unused == {"go.p": ("p2",), "go.m": ("1",)}
