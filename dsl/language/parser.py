"""Parses texts of the effect language: the lark instance, and the limits on its input."""

from __future__ import annotations

import functools
import re
from typing import Any

from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from boardwright.dsl.language import errors, grammar_tables, syntax
from boardwright.dsl.language.indentation import STEP, Blocks, WrongIndentationError
from boardwright.dsl.language.transformer import ToSyntax
from boardwright.dsl.source.diagnostics import Bag, Diagnostic
from boardwright.dsl.source.yaml_tree import Scalar

# Together these limits keep every tree shallow enough for recursion.
MOST_TOKENS_A_LINE = 120
MOST_NESTING = 32
MOST_ELSE_IFS = 32
LARGEST_NUMBER = 1_000_000

_TOKEN = re.compile(r"\w+|[^\s\w]")
_COMMENT = re.compile(r"#[^\n]*")
_ELSE_IF = re.compile(r"^ *else +if\b", re.MULTILINE)
_LONG_NUMBER = re.compile(r"\b[0-9]{7,}\b")


class Parser:
    """Lark with its transformer; `the_parser` builds it once."""

    def __init__(self) -> None:
        grammar = grammar_tables.grammar_text()
        self.to_syntax = ToSyntax()
        self.lark = grammar_tables.load(grammar, Blocks()) or grammar_tables.built(grammar)
        # The words of the language, which cannot be names, with the names of their terminals.
        self.words = {
            str(terminal.pattern.value): terminal.name
            for terminal in self.lark.terminals
            if terminal.pattern.type == "str" and str(terminal.pattern.value)[0].isalpha()
        }

    @functools.cached_property
    def statements(self) -> tuple[str, ...]:
        """Returns the words that can begin a statement, but not an expression."""
        effect, expression = (
            self.lark.parse_interactive(start=start).accepts()  # type: ignore[no-untyped-call]
            for start in ("effect", "expression")
        )
        first = effect - expression
        return tuple(text for text, terminal in self.words.items() if terminal in first)

    def parse(self, scalar: Scalar, start: str, bag: Bag) -> Any:
        """Returns the tree of a text, or None after one diagnostic, about its first mistake.

        The tree is kept with the text, so that reading rules again parses only what has changed.
        """
        tree, told = scalar.once(start, lambda: self._parsed(scalar, start))
        for diagnostic in told:
            bag.report(diagnostic)
        return tree

    def _parsed(self, scalar: Scalar, start: str) -> tuple[Any, tuple[Diagnostic, ...]]:
        bag = Bag()
        return self._parse(scalar, start, bag), bag.sorted()

    def _parse(self, scalar: Scalar, start: str, bag: Bag) -> Any:
        text = scalar.text
        if not _COMMENT.sub("", text).strip():
            errors.nothing_written(bag, scalar, start)
            return None
        if not _within_limits(scalar, bag):
            return None
        self.to_syntax.locate, self.to_syntax.text = scalar.locate, text
        try:
            tree = self.lark.parse(text if start == "effect" else text + "\n", start=start)
        except WrongIndentationError as fault:
            errors.bad_indentation(bag, scalar, fault)
        except UnexpectedCharacters as fault:
            errors.unknown_character(bag, scalar, _offset(fault))
        except UnexpectedToken as fault:
            end = fault.token.end_pos or 0
            if re.match("[A-Z]", text[end : end + 1]) and re.match("[a-z]", str(fault.token)):
                errors.unknown_character(bag, scalar, end)  # `wHere` begins as a name
            else:
                errors.unexpected(
                    bag, scalar, start, fault, self.words, self.statements, self._reach
                )
        else:
            return self.to_syntax.transform(tree)
        return None

    def _reach(self, text: str, start: str) -> int:
        """Returns how far a text can be read; more than its length if it has no mistake."""
        try:
            self.lark.parse(text if start == "effect" else text + "\n", start=start)
        except WrongIndentationError:
            return 0
        except UnexpectedCharacters as fault:
            return _offset(fault)
        except UnexpectedToken as fault:
            if fault.token.type in ("$END", "_DEDENT"):
                return len(text)
            return fault.token.start_pos or 0
        return len(text) + 1


def _offset(fault: UnexpectedCharacters) -> int:
    at: int | None = fault.pos_in_stream  # lark's annotation is incomplete
    return at or 0


def _within_limits(scalar: Scalar, bag: Bag) -> bool:
    """Refuses a text with too deep a tree, before it is parsed."""
    at = 0
    for line in scalar.text.split("\n"):
        code = line.split("#", 1)[0]
        tokens = tuple(_TOKEN.finditer(code))
        if len(tokens) > MOST_TOKENS_A_LINE:
            first = tokens[MOST_TOKENS_A_LINE]
            span = scalar.locate(at + first.start(), at + first.end())
            errors.line_too_long(bag, span, len(tokens), MOST_TOKENS_A_LINE)
            return False
        depth = 0
        for found in re.finditer(r"[()]", code):
            depth += 1 if found[0] == "(" else -1
            if depth > MOST_NESTING:
                span = scalar.locate(at + found.start(), at + found.end())
                errors.nested_too_deeply(bag, span, "brackets", MOST_NESTING)
                return False
        indent = len(code) - len(code.lstrip(" "))
        if code.strip() and indent // STEP > MOST_NESTING:
            span = scalar.locate(at + indent, at + len(code.rstrip()))
            errors.nested_too_deeply(bag, span, "blocks", MOST_NESTING)
            return False
        for found in _LONG_NUMBER.finditer(code):
            if len(found[0]) > 7 or int(found[0]) > LARGEST_NUMBER:
                span = scalar.locate(at + found.start(), at + found.end())
                errors.number_too_large(bag, span, LARGEST_NUMBER)
                return False
        at += len(line) + 1
    for count, found in enumerate(_ELSE_IF.finditer(scalar.text)):
        if count >= MOST_ELSE_IFS:
            span = scalar.locate(*found.span())
            errors.nested_too_deeply(bag, span, "`else if`", MOST_ELSE_IFS)
            return False
    return True


@functools.cache
def the_parser() -> Parser:
    """Returns the parser, built when first needed."""
    return Parser()


def parse_effect(scalar: Scalar, bag: Bag) -> syntax.Effect | None:
    """Parses statements, with blocks by indentation."""
    tree: syntax.Effect | None = the_parser().parse(scalar, "effect", bag)
    return tree


def parse_expression(scalar: Scalar, bag: Bag) -> syntax.Expr | None:
    """Parses a number, a condition or a set."""
    tree: syntax.Expr | None = the_parser().parse(scalar, "expression", bag)
    return tree


def parse_modifier(scalar: Scalar, bag: Bag) -> syntax.Change | None:
    """Parses how a value changes."""
    tree: syntax.Change | None = the_parser().parse(scalar, "modifier", bag)
    return tree


def parse_head(scalar: Scalar, bag: Bag) -> syntax.Head | None:
    """Parses the key of a rule, a value, a hook or a modifier."""
    tree: syntax.Head | None = the_parser().parse(scalar, "head", bag)
    return tree
