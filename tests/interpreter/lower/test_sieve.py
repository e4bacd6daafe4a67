"""Sets that are sifted, against the reference evaluator. All that are large are; here the small ones are, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.interpreter.lower import sieve
from boardwright.interpreter.machine import layout
from boardwright.interpreter.machine.widths import widths_of
from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.table.table import set_table
from bound_texts import game_of
from folders import SMALL_GAMES
from strategies import NOTRE_DAME, RATTUS, Pair, game_in, logged, name_of, play_both, steps, tiny

BOARDS = [
    SMALL_GAMES / name for name in ("shares", "connect_four", "tic_tac_toe", "breakthrough", "hex")
]
BOARD = """
### game.yaml
game: board
language: 2
players: 2
stocks:
  stone: {total: 9, each: player, home: bag}
  coin: {total: 30, home: bag}
spaces:
  cell: {grid: 5 by 4, holds: [stone, coin], room: {stone: 1}}
places:
  bag: {holds: [stone, coin]}
notes:
  found: {is: set of cell}
  host: {is: player, start: nobody}
"""


@pytest.fixture
def all_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sieve, "LARGE", 1)
    monkeypatch.setattr(layout, "LARGE", 1)


@pytest.mark.usefixtures("all_are_large")
@pytest.mark.parametrize("folder", [*BOARDS, RATTUS, NOTRE_DAME], ids=name_of)
def test_both_ways_of_playing_agree_when_small_sets_are_sifted(folder: Path) -> None:
    game = game_in(folder)
    program = link(set_table(game, game.players[0]))
    for seed in range(4):
        assert play_both(program, seed).over


def board(effect: str, values: str = "") -> Pair:
    """A board of twenty cells on which something happens before anybody is asked, played in both ways."""
    lines = "".join(
        f"      {line}\n" for line in [*effect.strip().split("\n"), "choose c from cells"]
    )
    course = f"course:\n  - phase: play\n    rounds: 1\n    turn: |\n{lines}"
    outcome = "outcome:\n  score: count(those c in cells where my stones in c = 1)\n"
    return Pair(game_of(f"{BOARD}{values}{course}{outcome}"), 2)


LAY = "place 1 of my stones in b2\nplace 3 of coins in c3\nplace 1 of coins in e4\n"
RISE = "values:\n  rise(cell): row of cell / (column of cell - 1) rounded down\n"
OF_HOST = "values:\n  of_host(cell): stones of host in cell = 1\n"


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ("my stones in c = 1", ["b2"]),
        ("stones of left of me in c >= 1", []),
        ("stones in c = 1 or coins in c > 0", ["b2", "c3", "e4"]),
        ("not stones in c = 0", ["b2"]),
        ("coins in c >= 2", ["c3"]),
        ("coins in c != 0 and column of c < 5", ["c3"]),
        ("row of c + column of c = 9", ["e4"]),
        ("row of c > 3 and column of c >= 4", ["d4", "e4"]),
        ("row of c - column of c = row of b2 and c is not b4", ["a3"]),
        ("c is in neighbours of a1 along diagonal", ["b2"]),
        ("c is in cells except neighbours of c3 and row of c = 3", ["a3", "c3", "e3"]),
        ("count(neighbours of c) = 3", ["a1", "e1", "a4", "e4"]),
        ("any(my stones in n = 1 for each n in neighbours of c) and row of c = 3", ["a3", "b3", "c3"]),
        ("every(coins in n = 0 for each n in cells where row of n = row of c) and column of c = 1",
         ["a1", "a2"]),
        ("count(coins in n >= 1 for each n in neighbours of c) = 1 and column of c = 4", ["d2"]),
    ],
)  # fmt: skip
def test_what_a_condition_leaves(where: str, found: list[str]) -> None:
    pair = board(f"{LAY}set found to (those c in cells where {where})")
    assert pair.at("notes", "found", "", none=[]) == found


def test_where_a_stock_lies_is_known_after_every_move() -> None:
    pair = board(
        "place 1 of my stones in a1\nplace 2 of coins in b1\nplace 1 of stones of left of me in c4\n"
        "move all coins in b1 to c1\nmove 1 of my stones from a1 to d1\nreturn 1 of coins from c1\n"
        "return all stones in c4\nmove up to 1 of my stones from e1 to e2\nplace 1 of coins in e3\n"
        "return all coins in cells\nplace 1 of coins in e1\n"
        "set found to (those c in cells where coins in c >= 1 or stones in c >= 1)"
    )
    assert pair.at("notes", "found", "") == ["d1", "e1"]


def test_a_part_that_fails_is_not_passed_over() -> None:
    with pytest.raises(RuleError, match="E654"):
        board("set found to (those c in cells where rise(c) >= 0 and column of c > 1)", RISE)


def test_a_part_that_comes_before_spares_the_one_that_fails() -> None:
    pair = board("set found to (those c in cells where column of c > 1 and rise(c) >= 3)", RISE)
    assert pair.at("notes", "found", "") == ["b3", "b4"]


@pytest.mark.parametrize("many", ["any", "count"])
def test_who_is_nobody_is_a_fault_only_where_a_member_is_left(many: str) -> None:
    text = f"let n be {many}(row of c = 9 and of_host(c) for each c in cells)"
    assert board(text, OF_HOST).over is False
    with pytest.raises(RuleError, match="E657"):
        board(text.replace("9", "4"), OF_HOST)


def test_a_value_is_opened_once_however_often_it_is_asked() -> None:
    values = "values:\n  near(cell, cell other): other is in neighbours of cell\n"
    pair = board("set found to (those c in cells where near(c, b2) and near(c, c3))", values)
    assert pair.at("notes", "found", "") == ["c2", "b3"]


@pytest.mark.usefixtures("all_are_large")
@pytest.mark.parametrize("folder", [*BOARDS, RATTUS, NOTRE_DAME], ids=name_of)
def test_sifted_sets_say_how_wide_they_are(folder: Path) -> None:
    game = game_in(folder)
    program = link(set_table(game, game.players[1]))
    assert widths_of(program.functions, program.blocks, program.tables, program.layout).words


@pytest.mark.usefixtures("all_are_large")
def test_cards_are_sifted_by_whether_they_are_somebodys() -> None:
    lines = (
        "move king to tableau of first_seat",
        "set log to count(owner of x is not nobody for each x in cards)",
    )
    assert logged(tiny(steps(*lines))) == 1
    none = "set log to count(those x in cards where owner of x is nobody)"
    assert logged(tiny(steps(lines[0], none))) == 1
