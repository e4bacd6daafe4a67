"""Many games in one buffer: one call makes a choice in each, and games that end start over.

The games are seen through NumPy arrays that share the buffers of the machine code: nothing is copied, and the arrays
show the new positions after each step.
"""

from __future__ import annotations

from array import array
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import pairwise
from typing import Any

from boardwright.extras import install
from boardwright.interpreter.learning.native_rows import native_rows
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.native.choice import BackendError
from boardwright.interpreter.native.engine import Native
from boardwright.interpreter.native.many import MOST_UNASKED
from boardwright.interpreter.play.decision import IllegalChoice, Refusal
from boardwright.interpreter.play.state import returns_of

OVER, LIMIT = 1, 2
_FAILED = -1_000_000  # a status of a failed game is this minus the fault


class Batch:
    """Several games of one program. Each option of the rules has a fixed number, from 0 to `options` - 1: those of `game.actions`.

    Row n of every array is the n-th game: `player` is the player to decide, `legal` the options of that decision, and with
    `observe` `observations` what that player sees, as `game.observer` writes it. After a step, `ended` is 1 for a game that has
    ended, 2 for one that has reached its limit of decisions, and otherwise 0. `scores`, `won` and `rewards` are the results of
    games that ended. These games have started over: `player`, `legal` and `observations` are those of the new game. Games that
    are over before anybody is asked are left out.
    """

    def __init__(
        self, native: Native, games: int, seed: int = 0, *, observe: bool = False, threads: int = 1
    ) -> None:
        if games < 1:
            raise ValueError(f"a batch of {games} games")
        if not 1 <= threads <= games:
            raise ValueError(f"expected 1 to {games} threads, found {threads}")
        try:
            numpy: Any = import_module("numpy")
        except ImportError as fault:
            told = "a batch needs NumPy, which is not installed"
            raise BackendError(told, (f"`{install('native')}` installs it",)) from fault
        program, place = native.program, native.packing.place
        players = program.table.players
        self.native, self.games, self.players = native, games, players
        self._own = native_rows(native)
        if observe and not self._own.rows:
            raise BackendError(f"machine code cannot observe this game: {self._own.why}")
        self.options = self._own.count
        self._rows = numpy.zeros((games, place.room), numpy.int64)
        self._masks = numpy.zeros((games, self.options), numpy.uint8)
        self._seen = numpy.zeros((games, self._own.size if observe else 0), numpy.int16)
        self._ended = numpy.zeros(games, numpy.int64)
        self._scores = numpy.zeros((games, players), numpy.int64)
        self._won = numpy.zeros(games, numpy.int64)
        self._streams = numpy.array(
            [Stream(seed, f"batch {n + 1}").word for n in range(games)], numpy.uint64
        )
        self._first = native.packing.pack(program.first_vector(seed))
        # By how many have won: what that is worth to the others, and to each of them.
        returns = [returns_of(range(count), players) for count in range(players + 1)]
        self._returns = numpy.array([(each[-1], each[0]) for each in returns])
        self._numpy, self._seats, self._observes = numpy, numpy.arange(players), observe
        self._play = native.entry("batch")
        ends = [games * n // threads for n in range(threads + 1)]
        self._parts = [self._part(*each) for each in pairwise(ends)]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self._call(None)
        for row in range(games):
            if self._ended[row] <= _FAILED:
                self._fault(row)
        if (self._rows[:, lay.PC] < 0).any():
            raise ValueError(
                f"there is nothing to decide here: {MOST_UNASKED:,} games ended without a question"
            )

    def _part(self, start: int, end: int) -> tuple[int, tuple[Any, ...], tuple[Any, ...]]:
        """What a call needs for some of the games: their first, and what comes before and after their choices."""

        def at(of: Any) -> int:
            found: int = of[start:].ctypes.data
            return found

        first, _ = self._first.buffer_info()
        most = self.native.program.table.game.most_decisions
        codes, _ = self._own.rows.buffer_info()
        numbers, _ = self._own.numbers.buffer_info()
        seen = at(self._seen) if self._observes else None
        before = (at(self._rows), end - start, first, at(self._streams), most)
        after = (at(self._masks), self.options, numbers, codes, seen)
        results = (at(self._ended), at(self._scores), at(self._won))
        return start, before, (*after, self._own.size, *results)

    def _call(self, choices: int | None) -> int:
        """Plays on in all games; see `batch` in `native/many.py` for the result."""

        def play(part: tuple[int, tuple[Any, ...], tuple[Any, ...]]) -> int:
            start, before, after = part
            given = None if choices is None else choices + 8 * start
            result: int = self._play(*before, given, *after)
            return result + start if result > 0 else result

        if self._pool is None:
            return play(self._parts[0])
        others = [self._pool.submit(play, part) for part in self._parts[1:]]
        results = [play(self._parts[0]), *(each.result() for each in others)]
        return next((each for each in results if each), 0)

    def step(self, choices: Any) -> None:
        """Makes a choice in each game. Raises `IllegalChoice` if an option is not offered, and then no game has changed. If a
        rule fails in a game, all others play on; then this raises `RuleError`, and the failed game starts over.
        """
        numpy = self._numpy
        given = numpy.ascontiguousarray(choices, numpy.int64)
        if given.shape != (self.games,):
            raise ValueError(f"expected {self.games} choices, one for each game")
        row = self._not_offered(given) if self._pool is not None else 0
        row = row or self._call(given.ctypes.data)
        if row > 0:
            reason = f"game {row - 1} does not offer option {int(given[row - 1])}"
            raise IllegalChoice(Refusal("choice/not-offered", reason))
        if row < 0:
            self._fault(int(numpy.argmax(self._ended <= _FAILED)))

    def _not_offered(self, given: Any) -> int:
        """The number from 1 of a game that does not offer its choice, before any thread plays; or 0."""
        numpy = self._numpy
        inside = (given >= 0) & (given < self.options)
        safe = numpy.where(inside, given, 0)
        fine = inside & (self._masks[numpy.arange(self.games), safe] != 0)
        fine |= self._rows[:, lay.PC] < 0
        return 0 if fine.all() else int(numpy.argmin(fine)) + 1

    def _fault(self, row: int) -> None:
        self.native.fault(array("q", self._rows[row].tolist()), _FAILED - int(self._ended[row]))

    @property
    def player(self) -> Any:
        """The seat that decides in each game."""
        return _read_only(self._rows[:, lay.ASKER])

    @property
    def site(self) -> Any:
        """The decision in each game, by its number in the rules."""
        return _read_only(self._rows[:, lay.SITE])

    @property
    def decisions(self) -> Any:
        """The number of decisions made in each game."""
        return _read_only(self._rows[:, lay.DECISIONS])

    @property
    def legal(self) -> Any:
        """The options offered in each game."""
        return _read_only(self._masks.view(self._numpy.bool_))

    @property
    def observations(self) -> Any:
        """What the player to decide sees in each game. Raises `ValueError` if the batch does not observe."""
        if not self._observes:
            raise ValueError("this batch does not observe: expected `batch(games, observe=True)`")
        return _read_only(self._seen)

    @property
    def ended(self) -> Any:
        """How each game ended in the last step; 0 if it continues."""
        return _read_only(self._ended)

    @property
    def scores(self) -> Any:
        """The scores by seat of the last game that ended in each row."""
        return _read_only(self._scores)

    @property
    def won(self) -> Any:
        """Whether each seat won, alone or with others, in the last game that ended in each row."""
        return (self._won[:, None] >> self._seats & 1).astype(self._numpy.bool_)

    @property
    def rewards(self) -> Any:
        """The reward of the last step for each seat: the returns of the game, as `State.returns`, if it ended; else 0."""
        found = self._numpy.zeros((self.games, self.players))
        ended = self._numpy.flatnonzero(self._ended == OVER)
        if len(ended):
            won = self._won[ended, None] >> self._seats & 1
            found[ended] = self._returns[won.sum(axis=1)[:, None], won]
        return found

    def vector(self, row: int) -> list[int]:
        """The vector of one game."""
        return self.native.packing.unpack(self._rows[row].tolist())


def _read_only(view: Any) -> Any:
    view = view.view()
    view.flags.writeable = False
    return view
