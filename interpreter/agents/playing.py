"""Agents play a game to its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from boardwright.interpreter.agents.agent import Agent, AgentError
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
) -> int:
    """Plays on to the end, one agent a seat; how many decisions there were.

    `watch` is told of each decision once the state has gone on. `apply` takes a choice instead of
    `state.apply`, as that of a `Recorder` of this state does. An agent that answers with what is no option is
    an `AgentError`, and the state stays as it was.
    """
    count = 0
    apply = apply or state.apply
    while (decision := state.decision) is not None:
        player = decision.player
        answer = agents[player].choose(decision, state)
        if not 0 <= answer < len(decision):
            raise AgentError(
                f"{type(agents[player]).__name__} took option {answer} of {len(decision)} "
                f"when asked for `{decision.name}`"
            )
        taken = Taken(player, decision.name, decision.ids[answer]) if watch is not None else None
        apply(answer)
        count += 1
        if watch is not None and taken is not None:
            watch(taken)
    return count
