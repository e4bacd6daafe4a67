"""Somebody who sits at the terminal: their seat, and what they have been shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from boardwright.evening import board_lines
from boardwright.terminal import Paint, width
from boardwright.text.board import BoardText, Section
from boardwright.text.screen_words import beside
from boardwright.text.tale import Tale

if TYPE_CHECKING:
    from boardwright.interpreter.play.state import State
    from boardwright.loading.game import Game

_RULE = 2
"""Lines above the board: an empty one, and what is being played."""


class Person:
    """What one seat is told and shown. A person who has seen the board before is shown what has changed."""

    def __init__(self, game: Game, seed: int, seat: int, paint: Paint) -> None:
        self.game, self.seat, self.paint = game, seat, paint
        self.tale = Tale(game, seed, seat)
        self.said = beside(self.tale.state.words)
        self.seen: tuple[str, Sequence[Section]] | None = None

    def news(self) -> str:
        """What has happened since this was last asked."""
        return self.tale.text(self.paint)

    def everything(self) -> str:
        """What has happened since the game began."""
        return self.tale.text(self.paint, again=True)

    def remember(self, other: Person) -> None:
        """Takes what another was told and shown for told and shown, if it still happens."""
        self.tale.told = min(self.tale.told, other.tale.told)
        self.seen = other.seen

    def board(self, state: State) -> str:
        """The whole board."""
        text = BoardText(state, self.seat)
        sections = text.sections()
        self.seen = text.headline(), sections
        return self._text(text.headline(), self._compact(sections))

    def rows_named(self, state: State, name: str) -> str:
        """The rows of the board with this text in their names."""
        found = board_lines.named(BoardText(state, self.seat).sections(), name)
        return self._lines(found)

    def own(self, state: State) -> str:
        """What belongs to this person."""
        sections = BoardText(state, self.seat).sections()
        return self._lines([each for each in sections if each.owner == self.seat])

    def grid_lines(self, state: State) -> int:
        """The number of lines of the grids that the person has to see before the next choice."""
        sections = BoardText(state, self.seat).sections()
        before = () if self.seen is None else self.seen[1]
        return board_lines.grid_lines(board_lines.changed(before, sections), width())

    def glance(self, state: State, room: int) -> str:
        """The board if it fits in `room` lines, else what has changed since the person looked; nothing if nothing has."""
        text = BoardText(state, self.seat)
        head, sections = text.headline(), text.sections()
        if self.seen == (head, sections):
            return ""
        before = () if self.seen is None else self.seen[1]
        self.seen = head, sections
        whole = self._text(head, self._compact(sections))
        if whole.count("\n") <= room:
            return whole
        fresh = board_lines.changed(before, sections)
        fitting = board_lines.that_fit(fresh, self.seat, width(), room - _RULE)
        return self._text(head, fitting, f" {self.said.say('hint')} ──")

    def _compact(self, sections: Sequence[Section]) -> Sequence[Section]:
        return board_lines.compact(sections, self.said.say("empty"))

    def _text(self, head: str, sections: Sequence[Section], hint: str = "") -> str:
        begin, end = f"── {head} "[: width()], hint
        if len(begin) + len(end) > width():
            end = ""
        rule = begin + "─" * (width() - len(begin) - len(end)) + end
        return f"\n{self.paint('1;36', rule)}\n{self._lines(sections)}"

    def _lines(self, sections: Sequence[Section]) -> str:
        lines = board_lines.lines_of(sections, width())
        return "".join(
            f"{name}  {told}\n" if told else f"{self.paint('1', name)}\n" for name, told in lines
        )
