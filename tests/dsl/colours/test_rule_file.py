"""The texts of the language in a rule file."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from boardwright.dsl.colours.rule_file import texts_in
from folders import ROOT


def told(text: str) -> list[list[str]]:
    """The coloured parts of each text of the language."""
    return [[text[start:end] for start, end, _ in found] for _, found in texts_in(text)]


def test_a_card_with_an_effect_that_its_game_declares() -> None:
    text = "class_card: ferryman\nname: if you move\nability: |\n  # sail\n  move pawn\n"
    assert told(text) == [["# sail", "move", "pawn"]]


def test_heads_conditions_and_effects_of_a_part() -> None:
    text = (
        "part: a\nrules:\n  sail(port p): |\n    stop\n"
        "before sail(port) when 1 = 1:\n  effect: nothing\n"
    )
    assert told(text) == [
        ["sail", "(", ")"],
        ["stop"],
        ["before", "sail", "(", ")", "when", "1", "=", "1"],
        ["nothing"],
    ]


def test_the_name_of_a_rule_alone_is_a_key() -> None:
    assert told("part: a\nrules:\n  sail: stop\n") == [["stop"]]


@pytest.mark.parametrize(
    "text",
    ["rules:\n  sail: |\n    stop\n", "after sail: |\n  stop\n", "ability: |\n  stop\n"],
)
def test_a_piece_of_a_file(text: str) -> None:
    assert told(text)[-1] == ["stop"]


def test_words_that_are_no_effect() -> None:
    assert told("card: a\nmotto: To move on\n") == []
    assert told("card: a\nability: stop at once\n") == []
    assert told("card: a\nability: move pawn to quay\n") == [["move", "pawn", "to", "quay"]]


@pytest.mark.parametrize("text", ["", "- a\n", "a: [\n", "a", "a: |\n\tb\n", "\x00", "a: 'move b'"])
def test_what_is_no_rule_file(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    "path",
    sorted((ROOT / "rulesets").glob("*/*.yaml")),
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
def test_parts_do_not_overlap(path: Path) -> None:
    places = [(a, b) for _, found in texts_in(path.read_text("utf-8")) for a, b, _ in found]
    assert all(before[1] <= after[0] for before, after in pairwise(places))
