"""What a game is loaded from, for pickles of its states.

They are for libraries that send states to their own processes. Whoever loads a pickle runs what is in it, so none may come
from a stranger: saves (`State.save`) are for files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from boardwright.dsl.rules.option_values import OptionValue
from boardwright.interpreter.backends.names import Backend

if TYPE_CHECKING:
    from boardwright.files.locate_ruleset import Found


@dataclass(frozen=True, slots=True)
class Source:
    """What `boardwright.load` is given for a game: names or absolute paths, and the table."""

    rulesets: tuple[str, ...]
    players: int
    options: tuple[tuple[str, OptionValue], ...]
    seats: tuple[str, ...]
    language: str | None
    backend: Backend


def source_of(
    found: tuple[Found, ...],
    players: int,
    options: Mapping[str, OptionValue],
    seats: tuple[str, ...],
    language: str | None,
    backend: Backend,
) -> Source:
    """The source of a game that was read from these folders or files."""
    names = (each.path.name if each.shipped else str(Path(each.path).absolute()) for each in found)
    chosen = tuple(
        (id, value if isinstance(value, str | int) else tuple(value))
        for id, value in options.items()
    )
    return Source(tuple(names), players, chosen, seats, language, backend)


__all__ = ["Source", "source_of"]
