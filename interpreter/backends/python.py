"""The lowered form as Python source.

No text of an author is copied into it: names are mangled from ids of small letters, everything else is numbers.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.meanings import (
    MISSING,
    Mark,
    mangled,
    numbers_of_actors,
)
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.machine.node_uses import inside
from boardwright.interpreter.machine.nodes import Int, Load, Look, Op, Un, Var
from boardwright.interpreter.machine.runtime import turned

MOST_STEPS = 100_000
MOST_TURNED = 8  # sets of this width are rotated beforehand

# The precedence of each operator; operands with a lower one get brackets.
_TIGHT = {
    "or": 1,
    "and": 2,
    "==": 4,
    "!=": 4,
    "<": 4,
    "<=": 4,
    ">": 4,
    ">=": 4,
    "|": 5,
    "^": 6,
    "&": 7,
    "<<": 8,
    ">>": 8,
    "+": 9,
    "-": 9,
    "*": 10,
    "//": 10,
    "%": 10,
}
_ATOM = 20
_LONG = 100


def written(value: int) -> str:
    """A number in Python source: masks of many things have more decimal digits than Python reads."""
    return str(value) if value.bit_length() <= 64 else hex(value)


class Emitter:
    """Writes functions and blocks; `traced` adds calls that report, and may replace, each event of chance. `noted` are
    addresses of watched words: every change of them is reported first, and each of the `marks` is told.
    """

    def __init__(
        self, *, traced: bool, noted: Container[int] | None = None, marks: Sequence[Mark] = ()
    ) -> None:
        self.traced, self.noted, self.marks = traced, noted, marks
        self.actors = numbers_of_actors(marks)
        self.told_of = {mark.named for mark in marks if mark.sort == "happened"}
        self.hushes = any(mark.opens_in_secret for mark in marks)
        self.left = {mark.named for mark in marks if mark.sort == "left"}
        self.lines: list[str] = []
        self.temporaries = 0
        self.member_tables: set[str] = set()  # tables of sets to loop over
        self.orders: set[int] = set()  # sets to loop over from any of their members on
        self.switches: list[str] = []  # tables of blocks, written after all blocks

    # ---- expressions

    def expr(self, e: lo.Expr, within: int = 0) -> str:
        text, tight = self._expr(e)
        return f"({text})" if tight < within else text

    def owner(self, e: lo.Expr) -> str:
        """An expression before a method call: after digits, a dot would be that of a fraction."""
        text = self.expr(e, _ATOM)
        return f"({text})" if text[0].isdigit() else text

    def _expr(self, e: lo.Expr) -> tuple[str, int]:
        match e:
            case Int(value=value):
                return written(value), _ATOM if value >= 0 else 11
            case Var(name=name):
                return name, _ATOM
            case Load(at=at):
                return f"v[{self.expr(at)}]", _ATOM
            case Look(table=table, index=index):
                return f"T_{mangled(table)}[{self.expr(index)}]", _ATOM
            case Op(op="&~", left=left, right=right):
                return f"{self.expr(left, 7)} & ~{self.expr(right, 12)}", 7
            case Op(op="has", left=left, right=right):
                return f"{self.expr(left, 8)} >> {self.expr(right, 9)} & 1", 7
            case Op(op="from", left=left, right=right):
                first = self.expr(right, 9)
                return f"{self.expr(left, 8)} >> {first} << {first}", 8
            case Op(op="shift", left=left, right=Int(value=by)):
                return f"{self.expr(left, 8)} {'<<' if by >= 0 else '>>'} {abs(by)}", 8
            case Op(op="shift", left=left, right=right):
                members, far = self.expr(left, 8), self.expr(right, 12)
                return f"{members} << {far} if {far} >= 0 else {members} >> -{far}", 0
            case Op(op="min" | "max" as op, left=left, right=right):
                if isinstance(left, Int | Var) and isinstance(right, Int | Var):
                    a, b = self.expr(left), self.expr(right)
                    sign = "<" if op == "min" else ">"
                    return f"{a} if {a} {sign} {b} else {b}", 0
                for one, other in ((left, right), (right, left)):
                    if isinstance(other, Int | Var):
                        # Half the time of a call.
                        b, sign = self.expr(other), "<" if op == "min" else ">"
                        return f"m if (m := {self.expr(one)}) {sign} {b} else {b}", 0
                sign = "<" if op == "min" else ">"
                if not any(
                    (isinstance(e, Op) and e.op in ("min", "max"))
                    or (isinstance(e, Un) and e.op == "lowest")
                    for e in inside(right)
                ):
                    a, b = self.expr(left), self.expr(right)
                    return f"m if (m := {a}) {sign} (n := {b}) else n", 0
                return f"{op}({self.expr(left)}, {self.expr(right)})", _ATOM
            case Op(
                op="and",
                left=Op(op="<=", left=Int() as low, right=Var() as value),
                right=Op(op="<=", left=Var() as same, right=Int() as high),
            ) if value == same:
                return f"{self.expr(low)} <= {self.expr(value)} <= {self.expr(high)}", 4
            case Op(op=op, left=left, right=right):
                tight = _TIGHT[op]
                side = tight + 1 if tight == 4 else tight
                return f"{self.expr(left, side)} {op} {self.expr(right, tight + 1)}", tight
            case Un(op="not", operand=operand):
                return f"not {self.expr(operand, 4)}", 3
            case Un(op="-", operand=operand):
                return f"-{self.expr(operand, 11)}", 11
            case Un(op="count", operand=lo.Int(value=value)):
                return str(value.bit_count()), _ATOM
            case Un(op="count", operand=operand):
                return f"{self.owner(operand)}.bit_count()", _ATOM
            case Un(op="bit", operand=operand):
                return f"1 << {self.expr(operand, 9)}", 8
            case Un(op="below", operand=operand):
                return f"(1 << {self.expr(operand, 9)}) - 1", 9
            case Un(op="rest", operand=operand):
                if isinstance(operand, Var):
                    return f"{operand.name} & {operand.name} - 1", 7
                return f"(m := {self.expr(operand)}) & m - 1", 7
            case Un(op="up", operand=operand):
                return f"{self.expr(operand, 8)} << 1", 8
            case Un(op="down", operand=operand):
                return f"{self.expr(operand, 8)} >> 1", 8
            case Un(op="fit", operand=operand):
                return self._expr(operand)
            case Un(op="highest", operand=operand):
                return f"{self.owner(operand)}.bit_length() - 1", 9
            case lo.Item(name=name, index=index):
                return f"{name}[{self.expr(index)}]", _ATOM
            case Un(op="lowest", operand=operand):
                if isinstance(operand, Var):
                    return f"({operand.name} & -{operand.name}).bit_length() - 1", 9
                return f"((m := {self.expr(operand)}) & -m).bit_length() - 1", 9
            case Un():
                raise AssertionError(e)
            case lo.Cond(test=test, yes=yes, no=no):
                return f"{self.expr(yes, 1)} if {self.expr(test, 1)} else {self.expr(no, 1)}", 0
            case lo.Apply(function=function, arguments=arguments):
                given = [self.expr(a) for a in arguments]
                if function.startswith("flood:"):
                    table = f"T_{mangled(function.removeprefix('flood:'))}"
                    return f"flood({', '.join([*given, table])})", _ATOM
                return f"{mangled(function)}({', '.join(['v', *given])})", _ATOM
            case lo.Pick(event=event, mask=mask):
                if self.traced:
                    told = f"{self.expr(mask)}, {self.expr(e.offset)}"
                    return f"traced.pick(v, {event}, {told})", _ATOM
                return f"pick(v, {self.expr(mask)})", _ATOM
            case lo.Dice(event=event, sides=sides):
                if self.traced:
                    return f"traced.roll(v, {event}, {self.expr(sides)})", _ATOM
                return f"draw(v, {self.expr(sides)}) + 1", 9

    # ---- statements

    def line(self, text: str, depth: int) -> None:
        self.lines.append("    " * depth + text)

    def long(self, before: str, e: lo.Expr, after: str, depth: int) -> None:
        """A line with an expression; one with many parts gets a line for each."""
        text = self.expr(e)
        if len(text) < _LONG or not (isinstance(e, Op) and e.op in ("and", "or")):
            self.line(f"{before}{text}{after}", depth)
            return
        op, parts = e.op, []
        rest: lo.Expr = e
        while isinstance(rest, Op) and rest.op == op:
            parts.append(rest.right)
            rest = rest.left
        self.line(f"{before}(", depth)
        for n, part in enumerate((rest, *reversed(parts))):
            self.line(f"{op if n else ''} {self.expr(part, _TIGHT[op] + 1)}".lstrip(), depth + 1)
        self.line(f"){after}", depth)

    def body(self, statements: list[lo.Stmt], depth: int, *, block: bool) -> None:
        before = len(self.lines)
        for statement in statements:
            self.statement(statement, depth, block=block)
        if len(self.lines) == before:
            self.line("pass", depth)

    def members(self, mask: lo.Expr, start: lo.Expr | None) -> str:
        if start is not None and start != Int(0):
            few = isinstance(mask, Int) and 0 < mask.value < 1 << MOST_TURNED
            if few and start == Load(Int(lay.ACTIVE)):
                assert isinstance(mask, Int)
                # The start is one of few players, or nobody: the last entry.
                self.orders.add(mask.value)
                return f"R_{mask.value}[{self.expr(start)}]"
            return f"turned({self.expr(mask)}, {self.expr(start)})"
        if isinstance(mask, Int):
            found = [n for n in range(mask.value.bit_length()) if mask.value >> n & 1]
            if found and found == list(range(found[0], found[-1] + 1)) and len(found) > 6:
                return f"range({found[0]}, {found[-1] + 1})" if found[0] else f"range({len(found)})"
            return f"({', '.join(map(str, found))}{',' if len(found) == 1 else ''})"
        if isinstance(mask, Look):
            self.member_tables.add(mask.table)
            return f"M_{mangled(mask.table)}[{self.expr(mask.index)}]"
        return f"MEMBERS[{self.expr(mask)}]"

    def statement(self, s: lo.Stmt, depth: int, *, block: bool) -> None:
        match s:
            case lo.SetVar(name=name, value=value):
                self.long(f"{name} = ", value, "", depth)
            case lo.Store(at=at, value=value, derived=derived):
                if not derived:
                    self.touch(at, depth)
                self.store(at, value, depth)
            case lo.Array(name=name, size=size):
                self.line(f"{name} = [0] * {size}", depth)
            case lo.SetItem(name=name, index=index, value=value):
                self.line(f"{name}[{self.expr(index)}] = {self.expr(value)}", depth)
            case lo.Copy(at=at, of=of):
                self.touch(at, depth)
                self.line(f"v[{self.expr(at)}] = v[{self.expr(of)}]", depth)
            case lo.Fill(at=at, count=count, value=value):
                for word in range(at, at + count):
                    self.touch(Int(word), depth)
                if count == 1:
                    self.line(f"v[{at}] = {value}", depth)
                elif count <= 4:
                    self.line(f"v[{at}:{at + count}] = ({', '.join([str(value)] * count)})", depth)
                else:
                    self.line(f"v[{at}:{at + count}] = ({value},) * {count}", depth)
            case lo.Keep(name=name):
                self.line(f"{name} = v[:]", depth)
                if self.noted is not None:
                    self.line("suppose()", depth)
            case lo.PutBack(name=name):
                self.line(f"v[:] = {name}", depth)
                if self.noted is not None:
                    self.line("suppose_no_more()", depth)
            case lo.When(test=test, body=yes, otherwise=no):
                if not yes and no:
                    self.line(f"if not {self.expr(test, 4)}:", depth)
                    self.body(no, depth + 1, block=block)
                    return
                self.long("if ", _asked(test), ":", depth)
                self.body(yes, depth + 1, block=block)
                if no:
                    if len(no) == 1 and isinstance(no[0], lo.When) and no[0].body:
                        mark = len(self.lines)
                        self.statement(no[0], depth, block=block)
                        self.lines[mark] = "    " * depth + "el" + self.lines[mark].lstrip()
                    else:
                        self.line("else:", depth)
                        self.body(no, depth + 1, block=block)
            case lo.ForBits(name=name, mask=mask, body=inner, start=start):
                self.line(f"for {name} in {self.members(mask, start)}:", depth)
                self.body(inner, depth + 1, block=block)
            case lo.ForSorted():
                self.sorted(s, depth, block=block)
            case lo.ForRange(name=name, low=low, high=high, body=inner):
                last = self.expr(lo.add(high, Int(1)))
                self.line(f"for {name} in range({self.expr(low)}, {last}):", depth)
                self.body(inner, depth + 1, block=block)
            case lo.Loop(body=inner):
                self.line("while True:", depth)
                self.body(inner, depth + 1, block=block)
            case lo.Break():
                self.line("break", depth)
            case lo.Again():
                self.line("continue", depth)
            case lo.Do(call=call):
                self.line(self.expr(call), depth)
            case lo.Told(event=event, about=about):
                if self.traced:
                    self.line(f"traced.told(v, {event}, {self.expr(about)})", depth)
            case lo.Mark(number=number, about=values):
                if self.noted is not None:
                    self.mark(number, [self.expr(value) for value in values], depth)
            case lo.Fail(fault=fault):
                self.line(f"fail(v, {fault})", depth)
            case lo.Charge(fault=fault, count=count):
                self.line(f"v[{lay.BUDGET}] += {count}", depth)
                self.line(f"if v[{lay.BUDGET}] > {MOST_STEPS}:", depth)
                self.line(f"fail(v, {fault})", depth + 1)
            case lo.Return(value=value):
                self.line(f"return {self.expr(value)}", depth)
            case lo.Goto(block=number):
                self.line(f"return b{number}", depth)
            case lo.GotoVar(name=name):
                self.line(f"return BLOCKS[{name}]", depth)
            case lo.Switch(index=index, blocks=blocks):
                name = f"S{len(self.switches)}"
                self.switches.append(f"{name} = ({', '.join(f'b{n}' for n in blocks)},)")
                self.line(f"return {name}[{self.expr(index)}]", depth)
            case lo.Ask():
                words = (Int(s.block), s.player, Int(s.site), s.mask, s.offset, s.extra)
                self.line(f"v[0:6] = ({', '.join(self.expr(word) for word in words)})", depth)
                self.line("return None", depth)
            case lo.Finish():
                self.line("raise EndOfGame", depth)
            case lo.Enter() | lo.Leave():
                raise AssertionError("resolved before anything is emitted")

    def touch(self, at: lo.Expr, depth: int) -> None:
        """Says that a word is about to change, if anybody wants to know."""
        if self.noted is not None and not (isinstance(at, Int) and at.value not in self.noted):
            self.line(f"touch({self.expr(at)})", depth)

    def mark(self, number: int, about: list[str], depth: int) -> None:
        """Tells what has changed, if anything has. A call takes as long as what it would tell, so what is only noted is
        written here.
        """
        mark = self.marks[number]
        if mark.sort == "course":
            self.line(f"course(v, {number})", depth)
        elif mark.sort == "forced":
            self.line(f"forced(v, {number}, {', '.join(about)})", depth)
        elif mark.sort == "happened":
            self.line(f"happened({', '.join(('v', str(number), *about))})", depth)
        else:
            told = ", ".join(("v", str(number), *(about if mark.sort == "done" else ())))
            self.line(f"if touched or drawn: tell({told})", depth)
            self.acting(mark, about, depth)
            if mark.sort == "called" and mark.named in self.told_of:
                self.line(
                    f"given[{mark.named!r}] = ({''.join(f'{each}, ' for each in about)})", depth
                )

    def acting(self, mark: Mark, about: list[str], depth: int) -> None:
        """Notes who is `me` from this mark on."""
        about = [] if about[:1] == [str(MISSING)] else about
        if mark.sort == "called" and mark.named in self.left:
            self.line("entered.append(acting[:])", depth)
        match mark.sort:
            case "acting" if about:
                self.line(f"acting[{self.actors[mark.acting]}] = {about[0]}", depth)
            case "left":
                self.line("if entered: acting[:] = entered.pop()", depth)
            case "called" | "hook" if about:
                self.line(f"acting[{self.actors[mark.named]}] = {about[0]}", depth)
            case "called":
                same = f"acting[{self.actors[mark.acting]}]"
                self.line(f"acting[{self.actors[mark.named]}] = {same}", depth)
            case "done" | "hook" | "acting" | "course" | "forced" | "happened":
                pass
        if mark.sort == "called" and self.hushes:
            # Whether it is secret who acts, noted beside who does.
            first = len(self.actors)
            same = "1" if mark.opens_in_secret else f"acting[{first + self.actors[mark.routine]}]"
            self.line(f"acting[{first + self.actors[mark.named]}] = {same}", depth)

    def store(self, at: lo.Expr, value: lo.Expr, depth: int) -> None:
        """Writes `v[a] = v[a] + x` as `v[a] += x`."""
        place = self.expr(at)
        match value:
            case Op(op="+" | "-" | "|" | "&" | "^" as op, left=Load(at=same), right=right) if (
                same == at
            ):
                self.line(f"v[{place}] {op}= {self.expr(right)}", depth)
            case Op(op="&~", left=Load(at=same), right=right) if same == at:
                self.line(f"v[{place}] &= ~{self.expr(right, 12)}", depth)
            case _:
                self.line(f"v[{place}] = {self.expr(value)}", depth)

    def sorted(self, s: lo.ForSorted, depth: int, *, block: bool) -> None:
        self.temporaries += 1
        order = f"order{self.temporaries}"
        self.line(f"{order} = []", depth)
        self.line(f"for {s.name} in {self.members(s.mask, s.start)}:", depth)
        if s.key_body:
            self.body(s.key_body, depth + 1, block=block)
        keys = [self.expr(Un("-", s.key) if s.falling else s.key)]
        if s.then is not None:
            keys.append(self.expr(s.then))
        self.line(f"{order}.append(({', '.join(keys)}, len({order}), {s.name}))", depth + 1)
        self.line(f"{order}.sort()", depth)
        self.line(f"for {'_, ' * len(keys)}_, {s.name} in {order}:", depth)
        self.body(s.body, depth + 1, block=block)

    # ---- units

    def function(self, f: lo.Function) -> None:
        self.line(f"def {mangled(f.name)}({', '.join(['v', *f.params])}):", 0)
        self.body(f.body, 1, block=False)
        self.line("", 0)

    def block(self, b: lo.Block) -> None:
        if b.title:
            self.line(f"# {mangled(b.title).replace('_', ' ')}", 0)
        self.line(f"def b{b.number}(v):", 0)
        self.body(b.body, 1, block=True)
        self.line("", 0)


def _asked(test: lo.Expr) -> lo.Expr:
    """A test of which only the truth matters: Python knows by itself whether a number is zero."""
    match test:
        case Op(op="!=", left=left, right=Int(value=0)):
            return left
        case Op(op="==", left=left, right=Int(value=0)):
            return Un("not", left)
        case Op(op="and" | "or" as op, left=left, right=right):
            return Op(op, _asked(left), _asked(right))
        case _:
            return test


def expression(e: lo.Expr) -> str:
    """An expression of locals and tables alone."""
    return Emitter(traced=False).expr(e)


def emit(
    functions: Mapping[str, lo.Function],
    blocks: list[lo.Block],
    tables: Mapping[str, tuple[int, ...]],
    *,
    traced: bool,
    noted: Container[int] | None = None,
    marks: Sequence[Mark] = (),
) -> str:
    """The whole program as one text. `BLOCKS` in it lists the blocks by number. See `Emitter` for who watches."""
    emitter = Emitter(traced=traced, noted=noted, marks=marks)
    for name, rows in tables.items():
        emitter.line(f"T_{mangled(name)} = ({', '.join(map(written, rows))},)", 0)
    emitter.line("", 0)
    for function in functions.values():
        emitter.function(function)
    for block in blocks:
        emitter.block(block)
    for name in sorted(emitter.member_tables):
        members = ", ".join(map(str, map(bits, tables[name])))
        emitter.line(f"M_{mangled(name)} = ({members},)", 0)
    for mask in sorted(emitter.orders):
        turns = [turned(mask, start) for start in range(MOST_TURNED)]
        emitter.line(f"R_{mask} = ({', '.join(map(str, turns))}, {bits(mask)})", 0)
    for switch in emitter.switches:
        emitter.line(switch, 0)
    if not blocks:
        return "\n".join(emitter.lines) + "\n"
    size = max(b.number for b in blocks) + 1
    present = {b.number for b in blocks}
    # A block that only leads to another one is that one.
    leads = {b.number: b.body[0].block for b in blocks if isinstance(b.body[0], lo.Goto)}
    listed = ", ".join(f"b{leads.get(n, n)}" if n in present else "None" for n in range(size))
    emitter.line(f"BLOCKS = ({listed},)", 0)
    return "\n".join(emitter.lines) + "\n"
