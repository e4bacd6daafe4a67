"""A small game in three files, for the tests of the studio: fruits hang in a tree, each is eaten, and its bite may do more."""

from __future__ import annotations

from pathlib import Path

GAME = """\
game: fruit
language: 2
name: Fruit
players: 2

kinds:
  fruit:
    attributes: {worth: number}
    effects: {bite: {}}
    home: tree

stocks:
  point: {total: 60, home: bowl, kept: plate}

places:
  tree: {holds: [fruit]}
  core: {holds: [fruit]}
  bowl: {holds: [point]}
  plate: {per: player, holds: [point]}

rules:
  eat(fruit): |
    take worth of fruit points
    perform bite of fruit
    move fruit to core

course:
  - phase: play
    turn: |
      choose fruit from fruits in tree
      eat(fruit)
    until: count(fruits in tree) = 0

outcome:
  score: my points
"""
APPLE = """\
fruit: apple
worth: 3
copies: 3
name: Apple
bite: |
  take 1 point
"""
PEAR = """\
fruit: pear
worth: 2
copies: 3
name: Pear
bite: |
  take 2 points
"""


def planted(folder: Path) -> Path:
    """Writes the game into a new folder, and returns it."""
    fruit = folder / "fruit"
    (fruit / "cards").mkdir(parents=True)
    (fruit / "game.yaml").write_text(GAME, "utf-8")
    (fruit / "cards" / "apple.yaml").write_text(APPLE, "utf-8")
    (fruit / "cards" / "pear.yaml").write_text(PEAR, "utf-8")
    return fruit
