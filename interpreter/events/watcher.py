"""Turns what a program does into events.

A program that is linked with marks calls `touch` before it changes a word that somebody may care for, and `mark` when a
statement has done its work or something begins. What the words meant before and after makes the events: so they follow from
the state alone, and nothing can happen that they leave out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from boardwright.dsl.language.types import PieceType, Type
from boardwright.dsl.rules import ir
from boardwright.interpreter.events.seen import Seat
from boardwright.interpreter.events.words import Word, Words
from boardwright.interpreter.lower.analysis.calls import slot_name
from boardwright.interpreter.machine.meanings import Mark
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.machine.runtime import in_order
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.naming import ids_of
from boardwright.interpreter.play.option_ids import called
from boardwright.interpreter.play.position import Reader
from boardwright.interpreter.play.trace import Chance, Happening
from boardwright.interpreter.program.program import Program, Vector

Event = dict[str, Any]
Change = tuple[Word, int, int]
"""A word, with what it held before and holds now."""
Changes = Mapping[str, list[Change]]
"""What has changed, by sort."""


class Meanings:
    """What is looked up for each mark of a program, once."""

    def __init__(self, program: Program) -> None:
        self.program, self.table, self.layout = program, program.table, program.layout
        self.words = Words(program)
        self.reader = program.kept("position", Reader)
        self.marks = program.marks
        self.causes = [_cause(mark.cause) for mark in self.marks]
        self.place_ids = [place.id for place in self.table.places]
        self.actors = _actors(program)
        self.holders = [holders for _, _, holders in self.reader.limits]
        self.keys = {id: keys for id, _, _, keys, _ in self.reader.notes}
        self.starts = {id: start for id, _, start, _, _ in self.reader.notes}

    @property
    def noted(self) -> frozenset[int]:
        """The addresses of which emitted code tells."""
        return frozenset(self.words)


class Watcher:
    """Collects the events of one game in `log`, those of chance among them. `begin` before anything is played."""

    def __init__(self, program: Program, chance: Chance, seats: Iterable[Seat] = ()) -> None:
        self.meanings = program.kept("meanings of marks", Meanings)
        self.chance, self.seats = chance, [*seats]
        self.log: list[Event] = []
        self.touched: list[int] = []
        self.acting: dict[str, int] = {}  # who is `me`, by what says so
        self.before: Vector = []
        self.told: tuple[int | None, str] = None, ""  # the last event's `by` and `cause`

    def copy(self, chance: Chance) -> Watcher:
        """The same in another game that goes on from here."""
        other = Watcher(self.meanings.program, chance, (seat.copy() for seat in self.seats))
        other.acting, other.before, other.told = dict(self.acting), self.before, self.told
        return other

    def choose(self, v: Vector, decision: Decision, answer: int, id: str) -> Watcher:
        """Begins a step with this choice, which the seats are told. Returns what to `restore` if the step fails."""
        before = self.copy(self.chance)
        self.begin(v)
        for seat in self.seats:
            seat.log.clear()
            seat.chosen(decision, id, answer)
        return before

    def restore(self, before: Watcher) -> None:
        """As it was: a step has failed, and the game is as before it."""
        self.acting, self.before, self.told = before.acting, before.before, before.told
        self.seats = before.seats
        self.log.clear()
        self.touched.clear()
        self.chance.log.clear()

    def begin(self, v: Vector) -> None:
        """From here on changes are told."""
        self.before = v[:]
        self.touched.clear()

    # ---- what emitted programs call

    def mark(self, v: Vector, number: int, *about: int) -> None:
        """Something has happened, or begins."""
        mark = self.meanings.marks[number]
        changed = (self.touched or self.chance.log) and self.tell(v, number)
        match mark.sort:
            case "done":
                pass
            case "course":
                if not changed:
                    event: Event = {"event": "course", "what": mark.named, "now": {}}
                    self.note(number, event)
                    for seat in self.seats:
                        seat.see([event], v, v, mark, *self.source)
            case "acting":
                self.acting[mark.acting] = about[0]
            case "called" | "hook":
                if about:
                    self.acting[mark.named] = about[0]
                elif mark.sort == "called":
                    self.acting[mark.named] = self.acting.get(mark.acting, -1)
            case "forced":
                self.forced(v, int(mark.named), *about)

    # ---- events

    def note(self, number: int | None, event: Event) -> None:
        """Writes an event down, with who did it and why where that is another than before."""
        if number is not None:
            by = self.acting.get(self.meanings.marks[number].acting, -1)
            cause = self.meanings.causes[number]
            if by != self.told[0]:
                event["by"] = self.meanings.table.seats[by] if by >= 0 else None
            if cause != self.told[1]:
                event["cause"] = cause
            self.told = by, cause
        self.log.append(event)

    @property
    def source(self) -> tuple[str | None, str]:
        """Who acts in the last event, and its cause."""
        by, cause = self.told
        return (self.meanings.table.seats[by] if by is not None and by >= 0 else None), cause

    def chanced(self) -> list[Happening]:
        """What chance has brought comes before what it brings about."""
        found = [*self.chance.log]
        for happening in found:
            self.log.append(chance_event(self.meanings.program, happening))
        self.chance.log.clear()
        return found

    def tell(self, v: Vector, number: int | None) -> bool:
        """What has changed since the last event; whether anything has."""
        brought = self.chanced()
        words, before = self.meanings.words, self.before
        changes: dict[str, list[Change]] = {}
        for at in dict.fromkeys(self.touched):
            now = v[at]
            if before[at] != now and (word := words.get(at)) is not None:
                changes.setdefault(word.sort, []).append((word, before[at], now))
        self.touched.clear()
        if changes:
            mark = None if number is None else self.meanings.marks[number]
            first = len(self.log)
            for event in told(self.meanings, changes, before, v, mark, brought):
                self.note(number, event)
            for seat in self.seats:
                seat.see(self.log[first:], before, v, mark, *self.source)
            self.before = v[:]
        elif brought and number is not None:
            for event in _shuffled(self.meanings, {}, v, brought):
                self.note(number, event)
                for seat in self.seats:
                    seat.see([event], v, v, None, *self.source)
        return bool(changes)

    def flush(self, v: Vector) -> None:
        """Tells what no mark has told yet: play has stopped."""
        if self.touched or self.chance.log:
            self.tell(v, None)

    def forced(self, v: Vector, site: int, player: int, answer: int) -> None:
        """A choice of which there was only one."""
        self.chanced()
        program = self.meanings.program
        declared = program.sites[site]
        of = declared.element
        if of is None or declared.form == "may":
            choice: Any = declared.options[answer]
        elif declared.several and declared.extra == "none":
            choice = offered_ids(program, v, of, self.meanings.layout.members(of, answer), player)
        else:
            (choice,) = offered_ids(program, v, of, (answer,), player)
        event: Event = {
            "event": "chosen",
            "player": self.meanings.table.seats[player],
            "decision": declared.name,
            "choice": choice,
            "forced": True,
        }
        self.log.append(event)
        for seat in self.seats:
            seat.forced(player, declared.secret, event)


def offered_ids(
    program: Program, v: Vector, of: Type, members: Sequence[int], player: int
) -> list[str]:
    """What these things are called if a player is offered them; a hidden piece as that player may know it."""
    if isinstance(of, PieceType) and of.kind in program.layout.faces:
        return [id for _, id in called(program, v, of.kind, members, player)]
    return [ids_of(program, of)[n] for n in members]


def chance_event(program: Program, happening: Happening) -> Event:
    """What chance has brought."""
    return {
        "event": "chance",
        "name": happening.name,
        "form": program.events[happening.number].form,
        "result": happening.result,
    }


# ---- from words to events


def told(
    meanings: Meanings,
    changes: Changes,
    before: Sequence[int],
    v: Vector,
    mark: Mark | None,
    brought: Sequence[Happening],
) -> Iterable[Event]:
    """The events of one statement, in a fixed order."""
    node = None if mark is None else mark.node
    if isinstance(node, ir.Shuffle):
        yield from _shuffled(meanings, changes, v, brought)
    elif isinstance(node, ir.Swap):
        yield from _swapped(meanings, changes, before, v, node)
    elif not _OF_PIECES.isdisjoint(changes):
        yield from _moved(meanings, changes, before, v, node)
    if "stock" in changes:
        yield from _amounts(meanings, changes["stock"])
    if "side" in changes:
        yield from _rolled(meanings, changes["side"])
    if "note" in changes:
        yield from _noted(meanings, changes["note"], node)
    if "use" in changes:
        yield from _used(meanings, changes["use"])
    if not _OF_KNOWLEDGE.isdisjoint(changes):
        yield from _known(meanings, changes)
    if "out" in changes:
        yield from _out(meanings, changes["out"])
    if "course" in changes or (mark is not None and mark.sort == "course"):
        yield from _course(meanings, changes.get("course", ()), mark)


_OF_PIECES = frozenset(("place", "names", "pool", "order"))
_OF_KNOWLEDGE = frozenset(("known", "bounds", "believed"))


def _new_names(meanings: Meanings, changes: Changes, kind: str) -> dict[int, str | None]:
    """What pieces are called now, if that has changed; None where they cannot be followed."""
    ids = meanings.reader.piece_ids[kind]
    return {
        word.key: ids[now] if now >= 0 else None
        for word, _, now in changes.get("names", ())
        if word.of == kind
    }


def _moved(
    meanings: Meanings, changes: Changes, before: Sequence[int], v: Vector, node: ir.Stmt | None
) -> Iterable[Event]:
    """One event for each kind and pair of places, with the pieces as they arrive."""
    groups: dict[tuple[str, int, int], list[int]] = {}
    for word, was, now in changes.get("place", ()):
        groups.setdefault((word.of, was, now), []).append(word.key)
    sorts = ("place", "names", "pool", "order")
    for kind in dict.fromkeys(word.of for sort in sorts for word, _, _ in changes.get(sort, ())):
        moves = [(was, now, group) for (of, was, now), group in groups.items() if of == kind]
        yield from _moved_of(meanings, changes, before, v, node, kind, moves)


def _moved_of(
    meanings: Meanings,
    changes: Changes,
    before: Sequence[int],
    v: Vector,
    node: ir.Stmt | None,
    kind: str,
    moves: Sequence[tuple[int, int, list[int]]],
) -> Iterable[Event]:
    layout, ids, places = meanings.layout, meanings.reader.piece_ids[kind], meanings.place_ids
    names, bottom = _new_names(meanings, changes, kind), getattr(node, "bottom", False)
    orders = _orders(meanings, kind, before) if "order" in changes else {}
    pools = _pools(changes, kind)
    for was, now, group in moves:
        event: Event = {
            "event": "moved",
            "kind": kind,
            "pieces": [ids[piece] for piece in group],
            "from": places[was],
            "to": places[now],
        }
        if now in layout.tops:
            event["at"] = "bottom" if bottom else "top"
        if getattr(node, "secretly", False):
            event["secretly"] = True
        called = {piece: names.pop(piece) for piece in group if piece in names}
        if called:
            event["names"] = {ids[piece]: name for piece, name in called.items()}
        _explain(meanings, kind, before, (was, now), called, pools)
        for place in {was, now} & orders.keys():
            kept = [piece for piece in orders[place] if piece not in group]
            come = group if place == now else []
            orders[place] = [*reversed(come), *kept] if bottom else [*kept, *come]
        if (was, now, group) == moves[-1]:
            event |= _unexplained(meanings, kind, pools)
        yield event
    yield from _ordered(meanings, kind, orders, v)
    if names or (not moves and pools):
        yield {
            "event": "moved",
            "kind": kind,
            "pieces": [],
            "names": {ids[piece]: name for piece, name in names.items()},
        } | _unexplained(meanings, kind, pools)


def _orders(meanings: Meanings, kind: str, before: Sequence[int]) -> dict[int, list[int]]:
    """How pieces of a kind lay in each order, from the bottom to the top."""
    layout = meanings.layout
    rows = layout.masks[kind].at
    return {
        place: list(in_order(list(before), layout.above[kind], tops))
        for place, tops in layout.tops.items()
        if rows[place] >= 0
    }


def _pools(changes: Changes, kind: str) -> dict[int, tuple[int, int]]:
    """The names that places have in which pieces cannot be followed, before and now, where they have changed."""
    return {word.key: (was, now) for word, was, now in changes.get("pool", ()) if word.of == kind}


def _explain(
    meanings: Meanings,
    kind: str,
    before: Sequence[int],
    ends: tuple[int, int],
    called: Mapping[int, str | None],
    pools: dict[int, tuple[int, int]],
) -> None:
    """Takes out of the changed names of places what follows from the new names of pieces."""
    first = meanings.layout.names.get(kind, 0)
    ids = meanings.reader.piece_ids[kind]
    for piece, name in called.items():
        if name is None and ends[1] in pools:
            was, now = pools[ends[1]]
            pools[ends[1]] = was | 1 << before[first + piece], now
        elif name is not None and before[first + piece] < 0 and ends[0] in pools:
            was, now = pools[ends[0]]
            pools[ends[0]] = was & ~(1 << ids.index(name)), now


def _unexplained(meanings: Meanings, kind: str, pools: Mapping[int, tuple[int, int]]) -> Event:
    """Names that places have, or lose, in which pieces cannot be followed."""
    ids, found = meanings.reader.piece_ids[kind], {}
    for place, (was, now) in pools.items():
        if was != now:
            more, less = ([ids[n] for n in bits(mask)] for mask in (now & ~was, was & ~now))
            parts = {"more": more, "less": less}
            found[meanings.place_ids[place]] = {key: part for key, part in parts.items() if part}
    return {"unfollowed": found} if found else {}


def _swapped(
    meanings: Meanings, changes: Changes, before: Sequence[int], v: Vector, node: ir.Swap
) -> Iterable[Event]:
    """Two pieces that changed places, positions in an order, or names."""
    assert isinstance(node.first.type, PieceType)
    kind = node.first.type.kind
    ids, names = meanings.reader.piece_ids[kind], _new_names(meanings, changes, kind)
    pair = [word.key for word, _, _ in changes.get("place", ())] or [*names]
    orders = _orders(meanings, kind, before) if "order" in changes else {}
    if len(pair) == 2:
        event: Event = {"event": "swapped", "kind": kind, "pieces": [ids[n] for n in pair]}
        if node.secretly:
            event["secretly"] = True
        if names:
            event["names"] = {ids[piece]: name for piece, name in names.items()}
        yield event | _unexplained(meanings, kind, _pools(changes, kind))
        other = {pair[0]: pair[1], pair[1]: pair[0]}
        orders = {
            place: [other.get(piece, piece) for piece in order] for place, order in orders.items()
        }
    yield from _ordered(meanings, kind, orders, v)


def _ordered(
    meanings: Meanings, kind: str, expected: Mapping[int, list[int]], v: Vector
) -> Iterable[Event]:
    """Places with another order than what was told makes of them, from the bottom to the top."""
    layout, ids = meanings.layout, meanings.reader.piece_ids[kind]
    for place, order in expected.items():
        found = in_order(v, layout.above[kind], layout.tops[place])
        if order != found:
            here = meanings.place_ids[place]
            event: Event = {"event": "moved", "kind": kind, "pieces": [], "from": here, "to": here}
            yield event | {"order": [ids[piece] for piece in found]}


def _shuffled(
    meanings: Meanings,
    changes: Changes,
    v: Vector,
    brought: Sequence[Happening],
) -> Iterable[Event]:
    """The places that were shuffled, with their order from the bottom to the top and with the new names."""
    layout, program = meanings.layout, meanings.program
    for happening in brought:
        declared = program.events[happening.number]
        if declared.form != "shuffle" or not isinstance(happening.result, list):
            continue
        assert isinstance(declared.element, PieceType)
        kind = declared.element.kind
        ids = [result["piece"] for result in happening.result]
        all_ids = meanings.reader.piece_ids[kind]
        first = all_ids.index(ids[0])
        place = v[layout.places[kind] + first]
        event: Event = {"event": "shuffled", "kind": kind, "place": meanings.place_ids[place]}
        if place in layout.tops:
            event["order"] = ids
        if declared.secret:
            event["secretly"] = True
        names = _new_names(meanings, changes, kind)
        if names:
            event["names"] = {all_ids[piece]: name for piece, name in names.items()}
        yield event
        changes = {}


def _amounts(meanings: Meanings, changes: Sequence[Change]) -> Iterable[Event]:
    """Stock that went from one place to another. What there is always enough of is never counted at home."""
    flows: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for word, was, now in changes:
        flows.setdefault((word.of, word.more), []).append((word.key, now - was))
    for (stock, member), changed in flows.items():
        gone = [[place, -n] for place, n in changed if n < 0]
        come = [[place, n] for place, n in changed if n > 0]
        sort = meanings.table.stock_members[stock][member]
        named = {"event": "amount", "stock": stock} | ({"sort": sort} if sort else {})
        while gone or come:
            n = min(ends[0][1] for ends in (gone, come) if ends)
            ends = [
                meanings.place_ids[side[0][0]] if side else _home(meanings, stock)
                for side in (gone, come)
            ]
            yield named | {"n": n, "from": ends[0], "to": ends[1]}
            for side in (gone, come):
                if side:
                    side[0][1] -= n
                    side[:] = side if side[0][1] else side[1:]


def _home(meanings: Meanings, stock: str) -> str:
    """Where an unlimited stock comes from."""
    return meanings.table.game.stocks[stock].home


def _rolled(meanings: Meanings, changes: Sequence[Change]) -> Iterable[Event]:
    by_kind: dict[str, Event] = {}
    for word, _, now in changes:
        ids = meanings.reader.piece_ids[word.of]
        by_kind.setdefault(word.of, {})[ids[word.key]] = now
    for kind, sides in by_kind.items():
        yield {"event": "rolled", "kind": kind, "sides": sides}


def _noted(meanings: Meanings, changes: Sequence[Change], node: ir.Stmt | None) -> Iterable[Event]:
    """Notes with what they say now; those that were forgotten together are one event."""
    forgotten: list[list[str]] = []
    for word, _, now in changes:
        key = [id for id in meanings.keys[word.of][word.key] if id]
        if node is None and now == meanings.starts[word.of]:
            forgotten.append([word.of, *key])
            continue
        assert word.read is not None
        event: Event = {"event": "noted", "note": word.of}
        if key:
            event["of"] = key[0] if len(key) == 1 else key
        yield event | {"now": word.read(now)}
    if forgotten:
        yield {"event": "noted", "forgotten": forgotten}


def _used(meanings: Meanings, changes: Sequence[Change]) -> Iterable[Event]:
    """Uses of what is limited; those that begin anew together are one event."""
    anew: list[list[str]] = []
    for word, _, now in changes:
        key = meanings.holders[word.more][word.key]
        if now:
            yield {"event": "used", "entry": word.of, "of": key, "now": now}
        else:
            anew.append([word.of, key])
    if anew:
        yield {"event": "used", "anew": anew}


def _known(meanings: Meanings, changes: Changes) -> Iterable[Event]:
    """Who knows which piece now; and what players know of places where pieces cannot be followed."""
    seats = meanings.table.seats
    groups: dict[tuple[str, int], list[int]] = {}
    for word, _, now in changes.get("known", ()):
        groups.setdefault((word.of, now), []).append(word.key)
    for (kind, now), pieces in groups.items():
        ids = meanings.reader.piece_ids[kind]
        to = [seats[seat] for seat in bits(now)]
        yield {"event": "known", "kind": kind, "pieces": [ids[n] for n in pieces], "to": to}
    for word, _, now in changes.get("bounds", ()):
        kind, faces = word.of, meanings.table.faces[word.of]
        counted = meanings.layout.bounds[kind].counted(now)
        yield {
            "event": "known",
            "kind": kind,
            "place": meanings.place_ids[word.key],
            "faces": {faces[n].id: count for n, count in counted.items()},
            "to": [seats[word.more]],
        }
    for word, _, now in changes.get("believed", ()):
        ids, faces = meanings.reader.piece_ids[word.of], meanings.table.faces[word.of]
        yield {
            "event": "known",
            "kind": word.of,
            "name": ids[word.key],
            "believed": faces[now].id if now >= 0 else None,
            "to": [seats[word.more]],
        }


def _out(meanings: Meanings, changes: Sequence[Change]) -> Iterable[Event]:
    """Who drops out, or is back: of the game, the round, or a phase."""
    everyone = (1 << meanings.table.players) - 1
    for word, was, now in changes:
        gone, back = (now & ~was, was & ~now) if word.more else (was & ~now, now & ~was)
        for seat in bits(gone & everyone):
            yield {"event": "out", "player": meanings.table.seats[seat], "of": word.of}
        for seat in bits(back & everyone):
            who = meanings.table.seats[seat]
            yield {"event": "out", "player": who, "of": word.of, "back": True}


def _course(meanings: Meanings, changes: Sequence[Change], mark: Mark | None) -> Iterable[Event]:
    now = {word.of: word.read(now) for word, _, now in changes if word.read is not None}
    course = mark is not None and mark.sort == "course"
    if now or course:
        what = mark.named if mark is not None and course else ""
        yield {"event": "course", **({"what": what} if what else {}), "now": now}


# ---- causes


def _cause(routine: str) -> str:
    """A rule, phase, offer or hook, or the effect of a piece, as authors call it."""
    sort, _, name = routine.partition(":")
    if sort == "slot":
        _, definition, slot = name.split(":")
        return f"{definition}.{slot}"
    return (name or sort).split("~")[0]


def _actors(program: Program) -> dict[str, tuple[ir.Var, tuple[ir.Var, ...]]]:
    """Of each routine that is entered by name, the variable that is `me` in it, and its parameters."""
    game = program.table.game
    found: dict[str, tuple[ir.Var, tuple[ir.Var, ...]]] = {}
    for rule in game.rules.values():
        found[f"rule:{rule.id}"] = rule.me, rule.params
    declared: list[ir.Kind | ir.SpaceKind] = [*game.kinds.values(), *game.spaces.values()]
    for of in declared:
        for definition in of.definitions:
            for slot in definition.slots.values():
                name = slot_name(definition.kind, definition.id, slot.id)
                found[name] = slot.me, (slot.it,)
    phases = list(game.course)
    while phases:
        phase = phases.pop()
        found[f"turn:{phase.id}"] = phase.me, ()
        phases += phase.phases
    return found


__all__ = ["Event", "Watcher", "chance_event"]
