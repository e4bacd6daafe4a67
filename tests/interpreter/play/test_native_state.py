"""A state that machine code plays is as any other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.decision import IllegalChoice
from boardwright.interpreter.play.native_state import NativeState
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.table.table import set_table
from boardwright.loading.game import Game
from boardwright.loading.load import load
from bound_texts import game_of
from folders import SMALL_GAMES


def games(name: str) -> tuple[Game, Game]:
    """By machine code and by Python's blocks."""
    path = SMALL_GAMES / name
    return load(path, backend="native"), load(path, backend="python")


@pytest.mark.parametrize("name", ["breakthrough", "shares", "pig"])
def test_the_same_choices_lead_to_the_same_positions(name: str) -> None:
    native, blocks = games(name)
    for seed in range(3):
        state, other, stream = native.new(seed), blocks.new(seed), Stream(seed, "choices")
        assert isinstance(state, NativeState) and not isinstance(other, NativeState)
        for turn in range(400):
            if other.over:
                break
            decision = other.decision
            assert decision is not None and state.decision is not None
            option = stream.below(len(decision))
            if turn % 3 == 1:
                assert state.decision.ids == decision.ids
                state.apply(decision.ids[option])
            else:
                state.apply(option)
            other.apply(option)
            if turn % 5 == 0:
                assert state.v == other.v
        assert (state.v, state.over, state.unfinished) == (other.v, other.over, other.unfinished)
        assert (state.scores, state.ranks, state.winners) == (
            other.scores,
            other.ranks,
            other.winners,
        )
        assert (state.save(), state.hash) == (other.save(), other.hash)
        assert state == other


def test_a_save_is_gone_on_with() -> None:
    native, blocks = games("shares")
    state = blocks.new(4)
    for _ in range(9):
        state.apply(0)
    loaded = native.load_state(state.save())
    assert isinstance(loaded, NativeState) and loaded == state
    for each in (loaded, state):
        each.apply(0)
    assert loaded.v == state.v


def test_a_copy_goes_its_own_way() -> None:
    native, _ = games("breakthrough")
    state = native.new(1)
    before = state.v[:]
    for seen in (False, True):
        if seen:
            assert state.v == before
        copy = state.copy()
        copy.apply(0)
        assert state.v == before and copy.v != before


def test_what_is_written_into_the_list_counts() -> None:
    native, blocks = games("shares")
    state, other = native.new(2), blocks.new(2)
    for each in (state, other):
        each.v[lay.RANDOM : lay.RANDOM + 4] = 1, 2, 3, 4
        each.copy().apply(0)
        copy = each.copy()
        for _ in range(30):
            copy.apply(0)
        for _ in range(30):
            each.apply(0)
        assert copy.v == each.v
    assert state.v == other.v


def test_what_is_not_offered_changes_nothing() -> None:
    native, blocks = games("breakthrough")
    state, other = native.new(1), blocks.new(1)
    before = state.v[:]
    for wrong in (-1, 10_000, 2**70, "nothing", True + 10**6):
        told = []
        for each in (state, other):
            with pytest.raises(IllegalChoice) as caught:
                each.apply(wrong)
            told.append(str(caught.value))
        assert told[0] == told[1]
        assert state.v == before


def test_when_the_game_is_over_nothing_is_taken() -> None:
    native, _ = games("pig")
    state = native.new(1)
    while not state.over:
        state.apply(0)
    with pytest.raises(IllegalChoice, match="the game is over"):
        state.apply(0)


TEXT = """
game: trap
language: 2
players: 2
notes:
  n: {is: number}
outcome: {score: 0}
course:
  - phase: play
    rounds: 3
    turn: |
      choose k from 0 to 2
      set n to n + 1
      set n to n / k rounded down
"""


