"""Blocks, and the statements that hold others: choices, chance, loops."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.quantities import Quantities
from boardwright.dsl.language import syntax
from boardwright.dsl.language.types import (
    NUMBER,
    PLAYER,
    SetType,
    Type,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.local_names import PASSED_OVER, Bound, Rejoin
from boardwright.dsl.rules.symbols import Thing
from boardwright.dsl.source.places import Span

_NOT_AT_ONCE = (syntax.Draw, syntax.Find, syntax.Share)


def decision(name: syntax.Name) -> Thing:
    """What a decision or an entry of a menu is called: a name for players, in `texts` and in scenarios."""
    return Thing("decision", name.id, name.span)


def _made_by(node: syntax.Stmt | syntax.Entry) -> Iterator[syntax.Name]:
    """The names that a statement gives, and those in it."""
    match node:
        case syntax.Let(name=name) | syntax.Draw(name=name) | syntax.Find(name=name):
            yield name
        case syntax.Share(name=name) | syntax.Choose(pick=syntax.Pick(name=name)):
            yield name
        case _:
            pass  # gives none itself
    parts = ("body", "entries", "otherwise")
    for part in (each for field in parts for each in getattr(node, field, ())):
        yield from _made_by(part)


MOST_BLOCKS = 64


class Choices(Quantities):
    """Binds blocks, choices and loops."""

    def statement(self, node: syntax.Stmt) -> ir.Stmt | None:
        """One statement; None after a diagnostic, or for `nothing`."""
        raise NotImplementedError

    def suite(self, body: tuple[syntax.Stmt, ...], rejoin: Rejoin | None = None) -> ir.Body:
        """An indented block: what is named inside is gone after it."""
        with self.scope.block(rejoin):
            return self.block(body)

    def block(self, body: tuple[syntax.Stmt, ...]) -> ir.Body:
        """Statements in turn. One that may find nothing holds those after it."""
        if self.scope.depth >= MOST_BLOCKS:
            if body and self.scope.depth == MOST_BLOCKS:
                self.scope.depth += 1  # told once
                errors.too_many_blocks(self.bag, body[0].span, MOST_BLOCKS)
            return ()
        self.scope.depth += 1
        done = self._statements(body)
        self.scope.depth -= 1
        return done

    def _statements(self, body: tuple[syntax.Stmt, ...]) -> ir.Body:
        if len(body) > 1:
            for stmt in body:
                if isinstance(stmt, syntax.Nothing):
                    errors.misplaced(
                        self.bag,
                        stmt.span,
                        "`nothing` stands alone",
                        "leave it out, or leave out the rest",
                    )
        done: list[ir.Stmt] = []
        for at, stmt in enumerate(body):
            rest = body[at + 1 :]
            if isinstance(stmt, syntax.Choose) and not stmt.may:
                return (*done, *self._choose(stmt, rest))
            if self.context.at_once is not None and isinstance(stmt, _NOT_AT_ONCE):
                self.refuse_at_once(stmt)
                continue
            if isinstance(stmt, syntax.Draw):
                return (*done, *self._draw(stmt, rest))
            if isinstance(stmt, syntax.Find):
                return (*done, *self._find(stmt, rest))
            if isinstance(stmt, syntax.Share):
                return (*done, *self._share(stmt, rest))
            bound = self.statement(stmt)
            if bound is not None:
                done.append(bound)
        return tuple(done)

    def refuse_at_once(self, node: syntax.Stmt) -> None:
        """A statement that is not bound where all answer at once; the names that it makes are not missed after it."""
        errors.not_at_once(self.bag, node.span)
        for name in _made_by(node):
            if self.scope.find(name.id) is None:
                self.scope.add(Bound(name.id, None, name.span, PASSED_OVER))

    def site(self, name: str) -> str:
        return self.counter.site(f"{self.context.where}.{name}")

    def choice_site(self, node: syntax.Choose | syntax.ChooseOne, name: str) -> str:
        """What the decision is called: as the choice says, or else by this name."""
        if node.named is None:
            return self.site(name)
        self.symbols.means(node.named.span, decision(node.named))
        return self.site(node.named.id)

    def asker(self, who: syntax.Expr | None, span: Span) -> ir.Expr | None:
        """Who is asked: `p chooses ...`, or else `me`; all at once, each of them."""
        if self.context.at_once is not None:
            if who is not None:
                errors.misplaced(
                    self.bag, who.span, "all of them are asked here", "write `choose ...`"
                )
            return ir.Local(var=self.context.at_once, type=PLAYER, span=span)
        return self.player(who) if who is not None else self.me(span)

    def _pick_amount(self, pick: syntax.Pick) -> tuple[ir.Expr | None, bool]:
        if pick.amount is None:
            return None, True
        amount = self.number(pick.amount)
        return amount, amount is not None

    def _choose(self, node: syntax.Choose, rest: tuple[syntax.Stmt, ...]) -> tuple[ir.Stmt, ...]:
        """A choice; `rest` is what depends on it. With `may`, that is its own block."""
        pick = node.pick
        asker = self.asker(node.who, node.span)
        site = self.choice_site(node, pick.name.id)
        amount, all_well = self._pick_amount(pick)
        selection = self.selection(pick.name, pick.members)
        type: Type | None = None if selection is None else selection.var.type
        if type is not None and pick.amount is not None:
            type = SetType(type)
        if node.may:
            otherwise = self.suite(node.otherwise)
            rejoin = False
            with self.scope.block():
                var = self.declare(pick.name, type, "choose")
                body = self.block(node.body)
        else:
            var, otherwise, rejoin = self._otherwise(pick.name, type, "choose", node.otherwise)
            body = self.block(rest)
        if selection is None or asker is None or not all_well:
            return ()
        choose = ir.Choose(
            site=site,
            var=var,
            selection=selection,
            asker=asker,
            body=body,
            otherwise=otherwise,
            rejoin=rejoin,
            may=node.may,
            amount=amount,
            up_to=pick.up_to,
            # What all answer at once is not told to anybody on the way.
            secretly=node.secretly or self.context.at_once is not None,
            span=node.span,
        )
        return (choose,)

    def _otherwise(
        self, name: syntax.Name, type: Type | None, made: str, otherwise: tuple[syntax.Stmt, ...]
    ) -> tuple[ir.Var, ir.Body, bool]:
        """Binds the `otherwise` block, which may bind the name itself, and then makes the name."""
        var = self.declare(name, type, made)
        if not otherwise:
            return var, (), False
        rejoin = Rejoin(self.scope.hide(name.id))
        body = self.suite(otherwise, rejoin)
        self.scope.add(rejoin.bound)
        return var, body, rejoin.done

    def _draw(self, node: syntax.Draw, rest: tuple[syntax.Stmt, ...]) -> tuple[ir.Stmt, ...]:
        site = self.site(node.name.id)
        if self.symbols.uses is not None:
            self.symbols.uses.drawn[site] = node.name.span
        selection = self.selection(node.name, node.members)
        type = None if selection is None else selection.var.type
        var, otherwise, rejoin = self._otherwise(node.name, type, "draw", node.otherwise)
        body = self.block(rest)
        if selection is None:
            return ()
        return (
            ir.Draw(
                site=site,
                var=var,
                selection=selection,
                body=body,
                otherwise=otherwise,
                rejoin=rejoin,
                span=node.span,
            ),
        )

    def _find(self, node: syntax.Find, rest: tuple[syntax.Stmt, ...]) -> tuple[ir.Stmt, ...]:
        selection = self.selection(node.name, node.members)
        type = None if selection is None else selection.var.type
        var, otherwise, rejoin = self._otherwise(node.name, type, "find", node.otherwise)
        body = self.block(rest)
        if selection is None:
            return ()
        return (
            ir.Find(
                var=var,
                selection=selection,
                body=body,
                otherwise=otherwise,
                rejoin=rejoin,
                span=node.span,
            ),
        )

    def _share(self, node: syntax.Share, rest: tuple[syntax.Stmt, ...]) -> tuple[ir.Stmt, ...]:
        site, asker = self.site(node.name.id), self.asker(None, node.span)
        amount = self.number(node.amount)
        with self.scope.block():
            selection = self.selection(node.binder.name, node.binder.members, declare=True)
            least, most = self.number(node.least), self.number(node.most)
        element = None if selection is None else selection.var.type
        var = self.counter.var(node.name.id, NUMBER, element)
        self.declare(node.name, None if element is None else NUMBER, "share", var)
        body = self.block(rest)
        if selection is None or amount is None or least is None or most is None or asker is None:
            return ()
        return (
            ir.Share(
                site=site,
                var=var,
                amount=amount,
                selection=selection,
                least=least,
                most=most,
                asker=asker,
                body=body,
                span=node.span,
            ),
        )

    def _may_do(self, node: syntax.MayDo) -> ir.Stmt | None:
        asker, site = self.asker(node.who, node.span), self.site(node.name.id)
        self.symbols.means(node.name.span, decision(node.name))
        body, otherwise = self.suite(node.body), self.suite(node.otherwise)
        if asker is None:
            return None
        return ir.MayDo(
            site=site,
            name=node.name.id,
            asker=asker,
            body=body,
            otherwise=otherwise,
            secretly=node.secretly,
            span=node.span,
        )

    def _choose_one(self, node: syntax.ChooseOne) -> ir.Stmt | None:
        asker = self.asker(node.who, node.span)
        site = self.choice_site(node, "choose_one")
        entries: list[ir.MenuEntry] = []
        seen: dict[str, Span] = {}
        for entry in node.entries:
            name = entry.name
            if name.id in seen:
                errors.taken(self.bag, name.id, name.span, seen[name.id], False)
            seen.setdefault(name.id, name.span)
            self.symbols.means(name.span, decision(name))
            condition = None if entry.condition is None else self.condition(entry.condition)
            body = self.suite(entry.body)
            entries.append(
                ir.MenuEntry(name=name.id, condition=condition, body=body, span=entry.span)
            )
        otherwise = self.suite(node.otherwise)
        if asker is None:
            return None
        return ir.ChooseOne(
            site=site,
            entries=tuple(entries),
            asker=asker,
            may=node.may,
            otherwise=otherwise,
            secretly=node.secretly,
            span=node.span,
        )

    def _loop(self, body: tuple[syntax.Stmt, ...]) -> ir.Body:
        with self.within(in_loop=True):
            return self.suite(body)

    def _for_each(self, node: syntax.ForEach) -> ir.Stmt | None:
        with self.scope.block(), self.within(in_loop=True):
            selection = self.selection(node.binder.name, node.binder.members, declare=True)
            body = self.block(node.body)
        return (
            None
            if selection is None
            else ir.ForEach(selection=selection, body=body, span=node.span)
        )

    def _all_at_once(self, node: syntax.AllAtOnce) -> ir.Stmt | None:
        with self.scope.block():
            selection = self.selection(node.binder.name, node.binder.members, declare=True)
            if selection is not None and selection.var.type != PLAYER:
                found = selection.source.type
                errors.wrong_type(self.bag, selection.source.span, found, str(SetType(PLAYER)))
                selection = None
            each = self.counter.var("each", PLAYER) if selection is None else selection.var
            with self.within(at_once=each, in_loop=False), self.scope.block():
                body = self.block(node.body)
                answers = self.scope.here()
        for bound in answers:
            made = PASSED_OVER if bound.made == PASSED_OVER else "all at once"
            self.scope.add(Bound(bound.name, bound.var, bound.span, made))
        return (
            None
            if selection is None
            else ir.AllAtOnce(selection=selection, body=body, span=node.span)
        )
