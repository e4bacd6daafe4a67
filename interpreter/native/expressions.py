"""Expressions as LLVM IR.

A value is a name of the IR and has so many words (`words`): one for a number or a set of up to 64 members. Whatever is
worked out and used as an address, an index or a member is compared with its bounds first: out of them, the function leaves
with `BROKEN` in the status word, and never touches what is not the vector's.
"""

from __future__ import annotations

from dataclasses import dataclass

from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Look, Op, Un, Var
from boardwright.interpreter.machine.widths import WORD, words_of
from boardwright.interpreter.native.kinds import NotNative, counted
from boardwright.interpreter.native.writer import Writer, signed, type_of

_COMPARED = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}
_JOINED = {"|": "or", "&": "and", "^": "xor"}
_OPEN = 63  # bits of a number of which nothing is known
_HELD = 50  # bits of a number in the vector: at most 10**15
_SMALL = 40


def _written(e: lo.Expr) -> int:
    """How many words sets need that are written out, where nothing else says how wide they are; 0 of small numbers."""
    match e:
        case Int(value=value):
            return 0 if value.bit_length() < WORD else words_of(value.bit_length())
        case Op(op="|" | "&" | "^" | "&~", left=left, right=right):
            return max(_written(left), _written(right))
        case lo.Cond(yes=yes, no=no):
            return max(_written(yes), _written(no))
        case Op(op="from", left=inner) | Un(op="rest" | "up" | "down", operand=inner):
            return _written(inner)
        case _:
            return 0


