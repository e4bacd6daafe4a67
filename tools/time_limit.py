"""Limits on the time and the memory that some work may take."""

from __future__ import annotations

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TooLongError(Exception):
    """The time is up."""


@contextmanager
def bounded(seconds: int) -> Iterator[None]:
    """Raises `TooLongError` after this many seconds of processor time, so that a busy machine does not matter."""

    def late(number: int, frame: FrameType | None) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextmanager
def little_memory(most: int) -> Iterator[None]:
    """Raises `MemoryError` where this process needs more bytes than this; programs that it starts have the limit, too."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
