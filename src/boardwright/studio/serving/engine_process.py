"""An engine as a process: messages come as lines of standard input, and leave as lines of standard output.

    python -P -m boardwright.studio.serving.child ... boardwright.studio.serving.engine_process SETTINGS

`SETTINGS` is a JSON object, see `settings_of`.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from types import FrameType
from typing import Any, BinaryIO

from boardwright.studio.desk import Desk
from boardwright.studio.engine import PROTOCOL, Engine
from boardwright.studio.runs.run_folder import runs_of
from boardwright.studio.schemas import request_fault
from boardwright.studio.serving.child import OUT_OF_MEMORY
from boardwright.studio.settings import Settings, Start

LARGEST = 1_000_000
"""Bytes of a message that is read at all."""

_END = b""


def settings_of(words: Mapping[str, Any]) -> Settings:
    """The settings of an engine, from what the server writes."""
    folder, start = words["folder"], words["start"]
    return Settings(
        folder=None if folder is None else Path(folder),
        runs=runs_of(None if folder is None else Path(folder)),
        start=None if start is None else Start(start["ruleset"], tuple(start["with"])),
        validate=request_fault,
    )


def rehearse(settings: Settings, is_asked: Callable[[], bool] = lambda: False) -> None:
    """Does what a page asks first, so that its modules are loaded and its rules are read by then; until it is asked."""
    questions: list[dict[str, Any]] = [{"do": "hello", "protocol": PROTOCOL}]
    if settings.start is not None:
        questions.append({"do": "open", **settings.start.data()})
    engine = Engine(settings)
    for id, question in enumerate(questions):
        if is_asked():
            return
        for _ in engine.answer({"id": id, **question}):
            pass  # what is wrong with it will be said when it is asked


def serve(desk: Desk, frames: SimpleQueue[bytes], out: BinaryIO) -> None:
    """Feeds the desk until there is nothing more to read."""
    while True:
        for frame in _taken(frames, wait=desk.is_idle):
            if frame == _END:
                return
            put(desk, frame)
        for message in desk.step():
            out.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        out.flush()


def put(desk: Desk, frame: bytes) -> None:
    """Hands a frame to the desk, whatever it is."""
    if len(frame) > LARGEST:
        desk.put_broken("too_large", f"a message has at most {LARGEST} bytes")
        return
    try:
        message = json.loads(frame)
    except (ValueError, RecursionError):
        desk.put_broken("malformed", "a message is an object in JSON")
        return
    desk.put(message)


def _taken(frames: SimpleQueue[bytes], *, wait: bool) -> Sequence[bytes]:
    """What has come, at least one frame if it is to `wait`."""
    found = [frames.get()] if wait else []
    try:
        while True:
            found.append(frames.get_nowait())
    except Empty:
        return found


def _read(stream: BinaryIO, frames: SimpleQueue[bytes]) -> None:
    try:
        for line in stream:
            frames.put(line)
        frames.put(_END)
    except MemoryError:
        os._exit(OUT_OF_MEMORY)  # without this thread nothing would be answered any more


def main(words: str) -> None:
    """Answers until the server closes the input."""
    signal.signal(signal.SIGTERM, _leave)
    frames: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(sys.stdin.buffer, frames), daemon=True).start()
    # What anything prints must not get between the messages.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as out, redirect_stdout(sys.stderr):
        os.dup2(sys.stderr.fileno(), 1)
        settings = settings_of(json.loads(words))
        rehearse(settings, lambda: not frames.empty())
        desk = Desk(Engine(settings))
        try:
            serve(desk, frames, out)
        finally:
            desk.close()  # its jobs end, and leave no files


def _leave(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


if __name__ == "__main__":
    main(sys.argv[1])
