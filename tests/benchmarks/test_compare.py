"""The benchmarks run, with an engine of three lines beside Boardwright: nothing is installed, and no time is asserted."""

from __future__ import annotations

import re
import sys
from functools import partial
from pathlib import Path

import pytest

import compare
import engines
import growth
import same_rules
from boardwright.interpreter.agents import random_agent
from boardwright.interpreter.agents.playing import play
from boardwright.interpreter.agents.random_agent import play_random
from engines import Engine, small_game
from figures import SPEEDS, Played, Speed, Subject, Table, cells, figure, speeds, written

DICE = """
import json, sys
game, way, seconds = sys.argv[1:]
print(json.dumps({"games": 10, "turns": 75, "seconds": float(seconds), "versions": {"Dice": "1.2"}}))
"""


@pytest.fixture
def dice(tmp_path: Path) -> Engine:
    """An engine that says it has played."""
    script = tmp_path / "dice.py"
    script.write_text(DICE, "utf-8")
    return Engine("dice", (sys.executable, str(script)), {"thrown": "Dice, thrown"})


def a_page(*ids: str) -> str:
    return "# Page\n" + "".join(f"\n<!-- figures: {id} -->\nold\n<!-- end -->\n" for id in ids)


def test_a_speed_is_raw_and_scaled() -> None:
    speed = Speed(Played(games=300, turns=1500, seconds=2.0), yardstick=380.0)
    assert (speed.games, speed.turns, speed.scale) == (150.0, 750.0, 2.0)
    assert cells(speed) == ("150", "300", "750", "1,500", "5.0", "380")
    assert len(cells(speed)) == len(SPEEDS)


@pytest.mark.parametrize(
    ("value", "text"),
    [(1_234_567, "1,230,000"), (1_234, "1,230"), (123.4, "123"), (99.96, "100.0"), (0.5, "0.50")],
)
def test_figures_have_about_three_digits(value: float, text: str) -> None:
    assert figure(value) == text


def test_slices_are_taken_in_turn_and_the_one_in_the_middle_counts() -> None:
    order: list[str] = []
    clock = iter([100.0] * 20)

    def subject(name: str, games: list[int]) -> Subject:
        def plays(seconds: float) -> Played:
            order.append(name)
            return Played(games.pop(0), 1, seconds)

        return Subject((name,), plays)

    found = speeds([subject("a", [5, 1, 3]), subject("b", [7, 8, 9])], 1.0, 3, lambda: next(clock))
    assert order == ["a", "b"] * 3
    assert [each.played.games for each in found] == [3, 8]


def test_the_loop_beside_a_slice_is_the_mean_of_before_and_after() -> None:
    clock = iter([100.0, 300.0])
    subject = Subject(("a",), lambda seconds: Played(1, 1, seconds))
    (speed,) = speeds([subject], 0.5, 1, lambda: next(clock))
    assert speed.yardstick == 200.0 and speed.played.seconds == 0.5


def test_a_table_has_words_on_the_left_and_figures_on_the_right() -> None:
    table = Table("t", ("game", "games/s"), (("chess", "12"),), words=1)
    assert table.text() == "| game | games/s |\n| --- | ---: |\n| chess | 12 |\n"


def test_tables_take_the_place_of_what_is_between_their_marks() -> None:
    page = written(a_page("one", "two"), {"two": "| 2 |\n"})
    assert "<!-- figures: one -->\nold\n<!-- end -->" in page
    assert "<!-- figures: two -->\n\n| 2 |\n\n<!-- end -->" in page
    assert written(page, {"two": "| 2 |\n"}) == page
    with pytest.raises(ValueError, match="figures: three"):
        written(page, {"three": ""})


def test_the_page_has_a_place_for_every_table() -> None:
    places = re.findall(r"<!-- figures: (\w+) -->", compare.PAGE.read_text("utf-8"))
    assert sorted(places) == sorted([*compare.TABLES, compare.WORKERS, "machine"])


def test_an_engine_plays_in_a_process_of_its_own(dice: Engine) -> None:
    assert dice.play("chess", "thrown", 0.25) == Played(10, 75, 0.25)
    assert dice.versions == {"Dice": "1.2"}
    assert "Dice 1.2" in engines.about_machine([dice])


@pytest.mark.parametrize("name", engines.GAMES)
def test_all_ways_of_boardwright_play_to_the_end(name: str) -> None:
    by_python, by_code = small_game(name), small_game(name, "native")
    for way, game in (
        (engines.unasked, by_python),
        (engines.asked, by_python),
        (engines.compiled, by_code),
        (engines.asked, by_code),
    ):
        played = way(game, 0.01)
        assert played.games >= 1 and played.turns >= 5 * played.games and played.seconds > 0


