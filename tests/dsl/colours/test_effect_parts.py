"""What parts of effects are, as the grammar and the built-in names say."""

from __future__ import annotations

import pytest

from boardwright.dsl.colours import effect_parts
from boardwright.dsl.colours.effect_parts import Part, parts, patterns
from boardwright.dsl.language import grammar_tables, parser
from boardwright.dsl.language.parser import the_parser
from boardwright.dsl.language.words import BUILT_IN_SETS, FUNCTIONS


def told(text: str) -> list[tuple[str, str]]:
    return [(text[start:end], part.value) for start, end, part in parts(text)]


def test_a_statement() -> None:
    assert told("move up to 3 my cubes from quay to top of deck  # to hide them") == [
        ("move", "statement"),
        ("up", "joining"),
        ("to", "joining"),
        ("3", "number"),
        ("my", "joining"),
        ("cubes", "name"),
        ("from", "joining"),
        ("quay", "name"),
        ("to", "joining"),
        ("top", "constant"),
        ("of", "joining"),
        ("deck", "name"),
        ("# to hide them", "comment"),
    ]


def test_a_condition_with_calls() -> None:
    assert told("if count(players) >= limit(me):") == [
        ("if", "statement"),
        ("count", "built-in"),
        ("(", "bracket"),
        ("players", "built-in"),
        (")", "bracket"),
        (">=", "sign"),
        ("limit", "call"),
        ("(", "bracket"),
        ("me", "constant"),
        (")", "bracket"),
        (":", "bracket"),
    ]


@pytest.mark.parametrize("text", ["moved", "if_so", "to_", "_move", "a1", "e2e4", "élan move2"])
def test_a_word_inside_a_name_has_no_colour_of_its_own(text: str) -> None:
    assert {part for _, part in told(text)} <= {"name"}


def test_every_word_of_the_grammar_has_its_part() -> None:
    of_words = {Part.CONSTANT.value, Part.STATEMENT.value, Part.JOINING.value}
    assert [word for word in the_parser().words if told(word)[0][1] not in of_words] == []


def test_every_built_in_name_has_its_part() -> None:
    names = {*FUNCTIONS, *BUILT_IN_SETS}
    assert {told(name)[0][1] for name in names} == {"built-in"}


@pytest.mark.parametrize(
    ("part", "some"),
    [
        (Part.CONSTANT, "yes no me it nobody nothing top bottom"),
        (Part.STATEMENT, "move choose chooses may if else for each otherwise before after end"),
        (Part.JOINING, "of in from to where and or not is plus rounded"),
    ],
)
def test_words_by_what_they_do(part: Part, some: str) -> None:
    assert {told(word)[0][1] for word in some.split()} == {part.value}


def test_a_new_word_of_the_grammar_has_a_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """A statement, a word in an expression, and a sign: nobody adds them to a list."""
    grammar = grammar_tables.grammar_text()
    grammar = grammar.replace("roll: ", 'roll: "hurl" of [named] | ')
    grammar = grammar.replace('| "top" ', '| "luck" -> yes | "top" ')
    grammar = grammar.replace('!cmp: ">="', '!cmp: "~~" | "nearby" | ">="')
    monkeypatch.setattr(grammar_tables, "grammar_text", lambda: grammar)
    monkeypatch.setattr(grammar_tables, "load", lambda text, blocks: None)
    again = parser.Parser()
    monkeypatch.setattr(effect_parts, "the_parser", lambda: again)
    monkeypatch.setattr(effect_parts, "patterns", effect_parts.patterns.__wrapped__)
    monkeypatch.setattr(effect_parts, "_all_patterns", effect_parts._all_patterns.__wrapped__)
    assert told("hurl luck nearby 1 ~~ 2") == [
        ("hurl", "statement"),
        ("luck", "constant"),
        ("nearby", "joining"),
        ("1", "number"),
        ("~~", "sign"),
        ("2", "number"),
    ]


def test_the_order_of_patterns_is_that_of_parts() -> None:
    assert [each.part for each in patterns()] == [*Part]
