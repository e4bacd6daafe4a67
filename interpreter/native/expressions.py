"""Expressions as LLVM IR.

A value is a name of the IR, of one or more words (`words`): one for a number or a set of up to 64 members. What is worked
out and used as an address, an index or a member is compared with its bounds first. Outside them the function leaves with
`BROKEN` in the status word, and never touches what is not the vector's.
"""

from __future__ import annotations

from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Look, Op, Un, Var
from boardwright.interpreter.machine.widths import WORD, words_of
from boardwright.interpreter.native.kinds import NotNative, counted
from boardwright.interpreter.native.sets import (
    find_nth,
    keep_from,
    make_below,
    make_single,
    measure,
    shift_members,
    test_member,
    widen,
)
from boardwright.interpreter.native.writer import Writer, signed, type_of

_COMPARED = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}
_JOINED = {"|": "or", "&": "and", "^": "xor"}
_OPEN = 63  # bits of a number of which nothing is known
_HELD = 50  # bits of a number in the vector: at most 10**15
_SMALL = 40


def _count_literal_words(e: lo.Expr) -> int:
    """How many words literal sets need where nothing else says how wide they are; 0 for small numbers."""
    match e:
        case Int(value=value):
            return 0 if value.bit_length() < WORD else words_of(value.bit_length())
        case Op(op="|" | "&" | "^" | "&~", left=left, right=right):
            return max(_count_literal_words(left), _count_literal_words(right))
        case lo.Cond(yes=yes, no=no):
            return max(_count_literal_words(yes), _count_literal_words(no))
        case Op(op="from" | "shift", left=inner) | Un(op="rest" | "up" | "down", operand=inner):
            return _count_literal_words(inner)
        case _:
            return 0


def count_words(w: Writer, e: lo.Expr) -> int:
    """How many words an expression has; 0 if it fits any."""
    return w.shared.kinds.of(w.unit, e) or _count_literal_words(e)


def _count_common_words(w: Writer, left: lo.Expr, right: lo.Expr) -> int:
    """How many words two expressions need that are compared."""
    return max(count_words(w, left), count_words(w, right), 1)


def write_address(w: Writer, e: lo.Expr, words: int) -> str:
    """An address: of any word of the layout, or of a set of several words."""
    place = w.shared.place
    low, high = (0, place.size) if words == 1 else (place.first, place.first + place.stretch)
    if isinstance(e, Int):
        if not low <= e.value < high:
            raise NotNative(f"the address {e.value}")
        return str(e.value)
    return w.between(write_index(w, e), low, high)


def write_value(w: Writer, e: lo.Expr, wanted: int = 1) -> str:
    """The value of an expression, as one of this many words."""
    if isinstance(e, Int):
        return signed(e.value, wanted)
    words = count_words(w, e) or wanted
    return widen(w, write_expression(w, e, words), words, wanted)


def write_number(w: Writer, e: lo.Expr) -> str:
    """The value of an expression that is a number."""
    return write_value(w, e, 1)


def write_expression(w: Writer, e: lo.Expr, words: int) -> str:
    """The value of an expression that has this many words itself."""
    match e:
        case Var(name=name):
            return w.load(w.slot(w.own(name), words), words)
        case Load(at=at):
            return w.read(write_address(w, at, words), words)
        case Look(table=table, index=index):
            return _read_table(w, table, write_index(w, index), words)
        case Op(op="and" | "or" | "has"):
            return w.put(f"zext i1 {write_test(w, e)} to i64")
        case Op(op=op) if op in _COMPARED:
            return w.put(f"zext i1 {write_test(w, e)} to i64")
        case Op():
            return _write_operation(w, e, words)
        case Un(op="not"):
            return w.put(f"zext i1 {write_test(w, e)} to i64")
        case Un():
            return _write_unary(w, e, words)
        case lo.Cond(test=test, yes=yes, no=no):
            return _write_cond(w, test, yes, no, words)
        case lo.Apply():
            return _call_function(w, e, words)
        case lo.Pick(mask=mask):
            return _pick(w, mask)
        case lo.Dice(sides=sides):
            drawn = _draw(w, write_number(w, sides))
            return w.put(f"add i64 {drawn}, 1")
        case lo.Item(name=name, index=index):
            return w.load(address_item(w, name, index), words)
        case Int(value=value):
            return signed(value, words)


