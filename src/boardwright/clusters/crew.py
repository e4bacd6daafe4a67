"""Hands out chunks of a run to the workers of a cluster, and writes what comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from types import TracebackType
from typing import TypeVar

from boardwright.clusters.address import Cluster
from boardwright.clusters.messages import ReplyError, errand_of
from boardwright.clusters.rule_files import packed
from boardwright.clusters.sending import Workers
from boardwright.runs.chunk import Played, Result, Task
from boardwright.runs.disk import write_whole
from boardwright.runs.parts import DamagedError, checked_bytes
from boardwright.runs.plan import Order
from boardwright.runs.pool import Pool

T = TypeVar("T")


class Parts:
    """Chunks of a run: what comes back for each is its part, which is written if it is one of that chunk."""

    def errand(self, task: Task) -> bytes:
        """The errand to play a chunk."""
        return errand_of(task)

    def accepted(self, task: Task, reply: bytes) -> Played:
        """Writes a part."""
        try:
            tally = checked_bytes(reply, task.plan, task.chunk)
        except DamagedError as fault:
            raise ReplyError(f"{fault}") from fault
        write_whole(task.path, [reply])
        return Played(task.chunk, tally)


class ClusterCrew:
    """The workers of a cluster. Rules are read in a process apart, so that this one stays small."""

    def __init__(self, cluster: Cluster, order: Order, tell: Callable[[str], None]) -> None:
        self._order = order
        self._workers = Workers(cluster, tell)
        self._open = ExitStack()
        self._apart = Pool(1, apart=True)
        self._rules = b""

    def __enter__(self) -> ClusterCrew:
        self._open.push(self._apart)
        self._open.enter_context(self._workers)
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

    def games_under_way(self) -> float:
        """Always 0: workers report whole chunks."""
        return 0.0

    def play(
        self, tasks: Iterable[Task], tick: Callable[[], None] | None = None
    ) -> Iterator[Result | None]:
        """Plays chunks on the workers, checks what they reply, and writes it."""
        if not self._rules:
            self._rules = self.call(packed, self._order)
        self._apart.renew()
        return self._workers.send(self._rules, tasks, Parts())
