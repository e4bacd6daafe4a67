"""Hands out chunks to processes, and continues when one of them dies.

It uses `concurrent.futures.Executor`. When a process dies, the standard pool is lost with everything in it; a new pool is
made, and unfinished chunks run again. It is unknown which of several chunks killed its process. So the chunks that were
running then run one at a time, and only a chunk that fails alone counts as failed.
"""

from __future__ import annotations

import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import suppress
from types import TracebackType
from typing import Any, Protocol, TypeVar

from boardwright.runs import under_way
from boardwright.runs.chunk import Failed, Result, Stop, Task, play_chunk
from boardwright.runs.under_way import UnderWay

T = TypeVar("T")

TRIES = 3
"""How often a chunk may fail before it is set aside."""

HOPELESS = 12
"""After this many broken pools in a row without a finished chunk, the chunks are not the cause."""

_TICK = 1.0

Play = Callable[[Task], Result]


class WorkersDieError(Exception):
    """Processes keep dying, whatever they are given to do."""


class Crew(Protocol):
    """Who plays chunks: processes of this machine, or a cluster."""

    def call(self, call: Callable[..., T], /, *args: object) -> T:
        """Runs a call in a process, if there are several, and waits for it. Whatever it raises is raised here."""

    def play(
        self, tasks: Iterable[Task], tick: Callable[[], None] | None = None
    ) -> Iterator[Result | None]:
        """Plays chunks and yields the result of each, in any order: `Failed` only for those that are set aside, None from
        time to time if there is no result, and nothing after `Stop`. Where nothing can be yielded before a chunk is finished,
        `tick` is called from time to time.
        """

    def games_under_way(self) -> float:
        """The number of games that were played of unfinished chunks, as far as this is known."""


