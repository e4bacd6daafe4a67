"""Sends errands to the workers of a cluster, and tries again what failed.

The parent keeps the list of what is missing. Dask moves the errands of a worker that died to others by itself; whatever is lost
with a scheduler is submitted again. An errand that kills its workers, or fails, three times is given up.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack
from types import TracebackType
from typing import Generic, Protocol, TypeVar

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
from boardwright.clusters.messages import ReplyError, result_in
from boardwright.clusters.rule_files import name_of
from boardwright.runs.chunk import Failed, Stop
from boardwright.runs.disk import DiskError
from boardwright.runs.pool import HOPELESS, TRIES, WorkersDieError


class Numbered(Protocol):
    """Something to do that has a number."""

    @property
    def chunk(self) -> int: ...


T = TypeVar("T", bound=Numbered)
T_ = TypeVar("T_", bound=Numbered, contravariant=True)
R = TypeVar("R")
R_ = TypeVar("R_", covariant=True)

IN_FLIGHT = 2
"""Errands for each worker: one that it carries out, and one that waits for it."""

_TICK = 1.0
_LOOK_EVERY = 5.0


class Work(Protocol[T_, R_]):
    """What tasks are sent as, and what comes back."""

    def errand(self, task: T_) -> bytes:
        """The errand for a worker."""

    def accepted(self, task: T_, reply: bytes) -> R_:
        """The result in the bytes of a reply. Raises `ReplyError` if they cannot be one, and `DiskError`."""


class Workers:
    """The workers of a cluster, once they are connected to. Those of this machine start when there is something to do."""

    def __init__(self, cluster: Cluster, tell: Callable[[str], None]) -> None:
        self.cluster, self.tell = cluster, tell
        self.local: LocalCluster | None = None
        self._open = ExitStack()
        self._connection: Connection | None = None

    def __enter__(self) -> Workers:
        if self.cluster.local is None:
            # Before anything is begun, so that nothing is left behind if nobody answers.
            self._connect(self.cluster.address)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open.__exit__(kind, fault, trace)

    def send(
        self, rules: bytes, tasks: Iterable[T], work: Work[T, R]
    ) -> Generator[R | Failed | Stop | None]:
        """Has these tasks done by the workers: see `Sending`."""
        if self.cluster.local is not None and self.local is None:
            self.local = self._open.enter_context(LocalCluster(self.cluster.local))
            self._connect(self.local.address)
        assert self._connection is not None
        return Sending(self._connection, rules, tasks, work, self.tell, self.local).all()

    def _connect(self, address: str) -> None:
        self._connection = Connection(self.cluster, address)
        self._open.callback(self._connection.close)
        self._connection.open()


class Sending(Generic[T, R]):
    """The tasks that wait and those that were submitted."""

    def __init__(
        self,
        connection: Connection,
        rules: bytes,
        tasks: Iterable[T],
        work: Work[T, R],
        tell: Callable[[str], None],
        local: LocalCluster | None,
    ) -> None:
        self.connection, self.work = connection, work
        self.tell, self.local = tell, local
        self.rules, self.name = rules, name_of(rules)
        self.tasks = iter(tasks)
        self.again: deque[T] = deque()
        self.submitted: dict[int, T] = {}
        self.failures: Counter[int] = Counter()
        self.workers: int | None = None
        self.deaths = 0 if local is None else local.deaths
        self.next_look = 0.0

    def all(self) -> Generator[R | Failed | Stop | None]:
        """Yields the result of each task, in any order: `Failed` only for those that are given up, None from time to time if
        there is no result, and nothing after `Stop`. There may be more tasks after a result was taken.
        """
        try:
            yield from self._all()
        finally:
            self.connection.drop()

    def _all(self) -> Generator[R | Failed | Stop | None]:
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
                ticket = self.connection.submit(self.name, self.rules, self.work.errand(task))
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

    def _judged(self, task: T, reply: Reply) -> R | Failed | Stop | None:
        """The result of a task to yield; None if it will be tried again."""
        match reply:
            case Lost():
                self.again.append(task)
                return None
            case Broken(why):
                return self._failed(task, Failed(task.chunk, why, None))
            case bytes():
                return self._kept(task, reply)

    def _kept(self, task: T, reply: bytes) -> R | Failed | Stop | None:
        """The result in a reply, if it is one of this task."""
        try:
            result = result_in(reply, task.chunk)
            if isinstance(result, Stop):
                return result
            if isinstance(result, Failed):
                return self._failed(task, result)
            accepted = self.work.accepted(task, result)
        except ReplyError as fault:
            return self._failed(task, Failed(task.chunk, f"a reply is damaged: {fault}", None))
        except DiskError as fault:
            return Stop(str(fault))
        if self.local is not None:
            self.deaths = self.local.deaths
        return accepted

    def _failed(self, task: T, result: Failed) -> Failed | None:
        self.failures[task.chunk] += 1
        if self.failures[task.chunk] == TRIES:
            return result
        self.again.append(task)
        return None
