"""Lines on the board: on both back-ends at once, and in machine code."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.dsl.source.diagnostics import RulesetError
from boardwright.interpreter.native.engine import loaded
from boardwright.interpreter.program.random_games import RandomPlayer
from bound_texts import game_of
from strategies import logged, play_both, program_of

BOARD = """### board.yaml
game: board
language: 2
players: 2
options: {small: {default: no}}
spaces:
  point: {attributes: {far: yes_no}, in_play: not (small and far of it)}
  corner: {}
board:
  point: {a: {}, b: {}, c: {far: yes}, d: {}}
  corner: {x: {}, y: {}}
  lines:
    mill: {upper: [a, b, c], lower: [d, b], edge: [x, d, y]}
    row: [[a, d], [b, c]]
notes: {log: number, last: {is: mill, start: upper}, closed: {is: set of mill}}
outcome: {score: 0}
"""


def logs(*lines: str, board: str = BOARD) -> int:
    told = "".join(f"      set log to log * 10 + {line}\n" for line in lines)
    return logged(game_of(f"{board}course:\n  - phase: play\n    steps: |\n{told}"))


def test_lines_have_points_and_spaces_have_lines() -> None:
    assert (
        logs(
            "count(mills)",
            "count(rows)",
            "count(points of upper)",
            "count(points of edge)",
            "count(corners of edge)",
            "count(corners of lower)",
        )
        == 323120
    )
    assert (
        logs(
            "count(mills of b)",
            "count(mills of x)",
            "count(rows of d)",
            "count(points of last also in points of lower)",
            "(1 if upper is in mills of b and edge is not in mills of b else 0)",
            "count(together(points of m for each m in mills of d))",
        )
        == 211112
    )


def test_points_out_of_play_are_left_out() -> None:
    text = BOARD.replace("small: {default: no}", "small: {default: yes}")
    assert (
        logs("count(points of upper)", "count(points of row_2)", "count(mills of b)", board=text)
        == 212
    )


def test_lines_are_things_of_their_own() -> None:
    assert (
        logs(
            "count(those m in mills where every(q is not d for each q in points of m))",
            "largest(count(points of m) for each m in mills)",
            "(1 if (upper plus lower) also in mills of a is not nothing else 0)",
        )
        == 131
    )


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("[d, b]", "[d, z]", "E401"),
        ("[d, b]", "[d, b, d]", "E216"),
        ("lower:", "upper:", "E114"),
        ("row: [[a, d]", "mill: [[a, d]", "E114"),
        ("lower:", "from:", "E207"),
        ("row: [[a, d], [b, c]]", "row: 3", "E2"),
    ],
)
def test_what_is_refused(old: str, new: str, code: str) -> None:
    with pytest.raises(RulesetError) as found:
        logs("1", board=BOARD.replace(old, new, 1))
    assert any(each.code.startswith(code) for each in found.value.diagnostics)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("count(points of a)", "E505"),
        ("count(mills of first_seat)", "E505"),
        ("count(corners of row_1)", "E505"),
        ("count(rows of x)", "E505"),
    ],
)
def test_only_lines_have_points(line: str, code: str) -> None:
    with pytest.raises(RulesetError) as found:
        logs(line)
    assert {each.code for each in found.value.diagnostics} == {code}


def test_repeated_spaces_are_on_no_line() -> None:
    board = BOARD.replace("corner: {}", "corner: {per: player}")
    with pytest.raises(RulesetError) as found:
        logs("1", board=board)
    assert {each.code for each in found.value.diagnostics} == {"E515"}


def test_morris_is_played_alike() -> None:
    program = program_of(Path("tests/games/morris"), 2)
    for seed in range(2):
        play_both(program, seed)
    native, blocks = loaded(program, quick=True), RandomPlayer(program)
    for seed in range(10):
        assert native.play(seed) == blocks.play(seed)
