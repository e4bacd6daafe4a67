"""A report for programs. docs/reports.md explains the keys; none is renamed without a new `version`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from boardwright.reports.comparison import Comparison, Difference
from boardwright.reports.course import course_facts
from boardwright.reports.figures import Asked, Card, Had, Report, Stand
from boardwright.reports.numbers import Rate, Spread, rounded
from boardwright.runs.folder import summed
from boardwright.runs.plan import Shard

VERSION = 1
Json = dict[str, Any]

_VERDICTS = {1: "more", 0: "as expected", -1: "less"}


def render(report: Report) -> str:
    """The report of one run."""
    return summed(_report(report))


def render_comparison(comparison: Comparison) -> str:
    """The comparison of two runs."""
    return summed(
        {
            "comparison": "boardwright",
            "version": VERSION,
            "plans": [each.plan.facts() for each in comparison.runs],
            "shards": [_shard(each.shard) for each in comparison.runs],
            "games": [_games(each) for each in comparison.runs],
            "plan_differs": [
                {"key": key, "first": first, "second": second}
                for key, first, second in comparison.plan
            ],
            "only": [
                {"kind": kind, "name": name, "run": run + 1} for kind, name, run in comparison.only
            ],
            "differences": [_difference(each) for each in comparison.differences],
        }
    )


def _report(report: Report) -> Json:
    return {
        "report": "boardwright",
        "version": VERSION,
        "plan": report.plan.facts(),
        "shard": _shard(report.shard),
        "games": _games(report),
        "chance": _fraction(report.chance),
        **({} if report.together is None else {"together": counted(report.together)}),
        "length": {name: spread(each) for name, each in report.lengths},
        "seats": [_stand(each) for each in report.seats],
        "agents": [_stand(each) for each in report.agents],
        "scores": spread(report.scores),
        "margin": spread(report.margins),
        **({} if report.course is None else {"course": course_facts(report.course)}),
        "branching": None if report.branching is None else spread(report.branching),
        "decisions": None if report.decisions is None else list(map(_asked, report.decisions)),
        "cards": None
        if report.cards is None
        else [
            {
                "kind": each.kind,
                "name": each.name,
                "way": each.way,
                "average": counted(each.average),
                "cards": [_card(card) for card in each.cards],
            }
            for each in report.cards
        ],
        "stopped": [
            {
                "game": each.game,
                "seed": each.seed,
                "agents": list(each.agents),
                "why": each.why,
                "decisions": each.decisions,
            }
            for each in report.stopped
        ],
    }


def _shard(shard: Shard | None) -> Json | None:
    return None if shard is None else {"number": shard[0], "of": shard[1]}


def _games(report: Report) -> Json:
    games = report.games
    return {
        "planned": games.planned,
        "counted": games.counted,
        "over": games.over,
        "limit": games.limit,
        "error": games.error,
        "errors": dict(games.errors),
        "faults": games.faults,
        "shared": games.shared,
        "nobody": games.nobody,
        "missing": [list(each) for each in games.missing],
        "damaged": [{"file": file, "why": why} for file, why in games.damaged],
    }


def _fraction(value: Fraction) -> Json:
    return {
        "numerator": value.numerator,
        "denominator": value.denominator,
        "value": number(value),
    }


def number(value: Fraction | float) -> float:
    """A number with six decimals."""
    return float(rounded(Fraction(value), 6).replace(",", ""))


def counted(each: Rate) -> Json:
    """A rate: `numerator` / `denominator` is exact, `of` is the number of trials."""
    low, high = each.interval()
    return {
        "numerator": each.count.numerator,
        "denominator": each.of * each.count.denominator,
        "of": each.of,
        "rate": number(each.value) if each.of else None,
        "low": number(low),
        "high": number(high),
    }


def spread(each: Spread) -> Json:
    """The distribution of numbers."""
    if not each.n:
        return {"n": 0, "sum": 0, "mean": None, "deviation": None, "quantiles": None, "counts": []}
    return {
        "n": each.n,
        "sum": each.sum,
        "mean": number(each.mean),
        "deviation": number(each.deviation),
        "quantiles": {f"{q}": each.at(q) for q in (0, 5, 25, 50, 75, 95, 100)},
        "counts": [list(pair) for pair in each.counts],
    }


def _stand(each: Stand) -> Json:
    return {
        "name": each.name,
        "games": each.games,
        "wins": counted(each.wins),
        "verdict": _VERDICTS[each.verdict],
        "mean_rank": _fraction(each.rank),
        "scores": spread(each.scores),
    }


def _asked(each: Asked) -> Json:
    return {
        "name": each.name,
        "times": each.times,
        "branching": spread(each.branching),
        "options": [
            {
                "id": option.id,
                "offered": option.picked.of,
                "picked": option.picked.count.numerator,
                "rate": number(option.picked.value) if option.picked.of else None,
            }
            for option in each.options
        ],
    }


def _had(each: Had) -> Json:
    return {
        "share": counted(each.share),
        "wins": counted(each.wins),
        "verdict": _VERDICTS[each.verdict],
    }


def _card(card: Card) -> Json:
    return {
        "id": card.id,
        "name": card.name,
        "taken": card.taken,
        "used": card.used if card.usable else None,
        "held_by": _had(card.held_by),
        "taken_by": _had(card.taken_by),
        "used_by": _had(card.used_by) if card.usable else None,
    }


def _difference(each: Difference) -> Json:
    return {
        "group": each.group,
        "of": each.of,
        "what": each.what,
        "unit": each.unit,
        "first": counted(each.first) if isinstance(each.first, Rate) else spread(each.first),
        "second": counted(each.second) if isinstance(each.second, Rate) else spread(each.second),
        "difference": number(each.gap),
        "low": number(each.low),
        "high": number(each.high),
        "beyond_chance": each.beyond,
    }
