"""Which parts of a composed ruleset know each other: an expansion knows the game, itself and the expansions it names.

So a name means the same whatever else is played. A text does not see what other expansions declare: its own names cannot
clash with them, and it cannot use theirs by accident.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from boardwright.dsl.source.places import Source

# A sort of thing and its name; for members and pieces, with their variety or kind between them.
Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """Who declares what, and who knows whom. `game` is the id of the game; `declared_by` has only what expansions declare;
    `known` has for each ruleset the ids of those it knows; `files` has the owner of each file. `named` are the expansions
    that a ruleset names, `played` the present ones.
    """

    game: str = ""
    declared_by: Mapping[Key, str] = field(default_factory=dict)
    known: Mapping[str, frozenset[str]] = field(default_factory=dict)
    named: Mapping[str, frozenset[str]] = field(default_factory=dict)
    files: Mapping[Source, str] = field(default_factory=dict)
    played: tuple[str, ...] = ()

    def owner_of(self, source: Source) -> str:
        """Returns the ruleset that a file belongs to; empty for other files."""
        return self.files.get(source, "")

    def declarer(self, keys: Sequence[Key]) -> str:
        """Returns the expansion that declares a thing, by any of its keys; empty for things of the game."""
        return next((self.declared_by[key] for key in keys if key in self.declared_by), "")
