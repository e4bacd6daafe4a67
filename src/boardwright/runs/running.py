"""A run from start to end: keeps what is there, plays what is missing, and merges everything."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator
from dataclasses import dataclass, field

from boardwright.runs.chunk import Failed, Played, Stop, Task
from boardwright.runs.folder import Failure, Folder
from boardwright.runs.merging import finished, merge, take_stock
from boardwright.runs.parts import Tally
from boardwright.runs.plan import Order, Plan, Shard
from boardwright.runs.pool import Crew
from boardwright.runs.progress import Progress


class StoppedError(Exception):
    """A run cannot continue; the text says why. What was played is kept."""


@dataclass(slots=True)
class Outcome:
    """The result of a run. `sum` is the checksum of all games, if they were merged; `failures` are the chunks set aside."""

    tally: Tally
    sum: str | None = None
    failures: list[Failure] = field(default_factory=list)


def run(
    crew: Crew,
    order: Order,
    plan: Plan,
    shard: Shard | None,
    folder: Folder,
    progress: Progress,
    remark: Callable[[str], None],
) -> Outcome:
    """Plays the missing games of a run. The caller holds the folder, which has this plan."""
    playing = run_in_steps(crew, order, plan, shard, folder, progress, remark)
    while True:
        try:
            next(playing)
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome


def run_in_steps(
    crew: Crew,
    order: Order,
    plan: Plan,
    shard: Shard | None,
    folder: Folder,
    progress: Progress,
    remark: Callable[[str], None],
) -> Generator[None, None, Outcome]:
    """The same as `run`, for somebody who has other things to do after each chunk."""
    whole = finished(plan, folder.games) if shard is None else None
    if whole is not None:
        remark("all games are there already")
        return Outcome(*whole)
    chunks = plan.chunks_of(shard)
    stock = take_stock(plan, chunks, [folder])
    for path, why in stock.damaged:
        remark(f"{path} is damaged ({why}): its games are played again")
    if stock.whole:
        remark(f"{stock.tally.games:,} games are there already")
    # As small as possible, and tasks one by one: a run may have a hundred thousand chunks.
    missing = array("L", (chunk for chunk in chunks if chunk not in stock.whole))
    tasks = (Task(order, plan, chunk, folder.part(chunk)) for chunk in missing)
    games = sum(len(plan.games_of(chunk)) for chunk in chunks)
    failures: list[Failure] = []
    progress.begin(games, stock.tally.games)

    def tick() -> None:
        progress.come(stock.tally.games + crew.games_under_way())

    try:
        for result in crew.play(tasks, tick):
            match result:
                case Played(chunk, tally):
                    stock.add(chunk, folder, tally)
                case Failed(chunk, why, game):
                    # A worker of a cluster may name any game.
                    known = game if game in plan.games_of(chunk) else None
                    failures.append(Failure(chunk, why, known))
                    folder.set_aside(plan, failures)
                case Stop(why):
                    raise StoppedError(why)
                case None:
                    pass
            tick()
            yield
    finally:
        progress.end()
    folder.set_aside(plan, failures)
    outcome = Outcome(stock.tally, failures=failures)
    if shard is None:
        outcome.sum = merge(plan, stock.whole, folder.games)
    return outcome
