"""Functions written where they are called: those called from one place, and small ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from boardwright.interpreter import lowered as lo
from boardwright.interpreter.lowered import Int, Var
from boardwright.interpreter.reading import calls, ends, expressions, looks, sets, statements
from boardwright.interpreter.renaming import changed

SMALL = 9  # so many statements are written again wherever they are called
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
        return self.body(self.function.body)

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
            case lo.When(test=test, body=yes, otherwise=no):
                return [lo.When(test, self.body(yes), self.body(no))]
            case lo.ForBits(body=body):
                return [replace(s, body=self.body(body))]
            case lo.ForRange(body=body) | lo.Loop(body=body):
                return [replace(s, body=self.body(body))]
            case lo.ForSorted(key_body=key_body, body=body):
                return [replace(s, key_body=self.body(key_body), body=self.body(body))]
            case _:
                return [s]

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
        return [*before, *_with_result(body, result)]


def _with_result(body: list[lo.Stmt], result: str | None) -> list[lo.Stmt]:
    """Returns at the end give a local its value instead."""
    if not body:
        return body
    last = body[-1]
    match last:
        case lo.Return(value=value):
            return [*body[:-1], *([] if result is None else [lo.SetVar(result, value)])]
        case lo.When(test=test, body=yes, otherwise=no):
            return [*body[:-1], lo.When(test, _with_result(yes, result), _with_result(no, result))]
        case _:
            return body
