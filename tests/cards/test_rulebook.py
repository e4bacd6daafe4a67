from __future__ import annotations

from typing import Any

import boardwright
from boardwright.cards.rulebook import Book, book_of


def heads(book: Book, level: int = 1) -> list[str]:
    return [each["text"] for each in book.blocks if each["do"] == "head" and each["level"] == level]


def text_of(block: Any) -> str:
    if isinstance(block, str):
        return block
    if isinstance(block, dict):
        return " ".join(text_of(each) for each in block.values())
    if isinstance(block, (list, tuple)):
        return " ".join(text_of(each) for each in block)
    return ""


def test_a_game_has_its_chapters_and_all_its_phases_rules_cards_and_options() -> None:
    rules = boardwright.read("rattus")
    book = book_of(rules, ["rattus"], "en")
    assert heads(book)[:3] == ["What there is", "How the game goes", "What players may do"]
    seconds = heads(book, 2)
    assert seconds.index("Setup") < seconds.index("Regular turns") < seconds.index("Final round")
    whole = text_of(book.blocks).casefold()
    for rule in rules.declared.rules:
        assert rule.definition or rule.id.replace("_", " ").capitalize() in seconds
    for each in (*rules.declared.definitions, *rules.declared.options):
        assert not each.texts or each.texts["en"].casefold() in whole
    assert book.subtitle == "2–4 players" and book.about.startswith("Europe, 1347")


def test_rules_stand_in_the_order_in_which_play_reaches_them() -> None:
    seconds = heads(book_of(boardwright.read("rattus"), ["rattus"], "en"), 2)
    order = [
        seconds.index(each)
        for each in (
            "Deal rats",
            "First cubes",
            "Place two",
            "Move plague",
            "Ride",
            "Strike",
            "Final ride",
        )
    ]
    assert order == sorted(order)


def test_an_expansion_tells_what_it_changes() -> None:
    rules = boardwright.read("rattus", ["mercatus"])
    book = book_of(rules, ["mercatus"], "it")
    assert book.title == "Mercatus" and book.subtitle == "Un'espansione per Rattus"
    assert "Che cosa cambia" in heads(book) and "Dopo: Place pawn" in heads(book, 2)
    assert "Lay out cards (nuova versione)" in heads(book, 2)
    assert "King" not in text_of([each for each in book.blocks if each["do"] == "card"])
    assert "Pope" not in text_of(book.blocks) and "Papa" in text_of(book.blocks)
    both = book_of(rules, ["rattus", "mercatus"], "en")
    assert [each["text"] for each in both.blocks if each["do"] == "part"] == ["Rattus", "Mercatus"]


def test_spaces_with_effects_are_in_the_book() -> None:
    book = book_of(boardwright.read("notre_dame"), ["notre_dame"], "en")
    named = [each["name"] for each in book.blocks if each["do"] == "card"]
    assert "Bank" in named and "Hospital" in named and len(named) > 40


def test_terms_are_sorted_without_accents() -> None:
    book = book_of(boardwright.read("rattus"), ["rattus"], "nl")
    terms = [each["term"] for each in book.blocks if each.get("term")]
    assert all(each["sort"] == each["sort"].casefold() and each["sort"].isascii() for each in terms)
