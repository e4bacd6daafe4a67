"""Loops over members that are known: short ones are written out, and what depends on the member alone is worked out
beforehand.

A loop of which every turn is little becomes the statements of its turns, one after the other; where it looks for a
member, it becomes one test. Of a longer loop that goes through a constant set, what each turn would work out of its
member (a place in the vector, a bit, what is printed) becomes a column of a table (`ForRows`), and what is the same in
all turns is worked out before the first.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from boardwright.interpreter import lowered as lo
from boardwright.interpreter.lowered import Int, Look, Op, Un, Var, negated
from boardwright.interpreter.reading import expressions, inside, roots, sets, statements
from boardwright.interpreter.renaming import changed, changed_expr, renamed
from boardwright.interpreter.tidy import folded, folded_body, is_truth

MOST_WRITTEN = 130  # a loop is written out if that has no more parts
MOST_ROWS = 4000  # in one table
MOST_COLUMNS = 8
_FEW = 3  # for fewer turns nothing is worked out beforehand

_Loop = lo.ForBits | lo.ForRange
_SUMS: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "|": operator.or_,
    "&": operator.and_,
    "^": operator.xor,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "min": min,
    "max": max,
}


def written_out(function: lo.Function, tables: Mapping[str, tuple[int, ...]]) -> lo.Function:
    """The function with its short loops written out."""
    writer = _Writer(tables, _private(function.body), _read(function.body))
    return replace(function, body=writer.body(function.body))


def with_rows(function: lo.Function, tables: Mapping[str, tuple[int, ...]]) -> lo.Function:
    """The function with tables for its longer loops."""
    names = {*function.params}
    names.update(n for s in statements(function.body) if (n := sets(s)) is not None)
    return replace(function, body=_Rows(tables, names).body(function.body))


# ---- what is known of names -----------------------------------------------------------------------------


def _read(body: list[lo.Stmt]) -> Counter[str]:
    return Counter(e.name for e in expressions(body) if isinstance(e, Var))


def _set(body: list[lo.Stmt]) -> Counter[str]:
    found = Counter(n for s in statements(body) if (n := sets(s)) is not None)
    for s in statements(body):
        if isinstance(s, lo.ForRows):
            found.update(s.names)
    return found


def _private(body: list[lo.Stmt]) -> set[str]:
    """Locals that belong to one turn of a loop: nothing outside it sets or reads them, and a turn sets them first."""
    read, written = _read(body), _set(body)
    found: set[str] = set()
    for s in statements(body):
        if not isinstance(s, lo.ForBits | lo.ForRange | lo.ForSorted | lo.Loop):
            continue
        own_read, own_written = _read(s.body), _set(s.body)
        found |= {
            name
            for name in _first_set(s.body)
            if own_read[name] == read[name] and own_written[name] == written[name]
        }
    return found


def _first_set(body: list[lo.Stmt]) -> set[str]:
    """Locals that a body sets before it reads them, whatever it does."""
    found: set[str] = set()
    named: set[str] = set()
    for s in body:
        if isinstance(s, lo.SetVar):
            named |= {e.name for e in inside(s.value) if isinstance(e, Var)}
            if s.name not in named:
                found.add(s.name)
            named.add(s.name)
        else:
            named |= set(_read([s])) | set(_set([s]))
    return found


def _pure(e: lo.Expr) -> bool:
    return not any(isinstance(p, lo.Apply | lo.Pick | lo.Dice) for p in inside(e))


def _size(body: Sequence[lo.Stmt]) -> int:
    return sum(1 + sum(1 for root in roots(s) for _ in inside(root)) for s in statements([*body]))


def _leaves_loop(body: list[lo.Stmt]) -> bool:
    """Whether a turn may end early, or the loop, or the function."""
    for s in body:
        if isinstance(s, lo.Break | lo.Again | lo.Return):
            return True
        if isinstance(s, lo.When):
            if _leaves_loop(s.body) or _leaves_loop(s.otherwise):
                return True
        elif any(isinstance(p, lo.Return) for p in statements([s])):
            return True
    return False


def _as_truth(e: lo.Expr) -> lo.Expr:
    return e if is_truth(e) else Op("!=", e, Int(0))


def _known_members(s: lo.Stmt) -> list[int] | None:
    """The members that a loop goes through, if they are known."""
    match s:
        case lo.ForBits(mask=Int(value=mask), start=start) if (
            start in (None, Int(0)) and mask >= 0 and mask.bit_count() <= MOST_WRITTEN
        ):
            return [n for n in range(mask.bit_length()) if mask >> n & 1]
        case lo.ForRange(low=Int(value=low), high=Int(value=high)) if high - low < MOST_WRITTEN:
            return list(range(low, high + 1))
        case _:
            return None


# ---- short loops ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Writer:
    tables: Mapping[str, tuple[int, ...]]
    private: set[str]
    read: Counter[str]
    copies: int = 0

    def body(self, body: list[lo.Stmt]) -> list[lo.Stmt]:
        result: list[lo.Stmt] = []
        for s in body:
            for each in self.statement(s, result):
                self.append(each, result)
        return result

    def append(self, s: lo.Stmt, result: list[lo.Stmt]) -> None:
        """Adds a statement; one that only changes what the one before has set becomes part of that."""
        last = result[-1] if result else None
        match last, s:
            case (
                lo.SetVar(name=name, value=before),
                lo.SetVar(name=same, value=Op(op="|" | "+" as op, left=Var(name=own), right=more)),
            ) if (
                name == same == own
                and not any(e == Var(name) for e in inside(more))
                and _pure(before)
                and _pure(more)
                and _size([last, s]) <= MOST_WRITTEN
            ):
                value = more if before == Int(0) else folded(Op(op, before, more))
                result[-1] = lo.SetVar(name, value)
            case lo.SetVar(name=name, value=value), lo.Return(value=Var(name=told)) if name == told:
                result[-1] = lo.Return(value)
            case lo.SetVar(name=name, value=value), _ if self.read_once(name, s) and _pure(value):
                result[-1:] = _with_roots(s, name, value)
            case (
                lo.When(
                    test=Var(name=name),
                    body=[*first, lo.SetVar(name=again, value=second)],
                    otherwise=[],
                ),
                lo.When(test=Var(name=tested), body=then, otherwise=[]),
            ) if name == again == tested and self.read[name] == 2 and _pure(second):
                # What holds if two things do is tested in two steps.
                match result[-2:-1]:
                    case [lo.SetVar(name=set_first, value=test)] if set_first == name:
                        inner = [*first]
                        self.append(lo.When(second, then, []), inner)
                        result[-2:] = [lo.When(test, inner, [])]
                    case _:
                        result.append(s)
            case (
                lo.SetVar(name=name, value=value),
                lo.When(test=(Var(name=tested) | Un(op="not", operand=Var(name=tested))) as test),
            ) if name == tested and self.read[name] == 1 and _pure(value):
                result[-1] = replace(s, test=value if isinstance(test, Var) else negated(value))
            case _:
                result.append(s)

    def read_once(self, name: str, s: lo.Stmt) -> bool:
        """Whether a local is read once in all, and that by this statement itself."""
        return self.read[name] == 1 and any(
            e == Var(name) for root in roots(s) for e in inside(root)
        )

    def statement(self, s: lo.Stmt, before: list[lo.Stmt]) -> list[lo.Stmt]:
        match s:
            case lo.When(test=test, body=yes, otherwise=no):
                return [lo.When(test, self.body(yes), self.body(no))]
            case lo.ForBits() | lo.ForRange():
                members = _known_members(s)
                found = None if members is None else self.turns(s, members, before)
                return [replace(s, body=self.body(s.body))] if found is None else found
            case lo.ForSorted():
                return [replace(s, key_body=self.body(s.key_body), body=self.body(s.body))]
            case lo.Loop(body=inner):
                return [lo.Loop(self.body(inner))]
            case _:
                return [s]

    def turns(self, s: _Loop, members: list[int], before: list[lo.Stmt]) -> list[lo.Stmt] | None:
        """A loop's turns one after the other; None if they are too much or end early."""
        flag = _flag_of(s.body, before)
        if flag is None and _leaves_loop(s.body):
            return None
        if any(sets(inner) == s.name for inner in statements(s.body)):
            return None
        found: list[list[lo.Stmt]] = []
        size = 0
        for member in members:
            turn = self.body(self.turn(s, member))
            size += _size(turn)
            if size > MOST_WRITTEN:
                return None
            found.append(turn)
        if flag is None:
            return [each for turn in found for each in turn]
        tests = [_test_of(turn, flag.name, {}, self.private) for turn in found]
        chain: lo.Expr = Int(0)
        for test in tests:
            if test is None:
                return None
            chain = folded(Op("or", chain, _as_truth(test)))
        before.pop()
        return [lo.SetVar(flag.name, folded(chain if flag.value == Int(0) else _none_of(chain)))]

    def turn(self, s: _Loop, member: int) -> list[lo.Stmt]:
        """What a loop does with one member."""

        def change(e: lo.Expr) -> lo.Expr | None:
            match e:
                case Var(name=name) if name == s.name:
                    return Int(member)
                case Look(table=table, index=index):
                    at, rows = folded(changed_expr(index, change)), self.tables[table]
                    known = isinstance(at, Int) and -len(rows) <= at.value < len(rows)
                    return Int(rows[at.value]) if known and isinstance(at, Int) else Look(table, at)
                case _:
                    return None

        body = folded_body(changed(s.body, change))
        self.copies += 1
        own = _first_set(body) & self.private
        names = {name: f"{name}_c{self.copies}" for name in own}
        for name, other in names.items():
            self.read[other] = self.read[name]
        self.private |= set(names.values())
        return _put_in(renamed(body, names), set(names.values()))


