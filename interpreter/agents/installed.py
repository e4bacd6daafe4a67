"""Agents by name: those in the package, those of other distributions, and programs."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from boardwright.dsl.source.suggest import suggest_help
from boardwright.interpreter.agents.agent import SECONDS, Agent, AgentError, Factory, PlugIn, told

GROUP = "boardwright.agents"

# Also in pyproject.toml; listed here, so that they need no search through all distributions.
SHIPPED = {
    "first": "boardwright.interpreter.agents.first_agent:make",
    "greedy": "boardwright.interpreter.agents.greedy_agent:make",
    "random": "boardwright.interpreter.agents.random_agent:make",
}
# Those with settings after a colon.
SEARCHES = {
    "ismcts": "boardwright.interpreter.agents.search.search_agents:make_tree",
    "mc": "boardwright.interpreter.agents.search.search_agents:make_flat",
}
_PROGRAM, _HEARING, _POLICY = "program:", "program+events:", "policy:"
_COMMA = re.compile(r""",(?=(?:[^'"]|'[^']*'|"[^"]*")*$)""")  # outside quotes


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
                f"the agent `{self.name}` of seat {seat + 1} cannot be made: the result of `make` has no `choose`"
            )
        return PlugIn(self.name, seat, cast(Agent, made))


def agent_names() -> tuple[str, ...]:
    """The names of all installed agents."""
    from importlib.metadata import entry_points

    return tuple(
        sorted({*SHIPPED, *SEARCHES, *(point.name for point in entry_points(group=GROUP))})
    )


def listed(names: str) -> tuple[str, ...]:
    """The names in a list with commas; commas inside quotes belong to a command."""
    return tuple(part.strip() for part in _COMMA.split(names))


def _imported(function: str) -> object:
    module, _, name = function.partition(":")
    return getattr(import_module(module), name)


def find_agent(name: str, seconds: float = SECONDS) -> Factory:
    """The factory of agents with this name; `ismcts:500` searches longer or shorter than usual, `program:COMMAND` runs a program,
    `program+events:COMMAND` one that hears what happens.

    `policy:FILE` follows what was learned. `seconds` is how long programs may take for a decision.
    """
    if name.startswith(_PROGRAM):
        from boardwright.interpreter.agents.program_agent import program_factory

        return program_factory(name.removeprefix(_PROGRAM), seconds)
    if name.startswith(_HEARING):
        from boardwright.interpreter.agents.program_agent import program_factory

        return program_factory(name.removeprefix(_HEARING), seconds, events=True)
    if name.startswith(_POLICY):
        from boardwright.interpreter.agents.policy_agent import policy_factory

        return policy_factory(name.removeprefix(_POLICY))
    if name in SHIPPED:
        return cast(Factory, _imported(SHIPPED[name]))
    search, _, settings = name.partition(":")
    if search in SEARCHES:
        return cast(Callable[[str], Factory], _imported(SEARCHES[search]))(settings)
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP, name=name):
        try:
            found = point.load()
        except (Exception, SystemExit) as fault:  # a plug-in may fail in any way
            raise AgentError(f"the agent `{name}` cannot be imported: {told(fault)}") from fault
        if not callable(found):
            raise AgentError(
                f"the agent `{name}` cannot be made: `{point.value}` is not a function",
                ("the entry point of an agent must name a function `make(seed, seat)`",),
            )
        return _Making(name, cast(Factory, found))
    names = agent_names()
    known = ", ".join(f"`{each}`" for each in names)
    raise AgentError(
        f"there is no agent `{name}`; agents are {known}, `policy:FILE` and `program:COMMAND`",
        suggest_help(name, names),
    )
