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


def first_from(v: list[int], mask: int, start: int) -> int:
    """The first of these."""
    behind = mask >> start << start if start > 0 else mask
    behind = behind or mask
    return (behind & -behind).bit_length() - 1


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


# ---- names of hidden pieces: what nobody can follow is called by what lies there, never by what it is

_BEHIND = 1 << 32  # no piece has a name above it


def rank(v: list[int], names: int, naming: int, piece: int) -> int:
    """Where a piece comes in an order: by its name; those that have none come last, in an order that the generator at
    `naming` draws, so that the chance of the game stays as it is. Without a generator they come by number.
    """
    name = v[names + piece]
    if name >= 0:
        return name
    return _BEHIND + (next32(v, naming) if naming >= 0 else 0)


def rank_from(v: list[int], names: int, naming: int, piece: int, start: int, count: int) -> int:
    """The same in an order that begins with one of these pieces."""
    first = v[names + start]
    if piece == start:
        return -1
    if first < 0 or v[names + piece] < 0:
        return rank(v, names, naming, piece)
    return (v[names + piece] - first) % count


def first_named(v: list[int], mask: int, names: int, naming: int) -> int:
    """The first of these pieces in their order."""
    return min((rank(v, names, naming, piece), piece) for piece in bits(mask))[1]


def named_position(
    v: list[int], mask: int, start: int, element: int, names: int, count: int
) -> int:
    """The place of a piece in the order of names, from 1; 0 if it is none of them. `start` is -1 for the usual order."""

    def at(piece: int) -> tuple[int, int]:
        name = v[names + piece]
        if piece == start:
            return -1, piece
        if name < 0:
            return _BEHIND, piece
        return (name - v[names + start]) % count if start >= 0 <= v[names + start] else name, piece

    order = sorted(bits(mask), key=at)
    return order.index(element) + 1 if element in order else 0


def deal_names(v: list[int], mask: int, names: int, naming: int, pool: int) -> None:
    """All pieces of a place leave it, and get the names that lie there at random."""
    left = bits(v[pool])
    v[pool] = 0
    order = sorted(bits(mask), key=lambda piece: next32(v, naming))
    for piece, name in zip(order, left, strict=True):
        v[names + piece] = name


def nameless(v: list[int], mask: int, names: int) -> int:
    """Those of these pieces that have no name."""
    return sum(1 << piece for piece in bits(mask) if v[names + piece] < 0)


def mix_names(v: list[int], mask: int, names: int, naming: int) -> None:
    """Those of these pieces that have names exchange them at random."""
    pieces = [piece for piece in bits(mask) if v[names + piece] >= 0]
    held = sorted(v[names + piece] for piece in pieces)
    order = sorted(pieces, key=lambda piece: next32(v, naming))
    for piece, name in zip(order, held, strict=True):
        v[names + piece] = name


def swap_names(v: list[int], names: int, here: int, there: int, first: int, second: int) -> None:
    """Two pieces change places: `here` and `there` are the words with the names that lie where the first and the
    second were, or -1 where pieces can be followed.
    """
    called = []
    for piece, pool in ((first, here), (second, there)):
        called.append(v[names + piece] if pool < 0 else lowest(v[pool]))
        if pool >= 0:
            v[pool] &= v[pool] - 1
    for piece, pool, name in ((first, there, called[0]), (second, here, called[1])):
        v[names + piece] = name if pool < 0 else lay.NAMELESS
        if pool >= 0:
            v[pool] |= 1 << name


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


def swap_in_order(
    v: list[int],
    above: int,
    below_: int,
    first_tops: int,
    second_tops: int,
    first: int,
    second: int,
) -> None:
    """Two pieces exchange their positions; the tops are -1 where there is no order."""
    places = {tops for tops in (first_tops, second_tops) if tops >= 0}
    orders = {tops: in_order(v, above, tops) for tops in places}
    other = {first: second, second: first}
    for piece in (first, second):
        v[above + piece] = v[below_ + piece] = 0
    for tops in sorted(places):
        lay_in_order(v, above, below_, tops, [other.get(p, p) for p in orders[tops]])


