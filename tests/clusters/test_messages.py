from dataclasses import replace
from pathlib import Path

import pytest

from boardwright.clusters import messages
from boardwright.clusters.messages import (
    OtherVersionError,
    ReplyError,
    errand_of,
    reply_of,
    result_in,
    said_in,
    task_of,
)
from boardwright.runs.chunk import Failed, Stop, Task
from folders import SMALL_GAMES
from run_samples import order, plan

TASK = Task(order(), plan(), 3, Path("somewhere/part"))


def test_an_errand_has_all_that_decides_the_games_and_nothing_of_the_disk() -> None:
    errand = errand_of(TASK)
    found = task_of(said_in(errand))
    assert (found.plan, found.chunk) == (TASK.plan, TASK.chunk)
    assert replace(found.order, ruleset=TASK.order.ruleset) == TASK.order
    assert str(SMALL_GAMES).encode() not in errand and b"somewhere" not in errand


def test_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    errand = errand_of(TASK)
    monkeypatch.setattr(messages, "__version__", "99.1")
    with pytest.raises(OtherVersionError, match=r"it has boardwright 99\.1, and the run"):
        task_of(said_in(errand))


def test_other_code_of_the_same_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    errand = errand_of(TASK)
    monkeypatch.setattr(messages, "code", lambda: "other")
    with pytest.raises(OtherVersionError, match="is not the same code"):
        task_of(said_in(errand))


@pytest.mark.parametrize(
    "result", [b"a part\n", b"", Failed(3, "why", 7), Failed(3, "", None), Stop("x")]
)
def test_replies_are_read_as_they_were_written(result: Failed | Stop | bytes) -> None:
    assert result_in(reply_of(result), 3) == result


@pytest.mark.parametrize(
    "reply",
    [
        None,
        "part",
        b"",
        b"\n",
        b"[]\n",
        b'{"result":"other"}\n',
        b'{"result":"failed"}\n',
        b'{"result":"failed","why":"","game":"x"}\n',
        b'{"result":"failed","why":"","game":Infinity}\n',
        b'{"result":"failed","why":"","game":true}\n',
        b"[" * 100_000,
        b"\xff\n",
    ],
)
def test_anything_else_is_not_a_reply(reply: object) -> None:
    with pytest.raises(ReplyError):
        result_in(reply, 3)


def test_a_reply_says_little_and_in_one_line() -> None:
    found = result_in(reply_of(Stop("a\nb" + "c" * 10_000)), 3)
    assert isinstance(found, Stop) and found.why.startswith("a b") and len(found.why) == 500
