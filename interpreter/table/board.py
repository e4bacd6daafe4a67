"""The board of one table: the spaces in play, and their links.

A kind of space can be repeated: in a ring (`district_1`, `district_2`, ... depending on the number of
players), once for each player, or once for each space of another kind. The copies of a space are
numbered from 1: `school_1` is in the first district, `camp_2` belongs to the second seat. A copy for a
space that is not itself a copy has its name: `camp_gallia`.

A table keeps the neighbours of each space as numbers. Agents and tools get the board as a networkx graph, which is made
when it is asked for: importing networkx takes longer than all else that a game needs to start.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.grids import name_cell
from boardwright.interpreter.table.table_values import Facts

if TYPE_CHECKING:
    import networkx as nx

    Graph = nx.MultiDiGraph[int]

Path = tuple[tuple[str, int | str], ...]


@dataclass(frozen=True, slots=True)
class Space:
    """A space in play. Its number is its index in the table's `spaces`.

    `definition` is its index among the definitions of its kind (-1 for a ring that declares none).
    `owner` is the seat that it belongs to, or -1; `parent` is the number of the space in which it is
    repeated, or -1. `path` is the way to its copy: (kind, number or id) from the outermost in.
    """

    id: str
    kind: str
    definition: int
    definition_id: str
    owner: int
    parent: int
    attributes: Mapping[str, int | tuple[int, ...]] = field(default_factory=dict)
    path: Path = ()


def spaces_in_play(facts: Facts) -> tuple[Space, ...]:
    """All spaces of this table in order of declaration, repeated ones copy by copy.

    A space is in play if its kind's `in_play` is true for it, and its parent is in play.
    """
    found: dict[str, list[Space]] = {}
    for kind_id in facts.game.spaces:
        _add_kind(kind_id, facts, found)
    # A kind may be declared before the kind that it is repeated in; numbers follow the declarations.
    of_kind = {kind_id: found[kind_id] for kind_id in facts.game.spaces}
    first: dict[str, int] = {}
    total = 0
    for kind_id, spaces in of_kind.items():
        first[kind_id] = total
        total += len(spaces)
    numbered: list[Space] = []
    for kind_id, spaces in of_kind.items():
        per = facts.game.spaces[kind_id].per
        for space in spaces:
            shift = 0 if space.parent < 0 or per is None else first[per]
            numbered.append(replace(space, parent=space.parent + shift))
    return tuple(numbered)


def _add_kind(kind_id: str, facts: Facts, found: dict[str, list[Space]]) -> None:
    """Adds the spaces of a kind, parents first; `parent` is a number within the parent's kind."""
    if kind_id in found:
        return
    kind = facts.game.spaces[kind_id]
    if kind.per is not None and kind.per != "player":
        _add_kind(kind.per, facts, found)
    found[kind_id] = [
        space for space in _copies(kind, facts, found) if _is_in_play(kind, space, facts)
    ]


def _copies(kind: ir.SpaceKind, facts: Facts, found: dict[str, list[Space]]) -> Iterator[Space]:
    if kind.ring is not None:
        owners = kind.seats.get(facts.players, ())
        for number in range(1, kind.ring.get(facts.players, 0) + 1):
            owner = owners.index(number) if number in owners else -1
            yield from _copy(kind, f"_{number}", owner, -1, ((kind.id, number),))
    elif kind.per == "player":
        for seat in range(facts.players):
            yield from _copy(kind, f"_{seat + 1}", seat, -1, (("player", seat + 1),))
    elif kind.per is not None:
        in_ring = facts.game.spaces[kind.per].ring is not None
        for index, parent in enumerate(found[kind.per]):
            if in_ring:
                suffix, path = f"_{parent.path[0][1]}", parent.path
            else:
                suffix = f"_{parent.id}"
                path = (*parent.path, (parent.kind, parent.definition_id))
            yield from _copy(kind, suffix, parent.owner, index, path)
    else:
        yield from _copy(kind, "", -1, -1, ())


def _copy(kind: ir.SpaceKind, suffix: str, owner: int, parent: int, path: Path) -> Iterator[Space]:
    for index, definition in enumerate(kind.definitions):
        yield Space(
            definition.id + suffix,
            kind.id,
            index,
            definition.id,
            owner,
            parent,
            definition.attributes,
            path,
        )
    if not kind.definitions and kind.ring is not None:
        yield Space(kind.id + suffix, kind.id, -1, kind.id, owner, parent, {}, path)


def _is_in_play(kind: ir.SpaceKind, space: Space, facts: Facts) -> bool:
    if kind.in_play is None:
        return True
    env = {} if kind.in_play_it is None else {kind.in_play_it.id: space}
    return bool(facts.number(kind.in_play, env))


# ---- links ------------------------------------------------------------------------------------------

Links = Mapping[str | None, tuple[tuple[int, ...], ...]]
"""For each kind of link (None: any kind) and each space, the spaces one link away."""


def board_links(game: ir.Game, spaces: tuple[Space, ...]) -> Links:
    """The neighbours of each space by each kind of link: there, and back unless the link is one-way.

    A link between repeated spaces joins those of the same copy; with `next_copy` it leads from each
    copy to the next of the ring in play, and from the last to the first.
    """
    by_definition: dict[str, list[int]] = {}
    for number, space in enumerate(spaces):
        by_definition.setdefault(space.definition_id, []).append(number)
    following = _next_copies(spaces)
    kinds = (None, *game.link_kinds)
    found = {kind: [set[int]() for _ in spaces] for kind in kinds}
    for link in game.links:
        for a in by_definition.get(link.first, ()):
            for b in by_definition.get(link.second, ()):
                if a != b and _joined(spaces[a], spaces[b], link.next_copy, following):
                    for kind in (None, link.kind):
                        found[kind][a].add(b)
                        if not link.one_way:
                            found[kind][b].add(a)
    return {kind: tuple(tuple(sorted(each)) for each in found[kind]) for kind in kinds}


