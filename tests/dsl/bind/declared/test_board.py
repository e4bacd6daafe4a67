"""How the spaces of a grid are called."""

from __future__ import annotations

from boardwright.dsl.bind.declared.board import name_cell
from bound_texts import game_of


def test_columns_have_letters_and_then_pairs_of_letters() -> None:
    assert [name_cell(column, 1) for column in (1, 26, 27, 28, 52, 53, 64, 99)] == [
        *("a1", "z1", "aa1", "ab1", "az1", "ba1", "bl1", "cu1")
    ]
    assert (
        len({name_cell(column, row) for column in range(1, 100) for row in range(1, 100)})
        == 99 * 99
    )


def test_spaces_beyond_the_column_z_are_called_by_their_names() -> None:
    game = game_of(
        "### game.yaml\ngame: wide\nlanguage: 2\nplayers: 2\n"
        "spaces: {cell: {grid: 30 by 2}}\nnotes: {here: {is: cell, start: ab2}}\n"
        "course: [{phase: play, rounds: 1, turn: choose cell from neighbours of ad2}]\noutcome: {score: 0}\n"
    )
    assert [space.id for space in game.spaces["cell"].definitions][25:31] == [
        *("z1", "aa1", "ab1", "ac1", "ad1", "a2")
    ]
