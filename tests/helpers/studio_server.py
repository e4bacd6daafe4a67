"""A studio that is served by a thread of the tests, and clients that ask it what they like, also what no browser would."""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPMessage
from pathlib import Path
from threading import Thread
from typing import Any

from wsproto import ConnectionType, WSConnection
from wsproto.events import (
    AcceptConnection,
    BytesMessage,
    CloseConnection,
    Event,
    RejectConnection,
    Request,
    TextMessage,
)

from boardwright.studio.serving.guard import Guard
from boardwright.studio.serving.page_files import PageFiles
from boardwright.studio.serving.server import Limits, Server, Studio, listen_on
from folders import ROOT, TESTS

STAND_IN = ("stand_in_engine",)
PATH = os.pathsep.join(map(str, (ROOT / "src", TESTS / "helpers")))
"""What PYTHONPATH must be, so that the processes of a studio find our modules."""

PATIENCE = 30.0
SOME_PAGE = PageFiles({"index.html": b"<head></head>", "one.mjs": b"1", "a/b.css": b""}, "0" * 32)

Headers = Mapping[str, str | Sequence[str]]


@dataclass(frozen=True)
class Answer:
    status: int
    headers: HTTPMessage
    body: bytes


@dataclass
class Client:
    """Asks a studio by HTTP and WebSocket, with the headers of a page that has been let in unless told otherwise."""

    guard: Guard

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.guard.port}"

    @property
    def cookie(self) -> str:
        return self.guard.cookie.partition(";")[0]

    def headers(self, changed: Headers) -> list[tuple[str, str]]:
        """The headers of our page, with these instead; an empty value leaves one out, a list sends several."""
        ours: Headers = {"Host": self.host, "Cookie": self.cookie}
        return [
            (name, value)
            for name, values in {**ours, **changed}.items()
            for value in ([values] if isinstance(values, str) else values)
            if value
        ]

    def ask(self, path: str = "/", method: str = "GET", headers: Headers | None = None) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.guard.port, timeout=PATIENCE)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in self.headers(headers or {}):
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        found = Answer(answer.status, answer.headers, answer.read())
        connection.close()
        return found

    @contextmanager
    def connected(
        self, path: str = "/socket", headers: Headers | None = None, token: str | None = ""
    ) -> Iterator[Socket]:
        """A socket that has sent its token: the right one unless told otherwise, none if it is None."""
        with socket.create_connection(("127.0.0.1", self.guard.port), PATIENCE) as connection:
            opened = Socket(connection)
            sent = self.headers({"Origin": f"http://{self.host}", **(headers or {})})
            opened.open(path, sent)
            if token is not None:
                opened.send({"token": token or self.guard.socket_token})
            yield opened


class ClosedError(Exception):
    """The other side closed the socket, or refused to open it; `code` says why."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@dataclass
class Socket:
    connection: socket.socket
    protocol: WSConnection = field(default_factory=lambda: WSConnection(ConnectionType.CLIENT))
    reason: str = ""
    _events: list[Event] = field(default_factory=list)
    _parts: list[str] = field(default_factory=list)

    def open(self, path: str, headers: Sequence[tuple[str, str]]) -> None:
        (host,) = [value for name, value in headers if name == "Host"] or [""]
        rest = [(name.encode(), value.encode()) for name, value in headers if name != "Host"]
        self._send(Request(host=host, target=path, extra_headers=rest))
        event = self._next()
        if isinstance(event, RejectConnection):
            raise ClosedError(event.status_code)
        assert isinstance(event, AcceptConnection)

    def send(self, message: object) -> None:
        """Sends a message; text and bytes as they are."""
        if isinstance(message, bytes):
            self._send(BytesMessage(message))
        else:
            text = message if isinstance(message, str) else json.dumps(message)
            self._send(TextMessage(text))

    def receive(self) -> Any:
        """The next message."""
        while True:
            event = self._next()
            if isinstance(event, CloseConnection):
                self.reason = event.reason or ""
                raise ClosedError(event.code)
            if isinstance(event, TextMessage):
                self._parts.append(event.data)
                if event.message_finished:
                    text = "".join(self._parts)
                    self._parts.clear()
                    return json.loads(text)

    def ask(self, **message: object) -> Any:
        """Sends a request and returns what comes next."""
        self.send({"id": 1, **message})
        return self.receive()

    def close(self) -> None:
        self._send(CloseConnection(1000))

    def _send(self, event: Event) -> None:
        self.connection.sendall(self.protocol.send(event))

    def _next(self) -> Event:
        while not self._events:
            data = self.connection.recv(1 << 16)
            if not data:
                raise ClosedError(1006)
            self.protocol.receive_data(data)
            self._events += self.protocol.events()
        return self._events.pop(0)


@contextmanager
def served(
    page: PageFiles = SOME_PAGE,
    engine: Sequence[str] = STAND_IN,
    folder: Path | None = None,
    limits: Limits | None = None,
) -> Iterator[Guard]:
    """Serves a studio at a free port. Its guard knows the port, and may invite."""
    listening = listen_on("127.0.0.1", 0)
    guard = Guard.at(listening.getsockname()[1])
    server = Server(Studio(guard, page, engine, folder, limits or Limits()))
    thread = Thread(target=lambda: asyncio.run(server.run_on(listening)))
    thread.start()
    try:
        yield guard
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listening.close()
        assert not thread.is_alive()
