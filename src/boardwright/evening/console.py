"""The terminal at which people play: it reads lines, shows long texts page by page, and clears the screen."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from boardwright.dsl.source.diagnostics import shown
from boardwright.terminal import Paint, height
from boardwright.text.screen_words import ScreenWords


class LeftError(Exception):
    """Whoever sits at the terminal leaves the game."""


class Lines:
    """Standard input and output as lines, if one of them is not a terminal. Nothing waits, and nothing is cleared."""

    is_shared = False
    """Whether people look at it in turn, so that it is cleared between them."""

    def __init__(self, paint: Paint, said: ScreenWords | None = None) -> None:
        self.paint = paint
        self.said = said or ScreenWords()  # in English
        self.written = 0  # lines, of which a caller may forget any
        self.unread = 0  # lines since somebody typed something

    def write(self, text: str, below: int = 0) -> None:
        """Writes text, and `below` it this many lines will follow at once."""
        self.written += text.count("\n")
        self.unread += text.count("\n")
        sys.stdout.write(text)
        sys.stdout.flush()

    def read(self, prompt: str = "> ") -> str:
        """A line, stripped, which is repeated in the output. Raises `LeftError` at the end of the input."""
        self.write(self.paint("1;32", prompt))
        line = sys.stdin.readline()
        if not line:
            raise LeftError
        self.write(f"{shown(line.strip())}\n")
        return line.strip()

    def make_room(self, below: int) -> None:
        """Gives people time to read what this many lines would push off the screen."""

    def clear(self) -> None:
        """Empties the screen, if there is one."""


class Screen(Lines):
    """A terminal at which somebody types and reads."""

    is_shared = True

    def write(self, text: str, below: int = 0) -> None:
        """Writes text. What does not fit on the screen, with what is `below`, comes page by page."""
        lines, room = text.splitlines(keepends=True), height() - 1
        while len(lines) + below > room and lines:
            super().write("".join(lines[: room - 1]))
            lines = lines[room - 1 :]
            if self.read(f"{self.said.say('more')} ") == "q":
                return
        super().write("".join(lines))

    def read(self, prompt: str = "> ") -> str:
        """A line that somebody types and may edit, stripped. Raises `LeftError` at the end of the input."""
        with suppress(ImportError):  # on some systems there is none
            import readline  # noqa: F401 - lines can then be edited

        # Marks around what has no width on the screen; without them, editing the line would go wrong.
        marked = f"\x01\x1b[1;32m\x02{prompt}\x01\x1b[0m\x02" if self.paint.on else prompt
        self.written += 1
        self.unread = 0
        try:
            return input(marked).strip()
        except EOFError:
            raise LeftError from None

    def make_room(self, below: int) -> None:
        """Waits for Enter if this many lines would push something off the screen that nobody has had time to read."""
        if self.unread + below > height() - 1:
            self.read(f"{self.said.say('to_question')} ")

    def clear(self) -> None:
        """Empties the screen and what was above it, and forgets the lines that were typed."""
        with suppress(ImportError):
            import readline

            readline.clear_history()
        # A terminal that cannot be cleared shows other lines instead.
        dumb = os.environ.get("TERM") == "dumb"
        sys.stdout.write("\n" * height() if dumb else "\x1b[H\x1b[2J\x1b[3J")
        sys.stdout.flush()


def console_for(paint: Paint, said: ScreenWords | None = None) -> Lines:
    """The terminal if there is one at both ends, else lines."""
    is_screen = sys.stdin.isatty() and sys.stdout.isatty()
    return Screen(paint, said) if is_screen else Lines(paint, said)


__all__ = ["LeftError", "Lines", "Screen", "console_for"]
