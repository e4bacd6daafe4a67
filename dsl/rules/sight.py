"""What each part of a composed ruleset can know: a game knows itself, an expansion the game, itself and those it names.

A name means the same in every company. What other expansions declare is invisible to a text: a name of its own cannot
clash with it, and it cannot use it by chance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from boardwright.dsl.source.places import Source

# A sort of thing and its name; of members and pieces, with the variety or kind between them.
Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """Who declares what, and who knows whom. `game` is the id of the game, `declared_by` holds only what expansions declare; `known` has for each
    ruleset the ids of those it can know; `files` tells whose each file is. `named` are the expansions that a ruleset
    names, `played` those that are there.
    """

    game: str = ""
    declared_by: Mapping[Key, str] = field(default_factory=dict)
    known: Mapping[str, frozenset[str]] = field(default_factory=dict)
    named: Mapping[str, frozenset[str]] = field(default_factory=dict)
    files: Mapping[Source, str] = field(default_factory=dict)
    played: tuple[str, ...] = ()

    def owner_of(self, source: Source) -> str:
        """The ruleset to which a file belongs; nothing if it is none of these."""
        return self.files.get(source, "")

    def declarer(self, keys: Sequence[Key]) -> str:
        """The expansion that declares a thing, which may go by several keys; nothing for things of the game."""
        return next((self.declared_by[key] for key in keys if key in self.declared_by), "")
