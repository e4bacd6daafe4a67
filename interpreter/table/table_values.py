"""Values of expressions that depend only on players, options and facts.

Values are plain: numbers, yes/no, players, members and pieces are integers, sets are tuples of them, and a
space is a `Space`. Of pieces, only attributes are known, and only if their kind is not hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NoReturn, Protocol

from boardwright.dsl.language.types import (
    NUMBER,
    MemberType,
    PieceType,
    PlayerType,
    SetType,
    SpaceType,
    ZoneType,
    word_for_nothing,
)
from boardwright.dsl.language.words import AggregateOp
from boardwright.dsl.rules import ir
from boardwright.interpreter.table.errors import (
    DIVISION_BY_ZERO,
    NO_ROW,
    NOT_AT_TABLE,
    NOTHING_THERE,
    OUT_OF_RANGE,
    TOO_MANY_STEPS,
    RuleError,
)
from boardwright.interpreter.table.table_limits import ANY, BEYOND, LARGEST, TOO_FAR

MOST_STEPS = 1_000_000

Attributes = Mapping[str, int | tuple[int, ...]]


class Subject(Protocol):
    """A space with facts to read."""

    @property
    def attributes(self) -> Attributes: ...

    @property
    def owner(self) -> int: ...


Known = int | tuple[int, ...] | Subject


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known before setup: the game, the number of players, and all options."""

    game: ir.Game
    players: int
    options: Mapping[str, int]
    steps: list[int] = field(default_factory=lambda: [0], compare=False, repr=False)

    def fold(self, expr: ir.Expr, env: Mapping[int, Known]) -> Known:
        """The value of an expression; `env` has the locals by the id of their variable.

        Raises `RuleError` (not-at-table) at the first part that depends on play.
        """
        return _Folder(self, dict(env)).value(expr)

    def number(self, expr: ir.Expr, env: Mapping[int, Known]) -> int:
        """The value of an expression that is a single number, yes/no, player or member."""
        return _Folder(self, dict(env)).number(expr)

    def step(self, expr: ir.Expr) -> None:
        """Counts steps: values that read others twice double the work with each level."""
        self.steps[0] += 1
        if self.steps[0] > MOST_STEPS:
            message = "too many steps before the game begins"
            raise RuleError(TOO_MANY_STEPS, message, expr.span)


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

    def pieces(self, kind: str) -> list[ir.Definition]:
        """The faces of the pieces of a kind, in the order of the table."""
        of = self.facts.game.kinds[kind]
        seats = self.facts.players if of.per_player else 1
        return [d for _ in range(seats) for d in of.definitions for _ in range(d.copies)]

    def attributes(self, subject: ir.Expr) -> Attributes:
        if not isinstance(subject.type, PieceType):
            return self.subject(subject).attributes
        if self.facts.game.kinds[subject.type.kind].hidden:
            _refuse(subject)
        return self.pieces(subject.type.kind)[self.number(subject)].attributes

    def asked(self, expr: ir.ValueCall) -> Known:
        """A value with its modifiers: see `reference/evaluator.py`. Pieces modify nothing before play."""
        game, me = self.facts.game, self.number(expr.me)
        arguments = [self.value(argument) for argument in expr.arguments]

        def part(of: ir.Value | ir.Modifier, inner: ir.Expr) -> Known:
            env = dict(zip((var.id for var in of.params), arguments, strict=True))
            return _Folder(self.facts, {**env, of.me.id: me}).value(inner)

        changes: dict[ir.ModifierOp, list[Known]] = {}
        for modifier in game.modifiers:
            if modifier.value != expr.value:
                continue
            if modifier.definition is not None:
                _refuse(modifier)
            if modifier.when is None or part(modifier, modifier.when):
                changes.setdefault(modifier.op, []).append(part(modifier, modifier.operand))
        value = game.values[expr.value]
        becomes = changes.pop("becomes", [])
        found = becomes[-1] if becomes else part(value, value.base)
        for op in (op for layer in ir.LAYERS[1:] for op in layer):
            for by in changes.get(op, ()):
                found = _changed(op, found, by)
        return in_reach(found, game.values[expr.value]) if isinstance(found, int) else found

    def value(self, expr: ir.Expr) -> Known:
        game = self.facts.game
        self.facts.step(expr)
        match expr:
            case ir.Const():
                return expr.value
            case ir.Played():
                return int(expr.here)
            case ir.Local() if expr.var.id in self.env:
                return self.env[expr.var.id]
            case ir.OptionRead():
                chosen = self.facts.options[expr.option]
                return members_of(chosen) if isinstance(expr.type, SetType) else chosen
            case ir.AllPieces():
                return tuple(range(len(self.pieces(expr.kind))))
            case ir.ThePiece() if not game.kinds[expr.kind].hidden:
                first = next(n for n, d in enumerate(self.pieces(expr.kind)) if d.id == expr.id)
                return first + (expr.copy or 1) - 1
            case ir.ValueCall():
                return self.asked(expr)
            case ir.Seats() | ir.Players():
                return tuple(range(self.facts.players))
            case ir.Members(type=set_type):
                element = getattr(set_type, "element", None)
                if not isinstance(element, MemberType):
                    _refuse(expr)
                return tuple(range(len(game.varieties[element.variety].members)))
            case ir.AttributeRead() | ir.MembersOf():
                found = self.attributes(expr.subject).get(expr.attribute)
                element = expr.type.element if isinstance(expr.type, SetType) else expr.type
                match element, found:
                    case SpaceType() | ZoneType(), _:
                        _refuse(expr)  # the spaces of the table are not known yet
                    case _, None:
                        return word_for_nothing(element)
                    case PieceType(kind=kind), int():
                        return piece_of(game.kinds[kind], found)
                    case PieceType(kind=kind), tuple():
                        return tuple(sorted(piece_of(game.kinds[kind], each) for each in found))
                    case _:
                        return found
            case ir.FaceOf():
                of = expr.piece.type
                if not isinstance(of, PieceType) or game.kinds[of.kind].hidden:
                    _refuse(expr)
                shown = self.pieces(of.kind)[self.number(expr.piece)]
                return game.kinds[of.kind].definitions.index(shown)
            case ir.OwnerOf():
                return self.subject(expr.subject).owner
            case ir.TableRead():
                table = game.tables[expr.table]
                if any(isinstance(of, SpaceType | PlayerType) for of in (*table.keys, table.type)):
                    _refuse(expr)
                keys = tuple(map(self.number, expr.arguments))
                if keys not in table.rows:
                    told = ", ".join(map(str, keys))
                    raise RuleError(NO_ROW, f"`{expr.table}` has no row {told}", expr.span)
                return table.rows[keys]
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
            case ir.IfElse():
                taken = expr.first if self.number(expr.condition) else expr.other
                return self.value(taken)
            case ir.Not():
                return 1 - self.number(expr.operand)
            case ir.Member():
                return int(self.number(expr.element) in self.members(expr.members))
            case ir.Singleton():
                one = self.number(expr.element)
                if expr.element.type == NUMBER:
                    return tuple(numbers_from(one, one, expr.element))
                return (one,) if one >= 0 else ()
            case ir.Empty():
                return ()
            case ir.Nothing():
                return word_for_nothing(expr.type)
            case ir.IsNothing():
                return int(self.number(expr.operand) == word_for_nothing(expr.operand.type))
            case ir.Given():
                given = self.number(expr.operand)
                if given == word_for_nothing(expr.type):
                    raise RuleError(NOTHING_THERE, "this is nothing here", expr.span)
                return given
            case ir.Union():
                return tuple(sorted({*self.members(expr.left), *self.members(expr.right)}))
            case ir.Without():
                gone = self.members(expr.right)
                return tuple(x for x in self.members(expr.left) if x not in gone)
            case ir.Common():
                others = self.members(expr.right)
                return tuple(x for x in self.members(expr.left) if x in others)
            case ir.Range():
                return tuple(numbers_from(self.number(expr.low), self.number(expr.high), expr))
            case ir.Count():
                return len(self.members(expr.members))
            case ir.MinMax():
                numbers = [self.number(x) for x in expr.arguments]
                return min(numbers) if expr.op == "min" else max(numbers)
            case ir.Those():
                return self.selected(expr.selection)
            case ir.Aggregate():
                return self.aggregate(expr)
            case ir.Local() | ir.LocalOf() | ir.Pair() | ir.NoteRead() | ir.DieFace() | ir.Amount():
                _refuse(expr)
            case ir.ThePiece() | ir.PieceOfPlayer() | ir.SpaceOfPiece() | ir.ParentOf():
                _refuse(expr)
            case (
                ir.PiecesAt()
                | ir.PiecesOf()
                | ir.TopOf()
                | ir.TopPieces()
                | ir.ZonePlace()
                | ir.Position()
                | ir.Usable()
                | ir.Seen()
                | ir.After()
            ):
                _refuse(expr)
            case ir.SpaceNamed() | ir.Spaces() | ir.SpacesOf() | ir.Neighbours():
                _refuse(expr)
            case ir.Beyond() | ir.StepsTo() | ir.NextSpace():
                _refuse(expr)
            case ir.PointsOf() | ir.LinesOf():
                _refuse(expr)
            case ir.WaysOf() | ir.Opposite() | ir.Together():
                _refuse(expr)
            case ir.Within() | ir.Connected() | ir.Seat() | ir.NextSeat() | ir.TeamOf():
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

        return in_reach(aggregated(expr.op, results()), expr)


