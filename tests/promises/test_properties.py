"""What holds in every game at every decision, tried on random games of all rulesets."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.program.link import link
from boardwright.interpreter.records.saves import load
from folders import SMALL_GAMES
from strategies import (
    GAMES,
    Books,
    check_copies,
    check_copy,
    check_options,
    game_in,
    name_of,
    program_of,
    random_game,
    tables,
    ways,
)

SEEDS = range(6)
each_table = pytest.mark.parametrize(("folder", "players"), list(tables()), ids=name_of)
each_game = pytest.mark.parametrize("folder", GAMES, ids=name_of)


def looked_at(number: int) -> bool:
    """Whether a position is looked at, as the game comes to it: later ones of long games are much alike."""
    return number < 15 or number % 7 == 0


@pytest.mark.one_in(3)
@each_table
def test_nothing_is_made_lost_or_doubled_and_no_place_holds_too_much(
    folder: Path, players: int
) -> None:
    program = program_of(folder, players)
    books = Books(program)
    for seed in SEEDS:
        for state in random_game(program, seed):
            books.check(state.v)


@each_table
def test_every_random_game_ends_without_a_fault_and_with_ranks(folder: Path, players: int) -> None:
    program = program_of(folder, players)
    for seed in SEEDS:
        *_, last = random_game(program, seed)
        assert last.over and not last.unfinished
        assert len(last.scores) == len(last.ranks) == players
        assert min(last.ranks) == 1 and max(last.ranks) <= players
        assert set(last.winners) <= set(range(players))


@each_table
def test_every_listed_option_applies(folder: Path, players: int) -> None:
    program = program_of(folder, players)
    for number, state in enumerate(random_game(program, seed=2)):
        if number % 5 == 0 and not state.over:
            check_options(state)


@pytest.mark.one_in(3)
@each_table
def test_copies_are_independent_and_a_saved_game_goes_on_as_if_it_had_never_been_put_away(
    folder: Path, players: int
) -> None:
    program = program_of(folder, players)
    chooser = random.Random(3)
    state = resumed = new(program, 3)
    for number in itertools.count():
        decision = state.decision
        if looked_at(number) or decision is None:
            resumed = load(program, resumed.save())
            check_copy(resumed)
        assert resumed.v == state.v
        if decision is None:
            break
        assert resumed.decision is not None and resumed.decision.ids == decision.ids
        choice = chooser.randrange(len(decision))
        state.apply(choice)
        resumed.apply(choice)
    assert resumed.scores == state.scores


@pytest.mark.one_in(3)
@each_table
def test_the_same_seed_and_choices_give_the_same_game_on_a_program_linked_anew(
    folder: Path, players: int
) -> None:
    program = program_of(folder, players)
    again = link(program.table)
    assert again.fingerprint() == program.fingerprint()
    games = zip(random_game(program, 4), random_game(again, 4), strict=True)
    assert all(one.v == other.v for one, other in games)


@each_game
def test_another_seed_gives_another_game_where_there_is_chance(folder: Path) -> None:
    program = program_of(folder, game_in(folder).players[1])
    ends = {tuple(list(random_game(program, seed))[-1].v) for seed in range(8)}
    assert len(ends) > 1


@each_game
def test_a_refused_choice_changes_nothing(folder: Path) -> None:
    state = new(program_of(folder, game_in(folder).players[0]), 5)
    assert state.decision is not None
    before = state.v[:]
    for wrong in (-1, len(state.decision), "no_such_option"):
        with pytest.raises(ValueError):
            state.apply(wrong)
    assert state.v == before


@pytest.mark.one_in(3)
@each_game
@settings(
    derandomize=True,
    deadline=None,
    max_examples=12,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(data=st.data())
def test_any_position_can_be_copied_told_by_name_and_played_on(
    folder: Path, data: st.DataObject
) -> None:
    state = data.draw(ways(folder)).position(folder)
    Books(state.program).check(state.v)
    check_copies(state)
    told = state.position()
    assert json.loads(json.dumps(told)) == told
    assert state.copy() == state and state.copy().hash == state.hash
    if not state.over:
        check_options(state)


@pytest.mark.parametrize("game", ["tic_tac_toe", "hex"])
def test_whoever_comes_to_a_position_another_way_finds_the_same_words(game: str) -> None:
    program = program_of(SMALL_GAMES / game, 2)
    known: dict[str, list[int]] = {}
    met_again = 0
    for seed in range(60):
        chooser = random.Random(seed)
        state = new(program, 1)
        for _ in range(6):
            if state.decision is None:
                break
            state.apply(chooser.randrange(min(4, len(state.decision))))
            met_again += state.hash in known
            assert known.setdefault(state.hash, state.v[:]) == state.v
    assert met_again > 50
