"""The engine in the worker of the playground, which has no server: its page hands over messages as texts, and gets texts."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path

import boardwright.rulesets
from boardwright.interpreter.records.schemas import check_with
from boardwright.studio.desk import Desk
from boardwright.studio.engine import Engine
from boardwright.studio.files import files_in, hash_of
from boardwright.studio.settings import Settings, Start

MOST_CHARACTERS = 1 << 20


class Playground:
    """A desk for texts. `step` works, as long as it says that there is more to do."""

    def __init__(self, desk: Desk, send: Callable[[str], object]) -> None:
        self._desk, self._send = desk, send

    def put(self, text: str) -> None:
        """Takes a request. The page may have read it from a link, so it may be anything."""
        if len(text) > MOST_CHARACTERS:
            self._desk.put_broken("too_large", "a request has at most 1,000,000 characters")
            return
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            self._desk.put_broken("malformed", "a request is JSON")
            return
        self._desk.put(message)

    def step(self) -> bool:
        """Works on one request, and says whether there is more to do."""
        for message in self._desk.step():
            self._send(json.dumps(message, ensure_ascii=False))
        return not self._desk.is_idle

    def files_changed(self, paths: Iterable[str]) -> None:
        """The engine looks at files when it is asked, so it needs not be told."""


RUNS = "/runs"
"""Where runs are kept until the page is closed: in memory, and apart from the games."""


_WHOLE = ("record head", "save")
"""Forms without fractions: 1.0 would be a whole number to JavaScript."""

Misfit = Callable[[str, str], str | None]
"""Why a value does not have a form, both as texts; nothing if it has. Made by the page from our schemas."""


def begin(folder: str, start: str, send: Callable[[str], object], misfit: Misfit) -> Playground:
    """Opens the folder with the games: all rulesets are there, so that each can be changed. `start` is what the page opens
    first, as JSON.
    """
    os.chdir(folder)
    check_with(lambda value, name, part: _misfit(value, f"{name} {part or ''}".strip(), misfit))
    boardwright.rulesets.__path__[:] = [folder]
    opened = json.loads(start)
    home = Path(folder)
    settings = Settings(
        home,
        Start(opened["ruleset"], tuple(opened["with"])),
        takes_files=True,
        runs=Path(RUNS),
        processes=False,
        originals={path: hash_of((home / path).read_bytes()) for path, _ in files_in(home)},
    )
    return Playground(Desk(Engine(settings)), send)


def _misfit(value: object, form: str, misfit: Misfit) -> str | None:
    text = json.dumps(value)
    if form in _WHOLE:
        try:
            json.loads(text, parse_float=_refuse_fraction)
        except ValueError as fault:
            return str(fault)
    return misfit(text, form) or None


def _refuse_fraction(text: str) -> None:
    raise ValueError(f"{text} is not a whole number")
