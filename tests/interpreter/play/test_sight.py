from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.interpreter.play.sight import sight
from strategies import GAMES, game_in, name_of, program_of, random_game


@pytest.mark.parametrize("folder", GAMES, ids=name_of)
def test_places_tell_what_the_emitted_function_tells(folder: Path) -> None:
    players = game_in(folder).players[-1]
    program = program_of(folder, players)
    everyone = (1 << players) - 1
    for state in random_game(program, 4):
        for kind, pieces in program.table.pieces.items():
            if state.v[8] % 5 or not pieces:
                continue
            told = [program.sees(state.v, kind, piece) for piece in range(len(pieces))]
            for seat in range(-1, players):
                knows = sight(program, kind).knower(state.v, seat)
                mask = everyone if seat < 0 else 1 << seat
                assert [knows(n) for n in range(len(pieces))] == [t & mask == mask for t in told]
