"""Makes the board: spaces from patterns, and the links between all spaces."""

from __future__ import annotations

from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.spaces import SpaceDecl
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.symbols import Symbols, Thing
from boardwright.dsl.source.diagnostics import Bag

ORTHOGONAL = ((1, 0), (0, 1))
DIAGONAL = ((1, 1), (-1, 1))


def name_cell(column: int, row: int) -> str:
    """Returns the id of a space of a grid; both count from 1. After the column z come aa, ab and so on.

    >>> name_cell(3, 12)
    'c12'
    >>> name_cell(28, 5)
    'ab5'
    """
    letters = ""
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return f"{letters}{row}"


def make_grid_definitions(space: SpaceDecl) -> tuple[ir.Definition, ...]:
    """Returns the spaces of a grid, row by row."""
    if space.grid is None:
        return ()
    columns, rows = space.grid
    return tuple(
        ir.Definition(
            id=name_cell(column, row),
            origin=space.origin,
            kind=space.id,
            attributes={"column": column, "row": row},
            span=space.span,
        )
        for row in range(1, rows + 1)
        for column in range(1, columns + 1)
    )


def make_grid_links(space: SpaceDecl) -> tuple[ir.Link, ...]:
    """Returns the links `orthogonal` and `diagonal` of a grid."""
    if space.grid is None:
        return ()
    columns, rows = space.grid
    return tuple(
        ir.Link(
            kind=kind,
            first=name_cell(column, row),
            second=name_cell(column + right, row + up),
            span=space.span,
        )
        for kind, steps in (("orthogonal", ORTHOGONAL), ("diagonal", DIAGONAL))
        for row in range(1, rows + 1)
        for column in range(1, columns + 1)
        for right, up in steps
        if 1 <= column + right <= columns and row + up <= rows
    )


def make_links(ruleset: Ruleset, symbols: Symbols, bag: Bag) -> tuple[ir.Link, ...]:
    """Returns the declared links between spaces that exist."""
    known = {
        each.id: Thing("space", each.id, each.span, owner=kind.id)
        for kind in symbols.spaces.values()
        for each in kind.definitions
    }
    found: list[ir.Link] = []
    for link in ruleset.links:
        for end in (link.first, link.second):
            if end.id in known:
                symbols.means(end.span, known[end.id])
            else:
                errors.unknown(bag, "space", end.id, end.span, known)
        if link.first.id == link.second.id and not link.next_copy:
            errors.fact(bag, link.second.span, f"`{link.first.id}` is linked to itself")
        found.append(
            ir.Link(
                kind=link.kind.id,
                first=link.first.id,
                second=link.second.id,
                one_way=link.one_way,
                next_copy=link.next_copy,
                span=link.kind.span,
            )
        )
    return tuple(found)


def check_rings(ruleset: Ruleset, symbols: Symbols, bag: Bag) -> None:
    """Checks that rings have a number of copies for each number of players, and seats among them."""
    low, high = ruleset.players
    for space in symbols.spaces.values():
        if space.ring is None:
            continue
        unsaid = [players for players in range(low, high + 1) if players not in space.seats]
        if space.seats and unsaid:
            errors.seats_unsaid(bag, space.id, space.span, unsaid)
        for players in range(low, high + 1):
            copies = space.ring.get(players)
            if copies is None:
                message = f"`{space.id}` has no number of copies for {players} players"
                errors.fact(bag, space.span, message, f"add `{players}: ...` to `ring`")
                continue
            seats = space.seats.get(players)
            if not seats:
                continue
            if len(seats) != players or not all(1 <= seat <= copies for seat in seats):
                message = (
                    f"the seats of `{space.id}` for {players} players do not fit {copies} copies"
                )
                errors.fact(
                    bag, space.span, message, "list one copy for each player, counting from 1"
                )
