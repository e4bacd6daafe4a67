"""Every bomb is refused with its code, or comes to nothing; and the tool that says so would notice if one went off."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bombs
from bomb_files import GOOD, game
from cli_runs import run_python

TOOL = Path(bombs.__file__)
# What is played is also checked by `tools/bombs.py`; here the time goes to what differs.
NAMES = [name for name in bombs.bombs() if not name.endswith("_checked")]


@pytest.fixture(scope="module")
def results() -> dict[str, bombs.Result]:
    """One process that has imported everything, from which each bomb gets its own."""
    done = run_python(TOOL, "--json", *NAMES)
    lines = (json.loads(line) for line in done.out.splitlines())
    return {line["name"]: bombs.Result(**line) for line in lines}


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_bomb_does_no_harm(name: str, results: dict[str, bombs.Result]) -> None:
    assert results[name].problem == ""


def test_there_are_many_of_all_sorts() -> None:
    assert len(NAMES) > 250
    assert {bombs.bombs()[name].command.split()[0] for name in NAMES} == {
        "validate",
        "test",
        "run",
        "replay",
    }


def set_off(code: str, command: str = "validate") -> bombs.Result:
    """A bomb in a process of its own: this one may have threads, which a fork does not copy."""
    script = (
        "import bombs, bomb_files, dataclasses, json; bombs.SECONDS = 1; bombs.warm_up(); "
        f"made = bomb_files.game({code!r}); "
        f"result = bombs.set_off(bombs.Bomb('test', {command!r}, 'E201', made)); "
        "print(json.dumps(dataclasses.asdict(result)))"
    )
    return bombs.Result(**json.loads(run_python("-c", script, cwd=TOOL.parent).out))


def test_another_code_than_the_expected_one_is_reported() -> None:
    assert set_off(GOOD + "nonsense: 1\n").problem == ""
    assert set_off(GOOD + "players: 3\n").problem.startswith("E201 does not come: error[E114]")
    assert set_off(GOOD).problem == "exit code 0"


def test_a_process_that_takes_too_long_is_told() -> None:
    script = (
        "import bombs, bomb_files, itertools; from boardwright import cli; bombs.SECONDS = 1; "
        "cli.main = lambda args: all(itertools.repeat(1)); "
        "print(bombs.set_off(bombs.Bomb('x', 'run', 'ok', bomb_files.game(''))).problem)"
    )
    assert run_python("-c", script, cwd=TOOL.parent).out.startswith("ended by signal")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Traceback (most recent call last):", "an internal error"),
        ("error[E901]: boardwright made a mistake", "an internal error"),
        ("error[E201]: a\x1b[2Jb", "a terminal would obey what is shown"),
    ],
)
def test_what_no_author_should_see_is_told(text: str, told: str) -> None:
    bomb = bombs.Bomb("x", "validate", "E201", game(GOOD))
    assert bombs._problem(bomb, 1, text).startswith(told)
