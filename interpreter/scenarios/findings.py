"""Diagnostics for scenarios that fail, one function for each way to fail."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boardwright.dsl.source.diagnostics import Bag, Diagnostic, Label, Severity
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.suggest import suggest_help
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.table.errors import BROKEN, RuleError

_MOST = 30

ONE_OPTION = "a decision with one option is never asked: the option is applied"


def listed(names: Iterable[str], otherwise: str = "nothing") -> str:
    """A list of ids in backticks, cut off if it is long."""
    all_ = [f"`{name}`" for name in names]
    if len(all_) > _MOST:
        return f"{', '.join(all_[:_MOST])} and {len(all_) - _MOST} more"
    return ", ".join(all_) or otherwise


def asked(decision: Decision | None, seats: Sequence[str], ids: Sequence[str]) -> str:
    """The current decision, as a note."""
    if decision is None:
        return "nobody is asked anything"
    return f"`{seats[decision.player]}` decides `{decision.name}`: {listed(ids)}"


def not_asked(
    bag: Bag, span: Span, wanted: str, found: str | None, notes: tuple[str, ...], *, ended: bool
) -> None:
    """Another decision comes, or none."""
    if found is None:
        why = "the game is over" if ended else "there are no more decisions"
        help = ONE_OPTION if ended else ()
        bag.error("E683", f"`{wanted}` is not asked: {why}", span, "", notes=notes, help=help)
        return
    label = f"`{found}` is"
    bag.error("E683", f"`{wanted}` is not asked now", span, label, notes=notes, help=ONE_OPTION)


def not_offered(
    bag: Bag, span: Span, wanted: str, ids: Sequence[str], notes: tuple[str, ...]
) -> None:
    """A step picks something that is not an option."""
    help = suggest_help(wanted, ids)
    bag.error("E684", f"`{wanted}` is not offered", span, "not offered now", notes=notes, help=help)


def wrong_offer(
    bag: Bag, span: Span, missing: Sequence[str], surplus: Sequence[str], notes: tuple[str, ...]
) -> None:
    """Options are missing, or there are unexpected ones."""
    parts = [f"{listed(missing)} missing"] if missing else []
    parts += [f"{listed(surplus)} not expected"] if surplus else []
    bag.error("E685", "the options are not as expected", span, "; ".join(parts), notes=notes)


def does_not_hold(
    bag: Bag, span: Span, values: tuple[str, ...], notes: tuple[str, ...], help: tuple[str, ...]
) -> None:
    """`values` are the values of the parts of the condition."""
    label = values[0] if values else "false"
    bag.error("E686", "this is not true", span, label, notes=(*values[1:], *notes), help=help)


def cannot_tell(bag: Bag, span: Span, fault: RuleError) -> None:
    """A condition cannot be evaluated."""
    others = () if fault.span is None else (Label(fault.span, "here"),)
    bag.error("E686", f"this cannot be evaluated: {fault.message}", span, others=others)


def unexpected(bag: Bag, span: Span, fault: RuleError, label: str, notes: tuple[str, ...]) -> None:
    """A rule error that the scenario does not expect, shown where the scenario caused it."""
    others: tuple[Label, ...] = ()
    if fault.span is not None:
        if fault.span.source == span.source:
            span = fault.span  # the error is in the scenario itself
        else:
            what = "this condition" if fault.code == BROKEN else "this rule"
            others = (Label(fault.span, what),)
    bag.add(
        Diagnostic(
            code=fault.code,
            severity=Severity.ERROR,
            message=fault.message,
            label=Label(span, label),
            others=others,
            notes=notes,
        )
    )


def wrong_error(bag: Bag, span: Span, wanted: str, fault: RuleError | None) -> None:
    """The expected rule error does not occur, or a different one does."""
    if fault is None:
        message = f"expected error `{wanted}`, found none"
        bag.error("E688", message, span, "there was no error")
        return
    others: tuple[Label, ...] = ()
    if fault.span is not None and fault.span.source != span.source:
        others = (Label(fault.span, "this rule"),)
    message = f"expected error `{wanted}`, found `{fault.code}`: {fault.message}"
    bag.error("E688", message, span, others=others)


def steps_after_error(bag: Bag, span: Span, fault: RuleError) -> None:
    """The expected rule error occurs before the last step."""
    bag.error(
        "E688",
        "this step comes after the rule error that ends the scenario",
        span,
        f"`{fault.code}` happened before",
        help="end the scenario with the step that causes the error",
    )
