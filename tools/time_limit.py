"""A limit on the time that a piece of work may take."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TooLongError(Exception):
    """The time is over."""


@contextmanager
def bounded(seconds: int) -> Iterator[None]:
    """Raises `TooLongError` after so many seconds. Of processor time, so that a busy machine changes nothing."""

    def late(number: int, frame: FrameType | None) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