def _with_roots(s: lo.Stmt, name: str, value: lo.Expr) -> list[lo.Stmt]:
    """A statement that works something out itself, instead of reading it from a local."""
    return folded_body(changed([s], lambda e: value if e == Var(name) else None))


def _none_of(chain: lo.Expr) -> lo.Expr:
    match chain:
        case Op(op="or", left=left, right=right):
            return Op("and", _none_of(left), _none_of(right))
        case Op(op="and", left=left, right=right):
            return Op("or", _none_of(left), _none_of(right))
        case _:
            return negated(chain)


def _put_in(body: list[lo.Stmt], own: set[str]) -> list[lo.Stmt]:
    """Locals of a turn that are numbers, or little more, are put where they are read."""
    often = _set(body)
    result: list[lo.Stmt] = []
    known: dict[str, lo.Expr] = {}

    def change(e: lo.Expr) -> lo.Expr | None:
        return known.get(e.name) if isinstance(e, Var) else None

    for s in body:
        (each,) = changed([s], change) if known else (s,)
        if isinstance(each, lo.SetVar) and each.name in own and often[each.name] == 1:
            value = folded(each.value)
            if isinstance(value, Int) or (
                isinstance(value, Op)
                and value.op in "+-*"
                and all(isinstance(e, Int | Var | Op) for e in inside(value))
                and not any(often[e.name] for e in inside(value) if isinstance(e, Var))
            ):
                known[each.name] = value
                continue
        result.append(each)
    return folded_body(result) if known else result


