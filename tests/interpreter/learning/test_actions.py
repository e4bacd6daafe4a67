"""The number of an option means the same in all positions, and no more than the player knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.interpreter.learning.actions import Way, actions_of
from boardwright.interpreter.play.decision import IllegalChoice
from boardwright.loading.load import load
from folders import SMALL_GAMES
from positions_alike import alike, positions
from strategies import GAMES, game_in, name_of, program_of, random_game


@pytest.mark.parametrize("folder", GAMES, ids=name_of)
def test_each_option_has_a_number_of_its_own(folder: Path) -> None:
    for players in sorted({*game_in(folder).players}):
        program = program_of(folder, players)
        actions = actions_of(program)
        for state in positions(program, every=3):
            decision = state.decision
            pairs = actions.pairs(state)
            if decision is None:
                assert not pairs
                continue
            numbers = [number for number, _ in pairs]
            assert [answer for _, answer in pairs] == decision.answers()
            assert len({*numbers}) == len(numbers) and min(numbers) >= 0
            assert max(numbers) < actions.count
            assert actions.legal(state) == sorted(numbers)
            assert [n for n, there in enumerate(actions.mask(state)) if there] == sorted(numbers)
            for place, number in enumerate(numbers):
                assert actions.of(state, place) == number
                assert actions.option(state, number) == place
                meaning = actions.meaning(number, decision.player)
                assert meaning.decision == decision.name
                if meaning.exact:
                    assert meaning.option == decision.ids[place]


@pytest.mark.parametrize("folder", GAMES, ids=name_of)
def test_numbers_mean_the_same_where_hidden_things_differ(folder: Path) -> None:
    program = program_of(folder, game_in(folder).players[1])
    actions = actions_of(program)
    for number, state in enumerate(positions(program, games=1, every=2)):
        decision = state.decision
        if decision is None:
            continue
        by_id = dict(zip(decision.ids, (n for n, _ in actions.pairs(state)), strict=True))
        for other in alike(state, decision.player, number):
            assert other.decision is not None
            there = zip(other.decision.ids, (n for n, _ in actions.pairs(other)), strict=True)
            assert dict(there) == by_id
            assert actions.mask(other) == actions.mask(state)


@pytest.mark.parametrize("folder", GAMES, ids=name_of)
def test_every_number_has_one_meaning(folder: Path) -> None:
    actions = actions_of(program_of(folder, game_in(folder).players[1]))
    meanings = [str(actions.meaning(n)) for n in range(actions.count)]
    # Decisions of one name may have different options.
    assert len({*meanings}) >= len(meanings) - sum(c.count for c in actions.distinct) // 2
    assert all(meanings)
    with pytest.raises(ValueError, match="expected an action from 0 to"):
        actions.meaning(actions.count)


def test_an_action_is_played() -> None:
    game = load(SMALL_GAMES / "tic_tac_toe", backend="python")
    actions, state = game.actions, game.new(seed=1)
    assert actions.count == len(actions) == 9
    actions.apply(state, 4)
    assert actions.legal(state) == [0, 1, 2, 3, 5, 6, 7, 8]
    assert str(actions.meaning(4)) == "mark_a_square.square: b2"
    with pytest.raises(IllegalChoice, match="does not offer action 4, which is `mark_a_square"):
        actions.apply(state, 4)
    with pytest.raises(IllegalChoice, match="does not offer action 9"):
        actions.apply(state, 9)
    for number in (0, 1, 2, 3, 5, 6, 7, 8):
        if not state.over:
            actions.apply(state, number)
    assert state.over and actions.legal(state) == []
    with pytest.raises(IllegalChoice, match="the game is over"):
        actions.apply(state, 0)


def test_what_is_mine_has_one_number_for_all_seats() -> None:
    """In whist everybody plays from a hand of their own, and places of players are by role."""
    program = program_of(SMALL_GAMES.parent.parent / "rulesets" / "notre_dame", 3)
    actions = actions_of(program)
    used = next(each for each in actions.distinct if each.site.name == "use.origin")
    assert used.way is Way.LISTED
    mine = [actions.meaning(used.first, seat).option for seat in range(3)]
    assert len({*mine}) == 3
    assert actions.meaning(used.first).option.endswith(" of me")


def test_numbers_that_rules_bound_stand_for_themselves() -> None:
    program = program_of(SMALL_GAMES / "ten_thousand", 2)
    actions = actions_of(program)
    three = next(c for c in actions.distinct if c.site.name == "set_three_aside.n")
    assert (three.way, three.low, three.count) == (Way.NUMBER, 1, 6)
    bids = actions_of(program_of(SMALL_GAMES / "auction", 3)).distinct[0]
    assert bids.way is Way.DISTANCE
    assert actions_of(program_of(SMALL_GAMES / "auction", 3)).meaning(1).option == "the lowest + 1"


def test_random_games_end_in_returns_that_sum_to_nothing() -> None:
    program = program_of(SMALL_GAMES / "tic_tac_toe", 2)
    found = set()
    for seed in range(20):
        *_, end = random_game(program, seed)
        assert sum(end.returns) == 0
        found.add(end.returns)
    assert found == {(1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)}
