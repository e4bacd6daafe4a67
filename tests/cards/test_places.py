from __future__ import annotations

from pathlib import Path

import boardwright
from boardwright.cards.places import place_of_text
from look_folders import expansion


def test_a_text_is_found_in_its_language(tmp_path: Path) -> None:
    root = expansion(tmp_path, "    a: {class: magic, name: {en: One, it: Uno}, text: Words}\n")
    rules = boardwright.read("rattus", [root])
    (piece,) = (each for each in rules.declared.definitions if each.id == "a")
    for key, language, due in (
        ("name", "it", "Uno"),
        ("name", "nl", "One"),
        ("text", "it", "Words"),
    ):
        place = place_of_text(piece, key, language, "en")
        assert place is not None and place.text == due and place.span.text == due
    assert place_of_text(piece, "about", "en", "en") is None
