"""Errors while a game is set up or played. The codes are in `dsl/source/codes.py`."""

from __future__ import annotations

from boardwright.dsl.source.diagnostics import Diagnostic, Label, Severity
from boardwright.dsl.source.places import Span

NOT_ENOUGH = "E651"
NO_ROOM = "E652"
OUT_OF_RANGE = "E653"
DIVISION_BY_ZERO = "E654"
NOTHING_THERE = "E655"
NO_ROW = "E656"
OF_NOBODY = "E657"
TOO_MANY_STEPS = "E658"
TOO_DEEP = "E660"
NOT_AT_TABLE = "E661"
NO_HOME = "E662"
NOT_SUPPORTED = "E663"
BROKEN = "E664"
MEMORY_FULL = "E665"
CONTRADICTS = "E678"
TOO_LARGE = "E811"

NOTHING_HERE = "this is nothing here"
NO_NEXT = "there is no space this way"
SEVERAL_NEXT = "several spaces lie this way, so none is the next"
BELOW_ZERO = "this amount is below zero; write `max(0, ...)` to make it 0"

_HELP = {
    MEMORY_FULL: "raise `holds:`, `forget` what no longer matters, or add `when_full: forget_oldest`",
    TOO_MANY_STEPS: "a loop needs a way out, and a phase of turns `rounds:` or `until:`",
}


class RuleError(Exception):
    """A rule cannot do what it says; `span` is its position.

    `seed` and `decisions` say in which game this happened and after how many decisions, if that is known; `agents_seed` is
    the seed of the agents, if it is not the same.
    """

    __module__ = "boardwright"

    seed: int | None = None
    agents_seed: int | None = None
    decisions: int | None = None

    def __init__(self, code: str, message: str, span: Span | None) -> None:
        super().__init__(code, message, span)
        self.code = code
        self.message = message
        self.span = span

    def diagnostic(self) -> Diagnostic:
        """The error as a diagnostic."""
        label = None if self.span is None else Label(self.span)
        help = _HELP.get(self.code)
        return Diagnostic(
            code=self.code,
            severity=Severity.ERROR,
            message=self.message,
            label=label,
            notes=tuple(getattr(self, "__notes__", ())),
            help=() if help is None else (help,),
        )

    def __str__(self) -> str:
        if self.span is None:
            return f"error[{self.code}] {self.message}"
        at = f"{self.span.source.name}:{self.span.row}:{self.span.column}"
        return f"{at}: error[{self.code}] {self.message}"


class TableError(ValueError):
    """The game does not allow this table: its number of players, an option, or names of seats."""
