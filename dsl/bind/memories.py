"""Binds what rules ask of a memory and do to it: `seen(standing)`, `remember(standing)`, `forget(standing)`."""

from __future__ import annotations

from boardwright.dsl.bind.binding import Binding
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.explanations import report_unknown_name
from boardwright.dsl.language import syntax
from boardwright.dsl.language.types import NUMBER
from boardwright.dsl.language.words import REMEMBER
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.symbols import NOWHERE


def bind_seen(b: Binding, node: syntax.Call) -> ir.Expr | None:
    """Binds `seen(standing)`."""
    memory = _find_memory(b, node)
    return None if memory is None else ir.Seen(memory=memory, type=NUMBER, span=node.span)


def bind_deed(b: Binding, node: syntax.Call) -> ir.Remember | ir.Forget | None:
    """Binds `remember(standing)` and `forget(standing)`."""
    memory = _find_memory(b, node)
    if memory is None:
        return None
    kind = ir.Remember if node.name.id == REMEMBER else ir.Forget
    return kind(memory=memory, span=node.span)


def _find_memory(b: Binding, node: syntax.Call) -> str | None:
    """Returns the memory that is the only argument of a call; None after a diagnostic."""
    if len(node.arguments) != 1:
        given = len(node.arguments)
        errors.wrong_count(b.bag, node.name.id, node.span, 1, given, NOWHERE, "memory")
        return None
    name = node.arguments[0]
    if not isinstance(name, syntax.Name):
        help = f"write `{node.name.id}(...)` with the name of a memory"
        errors.misplaced(b.bag, name.span, "expected a memory", help)
        return None
    found = b.symbols.things(name.id, "memory")
    if found:
        b.symbols.means(name.span, found[0])
        return found[0].id
    others = b.symbols.private(b.context.clause, name.id) + b.symbols.things(name.id)
    if others:
        errors.other_sort(b.bag, name.id, name.span, others, "a memory")
    else:
        report_unknown_name(b, name, "memory", b.symbols.memories)
    return None
