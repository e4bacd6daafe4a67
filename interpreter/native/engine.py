"""Machine code of a program, loaded, as callables."""

from __future__ import annotations

import ctypes
from array import array
from dataclasses import dataclass
from typing import Any, NoReturn

from boardwright.interpreter import layout as lay
from boardwright.interpreter.errors import RuleError
from boardwright.interpreter.limits import too_deep
from boardwright.interpreter.native.build import ir_of, llvm, object_of, place_of, target_machine
from boardwright.interpreter.native.kinds import kinds_of
from boardwright.interpreter.native.packing import Packing
from boardwright.interpreter.native.writer import TOO_DEEP
from boardwright.interpreter.program import Program, Vector
from boardwright.interpreter.rng import seed_words

_SHORT = ctypes.PYFUNCTYPE  # keeps other threads waiting: for what takes no time
_LONG = ctypes.CFUNCTYPE
_I64, _AT = ctypes.c_int64, ctypes.c_void_p


class BrokenVectorError(RuntimeError):
    """Machine code met an address, index or jump that is none, and stopped before anything was harmed."""


@dataclass(frozen=True, slots=True, eq=False)
class Native:
    """A program as machine code. Vectors are arrays of words, as `packing` makes them."""

    program: Program
    packing: Packing
    engine: Any  # keeps the code where it is

    def play(self, seed: int, agents_seed: int | None = None) -> Vector:
        """A whole game in which every seat plays at random; see `random_agent.play_random`."""
        own = seed if agents_seed is None else agents_seed
        table = self.program.table
        streams = [_first_word(own, seat) for seat in range(table.players)]
        words = self.packing.pack(self.program.first_vector(seed))
        drawn = array("Q", streams)
        at, _ = words.buffer_info()
        status = self.entry("play")(at, drawn.buffer_info()[0], table.game.most_decisions)
        if status:
            self.fault(words, status)
        return self.packing.unpack(words)

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
        raise BrokenVectorError("the rules met an address, an index or a jump that is none")


_ENTRIES: dict[str, Any] = {
    "begin": _SHORT(_I64, _AT),
    "step": _SHORT(_I64, _AT, _I64),
    "x:": _SHORT(_I64, _AT, _I64),
    "play": _LONG(_I64, _AT, _AT, _I64),
    "play_on": _LONG(_I64, _AT, _AT, _I64),
}


def _first_word(seed: int, seat: int) -> int:
    first, second, *_ = seed_words(seed, f"agent {seat + 1}")
    return second << 32 | first


def loaded(program: Program, *, quick: bool = False) -> Native:
    """A program as machine code. Raises `NotNative` if it cannot be."""
    kinds = kinds_of(program)
    code = object_of(ir_of(program, kinds), quick=quick)
    place = place_of(program, kinds)
    wide = tuple((at, kinds.word(at)) for at in range(place.size) if kinds.word(at) > 1)
    return Native(program, Packing(place, wide, ()), mapped(code))


def mapped(code: bytes) -> Any:
    """An engine that has an object file in memory."""
    binding = llvm()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), target_machine())
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine
