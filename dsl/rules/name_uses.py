"""Records what every name in a ruleset means, for tools that read rules.

`bind` records each name while it resolves it: nothing else resolves names. It also records the clear names of a ruleset
with mistakes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardwright.dsl.source.places import Span

if TYPE_CHECKING:
    from boardwright.dsl.rules.symbols import Symbols, Thing


@dataclass(slots=True, eq=False)
class Uses:
    """The meanings of names. `things` has for each place of a name what it means there: several things if it means all
    of them, such as an attribute that two kinds share. `drawn` has for each chance event with a name, such as `deal.card`,
    the place of that name. `symbols` are all names of the ruleset. `told` has for everything that sentences can be about the
    names that they may use in braces, and `nouns` what numbers in them can count.
    """

    things: dict[Span, tuple[Thing, ...]] = field(default_factory=dict)
    drawn: dict[str, Span] = field(default_factory=dict)
    symbols: Symbols | None = None
    told: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    nouns: tuple[str, ...] = ()

    def say(self, span: Span, *things: Thing) -> None:
        """Adds meanings of a name. A text that is bound for several pieces may have a different meaning for each."""
        known = self.things.get(span, ())
        self.things[span] = (*known, *(thing for thing in things if thing not in known))
