"""The hash of a position: equal for equal positions, whatever the layout or back-end.

A position is a set of facts: a path (`pieces`, `token`, `token_7`, `place`) and a value (`north`). Each fact is hashed
separately, and the hash of the position is the sum. So things that a position leaves out add nothing. If two positions
differ little, the hash of one follows from that of the other: a `Hasher` keeps the words of the last position, and only
reads those that have changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from itertools import compress, pairwise
from operator import is_not, itemgetter, ne
from typing import Any

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import rng
from boardwright.interpreter.machine.face_bounds import AtLeast
from boardwright.interpreter.machine.members import MEMBERS
from boardwright.interpreter.play.position import Position, Reader
from boardwright.interpreter.play.remembered import OLDEST_FIRST, MemoryReader
from boardwright.interpreter.program.program import Program

_ALL = (1 << 64) - 1
_STRETCH = 24  # words that are compared together
_NEAR = 6  # words without a fact that may be compared along with others, which is cheaper than another stretch
_MOST_KEPT = 1 << 14

Path = tuple[str, ...]
_encoded = json.JSONEncoder(separators=(",", ":"), ensure_ascii=True).encode


def digest(of: Position) -> str:
    """The hash of a position."""
    return _written(_sum((), of))


def _written(total: int) -> str:
    return f"{total & _ALL:016x}"


def _sum(path: Path, value: Any) -> int:
    """The sum over all facts of a part of a position."""
    return sum(
        _hashed(_encoded(path)) * _hashed(_encoded(what)) for path, what in _facts(path, value)
    )


def _digested(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big") | 1


_hashed = lru_cache(_MOST_KEPT)(_digested)


def _facts(path: Path, value: Any) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _facts((*path, key), each)
    elif isinstance(value, list) and path[0] == "order":
        # Only which piece lies on which; each piece has its own place.
        yield from ((("order", under), above) for under, above in pairwise(value))
    elif isinstance(value, list) and path[0] == "names":
        yield from ((path, name) for name in value)
    elif isinstance(value, list) and path[0] == "memories":
        yield from _remembered(path, value)
    else:
        yield path, value


def _remembered(path: Path, rows: list[Any]) -> Iterator[tuple[Path, Any]]:
    """Positions in a memory: each is a fact, whatever their order, or with its number if that matters."""
    ordered = path[-1] == OLDEST_FIRST
    return (((*path, str(n)) if ordered else path, row) for n, row in enumerate(rows))


class Hasher:
    """Hashes positions of one program, each by its differences from the previous one."""

    def __init__(self, program: Program) -> None:
        words = _Words(program)
        self.stretches = list(_stretches(sorted(words.weights)))
        self.ranges = [range(each.start, each.stop) for each in self.stretches]
        nothing, size = _Values(lambda _: {}), program.layout.size
        self.weights = [words.weights.get(at, 0) for at in range(size)]
        self.values = [words.values.get(at, nothing) for at in range(size)]
        self.parts = _parts(program)
        v = program.first_vector(0)
        v[lay.PC] = lay.OVER  # no decision there
        # For one position: its words, the values of its parts, the hash of each part, and the sum for all words.
        self.before = (
            [v[each] for each in self.stretches],
            [part.key(v) for part in self.parts],
            [part.adds(v) for part in self.parts],
            sum(weight * self.values[at][v[at]] for at, weight in words.weights.items()),
        )

    def hash(self, v: list[int]) -> str:
        """The hash of the position of this vector."""
        before, keys_before, added, total = self.before
        weights, values = self.weights, self.values
        now = list(map(v.__getitem__, self.stretches))
        for n in compress(range(len(now)), map(ne, now, before)):
            old, new, where = before[n], now[n], self.ranges[n]
            for at in compress(where, map(is_not, old, new)):
                of = values[at]
                total += weights[at] * (of[v[at]] - of[old[at - where.start]])
        keys = [part.key(v) for part in self.parts]
        if keys != keys_before:
            added = added[:]
            for n in compress(range(len(keys)), map(ne, keys, keys_before)):
                added[n] = self.parts[n].adds(v)
        self.before = now, keys, added, total & _ALL
        return _written(total + sum(added))


def _stretches(addresses: Sequence[int]) -> Iterator[slice]:
    """Short stretches of the vector that contain these addresses."""
    first = last = addresses[0]
    for at in (*addresses[1:], addresses[-1] + _STRETCH + _NEAR):
        if at > last + _NEAR or at >= first + _STRETCH:
            yield slice(first, last + 1)
            first = at
        last = at


class _Values(dict[int, int]):
    """The hashes of the meanings of a word, by value, computed on first use. Zero for a value that means nothing."""

    __slots__ = ("idle", "read")

    def __init__(self, read: Callable[[int], Any], *idle: int) -> None:
        super().__init__()
        self.read, self.idle = read, idle

    def __missing__(self, value: int) -> int:
        if len(self) >= _MOST_KEPT:
            self.clear()
        found = self[value] = 0 if value in self.idle else self.hashed(self.read(value))
        return found

    def hashed(self, what: Any) -> int:
        return _hashed(_encoded(what))


class _Sums(_Values):
    """The same for words that mean several facts: the sum of all."""

    def hashed(self, what: Any) -> int:
        return _sum((), what)


class _Words:
    """The words that are facts by themselves: a weight for the path, times the hash of the value."""

    def __init__(self, program: Program) -> None:
        self.layout, self.table = program.layout, program.table
        self.reader = program.kept("position", Reader)
        self.weights: dict[int, int] = {}
        self.values: dict[int, _Values] = {}
        self.amounts, self.numbers = _Values(int, 0), _Values(int)
        self.seats = _Values(self.reader.seats, 0)
        self.places = _Values(self.reader.place_ids.__getitem__)
        for kind, of in self.table.pieces.items():
            if of:
                self.pieces(kind)
        self.knowledge()
        self.stocks()
        for id, at, start, keys, read in self.reader.notes:
            self.row(at, [("notes", id, *key) for key in keys], _Values(read, start))
        for name, at, holders in self.reader.limits:
            self.row(at, [("used", name, holder) for holder in holders], self.amounts)
        for name, read in self.reader.built_in.items():
            self.row(lay.BUILT_IN[name], [(name,)], _Values(read))
        for id, at in self.layout.out_of_phase.items():
            self.row(at, [("out_of_phase", id)], self.seats)

    def row(self, at: int, paths: Sequence[Path], values: _Values) -> None:
        """Adds the meanings and paths of the words from `at` on."""
        for n, path in enumerate(paths):
            self.weights[at + n], self.values[at + n] = _hashed(_encoded(path)), values

    def pieces(self, kind: str) -> None:
        layout, ids = self.layout, self.reader.piece_ids[kind]
        faces = [face.id for face in self.table.faces[kind]]

        def paths(what: str) -> list[Path]:
            return [("pieces", kind, id, what) for id in ids]

        self.row(layout.places[kind], paths("place"), self.places)
        if kind in layout.faces:
            self.row(layout.faces[kind], paths("face"), _Values(faces.__getitem__))
            self.row(layout.known[kind], paths("known_to"), self.seats)
            for n, path in enumerate(paths("name")):
                # A piece that has its own id as its name needs no fact.
                self.row(layout.names[kind] + n, [path], _Values(ids.__getitem__, lay.NAMELESS, n))
        if kind in layout.sides:
            self.row(layout.sides[kind], paths("side"), self.numbers)
        if kind in layout.above:
            lies_on = [("order", id) for id in ids]
            self.row(layout.above[kind], lies_on, _Values(lambda above: ids[above - 1], 0))

    def knowledge(self) -> None:
        for place, kind, at, counted in self.reader.bounds:
            faces = [face.id for face in self.table.faces[kind]]
            for n, seat in enumerate(self.table.seats):
                read = partial(_known, ("at_least", place, kind, seat), counted, faces)
                self.weights[at + n], self.values[at + n] = 1, _Sums(read, 0)

    def stocks(self) -> None:
        for stock, (members, rows) in self.reader.stocks.items():
            for place, at in rows:
                path = ("stocks", stock, self.reader.place_ids[place])
                one = members == ("",)
                self.row(at, [path] if one else [(*path, each) for each in members], self.amounts)


def _known(path: Path, counted: Callable[[int], AtLeast], faces: Sequence[str], word: int) -> Any:
    """The knowledge about a place."""
    found: Any = {faces[n]: count for n, count in counted(word).items()}
    for key in reversed(path):
        found = {key: found}
    return found


@dataclass(frozen=True, slots=True)
class _Part:
    """A fact of several words together: the values that show whether it has changed, and what it adds to the hash."""

    key: Callable[[list[int]], Any]
    adds: Callable[[list[int]], int]


def _parts(program: Program) -> list[_Part]:
    """All facts of several words together."""
    layout, reader = program.layout, program.kept("position", Reader)
    found = [_asked(program, reader), _out_of(layout, reader)]
    for name, at in (("chance", lay.RANDOM), ("naming", layout.naming)):
        if at >= 0:
            found.append(_generator(name, at))
    if reader.pools:
        found.append(_names(reader))
    found += [_memory(memory) for memory in reader.memories]
    return found + [_believed(layout, kind, reader) for kind in layout.believed]


def _asked(program: Program, reader: Reader) -> _Part:
    most = program.table.game.most_decisions

    def key(v: list[int]) -> tuple[int, int, int] | None:
        if v[lay.PC] == lay.OVER or v[lay.DECISIONS] >= most:
            return None
        return v[lay.SITE], v[lay.ASKER], v[lay.PICKED]

    @lru_cache(_MOST_KEPT)
    def sum_of(asked: tuple[int, int, int] | None) -> int:
        return 0 if asked is None else _sum(("asked",), reader.asked(*asked))

    return _Part(key, lambda v: sum_of(key(v)))


def _out_of(layout: lay.Layout, reader: Reader) -> _Part:
    more = layout.out_of_round or lay.IN_ROUND
    return _Part(
        lambda v: (v[lay.IN_GAME], v[lay.IN_ROUND], v[more]), lambda v: _sum((), reader.out_of(v))
    )


def _generator(name: str, at: int) -> _Part:
    words, weight = slice(at, at + rng.WORDS), _hashed(_encoded((name,)))
    # Its words hardly ever come again, so there is nothing to keep.
    return _Part(itemgetter(words), lambda v: weight * _digested(_encoded(v[words])))


def _names(reader: Reader) -> _Part:
    """The names in places where pieces cannot be followed, except those of the pieces there."""
    at = [(at, mask) for _, _, at, mask in reader.pools]
    pools = [
        (
            _hashed(_encoded(("names", place, kind))),
            [_hashed(_encoded(id)) for id in reader.piece_ids[kind]],
        )
        for place, kind, _, _ in reader.pools
    ]

    def key(v: list[int]) -> list[int]:
        return [v[pool] & ~v[mask] for pool, mask in at]

    def adds(v: list[int]) -> int:
        return sum(
            weight * sum(ids[name] for name in MEMBERS[names])
            for (weight, ids), names in zip(pools, key(v), strict=True)
        )

    return _Part(key, adds)


def _memory(memory: MemoryReader) -> _Part:
    """The positions in a memory."""
    room, path = memory.room, ("memories", memory.id)
    words = slice(room.count, room.first + room.size)

    @lru_cache(_MOST_KEPT)
    def hashed(row: tuple[int, ...]) -> int:
        return _digested(_encoded(memory.row(row)))

    def adds(v: list[int]) -> int:
        rows = room.rows(v)
        if not memory.forgets:
            return _hashed(_encoded(path)) * sum(map(hashed, rows))
        paths = ((*path, OLDEST_FIRST, str(n)) for n in range(len(rows)))
        return sum(
            _hashed(_encoded(each)) * hashed(row) for each, row in zip(paths, rows, strict=True)
        )

    return _Part(itemgetter(words), adds)


def _believed(layout: lay.Layout, kind: str, reader: Reader) -> _Part:
    """The faces that players still believe are under the names of pieces, wherever these are now."""
    pieces = reader.kinds[kind]
    stretches = (
        slice(layout.known[kind], layout.known[kind] + pieces.count),
        slice(layout.names[kind], layout.names[kind] + pieces.count),
        slice(
            layout.believed[kind], layout.believed[kind] + pieces.count * len(reader.table.seats)
        ),
    )

    def adds(v: list[int]) -> int:
        known, names = v[stretches[0]], v[stretches[1]]
        return sum(
            _sum(("pieces", kind, id, "believed"), pieces.believed(v, name, seats))
            for id, name, seats in zip(pieces.ids, names, known, strict=True)
        )

    return _Part(itemgetter(*stretches), adds)


__all__ = ["Hasher", "digest"]
