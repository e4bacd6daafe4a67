"""Code in blocks: where it is written, and how locals are set in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import ABSENT, NO
from boardwright.interpreter.lower.calls import ASKING, callees
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.lower.expressions import Expressions
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Un, add
from boardwright.interpreter.machine.word_ranges import Members, OfFrame


class Blocks(Expressions):
    """One function, or one routine cut into blocks."""

    def __init__(self, linking: Linking, name: str, *, routine: bool) -> None:
        super().__init__(linking, name)
        self.routine = routine
        self.loops: list[
            int | None
        ] = []  # of each loop around: the block behind it, or None if it is plain
        self.went: str | None = None  # the variable that says whether the rule has gone through
        self.original: Callable[[], None] | None = None
        self.array_words: list[int] = []

    def block(self, title: str = "") -> lo.Block:
        made = lo.Block(len(self.linking.blocks), self.name, [], title)
        self.linking.blocks.append(made)
        return made

    def go_on(self, block: lo.Block) -> None:
        self.out = block.body

    def jump(self, block: lo.Block) -> None:
        self.emit(lo.Goto(block.number))

    def asks(self, part: object) -> bool:
        """Whether a statement or body can ask somebody."""
        from boardwright.dsl.rules.walk import nodes

        if any(isinstance(node, ASKING) for node in nodes(part)):
            return True
        if self.name in self.linking.calls.asks and any(
            isinstance(node, ir.Original) for node in nodes(part)
        ):
            return True  # the rest of the chain may ask
        return any(name in self.linking.calls.asks for name in callees(self.linking.game, part))

    def assign(self, var: ir.Var, value: lo.Expr) -> None:
        if var.id in self.arrays:
            kept = self.kept_width(var.type)
            if kept and value != ABSENT:
                value = Un("fit", value, kept)
            at = add(Int(self.arrays[var.id]), self.keys[var.id])
            self.emit(lo.Store(at, value, kept))
        else:
            self.emit(lo.SetVar(self.bind_plain(var), value))

    def array(self, var: ir.Var, key: lo.Expr) -> None:
        """Makes `var` a keyed variable; `key` is the element that it stands for until told otherwise."""
        assert var.keyed is not None
        count = self.linking.width(var.keyed)
        holds = OfFrame(self.held_by(var))
        if isinstance(holds.holds, Members):
            holds = OfFrame(replace(holds.holds, width=self.kept_width(var.type)))
        at = self.layout.words(holds, count, f"the local `{var.name}`, of each")
        self.array_words.extend(range(at, at + count))
        self.arrays[var.id] = at - self.layout.lowest(var.keyed)
        self.keys[var.id] = key
        self.emit(lo.Fill(at, count, ABSENT.value))

    def left_out(self) -> None:
        if self.went is not None:
            self.emit(lo.SetVar(self.went, NO))

    def body(self, statements: ir.Body) -> None:
        """Lowers statements one after the other."""
        raise NotImplementedError

    def part(self, block: lo.Block, body: ir.Body, behind: lo.Block) -> None:
        """Writes a body into a block, and jumps behind."""
        raise NotImplementedError
