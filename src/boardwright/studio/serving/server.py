"""The studio's server: a page and its sockets, for the browser that we opened, on this machine.

It computes nothing itself. Each page has an engine and, if it edits, a language server. They are processes of their own,
which may take long, or end, without keeping anybody else waiting.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from socket import AF_INET, AF_INET6, SO_REUSEADDR, SOL_SOCKET, socket
from types import FrameType

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from boardwright.studio.folder_file import read_inside
from boardwright.studio.runs.run_folder import runs_of
from boardwright.studio.serving.children import Child
from boardwright.studio.serving.engine_link import EngineLink
from boardwright.studio.serving.guard import FRAMED, INVITED, SANDBOX, Guard, Guarded, page_policy
from boardwright.studio.serving.lsp_bridge import LANGUAGE_SERVER, LspBridge
from boardwright.studio.serving.page_files import INDEX, PageFiles, type_of

WRONG_TOKEN = 4403
TOO_MANY_PAGES = 4429
LANGUAGE_SERVER_ENDED = 4500
"""Why a socket is closed: codes that are ours to give."""

_LARGEST_FRAME = 1 << 23  # more than the engine reads, so that it can say so
_SECONDS_TO_TOKEN = 10.0
_SECONDS_TO_END = 5
_NONCE_BYTES = 16
_PICTURES = {"png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "svg": "image/svg+xml"}
_REPORTS = {"html": "text/html"}


@dataclass(frozen=True, slots=True)
class Limits:
    """What a process of the studio may take."""

    seconds: float = 60.0
    """Without a sign of life while something is asked."""
    memory: int = 2 << 30
    """Bytes."""
    pages: int = 8
    """Open at once, each with its engine."""


@dataclass(slots=True)
class Studio:
    """What is served. `engine` is the module of Python that answers a page, and its words."""

    guard: Guard
    page: PageFiles
    engine: Sequence[str]
    folder: Path | None
    limits: Limits = Limits()
    _spare: asyncio.Task[Child] | None = None
    _open: Counter[str] = field(default_factory=Counter)

    def application(self) -> Guarded:
        """The application, behind its guard."""
        routes = [
            Route("/", self._index),
            Route("/page/{hash}/{name:path}", self._page_file),
            Route("/report/{name:path}", self._report),
            Route("/picture/{name:path}", self._picture),
            WebSocketRoute("/socket", self._socket),
            WebSocketRoute("/lsp", self._lsp),
        ]
        return Guarded(Starlette(routes=routes), self.guard)

    def warm_up(self) -> None:
        """Begins an engine for the next page, which then need not wait for it."""
        if self._spare is None:
            self._spare = asyncio.create_task(self._begin())

    async def close(self) -> None:
        """Ends what no page has."""
        if self._spare is not None:
            await (await self._spare).end()

    # What is read

    async def _index(self, request: Request) -> Response:
        nonce = secrets.token_urlsafe(_NONCE_BYTES)
        metas = {"boardwright-nonce": nonce}
        if request.scope[INVITED]:
            metas["boardwright-token"] = self.guard.socket_token
        headers = {"Content-Security-Policy": page_policy(nonce)}
        return Response(self.page.index(metas), media_type=type_of(INDEX), headers=headers)

    async def _page_file(self, request: Request) -> Response:
        name = request.path_params["name"]
        content = self.page.file(request.path_params["hash"], name)
        if content is None:
            return Response(status_code=404)
        headers = {
            "Cache-Control": "private, max-age=31536000, immutable",
            # A worker has the policy that comes with its file.
            "Content-Security-Policy": page_policy(secrets.token_urlsafe(_NONCE_BYTES)),
        }
        return Response(content, media_type=type_of(name), headers=headers)

    async def _report(self, request: Request) -> Response:
        runs = runs_of(self.folder)
        return await self._shown(runs, request.path_params["name"], _REPORTS, FRAMED)

    async def _picture(self, request: Request) -> Response:
        return await self._shown(self.folder, request.path_params["name"], _PICTURES, SANDBOX)

    @staticmethod
    async def _shown(
        folder: Path | None, name: str, types: dict[str, str], policy: str
    ) -> Response:
        """A file of a folder, shown as if it came from nowhere: it runs nothing, and asks for nothing."""
        content = None
        if folder is not None:
            content = await asyncio.to_thread(read_inside, folder, name, types)
        if content is None:
            return Response(status_code=404)
        kind = types[name.rpartition(".")[2]]
        return Response(content, media_type=kind, headers={"Content-Security-Policy": policy})

    # Sockets

    async def _socket(self, socket: WebSocket) -> None:
        await self._serve(socket, self._answer)

    async def _lsp(self, socket: WebSocket) -> None:
        await self._serve(socket, self._edit)

    async def _serve(self, socket: WebSocket, do: Callable[[WebSocket], Awaitable[None]]) -> None:
        """Opens a socket for a page that knows the second token."""
        await socket.accept()
        path = socket.url.path
        if not await self._has_token(socket):
            await socket.close(WRONG_TOKEN)
        elif self._open[path] >= self.limits.pages:
            await socket.close(TOO_MANY_PAGES)
        else:
            self._open[path] += 1
            try:
                await do(socket)
            finally:
                self._open[path] -= 1

    async def _has_token(self, socket: WebSocket) -> bool:
        """Whether the first message has the second token."""
        with suppress(TimeoutError, ValueError, RecursionError):
            async with asyncio.timeout(_SECONDS_TO_TOKEN):
                async for frame in _frames(socket):
                    message = json.loads(frame)
                    token = message.get("token") if isinstance(message, dict) else None
                    return self.guard.is_socket_token(token)
        return False

    async def _answer(self, socket: WebSocket) -> None:
        """Lets an engine answer a page."""
        link = EngineLink(self._engine, _sender(socket), self.limits.seconds)
        try:
            async for frame in _frames(socket):
                await link.ask(frame)
        finally:
            await asyncio.shield(link.close())
            self.warm_up()  # the page may have been loaded again

    async def _edit(self, socket: WebSocket) -> None:
        """Lets a language server answer an editor."""
        child = await Child.begin(LANGUAGE_SERVER, self.limits.memory, self.folder)
        bridge = LspBridge(child, _sender(socket), self.limits.seconds)

        async def listen() -> None:
            why = await bridge.listen()
            with suppress(WebSocketDisconnect, RuntimeError):
                await socket.close(LANGUAGE_SERVER_ENDED, why)

        listening = asyncio.create_task(listen())
        try:
            async for frame in _frames(socket):
                await bridge.tell(frame)
        finally:
            listening.cancel()
            await asyncio.shield(child.end())

    async def _engine(self) -> Child:
        """The spare engine, or a new one."""
        spare, self._spare = self._spare, None
        if spare is not None:
            child = await spare
            if child.is_running:
                return child
        return await self._begin()

    async def _begin(self) -> Child:
        return await Child.begin(self.engine, self.limits.memory)


async def _frames(socket: WebSocket) -> AsyncIterator[str]:
    """What the page sends, until it closes. A frame that is not text is an empty one."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        yield message.get("text") or ""


