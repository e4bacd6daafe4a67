"""Whole games are the same by machine code and by Python's blocks, to the last word of the vector."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.interpreter.native.engine import loaded
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.program.random_games import RandomPlayer
from boardwright.interpreter.table.errors import RuleError
from boardwright.loading.load import read
from folders import SMALL_GAMES

PATHS = sorted(
    [path for path in SMALL_GAMES.iterdir() if (path / "game.yaml").exists()]
    + list((SMALL_GAMES / "edges").glob("*.yaml"))
)
SEEDS = range(12)


def outcome(play: RandomPlayer, seed: int) -> object:
    try:
        return play.play(seed)
    except RuleError as fault:
        return fault.code, fault.span, fault.decisions


def same(program: Program) -> None:
    native = loaded(program)
    blocks = RandomPlayer(program)
    for seed in SEEDS:
        try:
            found: object = native.play(seed)
        except RuleError as fault:
            found = fault.code, fault.span, fault.decisions
        assert found == outcome(blocks, seed), seed


@pytest.mark.one_in(3)
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_game_for_the_most_players(path: Path) -> None:
    rules = read(path)
    same(rules.at_table(rules.players[-1]).program)


@pytest.mark.one_in(3)
@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_game_for_fewer_players(path: Path) -> None:
    rules = read(path)
    for players in rules.players[:-1]:
        same(rules.at_table(players).program)


@pytest.mark.parametrize(
    ("ruleset", "expansions", "players"),
    [
        ("rattus", (), 2),
        ("rattus", ("mercatus",), 4),
        ("notre_dame", (), 3),
        ("notre_dame", (), 5),  # places are more than 64
    ],
)
def test_shipped_rulesets(ruleset: str, expansions: tuple[str, ...], players: int) -> None:
    same(read(ruleset, expansions).at_table(players).program)
