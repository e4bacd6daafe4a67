"""What is wrong when a scenario does not go as it says: a diagnostic for each sort of disappointment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boardwright.dsl.source.diagnostics import Bag, Diagnostic, Label, Severity
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.suggest import suggest_help
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.table.errors import RuleError

_MOST = 30

ONE_OPTION = "a decision with one option is never asked: it is taken"


def listed(names: Iterable[str], otherwise: str = "nothing") -> str:
    """Ids in backticks, not too many of them."""
    all_ = [f"`{name}`" for name in names]
    if len(all_) > _MOST:
        return f"{', '.join(all_[:_MOST])} and {len(all_) - _MOST} more"
    return ", ".join(all_) or otherwise


def asked(decision: Decision | None, seats: Sequence[str], ids: Sequence[str]) -> str:
    """Who is asked what, as a note."""
    if decision is None:
        return "nobody is asked anything"
    return f"`{seats[decision.player]}` decides `{decision.name}`: {listed(ids)}"


def not_asked(
    bag: Bag, span: Span, wanted: str, found: str | None, notes: tuple[str, ...], *, ended: bool
) -> None:
    """Somebody else is asked, or nobody."""
    if found is None:
        why = "the game is over" if ended else "nobody is asked any more"
        help = ONE_OPTION if ended else ()
        bag.error("E683", f"`{wanted}` is not asked: {why}", span, "", notes=notes, help=help)
        return
    label = f"`{found}` is"
    bag.error("E683", f"`{wanted}` is not asked now", span, label, notes=notes, help=ONE_OPTION)


def not_offered(
    bag: Bag, span: Span, wanted: str, ids: Sequence[str], notes: tuple[str, ...]
) -> None:
    """A step picks what is no option now."""
    help = suggest_help(wanted, ids)
    bag.error("E684", f"`{wanted}` is not offered", span, "not offered now", notes=notes, help=help)


def wrong_offer(
    bag: Bag, span: Span, missing: Sequence[str], besides: Sequence[str], notes: tuple[str, ...]
) -> None:
    """Options are missing, or there are more."""
    parts = [f"{listed(missing)} missing"] if missing else []
    parts += [f"{listed(besides)} not expected"] if besides else []
    bag.error("E685", "other options are offered", span, "; ".join(parts), notes=notes)


def does_not_hold(bag: Bag, span: Span, values: tuple[str, ...], notes: tuple[str, ...]) -> None:
    """`values` says what the parts of the condition are."""
    label = values[0] if values else "false"
    bag.error("E686", "this does not hold", span, label, notes=(*values[1:], *notes))


def cannot_tell(bag: Bag, span: Span, fault: RuleError) -> None:
    """A condition that fails while it is worked out."""
    others = () if fault.span is None else (Label(fault.span, "here"),)
    bag.error("E686", f"this cannot be told: {fault.message}", span, others=others)


def unexpected(bag: Bag, span: Span, fault: RuleError, label: str, notes: tuple[str, ...]) -> None:
    """A rule error that the scenario does not expect, where the scenario made it come."""
    others: tuple[Label, ...] = ()
    if fault.span is not None:
        if fault.span.source == span.source:
            span = fault.span  # it is a line of the scenario itself
        else:
            others = (Label(fault.span, "this rule"),)
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
    """The rule error that is expected does not come, or another one does."""
    if fault is None:
        message = f"error `{wanted}` is expected and does not come"
        bag.error("E688", message, span, "all went well")
        return
    others: tuple[Label, ...] = ()
    if fault.span is not None and fault.span.source != span.source:
        others = (Label(fault.span, "this rule"),)
    message = f"error `{wanted}` is expected, and `{fault.code}` comes: {fault.message}"
    bag.error("E688", message, span, others=others)


def steps_after_error(bag: Bag, span: Span, fault: RuleError) -> None:
    """The rule error came too early."""
    bag.error(
        "E688",
        "this step comes after the rule error in which all ends",
        span,
        f"`{fault.code}` came before",
        help="end the scenario with the step that brings the error",
    )
