"""What is watched over in random games is found if it goes wrong: here the engine is broken on purpose."""

from __future__ import annotations

import pytest

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.records.game_record import replay
from boardwright.validators.play import games
from boardwright.validators.play.books import Books
from boardwright.validators.play.games import Played, play_games
from boardwright.validators.play.tables import seating
from folders import ROOT, SMALL_GAMES
from strategies import NOTRE_DAME, RATTUS, game_in, program_of

PIG = SMALL_GAMES / "pig"


def played(count: int = 3) -> Played:
    found = seating(game_in(PIG), lambda left_out: game_in(PIG), 2, {})
    assert found is not None
    return play_games([found], count, 0)


def sorts(of: Played) -> set[str]:
    return {trouble.sort for trouble, _ in of.troubles.values()}


def test_nothing_is_wrong_with_a_game_that_is_right() -> None:
    of = played()
    assert of.games == of.with_care == 3 and sorts(of) == set()


def faults(program: Program, v: list[int]) -> str:
    return "; ".join(Books(program).faults(v))


def test_the_books_balance_in_every_position() -> None:
    for folder in (RATTUS, NOTRE_DAME):
        program = program_of(folder, 3)
        state = new(program, 1)
        while state.decision is not None:
            assert faults(program, state.v) == ""
            state.apply(0)
        assert faults(program, state.v) == ""


def test_a_cube_too_many_is_found() -> None:
    program = program_of(RATTUS, 2)
    state = new(program, 1)
    at = next(row for row in program.layout.stocks["cube"].at if row >= 0)
    state.v[at] += 1
    assert "there are 21 of `cube of red`, not 20" in faults(program, state.v)
    state.v[at] = -1
    assert "a negative amount" in faults(program, state.v)


def test_a_piece_in_two_places_and_a_face_that_is_there_twice_are_found() -> None:
    program = program_of(RATTUS, 2)
    state = new(program, 1)
    row = next(at for at in program.layout.masks["rat"].at if at >= 0 and state.v[at])
    state.v[row] ^= 1
    assert "disagree on which of them lie there" in faults(program, state.v)
    first = program.layout.faces["rat"]
    state.v[first] = state.v[first + 1]
    assert "is missing or duplicated" in faults(program, state.v)


def test_too_many_things_in_a_place_are_found() -> None:
    program = program_of(RATTUS, 2)
    state, layout = new(program, 1), program.layout
    rats = [layout.places["rat"] + n for n in range(4)]
    place = next(n for n, facts in enumerate(program.table.places) if "rat" in facts.room)
    for at in rats:
        state.v[at] = place
    assert "has room for" in faults(program, state.v)


def test_a_note_outside_its_range_and_a_player_out_of_the_game_who_plays_on_are_found() -> None:
    program = program_of(NOTRE_DAME, 2)
    state = new(program, 1)
    state.v[program.layout.notes["marker"]] = 77
    assert "the note `marker` is outside its range" in faults(program, state.v)
    state.v[lay.IN_GAME] = 0
    assert "out of the game" in faults(program, state.v)


def test_a_saved_state_that_goes_another_way_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(program: Program, text: str) -> State:
        state = new(program, 999)
        return state

    monkeypatch.setattr(games, "load", wrong)
    of = played()
    assert sorts(of) == {"E826"}
    (told,) = (trouble for trouble, _ in of.troubles.values())
    assert told.message == "a copied or saved state plays on differently"


def test_two_readings_of_the_rules_that_differ_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "digest", lambda position: str(id(position)))
    of = played()
    assert [trouble.message for trouble, _ in of.troubles.values()] == [
        "the reference evaluator reaches another end"
    ]


def test_a_record_that_is_not_replayed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(program: Program, text: str) -> object:
        return replay(program, text.replace('"choice":"', '"choice":"x', 1))

    monkeypatch.setattr(games, "replay", wrong)
    of = played()
    assert sorts(of) == {"E826"} and "cannot be replayed" in str(of.troubles)


def test_an_engine_that_breaks_is_told_with_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise AssertionError("a wheel came off")

    monkeypatch.setattr(games, "play_random", broken)
    of = played()
    ((trouble, count),) = of.troubles.values()
    assert (trouble.sort, count) == ("E901", 3)
    assert trouble.message == "boardwright fails: AssertionError: a wheel came off"


def test_games_without_end_are_not_played_for_ever() -> None:

    game = game_in(ROOT / "tests" / "corpus" / "play" / "swings")
    found = seating(game, lambda left_out: game, 2, {})
    assert found is not None
    of = play_games([found], 1000, 0)
    assert of.games < 100 and sorts(of) == {"E824"}


def test_after_the_first_hundred_games_one_in_ten_is_played_with_care() -> None:
    of = played(130)
    assert (of.games, of.with_care) == (130, 103)


def test_every_game_has_a_seed_of_its_own_that_a_scenario_can_have() -> None:
    seeds = list(games.game_seeds(5, 5000))
    assert len(set(seeds)) == 5000 and max(seeds) <= 1_000_000
    assert seeds[:3] == list(games.game_seeds(5, 3)) != list(games.game_seeds(6, 3))
