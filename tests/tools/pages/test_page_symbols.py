"""The page draws the symbols that cards have."""

from pages.page_symbols import FILE, drawings


def test_the_drawings_of_the_page_are_those_of_the_cards() -> None:
    assert FILE.read_text("utf-8") == drawings()
