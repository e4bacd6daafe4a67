"""A linked game: everything that is the same in all plays of it. It has no state."""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import CodeType
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeVar

from boardwright.cache.store import key_of, store
from boardwright.interpreter.backends.names import Backend
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import rng, runtime
from boardwright.interpreter.machine.frames import UnderWay
from boardwright.interpreter.machine.meanings import Event, Fault, Mark, Site, mangled
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.table.table import Table
from boardwright.interpreter.table.table_limits import too_deep, too_large

if TYPE_CHECKING:
    from boardwright.interpreter.machine import nodes as lo

T = TypeVar("T")
# The errors of `compile` for text that is nested too deeply.
_TOO_NESTED = (SyntaxError, RecursionError, MemoryError)
Vector = list[int]
SOURCE = "source"
"""What a program keeps under this name restores states in another process: a function, and its first argument."""


@dataclass(frozen=True, slots=True, eq=False)
class Compiled:
    """The emitted program as callables. `run` plays to the next decision or to the end."""

    run: Callable[[Vector], None]
    functions: Mapping[str, Callable[..., int]]


class Chance(Protocol):
    """Who brings about chance in a watched program; see `play/trace.py`."""

    @property
    def hooks(self) -> Mapping[str, object]:
        """What emitted code calls, by name."""


class Watching(Protocol):
    """Who watches a program; see `events/watcher.py`."""

    @property
    def names(self) -> Mapping[str, object]:
        """What emitted code calls and reads, by name. The objects stay the same."""


