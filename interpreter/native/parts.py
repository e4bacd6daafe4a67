"""Small parts that machine code calls, as LLVM IR: chance, the n-th member of a set, division, products, floods."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.widths import WORD
from boardwright.interpreter.native.writer import Shared, type_of

_ALWAYS = """\
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.sadd.sat.i64(i64, i64)
declare i64 @llvm.ssub.sat.i64(i64, i64)
declare {i64, i1} @llvm.smul.with.overflow.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
!0 = !{!"branch_weights", i32 1, i32 100000}
!1 = !{!"branch_weights", i32 100000, i32 1}
"""

_NEXT = """\
define internal i64 @next32(ptr noalias %v, i64 %at) nounwind {
  %p0 = getelementptr inbounds i64, ptr %v, i64 %at
  %p1 = getelementptr inbounds i64, ptr %p0, i64 1
  %p2 = getelementptr inbounds i64, ptr %p0, i64 2
  %p3 = getelementptr inbounds i64, ptr %p0, i64 3
  %s0 = load i64, ptr %p0
  %s1 = load i64, ptr %p1
  %l2 = load i64, ptr %p2
  %l3 = load i64, ptr %p3
  %s2 = xor i64 %l2, %s0
  %s3 = xor i64 %l3, %s1
  %n0 = xor i64 %s0, %s3
  store i64 %n0, ptr %p0
  %n1 = xor i64 %s1, %s2
  store i64 %n1, ptr %p1
  %up = shl i64 %s1, 9
  %up32 = and i64 %up, 4294967295
  %n2 = xor i64 %s2, %up32
  store i64 %n2, ptr %p2
  %left = shl i64 %s3, 11
  %left32 = and i64 %left, 4294967295
  %right = lshr i64 %s3, 21
  %n3 = or i64 %left32, %right
  store i64 %n3, ptr %p3
  %five = mul i64 %s1, 5
  %r = and i64 %five, 4294967295
  %rl = shl i64 %r, 7
  %rr = lshr i64 %r, 25
  %turned = or i64 %rl, %rr
  %nine = mul i64 %turned, 9
  %drawn = and i64 %nine, 4294967295
  ret i64 %drawn
}
"""

_DRAW = f"""\
define internal i64 @draw(ptr noalias %v, i64 %n) nounwind {{
  %one = icmp eq i64 %n, 1
  br i1 %one, label %none, label %again
none:
  ret i64 0
again:
  %r = call i64 @next32(ptr %v, i64 {lay.RANDOM})
  %product = mul i64 %r, %n
  %low = and i64 %product, 4294967295
  %plain = icmp uge i64 %low, %n
  br i1 %plain, label %done, label %near, !prof !1
near:
  %rest = urem i64 4294967296, %n
  %fair = icmp uge i64 %low, %rest
  br i1 %fair, label %done, label %again
done:
  %drawn = lshr i64 %product, 32
  ret i64 %drawn
}}
"""

_QUOTIENT = """\
define internal i64 @quotient(i64 %a, i64 %b) alwaysinline nounwind {
  %minus = icmp eq i64 %b, -1
  %by = select i1 %minus, i64 1, i64 %b
  %q = sdiv i64 %a, %by
  %r = srem i64 %a, %by
  %inexact = icmp ne i64 %r, 0
  %signs = xor i64 %r, %by
  %differ = icmp slt i64 %signs, 0
  %down = and i1 %inexact, %differ
  %off = sext i1 %down to i64
  %floor = add i64 %q, %off
  %turned = call i64 @llvm.ssub.sat.i64(i64 0, i64 %a)
  %result = select i1 %minus, i64 %turned, i64 %floor
  ret i64 %result
}
"""

_REMAINDER = """\
define internal i64 @remainder(i64 %a, i64 %b) alwaysinline nounwind {
  %minus = icmp eq i64 %b, -1
  %by = select i1 %minus, i64 1, i64 %b
  %r = srem i64 %a, %by
  %inexact = icmp ne i64 %r, 0
  %signs = xor i64 %r, %by
  %differ = icmp slt i64 %signs, 0
  %up = and i1 %inexact, %differ
  %more = select i1 %up, i64 %by, i64 0
  %result = add i64 %r, %more
  ret i64 %result
}
"""

_PRODUCT = """\
define internal i64 @product(i64 %a, i64 %b) alwaysinline nounwind {
  %both = call {i64, i1} @llvm.smul.with.overflow.i64(i64 %a, i64 %b)
  %plain = extractvalue {i64, i1} %both, 0
  %over = extractvalue {i64, i1} %both, 1
  %signs = xor i64 %a, %b
  %below = icmp slt i64 %signs, 0
  %bound = select i1 %below, i64 -9223372036854775808, i64 9223372036854775807
  %result = select i1 %over, i64 %bound, i64 %plain
  ret i64 %result
}
"""

_FIXED = {
    "next32": _NEXT,
    "draw": _DRAW,
    "quotient": _QUOTIENT,
    "remainder": _REMAINDER,
    "product": _PRODUCT,
}

_PDEP = """\
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
define internal i64 @nth1(i64 %mask, i64 %n) nounwind {
  %one = shl i64 1, %n
  %bit = call i64 @llvm.x86.bmi.pdep.64(i64 %one, i64 %mask)
  %at = call i64 @llvm.cttz.i64(i64 %bit, i1 false)
  ret i64 %at
}
"""

_STRIP = """\
define internal i64 @nth1(i64 %mask, i64 %n) nounwind {
entry:
  br label %again
again:
  %left = phi i64 [ %mask, %entry ], [ %less, %strip ]
  %count = phi i64 [ %n, %entry ], [ %fewer, %strip ]
  %there = icmp eq i64 %count, 0
  br i1 %there, label %done, label %strip
strip:
  %minus = add i64 %left, -1
  %less = and i64 %left, %minus
  %fewer = add i64 %count, -1
  br label %again
done:
  %at = call i64 @llvm.cttz.i64(i64 %left, i1 false)
  ret i64 %at
}
"""


def parts_text(shared: Shared, *, pdep: bool) -> Iterator[str]:
    """All small parts that were called, and what they call."""
    used = shared.used
    yield _ALWAYS
    wide = {int(name.partition(":")[2]) for name in used if name.startswith("wide:")}
    wide |= {1, shared.kinds.word(lay.OPTIONS), *map(shared.kinds.table, _flooded(used))}
    for words in sorted(wide):
        of = type_of(words)
        yield f"declare {of} @llvm.ctpop.{of}({of})"
        yield f"declare {of} @llvm.cttz.{of}({of}, i1)"
        yield f"declare {of} @llvm.ctlz.{of}({of}, i1)"
    for name, text in _FIXED.items():
        if name in used:
            yield text
    members = sorted(int(name.partition(":")[2]) for name in used if name.startswith("nth:"))
    if members:
        yield _PDEP if pdep else _STRIP
    for words in members:
        if words > 1:
            yield from _nth(words)
    for table in _flooded(used):
        yield from _flood(shared, table)


def _flooded(used: Iterable[str]) -> list[str]:
    return sorted(name.partition(":")[2] for name in used if name.startswith("flood:"))


def _nth(words: int) -> Iterator[str]:
    """The n-th member of a wide set: word by word."""
    of = type_of(words)
    yield f"define internal i64 @nth{words}({of} %mask, i64 %n) nounwind {{"
    yield "entry:"
    yield "  br label %word.0"
    for number in range(words):
        yield f"word.{number}:"
        before = "%n" if number == 0 else f"%n.{number}"
        yield f"  %high.{number} = lshr {of} %mask, {WORD * number}"
        yield f"  %part.{number} = trunc {of} %high.{number} to i64"
        if number == words - 1:
            yield f"  br label %in.{number}"
        else:
            yield f"  %count.{number} = call i64 @llvm.ctpop.i64(i64 %part.{number})"
            yield f"  %here.{number} = icmp ult i64 {before}, %count.{number}"
            yield f"  %n.{number + 1} = sub i64 {before}, %count.{number}"
            yield f"  br i1 %here.{number}, label %in.{number}, label %word.{number + 1}"
        yield f"in.{number}:"
        yield f"  %at.{number} = call i64 @nth1(i64 %part.{number}, i64 {before})"
        yield f"  %found.{number} = add i64 %at.{number}, {WORD * number}"
        yield f"  ret i64 %found.{number}"
    yield "}"


def _flood(shared: Shared, table: str) -> Iterator[str]:
    """The members of a set that can be reached from the origin, or from what is near it, through members only."""
    words = shared.kinds.table(table)
    of, rows = type_of(words), len(shared.tables[table])
    array = f'[{rows + 1} x {of}], ptr @"T:{table}"'
    wide = "%origin" if words == 1 else "%origin.wide"
    yield f'define internal {of} @"flood:{table}"({of} %mask, i64 %origin) nounwind {{'
    yield "entry:"
    if words > 1:
        yield f"  {wide} = zext i64 %origin to {of}"
    yield f"  %one = shl {of} 1, {wide}"
    yield f"  %itself = and {of} %one, %mask"
    yield f"  %alone = icmp eq {of} %itself, 0"
    yield "  %entry.at = add i64 %origin, 1"
    yield f"  %near.at = getelementptr inbounds {array}, i64 0, i64 %entry.at"
    yield f"  %near = load {of}, ptr %near.at"
    yield f"  %around = and {of} %near, %mask"
    yield f"  %first = select i1 %alone, {of} %around, {of} %itself"
    yield "  br label %rims"
    yield "rims:"
    yield f"  %rim = phi {of} [ %first, %entry ], [ %next, %grown ]"
    yield f"  %reached = phi {of} [ %first, %entry ], [ %more, %grown ]"
    yield f"  %over = icmp eq {of} %rim, 0"
    yield "  br i1 %over, label %done, label %turn"
    yield "turn:"
    yield f"  %left = phi {of} [ %rim, %rims ], [ %rest, %turn ]"
    yield f"  %beyond = phi {of} [ 0, %rims ], [ %wider, %turn ]"
    yield f"  %at = call {of} @llvm.cttz.{of}({of} %left, i1 true)"
    if words > 1:
        yield f"  %at.low = trunc {of} %at to i64"
    yield f"  %row = add i64 {'%at' if words == 1 else '%at.low'}, 1"
    # A member that has no row is near nothing.
    yield f"  %there = icmp ule i64 %row, {rows}"
    yield "  %row.safe = select i1 %there, i64 %row, i64 0"
    yield f"  %row.at = getelementptr inbounds {array}, i64 0, i64 %row.safe"
    yield f"  %loaded = load {of}, ptr %row.at"
    yield f"  %others = select i1 %there, {of} %loaded, {of} 0"
    yield f"  %wider = or {of} %beyond, %others"
    yield f"  %minus = add {of} %left, -1"
    yield f"  %rest = and {of} %left, %minus"
    yield f"  %all = icmp eq {of} %rest, 0"
    yield "  br i1 %all, label %grown, label %turn"
    yield "grown:"
    yield f"  %in = and {of} %wider, %mask"
    yield f"  %not = xor {of} %reached, -1"
    yield f"  %next = and {of} %in, %not"
    yield f"  %more = or {of} %reached, %next"
    yield "  br label %rims"
    yield "done:"
    yield f"  ret {of} %reached"
    yield "}"
