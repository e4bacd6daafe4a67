"""Sets that are worked out, as LLVM IR: values of one word for each 64 members their universe may have."""

from __future__ import annotations

from typing import Literal

from boardwright.interpreter.machine.widths import WORD
from boardwright.interpreter.native.kinds import NotNative
from boardwright.interpreter.native.writer import Writer, signed, type_of


def widen(w: Writer, value: str, words: int, wanted: int) -> str:
    """The same set, with empty words added."""
    if words == wanted:
        return value
    if words > wanted:
        raise NotNative(f"a set of {words} words where there is room for {wanted}")
    return w.put(f"zext {type_of(words)} {value} to {type_of(wanted)}")


def call_on_set(w: Writer, name: str, members: str, words: int, more: str = "") -> str:
    """A number that one of LLVM's own functions finds in a set."""
    w.shared.used.add(f"wide:{words}")
    of = type_of(words)
    found = w.put(f"call {of} @llvm.{name}.{of}({of} {members}{more})")
    return found if words == 1 else w.put(f"trunc {of} {found} to i64")


def measure(w: Writer, op: Literal["count", "lowest", "highest"], members: str, words: int) -> str:
    """How many members a set has; the lowest and the highest, -1 if it has none."""
    of = type_of(words)
    if op == "count":
        return call_on_set(w, "ctpop", members, words)
    name = "cttz" if op == "lowest" else "ctlz"
    found = call_on_set(w, name, members, words, ", i1 false")
    if op == "highest":
        return w.put(f"sub i64 {WORD * words - 1}, {found}")
    none = w.put(f"icmp eq {of} {members}, 0")
    return w.put(f"select i1 {none}, i64 -1, i64 {found}")


def find_nth(w: Writer, members: str, number: str, words: int) -> str:
    """The member with a number, counted from 0 and from the lowest."""
    w.shared.used.add(f"nth:{words}")
    return w.put(f"call i64 @nth{words}({type_of(words)} {members}, i64 {number})")


def take_lowest(w: Writer, members: str, left: str, words: int) -> str:
    """The lowest member of a set that has one; the others stay in a slot of the stack."""
    of = type_of(words)
    found = call_on_set(w, "cttz", members, words, ", i1 true")
    less = w.put(f"add {of} {members}, -1")
    w.store(w.put(f"and {of} {members}, {less}"), left, words)
    return found


def test_member(w: Writer, members: str, member: str, words: int) -> str:
    """Whether a number is a member, as one bit; no number outside the universe is."""
    of, bits = type_of(words), WORD * words
    if member.isdigit() and int(member) < bits:
        moved = w.put(f"lshr {of} {members}, {member}")
        return w.put(f"trunc {of} {moved} to i1")
    inside, at = _keep_inside(w, member, words)
    moved = w.put(f"lshr {of} {members}, {at}")
    found = w.put(f"trunc {of} {moved} to i1")
    return w.put(f"select i1 {inside}, i1 {found}, i1 false")


def keep_from(w: Writer, members: str, first: str, words: int) -> str:
    """The members from a number on."""
    of = type_of(words)
    inside, at = _keep_inside(w, first, words)
    every = w.put(f"shl {of} -1, {at}")
    found = w.put(f"and {of} {members}, {every}")
    return w.put(f"select i1 {inside}, {of} {found}, {of} 0")


def shift_members(w: Writer, members: str, by: str, words: int) -> str:
    """The set with each member so many further on, or back if the number is below zero."""
    of = type_of(words)
    if by.lstrip("-").isdigit():
        if abs(int(by)) >= WORD * words:
            return "0"
        return w.put(f"{'lshr' if by.startswith('-') else 'shl'} {of} {members}, {by.lstrip('-')}")
    is_back = w.put(f"icmp slt i64 {by}, 0")
    back = w.put(f"sub i64 0, {by}")
    inside, at = _keep_inside(w, w.put(f"select i1 {is_back}, i64 {back}, i64 {by}"), words)
    up, down = w.put(f"shl {of} {members}, {at}"), w.put(f"lshr {of} {members}, {at}")
    moved = w.put(f"select i1 {is_back}, {of} {down}, {of} {up}")
    return w.put(f"select i1 {inside}, {of} {moved}, {of} 0")


def make_below(w: Writer, end: str, words: int) -> str:
    """The set of all numbers below one."""
    of, bits = type_of(words), WORD * words
    if not (end.isdigit() and int(end) <= bits):
        w.between(end, 0, bits + 1)
    inside, at = _keep_inside(w, end, words)
    every = w.put(f"xor {of} {w.put(f'shl {of} -1, {at}')}, -1")
    return w.put(f"select i1 {inside}, {of} {every}, {of} -1")


def make_single(w: Writer, member: str, words: int) -> str:
    """The set of one number."""
    of = type_of(words)
    if member.isdigit() and int(member) < WORD * words:
        return signed(1 << int(member), words)
    w.between(member, 0, WORD * words)
    return w.put(f"shl {of} 1, {widen(w, member, 1, words)}")


def _keep_inside(w: Writer, number: str, words: int) -> tuple[str, str]:
    """Whether a number is smaller than the width, and how far to shift: by 0 if it is not."""
    inside = w.put(f"icmp ult i64 {number}, {WORD * words}")
    return inside, widen(w, w.put(f"select i1 {inside}, i64 {number}, i64 0"), 1, words)
