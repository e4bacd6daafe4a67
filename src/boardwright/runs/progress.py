"""The progress of a run: a bar at a terminal, a line from time to time elsewhere, lines of JSON for programs.

A part of a game counts, too: with slow agents, the rate is known long before the first game is over.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from boardwright.runs.plan import canonical

if TYPE_CHECKING:
    from rich.console import Console

EVERY = 10.0
FIRST = 1.0
"""The first line comes this soon, and as long as the rate is not known the next one in twice the time."""
_EVERY_FOR_PROGRAMS = 1.0

Clock = Callable[[], float]


@dataclass(slots=True)
class Pace:
    """The number of games played, and how fast. `before` is how many there were at the start."""

    games: int
    before: int
    began: float
    done: float = 0

    def rate(self, now: float) -> float | None:
        """Games per second; None before the first decision is made."""
        fresh, passed = self.done - self.before, now - self.began
        return fresh / passed if fresh and passed > 0 else None

    def left(self, now: float) -> float | None:
        """Seconds to the end, at this rate."""
        rate = self.rate(now)
        return None if rate is None else (self.games - self.done) / rate


class Progress(Protocol):
    """Shows the number of games played, each time that it is reported."""

    def begin(self, games: int, done: int) -> None: ...

    def come(self, done: float) -> None: ...

    def end(self) -> None: ...


class Silent:
    """Shows nothing."""

    def begin(self, games: int, done: int) -> None: ...

    def come(self, done: float) -> None: ...

    def end(self) -> None: ...


class Lines:
    """A line after a second and then every ten seconds; for programs, an object every second and one at the end."""

    def __init__(
        self, write: Callable[[str], object], *, json: bool = False, clock: Clock = time.monotonic
    ) -> None:
        self._write, self._json, self._clock = write, json, clock
        self._every = _EVERY_FOR_PROGRAMS if json else EVERY
        self._pace = Pace(0, 0, 0.0)
        self._next = 0.0

    def begin(self, games: int, done: int) -> None:
        now = self._clock()
        self._pace, self._next = Pace(games, done, now, done), now + FIRST
        if self._json:
            self._tell(now)

    def come(self, done: float) -> None:
        self._pace.done = done
        now = self._clock()
        if now >= self._next:
            unknown = self._pace.rate(now) is None
            passed = now - self._pace.began
            self._next = now + (min(passed, self._every) if unknown else self._every)
            self._tell(now)

    def end(self) -> None:
        if self._json:
            self._tell(self._clock())

    def _tell(self, now: float) -> None:
        pace = self._pace
        rate, left = pace.rate(now), pace.left(now)
        if self._json:
            facts = {"games": pace.games, "done": int(pace.done)}
            timed = {"rate": rate and round(rate, 3), "left": left and round(left, 3)}
            self._write(canonical({"progress": facts | timed}) + "\n")
            return
        self._write(f"{int(pace.done):,} of {pace.games:,} games, {_when(pace, now)}\n")


class Bar:
    """A bar at a terminal."""

    def __init__(self, console: Console) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, TextColumn
        from rich.progress import Progress as RichProgress
        from rich.progress import Task as RichTask
        from rich.text import Text

        bar = self
        self._pace = Pace(0, 0, 0.0)

        class Rate(ProgressColumn):
            max_refresh = 0.5

            def render(self, task: RichTask) -> Text:
                return Text(_when(bar._pace, time.monotonic()))

        self._shown = RichProgress(
            TextColumn("games"),
            BarColumn(),
            MofNCompleteColumn(),
            Rate(),
            console=console,
            transient=True,
        )

    def begin(self, games: int, done: int) -> None:
        self._pace = Pace(games, done, time.monotonic(), done)
        self._task = self._shown.add_task("games", total=games, completed=done)
        self._shown.start()

    def come(self, done: float) -> None:
        self._pace.done = done
        self._shown.update(self._task, completed=done)

    def end(self) -> None:
        self._shown.stop()


def _when(pace: Pace, now: float) -> str:
    """The rate and the time left."""
    rate, left = pace.rate(now), pace.left(now)
    if rate is None or left is None:
        passed = now - pace.began
        return "" if passed < FIRST else f"no decision yet after {span(passed)}"
    return f"{speed(rate)}, {span(left)} left"


def speed(rate: float) -> str:
    """`1,250 games/s`, `4.2 games/s`, `12.5 games/min`, or `3.1 games/h`."""
    if rate >= 100:
        return f"{rate:,.0f} games/s"
    for unit, seconds in (("s", 1), ("min", 60), ("h", 3600)):
        if rate * seconds >= 1 or unit == "h":
            break
    return f"{rate * seconds:.1f} games/{unit}"


def span(seconds: float) -> str:
    """`42 s`, `3 min 5 s`, `2 h 10 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600:,} h {whole % 3600 // 60} min"
