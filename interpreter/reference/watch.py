"""Watches the reference evaluator: what ran, what was skipped, where play was, and results of chance.

Only the reference evaluator can be watched; the compiled program has no support for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from boardwright.dsl.rules import ir
from boardwright.interpreter.reference.position import NOBODY, Position


@dataclass(frozen=True, slots=True)
class Moment:
    """A point at which a scenario can begin: a turn or the steps of a phase, or the opening of an offer.

    `player` has the turn or opens the offer; `rounds` are the current repetitions of phases; `position` is a copy from
    before anything has happened there.
    """

    position: Position
    phase: str
    player: int = NOBODY
    offer: str | None = None
    rounds: Mapping[str, int] = field(default_factory=dict)


class Watch:
    """Receives events, and ignores them; subclasses use them."""

    @property
    def wants_moments(self) -> bool:
        """Whether to call `begins` now: copies of the position take time."""
        return False

    def reached(self, node: ir.Node, owned: bool) -> None:
        """The value of a modifier was read, or the rule of a hook ran, while its piece or space was there. `owned` is false if
        it needed an owner, and had none.
        """

    def met(self, node: ir.Node) -> None:
        """The condition of a clause or an entry was evaluated, since everything else was met."""

    def shown(self, node: ir.Node) -> None:
        """An entry of an offer or a menu was offered."""

    def ran(self, node: ir.Node) -> None:
        """A statement, rule, phase, hook, effect or entry ran, a value was read, or a modifier applied."""

    def judged(self, condition: ir.Expr, holds: bool) -> None:
        """A condition, or a part of one, was evaluated."""

    def left_out(self, node: ir.Node) -> None:
        """This choose, draw, find or share found nothing, and the rest of its block was skipped."""

    def begins(self, moment: Moment) -> None:
        """Play is at a point where a scenario can begin."""

    def brings(self, event: str, result: str | None) -> None:
        """An event of chance happens, by name; None is a shuffle, whose result cannot be dictated."""
