"""Plays a recorded game again with other rules, by its choices, and finds the first step that goes another way.

The hash of the rules may differ, and so may the names of rules: what counts is who is asked what, what is offered, what
happens and how it ends. If the record has events, the difference is found at the statement that made it; otherwise by what
chance brings, and by the hashes of positions. If it has what is asked, all options are compared, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, zip_longest
from typing import Any, Literal

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import everything, phases_in
from boardwright.dsl.source.places import Span
from boardwright.interpreter.events.lines import Marked
from boardwright.interpreter.events.watched import WatchedState, telling
from boardwright.interpreter.events.watcher import Event, Watcher
from boardwright.interpreter.play.naming import Words
from boardwright.interpreter.play.record_lines import canonical
from boardwright.interpreter.play.trace import Chance
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.records.game_record import Header
from boardwright.interpreter.table.errors import RuleError

Sort = Literal["event", "asked", "option", "options", "position", "outcome", "error"]
Json = dict[str, Any]

# Who acted and which rule did it say why something happened, and may change without any difference in the game.
_WHY = ("by", "cause")
# From these every position follows; others explain them.
_COMPARED = frozenset(
    ("moved", "swapped", "shuffled", "known", "rolled", "amount", "noted", "used", "course", "out")
) | {"remembered", "chance", "chosen"}
_COUNTED = ("unfinished", "scores", "ranks", "winners")


@dataclass(frozen=True, slots=True)
class Difference:
    """The first step of a game that goes another way, after this many `decisions`. `span` is the line of the rules that did
    it, or None; `about` names what differs, `was` is what the record has, and `now` what these rules do.
    """

    sort: Sort
    decisions: int
    about: str
    was: str
    now: str
    span: Span | None


class DamagedError(ValueError):
    """A line of a record cannot be read. `line` is its number, from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def first_difference(program: Program, header: Header, text: str) -> Difference | None:
    """The first step at which the game of a record goes another way; None if it is the same game. Raises `DamagedError` for
    a record that is not one.
    """
    return _Comparison(program, header, text).find()


class _PlacedWatcher(Watcher):
    """Remembers which line of the rules made each event of a step, by its index in the log; of several events of one statement
    only for the first.
    """

    def __init__(self, program: Program, chance: Chance) -> None:
        super().__init__(program, chance)
        self.places: dict[int, Span | None] = {}
        self.causes = program.kept("places of causes", _spans_by_cause)

    def _write(self, text: str, marked: Marked) -> None:
        super()._write(text, marked)
        span = None if marked.mark is None else marked.mark.span
        self.places[len(self.log) - 1] = span or self.causes.get(self.cause)

    def place_of(self, at: int) -> Span | None:
        """The line that made the event with this index."""
        first = max((each for each in self.places if each <= at), default=None)
        return None if first is None else self.places[first]


