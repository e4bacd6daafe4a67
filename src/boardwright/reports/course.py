"""The course of games: who is ahead and when, how many decisions matter, and what stands still."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from boardwright.reports.averages import Share, mean_interval
from boardwright.reports.numbers import Rate, Spread, rate
from boardwright.runs.plan import Json

THOUSANDTHS = 1000
SIDES = ("score", "search")
"""By what it is judged who is ahead."""


@dataclass(slots=True)
class Leading:
    """Who was ahead, over many games: parts of a game are in thousandths of its decisions."""

    changes: Counter[int] = field(default_factory=Counter)
    decided: Counter[int] = field(default_factory=Counter)
    behind: Counter[int] = field(default_factory=Counter)
    half: int = 0  # games in which the winner was behind at half-time

    def note(self, facts: Mapping[str, Any], decisions: int) -> None:
        self.changes[facts["changes"]] += 1
        if facts["decided"] is not None:
            self.decided[_part(facts["decided"], decisions)] += 1
            self.behind[_part(facts["behind"], decisions)] += 1
            self.half += facts["half"]

    def add(self, other: Leading) -> None:
        self.changes.update(other.changes)
        self.decided.update(other.decided)
        self.behind.update(other.behind)
        self.half += other.half

    @property
    def comebacks(self) -> Rate:
        """How often the winner was behind at half-time."""
        return rate(self.half, sum(self.decided.values()))


@dataclass(slots=True)
class Choices:
    """Decisions of one name, or all: how many mattered, had one sensible option, and how many options were sensible."""

    mattered: Share = field(default_factory=Share)
    single: Share = field(default_factory=Share)
    sensible: int = 0

    def note(self, asked: int, mattered: int, single: int, sensible: int) -> None:
        self.mattered.note(mattered, asked)
        self.single.note(single, asked)
        self.sensible += sensible

    def add(self, other: Choices) -> None:
        self.mattered.add(other.mattered)
        self.single.add(other.single)
        self.sensible += other.sensible


@dataclass(slots=True)
class Course:
    """The sums of the courses of games."""

    games: int = 0
    still: Counter[int] = field(default_factory=Counter)
    close: int = 0
    scored: int = 0  # games with two sides, of which one has points
    leading: dict[str, Leading] = field(default_factory=dict)
    choices: Choices = field(default_factory=Choices)
    by_name: dict[str, Choices] = field(default_factory=dict)

    def note(self, game: Mapping[str, Any], margin: int | None, best: int) -> None:
        """Adds a game that has a course. `margin` is how far the first was ahead of the second, who had `best`."""
        facts, decisions = game["course"], game["decisions"]
        self.games += 1
        self.still[_part(facts["still"], decisions)] += 1
        if margin is not None and (margin or best):
            self.scored += 1
            self.close += margin * 10 <= abs(best)
        for side in SIDES:
            if side in facts:
                self.leading.setdefault(side, Leading()).note(facts[side], decisions)
        rows = facts.get("choices", {})
        if rows:
            asked, mattered, single, sensible = map(sum, zip(*rows.values(), strict=True))
            self.choices.note(asked, mattered, single, sensible)
        for name, row in rows.items():
            self.by_name.setdefault(name, Choices()).note(*row)

    def add(self, other: Course) -> None:
        """Adds the games of another part."""
        self.games += other.games
        self.still.update(other.still)
        self.close += other.close
        self.scored += other.scored
        for side, leading in other.leading.items():
            self.leading.setdefault(side, Leading()).add(leading)
        self.choices.add(other.choices)
        for name, choices in other.by_name.items():
            self.by_name.setdefault(name, Choices()).add(choices)

    @property
    def close_games(self) -> Rate:
        return rate(self.close, self.scored)

    @property
    def moves(self) -> bool:
        """Whether scores change during games, so that they tell who is ahead."""
        return Spread.of(self.still).at(50) < THOUSANDTHS

    @property
    def telling(self) -> str:
        """By what to judge who is ahead: by searches if there are any, else by scores."""
        return "search" if "search" in self.leading else "score"

    def names(self) -> Iterator[tuple[str, Choices]]:
        """The decisions by name, the most frequent first."""
        yield from sorted(self.by_name.items(), key=lambda each: (-each[1].mattered.all, each[0]))


def _part(time: int, decisions: int) -> int:
    return THOUSANDTHS * time // decisions if decisions else 0


def course_facts(course: Course) -> Json:
    """The same for programs; parts of a game are numbers from 0 to 1."""
    return {
        "games": course.games,
        "still": _mean(Spread.of(course.still), THOUSANDTHS),
        "close": _rate(course.close_games),
        "leads": {
            side: {
                "changes": _mean(Spread.of(each.changes)),
                "decided": _mean(Spread.of(each.decided), THOUSANDTHS),
                "behind": _mean(Spread.of(each.behind), THOUSANDTHS),
                "comebacks": _rate(each.comebacks),
            }
            for side, each in course.leading.items()
        },
        "choices": None if not course.choices.mattered.all else _choices(course.choices),
        "decisions": [{"name": name, **_choices(each)} for name, each in course.names()],
    }


def _choices(each: Choices) -> Json:
    return {
        "times": each.mattered.all,
        "mattered": _share(each.mattered),
        "one_sensible": _share(each.single),
        "sensible": _number(each.sensible / (each.mattered.all or 1)),
    }


def _share(share: Share) -> Json:
    low, high = share.interval()
    return {"value": _number(float(share.value)), "low": _number(low), "high": _number(high)}


def _rate(found: Rate) -> Json:
    low, high = found.interval()
    value = _number(float(found.value)) if found.of else None
    return {"value": value, "low": _number(low), "high": _number(high)}


def _mean(spread: Spread, unit: int = 1) -> Json:
    if not spread.n:
        return {"value": None, "low": None, "high": None}
    low, high = mean_interval(spread)
    return {
        "value": _number(float(spread.mean) / unit),
        "low": _number(low / unit),
        "high": _number(high / unit),
    }


def _number(value: float) -> float:
    return round(value, 6)
