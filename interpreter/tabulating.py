"""Values that only depend on what is asked, and on nothing in the position: they are worked out while the game is linked."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from boardwright.interpreter import lowered as lo
from boardwright.interpreter.emit import emit
from boardwright.interpreter.lowered import Int, Look, add, scale
from boardwright.interpreter.meanings import mangled
from boardwright.interpreter.reading import calls, expressions, statements
from boardwright.interpreter.renaming import with_bodies
from boardwright.interpreter.runtime import NAMES

MOST_ENTRIES = 2048
MOST_WORK = 400_000  # so many statements at most are run for one table
_PLAIN = lo.SetVar | lo.When | lo.ForBits | lo.ForRange | lo.Charge | lo.Break | lo.Return


def table_of(
    function: lo.Function,
    functions: Mapping[str, lo.Function],
    tables: Mapping[str, tuple[int, ...]],
) -> tuple[int, ...] | None:
    """What a function comes to for all there can be, and for nobody and nothing (-1), which come first; None if it reads
    more than its parameters and tables, or if there is too much that these can be (see `Function.domains`).
    """
    domains, entries = function.domains, 1
    for size in domains:
        entries *= size + 1 if size else MOST_ENTRIES + 1
    if entries > MOST_ENTRIES:
        return None
    needed: dict[str, lo.Function] = {}
    if not _is_plain(function, functions, needed):
        return None
    most = max(map(len, tables.values()), default=1)
    if entries * sum(_work(f.body, most) for f in needed.values()) > MOST_WORK:
        return None
    read = {e.table for f in needed.values() for e in expressions(f.body) if isinstance(e, Look)}
    names: dict[str, Any] = dict(NAMES)
    # The text is ours: numbers and mangled names, see emit.py.
    text = emit(needed, [], {name: tables[name] for name in sorted(read)}, traced=False)
    exec(text, names)
    told = names[mangled(function.name)]
    return tuple(
        _told(told, arguments)
        for arguments in itertools.product(*(range(-1, size) for size in domains))
    )


def looked_up(
    function: lo.Function, table: tuple[int, ...], arguments: tuple[lo.Expr, ...]
) -> lo.Expr:
    """The entry of the table of a function for these arguments. Arguments that call are worked out whatever they come to:
    that may fail.
    """
    if len(set(table)) == 1 and not any(calls([*map(lo.Return, arguments)])):
        return Int(table[0])
    index: lo.Expr = Int(0)
    for argument, size in zip(arguments, function.domains, strict=True):
        index = add(scale(index, size + 1), add(argument, Int(1)))
    return Look(function.name, index)


def _told(function: Callable[..., int], arguments: tuple[int, ...]) -> int:
    try:
        return int(function(None, *arguments))
    except (IndexError, ValueError):
        return 0  # nobody can ask: it would have failed


def _uncounted(body: list[lo.Stmt]) -> list[lo.Stmt]:
    """Without the count of steps: that is for games."""
    return [with_bodies(s, _uncounted) for s in body if not isinstance(s, lo.Charge)]


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
            case lo.ForBits(body=inner):
                total += 1 + most * _work(inner, most)
            case _:
                total += 1
    return total


def _is_plain(
    function: lo.Function, functions: Mapping[str, lo.Function], needed: dict[str, lo.Function]
) -> bool:
    """Whether a function only works something out of its parameters; notes it with all that it calls."""
    needed[function.name] = replace(function, body=_uncounted(function.body))
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
