"""One function or routine in the making: what all that is lowered into it shares."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from boardwright.dsl.language.types import NumberType, PlayerType, word_for_nothing
from boardwright.dsl.rules import ir
from boardwright.dsl.source.places import Span
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine import word_ranges
from boardwright.interpreter.machine.nodes import Int, Var
from boardwright.interpreter.machine.word_ranges import Between, Members, OneOf
from boardwright.interpreter.table.table import Table

ABSENT = Int(word_ranges.ABSENT)
"""What a keyed variable holds for an element without an answer: no number, and no set."""


@dataclass(slots=True)
class Emitter:
    """What is written into, and what is known where it is written.

    Sets hold expressions, and what asks holds statements: so whoever makes an emitter says by which functions these are
    lowered. Made by `expressions.function_of`, and where statements may come by `statements.routine_of`.
    """

    linking: Linking
    name: str
    by_expression: Callable[[Emitter, ir.Expr], lo.Expr]
    by_body: Callable[[Emitter, ir.Body], None] | None = None
    out: list[lo.Stmt] = field(default_factory=list)
    bound: dict[int, lo.Expr] = field(default_factory=dict)
    arrays: dict[int, int] = field(default_factory=dict)  # keyed variables: the word of element 0
    # The element that stands for a keyed variable just now.
    keys: dict[int, lo.Expr] = field(default_factory=dict)
    sure: set[int] = field(default_factory=set)  # variables that are surely some player
    # Variables that are pieces, and the places where these surely are until something may be moved.
    lying: dict[int, Sequence[int]] = field(default_factory=dict)
    values_within: int = 0  # how many values are being written where they are asked for
    # What comes before each loop around; see `loop_invariants.py`.
    turns_around: list[list[lo.Stmt]] = field(default_factory=list)
    # By a sifted set: who is sure wherever it has members.
    proved: dict[int, set[int]] = field(default_factory=dict)
    depths: dict[str, int] = field(default_factory=dict)  # how many such loops are around a local
    # Of each loop around: the block after it, or None if it is plain.
    loops: list[int | None] = field(default_factory=list)
    went: str | None = None  # the variable that says whether the rule has gone through
    original: Callable[[], None] | None = None
    array_words: list[int] = field(default_factory=list)
    cause: str = ""  # the hook that is being written, if it is one
    usable_of: tuple[str, str] = "", ""  # the effect and kind whose use is being worked out, if any
    acting: str = ""  # who `me` is: that of this routine, hook or variable
    in_secret: bool = False  # whether it belongs to what somebody chooses in secret

    @property
    def table(self) -> Table:
        return self.linking.table

    @property
    def layout(self) -> lay.Layout:
        return self.linking.layout

    # ---- what is lowered further up

    def lower(self, expr: ir.Expr) -> lo.Expr:
        """The value of any expression."""
        return self.by_expression(self, expr)

    def write(self, body: ir.Body) -> None:
        """Lowers statements one after the other."""
        assert self.by_body is not None
        self.by_body(self, body)

    @contextmanager
    def secretly(self, secret: bool) -> Iterator[None]:
        """What is written in here belongs to a choice, which may be `secret`."""
        around, self.in_secret = self.in_secret, self.in_secret or secret
        try:
            yield
        finally:
            self.in_secret = around

    # ---- statements

    def emit(self, statement: lo.Stmt) -> None:
        self.linking.written_one()
        self.out.append(statement)

    @contextmanager
    def inside(self) -> Iterator[list[lo.Stmt]]:
        """Collects what is emitted meanwhile, instead of appending it."""
        before, sure = self.out, set(self.sure)
        self.out = []
        try:
            yield self.out
        finally:
            self.out, self.sure = before, sure

    @contextmanager
    def turning(self) -> Iterator[list[lo.Stmt]]:
        """In here a loop is made that changes nothing; told is what has to come before it."""
        self.turns_around.append([])
        try:
            yield self.turns_around[-1]
        finally:
            self.turns_around.pop()

    @contextmanager
    def aside(self) -> Iterator[list[lo.Stmt]]:
        """What is lowered in here is only looked at."""
        around, self.turns_around = self.turns_around, [[] for _ in self.turns_around]
        try:
            with self.inside() as body:
                yield body
        finally:
            self.turns_around = around

    def fail(self, code: str, message: str, span: Span) -> lo.Stmt:
        return lo.Fail(self.linking.fault(code, message, span))

    def guard(self, bad: lo.Expr, code: str, message: str, span: Span) -> None:
        if isinstance(bad, Int) and not bad.value:
            return
        self.emit(lo.When(bad, [self.fail(code, message, span)], []))

    # ---- locals

    def fresh(self, hint: str = "t") -> str:
        name = f"{hint}_t{self.linking.number()}"
        self.depths[name] = len(self.turns_around)
        return name

    def atom(self, value: lo.Expr, hint: str = "t") -> lo.Expr:
        """The same as something that costs nothing to read again."""
        if isinstance(value, Int | Var):
            return value
        name = self.fresh(hint)
        self.emit(lo.SetVar(name, value))
        return Var(name)

    def named(self, var: ir.Var) -> str:
        """The local that a variable is; what it may hold is noted."""
        name = f"{var.name}_{var.id}"
        self.linking.local_types[name] = var.type
        self.linking.local_ranges[name] = self.held_by(var)
        self.depths[name] = len(self.turns_around)
        return name

    def held_by(self, var: ir.Var) -> Between | Members | OneOf:
        """What a local may hold, or that it found nothing."""
        others = {ABSENT.value, word_for_nothing(var.type)} if var.optional else {ABSENT.value}
        if isinstance(var.type, NumberType):
            return Between(*self.linking.reach.of_name(var), frozenset(others))
        return self.layout.range_of(var.type, *others)

    def bind(self, var: ir.Var) -> str:
        name = self.named(var)
        self.bound[var.id] = Var(name)
        if var.type == PlayerType():
            self.sure.add(var.id)
        return name

    def bind_plain(self, var: ir.Var) -> str:
        """Like `bind`, without believing that the value is some player."""
        name = self.named(var)
        self.bound[var.id] = Var(name)
        self.sure.discard(var.id)
        return name

    # ---- blocks

    def block(self, title: str = "") -> lo.Block:
        made = lo.Block(len(self.linking.blocks), self.name, [], title)
        self.linking.blocks.append(made)
        return made

    def go_on(self, block: lo.Block) -> None:
        self.out = block.body

    def jump(self, block: lo.Block) -> None:
        self.emit(lo.Goto(block.number))
