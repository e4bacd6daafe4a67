"""Whether a vector from outside can be a state of a program: ranges, links, totals, and running rules.

Nothing in the vector is trusted, and each word is read a fixed number of times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from boardwright.dsl.language.types import NumberType
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.machine.word_ranges import OfFrame
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.records.frame_spans import inferred
from boardwright.interpreter.table.table_limits import LARGEST, MOST_NUMBERS


def unsound(program: Program, v: Sequence[int]) -> str | None:
    """Why the vector cannot be a state of the program at a decision or at its end; None if it can."""
    return next(_faults(program, v), None)


def _faults(program: Program, v: Sequence[int]) -> Iterator[str]:
    """The faults, ranges first: later checks rely on them."""
    layout = program.layout
    for at, (count, holds) in layout.holds.items():
        if not holds.fits(v[at : at + count]):
            yield f"words {at} to {at + count - 1} have impossible values"
        if isinstance(holds, OfFrame):
            idle = (n for n in range(at, at + count) if v[n] and n not in program.under_way.used)
            yield from (f"word {n} belongs to a rule that never waits" for n in idle)
    for kind in layout.places:
        yield from _pieces(program, v, kind)
    for kind in layout.bounds:
        yield from _knowledge(program, v, kind)
    for stock in layout.stocks:
        yield from _amounts(program, v, stock)
    for id, room in layout.memories.items():
        if not room.is_sound(v):
            yield f"`{id}` remembers more or less than it says"
    yield from _asked(program, v)


def _pieces(program: Program, v: Sequence[int], kind: str) -> Iterator[str]:
    """Checks that each piece is in its place, and in its order if there is one, and that no place is too full."""
    layout, table = program.layout, program.table
    first, count = layout.places[kind], len(table.pieces[kind])
    where = v[first : first + count]
    masks = [0] * len(table.places)
    for piece, place in enumerate(where):
        masks[place] |= 1 << piece
    at_first = [0] * len(table.places)
    for each in table.pieces[kind]:
        at_first[each.start] += 1
    for place, at in enumerate(layout.masks[kind].at):
        name = table.places[place].id
        if masks[place] != (v[at] if at >= 0 else 0):
            yield f"the pieces of kind {kind} in {name} do not match their own places"
        room = table.places[place].room.get(kind)
        if room is not None and masks[place].bit_count() > max(room, at_first[place]):
            yield f"{name} has no room for this many {kind} pieces"
        if place in layout.tops and at >= 0 and not _in_order(program, v, kind, place):
            yield f"the order of {name} is broken"
    if kind in layout.names:
        yield from _names(program, v, kind, where)
        backs, faces = table.backs[kind], layout.faces[kind]
        if any(backs[v[faces + n]] != backs[p.face] for n, p in enumerate(table.pieces[kind])):
            yield f"a {kind} has a different back than at the start"
    if kind in layout.above:
        for piece, place in enumerate(where):
            loose = v[layout.above[kind] + piece] or v[layout.below[kind] + piece]
            if place not in layout.tops and loose:
                yield f"a {kind} is in an order, but its place has none"


def _names(program: Program, v: Sequence[int], kind: str, where: Sequence[int]) -> Iterator[str]:
    """Checks that each name is that of one piece, or is in a place where pieces are not followed, with as many names as pieces."""
    layout, table = program.layout, program.table
    pools = layout.pools[kind].at
    first = layout.names[kind]
    names = [v[first + piece] for piece in range(len(where))]
    found = [name for name in names if name != lay.NAMELESS]
    if any((name == lay.NAMELESS) != (pools[p] >= 0) for name, p in zip(names, where, strict=True)):
        yield f"a {kind} has a name where it cannot be followed, or lacks one where it can"
    for place, at in enumerate(pools):
        if at >= 0:
            found += bits(v[at])
            if v[at].bit_count() != where.count(place):
                yield f"{table.places[place].id} does not have as many names as {kind} pieces"
    if sorted(found) != list(range(len(where))):
        yield f"two {kind} pieces have one name"


def _in_order(program: Program, v: Sequence[int], kind: str, place: int) -> bool:
    """Whether the pieces of an ordered place are linked from its bottom to its top, each once."""
    layout = program.layout
    above, below, tops = layout.above[kind], layout.below[kind], layout.tops[place]
    left = v[layout.masks[kind].at[place]]
    under, piece = 0, v[tops + 1]
    while piece:
        if not left >> piece - 1 & 1 or v[below + piece - 1] != under:
            return False
        left ^= 1 << piece - 1
        under, piece = piece, v[above + piece - 1]
    return not left and v[tops] == under


def _knowledge(program: Program, v: Sequence[int], kind: str) -> Iterator[str]:
    """Checks that nobody knows more pieces of a face in a place than there are, so never more than there are pieces."""
    layout, table = program.layout, program.table
    bounds, first = layout.bounds[kind], layout.places[kind]
    there: dict[int, Counter[int]] = {place: Counter() for place in bounds.rows}
    for piece in range(len(table.pieces[kind])):
        if v[first + piece] in there:
            there[v[first + piece]][v[layout.faces[kind] + piece]] += 1
    for place, faces in there.items():
        for seat in range(table.players):
            word = bounds.word(v, place, seat)
            if not bounds.holds_together(word) or Counter(bounds.counted(word)) - faces:
                yield f"more is known about {table.places[place].id} than is there"
            if word and not bounds.keepers[place] >> seat & 1:
                yield f"there is knowledge about {table.places[place].id} for a player who sees it"


def _amounts(program: Program, v: Sequence[int], stock: str) -> Iterator[str]:
    """Checks that each stock with a total has it, and that no place is too full."""
    table, rows = program.table, program.layout.stocks[stock].at
    members, total = table.stock_members[stock], table.game.stocks[stock].total
    places = [place for place, at in enumerate(rows) if at >= 0]
    if total is not None:
        for member in range(len(members)):
            if sum(v[rows[place] + member] for place in places) != total:
                yield f"the amount of {stock} is wrong"
    first = program.layout.present.get(stock)
    for member in range(len(members) if first is not None else 0):
        if v[(first or 0) + member] != lay.lying(program.layout, v, stock, member):
            yield f"the places of {stock} do not match its amounts"
    homes = table.stock_homes[stock]
    for place in places:
        room = table.places[place].room.get(stock)
        amount = sum(v[rows[place] : rows[place] + len(members)])
        if room is not None and amount > room and place not in homes:
            yield f"{table.places[place].id} has no room for this much {stock}"


def _asked(program: Program, v: Sequence[int]) -> Iterator[str]:
    """Checks that there is a decision of these rules from which the running rules can continue, or that the game is over."""
    words = v[lay.ASKER : lay.EXTRA + 1]
    if v[lay.PC] == lay.OVER:
        if any(words) or any(v[lay.PICKED : lay.MOST + 1]):
            yield "the game is over, but there is a decision"
        fault = program.under_way.fault(v, None, 0, {})
    elif v[lay.SITE] >= len(program.sites):
        fault = "these rules have no decision with this number"
    else:
        yield from _options(program, v)
        spans = inferred(program)
        fault = program.under_way.fault(v, v[lay.PC], v[lay.SITE], spans.words)
        asked = spans.asked.get((v[lay.PC], v[lay.SITE]), ())
        words = [v[at] for at in (lay.ASKER, lay.OPTIONS, lay.OFFSET, lay.EXTRA)]
        if not all(each and each.has(word) for each, word in zip(asked, words, strict=False)):
            fault = fault or "these rules never ask this way"
    if fault is not None:
        yield fault


def _options(program: Program, v: Sequence[int]) -> Iterator[str]:
    site, options, offset = program.sites[v[lay.SITE]], v[lay.OPTIONS], v[lay.OFFSET]
    if site.form == "may" or site.element is None:
        possible = (1 << len(site.options)) - 1
    elif isinstance(site.element, NumberType):
        possible = (1 << MOST_NUMBERS) - 1
        if abs(offset) > LARGEST:
            yield "the options are impossible numbers"
        offset = 0
        if site.several:
            possible = program.layout.universe(site.element)
    else:
        possible = program.layout.universe(site.element)
    if offset or options & ~possible or (site.form == "may" and options != possible):
        yield "this decision never has these options"
    picked, left, least, most = v[lay.PICKED : lay.MOST + 1]
    if not site.several:
        # Things that the chooser cannot tell apart are all kept until the answer.
        unseen = any(each.form == "pick" and each.name == site.name for each in program.events)
        if picked or least or most or (left and not unseen):
            yield "there are picks, but one thing is chosen"
        if unseen and (left & ~possible or options & ~left):
            yield "the possible choices contradict each other"
    elif (
        picked & left
        or (picked | left) & ~possible
        or options & ~left
        or least > most
        or not 0 < most - picked.bit_count() <= left.bit_count()
    ):
        yield "the picks so far contradict each other"
    if options.bit_count() + v[lay.EXTRA] < 2:
        yield "there is nothing to decide"
