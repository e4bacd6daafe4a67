"""The possible values of the locals of running rules, inferred from the lowered rules: a span for each word of a frame.

The blocks are read as if everything happened at once: each word may have any value that any block stores there. Tests
narrow values until the end of their block. Words that keep growing are soon given up.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from boardwright.dsl.language.types import NumberType, SetType
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.node_uses import expressions, sets, statements
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var
from boardwright.interpreter.machine.spans import (
    TRUTH,
    WIDE,
    Span,
    bit_of,
    clamped,
    exactly,
    index_in,
    joined,
    operated,
    span_of,
    subset,
    widened,
)
from boardwright.interpreter.machine.widths import widths_of
from boardwright.interpreter.machine.word_ranges import ABSENT, Dealt, Generator, OfFrame
from boardwright.interpreter.program.program import Program

_OFTEN = 40  # a word whose span has changed this often keeps growing
_TURNS = 4  # this many turns of a loop are followed
_GROUPS = 64  # this many groups of words are tried for one address

Env = dict[lo.Expr, Span | None]
Asked = tuple[Span | None, ...]
"""The possible values of `ASKER`, `OPTIONS`, `OFFSET` and `EXTRA` at one site."""

_CHOSEN = Load(Int(lay.CHOSEN))


@dataclass(frozen=True, slots=True)
class Inferred:
    """`words` are the spans of the words of frames; `asked` are the possible decisions, by block and site."""

    words: Mapping[int, Span]
    asked: Mapping[tuple[int, int], Asked]


def inferred(program: Program) -> Inferred:
    """What the blocks of a program may store in its frames, and ask."""
    return program.kept("inferred", lambda program: _Inferring(program).found())


@dataclass(slots=True)
class _Inferring:
    program: Program
    starts: list[int] = field(init=False)
    frames: frozenset[int] = field(init=False)
    stack: range = field(init=False)
    words: dict[int, Span] = field(default_factory=dict)
    changes: dict[int, int] = field(default_factory=dict)
    chosen: dict[int, Span | None] = field(default_factory=dict)  # the answer, by block
    asked: dict[tuple[int, int], Asked] = field(default_factory=dict)
    results: dict[str, Span | None] = field(default_factory=dict)
    waiting: dict[int, None] = field(default_factory=dict)
    readers: dict[int, list[int]] = field(default_factory=dict)
    # For the enclosing functions and loops: what is returned, and what is known where a turn ends early.
    returned: list[list[Span | None]] = field(default_factory=list)
    left: list[list[Env]] = field(default_factory=list)

    def __post_init__(self) -> None:
        under_way = self.program.under_way
        self.starts = sorted(self.program.layout.holds)
        arrays = {at for frame in under_way.frames.values() for at in frame.arrays}
        every = {at for frame in under_way.frames.values() for at in frame.words}
        self.frames = frozenset(every - arrays)
        self.stack = range(under_way.base, under_way.base + under_way.room)

    def found(self) -> Inferred:
        blocks = {block.number: block for block in self.program.blocks}
        for block in blocks.values():
            for e in expressions(block.body):
                match e:
                    case Load(at=Int(value=at)) if at in self.frames:
                        self.readers.setdefault(at, []).append(block.number)
                    case _:
                        pass
        for frame in self.program.under_way.frames.values():
            self.chosen |= dict.fromkeys(frame.returns, WIDE)
        self.waiting = dict.fromkeys(blocks)
        while self.waiting:
            number = next(iter(self.waiting))
            del self.waiting[number]
            self.body(blocks[number].body, {_CHOSEN: self.chosen.get(number)})
        program = self.program
        widths = widths_of(program.functions, program.blocks, program.tables, program.layout)
        words = {
            at: span
            if widths.word(at)
            else replace(span, low=max(span.low, ABSENT), high=min(span.high, -ABSENT))
            for at, span in self.words.items()
        }
        return Inferred(words, self.asked)

    # ---- statements: what is known after them; None if nothing gets there

    def body(self, body: Sequence[lo.Stmt], env: Env) -> Env | None:
        known: Env | None = env
        for s in body:
            if known is None:
                break
            known = self.statement(s, known)
        return known

    def statement(self, s: lo.Stmt, env: Env) -> Env | None:
        match s:
            case lo.SetVar(name=name, value=value):
                return {**env, Var(name): self.expr(value, env)}
            case lo.Store(at=Int(value=at), value=value):
                span = self.expr(value, env)
                if at == lay.CHOSEN:
                    return {**env, _CHOSEN: span}
                self.store(at, span)
            case lo.When(test=test, body=yes, otherwise=no):
                return _either(
                    self.body(yes, self.told(test, True, env)),
                    self.body(no, self.told(test, False, env)),
                )
            case lo.ForBits() | lo.ForSorted() | lo.ForRange() | lo.Loop():
                return self.loop(s, env)
            case lo.Goto(block=block):
                self.reach(block, env.get(_CHOSEN, WIDE))
                return None
            case lo.Switch(blocks=several):
                for block in several:
                    self.reach(block, env.get(_CHOSEN, WIDE))
                return None
            case lo.Ask():
                self.ask(s, env)
                return None
            case lo.Return(value=value):
                self.returned[-1].append(self.expr(value, env))
                return None
            case lo.Break() | lo.Again():
                self.left[-1].append(env)
                return None
            case lo.Fail() | lo.Finish() | lo.GotoVar() | lo.Leave() | lo.Enter():
                return None
            case lo.Store() | lo.Array() | lo.SetItem() | lo.Copy() | lo.Fill():
                pass  # no word of a frame changes
            case lo.Keep() | lo.PutBack():
                pass  # it is in functions alone, after which no word of a frame is another
            case lo.Do() | lo.Told() | lo.Mark() | lo.Charge():
                pass
        return env

    def loop(self, s: lo.ForBits | lo.ForSorted | lo.ForRange | lo.Loop, env: Env) -> Env:
        match s:
            case lo.ForBits(name=name, mask=mask) | lo.ForSorted(name=name, mask=mask):
                found = self.expr(mask, env)
                own: Env = {Var(name): None if found is None else index_in(found, sure=True)}
            case lo.ForRange(name=name, low=low, high=high):
                own = {Var(name): _from_to(self.expr(low, env), self.expr(high, env))}
            case lo.Loop():
                own = {}
        changing = {Var(n) for inner in statements(s.body) if (n := sets(inner)) is not None}
        around = env
        for turn in range(_TURNS + 1):
            if turn == _TURNS:
                around = {**around, **dict.fromkeys(changing, WIDE)}
            self.left.append([])
            end = self.body(s.body, {**around, **own})
            ends = [each for each in (end, *self.left.pop()) if each is not None]
            after: Env | None = around
            for each in ends:
                after = _either(after, each)
            assert after is not None
            if after == around:
                break
            around = after
        return around

    def store(self, at: int, span: Span | None) -> None:
        if at not in self.frames or span is None:
            return
        before = self.words.get(at)
        now = joined(before, span)
        assert now is not None
        if now == before:
            return
        self.changes[at] = self.changes.get(at, 0) + 1
        if before is not None and self.changes[at] > _OFTEN:
            now = widened(before, now)
        self.words[at] = now
        self.waiting.update(dict.fromkeys(self.readers.get(at, ())))

    def reach(self, block: int, chosen: Span | None) -> None:
        """Notes that a jump leads there, with this answer."""
        before = self.chosen.get(block)
        now = joined(before, chosen)
        if now != before:
            self.chosen[block] = now
            self.waiting[block] = None

    def ask(self, s: lo.Ask, env: Env) -> None:
        player, mask, offset, extra = (
            self.expr(each, env) for each in (s.player, s.mask, s.offset, s.extra)
        )
        known = self.asked.get((s.block, s.site), (None,) * 4)
        now = zip(known, (player, mask, offset, extra), strict=True)
        self.asked[s.block, s.site] = tuple(joined(*each) for each in now)
        if mask is None or offset is None:
            return
        answer = joined(
            operated("+", index_in(mask, sure=True), offset),
            None if extra is None or extra.high == 0 else exactly(lay.DECLINED),
        )
        self.reach(s.block, answer)

    # ---- expressions

    def expr(self, e: lo.Expr, env: Env) -> Span | None:
        """The span of an expression; None as long as part of it has no known value."""
        match e:
            case Int(value=value):
                return exactly(value)
            case Var():
                return env.get(e, WIDE)
            case Load(at=at):
                return env.get(e, WIDE) if e == _CHOSEN else self.loaded(self.expr(at, env))
            case lo.Look(table=table, index=index):
                found = self.expr(index, env)
                return None if found is None else self.row(table, found)
            case Op(op="and" | "or" as op, left=left, right=right):
                first = self.expr(left, env)
                second = self.expr(right, self.told(left, op == "and", env))
                return joined(joined(first, second), exactly(0))
            case Op(op=op, left=left, right=right):
                a, b = self.expr(left, env), self.expr(right, env)
                return None if a is None or b is None else operated(op, a, b)
            case Un(op=op, operand=operand):
                found = self.expr(operand, env)
                return None if found is None else _of_one(op, found)
            case lo.Cond(test=test, yes=yes, no=no):
                return joined(
                    self.expr(yes, self.told(test, True, env)),
                    self.expr(no, self.told(test, False, env)),
                )
            case lo.Pick(mask=mask):
                found = self.expr(mask, env)
                return None if found is None else index_in(found, sure=True)
            case lo.Dice(sides=sides):
                found = self.expr(sides, env)
                return None if found is None else Span(1, max(1, found.high))
            case lo.Item():
                return WIDE
            case lo.Apply(function=name, arguments=arguments):
                return self.applied(name, [self.expr(each, env) for each in arguments])

    def loaded(self, at: Span | None) -> Span | None:
        """The span of a word."""
        if at is None:
            return None
        starts = self.starts
        first, last = bisect_right(starts, at.low) - 1, bisect_right(starts, at.high) - 1
        if first < 0 or last - first > _GROUPS:
            return WIDE
        found: Span | None = None
        for start in starts[first : last + 1]:
            found = joined(found, self.group(start))
        return found

    def group(self, start: int) -> Span | None:
        """The span of a group of words; those of the stack have only values of other words."""
        _, holds = self.program.layout.holds[start]
        if start in self.frames:
            return self.words.get(start)
        if start in self.stack:
            return None
        match holds:
            case OfFrame(holds=inner):
                return joined(span_of(inner), exactly(0))
            case Dealt(values=values):
                return Span(min(values, default=0), max(values, default=0))
            case Generator():
                return WIDE
            case _:
                return span_of(holds)

    def row(self, table: str, index: Span) -> Span:
        rows = self.program.tables[table]
        if index.low >= 0:
            rows = rows[index.low : index.high + 1] or rows
        found = Span(min(rows), max(rows))
        if found.low < 0:
            return found
        mask = 0
        for row in rows:
            mask |= row
        return Span(found.low, found.high, mask)

    def applied(self, name: str, given: Sequence[Span | None]) -> Span | None:
        """The span of a function call."""
        program = self.program
        if name.startswith("value:"):
            of = program.table.game.values[name.removeprefix("value:").partition("~")[0]].type
            if not isinstance(of, NumberType) and not (
                isinstance(of, SetType) and isinstance(of.element, NumberType)
            ):
                return joined(span_of(program.layout.range_of(of)), exactly(-1))
        first = given[0] if given else None
        match name.partition(":")[0]:
            case "alike":
                return None if first is None else subset(first)
            case "settled":
                of = program.events[int(name.removeprefix("settled:event"))].element
                every = program.layout.universe(of)
                picked = given[0]
                return None if picked is None else Span(int(picked.low > 0), every, every)
            case "first_from" | "first_named":
                return None if first is None else index_in(first)
            case "from_seat" | "step_on" | "next_in":
                return Span(-1, program.table.players - 1)
            case "find_face":
                return Span(-1, len(program.table.pieces[name.partition(":")[2]]) - 1)
            case "nameless":
                return None if first is None else subset(first)
            case "position" | "named_position":
                if first is None or first.low < 0:
                    return first
                return Span(0, first.bits.bit_count())
            case _:
                return self.result(name)

    def result(self, name: str) -> Span | None:
        """The span of a lowered function, for any arguments."""
        if name not in self.program.functions:
            return WIDE
        if name not in self.results:
            self.results[name] = WIDE  # for calls to itself
            self.returned.append([exactly(0)])
            self.body(self.program.functions[name].body, {})
            found: Span | None = None
            for each in self.returned.pop():
                found = joined(found, each)
            self.results[name] = found
        return self.results[name]

    # ---- tests

    def told(self, test: lo.Expr, truth: bool, env: Env) -> Env:
        """What is known if a test has this result."""
        match test:
            case Un(op="not", operand=operand):
                return self.told(operand, not truth, env)
            case Op(op="and" | "or" as op, left=left, right=right) if (op == "and") == truth:
                return self.told(right, truth, self.told(left, truth, env))
            case Op(op=op, left=left, right=right) if op in lo.OPPOSITE:
                holds = op if truth else lo.OPPOSITE[op]
                a, b = self.expr(left, env), self.expr(right, env)
                if a is None or b is None:
                    return env
                more = {left: _less(holds, a, b), right: _less(_TURNED[holds], b, a)}
            case _:
                found = self.expr(test, env)
                if found is None:
                    return env
                more = {test: _less("!=" if truth else "==", found, exactly(0))}
        return {
            **env,
            **{e: span for e, span in more.items() if isinstance(e, Var) or e == _CHOSEN},
        }


_TURNED: dict[lo.CompareOp, lo.CompareOp] = {
    "<": ">",
    ">": "<",
    "<=": ">=",
    ">=": "<=",
    "==": "==",
    "!=": "!=",
}


def _less(op: lo.CompareOp, a: Span, b: Span) -> Span:
    """The part of the first span for which this comparison is true; all of it if there would be no such part."""
    low, high = a.low, a.high
    match op:
        case "<":
            high = min(high, b.high - 1)
        case "<=":
            high = min(high, b.high)
        case ">":
            low = max(low, b.low + 1)
        case ">=":
            low = max(low, b.low)
        case "==":
            low, high = max(low, b.low), min(high, b.high)
        case "!=" if b.low == b.high == low:
            low += 1
        case "!=":
            pass
    return Span(low, high, a.mask) if low <= high else a


def _of_one(op: lo.UnaryOp, of: Span) -> Span:
    match op:
        case "not":
            return TRUTH
        case "-":
            return clamped(-of.high, -of.low)
        case "count":
            return Span(0, of.bits.bit_count()) if of.low >= 0 else Span(0, of.high.bit_length())
        case "lowest" | "highest":
            return index_in(of)
        case "bit":
            return bit_of(of)
        case "below" if of.high <= 1 << 16:
            return subset(Span(0, (1 << max(0, of.high)) - 1))
        case "rest":
            return subset(of)
        case "up" | "down" if of.low >= 0:
            return operated("<<" if op == "up" else ">>", of, exactly(1))
        case "fit":
            return of
        case "below" | "up" | "down":
            return WIDE


def _from_to(low: Span | None, high: Span | None) -> Span | None:
    return None if low is None or high is None else Span(low.low, max(low.low, high.high))


def _either(one: Env | None, other: Env | None) -> Env | None:
    """What is known after two branches."""
    if one is None or other is None:
        return other if one is None else one
    return {e: joined(one[e], other[e]) for e in one.keys() & other.keys()}
