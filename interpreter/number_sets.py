"""Which numbers the sets of one game may have, worked out when it is linked.

The mask of a set of numbers has a bit for each number from the lowest to the highest that any set of the program can have.
So all these masks have one width, the lowest number is bit 0, and numbers below zero are numbers like others.
"""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl import ir
from boardwright.dsl.types import NUMBER, NumberType, PieceType, SetType
from boardwright.dsl.walk import everything
from boardwright.interpreter.limits import ANY, LARGEST_PRODUCT, MOST_NUMBERS
from boardwright.interpreter.table import Table

Bounds = tuple[int, int]

FAR: Bounds = (-(10**18), 10**18)  # beyond every number of a game


def numbers_of(table: Table, *more: object) -> range:
    """The numbers that sets may hold at this table, without gaps.

    `more` are parts of the program that the game does not have, such as the scenes of scenarios.
    """
    found: list[int] = []
    for node in _makers((table.game, *more)):
        if isinstance(node, ir.Singleton):
            found.extend(bounds(node.element, table))
        else:
            found.extend((bounds(node.low, table)[0], bounds(node.high, table)[1]))
    return range(min(found), max(found) + 1) if found else range(0)


def bounds(expr: ir.Expr, table: Table) -> Bounds:
    """The least and the greatest number that an expression can give a set."""
    low, high = _bounds(expr, table)
    return min(max(low, ANY[0]), ANY[1]), max(min(high, ANY[1]), ANY[0])


def most_options(low: ir.Expr, high: ir.Expr, table: Table) -> int:
    """How many numbers there are at most from one to another; a choice among more is an error."""
    (least, _), (_, most) = _bounds(low, table), _bounds(high, table)
    return min(max(most - least + 1, 1), MOST_NUMBERS)


def always_fits(expr: ir.Expr, table: Table) -> bool:
    """Whether a number is always one that a set may hold."""
    low, high = _bounds(expr, table)
    return ANY[0] <= low and high <= ANY[1]


def keeps_small(product: ir.Arithmetic, table: Table) -> bool:
    """Whether a product is always one that numbers may reach."""
    low, high = _bounds(product, table)
    return low >= -LARGEST_PRODUCT and high <= LARGEST_PRODUCT


def _makers(root: object) -> Iterator[ir.Range | ir.Singleton]:
    """Every expression that makes a set of numbers out of numbers."""
    for node in everything(root):
        match node:
            case ir.Range():
                yield node
            case ir.Singleton() if node.type == SetType(NUMBER):
                yield node


def _bounds(expr: ir.Expr, table: Table) -> Bounds:
    """The least and the greatest value of a number, as far as a simple reading tells."""
    game = table.game
    match expr:
        case ir.Const(value=value):
            return value, value
        case ir.OptionRead(option=option):
            return table.options[option], table.options[option]
        case ir.NoteRead(note=note) if note in game.notes:
            return game.notes[note].low, game.notes[note].high
        case ir.TableRead(table=name) if game.tables[name].rows:
            rows = game.tables[name].rows.values()
            return min(rows), max(rows)
        case ir.DieFace(die=die) if isinstance(die.type, PieceType):
            return 1, game.kinds[die.type.kind].sides
        case ir.AttributeRead(attribute=attribute, subject=subject) if isinstance(
            subject.type, PieceType
        ):
            definitions = game.kinds[subject.type.kind].definitions
            values = [
                v for d in definitions if isinstance(v := d.attributes.get(attribute, 0), int)
            ]
            return min(values, default=0), max(values, default=0)
        case ir.Count(members=members) if isinstance(members.type, SetType):
            if isinstance(members.type.element, PieceType):
                return 0, len(table.pieces[members.type.element.kind])
            return 0, ANY[1] if isinstance(members.type.element, NumberType) else len(table.places)
        case ir.Amount(stock=stock) if (total := game.stocks[stock].total) is not None:
            return 0, total * max(1, len(table.stock_members[stock]))
        case ir.Arithmetic(op=op, left=left, right=right):
            return _of_arithmetic(op, _bounds(left, table), _bounds(right, table))
        case ir.MinMax(op=op, arguments=arguments):
            found = [_bounds(argument, table) for argument in arguments]
            pick = min if op == "min" else max
            return pick(low for low, _ in found), pick(high for _, high in found)
        case _:
            return FAR


def _of_arithmetic(op: str, left: Bounds, right: Bounds) -> Bounds:
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
        case _:
            return FAR
