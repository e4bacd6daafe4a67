"""What an engine may do, which its carrier says."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


def new_seed() -> int:
    """A seed that nobody can guess, of 52 bits: any program that reads JSON keeps it exactly."""
    return int.from_bytes(os.urandom(7), "little") >> 4


@dataclass(frozen=True, slots=True)
class Start:
    """What the page opens first."""

    ruleset: str
    expansions: tuple[str, ...] = ()
    players: int | None = None

    def data(self) -> dict[str, Any]:
        players = {} if self.players is None else {"players": self.players}
        return {"ruleset": self.ruleset, "with": list(self.expansions), **players}


@dataclass(frozen=True, slots=True)
class Settings:
    """What an engine may do. Without a `folder` there are only the shipped rulesets."""

    folder: Path | None = None
    start: Start | None = None
    takes_files: bool = False
    """Whether a game that somebody shared may bring rule files, which are written into the folder."""
    originals: Mapping[str, str] = field(default_factory=dict)
    """Hashes of files that everybody has in this folder, by path: they are not shared with a game."""
    runs: Path | None = None
    """Where runs are kept. Without it, none can be played."""
    processes: bool = True
    """Whether there can be other processes. Without them, nothing is printed, and games are played a few at a time."""
    new_seed: Callable[[], int] = new_seed
    validate: Callable[[Mapping[str, Any]], str | None] | None = None
    """Says what is wrong with a request by its schema, where schemas can be checked. The engine does not rely on it."""
