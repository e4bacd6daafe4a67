from __future__ import annotations

from pathlib import Path

import pytest

import boardwright
from boardwright.cards.rulebook_printing import print_book
from look_folders import card, expansion, pages_of


@pytest.mark.parametrize(
    ("ruleset", "language"), [("rattus", "nl"), ("mercatus", "it"), ("notre_dame", "en")]
)
def test_the_books_of_the_shipped_games(ruleset: str, language: str) -> None:
    expansions = ["mercatus"] if ruleset == "mercatus" else []
    rules = boardwright.read("rattus" if expansions else ruleset, expansions)
    done = print_book(rules, [ruleset], language)
    assert done.findings == () and pages_of(done.pages[0]) == done.sheets > 4
    assert print_book(rules, [ruleset], language).pages == done.pages


def test_a_missing_character_is_told(tmp_path: Path) -> None:
    root = expansion(tmp_path)
    card(root, "rat_king", text="A 🐀.")
    done = print_book(boardwright.read("rattus", [root]), ["looks"], "en")
    assert [each.code for each in done.findings] == ["E711"]
