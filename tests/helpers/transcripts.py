"""Conversations of a page with the engine: the requests of each, in order. A carrier must bring the same answers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from asking import WARES
from boardwright.studio.engine import Engine
from boardwright.studio.messages import WAITING
from boardwright.studio.settings import Settings, Start

FOLDER = Path(__file__).parents[1] / "studio" / "transcripts"
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.jsonl")))

Message = dict[str, Any]


def settings(name: str, folder: Path, **more: Any) -> Settings:
    """The settings for which a transcript is. Some need a folder with a game, which is made."""
    start = Start("rattus", ("mercatus",), 3)
    if name == "table":
        return Settings(start=start, **more)
    (folder / "wares").mkdir(parents=True)
    (folder / "wares" / "game.yaml").write_text(WARES, "utf-8")
    return Settings(folder, start, takes_files=True, runs=folder / "runs", **more)


def requests_of(name: str) -> list[Message]:
    """The requests of a transcript. All seeds are given, so the answers are the same each time."""
    lines = (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def answers_to(engine: Engine, requests: Iterable[Mapping[str, Any]]) -> list[Message]:
    """The answers and news of a new engine, in order."""
    told = (message for request in requests for message in engine.answer(request))
    return [message for message in told if message is not WAITING]


def as_sent(messages: Sequence[Message]) -> Any:
    """Messages as they are after they have been sent as JSON."""
    return json.loads(json.dumps(messages))
