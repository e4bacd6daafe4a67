"""Diagnostics as values: they are collected and sorted here, and shown elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Concatenate, ParamSpec

from boardwright.dsl.source.codes import CODES
from boardwright.dsl.source.fixes import Fix, fixes_of
from boardwright.dsl.source.places import Span

# For a character class: control characters, line separators, bidirectional overrides and isolates, a byte
# order mark within the text, halves of surrogate pairs, and the two code points that are not characters.
FORBIDDEN = (
    r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
    r"\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff\ufffe\uffff"
)
_UNSAFE = re.compile(rf"[\t\n\r{FORBIDDEN}]")


def listed(words: Iterable[str], joint: str = "or") -> str:
    """Lists words as in `a`, `b` or `c`."""
    *most, last = [f"`{word}`" for word in words]
    return f"{', '.join(most)} {joint} {last}" if most else last


def shown(text: str) -> str:
    r"""The text with every character that could move the cursor, colour or disguise something spelled out.

    All that is shown goes through here, and what comes out is one line.

    >>> shown("a\x1b[31m")
    'a\\x1b[31m'
    """
    return _UNSAFE.sub(_spelled, text)


def _spelled(found: re.Match[str]) -> str:
    number = ord(found[0])
    simple = {9: "\\t", 10: "\\n", 13: "\\r"}.get(number)
    return simple or (f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}")


class Severity(Enum):
    """How serious a diagnostic is; only an error makes a ruleset unusable."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Label:
    """A place with a text about it, which may be empty."""

    span: Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake: what it is, its place, other places, notes, and what to do about it. `fixes` are edits that follow the
    help; one of them is enough.
    """

    code: str
    severity: Severity
    message: str
    label: Label | None = None
    others: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        assert self.code in CODES, f"{self.code} is not in dsl/source/codes.py"

    @property
    def name(self) -> str:
        """Returns the stable name of its code, such as `duplicate-key`."""
        return CODES[self.code]

    @property
    def order(self) -> tuple[str, int, int, str, str]:
        """Returns a sort key: file, place and code."""
        if self.label is None:
            return ("", 0, 0, self.code, self.message)
        span = self.label.span
        return (span.source.name, span.start, span.end, self.code, self.message)

    def headline(self) -> str:
        """Returns the diagnostic on one line: `file:row:col: error[E114] message`."""
        text = f"{self.severity.value}[{self.code}] {shown(self.message)}"
        if self.label is None:
            return text
        span = self.label.span
        return f"{shown(span.source.name)}:{span.row}:{span.column}: {text}"


def diagnose(
    severity: Severity,
    code: str,
    message: str,
    span: Span | None,
    label: str = "",
    *,
    help: str | tuple[str, ...] = (),
    notes: str | tuple[str, ...] = (),
    others: Iterable[Label] = (),
) -> Diagnostic:
    """Makes a diagnostic, with a place if given. Empty notes and helps are dropped."""
    return Diagnostic(
        code=code,
        severity=severity,
        message=message,
        label=None if span is None else Label(span, label),
        others=tuple(others),
        notes=_lines(notes),
        help=tuple(str(line) for line in _lines(help)),
        fixes=fixes_of(_lines(help), span),
    )


def _lines(given: str | tuple[str, ...]) -> tuple[str, ...]:
    if isinstance(given, str):
        return (given,) if given else ()
    return given


_Given = ParamSpec("_Given")


def _reporting(
    severity: Severity, make: Callable[Concatenate[Severity, _Given], Diagnostic]
) -> Callable[Concatenate[Bag, _Given], None]:
    """Makes a method of a bag that passes its arguments to `make` and reports the result with this severity."""

    def report(bag: Bag, /, *given: _Given.args, **more: _Given.kwargs) -> None:
        bag.report(make(severity, *given, **more))

    return report


MOST_FINDINGS = 500


class Bag:
    """Collects diagnostics, so that work can continue after the first. With five hundred of them, `error`, `warn` and `report`
    raise a `RulesetError` with all. More would help no reader, and finding suggestions for each takes minutes in a file full of
    mistakes.
    """

    __slots__ = ("_failed", "_items")

    def __init__(self) -> None:
        self._items: list[Diagnostic] = []
        self._failed = False

    def add(self, diagnostic: Diagnostic) -> None:
        """Adds a diagnostic that was built elsewhere."""
        self._items.append(diagnostic)
        self._failed = self._failed or diagnostic.severity is Severity.ERROR

    error = _reporting(Severity.ERROR, diagnose)  # for what makes the ruleset unusable
    warn = _reporting(Severity.WARNING, diagnose)  # for what is probably not intended

    def add_all(self, other: Bag) -> None:
        """Adds all diagnostics of another bag, in its order."""
        for diagnostic in other.sorted():
            self.add(diagnostic)

    def report(self, diagnostic: Diagnostic) -> None:
        """Adds a new diagnostic; raises a `RulesetError` if there are too many now."""
        self.add(diagnostic)
        if len(self._items) >= MOST_FINDINGS:
            raise RulesetError(self.sorted())

    def forget(self, follows: Callable[[Diagnostic], bool]) -> None:
        """Removes diagnostics that follow from another one."""
        self._items = [each for each in self._items if not follows(each)]

    @property
    def failed(self) -> bool:
        """Whether one of them is an error."""
        return self._failed

    def sorted(self) -> tuple[Diagnostic, ...]:
        """Returns them by file, place and code, each once."""
        return tuple(sorted(dict.fromkeys(self._items), key=lambda item: item.order))

    def raise_if_failed(self) -> None:
        """Raises a `RulesetError` with all diagnostics if one of them is an error."""
        if self._failed:
            raise RulesetError(self.sorted())

    def __len__(self) -> int:
        return len(self._items)


class RulesetError(Exception):
    """Raised for an unusable ruleset; it has every diagnostic, and its text has a line for each, with the first help."""

    __module__ = "boardwright"

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return "\n".join(
            f"{item.headline()} ({shown(item.help[0])})" if item.help else item.headline()
            for item in self.diagnostics
        )
