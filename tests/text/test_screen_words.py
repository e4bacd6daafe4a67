"""What the terminal says in each language."""

from __future__ import annotations

import re

import pytest

from boardwright.dsl.language.templates import parse_template
from boardwright.interpreter.table.wording import LANGUAGES
from boardwright.text.screen_words import TEXTS, ScreenWords, screen_words

# Longer than in most games.
VALUES: dict[str, str | int] = {
    "n": 2,
    "page": 10,
    "pages": 12,
    "options": 150,
    "players": 4,
    "people": 2,
    "most": 12,
    **dict.fromkeys(("name", "option", "text", "file", "why", "who", "game", "seeds"), "Polonia"),
    **dict.fromkeys(("expansions", "agents", "seed", "teams"), "7"),
}


def names_in(text: str) -> set[str]:
    return {blank.name for blank in parse_template(text).blanks}


def test_the_languages_are_those_of_the_sentences() -> None:
    assert tuple(TEXTS) == LANGUAGES


@pytest.mark.parametrize("language", TEXTS)
def test_all_languages_have_the_same_texts_with_the_same_values(language: str) -> None:
    own = TEXTS[language]
    assert [*own] == [*TEXTS["en"]]
    for name, text in own.items():
        # English has one form for one and for several where it needs no number.
        assert names_in(text) - names_in(TEXTS["en"][name]) <= {"people", "n"}, name
        assert names_in(TEXTS["en"][name]) <= names_in(text), name


def test_the_table_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        TEXTS["en"]["turn"] = ""  # type: ignore[index]
    with pytest.raises(TypeError):
        TEXTS["fr"] = {}  # type: ignore[index]


@pytest.mark.parametrize("language", TEXTS)
def test_each_text_fits_in_80_columns(language: str) -> None:
    said = ScreenWords(language)
    for name in TEXTS[language]:
        for line in said.say(name, **VALUES).splitlines():
            # A question's pages are counted in brackets behind two columns.
            assert len(line) <= (76 if name == "page" else 80), line


@pytest.mark.parametrize("language", TEXTS)
def test_the_help_names_the_same_commands_in_all_languages(language: str) -> None:
    found = re.findall(r"^  ([a-z?]+(?:, [a-z]+)?)", TEXTS[language]["help"], re.MULTILINE)
    assert found == [
        "b, board",
        "h, hand",
        "l, log",
        "?",
        "why",
        "u, undo",
        "save",
        "q, quit",
    ]
    assert len(TEXTS[language]["help"].splitlines()) == len(TEXTS["en"]["help"].splitlines())


def test_a_language_without_texts_speaks_english() -> None:
    assert screen_words("fr").say("greeting") == screen_words("en").say("greeting")


@pytest.mark.parametrize(
    ("language", "one", "several"),
    [
        ("en", "1 of 3 picked", "2 of 3 picked"),
        ("it", "1 scelta su 3", "2 scelte su 3"),
        ("nl", "1 van 3 gekozen", "2 van 3 gekozen"),
    ],
)
def test_a_number_decides_between_two_forms(language: str, one: str, several: str) -> None:
    said = screen_words(language)
    assert [said.say("picked", n=n, most=3) for n in (1, 2)] == [one, several]


def test_yes_may_be_typed_in_the_language_or_in_english() -> None:
    assert [screen_words("it").means("yes", typed) for typed in ("s", "Sì", "y")] == [True] * 3
    assert not screen_words("nl").means("yes", "s")
    assert screen_words("nl").means("no", "nee") and screen_words("nl").means("no", "no")
