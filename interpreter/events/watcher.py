"""Turns what a program does into events.

A program that is linked with marks calls `touch` before it changes a word that somebody may care for, and `tell` when a
statement has done its work or something begins. What the words meant before and after makes the events: so they follow from
the state alone, and nothing can happen that they leave out. They are written as lines at once; see `lines.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from boardwright.dsl.language.types import PieceType, Type
from boardwright.interpreter.events.lines import (
    Changes,
    Marked,
    Meanings,
    Orders,
    add_events,
    orders_of,
    shuffled,
)
from boardwright.interpreter.events.seen import Seat, Source
from boardwright.interpreter.events.words import COURSE, MOST_KEPT, SIDE
from boardwright.interpreter.machine.meanings import Mark
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.naming import ids_of
from boardwright.interpreter.play.option_ids import called
from boardwright.interpreter.play.record_lines import canonical
from boardwright.interpreter.play.trace import Chance, Happening
from boardwright.interpreter.program.program import Program, Vector

Event = dict[str, Any]
Given = dict[str, tuple[int, ...]]
Going = tuple[list[int], list[list[int]]]
"""What is going on where play stands: who is `me` and where that is secret, and the same where what can come back to itself
was entered."""

Before = tuple[Going, Given, int | None, str, bool, list[Seat]]
"""What a watcher knew before a step, to restore."""


class Watcher:
    """Collects the events of one game in `log`, as lines, those of chance among them. `begin` before anything is played."""

    def __init__(self, program: Program, chance: Chance, seats: Iterable[Seat] = ()) -> None:
        self.meanings = program.kept("meanings of marks", Meanings)
        self.chance, self.seats = chance, [*seats]
        self.log: list[str] = []
        self.touched: list[int] = []
        # Who is `me`, by the number of what says so; then, whether it is secret who acts there.
        self.acting = self.nobody_acts()
        self.given: Given = {}  # with what rules and effects were called that are told of by name
        self.entered: list[
            list[int]
        ] = []  # `acting` where what can come back to itself was entered
        self.supposed: list[tuple[int, Going, Given]] = []  # what to go back to
        self.before: Vector = []
        self.orders: Orders = {}
        self.by: int | None = None
        """Who acted in the last event."""
        self.cause = ""
        self.is_secret = False
        """Whether only whoever acted in the last event may know who that was."""
        self.names: dict[str, object] = {
            **chance.hooks,
            "drawn": chance.log,
            "touch": self.touched.append,
            "touched": self.touched,
            "acting": self.acting,
            "entered": self.entered,
            "tell": self.tell,
            "course": self.course,
            "forced": self.forced,
            "given": self.given,
            "happened": self.happened,
            "suppose": self.suppose,
            "suppose_no_more": self.suppose_no_more,
        }

    def nobody_acts(self) -> list[int]:
        """`acting` before anything is played."""
        return [-1] * len(self.meanings.actors) + [0] * len(self.meanings.actors)

    def copy(self, chance: Chance) -> Watcher:
        """The same in another game that goes on from here."""
        other = Watcher(self.meanings.program, chance, (seat.copy() for seat in self.seats))
        other.act_as(self)
        other.before = self.before[:]
        other.orders = {kind: dict(orders) for kind, orders in self.orders.items()}
        return other

    def act_as(self, other: Watcher) -> None:
        """Goes on where another watcher of this program has stopped: the same act, and have told the last event."""
        self.going, self.by, self.cause = other.going, other.by, other.cause
        self.is_secret = other.is_secret
        self.given.clear()
        self.given.update(other.given)

    def choose(self, decision: Decision, answer: int, id: str) -> Before:
        """Begins a step with this choice, which the seats are told. Returns what to `restore` if the step fails."""
        seats = [seat.copy() for seat in self.seats]
        before = self.going, dict(self.given), self.by, self.cause, self.is_secret, seats
        for seat in self.seats:
            seat.log.clear()
            seat.chosen(decision, id, answer)
        return before

    def restore(self, before: Before, v: Vector) -> None:
        """As it was: a step has failed, and the game is as before it."""
        self.going, given, self.by, self.cause, self.is_secret, self.seats = before
        self.given.clear()
        self.given.update(given)
        self.log.clear()
        self.supposed.clear()
        self.chance.log.clear()
        self.begin(v)

    @property
    def going(self) -> Going:
        """What is going on now. Emitted code holds the lists, so only what is in them is set."""
        return self.acting[:], self.entered[:]

    @going.setter
    def going(self, going: Going) -> None:
        self.acting[:], self.entered[:] = going

    def begin(self, v: Vector) -> None:
        """From here on changes are told."""
        self.before, self.orders = v[:], orders_of(self.meanings.program, v)
        self.touched.clear()

    # ---- what emitted programs call

    def course(self, v: Vector, number: int) -> None:
        """A phase, round, lap or turn begins or ends."""
        if self.supposed:
            return
        marked = self.meanings.marks[number]
        if self.chance.log or self.seats or not self._told_course(v, marked):
            changed = (self.touched or self.chance.log) and self.tell(v, number)
            if not changed:
                self._write(f"{marked.begins}}}", marked)
                if self.seats:
                    self._show(1, v, v, marked.mark)

    def _told_course(self, v: Vector, marked: Marked) -> bool:
        """Tells of the course, if nothing else has changed; whether that is so. It mostly is, and this is quicker."""
        touched = self.touched
        text = ""
        if touched:
            words, before = self.meanings.words, self.before
            texts = {}  # by address, as some were touched twice
            for at in touched:
                now = v[at]
                if now != before[at]:
                    word = words[at]
                    if word.sort != COURSE:
                        return False
                    texts[at] = word.text(now)
            for at in texts:
                before[at] = v[at]
            touched.clear()
            text = ",".join(texts.values())
        self._write(f"{marked.begins}{text}}}", marked)
        return True

    def suppose(self) -> None:
        """What follows is only supposed: nothing of it is told."""
        self.supposed.append((len(self.touched), self.going, dict(self.given)))

    def suppose_no_more(self) -> None:
        """Everything is as it was before."""
        touched, self.going, given = self.supposed.pop()
        del self.touched[touched:]
        self.given.clear()
        self.given.update(given)

    def forced(self, v: Vector, number: int, player: int, answer: int) -> None:
        """There was only one choice."""
        if self.touched or self.chance.log:
            self.tell(v, number)
        mark = self.meanings.marks[number].mark
        assert mark is not None
        meanings, declared = self.meanings, self.meanings.program.sites[int(mark.named)]
        of = declared.element
        if of is None or declared.form == "may":
            choice: Any = declared.options[answer]
        elif declared.several and declared.extra == "none":
            members = meanings.layout.members(of, answer)
            choice = offered_ids(meanings.program, v, of, members, player)
        else:
            (choice,) = offered_ids(meanings.program, v, of, (answer,), player)
        event: Event = {
            "event": "chosen",
            "player": meanings.table.seats[player],
            "decision": declared.name,
            "choice": choice,
            "forced": True,
        }
        self.log.append(canonical(event))
        for seat in self.seats:
            seat.forced(player, event)

    def tell(self, v: Vector, number: int | None, looked: int = 0) -> bool:
        """Tells what has changed since the last event, after a look at these pieces; whether anything has."""
        if self.supposed:
            return False
        meanings, before = self.meanings, self.before
        brought = self._brought() if self.chance.log else ()
        eyes = before[:] if self.seats else before
        changes: Changes = {}
        words, sorts = meanings.words, 0
        for at in self.touched:
            # A die that shows the same side again was rolled all the same.
            if (now := v[at]) != (was := before[at]) or words[at].sort == SIDE:
                before[at] = now
                word = words[at]
                sort = word.sort
                if sorts & sort:
                    changes[sort].append((word, was, now))
                else:
                    changes[sort] = [(word, was, now)]
                    sorts |= sort
        self.touched.clear()
        marked = meanings.unmarked if number is None else meanings.marks[number]
        if sorts:
            found: list[str] = []
            add_events(found, meanings, sorts, changes, v, marked, brought, self.orders)
            if found:
                self._write(found[0], marked)
                if len(found) > 1:
                    self.log += [text + "}" for text in found[1:]]
            if self.seats:
                self._show(len(found), eyes, v, marked.mark, looked)
            return True
        if brought and number is not None:
            for text in shuffled(meanings, {}, v, brought):
                self._write(text, marked)
                self._show(1, v, v, None)
        return False

    def _show(
        self, count: int, before: Vector, v: Vector, mark: Mark | None, looked: int = 0
    ) -> None:
        """Shows the seats the last events."""
        events = read(self.log[len(self.log) - count :])
        for seat in self.seats:
            seat.see(events, before, v, mark, self.source, looked)

    def happened(self, v: Vector, number: int, *about: int) -> None:
        """Something begins that is told of by name."""
        if self.supposed:
            return
        if self.touched or self.chance.log:
            self.tell(v, number)
        happens = self.meanings.happens[number]
        values = about or self.given.get(happens.routine, ())
        texts, key = self.meanings.happened, (number, values)
        text = texts.get(key)
        if text is None:
            if len(texts) >= MOST_KEPT:
                texts.clear()
            text = texts[key] = canonical(happens.event(values))[:-1]
        self._write(text, self.meanings.marks[number])
        for seat in self.seats:
            seat.happened(happens, values, v, self.source)

    @property
    def source(self) -> Source:
        """Where the last event comes from."""
        by, seats = self.by, self.meanings.table.seats
        seat = seats[by] if by is not None and by >= 0 else None
        return Source(seat, self.cause, self.is_secret)

    def flush(self, v: Vector) -> None:
        """Tells what no mark has told yet: play has stopped."""
        if self.touched or self.chance.log:
            self.tell(v, None)

    # ---- lines

    def _brought(self) -> list[Happening]:
        """What chance has brought comes before what it brings about."""
        found = self.chance.log[:]
        self.log += map(self.meanings.lines.event, found)
        self.chance.log.clear()
        return found

    def _write(self, text: str, marked: Marked) -> None:
        """Writes an event down, with who did it and why where that is another than before."""
        closing = "}"
        if marked.number is not None:
            by = self.acting[marked.acting]
            if self.seats:
                self.is_secret = marked.hushed or self.acting[marked.secrecy] > 0
            if marked.cause != self.cause:
                closing = marked.caused
                self.cause = marked.cause
            if by != self.by:
                closing = (self.meanings.by[by] if by >= 0 else ',"by":null') + closing
                self.by = by
        self.log.append(text + closing)


def read(lines: Sequence[str]) -> list[Event]:
    """Events from their lines."""
    found: list[Event] = json.loads(f"[{','.join(lines)}]")
    return found


def offered_ids(
    program: Program, v: Vector, of: Type, members: Sequence[int], player: int
) -> list[str]:
    """What these things are called if a player is offered them; a hidden piece as that player may know it."""
    if isinstance(of, PieceType) and of.kind in program.layout.faces:
        return [id for _, id in called(program, v, of.kind, members, player)]
    return [ids_of(program, of)[n] for n in members]


__all__ = ["Event", "Going", "Watcher", "read"]
