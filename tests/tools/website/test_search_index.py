"""What the search finds first: words of the language and questions have entries, and messages keep only what they are about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from website.search_index import improve

MOVING = "<p>About.</p> <pre><code>move top of drum to bottom of drum  # a piece\ntake up to 2 coins\n</code></pre>"


def entry(location: str, title: str, text: str) -> dict[str, Any]:
    return {"location": location, "title": title, "text": text, "path": ["Reference"], "tags": []}


def improved(tmp_path: Path, *entries: dict[str, Any]) -> list[dict[str, Any]]:
    path = tmp_path / "search.json"
    path.write_text(json.dumps({"config": {}, "items": entries}), "utf-8")
    improve(path)
    items: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["items"]
    return items


def test_words_and_pairs_of_words_lead_to_their_section(tmp_path: Path) -> None:
    found = improved(tmp_path, entry("language/#moving", "Moving", MOVING))
    words = {each["title"]: each for each in found}
    assert words["move"]["location"] == words["up to"]["location"] == "language/#moving"
    assert words["up to"]["path"] == ["Reference", "Moving"]
    assert "take up to 2 coins" in words["up to"]["text"]
    assert "instead of" not in words


def test_questions_are_entries(tmp_path: Path) -> None:
    text = (
        "<p>Take two coins.</p> <pre><code>take 2 coins\n</code></pre> <p>They do.</p> <pre></pre>"
    )
    found = improved(tmp_path, entry("how-do-i-say/#moving", "Moving", text))
    assert [(each["location"], each["title"]) for each in found] == [
        ("how-do-i-say/#say-take-two-coins", "Take two coins."),
        ("how-do-i-say/#moving", "Moving"),
    ]


def test_messages_come_last_and_without_their_examples(tmp_path: Path) -> None:
    found = improved(
        tmp_path,
        entry("errors/E649/", "E649", "About."),
        entry("errors/E649/#wrong", "Wrong", "<pre><code>move it</code></pre>"),
        entry("", "Start", "Welcome."),
    )
    assert [each["location"] for each in found] == ["", "errors/E649/"]


def test_scenarios_are_found_by_what_they_say_about_themselves(tmp_path: Path) -> None:
    place = "games/a/scenarios/b/#c"
    text = "<p>Six fish.</p> <pre><code>scenario: c\n</code></pre>"
    assert improved(tmp_path, entry(place, "C", text))[0]["text"] == "<p>Six fish.</p> "
