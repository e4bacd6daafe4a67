from __future__ import annotations

import pytest

import watching
from folders import SMALL_GAMES
from strategies import program_of


def test_every_number_of_players_is_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "TAKES", 1)
    watching.main(["--games", "1", str(SMALL_GAMES / "pig")])
    heads, rule, *rows = [line.split("|") for line in capsys.readouterr().out.splitlines()]
    assert len(rows) >= 2 and {len(row) for row in (heads, rule, *rows)} == {11}
    assert all(float(cell) >= 0 for row in rows for cell in row[2:-1])


@pytest.mark.parametrize("game", ["crazy_eights", "pig", "hex"])
def test_the_games_that_are_compared_are_the_same_games(game: str) -> None:
    program = program_of(SMALL_GAMES / game, 2)
    first, *others = (play(program, 3) for play in watching.WAYS)
    assert all(other == first for other in others)
