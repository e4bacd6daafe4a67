"""Where all answer at once, nothing depends on who is asked first; what would, is found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from boardwright.dsl.rules.walk import nodes
from boardwright.interpreter.agents import program_agent
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.state import State
from boardwright.interpreter.records.game_record import Json
from boardwright.interpreter.records.redacted_record import Redaction
from boardwright.interpreter.table.table import set_table
from boardwright.validators.play import asked_first
from boardwright.validators.play.asked_first import AskedFirst, Unequal, at_once, beginning_with
from folders import SMALL_GAMES
from strategies import GAMES, NOTRE_DAME, game_in, name_of

DRAFTING = SMALL_GAMES / "drafting"
AT_ONCE = [folder for folder in GAMES if at_once(game_in(folder))]


def found(folder: Path, players: int, games: int = 4) -> list[Unequal]:
    test = AskedFirst(set_table(game_in(folder), players))
    unequal = [test.random_game(seed) for seed in range(games)]
    assert test.compared > 10
    return [each for each in unequal if each is not None]


@pytest.mark.parametrize("folder", AT_ONCE, ids=name_of)
def test_nothing_depends_on_who_is_asked_first(folder: Path) -> None:
    for players in game_in(folder).players:
        assert found(folder, players) == []


def test_who_is_asked_first_really_differs() -> None:
    asked = []
    for seat in (0, 2):
        game = beginning_with(game_in(NOTRE_DAME), seat)
        test = AskedFirst(set_table(game, 3))
        test.random_game(1)
        program = test._program(seat)
        state = new(program, 1)
        assert state.decision is not None
        asked.append(state.decision.player)
    assert asked == [0, 2]


def test_only_the_blocks_are_changed() -> None:
    game = game_in(NOTRE_DAME)
    changed = beginning_with(game, 1)
    assert changed.rules != game.rules or changed.course != game.course
    assert changed.kinds is game.kinds and changed.values is game.values
    assert len(list(nodes(changed.course))) >= len(list(nodes(game.course)))


def test_how_many_decisions_there_were_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def message(decision: Decision, state: State, number: int) -> dict[str, Any]:
        found = program_agent.question_message(decision, state, number)
        return {**found, "number": state.v[lay.DECISIONS]}

    monkeypatch.setattr(asked_first, "question_message", message)
    unequal = found(DRAFTING, 3)
    assert "is sent depends on who is asked first" in unequal[0].message
    assert unequal[0].span is not None and unequal[0].span.text.startswith("all at once")


def test_a_number_of_others_in_the_record_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Redaction.decision

    def counting(self: Redaction, state: State, decision: Decision, choice: str) -> Json | None:
        line = right(self, state, decision, choice)
        self.decisions += line is None
        return line

    monkeypatch.setattr(Redaction, "decision", counting)
    assert found(DRAFTING, 3) != []


def test_a_position_that_keeps_the_order_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = State.position

    def position(self: State) -> dict[str, Any]:
        return {**right(self), "last_asked": self.v[lay.DECISIONS]}

    monkeypatch.setattr(State, "position", position)
    before = State.apply

    def apply(self: State, option: Any) -> None:
        seat = self.v[lay.ASKER]
        before(self, option)
        self.v[lay.DECISIONS] = seat

    monkeypatch.setattr(State, "apply", apply)
    assert any("of the position depends on" in each.message for each in found(DRAFTING, 3))
