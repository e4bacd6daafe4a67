"""What surely holds at each place of straight functions, and the tests that therefore need not be made.

Two facts are followed: that something is not below zero (a player is somebody), and that it is not zero (a set has members).
They are known of locals, of words of the vector at a fixed place until something may write there, and of parameters if
every call agrees.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from boardwright.interpreter import lowered as lo
from boardwright.interpreter.lowered import Int, Load, Look, Op, Un, Var
from boardwright.interpreter.reading import calls, inside, looks, sets, statements
from boardwright.interpreter.renaming import changed_expr

Fact = tuple[str, lo.Expr]
FROM_ZERO, NOT_ZERO = ">= 0", "!= 0"
# Primitives that write nothing an author could see.
_READS_ONLY = frozenset({"turned", "first_from", "position", "find_face", "next_in", "from_seat"})


def without_known_tests(
    functions: Mapping[str, lo.Function], root: str, tables: Mapping[str, tuple[int, ...]]
) -> dict[str, lo.Function]:
    """The functions with tests left out whose answer is known. Only `root` is called from outside."""
    maybe: dict[str, set[str]] = {name: set() for name in functions}  # parameters not known
    maybe[root] = set(functions[root].params)
    for function in functions.values():
        for handed in filter(None, map(looks, calls(function.body))):
            maybe[handed] = set(functions[handed].params)
    waiting = True
    done: dict[str, lo.Function] = {}
    while waiting:
        waiting = False
        for name, function in functions.items():
            facts: set[Fact] = {
                (FROM_ZERO, Var(p)) for p in function.params if p not in maybe[name]
            }
            follower = _Follower(functions, tables)
            body = follower.body(function.body, facts)[0]
            done[name] = replace(function, body=body)
            for callee, params in follower.unsure.items():
                if not params <= maybe[callee]:
                    maybe[callee] |= params
                    waiting = True
    return done


class _Follower:
    def __init__(
        self, functions: Mapping[str, lo.Function], tables: Mapping[str, tuple[int, ...]]
    ) -> None:
        self.functions, self.tables = functions, tables
        self.unsure: dict[str, set[str]] = {}

    # ---- statements: each says what it becomes, and what holds behind it

    def body(self, body: list[lo.Stmt], facts: set[Fact]) -> tuple[list[lo.Stmt], set[Fact] | None]:
        """None for facts: nothing comes behind it."""
        known: set[Fact] | None = set(facts)
        result: list[lo.Stmt] = []
        for s in body:
            if known is None:
                break
            found, known = self.statement(s, known)
            result.extend(found)
        return result, known

    def statement(self, s: lo.Stmt, facts: set[Fact]) -> tuple[list[lo.Stmt], set[Fact] | None]:
        match s:
            case lo.SetVar(name=name, value=value):
                value = self.expr(value, facts)
                facts = self.after_calls(value, facts)
                sure = {kind for kind in (FROM_ZERO, NOT_ZERO) if self.holds(kind, value, facts)}
                facts = _without(name, facts) | {(kind, Var(name)) for kind in sure}
                return [lo.SetVar(name, value)], facts
            case lo.Store(at=at, value=value):
                at, value = self.expr(at, facts), self.expr(value, facts)
                facts = self.after_calls(value, facts)
                sure = {kind for kind in (FROM_ZERO, NOT_ZERO) if self.holds(kind, value, facts)}
                facts = {f for f in facts if not _touches(f, at)}
                if isinstance(at, Int):
                    facts |= {(kind, Load(at)) for kind in sure}
                return [lo.Store(at, value)], facts
            case lo.Fill(at=at, count=count):
                return [s], {
                    f
                    for f in facts
                    if not (
                        isinstance(f[1], Load)
                        and isinstance(f[1].at, Int)
                        and at <= f[1].at.value < at + count
                    )
                }
            case lo.When():
                return self.when(s, facts)
            case lo.ForBits() | lo.ForRange() | lo.ForSorted() | lo.Loop():
                return self.loop(s, facts)
            case lo.Do(call=call):
                found = self.expr(call, facts)
                assert isinstance(found, lo.Apply)
                behind = self.after_calls(found, facts)
                return [lo.Do(found)], None if call.function == "fail" else behind
            case lo.ShuffleMask():
                return [lo.ShuffleMask(s.event, s.kind, self.expr(s.mask, facts))], _of_locals(
                    facts
                )
            case lo.Return(value=value):
                return [lo.Return(self.expr(value, facts))], None
            case lo.Fail() | lo.Finish() | lo.Break() | lo.Again():
                return [s], None
            case _:
                return [s], facts

    def when(self, s: lo.When, facts: set[Fact]) -> tuple[list[lo.Stmt], set[Fact] | None]:
        test = self.expr(s.test, facts)
        facts = self.after_calls(test, facts)
        if isinstance(test, Int):
            return self.body(s.body if test.value else s.otherwise, facts)
        yes, after_yes = self.body(s.body, facts | _told(test, True))
        no, after_no = self.body(s.otherwise, facts | _told(test, False))
        behind = after_yes if after_no is None else after_no
        if after_yes is not None and after_no is not None:
            behind = after_yes & after_no
        return [lo.When(test, yes, no)], behind

    def loop(
        self, s: lo.ForBits | lo.ForRange | lo.ForSorted | lo.Loop, facts: set[Fact]
    ) -> tuple[list[lo.Stmt], set[Fact] | None]:
        name = sets(s)
        outside = facts
        match s:
            case lo.ForBits():
                mask = self.expr(s.mask, facts)
                start = None if s.start is None else self.expr(s.start, facts)
                facts = self.after_calls(mask, facts)
            case lo.ForSorted():
                mask = self.expr(s.mask, facts)
                start = None if s.start is None else self.expr(s.start, facts)
                facts = self.after_calls(mask, facts)
            case lo.ForRange():
                low, high = self.expr(s.low, facts), self.expr(s.high, facts)
                facts = self.after_calls(high, self.after_calls(low, facts))
            case lo.Loop():
                pass
        # What a turn may change is not known before the next one.
        changing = {n for inner in statements([s]) if (n := sets(inner)) is not None}
        facts = {f for f in _of_locals(facts) if not _names(f[1]) & changing}
        own: set[Fact] = set()
        if name is not None and (
            not isinstance(s, lo.ForRange) or self.holds(FROM_ZERO, low, outside)
        ):
            own = {(FROM_ZERO, Var(name))}
        inner, _ = self.body(s.body, facts | own)
        match s:
            case lo.ForBits():
                found: lo.Stmt = lo.ForBits(s.name, mask, inner, start)
            case lo.ForSorted():
                key_body, known = self.body(s.key_body, facts | own)
                key = self.expr(s.key, known or set())
                found = lo.ForSorted(s.name, mask, key_body, key, s.falling, inner, start)
            case lo.ForRange():
                found = lo.ForRange(s.name, low, high, inner)
            case lo.Loop():
                found = lo.Loop(inner)
        return [found], facts

    # ---- expressions

    def after_calls(self, e: lo.Expr, facts: set[Fact]) -> set[Fact]:
        """What still holds after the calls in an expression, which may write anywhere."""
        for part in inside(e):
            if isinstance(part, lo.Apply) and part.function not in _READS_ONLY:
                return _of_locals(facts)
        return facts

    def expr(self, e: lo.Expr, facts: set[Fact]) -> lo.Expr:
        """The same with what is known put in; and what is told to functions is noted."""

        def change(part: lo.Expr) -> lo.Expr | None:
            match part:
                case Op(op="<", left=left, right=Int(value=0)) if self.holds(
                    FROM_ZERO, left, facts
                ):
                    return Int(0)
                case Op(op=">=", left=left, right=Int(value=0)) if self.holds(
                    FROM_ZERO, left, facts
                ):
                    return Int(1)
                case Op(op="==", left=left, right=Int(value=0)) if self.holds(
                    NOT_ZERO, left, facts
                ):
                    return Int(0)
                case Op(op="!=", left=left, right=Int(value=0)) if self.holds(
                    NOT_ZERO, left, facts
                ):
                    return Int(1)
                case lo.Cond(test=test, yes=yes, no=no):
                    answer = self.expr(test, facts)
                    if isinstance(answer, Int):
                        return self.expr(yes if answer.value else no, facts)
                    first = self.expr(yes, facts | _told(answer, True))
                    return lo.Cond(answer, first, self.expr(no, facts | _told(answer, False)))
                case Op(op="and" | "or" as op, left=left, right=right):
                    first = self.expr(left, facts)
                    second = self.expr(right, facts | _told(first, op == "and"))
                    if isinstance(first, Int):
                        return second if bool(first.value) == (op == "and") else first
                    if isinstance(second, Int) and bool(second.value) == (op == "and"):
                        return first
                    return Op(op, first, second)
                case lo.Apply(function=function, arguments=arguments):
                    if function in self.functions:
                        unsure = {
                            p
                            for p, a in zip(self.functions[function].params, arguments, strict=True)
                            if not self.holds(FROM_ZERO, a, facts)
                        }
                        self.unsure.setdefault(function, set()).update(unsure)
                    return None
                case _:
                    return None

        return changed_expr(e, change)

    def holds(self, kind: str, e: lo.Expr, facts: set[Fact]) -> bool:
        if (kind, e) in facts:
            return True
        return self.from_zero(e, facts) if kind == FROM_ZERO else self.not_zero(e, facts)

    def from_zero(self, e: lo.Expr, facts: set[Fact]) -> bool:
        def both(*some: lo.Expr) -> bool:
            return all(self.holds(FROM_ZERO, each, facts) for each in some)

        match e:
            case Int(value=value):
                return value >= 0
            case Look(table=table, index=index):
                rows = self.tables[table]
                # The last entry of a table by player is for nobody.
                return min(rows) >= 0 or (min(rows[:-1], default=-1) >= 0 and both(index))
            case Op(op="+" | "*" | "//" | ">>" | "<<" | "|" | "^" | "min", left=left, right=right):
                return both(left, right)
            case Op(op="&" | "max", left=left, right=right):
                return both(left) or both(right)
            case Op(op="%", right=right):
                return both(right)
            case Op(op="==" | "!=" | "<" | "<=" | ">" | ">=") | Un(op="count" | "bit" | "not"):
                return True
            case (
                Un(op="lowest", operand=operand)
                | lo.Apply(function="first_from", arguments=(operand, *_))
            ):
                return self.holds(NOT_ZERO, operand, facts)
            case lo.Apply(function="ask", arguments=(_, _, offset, Int(value=0), _)):
                return both(offset)
            case lo.Apply(function="find_face") | lo.Pick() | lo.Dice():
                return True
            case lo.Cond(yes=yes, no=no):
                return both(yes, no)
            case _:
                return False

    def not_zero(self, e: lo.Expr, facts: set[Fact]) -> bool:
        match e:
            case Int(value=value):
                return value != 0
            case Un(op="bit"):
                return True
            case Op(op="|", left=left, right=right):
                return self.holds(NOT_ZERO, left, facts) or self.holds(NOT_ZERO, right, facts)
            case _:
                return False


def _told(test: lo.Expr, truth: bool) -> set[Fact]:
    """What a test's answer says."""
    match test:
        case Op(op="<", left=left, right=Int(value=0)):
            return set() if truth else {(FROM_ZERO, left)}
        case Op(op=">=", left=left, right=Int(value=low)) if low >= 0:
            return {(FROM_ZERO, left)} if truth else set()
        case Op(op="==", left=left, right=Int(value=0)):
            return set() if truth else {(NOT_ZERO, left)}
        case Op(op="==", left=left, right=Int(value=value)) if value > 0:
            return {(FROM_ZERO, left)} if truth else set()
        case Op(op="!=", left=left, right=Int(value=0)):
            return {(NOT_ZERO, left)} if truth else set()
        case Op(op="and", left=left, right=right):
            return _told(left, True) | _told(right, True) if truth else set()
        case Op(op="or", left=left, right=right):
            return set() if truth else _told(left, False) | _told(right, False)
        case Un(op="not", operand=operand):
            return _told(operand, not truth)
        case _:
            return set()


def _names(e: lo.Expr) -> set[str]:
    return {part.name for part in inside(e) if isinstance(part, Var)}


def _without(name: str, facts: set[Fact]) -> set[Fact]:
    return {f for f in facts if name not in _names(f[1])}


def _of_locals(facts: set[Fact]) -> set[Fact]:
    return {f for f in facts if not any(isinstance(p, Load | lo.Apply) for p in inside(f[1]))}


def _touches(fact: Fact, at: lo.Expr) -> bool:
    """Whether a write may change what a fact is about."""
    for part in inside(fact[1]):
        if isinstance(part, lo.Apply):
            return True
        if isinstance(part, Load):
            if not (isinstance(part.at, Int) and isinstance(at, Int) and part.at != at):
                return True
    return False
