"""What the functions that bind share: of one text, and of a whole ruleset."""

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
    """Binds an expression. `want` tells meanings apart; what comes out need not fulfil it."""

    def __call__(
        self, b: Binding, node: syntax.Expr, want: Accepts | None = None, /
    ) -> ir.Expr | None: ...


# One statement; None after a diagnostic, or for `nothing`.
BindStatement = Callable[["Binding", syntax.Stmt], ir.Stmt | None]


@dataclass(slots=True)
class Binding:
    """One text that is being bound: the names of the game and of the text itself, what it stands in, and where
    mistakes go.

    Phrases hold expressions, and blocks hold statements: `expression` and `statement` are how functions bind what is
    bound in a module that imports theirs.
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
        """Binds in a context that differs a little."""
        outer = self.context
        self.context = replace(outer, **changes)
        try:
            yield
        finally:
            self.context = outer


@dataclass(slots=True)
class RulesetBinding:
    """A ruleset that is being bound. The symbols fill with what it declares, and then its texts are bound to them.

    `waiting` are the values by id, `chain` those that are being bound, each since the one before asks for it.
    """

    ruleset: Ruleset
    bag: Bag
    symbols: Symbols
    counter: Counter
    values: dict[str, ir.Value] = field(default_factory=dict)
    waiting: dict[str, ValueDecl] = field(default_factory=dict)
    chain: list[str] = field(default_factory=list)
    failed: set[str] = field(default_factory=set)
