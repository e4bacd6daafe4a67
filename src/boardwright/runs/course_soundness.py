"""Whether the course of a game in a file of games can be that of its game; see `soundness.py`."""

from __future__ import annotations

import json
from typing import Any

from boardwright.interpreter.records.schemas import FormatError, parsed

_LEADS = {"changes", "decided", "behind", "half"}


def sound_course(text: bytes, decisions: int, players: int) -> bool:
    """Whether this can be the course of a game of this many decisions and players, in the one way to write it."""
    try:
        found = parsed(text)
    except FormatError:
        return False
    if not isinstance(found, dict) or found.keys() - {"search", "choices"} != {
        "still",
        "score",
        "held",
    }:
        return False
    return (
        json.dumps(found, separators=(",", ":"), ensure_ascii=True).encode() == text
        and ("search" in found) == ("choices" in found)
        and _within(found["still"], decisions)
        and _leads(found["score"], decisions)
        and ("search" not in found or _search(found["search"], found["choices"], decisions))
        and _held(found["held"], players)
    )


def _within(value: Any, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def _leads(facts: Any, decisions: int, more: frozenset[str] = frozenset()) -> bool:
    if not isinstance(facts, dict) or facts.keys() != _LEADS | more:
        return False
    won = [facts[name] for name in ("decided", "behind", "half")]
    return _within(facts["changes"], decisions) and (
        won == [None] * 3
        or (_within(won[0], decisions) and _within(won[1], decisions) and _within(won[2], 1))
    )


def _search(facts: Any, choices: Any, decisions: int) -> bool:
    """Whether the choices are those of the searches: how many, and of these how many mattered or had only one sensible
    option, and the sum of sensible options.
    """
    if not _leads(facts, decisions, frozenset({"searches"})) or not isinstance(choices, dict):
        return False
    rows = list(choices.values())
    if not all(isinstance(row, list) and len(row) == 4 for row in rows):
        return False
    return (
        all(type(n) is int and n >= 0 for row in rows for n in row)
        and all(single <= mattered <= asked <= good for asked, mattered, single, good in rows)
        and _within(facts["searches"], decisions)
        and sum(row[0] for row in rows) == facts["searches"]
    )


def _held(held: Any, players: int) -> bool:
    if not isinstance(held, dict) or not all(isinstance(each, dict) for each in held.values()):
        return False
    return all(
        isinstance(seats, list)
        and seats
        and all(_within(seat, players - 1) for seat in seats)
        and sorted(set(seats)) == seats
        for of in held.values()
        for seats in of.values()
    )
