"""The state that binding functions share, for one text and for a whole ruleset."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from boardwright.dsl.declare.clauses import ValueDecl
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.language import syntax
from boardwright.dsl.language.type_relations import Accepts
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.local_names import Context, Counter, LocalNames
from boardwright.dsl.rules.symbols import Symbols
from boardwright.dsl.source.diagnostics import Bag


class BindExpression(Protocol):
    """Binds an expression. `want` chooses between meanings; the result need not fulfil it."""

    def __call__(
        self, b: Binding, node: syntax.Expr, want: Accepts | None = None, /
    ) -> ir.Expr | None: ...


# Binds one statement; returns None after a diagnostic, or for `nothing`.
BindStatement = Callable[["Binding", syntax.Stmt], ir.Stmt | None]


@dataclass(slots=True)
class Binding:
    """A text that is being bound: the names of the game and of the text, its context, and the bag for
    its mistakes.

    Phrases contain expressions, and blocks contain statements. `expression` and `statement` let a function bind them,
    although the modules that do so import its own.
    """

    symbols: Symbols
    bag: Bag
    counter: Counter
    context: Context
    expression: BindExpression
    statement: BindStatement
    scope: LocalNames = field(default_factory=LocalNames)

    @contextmanager
    def within(self, **changes: Any) -> Iterator[None]:
        """Changes parts of the context while it is active."""
        outer = self.context
        self.context = replace(outer, **changes)
        try:
            yield
        finally:
            self.context = outer


@dataclass(slots=True)
class RulesetBinding:
    """A ruleset that is being bound. Its declarations fill the symbols, and then its texts are bound to them.

    `waiting` are the values by id, `chain` those that are being bound, each because the one before uses it.
    """

    ruleset: Ruleset
    bag: Bag
    symbols: Symbols
    counter: Counter
    values: dict[str, ir.Value] = field(default_factory=dict)
    waiting: dict[str, ValueDecl] = field(default_factory=dict)
    chain: list[str] = field(default_factory=list)
    failed: set[str] = field(default_factory=set)
