from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from boardwright.studio.engine import Engine
from boardwright.studio.schemas import schema
from boardwright.studio.settings import Settings
from transcripts import as_sent

PAGE = (Path(__file__).parents[2] / "docs" / "studio-protocol.md").read_text("utf-8")
LEFT_OUT = "…"


def conversations() -> Iterator[tuple[dict[str, Any], Any]]:
    """Each request of the page, with its answer as it stands there."""
    for block in re.findall(r"^```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^→ ", block, flags=re.MULTILINE)[1:]:
            request, answer = re.split(r"^← ", part, flags=re.MULTILINE)
            yield json.loads(request), json.loads(with_gaps(answer))


def with_gaps(text: str) -> str:
    """JSON in which what is left out is a text, or a key."""
    text = re.sub(r"(?<=: )…|…(?=\])", f'"{LEFT_OUT}"', text)
    return re.sub(r"…(?=\})", f'"{LEFT_OUT}": 0', text)


def fits(pattern: Any, value: Any) -> bool:
    """Whether a value has all that stands on the page, and nothing else where nothing is left out."""
    if pattern == LEFT_OUT:
        return True
    if isinstance(pattern, dict) and isinstance(value, dict):
        wanted = pattern.keys() - {LEFT_OUT}
        whole = LEFT_OUT in pattern or wanted == value.keys()
        return whole and all(key in value and fits(pattern[key], value[key]) for key in wanted)
    if isinstance(pattern, list) and isinstance(value, list):
        if pattern and pattern[-1] == LEFT_OUT:
            pattern, value = pattern[:-1], value[: len(pattern) - 1]
        return len(pattern) == len(value) and all(map(fits, pattern, value))
    return bool(pattern == value)


def test_the_messages_of_the_page_are_real(tmp_path: Path) -> None:
    engine = Engine(Settings(tmp_path))
    asked = 0
    for request, pattern in conversations():
        *_, answer = as_sent([*engine.answer(request)])
        assert fits(pattern, answer), (pattern, answer)
        asked += 1
    assert asked == 10


def test_the_page_has_every_request_and_every_error() -> None:
    requests = {*schema("requests")["$defs"]}
    codes = schema("answers")["$defs"]["error"]["properties"]["code"]["enum"]
    tables = PAGE.partition("## Positions")[0].split("| --- | --- |")[1:]
    for table, names in zip(tables, (requests, {*codes}), strict=True):
        assert {*re.findall(r"^\| `(\w+)` \|", table.partition("\n\n")[0], re.MULTILINE)} == names
