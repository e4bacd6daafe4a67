"""What a game says is always true: when it is judged, and the error where it is false."""

from __future__ import annotations

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import phases_in
from boardwright.interpreter.table.errors import BROKEN, RuleError

_LONGEST = 80


def setup_phases(game: ir.Game) -> frozenset[str]:
    """Returns the first phase of the course and those in it, in which nothing is judged. A course of one phase has no setup."""
    return (
        frozenset(phase.id for phase in phases_in(game.course[:1]))
        if len(game.course) > 1
        else frozenset()
    )


def function_of(number: int) -> str:
    """Returns the name of the compiled function that judges an invariant."""
    return f"always:{number}"


def broken(invariant: ir.Invariant) -> RuleError:
    """Returns the error that an invariant is false."""
    words = next(iter(invariant.texts.values()), "").strip().rstrip(".")
    if not words:
        text = " ".join(invariant.condition.span.text.split())
        words = f"`{text if len(text) <= _LONGEST else text[:_LONGEST] + ' ...'}`"
    return RuleError(BROKEN, f"this should always be true: {words}", invariant.span)
