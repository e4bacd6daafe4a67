"""The words in which the course of the game is kept, besides those that every layout has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from boardwright.dsl.rules import ir
from boardwright.interpreter.machine.layout import Layout
from boardwright.interpreter.machine.word_ranges import Between, Members, OneOf
from boardwright.interpreter.table.table_limits import MOST_TURNS


@dataclass(frozen=True, slots=True)
class CourseWords:
    """`turns` is the first of those of the turns (see `turn_order.py`), which are zero when nobody has one; `over` has the
    number of the phase that is over, from 1, and `rounds` of a phase its round (see `phase_ends.py`).

    Of scenarios: `begins` says who begins, plus one; `ways` lead to inner phases where play may begin, and `way` has the number
    of the one that is meant, from 1; `done_before` says how often a phase is taken to have run.
    """

    turns: int = 0
    over: int | None = None
    rounds: Mapping[str, int] = field(default_factory=dict)
    begins: int | None = None
    ways: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    way: int = 0
    done_before: Mapping[str, int] = field(default_factory=dict)


def allot_course(layout: Layout, course: Iterable[ir.Phase]) -> CourseWords:
    """Words for the turns, and for phases that may be over while one inside them goes on."""
    players = layout.table.players
    seat = OneOf((1 << players) - 1, frozenset({-1}))
    turns = layout.size
    for holds in (seat, Members((1 << players) - 1), Between(0, 1), seat, Between(0, 1)):
        layout.words(holds)
    layout.named[turns] = 5, "the turns of this phase: who began, who is next"
    lasting = [phase for phase in all_phases(course) if phase.until is not None and phase.phases]
    over = None
    if lasting:
        over = layout.words(Between(0, len(layout.table.phases)), 1, "the phase that is over")
    rounds = {
        phase.id: layout.words(Between(0, MOST_TURNS), 1, f"the round of {phase.id}")
        for phase in lasting
    }
    return CourseWords(turns, over, rounds)


def all_phases(phases: Iterable[ir.Phase]) -> Iterable[ir.Phase]:
    """These phases and those inside them."""
    for phase in phases:
        yield phase
        yield from all_phases(phase.phases)
