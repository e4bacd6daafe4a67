"""Instructions of LLVM IR, one function at a time: labels, what lies on the stack, words of the vector, ways out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.widths import WORD, Unit
from boardwright.interpreter.native.kinds import Kinds, NotNative

BROKEN = -2
"""What the status word says of an invalid address, index or jump: a mistake of ours, or of a vector from outside."""
ENDED = -1
"""What it says when a rule has ended the game from inside functions."""
TOO_DEEP = -3
"""What it says when functions called each other too deeply."""


def type_of(words: int) -> str:
    """The type of a value of this many words."""
    return f"i{WORD * words}"


def signed(value: int, words: int = 1) -> str:
    """A number or a set as a literal of this many words."""
    bits = WORD * words
    if not -(1 << bits - 1) <= value < 1 << bits:
        raise NotNative(f"a number of {value.bit_length()} bits where there is room for {bits}")
    return str(value - (1 << bits) if value >> bits - 1 == 1 else value)


@dataclass(frozen=True, slots=True)
class Place:
    """Where words lie: those of the layout, then higher words of wide sets, then the status word, and how deep
    functions are in each other.
    """

    size: int  # words of the layout
    first: int  # the lowest address of a wide set
    stretch: int  # how many words there are from the lowest to the highest
    parts: int  # words of the widest set

    @property
    def status(self) -> int:
        return self.size + max(0, self.parts - 1) * self.stretch

    @property
    def depth(self) -> int:
        return self.status + 1

    @property
    def numbers(self) -> int:
        """How many options there are where they are numbers that do not fit the word with the options."""
        return self.status + 2

    @property
    def room(self) -> int:
        """How many words there are in all."""
        return self.status + 3

    def part(self, at: int, number: int) -> int:
        """Where a higher word of a set lies."""
        return at if number == 0 else self.size + (number - 1) * self.stretch + at - self.first


@dataclass(slots=True)
class Shared:
    """What all functions of one module know of each other."""

    kinds: Kinds
    place: Place
    tables: Mapping[str, tuple[int, ...]]
    failing: frozenset[str]  # functions that may leave something in the status word
    ringed: frozenset[str]  # functions that may come back to themselves
    functions: Mapping[str, lo.Function]
    frames: tuple[tuple[int, int], ...]
    blocks: frozenset[int]
    numbers: bool  # whether some choice is among numbers of which only is said how many they are
    used: set[str] = field(default_factory=set)  # small parts that are called

    def bits(self, table: str) -> int:
        """How many bits the numbers of a table have."""
        return max((row.bit_length() for row in self.tables[table]), default=0)


@dataclass(slots=True)
class Writer:
    """One function in the making: what is written into it, and where writing goes on.

    `expressions.py` and `statements.py` write what the lowered form has; here are the instructions.
    """

    shared: Shared
    unit: Unit = ""
    lines: list[str] = field(default_factory=list)
    slots: dict[str, str] = field(default_factory=dict)  # what lies on the stack, and its type
    count: int = 0
    here: str = "entry"  # the label that was written last
    open: bool = True  # whether what is written now can be reached
    targets: set[str] = field(default_factory=set)  # labels that are jumped to
    exits: dict[str, list[str]] = field(default_factory=dict)  # ways out, by label
    # Of each loop around: where to go on, and where it ends.
    loops: list[tuple[str, str]] = field(default_factory=list)
    result: int = 1  # words of the function's value

    @property
    def in_run(self) -> bool:
        """Whether this is `run`, whose units are blocks, and no function."""
        return isinstance(self.unit, int)

    # ---- instructions

    def fresh(self) -> str:
        self.count += 1
        return f"%t{self.count}"

    def put(self, text: str) -> str:
        """An instruction that gives a value."""
        name = self.fresh()
        self.lines.append(f"  {name} = {text}")
        return name

    def do(self, text: str) -> None:
        self.lines.append(f"  {text}")

    def labels(self, *names: str) -> list[str]:
        self.count += 1
        return [f"{name}.{self.count}" for name in names]

    def label(self, name: str) -> None:
        """Goes on at a label, which is jumped to from wherever this was open."""
        if self.open:
            self.do(f"br label %{name}")
        self.lines.append(f"{name}:")
        self.here, self.open = name, True

    def jump(self, name: str) -> None:
        if self.open:
            self.do(f"br label %{name}")
            self.targets.add(name)
            self.open = False

    def fork(self, test: str, yes: str, no: str, weights: str = "") -> None:
        self.do(f"br i1 {test}, label %{yes}, label %{no}{weights}")
        self.open = False

    def unless(self, test: str, exit: str) -> None:
        """Leaves by an exit unless a test holds; which is nearly always so."""
        (go_on,) = self.labels("on")
        self.fork(test, go_on, exit, ", !prof !1")
        self.label(go_on)

    def slot(self, name: str, words: int) -> str:
        """A place on the stack, zero at first."""
        of = type_of(words)
        if self.slots.setdefault(name, of) != of:
            raise NotNative(f"the local {name} has two widths")
        return f'%"{name}"'

    def own(self, name: str) -> str:
        """The name on the stack of a local of the unit that is written."""
        return f"{self.unit}.{name}" if self.in_run else f".{name}"

    def local_words(self, name: str) -> int:
        """The words of a local of the unit that is written."""
        return self.shared.kinds.local(self.unit, name)

    def load_local(self, name: str) -> str:
        """The number in a local."""
        return self.load(self.slot(self.own(name), 1))

    def set_local(self, name: str, value: str) -> None:
        """Puts a number into a local."""
        self.store(value, self.slot(self.own(name), 1))

    def extra(self, words: int = 1) -> str:
        """One more place on the stack."""
        self.count += 1
        return self.slot(f"_{self.count}", words)

    def store(self, value: str, slot: str, words: int = 1) -> None:
        self.do(f"store {type_of(words)} {value}, ptr {slot}")

    def load(self, slot: str, words: int = 1) -> str:
        return self.put(f"load {type_of(words)}, ptr {slot}")

    # ---- ways out

    def fail(self, number: str) -> None:
        """Leaves with a fault, whose number is a value."""
        self.set_status(self.put(f"add i64 {number}, 1"))
        self.jump(self.leave())

    def set_status(self, value: str) -> None:
        self.do(f"store i64 {value}, ptr {self.word(str(self.shared.place.status))}")

    def leave(self) -> str:
        """The label of the way out when the status word says why."""
        self.exits.setdefault("leave", [])
        return "leave"

    def broken(self) -> str:
        """The label of the way out for an invalid address, index or jump."""
        return self.exit_with("broken", BROKEN)

    def exit_with(self, label: str, status: int) -> str:
        if label not in self.exits:
            at = f"%{label}.at"
            self.exits[label] = [
                f"  {at} = getelementptr i64, ptr %v, i64 {self.shared.place.status}",
                f"  store i64 {status}, ptr {at}",
                f"  br label %{self.leave()}",
            ]
        return label

    def call(self, function: str, given: Iterable[str], words: int = 1) -> str:
        """The value of a function of the program. If it has left something in the status word, this one leaves, too."""
        value = self.put(f'call {type_of(words)} @"f:{function}"({", ".join(given)})')
        if function not in self.shared.failing:
            return value
        status = self.put(f"load i64, ptr {self.word(str(self.shared.place.status))}")
        self.unless(self.put(f"icmp eq i64 {status}, 0"), self.leave())
        return value

    # ---- words of the vector

    def word(self, at: str) -> str:
        return self.put(f"getelementptr inbounds i64, ptr %v, i64 {at}")

    def between(self, at: str, low: int, high: int) -> str:
        """The same number, once it is known to lie there."""
        off = self.put(f"sub i64 {at}, {low}") if low else at
        self.unless(self.put(f"icmp ult i64 {off}, {high - low}"), self.broken())
        return at

    def read(self, at: str, words: int) -> str:
        """What a word holds, with its higher words."""
        value = self.put(f"load i64, ptr {self.word(at)}")
        if words == 1:
            return value
        of = type_of(words)
        value = self.put(f"zext i64 {value} to {of}")
        for number in range(1, words):
            part = self.put(f"load i64, ptr {self.word(self.part(at, number))}")
            wide = self.put(f"zext i64 {part} to {of}")
            high = self.put(f"shl {of} {wide}, {WORD * number}")
            value = self.put(f"or {of} {value}, {high}")
        return value

    def write(self, at: str, value: str, words: int) -> None:
        of = type_of(words)
        low = value if words == 1 else self.put(f"trunc {of} {value} to i64")
        self.do(f"store i64 {low}, ptr {self.word(at)}")
        for number in range(1, words):
            high = self.put(f"lshr {of} {value}, {WORD * number}")
            part = self.put(f"trunc {of} {high} to i64")
            self.do(f"store i64 {part}, ptr {self.word(self.part(at, number))}")

    def part(self, at: str, number: int) -> str:
        place = self.shared.place
        if at.isdigit():
            return str(place.part(int(at), number))
        return self.put(f"add i64 {at}, {place.part(0, number)}")