def _flag_of(body: list[lo.Stmt], before: list[lo.Stmt]) -> lo.SetVar | None:
    """The flag, set right before a loop, that the loop changes when it finds what it looks for."""
    if not before or not isinstance(before[-1], lo.SetVar):
        return None
    flag = before[-1]
    own = [s for s in statements(body) if isinstance(s, lo.SetVar) and s.name == flag.name]
    if flag.value not in (Int(0), Int(1)) or len(own) != 1:
        return None
    if own[0].value != Int(1 - flag.value.value):
        return None
    return None if any(e == Var(flag.name) for e in expressions(body)) else flag


def _test_of(
    body: list[lo.Stmt], flag: str, known: dict[str, lo.Expr], private: set[str]
) -> lo.Expr | None:
    """When a turn changes a flag and leaves its loop; None if it may do anything else."""
    everything, known, private = private, dict(known), private & _first_set(body)

    def change(e: lo.Expr) -> lo.Expr | None:
        return known.get(e.name) if isinstance(e, Var) else None

    for n, s in enumerate(body):
        match s:
            case lo.SetVar(name=name) if name == flag:
                return Int(1) if body[n + 1 :] == [lo.Break()] else None
            case lo.SetVar(name=name, value=value) if name in private and _pure(value):
                known[name] = changed_expr(value, change)
            case lo.When(test=test, body=yes, otherwise=[]) if n == len(body) - 1:
                inner = _test_of(yes, flag, known, everything)
                return None if inner is None else _both(changed_expr(test, change), inner)
            case _:
                return None
    return Int(0)


