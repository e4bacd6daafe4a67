"""Machine code of a program, loaded, as callables."""

from __future__ import annotations

import ctypes
import marshal
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NoReturn

from boardwright.cache.store import key_of, store
from boardwright.dsl.language.types import PieceType
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import rng
from boardwright.interpreter.native.build import (
    ir_of,
    llvm,
    object_of,
    place_of,
    processor,
    target_machine,
)
from boardwright.interpreter.native.kinds import WIDE_WORDS, NotNative, full_words, kinds_of
from boardwright.interpreter.native.packing import Packing
from boardwright.interpreter.native.writer import TOO_DEEP, Place
from boardwright.interpreter.program.program import Program, Vector
from boardwright.interpreter.program.random_games import RandomPlayer
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.table.table_limits import too_deep

_SHORT = ctypes.PYFUNCTYPE  # keeps other threads waiting: for what takes no time
_LONG = ctypes.CFUNCTYPE
_I64, _AT = ctypes.c_int64, ctypes.c_void_p


class BrokenVectorError(RuntimeError):
    """Machine code met an invalid address, index or jump, and stopped before anything was harmed."""


@dataclass(frozen=True, slots=True, eq=False)
class Native:
    """A program as machine code. Vectors are arrays of words, as `packing` makes them."""

    program: Program
    packing: Packing
    option_words: int  # of the word with the options
    engine: Any  # keeps the code where it is
    begin: Callable[[int], int] = field(init=False)
    step: Callable[[int, int], int] = field(init=False)
    by_number: tuple[bool, ...] = field(init=False)  # the sites whose options are listed so
    _first: array[int] = field(init=False, repr=False)
    _play: Callable[[int, int, int], int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        for name in ("begin", "step"):
            object.__setattr__(self, name, self.entry(name))
        object.__setattr__(self, "by_number", by_number(self.program))
        object.__setattr__(self, "_first", self.packing.pack(self.program.first_vector(0)))
        object.__setattr__(self, "_play", self.entry("play"))

    def first(self, seed: int) -> array[int]:
        """The words before anything has happened; only chance differs from seed to seed."""
        words, naming = self._first[:], self.program.layout.naming
        for stream, start in (("game", lay.RANDOM), ("names", naming)):
            if start >= 0:
                words[start : start + rng.WORDS] = array("q", rng.seed_words(seed, stream))
        return words

    def streams(self, seed: int) -> array[int]:
        """The words from which the agents at all seats draw."""
        return array("Q", rng.agent_words(seed, self.program.table.players))

    def play(self, seed: int, agents_seed: int | None = None) -> Vector:
        """A whole game in which every seat plays at random; see `random_games.py`."""
        words, drawn = self.first(seed), self.streams(seed if agents_seed is None else agents_seed)
        at, most = words.buffer_info()[0], self.program.table.game.most_decisions
        status = self._play(at, drawn.buffer_info()[0], most)
        if status:
            self.fault(words, status)
        return self.packing.unpack(words)

    def run(self, v: Vector) -> Vector:
        """What a vector comes to at the next decision or the end."""
        words = self.packing.pack(v)
        status = self.begin(words.buffer_info()[0])
        if status:
            self.fault(words, status)
        return self.packing.unpack(words)

    def playouts(
        self, v: Vector, words: list[int] | None, chance: int, games: int, most: int
    ) -> list[int]:
        """What `playouts.playouts` adds up, from a decision on; without words of streams, seats take the first option."""
        return self._playouts(v, words, chance, games, most, fresh=0)

    def random_games(self, seed: int, games: int) -> list[int]:
        """The same sums of this many whole games; their chance follows from the seed of the first."""
        v, words = self.program.first_vector(seed), list(self.streams(seed))
        most = self.program.table.game.most_decisions
        return self._playouts(v, words, rng.first_word(seed, "playouts"), games, most, fresh=1)

    def _playouts(
        self,
        v: Vector,
        words: list[int] | None,
        chance: int,
        games: int,
        most: int,
        *,
        fresh: int,
    ) -> list[int]:
        players, room = self.program.table.players, self.packing.place.room
        begun = self.packing.pack(v)
        scratch = array("q", bytes(8 * (room + players)))
        drawn = array("Q", words or ())
        stream = array("Q", [chance])
        sums = array("q", bytes(8 * (4 + 2 * players)))
        status = self.entry("playouts")(
            begun.buffer_info()[0],
            scratch.buffer_info()[0],
            drawn.buffer_info()[0] if words is not None else None,
            stream.buffer_info()[0],
            games,
            most,
            fresh,
            sums.buffer_info()[0],
        )
        if status:
            self.fault(scratch, status)
        return list(sums)

    def entry(self, name: str) -> Any:
        """What can be called by this name; `x:` stands before a function of the program that is asked of a seat."""
        kind = _ENTRIES["x:" if name.startswith("x:") else name]
        return kind(self.engine.get_function_address(name))

    def ask(self, function: str, words: array[int], seat: int) -> int:
        """What a function of the program says of a seat."""
        value: int = self.entry(f"x:{function}")(words.buffer_info()[0], seat)
        status = words[self.packing.place.status]
        if status:
            self.fault(words, status)
        return value

    def fault(self, words: array[int], status: int) -> NoReturn:
        """Raises what a status says."""
        if status > 0:
            found = self.program.faults[status - 1]
            fault = RuleError(found.code, found.message, found.span)
            fault.decisions = words[lay.DECISIONS]
            raise fault
        if status == TOO_DEEP:
            raise too_deep(self.program.table.game)
        raise BrokenVectorError("the rules met an invalid address, index or jump")


_ENTRIES: dict[str, Any] = {
    "begin": _SHORT(_I64, _AT),
    "step": _SHORT(_I64, _AT, _I64),
    "x:": _SHORT(_I64, _AT, _I64),
    "play": _LONG(_I64, _AT, _AT, _I64),
    "playouts": _LONG(_I64, *[_AT] * 4, *[_I64] * 3, _AT),
    "batch": _LONG(_I64, _AT, _I64, _AT, _AT, _I64, _AT, _AT, _I64, *[_AT] * 3, _I64, *[_AT] * 3),
    "observe": _SHORT(None, _AT, _AT, _I64, _AT),
    "number_options": _SHORT(None, *[_AT] * 3, _I64),
    "answer_of": _SHORT(_I64, _AT, _AT, _I64),
    "play_on": _LONG(_I64, _AT, _AT, _I64),
    "play_counting": _LONG(_I64, _AT, _AT, _I64),
    "deal": _SHORT(None, _AT, _AT, _AT, _AT),
    "search": _LONG(_I64, *[_AT] * 14),
}


def loaded(program: Program, *, quick: bool = False) -> Native:
    """A program as machine code. Raises `NotNative` if it cannot be."""
    return _mapped(program, _object(program, quick=quick))


def found_or_made(program: Program) -> Native:
    """The same, from where it is kept or else made anew; what is new must play a first game as Python's blocks do."""
    key = None if program.mark is None else key_of(program.mark, "native", *processor())
    data = None if key is None else store().get("native", key)
    if data is not None:
        return _mapped(program, marshal.loads(data))
    made = _object(program)
    native = _mapped(program, made)
    if not checked(native):
        raise NotNative("machine code does not play as it should here")
    if key is not None:
        store().put("native", key, marshal.dumps(made))
    return native


_Object = tuple[tuple[int, int, int, int], tuple[tuple[int, int], ...], tuple[int, ...], int, bytes]
"""What is kept: where the words lie, which are wide, which are full, how wide the options are, and the code."""


def _object(program: Program, *, quick: bool = False) -> _Object:
    kinds = kinds_of(program)
    place = place_of(program, kinds)
    wide = tuple((at, kinds.word(at)) for at in range(place.size) if kinds.word(at) > 1)
    code = object_of(ir_of(program, kinds), quick=quick or kinds.widest >= WIDE_WORDS)
    words = place.size, place.first, place.stretch, place.parts
    return words, wide, full_words(program, kinds), kinds.word(lay.OPTIONS), code


def _mapped(program: Program, made: _Object) -> Native:
    words, wide, full, options, code = made
    return Native(program, Packing(Place(*words), wide, full), options, mapped(code))


def checked(native: Native, seed: int = 0) -> bool:
    """Whether a random game, whatever comes of it, is the same as by Python's blocks."""
    outcomes: list[object] = []
    for play in (native.play, RandomPlayer(native.program).play):
        try:
            outcomes.append(play(seed))
        except RuleError as fault:
            outcomes.append((fault.code, fault.span, fault.decisions))
    return outcomes[0] == outcomes[1]


def mapped(code: bytes) -> Any:
    """An engine that has an object file in memory."""
    binding = llvm()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), target_machine())
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


def by_number(program: Program) -> tuple[bool, ...]:
    """Of each site, whether its options are listed by their numbers: hidden pieces are by their names."""
    hidden = program.layout.names
    return tuple(
        not (
            site.form != "may"
            and isinstance(site.element, PieceType)
            and site.element.kind in hidden
        )
        for site in program.sites
    )
