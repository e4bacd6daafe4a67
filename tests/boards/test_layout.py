from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from math import hypot
from pathlib import Path

import pytest

from boardwright.boards.layout import laid_out
from boardwright.loading.load import load
from folders import GOLDEN_FILES, SMALL_GAMES
from golden import Golden

GRAPHS: dict[str, list[list[int]]] = {
    "one": [[]],
    "two": [[1], [0]],
    "three apart": [[], [], []],
    "path": [[1], [0, 2], [1, 3], [2, 4], [3]],
    "ring": [[1, 5], [0, 2], [1, 3], [2, 4], [3, 5], [4, 0]],
    "not planar": [[n for n in range(5) if n != m] for m in range(5)],
    "wheel and pair": [[1, 2, 3, 4], [0, 2, 4], [0, 1, 3], [0, 2, 4], [0, 3, 1], [6], [5]],
}


def whole(rows: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    return [(round(100 * x), round(100 * y)) for x, y in laid_out(rows)]


@pytest.mark.parametrize("name", GRAPHS)
def test_a_layout_has_these_numbers_on_every_machine(name: str, golden: Golden) -> None:
    lines = "".join(f"{x} {y}\n" for x, y in whole(GRAPHS[name]))
    golden(GOLDEN_FILES / "boards" / f"{name.replace(' ', '_')}.txt", lines)


def test_the_spaces_of_a_game_have_these_numbers(golden: Golden) -> None:
    rows = load("rattus", players=4).table.neighbours(None)
    golden(GOLDEN_FILES / "boards" / "regions.txt", "".join(f"{x} {y}\n" for x, y in whole(rows)))


@pytest.mark.parametrize("game", ["morris", "hex", "mail_coach"])
def test_neighbours_are_near_and_nothing_lies_on_anything_else(game: str) -> None:
    rows = load(SMALL_GAMES / game).table.neighbours(None)
    plane = laid_out(rows)
    for a, (x, y) in enumerate(plane):
        for b, (u, v) in enumerate(plane[:a]):
            far = hypot(x - u, y - v)
            assert far > 0.25
            if b in rows[a]:
                assert far < 2.6


def test_every_part_has_room() -> None:
    plane = whole(GRAPHS["wheel and pair"])
    assert all(hypot(x - u, y - v) > 100 for x, y in plane[:5] for u, v in plane[5:])


def test_networkx_is_asked_for_a_start_only() -> None:
    """A board whose spaces all have a position, or a grid, needs no layout."""
    code = (
        "import sys, boardwright\n"
        "from boardwright.boards.picture import picture_of\n"
        f"for name in ('rattus', 'notre_dame', {str(SMALL_GAMES / 'hex_11')!r}):\n"
        "    game = boardwright.load(name)\n"
        "    before = 'networkx' in sys.modules\n"
        "    picture_of(game)\n"
        "    assert before or 'networkx' not in sys.modules, name\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=Path.cwd()
    )
    assert done.returncode == 0, done.stderr
