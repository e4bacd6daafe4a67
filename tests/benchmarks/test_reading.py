from __future__ import annotations

import pytest

import reading
from folders import SMALL_GAMES
from strategies import program_of


def test_all_that_is_read_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    reading.main(
        ["--games", "1", f"{SMALL_GAMES / 'tic_tac_toe'} 2", f"{SMALL_GAMES / 'crazy_eights'} 2"]
    )
    heads, rule, *rows = [line.split("|") for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == 2 and {len(row) for row in (heads, rule, *rows)} == {12}
    assert all(float(cell) >= 0 for row in rows for cell in row[2:-1])


@pytest.mark.parametrize("game", ["crazy_eights", "pig", "hex"])
def test_the_games_that_are_compared_are_the_same_games(game: str) -> None:
    program = program_of(SMALL_GAMES / game, 2)
    ends = [reading.in_blocks(program, seed) for seed in range(3)]
    assert [reading.recorded(program, seed) for seed in range(3)] == ends
