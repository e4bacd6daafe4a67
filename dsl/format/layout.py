"""Writes tokens as text, with the right spaces and line breaks between them.

Lines begin and end where the author chose. Their indentation, the spaces within them and the empty lines between them may
change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from boardwright.dsl.format.tokens import STEP, Levels, Token

# A comment after other text is at least this far from it.
_APART = 2
# If the text inside a bracket begins further right than this, later lines are not aligned below it.
_FURTHEST = 100
_OPENING = ("colon", "dash", "open")


@dataclass(frozen=True, slots=True)
class _Bracket:
    """An open bracket: the columns of the lines inside it, and of its closing bracket if that begins a line."""

    inner: int
    closing: int


def laid_out(text: str, found: Sequence[Token]) -> str:
    """Returns the formatted text of the file with these tokens."""
    layout = _Layout(text, found)
    for number in range(len(found)):
        layout.take(number)
    layout.begin_line()
    return "".join(layout.done)


class _Layout:
    def __init__(self, text: str, found: Sequence[Token]) -> None:
        self.text = text
        self.found = found
        self.following = _following(found)
        self.done: list[str] = []
        self.width = 0  # the width of the line so far
        self.begun = 0  # the column of the first text of the line, after dashes
        self.brackets: list[_Bracket] = []
        self.levels = Levels()

    def put(self, text: str) -> None:
        self.done.append(text)
        self.width += len(text)

    def begin_line(self, indent: int = 0, text: str = "") -> None:
        """Ends the line and begins the next one."""
        self.done.append("\n")
        self.width = 0
        if text:
            self.put(" " * indent + text)

    def put_comment(self, comment: str, column: int) -> None:
        """Writes a comment after other text, in its old column if there is room."""
        self.put(" " * max(column - self.width, _APART) + comment)

    def take(self, number: int) -> None:
        token = self.found[number]
        last = self.found[number - 1] if number else None
        breaks = self.breaks(number)
        if last is None or breaks:
            if last is not None:
                self.begin_line()
            if breaks > 1 and self.may_be_apart(number):
                self.begin_line()
            self.begun = self.indent(number)
            self.put(" " * self.begun)
            self.write(number)
        elif token.kind == "comment":
            self.put_comment(token.text, self.old_column(token.start))
        else:
            self.put(_between(last.kind, token.kind))
            if last.kind == "dash":
                self.begun = self.width
                if not self.brackets:
                    self.levels.enter(self.old_column(token.start), self.width)
            self.write(number)

    def breaks(self, number: int) -> int:
        """Returns how many line breaks go before a token."""
        if number == 0:
            return 0
        last, token = self.found[number - 1], self.found[number]
        # The value of a list item begins on the line of its dash, and inside brackets a value on the line of its key.
        joins = last.kind == "dash" or (last.kind == "colon" and self.brackets)
        if joins and token.kind != "comment":
            return 0
        return self.text.count("\n", last.end, token.start)

    def may_be_apart(self, number: int) -> bool:
        """Whether an empty line may go before a token; not right after an opening or before a closing."""
        before = number - 1
        if self.found[before].kind == "comment" and not self.breaks(before):
            before -= 1
        return self.found[before].kind not in _OPENING and self.found[number].kind != "close"

    def indent(self, number: int) -> int:
        token = self.found[number]
        if self.brackets:
            bracket = self.brackets[-1]
            return bracket.closing if token.kind == "close" else bracket.inner
        old = self.old_column(token.start)
        if token.kind == "comment":
            next_ = self.following[number]
            where = (0, 0) if next_ is None else (self.old_column(next_.start), next_.column)
            return self.levels.place(old, where)
        self.levels.enter(old, token.column)
        return token.column

    def write(self, number: int) -> None:
        """Writes a token at the end of the line."""
        token = self.found[number]
        if token.kind == "open":
            self.brackets.append(self.bracket(number))
        elif token.kind == "close":
            self.brackets.pop()
        self.put(token.text)
        if token.block:
            self.write_block(token)
        inner = self.brackets[-1].inner + STEP if self.brackets else token.column
        for line in token.lines[1:]:
            self.begin_line(inner, line)

    def bracket(self, number: int) -> _Bracket:
        """Works out the columns inside an opening bracket that is about to be written."""
        at = self.width
        ends_line = number + 1 < len(self.found) and (
            self.breaks(number + 1) > 0 or self.found[number + 1].kind == "comment"
        )
        if ends_line or at > _FURTHEST:
            return _Bracket(self.begun + STEP, self.begun)
        return _Bracket(at + 1, at)

    def write_block(self, token: Token) -> None:
        head, *lines = token.block
        if head.comment:
            self.put_comment(head.comment, head.comment_at)
        for line in lines:
            self.begin_line(line.indent, line.text)
            if line.comment:
                self.put_comment(line.comment, line.comment_at)

    def old_column(self, place: int) -> int:
        return place - self.text.rfind("\n", 0, place) - 1


def _following(found: Sequence[Token]) -> list[Token | None]:
    """Returns each token itself or, for comments, the next token that is not a comment."""
    following: list[Token | None] = []
    for token in reversed(found):
        before = following[-1] if following else None
        following.append(before if token.kind == "comment" else token)
    return following[::-1]


def _between(last: str, token: str) -> str:
    if token == "colon" or last == "open":
        return ""
    if token in ("comma", "close"):
        return " " if last == "colon" else ""
    return " "