def board_graph(spaces: tuple[Space, ...], links: Links) -> Graph:
    """The board: nodes are the numbers of spaces (with `id`, `kind`, `owner` and their facts as
    `attributes`), and for each link there is an edge, with its kind as key; and one back, unless the link is one-way.
    """
    import networkx as nx

    graph: Graph = nx.MultiDiGraph()
    for number, space in enumerate(spaces):
        graph.add_node(
            number,
            id=space.id,
            kind=space.kind,
            owner=space.owner,
            attributes=dict(space.attributes),
        )
    for kind, rows in links.items():
        if kind is not None:
            for a, row in enumerate(rows):
                for b in row:
                    graph.add_edge(a, b, key=kind)
    return graph


def _next_copies(spaces: Iterable[Space]) -> dict[tuple[str, int | str], int | str]:
    """For each copy of a repeated space, the next one in play; the first follows the last."""
    copies: dict[str, list[int | str]] = {}
    for space in spaces:
        if space.path:
            kind, number = space.path[0]
            if number not in copies.setdefault(kind, []):
                copies[kind].append(number)
    return {
        (kind, number): numbers[(index + 1) % len(numbers)]
        for kind, numbers in copies.items()
        for index, number in enumerate(numbers)
    }


def _joined(
    a: Space, b: Space, next_copy: bool, following: Mapping[tuple[str, int | str], int | str]
) -> bool:
    """Whether a link of their definitions applies to these two copies."""
    path = a.path
    if next_copy and path:
        path = ((path[0][0], following[path[0]]), *path[1:])
    # A space also counts as its own ancestor if the other is deeper: `room` is repeated in `school`.
    longer, shorter = (b.path, path) if len(b.path) >= len(path) else (path, b.path)
    inner = a if len(b.path) >= len(path) else b
    line = (*shorter, (inner.kind, inner.definition_id))
    return all(x == y for x, y in zip(line, longer, strict=False) if x[0] == y[0])


def along_grid(game: ir.Game, spaces: tuple[Space, ...], way: str) -> tuple[tuple[int, ...], ...]:
    """For each space, the next one along a way of the grid that it is in; none at the edge and outside grids."""
    cells = {
        (kind.id, name_cell(*cell)): cell
        for kind in game.spaces.values()
        if kind.grid is not None and way in kind.grid.ways
        for cell in kind.grid.cells
    }
    numbers = {(s.kind, s.path, s.definition_id): number for number, s in enumerate(spaces)}
    found: list[tuple[int, ...]] = []
    for space in spaces:
        cell, grid = cells.get((space.kind, space.definition_id)), game.spaces[space.kind].grid
        beside = None if cell is None or grid is None else grid.step(cell, way)
        there = -1
        if beside is not None:
            there = numbers.get((space.kind, space.path, name_cell(*beside)), -1)
        found.append((there,) if there >= 0 else ())
    return tuple(found)


def joined_rows(
    rows: Iterable[tuple[tuple[int, ...], ...]], size: int
) -> tuple[tuple[int, ...], ...]:
    """The neighbours of each space by any of these ways."""
    sets: list[set[int]] = [set() for _ in range(size)]
    for each in rows:
        for found, row in zip(sets, each, strict=True):
            found.update(row)
    return tuple(tuple(sorted(each)) for each in sets)


def find_path(rows: tuple[tuple[int, ...], ...], space: int) -> tuple[int, ...] | None:
    """The spaces from the next one on, to the edge or once around; None if somewhere there are several next ones."""
    found: list[int] = []
    here = space
    while rows[here]:
        if len(rows[here]) > 1:
            return None
        here = rows[here][0]
        if here == space or here in found:
            break
        found.append(here)
    return tuple(found)


def find_opposites(rows: tuple[tuple[tuple[int, ...], ...], ...]) -> tuple[int, ...]:
    """For each way the one that leads back, or -1. Links that lead both ways lead back themselves."""
    pairs = [{(a, b) for a, row in enumerate(each) for b in row} for each in rows]
    back = [{(b, a) for a, b in each} for each in pairs]
    return tuple(
        number if pairs[number] == each else pairs.index(each) if each in pairs else -1
        for number, each in enumerate(back)
    )


def distances(rows: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """The number of links from each space to each other, given the neighbours of each; -1 if there is no way."""
    return tuple(_distances_from(number, rows) for number in range(len(rows)))


def _distances_from(number: int, rows: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    found = [-1] * len(rows)
    found[number] = 0
    edge = [number]
    while edge:
        reached = []
        for space in edge:
            for other in rows[space]:
                if found[other] < 0:
                    found[other] = found[space] + 1
                    reached.append(other)
        edge = reached
    return tuple(found)


def reached(rows: tuple[tuple[int, ...], ...]) -> Iterator[tuple[int, ...]]:
    """For each space, the masks of those within 0, 1, 2, ... steps, until no more are reached."""
    masks = tuple(1 << number for number in range(len(rows)))
    while True:
        yield masks
        wider = tuple(
            reduce(or_, (masks[other] for other in row), masks[number])
            for number, row in enumerate(rows)
        )
        if wider == masks:
            return
        masks = wider