def _both(a: lo.Expr, b: lo.Expr) -> lo.Expr:
    return folded(Op("and", _as_truth(a), _as_truth(b)))


# ---- longer loops ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Rows:
    tables: Mapping[str, tuple[int, ...]]
    names: set[str]
    found: dict[lo.Expr, str] = field(default_factory=dict)

    def body(self, body: list[lo.Stmt]) -> list[lo.Stmt]:
        result: list[lo.Stmt] = []
        for s in body:
            match s:
                case lo.When(test=test, body=yes, otherwise=no):
                    result.append(lo.When(test, self.body(yes), self.body(no)))
                case lo.ForBits() | lo.ForRange():
                    result.extend(self.loop(replace(s, body=self.body(s.body))))
                case lo.ForSorted():
                    result.append(
                        replace(s, key_body=self.body(s.key_body), body=self.body(s.body))
                    )
                case lo.Loop(body=inner):
                    result.append(lo.Loop(self.body(inner)))
                case _:
                    result.append(s)
        return result

    def loop(self, s: _Loop) -> list[lo.Stmt]:
        sources = self.sources(s)
        if sources is None:
            return [s]
        changing = set(_set([s]))
        if any(sets(inner) == s.name for inner in statements(s.body)):
            return [s]
        columns = self.columns(s, sources)
        if not columns:
            return [s]
        named = {e: self.fresh(_named(s.name, e, s.body)) for e in columns}

        def change(e: lo.Expr) -> lo.Expr | None:
            return Var(named[e]) if e in named else None

        body = changed(s.body, change)
        whole = Var(s.name) in set(expressions(body))
        wanted: list[lo.Expr] = [*([Var(s.name)] if whole else []), *columns]
        rows = tuple(
            tuple(tuple(_worked_out(e, s.name, n, self.tables) for e in wanted) for n in members)
            for members in sources
        )
        titles = (*([s.name] if whole else []), *named.values())
        index = s.mask.index if isinstance(s, lo.ForBits) and isinstance(s.mask, Look) else None
        before, body = self.hoisted(body, changing | set(titles))
        return [*before, lo.ForRows(titles, rows, index, body)]

    def sources(self, s: _Loop) -> list[list[int]] | None:
        """The members that a loop may go through: one list, or one for each index of a table."""
        known = _known_members(s)
        if known is not None:
            return [known] if _FEW < len(known) <= MOST_ROWS else None
        match s:
            case lo.ForBits(mask=Look(table=table), start=None):
                rows = self.tables[table]
                if min(rows) < 0 or sum(r.bit_count() for r in rows) > MOST_ROWS:
                    return None
                return [[n for n in range(r.bit_length()) if r >> n & 1] for r in rows]
            case _:
                return None

    def columns(self, s: _Loop, sources: list[list[int]]) -> list[lo.Expr]:
        """The expressions that only the member decides, the largest there are, in the order of the text."""
        found: dict[lo.Expr, int] = {}

        def look(e: lo.Expr) -> None:
            if _depends_only_on(s.name, e):
                if not isinstance(e, Var | Int):
                    found[e] = found.get(e, 0) + 1
                return
            match e:
                case lo.Load(at=inner) | Look(index=inner) | Un(operand=inner):
                    look(inner)
                case Op(left=left, right=right):
                    look(left)
                    look(right)
                case lo.Cond(test=test, yes=yes, no=no):
                    for part in (test, yes, no):
                        look(part)
                case lo.Apply(arguments=arguments):
                    for part in arguments:
                        look(part)
                case lo.Pick(mask=mask, offset=offset):
                    look(mask)
                    look(offset)
                case lo.Dice(sides=sides):
                    look(sides)
                case Int() | Var():
                    pass

        for part in statements(s.body):
            for root in roots(part):
                look(root)
        members = {n for row in sources for n in row}
        fine = [e for e in found if all(_can(e, s.name, n, self.tables) for n in members)]
        return fine[:MOST_COLUMNS]

    def hoisted(
        self, body: list[lo.Stmt], changing: set[str]
    ) -> tuple[list[lo.Stmt], list[lo.Stmt]]:
        """What is the same in all turns, and the body without it."""
        known: dict[lo.Expr, str] = {}

        def change(e: lo.Expr) -> lo.Expr | None:
            if isinstance(e, Op) and e.op in "+-*" and _same_in_all_turns(e, changing):
                if e not in known:
                    known[e] = self.fresh("base")
                return Var(known[e])
            return None

        body = changed(body, change)
        return [lo.SetVar(name, e) for e, name in known.items()], body

    def fresh(self, name: str) -> str:
        found, n = name, 1
        while found in self.names:
            n += 1
            found = f"{name}{n}"
        self.names.add(found)
        return found