class Serial(Executor):
    """An executor that runs each call immediately, in this process."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future: Future[T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class Pool:
    """This many processes; with one job, only this one, or if it is to be `apart`, another one. It is renewed when it breaks.

    Each process calls `prepare` as soon as it has started; if that fails, whatever needs it will report it.
    """

    def __init__(
        self, jobs: int, prepare: Callable[[], object] | None = None, *, apart: bool = False
    ) -> None:
        self.jobs, self.prepare = jobs, prepare
        self.serial = jobs == 1 and not apart
        self.under_way = UnderWay(1 if self.serial else jobs + 1, shared=not self.serial)
        self._executor: Executor | None = None

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is not None and not self.serial and self._executor is not None:
            # What is running need not be waited for: parts are complete or not there.
            _end_workers()
        self.renew()

    def submit(self, call: Callable[..., T], *args: object) -> Future[T]:
        """Runs a call in a process; `BrokenExecutor` if the pool is broken."""
        try:
            if self._executor is None:
                if self.serial:
                    self._executor = Serial()
                    under_way.begin(self.under_way.numbers)
                else:
                    numbers = self.under_way.numbers
                    self._executor = _processes(self.jobs, self.prepare, numbers)
                for _ in range(1, self.jobs):
                    # A process starts when there is something to do; this makes all of them load at the same time.
                    self._executor.submit(_begun)
            return self._executor.submit(call, *args)
        except OSError as fault:  # a process died before it got something to do
            if self.serial:
                raise
            raise BrokenExecutor(str(fault)) from fault

    def renew(self) -> None:
        """Drops unfinished calls; the next call starts a new pool."""
        if self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)
            self._executor = None

    def call(self, call: Callable[..., T], *args: object) -> T:
        """Runs one call and waits for it. Whatever it raises is raised here."""
        for _ in range(HOPELESS):
            try:
                return self.submit(call, *args).result()
            except BrokenExecutor:
                self.renew()
        raise WorkersDieError("the playing processes die before they have started")

    def play(
        self, tasks: Iterable[Task], tick: Callable[[], None] | None = None
    ) -> Iterator[Result | None]:
        """Plays chunks in these processes."""
        return play_all(self, tasks, tick=tick)

    def games_under_way(self) -> float:
        """The number of games that were played of unfinished chunks."""
        return self.under_way.games()


def play_all(
    pool: Pool,
    tasks: Iterable[Task],
    play: Play = play_chunk,
    tick: Callable[[], None] | None = None,
) -> Iterator[Result | None]:
    """Plays chunks and yields the result of each, in any order: `Failed` only for those that are set aside, None from
    time to time if there is no result, and nothing after `Stop`. Without processes, `tick` is called from time to time.
    """
    hall = _Hall(pool, tasks, play, tick if pool.serial else None)
    while hall.waiting or hall.alone or hall.under_way:
        try:
            hall.fill()
            results = hall.collect()
        except BrokenExecutor:
            results = hall.clear_up()
        if not results:
            yield None
        for task, result in results:
            hall.leave(task)
            told = hall.judge(task, result)
            if told is not None:
                yield told
            if isinstance(told, Stop):
                return


class _Hall:
    """The chunks that wait, those that run, and how often each has failed."""

    def __init__(
        self, pool: Pool, tasks: Iterable[Task], play: Play, tick: Callable[[], None] | None
    ) -> None:
        self.pool, self.play, self.tick = pool, play, tick
        self.slots: dict[int, int] = {}  # of chunks
        self.waiting = deque(tasks)
        self.alone: deque[Task] = deque()  # to be played alone
        self.under_way: dict[Future[Result], Task] = {}
        self.failures: Counter[int] = Counter()
        self.broken = 0  # in a row
        # One more than there are processes, so that no process waits; without processes, one.
        self.width = 1 if pool.serial else pool.jobs + 1

    def fill(self) -> None:
        """Submits the chunks that may run now."""
        if self.alone:
            if not self.under_way:
                self._submit(self.alone)
            return
        while self.waiting and len(self.under_way) < self.width:
            self._submit(self.waiting)

    def _submit(self, tasks: deque[Task]) -> None:
        task = tasks[0]
        if task.chunk not in self.slots:
            self.slots[task.chunk] = self.pool.under_way.take()
        slot = self.slots[task.chunk]
        future = self.pool.submit(under_way.play_in, slot, self.tick, self.play, task)
        self.under_way[future] = task
        tasks.popleft()

    def leave(self, task: Task) -> None:
        """Forgets how far a chunk had come."""
        if (slot := self.slots.pop(task.chunk, None)) is not None:
            self.pool.under_way.give_back(slot)

    def collect(self) -> list[tuple[Task, Result]]:
        """The chunks that have finished; empty if there are none for a while."""
        done, _ = wait(self.under_way, timeout=_TICK, return_when=FIRST_COMPLETED)
        found = [(future, future.result()) for future in done]
        if found:  # no result for a while is not a failure
            self.broken = 0
        return [(self.under_way.pop(future), result) for future, result in found]

    def clear_up(self) -> list[tuple[Task, Result]]:
        """Handles the death of a process: finished chunks are kept, all others run again."""
        self.broken += 1
        if self.broken == HOPELESS:
            raise WorkersDieError("the playing processes keep dying")
        self.pool.renew()
        back: list[tuple[Task, Result]] = []
        lost = []
        for future, task in self.under_way.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                back.append((task, future.result()))
            else:
                lost.append(task)
                self.leave(task)
        self.under_way.clear()
        if len(lost) == 1:
            back.append((lost[0], Failed(lost[0].chunk, "its process died", None)))
        else:
            self.alone.extend(lost)
        return back

    def judge(self, task: Task, result: Result) -> Result | None:
        """The result of a chunk to yield; None if the chunk will be tried again."""
        if not isinstance(result, Failed):
            return result
        self.failures[task.chunk] += 1
        if self.failures[task.chunk] == TRIES:
            return result
        self.alone.append(task)
        return None


def _processes(
    jobs: int, prepare: Callable[[], object] | None, numbers: under_way.Numbers
) -> Executor:
    """A pool of newly started processes, which share no open files or locks with this one."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(
        jobs,
        mp_context=get_context("spawn"),
        initializer=begin_worker,
        initargs=(prepare, numbers),
    )


def _begun() -> None:
    """Does nothing: a call of it starts a process."""


def begin_worker(prepare: Callable[[], object] | None, numbers: under_way.Numbers) -> None:
    """The first call of each process: it ignores interruptions, and ends when its parent does."""
    import threading
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    # Without this, a process whose parent was killed would wait for work for ever.
    threading.Thread(target=watch, daemon=True).start()
    under_way.begin(numbers)
    if prepare is not None:
        with suppress(Exception):
            prepare()


def _end_workers() -> None:
    from multiprocessing import active_children

    for process in active_children():
        process.terminate()
