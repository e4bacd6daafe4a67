"""What an agent is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from boardwright.interpreter.machine.rng import Stream, agent_stream
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.state import State


class Agent(Protocol):
    """Chooses for one seat in one game.

    It may also have a method `finish(state)`, called once when the game is over or has broken off, and an attribute
    `fault`: what made it stop choosing by itself, or None.
    """

    def choose(self, decision: Decision, state: State) -> int:
        """The number of the option to take, from 0. The state is not to be changed: copy it to look ahead."""
        ...


SECONDS = 10.0
"""How long an agent that is a program may think about a decision, unless somebody says otherwise."""

Factory = Callable[[int, int], Agent]
"""Makes the agent of a seed and a seat. The seed is for the agent's own chance. A program is told a part of it: so it must not
be the game's there.
"""


class AgentError(ValueError):
    """There is no agent of this name, or it cannot be used; `help` says what to do."""

    def __init__(self, message: str, help: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.help = help


@dataclass(frozen=True, slots=True)
class PlugIn:
    """An agent of another distribution, with the name by which it was asked for: whatever goes wrong in it is told of
    this name, not as a mistake of ours.
    """

    name: str
    seat: int
    agent: Agent

    @property
    def fault(self) -> str | None:
        return getattr(self.agent, "fault", None)

    def choose(self, decision: Decision, state: State) -> int:
        return self.agent.choose(decision, state)

    def finish(self, state: State) -> None:
        if (end := getattr(self.agent, "finish", None)) is not None:
            end(state)


def told(fault: BaseException) -> str:
    """What went wrong in a plug-in, in one line."""
    try:
        text = " ".join(str(fault).split())
    except Exception:  # even to tell may fail
        text = ""
    return f"{type(fault).__name__}: {text[:300]}" if text else type(fault).__name__


def stream_of(seed: int, seat: int) -> Stream:
    """The chance that belongs to the agent at a seat."""
    return Stream(seed, agent_stream(seat))