def write_index(w: Writer, e: lo.Expr) -> str:
    """A number that is compared with bounds before it is used: its sums need no care."""
    match e:
        case Op(op="+" | "-" | "*" as op, left=left, right=right):
            name = {"+": "add", "-": "sub", "*": "mul"}[op]
            return w.put(f"{name} i64 {write_index(w, left)}, {write_index(w, right)}")
        case _:
            return write_number(w, e)


def _read_table(w: Writer, table: str, index: str, words: int) -> str:
    """An entry of a table. They begin with the last one, so that -1 finds it."""
    rows = len(w.shared.tables[table])
    if index.lstrip("-").isdigit():
        entry = str(int(index) + 1)
        if not 0 <= int(entry) <= rows:
            raise NotNative(f"the entry {index} of the table {table}")
    else:
        entry = w.between(w.put(f"add i64 {index}, 1"), 0, rows + 1)
    of = type_of(words)
    at = w.put(f'getelementptr inbounds [{rows + 1} x {of}], ptr @"T:{table}", i64 0, i64 {entry}')
    return w.put(f"load {of}, ptr {at}")


def address_item(w: Writer, name: str, index: lo.Expr) -> str:
    """The address of an entry of a local array."""
    at = write_index(w, index)
    array = w.own(f"{name}[]")
    of = w.slots.get(array)
    if of is None:
        raise NotNative(f"the array {name} is used before it is made")
    size = int(of[1:].split()[0])
    if not (at.isdigit() and int(at) < size):
        at = w.between(at, 0, size)
    return w.put(f'getelementptr inbounds {of}, ptr %"{array}", i64 0, i64 {at}')


def _write_cond(w: Writer, test: lo.Expr, yes: lo.Expr, no: lo.Expr, words: int) -> str:
    """One of two values. What is more than a read is worked out only if it is taken."""
    if all(isinstance(part, Int | Var) for part in (yes, no)):
        asked, one, other = (
            write_test(w, test),
            write_value(w, yes, words),
            write_value(w, no, words),
        )
        of = type_of(words)
        return w.put(f"select i1 {asked}, {of} {one}, {of} {other}")
    first, second, end = w.labels("yes", "no", "end")
    w.fork(write_test(w, test), first, second)
    w.label(first)
    one, one_from = write_value(w, yes, words), w.here
    w.jump(end)
    w.label(second)
    other, other_from = write_value(w, no, words), w.here
    w.label(end)
    return w.put(f"phi {type_of(words)} [ {one}, %{one_from} ], [ {other}, %{other_from} ]")


def write_test(w: Writer, e: lo.Expr) -> str:
    """Whether an expression holds, as one bit."""
    match e:
        case Int(value=value):
            return "true" if value else "false"
        case Op(op="has", left=left, right=right):
            words = count_words(w, left) or 1
            members, member = write_value(w, left, words), write_number(w, right)
            return test_member(w, members, member, words)
        case Op(op="and" | "or" as op, left=left, right=right):
            return _write_connective(w, op, left, right)
        case Op(op=op, left=left, right=right) if op in _COMPARED:
            words = _count_common_words(w, left, right)
            one, other = write_value(w, left, words), write_value(w, right, words)
            return w.put(f"icmp {_COMPARED[op]} {type_of(words)} {one}, {other}")
        case Un(op="not", operand=operand):
            return w.put(f"xor i1 {write_test(w, operand)}, true")
        case _:
            words = count_words(w, e) or 1
            return w.put(f"icmp ne {type_of(words)} {write_value(w, e, words)}, 0")


def _write_connective(w: Writer, op: str, left: lo.Expr, right: lo.Expr) -> str:
    """`and` or `or`: the right side is worked out only if the left one does not decide."""
    more, end = w.labels("more", "end")
    first, first_from = write_test(w, left), w.here
    w.fork(first, *((more, end) if op == "and" else (end, more)))
    w.label(more)
    second, second_from = write_test(w, right), w.here
    w.label(end)
    known = "false" if op == "and" else "true"
    return w.put(f"phi i1 [ {known}, %{first_from} ], [ {second}, %{second_from} ]")