@dataclass(frozen=True, slots=True, eq=False)
class Lowered:
    """The lowered rules, which playing does not need."""

    functions: Mapping[str, lo.Function]
    blocks: list[lo.Block]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Program:
    """The result of `link`: the layout, the lowered rules, and the meaning of its numbers. `mark` stands for everything that
    it follows from, or is None if that is unknown. `backend` is what runs it.
    """

    table: Table
    layout: lay.Layout
    starts: Mapping[str, int]
    function_names: tuple[str, ...]
    tables: Mapping[str, tuple[int, ...]]
    sites: tuple[Site, ...]
    events: tuple[Event, ...]
    faults: tuple[Fault, ...]
    entry: int
    ties: int
    has_wins: bool
    marks: tuple[Mark, ...] = ()  # what those of a program that tells what happens stand for
    scenes: tuple[int, ...] = ()  # the entry of each staged scenario
    stage: int = 0  # the word for the progress of a scene; see scenario_entry.py
    frames: tuple[tuple[int, int], ...] = ()  # the words of running rules: the first, and how many
    under_way: UnderWay = field(repr=False)  # the frames of rules that may wait for an answer
    mark: str | None = None
    backend: Backend = "auto"
    _lowered: Callable[[], Lowered] = field(repr=False)
    _kept: dict[str, Any] = field(default_factory=dict, repr=False)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.table.title}>"

    @property
    def functions(self) -> Mapping[str, lo.Function]:
        return self._lowered().functions

    @property
    def blocks(self) -> list[lo.Block]:
        return self._lowered().blocks

    def parts(self) -> tuple[dict[str, object], Lowered]:
        """The parts that another process needs for the same program: to play it, and to read its rules."""
        own = {each.name: getattr(self, each.name) for each in fields(self) if each.name[0] != "_"}
        return own, self._lowered()

    def text(self, *, traced: bool = False, noted: Container[int] | None = None) -> str:
        """The emitted Python."""
        from boardwright.interpreter.backends.python import emit

        functions, blocks, tables = self.functions, self.blocks, self.tables
        return emit(functions, blocks, tables, traced=traced, noted=noted, marks=self.marks)

    @property
    def fast(self) -> Compiled:
        """The compiled program without watching."""
        kept: Compiled | None = self._kept.get("fast")
        if kept is None:
            kept = self._kept["fast"] = self._compile(
                self._code("code", lambda: self.text()), self._names()
            )
        return kept

    def kept(self, name: str, make: Callable[[Program], T]) -> T:
        """An object that is made once for this program, such as a player's own form of it."""
        if name not in self._kept:
            self._kept[name] = make(self)
        made: T = self._kept[name]
        return made

    def has_kept(self, name: str) -> bool:
        """Whether that object exists already."""
        return name in self._kept

    def sees(self, v: Sequence[int], kind: str, piece: int) -> int:
        """The mask of the players who know the face of a hidden piece, where it is now."""
        return int(self.fast.functions[f"sees_{kind}"](v, piece))

    def watched(self, chance: Chance) -> Compiled:
        """The same program, which reports each event to `chance` (see `trace.py`). Several of them may be used in turn."""
        if "watched" not in self._kept:
            names = self._names()
            self._kept["watched"] = (
                names,
                self._compile(self._code("code traced", lambda: self.text(traced=True)), names),
            )
        names, compiled = self._kept["watched"]
        own = chance.hooks

        def run(v: Vector) -> None:
            before = {name: names[name] for name in own}
            names.update(own)
            try:
                compiled.run(v)
            finally:
                names.update(before)

        return Compiled(run, compiled.functions)

    def telling(self, watcher: Watching, noted: Container[int]) -> Compiled:
        """The same program, if it was linked with marks, telling a watcher of all that changes the words that are `noted`."""
        if "telling" not in self._kept:
            names = self._names()
            code = self._code("code telling", lambda: self.text(traced=True, noted=noted))
            self._kept["telling"] = names, self._compile(code, names)
        names, compiled = self._kept["telling"]
        own, play = watcher.names, compiled.run

        def run(v: Vector) -> None:
            names.update(own)
            play(v)

        return Compiled(run, compiled.functions)

    def _code(self, key: str, emit: Callable[[], str]) -> CodeType:
        """What is emitted, compiled: kept on disk under this key, if it is known what the program follows from."""
        mark = None if self.mark is None else key_of(self.mark, key)
        data = None if mark is None else store().get("code", mark)
        if data is not None:
            found: CodeType = marshal.loads(data)
            return found
        try:
            code = compile(emit(), f"<{self.table.game.id}>", "exec")
        except _TOO_NESTED as fault:
            raise too_large(self.table.game) from fault
        if mark is not None:
            store().put("code", mark, marshal.dumps(code))
        return code

    def _names(self) -> dict[str, Any]:
        """The functions that emitted text calls."""
        faults = self.faults

        def fail(v: Vector, number: int) -> NoReturn:
            fault = faults[number]
            raise RuleError(fault.code, fault.message, fault.span)

        return {
            **runtime.NAMES,
            "fail": fail,
            "traced": None,
        }

    def _compile(self, code: CodeType, names: dict[str, Any]) -> Compiled:
        exec(code, names)  # the text is ours: numbers and mangled names, see python.py
        blocks, close, end = names["BLOCKS"], self.close, runtime.EndOfGame
        game = self.table.game

        def run(v: Vector) -> None:
            block = blocks[v[0]]
            try:
                while block is not None:
                    block = block(v)
            except end:
                close(v)
            except RecursionError as fault:
                raise too_deep(game) from fault
            # CHOSEN, BUDGET, THROUGH: they are not read again, and equal positions have equal words. Literals are
            # faster, and these are the hottest lines of all.
            v[6] = v[7] = v[9] = 0

        functions = {name: names[mangled(name)] for name in self.function_names}
        return Compiled(run, functions)

    def close(self, v: Vector) -> None:
        """Clears the words of decisions and running rules when the game is over."""
        v[lay.PC] = lay.OVER
        v[1:8] = [0] * 7
        v[lay.THROUGH : lay.RANDOM] = [0] * (lay.RANDOM - lay.THROUGH)
        for at, count in self.frames:
            v[at : at + count] = [0] * count

    def first_vector(self, seed: int) -> Vector:
        """The state before the game starts."""
        first: Vector | None = self._kept.get("first")
        if first is None:
            first = self._kept["first"] = lay.initial_vector(self.layout, self.starts)
            first[lay.PC] = self.entry
        v = first[:]
        v[lay.RANDOM : lay.RANDOM + rng.WORDS] = rng.seed_words(seed, "game")
        naming = self.layout.naming
        if naming >= 0:
            v[naming : naming + rng.WORDS] = rng.seed_words(seed, "names")
        return v

    def fingerprint(self) -> str:
        """A fingerprint that differs for programs whose vectors have different meanings."""
        kept: str | None = self._kept.get("fingerprint")
        if kept is None:
            kept = hashlib.sha256(self.text().encode()).hexdigest()[:32]
            self._kept["fingerprint"] = kept
        return kept