@pytest.mark.parametrize("size", [6, 10, 16])
def test_on_every_board_random_games_are_those_that_agents_play(size: int) -> None:
    game = growth.breakthrough(size)
    vector = play_random(game.program, 25)
    state, agents = game.new(25), [random_agent.make(25, seat) for seat in range(2)]
    play(state, agents)
    assert state.v == vector


def test_a_run_prints_and_writes_its_tables(
    dice: Engine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(compare, "ENGINES", {"dice": lambda: dice})
    page = tmp_path / "page.md"
    page.write_text(a_page("engines", "board", "machine"), "utf-8")
    only = ("--only", "engines", "--only", "board", "--budget", "0.3", "--rounds", "1")
    assert compare.main([*only, "--write", "--page", str(page)], lambda: 190.0) == 0
    text = page.read_text("utf-8")
    assert len(re.findall(r"^\| connect four \| (.*?) \|", text, re.MULTILINE)) == 5
    assert "| breakthrough, 8 by 8 | Dice, thrown |" in text and "| 10 by 10 | 100 |" in text
    # Not all was measured, so what was measured with is left as it was.
    assert "<!-- figures: machine -->\nold\n" in text
    assert "Dice 1.2" in capsys.readouterr().out


def test_every_shipped_game_is_measured_with_each_number_of_players() -> None:
    tables = [subject.cells for subject in growth.players()]
    assert len(tables) == len(set(tables)) and ("Rattus", "2") in tables
    assert {game for game, _ in tables} == {"Rattus", "Rattus with Mercatus", "Notre Dame"}
    assert [subject.cells[1] for subject in growth.cards()] == ["0", "0", "3", "6", "6"]


def test_games_that_were_slow_are_measured() -> None:
    names = {subject.cells[0] for subject in growth.cliffs()}
    assert names == {"Reversi", "Hex, 11 by 11", "Whist", "Orchard", "Ten Thousand"}


def test_processes_are_compared_with_one_of_the_same_round() -> None:
    took = iter([10.0, 5.0, 20.0, 10.0, 12.0, 8.0])
    asked: list[tuple[int, int]] = []

    def simulated(jobs: int, games: int) -> float:
        asked.append((jobs, games))
        return next(took)

    rows = growth.workers(600, 3, simulated, (1, 2))
    assert asked == [(1, 600), (2, 600)] * 3
    assert rows == [("1", "50.0", "1.00"), ("2", "75.0", "2.00")]


def test_simulating_is_timed_by_the_clock() -> None:
    assert growth.simulated(1, 4) > 0


# ---- same_rules.py


def tic_tac_toe(*taken: str) -> dict[str, object]:
    """A record in which each move is taken from all squares that are left."""
    squares = [f"({row},{column})" for row in range(3) for column in range(3)]
    moves = []
    for number, square in enumerate(taken):
        sign = "xo"[number % 2]
        moves.append([[sign + each for each in squares], sign + square])
        squares.remove(square)
    return {"moves": moves, "returns": [1.0, -1.0]}


WON = ("(0,0)", "(1,0)", "(0,1)", "(1,1)", "(0,2)")


def difference(record: object) -> str | None:
    return same_rules.difference(small_game("tic_tac_toe"), record, partial(same_rules.marked, 3))


def test_the_same_game_is_the_same() -> None:
    assert difference(tic_tac_toe(*WON)) is None


def test_what_differs_is_told() -> None:
    assert difference(tic_tac_toe(*WON[:4])) == "over there, not here"
    assert difference(tic_tac_toe(*WON, "(2,2)")) == "move 5: over here, not there"
    other_winner = {**tic_tac_toe(*WON), "returns": [-1.0, 1.0]}
    assert difference(other_winner) == "(1,) win there, (0,) here"
    fewer = tic_tac_toe(*WON)
    fewer["moves"][0][0].pop()  # type: ignore[index]
    told = difference(fewer)
    assert told is not None and told.startswith("move 0: ['a1'")


def test_moves_are_read_as_they_are_called_here() -> None:
    assert same_rules.marked(3, "o(2,1)") == ("b3",)
    assert same_rules.dropped(7, "x6") == ("g6",)
    assert same_rules.moved(8, "a7b6*") == ("a2", "b3")
    assert same_rules.moved(10, "j:i9") == ("j1", "i2")
