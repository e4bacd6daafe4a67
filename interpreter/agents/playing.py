"""Agents play a game to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from boardwright.interpreter.agents.agent import Agent, AgentError
from boardwright.interpreter.decision import Decision
from boardwright.interpreter.errors import RuleError
from boardwright.interpreter.program import Vector
from boardwright.interpreter.state import State


@dataclass(frozen=True, slots=True)
class Taken:
    """A decision that was taken: by whom (the seat's number), what was asked, and the id of the option."""

    player: int
    decision: str
    option: str


def play(
    state: State,
    agents: Sequence[Agent],
    watch: Callable[[Taken], None] | None = None,
    apply: Callable[[int], None] | None = None,
    note: Callable[[Vector, int], None] | None = None,
) -> int:
    """Plays on to the end, one agent a seat; how many decisions there were.

    `watch` is told of each decision once the state has gone on, `note` of the vector and the answer before it does. `apply` takes a choice instead of
    `state.apply`, as that of a `Recorder` of this state does. An agent that answers with what is no option is
    an `AgentError`, and the state stays as it was. However it ends, each agent's `finish` is called.
    """
    try:
        return _play(state, agents, watch, apply or state.apply, note)
    finally:
        finish(agents, state)


def finish(agents: Iterable[Agent], state: State) -> None:
    """Tells agents that this is how far the game went; afterwards no program of theirs runs any more."""
    with ExitStack() as all_of_them:
        for agent in agents:
            if (end := getattr(agent, "finish", None)) is not None:
                all_of_them.callback(end, state)


def fault_of(agent: Agent) -> str | None:
    """What made an agent stop choosing by itself; None if it has not."""
    found = getattr(agent, "fault", None)
    return None if found is None else str(found)


def choice_of(agent: Agent, decision: Decision, state: State) -> int:
    """The number of the option that an agent takes; `AgentError` if it fails, or takes what is no option."""
    try:
        answer: object = agent.choose(decision, state)
    except RuleError:
        raise  # a mistake in the rules, found by looking ahead
    except Exception as fault:  # a plug-in may fail in any way
        raise AgentError(
            f"{type(agent).__name__} failed when asked for `{decision.name}`: "
            f"{type(fault).__name__}: {fault}"
        ) from fault
    if not isinstance(answer, int) or not 0 <= answer < len(decision):
        raise AgentError(
            f"{type(agent).__name__} took option {answer} of {len(decision)} "
            f"when asked for `{decision.name}`"
        )
    return answer


def _play(
    state: State,
    agents: Sequence[Agent],
    watch: Callable[[Taken], None] | None,
    apply: Callable[[int], None],
    note: Callable[[Vector, int], None] | None,
) -> int:
    count = 0
    while (decision := state.decision) is not None:
        player = decision.player
        answer = choice_of(agents[player], decision, state)
        taken = Taken(player, decision.name, decision.ids[answer]) if watch is not None else None
        if note is not None:
            note(state.v, decision.answers()[answer])
        apply(answer)
        count += 1
        if watch is not None and taken is not None:
            watch(taken)
    return count