def piece_of(kind: ir.Kind, index: int) -> int:
    """The number of the first piece with this definition, of a kind whose pieces do not depend on the players."""
    return sum(each.copies for each in kind.definitions[:index])


def in_reach(number: int, at: ir.Node) -> int:
    """The number, if it is within the limits of rules."""
    if abs(number) > LARGEST:
        raise RuleError(OUT_OF_RANGE, TOO_FAR, at.span)
    return number


def numbers_from(low: int, high: int, at: ir.Node) -> range:
    """All numbers from `low` to `high`, if a set can have them."""
    if low <= high and (low < ANY[0] or high > ANY[1]):
        raise RuleError(OUT_OF_RANGE, BEYOND, at.span)
    return range(low, high + 1)


def arithmetic(expr: ir.Arithmetic, left: int, right: int) -> int:
    """`left op right`. Divisions round towards smaller (`down`) or larger (`up`) numbers, even
    below zero. `mod` is the remainder of `down`, so it has the sign of `right`.
    """
    if expr.op in ("down", "up", "mod") and right == 0:
        raise RuleError(DIVISION_BY_ZERO, "division by zero", expr.span)
    match expr.op:
        case "+":
            return in_reach(left + right, expr)
        case "-":
            return in_reach(left - right, expr)
        case "*":
            return in_reach(left * right, expr)
        case "mod":
            return left % right
        case "down":
            return left // right
        case "up":
            return -(-left // right)


def compare(op: ir.CompareOp, left: int, right: int) -> int:
    """1 if `left op right` is true, else 0."""
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


def aggregated(op: AggregateOp, results: Iterable[int]) -> int:
    """One number from the values of an aggregate's body for each member.

    `any` and `every` use no more results than they need.
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


def members_of(mask: int) -> tuple[int, ...]:
    """The members of a set that is stored as a mask.

    >>> members_of(0b1010)
    (1, 3)
    """
    return tuple(n for n in range(mask.bit_length()) if mask >> n & 1)


def _changed(op: ir.ModifierOp, found: Known, by: Known) -> Known:
    """A value after one modifier."""
    match op, found, by:
        case "add", int(), int():
            return found + by
        case "subtract", int(), int():
            return found - by
        case "at least", int(), int():
            return max(found, by)
        case "at most", int(), int():
            return min(found, by)
        case "only", tuple(), tuple():
            return tuple(each for each in found if each in by)
        case "also", tuple(), tuple():
            return tuple(sorted({*found, *by}))
        case "except", tuple(), tuple():
            return tuple(each for each in found if each not in by)
        case _:
            raise AssertionError(op)


def _refuse(node: ir.Node) -> NoReturn:
    raise RuleError(
        NOT_AT_TABLE, "only players, options and facts are known before the game begins", node.span
    )
