"""Statements as LLVM IR."""

from __future__ import annotations

from collections.abc import Iterable

from boardwright.interpreter.backends.python import MOST_STEPS
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int
from boardwright.interpreter.machine.widths import WORD
from boardwright.interpreter.native.expressions import (
    address_item,
    count_words,
    write_address,
    write_expression,
    write_number,
    write_test,
    write_value,
)
from boardwright.interpreter.native.kinds import NotNative, counted
from boardwright.interpreter.native.loops import (
    MANY_WORDS,
    loop_forever,
    loop_in_order,
    loop_through_range,
    loop_through_set,
)
from boardwright.interpreter.native.sets import make_below
from boardwright.interpreter.native.writer import ENDED, Writer, signed, type_of

_MOST_NUMBERS = 1 << 20  # more are never asked; see `limits.MOST_NUMBERS`
_LONG_FILL = 8  # words: fewer are written one by one


def write_body(w: Writer, statements: Iterable[lo.Stmt]) -> None:
    """Statements one after the other, as far as they can be reached."""
    for s in statements:
        if not w.open:
            return
        _write_statement(w, s)


def _write_statement(w: Writer, s: lo.Stmt) -> None:
    match s:
        case lo.SetVar(
            name=name,
            value=lo.Op(op="|", left=lo.Var(name=same), right=lo.Un(op="bit", operand=member)),
        ) if name == same and w.local_words(name) >= MANY_WORDS:
            _add_member(w, name, member)
        case lo.SetVar(name=name, value=value):
            words = w.local_words(name)
            w.store(write_value(w, value, words), w.slot(w.own(name), words), words)
        case lo.Store(at=at, value=value, width=width):
            _set_word(w, at, value, width)
        case lo.Array():
            _make_array(w, s)
        case lo.SetItem(name=name, index=index, value=value):
            words = w.shared.kinds.array(w.unit, name)
            given = write_value(w, value, words)
            w.store(given, address_item(w, name, index), words)
        case lo.Copy(at=at, of=of):
            _copy(w, at, of)
        case lo.Fill(at=at, count=count, value=value):
            fill(w, at, count, value)
        case lo.Keep(name=name):
            _copy_all(w, _kept(w, name), w.word("0"))
        case lo.PutBack(name=name):
            _copy_all(w, w.word("0"), _kept(w, name))
        case lo.When():
            _write_when(w, s)
        case lo.ForBits():
            loop_through_set(w, s, write_body)
        case lo.ForSorted():
            loop_in_order(w, s, write_body)
        case lo.ForRange():
            loop_through_range(w, s, write_body)
        case lo.Loop(body=inner):
            loop_forever(w, inner, write_body)
        case lo.Break():
            w.jump(w.loops[-1][1])
        case lo.Again():
            w.jump(w.loops[-1][0])
        case lo.Do(call=call):
            write_expression(w, call, count_words(w, call) or 1)
        case lo.Fail(fault=fault):
            w.fail(str(fault))
        case lo.Charge(fault=fault, count=count):
            _charge(w, fault, count)
        case lo.Return(value=value):
            w.do(f"ret {type_of(w.result)} {write_value(w, value, w.result)}")
            w.open = False
        case lo.Finish():
            _finish(w)
        case lo.Goto(block=block):
            _go_to(w, block)
        case lo.GotoVar(name=name):
            w.store(w.load_local(name), w.slot("_next", 1))
            w.jump("dispatch")
        case lo.Switch(index=index, blocks=blocks):
            _write_switch(w, index, blocks)
        case lo.Ask():
            _ask(w, s)
        case lo.Told() | lo.Mark():
            pass
        case lo.Enter() | lo.Leave():
            raise AssertionError("resolved before anything is emitted")


