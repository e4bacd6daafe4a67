"""What a walk over a game has found.

A clause of a trait is bound once for each piece with the trait. A finding about a place in a file must be true each time, so
sightings are grouped by place, and used only if all agree.
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
    """A fault at a place: `what` is its sort, `text` its message; `because` are the places that cause it, and `why` is their
    label.
    """

    what: str
    text: str
    span: Span
    because: tuple[Span, ...] = ()
    notes: tuple[str, ...] = ()
    why: str = "because of this"


@dataclass(frozen=True, slots=True, eq=False)
class Chosen:
    """A choice, draw or find that the walk met. If it is `sure`, there is always something to choose. If it is `shown`, it
    decides whether its entry is offered at all. `phase` has the phases in which it can happen, if not all.
    """

    statement: ir.Choose | ir.Draw | ir.Find
    routine: Routine
    sure: bool
    shown: bool
    phase: ValueRange | None


@dataclass(slots=True)
class Survey:
    """What was found. `seen` has, by place and sort, what each visit has found there (None: nothing)."""

    game: ir.Game
    extents: Extents
    reasoner: Reasoner
    effects: Effects
    seen: dict[tuple[Place, str], list[Sighting | None]] = field(default_factory=dict)
    chosen: list[Chosen] = field(default_factory=list)
    written: list[tuple[str, ValueRange]] = field(default_factory=list)
    values: dict[int, ValueRange | Many] | None = None  # by id of the expression, if wanted

    def note(self, node: ir.Node, what: str, sighting: Sighting | None) -> None:
        """Adds what one visit finds of one sort at a place."""
        span = node.span
        place = (span.source.name, span.start, span.end, type(node).__name__)
        self.seen.setdefault((place, what), []).append(sighting)

    def sightings(self, *whats: str) -> list[Sighting]:
        """Returns those on which all visits of a place agree. If one is inside another, only the inner one is kept."""
        found = [
            each[0]
            for (_, what), each in self.seen.items()
            if what in whats and each[0] is not None and None not in each
        ]
        outer = _around_another({one.span for one in found})
        return [one for one in found if one.span not in outer]


def _around_another(spans: Set[Span]) -> set[Span]:
    """Returns the spans that contain another one."""
    found = set()
    first_end: dict[str, int] = {}
    # From the end, and shorter spans first, so that the contents of a span come before it.
    for span in sorted(spans, key=lambda span: (-span.start, span.end)):
        name = span.source.name
        if first_end.get(name, span.end + 1) <= span.end:
            found.add(span)
        first_end[name] = min(span.end, first_end.get(name, span.end))
    return found
