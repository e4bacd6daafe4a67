"""The local names of one running rule, value, hook, effect or entry."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field

from boardwright.dsl.language.types import Type
from boardwright.dsl.rules import ir
from boardwright.interpreter.reference.position import Single

Local = Single | dict[int, Single]
"""The value of a name; a keyed one has a value for each element (`kept of p`)."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision: the seat, the site in the rules, and the ids of the options as listed.

    If several things are picked one at a time, `picked` are the picks so far, by number. `numbers` are the things of the
    options, if these are not listed by number.
    `at` is the statement that asks, and `frame` has its names.
    """

    player: int
    site: str
    options: tuple[str, ...]
    picked: tuple[int, ...] = ()
    element: Type | None = None
    numbers: tuple[int, ...] = ()
    at: ir.Node | None = field(default=None, compare=False, repr=False)
    frame: Frame | None = field(default=None, compare=False, repr=False)

    def nth(self, n: int) -> str:
        """The n-th option by the numbers of things, as random players count."""
        if n >= len(self.numbers):
            return self.options[n]
        return self.options[self.numbers.index(sorted(self.numbers)[n])]


Play = Generator[Decision, int, None]
"""A part of play: it yields decisions and is sent the number of the chosen option."""

Asking = Generator[Decision, int, int]
"""The same, with a number as its result."""


@dataclass(slots=True)
class Frame:
    """Values of local names by the id of their variable.

    `left_out` is set when a choose, draw, find or share leaves out the rest of its block, or a menu offers nothing.
    `original` runs the rest of the chain, in the frame of an `instead` hook.
    """

    values: dict[int, Local] = field(default_factory=dict)
    left_out: bool = False
    original: Callable[[], Play] | None = None

    @classmethod
    def of(cls, values: Mapping[ir.Var, Local]) -> Frame:
        """A frame in which these variables have values."""
        return cls({var.id: value for var, value in values.items()})

    def inner(self) -> Frame:
        """A copy: names bound in it are unknown outside."""
        return Frame(dict(self.values), self.left_out, self.original)


Calling = Generator[Decision, int, bool]
"""The same, with whether a rule went through."""

Picking = Generator[Decision, int, list[int] | None]
"""The same, with what was picked, or None."""
