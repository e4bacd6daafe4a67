from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from boardwright.studio.desk import MOST_WAITING, Desk
from boardwright.studio.engine import Engine, Message
from boardwright.studio.settings import Settings


class Slow:
    """Tells three pieces of news for each request."""

    def __init__(self) -> None:
        self.closed: list[int] = []

    def answer(self, message: Any) -> Iterator[Message]:
        try:
            for n in range(3):
                yield {"tell": "progress", "id": message["id"], "done": n}
            yield {"id": message["id"], "ok": {}}
        finally:
            self.closed.append(message["id"])


def all_of(desk: Desk) -> list[Message]:
    found: list[Message] = []
    while not desk.is_idle:
        found += desk.step()
    return found


def test_requests_take_turns() -> None:
    desk = Desk(cast(Engine, Slow()))
    desk.put({"id": 1, "do": "run"})
    desk.put({"id": 2, "do": "run"})
    assert [each["id"] for each in all_of(desk)] == [1, 2, 1, 2, 1, 2, 1, 2]


def test_a_request_is_cancelled() -> None:
    engine = Slow()
    desk = Desk(cast(Engine, engine))
    desk.put({"id": 1, "do": "run"})
    desk.step()
    desk.put({"id": 2, "do": "cancel", "which": 1})
    first, second = all_of(desk)
    assert first["id"] == 1 and first["error"]["code"] == "cancelled"
    assert second == {"id": 2, "ok": {}}
    assert engine.closed == [1]


def test_what_is_not_under_way_is_not_cancelled() -> None:
    desk = Desk(Engine(Settings()))
    for id, which in enumerate((1, 7, [1], None, True)):
        desk.put({"id": id, "do": "cancel", "which": which})
    answers = {each["id"]: each for each in all_of(desk)}
    assert answers[0] == {"id": 0, "ok": {}} and answers[1] == {"id": 1, "ok": {}}
    assert {answers[id]["error"]["code"] for id in (2, 3, 4)} == {"malformed"}


def test_a_desk_has_limits() -> None:
    desk = Desk(Engine(Settings()))
    for id in range(MOST_WAITING + 1):
        desk.put({"id": id, "do": "nothing"})
    assert desk.step()[0]["error"]["code"] == "refused"
    assert len(all_of(desk)) == MOST_WAITING
    deep: object = 1
    for _ in range(40):
        deep = [deep]
    desk.put({"id": 1, "do": "hello", "deep": deep})
    desk.put([])
    desk.put_broken("too_large", "this message has more than 1 MB")
    answers = all_of(desk)
    assert [each["id"] for each in answers] == [1, None, None]
    assert [each["error"]["code"] for each in answers] == ["malformed", "malformed", "too_large"]


def test_two_requests_under_one_id_are_not_mixed_up() -> None:
    desk = Desk(cast(Engine, Slow()))
    desk.put({"id": 1, "do": "run"})
    desk.put({"id": 1, "do": "run"})
    assert desk.step()[0]["error"]["code"] == "malformed"
