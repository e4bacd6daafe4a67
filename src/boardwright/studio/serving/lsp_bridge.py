"""Between the editor of the page and a language server: text frames there, messages with a length here."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from boardwright.studio.serving.children import Child

LANGUAGE_SERVER = ("boardwright", "lsp")
"""The module of Python that is a language server, and its words."""

_LENGTH = b"content-length:"
_PARSE_ERROR = {"code": -32700, "message": "a message is an object in JSON"}


@dataclass(slots=True)
class LspBridge:
    """One language server for one connection. It is ended if it takes too long; the page then begins another."""

    child: Child
    send: Callable[[str], Awaitable[None]]
    seconds: float
    _waiting: set[str | int] = field(default_factory=set)
    _since: float = 0.0

    async def tell(self, frame: str) -> None:
        """Passes a message of the editor on; what is none is answered here."""
        message = _read(frame)
        if message is None:
            await self.send(json.dumps({"jsonrpc": "2.0", "id": None, "error": _PARSE_ERROR}))
            return
        id = message.get("id")
        if "method" in message and isinstance(id, str | int):
            if not self._waiting:
                self._since = _now()
            self._waiting.add(id)
        data = frame.encode()
        await self.child.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))

    async def listen(self) -> str:
        """Passes on what the server says. Ends when it does, or has to, and says why."""
        while True:
            left = self._since + self.seconds - _now() if self._waiting else self.seconds
            try:
                async with asyncio.timeout(max(left, 0)):
                    length = await self._length()
            except TimeoutError:
                if self._waiting and _now() >= self._since + self.seconds:
                    return "slow"
                continue
            except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
                await self.child.kill()
                return await self.child.why_it_ended()
            with suppress(asyncio.IncompleteReadError):
                text = (await self.child.output.readexactly(length)).decode()
                self._since = _now()
                message = _read(text)
                if message is not None and "method" not in message:
                    self._waiting.discard(message.get("id", ""))
                await self.send(text)

    async def _length(self) -> int:
        """The length of the next message, which its headers say."""
        head = await self.child.output.readuntil(b"\r\n\r\n")
        for line in head.lower().splitlines():
            if line.startswith(_LENGTH):
                return int(line.removeprefix(_LENGTH))
        raise ValueError("a message without its length")


def _read(text: str) -> dict[str, Any] | None:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def _now() -> float:
    return asyncio.get_running_loop().time()
