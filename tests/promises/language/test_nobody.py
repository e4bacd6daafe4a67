"""Rules and values that are handed nobody say so where they need a player."""

from __future__ import annotations

import pytest

from boardwright.interpreter.agents.random_agent import play_random
from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.table.table import set_table
from bound_texts import game_of

GAME = """\
game: handed
language: 2
players: 2
stocks: {{coin: {{total: 5, each: player, home: bag}}}}
places: {{bag: {{per: player, holds: [coin]}}, pot: {{holds: [coin]}}}}
notes: {{who: {{is: player, start: nobody}}}}
values:
  stake(player p): coins of p in pot
rules:
  lose(player p): |
    if coins of p in pot >= 1:
      end game
course:
  - phase: play
    turn: |
      choose n from 1 to 2
      {statement}
    rounds: 1
outcome: {{score: my coins in pot}}
"""


@pytest.mark.parametrize(
    "statement", ["lose(who)", "place stake(who) of my coins in pot", "lose(left of who)"]
)
def test_nobody_is_refused_where_a_player_is_needed(statement: str) -> None:
    program = link(set_table(game_of(GAME.format(statement=statement)), 2))
    with pytest.raises(RuleError) as caught:
        play_random(program, 1)
    assert caught.value.code == "E657"


@pytest.mark.parametrize(
    "statement", ["lose(me)", "lose(left of me)", "place stake(me) of my coins in pot"]
)
def test_somebody_is_not(statement: str) -> None:
    program = link(set_table(game_of(GAME.format(statement=statement)), 2))
    for seed in range(5):
        assert play_random(program, seed)
