from __future__ import annotations

import pytest

from boardwright.cards.rulebook_words import languages, words_in


@pytest.mark.parametrize("language", languages())
def test_every_language_has_every_word(language: str) -> None:
    english, words = words_in("en"), words_in(language)
    assert words.keys() == english.keys() and all(words.values())
    assert all(each.count("{}") == english[key].count("{}") for key, each in words.items())


def test_other_languages_have_english_words() -> None:
    assert words_in("pl") is words_in("en") and words_in("it_ch") is words_in("it")
