"""How the spaces of a grid are called."""

from __future__ import annotations

from bound_texts import game_of


def test_spaces_beyond_the_column_z_are_called_by_their_names() -> None:
    game = game_of(
        "### game.yaml\ngame: wide\nlanguage: 2\nplayers: 2\n"
        "spaces: {cell: {grid: 30 by 2}}\nnotes: {here: {is: cell, start: ab2}}\n"
        "course: [{phase: play, rounds: 1, turn: choose cell from neighbours of ad2}]\noutcome: {score: 0}\n"
    )
    assert [space.id for space in game.spaces["cell"].definitions][25:31] == [
        *("z1", "aa1", "ab1", "ac1", "ad1", "a2")
    ]