class _Comparison:
    """A record beside the game that its choices make of these rules."""

    def __init__(self, program: Program, header: Header, text: str) -> None:
        self.program = program
        self.text = text
        self.outcome: object = None  # of the record, once it has been read
        self.full = header.beginning is not None
        self.cause = ""  # of the last event in the record
        marked = telling(program)
        self.watcher = _PlacedWatcher(marked, Chance(marked))
        v = program.first_vector(header.seed)
        self.state = WatchedState(program, v, Words(program.table.game), self.watcher)

    def find(self) -> Difference | None:
        """The first difference."""
        number = 0
        try:
            self.watcher.begin(self.state.v)
            self.state.compiled.run(self.state.v)
            events = self._compared(self.state.told()[:-1])
            before: list[Event] = []
            for number, (line, recorded) in enumerate(self._steps()):
                if number:
                    found = self._asked(number, line) or self._offered(number, before)
                    if found is not None:
                        return found
                    self.watcher.places.clear()
                    events = self._compared(self.state.apply(line["choice"])[1:-1])
                found = self._happened(number, recorded, events) or self._position(number, line)
                if found is not None:
                    return found
                before = recorded
        except RuleError as fault:
            return Difference("error", number, fault.code, "", fault.message, fault.span)
        return self._ended(number)

    def _steps(self) -> Iterator[tuple[Json, list[Event]]]:
        """Yields each choice of the record with the events until the next one; first those of the setup, without a choice."""
        line: Json = {}
        events: list[Event] = []
        for each in _read(self.text):
            if "event" in each:
                events.append(each)
            elif "choice" in each:
                yield line, events
                line, events = each, []
            else:
                self.outcome = each["outcome"]
        yield line, events

    def _asked(self, number: int, line: Json) -> Difference | None:
        """Whether something else is asked now, or the choice is not offered."""
        decision, before = self.state.decision, number - 1
        was = f"`{line['player']}` decides `{line['decision']}`"
        if decision is None:
            span = self.program.table.game.outcome.span
            return Difference("asked", before, line["decision"], was, "the game is over", span)
        player = self.program.table.seats[decision.player]
        if (player, decision.name) != (line["player"], line["decision"]):
            now = f"`{player}` decides `{decision.name}`"
            return Difference("asked", before, decision.name, was, now, decision.span)
        if line["choice"] not in decision.ids:
            was, now = f"`{player}` chooses `{line['choice']}`", _listed(decision.ids)
            return Difference("option", before, decision.name, was, now, decision.span)
        return None

    def _offered(self, number: int, recorded: Sequence[Event]) -> Difference | None:
        """Whether other options are offered now, or another number of them can be picked, if the last events say so."""
        decision = self.state.decision
        if decision is None or not recorded or recorded[-1]["event"] != "asked":
            return None
        asked = recorded[-1]
        before, ids = asked.get("options"), decision.ids
        if not isinstance(before, list):
            return None
        gone = [id for id in before if id not in ids]
        came = [id for id in ids if id not in before]
        if gone or came:
            changed = (came or gone)[0]
            spans = self.program.kept("places of entries", _spans_by_entry)
            span = spans.get((decision.name, changed.rpartition("_")[0]), decision.span)
            return Difference(
                "options",
                number - 1,
                decision.name,
                _offers(gone, came),
                _offers(came, gone),
                spans.get((decision.name, changed), span),
            )
        if decision.site.several and "most" in asked:
            was = _counts(asked["least"], asked["most"])
            now = _counts(decision.least, decision.most)
            if was != now:
                name, span = decision.name, decision.span
                return Difference("options", number - 1, name, was, now, span)
        return None

    def _compared(self, events: Sequence[Event]) -> list[tuple[int, Event]]:
        """The events that are compared, each with its number, as far as they tell what has happened."""
        kinds = _COMPARED if self.full else ("chance",)
        return [
            (at, _bare(event))
            for at, event in enumerate(events)
            if event["event"] in kinds and event.get("now") != {}
        ]

    def _happened(
        self, number: int, recorded: Sequence[Event], events: Sequence[tuple[int, Event]]
    ) -> Difference | None:
        """Whether something else has happened since the choice."""
        before = self._compared(recorded)
        causes = list(
            accumulate((each.get("cause", "") for each in recorded), _last, initial=self.cause)
        )
        self.cause = causes[-1]
        for at, (was, now) in enumerate(zip_longest(before, events)):
            if was is None or now is None or was[1] != now[1]:
                self.cause = causes[-1 if was is None else was[0] + 1]
                return self._event(number, [each for _, each in before[at:]], events[at:])
        return None

    def _event(
        self, number: int, recorded: Sequence[Event], events: Sequence[tuple[int, Event]]
    ) -> Difference:
        """The difference between two lists that begin with different events."""
        was, (at, now) = recorded[0] if recorded else None, events[0] if events else (0, None)
        gone = len(recorded) > 1 and recorded[1] == now
        if now is None or gone:
            assert was is not None
            # The rule that did it is all that the record tells.
            span = self.watcher.causes.get(self.cause)
            return Difference("event", number, _about(was), _told(was), "", span)
        new = was is None or (len(events) > 1 and events[1][1] == was)
        before = "" if was is None or new else _told(was)
        return Difference("event", number, _about(now), before, _told(now), self._span(at, now))

    def _span(self, at: int, event: Event) -> Span | None:
        """The line that made an event of this step."""
        name = {"chance": "name", "chosen": "decision"}.get(event["event"])
        if name is not None:
            return self.program.kept("places of decisions", _spans_by_name).get(event[name])
        return self.watcher.place_of(at)

    def _position(self, number: int, line: Json) -> Difference | None:
        """Whether the position is another one, as far as the record tells; events tell it better."""
        if self.full or "hash" not in line or self.state.hash == line["hash"]:
            return None
        was, now = f"hash {line['hash']}", f"hash {self.state.hash}"
        return Difference("position", number, "position", was, now, None)

    def _ended(self, number: int) -> Difference | None:
        """Whether the game ends in another way, or not at all."""
        recorded, span = self.outcome, self.program.table.game.outcome.span
        if not isinstance(recorded, dict):
            raise DamagedError(self.text.count("\n"), "the record has no outcome")
        decision = self.state.decision
        if decision is not None:
            player = self.program.table.seats[decision.player]
            now = f"`{player}` decides `{decision.name}`"
            return Difference(
                "asked", number, decision.name, "the game is over", now, decision.span
            )
        (last,) = self.state.events[-1:]
        for key in _COUNTED:
            if recorded.get(key) != last[key]:
                was, now = canonical({key: recorded.get(key)}), canonical({key: last[key]})
                return Difference("outcome", number, key, was, now, span)
        return None


