"""Expressions: every one gets a type, and every phrase becomes the node that it means."""

from __future__ import annotations

from typing import Literal

from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.errors import hints
from boardwright.dsl.bind.errors import sight as sight_errors
from boardwright.dsl.bind.phrases import Phrases
from boardwright.dsl.language import syntax
from boardwright.dsl.language.type_relations import (
    Accepts,
    alike,
    fits,
    fitting,
    is_place,
    is_set,
    joined,
)
from boardwright.dsl.language.types import FACE, NUMBER, PLAYER, YES_NO, PieceType, SetType, Type
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.local_names import Bound
from boardwright.dsl.rules.symbols import (
    FOR_ALL,
    FUNCTIONS,
    LEAST_OR_MOST,
    NOWHERE,
    PLAYED,
    Thing,
    declared_first,
)
from boardwright.dsl.source.places import Span


class Expressions(Phrases):
    """Binds expressions and what follows `in` and `from`."""

    def expression(self, node: syntax.Expr, want: Accepts | None = None) -> ir.Expr | None:
        match node:
            case syntax.Number(value=value, span=span):
                return ir.Const(value=value, type=NUMBER, span=span)
            case syntax.YesNo(value=yes, span=span):
                return ir.Const(value=int(yes), type=YES_NO, span=span)
            case syntax.Nobody(span=span):
                return ir.Const(value=-1, type=PLAYER, span=span)
            case syntax.Name():
                return self.named(node, want)
            case syntax.Me(span=span):
                return self.me(span)
            case syntax.It(span=span):
                return self.it(span)
            case syntax.End(which=which, span=span):
                errors.misplaced(
                    self.bag, span, f"`{which}` needs a place", f"write `{which} of ...`"
                )
                return None
            case syntax.Call():
                return self._call(node)
            case syntax.ForAll():
                return self._for_all(node)
            case syntax.Binary():
                return self._binary(node, want)
            case syntax.Not(operand=operand, span=span):
                inner = self.condition(operand)
                return None if inner is None else ir.Not(operand=inner, type=YES_NO, span=span)
            case syntax.Negative(operand=operand, span=span):
                inner = self.number(operand)
                if inner is None:
                    return None
                zero = ir.Const(value=0, type=NUMBER, span=span)
                return ir.Arithmetic(op="-", left=zero, right=inner, type=NUMBER, span=span)
            case syntax.Of(left=left, right=right, span=span):
                return self.of_phrase(left, right, span, want)
            case syntax.Mine(name=name, span=span):
                return self.of_phrase(name, syntax.Me(span=span), span, want)
            case syntax.Inside():
                return self.inside(node)
            case syntax.Within():
                return self.within_steps(node)
            case syntax.Connected():
                return self.connected(node)
            case syntax.Along():
                return self.along(node)
            case syntax.Those(binder=binder, span=span):
                with self.scope.block():
                    selection = self.selection(binder.name, binder.members)
                if selection is None:
                    return None
                return ir.Those(selection=selection, type=SetType(selection.var.type), span=span)

    # ---- two sides

    def _binary(self, node: syntax.Binary, want: Accepts | None) -> ir.Expr | None:
        span = node.span
        match node.op:
            case "and" | "or" as op:
                left, right = self.condition(node.left), self._second(node)
                if left is None or right is None:
                    return None
                kind = ir.Both if op == "and" else ir.Either
                return kind(left=left, right=right, type=YES_NO, span=span)
            case "+" | "-" | "*" | "mod" | "down" | "up" as op:
                return self._arithmetic(node, op)
            case ">=" | "<=" | ">" | "<" as op:
                left, right = self.number(node.left), self.number(node.right)
                if left is None or right is None:
                    return None
                return ir.Compare(op=op, left=left, right=right, type=YES_NO, span=span)
            case "=" | "!=" as op:
                return self._equal(node, op)
            case "is" | "is not" as op:
                same = self._same(node)
                return same if same is None or op == "is" else _negated(same, span)
            case "is in" | "is not in" as op:
                member = self._member(node)
                return member if member is None or op == "is in" else _negated(member, span)
            case "plus" | "except":
                return self._sets(node, want)

    def _second(self, node: syntax.Binary) -> ir.Expr | None:
        """What stands behind `and` or `or`; a bare name there may belong to what was asked before."""
        help = hints.repeated(node)
        if not help:
            return self.condition(node.right)
        found = self.expression(node.right, fitting(YES_NO))
        if found is None or fits(found.type, YES_NO):
            return found
        errors.wrong_type(self.bag, found.span, found.type, str(YES_NO), help)
        return None

    def _arithmetic(self, node: syntax.Binary, op: ir.ArithmeticOp) -> ir.Expr | None:
        left, right = (
            self.expression(node.left, _is_number),
            self.expression(node.right, _is_number),
        )
        if left is None or right is None:
            return None
        if is_set(left.type) and is_set(right.type) and op in "+-":
            word = "plus" if op == "+" else "except"
            errors.sign_for_sets(self.bag, node.span, op, word)
            return None
        left, right = self.checked(left, NUMBER), self.checked(right, NUMBER)
        if left is None or right is None:
            return None
        return ir.Arithmetic(op=op, left=left, right=right, type=NUMBER, span=node.span)

    def pair(self, left: syntax.Expr, right: syntax.Expr) -> tuple[ir.Expr | None, ir.Expr | None]:
        """Both sides of a comparison; the one that is clear tells what the other one means."""
        if self.is_open(left) and not self.is_open(right):
            second = self.expression(right)
            first = self.expression(left, None if second is None else _like(second.type))
            return first, second
        want: Accepts | None = None
        if isinstance(left, syntax.Name) and isinstance(right, syntax.Name) and self.is_open(right):
            types = [m.type for m in (*self.meanings(right.id), *self.faces(right.id))]

            def want(found: Type) -> bool:
                return any(alike(found, type) for type in types)

        first = self.expression(left, want)
        second = self.expression(right, None if first is None else _like(first.type))
        return first, second

    def _equal(self, node: syntax.Binary, op: Literal["=", "!="]) -> ir.Expr | None:
        left, right = self.pair(node.left, node.right)
        if left is None or right is None:
            return None
        if NUMBER not in (left.type, right.type) and not is_set(left.type):
            word = "is" if op == "=" else "is not"
            errors.equals_for_things(self.bag, node.span, left.type, word)
            return None
        left, right = self.checked(left, NUMBER), self.checked(right, NUMBER)
        if left is None or right is None:
            return None
        return ir.Compare(op=op, left=left, right=right, type=YES_NO, span=node.span)

    def _same(self, node: syntax.Binary) -> ir.Expr | None:
        span = node.span
        if isinstance(node.right, syntax.Nobody) or isinstance(node.left, syntax.Nobody):
            other = node.left if isinstance(node.right, syntax.Nobody) else node.right
            player = self.player(other)
            return None if player is None else ir.IsNobody(operand=player, type=YES_NO, span=span)
        if (expansion := self._asked_if_played(node)) is not None:
            return self._played(expansion, span)
        left, right = self.pair(node.left, node.right)
        if left is None or right is None:
            return None
        if is_set(right.type) or is_set(left.type):
            is_member = isinstance(right.type, SetType) and alike(left.type, right.type.element)
            help = f"write `is in {right.span.text}`" if is_member else ""
            errors.never_same(self.bag, span, left.type, right.type, help)
            return None
        if not alike(left.type, right.type):
            errors.never_same(self.bag, span, left.type, right.type, self._meant(node, left, right))
            return None
        if left.type == NUMBER:
            return ir.Compare(op="=", left=left, right=right, type=YES_NO, span=span)
        return ir.Same(left=left, right=right, type=YES_NO, span=span)

    def _asked_if_played(self, node: syntax.Binary) -> syntax.Name | None:
        """`winter is played`, where neither name means anything else."""
        left, right = node.left, node.right
        if not (isinstance(left, syntax.Name) and isinstance(right, syntax.Name)):
            return None
        others = self.scope.find(PLAYED) or self.meanings(PLAYED) or self.scope.find(left.id)
        mine = self.symbols.sight.owner_of(node.span.source)
        return left if right.id == PLAYED and mine and not others else None

    def _played(self, name: syntax.Name, span: Span) -> ir.Expr | None:
        sight = self.symbols.sight
        mine = sight.owner_of(span.source)
        if name.id not in sight.named[mine] | {mine}:
            sight_errors.unknown_expansion(self.bag, name, mine, sorted(sight.named[mine]))
            return None
        here = name.id == mine or name.id in sight.played
        return ir.Played(expansion=name.id, here=here, type=YES_NO, span=span)

    def _meant(self, node: syntax.Binary, left: ir.Expr, right: ir.Expr) -> tuple[str, ...]:
        """What was meant by a piece that is to be another thing: its face, or where it lies."""
        if not isinstance(left.type, PieceType):
            return ()
        kind, found = left.type.kind, list[str]()
        faces = self.symbols.varieties.get(FACE + kind)
        if isinstance(node.right, syntax.Name) and faces and node.right.id in faces.members:
            found.append(f"`face of {left.span.text} {node.op} {node.right.id}`")
        lying = [holds for _, holds in self.symbols.holders(right.type) if is_place(right.type)]
        if any(kind in holds for holds in lying):
            found.append(f"`{node.op} in {right.span.text}`")
        return (f"write {' or '.join(found)}",) if found else ()

    def _member(self, node: syntax.Binary) -> ir.Expr | None:
        """`x is in ...`: a set, or for a piece a place or several."""
        if self.is_open(node.left) or not self.is_open(node.right):
            right = self.expression(node.right, lambda t: is_set(t) or is_place(t))
            left = self.expression(node.left, None if right is None else _one_of(right.type))
        else:
            left = self.expression(node.left)
            right = self.expression(node.right, None if left is None else _holding(left.type))
        if left is None or right is None:
            return None
        if isinstance(right.type, SetType) and alike(left.type, right.type.element):
            return ir.Member(element=left, members=right, type=YES_NO, span=node.span)
        if isinstance(left.type, PieceType) and is_place(right.type):
            if not self.held(left.type.kind, right.type, node.span):
                return None
            return self.lies_in(left, left.type, right, node.span)
        if is_set(right.type):
            errors.never_same(self.bag, node.span, left.type, right.type)
        else:
            errors.single_as_set(self.bag, right.span, right.type)
        return None

    def _sets(self, node: syntax.Binary, want: Accepts | None) -> ir.Expr | None:
        """`plus` and `except`."""
        inner: Accepts = is_set
        if want is not None:
            wanted = want
            inner = lambda t: wanted(t) or wanted(SetType(t))  # noqa: E731
        left = self.expression(node.left, inner)
        want_right = inner if left is None else _with(left.type)
        right = self.expression(node.right, want_right)
        if left is None or right is None:
            return None
        if NUMBER in (left.type, right.type):
            number, word = (left, "+") if left.type == NUMBER else (right, "+")
            sign = word if node.op == "plus" else "-"
            errors.single_as_set(self.bag, number.span, NUMBER, f"for numbers, write `{sign}`")
            return None
        left, right = as_set(left), as_set(right)
        assert isinstance(left.type, SetType)
        assert isinstance(right.type, SetType)
        type = joined(left.type.element, right.type.element)
        if type is None:
            errors.not_joined(self.bag, node.span, left.type, right.type)
            return None
        if node.op == "plus":
            return ir.Union(left=left, right=right, type=SetType(type), span=node.span)
        return ir.Without(left=left, right=right, type=left.type, span=node.span)

    # ---- calls

    def _call(self, node: syntax.Call) -> ir.Expr | None:
        name = node.name
        for things in (
            self.symbols.private(self.context.clause, name.id, "value", "table"),
            self.symbols.things(name.id, "value", "table", "function"),
        ):
            things = declared_first(things, lambda thing: thing)
            if len(things) > 1:
                sight_errors.ambiguous(self.bag, self.symbols, name.id, name.span, things)
                return None
            if things:
                self.symbols.means(name.span, things[0])
                return self._call_of(things[0], node)
        for argument in node.arguments:
            self.expression(argument)
        if name.id in self.symbols.broken:
            return None
        others = self.symbols.things(name.id)
        if self.scope.find(name.id) is not None:
            others = [Thing("local", name.id)]
        if others:
            rule = any(thing.sort == "rule" for thing in others)
            help = "a rule is called by a line of its own" if rule else None
            errors.other_sort(self.bag, name.id, name.span, others, "a value", help)
        else:
            private = self.symbols.privates.get(self.context.clause or ("", ""), {})
            known = (*private, *self.symbols.values, *self.symbols.tables, *FUNCTIONS)
            self.not_found(name, "value", known)
        return None

    def _call_of(self, thing: Thing, node: syntax.Call) -> ir.Expr | None:
        span, name = node.span, node.name.id
        match thing.sort:
            case "value":
                info = self.symbols.values[thing.id]
                arguments = self.arguments(name, node, info.params, info.span)
                type = self.symbols.value_type(thing.id)
                if arguments is None or type is None:
                    return None
                me = self.whoever(span)
                return ir.ValueCall(
                    value=thing.id, arguments=arguments, me=me, type=type, span=span
                )
            case "table":
                table = self.symbols.tables[thing.id]
                key = self.counter.var("key", table.key_type)
                arguments = self.arguments(name, node, (key,), table.span)
                if arguments is None:
                    return None
                return ir.TableRead(
                    table=thing.id, argument=arguments[0], type=table.type, span=span
                )
            case _:
                return self._function(name, node)

    def arguments(
        self, name: str, node: syntax.Call, params: tuple[ir.Var, ...], declared: Span
    ) -> tuple[ir.Expr, ...] | None:
        """The arguments of a call, of the types of the parameters."""
        if len(node.arguments) != len(params):
            for argument in node.arguments:
                self.expression(argument)
            said = ", ".join(var.name for var in params)
            count = len(node.arguments)
            errors.wrong_count(self.bag, name, node.span, len(params), count, declared, said)
            return None
        found = [
            self.expression(argument)
            if var.id in self.symbols.unknown
            else self.typed(argument, var.type)
            for argument, var in zip(node.arguments, params, strict=True)
        ]
        bound = tuple(one for one in found if one is not None)
        return bound if len(bound) == len(found) else None

    def _function(self, name: str, node: syntax.Call) -> ir.Expr | None:
        span, given = node.span, node.arguments
        if name in LEAST_OR_MOST and given:
            numbers = [self.number(argument) for argument in given]
            bound = tuple(number for number in numbers if number is not None)
            if len(bound) < len(numbers):
                return None
            return ir.MinMax(op=name, arguments=bound, type=NUMBER, span=span)
        if name == "count" and len(given) == 1:
            members = self.expression(given[0], is_set)
            if members is not None and is_place(members.type) and not is_set(members.type):
                members = self.pieces_there(members)
            if members is None:
                return None
            if not is_set(members.type):
                help = "it is a number already: leave out `count`" if members.type == NUMBER else ""
                errors.single_as_set(self.bag, members.span, members.type, help)
                return None
            return ir.Count(members=members, type=NUMBER, span=span)
        if name == "position" and len(given) == 2:
            members = self.expression(given[1], is_set)
            want = None if members is None else _one_of(members.type)
            element = self.expression(given[0], want)
            if members is None or element is None:
                return None
            if not isinstance(members.type, SetType):
                errors.single_as_set(self.bag, members.span, members.type)
                return None
            if not alike(element.type, members.type.element):
                errors.never_same(self.bag, span, element.type, members.type)
                return None
            return ir.Position(element=element, members=members, type=NUMBER, span=span)
        for argument in given:
            self.expression(argument)
        if name in FOR_ALL and name != "count":
            errors.misplaced(
                self.bag,
                span,
                f"`{name}` goes through a set",
                f"write `{name}(... for each x in ...)`",
            )
            return None
        params = {"position": "x, set", "count": "set"}.get(name, "a, b")
        wanted = 2 if name == "position" else 1
        errors.wrong_count(self.bag, name, span, wanted, len(given), NOWHERE, params)
        return None

    def _for_all(self, node: syntax.ForAll) -> ir.Expr | None:
        name = node.name.id
        self.symbols.means(node.name.span, *self.symbols.things(name, "function"))
        with self.scope.block():
            selection = self.selection(node.binder.name, node.binder.members, declare=True)
            if name in ("count", "any", "every"):
                body = self.condition(node.body)
            else:
                body = self.number(node.body)
        if name not in FOR_ALL:
            errors.unknown_function(self.bag, name, node.name.span, FOR_ALL)
            return None
        if selection is None or body is None:
            return None
        type = YES_NO if name in ("any", "every") else NUMBER
        return ir.Aggregate(op=name, selection=selection, body=body, type=type, span=node.span)

    # ---- sets that are gone through

    def selection(
        self, name: syntax.Name | None, clause: syntax.SetClause, declare: bool = False
    ) -> ir.Selection | None:
        """A source with what narrows and orders it. The name is known inside; with `declare` also after it."""
        source = self._source(clause)
        element = (
            source.type.element if source is not None and isinstance(source.type, SetType) else None
        )
        starting: ir.Expr | None = None
        if clause.starting is not None:
            starting = self.expression(clause.starting, None if element is None else _like(element))
            if starting is not None and element is not None and not alike(starting.type, element):
                errors.wrong_type(self.bag, starting.span, starting.type, str(element))
        var = self.counter.var(name.id if name else "each", element or NUMBER)
        with self.scope.block():
            if name is not None:
                self.declare(name, element, "loop", var)
            with self.within(element=name.id if name is not None else ""):
                where = None if clause.where is None else self.condition(clause.where)
                extreme = self._ordering(clause.extreme, "most")
                rising = self._ordering(clause.rising, "rising")
        if declare and name is not None:
            known = None if element is None else var
            self.scope.add(Bound(name.id, known, name.span, "loop"))
        if source is None:
            return None
        return ir.Selection(
            var=var,
            source=source,
            starting=starting,
            where=where,
            extreme=extreme,
            rising=rising,
            span=clause.span,
        )

    def _ordering(
        self, clause: tuple[str, syntax.Expr] | None, positive: str
    ) -> tuple[bool, ir.Expr] | None:
        if clause is None:
            return None
        number = self.number(clause[1])
        return None if number is None else (clause[0] == positive, number)

    def _source(self, clause: syntax.SetClause) -> ir.Expr | None:
        node = clause.source
        if clause.to is not None:
            low, high = self.number(node), self.number(clause.to)
            if low is None or high is None:
                return None
            span = Span(low.span.source, low.span.start, max(low.span.end, high.span.end))
            return ir.Range(low=low, high=high, type=SetType(NUMBER), span=span)
        source = self.expression(node, is_set)
        if source is None or is_set(source.type):
            return source
        if is_place(source.type):
            return self.pieces_there(source)
        help = ""
        if source.type == NUMBER:
            help = f"to choose a number, write `from 0 to {source.span.text}`"
        errors.single_as_set(self.bag, source.span, source.type, help)
        return None


