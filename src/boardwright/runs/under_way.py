"""How far the games have come that are being played. Slow agents take minutes for a chunk: this is known before it ends.

A process notes here what it has played of its chunk, in thousandths of a game. Several processes share the numbers, without a
lock: each writes its own, and one that dies leaves none locked.
"""

from __future__ import annotations

import time
from collections.abc import Callable, MutableSequence, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from boardwright.interpreter.program.program import Program

T = TypeVar("T")

WHOLE = 1000
_NEARLY = 950
"""A game that takes more decisions than expected does not end before it ends."""
_EVERY = 0.2

Numbers = MutableSequence[int]


class UnderWay:
    """What has been played of each chunk that is not finished: `slots` of them at a time."""

    def __init__(self, slots: int, *, shared: bool) -> None:
        self.numbers: Numbers = _shared(slots) if shared else [0] * slots
        self.free = list(range(slots))

    def take(self) -> int:
        """A slot for a chunk."""
        slot = self.free.pop()
        self.numbers[slot] = 0
        return slot

    def give_back(self, slot: int) -> None:
        """Forgets a chunk: it is finished, or will be played again."""
        self.numbers[slot] = 0
        self.free.append(slot)

    def games(self) -> float:
        """The number of games that were played of these chunks."""
        return sum(self.numbers) / WHOLE


def _shared(slots: int) -> Numbers:
    from multiprocessing import get_context

    numbers: Numbers = get_context("spawn").RawArray("q", slots)
    return numbers


class _Here:
    """Where this process notes how far it has come, and whom it tells from time to time."""

    numbers: Numbers | None = None
    slot = 0
    tick: Callable[[], None] | None = None
    told = 0.0


def begin(numbers: Numbers | None) -> None:
    """Makes this process note what it plays in these numbers."""
    _Here.numbers = numbers


def play_in(slot: int, tick: Callable[[], None] | None, play: Callable[..., T], *args: object) -> T:
    """Calls `play`, and takes what it notes for what happens in this slot."""
    _Here.slot, _Here.tick = slot, tick
    try:
        return play(*args)
    finally:
        _Here.tick = None


def note(thousandths: int) -> None:
    """Notes how much of its chunk this process has played."""
    if _Here.numbers is None:
        return
    _Here.numbers[_Here.slot] = thousandths
    if _Here.tick is not None and (now := time.monotonic()) >= _Here.told + _EVERY:
        _Here.told = now
        _Here.tick()


class Chunk:
    """Counts the games of a chunk, and in each the decisions. A game is expected to take as many as those before it."""

    def __init__(self, program: Program | None) -> None:
        self.games, self.decisions, self.now = 0, 0, 0
        self.expected = 0.0 if program is None else program.kept("usual decisions", _usual)

    def decided(self, v: Sequence[int], answer: int) -> None:
        """Notes a decision."""
        self.now += 1
        part = _NEARLY if not self.expected else int(WHOLE * self.now / self.expected)
        note(self.games * WHOLE + min(part, _NEARLY))

    def ended(self) -> None:
        """Notes the end of a game."""
        self.games += 1
        self.decisions += self.now
        self.now = 0
        if self.decisions:
            self.expected = self.decisions / self.games
        note(self.games * WHOLE)


def _usual(program: Program) -> float:
    """How many decisions a game takes in which all play at random: enough for a first guess."""
    from boardwright.interpreter.agents.random_agent import play_random
    from boardwright.interpreter.machine import layout as lay
    from boardwright.interpreter.table.errors import RuleError

    try:
        return float(play_random(program, 0)[lay.DECISIONS])
    except RuleError as fault:
        return float(fault.decisions or 0)


__all__ = ["WHOLE", "Chunk", "UnderWay", "begin", "note", "play_in"]
