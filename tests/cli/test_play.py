"""Playing at the terminal, over a pipe."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cli_runs import Run

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "cli" / "good"


def lines(*answers: str) -> str:
    return "".join(f"{answer}\n" for answer in answers)


def test_a_session(run: Run, golden: Callable[[Path, str], None]) -> None:
    # A number, a name, its beginning, an id, what is nothing, what is several, and every command.
    answers = lines("?", "9", "", "xyz", "pick up", "l", "s", "b", "r", "north", "q")
    done = run("play", "harbour", "--seed", "3", stdin=answers)
    assert done.code == 0
    golden(GOLDEN / "play.txt", f"$ boardwright play harbour --seed 3\n{done.out}")


def test_a_game_to_its_end(run: Run) -> None:
    done = run("play", "harbour", "--seed", "3", stdin=lines(*["1"] * 50))
    assert done.code == 0
    assert "rank  seat" in done.out and "you" in done.out
    again = run("play", "harbour", "--seed", "3", stdin=lines(*["1"] * 50))
    assert again.out == done.out


def test_the_end_of_the_input_leaves_the_game(run: Run) -> None:
    done = run("play", "harbour", stdin="1\n")
    assert done.code == 0 and done.out.endswith("you have left the game\n")
    assert "seed " in done.err


def test_another_seat_and_language(run: Run) -> None:
    done = run(
        "play", "harbour", "--seat", "cobalt", "--language", "nl", "--seed", "1", stdin="q\n"
    )
    assert "cobalt (you)" in done.out
    assert "Noordkade" in done.out


@pytest.mark.parametrize("seed", range(3))
def test_faces_that_are_not_known_are_not_shown(seed: int, run: Run) -> None:
    done = run("play", "harbour", "--seed", str(seed), stdin="q\n")
    board = done.out.split("amber (you)")[0]
    assert "barrel" in board
    assert "b1" not in board and "worth" not in board


def test_control_characters_in_answers_do_not_reach_the_terminal(run: Run) -> None:
    done = run("play", "harbour", stdin=lines("\x1b[2J", "q"))
    assert "\x1b" not in done.out


def test_numbers_are_typed_as_they_are(run: Run) -> None:
    done = run("play", "bad/always_fails", stdin=lines("1", "3", "3", "3"))
    assert "  2, 3\n> 1\n`1` is none of the options" in done.out
    assert done.code == 1
