"""What a walk over a game has seen.

A clause of a trait is bound once for each piece that has it. What is said of a place in a file must be true each time:
sightings are gathered by place, and count only if all agree.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field

from boardwright.dsl.rules import ir
from boardwright.dsl.source.places import Span
from boardwright.validators.reasoning.component_counts import Extents
from boardwright.validators.reasoning.effects import Effects
from boardwright.validators.reasoning.ranges import Many, ValueRange
from boardwright.validators.reasoning.reasoning import Reasoner
from boardwright.validators.reasoning.routines import Routine

Place = tuple[str, int, int, str]


@dataclass(frozen=True, slots=True)
class Sighting:
    """What is wrong at a place: `what` is the sort of fault, `text` says it; `because` are the places that make it so,
    and `why` says what they are.
    """

    what: str
    text: str
    span: Span
    because: tuple[Span, ...] = ()
    notes: tuple[str, ...] = ()
    why: str = "because of this"


@dataclass(frozen=True, slots=True, eq=False)
class Chosen:
    """A choice, draw or find as it was met. `sure`: there is always something. `shown`: it decides whether what it
    stands in is offered at all. `phase`: those in which it can be made, unless it is all.
    """

    statement: ir.Choose | ir.Draw | ir.Find
    routine: Routine
    sure: bool
    shown: bool
    phase: ValueRange | None


@dataclass(slots=True)
class Survey:
    """What was seen. `seen` has by place and sort what each visit has found there (None: nothing)."""

    game: ir.Game
    extents: Extents
    reasoner: Reasoner
    effects: Effects
    seen: dict[tuple[Place, str], list[Sighting | None]] = field(default_factory=dict)
    chosen: list[Chosen] = field(default_factory=list)
    written: list[tuple[str, ValueRange]] = field(default_factory=list)
    values: dict[int, ValueRange | Many] | None = (
        None  # by id of the expression, for those who want them
    )

    def note(self, node: ir.Node, what: str, sighting: Sighting | None) -> None:
        """What one visit finds of one sort at a place."""
        span = node.span
        place = (span.source.name, span.start, span.end, type(node).__name__)
        self.seen.setdefault((place, what), []).append(sighting)

    def sightings(self, *whats: str) -> list[Sighting]:
        """Those on which all visits of the place agree. Of two, one inside the other, only the inner one is told."""
        found = [
            each[0]
            for (_, what), each in self.seen.items()
            if what in whats and each[0] is not None and None not in each
        ]
        outer = _around_another({one.span for one in found})
        return [one for one in found if one.span not in outer]


def _around_another(spans: Set[Span]) -> set[Span]:
    """Those of them inside which another lies."""
    found = set()
    first_end: dict[str, int] = {}
    # From behind, and the shorter first: whatever may lie in a span comes before it.
    for span in sorted(spans, key=lambda span: (-span.start, span.end)):
        name = span.source.name
        if first_end.get(name, span.end + 1) <= span.end:
            found.add(span)
        first_end[name] = min(span.end, first_end.get(name, span.end))
    return found
