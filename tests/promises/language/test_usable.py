"""Whether an effect is usable, and cards that use those of others: on both back-ends at once."""

from __future__ import annotations

import pytest

from boardwright.dsl.source.diagnostics import RulesetError
from bound_texts import game_of
from strategies import Pair, play

GAME = """### game.yaml
game: workshop
language: 2
players: 2
kinds:
  tool:
    home: shelf
    owner: bench
    effects: {work: {offered_in: [jobs], limit: once a game}}
  stool: {pieces: 2, home: shelf}
stocks: {chip: {total: 9, home: shelf, kept: bench}}
places:
  shelf: {holds: [tool, stool, chip]}
  bench: {per: player, holds: [tool, chip]}
notes: {log: number}
values:
  ready: count(work_is_ready(t) for each t in tools)
  work_is_ready(tool): usable(work of tool)
rules:
  borrow(tool):
    deep: 1
    effect: |
      perform work of tool then:
        add 1 to log
offers:
  jobs: {until: rest}
pieces:
  tool:
    saw:
      work:
        when: log >= 2
        effect: |
          add 10 to log
    plane:
      work:
        when: me is last_seat
        effect: |
          choose n from 1 to 3
          add n * 100 to log
    glue:
      work: |
        let now be log
        choose t from tools where t is saw and now = 5
        add 1000 to log
    vice:
      work: |
        let now be log
        share now as chips_of among p in players, from 0 to 1 each
        set log to 0
    apprentice:
      work: |
        choose tool from tools except it where usable(work of tool)
        borrow(tool)
    idler: {}
    journeyman:
      work: |
        choose tool from tools where usable(work of tool)
        borrow(tool)
    clamp: {}
course:
  - phase: play
    steps: |
      LINES
outcome: {score: 0}
"""


def game_with(lines: str) -> Pair:
    return play(game_of(GAME.replace("LINES", lines.replace("\n", "\n      "))), 2)


@pytest.mark.parametrize(
    ("tool", "log", "who", "is_usable"),
    [
        ("saw", 2, "first_seat", True),
        ("saw", 1, "first_seat", False),
        ("plane", 0, "last_seat", True),
        ("plane", 0, "first_seat", False),
        ("glue", 5, "first_seat", True),
        ("glue", 4, "first_seat", False),
        ("vice", 2, "first_seat", True),
        ("vice", 3, "first_seat", False),
        ("clamp", 5, "first_seat", False),
    ],
)
def test_when_an_effect_is_usable(tool: str, log: int, who: str, is_usable: bool) -> None:
    for named in (tool, "t"):
        asked = f"if usable(work of {named}):\n      set log to 77"
        pair = game_with(
            f"set log to {log}\nas {who}:\n  for each t in tools where t is {tool}:\n    {asked}"
        )
        assert (pair.note("log") == 77) is is_usable


def test_nobody_can_use_what_asks_for_a_player() -> None:
    assert game_with("if usable(work of plane):\n  set log to 1").note("log") is None


def test_a_value_may_ask() -> None:
    assert game_with("set log to 5\nas last_seat:\n  set log to ready").note("log") == 5


def test_a_card_uses_another_as_its_own() -> None:
    pair = game_with("set log to 2\nas last_seat:\n  perform work of apprentice")
    assert pair.ids == ("saw", "plane", "vice", "journeyman")
    pair.take("plane")
    assert pair.asked == "p2 plane.n"
    pair.take("2")
    assert pair.note("log") == 203


def test_a_card_that_borrows_is_usable_if_one_is_that_does_not() -> None:
    asked = "for each t in tools where usable(work of t):\n    add 100 to log"
    pair = game_with(f"set log to 3\nas first_seat:\n  {asked}")
    assert pair.note("log") == 303  # the saw, and both that borrow
    pair = game_with(f"set log to -1\nas first_seat:\n  {asked}")
    assert pair.note("log") == -1  # nothing to borrow


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("usable(work)", "`work` is an effect of a piece or space"),
        ("usable(log)", "expected an effect of a piece or space"),
        ("usable(work of stool_1)", "`work`"),
        ("usable(wrk of saw)", "unknown effect `wrk`"),
        ("usable(work of saw, saw)", "`usable` takes 1 argument"),
        ("usable(work of tools)", "`work`"),
    ],
)
def test_other_questions_are_refused(asked: str, said: str) -> None:
    with pytest.raises(RulesetError) as fault:
        game_with(f"if {asked}:\n  set log to 1")
    assert said in str(fault.value)


def test_a_ring_is_refused() -> None:
    ring = GAME.replace("when: log >= 2", "when: ready >= 1").replace("LINES", "nothing")
    with pytest.raises(RulesetError, match="depends on itself"):
        game_of(ring)
