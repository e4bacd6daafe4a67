"""The protocol of agents, and errors of agents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from boardwright.interpreter.machine.rng import Stream, agent_stream
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.program import Program

if TYPE_CHECKING:
    from boardwright.interpreter.events.seen import Event


class Agent(Protocol):
    """Chooses for one seat in one game.

    It may also have a method `finish(state)`, which is called once when the game has ended or failed, a method
    `hear(events)`, which is called with what its player was told, and an attribute `fault`: why the agent failed, or None.
    """

    def choose(self, decision: Decision, state: State) -> int:
        """The number of the option to take, from 0. Do not change the state: copy it to look ahead."""
        ...


SECONDS = 10.0
"""Seconds that a program may take for a decision, by default."""

Factory = Callable[[int, int], Agent]
"""Makes the agent of a seed and a seat. The seed is for the agent's own chance. A program gets to know a part of it, so
for programs it must not be the game's.
"""


def check_agent(factory: Factory, program: Program) -> None:
    """Raises `AgentError` if these agents cannot play a program, as their factory says with a function `check`."""
    check = getattr(factory, "check", None)
    if callable(check):
        check(program)


class AgentError(ValueError):
    """There is no agent with this name, or it cannot be used; `help` says what to do."""

    __module__ = "boardwright.agents"

    def __init__(self, message: str, help: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.help = help


@dataclass(frozen=True, slots=True)
class PlugIn:
    """An agent of another distribution, with the name that the user gave: errors in it are reported under this name, not as
    mistakes of ours.
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


def hearing(agent: Agent) -> Callable[[Sequence[Event]], object] | None:
    """How an agent hears what its player is told; None if it does not want to."""
    found = getattr(agent.agent if isinstance(agent, PlugIn) else agent, "hear", None)
    return found if callable(found) else None


def told(fault: BaseException) -> str:
    """The error of a plug-in, in one line."""
    try:
        text = " ".join(str(fault).split())
    except Exception:  # even its message may fail
        text = ""
    return f"{type(fault).__name__}: {text[:300]}" if text else type(fault).__name__


def stream_of(seed: int, seat: int) -> Stream:
    """The random stream of the agent at a seat."""
    return Stream(seed, agent_stream(seat))