def _read(text: str) -> Iterator[Json]:
    """Yields the lines of a record after the first."""
    for number, line in enumerate(text.splitlines()[1:], 2):
        try:
            found = json.loads(line)
        except (ValueError, RecursionError) as fault:
            raise DamagedError(number, f"line {number} is not JSON") from fault
        if not isinstance(found, dict) or not _is_line(found):
            raise DamagedError(number, f"line {number} is not a line of a record")
        yield found


def _is_line(line: Json) -> bool:
    if "event" in line:
        return isinstance(line["event"], str)
    if "choice" in line:
        return all(isinstance(line.get(key), str) for key in ("player", "decision", "choice"))
    return "outcome" in line


def _bare(event: Event) -> Event:
    """What happened, without who did it and why, or how the course calls it."""
    left_out = (*_WHY, "what") if event["event"] == "course" else _WHY
    return {key: value for key, value in event.items() if key not in left_out}


def _last(before: str, now: str) -> str:
    return now or before


def _about(event: Event) -> str:
    """What an event is about: its kind, and the name of what it brings or changes."""
    kind = event["event"]
    name = next((event[key] for key in _NAMES if isinstance(event.get(key), str)), "")
    return f"{kind} {name}" if name else str(kind)


_NAMES = ("name", "decision", "stock", "note", "kind", "entry", "what")
_LONGEST = 160


def _told(event: Event) -> str:
    text = canonical(event)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def _listed(ids: Sequence[str]) -> str:
    shown = ", ".join(f"`{id}`" for id in ids[:12])
    return f"offered: {shown}{', ...' if len(ids) > 12 else ''}"


def _counts(least: object, most: object) -> str:
    """How many options are picked."""
    return f"{least} to {most} are picked"


def _offers(offered: Sequence[str], missing: Sequence[str]) -> str:
    """Which options are offered on one side only."""
    found = [_listed(offered)] if offered else []
    return "; ".join(found + ([f"not {_listed(missing)}"] if missing else []))


def _spans_by_entry(program: Program) -> Mapping[tuple[str, str], Span]:
    """The place of each entry in the rules, by its decision and id. Copies of a piece have ids that begin as its own."""
    game = program.table.game
    found: dict[tuple[str, str], Span] = {}
    for node in everything(game):
        if isinstance(node, ir.ChooseOne):
            found |= {(node.site, each.name): each.span for each in node.entries}
    slots = {(one.kind, one.id): one.slots for one in game.definitions}
    for offer in game.offers.values():
        for entry in offer.entries:
            of = "" if entry.definition is None else f":{entry.definition[1]}"
            found[offer.id, f"{entry.id}{of}"] = entry.span
        for kind, definition, slot in offer.slots:
            found[offer.id, f"{slot}:{definition}"] = slots[kind, definition][slot].span
    return found


def _spans_by_name(program: Program) -> Mapping[str, Span]:
    """The place of each decision and of each event of chance in the rules."""
    found = {site.name: site.span for site in program.sites}
    for node in everything(program.table.game):
        name = getattr(node, "site", None)
        if isinstance(name, str):
            found.setdefault(name, node.span)
    return found


def _spans_by_cause(program: Program) -> Mapping[str, Span]:
    """The place of whatever may be the cause of an event."""
    game = program.table.game
    found = {hook.id: hook.span for hook in game.hooks}
    found |= {phase.id: phase.span for phase in phases_in(game.course)}
    found |= {id: one.span for each in (game.offers, game.rules) for id, one in each.items()}
    for one in game.definitions:
        found |= {f"{one.id}.{id}": slot.span for id, slot in one.slots.items()}
    return found


__all__ = ["DamagedError", "Difference", "first_difference"]
