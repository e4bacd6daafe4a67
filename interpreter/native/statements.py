"""Statements, functions and the one `run` of all blocks as LLVM IR."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from boardwright.interpreter.backends.python import MOST_STEPS
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int
from boardwright.interpreter.machine.widths import WORD
from boardwright.interpreter.native.expressions import Expressions
from boardwright.interpreter.native.kinds import NotNative, counted
from boardwright.interpreter.native.writer import ENDED, signed, type_of

_MOST_NUMBERS = 1 << 20  # more are never asked; see `limits.MOST_NUMBERS`
_LONG_FILL = 8  # words: fewer are written one by one
MANY_WORDS = 4  # a set of so many is gone through word by word


@dataclass(slots=True)
class Body(Expressions):
    """Writes statements of one function, or of one block after the other in `run`."""

    loops: list[tuple[str, str]] = field(default_factory=list)  # where to go on, and where it ends
    result: int = 1  # words of the function's value

    @property
    def in_run(self) -> bool:
        return isinstance(self.unit, int)

    def body(self, statements: Iterable[lo.Stmt]) -> None:
        """Writes statements, those that can be reached."""
        for s in statements:
            if not self.open:
                return
            self.statement(s)

    def statement(self, s: lo.Stmt) -> None:
        match s:
            case lo.SetVar(
                name=name,
                value=lo.Op(op="|", left=lo.Var(name=same), right=lo.Un(op="bit", operand=member)),
            ) if name == same and self.local_words(name) >= MANY_WORDS:
                self.add_member(name, member)
            case lo.SetVar(name=name, value=value):
                words = self.local_words(name)
                self.store(self.value(value, words), self.slot(self.own(name), words), words)
            case lo.Store(at=at, value=value, width=width):
                self.set_word(at, value, width)
            case lo.Array():
                self.array(s)
            case lo.SetItem(name=name, index=index, value=value):
                words = self.shared.kinds.array(self.unit, name)
                given = self.value(value, words)
                self.store(given, self.item(name, index), words)
            case lo.Copy(at=at, of=of):
                self.copy(at, of)
            case lo.Fill(at=at, count=count, value=value):
                self.fill(at, count, value)
            case lo.When():
                self.when(s)
            case lo.ForBits(name=name, mask=mask, body=inner, start=start):
                self.for_bits(name, mask, start, inner)
            case lo.ForSorted():
                self.for_sorted(s)
            case lo.ForRange():
                self.for_range(s)
            case lo.Loop(body=inner):
                again, end = self.labels("loop", "end")
                self.label(again)
                self.inside(inner, again, end)
                self.end(end)
            case lo.Break():
                self.jump(self.loops[-1][1])
            case lo.Again():
                self.jump(self.loops[-1][0])
            case lo.Do(call=call):
                self._value(call, self.words(call) or 1)
            case lo.Fail(fault=fault):
                self.fail(str(fault))
            case lo.Charge(fault=fault, count=count):
                self.charge(fault, count)
            case lo.Return(value=value):
                self.do(f"ret {type_of(self.result)} {self.value(value, self.result)}")
                self.open = False
            case lo.Finish():
                self.finish()
            case lo.Goto(block=block):
                self.goto(block)
            case lo.GotoVar(name=name):
                self.store(self.load(self.slot(self.own(name), 1)), self.slot("_next", 1))
                self.jump("dispatch")
            case lo.Switch(index=index, blocks=blocks):
                self.switch(index, blocks)
            case lo.Ask():
                self.ask(s)
            case lo.Told():
                pass
            case lo.Enter() | lo.Leave():
                raise AssertionError("resolved before anything is emitted")

    def local_words(self, name: str) -> int:
        return self.shared.kinds.local(self.unit, name)

    def add_member(self, name: str, member: lo.Expr) -> None:
        """One more member of a local set of many words: only one of them is written."""
        words, at = self.local_words(name), self.number(member)
        self.between(at, 0, WORD * words)
        which = self.put(f"lshr i64 {at}, 6")
        place = self.put(f"getelementptr i64, ptr {self.slot(self.own(name), words)}, i64 {which}")
        bit = self.put(f"shl i64 1, {self.put(f'and i64 {at}, {WORD - 1}')}")
        both = self.put(f"or i64 {self.put(f'load i64, ptr {place}')}, {bit}")
        self.do(f"store i64 {both}, ptr {place}")

    def set_local(self, name: str, value: str) -> None:
        self.store(value, self.slot(self.own(name), 1))

    # ---- the vector and arrays

    def set_word(self, at: lo.Expr, value: lo.Expr, width: int) -> None:
        if isinstance(at, Int):
            words = self.shared.kinds.word(at.value)
        else:
            words = max(1, -(-width // WORD))
        # As Python does: what is written is worked out before the address is.
        given = self.value(value, words)
        self.write(self.address(at, words), given, words)

    def copy(self, at: lo.Expr, of: lo.Expr) -> None:
        """A word as it is; what lies in words of one stretch may be a wide set, so all its words go along."""
        place, kinds = self.shared.place, self.shared.kinds
        if isinstance(at, Int) and isinstance(of, Int):
            words = max(kinds.word(at.value), kinds.word(of.value))
            self.write(str(at.value), self.read(self.address(of, words), words), words)
            return
        there, here = self.address(of, 1), self.address(at, 1)
        self.write(here, self.read(there, 1), 1)
        if place.parts < 2:
            return
        wide, narrow = self.labels("wide", "narrow")
        inside = [
            self.put(f"icmp ult i64 {self.put(f'sub i64 {one}, {place.first}')}, {place.stretch}")
            for one in (here, there)
        ]
        self.fork(self.put(f"and i1 {inside[0]}, {inside[1]}"), wide, narrow)
        self.label(wide)
        for number in range(1, place.parts):
            part = self.put(f"load i64, ptr {self.word(self.part(there, number))}")
            self.do(f"store i64 {part}, ptr {self.word(self.part(here, number))}")
        self.label(narrow)

    def fill(self, at: int, count: int, value: int) -> None:
        place = self.shared.place
        if not 0 <= at <= at + count <= place.size:
            raise NotNative(f"the addresses {at} to {at + count}")
        for low, many in self.stretches(at, count):
            if many <= _LONG_FILL:
                for n in range(many):
                    self.do(f"store i64 {signed(value)}, ptr {self.word(str(low + n))}")
            elif value == 0:
                self.do(
                    f"call void @llvm.memset.p0.i64(ptr {self.word(str(low))}, i8 0, i64 {8 * many}, i1 false)"
                )
            else:
                again, end = self.labels("fill", "end")
                at_slot = self.extra()
                self.store(str(low), at_slot)
                self.label(again)
                here = self.load(at_slot)
                self.do(f"store i64 {signed(value)}, ptr {self.word(here)}")
                following = self.put(f"add i64 {here}, 1")
                self.store(following, at_slot)
                self.fork(self.put(f"icmp ult i64 {following}, {low + many}"), again, end)
                self.label(end)
            value = 0  # higher words: all constants that are filled in have one word

    def stretches(self, at: int, count: int) -> list[tuple[int, int]]:
        """What is filled: these words, and the higher ones of those that are wide."""
        place = self.shared.place
        found = [(at, count)]
        low, high = max(at, place.first), min(at + count, place.first + place.stretch)
        if low < high:
            found += [(place.part(low, n), high - low) for n in range(1, place.parts)]
        return found

    def array(self, s: lo.Array) -> None:
        words = self.shared.kinds.array(self.unit, s.name)
        name, size = self.own(f"{s.name}[]"), max(1, s.size)
        of = f"[{size} x {type_of(words)}]"
        if self.slots.setdefault(name, of) != of:
            raise NotNative(f"the array {s.name} has two sizes")
        # Sets of several words lie at multiples of 16 bytes.
        bytes_ = size * (8 if words == 1 else -(-words // 2) * 16)
        self.do(f'call void @llvm.memset.p0.i64(ptr %"{name}", i8 0, i64 {bytes_}, i1 false)')

    # ---- branches and loops

    def end(self, label: str) -> None:
        """A label that may be reached only by jumps from elsewhere: what comes behind it is open if there are any."""
        if self.open or label in self.targets:
            self.label(label)

    def when(self, s: lo.When) -> None:
        yes, no, end = self.labels("yes", "no", "end")
        self.fork(self.test(s.test), yes if s.body else end, no if s.otherwise else end)
        reached = not (s.body and s.otherwise)
        for label, part in ((yes, s.body), (no, s.otherwise)):
            if part:
                self.label(label)
                self.body(part)
                reached |= self.open
                self.jump(end)
        if reached:
            self.label(end)

    def inside(self, body: list[lo.Stmt], again: str, end: str) -> None:
        """The body of a loop, and back to its head."""
        self.loops.append((again, end))
        self.body(body)
        self.loops.pop()
        self.jump(again)

    def for_bits(
        self, name: str, mask: lo.Expr, start: lo.Expr | None, body: list[lo.Stmt]
    ) -> None:
        words = self.words(mask) or 1
        of, left = type_of(words), self.extra(words)
        members = self.value(mask, words)
        later = None
        if start is not None and start != Int(0):
            first, later = self.number(start), self.extra(words)
            begins = self.put(f"call i64 @llvm.smax.i64(i64 {first}, i64 0)")
            behind = self.from_on(members, begins, words)
            self.store(self.put(f"xor {of} {members}, {behind}"), later, words)
            members = behind
        self.store(members, left, words)
        if later is None and words >= MANY_WORDS:
            self.word_by_word(name, left, words, body)
            return
        again, turn, end = self.labels("again", "turn", "end")
        self.label(again)
        here = self.load(left, words)
        if later is not None:
            (more,) = self.labels("more")
            (rest,) = self.labels("rest")
            self.fork(self.put(f"icmp eq {of} {here}, 0"), rest, turn)
            self.label(rest)
            others = self.load(later, words)
            self.store("0", later, words)
            self.store(others, left, words)
            self.fork(self.put(f"icmp eq {of} {others}, 0"), end, more)
            self.label(more)
            self.label(turn)
            here = self.load(left, words)
        else:
            self.fork(self.put(f"icmp eq {of} {here}, 0"), end, turn)
            self.label(turn)
        found = self.intrinsic("cttz", here, words, ", i1 true")
        less = self.put(f"add {of} {here}, -1")
        self.store(self.put(f"and {of} {here}, {less}"), left, words)
        self.set_local(name, found)
        self.inside(body, again, end)
        self.label(end)

    def word_by_word(self, name: str, left: str, words: int, body: list[lo.Stmt]) -> None:
        """The same for a set of many words: each turn looks at one of them, not at all."""
        at, word = self.extra(), self.extra()
        self.store("0", at)
        self.store("0", word)
        again, turn, end = self.labels("again", "turn", "end")
        none, more = self.labels("none", "more")
        self.label(again)
        here = self.load(word)
        self.fork(self.put(f"icmp eq i64 {here}, 0"), none, turn)
        self.label(none)
        following = self.load(at)
        self.fork(self.put(f"icmp slt i64 {following}, {words}"), more, end)
        self.label(more)
        place = self.put(f"getelementptr i64, ptr {left}, i64 {following}")
        self.store(self.put(f"load i64, ptr {place}"), word)
        self.store(self.put(f"add i64 {following}, 1"), at)
        self.jump(again)
        self.label(turn)
        less = self.put(f"add i64 {here}, -1")
        self.store(self.put(f"and i64 {here}, {less}"), word)
        member = self.intrinsic("cttz", here, 1, ", i1 true")
        before = self.put(f"shl i64 {self.load(at)}, 6")
        self.set_local(
            name, self.put(f"add i64 {before}, {self.put(f'add i64 {member}, -{WORD}')}")
        )
        self.inside(body, again, end)
        self.label(end)

    def for_range(self, s: lo.ForRange) -> None:
        at, last = self.extra(), self.number(s.high)
        self.store(self.number(s.low), at)
        again, turn, end = self.labels("again", "turn", "end")
        self.label(again)
        here = self.load(at)
        self.fork(self.put(f"icmp sle i64 {here}, {last}"), turn, end)
        self.label(turn)
        self.store(self.put(f"add i64 {here}, 1"), at)
        self.set_local(s.name, here)
        self.inside(s.body, again, end)
        self.label(end)

    def for_sorted(self, s: lo.ForSorted) -> None:
        """Members and keys go into arrays on the stack, each to its place among those that are there."""
        words = self.words(s.mask) or 1
        of = f"[{WORD * words} x i64]"
        self.count += 1
        keys, members = f"_keys{self.count}", f"_members{self.count}"
        thens = f"_thens{self.count}"
        self.slots[keys] = self.slots[members] = of
        if s.then is not None:
            self.slots[thens] = of
        many = self.extra()
        self.store("0", many)

        def entry(array: str, at: str) -> str:
            return self.put(f'getelementptr inbounds {of}, ptr %"{array}", i64 0, i64 {at}')

        again, turn, end = self.sorting_head(s, words)
        if s.key_body:
            self.body(s.key_body)
        key, then = self.number(s.key), "" if s.then is None else self.number(s.then)
        one = self.load(self.slot(self.own(s.name), 1))
        at = self.extra()
        self.store(self.load(many), at)
        find, look, move, put = self.labels("find", "look", "move", "put")
        self.label(find)
        here = self.load(at)
        self.fork(self.put(f"icmp eq i64 {here}, 0"), put, look)
        self.label(look)
        before = self.put(f"sub i64 {here}, 1")
        other = self.put(f"load i64, ptr {entry(keys, before)}")
        behind = self.put(f"icmp {'slt' if s.falling else 'sgt'} i64 {other}, {key}")
        if then:
            other_then = self.put(f"load i64, ptr {entry(thens, before)}")
            level = self.put(f"icmp eq i64 {other}, {key}")
            later = self.put(f"icmp sgt i64 {other_then}, {then}")
            behind = self.put(f"or i1 {behind}, {self.put(f'and i1 {level}, {later}')}")
        self.fork(behind, move, put)
        self.label(move)
        self.store(other, entry(keys, here))
        if then:
            self.store(other_then, entry(thens, here))
        self.store(self.put(f"load i64, ptr {entry(members, before)}"), entry(members, here))
        self.store(before, at)
        self.jump(find)
        self.label(put)
        here = self.load(at)
        self.store(key, entry(keys, here))
        if then:
            self.store(then, entry(thens, here))
        self.store(one, entry(members, here))
        self.store(self.put(f"add i64 {self.load(many)}, 1"), many)
        self.jump(again)
        self.label(end)
        self.store("0", at)
        again, turn, end = self.labels("again", "turn", "end")
        self.label(again)
        here = self.load(at)
        self.fork(self.put(f"icmp slt i64 {here}, {self.load(many)}"), turn, end)
        self.label(turn)
        self.store(self.put(f"add i64 {here}, 1"), at)
        self.set_local(s.name, self.put(f"load i64, ptr {entry(members, here)}"))
        self.inside(s.body, again, end)
        self.label(end)

    def sorting_head(self, s: lo.ForSorted, words: int) -> tuple[str, str, str]:
        """The head of the loop in which keys are worked out: open in its turn, with the member in the local."""
        left, later = self.extra(words), self.extra(words)
        of, members = type_of(words), self.value(s.mask, words)
        start = s.start if s.start is not None else Int(0)
        begins = self.put(f"call i64 @llvm.smax.i64(i64 {self.number(start)}, i64 0)")
        behind = self.from_on(members, begins, words)
        self.store(self.put(f"xor {of} {members}, {behind}"), later, words)
        self.store(behind, left, words)
        again, rest, turn, end = self.labels("again", "rest", "turn", "end")
        self.label(again)
        self.fork(self.put(f"icmp eq {of} {self.load(left, words)}, 0"), rest, turn)
        self.label(rest)
        others = self.load(later, words)
        self.store("0", later, words)
        self.store(others, left, words)
        self.fork(self.put(f"icmp eq {of} {others}, 0"), end, turn)
        self.label(turn)
        here = self.load(left, words)
        found = self.intrinsic("cttz", here, words, ", i1 true")
        less = self.put(f"add {of} {here}, -1")
        self.store(self.put(f"and {of} {here}, {less}"), left, words)
        self.set_local(s.name, found)
        return again, turn, end

    # ---- the course

    def charge(self, fault: int, count: int) -> None:
        at = self.word(str(lay.BUDGET))
        steps = self.put(f"add i64 {self.put(f'load i64, ptr {at}')}, {count}")
        self.do(f"store i64 {steps}, ptr {at}")
        label = self.exit_with(f"fault.{fault}", fault + 1)
        self.unless(self.put(f"icmp sle i64 {steps}, {MOST_STEPS}"), label)

    def finish(self) -> None:
        if self.in_run:
            self.jump("over")
        else:
            self.set_status(str(ENDED))
            self.jump(self.leave())

    def goto(self, block: int) -> None:
        if block not in self.shared.blocks:
            raise NotNative(f"the block {block}")
        self.jump(f"block.{block}")

    def switch(self, index: lo.Expr, blocks: tuple[int, ...]) -> None:
        if not set(blocks) <= self.shared.blocks:
            raise NotNative("a block that is none")
        cases = " ".join(f"i64 {n}, label %block.{block}" for n, block in enumerate(blocks))
        self.do(f"switch i64 {self.number(index)}, label %{self.broken()} [{cases}]")
        self.open = False

    def ask(self, s: lo.Ask) -> None:
        words = self.shared.kinds.word(lay.OPTIONS)
        player, numbers = self.number(s.player), counted(s.mask)
        many = "0" if numbers is None else self.number(numbers)
        mask = "0" if numbers is not None else self.value(s.mask, words)
        offset, extra = self.number(s.offset), self.number(s.extra)
        for at, value in (
            (lay.PC, str(s.block)),
            (lay.ASKER, player),
            (lay.SITE, str(s.site)),
            (lay.OFFSET, offset),
            (lay.EXTRA, extra),
        ):
            self.write(str(at), value, 1)
        if numbers is not None:
            self.between(many, 0, _MOST_NUMBERS)
            fits = self.put(f"icmp ult i64 {many}, {WORD * words}")
            mask = self.below(self.put(f"select i1 {fits}, i64 {many}, i64 0"), words)
            many = self.put(f"select i1 {fits}, i64 0, i64 {many}")
        self.write(str(lay.OPTIONS), mask, words)
        if self.shared.numbers:
            self.write(str(self.shared.place.numbers), many, 1)
        self.jump("asked")
