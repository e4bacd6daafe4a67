"""Loops as LLVM IR. Whoever wants one says how a turn of it is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int
from boardwright.interpreter.machine.widths import WORD
from boardwright.interpreter.native.expressions import count_words, write_number, write_value
from boardwright.interpreter.native.sets import call_on_set, keep_from, take_lowest
from boardwright.interpreter.native.writer import Writer, type_of

MANY_WORDS = 4  # a set of this many is gone through word by word

WriteBody = Callable[[Writer, list[lo.Stmt]], None]
"""Writes the statements of a turn."""


def loop_forever(w: Writer, body: list[lo.Stmt], write: WriteBody) -> None:
    """A loop that only its body leaves."""
    again, end = w.labels("loop", "end")
    w.label(again)
    _write_turn(w, body, write, again, end)
    if w.open or end in w.targets:
        w.label(end)


def loop_through_range(w: Writer, s: lo.ForRange, write: WriteBody) -> None:
    """A turn for each number from one to another."""
    at, last = w.extra(), write_number(w, s.high)
    w.store(write_number(w, s.low), at)
    again, turn, end = w.labels("again", "turn", "end")
    w.label(again)
    here = w.load(at)
    w.fork(w.put(f"icmp sle i64 {here}, {last}"), turn, end)
    w.label(turn)
    w.store(w.put(f"add i64 {here}, 1"), at)
    w.set_local(s.name, here)
    _write_turn(w, s.body, write, again, end)
    w.label(end)


def loop_through_set(w: Writer, s: lo.ForBits, write: WriteBody) -> None:
    """A turn for each member, the lowest first; or from a start on, and then those before it."""
    words = count_words(w, s.mask) or 1
    left = w.extra(words)
    members = write_value(w, s.mask, words)
    if s.start is not None and s.start != Int(0):
        first, later = write_number(w, s.start), w.extra(words)
        _split(w, members, first, left, later, words)
        _loop_from_start(w, s, left, later, words, write)
    elif words >= MANY_WORDS:
        w.store(members, left, words)
        _loop_word_by_word(w, s, left, words, write)
    else:
        w.store(members, left, words)
        _loop_from_lowest(w, s, left, words, write)


def loop_in_order(w: Writer, s: lo.ForSorted, write: WriteBody) -> None:
    """A turn for each member, in the order of their keys: these are worked out first, and sorted as they come."""
    words = count_words(w, s.mask) or 1
    rows = _make_rows(w, WORD * words, has_thens=s.then is not None)
    again, end = _begin_keys(w, s, words)
    if s.key_body:
        write(w, s.key_body)
    key, then = write_number(w, s.key), None if s.then is None else write_number(w, s.then)
    at = _insert(w, rows, _Row(w.load_local(s.name), key, then), falling=s.falling)
    w.jump(again)
    w.label(end)
    _loop_through_rows(w, s, rows, at, write)


def _write_turn(w: Writer, body: list[lo.Stmt], write: WriteBody, again: str, end: str) -> None:
    """The body of a loop, and back to its head."""
    w.loops.append((again, end))
    write(w, body)
    w.loops.pop()
    w.jump(again)


# ---- sets


def _split(w: Writer, members: str, first: str, left: str, later: str, words: int) -> None:
    """Those from the first on go into one slot, those before it into another."""
    begins = w.put(f"call i64 @llvm.smax.i64(i64 {first}, i64 0)")
    now = keep_from(w, members, begins, words)
    w.store(w.put(f"xor {type_of(words)} {members}, {now}"), later, words)
    w.store(now, left, words)


def _swap_in(w: Writer, left: str, later: str, words: int) -> str:
    """Goes on with those that come later, of which none are left then. Whether there are none, as one bit."""
    others = w.load(later, words)
    w.store("0", later, words)
    w.store(others, left, words)
    return w.put(f"icmp eq {type_of(words)} {others}, 0")


def _loop_from_lowest(w: Writer, s: lo.ForBits, left: str, words: int, write: WriteBody) -> None:
    again, turn, end = w.labels("again", "turn", "end")
    w.label(again)
    here = w.load(left, words)
    w.fork(w.put(f"icmp eq {type_of(words)} {here}, 0"), end, turn)
    w.label(turn)
    w.set_local(s.name, take_lowest(w, here, left, words))
    _write_turn(w, s.body, write, again, end)
    w.label(end)


def _loop_from_start(
    w: Writer, s: lo.ForBits, left: str, later: str, words: int, write: WriteBody
) -> None:
    again, turn, end = w.labels("again", "turn", "end")
    w.label(again)
    here = w.load(left, words)
    (more,) = w.labels("more")
    (rest,) = w.labels("rest")
    w.fork(w.put(f"icmp eq {type_of(words)} {here}, 0"), rest, turn)
    w.label(rest)
    w.fork(_swap_in(w, left, later, words), end, more)
    w.label(more)
    w.label(turn)
    w.set_local(s.name, take_lowest(w, w.load(left, words), left, words))
    _write_turn(w, s.body, write, again, end)
    w.label(end)


def _loop_word_by_word(w: Writer, s: lo.ForBits, left: str, words: int, write: WriteBody) -> None:
    """The same for a set of many words: each turn looks at one of them, not at all."""
    at, word = w.extra(), w.extra()
    w.store("0", at)
    w.store("0", word)
    again, turn, end = w.labels("again", "turn", "end")
    none, more = w.labels("none", "more")
    w.label(again)
    here = w.load(word)
    w.fork(w.put(f"icmp eq i64 {here}, 0"), none, turn)
    w.label(none)
    following = w.load(at)
    w.fork(w.put(f"icmp slt i64 {following}, {words}"), more, end)
    w.label(more)
    place = w.put(f"getelementptr i64, ptr {left}, i64 {following}")
    w.store(w.put(f"load i64, ptr {place}"), word)
    w.store(w.put(f"add i64 {following}, 1"), at)
    w.jump(again)
    w.label(turn)
    less = w.put(f"add i64 {here}, -1")
    w.store(w.put(f"and i64 {here}, {less}"), word)
    member = call_on_set(w, "cttz", here, 1, ", i1 true")
    before = w.put(
        f"shl i64 {w.load(at)}, 6"
    )  # of this word and all before it, `at` being one further
    w.set_local(s.name, w.put(f"add i64 {before}, {w.put(f'add i64 {member}, -{WORD}')}"))
    _write_turn(w, s.body, write, again, end)
    w.label(end)


# ---- members in the order of their keys


@dataclass(frozen=True, slots=True)
class _Row:
    """A member with its key, and what decides between equal keys."""

    member: str
    key: str
    then: str | None


@dataclass(frozen=True, slots=True)
class _Rows:
    """Arrays on the stack with the members that are sorted already; `many` is the slot with how many they are."""

    of: str
    members: str
    keys: str
    thens: str
    many: str

    def entry(self, w: Writer, array: str, at: str) -> str:
        """The address of an entry."""
        return w.put(f'getelementptr inbounds {self.of}, ptr %"{array}", i64 0, i64 {at}')

    def put(self, w: Writer, row: _Row, at: str) -> None:
        """Writes a row."""
        w.store(row.key, self.entry(w, self.keys, at))
        if row.then is not None:
            w.store(row.then, self.entry(w, self.thens, at))
        w.store(row.member, self.entry(w, self.members, at))


def _make_rows(w: Writer, most: int, *, has_thens: bool) -> _Rows:
    """Room for this many members."""
    of = f"[{most} x i64]"
    w.count += 1
    keys, members, thens = f"_keys{w.count}", f"_members{w.count}", f"_thens{w.count}"
    w.slots[keys] = w.slots[members] = of
    if has_thens:
        w.slots[thens] = of
    many = w.extra()
    w.store("0", many)
    return _Rows(of, members, keys, thens, many)


def _begin_keys(w: Writer, s: lo.ForSorted, words: int) -> tuple[str, str]:
    """The head of the loop in which keys are worked out: open in its turn, with the member in the local."""
    left, later = w.extra(words), w.extra(words)
    members = write_value(w, s.mask, words)
    start = s.start if s.start is not None else Int(0)
    _split(w, members, write_number(w, start), left, later, words)
    again, rest, turn, end = w.labels("again", "rest", "turn", "end")
    w.label(again)
    w.fork(w.put(f"icmp eq {type_of(words)} {w.load(left, words)}, 0"), rest, turn)
    w.label(rest)
    w.fork(_swap_in(w, left, later, words), end, turn)
    w.label(turn)
    w.set_local(s.name, take_lowest(w, w.load(left, words), left, words))
    return again, end


def _insert(w: Writer, rows: _Rows, row: _Row, *, falling: bool) -> str:
    """Moves up all that belong after a row, and puts it where they were. Gives a slot that is free then."""
    at = w.extra()
    w.store(w.load(rows.many), at)
    find, look, move, put = w.labels("find", "look", "move", "put")
    w.label(find)
    here = w.load(at)
    w.fork(w.put(f"icmp eq i64 {here}, 0"), put, look)
    w.label(look)
    before = w.put(f"sub i64 {here}, 1")
    key = w.put(f"load i64, ptr {rows.entry(w, rows.keys, before)}")
    later = w.put(f"icmp {'slt' if falling else 'sgt'} i64 {key}, {row.key}")
    then = None
    if row.then is not None:
        then = w.put(f"load i64, ptr {rows.entry(w, rows.thens, before)}")
        level = w.put(f"icmp eq i64 {key}, {row.key}")
        later_then = w.put(f"icmp sgt i64 {then}, {row.then}")
        later = w.put(f"or i1 {later}, {w.put(f'and i1 {level}, {later_then}')}")
    w.fork(later, move, put)
    w.label(move)
    w.store(key, rows.entry(w, rows.keys, here))
    if then is not None:
        w.store(then, rows.entry(w, rows.thens, here))
    member = w.put(f"load i64, ptr {rows.entry(w, rows.members, before)}")
    w.store(member, rows.entry(w, rows.members, here))
    w.store(before, at)
    w.jump(find)
    w.label(put)
    rows.put(w, row, w.load(at))
    w.store(w.put(f"add i64 {w.load(rows.many)}, 1"), rows.many)
    return at


def _loop_through_rows(w: Writer, s: lo.ForSorted, rows: _Rows, at: str, write: WriteBody) -> None:
    w.store("0", at)
    again, turn, end = w.labels("again", "turn", "end")
    w.label(again)
    here = w.load(at)
    w.fork(w.put(f"icmp slt i64 {here}, {w.load(rows.many)}"), turn, end)
    w.label(turn)
    w.store(w.put(f"add i64 {here}, 1"), at)
    w.set_local(s.name, w.put(f"load i64, ptr {rows.entry(w, rows.members, here)}"))
    _write_turn(w, s.body, write, again, end)
    w.label(end)
