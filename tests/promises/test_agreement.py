"""The compiled engine and the reference evaluator play the same games."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.table.errors import RuleError
from strategies import (
    GAMES,
    RATTUS,
    Pair,
    game_in,
    name_of,
    play_both,
    program_of,
    steps,
    tables,
    tiny,
)

# From which seed on games are played, until this many decisions were compared: short games are played oftener.
AMOUNTS = [(0, 150), pytest.param(100, 500, marks=pytest.mark.campaign)]
MOST_GAMES = 8
SEEDS_OF_OPTIONS = [range(1), pytest.param(range(1, 2), marks=pytest.mark.campaign)]


@pytest.mark.parametrize(("first", "enough"), AMOUNTS)
@pytest.mark.parametrize(("folder", "players"), list(tables()), ids=name_of)
def test_both_are_at_the_same_decision_in_the_same_position_after_every_choice(
    folder: Path, players: int, first: int, enough: int
) -> None:
    program, decisions = program_of(folder, players), 0
    for seed in range(first, first + MOST_GAMES):
        if decisions < enough:
            pair = play_both(program, seed)
            assert pair.over
            decisions += pair.state.v[lay.DECISIONS]


@pytest.mark.parametrize("seeds", SEEDS_OF_OPTIONS, ids=str)
@pytest.mark.parametrize("folder", [path for path in GAMES if game_in(path).options], ids=name_of)
def test_both_agree_with_every_value_of_every_option(folder: Path, seeds: range) -> None:
    game = game_in(folder)
    players = game.players[1]
    for option in game.options.values():
        values = {option.low, option.high}
        for value in sorted(values - {option.default}):
            program = program_of(folder, players, ((option.id, value),))
            for seed in seeds:
                assert play_both(program, seed).over


@pytest.mark.parametrize("seeds", SEEDS_OF_OPTIONS, ids=str)
def test_rattus_agrees_with_all_options_at_their_other_ends(seeds: range) -> None:
    game = game_in(RATTUS)
    options = tuple(
        (option.id, option.high if option.default != option.high else option.low)
        for option in game.options.values()
    )
    for players in range(game.players[0], game.players[1] + 1):
        for seed in seeds:
            assert play_both(program_of(RATTUS, players, options), seed).over


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("move 2 of deck to deck", ["bard", "cook", "king"]),
        ("move 2 of deck to top of deck", ["bard", "cook", "king"]),
        ("move 2 of deck to bottom of deck", ["cook", "king", "bard"]),
        ("move up to 7 of deck to bottom of deck", ["bard", "cook", "king"]),
        ("move up to 5 of deck to deck", ["bard", "cook", "king"]),
        ("move 2 of deck to pile", ["bard"]),
    ],
)
def test_pieces_from_the_top_go_one_after_the_other(line: str, order: list[str]) -> None:
    assert Pair(tiny(steps(line), bard="worth: 2"), 2).at("order", "deck") == order


def test_of_a_pile_no_more_is_moved_onto_itself_than_lies_there() -> None:
    with pytest.raises(RuleError, match="E651"):
        Pair(tiny(steps("move 4 of deck to bottom of deck"), bard="worth: 2"), 2)
