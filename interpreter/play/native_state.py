"""A game in progress that machine code plays. Its vector is an array, and on request a list of numbers."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import rng
from boardwright.interpreter.native.drivers import REFUSED
from boardwright.interpreter.native.engine import Native
from boardwright.interpreter.play.decision import Option, options_of
from boardwright.interpreter.play.naming import Words
from boardwright.interpreter.play.pending import secrets_of
from boardwright.interpreter.play.state import State, generator_words, words_of_chance
from boardwright.interpreter.program.program import Compiled, Vector
from boardwright.interpreter.table.errors import RuleError

_NUMBERS = 1 << 32  # numbers of options are below this: a call would cut off more than 64 bits
_CHANCE = slice(lay.RANDOM, lay.RANDOM + rng.WORDS)
_new = object.__new__


class NativeState(State):
    """Like `State`, only faster.

    After `v` was read, its owner may change it. So from then until the next step, `v` is used instead of the array.
    """

    __slots__ = ("_at", "_list", "_packed", "_secrets", "native")

    def __init__(self, native: Native, packed: array[int], words: Words) -> None:
        self.native = native
        self.program = native.program
        self.words = words
        self.pending = None
        self._secrets = secrets_of(self.program)
        self._keep(packed)

    def _keep(self, packed: array[int]) -> None:
        self._packed = packed
        self._at = 0  # its address is computed at the first step
        self._list: Vector | None = None

    @property
    def v(self) -> Vector:  # type: ignore[override]
        if self._list is None:
            self._list = self.native.packing.unpack(self._packed)
        return self._list

    @property
    def compiled(self) -> Compiled:  # type: ignore[override]
        return self.program.fast

    def packed(self) -> array[int]:
        """A copy of the words of the vector."""
        if self._list is None:
            return self._packed[:]
        return self.native.packing.pack(self._list)

    @property
    def over(self) -> bool:
        v = self._packed if self._list is None else self._list
        return v[lay.PC] == lay.OVER or self.unfinished

    @property
    def unfinished(self) -> bool:
        v = self._packed if self._list is None else self._list
        asked = v[lay.DECISIONS] >= self.program.table.game.most_decisions
        return asked and v[lay.PC] != lay.OVER

    @property
    def to_play(self) -> int:
        v = self._packed if self._list is None else self._list
        if v[lay.PC] == lay.OVER or v[lay.DECISIONS] >= self.program.table.game.most_decisions:
            return -1
        return v[lay.ASKER]

    @property
    def question(self) -> tuple[int, int, int, int, int]:
        v: Sequence[int] = self._packed if self._list is None else self._list
        if self._list is None and (self.native.option_words > 1 or v[lay.OPTIONS] <= 0):
            v = self.native.packing.unpack(v, lay.RANDOM)
        return v[lay.SITE], v[lay.ASKER], v[lay.OPTIONS], v[lay.OFFSET], v[lay.EXTRA]

    @property
    def generators(self) -> list[int]:
        words = self._packed if self._list is None else self._list
        return words_of_chance(self.program, words)

    def reseed(self, seed: int, stream: str) -> None:
        if self._list is not None:
            super().reseed(seed, stream)
        for at, words in generator_words(self.program, seed, stream):
            self._packed[at : at + rng.WORDS] = array("q", words)

    def apply(self, option: int | str | Option) -> Sequence[Mapping[str, Any]] | None:
        at, native, packed = self.address(), self.native, self._packed
        kept = packed[:]
        if (
            type(option) is int
            and 0 <= option < _NUMBERS
            and not self.over
            and native.by_number[packed[lay.SITE]]
        ):
            status = native.step(at, option)
            if not status:
                if self._secrets is not None:
                    self._follow(kept, option)
                return None
            if status != REFUSED:
                self._restore(kept, status)
        answer = self.answer_of(option)
        self._list = None  # `answer_of` has read it, and changes nothing
        self.take(answer)
        return None

    def address(self) -> int:
        """Where the words of the vector are, until the next change."""
        if self._list is not None:
            self._keep(self.native.packing.pack(self._list))
        if not self._at:
            self._at, _ = self._packed.buffer_info()
        return self._at

    @property
    def asker(self) -> int:
        """The seat that decides; -1 when the game is over."""
        v = self._packed if self._list is None else self._list
        if v[lay.PC] < 0 or v[lay.DECISIONS] >= self.program.table.game.most_decisions:
            return -1
        return v[lay.ASKER]

    def take(self, answer: int) -> None:
        """Goes on with one of the program's answers, which must be offered; otherwise like `apply`."""
        at, packed = self.address(), self._packed
        kept = packed[:]
        packed[lay.CHOSEN] = answer
        packed[lay.DECISIONS] += 1
        status = self.native.begin(at)
        if status:
            self._restore(kept, status)
        if self._secrets is not None:
            self._follow(kept, answer=answer)

    def apply_unless_chance(self, option: int) -> bool:
        if self._list is not None:
            self._keep(self.native.packing.pack(self._list))
        packed, pending = self._packed, self.pending
        kept = packed[:]
        self.apply(option)
        naming = self.program.layout.naming
        if packed[_CHANCE] == kept[_CHANCE] and (
            naming < 0 or packed[naming : naming + rng.WORDS] == kept[naming : naming + rng.WORDS]
        ):
            return True
        packed[:], self.pending, self._list = kept, pending, None
        return False

    def _follow(self, kept: array[int], option: int = 0, answer: int | None = None) -> None:
        """Notes what is secret after a step with an answer, or with the option of this number."""
        assert self._secrets is not None
        site = self._packed[lay.SITE]
        if self._packed[lay.PC] < 0 or site not in self._secrets.inside:
            self.pending = None
        else:
            before = self.native.packing.unpack(kept)
            if answer is None:
                answer = options_of(before)[option]
            after = self.native.packing.unpack(self._packed)
            self.pending = self._secrets.follow(self.pending, before, answer, after)

    def _restore(self, kept: array[int], status: int) -> None:
        decisions = self._packed[lay.DECISIONS]
        self._keep(kept)
        try:
            self.native.fault(kept, status)
        except RuleError as fault:
            fault.decisions = decisions
            raise

    def copy(self) -> NativeState:
        # Searches copy at each step, so this is faster than `__init__`.
        other = _new(NativeState)
        other.native, other.program, other.words = self.native, self.program, self.words
        other._packed = self._packed[:] if self._list is None else self.packed()
        other._at, other._list = 0, None
        other.pending, other._secrets = self.pending, self._secrets
        return other


def as_native(native: Native, state: State) -> NativeState:
    """The same state, played by machine code from here on."""
    found = NativeState(native, native.packing.pack(state.v), state.words)
    found.pending = state.pending
    return found


def new(native: Native, seed: int, language: str | None = None) -> NativeState:
    """A new game at its first decision."""
    program = native.program
    packed = native.first(seed)
    status = native.begin(packed.buffer_info()[0])
    if status:
        native.fault(packed, status)
    return NativeState(native, packed, Words(program.table.game, language))
