"""Agents that search: they win, use nothing hidden, and choose the same again."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.interpreter.agents.installed import find_agent
from boardwright.interpreter.agents.playing import play
from boardwright.interpreter.agents.search.search_agents import FlatAgent, TreeAgent
from boardwright.interpreter.agents.search.settings import Settings
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.link import link
from boardwright.interpreter.table.table import set_table
from boardwright.loading.load import load
from bound_texts import game_of
from folders import SMALL_GAMES
from hidden_from_agents import assert_nothing_hidden_is_used
from strategies import GAMES, name_of

AGENTS = {"ismcts": TreeAgent, "mc": FlatAgent}
SECRET = """\
game: secret
language: 2
players: 2
seats: [red, blue]
stocks:
  coin: {total: 100, home: bank, kept: purse}
places:
  bank: {holds: [coin]}
  purse: {per: player, holds: [coin]}
rules:
  go: |
%s
course:
  - phase: main
    turn: [go()]
    rounds: 1
outcome: {score: my coins}
"""


def asked(steps: str, seed: int = 1) -> State:
    text = SECRET % "".join(f"    {line}\n" for line in steps.splitlines())
    return new(link(set_table(game_of(text), 2)), seed)


def chosen(agent: str, state: State, seed: int, iterations: int = 40) -> str:
    decision = state.decision
    assert decision is not None
    searching = AGENTS[agent](Stream(seed, "search"), Settings(iterations=iterations))
    return decision.ids[searching.choose(decision, state)]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("folder", GAMES, ids=name_of)
def test_states_that_differ_in_what_is_hidden_give_the_same_choice(
    folder: Path, agent: str
) -> None:
    settings = Settings(iterations=6, playout=6)
    assert_nothing_hidden_is_used(
        folder, lambda n: AGENTS[agent](Stream(n, "me"), settings), most=20, every=4
    )


@pytest.mark.parametrize("agent", AGENTS)
def test_answers_given_all_at_once_are_made_up(agent: str) -> None:
    steps = "all at once for each p in players:\n  choose bid from 0 to 3\n"
    steps += "for each p in players with fewest bid of p:\n  as p:\n    take 5 coins"
    for seed in range(5):
        answers = set()
        for bid in range(4):
            state = asked(steps)
            state.apply(bid)
            assert state.decision is not None and state.decision.player == 1
            answers.add(chosen(agent, state, seed, iterations=200))
        assert answers == {"0"}  # the only bid that is never too high


@pytest.mark.parametrize("agent", AGENTS)
def test_secret_choices_are_made_up(agent: str) -> None:
    steps = "secretly choose trap from 1 to 3\nleft of me chooses step from 1 to 3\n"
    steps += "as left of me:\n  if step != trap:\n    take 5 coins"
    taken = set()
    for seed in range(8):
        answers = set()
        for trap in range(3):
            state = asked(steps)
            state.apply(trap)
            answers.add(chosen(agent, state, seed, iterations=9))
        assert len(answers) == 1
        taken |= answers
    assert len(taken) > 1


@pytest.mark.parametrize("agent", ["ismcts:60", "mc:300"])
def test_it_beats_greedy_where_one_must_look_ahead(agent: str) -> None:
    game, won = load(SMALL_GAMES / "tic_tac_toe", backend="native"), 0.0
    for seed in range(20):
        names = ["greedy", "greedy"]
        names[seed % 2] = agent
        state = game.new(seed)
        play(state, [find_agent(name)(seed, seat) for seat, name in enumerate(names)])
        won += (seed % 2 in state.winners) / max(1, len(state.winners))
    assert won >= 15


@pytest.mark.parametrize("agent", ["ismcts:30", "mc:30"])
@pytest.mark.parametrize("name", ["drafting", "crazy_eights"])
def test_both_back_ends_make_the_same_choices(agent: str, name: str) -> None:
    ends = []
    for backend in ("python", "native"):
        taken: list[tuple[str, str]] = []
        state = load(SMALL_GAMES / name, players=2, backend=backend).new(4)
        agents = [find_agent(agent)(4, seat) for seat in range(2)]
        play(state, agents, lambda it, taken=taken: taken.append((it.decision, it.option)))  # type: ignore[misc]
        ends.append((taken, state.hash))
    assert ends[0] == ends[1] and ends[0][0]
