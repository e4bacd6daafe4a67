"""Plays the choices of a game again after its rules were changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardwright.studio.line import Line

if TYPE_CHECKING:
    from boardwright.interpreter.play.state import State
    from boardwright.loading.game import Game


@dataclass(frozen=True, slots=True)
class Stop:
    """A choice that cannot be made any more: what was chosen, by whom, and what is offered now."""

    was: str
    by: str
    offered: Sequence[str]


@dataclass(frozen=True, slots=True)
class Tried:
    """A game with other rules, as far as its choices can be made. `at` is the decision where it stops, or else the first one
    after which the position is another; None if the position stays.
    """

    line: Line
    at: int | None
    stop: Stop | None = None


def retry(before: Line, game: Game) -> Tried:
    """Makes the choices of a game with other rules. Raises `RuleError` if a rule cannot do what it says."""
    line, old = Line(game, before.seed), before.state_at(0)
    differs = None if _are_alike(old, line.state) else 0
    for number, choice in enumerate(before.choices):
        decision = line.state.decision
        if decision is None or choice not in decision.ids:
            return Tried(line, number, _stop(old, choice, line.state))
        line.choose(choice)
        old.apply(choice)
        if differs is None and not _are_alike(old, line.state):
            differs = number
    return Tried(line, differs)


def _are_alike(old: State, new: State) -> bool:
    return old.hash == new.hash and old.to_play == new.to_play


def _stop(old: State, choice: str, new: State) -> Stop:
    decision, now = old.decision, new.decision
    assert decision is not None
    was = next(option.label for option in decision.options if option.id == choice)
    offered = () if now is None else tuple(option.label for option in now.options)
    return Stop(was, old.program.table.seats[decision.player], offered)
