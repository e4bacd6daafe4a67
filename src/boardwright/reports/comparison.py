"""The differences between two runs of a game, and whether chance alone explains them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from boardwright.reports.figures import WAYS, Card, Report
from boardwright.reports.numbers import FEW, Rate, Spread, Z, newcombe, of_means, z_for
from boardwright.runs.plan import differing

Value = Rate | Spread


class OtherGameError(Exception):
    """Two runs that cannot be compared; the text says why."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure in both runs, with the second minus the first (`gap`) and its 95% interval. `beyond` says whether chance
    explains it, with all figures of its group judged together. `unit` is `percent` or `number`. `sort` says what it is
    about: see `SORTS`.
    """

    sort: str
    group: str
    of: str
    what: str
    first: Value
    second: Value
    gap: Fraction
    low: float
    high: float
    beyond: bool

    @property
    def unit(self) -> str:
        return "percent" if isinstance(self.first, Rate) else "number"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs. `plan` has the settings that differ; `only` has the cards and decisions that one run lacks: the sort,
    the name, and the run that has it (0 or 1).
    """

    runs: tuple[Report, Report]
    plan: tuple[tuple[str, object, object], ...]
    only: tuple[tuple[str, str, int], ...]
    differences: tuple[Difference, ...]


def compare(first: Report, second: Report) -> Comparison:
    """Compares two runs of one game; `OtherGameError` if they are of different games."""
    one, other = first.plan, second.plan
    if one.game != other.game:
        raise OtherGameError(f"these are runs of different games: `{one.game}` and `{other.game}`")
    plan = tuple(differing(one, other))
    found: list[Difference] = []
    for sort, group, pairs in _pairs(first, second):
        found += _group(sort, group, pairs, (first.games.counted, second.games.counted))
    return Comparison((first, second), plan, tuple(_only(first, second)), tuple(found))


def _only(first: Report, second: Report) -> Iterator[tuple[str, str, int]]:
    for reports, run in (((first, second), 0), ((second, first), 1)):
        one, other = reports
        there = {(of.kind, card.id) for of in other.cards or () for card in of.cards}
        for of in one.cards or ():
            for card in of.cards:
                if (of.kind, card.id) not in there:
                    yield of.name, card.name, run
        asked = {each.name for each in other.decisions or ()}
        for each in one.decisions or ():
            if each.name not in asked:
                yield "decision", each.name, run


Pair = tuple[str, str, Value, Value]
Group = tuple[str, str, list[Pair]]
SORTS = ("length", "games", "seat", "agent", "score", "card", "decision", "option")
"""What a figure can be about."""


def _group(
    sort: str, group: str, pairs: Sequence[Pair], games: tuple[int, int]
) -> Iterator[Difference]:
    pairs = [pair for pair in pairs if _size(pair[2]) and _size(pair[3])]
    strict = z_for(len(pairs))
    for of, what, first, second in pairs:
        interval = _between(first, second, games)
        low, high = interval(Z)
        near, far = interval(strict)
        gap = _value(second) - _value(first)
        beyond = gap != 0 and (near > 0 or far < 0) and not _is_few(first, second, games)
        yield Difference(sort, group, of, what, first, second, gap, low, high, beyond)


def _is_few(first: Value, second: Value, games: tuple[int, int]) -> bool:
    """Whether these are means of so few games that their scatter says nothing. Rates have intervals that are wide enough."""
    return isinstance(first, Spread) and min(*games, _size(first), _size(second)) < FEW


def _between(
    first: Value, second: Value, games: tuple[int, int]
) -> Callable[[float], tuple[float, float]]:
    """The interval of a difference. What occurs several times in a game (decisions, scores) counts as one observation per
    game, since the decisions of a game depend on each other.
    """
    if isinstance(first, Rate) and isinstance(second, Rate):
        one, other = (
            Rate(each.value * min(each.of, most), min(each.of, most))
            for each, most in zip((first, second), games, strict=True)
        )
        return partial(newcombe, one, other)
    assert isinstance(first, Spread) and isinstance(second, Spread)
    return partial(of_means, first, second, (min(first.n, games[0]), min(second.n, games[1])))


def _value(value: Value) -> Fraction:
    return value.value if isinstance(value, Rate) else value.mean


def _size(value: Value) -> int:
    return value.of if isinstance(value, Rate) else value.n


def _pairs(one: Report, other: Report) -> Iterator[Group]:
    lengths = dict(other.lengths)
    yield (
        "length",
        "length",
        [(name, "mean", each, lengths[name]) for name, each in one.lengths if name in lengths],
    )
    ends = [(what, _end(one, what), _end(other, what)) for what in ENDS]
    yield "games", "games", [("all", what, a, b) for what, a, b in ends if a.count or b.count]
    for group, mine, theirs in (
        ("seats", one.seats, other.seats),
        ("agents", one.agents, other.agents),
    ):
        known = {each.name: each for each in theirs}
        both = [(each, known[each.name]) for each in mine if each.name in known]
        sort = group.removesuffix("s")
        yield sort, group, [(a.name, "wins", a.wins, b.wins) for a, b in both]
        yield sort, f"scores of {group}", [(a.name, "score", a.scores, b.scores) for a, b in both]
    yield "score", "scores", [("all", "score", one.scores, other.scores), *_margins(one, other)]
    yield from _cards(one, other)
    yield from _decisions(one, other)


ENDS = ("shared", "nobody", "limit", "error")
"""How games may end, other than with one winner. A comparison has only those that occurred."""


def _end(report: Report, what: str) -> Rate:
    return Rate(Fraction(getattr(report.games, what)), report.games.counted)


def _margins(one: Report, other: Report) -> list[Pair]:
    return [("all", "margin", one.margins, other.margins)]


def _cards(one: Report, other: Report) -> Iterator[Group]:
    known = {(of.kind, card.id): card for of in other.cards or () for card in of.cards}
    for of in one.cards or ():
        kind = of.kind
        both = [(card, known[kind, card.id]) for card in of.cards if (kind, card.id) in known]
        yield "card", f"{of.name}: wins", [pair for a, b in both for pair in _strengths(a, b)]
        for what in WAYS:
            had = [(a.name, a.had(what), b.had(what)) for a, b in both]
            yield (
                "card",
                f"{of.name}: {what}",
                [
                    (name, f"{what} by", x.share, y.share)
                    for name, x, y in had
                    if x.wins.of or y.wins.of
                ],
            )


def _strengths(one: Card, other: Card) -> Iterator[Pair]:
    """How often players win who had a card, by the first way to have it that both runs know."""
    for what in WAYS:
        a, b = one.had(what), other.had(what)
        if a.wins.of and b.wins.of:
            yield one.name, f"wins when {what}", a.wins, b.wins
            return


def _decisions(one: Report, other: Report) -> Iterator[Group]:
    if one.branching is not None and other.branching is not None:
        yield "decision", "branching", [("all", "options", one.branching, other.branching)]
    known = {each.name: each for each in other.decisions or ()}
    both = [(each, known[each.name]) for each in one.decisions or () if each.name in known]
    yield "decision", "options", [(a.name, "options", a.branching, b.branching) for a, b in both]
    found: list[Pair] = []
    for a, b in both:
        options = {each.id: each for each in b.options}
        found += [
            (f"{a.name}: {each.id}", "picked", each.picked, options[each.id].picked)
            for each in a.options
            if each.id in options
        ]
    yield "option", "picked", found
