"""Small games with boards, for the tests of this folder."""

from __future__ import annotations

from pathlib import Path

from boardwright.loading.game import Game
from boardwright.loading.load import load

_REST = """
language: 2
name: {name}
text: For a test.
players: 2 to 4
stocks: {{cube: {{total: 9, each: player, home: bank}}}}
places: {{bank: {{holds: [cube]}}}}
course:
  - phase: play
    rounds: 1
    turn: |
      choose n from 1 to 2
outcome: {{score: 0}}
"""


def game_with(folder: Path, text: str, *, players: int = 2, name: str = "Board") -> Game:
    """A game whose rules say nothing but this of its board."""
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(f"game: board{_REST.format(name=name)}{text}", "utf-8")
    return load(folder, players=players)
