"""Games as environments of PettingZoo: `boardwright.adapters.pettingzoo.env("rattus", players=2)`.

The agents are `player_0`, `player_1` and so on, in the order of the seats. An observation has the row of numbers of
`game.observer` under `observation`, and under `action_mask` which actions of `game.actions` are offered; the mask is in the info
of the agent as well. Rewards are 0 until the end, and there those of `State.returns`.

A mask is all zeros for an agent who is not asked. When the game is over, nothing is chosen any more, and it is all ones, so
that policies that divide by what is offered stay finite.
"""

from __future__ import annotations

import os
from typing import Any

from boardwright.adapters.missing import need

need("pettingzoo", "pettingzoo", "gymnasium")

import gymnasium  # noqa: E402
import numpy  # noqa: E402
from gymnasium.spaces import Box, Dict  # noqa: E402
from pettingzoo import AECEnv  # type: ignore[import-untyped]  # noqa: E402

from boardwright.adapters.shared import (  # noqa: E402
    MOST_UNASKED,
    action_space,
    find_game,
    nothing_to_learn,
    row_space,
    text_of,
)
from boardwright.interpreter.learning.running import Running  # noqa: E402
from boardwright.loading.game import Game  # noqa: E402


def env(
    game: Game | str | os.PathLike[str], *, render_mode: str | None = None, **table: Any
) -> BoardwrightEnv:
    """The environment of a game, or of a ruleset by its name with `players`, `options` and so on, as `boardwright.load` takes
    them.
    """
    return BoardwrightEnv(find_game(game, table), render_mode=render_mode)


class BoardwrightEnv(AECEnv):  # type: ignore[misc]
    """A game, one agent after the other. `game` is the game, and `unwrapped.running.state` the state."""

    def __init__(self, game: Game, *, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"expected the render mode `ansi` or none, found `{render_mode}`")
        self.game, self.render_mode = game, render_mode
        self.metadata = {
            "name": f"boardwright_{game.id}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.running = Running(game.program, game.language)
        actions = game.actions
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        row = row_space(game)
        mask = Box(0, 1, (actions.count,), numpy.int8)
        self.observation_spaces = {
            agent: Dict({"observation": row, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(game) for agent in self.possible_agents}
        self._chance = numpy.random.default_rng()
        self.agents: list[str] = []

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """The space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """The space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game. The same seed deals the same cards; further games without a seed follow from it. Games that are
        over before anybody is asked are left out; `RuntimeError` if all are.
        """
        if seed is not None:
            self._chance = numpy.random.default_rng(seed)
        for _ in range(MOST_UNASKED):
            self.running.begin(seed if seed is not None else int(self._chance.integers(1 << 31)))
            if not self.running.over:
                break
            seed = None
        else:
            raise nothing_to_learn(self.game, "anybody")
        agents = self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos = {agent: {"action_mask": self._nothing()} for agent in agents}
        self.agent_selection = agents[0]
        self._go_on()

    # Masks belong to who gets them: many learners write into theirs.

    def _nothing(self) -> Any:
        return numpy.zeros(self.running.actions.count, numpy.int8)

    def _anything(self) -> Any:
        return numpy.ones(self.running.actions.count, numpy.int8)

    def _go_on(self) -> None:
        """The next agent is who is asked; at the end, rewards are given."""
        running = self.running
        if running.player >= 0:
            agent = self.agent_selection
            self.infos[agent] = {"action_mask": self._nothing()}
            agent = self.agent_selection = self.possible_agents[running.player]
            self.infos[agent] = {"action_mask": running.mask.copy()}
            return
        ended = self.truncations if running.state.unfinished else self.terminations
        returns = running.state.returns
        for seat, agent in enumerate(self.possible_agents):
            ended[agent] = True
            self.rewards[agent] = returns[seat]
            self._cumulative_rewards[agent] += returns[seat]
            self.infos[agent] = {"action_mask": self._anything()}
        self._deads_step_first()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now, and which actions it has."""
        running, seat = self.running, self._seats[agent]
        if running.player == seat:
            mask = running.mask.copy()
        else:
            mask = self._anything() if running.player < 0 else self._nothing()
        return {"observation": running.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Takes an action for `agent_selection`. Raises `IllegalChoice` if it is not offered."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"expected an action of {agent}, found none")
        self._cumulative_rewards[agent] = 0.0
        self.running.act(int(action))
        self._go_on()

    def render(self) -> str | None:
        """What the player sees who is asked, as text; at the end what everybody sees."""
        if self.render_mode is None:
            gymnasium.logger.warn("nothing is rendered without a `render_mode`")
            return None
        return text_of(self.running.state)

    def close(self) -> None:
        """There is nothing to close."""


__all__ = ["BoardwrightEnv", "env"]
