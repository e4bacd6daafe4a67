"""A state as text: one line of JSON (see `formats/save.json`) with a checksum. `records/saves.py` reads it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from boardwright.interpreter.play.naming import option_texts
from boardwright.interpreter.play.record_lines import canonical
from boardwright.interpreter.program.program import Program

if TYPE_CHECKING:
    from boardwright.interpreter.play.state import State

KIND = "boardwright"
VERSION = 2
_EXACT = 2**53 - 1  # some readers of JSON round larger numbers

Json = dict[str, Any]


def written(state: State) -> str:
    """The state as a line of JSON."""
    document = {**head_of(state.program), "words": [_word(word) for word in state.v]}
    return canonical({**document, "sum": sum_of(document)})


def head_of(program: Program) -> Json:
    """The part of a save that identifies the game and the table."""
    table, game = program.table, program.table.game
    return {
        "save": KIND,
        "version": VERSION,
        "game": game.id,
        "rules": game.rules_hash,
        "language": game.language,
        "expansions": list(game.expansions),
        "seats": list(table.seats),
        "options": option_texts(table),
        "program": program.fingerprint(),
    }


def sum_of(document: Json) -> str:
    """The checksum of a save, over everything else in it."""
    return hashlib.sha256(canonical(document).encode()).hexdigest()[:32]


def _word(word: int) -> int | str:
    number = int(word)
    return number if abs(number) <= _EXACT else hex(number)
