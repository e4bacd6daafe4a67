"""Splits a rule file into tokens: everything in it except spaces, each with its proper column."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from boardwright.dsl.format.roles import ScalarRole
from boardwright.dsl.format.spacing import spaced, words_of
from boardwright.dsl.source import yaml_tree
from boardwright.dsl.source.yaml_tree import Node, Scalar

STEP = 2

# Between two scalars there can be only a comment, a mark between documents, or a sign.
_BETWEEN = re.compile(
    r"(?P<comment>#[^\n]*)|(?P<mark>^(?:---|\.\.\.)(?=\s|\Z))|(?P<sign>[\[\]{},:?-])", re.M
)
_SIGNS = {
    "[": "open", "{": "open", "]": "close", "}": "close", ",": "comma", ":": "colon", "?": "question",
    "-": "dash",
}  # fmt: skip
_BLOCK_HEADER = re.compile(r"(?P<sign>[|>][-+0-9]*) *(?P<comment>#[^\n]*)?")
CODE = frozenset(
    {
        ScalarRole.EFFECT,
        ScalarRole.EXPRESSION,
        ScalarRole.MODIFIER,
        ScalarRole.HEAD,
        ScalarRole.VISIBILITY,
    }
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a block: its indentation, and a comment with its old column. An empty line has no text."""

    indent: int
    text: str
    comment: str = ""
    comment_at: int = 0


@dataclass(frozen=True, slots=True)
class Token:
    """A token. `start` and `end` are its place in the file, `column` its proper column if it begins a line outside
    brackets.

    A scalar on several lines has them in `lines`, without their indentation. A block (`|` or `>`) has
    its text in `block`, with indentations from the left margin.
    """

    kind: str
    start: int
    end: int
    column: int
    lines: tuple[str, ...]
    block: tuple[Line, ...] = ()

    @property
    def text(self) -> str:
        return self.lines[0]


@dataclass(slots=True)
class Levels:
    """The old and new indentations of earlier lines that later lines may continue from."""

    opened: list[tuple[int, int]] = field(default_factory=list)

    def enter(self, old: int, new: int) -> None:
        """Adds a line that is not a comment."""
        while self.opened and self.opened[-1][0] >= old:
            self.opened.pop()
        self.opened.append((old, new))

    def place(self, old: int, following: tuple[int, int] | None) -> int:
        """Returns the indentation of a comment on its own line: that of the next line or, if it is deeper, of a line above."""
        if following is not None and old <= following[0]:
            return following[1]
        outer = -1 if following is None else following[0]
        deeper = [new for depth, new in self.opened if outer < depth <= old]
        if deeper:
            return deeper[-1]
        return 0 if following is None else following[1]


def tokens(text: str, root: Node, roles: Mapping[int, ScalarRole]) -> list[Token]:
    """Returns all tokens of a file with the tree `root`. `roles` are those of its scalars, by `id`."""
    cutter = _Cutter(text, roles)
    cutter.visit(root, 0, 0)
    cutter.between(len(text), 0)
    return cutter.found


def tidy_comment(text: str) -> str:
    """Puts a space after `#`, and removes spaces at the end."""
    text = text.rstrip()
    return f"# {text[1:]}" if re.match(r"#[^\s#!]", text) else text


