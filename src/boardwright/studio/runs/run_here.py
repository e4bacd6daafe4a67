"""Plays the games of a run in this process, a few at a time: where there are no others, as in a browser."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from boardwright.runs.chunk import forget_games, loaded_plan
from boardwright.runs.folder import Folder
from boardwright.runs.plan import Order, chunk_for, period_of
from boardwright.runs.pool import Pool
from boardwright.runs.progress import Pace
from boardwright.runs.running import run_in_steps
from boardwright.runs.several import begin
from boardwright.runs.tournament import facts_of, meetings_of
from boardwright.studio.messages import Message

if TYPE_CHECKING:
    from pathlib import Path

    from boardwright.studio.runs.run_folder import KeptRun, Ordered


_RANDOM_AT_ONCE = 50
"""Games of random agents in one step, which take a few tenths of a second. Of other agents it is one: a game may take seconds,
and whoever waits for an answer waits for the step.
"""


@dataclass(slots=True)
class _Noted:
    """How far a run has come, of all the games of `parts` like it."""

    parts: int = 1
    part: int = 0
    pace: Pace | None = None

    def begin(self, games: int, done: int) -> None:
        self.pace = Pace(games, done, time.monotonic(), done)

    def come(self, done: float) -> None:
        assert self.pace is not None
        self.pace.done = done

    def end(self) -> None:
        pass

    def news(self) -> Message:
        assert self.pace is not None
        pace, now = self.pace, time.monotonic()
        rate, of = pace.rate(now), self.parts * pace.games
        done = self.part * pace.games + int(pace.done)
        left = (of - done) / rate if rate else None
        return {"done": done, "of": of, "rate": rate, "left": left}


def played_here(
    run: KeptRun, order: Ordered, ruleset: str, expansions: Sequence[str]
) -> Iterator[Message]:
    """Plays what is missing of a run, and yields how far it is."""
    asked = Order(
        ruleset=ruleset,
        expansions=tuple(expansions),
        players=order.players,
        options=tuple(order.options.items()),
        agents=order.agents,
        course=order.course,
    )
    forget_games()
    noted = _Noted()
    if order.kind == "simulate":
        yield from _played(asked, order, Folder(run.games), order.games, noted)
        return
    plan = loaded_plan(replace(asked, agents=order.agents[:1]), order.seed, order.games, None)
    facts = facts_of(plan, order.agents, order.games, order.seed)
    begin(run.games, "tournament", facts, resume=True)
    meetings = list(meetings_of(order.agents, plan.sides, run.games))
    noted.parts = len(meetings)
    for noted.part, meeting in enumerate(meetings):
        period = period_of(meeting.agents)
        games = -(-order.games // period) * period
        yield from _played(
            replace(asked, agents=meeting.agents), order, meeting.folder, games, noted
        )
    _write_standings(order.agents, run.games)


def _played(
    asked: Order, order: Ordered, folder: Folder, games: int, noted: _Noted
) -> Iterator[Message]:
    at_once = _RANDOM_AT_ONCE if {*asked.agents} == {"random"} else 1
    plan = loaded_plan(asked, order.seed, games, min(at_once, chunk_for(games, 1)))
    with Pool(1) as pool, folder.held():
        folder.begin(plan, None)
        for _ in run_in_steps(pool, asked, plan, None, folder, noted, lambda remark: None):
            yield noted.news()


def _write_standings(agents: Sequence[str], root: Path) -> None:
    from boardwright.reports.standings import as_json, as_page, standings_of
    from boardwright.runs.disk import write_whole
    from boardwright.runs.tournament import meetings_in

    found = standings_of(tuple(agents), meetings_in(root))
    write_whole(root / "standings.html", [as_page(found).encode()])
    write_whole(root / "standings.json", [as_json(found).encode()])
