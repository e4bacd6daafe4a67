from __future__ import annotations

import pytest

from asking import Asking
from boardwright.studio.engine import Engine
from boardwright.studio.settings import Settings, Start


def test_hello_says_what_can_be_played() -> None:
    found = Asking(Settings(start=Start("rattus", ("mercatus",), 3))).ok("hello", protocol=1)
    games = {each["id"]: each for each in found["rulesets"]}
    assert games["rattus"]["players"] == [2, 4]
    assert games["mercatus"]["of"] == "rattus"
    assert {"random", "first", "greedy"} <= {*found["agents"]}
    assert found["start"] == {"ruleset": "rattus", "with": ["mercatus"], "players": 3}


def test_hello_refuses_another_protocol() -> None:
    assert Asking().error("hello", protocol=2)["code"] == "refused"


def test_unknown_requests_and_keys() -> None:
    asking = Asking()
    assert asking.error("dance")["code"] == "unknown_request"
    assert asking.ok("hello", protocol=1, moon="full")["protocol"] == 1


@pytest.mark.parametrize(
    "message", [None, 7, [], "hello", {}, {"id": "1"}, {"id": True}, {"id": -1}]
)
def test_what_is_no_request_is_answered_without_an_id(message: object) -> None:
    (answer,) = Engine(Settings()).answer(message)
    assert answer["id"] is None
    assert answer["error"]["code"] == "malformed"
