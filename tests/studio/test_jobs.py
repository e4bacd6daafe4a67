from __future__ import annotations

import pytest

from boardwright.studio import jobs
from boardwright.studio.jobs import Process, TooLongError
from boardwright.studio.messages import WAITING


def test_others_have_their_turn_while_a_process_works() -> None:
    process = Process(["boardwright", "--version"])
    waits = [*process.waited()]
    assert process.running.returncode == 0
    assert process.output.startswith(b"boardwright ")
    assert all(each is WAITING for each in waits)
    process.end()


def test_a_process_is_told_what_to_work_on_and_says_how_far_it_is() -> None:
    process = Process(["json.tool"], b'{"a": 1')
    for _ in process.waited():
        pass
    assert process.running.returncode == 1
    assert b"Expecting" in process.new_remarks() and "Expecting" in process.remarks
    assert process.new_remarks() == b""
    process.end()


def test_a_process_that_takes_too_long_is_ended() -> None:
    process = Process(["http.server", "0"])
    with pytest.raises(TooLongError):
        for _ in process.waited(0.1):
            pass
    process.end()
    assert process.running.returncode is not None


def test_a_process_that_works_gives_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_EVERY", 0.0)
    process, sign = Process(["http.server", "0"]), {"tell": "progress"}
    assert [next(process.waited(sign=sign)) for _ in range(2)] == [sign, sign]
    process.end()
