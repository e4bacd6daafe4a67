"""Plays as a policy says that was learned for this table (see `learning/policy.py`): the same on every machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardwright.extras import install
from boardwright.interpreter.agents.agent import AgentError, Factory
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.program import Program

if TYPE_CHECKING:
    from boardwright.interpreter.learning.policy import Policy


class PolicyAgent:
    """Takes the option that its policy prefers."""

    def __init__(self, making: _Making) -> None:
        self.making = making
        self.fits = False

    def choose(self, decision: Decision, state: State) -> int:
        from boardwright.interpreter.learning.actions import actions_of
        from boardwright.interpreter.learning.observer import observer_of

        if not self.fits:
            self.making.check(state.program)
            self.fits = True
        actions, observer = actions_of(state.program), observer_of(state.program)
        offered = dict(actions.pairs(state))
        best = self.making.policy.best(observer.observe(state, decision.player), [*offered])
        return decision.answers().index(offered[best])


@dataclass(frozen=True, slots=True)
class _Making:
    """The factory of agents that follow one policy."""

    path: str
    policy: Policy

    def __call__(self, seed: int, seat: int) -> PolicyAgent:
        return PolicyAgent(self)

    def check(self, program: Program) -> None:
        """Refuses a policy for another table."""
        from boardwright.interpreter.learning.actions import actions_of
        from boardwright.interpreter.learning.observer import fingerprint, observer_of

        if self.policy.fingerprint != program.kept("fingerprint", fingerprint):
            raise AgentError(
                f"the policy in `{self.path}` is for another table",
                ("train it with the same rules, number of players and options",),
            )
        wanted = observer_of(program).size, actions_of(program).count
        found = self.policy.inputs, self.policy.outputs
        if found != wanted:  # it says that it is for this table, but anybody can write that
            raise AgentError(
                f"the policy in `{self.path}` reads {found[0]:,} numbers and has {found[1]:,} actions; "
                f"this table has {wanted[0]:,} and {wanted[1]:,}"
            )


def policy_factory(path: str) -> Factory:
    """The factory of agents that follow the policy in a file. `AgentError` if there is none."""
    if not path:
        raise AgentError("`policy:` needs a file", ("write `policy:FILE`",))
    try:
        from boardwright.interpreter.learning.policy import PolicyError, load_policy
    except ImportError as fault:
        raise AgentError(f"a policy needs NumPy: {install('native')}") from fault
    try:
        return _Making(path, load_policy(path))
    except OSError as fault:
        raise AgentError(f"`{path}` cannot be read: {fault.strerror or fault}") from fault
    except PolicyError as fault:
        raise AgentError(f"`{path}` cannot be used: {fault}") from fault
    except ValueError as fault:  # no system has files of such names
        raise AgentError(f"`{path}` cannot be read: {fault}") from fault
