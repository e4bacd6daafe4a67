"""Chance that stops play where nobody has said yet what it brings, so that it can be played like a player.

All chance of a program is uniform over some outcomes, numbered from 0: which of these a draw takes, what a die shows, and
which of the things not placed yet comes next in a shuffle. A step is played with the outcomes known so far; where they end,
`Stopped` tells how many there are and what they mean. One more outcome, and the step is played again from its beginning.

The order of names that nobody can follow is chance, too. Programs draw a key for each piece and sort by it, but do not say
which keys they compare. So each new key comes at a random place among the last ones, as many as there can be pieces of a
kind: any keys of pieces that are sorted together are in a random order then.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from boardwright.dsl.language.types import NumberType, PieceType
from boardwright.interpreter.machine import runtime
from boardwright.interpreter.machine.meanings import Event
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.play.naming import element_id
from boardwright.interpreter.play.trace import Chance
from boardwright.interpreter.program.program import Compiled, Program, Vector
from boardwright.interpreter.table.table import Table
from boardwright.interpreter.table.table_limits import MOST_NUMBERS

SHUFFLE, NAMES = "shuffle", "names"


@dataclass(frozen=True, slots=True)
class ChancePoint:
    """Where chance decides: the name of the event, and how many outcomes there are, all equally likely."""

    name: str
    outcomes: int
    _called: tuple[str, ...] = field(default=(), repr=False)

    def label(self, outcome: int) -> str:
        """An outcome in words; those of one point differ."""
        if self._called:
            return f"{self.name}: {self._called[outcome]}"
        return f"{self.name}: {outcome + 1} of {self.outcomes}"


class Stopped(Exception):  # noqa: N818 - no error: chance has to decide
    """Play has come to chance, and no outcome is left."""

    def __init__(self, point: ChancePoint) -> None:
        super().__init__(point.name)
        self.point = point


class OpenChance(Chance):
    """Uses the outcomes that are given to it, in order, and stops play where they end."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.most = most_pieces(program.table)
        self.give(())

    def give(self, outcomes: Sequence[int]) -> None:
        """Sets the outcomes of the next step."""
        self.given, self.spent = outcomes, 0
        self.keys: list[Any] = []

    def _next_outcome(
        self, name: str, count: int, v: Vector, event: int = -1, mask: int = 0, offset: int = 0
    ) -> int:
        """The next outcome, one of so many."""
        if count == 1:
            return 0
        if self.spent == len(self.given):
            called = () if event < 0 else self._labels(v, event, mask, offset)
            raise Stopped(ChancePoint(name, count, called))
        found = self.given[self.spent]
        if not 0 <= found < count:
            raise ValueError(f"`{name}` has {count} outcomes, and {found} is none of them")
        self.spent += 1
        return found

    def _labels(self, v: Vector, event: int, mask: int, offset: int) -> tuple[str, ...]:
        element = self.program.events[event].element
        if isinstance(element, PieceType):
            return tuple(self.table.pieces[element.kind][n].id for n in bits(mask))
        if isinstance(element, NumberType):
            return tuple(str(n + offset) for n in bits(mask))
        return tuple(str(element_id(self.program, v, element, n, -1)) for n in bits(mask))

    # ---- called by emitted programs

    def bring(self, v: Vector, event: int, mask: int, offset: int) -> int:
        self.keys = []
        count = mask.bit_count()
        return runtime.nth(
            mask, self._next_outcome(self.names[event], count, v, event, mask, offset)
        )

    def roll(self, v: Vector, event: int, sides: int) -> int:
        self.keys = []
        number = self._next_outcome(self.names[event], sides, v) + 1
        self._note(event, number)
        return number

    def draw(self, v: Vector, n: int) -> int:
        """A number below the product of the choices that one draw of a shuffle stands for; see `rng.together`."""
        self.keys = []
        drawn, unit = 0, 1
        for choices in factors(n):
            drawn += unit * self._next_outcome(SHUFFLE, choices, v)
            unit *= choices
        return drawn

    def next32(self, v: Vector, at: int) -> Any:
        """A key that comes at a random place among the last ones."""
        last = sorted(self.keys[1 - self.most :]) if self.most > 1 else []
        place = self._next_outcome(NAMES, len(last) + 1, v)
        low = last[place - 1] if place else Fraction(0)
        high = last[place] if place < len(last) else Fraction(1)
        self.keys.append((low + high) / 2)
        return self.keys[-1]


@dataclass(slots=True, eq=False)
class OpenPlay:
    """Plays steps of a program with outcomes of chance that are given."""

    program: Program
    chance: OpenChance = field(init=False)
    compiled: Compiled = field(init=False)

    def __post_init__(self) -> None:
        self.chance = OpenChance(self.program)
        self.compiled = self.program.watched(self.chance)

    def play(self, v: Vector, outcomes: Sequence[int]) -> ChancePoint | None:
        """Plays on to the next decision or the end, in place; or only until chance has to decide, which it returns: then the
        vector is somewhere on the way.
        """
        self.chance.give(outcomes)
        self.chance.log.clear()
        self.chance.meant.clear()
        try:
            self.compiled.run(v)
        except Stopped as stopped:
            return stopped.point
        if self.chance.spent < len(outcomes):
            raise ValueError(f"{len(outcomes)} outcomes of chance for {self.chance.spent} events")
        return None


@functools.cache
def factors(product: int) -> tuple[int, ...]:
    """The numbers below which a shuffle draws together: falling by one each, with the lowest first of those possible.

    >>> factors(3113510400)
    (13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3)
    """
    for first in range(2, product):
        rest, choice, found = product, first, []
        while choice > 1 and rest % choice == 0:
            rest //= choice
            found.append(choice)
            choice -= 1
        if rest == 1:
            return tuple(found)
    return (product,)


def most_pieces(table: Table) -> int:
    """How many pieces there are of the kind with most of them."""
    return max(map(len, table.pieces.values()), default=0)


def most_outcomes(program: Program) -> int:
    """At least as many as any event of chance has outcomes; 1 if nothing is left to chance."""
    table, layout = program.table, program.layout
    found = [1, *(_outcomes(program, event) for event in program.events)]
    if layout.naming >= 0:
        found += [len(table.pieces[kind]) for kind in layout.names]
    return max(found)


def _outcomes(program: Program, event: Event) -> int:
    table, of = program.table, event.element
    if isinstance(of, PieceType) and event.form == "roll":
        return table.game.kinds[of.kind].sides
    if isinstance(of, NumberType):
        return min(len(program.layout.numbers), MOST_NUMBERS) or MOST_NUMBERS
    return program.layout.universe(of).bit_count()


__all__ = ["ChancePoint", "OpenChance", "OpenPlay", "Stopped", "factors", "most_outcomes"]
