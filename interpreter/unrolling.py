"""Short loops over members that are known, written out.

A loop of which every turn is little becomes the statements of its turns, one after the other; where it looks for a
member, it becomes one test. What stands right behind each other and only hands a value on becomes one statement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from boardwright.interpreter import lowered as lo
from boardwright.interpreter.lowered import Int, Look, Op, Un, Var, negated
from boardwright.interpreter.reading import (
    expressions,
    inside,
    is_idle,
    known_members,
    read_behind,
    read_in,
    roots,
    set_in,
    sets,
    statements,
)
from boardwright.interpreter.renaming import changed, changed_expr, renamed, with_bodies
from boardwright.interpreter.tidy import folded, folded_body, is_truth

MOST_WRITTEN = 130  # a loop is written out if that has no more parts

_Loop = lo.ForBits | lo.ForRange


def written_out(function: lo.Function, tables: Mapping[str, tuple[int, ...]]) -> lo.Function:
    """The function with its short loops written out."""
    body = function.body
    writer = _Writer(tables, _private(body), read_in(body), read_behind(body))
    return replace(function, body=writer.body(body))


# ---- what is known of names -----------------------------------------------------------------------------


def _private(body: list[lo.Stmt]) -> dict[str, set[str]]:
    """Locals that belong to one turn of a loop: nothing outside it sets or reads them, and a turn sets them first. Loops
    have the names of what goes through them.
    """
    read, written = read_in(body), set_in(body)
    found: dict[str, set[str]] = {}
    for s in statements(body):
        if not isinstance(s, _Loop):
            continue
        own_read, own_written = read_in(s.body), set_in(s.body)
        own = {
            name
            for name in _first_set(s.body)
            if own_read[name] == read[name] and own_written[name] == written[name]
        }
        found[s.name] = own & found.get(s.name, own)
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
            named |= set(read_in([s])) | set(set_in([s]))
    return found


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


# ---- short loops ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Writer:
    tables: Mapping[str, tuple[int, ...]]
    private: Mapping[str, set[str]]
    read: Counter[str]
    behind: set[str]
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
                and is_idle(before)
                and is_idle(more)
                and _size([last, s]) <= MOST_WRITTEN
            ):
                value = more if before == Int(0) else folded(Op(op, before, more))
                result[-1] = lo.SetVar(name, value)
            case lo.SetVar(name=name, value=value), lo.Return(value=Var(name=told)) if name == told:
                result[-1] = lo.Return(value)
            case lo.SetVar(name=name, value=value), _ if self.read_once(name, s) and is_idle(value):
                result[-1:] = _with_roots(s, name, value)
            case (
                lo.When(
                    test=Var(name=name),
                    body=[*first, lo.SetVar(name=again, value=second)],
                    otherwise=[],
                ),
                lo.When(test=Var(name=tested), body=then, otherwise=[]),
            ) if name == again == tested and self.read[name] == 2 and is_idle(second):
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
            ) if name == tested and self.read[name] == 1 and is_idle(value):
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
            case lo.ForBits() | lo.ForRange():
                members = known_members(s)
                found = None if members is None else self.turns(s, members, before)
                return [with_bodies(s, self.body)] if found is None else found
            case _:
                return [with_bodies(s, self.body)]

    def turns(self, s: _Loop, members: list[int], before: list[lo.Stmt]) -> list[lo.Stmt] | None:
        """A loop's turns one after the other; None if they are too much or end early."""
        flag = _flag_of(s.body, before)
        if flag is None and _leaves_loop(s.body):
            return None
        if s.name in self.behind or any(sets(inner) == s.name for inner in statements(s.body)):
            return None
        found: list[list[lo.Stmt]] = []
        size, own = 0, set[str]()
        for member in members:
            begun, names = self.turn(s, member)
            own |= names
            turn = self.body(begun)
            size += _size(turn)
            if size > MOST_WRITTEN:
                return None
            found.append(turn)
        once, now = read_in(s.body), read_in([each for turn in found for each in turn])
        for name in once:
            # What every turn reads is read more often than once; and so is what was put where it is needed.
            self.read[name] += max(0, now[name] - once[name])
        if flag is None:
            return [each for turn in found for each in turn]
        tests = [_test_of(turn, flag.name, {}, own) for turn in found]
        chain: lo.Expr = Int(0)
        for test in tests:
            if test is None:
                return None
            chain = folded(Op("or", chain, _as_truth(test)))
        before.pop()
        return [lo.SetVar(flag.name, folded(chain if flag.value == Int(0) else _none_of(chain)))]

    def turn(self, s: _Loop, member: int) -> tuple[list[lo.Stmt], set[str]]:
        """What a loop does with one member, and the locals that are this turn's own."""

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
        own = _first_set(body) & self.private[s.name]
        names = {name: f"{name}_c{self.copies}" for name in own}
        for name, other in names.items():
            self.read[other] = self.read[name]
        return _put_in(renamed(body, names), set(names.values())), set(names.values())


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
    often = set_in(body)
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
            case lo.SetVar(name=name, value=value) if name in private and is_idle(value):
                known[name] = changed_expr(value, change)
            case lo.When(test=test, body=yes, otherwise=[]) if n == len(body) - 1:
                inner = _test_of(yes, flag, known, everything)
                return None if inner is None else _both(changed_expr(test, change), inner)
            case _:
                return None
    return Int(0)


def _both(a: lo.Expr, b: lo.Expr) -> lo.Expr:
    return folded(Op("and", _as_truth(a), _as_truth(b)))
