"""Hands out chunks to the workers of a cluster, and tries again what failed.

The parent keeps the list of what is missing. Dask moves the chunks of a worker that died to others by itself; whatever is lost
with a scheduler is submitted again. A chunk that kills its workers, or fails, three times is set aside.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from types import TracebackType
from typing import TypeVar

from boardwright.clusters.address import Cluster
from boardwright.clusters.connection import (
    COMES_BACK_WITHIN,
    Broken,
    Connection,
    Lost,
    LostError,
    Reply,
)
from boardwright.clusters.local import LocalCluster
from boardwright.clusters.messages import ReplyError, errand_of, result_in
from boardwright.clusters.rule_files import name_of, packed
from boardwright.runs.chunk import Failed, Played, Result, Stop, Task
from boardwright.runs.disk import DiskError, write_whole
from boardwright.runs.parts import DamagedError, checked_bytes
from boardwright.runs.plan import Order
from boardwright.runs.pool import HOPELESS, TRIES, Pool, WorkersDieError

T = TypeVar("T")

IN_FLIGHT = 2
"""Chunks for each worker: one that it plays, and one that waits for it."""

_TICK = 1.0
_LOOK_EVERY = 5.0


class ClusterCrew:
    """The workers of a cluster. Rules are read in a process apart, so that this one stays small."""

    def __init__(self, cluster: Cluster, order: Order, tell: Callable[[str], None]) -> None:
        self.cluster, self.tell = cluster, tell
        self._order = order
        self._open = ExitStack()
        self._apart = Pool(1, apart=True)
        self.local: LocalCluster | None = None
        self._connection: Connection | None = None
        self._rules = b""

    def __enter__(self) -> ClusterCrew:
        self._open.push(self._apart)
        if self.cluster.local is None:
            # Before a folder is begun, so that nothing is left behind if nobody answers.
            self._connect(self.cluster.address)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open.__exit__(kind, fault, trace)

    def call(self, call: Callable[..., T], /, *args: object) -> T:
        """Runs a call in a process apart and waits for it."""
        return self._apart.call(call, *args)

    def play(self, tasks: Iterable[Task]) -> Iterator[Result | None]:
        """Plays chunks on the workers, checks what they reply, and writes it."""
        if self.cluster.local is not None and self.local is None:
            self.local = self._open.enter_context(LocalCluster(self.cluster.local))
            self._connect(self.local.address)
        assert self._connection is not None
        if not self._rules:
            self._rules = self.call(packed, self._order)
        self._apart.renew()
        return _Sending(self._connection, self._rules, tasks, self.tell, self.local).all()

    def _connect(self, address: str) -> None:
        self._connection = Connection(self.cluster, address)
        self._open.callback(self._connection.close)
        self._connection.open()


class _Sending:
    """The chunks that wait and those that were submitted."""

    def __init__(
        self,
        connection: Connection,
        rules: bytes,
        tasks: Iterable[Task],
        tell: Callable[[str], None],
        local: LocalCluster | None,
    ) -> None:
        self.connection, self.tell, self.local = connection, tell, local
        self.rules, self.name = rules, name_of(rules)
        self.tasks = iter(tasks)
        self.again: deque[Task] = deque()
        self.submitted: dict[int, Task] = {}
        self.failures: Counter[int] = Counter()
        self.workers: int | None = None
        self.deaths = 0 if local is None else local.deaths
        self.next_look = 0.0

    def all(self) -> Iterator[Result | None]:
        """Plays all of them."""
        while True:
            replied = False
            try:
                self._look()
                self._fill()
                if not self.submitted:
                    return
                for ticket, reply in self.connection.replies(_TICK):
                    task = self.submitted.pop(ticket)
                    replied = True
                    result = self._judged(task, reply)
                    if result is not None:
                        yield result
                    if isinstance(result, Stop):
                        return
            except LostError:
                self._reconnect()
            if not replied:
                yield None

    def _fill(self) -> None:
        while len(self.submitted) < IN_FLIGHT * max(self.workers or 0, 1):
            task = self.again.popleft() if self.again else next(self.tasks, None)
            if task is None:
                return
            try:
                ticket = self.connection.submit(self.name, self.rules, errand_of(task))
            except LostError:
                self.again.appendleft(task)
                raise
            self.submitted[ticket] = task

    def _look(self) -> None:
        """Counts the workers from time to time, and says how many there are."""
        now = time.monotonic()
        if now < self.next_look and self.workers:
            return
        self.next_look = now + _LOOK_EVERY
        found = self.connection.workers()
        if len(found) != self.workers:
            self._tell_workers(found)
        self.workers = len(found)
        if self.local is not None and self.local.deaths - self.deaths >= HOPELESS * self.local.size:
            raise WorkersDieError("the workers of the local cluster keep dying")

    def _tell_workers(self, found: dict[str, int]) -> None:
        count = len(found)
        where = self.connection.address
        if not count:
            self.tell(f"waiting for workers: none is connected to {where}")
            return
        several = sum(1 for threads in found.values() if threads > 1)
        note = (
            f", {several} with several threads, of which only one plays: use `--nthreads 1`"
            if several
            else ""
        )
        self.tell(f"{count} worker{'' if count == 1 else 's'} at {where}{note}")

    def _reconnect(self) -> None:
        """Connects again, and puts back what was submitted."""
        self.again.extendleft(reversed(self.submitted.values()))
        self.submitted.clear()
        self.connection.close()
        self.tell("the connection to the scheduler is lost; waiting for it to come back")
        self.connection.open(COMES_BACK_WITHIN)
        self.workers = None

    def _judged(self, task: Task, reply: Reply) -> Result | None:
        """The result of a chunk to yield; None if the chunk will be tried again."""
        match reply:
            case Lost():
                self.again.append(task)
                return None
            case Broken(why):
                return self._failed(task, Failed(task.chunk, why, None))
            case bytes():
                return self._kept(task, reply)

    def _kept(self, task: Task, reply: bytes) -> Result | None:
        """Writes a part, if it is one of this chunk."""
        try:
            result = result_in(reply, task.chunk)
            if isinstance(result, Stop):
                return result
            if isinstance(result, Failed):
                return self._failed(task, result)
            tally = checked_bytes(result, task.plan, task.chunk)
            write_whole(task.path, [result])
        except (ReplyError, DamagedError) as fault:
            return self._failed(task, Failed(task.chunk, f"a reply is damaged: {fault}", None))
        except DiskError as fault:
            return Stop(str(fault))
        if self.local is not None:
            self.deaths = self.local.deaths
        return Played(task.chunk, tally)

    def _failed(self, task: Task, result: Failed) -> Result | None:
        self.failures[task.chunk] += 1
        if self.failures[task.chunk] == TRIES:
            return result
        self.again.append(task)
        return None
