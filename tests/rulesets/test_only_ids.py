"""Who only remembers ids wins no more than chance where hands cannot be followed.

The agent reads the messages that a program is sent, and nothing else. It keeps the face of every id that it has seen
with one. When it may reach into a hand, it looks for an id of which it remembers that this is the crow; else it takes
any option. All others take any option, too.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

import pytest

from boardwright.interpreter.agents.agent import stream_of
from boardwright.interpreter.agents.program_agent import question_message
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.record_lines import canonical
from boardwright.interpreter.play.state import State
from folders import SMALL_GAMES
from strategies import program_of

PLAYERS, GAMES = 3, 600
FOUR_SIGMA = 4 * math.sqrt(1 / PLAYERS * (1 - 1 / PLAYERS) / GAMES)

Ask = Callable[[Decision, State], dict[str, Any]]


class Rememberer:
    """A program that remembers ids."""

    def __init__(self, seed: int, seat: int) -> None:
        self.stream = stream_of(seed, seat)
        self.faces: dict[str, str] = {}

    def answer(self, line: str) -> int:
        """The option to take, of a message."""
        message = json.loads(line)
        pieces = message["view"]["pieces"].get("bird", {})
        self.faces |= {id: facts["face"] for id, facts in pieces.items() if "face" in facts}
        hands = {
            facts["place"]
            for id, facts in pieces.items()
            if self.faces.get(id) == "crow" and "face" not in facts
        }
        options = [option["id"] for option in message["options"]]
        for number, id in enumerate(options):
            if self.faces.get(id) == "crow" or id.partition(":")[2] in hands:
                return number
        return self.stream.below(len(options))


def share(ask: Ask) -> float:
    """How many of the games the one who remembers has won; of a game that several win, its part."""
    program = program_of(SMALL_GAMES / "old_crow", PLAYERS)
    won = 0.0
    for seed in range(GAMES):
        seat = seed % PLAYERS
        state, agent = new(program, seed), Rememberer(seed, seat)
        others = [stream_of(seed, other) for other in range(PLAYERS)]
        while (decision := state.decision) is not None:
            if decision.player == seat:
                state.apply(agent.answer(canonical(ask(decision, state))))
            else:
                state.apply(others[decision.player].below(len(decision)))
        if seat in state.winners:
            won += 1 / len(state.winners)
    return won / GAMES


def message(decision: Decision, state: State) -> dict[str, Any]:
    return question_message(decision, state, 1)


def with_handles(decision: Decision, state: State) -> dict[str, Any]:
    """The message as it would be if every piece could be told by its handle."""
    found = question_message(decision, state, 1)
    faces, mine = found["view"]["pieces"].setdefault("bird", {}), f"hand_p{decision.player + 1}"
    for id, facts in state.position()["pieces"]["bird"].items():
        seen = facts["place"] in (mine, "meadow")
        faces[id] = {"place": facts["place"], **({"face": facts["face"]} if seen else {})}
    return found


def test_who_remembers_ids_wins_no_more_than_chance() -> None:
    assert share(message) == pytest.approx(1 / PLAYERS, abs=FOUR_SIGMA)


def test_if_handles_were_told_it_would_win_more() -> None:
    assert share(with_handles) > 1 / PLAYERS + FOUR_SIGMA
