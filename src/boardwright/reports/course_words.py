"""The course of games in words and tables, the same on a terminal and on a page."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.reports.averages import Interval, Share, mean_interval
from boardwright.reports.course import THOUSANDTHS, Course, Leading
from boardwright.reports.numbers import Rate, Spread, between, of_float, percent, rounded
from boardwright.reports.words import DASH, Table

_EARLY, _LATE = 400, 900
_BY = {"score": "by score", "search": "by search"}
NOTE = (
    "Parts of a game are in percent of its decisions. By score: who has the best score; by search: whom the player who "
    "decides expects to win, if the search is sure."
)


def course_answers(course: Course) -> Iterator[str]:
    """What the course says about a game, a sentence each."""
    choices = course.choices
    if choices.mattered.all:
        share, single = percent(choices.mattered.value), percent(choices.single.value)
        yield (
            f"In {share} of decisions the search could tell a good option from a bad one; "
            f"in {single} only one option was sensible."
        )
    leading = course.leading.get(course.telling)
    if leading is not None and leading.decided:
        found = Spread.of(leading.decided)
        word = "early" if found.mean < _EARLY else "late" if found.mean > _LATE else ""
        when = f"A game is decided after {_percent(found)} of its decisions ({_BY[course.telling]})"
        yield f"{when}{f', which is {word}' if word else ''}; {_changes(leading)}."
        comebacks = leading.comebacks
        yield f"In {percent(comebacks.value)} of games the winner was behind at half-time."


def _changes(leading: Leading) -> str:
    mean = Spread.of(leading.changes).mean
    return f"the lead changes {rounded(mean, 1)} times"


def leading_table(course: Course) -> Table:
    """Who is ahead, by score and by search."""
    sides = [(side, each) for side, each in course.leading.items()]
    rows = []
    for name, of in (
        ("the lead changes", "changes"),
        ("decided after", "decided"),
        ("winner behind", "behind"),
    ):
        row = [name]
        for _, each in sides:
            spread = Spread.of(getattr(each, of))
            row += _mean_cells(spread, of != "changes")
        rows.append(row)
    row = ["winner behind at half-time"]
    for _, each in sides:
        row += rate_or_dash(each.comebacks)
    rows.append(row)
    heads = [""]
    for side, _ in sides:
        heads += [_BY[side], "95%"]
    return Table(heads, rows)


def other_table(course: Course) -> Table:
    """Stalls and close games."""
    still = Spread.of(course.still)
    rows = [
        ["longest part in which no score changes", *_mean_cells(still, True)],
        ["close games: the margin is at most a tenth", *rate_or_dash(course.close_games)],
    ]
    return Table(("", "mean", "95%"), rows)


def choice_table(course: Course) -> Table:
    """How many decisions matter, all together and by name."""
    rows = []
    for name, each in [("all", course.choices), *course.names()]:
        times = each.mattered.all
        rows.append(
            [
                name,
                of_float(times / course.games, 1),
                *_share_cells(each.mattered),
                percent(each.single.value),
                of_float(each.sensible / times, 1),
            ]
        )
    return Table(("", "per game", "matters", "95%", "only one", "sensible"), rows)


def rate_or_dash(found: Rate) -> list[str]:
    """A rate and its interval, or dashes."""
    return [percent(found.value), between(*found.interval())] if found.of else [DASH, DASH]


def _share_cells(share: Share) -> list[str]:
    return [percent(share.value), between(*share.interval())]


def _percent(spread: Spread) -> str:
    return percent(spread.mean / THOUSANDTHS)


def _mean_cells(spread: Spread, part: bool) -> list[str]:
    if not spread.n:
        return [DASH, DASH]
    low, high = mean_interval(spread)
    if part:
        unit = THOUSANDTHS
        return [_percent(spread), between(max(0.0, low / unit), min(1.0, high / unit))]
    return [rounded(spread.mean, 1), span((max(0.0, low), high), 1)]


def span(interval: Interval, decimals: int) -> str:
    """An interval of numbers."""
    return f"{of_float(interval[0], decimals)} to {of_float(interval[1], decimals)}"