def _sender(socket: WebSocket) -> Callable[[str], Awaitable[None]]:
    """Sends to the page, unless it has closed."""

    async def send(text: str) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(text)

    return send


class Server(uvicorn.Server):
    """Serves a studio until `should_exit` is set. It leaves signals to whoever runs it."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(
            uvicorn.Config(
                studio.application(),
                http="h11",
                ws="wsproto",
                ws_max_size=_LARGEST_FRAME,
                ws_ping_interval=None,  # on this machine, a connection that is gone says so
                ws_per_message_deflate=False,
                lifespan="off",
                # Addresses have tokens: nothing about requests is written anywhere.
                access_log=False,
                log_config=None,
                log_level="error",
                server_header=False,
                timeout_graceful_shutdown=_SECONDS_TO_END,
            )
        )
        self.studio = studio

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def run_on(self, listening: socket) -> None:
        """Serves on this socket."""
        self.studio.warm_up()
        try:
            await self.serve(sockets=[listening])
        finally:
            await self.studio.close()


def listen_on(host: str, port: int) -> socket:
    """A socket that listens at this address. With port 0, the system finds a free one."""
    listening = socket(AF_INET6 if ":" in host else AF_INET)
    try:
        listening.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen()
    except OSError:
        listening.close()
        raise
    return listening


def serve_until_asked(studio: Studio, listening: socket) -> int:
    """Serves until the system or a Ctrl-C asks for an end; the number of that signal."""
    server, asked = Server(studio), 0

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        server.should_exit, server.force_exit, asked = True, asked != 0, number

    names = ("SIGINT", "SIGTERM", "SIGHUP")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {each: signal.signal(each, end) for each in numbers}
    try:
        asyncio.run(server.run_on(listening))
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    return asked
