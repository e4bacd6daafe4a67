"""Lexers for Pygments: `boardwright` for effects alone, `boardwright-yaml` for rule files.

Pygments finds them by their entry points, so every program that colours with Pygments knows these names.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from pygments.lexer import Lexer
from pygments.lexers.data import YamlLexer
from pygments.token import Token

from boardwright.dsl.colours.effect_parts import Part, parts
from boardwright.dsl.colours.rule_file import texts_in

TOKENS: dict[Part, Any] = {
    Part.COMMENT: Token.Comment.Single,
    Part.NUMBER: Token.Number.Integer,
    Part.CONSTANT: Token.Keyword.Constant,
    Part.STATEMENT: Token.Keyword,
    Part.JOINING: Token.Operator.Word,
    Part.BUILT_IN: Token.Name.Builtin,
    Part.CALL: Token.Name.Function,
    Part.NAME: Token.Name,
    Part.SIGN: Token.Operator,
    Part.BRACKET: Token.Punctuation,
}


class EffectLexer(Lexer):  # type: ignore[misc] # Pygments has no types
    """Colours statements and expressions."""

    name = "Boardwright"
    aliases = ("boardwright",)
    filenames = ()
    mimetypes = ()
    url = ""

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        """Yields the tokens; Pygments calls this."""
        kinds: list[Any] = [Token.Text] * len(text)
        for start, end, part in parts(text):
            kinds[start:end] = [TOKENS[part]] * (end - start)
        yield from _runs(text, kinds)


class RuleFileLexer(Lexer):  # type: ignore[misc] # Pygments has no types
    """Colours a rule file: YAML, and the texts of the language in it."""

    name = "Boardwright rules"
    aliases = ("boardwright-yaml",)
    filenames = ()
    mimetypes = ()
    url = ""

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        """Yields the tokens; Pygments calls this."""
        kinds: list[Any] = [Token.Text] * len(text)
        for start, kind, value in YamlLexer().get_tokens_unprocessed(text):
            kinds[start : start + len(value)] = [kind] * len(value)
        for scalar, found in texts_in(text):
            if scalar.style == "literal":  # YAML takes all of it for a text
                start = text.find("\n", scalar.span.start, scalar.span.end)
                kinds[start : scalar.span.end] = [Token.Text] * (scalar.span.end - start)
            for start, end, part in found:
                kinds[start:end] = [TOKENS[part]] * (end - start)
        yield from _runs(text, kinds)


def _runs(text: str, kinds: list[Any]) -> Iterator[tuple[int, Any, str]]:
    """Yields the text in runs of the same kind."""
    for kind, run in groupby(range(len(text)), key=kinds.__getitem__):
        numbers = list(run)
        yield numbers[0], kind, text[numbers[0] : numbers[-1] + 1]
