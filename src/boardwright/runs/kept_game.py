"""A game that people play, which can be kept, taken up again and taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from boardwright.dsl.source.diagnostics import RulesetError
from boardwright.loading.recorded import begun, read_record
from boardwright.runs.disk import write_whole

if TYPE_CHECKING:
    from boardwright.interpreter.events.learned import Learned
    from boardwright.interpreter.play.decision import Decision
    from boardwright.loading.game import Game

PERSON = "person"
"""What a record calls somebody who plays at the terminal, in place of an agent."""


@dataclass(slots=True)
class KeptGame:
    """The choices of a game so far. `agents` are by seat; a person is one of them."""

    game: Game
    seed: int
    agents: tuple[str, ...]
    agents_seed: int | None
    choices: list[tuple[str, str]] = field(default_factory=list)

    def chose(self, decision: Decision, answer: int) -> None:
        """Keeps a choice: of which seat, and the id of the option."""
        self.choices.append((self.game.seats[decision.player], decision.ids[answer]))

    @property
    def ids(self) -> tuple[str, ...]:
        """The options that were chosen, by id."""
        return tuple(id for _, id in self.choices)

    def text(self) -> str:
        """The record of the game so far; it is complete if the game is over."""
        from boardwright.interpreter.records.game_record import Recorder

        recorder = Recorder(
            self.game.program, self.seed, agents=self.agents, agents_seed=self.agents_seed
        )
        for id in self.ids:
            recorder.apply(id)
        return recorder.text()

    def save(self, file: Path) -> None:
        """Writes the record so far. Raises `ValueError` if the file is there and is not a record."""
        if file.exists() and not read_record(file).startswith(b'{"record":"boardwright"'):
            raise ValueError(f"`{file}` is there, and is not a saved game")
        write_whole(file, [self.text().encode()])

    def load(self, file: Path, people: Sequence[str]) -> Sequence[str]:
        """Goes on with a saved game: its seed, and the choices in it. Raises `ValueError` if it is of another game or table, of
        other rules, over, or if people sat at other seats.
        """
        from boardwright.interpreter.records.game_record import read_header

        try:
            found = begun(self.game, file)
        except RulesetError as fault:
            first = fault.diagnostics[0]
            raise ValueError("; ".join((first.message, *first.notes))) from None
        header, _ = read_header(read_record(file))
        assert header is not None
        agents = zip(header.seats, header.agents, strict=False)
        sat = [seat for seat, agent in agents if agent == PERSON]
        if sat and set(sat) != set(people):
            names = " and ".join(f"`{seat}`" for seat in sat)
            raise ValueError(f"in this game you are {names}: play with `--seat {','.join(sat)}`")
        if found.is_over:
            raise ValueError("this game is over")
        self.seed = found.seed
        return found.choices

    def until_own(self, seat: str) -> Sequence[str] | None:
        """The choices before the last one of this seat; None if it has made none."""
        own = [number for number, (by, _) in enumerate(self.choices) if by == seat]
        return self.ids[: own[-1]] if own else None

    def learned_since(self, number: int) -> Learned | None:
        """What has come to light after this many choices, for the people who play."""
        from boardwright.interpreter.events.learned import learned_since

        people = [seat for seat, agent in enumerate(self.agents) if agent == PERSON]
        return learned_since(self.game.program, self.seed, self.ids, number, people)
