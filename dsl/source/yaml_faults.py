"""Explains YAML syntax errors to people who write rules.

The parser says what its grammar lacked ("did not find expected key"); an author needs to know the
mistake. The parser's message and the text at its place decide. Two parsers with slightly different
messages are understood: the one in C, and the one in Python if the former is missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from boardwright.dsl.source.diagnostics import Diagnostic, Label, Severity, diagnose, shown
from boardwright.dsl.source.fixes import Change, Help, add, remove, write
from boardwright.dsl.source.places import Source, Span

_QUOTE_IT = "if it is text, put the whole value in quotes"
_KEY_NO_SPACE = re.compile(r"[ ]*(?:- +)*([\w.-]+:)(?=[^\s:])")
_DASH_NO_SPACE = re.compile(r"[ ]*(?:- +)*-(?=[^\s-])")
_OF_STATEMENTS = ("E104", "E107", "E110", "E122", "E123")
STATEMENT = re.compile(
    r" *(?:(?:[a-z][\w ]* )?(?:may|chooses?|drops out)|secretly|draw|roll|shuffle|find|let|set|add|subtract|move"
    r"|place|take|pay|return|swap|pass|look at|show|reveal|if|else if|for each|while|repeat|as|all at once"
    r"|share|perform|open) [^:]*:?(?: *#.*)?$|[ ]*[a-z]\w*\(.*\)(?: then:)?$"
)
_KEY_ALONE = re.compile(r" *(?:- +)*([^\s#'\"\[{][^:#]*?) *:(?: +([^#|>\s].*?))?\s*(?:#.*)?$")
_KEY = re.compile(r"[ ]*(?:- +)*([^\s#'\"\[{][^:#]*?) *:(?: |$)")


@dataclass(frozen=True, slots=True)
class Context:
    """What is known at a syntax error; all places are offsets in the text.

    `where` is the place of the problem, `since` the start of the construct around it, `opened` the innermost
    open bracket or brace, `last` the range of the last complete scalar. `skipped` characters of the source
    come before the text.
    """

    text: str
    problem: str
    where: int
    context: str
    since: int | None
    opened: int | None
    last: tuple[int, int] | None
    source: Source
    skipped: int

    def span(self, start: int, end: int) -> Span:
        """Returns a range of the text as a span of its source."""
        return Span(self.source, start + self.skipped, end + self.skipped)

    @property
    def char(self) -> str:
        return self.text[self.where : self.where + 1]

    def line_start(self, at: int) -> int:
        return max(self.text.rfind("\n", 0, at), self.text.rfind("\r", 0, at)) + 1

    def line_end(self, at: int) -> int:
        found = re.compile(r"[\r\n]|\Z").search(self.text, at)
        return found.start() if found else len(self.text)

    def line(self, at: int) -> str:
        return self.text[self.line_start(at) : self.line_end(at)]

    def column(self, at: int) -> int:
        return at - self.line_start(at)

    def char_at(self, where: int) -> Span:
        """Returns the character at a place; at the end of a line or file, the place after the last text."""
        if where >= len(self.text) or self.text[where] in "\r\n":
            end = len(self.text[:where].rstrip())
            return self.span(end, end)
        return self.span(where, where + 1)

    @property
    def here(self) -> Span:
        """Returns the character at the problem."""
        return self.char_at(self.where)

    def rest_of_line(self, where: int) -> Span:
        """Returns the range from a place to the last text of its line."""
        return self.span(where, max(len(self.text[: self.line_end(where)].rstrip()), where))

    @property
    def starts_line(self) -> bool:
        """Whether only spaces come before the problem on its line."""
        return not self.text[self.line_start(self.where) : self.where].strip()

    @property
    def last_line(self) -> int:
        """Returns the end of the last line before the problem that is not empty."""
        return len(self.text[: self.line_start(self.where)].rstrip())


_error = partial(diagnose, Severity.ERROR)


def explain(at: Context) -> Diagnostic:
    """Returns the most likely cause of a syntax error; there is always one."""
    for words, explainer in _EXPLAINERS:
        if re.search(words, f"{at.context} | {at.problem}"):
            fault = explainer(at)
            if fault is not None:
                return _without_bar(at, fault) or fault
    fault = _unknown(at)
    return _without_bar(at, fault) or fault


def _without_bar(at: Context, fault: Diagnostic) -> Diagnostic | None:
    """Explains statements under a key without `|`, for which YAML has many messages, none of them helpful."""
    if fault.code not in _OF_STATEMENTS:
        return None
    assert fault.label is not None
    end = at.line_start(fault.label.span.start - at.skipped)
    within = _indent(at.line(end))
    first = (end, at.line(end)) if STATEMENT.match(at.line(end)) else None
    while end > 0:
        end = at.line_start(end - 1)
        line = at.line(end)
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        statement = STATEMENT.match(line) is not None
        if _indent(line) >= within or statement:
            within = min(within, _indent(line))
            first = (end, line) if statement else None
            continue
        key = _KEY_ALONE.match(line)
        if key is None:
            return None
        start, text = end + key.start(2), key[2] or ""
        if first is None:
            return None
        colon = end + line.index(":", key.end(1))
        after = end + key.start(2) if key[2] else colon + 1
        if not text:
            start, text = first[0] + _indent(first[1]), first[1].strip()
        elif not STATEMENT.match(text):
            return None
        return _error(
            "E208",
            "an effect starts with `|`",
            at.span(start, start + len(text)),
            help=Help(
                f"write `{shown(key[1])}: |`, and the statements on the lines below it",
                Change(_bar(key[2], within, _indent(line)), at.span(colon + 1, after)),
            ),
        )
    return None


def _bar(text: str | None, within: int, key: int) -> str:
    """Returns what begins a block after the colon of a key, before a statement on the same line if there is one."""
    return f" |\n{' ' * (within if within > key else key + 2)}" if text else " |"


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _unknown(at: Context) -> Diagnostic:
    said = shown(re.sub(r"\s+", " ", f"{at.context} {at.problem}").strip())
    return _error(
        "E104",
        "this is not valid YAML",
        at.here,
        "not understood from here on",
        help=_QUOTE_IT,
        notes=(f"the YAML parser says: {said}",) if said else (),
    )


def _unclosed_quote(at: Context) -> Diagnostic | None:
    if at.since is None or ("end of stream" not in at.problem and "document" not in at.problem):
        return None
    return _quote_at(at, at.since)


def _quote_at(at: Context, start: int) -> Diagnostic:
    quote = at.text[start]
    twice = ("inside '…', write an apostrophe twice: ''",) if quote == "'" else ()
    end = len(at.line(start).rstrip()) + at.line_start(start)
    here = at.span(end, end)
    return _error(
        "E109",
        "a quoted text is not closed",
        at.char_at(start),
        "opened here",
        help=(add(f"add {quote} at the end of the text", quote, here), *twice),
    )


def _escape(at: Context) -> Diagnostic | None:
    start = at.text.rfind("\\", at.line_start(at.where), at.where + 1)
    if start < 0:
        return None
    if start + 1 == len(at.text) and at.since is not None:
        return _quote_at(at, at.since)
    end = min(start + 2, at.line_end(start))
    written = shown(at.text[start:end])
    if at.text[start + 1 : start + 2] in ("x", "u", "U"):
        return _error(
            "E112",
            f"`{written}` needs the number of a character after it",
            at.span(start, end),
            help="write 2 hexadecimal digits after \\x, 4 after \\u or 8 after \\U; or write the character itself",
        )
    return _error(
        "E112",
        f"unknown escape `{written}`",
        at.span(start, end),
        help="write \\\\ for a backslash, or put the text in '…', where nothing is escaped",
    )


def _block_header(at: Context) -> Diagnostic | None:
    if at.since is None or at.text[at.since] not in "|>":
        return None
    sign = at.text[at.since]
    return _error(
        "E113",
        f"text follows `{sign}` on the same line",
        at.rest_of_line(at.where),
        help=f"begin the text on the line after `{sign}`, indented deeper than its key",
    )


def _second_colon(at: Context) -> Diagnostic | None:
    start = at.line_start(at.where)
    before = at.text[start : at.where]
    first = _KEY.match(before + " ")
    if first and first.end() <= len(before):
        return _error(
            "E110",
            "this line has a second colon",
            at.here,
            "everything before it is read as text",
            help=(
                _QUOTE_IT,
                "write an effect on the lines after `|`, indented deeper than its key",
            ),
        )
    key = len(before) - len(before.lstrip(" -"))
    above = at.last_line
    slip = _without_space(at, at.line_start(above))
    if slip:
        return slip
    return _error(
        "E107",
        "this key is indented deeper than the line above, which already has a value",
        at.span(start + key, at.where),
        help="give it the indentation of the key above, or leave that key without a value of its own",
        others=_key_above(at, above, "has a value"),
    )


def _key_above(at: Context, line_end: int, told: str) -> tuple[Label, ...]:
    found = _KEY.match(at.line(max(line_end - 1, 0)))
    start = at.line_start(max(line_end - 1, 0))
    return (Label(at.span(start + found.start(1), start + found.end(1)), told),) if found else ()


def _no_colon(at: Context) -> Diagnostic | None:
    if at.since is None:
        return None
    start, line = at.line_start(at.since), at.line(at.since)
    return _without_space(at, start) or _error(
        "E123",
        "this line among keys has no colon",
        at.span(at.since, start + len(line.rstrip())),
        "not `name: value`",
        help="write `name: value`; indent a text that continues the line above deeper than its key",
    )


def _without_space(at: Context, start: int) -> Diagnostic | None:
    line = at.line(start)
    if found := _DASH_NO_SPACE.match(line):
        return _error(
            "E106",
            "this dash needs a space after it",
            at.char_at(start + found.end() - 1),
            help=add("write `- item`", " ", at.char_at(start + found.end() - 1), safe=True),
        )
    if found := _KEY_NO_SPACE.match(line):
        return _error(
            "E106",
            "this colon needs a space after it",
            at.char_at(start + found.end() - 1),
            help=add(
                f"write `{shown(found[1])} {shown(line[found.end() :].strip()[:40])}`",
                " ",
                at.char_at(start + found.end() - 1),
                safe=True,
            ),
        )
    return None


def _symbol(at: Context) -> Diagnostic | None:
    if at.char in ("", "\r", "\n"):
        return None
    return _error(
        "E111",
        f"a value cannot begin with {'a backtick' if at.char == '`' else f'`{shown(at.char)}`'}",
        at.here,
        help=_QUOTE_IT,
    )


def _list_beside_key(at: Context) -> Diagnostic:
    return _error(
        "E125",
        "a list begins on the line of its key",
        at.here,
        help="begin the list on the next line, or write it in brackets: `[a, b]`",
    )


def _inside_brackets(at: Context) -> Diagnostic | None:
    start = at.opened if at.opened is not None else at.since
    if start is None or at.text[start : start + 1] not in ("[", "{"):
        return None
    bracket = at.text[start]
    closing = "]" if bracket == "[" else "}"
    rest = at.text[at.where : at.line_end(at.where)]
    if at.char == ",":
        return _error(
            "E124",
            "this comma has no value before it",
            at.here,
            help=remove("remove the comma, or write the missing value"),
        )
    if at.char and at.char in "]}" and at.char != closing:
        return _error(
            "E108",
            f"`{at.char}` closes `{bracket}`",
            at.here,
            help=write(closing),
            others=(Label(at.char_at(start), "opened here"),),
        )
    if closing in rest:
        # Only the colon after a key shows that the comma before the key is missing.
        word, end = at.where, at.where + 1
        if at.char == ":":
            end = len(at.text[: at.where].rstrip())
            word = max(at.text.rfind(mark, start, end) for mark in " ,[{\n") + 1
        return _error(
            "E124",
            f"a comma is missing before `{shown(at.text[word:end])}`",
            at.span(word, end),
            help=Help(
                "separate values inside brackets with commas, and put a text with special characters in quotes",
                Change(", ", at.span(len(at.text[:word].rstrip()), word)),
            ),
            others=(Label(at.char_at(start), "inside this bracket"),),
        )
    is_later = at.text[start : at.where].strip(bracket + " \r\n")
    return _error(
        "E108",
        f"`{bracket}` is not closed",
        at.char_at(start),
        "opened here",
        help=add(f"add `{closing}` at its end", closing, at.rest_of_line(start)),
        others=(Label(at.here, "still open here"),) if is_later else (),
    )


def _closes_nothing(at: Context) -> Diagnostic | None:
    if at.char == "" or at.char not in "]}":
        return None
    opening = "[" if at.char == "]" else "{"
    return _error(
        "E108",
        f"`{at.char}` closes nothing",
        at.here,
        help=f"remove it, or add its `{opening}`; if it is part of a text, put the whole text in quotes",
    )


def _after_value(at: Context) -> Diagnostic | None:
    if at.last is None:
        return None
    start, end = at.last
    if at.text[start : start + 1] in ("'", '"') and not at.text[end : at.where].strip():
        if "\n" in at.text[start:end] and not at.starts_line:
            return _quote_at(at, start)
        if not at.starts_line:
            return _error(
                "E122",
                "text follows a closing quote",
                at.rest_of_line(at.where),
                "the value ended before this",
                help="put the whole value in quotes; write a quote as \\\" inside \"…\", and as '' inside '…'",
                others=(Label(at.span(start, end), "this is the value"),),
            )
    before = at.text[at.line_start(at.where) : at.where].rstrip()
    if before.endswith(("]", "}")):
        return _error(
            "E122",
            f"text follows a closing `{before[-1]}`",
            at.rest_of_line(at.where),
            "the value ended before this",
            help=_QUOTE_IT,
        )
    return None


def _indentation(at: Context) -> Diagnostic | None:
    if not at.starts_line or at.char in ("", "\r", "\n"):
        return None
    column, above = at.column(at.where), at.last_line
    line = at.rest_of_line(at.where)
    if at.char == ":":
        return _error(
            "E115",
            "expected a key, found nothing",
            at.here,
            help="write a name before the colon",
        )
    empty = at.text[above : at.line_start(at.where)].strip("\r\n")
    if len(empty.splitlines()[0] if empty else "") > column:
        return _error(
            "E107",
            f"this line is indented by {_spaces(column)}, but the empty line above it by more",
            line,
            help="remove the spaces from the empty line",
        )
    if " #" in at.line(max(above - 1, 0)) and column > 0:
        return _error(
            "E107",
            "this continues a line that ends in a comment",
            line,
            help="remove the comment, or put a text that contains ` #` in quotes",
        )
    since = at.since if at.since is not None else _first_text(at)
    in_list, is_item = _is_item(at, since), _is_item(at, at.where)
    expected = at.column(since)
    if is_item and not in_list:
        return _error(
            "E107",
            "expected a key, found an item of a list",
            at.here,
            help="write a list under a key that has no other value",
            others=_key_above(at, above, "the line above"),
        )
    if in_list and not is_item and column <= expected:
        return _error(
            "E107",
            "expected an item of a list, found a key",
            line,
            help="begin the line with `- `, or indent it like the keys of the item above",
            others=(Label(at.char_at(since), "the list began here"),),
        )
    line_above = at.line(max(above - 1, 0))
    beside = len(line_above) - len(line_above.lstrip())
    either = {expected, beside} - {column}
    margin = at.span(at.line_start(at.where), at.where)
    return _error(
        "E107",
        f"this line is indented by {_spaces(column)}, unlike any line above it",
        line,
        help=Help(
            f"indent it by {' or '.join(str(n) for n in sorted(either))}, like the lines it belongs to",
            *(Change(" " * n, margin) for n in sorted(either)),
        ),
    )


def _is_item(at: Context, where: int) -> bool:
    return re.compile(r"-(?:[ \r\n]|\Z)").match(at.text, where) is not None


def _first_text(at: Context) -> int:
    """Returns the first place in the file that is neither space nor comment."""
    found = re.compile(r"(?:\s|#[^\r\n]*|---(?=\s))*").match(at.text)
    return found.end() if found else 0


def _spaces(count: int) -> str:
    return "1 space" if count == 1 else f"{count} spaces"


def _anchor(at: Context) -> Diagnostic:
    sign = at.text[at.since : at.since + 1] if at.since is not None else at.char
    start = at.where if at.since is None else at.since
    return _error(
        "E116",
        f"a value that begins with `{shown(sign)}` is a YAML {'alias' if sign == '*' else 'anchor'}",
        at.char_at(start),
        help=_QUOTE_IT,
    )


def _tag(at: Context) -> Diagnostic:
    start = at.where if at.since is None else at.since
    return _error(
        "E117", "a value that begins with `!` is a YAML tag", at.char_at(start), help=_QUOTE_IT
    )


def _directive(at: Context) -> Diagnostic:
    return _error(
        "E120",
        "a line that begins with `%` is a YAML directive",
        at.char_at(at.where if at.since is None else at.since),
        help="remove the line",
    )


# The first one whose words occur and that recognizes the place explains it, so special ones come before
# general ones.
_EXPLAINERS: tuple[tuple[str, Callable[[Context], Diagnostic | None]], ...] = (
    (r"scanning a quoted scalar|scanning a double-quoted|parsing a quoted", _unclosed_quote),
    (r"escape|hexadecimal|hexdecimal|Unicode character", _escape),
    (r"scanning a block scalar", _block_header),
    (r"directive", _directive),
    (r"anchor|alias", _anchor),
    (r"\btag\b", _tag),
    (r"mapping values are not allowed", _second_colon),
    (r"expected ':'", _no_colon),
    (r"sequence entries are not allowed", _list_beside_key),
    (r"flow (?:sequence|mapping|node)|expected ',' or", _inside_brackets),
    (r"cannot start any token|mapping keys are not allowed", _symbol),
    (r"parsing a block|document start", _after_value),
    (r"parsing a block|document start", _closes_nothing),
    (r"parsing a block node", _symbol),
    (r"parsing a block|document start", _indentation),
)
