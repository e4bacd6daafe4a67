"""The games of a check in portions, played in any order and by anybody: together they are what one process finds."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from boardwright.validators.play.games import Played

_LEAST_GAMES = 10
_MOST_PORTIONS = 1000


@dataclass(frozen=True, slots=True)
class Portion:
    """The games with these numbers, after games of which `slow_before` did not end."""

    chunk: int
    numbers: range
    slow_before: int


class Portions(Iterator[Portion]):
    """Yields the portions of this many games, and adds up what was played. There may be more of them after results came.

    Only few games that do not end are played, and fewer with care. Portions are played before it is known how many such games
    come before them; where that makes a difference, they are played again.
    """

    def __init__(self, games: int) -> None:
        self.games = games
        self.size = max(_LEAST_GAMES, -(-games // _MOST_PORTIONS))
        self.played = Played()
        self._begun = self._added = 0
        self._there: dict[int, Played] = {}
        self._again: deque[int] = deque()

    @property
    def done(self) -> bool:
        """Whether nothing more needs to be played."""
        return self.played.too_slow or self._added * self.size >= self.games

    def __next__(self) -> Portion:
        if self._again:
            return self._portion(self._again.popleft())
        if self.done or self._begun * self.size >= self.games:
            raise StopIteration
        self._begun += 1
        return self._portion(self._begun - 1)

    def come(self, chunk: int, played: Played) -> None:
        """Takes the results of a portion, and adds those that nothing is missing before."""
        self._there[chunk] = played
        while not self.done and (found := self._there.pop(self._added, None)) is not None:
            if not found.holds_after(self.played.slow):
                self._again.append(self._added)
                return
            self.played.add(found)
            self._added += 1

    def numbers(self, chunk: int) -> range:
        """The numbers of the games of a portion."""
        first = chunk * self.size
        return range(first, min(first + self.size, self.games))

    def _portion(self, chunk: int) -> Portion:
        return Portion(chunk, self.numbers(chunk), self.played.slow)
