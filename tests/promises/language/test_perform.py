"""`perform` obeys the `when` of an effect, and neither its limit nor where it is offered: on both back-ends at once."""

from __future__ import annotations

import pytest

from bound_texts import game_of
from strategies import play

GAME = """### game.yaml
game: workshop
language: 2
players: 2
kinds:
  tool: {home: shelf, owner: bench, effects: {work: {offered_in: [jobs], limit: once a game}}}
  stool: {pieces: 2, home: shelf}
stocks: {chip: {total: 9, home: shelf, kept: bench}}
places:
  shelf: {holds: [tool, stool, chip]}
  bench: {per: player, holds: [tool, chip]}
notes: {log: number}
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
        choose t from tools where t is saw and log = 5
        add 1000 to log
    clamp: {}
course:
  - phase: play
    steps: |
      LINES
outcome: {score: 0}
"""


def log_of(lines: str, *picks: str) -> int:
    game = game_of(GAME.replace("LINES", lines.replace("\n", "\n      ")))
    pair = play(game, 2)
    for pick in picks:
        pair.take(pick)
    assert pair.over
    return int(pair.note("log") or 0)


@pytest.mark.parametrize(
    ("lines", "log"),
    [
        ("perform work of saw", 0),
        ("set log to 2\nperform work of saw", 12),
        ("set log to 2\nperform work of saw\nperform work of saw", 22),
        ("for each t in tools:\n  as first_seat:\n    perform work of t", 0),
        ("set log to 2\nfor each t in tools:\n  as first_seat:\n    perform work of t", 12),
    ],
)
def test_what_is_performed_obeys_when_and_no_limit(lines: str, log: int) -> None:
    assert log_of(lines) == log


def test_what_asks_is_performed_only_if_its_condition_holds() -> None:
    both = "as PLAYER:\n  perform work of plane\nadd 1 to log"
    assert log_of(both.replace("PLAYER", "first_seat")) == 1
    assert log_of(both.replace("PLAYER", "last_seat"), "2") == 201


THEN = "perform work of NAME then:\n  add 1 to log\notherwise:\n  add 3 to log"


@pytest.mark.parametrize(
    ("name", "before", "log"),
    [
        ("saw", "", 3),
        ("saw", "set log to 2\n", 13),
        ("glue", "", 3),
        ("glue", "set log to 5\n", 1006),
        ("clamp", "", 3),
    ],
)
def test_then_runs_if_the_effect_went_through(name: str, before: str, log: int) -> None:
    assert (
        log_of(before + "as first_seat:\n  " + THEN.replace("NAME", name).replace("\n", "\n  "))
        == log
    )


def test_then_runs_after_an_effect_that_asks() -> None:
    then = THEN.replace("NAME", "plane").replace("\n", "\n  ")
    assert log_of(f"as last_seat:\n  {then}", "3") == 301
    assert log_of(f"as first_seat:\n  {then}") == 3


def test_each_of_several_says_for_itself_whether_it_went_through() -> None:
    lines = "set log to 5\nfor each t in tools:\n  as first_seat:\n    perform work of t then:\n      add 1 to log"
    assert log_of(lines) == 16
    assert (
        log_of(
            "for each t in tools:\n  as first_seat:\n    perform work of t then:\n      add 1 to log"
        )
        == 0
    )


def test_a_limit_is_not_used_up_by_performing() -> None:
    lines = "move saw to bench of first_seat\nset log to 2\nperform work of saw\nas first_seat:\n  open jobs"
    game = game_of(GAME.replace("LINES", lines.replace("\n", "\n      ")))
    pair = play(game, 2)
    assert pair.ids == ("work:saw", "rest")
    pair.take("work:saw")
    assert pair.over
    assert pair.note("log") == 22
