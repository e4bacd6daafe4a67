"""What is done in secret, and shuffling, in plain Python: what the tests compare the lowered functions with."""

from __future__ import annotations

from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.machine.rng import next32, together
from boardwright.interpreter.machine.runtime import draw, in_order, lay_in_order

ShuffleWords = tuple[
    int, int, int, int, int, int, int, int, int, int, tuple[int, ...], tuple[int, ...]
]
"""Where a shuffle finds what it changes: the first words of a hidden kind's places, who knows them, names, and what lies
above and below; the generator of names; the first words of faces, and of those that seats go on seeing, or -1; how many pieces
and players there are; and for each place its top and its names, or -1.
"""


def words_of(linking: Linking, kind: str) -> ShuffleWords:
    """Where a shuffle finds what it changes."""
    layout = linking.layout
    rows = layout.pools[kind].at
    return (
        layout.places[kind],
        layout.known[kind],
        layout.names[kind],
        layout.above.get(kind, -1),
        layout.below.get(kind, -1),
        layout.naming,
        layout.faces[kind],
        layout.believed.get(kind, -1),
        len(layout.table.pieces[kind]),
        layout.table.players,
        tuple(layout.tops.get(place, -1) for place in range(len(rows))),
        rows,
    )


def shuffle_pieces(
    v: list[int],
    words: ShuffleWords,
    mask: int,
    seers: int | None = None,
) -> None:
    """Chance: the pieces of a place change their order, and nobody knows them now. They get names anew: from the top, or
    without an order at random. In secret, only `seers` learn of it, and names stay where they were.
    """
    places, known, names, above, below_, naming, *_, tops, pools = words
    pieces = bits(mask)
    if not pieces:
        return
    place = v[places + pieces[0]]
    if tops[place] >= 0:
        slots = in_order(v, above, tops[place])
        order = slots[:]
        for product, choices in together(len(order)):
            drawn = draw(v, product)
            for choice in choices:
                drawn, other = divmod(drawn, choice)
                order[choice - 1], order[other] = order[other], order[choice - 1]
        lay_in_order(v, above, below_, tops[place], order)
    elif pools[place] < 0:
        slots = sorted(pieces, key=lambda piece: v[names + piece])
        order = sorted(pieces, key=lambda piece: next32(v, naming))
    else:
        return
    held = [v[names + piece] for piece in slots]
    kept = [0] * len(slots)
    if seers is None:
        held.sort(reverse=tops[place] >= 0)
        forget(v, words, -1, held)
    else:
        go_on_seeing(v, words, ~seers, [(piece, v[known + piece]) for piece in slots])
        kept = [v[known + piece] & ~seers for piece in slots]
        forget(v, words, seers, held)
    for piece, name, who in zip(order, held, kept, strict=True):
        v[names + piece] = name
        v[known + piece] = who


def go_on_seeing(
    v: list[int], words: ShuffleWords, seats: int, pieces: list[tuple[int, int]]
) -> None:
    """Those of these seats that know a piece, as said with it, go on seeing its face under its name."""
    _, _, names, *_, faces, believed, count, players, _, _ = words
    for piece, who in pieces:
        name = v[names + piece]
        if name >= 0 <= believed:
            for seat in bits(who & seats & (1 << players) - 1):
                at = believed + seat * count + name
                if v[at] < 0:
                    v[at] = v[faces + piece]


def forget(v: list[int], words: ShuffleWords, seats: int, names: list[int]) -> None:
    """Under these names these seats see the faces that there are."""
    *_, believed, count, players, _, _ = words
    if believed >= 0:
        for seat in bits(seats & (1 << players) - 1):
            for name in names:
                if name >= 0:
                    v[believed + seat * count + name] = -1


def learn(v: list[int], words: ShuffleWords, piece: int, seats: int) -> None:
    """These seats have seen the face of a piece."""
    forget(v, words, seats, [v[words[2] + piece]])


def _follow(v: list[int], words: ShuffleWords, seers: int, renamed: list[tuple[int, int]]) -> None:
    """What seers see under a name they see under the new one."""
    *_, believed, count, players, _, _ = words
    for seat in bits(seers & (1 << players) - 1):
        at = believed + seat * count
        found = [v[at + old] if old >= 0 else -1 for old, _ in renamed]
        for (_, new), face in zip(renamed, found, strict=True):
            if new >= 0:
                v[at + new] = face


def exchange(
    v: list[int],
    words: ShuffleWords,
    first: int,
    second: int,
    knew_first: int,
    knew_second: int,
    seers: int,
) -> None:
    """Two pieces that have been swapped in secret change names, too, so that only `seers` learn of it. Who knew them before is
    said; who knows them if everybody saw it, stands there.
    """
    known, names = words[1], words[2]
    go_on_seeing(v, words, ~seers, [(first, knew_first), (second, knew_second)])
    one, two = v[names + first], v[names + second]
    v[names + first], v[names + second] = two, one
    _follow(v, words, seers, [(one, two), (two, one)])
    v[known + first] = v[known + first] & seers | knew_second & ~seers
    v[known + second] = v[known + second] & seers | knew_first & ~seers


def mingle(v: list[int], words: ShuffleWords, piece: int, seers: int) -> None:
    """A piece is about to leave a place in secret: who does not see it cannot tell which one it was."""
    places, known, names, above, _, naming, _, _, count, players, tops, pools = words
    place = v[places + piece]
    others = [n for n in range(count) if n != piece and v[places + n] == place]
    everyone = (1 << players) - 1
    if pools[place] >= 0 or not others or seers & everyone == everyone:
        return
    if tops[place] >= 0:
        others = [n for n in reversed(in_order(v, above, tops[place])) if n != piece]
    else:
        others.sort(key=lambda n: next32(v, naming))
    left = [piece, *others]
    before = [v[names + n] for n in left]
    after = sorted(before)
    forget(v, words, ~seers, before)
    _follow(v, words, seers, list(zip(before, after, strict=True)))
    for n, name in zip(left, after, strict=True):
        v[names + n] = name
        v[known + n] &= seers
