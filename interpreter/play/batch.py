"""Many games in one buffer: one call makes a choice in each, and games that end start over.

The games are seen through NumPy arrays that share the buffers of the machine code: nothing is copied, and the arrays
show the new positions after each step.
"""

from __future__ import annotations

from array import array
from importlib import import_module
from typing import Any

from boardwright.dsl.language.types import MemberType, NumberType, PieceType, PlayerType, YesNoType
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.meanings import Site
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.machine.widths import WORD
from boardwright.interpreter.native.choice import INSTALL, BackendError
from boardwright.interpreter.native.engine import Native
from boardwright.interpreter.play.decision import IllegalChoice, Refusal
from boardwright.interpreter.play.naming import members_of
from boardwright.interpreter.program.program import Program

OVER, LIMIT = 1, 2
_FAILED = -1_000_000  # a status of a failed game is this minus the fault


class Batch:
    """Several games of one program. Each option of the rules has a fixed number, from 0 to `options` - 1.

    Row n of every array is the n-th game: `player` is the player to decide, `legal` the options of that decision. After a
    step, `ended` is 1 for a game that has ended, 2 for one that has reached its limit of decisions, and otherwise 0.
    `scores` and `won` are the results of games that ended. These games have started over: `player` and `legal` are those
    of the new game.
    """

    def __init__(self, native: Native, games: int, seed: int = 0) -> None:
        if games < 1:
            raise ValueError(f"a batch of {games} games")
        try:
            numpy: Any = import_module("numpy")
        except ImportError as fault:
            told = "a batch needs NumPy, which is not installed"
            raise BackendError(told, (f"`{INSTALL}` installs it",)) from fault
        program, place = native.program, native.packing.place
        players = program.table.players
        self.native, self.games, self.players = native, games, players
        widths = [1 + _width(program, site, native) for site in program.sites]
        bases = [0]
        for width in widths:
            bases.append(bases[-1] + width)
        self.bases, self.options = tuple(bases), bases[-1]
        self._rows = numpy.zeros((games, place.room), numpy.int64)
        self._masks = numpy.zeros((games, self.options), numpy.uint8)
        self._ended = numpy.zeros(games, numpy.int64)
        self._scores = numpy.zeros((games, players), numpy.int64)
        self._won = numpy.zeros(games, numpy.int64)
        self._bases = numpy.array(bases, numpy.int64)
        self._streams = numpy.array(
            [Stream(seed, f"batch {n + 1}").word for n in range(games)], numpy.uint64
        )
        self._first = native.packing.pack(program.first_vector(seed))
        self._numpy, self._seats = numpy, numpy.arange(players)
        self._at = tuple(
            each.ctypes.data
            for each in (self._masks, self._bases, self._ended, self._scores, self._won)
        )
        self._rows_at, self._streams_at = self._rows.ctypes.data, self._streams.ctypes.data
        self._play = native.entry("batch")
        self._call(0)
        for row in range(games):
            if self._ended[row] <= _FAILED:
                self._fault(row)
        if (self._rows[:, lay.PC] < 0).any():
            raise ValueError("a game of these rules may end without a decision")

    def _call(self, choices: int) -> int:
        masks, bases, ended, scores, won = self._at
        first, _ = self._first.buffer_info()
        most = self.native.program.table.game.most_decisions
        result: int = self._play(
            self._rows_at,
            self.games,
            first,
            self._streams_at,
            most,
            choices,
            masks,
            self.options,
            bases,
            ended,
            scores,
            won,
        )
        return result

    def step(self, choices: Any) -> None:
        """Makes a choice in each game. Raises `IllegalChoice` if an option is not offered, and then no game has changed. If a
        rule fails in a game, all others play on; then this raises `RuleError`, and the failed game starts over.
        """
        numpy = self._numpy
        given = numpy.ascontiguousarray(choices, numpy.int64)
        if given.shape != (self.games,):
            raise ValueError(f"expected {self.games} choices, one for each game")
        row = self._call(given.ctypes.data)
        if row > 0:
            reason = f"game {row - 1} does not offer option {int(given[row - 1])}"
            raise IllegalChoice(Refusal("choice/not-offered", reason))
        if row < 0:
            self._fault(int(numpy.argmax(self._ended <= _FAILED)))

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
        """The reward of the last step for each seat: 1, shared among the winners, if a game ended; else 0."""
        numpy = self._numpy
        won = self.won & (self._ended == OVER)[:, None]
        return won / numpy.maximum(1, won.sum(axis=1, keepdims=True))

    def vector(self, row: int) -> list[int]:
        """The vector of one game."""
        return self.native.packing.unpack(self._rows[row].tolist())


def _read_only(view: Any) -> Any:
    view = view.view()
    view.flags.writeable = False
    return view


def _width(program: Program, site: Site, native: Native) -> int:
    """The number of possible options at a site, without the extra one."""
    table = program.table
    if site.form == "may":
        return 2
    match site.element:
        case None:
            return len(site.options)
        case PieceType(kind=kind):
            return len(table.pieces[kind])
        case PlayerType():
            return table.players
        case YesNoType():
            return 2
        case MemberType(variety=variety):
            return len(members_of(table, variety))
        case NumberType():
            # By their distance from the lowest possible one.
            return WORD * native.option_words
        case _:
            return len(table.places)
