"""Rules and code in colours, at the terminal."""

from __future__ import annotations

import re

import pytest

from boardwright.terminal import Paint
from boardwright.text.code_colours import EFFECTS, PYTHON, RULES, painted
from cli_runs import Run
from folders import SMALL_GAMES

FILE = "part: a\nrules:\n  sail: |\n    # slowly\n    move boat to quay\n\n    stop\n"
CODES = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("language", [EFFECTS, RULES, PYTHON])
def test_only_colours_are_added_and_each_line_ends_its_own(language: str) -> None:
    assert painted(FILE, language, Paint(False)) == FILE.split("\n")
    lines = painted(FILE, language, Paint(True))
    assert [CODES.sub("", line) for line in lines] == FILE.split("\n")
    for line in lines:
        codes = CODES.findall(line)
        assert codes[1::2] == ["\x1b[0m"] * (len(codes) // 2) and "\x1b[0m" not in codes[::2]


def test_the_words_of_an_effect() -> None:
    assert painted("move 2 cubes to x", EFFECTS, Paint(True)) == [
        "\x1b[35mmove\x1b[0m \x1b[33m2\x1b[0m cubes \x1b[36mto\x1b[0m x"
    ]
    assert "    \x1b[2m# slowly\x1b[0m" in painted(FILE, RULES, Paint(True))


SHOWN = [
    ("show", "rattus", "--with", "mercatus", "--rule", "place_pawn"),
    ("show", "rattus", "--with", "mercatus", "--value", "plague_range"),
    ("show", "rattus", "--with", "mercatus", "--changes"),
    ("show", str(SMALL_GAMES / "pig"), "--emitted", "throw_the_die"),
    ("explain", "E604"),
]


@pytest.mark.parametrize("arguments", SHOWN, ids=lambda arguments: arguments[-1])
def test_commands_with_colours_say_the_same(arguments: tuple[str, ...], run: Run) -> None:
    plain = run(*arguments)
    coloured = run(*arguments, "--color", "always")
    assert CODES.sub("", coloured.out) == plain.out
    assert "\x1b[35m" in coloured.out or "\x1b[36m" in coloured.out
    assert "\x1b" not in plain.out
