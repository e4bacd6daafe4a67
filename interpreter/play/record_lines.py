"""Writes the frequent lines of records: decisions and events of chance.

They equal what `canonical` would write, but are composed from texts that are made once for each program.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from zlib import crc32

from boardwright.interpreter.play.trace import Happening, Result
from boardwright.interpreter.program.program import Program

_written = json.JSONEncoder(separators=(",", ":"), ensure_ascii=True).encode
_quoted = json.encoder.encode_basestring_ascii


def canonical(line: Mapping[str, Any]) -> str:
    """The one way to write a line: keys in their fixed order, ASCII only, no spaces."""
    return _written(line)


class Lines:
    """Writes lines for records of one program."""

    def __init__(self, program: Program) -> None:
        self._players = [f'"player":{_quoted(seat)}' for seat in program.table.seats]
        self._decisions = [f'"decision":{_quoted(site.name)},"choice":' for site in program.sites]
        self._events = [
            f'{{"event":"chance","name":{_quoted(event.name)},"form":{_quoted(event.form)},"result":'
            for event in program.events
        ]

    def decision(self, number: int, player: int, site: int, choice: str, hash: str | None) -> str:
        """The line of a decision, without its check, by the numbers of the seat and of the decision."""
        hashed = "" if hash is None else f',"hash":"{hash}"'
        asked = f"{self._players[player]},{self._decisions[site]}{_quoted(choice)}"
        return f'{{"n":{number},{asked}{hashed}'

    def event(self, what: Happening) -> str:
        """The line of an event of chance."""
        return f"{self._events[what.number]}{_told(what.result)}}}"


def checked(line: str, before: int) -> tuple[str, int]:
    """The line of a decision with its check: the CRC-32 of this and all earlier decisions; `before` is the previous check."""
    check = crc32(line.encode("ascii"), before)
    return f'{line},"check":{check}}}', check


def _told(result: Result) -> str:
    if isinstance(result, dict):
        facts = [f'"{key}":{_quoted(text)}' for key, text in result.items()]
        return f"{{{','.join(facts)}}}"
    if isinstance(result, list):
        return f"[{','.join(map(_told, result))}]"
    return _quoted(result) if isinstance(result, str) else str(result)


__all__ = ["Lines", "canonical", "checked"]