def _add_member(w: Writer, name: str, member: lo.Expr) -> None:
    """One more member of a local set of many words: only one of them is written."""
    words, at = w.local_words(name), write_number(w, member)
    w.between(at, 0, WORD * words)
    which = w.put(f"lshr i64 {at}, 6")
    place = w.put(f"getelementptr i64, ptr {w.slot(w.own(name), words)}, i64 {which}")
    bit = w.put(f"shl i64 1, {w.put(f'and i64 {at}, {WORD - 1}')}")
    both = w.put(f"or i64 {w.put(f'load i64, ptr {place}')}, {bit}")
    w.do(f"store i64 {both}, ptr {place}")


# ---- the vector and arrays


def _set_word(w: Writer, at: lo.Expr, value: lo.Expr, width: int) -> None:
    """Writes a value into the vector."""
    if isinstance(at, Int):
        words = w.shared.kinds.word(at.value)
    else:
        words = max(1, -(-width // WORD))
    # As Python does: what is written is worked out before the address is.
    given = write_value(w, value, words)
    w.write(write_address(w, at, words), given, words)


def _copy(w: Writer, at: lo.Expr, of: lo.Expr) -> None:
    """A word as it is. In the stretch of wide sets it may be one of them, so all its words are copied."""
    place, kinds = w.shared.place, w.shared.kinds
    if isinstance(at, Int) and isinstance(of, Int):
        words = max(kinds.word(at.value), kinds.word(of.value))
        w.write(str(at.value), w.read(write_address(w, of, words), words), words)
        return
    there, here = write_address(w, of, 1), write_address(w, at, 1)
    w.write(here, w.read(there, 1), 1)
    if place.parts < 2:
        return
    wide, narrow = w.labels("wide", "narrow")
    inside = [
        w.put(f"icmp ult i64 {w.put(f'sub i64 {one}, {place.first}')}, {place.stretch}")
        for one in (here, there)
    ]
    w.fork(w.put(f"and i1 {inside[0]}, {inside[1]}"), wide, narrow)
    w.label(wide)
    for number in range(1, place.parts):
        part = w.put(f"load i64, ptr {w.word(w.part(there, number))}")
        w.do(f"store i64 {part}, ptr {w.word(w.part(here, number))}")
    w.label(narrow)


def fill(w: Writer, at: int, count: int, value: int) -> None:
    """Writes one number into many words."""
    place = w.shared.place
    if not 0 <= at <= at + count <= place.size:
        raise NotNative(f"the addresses {at} to {at + count}")
    for low, many in _find_stretches(w, at, count):
        if many <= _LONG_FILL:
            for n in range(many):
                w.do(f"store i64 {signed(value)}, ptr {w.word(str(low + n))}")
        elif value == 0:
            w.do(
                f"call void @llvm.memset.p0.i64(ptr {w.word(str(low))}, i8 0, i64 {8 * many}, i1 false)"
            )
        else:
            _fill_in_loop(w, low, many, value)
        value = 0  # higher words: all constants that are filled in have one word


def _fill_in_loop(w: Writer, low: int, many: int, value: int) -> None:
    again, end = w.labels("fill", "end")
    at = w.extra()
    w.store(str(low), at)
    w.label(again)
    here = w.load(at)
    w.do(f"store i64 {signed(value)}, ptr {w.word(here)}")
    following = w.put(f"add i64 {here}, 1")
    w.store(following, at)
    w.fork(w.put(f"icmp ult i64 {following}, {low + many}"), again, end)
    w.label(end)


def _find_stretches(w: Writer, at: int, count: int) -> list[tuple[int, int]]:
    """What is filled: these words, and the higher ones of those that are wide."""
    place = w.shared.place
    found = [(at, count)]
    low, high = max(at, place.first), min(at + count, place.first + place.stretch)
    if low < high:
        found += [(place.part(low, n), high - low) for n in range(1, place.parts)]
    return found


def _make_array(w: Writer, s: lo.Array) -> None:
    """A local array, empty each time it is made."""
    words = w.shared.kinds.array(w.unit, s.name)
    name, size = w.own(f"{s.name}[]"), max(1, s.size)
    of = f"[{size} x {type_of(words)}]"
    if w.slots.setdefault(name, of) != of:
        raise NotNative(f"the array {s.name} has two sizes")
    # Sets of several words lie at multiples of 16 bytes.
    bytes_ = size * (8 if words == 1 else -(-words // 2) * 16)
    w.do(f'call void @llvm.memset.p0.i64(ptr %"{name}", i8 0, i64 {bytes_}, i1 false)')


def _kept(w: Writer, name: str) -> str:
    """The address of a local copy of the vector."""
    local = w.own(f"{name}[]")
    w.slots.setdefault(local, f"[{w.shared.place.status} x i64]")
    return f'%"{local}"'


def _copy_all(w: Writer, to: str, of: str) -> None:
    """Copies all words of the vector, but not the status."""
    size = 8 * w.shared.place.status
    w.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {of}, i64 {size}, i1 false)")


# ---- branches and loops


def _write_when(w: Writer, s: lo.When) -> None:
    yes, no, end = w.labels("yes", "no", "end")
    w.fork(write_test(w, s.test), yes if s.body else end, no if s.otherwise else end)
    reached = not (s.body and s.otherwise)
    for label, part in ((yes, s.body), (no, s.otherwise)):
        if part:
            w.label(label)
            write_body(w, part)
            reached |= w.open
            w.jump(end)
    if reached:
        w.label(end)


# ---- the course


def _charge(w: Writer, fault: int, count: int) -> None:
    """Counts steps, and leaves with a fault if they have become too many."""
    at = w.word(str(lay.BUDGET))
    steps = w.put(f"add i64 {w.put(f'load i64, ptr {at}')}, {count}")
    w.do(f"store i64 {steps}, ptr {at}")
    label = w.exit_with(f"fault.{fault}", fault + 1)
    w.unless(w.put(f"icmp sle i64 {steps}, {MOST_STEPS}"), label)


def _finish(w: Writer) -> None:
    """Ends the game."""
    if w.in_run:
        w.jump("over")
    else:
        w.set_status(str(ENDED))
        w.jump(w.leave())


def _go_to(w: Writer, block: int) -> None:
    if block not in w.shared.blocks:
        raise NotNative(f"the block {block}")
    w.jump(f"block.{block}")


def _write_switch(w: Writer, index: lo.Expr, blocks: tuple[int, ...]) -> None:
    if not set(blocks) <= w.shared.blocks:
        raise NotNative("a number of no block")
    cases = " ".join(f"i64 {n}, label %block.{block}" for n, block in enumerate(blocks))
    w.do(f"switch i64 {write_number(w, index)}, label %{w.broken()} [{cases}]")
    w.open = False


def _ask(w: Writer, s: lo.Ask) -> None:
    """Writes into the vector who chooses among what, and leaves `run`."""
    words = w.shared.kinds.word(lay.OPTIONS)
    player, numbers = write_number(w, s.player), counted(s.mask)
    many = "0" if numbers is None else write_number(w, numbers)
    mask = "0" if numbers is not None else write_value(w, s.mask, words)
    offset, extra = write_number(w, s.offset), write_number(w, s.extra)
    for at, value in (
        (lay.PC, str(s.block)),
        (lay.ASKER, player),
        (lay.SITE, str(s.site)),
        (lay.OFFSET, offset),
        (lay.EXTRA, extra),
    ):
        w.write(str(at), value, 1)
    if numbers is not None:
        w.between(many, 0, _MOST_NUMBERS)
        fits = w.put(f"icmp ult i64 {many}, {WORD * words}")
        mask = make_below(w, w.put(f"select i1 {fits}, i64 {many}, i64 0"), words)
        many = w.put(f"select i1 {fits}, i64 0, i64 {many}")
    w.write(str(lay.OPTIONS), mask, words)
    if w.shared.numbers:
        w.write(str(w.shared.place.numbers), many, 1)
    w.jump("asked")
