"""What an agent is, and how one is found by its name."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

from boardwright.dsl.source.suggest import suggest_help
from boardwright.interpreter.machine.rng import Stream, agent_stream
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.state import State

GROUP = "boardwright.agents"

# Also in pyproject.toml; found here, they cost no search through all that is installed.
SHIPPED = {
    "first": "boardwright.interpreter.agents.first_agent:make",
    "greedy": "boardwright.interpreter.agents.greedy_agent:make",
    "random": "boardwright.interpreter.agents.random_agent:make",
}


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

_PROGRAM = "program:"
_COMMA = re.compile(r""",(?=(?:[^'"]|'[^']*'|"[^"]*")*$)""")  # outside quotes

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


@dataclass(frozen=True, slots=True)
class _Making:
    """The factory of a plug-in."""

    name: str
    make: Factory

    def __call__(self, seed: int, seat: int) -> Agent:
        try:
            made: object = self.make(seed, seat)
        except (Exception, SystemExit) as fault:  # a plug-in may fail in any way
            raise AgentError(
                f"the agent `{self.name}` of seat {seat + 1} cannot be made: {told(fault)}"
            ) from fault
        if not callable(getattr(made, "choose", None)):
            raise AgentError(
                f"the agent `{self.name}` of seat {seat + 1} cannot be made: what its `make` gives has no `choose`"
            )
        return PlugIn(self.name, seat, cast(Agent, made))


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


def agent_names() -> tuple[str, ...]:
    """All agents that are installed."""
    from importlib.metadata import entry_points

    return tuple(sorted({*SHIPPED, *(point.name for point in entry_points(group=GROUP))}))


def listed(names: str) -> tuple[str, ...]:
    """The names in a list with commas; quotes keep the commas of a command together."""
    return tuple(part.strip() for part in _COMMA.split(names))


def find_agent(name: str, seconds: float = SECONDS) -> Factory:
    """The factory of the agents of this name; `program:COMMAND` is one that runs a program.

    `seconds` are for programs: how long they may think about a decision.
    """
    if name.startswith(_PROGRAM):
        from boardwright.interpreter.agents.program_agent import program_factory

        return program_factory(name.removeprefix(_PROGRAM), seconds)
    if name in SHIPPED:
        module, _, factory = SHIPPED[name].partition(":")
        return cast(Factory, getattr(import_module(module), factory))
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP, name=name):
        try:
            found = point.load()
        except (Exception, SystemExit) as fault:  # a plug-in may fail in any way
            raise AgentError(f"the agent `{name}` cannot be imported: {told(fault)}") from fault
        if not callable(found):
            raise AgentError(
                f"the agent `{name}` cannot be made: `{point.value}` is no function",
                ("an entry point of an agent names a function `make(seed, seat)`",),
            )
        return _Making(name, cast(Factory, found))
    names = agent_names()
    known = ", ".join(f"`{each}`" for each in names)
    raise AgentError(
        f"there is no agent `{name}`; there are {known}, and `program:COMMAND`",
        suggest_help(name, names),
    )
