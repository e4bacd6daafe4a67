"""The language server in a worker of the playground: messages are texts, without headers."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path

import boardwright.rulesets
from boardwright.lsp.positions import uri_of
from boardwright.lsp.scenario_runs import Question, Run, Runner, run
from boardwright.lsp.server import Server, made


class _Writer:
    """What the server writes to: each message at once."""

    def __init__(self, send: Callable[[str], object]) -> None:
        self._send = send

    def write(self, data: bytes) -> None:
        self._send(data.decode("utf-8"))

    def close(self) -> None:
        """The page ends the worker."""


class _RunnerHere(Runner):
    """Runs scenarios at once, since a page has no processes."""

    async def run(self, question: Question, purpose: str) -> tuple[Run, ...] | None:
        return run(question)


class Playground:
    """A language server for texts."""

    def __init__(self, server: Server, folder: Path) -> None:
        self._server, self._folder = server, folder

    def put(self, text: str) -> None:
        """Takes a message of the editor."""
        protocol = self._server.protocol
        protocol.handle_message(json.loads(text, object_hook=protocol.structure_message))

    def step(self) -> bool:
        """The server works by itself, on the event loop of the page."""
        return False

    def files_changed(self, paths: Iterable[str]) -> None:
        """Tells the server that files of the folder are others by now."""
        changes = [{"uri": uri_of(self._folder / path), "type": 2} for path in paths]
        method, params = "workspace/didChangeWatchedFiles", {"changes": changes}
        self.put(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))


def begin(folder: str, start: str, send: Callable[[str], object], misfit: object) -> Playground:
    """Serves the folder with the games. What the page opens first does not matter here, nor do saved games."""
    os.chdir(folder)
    boardwright.rulesets.__path__[:] = [folder]
    server = made(_RunnerHere())
    server.protocol.set_writer(_Writer(send), include_headers=False)
    return Playground(server, Path(folder))
