"""Reading and writing at a terminal, and where there is none."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from io import StringIO

import pytest

from boardwright.evening.console import LeftError, Lines, Screen, console_for
from boardwright.terminal import Paint


@pytest.fixture(autouse=True)
def ten_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal with ten rows."""
    monkeypatch.setenv("LINES", "10")
    monkeypatch.delenv("TERM", raising=False)


@pytest.fixture
def out(capsys: pytest.CaptureFixture[str]) -> Callable[[], str]:
    """Returns what has been written."""
    return lambda: capsys.readouterr().out


def typing(monkeypatch: pytest.MonkeyPatch, *lines: str) -> list[str]:
    """Somebody types these lines; returns the prompts."""
    prompts: list[str] = []
    typed: Iterator[str] = iter(lines)

    def read(prompt: str) -> str:
        prompts.append(prompt)
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)
    return prompts


def test_lines_are_repeated_and_never_wait(
    out: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO(" north \x1b\n"))
    console = console_for(Paint(False))
    assert type(console) is Lines
    console.write("line\n" * 30)
    console.make_room(10)
    console.clear()
    assert console.read() == "north \x1b"
    written = out()
    assert written.startswith("line\n" * 30 + "> north ") and "\x1b" not in written
    with pytest.raises(LeftError):
        console.read()


def test_a_long_text_comes_page_by_page(
    out: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    prompts = typing(monkeypatch, "", "")
    Screen(Paint(False)).write("".join(f"{n}\n" for n in range(20)))
    assert len(prompts) == 2 and "Enter for more" in prompts[0]
    assert out() == "".join(f"{n}\n" for n in range(20))


def test_the_rest_of_a_long_text_is_skipped(
    out: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typing(monkeypatch, "q")
    Screen(Paint(False)).write("".join(f"{n}\n" for n in range(20)))
    assert out() == "".join(f"{n}\n" for n in range(8))


def test_what_nobody_has_read_is_not_pushed_off_the_screen(
    out: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    prompts = typing(monkeypatch, "", "")
    screen = Screen(Paint(False))
    screen.write("line\n" * 5)
    screen.make_room(4)
    assert not prompts
    screen.make_room(5)
    assert len(prompts) == 1
    screen.make_room(5)
    assert len(prompts) == 1


def test_the_screen_is_cleared_with_what_was_above_it(
    out: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Screen(Paint(False)).clear()
    assert out() == "\x1b[H\x1b[2J\x1b[3J"
    monkeypatch.setenv("TERM", "dumb")
    Screen(Paint(False)).clear()
    assert out() == "\n" * 10


def test_the_end_of_the_input_leaves_the_game(
    out: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typing(monkeypatch)
    with pytest.raises(LeftError):
        Screen(Paint(True)).read()


def test_lines_that_were_typed_are_forgotten(out: Callable[[], str]) -> None:
    readline = pytest.importorskip("readline")
    readline.add_history("king of spades")
    Screen(Paint(False)).clear()
    assert readline.get_current_history_length() == 0