def _same_in_all_turns(e: lo.Expr, changing: set[str]) -> bool:
    found = list(inside(e))
    return all(isinstance(p, Int | Var | Op) for p in found) and (
        any(isinstance(p, Var) for p in found)
        and not any(isinstance(p, Var) and p.name in changing for p in found)
        and all(p.op in "+-*" for p in found if isinstance(p, Op))
    )


def _depends_only_on(name: str, e: lo.Expr) -> bool:
    found = list(inside(e))
    return Var(name) in found and all(
        p == Var(name)
        or isinstance(p, Int | Look)
        or (isinstance(p, Op) and p.op in _SUMS)
        or (isinstance(p, Un) and p.op == "bit")
        for p in found
    )


def _can(e: lo.Expr, name: str, member: int, tables: Mapping[str, tuple[int, ...]]) -> bool:
    try:
        _worked_out(e, name, member, tables)
    except (IndexError, ValueError):
        return False
    return True


def _worked_out(e: lo.Expr, name: str, member: int, tables: Mapping[str, tuple[int, ...]]) -> int:
    match e:
        case Int(value=value):
            return value
        case Var():
            return member
        case Look(table=table, index=index):
            return tables[table][_worked_out(index, name, member, tables)]
        case Op(op=op, left=left, right=right):
            return int(
                _SUMS[op](
                    _worked_out(left, name, member, tables),
                    _worked_out(right, name, member, tables),
                )
            )
        case Un(operand=operand):
            return 1 << _worked_out(operand, name, member, tables)
        case _:
            raise AssertionError(e)


def _named(name: str, e: lo.Expr, body: list[lo.Stmt]) -> str:
    """What a column is called."""
    if isinstance(e, Un):
        return f"{name}_bit"
    return f"{name}_at" if e in set(_places(body)) else f"{name}_of"


def _places(body: list[lo.Stmt]) -> Iterator[lo.Expr]:
    """Parts of the places in the vector that a body reads or writes."""
    for e in expressions(body):
        if isinstance(e, lo.Load):
            yield from inside(e.at)
    for s in statements(body):
        if isinstance(s, lo.Store):
            yield from inside(s.at)