@dataclass(slots=True)
class Expressions(Writer):
    """Writes expressions."""

    def words(self, e: lo.Expr) -> int:
        """How many words an expression has; 0 if it fits any."""
        return self.shared.kinds.of(self.unit, e) or _written(e)

    def intrinsic(self, name: str, value: str, words: int, more: str = "") -> str:
        """One of LLVM's own functions of a value, cut to a number."""
        self.shared.used.add(f"wide:{words}")
        of = type_of(words)
        return self.cut(self.put(f"call {of} @llvm.{name}.{of}({of} {value}{more})"), words)

    def both(self, left: lo.Expr, right: lo.Expr) -> int:
        return max(self.words(left), self.words(right), 1)

    def fitting(self, value: str, words: int, wanted: int) -> str:
        if words == wanted:
            return value
        if words > wanted:
            raise NotNative(f"a set of {words} words where there is room for {wanted}")
        return self.put(f"zext {type_of(words)} {value} to {type_of(wanted)}")

    def address(self, e: lo.Expr, words: int) -> str:
        """An address, of the layout's own words or of those that are so wide."""
        place = self.shared.place
        low, high = (0, place.size) if words == 1 else (place.first, place.first + place.stretch)
        if isinstance(e, Int):
            if not low <= e.value < high:
                raise NotNative(f"the address {e.value}")
            return str(e.value)
        at = self.index(e)
        return self.between(at, low, high)

    # ---- expressions

    def value(self, e: lo.Expr, wanted: int = 1) -> str:
        """The value of an expression, as one of so many words."""
        if isinstance(e, Int):
            return signed(e.value, wanted)
        words = self.words(e) or wanted
        return self.fitting(self._value(e, words), words, wanted)

    def number(self, e: lo.Expr) -> str:
        return self.value(e, 1)

    def _value(self, e: lo.Expr, words: int) -> str:
        match e:
            case Var(name=name):
                return self.load(self.slot(self.own(name), words), words)
            case Load(at=at):
                return self.read(self.address(at, words), words)
            case Look(table=table, index=index):
                return self.look(table, self.index(index), words)
            case Op(op="and" | "or" | "has"):
                return self.put(f"zext i1 {self.test(e)} to i64")
            case Op(op=op) if op in _COMPARED:
                return self.put(f"zext i1 {self.test(e)} to i64")
            case Op():
                return self.operation(e, words)
            case Un(op="not"):
                return self.put(f"zext i1 {self.test(e)} to i64")
            case Un():
                return self.unary(e, words)
            case lo.Cond(test=test, yes=yes, no=no):
                return self.cond(test, yes, no, words)
            case lo.Apply():
                return self.apply(e, words)
            case lo.Pick(mask=mask):
                return self.pick(mask)
            case lo.Dice(sides=sides):
                drawn = self.draw(self.number(sides))
                return self.put(f"add i64 {drawn}, 1")
            case lo.Item(name=name, index=index):
                return self.load(self.item(name, index), words)
            case Int(value=value):
                return signed(value, words)

    def index(self, e: lo.Expr) -> str:
        """A number that is compared with bounds before it is used: its sums need no care."""
        match e:
            case Op(op="+" | "-" | "*" as op, left=left, right=right):
                name = {"+": "add", "-": "sub", "*": "mul"}[op]
                return self.put(f"{name} i64 {self.index(left)}, {self.index(right)}")
            case _:
                return self.number(e)

    def look(self, table: str, index: str, words: int) -> str:
        """An entry of a table. They begin with the last one, so that -1 finds it."""
        rows = len(self.shared.tables[table])
        if index.lstrip("-").isdigit():
            entry = str(int(index) + 1)
            if not 0 <= int(entry) <= rows:
                raise NotNative(f"the entry {index} of the table {table}")
        else:
            entry = self.between(self.put(f"add i64 {index}, 1"), 0, rows + 1)
        of = type_of(words)
        at = self.put(
            f'getelementptr inbounds [{rows + 1} x {of}], ptr @"T:{table}", i64 0, i64 {entry}'
        )
        return self.put(f"load {of}, ptr {at}")

    def item(self, name: str, index: lo.Expr) -> str:
        """The address of an entry of a local array."""
        at = self.index(index)
        array = self.own(f"{name}[]")
        of = self.slots.get(array)
        if of is None:
            raise NotNative(f"the array {name} is used before it is made")
        size = int(of[1:].split()[0])
        if at.isdigit() and int(at) < size:
            return self.put(f'getelementptr inbounds {of}, ptr %"{array}", i64 0, i64 {at}')
        at = self.between(at, 0, size)
        return self.put(f'getelementptr inbounds {of}, ptr %"{array}", i64 0, i64 {at}')

    def cond(self, test: lo.Expr, yes: lo.Expr, no: lo.Expr, words: int) -> str:
        if all(isinstance(part, Int | Var) for part in (yes, no)):
            asked, one, other = self.test(test), self.value(yes, words), self.value(no, words)
            of = type_of(words)
            return self.put(f"select i1 {asked}, {of} {one}, {of} {other}")
        first, second, end = self.labels("yes", "no", "end")
        self.fork(self.test(test), first, second)
        self.label(first)
        one, one_from = self.value(yes, words), self.here
        self.jump(end)
        self.label(second)
        other, other_from = self.value(no, words), self.here
        self.jump(end)
        self.lines.append(f"{end}:")
        self.here, self.open = end, True
        return self.put(f"phi {type_of(words)} [ {one}, %{one_from} ], [ {other}, %{other_from} ]")

    def test(self, e: lo.Expr) -> str:
        """Whether an expression holds, as one bit."""
        match e:
            case Int(value=value):
                return "true" if value else "false"
            case Op(op="has", left=left, right=right):
                return self.has(left, right)
            case Op(op="and" | "or" as op, left=left, right=right):
                return self.lazy(op, left, right)
            case Op(op=op, left=left, right=right) if op in _COMPARED:
                words = self.both(left, right)
                one, other = self.value(left, words), self.value(right, words)
                return self.put(f"icmp {_COMPARED[op]} {type_of(words)} {one}, {other}")
            case Un(op="not", operand=operand):
                return self.put(f"xor i1 {self.test(operand)}, true")
            case _:
                words = self.words(e) or 1
                return self.put(f"icmp ne {type_of(words)} {self.value(e, words)}, 0")

    def lazy(self, op: str, left: lo.Expr, right: lo.Expr) -> str:
        more, end = self.labels("more", "end")
        first, first_from = self.test(left), self.here
        self.fork(first, *((more, end) if op == "and" else (end, more)))
        self.label(more)
        second, second_from = self.test(right), self.here
        self.jump(end)
        self.lines.append(f"{end}:")
        self.here, self.open = end, True
        known = "false" if op == "and" else "true"
        return self.put(f"phi i1 [ {known}, %{first_from} ], [ {second}, %{second_from} ]")

    def has(self, left: lo.Expr, right: lo.Expr) -> str:
        words = self.words(left) or 1
        of, bits = type_of(words), WORD * words
        members, member = self.value(left, words), self.number(right)
        if member.isdigit() and int(member) < bits:
            moved = self.put(f"lshr {of} {members}, {member}")
            return self.put(f"trunc {of} {moved} to i1")
        inside = self.put(f"icmp ult i64 {member}, {bits}")
        at = self.fitting(self.put(f"select i1 {inside}, i64 {member}, i64 0"), 1, words)
        moved = self.put(f"lshr {of} {members}, {at}")
        found = self.put(f"trunc {of} {moved} to i1")
        return self.put(f"select i1 {inside}, i1 {found}, i1 false")

    # ---- operations

    def operation(self, e: Op, words: int) -> str:
        left, right = e.left, e.right
        of = type_of(words)
        match e.op:
            case "|" | "&" | "^" as op:
                one, other = self.value(left, words), self.value(right, words)
                return self.put(f"{_JOINED[op]} {of} {one}, {other}")
            case "&~":
                one, other = self.value(left, words), self.value(right, words)
                turned = self.put(f"xor {of} {other}, -1")
                return self.put(f"and {of} {one}, {turned}")
            case "from":
                return self.from_on(self.value(left, words), self.number(right), words)
            case "min" | "max" as op:
                one, other = self.number(left), self.number(right)
                return self.put(f"call i64 @llvm.s{op}.i64(i64 {one}, i64 {other})")
            case "<<" | ">>" as op:
                return self.shift(op, left, right)
            case "//" | "%" as op:
                return self.divided(op, left, right)
            case "+" | "-" | "*" as op:
                return self.arithmetic(op, left, right)
            case "and" | "or" | "has" | "<" | "<=" | ">" | ">=" | "==" | "!=":
                raise AssertionError(e)  # see `test`

    def from_on(self, members: str, first: str, words: int) -> str:
        of = type_of(words)
        inside = self.put(f"icmp ult i64 {first}, {WORD * words}")
        at = self.fitting(self.put(f"select i1 {inside}, i64 {first}, i64 0"), 1, words)
        every = self.put(f"shl {of} -1, {at}")
        found = self.put(f"and {of} {members}, {every}")
        return self.put(f"select i1 {inside}, {of} {found}, {of} 0")

    def shift(self, op: str, left: lo.Expr, right: lo.Expr) -> str:
        """Shifts beyond the width leave nothing."""
        name = "shl" if op == "<<" else "lshr"
        value, by = self.number(left), self.number(right)
        inside = self.put(f"icmp ult i64 {by}, {WORD}")
        at = self.put(f"select i1 {inside}, i64 {by}, i64 0")
        moved = self.put(f"{name} i64 {value}, {at}")
        return self.put(f"select i1 {inside}, i64 {moved}, i64 0")

    def divided(self, op: str, left: lo.Expr, right: lo.Expr) -> str:
        """Division that rounds down, as Python's."""
        if isinstance(right, Int) and right.value > 0 and right.value.bit_count() == 1:
            value = self.number(left)
            if op == "//":
                return self.put(f"ashr i64 {value}, {right.value.bit_length() - 1}")
            return self.put(f"and i64 {value}, {right.value - 1}")
        value, by = self.number(left), self.number(right)
        if not (isinstance(right, Int) and right.value):
            self.unless(self.put(f"icmp ne i64 {by}, 0"), self.broken())
        name = "quotient" if op == "//" else "remainder"
        self.shared.used.add(name)
        return self.put(f"call i64 @{name}(i64 {value}, i64 {by})")

    def arithmetic(self, op: str, left: lo.Expr, right: lo.Expr) -> str:
        """Sums and products end at the bounds of 64 bits, where they can reach them: what comes behind sees that they
        are too large, as it does of Python's numbers.
        """
        one, other = self.number(left), self.number(right)
        sizes = sorted((self.size(left), self.size(right)))
        if op == "*":
            if sum(sizes) < _OPEN:
                return self.put(f"mul i64 {one}, {other}")
            self.shared.used.add("product")
            return self.put(f"call i64 @product(i64 {one}, i64 {other})")
        name = "add" if op == "+" else "sub"
        counted = sizes[0] < _SMALL and (isinstance(left, Int) or isinstance(right, Int))
        if sizes[1] < _OPEN or counted:
            return self.put(f"{name} i64 {one}, {other}")
        return self.put(f"call i64 @llvm.s{name}.sat.i64(i64 {one}, i64 {other})")

    def size(self, e: lo.Expr) -> int:
        """How many bits a number has at most, as far as it is seen here."""
        match e:
            case Int(value=value):
                return value.bit_length()
            case Load():
                return _HELD
            case Look(table=table):
                return self.shared.bits(table)
            case Op(op="+" | "-", left=left, right=right):
                return min(_OPEN, max(self.size(left), self.size(right)) + 1)
            case Op(op="*", left=left, right=right):
                return min(_OPEN, self.size(left) + self.size(right))
            case Op(op="min" | "max", left=left, right=right) | lo.Cond(yes=left, no=right):
                return max(self.size(left), self.size(right))
            case Op(op="%", right=right):
                return self.size(right)
            case Op(op=op) if op in _COMPARED or op in ("and", "or", "has"):
                return 1
            case Un(op="count" | "lowest" | "highest") | lo.Pick():
                return 32
            case Un(op="not"):
                return 1
            case Un(op="-", operand=operand):
                return self.size(operand)
            case lo.Dice():
                return 33
            case _:
                return _OPEN

    def unary(self, e: Un, words: int) -> str:
        operand = e.operand
        match e.op:
            case "-":
                value = self.number(operand)
                if self.size(operand) < _OPEN:
                    return self.put(f"sub i64 0, {value}")
                return self.put(f"call i64 @llvm.ssub.sat.i64(i64 0, i64 {value})")
            case "bit":
                return self.bit(self.number(operand), words)
            case "below":
                return self.below(self.number(operand), words)
            case "up" | "down":
                name = "shl" if e.op == "up" else "lshr"
                return self.put(f"{name} {type_of(words)} {self.value(operand, words)}, 1")
            case "fit":
                return self.fit(operand, words)
            case "rest":
                of, members = type_of(words), self.value(operand, words)
                less = self.put(f"add {of} {members}, -1")
                return self.put(f"and {of} {members}, {less}")
            case "count" | "lowest" | "highest":
                inner = self.words(operand) or 1
                return self.told(e.op, self.value(operand, inner), inner)
            case "not":
                raise AssertionError(e)  # see `test`

    def fit(self, operand: lo.Expr, words: int) -> str:
        inner = self.words(operand) or words
        value = self.value(operand, inner)
        if inner > words:
            return self.put(f"trunc {type_of(inner)} {value} to {type_of(words)}")
        return self.fitting(value, inner, words)

    def below(self, member: str, words: int) -> str:
        of, bits = type_of(words), WORD * words
        if not (member.isdigit() and int(member) <= bits):
            self.between(member, 0, bits + 1)
        inside = self.put(f"icmp ult i64 {member}, {bits}")
        at = self.fitting(self.put(f"select i1 {inside}, i64 {member}, i64 0"), 1, words)
        every = self.put(f"xor {of} {self.put(f'shl {of} -1, {at}')}, -1")
        return self.put(f"select i1 {inside}, {of} {every}, {of} -1")

    def bit(self, member: str, words: int) -> str:
        of = type_of(words)
        if member.isdigit() and int(member) < WORD * words:
            return signed(1 << int(member), words)
        self.between(member, 0, WORD * words)
        return self.put(f"shl {of} 1, {self.fitting(member, 1, words)}")

    def told(self, op: str, members: str, words: int) -> str:
        """How many there are; the lowest and the highest, -1 if there are none."""
        of = type_of(words)
        if op == "count":
            return self.intrinsic("ctpop", members, words)
        name = "cttz" if op == "lowest" else "ctlz"
        found = self.intrinsic(name, members, words, ", i1 false")
        if op == "highest":
            return self.put(f"sub i64 {WORD * words - 1}, {found}")
        none = self.put(f"icmp eq {of} {members}, 0")
        return self.put(f"select i1 {none}, i64 -1, i64 {found}")

    def cut(self, value: str, words: int) -> str:
        return value if words == 1 else self.put(f"trunc {type_of(words)} {value} to i64")

    # ---- calls and chance

    def apply(self, e: lo.Apply, words: int) -> str:
        function, arguments = e.function, e.arguments
        if function in self.shared.functions:
            kinds = self.shared.kinds.params(function)
            given = [
                f"{type_of(kind)} {self.value(a, kind)}"
                for a, kind in zip(arguments, kinds, strict=True)
            ]
            text = f'{type_of(words)} @"f:{function}"({", ".join(["ptr %v", *given])})'
            if function in self.shared.failing:
                return self.call(text)
            return self.put(f"call {text}")
        name, _, table = function.partition(":")
        match name:
            case "draw":
                return self.draw(self.number(arguments[0]))
            case "next32":
                at = self.between(self.index(arguments[0]), 0, self.shared.place.size - 3)
                self.shared.used.add("next32")
                return self.put(f"call i64 @next32(ptr %v, i64 {at})")
            case "pick":
                return self.pick(arguments[0])
            case "fail":
                self.fail(self.number(arguments[0]))
                self.label(*self.labels("dead"))
                return "0"
            case "flood":
                return self.flood(table, arguments, words)
            case _:
                raise NotNative(f"`{function}`, which only Python has")

    def flood(self, table: str, arguments: tuple[lo.Expr, ...], words: int) -> str:
        mask, origin = arguments
        of, rows = type_of(words), len(self.shared.tables[table])
        members = self.value(mask, words)
        start = self.between(self.number(origin), 0, min(rows, WORD * words))
        self.shared.used.add(f"flood:{table}")
        return self.put(f'call {of} @"flood:{table}"({of} {members}, i64 {start})')

    def draw(self, below: str) -> str:
        self.shared.used.update(("next32", "draw"))
        return self.put(f"call i64 @draw(ptr %v, i64 {below})")

    def pick(self, mask: lo.Expr) -> str:
        count = counted(mask)
        if count is not None:
            return self.draw(self.number(count))
        words = self.words(mask) or 1
        members = self.value(mask, words)
        drawn = self.draw(self.told("count", members, words))
        self.shared.used.add(f"nth:{words}")
        return self.put(f"call i64 @nth{words}({type_of(words)} {members}, i64 {drawn})")