def test_a_rule_that_fails_leaves_the_state_as_it_was() -> None:
    linked = link(set_table(game_of(TEXT), 2))
    told: list[object] = []
    for backend in ("native", "python"):
        state = new(replace(linked, backend=backend, _kept={}), 1)
        assert isinstance(state, NativeState) == (backend == "native")
        state.apply(1)
        before = state.v[:]
        with pytest.raises(RuleError) as caught:
            state.apply(0)
        assert state.v == before
        fault = caught.value
        told.append((fault.code, fault.message, fault.span, fault.decisions, before))
        state.apply(2)
        told.append(state.v)
    assert told[:2] == told[2:]


def test_a_choice_among_more_numbers_than_a_word_has_room_for() -> None:
    text = TEXT.replace("0 to 2", "1 to 400 + n")
    linked = link(set_table(game_of(text), 2))
    ends = []
    for backend in ("native", "python"):
        state = new(replace(linked, backend=backend, _kept={}), 1)
        seen = []
        while not state.over:
            assert state.decision is not None
            seen.append((len(state.decision), state.v[:]))
            state.apply(len(state.decision) - 1 - len(seen))
        ends.append((seen, state.v))
    assert ends[0] == ends[1] and len(ends[0][0]) == 6


def test_a_menu_of_sixty_four_entries_is_a_set_with_its_highest_member(tmp_path: Path) -> None:
    entries = "\n".join(f"      e{n}: {{effect: add 1 to a}}" for n in range(63))
    (tmp_path / "game.yaml").write_text(
        "game: menu\nlanguage: 2\nplayers: 2\nnotes: {a: number}\noutcome: {score: a}\n"
        "texts: {menu: Menu}\noffers:\n  wide:\n    until: none_more\n    entries:\n"
        f"{entries}\n"
        "course:\n  - {phase: play, rounds: 1, turn: [open wide]}\n"
    )
    fast, slow = (load(str(tmp_path), 2, backend=each) for each in ("native", "python"))
    for game in (fast, slow):
        decision = game.new(1).decision
        assert decision is not None and len(decision) == 64
    assert fast.new(1).v == slow.new(1).v


@pytest.mark.parametrize("name", ["pig", "skunk", "edges/names.yaml", "connect_four"])
@pytest.mark.parametrize("backend", [0, 1], ids=["native", "python"])
def test_a_step_that_leaves_something_to_chance_can_be_held_back(name: str, backend: int) -> None:
    state, held = games(name)[backend].new(3), 0
    for turn in range(40):
        if state.over:
            break
        decision = state.decision
        assert decision is not None
        option, words, before = turn % len(decision), state.generators, state.copy()
        played = state.copy()
        played.apply(option)
        if state.apply_unless_chance(option):
            assert state.v == played.v and played.generators == words
        else:
            held += 1
            assert state.v == before.v and played.generators != words
            state.apply(option)
    assert (held > 0) == (name != "connect_four")


@pytest.mark.parametrize("name", ["pig", "hex_11", "edges/names.yaml"])
@pytest.mark.parametrize("backend", [0, 1], ids=["native", "python"])
def test_what_is_asked_can_be_read_as_numbers(name: str, backend: int) -> None:
    game = games(name)[backend]
    state = game.new(1)
    while not state.over:
        told, seat, v = state.question, state.to_play, state.copy().v
        sites = (v[lay.SITE], v[lay.ASKER], v[lay.OPTIONS], v[lay.OFFSET], v[lay.EXTRA])
        assert told == sites and seat == v[lay.ASKER]
        state.apply(0)
    assert state.to_play == -1


@pytest.mark.parametrize("backend", [0, 1], ids=["native", "python"])
def test_chance_can_begin_anew(backend: int) -> None:
    game = games("edges/names.yaml")[backend]
    state, other = game.new(1), game.new(1)
    state.reseed(5, "again")
    assert state.generators != other.generators
    _ = other.v
    other.reseed(5, "again")
    assert state.generators == other.generators and state.v == other.v
    state.reseed(6, "again")
    assert state.generators != other.generators