def _write_operation(w: Writer, e: Op, words: int) -> str:
    left, right = e.left, e.right
    of = type_of(words)
    match e.op:
        case "|" | "&" | "^" as op:
            one, other = write_value(w, left, words), write_value(w, right, words)
            return w.put(f"{_JOINED[op]} {of} {one}, {other}")
        case "&~":
            one, other = write_value(w, left, words), write_value(w, right, words)
            turned = w.put(f"xor {of} {other}, -1")
            return w.put(f"and {of} {one}, {turned}")
        case "from":
            return keep_from(w, write_value(w, left, words), write_number(w, right), words)
        case "shift":
            return shift_members(w, write_value(w, left, words), write_number(w, right), words)
        case "min" | "max" as op:
            one, other = write_number(w, left), write_number(w, right)
            return w.put(f"call i64 @llvm.s{op}.i64(i64 {one}, i64 {other})")
        case "<<" | ">>" as op:
            return _shift(w, op, left, right)
        case "//" | "%" as op:
            return _divide(w, op, left, right)
        case "+" | "-" | "*" as op:
            return _calculate(w, op, left, right)
        case "and" | "or" | "has" | "<" | "<=" | ">" | ">=" | "==" | "!=":
            raise AssertionError(e)  # see `write_test`


def _shift(w: Writer, op: str, left: lo.Expr, right: lo.Expr) -> str:
    """Shifts, which leave nothing beyond the width."""
    name = "shl" if op == "<<" else "lshr"
    value, by = write_number(w, left), write_number(w, right)
    inside = w.put(f"icmp ult i64 {by}, {WORD}")
    at = w.put(f"select i1 {inside}, i64 {by}, i64 0")
    moved = w.put(f"{name} i64 {value}, {at}")
    return w.put(f"select i1 {inside}, i64 {moved}, i64 0")


def _divide(w: Writer, op: str, left: lo.Expr, right: lo.Expr) -> str:
    """Division that rounds down, as Python's."""
    if isinstance(right, Int) and right.value > 0 and right.value.bit_count() == 1:
        value = write_number(w, left)
        if op == "//":
            return w.put(f"ashr i64 {value}, {right.value.bit_length() - 1}")
        return w.put(f"and i64 {value}, {right.value - 1}")
    value, by = write_number(w, left), write_number(w, right)
    if not (isinstance(right, Int) and right.value):
        w.unless(w.put(f"icmp ne i64 {by}, 0"), w.broken())
    name = "quotient" if op == "//" else "remainder"
    w.shared.used.add(name)
    return w.put(f"call i64 @{name}(i64 {value}, i64 {by})")


def _calculate(w: Writer, op: str, left: lo.Expr, right: lo.Expr) -> str:
    """Sums and products, which stop at the bounds of 64 bits where they can reach them: whoever reads them then finds
    them too large, as Python's numbers would be.
    """
    one, other = write_number(w, left), write_number(w, right)
    sizes = sorted((_count_bits(w, left), _count_bits(w, right)))
    if op == "*":
        if sum(sizes) < _OPEN:
            return w.put(f"mul i64 {one}, {other}")
        w.shared.used.add("product")
        return w.put(f"call i64 @product(i64 {one}, i64 {other})")
    name = "add" if op == "+" else "sub"
    counted = sizes[0] < _SMALL and (isinstance(left, Int) or isinstance(right, Int))
    if sizes[1] < _OPEN or counted:
        return w.put(f"{name} i64 {one}, {other}")
    return w.put(f"call i64 @llvm.s{name}.sat.i64(i64 {one}, i64 {other})")


def _count_bits(w: Writer, e: lo.Expr) -> int:
    """How many bits a number has at most, as far as it is seen here."""
    match e:
        case Int(value=value):
            return value.bit_length()
        case Load():
            return _HELD
        case Look(table=table):
            return w.shared.bits(table)
        case Op(op="+" | "-", left=left, right=right):
            return min(_OPEN, max(_count_bits(w, left), _count_bits(w, right)) + 1)
        case Op(op="*", left=left, right=right):
            return min(_OPEN, _count_bits(w, left) + _count_bits(w, right))
        case Op(op="min" | "max", left=left, right=right) | lo.Cond(yes=left, no=right):
            return max(_count_bits(w, left), _count_bits(w, right))
        case Op(op="%", right=right):
            return _count_bits(w, right)
        case Op(op=op) if op in _COMPARED or op in ("and", "or", "has"):
            return 1
        case Un(op="count" | "lowest" | "highest") | lo.Pick():
            return 32
        case Un(op="not"):
            return 1
        case Un(op="-", operand=operand):
            return _count_bits(w, operand)
        case lo.Dice():
            return 33
        case _:
            return _OPEN


