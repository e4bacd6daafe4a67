"""All rows of a table, in order, with no more than a few games in memory."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from boardwright.exports.replayed import Differs, Replay, play_again
from boardwright.exports.sources import Source
from boardwright.exports.tables import Row, Rows, Shape, rows_of
from boardwright.runs.chunk import Failed, Played, Stop
from boardwright.runs.disk import trouble
from boardwright.runs.plan import Order
from boardwright.runs.pool import Pool, play_all
from boardwright.runs.progress import Progress
from boardwright.runs.running import StoppedError


class OtherGamesError(Exception):
    """A game that was played again did not end as before; the text says how."""


def rows_from_lines(rows: Rows, sources: Sequence[Source]) -> Iterator[Row]:
    """The rows of games or seats, which the lines of the games tell."""
    shape = Shape.of(sources)
    for source in sources:
        yield from rows_of(rows, shape, source)


def rows_replayed(
    rows: Rows,
    orders: Sequence[tuple[Source, Order]],
    pool: Pool,
    aside: Path,
    progress: Progress,
) -> Iterator[Row]:
    """The rows of decisions or cards, for which all games are played again. Processes write them into a folder `aside`,
    from which they are taken in order.
    """
    tasks = _tasks(rows, orders, aside)
    done, next, waiting = 0, 0, set[int]()
    progress.begin(sum(source.games for source, _ in orders), 0)
    try:
        for result in play_all(pool, tasks, play_again):
            match result:
                case Played(chunk, tally):
                    waiting.add(chunk)
                    done += tally.games
                case Failed(chunk, why, game):
                    where = tasks[chunk].named(game)
                    raise StoppedError(f"{where} cannot be played again: {why}")
                case Differs(why):
                    raise OtherGamesError(why)
                case Stop(why):
                    raise StoppedError(why)
                case None:
                    pass
            while next in waiting:
                waiting.remove(next)
                yield from _written(tasks[next].path)
                next += 1
            progress.come(done)
    finally:
        progress.end()


def _tasks(rows: Rows, orders: Sequence[tuple[Source, Order]], aside: Path) -> list[Replay]:
    found: list[Replay] = []
    for source, order in orders:
        before = () if source.meeting is None else (source.meeting,)
        for lines in source.lines:
            number = len(found)
            path = aside / f"{number}.jsonl"
            plan = source.held.plan
            found.append(Replay(order, plan, number, path, rows, before, lines))
    return found


def _written(path: Path) -> Iterator[Row]:
    try:
        with path.open("rb") as file:
            yield from map(json.loads, file)
        path.unlink()
    except OSError as fault:
        raise trouble(path, fault) from fault
