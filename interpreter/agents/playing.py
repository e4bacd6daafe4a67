"""Plays games with agents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from types import NoneType
from typing import TYPE_CHECKING

from boardwright.interpreter.agents.agent import Agent, AgentError, PlugIn, hearing, told
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.program import Program, Vector
from boardwright.interpreter.table.errors import RuleError

if TYPE_CHECKING:
    from boardwright.interpreter.events.watched import WatchedState


@dataclass(frozen=True, slots=True)
class Taken:
    """A decision that was made: the number of the seat, the name of the decision, and the id of the option."""

    player: int
    decision: str
    option: str


class Hearers:
    """The agents that hear what their players are told. Agents play games that tell nothing, so the same game is watched
    beside it: it has the same seed, and the same choices are made in it.
    """

    def __init__(self, program: Program, agents: Mapping[int, Agent], seed: int | None) -> None:
        self.agents = {seat: agent for seat, agent in agents.items() if hearing(agent) is not None}
        self.state: WatchedState | None = None
        if self.agents and seed is None:
            raise ValueError("an agent hears what happens only in a game whose `seed` is given")
        if self.agents and seed is not None:
            from boardwright.interpreter.events.watched import new_watched

            self.state = new_watched(program, seed, seats=self.agents)
            self._tell(self.state)

    def apply(self, option: int) -> None:
        """Goes on with this choice."""
        if self.state is not None:
            self.state.apply(option)
            self._tell(self.state)

    def _tell(self, state: WatchedState) -> None:
        for seat, agent in self.agents.items():
            hear = hearing(agent)
            assert hear is not None
            try:
                hear(state.seen(seat))
            except (Exception, SystemExit) as fault:  # a plug-in may fail in any way
                who = _called(agent, state, seat)
                raise AgentError(f"{who} failed when told what happened: {told(fault)}") from fault


def play(
    state: State,
    agents: Sequence[Agent],
    watch: Callable[[Taken], None] | None = None,
    apply: Callable[[int], object] | None = None,
    note: Callable[[Vector, int], None] | None = None,
    *,
    seed: int | None = None,
) -> int:
    """Plays to the end with one agent per seat, and returns the number of decisions.

    `state` is a new game of this `seed`; agents that hear what happens need it.

    `watch` is called for each decision after it is applied, `note` with the vector and the answer before that. `apply` is
    used instead of `state.apply`, for example that of a `Recorder` of this state. An answer that is not an option raises
    `AgentError`, and the state stays as it was. However the game ends, each agent's `finish` is called; if that fails, it
    raises `AgentError`, too, unless the game had already failed.
    """
    try:
        hearers = Hearers(state.program, dict(enumerate(agents)), seed)
        count = _play(state, agents, watch, apply or state.apply, note, hearers)
    except BaseException:
        with suppress(AgentError):
            finish(agents, state)
        raise
    finish(agents, state)
    return count


def finish(agents: Iterable[Agent], state: State) -> None:
    """Tells agents the end of the game; afterwards none of their programs is running."""
    with ExitStack() as all_of_them:
        for agent in agents:
            if (end := getattr(agent, "finish", None)) is not None:
                all_of_them.callback(_finish, agent, end, state)


def _finish(agent: Agent, end: Callable[[State], object], state: State) -> None:
    try:
        end(state)
    except (Exception, SystemExit) as fault:  # a plug-in may fail in any way
        raise AgentError(
            f"{_called(agent, state)} failed at the end of the game: {told(fault)}"
        ) from fault


def _called(agent: Agent, state: State, seat: int | None = None) -> str:
    """The agent in words: by the name that the user gave, if there is one, and by its seat."""
    name = type(agent).__name__
    if isinstance(agent, PlugIn):
        name, seat = f"`{agent.name}`", agent.seat
    return f"the agent {name}" + ("" if seat is None else f" of {state.program.table.seats[seat]}")


def fault_of(agent: Agent) -> str | None:
    """Why an agent failed; None if it has not."""
    found = getattr(agent, "fault", None)
    return None if found is None else str(found)


def choice_of(agent: Agent, decision: Decision, state: State) -> int:
    """The number of the option that an agent takes; `AgentError` if it fails, or if the answer is not an option."""
    try:
        answer: object = agent.choose(decision, state)
    except (RuleError, AgentError):
        raise  # a mistake in the rules, found while looking ahead; or one of who chose the agent
    except (Exception, SystemExit) as fault:  # a plug-in may fail in any way
        raise AgentError(
            f"{_called(agent, state, decision.player)} failed when asked for `{decision.name}`: {told(fault)}"
        ) from fault
    # True is a number to Python, but does not mean the second option.
    if isinstance(answer, bool) or not isinstance(answer, int) or not 0 <= answer < len(decision):
        plain = isinstance(answer, (bool, int, float, str, NoneType))
        what = repr(answer)[:60] if plain else f"something of the type {type(answer).__name__}"
        raise AgentError(
            f"{_called(agent, state, decision.player)} answered {what} when asked for `{decision.name}`, "
            f"which is not one of the {len(decision)} options"
        )
    return answer


def _play(
    state: State,
    agents: Sequence[Agent],
    watch: Callable[[Taken], None] | None,
    apply: Callable[[int], object],
    note: Callable[[Vector, int], None] | None,
    hearers: Hearers,
) -> int:
    count = 0
    while (decision := state.decision) is not None:
        player = decision.player
        answer = choice_of(agents[player], decision, state)
        taken = Taken(player, decision.name, decision.ids[answer]) if watch is not None else None
        if note is not None:
            note(state.v, decision.answers()[answer])
        apply(answer)
        hearers.apply(answer)
        count += 1
        if watch is not None and taken is not None:
            watch(taken)
    return count
