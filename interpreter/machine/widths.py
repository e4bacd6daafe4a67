"""How wide everything in a program is: a number, or a set of some words of 64 members.

Python's numbers need none of this; a back-end whose words have an end does. Lowering says the width of a set where it comes
from nowhere else. From there it is followed through locals, words, tables, parameters and values, and both sides of each
operation must be the same. What nobody says the width of is refused, not guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var
from boardwright.interpreter.machine.word_ranges import Members, OfFrame, OneOf, Range

WORD = 64
NUMBER = 0
Unit = str | int
"""A function by its name, or a block by its number: what locals belong to."""

_OF_NUMBERS = frozenset({"+", "-", "*", "//", "%", "<<", ">>", "<", "<=", ">", ">=", "min", "max"})
_TESTS = frozenset({"<", "<=", ">", ">=", "==", "!="})
SET, SAME = "set", "same"
SHARED = (lay.OPTIONS, lay.PICKED, lay.LEFT)
"""Words that hold sets of any width, widened where they are written."""
PRIMITIVES: Mapping[str, str] = {
    "pick": "set -> number",
    "draw": "number -> number",
    "next32": "number -> number",
    "fail": "number -> number",
    "flood": "set number -> same",
}
"""What back-ends provide: of sets or numbers; `same` is a set like the first."""


class WidthError(Exception):
    """Both sides of an operation are not of one width, or nobody says which it is."""


def words_of(members: int) -> int:
    """How many words a set of this many members takes; for anything else, a number."""
    return -(-members // WORD)


@dataclass(frozen=True, slots=True)
class Signature:
    """What a function takes and gives."""

    params: tuple[int, ...]
    result: int


@dataclass(frozen=True, slots=True)
class Widths:
    """In words of a set each, 0 for numbers."""

    locals: Mapping[Unit, Mapping[str, int]]
    arrays: Mapping[Unit, Mapping[str, int]]
    words: Mapping[int, int]
    tables: Mapping[str, int]
    functions: Mapping[str, Signature]

    def word(self, at: int) -> int:
        """The width of the word at an address."""
        return self.words.get(at, NUMBER)

    def of(self, unit: Unit, e: lo.Expr) -> int | None:
        """The width of an expression; None of one that fits any: a number that is written out."""
        match e:
            case Int():
                return None
            case Var(name=name):
                return self.locals[unit][name]
            case lo.Item(name=name):
                return self.arrays[unit][name]
            case Load(at=Int(value=at)):
                return self.word(at)
            case Load(width=width):
                return words_of(width)
            case lo.Look(table=table):
                return self.tables[table]
            case Op(op="&" | "|" | "^" | "&~", left=left, right=right):
                found = self.of(unit, left)
                return self.of(unit, right) if found is None else found
            case Op(op="from" | "shift", left=left):
                return self.of(unit, left)
            case Un(op="bit" | "below" | "fit", width=width) if width:
                return words_of(width)
            case Un(op="rest" | "up" | "down", operand=operand):
                return self.of(unit, operand)
            case lo.Cond(yes=yes, no=no):
                found = self.of(unit, yes)
                return self.of(unit, no) if found is None else found
            case lo.Apply(function=name, arguments=arguments) if name not in self.functions:
                given = PRIMITIVES[name.partition(":")[0]]
                return self.of(unit, arguments[0]) if given.endswith(SAME) else NUMBER
            case lo.Apply(function=name):
                return self.functions[name].result
            case Op() | Un() | lo.Pick() | lo.Dice():
                return NUMBER


@dataclass(slots=True)
class _Kinds:
    """Things of one width each, joined as they are found to have the same."""

    parent: list[int] = field(default_factory=lambda: [0])
    width: list[int | None] = field(default_factory=lambda: [NUMBER])  # 0 is any number
    is_set: list[bool] = field(default_factory=lambda: [False])
    least: list[int] = field(default_factory=lambda: [0])  # this many words are needed anyway
    unsaid: list[bool] = field(default_factory=lambda: [False])  # made of numbers that nobody says

    def new(self, width: int | None = None, *, is_set: bool = False, unsaid: bool = False) -> int:
        if width == NUMBER:
            return 0
        self.parent.append(len(self.parent))
        self.width.append(width)
        self.is_set.append(is_set or width is not None)
        self.least.append(0)
        self.unsaid.append(unsaid)
        return len(self.parent) - 1

    def root(self, one: int) -> int:
        while self.parent[one] != one:
            self.parent[one] = self.parent[self.parent[one]]
            one = self.parent[one]
        return one

    def join(self, one: int, other: int) -> None:
        one, other = sorted((self.root(one), self.root(other)))
        if one == other:
            return
        widths = {w for w in (self.width[one], self.width[other]) if w is not None}
        if len(widths) > 1 or (widths == {NUMBER} and (self.is_set[one] or self.is_set[other])):
            raise WidthError(f"{self.told(one)} and {self.told(other)}")
        self.parent[other] = one
        self.width[one] = widths.pop() if widths else None
        self.is_set[one] |= self.is_set[other]
        self.unsaid[one] |= self.unsaid[other]
        self.need(one, self.least[other])

    def need(self, one: int, least: int) -> None:
        one = self.root(one)
        self.least[one] = max(self.least[one], least)

    def told(self, one: int) -> str:
        width = self.width[self.root(one)]
        if width is None:
            return "a set" if self.is_set[self.root(one)] else "anything"
        return "a number" if width == NUMBER else f"a set of {width} words"

    def found(self, one: int) -> int:
        """What it comes to in the end."""
        one = self.root(one)
        width, least = self.width[one], self.least[one]
        if width is None:
            if self.unsaid[one]:
                raise WidthError("a set of which nobody says how wide it is")
            return max(1, least) if self.is_set[one] else least  # all in it is written out
        if least > width:
            raise WidthError(f"{self.told(one)} gets one of {least}")
        return width


class _Study:
    """Follows widths through one program."""

    def __init__(
        self,
        functions: Mapping[str, lo.Function],
        blocks: Sequence[lo.Block],
        tables: Mapping[str, tuple[int, ...]],
        layout: lay.Layout,
    ) -> None:
        self.kinds = _Kinds()
        self.functions, self.tables = functions, tables
        self.locals: dict[Unit, dict[str, int]] = {}
        self.arrays: dict[Unit, dict[str, int]] = {}
        self.words: dict[int, int] = {}
        self.table_kinds: dict[str, int] = {}
        self.results: dict[str, int] = {name: self.kinds.new() for name in functions}
        self.unit: Unit = ""
        for at, (count, holds) in layout.holds.items():
            self.stretch(range(at, at + count), holds)
        # Of all choices of a game together: as wide as the widest.
        self.shared, self.offered = self.kinds.new(is_set=True), list[int]()
        self.words |= dict.fromkeys(SHARED, self.shared)
        for function in functions.values():
            self.begin(function.name)
            for name, width in function.widths.items():
                self.kinds.join(self.local(name), self.kinds.new(words_of(width)))
            if function.width:
                self.kinds.join(
                    self.results[function.name], self.kinds.new(words_of(function.width))
                )
            self.whole(function.title or function.name, function.body)
        for block in blocks:
            self.begin(block.number)
            self.whole(block.title or block.routine, block.body)

    def begin(self, unit: Unit) -> None:
        self.unit = unit
        self.locals[unit], self.arrays[unit] = {}, {}

    def whole(self, title: str, body: list[lo.Stmt]) -> None:
        try:
            self.body(body)
        except WidthError as error:
            raise WidthError(f"in {self.unit} ({title}): {error}") from error

    def stretch(self, at: Iterable[int], holds: Range) -> None:
        """What a group of words holds, as the layout says."""
        if isinstance(holds, OfFrame):
            holds = holds.holds
            if not isinstance(holds, Members | OneOf):
                for word in at:
                    self.words[word] = self.kinds.new()  # whatever a local is
                return
        width = NUMBER
        if isinstance(holds, Members):
            width = max(1, words_of(max(holds.width, holds.mask.bit_length())))
        for word in at:
            self.words[word] = self.kinds.new(width)

    # ---- expressions

    def local(self, name: str) -> int:
        found = self.locals[self.unit]
        if name not in found:
            found[name] = self.kinds.new()
        return found[name]

    def array(self, name: str) -> int:
        found = self.arrays[self.unit]
        if name not in found:
            found[name] = self.kinds.new()
        return found[name]

    def table(self, name: str) -> int:
        if name not in self.table_kinds:
            self.table_kinds[name] = kind = self.kinds.new()
            rows = self.tables[name]
            self.kinds.need(kind, max(map(_least, rows), default=0))
        return self.table_kinds[name]

    def number(self, e: lo.Expr) -> None:
        try:
            self.kinds.join(self.expr(e), 0)
        except WidthError as error:
            raise WidthError(f"{error}, in {e}") from error

    def set_of(self, e: lo.Expr) -> int:
        kind = self.expr(e)
        try:
            self.kinds.join(kind, self.kinds.new(is_set=True))
        except WidthError as error:
            raise WidthError(f"{error}, in {e}") from error
        return kind

    def same(self, one: int, other: int, e: object) -> None:
        try:
            self.kinds.join(one, other)
        except WidthError as error:
            raise WidthError(f"{error}, in {e}") from error

    def expr(self, e: lo.Expr) -> int:
        match e:
            case Int(value=value):
                kind = self.kinds.new()
                self.kinds.need(kind, _least(value))
                return kind
            case Var(name=name):
                return self.local(name)
            case Load(at=Int(value=at)):
                return self.words.setdefault(at, 0)
            case Load(at=at, width=width):
                self.number(at)
                return self.kinds.new(words_of(width))
            case lo.Look(table=table, index=index):
                self.number(index)
                return self.table(table)
            case lo.Item(name=name, index=index):
                self.number(index)
                return self.array(name)
            case Op():
                return self.operation(e)
            case Un():
                return self.unary(e)
            case lo.Cond(test=test, yes=yes, no=no):
                self.expr(test)
                kind = self.expr(yes)
                self.same(kind, self.expr(no), e)
                return kind
            case lo.Apply():
                return self.call(e)
            case lo.Pick(mask=Un(op="below", operand=count, width=0), offset=offset):
                self.number(count)
                self.number(offset)
                return 0
            case lo.Pick(mask=mask, offset=offset):
                self.set_of(mask)
                self.number(offset)
                return 0
            case lo.Dice(sides=sides):
                self.number(sides)
                return 0

    def options(self, mask: lo.Expr) -> None:
        """What is asked; of numbers from the first on only how many they are."""
        match mask:
            case Un(op="below", operand=count, width=0):
                self.number(count)
            case _:
                self.offered.append(self.set_of(mask))

    def operation(self, e: Op) -> int:
        if e.op in _OF_NUMBERS:
            self.number(e.left)
            self.number(e.right)
            return 0
        if e.op in ("and", "or"):
            self.expr(e.left)
            self.expr(e.right)
            return 0
        if e.op in ("has", "from", "shift"):
            kind = self.set_of(e.left)
            self.number(e.right)
            return 0 if e.op == "has" else kind
        kind = self.expr(e.left)
        self.same(kind, self.expr(e.right), e)
        return 0 if e.op in _TESTS else kind

    def unary(self, e: Un) -> int:
        match e.op:
            case "not":
                self.expr(e.operand)
                return 0
            case "-":
                self.number(e.operand)
                return 0
            case "bit" | "below":
                self.number(e.operand)
                return self.declared(e.width)
            case "fit":
                self.set_of(e.operand)
                return self.declared(e.width)
            case "rest" | "up" | "down":
                return self.set_of(e.operand)
            case "count" | "lowest" | "highest":
                self.set_of(e.operand)
                return 0

    def declared(self, width: int) -> int:
        return self.kinds.new(words_of(width) or None, is_set=True, unsaid=not width)

    def call(self, e: lo.Apply) -> int:
        function = self.functions.get(e.function)
        if function is None:
            return self.primitive(e)
        unit = self.unit
        for name, argument in zip(function.params, e.arguments, strict=True):
            given = self.expr(argument)
            self.unit = e.function
            self.locals.setdefault(e.function, {})
            taken = self.local(name)
            self.unit = unit
            self.same(given, taken, e)
        return self.results[e.function]

    def primitive(self, e: lo.Apply) -> int:
        told = PRIMITIVES.get(e.function.partition(":")[0])
        if told is None:
            raise WidthError(f"nobody says what `{e.function}` takes")
        takes, _, gives = told.partition(" -> ")
        first = 0
        for what, argument in zip(takes.split(), e.arguments, strict=False):
            kind = self.set_of(argument) if what == SET else self.expr(argument)
            if what == "number":
                self.same(kind, 0, e)
            elif what == SAME:
                self.same(kind, first, e)
            if what == SET:
                first = kind
        if e.function.startswith("flood:"):
            self.same(self.table(e.function.removeprefix("flood:")), first, e)
        return first if gives == SAME else 0

    # ---- statements

    def body(self, body: list[lo.Stmt]) -> None:
        for s in body:
            self.statement(s)

    def statement(self, s: lo.Stmt) -> None:
        match s:
            case lo.SetVar(name=name, value=value):
                self.same(self.local(name), self.expr(value), s)
            case lo.Array(name=name, width=width):
                self.same(self.array(name), self.kinds.new(words_of(width)), s)
            case lo.SetItem(name=name, index=index, value=value):
                self.number(index)
                self.same(self.array(name), self.expr(value), s)
            case lo.Store(at=Int(value=at), value=value):
                if at in SHARED:
                    self.offered.append(self.set_of(value))
                else:
                    self.same(self.words.setdefault(at, 0), self.expr(value), s)
            case lo.Store(at=at, value=value, width=width):
                self.number(at)
                self.same(self.kinds.new(words_of(width)), self.expr(value), s)
            case lo.Copy(at=at, of=of):
                self.number(at)
                self.number(of)
            case lo.Fill(at=at, count=count, value=value):
                for word in range(at, at + count):
                    self.same(self.words.setdefault(word, 0), self.expr(Int(value)), s)
            case lo.Keep() | lo.PutBack():
                pass
            case lo.When(test=test, body=yes, otherwise=no):
                self.expr(test)
                self.body(yes)
                self.body(no)
            case lo.ForBits(name=name, mask=mask, start=start, body=inner):
                self.set_of(mask)
                self.loop(name, inner, *([] if start is None else [start]))
            case lo.ForSorted(name=name, mask=mask, key_body=keys, key=key):
                self.set_of(mask)
                self.same(self.local(name), 0, s)
                self.body(keys)
                self.loop(name, s.body, key, *(e for e in (s.start, s.then) if e is not None))
            case lo.ForRange(name=name, low=low, high=high, body=inner):
                self.loop(name, inner, low, high)
            case lo.Loop(body=inner):
                self.body(inner)
            case lo.Do(call=call):
                self.expr(call)
            case lo.Told(about=about):
                self.expr(about)
            case lo.Mark(about=values):
                for value in values:
                    self.expr(value)
            case lo.Return(value=value):
                assert isinstance(self.unit, str)
                self.same(self.results[self.unit], self.expr(value), s)
            case lo.Switch(index=index):
                self.number(index)
            case lo.GotoVar(name=name):
                self.same(self.local(name), 0, s)
            case lo.Ask(player=player, mask=mask, offset=offset, extra=extra):
                self.options(mask)
                for e in (player, offset, extra):
                    self.number(e)
            case (
                lo.Break()
                | lo.Again()
                | lo.Fail()
                | lo.Charge()
                | lo.Goto()
                | lo.Leave()
                | lo.Enter()
                | lo.Finish()
            ):
                pass

    def loop(self, name: str, body: list[lo.Stmt], *numbers: lo.Expr) -> None:
        for e in numbers:
            self.number(e)
        self.same(self.local(name), 0, name)
        self.body(body)


def _least(value: int) -> int:
    """How many words a set that is written out needs; 0 of what may be a number."""
    return 0 if -(1 << WORD - 1) <= value < 1 << WORD - 1 else words_of(value.bit_length())


def widths_of(
    functions: Mapping[str, lo.Function],
    blocks: Sequence[lo.Block],
    tables: Mapping[str, tuple[int, ...]],
    layout: lay.Layout,
) -> Widths:
    """The width of everything. Raises `WidthError` where two things meet that are not of one width."""
    study = _Study(functions, blocks, tables, layout)
    found = study.kinds.found
    study.kinds.need(study.shared, max(map(found, study.offered), default=1))

    def told(unit: Unit, name: str, kind: int) -> int:
        try:
            return found(kind)
        except WidthError as error:
            raise WidthError(f"`{name}` in {unit}: {error}") from error

    return Widths(
        locals={u: {n: told(u, n, k) for n, k in each.items()} for u, each in study.locals.items()},
        arrays={u: {n: told(u, n, k) for n, k in each.items()} for u, each in study.arrays.items()},
        words={at: width for at, k in study.words.items() if (width := told("words", f"{at}", k))},
        tables={name: told("tables", name, k) for name, k in study.table_kinds.items()},
        functions={
            f.name: Signature(
                tuple(told(f.name, n, study.locals[f.name].get(n, 0)) for n in f.params),
                told(f.name, "its value", study.results[f.name]),
            )
            for f in functions.values()
        },
    )
