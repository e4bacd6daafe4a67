"""A process of a local cluster: a scheduler, or one worker with one thread. It ends when its parent does.

    python -m boardwright.clusters.node scheduler PORT
    python -m boardwright.clusters.node worker ADDRESS

It writes its address to stdout once it can be reached, and reads stdin, which its parent never writes to, until it ends.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import tempfile
import threading
from typing import Any

_HERE = "127.0.0.1"
_SETTINGS: dict[str, Any] = {
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    "distributed.admin.log-length": 0,
}


def main(kind: str, of: str) -> None:
    """Runs until stdin ends, or the connection to the scheduler."""
    import dask

    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C is for the parent, which ends this process
    logging.disable(logging.CRITICAL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with dask.config.set(_SETTINGS):
        asyncio.run(_scheduler(int(of)) if kind == "scheduler" else _worker(of))


async def _scheduler(port: int) -> None:
    from distributed import Scheduler

    async with Scheduler(
        host=_HERE, port=port, dashboard=False, dashboard_address=f"{_HERE}:0"
    ) as scheduler:
        _tell(scheduler.address)
        await scheduler.finished()


async def _worker(address: str) -> None:
    from distributed import Worker

    async with Worker(
        address,
        host=_HERE,
        nthreads=1,
        memory_limit=0,
        dashboard=False,
        dashboard_address=f"{_HERE}:0",
        local_directory=tempfile.gettempdir(),
    ) as worker:
        _tell(worker.address)
        await worker.finished()


def _tell(address: str) -> None:
    sys.stdout.write(f"{address}\n")
    sys.stdout.flush()


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
