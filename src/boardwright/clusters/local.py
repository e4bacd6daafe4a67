"""A cluster of processes of this machine: a scheduler and workers, on loopback, without a dashboard. What dies is started
again.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from types import TracebackType

from boardwright.clusters.address import ClusterError

_TICK = 0.2
_STARTS_WITHIN = 60.0
"""Seconds in which the scheduler must say its address."""


class LocalCluster:
    """A scheduler and this many workers, each a process of its own."""

    def __init__(self, workers: int) -> None:
        self.address = ""
        self.size = workers
        self.deaths = 0
        self._scheduler: subprocess.Popen[str] | None = None
        self._workers: list[subprocess.Popen[str] | None] = [None] * workers
        self._ended = threading.Event()
        self._watch = threading.Thread(target=self._watching, daemon=True)

    def __enter__(self) -> LocalCluster:
        self._scheduler = _started("scheduler", "0")
        try:
            self.address = _address_of(self._scheduler)
            self._start_workers()
            self._watch.start()
        except BaseException:  # nobody calls `__exit__` then
            self._end_all()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ended.set()
        if self._watch.ident is not None:
            self._watch.join()
        self._end_all()

    def _end_all(self) -> None:
        for process in (*self._workers, self._scheduler):
            if process is not None:
                _end(process)

    @property
    def scheduler(self) -> int:
        """The number of the scheduler's process."""
        assert self._scheduler is not None
        return self._scheduler.pid

    def worker(self, number: int) -> int | None:
        """The number of a worker's process; None if it is not alive."""
        process = self._workers[number]
        return None if process is None or process.poll() is not None else process.pid

    def _watching(self) -> None:
        while not self._ended.wait(_TICK):
            if self._scheduler is not None and self._scheduler.poll() is not None:
                self.deaths += 1
                _end(self._scheduler)
                self._scheduler = _started("scheduler", self.address.rpartition(":")[2])
            self._start_workers()

    def _start_workers(self) -> None:
        for number, process in enumerate(self._workers):
            if process is None or process.poll() is not None:
                if process is not None:
                    self.deaths += 1
                    _end(process)
                self._workers[number] = _started("worker", self.address)


def _started(kind: str, of: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "boardwright.clusters.node", kind, of],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def _address_of(scheduler: subprocess.Popen[str]) -> str:
    """The address that a scheduler writes. `ClusterError` if it ends, or writes none in time."""
    late = threading.Timer(_STARTS_WITHIN, scheduler.kill)
    late.start()
    try:
        assert scheduler.stdout is not None
        address = scheduler.stdout.readline().strip()
    finally:
        late.cancel()
    if not address:
        raise ClusterError("the scheduler of the local cluster does not start")
    return address


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            stream.close()
