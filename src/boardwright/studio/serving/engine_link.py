"""Between a page and its engine: passes messages on, and begins an engine again that takes too long or too much."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

from boardwright.studio.serving.children import Child

# What a page may have asked without an answer; then it has to wait. The engine refuses fewer, with an answer.
MOST_WAITING = 1000

_WHY = {
    "slow": "the engine took too long for this, and was begun again",
    "memory": "the engine needed too much memory for this, and was begun again",
    "ended": "the engine ended without an answer, and was begun again",
}

Id = int | None


@dataclass(slots=True)
class EngineLink:
    """The engine of one page. It begins when it is asked something.

    Every request gets an answer: if the engine does not give one, this does.
    """

    begin: Callable[[], Awaitable[Child]]
    send: Callable[[str], Awaitable[None]]
    seconds: float
    _child: Child | None = None
    _reader: asyncio.Task[None] | None = None
    _waiting: Counter[Id] = field(default_factory=Counter)
    _fewer: asyncio.Event = field(default_factory=asyncio.Event)
    _since: float = 0.0

    async def ask(self, frame: str) -> None:
        """Passes a request of the page on, whatever it is: the engine answers what it cannot read."""
        while self._waiting.total() >= MOST_WAITING:
            self._fewer.clear()
            await self._fewer.wait()
        if self._child is None:
            self._child = await self.begin()
            self._reader = asyncio.create_task(self._listen(self._child))
        if not self._waiting:
            self._since = _now()
        self._waiting[id_of(frame)] += 1
        # A line for each message: between the parts of a JSON text, a line break is a blank.
        await self._child.write(frame.replace("\n", " ").replace("\r", " ").encode() + b"\n")

    async def close(self) -> None:
        """Ends the engine and its jobs."""
        if self._reader is not None:
            self._reader.cancel()
            with suppress(asyncio.CancelledError):
                await self._reader
        if self._child is not None:
            await self._child.end()

    async def _listen(self, child: Child) -> None:
        """Passes on what the engine says, until it ends or has to."""
        while True:
            left = self._since + self.seconds - _now() if self._waiting else self.seconds
            try:
                async with asyncio.timeout(max(left, 0)):
                    line = await child.output.readuntil(b"\n")
            except TimeoutError:
                if self._waiting and _now() >= self._since + self.seconds:
                    await child.kill()
                    await self._lost("slow")
                    return
                continue
            except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                await child.kill()
                await self._lost(await child.why_it_ended())
                return
            self._since = _now()
            message = json.loads(line)
            if "id" in message:
                self._answered(message["id"])
            await self.send(line.decode().rstrip("\n"))

    def _answered(self, id: Id) -> None:
        self._waiting[id] -= 1
        if self._waiting[id] <= 0:
            del self._waiting[id]
        self._fewer.set()

    async def _lost(self, why: str) -> None:
        """Answers what waits, and tells the page, which opens its games again."""
        self._child = self._reader = None
        waiting = list(self._waiting.elements())
        self._waiting.clear()
        self._fewer.set()
        for id in waiting:
            error = {"code": "unavailable", "message": _WHY[why]}
            await self.send(json.dumps({"id": id, "error": error}))
        await self.send(json.dumps({"tell": "restarted", "why": why}))


def id_of(frame: str) -> Id:
    """The id of a request; None if it has none that an answer could name."""
    try:
        message = json.loads(frame)
    except (ValueError, RecursionError):
        return None
    id = message.get("id") if isinstance(message, dict) else None
    return id if isinstance(id, int) and not isinstance(id, bool) else None


def _now() -> float:
    return asyncio.get_running_loop().time()
