"""Hidden pieces by what they are called just now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def called(position: Mapping[str, Any], kind: str, name: str) -> dict[str, Any]:
    """What a position says of the piece that has this name, without the name."""
    pieces: Mapping[str, dict[str, Any]] = position["pieces"][kind]
    found = next((facts for facts in pieces.values() if facts.get("name") == name), None)
    found = pieces[name] if found is None else found
    return {key: value for key, value in found.items() if key != "name"}
