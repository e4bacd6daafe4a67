"""Measures speeds, and writes tables of speeds into a page.

All measurements are in processor time. They are made in slices that alternate with everything else in the same table, so
that a slow minute of the machine slows down all of them. A fixed loop (see `boardwright.runs.speed`) is timed before and
after each slice; `scaled` speeds are those of a machine on which that loop takes `REFERENCE` milliseconds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from boardwright.runs.speed import REFERENCE, yardstick


@dataclass(frozen=True, slots=True)
class Played:
    """What was played, and the seconds of processor time that it took."""

    games: int
    turns: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Speed:
    """What was played in a slice, and the milliseconds of the fixed loop around it."""

    played: Played
    yardstick: float

    @property
    def games(self) -> float:
        """Games a second."""
        return self.played.games / self.played.seconds

    @property
    def turns(self) -> float:
        """Turns a second."""
        return self.played.turns / self.played.seconds

    @property
    def scale(self) -> float:
        """The factor that turns a speed into that of the reference machine."""
        return self.yardstick / REFERENCE


@dataclass(frozen=True, slots=True)
class Subject:
    """Something to measure: the text columns of its row, and a function that plays for this many seconds."""

    cells: tuple[str, ...]
    play: Callable[[float], Played]


Clock = Callable[[], float]
"""The fixed loop: how many milliseconds it takes now."""


def speeds(
    subjects: Sequence[Subject], seconds: float, rounds: int, clock: Clock = yardstick
) -> list[Speed]:
    """Measures the speed of each subject: the median slice by scaled games, of this many rounds."""
    slices: list[list[Speed]] = [[] for _ in subjects]
    for _ in range(rounds):
        for subject, found in zip(subjects, slices, strict=True):
            before = clock()
            played = subject.play(seconds)
            found.append(Speed(played, (before + clock()) / 2))
    return [
        sorted(found, key=lambda speed: speed.games * speed.scale)[len(found) // 2]
        for found in slices
    ]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a page. The first `words` columns are text; the others are figures."""

    id: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int

    def text(self) -> str:
        """The table in Markdown."""
        rule = ("---" if n < self.words else "---:" for n in range(len(self.heads)))
        lines = (self.heads, tuple(rule), *self.rows)
        return "".join(f"| {' | '.join(line)} |\n" for line in lines)


SPEEDS = ("games/s", "scaled", "turns/s", "scaled", "turns a game", "loop, ms")


def cells(speed: Speed) -> tuple[str, ...]:
    """The figures of a speed, under the heads `SPEEDS`."""
    return (
        figure(speed.games),
        figure(speed.games * speed.scale),
        figure(speed.turns),
        figure(speed.turns * speed.scale),
        f"{speed.played.turns / speed.played.games:.1f}",
        f"{speed.yardstick:.0f}",
    )


def figure(value: float) -> str:
    """Writes a figure with about three significant digits.

    >>> figure(123_456), figure(1_234), figure(12.345), figure(0.1234)
    ('123,000', '1,230', '12.3', '0.12')
    """
    if value >= 100:
        digits = len(str(round(value))) - 3
        return f"{round(value, -digits):,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def written(page: str, tables: Mapping[str, str]) -> str:
    """Returns the page with these texts between its marks; raises `ValueError` for a missing mark."""
    for id, text in tables.items():
        mark = re.compile(
            rf"(?<=<!-- figures: {re.escape(id)} -->\n).*?(?=<!-- end -->)", re.DOTALL
        )
        found = mark.search(page)
        if found is None:
            raise ValueError(f"no `<!-- figures: {id} -->` with an `<!-- end -->` behind it")
        page = f"{page[: found.start()]}\n{text}\n{page[found.end() :]}"
    return page


def write(path: Path, tables: Mapping[str, str]) -> None:
    """Writes the tables into a page."""
    path.write_text(written(path.read_text("utf-8"), tables), "utf-8")
