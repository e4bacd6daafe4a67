"""A game as a line of choices: the position after each of them, and what each seat was told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from boardwright.interpreter.events.seen import EVERYBODY

if TYPE_CHECKING:
    from boardwright.interpreter.events.watched import WatchedState
    from boardwright.interpreter.play.state import State
    from boardwright.interpreter.reference import ReferenceGame
    from boardwright.interpreter.tell.teller import Sentence
    from boardwright.loading.game import Game

STEP = 32
"""After this many choices the whole game is kept, so that no position is far from one that is kept."""

Event = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """What one seat was told of one step."""

    events: tuple[Event, ...]
    sentences: tuple[Sentence, ...]


class Line:
    """The choices of one game, which can be cut off and continued in another way. All seats are told what happens."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed = game, seed
        self.seats = (*range(game.players), EVERYBODY)
        self.choices: list[str] = []
        self.state: State = game.new(seed)
        self.watched: WatchedState = game.new(seed, watch=True, seats=self.seats, tell=True)
        self.told: list[Mapping[int, Told]] = []
        self.kept: list[tuple[State, WatchedState]] = []
        self._explained: tuple[int, ReferenceGame] | None = None
        self._remember()

    def choose(self, option: str) -> None:
        """Goes on with this choice. If it is not offered, or a rule fails, nothing changes."""
        state = self.state.copy()
        state.apply(option)
        self.watched.apply(option)
        self.state = state
        self.choices.append(option)
        self._remember()

    def _remember(self) -> None:
        if len(self.choices) % STEP == 0:
            self.kept.append((self.state.copy(), self.watched.copy()))
        watched = self.watched
        self.told.append(
            {seat: Told(watched.seen(seat), watched.sentences[seat]) for seat in self.seats}
        )

    def cut(self, at: int) -> None:
        """Forgets all choices after the first ones."""
        if at == len(self.choices):
            return
        if self._explained is not None and self._explained[0] > at:
            self._explained = None
        start = at // STEP * STEP
        rest = self.choices[start:at]
        del self.kept[at // STEP + 1 :], self.choices[start:], self.told[start + 1 :]
        state, watched = self.kept[-1]
        self.state, self.watched = state.copy(), watched.copy()
        self.extend(rest)

    def branch(self, at: int) -> Line:
        """Another line that is the same up to a position."""
        other = copy(self)
        other.choices, other.told, other.kept = [*self.choices], [*self.told], [*self.kept]
        other.state, other.watched = self.state.copy(), self.watched.copy()
        other._explained = None  # that game goes on with its own line
        other.cut(at)
        return other

    def extend(self, choices: Iterable[str]) -> None:
        """Goes on with all of these choices."""
        for choice in choices:
            self.choose(choice)

    def state_at(self, at: int) -> State:
        """A copy of the game after the first choices."""
        if at == len(self.choices):
            return self.state.copy()
        state = self.kept[at // STEP][0].copy()
        for choice in self.choices[at // STEP * STEP : at]:
            state.apply(choice)
        return state

    def states(self, first: int, last: int) -> Iterator[State]:
        """The positions from one to another, one after the other. Each is changed when the next one is asked for."""
        state = self.state_at(first)
        yield state
        for choice in self.choices[first:last]:
            state.apply(choice)
            yield state

    def explained_at(self, at: int) -> ReferenceGame:
        """The game after the first choices, for questions. It is kept: the next question is often about the same position."""
        from boardwright.interpreter.reference.kept_secret import AskedGame

        first, game = self._explained or (at + 1, None)
        if game is None or first > at:
            first, game = 0, AskedGame(self.game.table, self.seed)
        self._explained = None  # while it plays: it may fail on its way
        for choice in self.choices[first:at]:
            game.apply(choice)
        self._explained = at, game
        return game

    def heard(self, at: int, seat: int) -> Sequence[Told]:
        """What a seat was told up to a position, step by step; first of the setup."""
        return [told[seat] for told in self.told[: at + 1]]
