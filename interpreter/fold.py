"""Expressions that are known at the table: what only players, options and facts decide.

Values are plain: numbers, yes/no, players and members are integers, sets are tuples of them, and a
space or a definition stands for itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NoReturn, Protocol

from boardwright.dsl import ir
from boardwright.dsl.types import MemberType
from boardwright.interpreter.errors import DIVISION_BY_ZERO, NO_ROW, NOT_AT_TABLE, RuleError


class Subject(Protocol):
    """A space (or a definition) whose facts can be read."""

    @property
    def attributes(self) -> Mapping[str, int | tuple[int, ...]]: ...

    @property
    def owner(self) -> int: ...


Known = int | tuple[int, ...] | Subject


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known before anything is set up: the game, how many play, and the options (all of them)."""

    game: ir.Game
    players: int
    options: Mapping[str, int]

    def fold(self, expr: ir.Expr, env: Mapping[int, Known]) -> Known:
        """The value of an expression; `env` has the locals by the id of their variable.

        Raises `RuleError` (not-at-table) at the first part that only play decides.
        """
        return _Folder(self, dict(env)).value(expr)

    def number(self, expr: ir.Expr, env: Mapping[int, Known]) -> int:
        """The same for an expression that is a single number, yes/no, player or member."""
        return _Folder(self, dict(env)).number(expr)


class _Folder:
    """Walks one expression."""

    def __init__(self, facts: Facts, env: dict[int, Known]) -> None:
        self.facts = facts
        self.env = env

    def number(self, expr: ir.Expr) -> int:
        value = self.value(expr)
        if not isinstance(value, int):
            _refuse(expr)
        return value

    def members(self, expr: ir.Expr) -> tuple[int, ...]:
        value = self.value(expr)
        if not isinstance(value, tuple):
            _refuse(expr)
        return value

    def subject(self, expr: ir.Expr) -> Subject:
        value = self.value(expr)
        if isinstance(value, int | tuple):
            _refuse(expr)
        return value

    def value(self, expr: ir.Expr) -> Known:
        game = self.facts.game
        match expr:
            case ir.Const():
                return expr.value
            case ir.Local() if expr.var.id in self.env:
                return self.env[expr.var.id]
            case ir.OptionRead():
                return self.facts.options[expr.option]
            case ir.Seats() | ir.Players():
                return tuple(range(self.facts.players))
            case ir.Members(type=set_type):
                element = getattr(set_type, "element", None)
                if not isinstance(element, MemberType):
                    _refuse(expr)
                return tuple(range(len(game.varieties[element.variety].members)))
            case ir.AttributeRead() | ir.MembersOf():
                found = self.subject(expr.subject).attributes.get(expr.attribute)
                if found is None:
                    _refuse(expr)
                return found
            case ir.OwnerOf():
                return self.subject(expr.subject).owner
            case ir.TableRead():
                key = self.number(expr.argument)
                rows = game.tables[expr.table].rows
                if key not in rows:
                    raise RuleError(NO_ROW, f"`{expr.table}` has no row {key}", expr.span)
                return rows[key]
            case ir.Arithmetic():
                return arithmetic(expr, self.number(expr.left), self.number(expr.right))
            case ir.Compare():
                return compare(expr.op, self.number(expr.left), self.number(expr.right))
            case ir.Same():
                left, right = self.number(expr.left), self.number(expr.right)
                return int(left == right and left >= 0)
            case ir.IsNobody():
                return int(self.number(expr.operand) < 0)
            case ir.Both():
                return int(self.number(expr.left) and self.number(expr.right))
            case ir.Either():
                return int(self.number(expr.left) or self.number(expr.right))
            case ir.Not():
                return 1 - self.number(expr.operand)
            case ir.Member():
                return int(self.number(expr.element) in self.members(expr.members))
            case ir.Singleton():
                element_value = self.number(expr.element)
                return (element_value,) if element_value >= 0 else ()
            case ir.Union():
                return tuple(sorted({*self.members(expr.left), *self.members(expr.right)}))
            case ir.Without():
                gone = self.members(expr.right)
                return tuple(x for x in self.members(expr.left) if x not in gone)
            case ir.Range():
                return tuple(range(self.number(expr.low), self.number(expr.high) + 1))
            case ir.Count():
                return len(self.members(expr.members))
            case ir.MinMax():
                numbers = [self.number(x) for x in expr.arguments]
                return min(numbers) if expr.op == "min" else max(numbers)
            case ir.Those():
                return self.selected(expr.selection)
            case ir.Aggregate():
                return self.aggregate(expr)
            case _:
                _refuse(expr)

    def selected(self, selection: ir.Selection) -> tuple[int, ...]:
        if selection.starting or selection.extreme or selection.rising:
            _refuse(selection)
        if selection.where is None:
            return self.members(selection.source)
        kept = []
        for member in self.members(selection.source):
            self.env[selection.var.id] = member
            if self.number(selection.where):
                kept.append(member)
        return tuple(kept)

    def aggregate(self, expr: ir.Aggregate) -> int:
        def results() -> Iterator[int]:
            for member in self.selected(expr.selection):
                self.env[expr.selection.var.id] = member
                yield self.number(expr.body)

        return aggregated(expr.op, results())


def arithmetic(expr: ir.Arithmetic, left: int, right: int) -> int:
    """`left op right`; divisions round towards smaller (`down`) or greater (`up`) numbers, also
    below zero, and `mod` is what `down` leaves over (so it has the sign of `right`).
    """
    if expr.op in ("down", "up", "mod") and right == 0:
        raise RuleError(DIVISION_BY_ZERO, "division by zero", expr.span)
    match expr.op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "mod":
            return left % right
        case "down":
            return left // right
        case "up":
            return -(-left // right)
    raise AssertionError(expr.op)


def compare(op: str, left: int, right: int) -> int:
    """1 if `left op right` holds, else 0."""
    match op:
        case ">=":
            return int(left >= right)
        case "<=":
            return int(left <= right)
        case ">":
            return int(left > right)
        case "<":
            return int(left < right)
        case "=":
            return int(left == right)
        case "!=":
            return int(left != right)
    raise AssertionError(op)


def aggregated(op: str, results: Iterable[int]) -> int:
    """One number out of those that the body of an aggregate has for each member.

    `any` and `every` take no more results than they need.
    """
    match op:
        case "count":
            return sum(1 for result in results if result)
        case "any":
            return int(any(results))
        case "every":
            return int(all(results))
        case "sum":
            return sum(results)
        case "largest":
            return max(results, default=0)
        case "smallest":
            return min(results, default=0)
    raise AssertionError(op)


def _refuse(node: ir.Node) -> NoReturn:
    raise RuleError(
        NOT_AT_TABLE, "only players, options and facts are known before the game begins", node.span
    )
