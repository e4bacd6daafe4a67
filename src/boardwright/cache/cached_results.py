"""What follows from files, kept in the `store` and taken from there as long as it would be found again.

Of what was found by `looking` at the disk, all that was seen is kept with it, and looked at again before it is taken.
Everything found has a mark, which stands for the files, for the question and for the engine: what follows from it
alone is kept by that. It is written as Python pickles it, in parts of which the later ones are read when they are asked
for; the store gives out only what it took itself.
"""

from __future__ import annotations

import gc
import io
import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from boardwright.cache import file_questions
from boardwright.cache.fingerprint import engine
from boardwright.cache.store import key_of, store

T = TypeVar("T")
Dump = Callable[[T], Sequence[object] | None]
"""The parts to be kept; None if it is not worth it."""


class Parts:
    """What was kept, part by part. `outside` are the objects that it refers to and does not hold, by name."""

    def __init__(self, data: bytes, outside: dict[str, object] | None = None) -> None:
        self._data, self._outside = io.BytesIO(data), outside or {}

    def next(self) -> Any:
        """The part after those that were taken."""
        with _collecting_nothing():
            return _Unpickler(self._data, self._outside).load()


Load = Callable[[Parts], T]


def found_on_disk(
    kind: str, question: Sequence[str], find: Callable[[], T], dump: Dump[T], load: Load[T]
) -> tuple[T, str | None]:
    """What `find` finds by looking at the disk, or found before, with its mark; None if nobody knows all that it follows
    from. Whatever `find` raises is raised, and not kept.
    """
    surroundings = _surroundings()
    if surroundings is None or store().folder is None:
        return find(), None
    key = key_of(*surroundings, kind, *question)
    data = store().get(kind, key)
    if data is not None:
        parts = Parts(data)
        answers: tuple[file_questions.Answers] | None = _tried(parts, Parts.next)
        if answers is not None and file_questions.still(*answers):
            kept = _tried(parts, load)
            if kept is not None:
                return kept[0], _mark(key, *answers)
    with file_questions.noting() as seen:
        found = find()
    if not seen.whole:
        return found, None
    _put(kind, key, dump(found), {}, seen.answers)
    return found, _mark(key, seen.answers)


def follows(
    kind: str,
    mark: str | None,
    find: Callable[[], T],
    dump: Dump[T],
    load: Load[T],
    outside: dict[str, object] | None = None,
) -> T:
    """What `find` makes of nothing but what this mark stands for, or made before."""
    if mark is None:
        return find()
    data = store().get(kind, mark)
    kept = None if data is None else _tried(Parts(data, outside), load)
    if kept is not None:
        return kept[0]
    found = find()
    _put(kind, mark, dump(found), outside or {})
    return found


def marked(mark: str | None, *parts: str) -> str | None:
    """The mark of what follows from something with this mark, and these parts."""
    return None if mark is None else key_of(mark, *parts)


def _surroundings() -> tuple[str, str] | None:
    # Files are shown by their names from here.
    try:
        here, ours = os.getcwd(), engine()  # noqa: PTH109 - as `shown_name` does
    except OSError:
        return None
    return None if ours is None else (ours, here)


def _mark(key: str, answers: file_questions.Answers) -> str:
    return key_of(key, *(f"{question}\n{answer}" for question, answer in answers.items()))


def _tried(parts: Parts, load: Load[T]) -> tuple[T] | None:
    """What was kept, by itself; None if it cannot be read. Nothing is lost then."""
    try:
        return (load(parts),)
    except Exception:
        return None


def _put(
    kind: str,
    key: str,
    parts: Sequence[object] | None,
    outside: dict[str, object],
    answers: file_questions.Answers | None = None,
) -> None:
    if parts is None:
        return
    data = io.BytesIO()
    try:
        for part in (*(() if answers is None else (dict(answers),)), *parts):
            _Pickler(data, outside).dump(part)
    except RecursionError:  # nested more deeply than can be written
        return
    store().put(kind, key, data.getvalue())


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, outside: dict[str, object]) -> None:
        super().__init__(file, protocol=5)
        self._names = {id(each): name for name, each in outside.items()}

    def persistent_id(self, obj: object) -> str | None:
        return self._names.get(id(obj))


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, outside: dict[str, object]) -> None:
        super().__init__(file)
        self._outside = outside

    def persistent_load(self, pid: str) -> object:
        return self._outside[pid]


@contextmanager
def _collecting_nothing() -> Iterator[None]:
    """Thousands of objects are made that all stay: looking for those that could go takes a fifth of the time."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()
