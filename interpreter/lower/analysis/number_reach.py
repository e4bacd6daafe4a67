"""How far the numbers of a game reach, as far as a simple reading of its rules tells.

What rules work out is a number from -LARGEST to LARGEST: beyond that is a fault, at the place where it comes about. Most
numbers cannot get there, and are not tested.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boardwright.dsl.language.types import (
    NUMBER,
    NumberType,
    PieceType,
    PlayerType,
    SetType,
    SpaceType,
    Type,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import everything
from boardwright.interpreter.table.table import Table
from boardwright.interpreter.table.table_limits import ANY, LARGEST, MOST_NUMBERS, MOST_TURNS

Bounds = tuple[int, int]
Source = ir.Expr | Bounds

EVERY: Bounds = (-LARGEST, LARGEST)
_MEMBERS = 100_000  # that one expression walks through at most
_TURNS = 4  # so often it is read what names may hold; those that still grow then may hold anything


class Reach:
    """The least and the greatest that each number can be, at one table.

    `more` are parts of the program that the game does not have, such as the scenes of scenarios.
    """

    def __init__(self, table: Table, *more: object) -> None:
        self.table = table
        self.nodes = tuple(everything((table.game, *more)))
        self._modifiers: dict[str, list[ir.Modifier]] = {}
        for modifier in table.game.modifiers:
            self._modifiers.setdefault(modifier.value, []).append(modifier)
        self._names: dict[int, Bounds] = {}
        self._values: dict[str, Bounds] = {}
        self._settle(_sources(table.game, self.nodes))

    def _settle(self, sources: dict[int, list[Source]]) -> None:
        """Reads what names and values may be, again and again, until nothing is new."""
        values = [value for value in self.table.game.values.values() if value.type == NumberType()]
        self._names = dict.fromkeys(sources, (0, 0))
        self._values = {value.id: (0, 0) for value in values}
        turn, settled = 0, False
        while not settled:
            settled, turn = True, turn + 1
            for id, found in sources.items():
                now = _joined(self._names[id], *map(self._of_source, found))
                if now != self._names[id]:
                    self._names[id], settled = now if turn < _TURNS else EVERY, False
            for value in values:
                now = _joined(self._values[value.id], _within(self.modified(value)))
                if now != self._values[value.id]:
                    self._values[value.id], settled = now if turn < _TURNS else EVERY, False

    def _of_source(self, source: Source) -> Bounds:
        return source if isinstance(source, tuple) else self.of(source)

    # ---- sets of numbers

    def numbers(self) -> range:
        """The numbers that sets may hold at this table, without gaps.

        The mask of a set of numbers has a bit for each of them. So all these masks have one width, the lowest number is bit 0,
        and numbers below zero are numbers like others.
        """
        found: list[int] = []
        for node in self.nodes:
            match node:
                case ir.Range(low=low, high=high):
                    found += self.in_sets(low)[0], self.in_sets(high)[1]
                case ir.Singleton(element=element) if node.type == SetType(NUMBER):
                    found += self.in_sets(element)
                case _:
                    pass  # makes no set of numbers out of single ones
        return range(min(found), max(found) + 1) if found else range(0)

    def in_sets(self, expr: ir.Expr) -> Bounds:
        """The least and the greatest number that an expression can give a set."""
        low, high = self.of(expr)
        return min(max(low, ANY[0]), ANY[1]), max(min(high, ANY[1]), ANY[0])

    def fits_sets(self, expr: ir.Expr) -> bool:
        """Whether a number is always one that a set may hold."""
        return self.of(expr) == self.in_sets(expr)

    def options(self, low: ir.Expr, high: ir.Expr) -> int:
        """How many numbers there are at most from one to another; a choice among more is an error."""
        return min(max(self.of(high)[1] - self.of(low)[0] + 1, 1), MOST_NUMBERS)

    # ---- single numbers

    def of(self, expr: ir.Expr) -> Bounds:
        """The least and the greatest value of a number."""
        return _within(self.untested(expr))

    def of_name(self, var: ir.Var) -> Bounds:
        """The least and the greatest value of a local name that is a number."""
        return self._names.get(var.id, EVERY)

    def modified(self, value: ir.Value) -> Bounds:
        """The same of a value with all that modifies it, before it is tested."""
        low, high = self.of(value.base)
        for modifier in self._modifiers.get(value.id, ()):
            least, most = self.of(modifier.operand)
            times = 1
            if modifier.definition is not None:
                kind = modifier.definition[0]
                pieces = self.table.pieces.get(kind)
                times = len(self.table.spaces) if pieces is None else len(pieces)
            match modifier.op:
                case "add":
                    low, high = low + min(0, times * least), high + max(0, times * most)
                case "subtract":
                    low, high = low - max(0, times * most), high - min(0, times * least)
                case _:
                    low, high = min(low, least), max(high, most)
        return low, high

    def untested(self, expr: ir.Expr) -> Bounds:
        """The same of a number before it is tested whether it is too large."""
        game, table = self.table.game, self.table
        match expr:
            case ir.Const(value=value):
                return value, value
            case ir.Local(var=var) | ir.LocalOf(var=var):
                return self.of_name(var)
            case ir.OptionRead(option=option):
                return table.options[option], table.options[option]
            case ir.NoteRead(note=note):
                return (
                    (game.notes[note].low, game.notes[note].high)
                    if note in game.notes
                    else (0, MOST_TURNS)
                )
            case ir.TableRead(table=name) if game.tables[name].rows:
                return _around(game.tables[name].rows.values())
            case ir.DieFace(die=die) if isinstance(die.type, PieceType):
                return 1, game.kinds[die.type.kind].sides
            case ir.AttributeRead(attribute=attribute, subject=subject):
                return self._printed(attribute, subject.type)
            case ir.ValueCall(value=value):
                return self._values.get(value, EVERY)
            case ir.Count(members=members):
                return 0, self._members(members.type)
            case ir.Position(members=members):
                return 0, self._members(members.type)
            case ir.Amount():
                return 0, self._amount(expr)
            case ir.After(value=value):
                return self.of(value)
            case ir.Seen(memory=memory):
                return 0, game.memories[memory].holds
            case ir.Arithmetic(op=op, left=left, right=right):
                return _of_arithmetic(op, self.of(left), self.of(right))
            case ir.MinMax(op=op, arguments=arguments):
                found = [self.of(argument) for argument in arguments]
                pick = min if op == "min" else max
                return pick(low for low, _ in found), pick(high for _, high in found)
            case ir.Aggregate():
                return self._aggregate(expr)
            case ir.IfElse(first=first, other=other):
                return _joined(self.of(first), self.of(other))
            case _:
                return EVERY

    def _printed(self, attribute: str, of: Type) -> Bounds:
        """What is printed on pieces, or on spaces."""
        things = (
            self.table.game.kinds[of.kind].definitions
            if isinstance(of, PieceType)
            else self.table.spaces
        )
        owners = self.table.game.owners
        if any(of.attributes[attribute].optional for of in owners if attribute in of.attributes):
            return EVERY  # it may be nothing, which is no number
        printed = (thing.attributes.get(attribute, 0) for thing in things)
        return _around([value for value in printed if isinstance(value, int)])

    def _members(self, of: Type) -> int:
        """How many members a set of this type has at most; numbers are walked through without a set."""
        element = of.element if isinstance(of, SetType) else of
        if isinstance(element, PlayerType | PieceType | SpaceType):
            return self.table.how_many(element)
        return _MEMBERS

    def _amount(self, expr: ir.Amount) -> int:
        stock, count = self.table.game.stocks[expr.stock], len(self.table.stock_members[expr.stock])
        if stock.total is not None:
            return stock.total * max(1, count)
        rows = len(self.table.places) if isinstance(expr.places.type, SetType) else 1
        return LARGEST * rows * (count if expr.member is None else 1)

    def _aggregate(self, expr: ir.Aggregate) -> Bounds:
        members = self._members(expr.selection.source.type)
        if expr.op in ("any", "every"):
            return 0, 1
        if expr.op == "count":
            return 0, members
        low, high = _joined(self.of(expr.body), (0, 0))  # 0 of none
        return (members * low, members * high) if expr.op == "sum" else (low, high)


def _sources(game: ir.Game, nodes: tuple[ir.Node, ...]) -> dict[int, list[Source]]:
    """What each local name that is a number may come from, by the id of its variable."""
    found: dict[int, list[Source]] = {}
    hooks: dict[str, list[ir.Hook]] = {}
    for hook in game.hooks:
        hooks.setdefault(hook.rule, []).append(hook)
    modifiers: dict[str, list[ir.Modifier]] = {}
    for modifier in game.modifiers:
        modifiers.setdefault(modifier.value, []).append(modifier)

    def comes_from(var: ir.Var, *sources: Source) -> None:
        if isinstance(var.type, NumberType):
            found.setdefault(var.id, []).extend(sources)

    def called(
        of: ir.Rule | ir.Value | ir.Offer,
        clauses: Sequence[ir.Clause],
        arguments: tuple[ir.Expr, ...],
    ) -> None:
        for each in (of, *clauses):
            for var, argument in zip(each.params, arguments, strict=False):
                comes_from(var, argument)

    def named(node: ir.Naming) -> None:
        match node:
            case ir.Let(var=var, value=value) | ir.SetLocal(var=var, value=value):
                comes_from(var, value)
            case ir.Choose(var=var, selection=selection) | ir.Draw(var=var, selection=selection):
                comes_from(var, *_members_of(selection))
            case ir.Find(var=var, selection=selection):
                comes_from(var, *_members_of(selection))
            case ir.Share(var=var, least=least, most=most):
                comes_from(var, least, most)

    for node in nodes:
        match node:
            case ir.Selection(var=var):
                comes_from(var, *_members_of(node))
            case ir.CallRule(rule=rule, arguments=arguments):
                called(game.rules[rule], [*hooks.get(rule, ())], arguments)
            case ir.Open(offer=offer, arguments=arguments):
                called(game.offers[offer], (), arguments)
            case ir.ValueCall(value=value, arguments=arguments):
                called(game.values[value], [*modifiers.get(value, ())], arguments)
            case _:
                if isinstance(node, ir.Naming):
                    named(node)
    return found


def _members_of(selection: ir.Selection) -> tuple[Source, ...]:
    """What the members of a set of numbers come from."""
    source = selection.source
    return (source.low, source.high) if isinstance(source, ir.Range) else (ANY,)


def _joined(*bounds: Bounds) -> Bounds:
    return min(low for low, _ in bounds), max(high for _, high in bounds)


def _within(bounds: Bounds) -> Bounds:
    """What is left of numbers once those beyond are faults."""
    return min(max(bounds[0], -LARGEST), LARGEST), max(min(bounds[1], LARGEST), -LARGEST)


def _around(numbers: Iterable[int]) -> Bounds:
    found = list(numbers)
    return min(found, default=0), max(found, default=0)


def _of_arithmetic(op: ir.ArithmeticOp, left: Bounds, right: Bounds) -> Bounds:
    match op:
        case "+":
            return left[0] + right[0], left[1] + right[1]
        case "-":
            return left[0] - right[1], left[1] - right[0]
        case "*":
            products = [a * b for a in left for b in right]
            return min(products), max(products)
        case "mod" if right[0] > 0:
            return 0, right[1] - 1
        case "mod":
            return min(0, right[0]), max(0, right[1])
        case "down" | "up" if right[0] > 0:
            return min(0, left[0]), max(0, left[1])
        case "down" | "up":
            most = max(-left[0], left[1])
            return -most, most
