"""Places the nodes of a graph on a plane, so that nodes with few steps between them are near each other.

The same graph gives the same numbers on every machine: sums are made in the order of the nodes, and of floating point only
what IEEE 754 defines exactly is used, which is `+ - * /` and the square root. Other functions may differ in their last digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

Plane = list[tuple[float, float]]
Rows = Sequence[Sequence[int]]
"""For each node its neighbours."""

_ROUNDS = 400
_WORK = 3_000_000  # pairs of nodes that all rounds may look at
_PUSHES = 200
_MOST = 700  # nodes of a part that are moved; more stay where they are at the start
_LEAST = 0.84  # between two nodes, in steps
_FAR = 1.2  # between parts that no link joins, in steps


def laid_out(rows: Rows) -> Plane:
    """A position for each node; neighbours are about one apart. The two nodes farthest from each other lie side by side."""
    parts = _parts(rows)
    placed: Plane = [(0.0, 0.0)] * len(rows)
    blocks = [(part, _part(part, rows)) for part in parts]
    for part, found in _in_lines(blocks):
        for node, point in zip(part, found, strict=True):
            placed[node] = point
    return placed


def _parts(rows: Rows) -> list[list[int]]:
    """The nodes that links join, part by part."""
    seen: set[int] = set()
    parts: list[list[int]] = []
    for first in range(len(rows)):
        if first in seen:
            continue
        part, waiting = [], [first]
        seen.add(first)
        while waiting:
            node = waiting.pop()
            part.append(node)
            for other in rows[node]:
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
        parts.append(sorted(part))
    return parts


def _in_lines(blocks: list[tuple[list[int], Plane]]) -> list[tuple[list[int], Plane]]:
    """Puts several parts side by side, in lines that are about half as long again as all of them are high."""
    sizes = [(max(x for x, _ in plane), max(y for _, y in plane)) for _, plane in blocks]
    total = sum((wide + _FAR) * (high + _FAR) for wide, high in sizes)
    line = sqrt(total * 1.5)
    found: list[tuple[list[int], Plane]] = []
    x = y = deepest = 0.0
    for (part, plane), (wide, high) in zip(blocks, sizes, strict=True):
        if found and x + wide > line:
            x, y, deepest = 0.0, y + deepest + _FAR, 0.0
        found.append((part, [(x + u, y + v) for u, v in plane]))
        x += wide + _FAR
        deepest = max(deepest, high)
    return found


def _part(part: list[int], rows: Rows) -> Plane:
    """The positions of nodes that are joined, from 0 on."""
    number = {node: n for n, node in enumerate(part)}
    joined = [sorted(number[other] for other in rows[node]) for node in part]
    if len(part) > _MOST:
        return _from_zero(_start(joined))
    plane = _apart(_relaxed(_start(joined), _steps(joined)))
    return _from_zero(_upright(plane))


def _steps(rows: list[list[int]]) -> list[list[int]]:
    """The number of links from each node to each other one."""
    found = []
    for first in range(len(rows)):
        far = [-1] * len(rows)
        far[first] = 0
        edge = [first]
        while edge:
            reached = []
            for node in edge:
                for other in rows[node]:
                    if far[other] < 0:
                        far[other] = far[node] + 1
                        reached.append(other)
            edge = reached
        found.append(far)
    return found


def _start(rows: list[list[int]]) -> Plane:
    """Positions without crossings, if there are any; else on a circle in the order of the nodes."""
    many = len(rows)
    if many < 4:
        return [(float(n), 0.0 if n != 1 else 0.1) for n in range(many)]
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(many))
    graph.add_edges_from((a, b) for a, row in enumerate(rows) for b in row if a < b)
    embedding = nx.check_planarity(graph)[1]
    if isinstance(embedding, nx.PlanarEmbedding):
        found = nx.combinatorial_embedding_to_pos(embedding)
        return [(float(found[n][0]), float(found[n][1])) for n in range(many)]
    from boardwright.boards.geometry import FULL, turned

    radius = 1000
    circle = (turned((0, 0), radius, FULL * n // many) for n in range(many))
    return [(x * many / 6000, y * many / 6000) for x, y in circle]


def _relaxed(plane: Plane, steps: list[list[int]]) -> Plane:
    """Moves each node in turn to where its distances fit best to the steps, near ones first: stress majorisation."""
    many = len(plane)
    x, y = [each for each, _ in plane], [each for _, each in plane]
    if many < 2:
        return plane
    for _ in range(min(_ROUNDS, _WORK // (many * many))):
        for node in range(many):
            sum_x = sum_y = weights = 0.0
            here_x, here_y, far = x[node], y[node], steps[node]
            for other in range(many):
                if other == node:
                    continue
                wanted = far[other]
                weight = 1.0 / (wanted * wanted)
                u, v = here_x - x[other], here_y - y[other]
                apart = sqrt(u * u + v * v)
                pull = wanted / apart if apart > 0.000_001 else 0.0
                sum_x += weight * (x[other] + u * pull)
                sum_y += weight * (y[other] + v * pull)
                weights += weight
            x[node], y[node] = sum_x / weights, sum_y / weights
    return list(zip(x, y, strict=True))


def _apart(plane: Plane) -> Plane:
    """Pushes nodes apart that are too near each other for circles that can be read."""
    x, y = [each for each, _ in plane], [each for _, each in plane]
    many = len(plane)
    for _ in range(min(_PUSHES, _WORK // (many * many))):
        is_fine = True
        for a in range(many):
            for b in range(a):
                u, v = x[a] - x[b], y[a] - y[b]
                apart = sqrt(u * u + v * v)
                if apart < _LEAST:
                    is_fine = False
                    # Where two lie on each other, the later one goes to the right.
                    u, v, apart = (u, v, apart) if apart > 0.000_001 else (1.0, 0.0, 1.0)
                    push = (_LEAST - apart) * 0.26 / apart
                    x[a], y[a] = x[a] + u * push, y[a] + v * push
                    x[b], y[b] = x[b] - u * push, y[b] - v * push
        if is_fine:
            break
    return list(zip(x, y, strict=True))


def _upright(plane: Plane) -> Plane:
    """Turned so that the two farthest nodes lie side by side, the one that is declared first to the left."""
    best, pair = 0.0, (0, 0)
    for a, (x, y) in enumerate(plane):
        for b in range(a + 1, len(plane)):
            far = (plane[b][0] - x) * (plane[b][0] - x) + (plane[b][1] - y) * (plane[b][1] - y)
            if far > best + 0.000_001:
                best, pair = far, (a, b)
    if best > 0:
        (x, y), (u, v), length = plane[pair[0]], plane[pair[1]], sqrt(best)
        across, down = (u - x) / length, (v - y) / length
        plane = [(x * across + y * down, y * across - x * down) for x, y in plane]
        if plane[0][1] > sum(y for _, y in plane) / len(plane) + 0.000_001:
            plane = [(x, -y) for x, y in plane]
    return plane


def _from_zero(plane: Plane) -> Plane:
    """With its upper left corner at 0."""
    left, top = min(x for x, _ in plane), min(y for _, y in plane)
    return [(x - left, y - top) for x, y in plane]
