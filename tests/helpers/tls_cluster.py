"""A scheduler and a worker on loopback that speak TLS, in a process of its own: for tests of connections.

    python tests/helpers/tls_cluster.py CA CERT KEY

It writes its address to stdout, and ends when stdin does.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import Any

from distributed import Scheduler, Security, Worker


async def serve(ca: str, cert: str, key: str) -> None:
    security = Security(  # type: ignore[no-untyped-call]
        require_encryption=True,
        tls_ca_file=ca,
        **{
            f"tls_{role}_{what}": file
            for role in ("scheduler", "worker", "client")
            for what, file in (("cert", cert), ("key", key))
        },
    )
    here: dict[str, Any] = {
        "host": "tls://127.0.0.1",
        "dashboard": False,
        "dashboard_address": "127.0.0.1:0",
    }
    async with (
        Scheduler(security=security, port=0, **here) as scheduler,
        Worker(scheduler.address, security=security, nthreads=1, memory_limit=0, **here),
    ):
        sys.stdout.write(f"{scheduler.address}\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    asyncio.run(serve(*sys.argv[1:]))
