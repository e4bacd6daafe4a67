"""What options are called."""

from __future__ import annotations

from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.table import set_table
from bound_texts import game_of

DICE = """\
### game.yaml
game: dice
language: 2
players: 2
kinds: {die: {pieces: 3, sides: 6, home: mat, plural: dice}}
places: {mat: {holds: [die]}, cup: {per: player, holds: [die], visible_to: owner}}
course:
  - phase: play
    rounds: 1
    turn: |
      roll die_1
      choose die from dice
outcome: {score: 0}
"""


def labels(more: str = "") -> list[str]:
    """The options of a choice among three dice, of which the first was rolled."""
    text = DICE.replace("      choose", f"{more}      choose")
    decision = new(link(set_table(game_of(text), 2)), 5).decision
    assert decision is not None
    return [*decision.labels().values()]


def test_dice_are_called_by_what_they_show() -> None:
    assert labels() == ["die 5", "die 1 (#2)", "die 1 (#3)"]


def test_dice_that_are_not_seen_have_numbers_that_are_no_sides() -> None:
    assert labels("      move all dice to cup of last_seat\n") == [
        "die (#1)",
        "die (#2)",
        "die (#3)",
    ]
