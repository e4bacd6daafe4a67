"""Sentences about the events of a game, as one seat is told them.

What a rule does is told by the sentence that the ruleset has for it, if it has one: with its parameters, and with what its own
statements have done. Anything else is told by the engine's own sentences. Small events that belong together make one
sentence; choices, chance and what is only noted make none if something else tells of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from boardwright.dsl.language.templates import Template
from boardwright.dsl.language.types import NumberType, PieceType, SetType, Type
from boardwright.dsl.rules import ir
from boardwright.interpreter.machine.meanings import Site
from boardwright.interpreter.play.naming import Words, ids_of
from boardwright.interpreter.play.position import NoteKey, list_note_keys
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.tell.clauses import Clause, join_clauses
from boardwright.interpreter.tell.phrases import Phrase, Phrases

Event = Mapping[str, Any]


class Sentence(NamedTuple):
    """A sentence, or the heading of what follows. A sentence may begin a new paragraph, such as the first of a turn."""

    text: str
    heading: bool = False
    begins: bool = False


@dataclass(slots=True)
class _Flow:
    """Things of one sort that go from one place to another: one sentence, however many statements that takes."""

    key: tuple[object, ...]
    by: str | None
    start: str | None
    goals: list[str | None]
    amounts: dict[tuple[str, str | None], int] = field(default_factory=dict)
    pieces: list[Event] = field(default_factory=list)

    @property
    def is_nameless(self) -> bool:
        """Whether it says only how many things go, and not which."""
        return not any("faces" in event or "pieces" in event for event in self.pieces)

    def joined(self, other: _Flow) -> _Flow | None:
        """Both as one, if as many things of the same sort go from the same place to another one."""
        sizes = [event["n"] for event in self.pieces], [event["n"] for event in other.pieces]
        goals = [*self.goals, *other.goals]
        each = {key: n * len(self.goals) for key, n in other.amounts.items()}
        alike = self.is_nameless and other.is_nameless and set(sizes[0]) == set(sizes[1])
        same = (self.key[:2], self.start, self.by) == (other.key[:2], other.start, other.by)
        if not (same and alike and each == self.amounts and len({*goals}) == len(goals)):
            return None
        amounts = {key: n + other.amounts[key] for key, n in self.amounts.items()}
        pieces = [*self.pieces, *other.pieces]
        return _Flow(self.key, self.by, self.start, goals, amounts, pieces)


@dataclass(slots=True)
class _Done:
    """What a rule does that has a sentence of its own."""

    cause: str
    call: int
    by: str | None
    template: Template
    arguments: Mapping[str, Phrase | None]
    amounts: dict[tuple[str, str | None], int] = field(default_factory=dict)
    pieces: dict[str, list[Event]] = field(default_factory=dict)
    notes: dict[str, Phrase] = field(default_factory=dict)
    places: dict[str, list[str]] = field(default_factory=dict)
    sides: dict[str, dict[str, Any]] = field(default_factory=dict)

    def add_pieces(self, event: Event) -> None:
        """What a statement does with pieces; to show and then to move them is one thing."""
        there = self.pieces.setdefault(event["kind"], [])
        for n, other in enumerate(there):
            if _same(other, event):
                there[n] = max(other, event, key=lambda each: len(each.get("faces", ())))
                break
        else:
            there.append(event)

    def add_roll(self, event: Event) -> bool:
        """What dice show; a die that is rolled again is another roll."""
        shown = self.sides.setdefault(event["kind"], {})
        if not shown.keys().isdisjoint(event["sides"]):
            return False
        shown.update(event["sides"])
        return True

    def add_places(self, event: Event) -> None:
        """Where something comes from and goes to."""
        ends = (("from", event.get("from", event.get("place"))), ("to", event.get("to")))
        for end, id in ends:
            if isinstance(id, str) and id not in self.places.setdefault(end, []):
                self.places[end].append(id)


@dataclass(slots=True)
class _Said:
    clause: Clause
    heading: bool = False


@dataclass(slots=True)
class _Roll:
    """Dice that are rolled together, even if one statement rolls each."""

    by: str | None
    sides: dict[str, Any]


_Draft = _Flow | _Done | _Said | _Roll


@dataclass(slots=True)
class _Call:
    """A rule that has begun."""

    number: int
    template: Template
    arguments: Mapping[str, Phrase | None]
    results: frozenset[str]


class Teller:
    """Tells one seat the events of a game, in order from its beginning. It keeps what later sentences need."""

    def __init__(self, program: Program, words: Words) -> None:
        self.program, self.table, self.game = program, program.table, program.table.game
        self.phrases = Phrases(program, words)
        self.by: str | None = None
        self.cause: str | None = None
        self.calls: dict[str, _Call] = {}
        self.called = 0
        self.phase = self.table.phases[0] if self.table.phases else ""
        self.rounds: dict[str, int] = {}
        self.notes: dict[tuple[str, NoteKey], Any] = {}
        # Who chose what, if nothing has come of it yet, and whether it is more than a part of the next choice.
        self.choice: tuple[str, Phrase, bool] | None = None
        self.gone: set[str] = set()  # who is out of the game
        self.begins = False
        self.drafts: list[_Draft] = []
        self.held: dict[str, _Done] = {}  # what waits for something that its sentence names
        self.found: list[Sentence] = []

    def copy(self) -> Teller:
        """The same in another game that goes on from here."""
        other = copy(self)
        other.calls, other.rounds, other.notes = {**self.calls}, {**self.rounds}, {**self.notes}
        other.gone = {*self.gone}
        other.held, other.drafts, other.found = deepcopy(self.held), [], []
        return other

    def tell(self, events: Iterable[Event]) -> tuple[Sentence, ...]:
        """The sentences about some more events. What these have begun ends with them."""
        self.follow(events)
        return self.finish()

    def follow(self, events: Iterable[Event]) -> None:
        """Hears some more events. What goes on in the next ones may become one sentence with these."""
        for event in events:
            self.by = event.get("by", self.by)
            if "cause" in event:
                self.cause = event["cause"]
            getattr(self, f"_{event['event']}")(event)

    def finish(self) -> tuple[Sentence, ...]:
        """The sentences about what has been heard since the last time."""
        self._flush()
        found, self.found = tuple(self.found), []
        return found

    # ---- drafts

    def _flush(self) -> None:
        """Writes the sentences that nothing can be added to any more."""
        drafts, self.drafts = _joined(self.drafts), []
        clauses: list[Clause] = []
        for draft in drafts:
            if isinstance(draft, _Said) and draft.heading:
                self._write(clauses)
                clauses = []
                self._write_one(draft.clause.text, heading=True)
                continue
            clause = self._clause(draft)
            if clause is not None:
                clauses.append(clause)
            elif isinstance(draft, _Done):
                self.held[draft.cause] = draft
        self._write(clauses)

    def _write(self, clauses: Sequence[Clause]) -> None:
        for text in join_clauses(clauses, self.phrases.conjunction):
            self._write_one(self.phrases.sentence(text))

    def _write_one(self, text: str, *, heading: bool = False) -> None:
        self.found.append(Sentence(text[:1].upper() + text[1:], heading, self.begins))
        self.begins = False

    def _clause(self, draft: _Draft) -> Clause | None:
        """A draft in words; None if its sentence names something that has not happened."""
        match draft:
            case _Said():
                return draft.clause
            case _Flow():
                return self._flow_clause(draft)
            case _Done():
                return self._done_clause(draft)
            case _Roll():
                return self._roll_clause(draft)

    def _draft(self, draft: _Draft) -> None:
        """One more draft. If the last one still waits for something, it is set aside: it is told when that has happened."""
        last = self.drafts[-1] if self.drafts else None
        if isinstance(last, _Done) and self._done_clause(last) is None:
            self.held[last.cause] = last
            self.drafts.pop()
        self.drafts.append(draft)

    def _say(self, clause: Clause | None) -> None:
        if clause is not None:
            self._draft(_Said(clause))
            self.choice = None

    def _head(self, text: str | None) -> None:
        """A heading."""
        if text:
            self._draft(_Said(Clause(text), heading=True))

    def _phrase(self, name: str, /, **values: Phrase | None) -> None:
        self._say(self.phrases.clause(self.phrases.own[name], values.get))

    def _who(self) -> Phrase | None:
        return None if self.by is None else self.phrases.seat(self.by)

    # ---- what is done by what has a sentence

    def _happened(self, event: Event) -> None:
        """A rule, entry, effect or hook begins."""
        what = next(event[key] for key in ("rule", "entry", "slot", "hook") if key in event)
        forms = self.phrases.said(*self._keys(event, what))
        self.called += 1
        if forms is None:
            if "slot" in event:
                self._phrase("use", who=self._who(), what=self._thing(event, what))
            return
        template = forms[0]
        arguments = self._arguments(event, what)
        if template.announces:
            self.calls.pop(what, None)
            self._say(self.phrases.clause(template.without_colon, arguments.get))
            return
        names = {blank.name for blank in template.blanks}
        results = frozenset(names - arguments.keys())
        self.calls[what] = _Call(self.called, template, arguments, results)
        if not results and template.parts:
            self._say(self.phrases.clause(template, arguments.get))

    def _keys(self, event: Event, what: str) -> tuple[str, ...]:
        """Under which names the ruleset may speak of what begins."""
        if "hook" in event:
            return (self.program.kept("keys of hooks", _keys_of_hooks)[what],)
        if "slot" in event:
            return self.program.kept("keys of effects", _keys_of_effects)[what]
        return (what,)

    def _arguments(self, event: Event, what: str) -> dict[str, Phrase | None]:
        found: dict[str, Phrase | None] = {"me": self._who()}
        if "rule" in event:
            for param in self.game.rules[what].params:
                found[param.name] = self._argument(event, param)
        if "rule" not in event:
            found["it"] = self._thing(event, what)
        return found

    def _thing(self, event: Event, what: str) -> Phrase | None:
        """The piece or space of an effect, entry or hook. Of an effect its name tells which it is."""
        if "piece" in event:
            return Phrase(self._thing_text(event))
        definition, _, slot = what.partition(".")
        for kind, faces in self.table.faces.items():
            declared = self.game.kinds[kind]
            for face in faces if "slot" in event and slot in declared.slots else ():
                if declared.definitions[face.definition].id == definition:
                    return Phrase(self.phrases.face(kind, face))
        return None

    def _thing_text(self, event: Event) -> str:
        """The piece or space that an event names."""
        kind, id = event["piece"]
        if kind in self.game.spaces:
            return self.phrases.place(id).text
        faces = [event["face"]] if "face" in event else []
        return self.phrases.pieces(kind, 1, [id], faces).text

    def _argument(self, event: Event, param: ir.Var) -> Phrase | None:
        given = event.get("arguments", {})
        if param.name not in given:
            return None
        value, of = given[param.name], param.type
        faces = event.get("faces", {}).get(param.name)
        if isinstance(of, SetType):
            each = [self._value(of.element, one, None) for one in value]
            return self.phrases.listed([one for one in each if one is not None])
        return self._value(of, value, faces)

    def _value(self, of: Type, value: Any, face: str | None) -> Phrase | None:
        """Something by its id, or a number."""
        kind = getattr(of, "kind", None)
        if kind is not None and kind in self.program.layout.faces:
            return self.phrases.pieces(kind, 1, [str(value)], [] if face is None else [face])
        if isinstance(of, NumberType):
            return Phrase(str(value), int(value))
        numbers = self.program.kept("numbers of ids", _Numbers)
        return self.phrases.value(of, numbers[of].get(value, -1))

    def _own(self, add: Callable[[_Done], bool], *names: str) -> bool:
        """Adds what has happened to the sentence of the rule that did it; whether that rule has one."""
        call = None if self.cause is None else self.calls.get(self.cause)
        if call is None or self.cause is None:
            return False
        if not call.results.isdisjoint(names):
            last = self.drafts[-1] if self.drafts else None
            arguments = {**call.arguments, "me": self._who()}
            fits = (
                isinstance(last, _Done)
                and (last.cause, last.by, last.arguments) == (self.cause, self.by, arguments)
                and (last.call == call.number or bool(arguments.keys() - {"me"}))
            )
            if not (fits and isinstance(last, _Done) and add(last)):
                draft = self.held.pop(self.cause, None)
                if draft is None or (draft.call, draft.by) != (call.number, self.by):
                    draft = _Done(self.cause, call.number, self.by, call.template, arguments)
                add(draft)
                self._draft(draft)
                self.choice = None
        return True

    def _done_clause(self, done: _Done) -> Clause | None:
        def value(name: str) -> Phrase | None:
            if name in done.arguments:
                return done.arguments[name]
            if name in done.notes:
                return done.notes[name]
            if name in done.sides:
                return self._sides(done.sides[name])
            if name in done.pieces:
                return self._pieces(done.pieces[name])
            if name in done.places:
                return self.phrases.listed(self.phrases.places(done.places[name]))
            return self._amounts(
                {key: n for key, n in done.amounts.items() if key[0] == name}, None
            )

        return self.phrases.clause(done.template, value)

    # ---- pieces and amounts

    def _moved(self, event: Event) -> None:
        if not event.get("n") or ("to" in event and event["from"] == event["to"]):
            return
        kind = event["kind"]

        def add(done: _Done) -> bool:
            done.add_pieces(event)
            done.add_places(event)
            return True

        if not self._own(add, kind, "from", "to"):
            flow = self._flow(event, "pieces", kind)
            flow.pieces.append(event)

    def _amount(self, event: Event) -> None:
        stock = (event["stock"], event.get("sort"))

        def add(done: _Done) -> bool:
            done.amounts[stock] = done.amounts.get(stock, 0) + event["n"]
            done.add_places(event)
            return True

        if not self._own(add, stock[0], "from", "to"):
            flow = self._flow(event, "stock", stock[0])
            flow.amounts[stock] = flow.amounts.get(stock, 0) + event["n"]

    def _flow(self, event: Event, sort: str, what: str) -> _Flow:
        ends = event.get("from"), event.get("to")
        key = (sort, what, ends, self.by)
        for draft in reversed(self.drafts):
            if not isinstance(draft, _Flow):
                break
            if draft.key == key:
                return draft
            if not self._is_dealt(draft, key, *ends):
                break
        flow = _Flow(key, self.by, ends[0], [ends[1]])
        self._draft(flow)
        self.choice = None
        return flow

    def _is_dealt(self, flow: _Flow, key: tuple[object, ...], start: Any, goal: Any) -> bool:
        """Whether things of one sort go from one place to the hands, or the like, of several players: dealt one after the other, or all
        at once, they are told in the same way.
        """
        places = self.program.kept("places by id", _places)
        if flow.key[:2] != key[:2] or flow.start != start or flow.by != self.by:
            return False
        one, other = (None if id is None else places[id] for id in (flow.goals[0], goal))
        if one is None or other is None or min(one.owner, other.owner) < 0:
            return False
        return bool(one.declared == other.declared)

    def _pieces(self, events: Sequence[Event]) -> Phrase:
        kind, n = events[0]["kind"], sum(event["n"] for event in events)
        names = [name for event in events for name in event.get("pieces", ())]
        faces = [face for event in events for face in event.get("faces", ())]
        return self.phrases.pieces(kind, n, names, faces)

    def _amounts(
        self, amounts: Mapping[tuple[str, str | None], int], by: str | None
    ) -> Phrase | None:
        return self.phrases.listed(
            [self.phrases.amount(stock, sort, n, by) for (stock, sort), n in amounts.items()]
        )

    def _flow_clause(self, flow: _Flow) -> Clause | None:
        phrases = self.phrases
        who = None if flow.by is None else phrases.seat(flow.by)
        start = [] if flow.start is None else [flow.start]
        if flow.pieces:
            what: Phrase | None = self._pieces(flow.pieces)
            template = "go" if who is None else "take" if self._takes(flow) else "move"
        else:
            (stock, _), *_ = flow.amounts
            template, owner = self._deal(stock, flow.start, flow.goals[0], who is not None)
            if owner >= 0:
                who = phrases.seat(self.table.seats[owner])
            by = self.table.seats[owner] if owner >= 0 else flow.by
            what = self._amounts(flow.amounts, by)
            if template == "take":
                start = []  # that is where these always come from
        values = {
            "who": who,
            "what": what,
            "from": phrases.listed(phrases.places(start, flow.by)),
            "to": phrases.listed(
                phrases.places((id for id in flow.goals if id is not None), flow.by)
            ),
        }
        return phrases.clause(phrases.own[template], values.get)

    def _takes(self, flow: _Flow) -> bool:
        """Whether somebody moves what is not their own to a place of their own."""
        places = self.program.kept("places by id", _places)
        owners = [-1 if id is None else places[id].owner for id in (flow.start, flow.goals[0])]
        seat = -1 if flow.by is None else self.table.seats.index(flow.by)
        return owners[0] != seat == owners[1] >= 0 and len(flow.goals) == 1

    def _deal(
        self, stock: str, start: str | None, goal: str | None, acting: bool
    ) -> tuple[str, int]:
        """Which sentence tells that some of a stock goes there, and about whom, if not about who acts."""
        places = self.program.kept("places by id", _places)
        declared = self.game.stocks[stock]
        before, after = (None if id is None else places[id] for id in (start, goal))
        from_home = before is not None and before.declared == declared.home
        to_home = after is not None and after.declared == declared.home
        if declared.kept is not None:
            if from_home and after is not None and after.declared == declared.kept:
                return "take", after.owner
            if to_home and before is not None and before.declared == declared.kept:
                return "pay", before.owner
        if not acting:
            return "go", -1
        if from_home and after is not None:
            return "place", -1
        return ("return" if to_home and before is not None else "move"), -1

    def _swapped(self, event: Event) -> None:
        def add(done: _Done) -> bool:
            done.add_pieces(event)
            return True

        if not self._own(add, event["kind"]):
            name = "change_places" if self.by is None else "swap"
            self._phrase(name, who=self._who(), what=self._pieces([event]))

    def _shuffled(self, event: Event) -> None:
        if not self._own(lambda done: True):
            name = "shuffled" if self.by is None else "shuffle"
            self._phrase(name, who=self._who(), place=self.phrases.place(event["place"], self.by))

    def _known(self, event: Event) -> None:
        kind = event["kind"]

        def add(done: _Done) -> bool:
            done.add_pieces(event)
            done.add_places({"place": event.get("place")})
            return True

        if self._own(add, kind, "from"):
            return
        what = self._pieces([event])
        there = [event["place"]] if "place" in event else []
        everybody = len(event["to"]) == self.table.players
        # "In hand" is the hand of the player whom the sentence is about.
        by = self.by if everybody or event["to"] == [self.by] else None
        place = self.phrases.listed(self.phrases.places(there, by))
        if everybody:
            name = "revealed" if self.by is None else "reveal"
            self._phrase(name, who=self._who(), what=what, place=place)
        else:
            self._phrase("look", who=self.phrases.seats(event["to"]), what=what, place=place)

    def _rolled(self, event: Event) -> None:
        if self._own(lambda done: done.add_roll(event), event["kind"]):
            return
        last = self.drafts[-1] if self.drafts else None
        if (
            isinstance(last, _Roll)
            and last.by == self.by
            and last.sides.keys().isdisjoint(event["sides"])
        ):
            last.sides.update(event["sides"])
        else:
            self._draft(_Roll(self.by, {**event["sides"]}))
            self.choice = None

    def _sides(self, sides: Mapping[str, Any]) -> Phrase | None:
        return self.phrases.listed([Phrase(str(side)) for side in sides.values()])

    def _roll_clause(self, roll: _Roll) -> Clause | None:
        values = {
            "who": None if roll.by is None else self.phrases.seat(roll.by),
            "what": self._sides(roll.sides),
        }
        name = "rolled" if roll.by is None else "roll"
        return self.phrases.clause(self.phrases.own[name], values.get)

    # ---- what is noted

    def _noted(self, event: Event) -> None:
        if "forgotten" in event:
            for note, *key in event["forgotten"]:
                self.notes.pop((note, tuple(key)), None)
            return
        note, key = event["note"], _key(event.get("of"))
        was = self.notes.get((note, key), self._start(note, key))
        self.notes[note, key] = now = event["now"]
        declared = self.game.notes[note]
        values = self._noted_values(declared, key, was, now)

        def add(done: _Done) -> bool:
            if note in done.notes:
                return False
            change = values["change"]
            done.notes[note] = change if change is not None else values["now"] or Phrase("")
            return True

        if self._own(add, note):
            return
        forms = self.phrases.said(note)
        if forms is not None:
            self._say(self.phrases.clause(forms[0], values.get))
        elif declared.texts and values["now"] is not None:
            name = "note_of" if values["of"] is not None else "note"
            shown = Phrase(self.phrases.note(note))
            self._phrase(name, of=values["of"], note=shown, now=values["now"])

    def _noted_values(
        self, note: ir.Note, key: NoteKey, was: Any, now: Any
    ) -> dict[str, Phrase | None]:
        """What is known of a note that has changed. Of numbers also by how much: in `more` or in `less`, and `change`."""
        found: dict[str, Phrase | None] = {"of": self._of(note, key), "me": self._who()}
        found |= {"change": None, "more": None, "less": None}
        if isinstance(note.type, SetType):
            each = [self._value(note.type.element, one, None) for one in now or ()]
            found["now"] = self.phrases.listed([one for one in each if one is not None])
            return found
        found["now"] = None if now is None else self._value(note.type, now, None)
        if isinstance(note.type, NumberType) and isinstance(was, int):
            change = now - was
            found["change"] = Phrase(str(abs(change)), abs(change))
            found["more" if change > 0 else "less"] = found["change"]
        return found

    def _of(self, note: ir.Note, key: NoteKey) -> Phrase | None:
        found = [
            self._indexed(per, str(id))
            for per, id in zip(ir.list_indices(note.per), key, strict=True)
        ]
        return self.phrases.listed(found)

    def _indexed(self, per: str, id: str) -> Phrase:
        """What a note has a value for."""
        if per == "player":
            return self.phrases.seat(id)
        if per in self.game.spaces:
            return self.phrases.place(id)
        if per in self.game.kinds:
            return self.phrases.pieces(per, 1, [id], [])
        return Phrase(self.phrases.member(per, id))

    def _start(self, note: str, key: NoteKey) -> Any:
        starts = self.program.kept("starts of notes", _starts)
        return starts.get((note, key))

    # ---- the course of the game

    def _course(self, event: Event) -> None:
        what = event.get("what", "")
        name, _, does = what.rpartition(" ")
        if does == "begins" and name in self.table.phases:
            self._flush()
            self.phase = name
            self.rounds[name] = 0
            if not self._repeats(name):
                self._head_of_phase()
        elif what == "round begins":
            self._flush()
            self.rounds[self.phase] = self.rounds.get(self.phase, 0) + 1
            self._head_of_phase()
        elif what in ("turn begins", "turn ends"):
            self._flush()
            self._tell_choice()
            self.begins = True
        elif does == "ends" and name in self.table.phases:
            self._flush()
        self.phase = event["now"].get("phase", self.phase)

    def _repeats(self, id: str) -> bool:
        """Whether a phase tells each of its rounds."""
        phase = self.program.kept("phases by id", _phases)[id]
        return phase.turn is not None or phase.repeats

    def _head_of_phase(self) -> None:
        """The heading of a phase, or of one of its rounds."""
        phase = self.program.kept("phases by id", _phases)[self.phase]
        n = self.rounds.get(phase.id, 0)
        forms = self.phrases.said(phase.id)
        if forms is not None:
            values = {"round": Phrase(str(n), n), "name": Phrase(self.phrases.phase(phase))}
            self._head(self.phrases.fill(forms[0], values.get))
            self._flush()
            self.begins = True
            return
        name = self.phrases.phase(phase)
        if n and self._many_rounds(phase):
            told = self.phrases.phrase("round", n=Phrase(str(n), n)) or ""
            self._head(f"{name}, {told[:1].lower()}{told[1:]}" if name else told)
        else:
            self._head(name)

    def _many_rounds(self, phase: ir.Phase) -> bool:
        once = phase.rounds
        return phase.turn is None or not (isinstance(once, ir.Const) and once.value == 1)

    def _out(self, event: Event) -> None:
        if event.get("back") or event["player"] in self.gone:
            return
        if event["of"] == "game":
            self.gone.add(event["player"])
        if self._own(lambda done: True):
            return
        name = "out" if event["of"] == "game" else "out_of"
        self._phrase(name, who=self.phrases.seat(event["player"]))

    def _remembered(self, event: Event) -> None:
        """What rules make of it is told by what they do."""

    def _used(self, event: Event) -> None:
        """What is counted is told by what it does."""

    # ---- choices

    def _chosen(self, event: Event) -> None:
        if "forced" in event:
            return
        if self.choice is not None and (self.choice[0] != event["player"] or self.choice[2]):
            self._tell_choice()
        self.choice = None
        what = None if self.game.sentences else self._chosen_text(event)
        if what is not None:
            site = self.program.kept("sites by name", _sites)[event["decision"]]
            alone = site.element is None and site.name not in self.game.offers
            self.choice = event["player"], what, alone

    def _asked(self, event: Event) -> None:
        if self.choice is not None and self.choice[0] != event["player"]:
            self._tell_choice()

    def _chosen_text(self, event: Event) -> Phrase | None:
        """A choice in words, for games that have no sentences; None if nothing was chosen."""
        id, words = event["choice"], self.phrases.words
        site = self.program.kept("sites by name", _sites)[event["decision"]]
        if id in (None, site.extra, "no"):
            return None
        if site.form == "may":
            return Phrase(words.named(site.name))
        if site.element is None:
            entry, piece = site.labels[site.options.index(id)]
            label = words.named(entry)
            return Phrase(f"{label}: {piece.replace('_', ' ')}" if piece else label)
        if isinstance(site.element, PieceType):
            return None  # which one it was may be seen from what becomes of it
        value = self._value(site.element, int(id) if _is_number(site.element) else id, None)
        return None if value is None else Phrase(f"{words.named(site.name)} {value.text}")

    def _tell_choice(self) -> None:
        if self.choice is not None:
            player, what, _ = self.choice
            self.choice = None
            self._phrase("choose", who=self.phrases.seat(player), what=what)

    def _ended(self, event: Event) -> None:
        self._flush()
        ranks, phrases = event["ranks"], self.phrases
        seats = sorted(event["scores"], key=lambda seat: ranks[seat])
        scores = ", ".join(f"{phrases.seat(seat).text} {event['scores'][seat]}" for seat in seats)
        self.begins = True
        self._phrase("stopped" if event["unfinished"] else "over", scores=Phrase(scores))
        winners = phrases.seats(event["winners"])
        if winners is not None:
            self._phrase("win", who=winners)


def _joined(drafts: Sequence[_Draft]) -> list[_Draft]:
    """The drafts, those that can be told together as one."""
    found: list[_Draft] = []
    for draft in drafts:
        last = found[-1] if found else None
        both = last.joined(draft) if isinstance(last, _Flow) and isinstance(draft, _Flow) else None
        if both is None:
            found.append(draft)
        else:
            found[-1] = both
    return found


def _keys_of_effects(program: Program) -> dict[str, tuple[str, ...]]:
    """Under which names the ruleset may speak of each effect."""
    return {
        f"{definition.id}.{slot}": (f"{definition.id}.{slot}", f"{definition.kind}.{slot}")
        for definition in program.table.game.definitions
        for slot in definition.slots
    }


def _keys_of_hooks(program: Program) -> dict[str, str]:
    """Under which name the ruleset may speak of each hook."""
    return {
        hook.id: f"{hook.origin if hook.definition is None else hook.definition[1]}.{hook.rule}"
        for hook in program.table.game.hooks
    }


def _same(one: Event, other: Event) -> bool:
    """Whether two events may be about the same pieces."""
    if one["n"] != other["n"]:
        return False
    return all(
        not (one.get(key) and other.get(key)) or one[key] == other[key]
        for key in ("pieces", "faces")
    )


class _Numbers(dict[Type, dict[str, int]]):
    """Things of each type by their ids."""

    def __init__(self, program: Program) -> None:
        super().__init__()
        self.program = program

    def __missing__(self, of: Type) -> dict[str, int]:
        found = self[of] = {id: number for number, id in ids_of(self.program, of).items()}
        return found


def _is_number(of: Type) -> bool:
    return isinstance(of, NumberType)


def _sites(program: Program) -> dict[str, Site]:
    return {site.name: site for site in program.sites}


def _places(program: Program) -> dict[str, Any]:
    return {place.id: place for place in program.table.places}


def _phases(program: Program) -> dict[str, ir.Phase]:
    found, waiting = {}, [*program.table.game.course]
    while waiting:
        phase = waiting.pop()
        found[phase.id] = phase
        waiting += phase.phases
    return found


def _key(of: str | Sequence[str] | None) -> NoteKey:
    """What a note has a value for, as an event says it."""
    if of is None:
        return ()
    return (of,) if isinstance(of, str) else tuple(of)


def _starts(program: Program) -> dict[tuple[str, NoteKey], Any]:
    """What notes say at the start, if that is a number."""
    found = {}
    for id, note in program.table.game.notes.items():
        if isinstance(note.type, NumberType):
            start = note.start.value if isinstance(note.start, ir.Const) else 0
            for key in list_note_keys(program.table, note):
                found[id, tuple(each for each in key if each)] = start
    return found


__all__ = ["Sentence", "Teller"]
