"""People who play whole games by turns at one screen, and what each of them is shown."""

from __future__ import annotations

import re
from collections.abc import Callable

from boardwright.evening.console import LeftError, Lines
from boardwright.evening.game import Evening
from boardwright.evening.person import Person
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.naming import face_known
from boardwright.loading.game import Game
from boardwright.runs.kept_game import PERSON, KeptGame
from boardwright.terminal import Paint

COMMANDS = ("b", "h", "l", "?", "xyz", "undo")

Check = Callable[[Evening, Person | None, str], None]
"""Is called whenever somebody is to type: with whoever sits there, and with what is on the screen."""


class HotSeat(Lines):
    """A screen at which all seats are people, who choose at random, and type other things, too."""

    is_shared = True

    def __init__(self, check: Check, seed: int, most: int = 1_000_000) -> None:
        super().__init__(Paint(False))
        self.check, self.stream, self.most = check, Stream(seed, "people"), most
        self.on_screen = ""
        self.sits: Person | None = None
        self.evening: Evening | None = None
        self.asked = 0

    def write(self, text: str, below: int = 0) -> None:
        self.written += text.count("\n")
        self.on_screen += text

    def read(self, prompt: str = "> ") -> str:
        assert self.evening is not None
        self.on_screen += prompt
        if prompt != "> ":
            # Whoever sat there gets up after the screen is cleared, and nobody sits there before Enter is pressed.
            self.check(self.evening, self.sits, self.on_screen)
            return ""
        sits = self.sits = self.evening.seated
        decision = self.evening.state.decision
        assert decision is not None and sits is not None and sits.seat == decision.player
        self.check(self.evening, sits, self.on_screen)
        self.asked += 1
        if self.asked > self.most:
            raise LeftError
        if self.stream.below(3) == 0:
            typed = COMMANDS[self.stream.below(len(COMMANDS))]
        else:
            number = self.stream.below(len(decision))
            options = decision.options
            numbers = options[0].id.removeprefix("-").isdigit()
            typed = options[number].label if numbers else f"{number + 1}"
        self.on_screen += f"{typed}\n"
        return typed

    def clear(self) -> None:
        self.on_screen, self.written, self.sits = "", 0, None


def play(game: Game, check: Check, seed: int, most: int = 1_000_000) -> HotSeat:
    """Plays a game of this seed with people at all seats; they leave after so many questions."""
    screen = HotSeat(check, seed, most)
    seats = tuple(range(game.players))
    kept = KeptGame(game, seed, (PERSON,) * game.players, None)
    screen.evening = Evening(game, seats, {}, kept, screen, Paint(False))
    screen.evening.play()
    return screen


class Faces:
    """The faces that each person has ever known, by their names."""

    def __init__(self, game: Game) -> None:
        self.program, self.table = game.program, game.program.table
        self.ever: dict[int, set[str]] = {seat: set() for seat in range(-1, game.players)}

    def note(self, evening: Evening) -> None:
        """Remembers what everybody knows now."""
        v, words = evening.state.v, evening.state.words
        for kind, first in self.program.layout.faces.items():
            for piece in range(len(self.table.pieces[kind])):
                name = words.face(self.table, kind, v[first + piece])
                for seat, known in self.ever.items():
                    if face_known(self.program, v, kind, piece, seat):
                        known.add(name)

    def hidden_from(self, evening: Evening, seat: int) -> set[str]:
        """The names that somebody has never seen."""
        words = evening.state.words
        names = {
            words.face(self.table, kind, number)
            for kind in self.program.layout.faces
            for number in range(len(self.table.faces[kind]))
        }
        return names - self.ever[seat]


def names_in(names: set[str], text: str) -> list[str]:
    """Those of these names that a text has as whole words, however lines are broken."""
    flat = " ".join(text.split()).casefold()
    return [
        name
        for name in sorted(names)
        if re.search(rf"(?<!\w){re.escape(name.casefold())}(?!\w)", flat)
    ]
