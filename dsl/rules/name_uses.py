"""What every name in a ruleset was taken for, for those who look at rules rather than play them.

`bind` says it here, name by name, while it resolves them: nobody else resolves names. It is also said of names in a
ruleset with mistakes, as far as they are clear.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardwright.dsl.source.places import Span

if TYPE_CHECKING:
    from boardwright.dsl.rules.symbols import Symbols, Thing


@dataclass(slots=True, eq=False)
class Uses:
    """`things` holds for each place where a name is written what it means there: several things where it stands for all
    of them, as an attribute does that two kinds share. `drawn` holds for each event of chance that names something,
    such as `deal.card`, where that name is made. `symbols` are all names of the ruleset.
    """

    things: dict[Span, tuple[Thing, ...]] = field(default_factory=dict)
    drawn: dict[str, Span] = field(default_factory=dict)
    symbols: Symbols | None = None

    def say(self, span: Span, *things: Thing) -> None:
        """A name means these. What is bound once for each of several pieces may mean something else for each."""
        known = self.things.get(span, ())
        self.things[span] = (*known, *(thing for thing in things if thing not in known))
