"""Functions written where they are called: those called from one place, and small ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from boardwright.interpreter import lowered as lo
from boardwright.interpreter.lowered import Int, Var
from boardwright.interpreter.reading import (
    calls,
    ends,
    expressions,
    inside,
    looks,
    parts,
    sets,
    statements,
)
from boardwright.interpreter.renaming import changed, changed_expr, with_bodies

SMALL = 9  # so many statements are written again wherever they are called
MOST_PARTS = 60  # an expression of so many parts is written again wherever it is asked for
LARGE = 160  # a function is not grown beyond so many


def inlined(functions: Mapping[str, lo.Function], root: str) -> dict[str, lo.Function]:
    """The functions that the root needs, with others written into them."""
    order = _callees_first(functions, root)
    often: dict[str, int] = {}
    for name in order:
        for call in calls(functions[name].body):
            often[call.function] = often.get(call.function, 0) + 1
    rank = {name: n for n, name in enumerate(order)}
    done: dict[str, lo.Function] = {}
    ready: dict[str, lo.Function] = {}  # without early returns, to be written elsewhere
    for name in order:
        function = functions[name]
        body = _Caller(function, ready).written()
        done[name] = replace(function, body=body)
        size = sum(1 for _ in statements(body))
        recursive = any(rank.get(c.function, -1) >= rank[name] for c in calls(body))
        if recursive or not (size <= SMALL or (often.get(name) == 1 and size <= LARGE)):
            continue
        straight = without_returns(body)
        if straight is not None:
            ready[name] = replace(function, body=straight)
    needed = set(_callees_first(done, root))
    return {name: function for name, function in done.items() if name in needed}


def _callees_first(functions: Mapping[str, lo.Function], root: str) -> list[str]:
    """What a function calls stands before it, but for rings."""
    order: list[str] = []
    seen = {root}
    work = [(root, _called(functions, root))]
    while work:
        name, rest = work[-1]
        if not rest:
            work.pop()
            order.append(name)
            continue
        other = rest.pop(0)
        if other not in seen:
            seen.add(other)
            work.append((other, _called(functions, other)))
    return order


def _called(functions: Mapping[str, lo.Function], name: str) -> list[str]:
    found = dict.fromkeys(looks(call) or call.function for call in calls(functions[name].body))
    return [other for other in found if other in functions]


def without_returns(body: list[lo.Stmt]) -> list[lo.Stmt] | None:
    """A body that only returns at its end: what follows a return elsewhere is what happens otherwise. None if it returns
    from a loop.
    """
    result: list[lo.Stmt] = []
    for n, s in enumerate(body):
        match s:
            case lo.Return():
                return [*result, s]
            case lo.When(test=test, body=yes, otherwise=no) if _returns([s]):
                rest = body[n + 1 :]
                if rest and not ends(yes):
                    if not ends(no):
                        return None
                    yes = [*yes, *rest]
                elif rest:
                    no = [*no, *rest]
                first, second = without_returns(yes), without_returns(no)
                if first is None or second is None:
                    return None
                return [*result, lo.When(test, first, second)]
            case _:
                if _returns([s]):
                    return None
                result.append(s)
    return result


def _returns(body: list[lo.Stmt]) -> bool:
    return any(isinstance(s, lo.Return) for s in statements(body))


class _Caller:
    """Writes other functions into one."""

    def __init__(self, function: lo.Function, ready: Mapping[str, lo.Function]) -> None:
        self.function, self.ready = function, ready
        self.names = {*function.params}
        self.names.update(n for s in statements(function.body) if (n := sets(s)) is not None)

    def written(self) -> list[lo.Stmt]:
        return self.body(changed(self.function.body, self.value))

    def value(self, e: lo.Expr) -> lo.Expr | None:
        """What a call comes to whose function only works out a value."""
        if not isinstance(e, lo.Apply) or e.function not in self.ready:
            return None
        callee = self.ready[e.function]
        if not all(isinstance(a, Int | Var) for a in e.arguments):
            return None
        known: dict[str, lo.Expr] = dict(zip(callee.params, e.arguments, strict=True))
        for s in callee.body:
            match s:
                case lo.SetVar(name=name, value=value) if _is_arithmetic(value):
                    known[name] = changed_expr(value, _put(known))
                case lo.Return(value=value):
                    found = changed_expr(value, _put(known))
                    return found if sum(1 for _ in inside(found)) <= MOST_PARTS else None
                case _:
                    return None
        return None

    def body(self, body: list[lo.Stmt]) -> list[lo.Stmt]:
        result: list[lo.Stmt] = []
        for s in body:
            result.extend(self.statement(s))
        return result

    def statement(self, s: lo.Stmt) -> list[lo.Stmt]:
        match s:
            case lo.Do(call=call) if call.function in self.ready:
                return self.written_here(call, None)
            case lo.SetVar(name=name, value=lo.Apply() as call) if call.function in self.ready:
                return self.written_here(call, name)
            case lo.Return(value=lo.Apply() as call) if call.function in self.ready:
                name = self.fresh("result")
                return [*self.written_here(call, name), lo.Return(Var(name))]
            case lo.SetVar(name=name, value=value):
                before, value = self.lifted(value)
                return [*before, lo.SetVar(name, value)]
            case lo.Return(value=value):
                before, value = self.lifted(value)
                return [*before, lo.Return(value)]
            case lo.Store(at=at, value=value) if not any(calls([lo.Return(at)])):
                before, value = self.lifted(value)
                return [*before, lo.Store(at, value)]
            case lo.When(test=test, body=yes, otherwise=no):
                before, test = self.lifted(test)
                return [*before, lo.When(test, self.body(yes), self.body(no))]
            case lo.ForBits(mask=mask, body=body):
                before, mask = self.lifted(mask)
                return [*before, replace(s, mask=mask, body=self.body(body))]
            case _:
                return [with_bodies(s, self.body)]

    def lifted(self, e: lo.Expr) -> tuple[list[lo.Stmt], lo.Expr]:
        """Calls that an expression makes before all others, written in front of it; and the expression without them."""
        before: list[lo.Stmt] = []
        while True:
            call = _first_call(e)
            if call is None or call.function not in self.ready:
                return before, e
            name = self.fresh("told")
            before += self.written_here(call, name)
            (said,) = changed([lo.Return(e)], _Once(call, Var(name)))
            assert isinstance(said, lo.Return)
            e = said.value

    def fresh(self, name: str) -> str:
        found, n = name, 1
        while found in self.names:
            n += 1
            found = f"{name}_i{n}"
        self.names.add(found)
        return found

    def written_here(self, call: lo.Apply, result: str | None) -> list[lo.Stmt]:
        callee = self.ready[call.function]
        own = {n for s in statements(callee.body) if (n := sets(s)) is not None}
        read = {e.name for e in expressions(callee.body) if isinstance(e, Var)}
        before: list[lo.Stmt] = []
        known: dict[str, lo.Expr] = {}
        names: dict[str, str] = {}
        for param, argument in zip(callee.params, call.arguments, strict=True):
            if param not in own and isinstance(argument, Int | Var):
                known[param] = argument
            elif param in read or param in own:
                names[param] = self.fresh(param)
                before.append(lo.SetVar(names[param], argument))
            elif any(isinstance(e, lo.Apply) for e in expressions([lo.Return(argument)])):
                before.append(lo.SetVar(self.fresh(param), argument))
        for name in sorted(own - set(callee.params)):
            names[name] = self.fresh(name)

        def change(e: lo.Expr) -> lo.Expr | None:
            if isinstance(e, Var):
                return known.get(e.name) or Var(names.get(e.name, e.name))
            return None

        body = changed(callee.body, change, lambda name: names.get(name, name))
        return [*before, *_with_result(body, result, self.fresh)]


@dataclass(slots=True)
class _Once:
    """Puts a local in the place of one call."""

    call: lo.Apply
    local: Var
    done: bool = False

    def __call__(self, e: lo.Expr) -> lo.Expr | None:
        if e is self.call and not self.done:
            self.done = True
            return self.local
        return None


def _first_call(e: lo.Expr) -> lo.Apply | None:
    """The call that is made first, and in any case, when an expression is worked out; None if there is none, or if it is
    not sure that it is made.
    """
    match e:
        case lo.Op(op="and" | "or", left=left):
            return _first_call(left)
        case lo.Cond(test=test):
            return _first_call(test)
        case lo.Op(op="min" | "max", left=left, right=right):
            # Emitted in whichever order is faster.
            return (
                None
                if any(calls([lo.Return(left)])) and any(calls([lo.Return(right)]))
                else (_first_call(left) or _first_call(right))
            )
        case lo.Apply():
            for part in e.arguments:
                if any(calls([lo.Return(part)])):
                    return _first_call(part)
            return e
        case lo.Pick() | lo.Dice():
            return None
        case _:
            for part in parts(e):
                if any(calls([lo.Return(part)])):
                    return _first_call(part)
            return None


def _put(known: Mapping[str, lo.Expr]) -> Callable[[lo.Expr], lo.Expr | None]:
    return lambda e: known.get(e.name) if isinstance(e, Var) else None


def _is_arithmetic(e: lo.Expr) -> bool:
    """Whether an expression is a sum of numbers and locals: little enough to be worked out twice."""
    return all(
        isinstance(p, Int | Var) or (isinstance(p, lo.Op) and p.op in "+-*") for p in inside(e)
    )


def _with_result(
    body: list[lo.Stmt], result: str | None, fresh: Callable[[str], str]
) -> list[lo.Stmt]:
    """Returns at the end give a local its value instead. What nobody wants is asked all the same: it may fail."""
    if not body:
        return body
    last = body[-1]
    match last:
        case lo.Return(value=value):
            if result is None and any(calls([last])):
                result = fresh("unread")
            return [*body[:-1], *([] if result is None else [lo.SetVar(result, value)])]
        case lo.When(test=test, body=yes, otherwise=no):
            first, second = (_with_result(part, result, fresh) for part in (yes, no))
            return [*body[:-1], lo.When(test, first, second)]
        case _:
            return body
