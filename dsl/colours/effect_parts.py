"""What the parts of a text of the effect language are, as far as colours show it.

Everything comes from the grammar and the tables of built-in names, so a new word has its colour without a change here.
Editors and terminals use the same patterns.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import Enum

from lark.exceptions import UnexpectedInput

from boardwright.dsl.language.parser import Parser, the_parser
from boardwright.dsl.language.words import (
    ALL_WAYS,
    BUILT_IN_NOTES,
    DEEDS,
    DIRECTIONS,
    EVERYWHERE,
    FUNCTIONS,
    HOOK_WORDS,
    PLAIN_TYPES,
    PLAYER_SETS,
    TURN_RULES,
    TYPE_OF_WAYS,
    WITH_OF,
)

_BLOCKS = ("suite", "entries")
_BRACKETS = "(),:"


class Part(Enum):
    """What a part of a text is."""

    COMMENT = "comment"
    NUMBER = "number"
    CONSTANT = "constant"  # a word that is an expression by itself, such as `me`
    STATEMENT = (
        "statement"  # a word of a statement, a block or a hook, such as `move`, `if` and `before`
    )
    JOINING = "joining"  # any other word of the language, such as `of` and `where`
    BUILT_IN = "built-in"  # a name that every game has
    CALL = "call"  # a name before a bracket
    NAME = "name"
    SIGN = "sign"  # `+`, `>=`
    BRACKET = "bracket"  # also commas and colons


@dataclass(frozen=True, slots=True)
class Pattern:
    """What is written like this is such a part, if no earlier pattern fits. The form is known to Python and to editors."""

    part: Part
    form: str


@functools.cache
def patterns() -> tuple[Pattern, ...]:
    """Returns the patterns of all parts, in the order in which they are tried."""
    parser = the_parser()
    terminals = {str(each.name): each.pattern for each in parser.lark.terminals}
    (comment,) = (
        str(each.value).replace("\n", r"\n")
        for each in terminals.values()
        if each.type == "re" and str(each.value).startswith("#")
    )
    signs = [
        str(each.value)
        for each in terminals.values()
        if each.type == "str" and not str(each.value)[0].isalpha()
    ]
    constants, statements = _constants(parser), _statement_words(parser)
    joining = {*parser.words} - constants - statements
    name = str(terminals["NAME"].value)
    return (
        Pattern(Part.COMMENT, comment),
        Pattern(Part.NUMBER, rf"\b(?:{terminals['NUMBER'].value})\b"),
        Pattern(Part.CONSTANT, _any_word(constants)),
        Pattern(Part.STATEMENT, _any_word(statements)),
        Pattern(Part.JOINING, _any_word(joining)),
        Pattern(Part.BUILT_IN, _any_word(_built_in() - {*parser.words})),
        Pattern(Part.CALL, rf"\b(?:{name})(?=\()"),
        Pattern(Part.NAME, rf"\b(?:{name})\b"),
        Pattern(Part.SIGN, _any_sign(each for each in signs if each not in _BRACKETS)),
        Pattern(Part.BRACKET, _any_sign(each for each in signs if each in _BRACKETS)),
    )


def parts(text: str) -> Iterator[tuple[int, int, Part]]:
    """Yields the start and the end of each part of a text, in order. Anything else, such as spaces, is left out."""
    found = patterns()
    for match in _all_patterns().finditer(text):
        assert match.lastindex is not None
        yield match.start(), match.end(), found[match.lastindex - 1].part


@functools.cache
def _all_patterns() -> re.Pattern[str]:
    return re.compile("|".join(f"({each.form})" for each in patterns()))


def _any_word(words: Collection[str]) -> str:
    return rf"\b(?:{'|'.join(sorted(words))})\b"


def _any_sign(signs: Iterator[str]) -> str:
    return "|".join(re.escape(each) for each in sorted(signs, key=lambda each: (-len(each), each)))


def _built_in() -> set[str]:
    return {
        *PLAIN_TYPES,
        *PLAYER_SETS,
        *(TYPE_OF_WAYS, ALL_WAYS, EVERYWHERE),
        *BUILT_IN_NOTES,
        *DIRECTIONS,
        *WITH_OF,
        *FUNCTIONS,
        *DEEDS,
        *TURN_RULES,
    }


def _constants(parser: Parser) -> set[str]:
    """Returns the words that are expressions by themselves."""

    def is_expression(word: str) -> bool:
        try:
            parser.lark.parse(f"{word}\n", start="expression")
        except UnexpectedInput:
            return False
        return True

    return {word for word in parser.words if is_expression(word)}


def _statement_words(parser: Parser) -> set[str]:
    """Returns the words that say what happens: they begin a statement, or belong to one that opens a block, or begin a form
    of the grammar that no expression has. The words of hooks belong to them, too.
    """
    forms: dict[str, list[list[str]]] = {}
    for rule in parser.lark.rules:
        forms.setdefault(rule.origin.name, []).append([each.name for each in rule.expansion])
    of_expressions = {"expression"}
    ahead = ["expression"]
    while ahead:
        for form in forms[ahead.pop()]:
            inner = {each for each in form if each in forms} - of_expressions
            of_expressions |= inner
            ahead += inner
    in_expressions = {each for name in of_expressions for form in forms[name] for each in form}
    terminals = {str(each.name) for each in parser.lark.terminals}
    found: set[str] = set()
    for name in {*forms} - of_expressions:
        for form in forms[name]:
            own = [each for each in form if each in terminals]
            found |= {*own[:1]} - in_expressions
            if any(each in _BLOCKS for each in form):
                found |= {*own}
    begun = {*parser.statements, *(word for hook in HOOK_WORDS for word in hook.split()[:1])}
    return begun | {word for word, terminal in parser.words.items() if terminal in found}
