"""Talks to a language server over its standard streams, as an editor does."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Timer
from typing import Any

# A server that says nothing for so long is ended; whoever waits for it then fails.
LONGEST = 300.0


class Editor:
    """An editor with one language server. Questions that the server asks are answered by `answer`."""

    def __init__(
        self, command: Sequence[str], folder: Path, answer: Callable[[str, Any], Any]
    ) -> None:
        environment = {**os.environ, "NODE_OPTIONS": ""}
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env=environment,
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._to, self._from = self._process.stdin, self._process.stdout
        self._answer = answer
        self._last = 0
        self._told: list[dict[str, Any]] = []
        self._guard = Timer(LONGEST, self._process.kill)
        self._guard.start()

    def ask(self, method: str, parameters: Any) -> Any:
        """The answer to a request."""
        self._last += 1
        number = self._last
        self._send({"id": number, "method": method, "params": parameters})
        while True:
            message = self._receive()
            if message.get("id") == number and "method" not in message:
                assert "error" not in message, message["error"]
                return message["result"]
            self._take(message)

    def tell(self, method: str, parameters: Any) -> None:
        """A notification, which has no answer."""
        self._send({"method": method, "params": parameters})

    def await_told(self, method: str, fits: Callable[[Any], bool] = lambda _: True) -> Any:
        """What the server tells next by a notification of this name that fits."""
        while True:
            for number, message in enumerate(self._told):
                if message["method"] == method and fits(message["params"]):
                    del self._told[number]
                    return message["params"]
            self._take(self._receive())

    def close(self) -> None:
        """Ends the server as the protocol wants it."""
        self.ask("shutdown", None)
        self.tell("exit", None)
        self._to.close()
        self._process.wait()
        self._guard.cancel()
        self._from.close()

    def _take(self, message: dict[str, Any]) -> None:
        if "id" in message:
            result = self._answer(message["method"], message.get("params"))
            self._send({"id": message["id"], "result": result})
        else:
            self._told.append(message)

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._to.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._to.flush()

    def _receive(self) -> dict[str, Any]:
        length = 0
        while line := self._from.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        assert length, "the language server has gone"
        message: dict[str, Any] = json.loads(self._from.read(length))
        return message
