"""Rules and code in colours, for a terminal."""

from __future__ import annotations

from functools import cache
from typing import Any

from boardwright.terminal import Paint

EFFECTS, RULES, PYTHON = "boardwright", "boardwright-yaml", "python"

# Styles by the names that Pygments has for tokens; a name covers those that begin with it.
_STYLES = {
    "Comment": "2",
    "Keyword": "35",
    "Keyword.Constant": "33",
    "Name.Function": "1",
    "Name.Tag": "34",
    "Number": "33",
    "Literal.Number": "33",
    "Literal.Scalar": "32",
    "Literal.String": "32",
    "Name.Constant": "32",  # a text on several lines, in YAML
    "Name.Variable": "32",  # a text between brackets, in YAML
    "Operator.Word": "36",
}


def painted(text: str, language: str, paint: Paint) -> list[str]:
    """The lines of a text that is safe to show, each coloured by itself; unchanged if colours are off."""
    if not paint.on or not text:
        return text.split("\n")
    lines = [""]
    for _, kind, value in _lexer(language).get_tokens_unprocessed(text):
        style = _style(str(kind).removeprefix("Token."))
        for number, piece in enumerate(value.split("\n")):
            if number:
                lines.append("")
            lines[-1] += paint(style, piece) if style and piece.strip() else piece
    return lines


def _lexer(language: str) -> Any:
    if language == PYTHON:
        from pygments.lexers.python import PythonLexer

        return PythonLexer()
    from boardwright.dsl.colours.lexers import EffectLexer, RuleFileLexer

    return RuleFileLexer() if language == RULES else EffectLexer()


@cache
def _style(kind: str) -> str:
    """The style of a kind of token, or of the nearest kind that includes it."""
    while kind and kind not in _STYLES:
        kind = kind.rpartition(".")[0]
    return _STYLES.get(kind, "")
