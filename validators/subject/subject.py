"""What a check reads, and how strict it is."""

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
    """How much is checked; each profile includes those before it.

    `minimal` is what the pipeline itself refuses; `basic` adds what is surely not intended; `shared` adds what would confuse
    others; `published` adds what a finished ruleset needs.
    """

    MINIMAL = 0
    BASIC = 1
    SHARED = 2
    PUBLISHED = 3


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """A ruleset without errors: bound, as declared together, and as each of its layers declares it. `documents` are the files
    of all layers that are not scenarios. `origins` has for each file name the id of its game or expansion.
    """

    game: ir.Game
    declared: Ruleset
    layers: tuple[Ruleset, ...]
    documents: tuple[Document, ...]
    scenarios: tuple[Document, ...]
    origins: Mapping[str, str] = field(default_factory=dict)


class Check(Protocol):
    """A question about a ruleset. Each is a module in `checks/` with these three names."""

    CODES: tuple[str, ...]
    PROFILE: Profile

    def check(self, subject: Subject) -> Iterator[Diagnostic]:
        """Yields the findings, in any order."""