def as_set(expr: ir.Expr) -> ir.Expr:
    """A set as it is; a single thing as a set of one."""
    if isinstance(expr.type, SetType):
        return expr
    return ir.Singleton(element=expr, type=SetType(expr.type), span=expr.span)


def _negated(expr: ir.Expr, span: Span) -> ir.Expr:
    return ir.Not(operand=expr, type=YES_NO, span=span)


def _is_number(found: Type) -> bool:
    return found == NUMBER


def _like(type: Type) -> Accepts:
    """What could be the same as a thing of this type."""
    return lambda found: alike(found, type)


def _one_of(type: Type) -> Accepts:
    """What could be in a set, or in a place."""
    if isinstance(type, SetType):
        element = type.element
        return lambda found: (
            alike(found, element) or (is_place(type) and isinstance(found, PieceType))
        )
    return lambda found: isinstance(found, PieceType)


def _holding(type: Type) -> Accepts:
    """A set that such a thing could be in, or a place."""
    return lambda found: (
        (isinstance(found, SetType) and alike(type, found.element))
        or (isinstance(type, PieceType) and is_place(found))
    )


def _with(type: Type) -> Accepts:
    """What can be put together with a set, or with a single thing."""
    element = type.element if isinstance(type, SetType) else type
    return lambda found: (
        joined(found.element if isinstance(found, SetType) else found, element) is not None
    )


__all__ = ["Expressions", "as_set"]