def _write_unary(w: Writer, e: Un, words: int) -> str:
    operand = e.operand
    match e.op:
        case "-":
            value = write_number(w, operand)
            if _count_bits(w, operand) < _OPEN:
                return w.put(f"sub i64 0, {value}")
            return w.put(f"call i64 @llvm.ssub.sat.i64(i64 0, i64 {value})")
        case "bit":
            return make_single(w, write_number(w, operand), words)
        case "below":
            return make_below(w, write_number(w, operand), words)
        case "up" | "down":
            name = "shl" if e.op == "up" else "lshr"
            return w.put(f"{name} {type_of(words)} {write_value(w, operand, words)}, 1")
        case "fit":
            return _fit(w, operand, words)
        case "rest":
            of, members = type_of(words), write_value(w, operand, words)
            less = w.put(f"add {of} {members}, -1")
            return w.put(f"and {of} {members}, {less}")
        case "count" | "lowest" | "highest":
            inner = count_words(w, operand) or 1
            return measure(w, e.op, write_value(w, operand, inner), inner)
        case "not":
            raise AssertionError(e)  # see `write_test`


def _fit(w: Writer, operand: lo.Expr, words: int) -> str:
    """A set as one of another width."""
    inner = count_words(w, operand) or words
    value = write_value(w, operand, inner)
    if inner > words:
        return w.put(f"trunc {type_of(inner)} {value} to {type_of(words)}")
    return widen(w, value, inner, words)


def _call_function(w: Writer, e: lo.Apply, words: int) -> str:
    """A call of a function of the program, or of one that every program has."""
    function, arguments = e.function, e.arguments
    if function in w.shared.functions:
        kinds = w.shared.kinds.params(function)
        given = [
            f"{type_of(kind)} {write_value(w, a, kind)}"
            for a, kind in zip(arguments, kinds, strict=True)
        ]
        return w.call(function, ["ptr %v", *given], words)
    name, _, table = function.partition(":")
    match name:
        case "draw":
            return _draw(w, write_number(w, arguments[0]))
        case "next32":
            at = w.between(write_index(w, arguments[0]), 0, w.shared.place.size - 3)
            w.shared.used.add("next32")
            return w.put(f"call i64 @next32(ptr %v, i64 {at})")
        case "pick":
            return _pick(w, arguments[0])
        case "fail":
            w.fail(write_number(w, arguments[0]))
            w.label(*w.labels("dead"))
            return "0"
        case "flood":
            return _flood(w, table, arguments, words)
        case _:
            raise NotNative(f"`{function}`, which only Python has")


def _flood(w: Writer, table: str, arguments: tuple[lo.Expr, ...], words: int) -> str:
    """What can be reached from a member through members, by the links of a table."""
    mask, origin = arguments
    of, rows = type_of(words), len(w.shared.tables[table])
    members = write_value(w, mask, words)
    start = w.between(write_number(w, origin), 0, min(rows, WORD * words))
    w.shared.used.add(f"flood:{table}")
    return w.put(f'call {of} @"flood:{table}"({of} {members}, i64 {start})')


def _draw(w: Writer, below: str) -> str:
    """A number drawn from 0 on, below one."""
    w.shared.used.update(("next32", "draw"))
    return w.put(f"call i64 @draw(ptr %v, i64 {below})")


def _pick(w: Writer, mask: lo.Expr) -> str:
    """A member that is drawn."""
    count = counted(mask)
    if count is not None:
        return _draw(w, write_number(w, count))
    words = count_words(w, mask) or 1
    members = write_value(w, mask, words)
    drawn = _draw(w, measure(w, "count", members, words))
    return find_nth(w, members, drawn, words)
