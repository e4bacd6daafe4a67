"""`deal`, as LLVM IR: goes through a plan of what a player does not know, as `dealing.py` makes it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntEnum

from boardwright.interpreter.machine import rng
from boardwright.interpreter.machine.widths import WORD
from boardwright.interpreter.native.writer import Place


class Deal(IntEnum):
    """What comes next in a plan."""

    END = 0
    GENERATOR = 1  # its first word
    DRAWN = 2  # the word, the least, how many there are
    SHARE = 3  # how many words, the total, the words
    SCATTER = 4  # how many, the word of piece 0; then as many pieces, places and words of masks
    ORDER = 5  # of the scatter before it: tops, above, below, how many, and what lies there
    EXCHANGE = 6  # how many; then as many words and values
    CLAIMED = 7  # how many, how many claims; words; values; of each claim how many words and values, and which


@dataclass(slots=True)
class _Text:
    """Writes one function whose loops count in words of the stack."""

    lines: list[str] = field(default_factory=list)
    counters: list[str] = field(default_factory=list)
    count: int = 0

    def put(self, text: str) -> str:
        self.count += 1
        self.lines.append(f"  %x{self.count} = {text}")
        return f"%x{self.count}"

    def do(self, *lines: str) -> None:
        self.lines += [line if line.endswith(":") else f"  {line}" for line in lines]

    def counter(self, first: str = "0") -> str:
        self.count += 1
        self.counters.append(f"%c{self.count}")
        self.do(f"store i64 {first}, ptr %c{self.count}")
        return f"%c{self.count}"

    def load(self, base: str, at: str) -> str:
        return self.put(f"load i64, ptr {self.put(f'getelementptr i64, ptr {base}, i64 {at}')}")

    def store(self, value: str, base: str, at: str) -> None:
        self.do(f"store i64 {value}, ptr {self.put(f'getelementptr i64, ptr {base}, i64 {at}')}")

    def add(self, one: str, other: str) -> str:
        return self.put(f"add i64 {one}, {other}")

    def taken(self, many: int) -> list[str]:
        """The next numbers of the plan."""
        at = self.put("load i64, ptr %next")
        found = [self.load("%plan", self.add(at, str(n))) for n in range(many)]
        self.do(f"store i64 {self.add(at, str(many))}, ptr %next")
        return found

    def row(self, many: str) -> str:
        """Where the next numbers of the plan begin, which are passed by."""
        at = self.put("load i64, ptr %next")
        self.do(f"store i64 {self.add(at, many)}, ptr %next")
        return self.put(f"getelementptr i64, ptr %plan, i64 {at}")

    @contextmanager
    def each(self, many: str) -> Iterator[str]:
        """A loop over the numbers below one."""
        self.count += 1
        name, counter = f"loop{self.count}", self.counter()
        self.do(f"br label %{name}", f"{name}:")
        here = self.put(f"load i64, ptr {counter}")
        test = self.put(f"icmp slt i64 {here}, {many}")
        self.do(f"br i1 {test}, label %{name}.turn, label %{name}.end", f"{name}.turn:")
        yield here
        self.do(f"store i64 {self.add(here, '1')}, ptr {counter}", f"br label %{name}")
        self.do(f"{name}.end:")

    @contextmanager
    def when(self, test: str) -> Iterator[None]:
        """A branch."""
        self.count += 1
        name = f"when{self.count}"
        self.do(f"br i1 {test}, label %{name}, label %{name}.end", f"{name}:")
        yield
        self.do(f"br label %{name}.end", f"{name}.end:")


_MIXED = """\
define internal i64 @some(ptr %stream, i64 %n) nounwind {
  %one = icmp eq i64 %n, 1
  br i1 %one, label %none, label %several
none:
  ret i64 0
several:
  %drawn = call i64 @below(ptr %stream, i64 %n)
  ret i64 %drawn
}
define internal void @mixed(ptr %items, i64 %n, ptr %stream) nounwind {
entry:
  %top = add i64 %n, -1
  br label %head
head:
  %last = phi i64 [ %top, %entry ], [ %before, %turn ]
  %more = icmp sgt i64 %last, 0
  br i1 %more, label %turn, label %done
turn:
  %many = add i64 %last, 1
  %other = call i64 @below(ptr %stream, i64 %many)
  %one.at = getelementptr i64, ptr %items, i64 %last
  %two.at = getelementptr i64, ptr %items, i64 %other
  %one = load i64, ptr %one.at
  %two = load i64, ptr %two.at
  store i64 %two, ptr %one.at
  store i64 %one, ptr %two.at
  %before = add i64 %last, -1
  br label %head
done:
  ret void
}
"""


def dealing_text(place: Place) -> Iterator[str]:
    """`deal(v, plan, stream, scratch)`."""
    yield _MIXED
    text = _Text()
    parts = {
        Deal.GENERATOR: _generator,
        Deal.DRAWN: _drawn,
        Deal.SHARE: _share,
        Deal.SCATTER: _scatter,
        Deal.ORDER: _order,
        Deal.EXCHANGE: _exchange,
        Deal.CLAIMED: _claimed,
    }
    for what, write in parts.items():
        text.do(f"part{what}:")
        write(text, place)
        text.do("br label %dispatch")
    yield (
        "define void @deal(ptr noalias %v, ptr noalias %plan, ptr noalias %stream, "
        "ptr noalias %scratch) nounwind {"
    )
    yield "entry:"
    yield "  %next = alloca i64"
    yield from (f"  {counter} = alloca i64" for counter in text.counters)
    yield "  store i64 0, ptr %next"
    yield "  br label %dispatch"
    yield "dispatch:"
    yield "  %at = load i64, ptr %next"
    yield "  %after = add i64 %at, 1"
    yield "  store i64 %after, ptr %next"
    yield "  %what.at = getelementptr i64, ptr %plan, i64 %at"
    yield "  %what = load i64, ptr %what.at"
    cases = " ".join(f"i64 {what}, label %part{what}" for what in parts)
    yield f"  switch i64 %what, label %done [{cases}]"
    yield from text.lines
    yield "done:"
    yield "  ret void"
    yield "}"


def _generator(text: _Text, place: Place) -> None:
    (at,) = text.taken(1)
    for n in range(rng.WORDS):
        word = text.put("call i64 @below(ptr %stream, i64 4294967296)")
        # All zero would be zero for ever.
        word = text.put(f"or i64 {word}, 1") if n == 0 else word
        text.store(word, "%v", text.add(at, str(n)))


def _drawn(text: _Text, place: Place) -> None:
    at, low, count = text.taken(3)
    text.store(text.add(low, text.put(f"call i64 @some(ptr %stream, i64 {count})")), "%v", at)


def _share(text: _Text, place: Place) -> None:
    """Where the total is cut is drawn, and put into order on the way: each word gets what lies between two cuts."""
    many, total = text.taken(2)
    words = text.row(many)
    sides = text.add(total, "1")
    with text.each(text.add(many, "-1")) as n:
        cut = text.put(f"call i64 @some(ptr %stream, i64 {sides})")
        spot = text.counter(n)
        with text.each(n):  # as many looks at most as there are cuts before
            here = text.put(f"load i64, ptr {spot}")
            known = text.put(f"icmp sgt i64 {here}, 0")
            with text.when(known):
                before = text.add(here, "-1")
                other = text.load("%scratch", before)
                with text.when(text.put(f"icmp sgt i64 {other}, {cut}")):
                    text.store(other, "%scratch", here)
                    text.do(f"store i64 {before}, ptr {spot}")
        text.store(cut, "%scratch", text.put(f"load i64, ptr {spot}"))
    low = text.counter()
    with text.each(many) as n:
        last = text.put(f"icmp eq i64 {text.add(n, '1')}, {many}")
        cut = text.load("%scratch", n)
        high = text.put(f"select i1 {last}, i64 {total}, i64 {cut}")
        share = text.put(f"sub i64 {high}, {text.put(f'load i64, ptr {low}')}")
        text.store(share, "%v", text.load(words, n))
        text.do(f"store i64 {high}, ptr {low}")


def _copied(text: _Text, items: str, many: str) -> None:
    """Puts a row into a random order; it lies in `scratch` then."""
    bytes_ = text.put(f"shl i64 {many}, 3")
    text.do(f"call void @llvm.memcpy.p0.p0.i64(ptr %scratch, ptr {items}, i64 {bytes_}, i1 false)")
    text.do(f"call void @mixed(ptr %scratch, i64 {many}, ptr %stream)")


def _scatter(text: _Text, place: Place) -> None:
    many, first = text.taken(2)
    pieces, places, masks = (text.row(many) for _ in range(3))
    _copied(text, pieces, many)
    with text.each(many) as n:
        piece, mask = text.load("%scratch", n), text.load(masks, n)
        text.store(text.load(places, n), "%v", text.add(first, piece))
        one = text.put(f"shl i64 1, {text.put(f'and i64 {piece}, {WORD - 1}')}")
        at = mask
        if place.parts > 1:
            part = text.put(f"lshr i64 {piece}, {WORD.bit_length() - 1}")
            high = text.put(f"mul i64 {text.add(part, '-1')}, {place.stretch}")
            high = text.add(text.add(high, mask), str(place.size - place.first))
            is_low = text.put(f"icmp eq i64 {part}, 0")
            at = text.put(f"select i1 {is_low}, i64 {mask}, i64 {high}")
        text.store(text.put(f"or i64 {text.load('%v', at)}, {one}"), "%v", at)


def _order(text: _Text, place: Place) -> None:
    tops, above, below, many = text.taken(4)
    order = text.row(many)
    under, bottom = text.counter(), text.add(tops, "1")
    text.store("0", "%v", bottom)
    with text.each(many) as n:
        entry = text.load(order, n)
        dealt = text.load(
            "%scratch",
            text.put(f"call i64 @llvm.smax.i64(i64 {text.put(f'xor i64 {entry}, -1')}, i64 0)"),
        )
        piece = text.put(
            f"select i1 {text.put(f'icmp slt i64 {entry}, 0')}, i64 {dealt}, i64 {entry}"
        )
        before, name = text.put(f"load i64, ptr {under}"), text.add(piece, "1")
        text.store(before, "%v", text.add(below, piece))
        text.store("0", "%v", text.add(above, piece))
        is_first = text.put(f"icmp eq i64 {before}, 0")
        above_it = text.add(text.add(above, before), "-1")
        text.store(name, "%v", text.put(f"select i1 {is_first}, i64 {bottom}, i64 {above_it}"))
        text.do(f"store i64 {name}, ptr {under}")
    text.store(text.put(f"load i64, ptr {under}"), "%v", tops)


def _exchange(text: _Text, place: Place) -> None:
    (many,) = text.taken(1)
    words, values = text.row(many), text.row(many)
    _copied(text, values, many)
    with text.each(many) as n:
        text.store(text.load("%scratch", n), "%v", text.load(words, n))


def _claimed(text: _Text, place: Place) -> None:
    """What is claimed comes first, each claim to some of its words; what is left goes to the words that have nothing yet. Behind
    the row that is being mixed `scratch` has, for each word, whether it has something.
    """
    many, claims, left = text.taken(3)
    words, rest = text.row(many), text.row(left)
    marks = text.put(f"getelementptr i64, ptr %scratch, i64 {many}")
    with text.each(many) as n:
        text.store("0", marks, n)
    with text.each(claims):
        there, claimed = text.taken(2)
        numbers, values = text.row(there), text.row(claimed)
        _copied(text, numbers, there)
        with text.each(claimed) as n:
            number = text.load("%scratch", n)
            text.store("1", marks, number)
            text.store(text.load(values, n), "%v", text.load(words, number))
    _copied(text, rest, left)
    given = text.counter()
    with text.each(many) as n, text.when(text.put(f"icmp eq i64 {text.load(marks, n)}, 0")):
        here = text.put(f"load i64, ptr {given}")
        text.store(text.load("%scratch", here), "%v", text.load(words, n))
        text.do(f"store i64 {text.add(here, '1')}, ptr {given}")
