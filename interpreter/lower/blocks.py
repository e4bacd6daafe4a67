"""Code in blocks: where it is written, and how locals are set in it."""

from __future__ import annotations

from dataclasses import replace

from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import NO, measure_kept_set
from boardwright.interpreter.lower.analysis.calls import asks_itself, callees
from boardwright.interpreter.lower.emitter import ABSENT, Emitter
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Un, add
from boardwright.interpreter.machine.word_ranges import Members, OfFrame


def may_ask(to: Emitter, part: object) -> bool:
    """Whether a statement or body can ask somebody."""
    from boardwright.dsl.rules.walk import nodes

    if asks_itself(part):
        return True
    if to.linking.calls.may_ask(to.name) and any(
        isinstance(node, ir.Original) for node in nodes(part)
    ):
        return True  # the rest of the chain may ask
    return any(to.linking.calls.may_ask(name) for name in callees(to.linking.game, part))


def assign(to: Emitter, var: ir.Var, value: lo.Expr) -> None:
    """Gives a variable a value."""
    if var.id in to.arrays:
        kept = measure_kept_set(to, var.type)
        if kept and value != ABSENT:
            value = Un("fit", value, kept)
        at = add(Int(to.arrays[var.id]), to.keys[var.id])
        to.emit(lo.Store(at, value, kept))
    else:
        to.emit(lo.SetVar(to.bind_plain(var), value))


def make_array(to: Emitter, var: ir.Var, key: lo.Expr) -> None:
    """Makes `var` a keyed variable; `key` is the element that it stands for until told otherwise."""
    assert var.keyed is not None
    count = to.linking.width(var.keyed)
    holds = OfFrame(to.held_by(var))
    if isinstance(holds.holds, Members):
        holds = OfFrame(replace(holds.holds, width=measure_kept_set(to, var.type)))
    at = to.layout.words(holds, count, f"the local `{var.name}`, of each")
    to.array_words.extend(range(at, at + count))
    to.arrays[var.id] = at - to.layout.lowest(var.keyed)
    to.keys[var.id] = key
    to.emit(lo.Fill(at, count, ABSENT.value))


def leave_out(to: Emitter) -> None:
    """Notes that the rest of a body is left out."""
    if to.went is not None:
        to.emit(lo.SetVar(to.went, NO))


def write_part(to: Emitter, block: lo.Block, body: ir.Body, after: lo.Block) -> None:
    """Writes a body into a block, and jumps to what comes after it."""
    sure = set(to.sure)
    to.go_on(block)
    to.write(body)
    to.jump(after)
    to.sure = sure
