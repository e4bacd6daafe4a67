"""Results that follow from files. They are kept in the `store`, and used as long as the files give the same result.

A result of looking at the disk is kept with everything that was read there, which is compared before the result is used.
Every result has a mark, which stands for the files, the question and the engine. Results that follow from another result
alone are kept under its mark. Results are pickled, in parts that are read when they are needed. The store only returns
what it wrote itself.
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
"""Gives the parts of a result to keep; None if it is not worth keeping."""


class Parts:
    """A kept result, part by part. `outside` are the objects that it refers to without containing them, by name."""

    def __init__(self, data: bytes, outside: dict[str, object] | None = None) -> None:
        self._data, self._outside = io.BytesIO(data), outside or {}

    def next(self) -> Any:
        """The next part."""
        with _collecting_nothing():
            return _Unpickler(self._data, self._outside).load()


Load = Callable[[Parts], T]


def found_on_disk(
    kind: str, question: Sequence[str], find: Callable[[], T], dump: Dump[T], load: Load[T]
) -> tuple[T, str | None]:
    """The result of `find`, which looks at the disk, now or earlier, with its mark. The mark is None if it is unknown what the
    result follows from. Whatever `find` raises is raised, and not kept.
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
    """The result of `find`, now or earlier, which depends only on what this mark stands for."""
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
    """The mark of a result that follows from a result with this mark and these parts."""
    return None if mark is None else key_of(mark, *parts)


def _surroundings() -> tuple[str, str] | None:
    # Files are named from the current folder.
    try:
        here, ours = os.getcwd(), engine()  # noqa: PTH109 - as `shown_name` does
    except OSError:
        return None
    return None if ours is None else (ours, here)


def _mark(key: str, answers: file_questions.Answers) -> str:
    return key_of(key, *(f"{question}\n{answer}" for question, answer in answers.items()))


def _tried(parts: Parts, load: Load[T]) -> tuple[T] | None:
    """A kept result; None if it cannot be read, which costs only time."""
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
    except RecursionError:  # nested too deeply to be pickled
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
    """Turns garbage collection off: thousands of objects are made that all stay, and it would take a fifth of the time."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()
