"""What is the same in every turn of a loop that only looks is worked out once: in the first turn that needs it.

Nothing is worked out that the author's words do not ask for, and what fails does so where it did.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from boardwright.interpreter.lower.addresses import NO, YES
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.node_uses import calls, expressions, sets, statements
from boardwright.interpreter.machine.nodes import Un, Var
from boardwright.interpreter.machine.substitute import with_bodies

_LOOPS = lo.ForBits | lo.ForSorted | lo.ForRange | lo.Loop


def lower_once(to: Emitter, make: Callable[[], lo.Expr]) -> lo.Expr:
    """What `make` lowers, kept from turn to turn where no turn changes it and it takes a while."""
    if not to.turns_around:
        return make()
    with to.inside() as body:
        value = make()
        sure = to.sure
    if _takes_a_while(body, value):
        here = len(to.turns_around)
        depth = max((to.depths.get(name, here) for name in needed(body, value)), default=0)
        if depth < here:
            return _keep_for_turns(to, to.turns_around[depth], depth, body, value)
    to.out.extend(body)
    to.sure = sure
    return value


def _keep_for_turns(
    to: Emitter, before: list[lo.Stmt], depth: int, body: list[lo.Stmt], value: lo.Expr
) -> lo.Expr:
    body = _plain(body, before)
    done, result = to.fresh("done"), to.fresh("once")
    to.depths[result] = depth
    before += [lo.SetVar(done, NO), lo.SetVar(result, NO)]
    kept = [*body, lo.SetVar(result, value), lo.SetVar(done, YES)]
    to.emit(lo.When(Un("not", Var(done)), kept, []))
    return Var(result)


def _plain(body: list[lo.Stmt], before: list[lo.Stmt]) -> list[lo.Stmt]:
    """What is kept by itself in a body that is kept as a whole need not be: takes it back."""
    found: list[lo.Stmt] = []
    for s in body:
        match s:
            case lo.When(test=Un(op="not", operand=Var(name=name)), body=kept) if lo.SetVar(
                name, NO
            ) in before and kept[-1:] == [lo.SetVar(name, YES)]:
                before.remove(lo.SetVar(name, NO))
                before.remove(lo.SetVar(_set_by(kept[-2]), NO))
                found += _plain(kept[:-1], before)
            case _:
                found.append(with_bodies(s, partial(_plain, before=before)))
    return found


def _set_by(s: lo.Stmt) -> str:
    assert isinstance(s, lo.SetVar)
    return s.name


def needed(body: list[lo.Stmt], value: lo.Expr) -> set[str]:
    """The locals that statements and a value read and do not set."""
    read = {e.name for e in expressions([*body, lo.Return(value)]) if isinstance(e, Var)}
    return read - {sets(s) for s in statements(body)}


def _takes_a_while(body: list[lo.Stmt], value: lo.Expr) -> bool:
    """Whether there is a loop in it, or a call: in that there may be one."""
    whole = [*body, lo.Return(value)]
    return any(isinstance(s, _LOOPS) for s in statements(whole)) or any(calls(whole))
