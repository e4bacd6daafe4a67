"""Values that only depend on what is asked, and on nothing in the position: they are worked out while the game is linked."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence

from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.evaluate import Evaluator, FailsError
from boardwright.interpreter.machine.node_uses import calls, expressions, inside, statements
from boardwright.interpreter.machine.nodes import Int, Look, add, scale

MOST_ENTRIES = 1 << 14
MOST_WORK = 2_500_000  # so many statements at most are run for one table
_PLAIN = lo.SetVar | lo.When | lo.ForBits | lo.ForRange | lo.Charge | lo.Break | lo.Return | lo.Fail


def table_of(
    function: lo.Function,
    functions: Mapping[str, lo.Function],
    tables: Mapping[str, tuple[int, ...]],
    most: int,
) -> tuple[int, ...] | None:
    """What a function comes to for all there can be, and for nobody and nothing (-1), which come first; None if it reads
    more than its parameters and tables, or fails, or if there is too much that these can be (see `Function.domains`). No set has
    more than so many members.
    """
    domains, entries = _asked(function), 1
    for size in domains:
        entries *= 1 if size is None else size + 1 if size else MOST_ENTRIES + 1
    if entries > MOST_ENTRIES:
        return None
    needed: dict[str, lo.Function] = {}
    if not _is_plain(function, functions, needed):
        return None
    if entries * sum(_work(f.body, most) for f in needed.values()) > MOST_WORK:
        return None
    told = Evaluator(tables, needed).function(function.name)
    ranges = (range(-1, 0 if size is None else size) for size in domains)
    try:
        return tuple(_told(told, arguments) for arguments in itertools.product(*ranges))
    except FailsError:
        return None


def _asked(function: lo.Function) -> list[int | None]:
    """How many things each parameter can be; None of one that is never read."""
    read = {e.name for e in expressions(function.body) if isinstance(e, lo.Var)}
    return [
        size if name in read else None
        for name, size in zip(function.params, function.domains, strict=True)
    ]


def looked_up(
    function: lo.Function, table: tuple[int, ...], arguments: tuple[lo.Expr, ...]
) -> lo.Expr:
    """The entry of the table of a function for these arguments. Arguments that call are worked out whatever they come to:
    that may fail.
    """
    if len(set(table)) == 1 and not any(calls([*map(lo.Return, arguments)])):
        return Int(table[0])
    index: lo.Expr = Int(0)
    for argument, size in zip(arguments, _asked(function), strict=True):
        if size is not None:
            index = add(scale(index, size + 1), add(argument, Int(1)))
        elif any(calls([lo.Return(argument)])):
            return lo.Apply(function.name, arguments)
    return Look(function.name, index)


def worked_out(
    e: lo.Expr, each: Sequence[dict[str, int]], tables: Mapping[str, tuple[int, ...]]
) -> list[int] | None:
    """What an expression comes to where its locals are each of these; None if it reads others, or rows that no table has."""
    if any(isinstance(part, lo.Var) and part.name not in each[0] for part in inside(e)):
        return None
    told = Evaluator(tables).value(e)
    try:
        return [int(told(locals_)) for locals_ in each]
    except (IndexError, ValueError):
        return None


def _told(function: Callable[..., int], arguments: tuple[int, ...]) -> int:
    try:
        return int(function(*arguments))
    except (IndexError, ValueError):
        return 0  # nobody can ask: it would have failed


def _work(body: list[lo.Stmt], most: int) -> int:
    """How many statements a body runs at most, where sets have no more than so many members."""
    total = 0
    for s in body:
        match s:
            case lo.When(body=yes, otherwise=no):
                total += 1 + max(_work(yes, most), _work(no, most))
            case lo.ForRange(low=Int(value=low), high=Int(value=high), body=inner):
                total += 1 + max(high - low + 1, 0) * _work(inner, most)
            case lo.ForRange():
                return MOST_WORK + 1
            case lo.ForBits(mask=mask, body=inner):
                turns = mask.value.bit_count() if isinstance(mask, Int) else most
                total += 1 + turns * _work(inner, most)
            case lo.ForSorted() | lo.Loop():
                return MOST_WORK + 1
            case lo.Step() | lo.Jump():
                total += 1
    return total


def _is_plain(
    function: lo.Function, functions: Mapping[str, lo.Function], needed: dict[str, lo.Function]
) -> bool:
    """Whether a function only works something out of its parameters; notes it with all that it calls."""
    needed[function.name] = function
    if not all(isinstance(s, _PLAIN) for s in statements(function.body)):
        return False
    for e in expressions(function.body):
        if isinstance(e, lo.Load | lo.Pick | lo.Dice):
            return False
        if isinstance(e, lo.Apply) and e.function not in needed:
            other = functions.get(e.function)
            if other is None or not _is_plain(other, functions, needed):
                return False
    return True
