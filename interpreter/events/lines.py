"""Writes events as lines of JSON, from the words that have changed.

These lines are what records hold, and what everybody else reads events from. Games that are recorded spend most of their
time here: so lines are put together from texts that are made once, and not by an encoder.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from boardwright.dsl.language.types import PieceType
from boardwright.dsl.rules import ir
from boardwright.interpreter.events.happenings import find_happening
from boardwright.interpreter.events.words import (
    BELIEVED,
    BOUNDS,
    COURSE,
    KNOWN,
    MEMORY,
    NAMES,
    NOTE,
    ORDER,
    OUT,
    PLACE,
    POOL,
    SIDE,
    STOCK,
    USE,
    Kind,
    Word,
    kinds_of,
    quoted,
    seats_of,
    words_of,
    written,
)
from boardwright.interpreter.machine.meanings import Mark, numbers_of_actors
from boardwright.interpreter.machine.members import MEMBERS, bits
from boardwright.interpreter.machine.runtime import in_order
from boardwright.interpreter.play.position import Reader
from boardwright.interpreter.play.record_lines import Lines
from boardwright.interpreter.play.trace import Happening
from boardwright.interpreter.program.program import Program, Vector

Change = tuple[Word, int, int]
"""A word, with what it held before and holds now."""
Changes = dict[int, list[Change]]
"""What has changed, by sort."""
Orders = dict[str, dict[int, list[int]]]
"""The pieces of each kind in each ordered place, from the bottom to the top."""
Called = dict[int, tuple[int, int]]
"""The names of pieces that have changed: what they were, and are now."""

_PIECES = PLACE | NAMES | POOL | ORDER
_KNOWLEDGE = KNOWN | BOUNDS | BELIEVED


@dataclass(frozen=True, slots=True)
class Marked:
    """What is looked up for one mark: its number, the number of who acts there, the `cause` and how an event is closed with it, and what
    events ask of the statement.
    """

    number: int | None
    acting: int
    cause: str
    caused: str
    begins: str  # how an event of the course begins
    mark: Mark | None
    course: bool = False
    automatic: bool = True  # no statement says that it happens
    bottom: bool = False
    secretly: str = ""
    secrecy: int = 0  # where `Watcher.acting` says whether it is secret who acts in this routine
    hushed: bool = False  # it is secret who acts, whoever has called it
    shuffle: bool = False
    swap: ir.Swap | None = None


class Meanings:
    """What is looked up for the marks and words of a program, once."""

    def __init__(self, program: Program) -> None:
        self.program, self.table, self.layout = program, program.table, program.layout
        self.words, self.kinds = words_of(program), kinds_of(program)
        # The addresses of which emitted code tells.
        self.noted = frozenset(at for at, word in enumerate(self.words) if word.sort)
        self.lines, reader = (
            program.kept("lines of records", Lines),
            program.kept("position", Reader),
        )
        self.places = [quoted(place.id) for place in self.table.places]
        self.seats = seats_of(program)
        self.memories = reader.memories
        self.starts = {id: start for id, _, start, _, _ in reader.notes}
        self.actors = numbers_of_actors(program.marks)
        self.marks = [
            _marked(number, mark, self.actors) for number, mark in enumerate(program.marks)
        ]
        # How what happens is written, by its mark and the values it is given.
        self.happened: dict[tuple[int, tuple[int, ...]], str] = {}
        self.happens = {
            number: find_happening(program, mark)
            for number, mark in enumerate(program.marks)
            if mark.sort == "happened"
        }
        self.unmarked = Marked(None, -1, "", "", '{"event":"course","now":{', None)
        self.by = [f',"by":{quoted(seat)}' for seat in self.table.seats]
        self.flows = {
            (stock, member): _flow(stock, sort)
            for stock, members in self.table.stock_members.items()
            for member, sort in enumerate(members)
        }


def _marked(number: int, mark: Mark, actors: Mapping[str, int]) -> Marked:
    course, node = mark.sort == "course", mark.node
    what = f'"what":{quoted(mark.named)},' if course and mark.named else ""
    cause = _cause(mark.cause)
    return Marked(
        number,
        actors[mark.acting],
        cause,
        f',"cause":{quoted(cause)}}}',
        f'{{"event":"course",{what}"now":{{',
        mark,
        course,
        node is None,
        getattr(node, "bottom", False),
        ',"secretly":true' if getattr(node, "secretly", False) else "",
        len(actors) + actors[mark.routine],
        mark.secret,
        isinstance(node, ir.Shuffle),
        node if isinstance(node, ir.Swap) else None,
    )


def _cause(routine: str) -> str:
    """A rule, phase, offer or hook, or the effect of a piece, as authors call it."""
    sort, _, name = routine.partition(":")
    if sort == "scene":
        return "given"
    if sort == "slot":
        _, definition, slot = name.split(":")
        return f"{definition}.{slot}"
    return (name or sort).split("~")[0]


def _flow(stock: str, sort: str) -> str:
    named = f',"sort":{quoted(sort)}' if sort else ""
    return f'{{"event":"amount","stock":{quoted(stock)}{named},"n":'


def orders_of(program: Program, v: Vector) -> Orders:
    """How pieces lie in the places that have an order."""
    layout, found = program.layout, {}
    for kind, above in layout.above.items():
        rows = layout.masks[kind].at
        tops = {place: at for place, at in layout.tops.items() if rows[place] >= 0}
        found[kind] = {place: in_order(v, above, at) for place, at in tops.items()}
    return found


# ---- all events of one statement


def add_events(
    found: list[str],
    meanings: Meanings,
    sorts: int,
    changes: Changes,
    v: Vector,
    marked: Marked,
    brought: Sequence[Happening],
    orders: Orders,
) -> None:
    """The events of one statement, in a fixed order, as lines that are not closed yet. `orders` are kept up to date."""
    if sorts & _PIECES:
        if marked.shuffle:
            found += shuffled(meanings, changes, v, brought)
            _reorder(meanings, changes, v, orders)
        elif marked.swap is not None:
            found += _swapped(meanings, changes, v, marked.swap, marked.secretly, orders)
        elif sorts & ORDER or not _add_move(found, meanings, sorts, changes, marked):
            _add_moves(found, meanings, sorts, changes, v, marked, orders)
    elif marked.shuffle:
        found += shuffled(meanings, changes, v, brought)
    if sorts & ~_PIECES:
        if sorts & STOCK:
            _add_amounts(found, meanings, changes[STOCK])
        if sorts & SIDE:
            found += _rolled(meanings, changes[SIDE])
        if sorts & NOTE:
            _add_notes(found, meanings, changes[NOTE], automatic=marked.automatic)
        if sorts & USE:
            _add_uses(found, changes[USE])
        if sorts & MEMORY:
            _add_remembered(found, meanings, changes[MEMORY], v)
        if sorts & _KNOWLEDGE:
            _add_knowledge(found, meanings, sorts, changes)
        if sorts & OUT:
            found += _out(meanings, changes[OUT])
        if sorts & COURSE:
            now = ",".join([word.text(now) for word, _, now in changes[COURSE]])
            found.append(f"{marked.begins}{now}}}")
            return
    if marked.course:
        found.append(f"{marked.begins}}}")


# ---- pieces


def _add_moves(
    found: list[str],
    meanings: Meanings,
    sorts: int,
    changes: Changes,
    v: Vector,
    marked: Marked,
    orders: Orders,
) -> None:
    """One event for each kind and pair of places, with the pieces as they arrive."""
    groups: dict[str, dict[tuple[int, int], list[int]]] = {}
    for word, was, now in changes.get(PLACE, ()):
        of_kind = groups.setdefault(word.of, {})
        ends = was, now
        if ends in of_kind:
            of_kind[ends].append(word.key)
        else:
            of_kind[ends] = [word.key]
    for sort in (NAMES, POOL, ORDER):
        if sorts & sort:
            for word, _, _ in changes[sort]:
                if word.of not in groups:
                    groups[word.of] = {}
    for id, moves in groups.items():
        kind = meanings.kinds[id]
        called = _called(changes, id) if sorts & NAMES else {}
        pools = _pools(changes, id) if sorts & POOL else {}
        _add_moves_of(found, meanings, kind, moves, called, pools, marked)
        if id in orders:
            _add_order(found, meanings, sorts, changes, v, marked, orders[id], kind, moves)
        if called or (pools and not moves):
            text = f'{kind.moved}],"names":{{{_names(kind, called)}}}'
            found.append(text + _unexplained(meanings, kind, pools))


def _add_move(
    found: list[str], meanings: Meanings, sorts: int, changes: Changes, marked: Marked
) -> bool:
    """The move of one piece between places without an order, if nothing else has moved; whether that is so. It mostly is."""
    if not sorts & PLACE or len(changes[PLACE]) > 1:
        return False
    word, start, goal = changes[PLACE][0]
    id, piece, tops = word.of, word.key, meanings.layout.tops
    if start in tops or goal in tops:
        return False
    kind, places = meanings.kinds[id], meanings.places
    text = f'{kind.moved}{kind.texts[piece]}],"from":{places[start]},"to":{places[goal]}{marked.secretly}'
    before = name = 0
    if sorts & NAMES:
        word, before, name = changes[NAMES][0]
        if word.key != piece or word.of != id or len(changes[NAMES]) > 1:
            return False
        called = kind.texts[name] if name >= 0 else "null"
        text += f',"names":{{{kind.texts[piece]}:{called}}}'
    if sorts & POOL:
        unfollowed = []
        for word, was, now in changes[POOL]:
            if word.of != id:
                return False
            # What follows from the new name is not told again.
            if before >= 0 > name and word.key == goal:
                was |= 1 << before
            elif name >= 0 > before and word.key == start:
                was &= ~(1 << name)
            if was != now:
                unfollowed.append(_changed(meanings, kind, word.key, was, now))
        if unfollowed:
            text += f',"unfollowed":{{{",".join(unfollowed)}}}'
    found.append(text)
    return True


def _add_moves_of(
    found: list[str],
    meanings: Meanings,
    kind: Kind,
    moves: Mapping[tuple[int, int], list[int]],
    called: Called,
    pools: dict[int, tuple[int, int]],
    marked: Marked,
) -> None:
    """The moves of one kind. Takes the names that they explain out of `called` and `pools`."""
    texts, places, tops, left = kind.texts, meanings.places, meanings.layout.tops, len(moves)
    for (was, now), group in moves.items():
        left -= 1
        pieces = texts[group[0]] if len(group) == 1 else ",".join([texts[n] for n in group])
        text = f'{kind.moved}{pieces}],"from":{places[was]},"to":{places[now]}'
        if now in tops:
            text += ',"at":"bottom"' if marked.bottom else ',"at":"top"'
        text += marked.secretly
        if called:
            named, gained, lost = [], 0, 0
            for piece in group:
                if piece in called:
                    before, name = called.pop(piece)
                    if name < 0:
                        named.append(f"{texts[piece]}:null")
                        gained |= 1 << before
                    else:
                        named.append(f"{texts[piece]}:{texts[name]}")
                        if before < 0:
                            lost |= 1 << name
            if named:
                text += f',"names":{{{",".join(named)}}}'
                # What follows from the new names is not told again.
                if gained and now in pools:
                    pools[now] = pools[now][0] | gained, pools[now][1]
                if lost and was in pools:
                    pools[was] = pools[was][0] & ~lost, pools[was][1]
        if not left and pools:
            text += _unexplained(meanings, kind, pools)
        found.append(text)


def _called(changes: Changes, kind: str) -> Called:
    """What pieces are called, if that has changed; -1 where they cannot be followed."""
    return {word.key: (was, now) for word, was, now in changes.get(NAMES, ()) if word.of == kind}


def _pools(changes: Changes, kind: str) -> dict[int, tuple[int, int]]:
    """The names that places have in which pieces cannot be followed, before and now, where they have changed."""
    return {word.key: (was, now) for word, was, now in changes[POOL] if word.of == kind}


def _names(kind: Kind, called: Called) -> str:
    """The new names of pieces."""
    texts = kind.texts
    return ",".join(
        [f"{texts[n]}:{texts[now] if now >= 0 else 'null'}" for n, (_, now) in called.items()]
    )


def _unexplained(meanings: Meanings, kind: Kind, pools: Mapping[int, tuple[int, int]]) -> str:
    """Names that places have, or lose, in which pieces cannot be followed."""
    found = [
        _changed(meanings, kind, place, was, now)
        for place, (was, now) in pools.items()
        if was != now
    ]
    return f',"unfollowed":{{{",".join(found)}}}' if found else ""


def _changed(meanings: Meanings, kind: Kind, place: int, was: int, now: int) -> str:
    """The names that one place has, or loses."""
    texts, more, less = kind.texts, now & ~was, was & ~now
    place_text = meanings.places[place]
    if not less and not more & more - 1:
        # One more is what there mostly is.
        return f'{place_text}:{{"more":[{texts[more.bit_length() - 1]}]}}'
    come = ",".join([texts[n] for n in MEMBERS[more]])
    gone = ",".join([texts[n] for n in MEMBERS[less]])
    if not less:
        return f'{place_text}:{{"more":[{come}]}}'
    if not more:
        return f'{place_text}:{{"less":[{gone}]}}'
    return f'{place_text}:{{"more":[{come}],"less":[{gone}]}}'


# ---- pieces in order


def _add_order(
    found: list[str],
    meanings: Meanings,
    sorts: int,
    changes: Changes,
    v: Vector,
    marked: Marked,
    orders: dict[int, list[int]],
    kind: Kind,
    moves: Mapping[tuple[int, int], list[int]],
) -> None:
    """Places with another order than what the moves make of them."""
    expected: dict[int, list[int]] = {}
    for (was, now), group in moves.items():
        if was in orders:
            before = expected[was] if was in expected else orders[was]
            expected[was] = [piece for piece in before if piece not in group]
        if now in orders:
            before = expected[now] if now in expected else orders[now]
            expected[now] = [*reversed(group), *before] if marked.bottom else [*before, *group]
    if sorts & ORDER:
        for place in _reached(changes, v, kind):
            if place in orders and place not in expected:
                expected[place] = orders[place]
    if expected:
        _add_orders(found, meanings, v, kind, expected, orders)


def _reached(changes: Changes, v: Vector, kind: Kind) -> set[int]:
    """Where the pieces are now that lie above or below others than before."""
    return {v[kind.places + word.key] for word, _, _ in changes[ORDER] if word.of == kind.id}


def _add_orders(
    found: list[str],
    meanings: Meanings,
    v: Vector,
    kind: Kind,
    expected: Mapping[int, list[int]],
    orders: dict[int, list[int]],
) -> None:
    """Places with another order than what was told makes of them, from the bottom to the top; keeps their orders."""
    layout = meanings.layout
    for place in [place for place in orders if place in expected]:
        order = orders[place] = in_order(v, layout.above[kind.id], layout.tops[place])
        if order != expected[place]:
            here, texts = meanings.places[place], ",".join([kind.texts[n] for n in order])
            found.append(f'{kind.moved}],"from":{here},"to":{here},"order":[{texts}]')


def _reorder(meanings: Meanings, changes: Changes, v: Vector, orders: Orders) -> None:
    """Keeps the orders of places after what has told of them in its own way."""
    if ORDER not in changes:
        return
    layout = meanings.layout
    for id in {word.of for word, _, _ in changes[ORDER]}:
        for place in _reached(changes, v, meanings.kinds[id]) & orders[id].keys():
            orders[id][place] = in_order(v, layout.above[id], layout.tops[place])


def _swapped(
    meanings: Meanings,
    changes: Changes,
    v: Vector,
    node: ir.Swap,
    secretly: str,
    orders: Orders,
) -> Iterable[str]:
    """Two pieces that changed places, positions in an order, or names."""
    assert isinstance(node.first.type, PieceType)
    kind = meanings.kinds[node.first.type.kind]
    names, found = _called(changes, kind.id), []
    pair = [word.key for word, _, _ in changes.get(PLACE, ())] or [*names]
    own = orders.get(kind.id, {})
    if len(pair) == 2:
        pieces = ",".join([kind.texts[n] for n in pair])
        text = f'{{"event":"swapped","kind":{quoted(kind.id)},"pieces":[{pieces}]{secretly}'
        if names:
            text += f',"names":{{{_names(kind, names)}}}'
        pools = _pools(changes, kind.id) if POOL in changes else {}
        found.append(text + _unexplained(meanings, kind, pools))
    other = {pair[0]: pair[1], pair[1]: pair[0]} if len(pair) == 2 else {}
    if ORDER in changes or any(piece in order for order in own.values() for piece in pair):
        expected = {
            place: [other.get(piece, piece) for piece in order] for place, order in own.items()
        }
        _add_orders(found, meanings, v, kind, expected, own)
    return found


def shuffled(
    meanings: Meanings, changes: Changes, v: Vector, brought: Sequence[Happening]
) -> Iterable[str]:
    """The places that were shuffled, with their order from the bottom to the top and with the new names."""
    layout, program = meanings.layout, meanings.program
    for happening in brought:
        declared = program.events[happening.number]
        if declared.form != "shuffle" or not isinstance(happening.result, list):
            continue
        assert isinstance(declared.element, PieceType)
        kind = meanings.kinds[declared.element.kind]
        ids = [result["piece"] for result in happening.result]
        place = v[kind.places + kind.numbers[ids[0]]]
        text = f'{{"event":"shuffled","kind":{quoted(kind.id)},"place":{meanings.places[place]}'
        if place in layout.tops:
            text += f',"order":[{",".join(map(quoted, ids))}]'
        if declared.secret:
            text += ',"secretly":true'
        names = _called(changes, kind.id)
        if names:
            text += f',"names":{{{_names(kind, names)}}}'
        yield text
        changes = {}


# ---- what is counted


def _add_amounts(found: list[str], meanings: Meanings, changes: Sequence[Change]) -> None:
    """Stock that went from one place to another. What there is always enough of is never counted at home."""
    places = meanings.places
    if len(changes) == 2:
        (one, was, now), (other, then, after) = changes
        n = now - was
        if one.of == other.of and one.more == other.more and n == then - after:
            if n < 0:
                one, other, n = other, one, -n
            head = meanings.flows[one.of, one.more]
            found.append(f'{head}{n},"from":{places[other.key]},"to":{places[one.key]}')
            return
    flows: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for word, was, now in changes:
        flows.setdefault((word.of, word.more), []).append((word.key, now - was))
    for flow, changed in flows.items():
        gone = [[place, -n] for place, n in changed if n < 0]
        come = [[place, n] for place, n in changed if n > 0]
        while gone or come:
            n = min(ends[0][1] for ends in (gone, come) if ends)
            start, goal = (
                places[side[0][0]] if side else _home(meanings, flow[0]) for side in (gone, come)
            )
            found.append(f'{meanings.flows[flow]}{n},"from":{start},"to":{goal}')
            for side in (gone, come):
                if side:
                    side[0][1] -= n
                    side[:] = side if side[0][1] else side[1:]


def _home(meanings: Meanings, stock: str) -> str:
    """Where an unlimited stock comes from."""
    return quoted(meanings.table.game.stocks[stock].home)


def _rolled(meanings: Meanings, changes: Sequence[Change]) -> Iterable[str]:
    by_kind: dict[str, list[str]] = {}
    for word, _, now in changes:
        side = f"{meanings.kinds[word.of].texts[word.key]}:{now}"
        by_kind.setdefault(word.of, []).append(side)
    for kind, sides in by_kind.items():
        yield f'{{"event":"rolled","kind":{quoted(kind)},"sides":{{{",".join(sides)}}}'


def _add_notes(
    found: list[str], meanings: Meanings, changes: Sequence[Change], *, automatic: bool
) -> None:
    """Notes with what they say now; those that were forgotten together are one event."""
    forgotten: list[str] = []
    for word, _, now in changes:
        if automatic and now == meanings.starts[word.of]:
            forgotten.append(word.named)
        else:
            found.append(word.head + word.text(now))
    if forgotten:
        found.append(f'{{"event":"noted","forgotten":[{",".join(forgotten)}]')


def _add_uses(found: list[str], changes: Sequence[Change]) -> None:
    """Uses of what is limited; those that begin anew together are one event."""
    anew: list[str] = []
    for word, _, now in changes:
        if now:
            found.append(f"{word.head}{now}")
        else:
            anew.append(word.named)
    if anew:
        found.append(f'{{"event":"used","anew":[{",".join(anew)}]')


def _add_remembered(
    found: list[str], meanings: Meanings, changes: Sequence[Change], v: Vector
) -> None:
    """One position more in a memory, or none."""
    counted = {word.key for word, _, _ in changes if word.more}
    for number in dict.fromkeys(word.key for word, _, _ in changes):
        memory = meanings.memories[number]
        now = memory.newest(v)
        text = f'{{"event":"remembered","memory":{quoted(memory.id)},"now":{written(now)}'
        found.append(text if number in counted else f'{text},"forgot":"oldest"')


# ---- what is known


def _add_knowledge(found: list[str], meanings: Meanings, sorts: int, changes: Changes) -> None:
    """Who knows which piece now; and what players know of places where pieces cannot be followed."""
    kinds, seats = meanings.kinds, meanings.seats
    if sorts & KNOWN:
        known = changes[KNOWN]
        if len(known) == 1:
            word, _, now = known[0]
            kind = kinds[word.of]
            found.append(f'{kind.known}{kind.texts[word.key]}],"to":{seats[now]}')
        else:
            groups: dict[tuple[str, int], list[str]] = {}
            for word, _, now in known:
                text = kinds[word.of].texts[word.key]
                groups.setdefault((word.of, now), []).append(text)
            for (id, now), texts in groups.items():
                found.append(f'{kinds[id].known}{",".join(texts)}],"to":{seats[now]}')
    if sorts & BOUNDS:
        found += [f"{word.head}{word.text(now)}{word.named}" for word, _, now in changes[BOUNDS]]
    if not sorts & BELIEVED:
        return
    for word, _, now in changes[BELIEVED]:
        faces = meanings.table.faces[word.of]
        event = {
            "event": "known",
            "kind": word.of,
            "name": meanings.kinds[word.of].ids[word.key],
            "believed": faces[now].id if now >= 0 else None,
            "to": [meanings.table.seats[word.more]],
        }
        found.append(written(event)[:-1])


# ---- the course


def _out(meanings: Meanings, changes: Sequence[Change]) -> Iterable[str]:
    """Who drops out, or is back: of the game, the round, or a phase."""
    seats = meanings.table.seats
    everyone = (1 << len(seats)) - 1
    for word, was, now in changes:
        gone, back = (now & ~was, was & ~now) if word.more else (was & ~now, now & ~was)
        for seat in bits(gone & everyone):
            yield written({"event": "out", "player": seats[seat], "of": word.of})[:-1]
        for seat in bits(back & everyone):
            event = {"event": "out", "player": seats[seat], "of": word.of, "back": True}
            yield written(event)[:-1]


__all__ = ["Changes", "Marked", "Meanings", "Orders", "orders_of", "shuffled"]
