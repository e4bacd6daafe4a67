from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from boardwright.interpreter.agents.playing import play
from boardwright.interpreter.agents.random_agent import make, play_random
from boardwright.interpreter.agents.statistics import Gathering
from boardwright.interpreter.play.naming import Words
from boardwright.interpreter.play.state import State
from boardwright.loading.game import Game
from boardwright.loading.load import load
from folders import SMALL_GAMES

TABLES: list[tuple[str, int, tuple[str, ...]]] = [
    ("rattus", 3, ("mercatus",)),
    ("notre_dame", 3, ()),
    (str(SMALL_GAMES / "drafting"), 3, ()),
    (str(SMALL_GAMES / "crazy_eights"), 2, ()),
    (str(SMALL_GAMES / "auction"), 3, ()),
    (str(SMALL_GAMES / "tic_tac_toe"), 2, ()),
]

# Two cards lie open. Each player takes one in turn, or nothing, and whoever has the fox may let it run once for two points.
FOX = """\
game: fox
language: 2
name: Fox
players: 2 to 2
limits: {decisions: 20}
kinds:
  card:
    home: display
    owner: hand
    attributes: {}
    effects:
      run: {offered_in: [doing], limit: once a game}
stocks:
  point: {total: unlimited, home: heap, kept: purse}
places:
  display: {holds: [card]}
  hand: {per: player, holds: [card]}
  heap: {holds: [point]}
  purse: {per: player, holds: [point]}
pieces:
  card:
    fox: {name: Fox, run: take 2 points}
    hen: {name: Hen}
offers:
  doing:
    until: rest
    entries:
      grab: |
        choose card from cards in display
        move card to hand of me
course:
  - phase: day
    rounds: 2
    turn: [open doing]
outcome:
  score: my points
"""


def by_random(game: Game, seeds: range) -> tuple[Any, list[int]]:
    """What the fast way notes of these games."""
    gathering, rounds = Gathering(game.program), []
    program = game.program
    for seed in seeds:
        v = play_random(program, seed, gathering)
        state = State(program, v, program.fast, Words(program.table.game))
        gathering.finish(v, state.winners)
        rounds.append(gathering.rounds())
    program._kept.pop("watched player")
    return gathering.take(), rounds


def by_agents(game: Game, seeds: range) -> tuple[Any, list[int]]:
    """What is noted of the same games, from decision to decision."""
    gathering, rounds = Gathering(game.program), []
    for seed in seeds:
        gathering.begin()
        state = game.new(seed)
        agents = [make(seed, seat) for seat in range(game.players)]
        play(state, agents, note=gathering.decision)
        gathering.finish(state.v, state.winners)
        rounds.append(gathering.rounds())
    return gathering.take(), rounds


@pytest.mark.parametrize(("name", "players", "expansions"), TABLES)
def test_whoever_plays_the_same_is_noted(
    name: str, players: int, expansions: tuple[str, ...]
) -> None:
    game = load(name, players, expansions=expansions)
    seeds = range(20)
    assert by_random(game, seeds) == by_agents(game, seeds)


@pytest.mark.parametrize(("name", "players", "expansions"), TABLES)
def test_figures_hold_together(name: str, players: int, expansions: tuple[str, ...]) -> None:
    game = load(name, players, expansions=expansions)
    sums, rounds = by_random(game, range(30))
    assert min(rounds) >= 1
    assert sums["decisions"]
    for asked in sums["decisions"].values():
        times = sum(asked["branching"].values())
        assert times == sum(picked for _, picked in asked["options"].values())
        assert all(0 <= picked <= offered <= times for offered, picked in asked["options"].values())
        assert all(int(options) >= 2 for options in asked["branching"])
    assert set(sums["kinds"]) == set(sums["offers"]) == set(sums["cards"])
    for kind, cards in sums["cards"].items():
        assert set(sums["offers"][kind]) <= set(cards)
        for card in cards.values():
            for what in ("held", "taken", "used"):
                assert len(card[f"{what}_by"]) == players + 1
                assert sum(card[f"{what}_by"]) <= 30 * players
            for what in ("taken", "used"):
                assert sum(card[f"{what}_by"]) <= card[what]


def test_a_draft_is_told_by_what_is_printed_on_the_cards() -> None:
    game = load(str(SMALL_GAMES / "drafting"), 3)
    sums, _ = by_random(game, range(30))
    kept = next(asked for name, asked in sums["decisions"].items() if name == "keep_and_pass.kept")
    names = {"apple", "pear", "plum", "small_jam", "large_jam", "honey_pot"}
    assert set(kept["options"]) == set(sums["cards"]["card"]) == names
    # All of them lie in a packet, which is not where this kind says that a card is owned.
    assert {card["used"] for card in sums["cards"]["card"].values()} == {0}


def test_cards_are_held_taken_and_used(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(FOX, "utf-8")
    game = load(str(tmp_path), 2)
    gathering = Gathering(game.program)

    def played(*choices: str) -> State:
        gathering.begin()
        state = game.new(1)
        for choice in choices:
            decision = state.decision
            assert decision is not None
            answer = decision.answers()[decision.ids.index(choice)]
            gathering.decision(state.v, answer)
            state.apply(choice)
        assert state.over
        gathering.finish(state.v, state.winners)
        return state

    # The first takes the fox and lets it run; the second takes the hen: that is no question any more.
    state = played("grab", "fox", "run:fox", "rest", "grab")
    assert state.winners == (0,)
    assert gathering.rounds() == 1  # in the other one nothing was left to decide
    cards = gathering.take()["cards"]["card"]
    nobody = [0, 0, 0]
    assert cards["fox"] == {
        "held_by": [0, 1, 0],
        "taken": 1,
        "taken_by": [0, 1, 0],
        "used": 1,
        "used_by": [0, 1, 0],
    }
    assert cards["hen"] == {
        "held_by": [1, 0, 0],
        "taken": 0,
        "taken_by": nobody,
        "used": 0,
        "used_by": nobody,
    }
    # Nobody takes anything: they share the win, and the sums began anew.
    played("rest", "rest", "rest", "rest")
    assert gathering.rounds() == 2
    played("grab", "hen", "rest", "rest", "rest", "rest")
    taken = gathering.take()
    assert taken["cards"]["card"]["hen"]["held_by"] == [0, 0, 1]
    assert taken["cards"]["card"]["fox"]["held_by"] == nobody
    assert taken["names"] == {"card": {"fox": "Fox", "hen": "Hen"}}
    assert gathering.take()["decisions"] == {}
