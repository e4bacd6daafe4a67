"""Messages about syntax errors in effects and expressions.

The parser only knows which words could have come next. The line itself shows what was probably meant: its first word,
the word before the slip, the brackets that are open. `tests/dsl/language/test_parser.py` replays an example of each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lark import Token
from lark.exceptions import UnexpectedToken

from boardwright.dsl.language import hints
from boardwright.dsl.language.indentation import STEP, WrongIndentationError
from boardwright.dsl.source.diagnostics import Bag, shown
from boardwright.dsl.source.fixes import Change, Help, add, remove, write
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.suggest import did_you_mean, is_slip, suggest_help
from boardwright.dsl.source.yaml_tree import Scalar

_WANTED = {
    "effect": "write the statements of the effect, or `nothing`",
    "expression": "write a number, a condition or a set",
    "modifier": "write `add 1`, `at least 2`, `becomes yes when ...`",
    "head": "write the name of a rule or value, with its parameters",
}
_SIGNS = {
    "COLON": "`:`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "COMMA": "`,`",
    "NUMBER": "a number",
    "_NL": "the end of the line",
}
_ENDS = ("_NL", "_DEDENT", "$END")
_OPERATORS = {"and", "or", "if", "after", "is", "plus", "except", "mod", "in", "on", "of"}
_MOST_LISTED = 8
# Longer texts are not read again and again to find out where a suggestion must stand.
_LONGEST_TRIED = 2_000

_OPENING = ("if", "else", "for", "while", "repeat", "as", "all", "otherwise")
_LETTERED = re.compile(r"[^\W\d_]\w*")
# What may follow a name that begins a line.
_AFTER_NAME = ("LPAR", "MAY", "CHOOSES", "DROPS", "OF", "WHEN", "COLON")
_WHAT_FOLLOWS = {
    "otherwise": "`otherwise:` follows a choice, a draw, a `find` or a `then:`, at the same indentation",
    "else": "`else:` follows the block of an `if`, at the same indentation",
}


def nothing_written(bag: Bag, scalar: Scalar, start: str) -> None:
    """An empty text."""
    bag.error("E304", "this text is empty", scalar.span, help=_WANTED[start])


def line_too_long(bag: Bag, span: Span, tokens: int, most: int) -> None:
    """More words than one line should have."""
    help = f"name a part of it with `let`, or make it a value; at most {most} are allowed"
    bag.error("E808", f"this line is too long: {tokens} words and signs", span, help=help)


def nested_too_deeply(bag: Bag, span: Span, what: str, most: int) -> None:
    """Blocks in blocks in blocks."""
    help = f"move a part of it to a rule or a value; at most {most} are allowed"
    bag.error("E809", f"too many {what} inside each other", span, help=help)


def number_too_large(bag: Bag, span: Span, largest: int) -> None:
    """A number that no game needs."""
    bag.error("E810", "this number is too large", span, help=f"write a number up to {largest:,}")


def bad_indentation(bag: Bag, scalar: Scalar, fault: WrongIndentationError) -> None:
    """A line that is not where a block or its neighbours are."""
    span = scalar.locate(fault.start, fault.end)
    width, depth = fault.width, fault.depth
    message = f"this line is indented by {_spaces(width)}"
    if fault.opened:
        message += f", expected {depth + STEP}"
        help = "indent by one level at a time"
        if width % STEP:
            help = f"indent a block by {STEP} spaces more than the line that opens it"
    elif width > depth:
        message = "this line is indented, but no block begins before it"
        help = f"indent it by {_spaces(depth)}, or end the line before it with a colon"
        above = [line.split("#", 1)[0] for line in scalar.text[: fault.start].splitlines()]
        last = next((line for line in reversed(above) if line.strip()), "")
        if blockless := hints.no_block(last.split()):
            help = blockless
        elif not depth:
            help = "move it out to the left, or end the line before it with a colon"
    else:
        less = width - width % STEP
        help = f"blocks are indented by {STEP} spaces a level: write {less} or {less + STEP}"
    bag.error("E303", message, span, help=help)


def _spaces(number: int) -> str:
    return "1 space" if number == 1 else f"{number} spaces"


def unknown_character(bag: Bag, scalar: Scalar, at: int) -> None:
    """A character that does not begin a word or sign."""
    text = scalar.text
    char = text[at : at + 1]
    word = re.compile(r"[^\W\d]\w*").match(text, at)
    if re.match("[A-Z]", char):  # the word around it
        word = next((w for w in _LETTERED.finditer(text) if w.start() <= at < w.end()), word)
    elif word and (whole := re.search(r"[^\W\d]\w*$", text[: word.end()])):
        word = _LETTERED.match(text, whole.start()) or word  # `händler` begins as a name
    help = hints.CHARACTERS.get(char, "names are made of small letters, digits and `_`")
    end = at + 1
    if char in "\"'“”‘’«»":
        texts = "put texts under `name`, `text` or `texts`, not into an effect"
        help = hints.quoted(text, at) or texts
        if (part := hints.quoted_part(text, at)) is not None:
            help = Help(help, Change(part[2], scalar.locate(part[0], part[1])))
    elif hints.ends_in_full_stop(text, at):
        help = remove("remove the full stop at the end", safe=True)
    elif char == "_":
        end = word.end() if word else end
        help = "begin the name with a letter"
    elif word:
        at, end = word.span()
        plain = word[0].casefold()
        help = "names are made of small letters, digits and `_`"
        if re.fullmatch(r"[a-z][a-z0-9_]*", plain):
            help = Help(f"write names in small letters: `{plain}`", Change(plain), is_safe=True)
        elif latin := hints.plain_name(word[0]):
            help = Help(f"{help}: `{latin}`", Change(latin))
    said = f"`{shown(text[at:end])}`"
    message = f"unexpected character {said}" if end == at + 1 else f"{said} is not a valid name"
    bag.error("E302", message, scalar.locate(at, end), help=help)


@dataclass(frozen=True, slots=True)
class _Slip:
    """What is known where the parser stopped. `line` has the words of that line before the mistake; `words` those of the
    language, with their terminals, and `beginnings` those that can begin a line of an effect.
    """

    text: str
    start: str
    token: Token
    at: int
    end: int
    expected: frozenset[str]
    line: tuple[tuple[str, int], ...]
    words: Mapping[str, str]
    beginnings: tuple[str, ...]
    reach: Callable[[str, str], int]

    @property
    def before(self) -> str:
        return self.line[-1][0] if self.line else ""

    @property
    def said(self) -> list[str]:
        """Returns the words of the line before the mistake."""
        return [word for word, _ in self.line]

    @property
    def rest(self) -> str:
        """Returns the text after the mistake in its line."""
        return self.text[self.end :].split("\n", 1)[0].split("#", 1)[0].strip()

    @property
    def marked(self) -> str:
        """Returns the line with `@` before the mistake, and spaces around it."""
        before = self.text[self.line[0][1] : self.at].strip() if self.line else ""
        after = () if self.token.type in _ENDS else (str(self.token), self.rest)
        return " ".join(" ".join((before, "@", *after)).split())

    def hint(self, table: str) -> tuple[str, ...]:
        """Returns the hint of this table for the line; empty if it has none."""
        return hints.hint(table, self.marked, self.start, self.expected, self.words)


def unexpected(
    bag: Bag,
    scalar: Scalar,
    start: str,
    fault: UnexpectedToken,
    words: Mapping[str, str],
    statements: Sequence[str],
    reach: Callable[[str, str], int],
) -> None:
    """A word or sign in a wrong position, or a line that ends too early. `words` are those of the
    language, with their terminals, `statements` those with which one begins. `reach` says how far a text of this sort
    can be read.
    """
    slip = _slip(scalar.text, start, fault, words, (*statements, *_WHAT_FOLLOWS), reach)
    if slip.token.type in _ENDS or slip.at >= len(slip.text):
        _ends_too_early(bag, scalar, slip)
    elif "_INDENT" in slip.expected:
        _block_missing(bag, scalar, slip)
    elif not _first_word(bag, scalar, slip):
        _at_the_word(bag, scalar, slip)


def _slip(
    text: str,
    start: str,
    fault: UnexpectedToken,
    words: Mapping[str, str],
    beginnings: tuple[str, ...],
    reach: Callable[[str, str], int],
) -> _Slip:
    token = fault.token
    at = min(token.start_pos or 0, len(text))
    if token.type in _ENDS and text[at : at + 1] != "\n":
        # The end of the text has the place of the last token.
        at = min(token.end_pos or at, len(text))
    begin = text.rfind("\n", 0, at) + 1
    code = text[begin:at].split("#", 1)[0]
    line = tuple(
        (found[0], begin + found.start()) for found in re.finditer(r"\w+|[<>!]=|[^\s\w]", code)
    )
    return _Slip(
        text=text,
        start=start,
        token=token,
        at=at,
        end=at + len(str(token)),
        expected=frozenset(fault.accepts or fault.expected),
        line=line,
        words=words,
        beginnings=beginnings,
        reach=reach,
    )


def _ends_too_early(bag: Bag, scalar: Scalar, slip: _Slip) -> None:
    end = slip.line[-1][1] + len(slip.before) if slip.line else slip.at
    span = scalar.locate(end, end)
    if _unclosed(bag, scalar, slip):
        return
    if "_INDENT" in slip.expected:
        help = f"indent what belongs to it by {STEP} spaces, on the lines below"
        bag.error("E303", "a block is missing after this line", span, help=help)
    elif slip.start == "effect" and "COLON" in slip.expected and _opens_a_block(slip):
        help = add(
            f"end the line with `:`, and indent what belongs to it by {STEP} spaces", ":", span
        )
        bag.error("E304", "a colon is missing at the end of this line", span, help=help)
    elif slip.start == "effect" and len(slip.line) == 1 and slip.before not in slip.words:
        word, place = slip.line[0]
        bag.error(
            "E304",
            f"`{word}` alone is not a statement",
            scalar.locate(place, place + len(word)),
            help=(
                *suggest_help(word, slip.beginnings),
                write(f"{word}()", " to run a rule"),
            ),
        )
    else:
        meant = slip.hint(hints.ENDS)
        what = "the line" if slip.start == "effect" else "the text"
        bag.error(
            "E304",
            f"{what} ends too early",
            span,
            "something is missing here",
            help=(_with_change(slip, meant[0], scalar),) if meant else _may_stand(slip),
        )


def _unclosed(bag: Bag, scalar: Scalar, slip: _Slip) -> bool:
    bracket = _open_bracket(slip)
    if bracket is None or "RPAR" not in slip.expected:
        return False
    span = scalar.locate(bracket, bracket + 1)
    # A line that opens a block keeps its colon at the end.
    end = slip.at if slip.token.type not in _ENDS else slip.line[-1][1] + len(slip.before)
    help = Help("write the closing `)`", Change(")", scalar.locate(end, end)))
    bag.error("E304", "this bracket is not closed", span, help=help)
    return True


def _opens_a_block(slip: _Slip) -> bool:
    first = slip.line[0][0] if slip.line else ""
    if first in _OPENING:
        return True
    return slip.before in ("then", "one") or any(word in ("may", "when") for word, _ in slip.line)


def _block_missing(bag: Bag, scalar: Scalar, slip: _Slip) -> None:
    span = scalar.locate(slip.at, slip.end)
    line = f"indent it by {STEP} spaces more than the line that ends with a colon"
    help = Help(line, Change(" " * STEP, scalar.locate(slip.at, slip.at)))
    bag.error("E303", "this line should be in the block of the line before it", span, help=help)


def _first_word(bag: Bag, scalar: Scalar, slip: _Slip) -> bool:
    """Reports a first word that no statement begins with; returns whether it did."""
    if slip.start != "effect" or len(slip.line) != 1 or slip.token.type in _AFTER_NAME:
        return False
    word, place = slip.line[0]
    if word in slip.words or not re.fullmatch(r"[a-z][a-z0-9_]*", word):
        return False
    span = scalar.locate(place, place + len(word))
    sign = str(slip.token)
    if sign in ("=", "+", "-", "is"):
        help: tuple[str, ...] = (
            f"write `set {word} to ...`, `add ... to {word}` or `subtract ... from {word}`",
        )
    elif word in hints.FOREIGN:
        help = (write(hints.FOREIGN[word]),)
    elif word in ("you", "i") and slip.token.type in ("CHOOSE", "MAY"):
        end = place + len(word)
        gap = scalar.locate(place, end + len(slip.text[end:]) - len(slip.text[end:].lstrip(" ")))
        help = (remove(f"remove `{word}`", gap),)
    else:
        help = suggest_help(word, slip.beginnings)
        if not help and slip.token.type == "NAME" and suggest_help(sign, _due(slip)):
            return False  # the next word is the mistake
        help = help or (f"write `{word}(...)` to run a rule",)
    bag.error("E301", f"no statement begins with `{word}`", span, help=help)
    return True


def _at_the_word(bag: Bag, scalar: Scalar, slip: _Slip) -> None:
    word = str(slip.token)
    span = scalar.locate(slip.at, slip.end)
    if not slip.line and word in _WHAT_FOLLOWS:
        help = hints.belongs_to(slip.text, slip.at, word) or _WHAT_FOLLOWS[word]
        bag.error("E301", f"`{word}` has nothing to follow", span, help=help)
    elif word in slip.words and _is_name_place(slip):
        help = "choose another name"
        if slip.start == "effect" and not slip.line and not slip.rest.startswith(":"):
            help = "write each entry of `choose one:` as a name and `:`, with its statements below"
        bag.error(
            "E305",
            f"`{word}` is a word of the language and cannot be a name",
            span,
            help=slip.hint(hints.MY) or help,
        )
    elif word in (":", "then") and _unclosed(bag, scalar, slip):
        return
    elif word == ":" and not _opens_a_block(slip):
        told: str = remove("remove the colon")
        if slip.before == ")":
            told += "; write `then:` for what happens only if the rule succeeds"
        first = slip.line[0][0] if slip.line else ""
        place = slip.line[0][1] if slip.line else slip.at
        where = scalar.locate(place, place + len(first))
        meant = () if first in slip.words else suggest_help(first, _OPENING, where)
        told = hints.no_block(slip.said) or told
        bag.error("E301", "no block begins here", span, help=(*meant, told))
    elif word == ")" and _open_bracket(slip) is None:
        bag.error("E301", "this bracket closes nothing", span, help=remove("remove it"))
    else:
        bag.error("E301", f"unexpected `{shown(word)}`", span, help=_proposal(slip, word, scalar))


def _is_name_place(slip: _Slip) -> bool:
    """Whether a name was expected, so that a word there was meant as one."""
    if "NAME" not in slip.expected:
        return False
    if "NUMBER" not in slip.expected:
        return slip.expected <= {"NAME", "BEFORE", "AFTER", "INSTEAD", "SET", "_DEDENT"}
    return slip.before in ("choose", "chooses", "draw", "find", "let", "each", "those", "as", "may")


def _proposal(slip: _Slip, word: str, scalar: Scalar) -> tuple[str, ...]:
    """Says what to write instead: the most specific hint that fits."""
    if meant := slip.hint(hints.LINES):
        return (_with_change(slip, meant[0], scalar),)
    if word in slip.beginnings and "_NL" in slip.expected and slip.start == "effect":
        return ("put each statement on a line of its own",)
    if slip.token.type == "NAME" and (close := suggest_help(word, _due(slip))):
        return close
    # A misspelt word may have been read as a name, so that the mistake shows only at the next word.
    if slip.before.isidentifier() and slip.before not in slip.words:
        close = did_you_mean(slip.before, _due(slip)) if len(slip.before) > 2 else ()
        if not close and len(slip.before) > 3:
            close = did_you_mean(slip.before, slip.words)
        for text in close:
            at = slip.line[-1][1]
            line = f"did you mean `{text}` instead of `{slip.before}`?"
            change = Change(text, scalar.locate(at, at + len(slip.before)))
            near = Help(line, change, is_safe=is_slip(slip.before, *close))
            return (near, *_may_stand(slip))
    if slip.token.type == "NAME" and len(slip.text) <= _LONGEST_TRIED:
        for text in did_you_mean(word, slip.words):
            if _can_be_read(slip, slip.at, slip.end, text):
                change = Change(text, scalar.locate(slip.at, slip.end))
                meant = (Help(f"did you mean `{text}`?", change, is_safe=is_slip(word, text)),)
                return (*meant, *_may_stand(slip))
    return _may_stand(slip)


def _with_change(slip: _Slip, help: str, scalar: Scalar) -> str:
    """The help, with the change if it says what to write: where that must stand is tried out. The line can then be read."""
    said = re.fullmatch(r"write `([^`]+)`", help)
    if said is None or "..." in help or len(slip.text) > _LONGEST_TRIED:
        return help
    for start, end in _places(slip, said[1]):
        apart = " " if start == end and slip.text[end : end + 1] not in ("", "\n") else ""
        new = f" {said[1]}" if start == end and not apart else said[1] + apart
        if _can_be_read(slip, start, end, new):
            return Help(help, Change(new, scalar.locate(start, end)))
    return help


def _can_be_read(slip: _Slip, start: int, end: int, new: str) -> bool:
    """Whether the line has no mistake with these words in the place of others."""
    text = slip.text[:start] + new + slip.text[end:]
    line_end = text.find("\n", start + len(new))
    return slip.reach(text, slip.start) >= (line_end if line_end >= 0 else len(text) + 1)


def _places(slip: _Slip, new: str) -> Iterator[tuple[int, int]]:
    """The places that a suggestion may be for: the line, or some words around the mistake."""
    first = slip.line[0][1] if slip.line else slip.at
    rest = slip.text[first:].split("\n", 1)[0].split("#", 1)[0].rstrip()
    if new.split()[0] in slip.beginnings and slip.start == "effect":
        yield first, first + len(rest)
    starts = [slip.at, *(at for _, at in reversed(slip.line[-2:]))]
    after = [found.end() for found in re.finditer(r"[\w<>=!]+", slip.text[: first + len(rest)])]
    ends = [slip.end, *(end for end in after if end > slip.end)][:3]
    if slip.token.type in _ENDS:
        ends = [first + len(rest)]
    for end in ends:
        yield from ((start, end) for start in starts if start < end)
    yield slip.at, slip.at


def _due(slip: _Slip) -> list[str]:
    """Returns the words of the language that were possible at the mistake."""
    return [text for text, terminal in slip.words.items() if terminal in slip.expected]


def _may_stand(slip: _Slip) -> tuple[str, ...]:
    if "NAME" in slip.expected and "NUMBER" in slip.expected:
        return ("expected a name, a number or something in brackets",)
    said = [sign for terminal, sign in _SIGNS.items() if terminal in slip.expected]
    due = {text for text, terminal in slip.words.items() if terminal in slip.expected}
    if len(due & _OPERATORS) > 1:
        said.append("an operator such as `and`" if "and" in due else "an operator")
        due -= _OPERATORS
    said += sorted(f"`{text}`" for text in due)
    if "NAME" in slip.expected:
        said.insert(0, "a name")
    if not said or len(said) > _MOST_LISTED:
        return ()
    *most, last = said
    return (f"expected {', '.join(most)} or {last}" if most else f"expected {last}",)


def _open_bracket(slip: _Slip) -> int | None:
    """Returns the place of the last bracket of the line that is still open."""
    opened: list[int] = []
    for word, at in slip.line:
        if word == "(":
            opened.append(at)
        elif word == ")" and opened:
            opened.pop()
    return opened[-1] if opened else None
