"""Makes the board: spaces from patterns, and the links between all spaces."""

from __future__ import annotations

from dataclasses import replace

from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.spaces import SpaceDecl
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.grids import GROUPS, name_cell
from boardwright.dsl.rules.symbols import Symbols, Thing
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Span


def make_grid_definitions(space: SpaceDecl) -> tuple[ir.Definition, ...]:
    """Returns the spaces of a grid, row by row."""
    return tuple(
        ir.Definition(
            id=name_cell(column, row),
            origin=space.origin,
            kind=space.id,
            attributes={"column": column, "row": row},
            span=space.span,
        )
        for column, row in (() if space.pattern is None else space.pattern.cells)
    )


def make_grid_links(space: SpaceDecl) -> tuple[ir.Link, ...]:
    """Returns the links of a grid: `orthogonal` and `diagonal` between squares, else `adjacent`."""
    pattern = space.pattern
    if pattern is None:
        return ()
    return tuple(
        ir.Link(kind=kind, first=name_cell(*cell), second=name_cell(*beside), span=space.span)
        for kind, ways in GROUPS[pattern.shape].items()
        for cell in pattern.cells
        for way in ways
        if (beside := pattern.step(cell, way)) is not None
    )


def list_ways(ruleset: Ruleset) -> dict[str, Span]:
    """Returns the ways on the board, each with its declaration: the kinds of links that are declared, then those of grids."""
    found: dict[str, Span] = {}
    for link in ruleset.links:
        found.setdefault(link.kind.id, link.kind.span)
    for space in ruleset.spaces:
        for way in () if space.pattern is None else space.pattern.ways:
            found.setdefault(way, space.span)
    return found


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


def make_lines(ruleset: Ruleset, symbols: Symbols, bag: Bag) -> None:
    """Gives varieties of lines the spaces on each line, and reports names that are not spaces."""
    known = {
        each.id: Thing("space", each.id, each.span, owner=kind.id)
        for kind in symbols.spaces.values()
        for each in kind.definitions
    }
    for variety in ruleset.varieties:
        for name in (name for line in variety.points for name in line):
            if name.id not in known:
                errors.unknown(bag, "space", name.id, name.span, known)
                continue
            symbols.means(name.span, known[name.id])
            kind = symbols.spaces[known[name.id].owner]
            if not kind.is_single:
                message = f"there are several `{name.id}`, so no line can have it"
                errors.fact(bag, name.span, message, "use spaces that exist once")
        if variety.points:
            points = tuple(tuple(name.id for name in line) for line in variety.points)
            symbols.varieties[variety.id] = replace(symbols.varieties[variety.id], points=points)


def check_rings(ruleset: Ruleset, symbols: Symbols, bag: Bag) -> None:
    """Checks that rings have a number of copies for each number of players, and seats among them, and one space each."""
    low, high = ruleset.players
    for space in symbols.spaces.values():
        if space.ring is None:
            continue
        for further in space.definitions[1:]:
            first = space.definitions[0].id
            errors.fact(
                bag,
                further.span,
                f"`{space.id}` is a ring of copies of one space, which is `{first}`",
                f"remove `{further.id}`; or make a kind of its own, with `per: {space.id}`",
            )
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
            elif len(set(seats)) < players:
                message = f"for {players} players, two seats have the same `{space.id}`"
            else:
                continue
            errors.fact(bag, space.span, message, "list one copy for each player, counting from 1")
