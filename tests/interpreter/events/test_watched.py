"""Events tell all that happens: positions that are worked out from them alone are those of the game."""

from __future__ import annotations

import copy
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from boardwright.interpreter.events.watched import WatchedState, beginning, new_watched
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.decision import IllegalChoice
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.link import link
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.records.game_record import Recorder
from boardwright.interpreter.records.schemas import misfit
from boardwright.interpreter.table.table import set_table
from rebuild import Rebuilt
from strategies import GAMES, game_in, program_of, steps, tiny


def position(state: WatchedState) -> dict[str, Any]:
    """All of a position that follows from events: not the words of chance."""
    found = state.position(zeros=True)
    return {key: value for key, value in found.items() if key not in ("chance", "naming")}


def check_rebuilt(program: Program, seed: int, decisions: int) -> None:
    """Each position of a game, up to so many decisions, follows from its events."""
    state, stream = new_watched(program, seed), Stream(seed, "choices")
    rebuilt = Rebuilt(json.loads(json.dumps(beginning(program))))
    for _ in range(decisions):
        for event in json.loads(json.dumps(state.events)):
            assert misfit(event, "event", event["event"]) is None
            rebuilt.take(event)
        assert rebuilt.position() == position(state)
        if state.decision is None:
            break
        state.apply(stream.below(len(state.decision)))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_positions_follow_from_events(path: Path) -> None:
    for players in game_in(path).players:
        check_rebuilt(program_of(path, players), 1, 60)


@pytest.mark.parametrize("path", GAMES[-2:], ids=lambda path: path.name)
def test_positions_of_whole_games_follow_from_events(path: Path) -> None:
    for players in game_in(path).players:
        check_rebuilt(program_of(path, players), players, 10_000)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_positions_follow_from_a_record_with_events_alone(path: Path) -> None:
    program = program_of(path, game_in(path).players[-1])
    recorder, stream = Recorder(program, 4, events=True), Stream(4, "choices")
    positions = [position_of(recorder.state)]
    while recorder.state.decision is not None and len(positions) < 60:
        recorder.apply(stream.below(len(recorder.state.decision)))
        positions.append(position_of(recorder.state))
    first, *lines = map(json.loads, recorder.lines)
    rebuilt, found = Rebuilt(first["beginning"]), []
    for line in lines:
        if "check" in line:  # a record does not say what is asked
            found.append(copy.deepcopy(rebuilt.position()))
        elif "event" in line:
            rebuilt.take(line)
    found.append(copy.deepcopy(rebuilt.position()))
    assert found == positions


def position_of(state: State) -> dict[str, Any]:
    """All of a position that follows from a record: not what is asked."""
    found = state.position(zeros=True)
    return {k: v for k, v in found.items() if k not in ("chance", "naming", "asked")}


RATTUS = program_of(GAMES[-2], 2)


def played(seed: int, *choices: int) -> WatchedState:
    state = new_watched(RATTUS, seed)
    for choice in choices:
        state.apply(choice)
    return state


def test_a_step_tells_the_choice_first_and_the_next_decision_last() -> None:
    state = played(1)
    assert state.decision is not None
    events = state.apply(0)
    assert (events[0]["event"], events[0]["n"]) == ("chosen", 1)
    assert (events[-1]["event"], events[-1]["n"]) == ("asked", 2)
    assert events == state.events


def test_the_last_event_is_the_end() -> None:
    state, stream = played(2), Stream(2, "choices")
    while state.decision is not None:
        state.apply(stream.below(len(state.decision)))
    last = state.events[-1]
    assert last["event"] == "ended"
    assert last["scores"] == dict(zip(RATTUS.table.seats, state.scores, strict=True))
    with pytest.raises(IllegalChoice):
        state.apply(0)


def test_a_copy_tells_what_happens_in_it_alone() -> None:
    state, other = played(3, 0), played(3, 0)
    copy = state.copy()
    assert copy.apply(1) == other.apply(1)
    assert state.events == played(3, 0).events
    assert state.apply(1) == copy.events


def test_a_game_that_is_not_watched_tells_nothing() -> None:
    state, plain = played(4, 0, 1), RATTUS
    from boardwright.interpreter.play.new_game import new

    unwatched = new(plain, 4)
    assert unwatched.apply(0) is None
    unwatched.apply(1)
    assert unwatched == state


def test_a_number_that_is_nothing_is_null() -> None:
    game = tiny(
        "notes:\n  aim: {is: number, start: nothing}\n"
        + steps("set aim to 3", "set aim to nothing")
    )
    state = new_watched(link(set_table(game, 2)), 1)
    assert [event["now"] for event in state.events if event["event"] == "noted"] == [3, None]


def test_a_die_that_shows_the_same_side_again_was_rolled_all_the_same() -> None:
    game = tiny(steps("repeat 12 times:\n  roll dice"))
    state = new_watched(link(set_table(game, 2)), 1, None, (-1,))
    for events in (state.events, state.seen(-1)):
        sides = [event["sides"] for event in events if event["event"] == "rolled"]
        assert [[*each] for each in sides] == [["die_1", "die_2"]] * 12
        assert any(one["die_1"] == next["die_1"] for one, next in pairwise(sides))
