"""A game under way in which chance plays like a player.

A line remembers the steps that led to it, as the numbers of options and of outcomes of chance: so it can be played again
anywhere, and what a seat was told is worked out only when somebody asks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from boardwright.adapters.openspiel.setting import Setting, setting_of
from boardwright.adapters.openspiel.told import SETUP, Imagined, Step, Told, Watch
from boardwright.interpreter.play.state import State

if TYPE_CHECKING:
    from boardwright.interpreter.play.open_chance import ChancePoint

CHANCE, TERMINAL = -1, -4


class Line:
    """One game. `player` is who plays next: a seat, CHANCE or TERMINAL."""

    __slots__ = (
        "offered",
        "option",
        "outcomes",
        "player",
        "point",
        "setting",
        "state",
        "step",
        "watch",
    )

    def __init__(self, setting: Setting, state: State | None = None) -> None:
        self.setting, self.state = setting, state
        """`state` is the position at the last decision; None before the setup."""
        self.step: Step | None = None
        self.option, self.player = SETUP, CHANCE
        self.outcomes: tuple[int, ...] = ()
        """The step that chance takes part in, if chance plays next, and what it brought so far."""
        self.point: ChancePoint | None = None
        """What chance decides next, if its outcomes are exact."""
        self.offered: Mapping[int, int] | None = None
        """The place in the list of options of each action that is offered, once somebody has asked."""
        self.watch: Watch | None = None

    # ---- playing

    @property
    def options(self) -> Mapping[int, int]:
        """The place in the list of options of each action that is offered, in ascending order of actions."""
        if self.offered is None:
            assert self.state is not None
            self.offered = self.setting.options(self.state)
        return self.offered

    @property
    def count(self) -> int:
        """How many outcomes chance has now."""
        return self.setting.seeds if self.point is None else self.point.outcomes

    def legal(self) -> list[int]:
        """The actions, or the outcomes of chance, in ascending order."""
        if self.player >= 0:
            return [*self.options]
        return list(range(self.count)) if self.player == CHANCE else []

    def apply(self, action: int) -> None:
        """Takes an action, or an outcome of chance. What is not offered raises an error, and nothing changes."""
        if self.player >= 0:
            option = self.options.get(action)
            if option is None:
                self.setting.refuse(self.state, action)
            self.take(option)
        elif self.player == CHANCE and 0 <= action < self.count:
            self.outcomes = (*self.outcomes, action)
            self.go_on()
        else:
            raise ValueError(f"chance has no outcome {action} here")

    def take(self, option: int) -> None:
        """Takes an option by its place in the list."""
        state, setting = self.state, self.setting
        assert state is not None
        if not setting.has_chance:
            state.apply(option)
        elif not state.apply_unless_chance(option):
            self.option, self.player = option, CHANCE
            if setting.is_exact:
                self.go_on()
            return
        self._note(option, ())

    def go_on(self) -> None:
        """Plays the step with the outcomes that chance has brought, if these are enough."""
        state, self.point = self.setting.play(self.state, self.option, self.outcomes)
        if state is not None:
            self.state = state
            self._note(self.option, self.outcomes)
            self.option, self.outcomes = SETUP, ()

    def _note(self, option: int, outcomes: tuple[int, ...]) -> None:
        state, self.offered = self.state, None
        assert state is not None
        self.step = Step(self.step, option, outcomes)
        seat = state.to_play
        self.player = TERMINAL if seat < 0 else seat

    # ---- copies

    def copy(self) -> Line:
        """An independent copy."""
        other = Line(self.setting, None if self.state is None else self.state.copy())
        other.step, other.player = self.step, self.player
        other.option, other.outcomes, other.point = self.option, self.outcomes, self.point
        if self.watch is not None:
            other.watch = self.watch
            self.watch.is_shared = True
        return other

    def __deepcopy__(self, memo: object) -> Line:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        steps = [] if self.step is None else self.step.back_to(None) or []
        imagined = steps[0].imagined if steps else None
        played = [(step.option, step.outcomes) for step in steps if step.imagined is None]
        now = (self.option, self.outcomes) if self.player == CHANCE else None
        return _restored, (self.setting.key, imagined, played, now)

    # ---- what seats know

    def told(self, seat: int) -> Told:
        """All that a seat was told until the last decision."""
        if self.step is None:
            return Told()
        if self.step.told is None:
            self.watch = Watch.up_to(self.setting, self.watch, self.step)
        assert self.step.told is not None
        return self.step.told[seat]

    def imagine(self, seat: int, seed: int) -> Line:
        """Another game that is the same to the player at this seat, in which all that is hidden is made up."""
        if self.player == CHANCE or self.state is None or self.step is None:
            raise ValueError("nothing can be imagined while chance has to decide")
        self.watch = Watch.up_to(self.setting, self.watch, self.step)
        state = self.setting.imagined(self.state, seat, seed)
        return _from_imagined(
            self.setting,
            Imagined(
                tuple(state.v), state.pending, seat, self.told(seat), self.watch.attention(seat)
            ),
        )


def begin(setting: Setting) -> Line:
    """A new game: at chance that sets it up, or at its first decision."""
    if setting.first is None:
        first = Line(setting)
        if setting.is_exact or not setting.begins_by_chance:
            first.go_on()
        setting.first = first
    return setting.first.copy()


def _from_imagined(setting: Setting, imagined: Imagined) -> Line:
    line = Line(setting, setting.state_of(imagined))
    assert line.state is not None
    line.step = Step(None, SETUP, (), imagined)
    seat = line.state.to_play
    line.player = TERMINAL if seat < 0 else seat
    return line


def _restored(
    key: tuple[tuple[str, Any], ...],
    imagined: Imagined | None,
    played: Sequence[tuple[int, tuple[int, ...]]],
    now: tuple[int, tuple[int, ...]] | None,
) -> Line:
    """A line from what was written of it: played again, step by step."""
    setting = setting_of(dict(key))
    line = begin(setting) if imagined is None else _from_imagined(setting, imagined)
    for option, outcomes in (*played, *(() if now is None else (now,))):
        if option != SETUP:
            line.take(option)
        if outcomes:
            line.outcomes = outcomes
            line.go_on()
    return line
