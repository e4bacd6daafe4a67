"""Watching the reference evaluator: what ran, what was left out, where play stood, what chance brought.

Only the reference evaluator can be watched so: the compiled program carries nothing of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from boardwright.dsl.rules import ir
from boardwright.interpreter.reference.position import NOBODY, Position


@dataclass(frozen=True, slots=True)
class Moment:
    """A point at which a scenario can begin: a turn or the steps of a phase, or the opening of an offer.

    `player` is whose turn it is or who opens the offer; `rounds` says in which repetition of which phases play
    is; `position` is a copy, of the moment before anything has happened there.
    """

    position: Position
    phase: str
    player: int = NOBODY
    offer: str | None = None
    rounds: Mapping[str, int] = field(default_factory=dict)


class Watch:
    """Is told what happens, and does nothing about it: subclasses do."""

    @property
    def wants_moments(self) -> bool:
        """Whether `begins` is to be called now: copies of the position take time."""
        return False

    def met(self, node: ir.Node) -> None:
        """A clause or an entry was looked at: all but its own condition was in its favour."""

    def shown(self, node: ir.Node) -> None:
        """An entry of an offer or a menu could be picked."""

    def ran(self, node: ir.Node) -> None:
        """It took effect: a statement, rule, phase, hook, effect or entry ran, a value was asked, a modifier held."""

    def left_out(self, node: ir.Node) -> None:
        """Nothing was there for this choose, draw, find or share, and the rest of its block was left out."""

    def begins(self, moment: Moment) -> None:
        """Play is at a point at which a scenario can begin."""

    def brings(self, event: str, result: str | None) -> None:
        """An event of chance, by its name; None is a shuffle, whose result nobody can dictate."""
