"""What a check looks at, and how strict a reader of its findings is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from boardwright.dsl.declare.declarations import Ruleset
    from boardwright.dsl.declare.ruleset import Document
    from boardwright.dsl.rules import ir
    from boardwright.dsl.source.diagnostics import Diagnostic


class Profile(IntEnum):
    """How much is checked; each includes those before it.

    `minimal` is what the pipeline itself refuses; `basic` adds what is surely not meant; `shared` what others
    would stumble over; `published` what a finished ruleset owes its players.
    """

    MINIMAL = 0
    BASIC = 1
    SHARED = 2
    PUBLISHED = 3


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """A ruleset without errors: bound, as declared in all, and as each of its layers says it; with its documents (the
    files that are not scenarios, of every layer) and its scenarios. `origins` says of each file, by its name, the id
    of the game or expansion that it is part of.
    """

    game: ir.Game
    declared: Ruleset
    layers: tuple[Ruleset, ...]
    documents: tuple[Document, ...]
    scenarios: tuple[Document, ...]
    origins: Mapping[str, str] = field(default_factory=dict)


class Check(Protocol):
    """One question about a ruleset. Each is a module in `checks/` with these three names."""

    CODES: tuple[str, ...]
    PROFILE: Profile

    def check(self, subject: Subject) -> Iterator[Diagnostic]:
        """What is found, in any order."""
