"""Conditions on which a comparison of two runs fails: `card:*:wins>3pp` for any card that wins more than three percentage
points more or less often.

A difference fails if it is larger than that and beyond chance, with all figures of its group judged together. So a run of
few games never fails by luck, and one of many does not for a difference that does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from fractions import Fraction

from boardwright.dsl.source.suggest import suggest_help
from boardwright.reports.comparison import ENDS, SORTS, Comparison, Difference
from boardwright.reports.numbers import Rate, percent, rounded

_TEXT = re.compile(r"([a-z]+):(.+):([a-z]+) *> *([0-9]{1,15}(?:\.[0-9]{1,15})?) *(pp|%|)")
FORM = "SORT:NAME:FIGURE>LIMIT"


class GateError(ValueError):
    """A condition cannot be understood, or speaks of nothing in these runs; `help` says what to do."""

    def __init__(self, message: str, help: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.help = help


@dataclass(frozen=True, slots=True)
class Gate:
    """A condition. `unit` is `pp` for percentage points of a rate, `%` for percent of the first run's mean, or empty for a number."""

    text: str
    sort: str
    name: str
    figure: str
    limit: Fraction
    unit: str

    def concerns(self, difference: Difference) -> bool:
        """Whether it speaks of this figure."""
        return (
            difference.sort == self.sort
            and difference.what.split(" ")[0] == self.figure
            and self._names(difference.of)
        )

    def _names(self, name: str) -> bool:
        return fnmatchcase(_plain(name), _plain(self.name))

    @property
    def is_of_ends(self) -> bool:
        """Whether it speaks of how games may end, which need not have happened in these runs."""
        return self.sort == "games" and self.figure in ENDS and self._names("all")

    def fails(self, difference: Difference) -> bool:
        """Whether the figure has changed by more than the limit, and chance does not explain it."""
        size = abs(difference.gap)
        if self.unit == "pp":
            return difference.beyond and size * 100 > self.limit
        if self.unit == "%":
            assert not isinstance(difference.first, Rate)
            return difference.beyond and size * 100 > self.limit * abs(difference.first.mean)
        return difference.beyond and size > self.limit


def gate_of(text: str) -> Gate:
    """The condition in a text. Raises `GateError`."""
    found = _TEXT.fullmatch(text.strip())
    if found is None:
        raise GateError(
            f"expected a condition such as `card:*:wins>3pp`, found `{text[:80]}`",
            (f"a condition has the form {FORM}: see docs/reports.md",),
        )
    sort, name, figure, limit, unit = found.groups()
    if sort not in SORTS:
        raise GateError(
            f"there is no `{sort}` in a report; there are {', '.join(SORTS)}",
            suggest_help(sort, SORTS),
        )
    return Gate(text, sort, name, figure, Fraction(limit), unit)


def failures(comparison: Comparison, gates: Iterable[Gate]) -> list[tuple[Gate, Difference]]:
    """What fails, in the order of the conditions. Raises `GateError` for one that speaks of nothing."""
    found = []
    for gate in gates:
        concerned = [each for each in comparison.differences if gate.concerns(each)]
        # A rate of ends is there only if a game has ended so.
        rates = {isinstance(each.first, Rate) for each in concerned}
        if gate.is_of_ends:
            rates.add(True)
        if not rates:
            raise _nothing(gate, comparison.differences)
        if rates != {gate.unit == "pp"}:
            unit = "`pp` after the limit" if True in rates else "a number or `%`, not `pp`"
            message = f"`{gate.text}`: {'a rate' if True in rates else 'a mean'} needs {unit}"
            raise GateError(message)
        found += [(gate, each) for each in concerned if gate.fails(each)]
    return found


def told(gate: Gate, difference: Difference) -> str:
    """What failed, as a line."""
    first, second = difference.first, difference.second
    if isinstance(first, Rate) and isinstance(second, Rate):
        values = f"{percent(first.value)} before, {percent(second.value)} now"
        gap = f"{_signed(difference.gap * 100)} pp"
    else:
        assert not isinstance(first, Rate) and not isinstance(second, Rate)
        values = f"{rounded(first.mean, 2)} before, {rounded(second.mean, 2)} now"
        gap = _signed(difference.gap)
    return f"{gate.text}: {difference.of}, {difference.what}: {values} ({gap})"


def _signed(value: Fraction) -> str:
    return f"{'+' if value > 0 else ''}{rounded(value, 2)}"


def _nothing(gate: Gate, differences: Sequence[Difference]) -> GateError:
    of_sort = [each for each in differences if each.sort == gate.sort]
    figures = list(dict.fromkeys(each.what.split(" ")[0] for each in of_sort))
    names = list(dict.fromkeys(_plain(each.of) for each in of_sort))
    if gate.sort == "games":
        figures, names = [*ENDS], ["all"]
    if not figures:
        return GateError(f"`{gate.text}`: both runs have no figures on a {gate.sort}")
    if gate.figure not in figures:
        of = gate.sort if gate.sort == "games" else f"a {gate.sort}"
        message = f"`{gate.text}`: of {of} there are {', '.join(figures)}"
        return GateError(message, suggest_help(gate.figure, figures))
    shown = ", ".join(names[:12]) + (" …" if len(names) > 12 else "")
    message = f"`{gate.text}`: no {gate.sort} has this name; there are {shown}"
    return GateError(message, suggest_help(_plain(gate.name), names))


def _plain(name: str) -> str:
    return name.casefold().replace(" ", "_")
