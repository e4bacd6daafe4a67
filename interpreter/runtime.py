"""What emitted Python calls: bits, order, chance, boards. Each is small, since each is hot."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from boardwright.interpreter import layout as lay
from boardwright.interpreter.members import MEMBERS, bits
from boardwright.interpreter.rng import below_at, next32, together

draw = below_at(lay.RANDOM)
"""`draw(v, n)`: chance, one of 0 to n - 1."""


class EndOfGame(Exception):  # noqa: N818 - no error: the game is over
    """Raised by a rule that ends the game from inside plain functions."""


def turned(mask: int, start: int) -> tuple[int, ...]:
    """The members of a mask beginning with `start`, or the next there is behind it; -1 is 0."""
    if start <= 0:
        return bits(mask)
    behind = mask >> start << start
    return bits(behind) + bits(mask ^ behind)


def lowest(mask: int) -> int:
    """The index of the lowest member."""
    return (mask & -mask).bit_length() - 1


def nth(mask: int, n: int) -> int:
    """The n-th member, from 0."""
    while n >= 8:
        # Skip whole stretches while many members lie before the one that is wanted.
        width = mask.bit_length() >> 1
        low = mask & ((1 << width) - 1)
        count = low.bit_count()
        if count > n:
            mask = low
        else:
            n -= count
            mask = mask >> width << width
            if count == 0:
                break
    while n:
        mask &= mask - 1
        n -= 1
    return (mask & -mask).bit_length() - 1


def pick(v: list[int], mask: int) -> int:
    """Chance: one member, all alike likely."""
    drawn = draw(v, mask.bit_count())
    if drawn >= 8:
        return nth(mask, drawn)
    while drawn:
        mask &= mask - 1
        drawn -= 1
    return (mask & -mask).bit_length() - 1


ShuffleWords = tuple[
    int, int, int, int, int, int, int, int, int, int, tuple[int, ...], tuple[int, ...]
]
"""Where a shuffle finds what it changes: the first words of a hidden kind's places, who knows them, names, and what lies
above and below; the generator of names; the first words of faces, and of those that seats go on seeing, or -1; how many pieces
and players there are; and for each place its top and its names, or -1.
"""


def shuffle_pieces(
    v: list[int],
    words: ShuffleWords,
    mask: int,
    seers: int | None = None,
    draw: Callable[[list[int], int], int] = draw,
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


# ---- what is done in secret: names stay where they were, and who does not see it goes on seeing what was under them


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


def in_order(v: list[int], above: int, tops: int) -> list[int]:
    """The pieces of an ordered place, from bottom to top."""
    piece = v[tops + 1]
    found = []
    while piece:
        found.append(piece - 1)
        piece = v[above + piece - 1]
    return found


def lay_in_order(v: list[int], above: int, below_: int, tops: int, order: list[int]) -> None:
    """Rewrites the order of a place."""
    v[tops] = order[-1] + 1 if order else 0
    v[tops + 1] = order[0] + 1 if order else 0
    for n, piece in enumerate(order):
        v[below_ + piece] = order[n - 1] + 1 if n else 0
        v[above + piece] = order[n + 1] + 1 if n + 1 < len(order) else 0


def pile_up(v: list[int], above: int, tops: int) -> int:
    """The pieces of an ordered place as one number, the bottom one in the last digit; 0 if there are none."""
    number = 0
    for piece in reversed(in_order(v, above, tops)):
        number = number << PILE_BITS | piece + 1
    return number


PILE_BITS = 12


def last_of_pile(v: list[int], number: int) -> int:
    """The piece in the last digit."""
    return (number & (1 << PILE_BITS) - 1) - 1


def rest_of_pile(v: list[int], number: int) -> int:
    """The pile without it."""
    return number >> PILE_BITS


LooksLike = Callable[[list[int], int, int], int]


def alike(v: list[int], mask: int, player: int, look: LooksLike) -> int:
    """Of pieces that a player cannot tell apart, the lowest only."""
    seen, kept = set(), 0
    for piece in bits(mask):
        looks = look(v, piece, player)
        if looks not in seen:
            seen.add(looks)
            kept |= 1 << piece
    return kept


EQUAL, UNSEEN, DIFFERENT = range(3)
"""What pieces that look alike may be: the same in everything; of faces that are not seen; or of one face, but different
in what is not seen of them (where in a pile they lie, what is noted of them).
"""
MANNERS = 3


def settled(
    v: list[int],
    event: int,
    picked: int,
    every: int,
    player: int,
    look: LooksLike,
    pick: Callable[[list[int], int], int] = pick,
) -> int:
    """Chance: which pieces were picked, where the player could not tell that.

    `picked` has of each class as many members as are taken; `every` are all that could be picked.
    """
    classes: dict[int, int] = {}
    for piece in bits(every):
        looks = look(v, piece, player)
        classes[looks] = classes.get(looks, 0) | 1 << piece
    found = 0
    for looks, members in classes.items():
        taken = picked & members
        manner = looks % MANNERS if looks >= 0 else EQUAL
        if manner == UNSEEN or (manner == DIFFERENT and taken != members):
            for _ in range(taken.bit_count()):
                one = 1 << pick(v, members)
                found |= one
                members ^= one
        else:
            found |= taken
    return found


def flood(mask: int, origin: int, near: tuple[int, ...]) -> int:
    """The members of a mask that can be reached from the origin through members only."""
    one = 1 << origin
    reached = one & mask
    rim = reached or near[origin] & mask
    reached |= rim
    while rim:
        beyond = 0
        for place in bits(rim):
            beyond |= near[place]
        rim = beyond & mask & ~reached
        reached |= rim
    return reached


NAMES: Mapping[str, object] = {
    "MEMBERS": MEMBERS,
    "EndOfGame": EndOfGame,
    "turned": turned,
    "pick": pick,
    "draw": draw,
    "next32": next32,
    "shuffle_pieces": shuffle_pieces,
    "learn": learn,
    "exchange": exchange,
    "mingle": mingle,
    "flood": flood,
    "alike": alike,
    "settled": settled,
    "pile_up": pile_up,
    "last_of_pile": last_of_pile,
    "rest_of_pile": rest_of_pile,
}
"""What emitted text may name; the game adds its faults, and whoever watches what it tells."""
