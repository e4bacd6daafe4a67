from __future__ import annotations

import font_ranges
from boardwright.cards.font_ranges import EMBEDDED
from boardwright.cards.fonts import is_drawn, missing, ranges_of


def test_the_table_is_that_of_the_fonts_in_the_wheel() -> None:
    assert font_ranges.embedded() == EMBEDDED


def test_latin_greek_and_cyrillic_are_there_and_others_are_told() -> None:
    assert missing((), "Kärçma “Ψυχή” Житель — 3 × 4, ½, ł, ő, ş") == ()
    assert missing((), "a梯b🐀梯") == ("梯", "🐀")
    assert missing((((0x68AF, 0x68AF),),), "a梯b🐀") == ("🐀",)
    assert is_drawn((), "\u00ad") and is_drawn((), "\n") and not is_drawn((), "a")


def test_characters_of_a_font_are_read_and_damage_is_no_mistake_of_ours() -> None:
    from pathlib import Path

    import typst

    (library,) = Path(typst.__file__).parent.glob("_typst*")
    font = next(iter(font_ranges.fonts_in(library.read_bytes())))
    found = ranges_of(font)
    assert any(first <= ord("A") <= last for first, last in found)
    for cut in (0, 3, 5, 13, 40, len(font) // 2):
        assert isinstance(ranges_of(font[:cut]), tuple)
    assert ranges_of(b"OTTO" + b"\xff" * 400) == ()
