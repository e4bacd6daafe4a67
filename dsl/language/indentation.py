"""Reads blocks by their indentation: two spaces per level, one level at a time, no tabs.

It runs between lark's lexer and parser. Lark's own indenter is not used because messages must point at the line
that moved, and say which way.
"""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token
from lark.lark import PostLex

STEP = 2


class WrongIndentationError(Exception):
    """Raised at a line with a wrong indentation. `start` and `end` enclose its indentation; `width` is its depth,
    `depth` that of the line before it, and `opened` says whether that line ends with a colon.
    """

    def __init__(self, start: int, end: int, width: int, depth: int, opened: bool) -> None:
        super().__init__(f"indented by {width}")
        self.start, self.end = start, end
        self.width, self.depth, self.opened = width, depth, opened


class Blocks(PostLex):
    """Lark's `postlex`: turns line ends before a change of indentation into _INDENT and _DEDENT."""

    always_accept = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Yields the tokens, with line ends turned into blocks where the indentation changes."""
        depth = 0
        line_end: Token | None = None
        previous: Token | None = None
        for token in stream:
            if token.type == "_NL":
                if previous is not None:
                    line_end = token
                continue
            if line_end is not None:
                assert previous is not None
                yield line_end
                width = len(str(line_end).rsplit("\n", 1)[1])
                opened = previous.type == "COLON"
                if width % STEP or width > depth + STEP or (width > depth and not opened):
                    start = token.start_pos or 0
                    raise WrongIndentationError(start - width, start, width, depth, opened)
                if width > depth:
                    depth = width
                    yield Token.new_borrow_pos("_INDENT", "", token)
                while width < depth:
                    depth -= STEP
                    yield Token.new_borrow_pos("_DEDENT", "", token)
                line_end = None
            yield token
            previous = token
        if previous is not None:
            yield Token.new_borrow_pos("_NL", "\n", previous)
            while depth:
                depth -= STEP
                yield Token.new_borrow_pos("_DEDENT", "", previous)
