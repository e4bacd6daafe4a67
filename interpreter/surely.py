"""What surely holds at each place of straight functions, and the tests that therefore need not be made.

Three facts are followed: that something is not below zero (a player is somebody), that it is not zero (a set has members),
and that two things are equal (the active player is still the one whose turn began). They are known of locals, of words of
the vector at a fixed place until something may write there, and of parameters if every call agrees. `single` are words
that are only ever reached at their fixed place: what is written at a place that is worked out is none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from boardwright.interpreter import layout as lay
from boardwright.interpreter import lowered as lo
from boardwright.interpreter.lowered import Int, Load, Look, Op, Un, Var
from boardwright.interpreter.reading import calls, inside, looks, sets, statements
from boardwright.interpreter.renaming import changed_expr

Fact = tuple[str, lo.Expr]
FROM_ZERO, NOT_ZERO, EQUAL = ">= 0", "!= 0", "equal"
# Primitives that write single words: the words of the turns that begin at their first argument.
OF_TURNS = frozenset({"step_on", "count_way"})
_TURN_WORDS = 5
# Primitives that write nothing an author could see.
_OF_NAMES = ("rank", "rank_from", "first_named", "named_position", "nameless")
_READS_ONLY = frozenset(
    ("turned", "first_from", "position", "find_face", "next_in", "from_seat", "height", *_OF_NAMES)
)


def without_known_tests(
    functions: Mapping[str, lo.Function],
    root: str,
    tables: Mapping[str, tuple[int, ...]],
    single: frozenset[int] = frozenset(),
) -> dict[str, lo.Function]:
    """The functions with tests left out whose answer is known. Only `root` is called from outside."""
    written = written_words(functions)
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
            follower = _Follower(functions, tables, single, written)
            body = follower.body(function.body, facts)[0]
            done[name] = replace(function, body=body)
            for callee, params in follower.unsure.items():
                if not params <= maybe[callee]:
                    maybe[callee] |= params
                    waiting = True
    return done


class _Follower:
    def __init__(
        self,
        functions: Mapping[str, lo.Function],
        tables: Mapping[str, tuple[int, ...]],
        single: frozenset[int],
        written: Mapping[str, frozenset[int]],
    ) -> None:
        self.functions, self.tables = functions, tables
        self.single, self.written = single, written
        self.unsure: dict[str, set[str]] = {}
        # What holds wherever the loops around begin anew, and wherever they are left.
        self.anew: list[list[set[Fact]]] = []
        self.left: list[list[set[Fact]]] = []

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
                if self.is_simple(value) and value != Var(name):
                    facts.add((EQUAL, Op("==", Var(name), value)))
                return [lo.SetVar(name, value)], facts
            case lo.Store(at=at, value=value):
                at, value = self.expr(at, facts), self.expr(value, facts)
                facts = self.after_calls(value, facts)
                sure = {kind for kind in (FROM_ZERO, NOT_ZERO) if self.holds(kind, value, facts)}
                facts = {f for f in facts if not self.touches(f, at)}
                if isinstance(at, Int):
                    facts |= {(kind, Load(at)) for kind in sure}
                    if self.is_simple(value) and self.is_simple(Load(at)) and value != Load(at):
                        facts.add((EQUAL, Op("==", Load(at), value)))
                return [lo.Store(at, value)], facts
            case lo.Fill(at=at, count=count):
                return [s], {f for f in facts if not _reads(f, range(at, at + count))}
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
                seers = None if s.seers is None else self.expr(s.seers, facts)
                shuffle = lo.ShuffleMask(s.event, s.kind, self.expr(s.mask, facts), seers)
                return [shuffle], self.not_written(facts, frozenset())
            case lo.Return(value=value):
                return [lo.Return(self.expr(value, facts))], None
            case lo.Break():
                self.left[-1].append(facts)
                return [s], None
            case lo.Again():
                self.anew[-1].append(facts)
                return [s], None
            case lo.Fail() | lo.Finish():
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
        if isinstance(s, lo.Loop):
            return self.endless(s, facts)
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
        # What a turn may change is not known before the next one.
        changing = {n for inner in statements([s]) if (n := sets(inner)) is not None}
        facts = self.not_written(facts, words_written([s], self.written))
        facts = {f for f in facts if not _names(f[1]) & changing}
        own: set[Fact] = set()
        if name is not None and (
            not isinstance(s, lo.ForRange) or self.holds(FROM_ZERO, low, outside)
        ):
            own = {(FROM_ZERO, Var(name))}
        self.anew.append([])
        self.left.append([])
        inner, _ = self.body(s.body, facts | own)
        self.anew.pop()
        self.left.pop()
        match s:
            case lo.ForBits():
                found: lo.Stmt = lo.ForBits(s.name, mask, inner, start)
            case lo.ForSorted():
                key_body, known = self.body(s.key_body, facts | own)
                key = self.expr(s.key, known or set())
                found = lo.ForSorted(s.name, mask, key_body, key, s.falling, inner, start)
            case lo.ForRange():
                found = lo.ForRange(s.name, low, high, inner)
        return [found], facts

    def endless(self, s: lo.Loop, facts: set[Fact]) -> tuple[list[lo.Stmt], set[Fact] | None]:
        """A loop that only ends where it is left. What holds before it and at the end of each turn holds in all turns."""
        while True:
            self.anew.append([])
            self.left.append([])
            inner, end = self.body(s.body, facts)
            anew, left = self.anew.pop(), self.left.pop()
            kept = facts.intersection(*anew, *([] if end is None else [end]))
            if kept == facts:
                break
            facts = kept
        return [lo.Loop(inner)], left[0].intersection(*left[1:]) if left else None

    # ---- expressions

    def after_calls(self, e: lo.Expr, facts: set[Fact]) -> set[Fact]:
        """What still holds after the calls in an expression, which may write anywhere."""
        for part in inside(e):
            if isinstance(part, lo.Apply) and part.function not in _READS_ONLY:
                facts = self.not_written(facts, words_of_call(part, self.written))
        return facts

    def not_written(self, facts: set[Fact], words: frozenset[int]) -> set[Fact]:
        """What still holds when anything may have been written but the single words that are not among these."""
        return {
            fact
            for fact in facts
            if all(
                isinstance(part.at, Int) and part.at.value in self.single - words
                for part in inside(fact[1])
                if isinstance(part, Load)
            )
            and not any(isinstance(part, lo.Apply) for part in inside(fact[1]))
        }

    def touches(self, fact: Fact, at: lo.Expr) -> bool:
        """Whether a write may change what a fact is about."""
        for part in inside(fact[1]):
            if isinstance(part, lo.Apply):
                return True
            if isinstance(part, Load):
                if isinstance(part.at, Int) and isinstance(at, Int):
                    if part.at == at:
                        return True
                    continue
                fixed = part.at if isinstance(part.at, Int) else at
                if not (isinstance(fixed, Int) and fixed.value in self.single):
                    return True
        return False

    def is_simple(self, e: lo.Expr) -> bool:
        """Whether it is followed what else is equal to this: a local or a single word."""
        if isinstance(e, Load):
            return isinstance(e.at, Int) and e.at.value in self.single
        return isinstance(e, Var)

    def equals(self, e: lo.Expr, facts: set[Fact]) -> set[lo.Expr]:
        """Everything that is known to be equal to this."""
        pairs = [f[1] for f in facts if f[0] == EQUAL and isinstance(f[1], Op)]
        found = {e}
        while True:
            more = {p.left for p in pairs if p.right in found}
            more |= {p.right for p in pairs if p.left in found}
            if more <= found:
                return found
            found |= more

    def expr(self, e: lo.Expr, facts: set[Fact]) -> lo.Expr:
        """The same with what is known put in; and what is told to functions is noted."""

        def change(part: lo.Expr) -> lo.Expr | None:
            match part:
                case Load() if self.is_simple(part):
                    # A local is nearer than a word.
                    same = {e.name for e in self.equals(part, facts) if isinstance(e, Var)}
                    return Var(min(same)) if same else None
                case Op(op="==" | "!=" as op, left=left, right=right) if (
                    self.is_simple(left)
                    and self.is_simple(right)
                    and right in self.equals(left, facts)
                ):
                    return Int(int(op == "=="))
                case Op(op="<" | ">=" | "==" | "!=", left=left, right=Int(value=0)) if any(
                    isinstance(each, lo.Apply | lo.Pick | lo.Dice) for each in inside(left)
                ):
                    return None  # whatever the answer: what is called may fail, and chance is drawn
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
        if self.is_simple(e):
            return any((kind, other) in facts for other in self.equals(e, facts))
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
                return min(rows, default=0) >= 0 or (
                    min(rows[:-1], default=-1) >= 0 and both(index)
                )
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


def _reads(fact: Fact, words: range) -> bool:
    return any(
        isinstance(part, lo.Apply)
        or (isinstance(part, Load) and (not isinstance(part.at, Int) or part.at.value in words))
        for part in inside(fact[1])
    )


def written_words(functions: Mapping[str, lo.Function]) -> dict[str, frozenset[int]]:
    """The words that each function writes at a fixed place, itself or through others."""
    found: dict[str, frozenset[int]] = {name: frozenset() for name in functions}
    while True:
        more = {name: words_written(f.body, found) for name, f in functions.items()}
        if more == found:
            return found
        found = more


def words_written(body: list[lo.Stmt], functions: Mapping[str, frozenset[int]]) -> frozenset[int]:
    """The words that a body writes at a fixed place, and the functions that it calls."""
    found: set[int] = set()
    for s in statements(body):
        match s:
            case lo.Store(at=Int(value=word)):
                found.add(word)
            case lo.Fill(at=at, count=count):
                found.update(range(at, at + count))
            case _:
                pass
    for call in calls(body):
        found |= words_of_call(call, functions)
    return frozenset(found)


def words_of_call(call: lo.Apply, functions: Mapping[str, frozenset[int]]) -> frozenset[int]:
    """The single words that a call writes. Who answers a question counts it."""
    if call.function in OF_TURNS:
        at = call.arguments[0]
        assert isinstance(at, Int)
        return frozenset(range(at.value, at.value + _TURN_WORDS))
    if call.function == "ask":
        return frozenset({lay.BUDGET, lay.DECISIONS})
    handed = looks(call)
    return functions.get(handed or call.function, frozenset())