class _Cutter:
    def __init__(self, text: str, roles: Mapping[int, ScalarRole]) -> None:
        self.text = text
        self.roles = roles
        self.at = 0
        self.found: list[Token] = []

    def add(self, kind: str, start: int, end: int, column: int, *lines: str) -> None:
        self.found.append(Token(kind, start, end, column, lines or (self.text[start:end],)))
        self.at = end

    def between(self, end: int, column: int) -> None:
        """Adds the signs and comments up to the place where the next scalar or bracket begins."""
        while found := _BETWEEN.search(self.text, self.at, max(end, self.at)):
            kind = found.lastgroup or ""
            if kind == "comment":
                self.add(kind, *found.span(), column, tidy_comment(found[0]))
            else:
                self.add(_SIGNS.get(found[0], kind), *found.span(), column)

    def visit(self, node: Node, column: int, before: int) -> None:
        """Adds a node with its proper `column`; signs before it belong at `before`."""
        self.between(node.span.start, before)
        if isinstance(node, Scalar):
            self.scalar(node, column, before)
            return
        start, end = node.span.start, node.span.end
        flow = self.text[start] in "[{" and self.at <= start
        if flow:
            self.add("open", start, start + 1, column)
        if isinstance(node, yaml_tree.Mapping):
            for entry in node.entries:
                self.visit(entry.key, column, column)
                self.visit(entry.value, column + STEP, column)
        else:
            for item in node.items:
                self.visit(item, column + len("- "), column)
        if flow:
            self.between(end, column)

    def scalar(self, node: Scalar, column: int, before: int) -> None:
        if node.style == "empty":
            return
        role = self.roles.get(id(node), ScalarRole.OTHER)
        if node.style in ("literal", "folded"):
            self.block(node, role, column, before)
        else:
            self.add("scalar", node.span.start, node.span.end, column, *_scalar_lines(node, role))

    def block(self, node: Scalar, role: ScalarRole, column: int, before: int) -> None:
        start = node.span.start
        header = _BLOCK_HEADER.match(self.text, start)
        assert header is not None, "a block begins with `|` or `>`"
        sign, comment = header["sign"], header["comment"]
        digit = re.search("[1-9]", sign)
        indent = before + int(digit[0]) if digit else column
        empty = len(node.text) - len(node.text.lstrip("\n"))
        old = node.locate(empty).column - 1 if empty < len(node.text) else len(self.text)
        raw, end = _raw_lines(self.text, header.end(), old, keep="+" in sign)
        if role in CODE and node.style == "literal":
            lines = _effect_lines(raw, old, indent)
        elif role in CODE:
            lines = [Line(indent, each) for each in _spaced_lines(raw)]
        else:
            lines = [Line(indent if each else 0, each) for each in raw]
        at = header.start("comment") - self.text.rfind("\n", 0, start) - 1
        head = Line(0, sign, tidy_comment(comment), at) if comment else Line(0, sign)
        self.found.append(Token("block", start, end, column, (sign,), (head, *lines)))
        self.at = end


def _raw_lines(text: str, at: int, indent: int, *, keep: bool) -> tuple[list[str], int]:
    """Returns the lines of a block below its header, without their indentation, and the end of the last one. Empty lines
    after them belong to the block only if `keep` is set.
    """
    lines: list[str] = []
    ends = [at]
    while at + 1 < len(text):
        start = at + 1
        at = text.find("\n", start)
        at = len(text) if at < 0 else at
        line = text[start:at]
        if line.strip(" ") and len(line) - len(line.lstrip(" ")) < indent:
            break
        lines.append(line[indent:])
        ends.append(at)
    while not keep and lines and not lines[-1]:
        lines.pop()
    return lines, ends[len(lines)]


def _effect_lines(raw: list[str], old: int, indent: int) -> list[Line]:
    """Returns statements with their comments. `old` is their old indentation, `indent` the new one."""
    parts = [line.partition("#") for line in raw]
    widths = [len(line) - len(line.lstrip(" ")) for line in raw]
    statements = [number for number, (code, _, _) in enumerate(parts) if code.strip()]
    # The indentation of the first statement has no meaning.
    deep = {number: widths[number] for number in statements} | dict.fromkeys(statements[:1], 0)
    levels = Levels()
    lines: list[Line] = []
    coming = 0  # the number of statements above
    for number, (code, sign, comment) in enumerate(parts):
        told = tidy_comment(sign + comment)
        if number in deep:
            coming += 1
            levels.enter(widths[number], deep[number])
            lines.append(Line(indent + deep[number], spaced(code), told, old + len(code)))
        elif sign:
            rest = statements[coming : coming + 1]
            following = (widths[rest[0]], deep[rest[0]]) if rest else None
            lines.append(Line(indent + levels.place(widths[number], following), told))
        elif lines and lines[-1].text and not _opens(lines[-1]):
            lines.append(Line(0, ""))
    if lines and not lines[-1].text:
        lines.pop()
    return lines


def _opens(line: Line) -> bool:
    """Whether a block begins after a line."""
    return line.text.endswith(":") and not line.text.startswith("#")


def _spaced_lines(raw: list[str]) -> list[str]:
    """Formats one text of the language on several lines."""
    lines: list[str] = []
    before = ""
    for line in raw:
        lines.append(spaced(line, before))
        before = next(reversed(words_of(line)), before)
    return lines


def _scalar_lines(node: Scalar, role: ScalarRole) -> list[str]:
    raw = node.span.text
    if "\n" not in raw:
        if role in CODE and node.style == "plain":
            return [spaced(raw)]
        if role in CODE and raw[1:-1] == node.text:
            return [raw[0] + spaced(node.text) + raw[-1]]
        return [" ".join(raw.split()) if role is ScalarRole.PHRASE else raw]
    lines = [line.lstrip(" ") for line in raw.split("\n")]
    if node.style != "double" or "\\" not in raw:  # an escaped space at the end of a line matters
        lines = [line.rstrip(" ") for line in lines]
    return _spaced_lines(lines) if role in CODE and node.style == "plain" else lines
