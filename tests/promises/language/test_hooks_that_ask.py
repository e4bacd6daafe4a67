"""Hooks around rules that ask: what stands inside `instead of` goes on after the question."""

from __future__ import annotations

import pytest

from bound_texts import game_of
from strategies import Pair

TEXT = """### game.yaml
game: chain
language: 2
name: Chain
players: 2
kinds: {chip: {pieces: 3, home: box}}
places: {box: {holds: [chip]}, row: {holds: [chip]}}
notes: {done: number, begun: number, ended: number}
rules:
  go: |
    add 1 to done
course: [{phase: turns, turn: [go()], rounds: 1}]
outcome: {score: done}
### inner.yaml
part: inner
instead of go: |
  may agree:
    original
### outer.yaml
part: outer
instead of go: |
OUTER
"""

OUTER = {
    "in_an_if": """
  add 1 to begun
  if done < 9:
    original
  add 1 to ended
""",
    "behind_else": """
  add 1 to begun
  if done >= 9:
    add 100 to done
  else:
    original
  add 1 to ended
""",
    "in_a_loop": """
  add 1 to begun
  repeat 2 times:
    if begun = 1:
      original
  add 1 to ended
""",
    "in_a_loop_over_a_set": """
  add 1 to begun
  for each c in chips in box:
    move c to row
    original
  add 1 to ended
""",
}


@pytest.mark.parametrize("outer", OUTER)
def test_an_original_that_asks_may_stand_in_a_block(outer: str) -> None:
    game = game_of(TEXT.replace("OUTER\n", OUTER[outer].removeprefix("\n")))
    for answers in ("yes", "no"):
        pair = Pair(game, 2)
        questions = 0
        while not pair.over:
            assert pair.ids == ("yes", "no")
            assert (
                pair.at("notes", "begun", none={}).get("")
                == pair.at("notes", "ended", none={}).get("", 0) + 1
            )
            questions += 1
            pair.take(answers)
        assert questions >= 1
        assert pair.state.scores[0] == (questions if answers == "yes" else 0)