def position(v: list[int], mask: int, start: int, element: int) -> int:
    """The place of an element in the order that begins with `start`, from 1; 0 if it is none of them."""
    order = turned(mask, start)
    return order.index(element) + 1 if element in order else 0


def next_in(v: list[int], mask: int, player: int, step: int, players: int) -> int:
    """The next player in a direction who is in the mask; the same one if nobody else is."""
    for _ in range(players):
        player = (player + step) % players
        if mask >> player & 1:
            break
    return player


def from_seat(v: list[int], first: int, players: int, without: int) -> int:
    """Who begins: `first`, or the next in the direction of play who has a turn; -1 if nobody has."""
    able = v[lay.IN_ROUND] & ~without
    step = -1 if v[lay.DIRECTION] else 1
    for n in range(players):
        player = (first + n * step) % players
        if able >> player & 1:
            return player
    return -1


FIRST, WITHOUT, LAPPED, COUNTED, BACK = range(5)
"""The words of the course: who began, a mask of who has no turn, whether a lap has ended, the player as far as whom
the way has been counted, and whether those who dropped out of the round are back with a new lap."""


def step_on(v: list[int], course: int, players: int, away: int) -> int:
    """Who is next after the active player; notes whether a lap ends on the way. Those `away` are not back after it."""
    player = v[lay.ACTIVE]
    if v[course + COUNTED] != player:
        count_way(v, course, players)
    if player >= 0 and not v[course + WITHOUT] and v[lay.IN_ROUND] == (1 << players) - 1:
        # Everybody plays: it is simply the neighbour.
        player = (player + (-1 if v[lay.DIRECTION] else 1)) % players
        if player == v[course + FIRST]:
            v[course + LAPPED] = 1
        v[course + COUNTED] = player
        return player
    able = v[lay.IN_ROUND] & ~v[course + WITHOUT]
    step = -1 if v[lay.DIRECTION] else 1
    player, found = v[lay.ACTIVE], -1
    for _ in range(players):
        player = (player + step) % players
        if player == v[course + FIRST]:
            v[course + LAPPED] = 1
        if v[course + LAPPED] and v[course + BACK]:
            able = v[lay.IN_GAME] & ~v[course + WITHOUT] & ~away
        if able >> player & 1:
            found = player
            break
    v[course + COUNTED] = found
    return found


def count_way(v: list[int], course: int, players: int) -> None:
    """Notes whether a lap has ended on the way to the active player, from the one counted last."""
    player, goal = v[course + COUNTED], v[lay.ACTIVE]
    if player < 0 or goal < 0:
        return
    step = -1 if v[lay.DIRECTION] else 1
    while player != goal:
        player = (player + step) % players
        if player == v[course + FIRST]:
            v[course + LAPPED] = 1
    v[course + COUNTED] = goal


MOST_IN_ORDER = 1 << 14


def height(v: list[int], below_: int, piece: int, place: int) -> int:
    """How high a piece lies in an ordered place; pieces of later places lie above those of earlier ones."""
    found, under = place * MOST_IN_ORDER, v[below_ + piece]
    while under:
        found += 1
        under = v[below_ + under - 1]
    return found


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


def find_face(v: list[int], faces: int, size: int, face: int) -> int:
    """The handle that has a face."""
    return v.index(face, faces, faces + size) - faces


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
    "first_from": first_from,
    "pick": pick,
    "draw": draw,
    "shuffle_pieces": shuffle_pieces,
    "rank": rank,
    "rank_from": rank_from,
    "first_named": first_named,
    "named_position": named_position,
    "deal_names": deal_names,
    "nameless": nameless,
    "mix_names": mix_names,
    "swap_names": swap_names,
    "learn": learn,
    "exchange": exchange,
    "mingle": mingle,
    "swap_in_order": swap_in_order,
    "position": position,
    "next_in": next_in,
    "from_seat": from_seat,
    "step_on": step_on,
    "count_way": count_way,
    "find_face": find_face,
    "flood": flood,
    "alike": alike,
    "settled": settled,
    "pile_up": pile_up,
    "height": height,
    "last_of_pile": last_of_pile,
    "rest_of_pile": rest_of_pile,
}
"""What emitted text may name; the game adds its faults, and whoever watches what it tells."""
