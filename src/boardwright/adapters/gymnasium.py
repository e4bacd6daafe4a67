"""Games as environments of Gymnasium, for one learner among agents:

    import boardwright.adapters.gymnasium
    gymnasium.make("boardwright/Game-v0", game="rattus", players=2, agents="greedy")

The learner has a seat, and agents play the others. An observation is the row of numbers of `game.observer`, an action a
number of `game.actions`; `info["action_mask"]` says which are offered. Rewards are 0 until the end, and there those of
`State.returns`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from boardwright.adapters.missing import need

need("gymnasium", "gymnasium")

import gymnasium  # noqa: E402
import numpy  # noqa: E402

from boardwright.adapters.shared import (  # noqa: E402
    MOST_UNASKED,
    action_space,
    find_game,
    nothing_to_learn,
    row_space,
    text_of,
)
from boardwright.interpreter.agents.agent import Agent, AgentError, check_agent  # noqa: E402
from boardwright.interpreter.agents.installed import find_agent  # noqa: E402
from boardwright.interpreter.agents.playing import Hearers, choice_of, finish  # noqa: E402
from boardwright.interpreter.learning.running import Running  # noqa: E402
from boardwright.interpreter.play.decision import IllegalChoice  # noqa: E402
from boardwright.loading.game import Game  # noqa: E402

ID = "boardwright/Game-v0"
_SEEDS = 1 << 31


class BoardwrightEnv(gymnasium.Env[Any, Any]):
    """A game that a learner plays at one seat.

    `agents` is the name of the agent at all other seats (as in `boardwright run --agents`), or one name for each other seat, in
    their order. `seat` is the learner's, or None for another seat in each game. What happens if an action is not offered,
    `illegal` says: with `lose` the game ends with a reward of -1, with `raise` there is an `IllegalChoice`.
    """

    metadata = {  # noqa: RUF012 - as in the base class
        "render_modes": ["ansi"],
        "render_fps": 4,
    }

    def __init__(
        self,
        game: Game | str | os.PathLike[str],
        *,
        agents: str | Sequence[str] = "random",
        seat: int | None = 0,
        illegal: str = "lose",
        render_mode: str | None = None,
        **table: Any,
    ) -> None:
        self.game = find_game(game, table)
        if seat is not None and seat not in range(self.game.players):
            raise ValueError(f"expected a seat from 0 to {self.game.players - 1}, found {seat!r}")
        if illegal not in ("lose", "raise"):
            raise ValueError(f"expected `lose` or `raise` for `illegal`, found `{illegal}`")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"expected the render mode `ansi` or none, found `{render_mode}`")
        others = self.game.players - 1
        names = [agents] * others if isinstance(agents, str) else list(agents)
        if len(names) != others:
            raise ValueError(f"expected {others} agents for the other seats, found {len(names)}")
        self._factories = [find_agent(name) for name in names]
        for factory in self._factories:
            check_agent(factory, self.game.program)
        self._fixed, self._illegal, self.render_mode = seat, illegal, render_mode
        self.running = Running(self.game.program, self.game.language)
        self.observation_space = row_space(self.game)
        self.action_space = action_space(self.game)
        self.seat = seat or 0
        self._agents: dict[int, Agent] = {}
        self._hearers = Hearers(self.game.program, {}, None)
        self._done = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins a new game, and lets agents play until the learner is asked. The same seed deals the same cards.
        Raises `RuntimeError` if many games end without asking the learner anything.
        """
        super().reset(seed=seed, options=options)
        self._done = True  # unless a game begins: rules may fail, and agents too
        for _ in range(MOST_UNASKED):  # a game may be over before the learner is asked
            self._part()
            drawn = int(self.np_random.integers(_SEEDS))
            players = self.game.players
            self.seat = drawn % players if self._fixed is None else self._fixed
            others = [each for each in range(players) if each != self.seat]
            own = int(self.np_random.integers(_SEEDS))
            self._agents = {
                each: make(own, each) for each, make in zip(others, self._factories, strict=True)
            }
            self.running.begin(drawn)
            self._hearers = Hearers(self.game.program, self._agents, drawn)
            self._go_on()
            if not self.running.over:
                self._done = False
                return self._seen(), self._info()
        self._part()
        whose = "any seat" if self._fixed is None else f"seat {self._fixed}"
        raise nothing_to_learn(self.game, whose)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes an action, and lets agents play until the learner is asked again."""
        if self._done:
            raise RuntimeError("the game is over: expected `reset`")
        try:
            self._act(int(action))
        except IllegalChoice:
            if self._illegal == "raise":
                raise
            self._done = True
            self._part()
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": True}
        self._go_on()
        state, over = self.running.state, self.running.over
        self._done = over
        if over:
            self._part()
        truncated = over and state.unfinished
        reward = state.returns[self.seat] if over else 0.0
        return self._seen(), reward, over and not truncated, truncated, self._info()

    def _act(self, action: int) -> None:
        if self._hearers.agents:
            option = self.game.actions.option(self.running.state, action)
            self.running.choose(option)
            self._hearers.apply(option)
        else:
            self.running.act(action)

    def _go_on(self) -> None:
        """Lets agents play until the learner is asked. If one fails, the game is over for all of them."""
        running = self.running
        try:
            while running.player not in (-1, self.seat):
                state = running.state
                decision = state.decision
                assert decision is not None
                choice = choice_of(self._agents[running.player], decision, state)
                running.choose(choice)
                self._hearers.apply(choice)
        except BaseException:
            self._done = True
            with suppress(AgentError):
                self._part()
            raise

    def _part(self) -> None:
        """Tells the agents that the game has ended, or that nobody plays on."""
        agents, self._agents = self._agents, {}
        if agents:
            finish(agents.values(), self.running.state)

    def close(self) -> None:
        """Ends the game: agents that are programs end, too."""
        self._done = True
        self._part()
        super().close()

    def _seen(self) -> Any:
        return self.running.observe(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> Any:
        """Which actions are offered to the learner; all, if the game is over and nothing is chosen any more."""
        if self.running.over:
            return numpy.ones(self.game.actions.count, numpy.int8)
        return self.running.mask.copy()

    def render(self) -> Any:
        """What the learner sees, as text."""
        return text_of(self.running.state, self.seat) if self.render_mode == "ansi" else None


if ID not in gymnasium.registry:
    gymnasium.register(id=ID, entry_point=f"{__name__}:BoardwrightEnv")

__all__ = ["ID", "BoardwrightEnv"]
