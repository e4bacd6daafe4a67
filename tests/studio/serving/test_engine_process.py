from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boardwright.studio.desk import Desk
from boardwright.studio.engine import Engine
from boardwright.studio.serving.engine_process import LARGEST, put, rehearse, settings_of
from boardwright.studio.settings import Settings, Start
from folders import SMALL_GAMES
from studio_server import Client, served
from transcripts import answers_to, as_sent, requests_of

ENGINE = "boardwright.studio.serving.engine_process"


def answer_to(frame: bytes) -> Any:
    """What an engine says to a frame."""
    desk = Desk(Engine(Settings()))
    put(desk, frame)
    (answer,) = desk.step()
    return answer


def test_a_folder_and_a_start_become_settings(tmp_path: Path) -> None:
    start = {"ruleset": "pig", "with": ["winter"]}
    found = settings_of({"folder": str(tmp_path), "start": start})
    assert (found.folder, found.start) == (tmp_path, Start("pig", ("winter",)))
    assert found.validate is not None
    assert settings_of({"folder": None, "start": None}).folder is None


@pytest.mark.parametrize("frame", [b"\n", b"x\n", b"\xff\n", b"[" * 100_000, b"1" * 5_000])
def test_what_is_no_json_is_malformed(frame: bytes) -> None:
    answer = answer_to(frame)
    assert (answer["id"], answer["error"]["code"]) == (None, "malformed")


def test_a_frame_that_is_too_large() -> None:
    answer = answer_to(b" " * (LARGEST + 1))
    assert (answer["id"], answer["error"]["code"]) == (None, "too_large")


def test_a_rehearsal_says_nothing_and_survives_bad_rules(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("game: tiny\nlanguage: 2\nnonsense: 1\n")
    rehearse(Settings(tmp_path, Start("tiny")))
    rehearse(Settings(SMALL_GAMES / "pig", Start("pig")))
    rehearse(Settings())


def test_a_page_has_the_answers_of_the_engine() -> None:
    words = {"folder": None, "start": {"ruleset": "rattus", "with": ["mercatus"]}}
    expected = as_sent(answers_to(Engine(settings_of(words)), requests_of("table")))
    with served(engine=(ENGINE, json.dumps(words))) as guard, Client(guard).connected() as socket:
        found = []
        for request in requests_of("table"):
            found.append(socket.ask(**request))
            while "tell" in found[-1]:
                found.append(socket.receive())
    assert found == expected
