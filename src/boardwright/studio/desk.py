"""The desk of an engine: requests wait there, long ones take turns, and any can be cancelled."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from boardwright.studio.engine import Engine, id_of
from boardwright.studio.messages import WAITING
from boardwright.studio.refused import Code, RefusedError

Message = dict[str, Any]

MOST_WAITING = 200
MOST_LEVELS = 32


class Desk:
    """Takes requests with `put`, and works with `step`. Carriers do nothing else."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._answers: deque[Message] = deque()
        self._under_way: OrderedDict[int, Iterator[Message]] = OrderedDict()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is left to do until the next request."""
        return not self._answers and not self._under_way

    def put(self, message: object) -> None:
        """Takes a request. What is none is answered, too."""
        id = id_of(message)
        if not isinstance(message, Mapping) or id is None:
            self._refuse(None, "malformed", "a request is an object with an `id`, a whole number")
        elif is_deep(message):
            self._refuse(id, "malformed", f"a request has at most {MOST_LEVELS} levels")
        elif message.get("do") == "cancel" and self._is_under_way(message.get("which")):
            self._cancel(id, message["which"])
        elif id in self._under_way:
            self._refuse(id, "malformed", f"a request with the id {id} is still waiting")
        elif len(self._under_way) >= MOST_WAITING:
            self._refuse(id, "refused", f"{MOST_WAITING} requests are waiting already")
        else:
            self._under_way[id] = self.engine.answer(message)

    def put_broken(self, code: Code, message: str) -> None:
        """Answers a frame that is not a message, such as one that is too large."""
        self._refuse(None, code, message)

    def step(self) -> Sequence[Message]:
        """Works on one request until it has something to tell, and returns what is to be sent."""
        found = [*self._answers]
        self._answers.clear()
        if not found and self._under_way:
            id, answering = self._under_way.popitem(last=False)
            message = next(answering, None)
            if message is not None:
                if message is not WAITING:
                    found.append(message)
                if "tell" in message:  # news: the others have their turn before the rest
                    self._under_way[id] = answering
        return found

    def close(self) -> None:
        """Ends what is under way, without an answer."""
        while self._under_way:
            _, answering = self._under_way.popitem()
            answering.close()  # type: ignore[attr-defined]  # as below

    def _is_under_way(self, id: object) -> bool:
        return type(id) is int and id in self._under_way  # True is a number to Python

    def _cancel(self, id: int, which: int) -> None:
        answering = self._under_way.pop(which)
        answering.close()  # type: ignore[attr-defined]  # iterators of the engine are generators
        error = RefusedError("cancelled", "this request was cancelled")
        self._answers += [{"id": which, "error": error.data()}, {"id": id, "ok": {}}]

    def _refuse(self, id: int | None, code: Code, message: str) -> None:
        self._answers.append({"id": id, "error": RefusedError(code, message).data()})


def is_deep(message: object) -> bool:
    """Whether a value has more levels than requests may have."""
    level: list[object] = [message]
    for _ in range(MOST_LEVELS):
        level = [part for each in level for part in _parts(each)]
        if not level:
            return False
    return True


def _parts(value: object) -> Sequence[object]:
    if isinstance(value, Mapping):
        return [*value.values()]
    return value if isinstance(value, list | tuple) else ()
