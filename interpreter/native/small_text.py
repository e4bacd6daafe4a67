"""Functions of LLVM IR written step by step: values, variables, loops and conditions, for code that knows no game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class Text:
    """One function in the making. Values are names or numbers as text; variables lie on the stack, which LLVM makes
    registers of.
    """

    head: str
    lines: list[str] = field(default_factory=list)
    slots: list[str] = field(default_factory=list)
    count: int = 0

    def written(self) -> Iterator[str]:
        """The whole function."""
        yield f"define {self.head} nounwind {{"
        yield "entry:"
        yield from self.slots
        yield from self.lines
        yield "}"

    # ---- instructions

    def put(self, text: str) -> str:
        """An instruction that gives a value."""
        self.count += 1
        self.lines.append(f"  %t{self.count} = {text}")
        return f"%t{self.count}"

    def do(self, text: str) -> None:
        self.lines.append(f"  {text}")

    def op(self, name: str, left: str | int, right: str | int) -> str:
        """An operation on two numbers."""
        return self.put(f"{name} i64 {left}, {right}")

    def test(self, how: str, left: str | int, right: str | int) -> str:
        """Whether two numbers compare so, as one bit."""
        return self.put(f"icmp {how} i64 {left}, {right}")

    def both(self, one: str, other: str) -> str:
        return self.put(f"and i1 {one}, {other}")

    def pick(self, test: str, yes: str | int, no: str | int) -> str:
        return self.put(f"select i1 {test}, i64 {yes}, i64 {no}")

    def cut(self, value: str | int, low: str | int, high: str | int) -> str:
        """A number, within a range."""
        more = self.put(f"call i64 @llvm.smax.i64(i64 {value}, i64 {low})")
        return self.put(f"call i64 @llvm.smin.i64(i64 {more}, i64 {high})")

    def count_bits(self, value: str) -> str:
        return self.put(f"call i64 @llvm.ctpop.i64(i64 {value})")

    # ---- memory

    def read(self, base: str, at: str | int, of: str = "i64") -> str:
        """A number in memory, as 64 bits."""
        where = self.put(f"getelementptr {of}, ptr {base}, i64 {at}")
        found = self.put(f"load {of}, ptr {where}")
        return found if of == "i64" else self.put(f"sext {of} {found} to i64")

    def write(self, base: str, at: str | int, value: str | int, of: str = "i64") -> None:
        where = self.put(f"getelementptr {of}, ptr {base}, i64 {at}")
        if of != "i64":
            value = self.put(f"trunc i64 {value} to {of}")
        self.do(f"store {of} {value}, ptr {where}")

    def moved(self, base: str, at: str | int, of: str = "i64") -> str:
        """A pointer, further on."""
        return self.put(f"getelementptr {of}, ptr {base}, i64 {at}")

    def var(self, start: str | int = 0) -> str:
        """A variable with its first value."""
        self.count += 1
        name = f"%v{self.count}"
        self.slots.append(f"  {name} = alloca i64")
        self.set(name, start)
        return name

    def get(self, var: str) -> str:
        return self.put(f"load i64, ptr {var}")

    def set(self, var: str, value: str | int) -> None:
        self.do(f"store i64 {value}, ptr {var}")

    # ---- courses

    def names(self, *names: str) -> list[str]:
        self.count += 1
        return [f"{name}.{self.count}" for name in names]

    def label(self, name: str) -> None:
        """Goes on at a label, from here as well."""
        self.do(f"br label %{name}")
        self.lines.append(f"{name}:")

    def fork(self, test: str, yes: str, no: str) -> None:
        self.do(f"br i1 {test}, label %{yes}, label %{no}")

    @contextmanager
    def when(self, test: str) -> Iterator[None]:
        """What is done only if a test holds."""
        then, after = self.names("then", "after")
        self.fork(test, then, after)
        self.lines.append(f"{then}:")
        yield
        self.label(after)

    @contextmanager
    def while_(self) -> Iterator[list[str]]:
        """A loop; the list that it gives takes the labels of its end, for `leave`."""
        head, after = self.names("head", "after")
        self.label(head)
        yield [after]
        self.do(f"br label %{head}")
        self.lines.append(f"{after}:")

    def leave(self, test: str, loop: list[str]) -> None:
        """Leaves a loop if a test holds."""
        (go_on,) = self.names("on")
        self.fork(test, loop[0], go_on)
        self.lines.append(f"{go_on}:")

    @contextmanager
    def times(self, count: str | int, start: str | int = 0) -> Iterator[str]:
        """A loop through the numbers below a count; gives the number."""
        n = self.var(start)
        with self.while_() as loop:
            at = self.get(n)
            self.leave(self.test("sge", at, count), loop)
            yield at
            self.set(n, self.op("add", at, 1))

    @contextmanager
    def bits(self, mask: str) -> Iterator[str]:
        """A loop through the members of a set of one word."""
        left = self.var(mask)
        with self.while_() as loop:
            now = self.get(left)
            self.leave(self.test("eq", now, 0), loop)
            at = self.put(f"call i64 @llvm.cttz.i64(i64 {now}, i1 true)")
            yield at
            self.set(left, self.op("and", now, self.op("add", now, -1)))


__all__ = ["Text"]
