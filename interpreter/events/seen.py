"""What one seat is told of what happens.

Each event is told by what the seat sees just before and just after it: a card that was shown and covered again was seen in
between. Pieces are called by the names that they have then; of those that cannot be followed only the count is told, and
the faces that are seen. Nothing is told of chance, nor of what happens in secret where the seat sees neither end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from boardwright.dsl.language.types import PieceType
from boardwright.dsl.rules import ir
from boardwright.interpreter.events.happenings import Happens, find_spoken
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.meanings import MISSING, Mark
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.naming import Words, called
from boardwright.interpreter.play.position import NoteKey, list_note_keys
from boardwright.interpreter.play.sight import sight
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.views import Looker
from boardwright.interpreter.program.program import Program, Vector
from boardwright.interpreter.table.table import Place

Event = dict[str, Any]
EVERYBODY = -2
"""The seat that is told what any player is told, such as whoever reports on a game when it is over."""


class Source(NamedTuple):
    """Who acts in an event, and its cause. If it `is_secret`, because it follows from what was chosen in secret, only whoever
    acts may know.
    """

    by: str | None
    cause: str
    is_secret: bool


class Seat:
    """Writes down what one player is told; seat -1 is an onlooker, who sees what all see, and EVERYBODY sees what any player sees.
    Who acts is told where that is another than before, and of causes those that the ruleset has words for.
    """

    def __init__(self, program: Program, player: int, words: Words) -> None:
        self.program, self.player, self.words = program, player, words
        self.table, self.layout = program.table, program.layout
        self.log: list[Event] = []
        self.decisions = 0
        self.told: tuple[str | None, str | None] = None, None  # the last event's `by` and `cause`
        # The effect that was chosen from an offer in this step, as the seat was told; and those of which it may not know that they go on.
        self.announced, self.unseen = "", frozenset[str]()

    def copy(self) -> Seat:
        """The same in another game that goes on from here."""
        other = Seat(self.program, self.player, self.words)
        other.log, other.decisions, other.told = [*self.log], self.decisions, self.told
        other.announced, other.unseen = self.announced, self.unseen
        return other

    def looker(self, v: Vector) -> Looker:
        """The seat's eyes on a position."""
        eyes = Everybody if self.player == EVERYBODY else Looker
        return eyes(State(self.program, v, self.program.fast, self.words), self.player)

    def is_told_all(self, player: int) -> bool:
        """Whether the seat is told everything about a choice of this player."""
        return self.player in (player, EVERYBODY)

    # ---- decisions

    def asked(self, decision: Decision, event: Event) -> None:
        """Somebody is asked: whoever it is hears all of it, others only who is asked what."""
        if decision.site.secret and not self.is_told_all(decision.player):
            return
        found = {"event": "asked", "n": self.decisions + 1}
        found |= {key: event[key] for key in ("player", "decision")}
        if decision.player == self.player:
            found |= {key: event[key] for key in ("options", "least", "most") if key in event}
            if decision.site.several:
                found["picked"] = list(decision.picked)
        self.log.append(found)

    def chosen(self, decision: Decision, choice: str, answer: int) -> None:
        """Somebody has chosen."""
        looker = self.looker(list(decision.v))
        self.announced = ""
        if not looker.learns_of(decision):
            return
        labels = decision.site.labels
        self.announced = labels[answer][0] if 0 <= answer < len(labels) else ""
        self.decisions += 1
        self.log.append(
            {
                "event": "chosen",
                "n": self.decisions,
                "player": self.table.seats[decision.player],
                "decision": decision.name,
                "choice": choice if may_know(decision, looker, choice, answer) else None,
            }
        )

    def forced(self, player: int, event: Event) -> None:
        """Somebody has had one answer only: whoever it was is told so."""
        if player == self.player:
            self.log.append({key: value for key, value in event.items() if key != "n"})

    def ended(self, event: Event) -> None:
        """The game is over."""
        self.log.append(event)

    # ---- what comes of them

    def _may_not_know(self, source: Source) -> bool:
        """Whether it is secret who brings something about: where others do what was chosen in secret."""
        if not source.is_secret or self.player == EVERYBODY:
            return False
        return self.player < 0 or source.by != self.table.seats[self.player]

    def see(
        self,
        events: Sequence[Event],
        before: Vector,
        v: Vector,
        mark: Mark | None,
        source: Source,
        looked: int = 0,
    ) -> None:
        """The events of one statement, between these two positions, all from one source. A look was at the pieces in the mask
        `looked`, as far as they cannot be followed.
        """
        eyes = self.looker(before), self.looker(v)
        for event in self._by_looks(self._by_places(events)):
            if event["event"] == "known" and "place" in event:
                found = self._seen_look(event, eyes[1], mark, looked)
            else:
                found = self._seen(event, *eyes, mark, source)
            if found is not None:
                self.log.append({"event": event["event"], **found, **self._source(source)})

    def _by_places(self, events: Sequence[Event]) -> Sequence[Event]:
        """The same with moves in the order of places: pieces of a set move in an order that nobody may know, and the order in which
        they leave several places would tell of it.
        """
        moves = [event for event in events if event["event"] == "moved" and event["pieces"]]
        if len(moves) < 2:
            return events
        moves.sort(key=lambda event: (self._place(event["from"]), self._place(event["to"])))
        # Moves without pieces say what is called what, or lies in which order: the next view tells that.
        return [*moves, *(event for event in events if event["event"] != "moved")]

    def _by_looks(self, events: Sequence[Event]) -> Sequence[Event]:
        """The same with one event for each place of which players have learned something: there is one for each of them."""
        found: list[Event] = []
        first: dict[tuple[str, str], Event] = {}
        for event in events:
            if event["event"] == "known" and "place" in event:
                key = event["kind"], event["place"]
                if key in first:
                    first[key]["to"] += event["to"]
                    continue
                event = first[key] = {**event, "to": [*event["to"]]}
            found.append(event)
        return found

    def happened(self, happens: Happens, values: Sequence[int], v: Vector, source: Source) -> None:
        """Something begins that is told of by name; not what somebody else does in secret. Pieces that the seat cannot point
        at and does not know are left out.
        """
        looker = self.looker(v)
        if self._may_not_know(source):
            return
        if self._is_unseen(happens, values, looker):
            self.unseen |= {happens.name}
            return
        self.unseen -= {happens.name}
        self.log.append({**happens.event(values, looker), **self._source(source)})

    def _is_unseen(self, happens: Happens, values: Sequence[int], looker: Looker) -> bool:
        """Whether this is the effect of a piece whose face the seat does not know, and which nobody has said to use: its name would tell
        the face.
        """
        if happens.does != "slot" or happens.name == self.announced:
            return False
        if happens.name in self.table.game.sentences:  # the ruleset says it
            return False
        of, number = None if happens.piece is None else happens.piece.type, values[-1:]
        if (
            not isinstance(of, PieceType)
            or of.kind not in self.layout.faces
            or number in ((), (MISSING,))
        ):
            return False
        return not looker.knows(of.kind, number[0])

    def _source(self, source: Source) -> Event:
        """Who acts and by which rule that has words, if that is another than before. Of secrets nothing is told."""
        told: tuple[str | None, str | None] = None, None
        if not self._may_not_know(source):
            is_told = source.cause in self.spoken and source.cause not in self.unseen
            told = source.by, source.cause if is_told else None
        names = ("by", "cause")
        found = {
            name: now for name, now, was in zip(names, told, self.told, strict=True) if now != was
        }
        self.told = told
        return found

    @property
    def spoken(self) -> Collection[str]:
        """The causes that the ruleset has sentences for."""
        return self.program.kept("causes with sentences", find_spoken)

    def _seen(
        self, event: Event, before: Looker, after: Looker, mark: Mark | None, source: Source
    ) -> Event | None:
        match event["event"]:
            case "moved" | "swapped" | "shuffled":
                return self._seen_pieces(event, before, after)
            case "known":
                return self._seen_known(event, before, after, mark)
            case "rolled":
                return self._seen_dice(event, after)
            case "amount":
                return self._seen_amount(event)
            case "noted":
                return self._seen_note(event, after)
            case "used":
                # What begins anew was used before, which may have been in secret.
                silent = "anew" in event or self._may_not_know(source)
                return None if silent else self._seen_use(event)
            case "course" | "out" | "remembered":
                return _without(event)
            case _:
                return None  # chance: what it moves or shows tells

    def _numbers(self, kind: str, ids: object) -> list[int]:
        """The numbers of pieces by their handles."""
        assert isinstance(ids, list)
        every = self.program.kept("numbers of pieces", _numbers_of_pieces)[kind]
        return [every[id] for id in ids]

    def _place(self, id: object) -> int:
        return self.program.kept("numbers of places", _numbers_of_places)[str(id)]

    def _sees(self, kind: str, place: object, looker: Looker) -> bool:
        return place is not None and looker.sees_into(self.table.places[self._place(place)], kind)

    def _seen_pieces(self, event: Event, before: Looker, after: Looker) -> Event | None:
        kind = str(event["kind"])
        ends = [event[key] for key in ("from", "to", "place") if key in event]
        seen = any(self._sees(kind, end, eyes) for end in ends for eyes in (before, after))
        if event.get("secretly") and not seen:
            return None
        pieces = self._numbers(kind, event.get("pieces", []))
        found: Event = {"kind": kind}
        if event["event"] == "shuffled":
            return found | {"place": event["place"]}
        if not pieces:
            return None  # names and orders are what the next view tells
        found["n"] = len(pieces)
        names, faces = self._told_of(kind, pieces, before, after)
        if names:
            found["pieces"] = names
        if faces:
            found["faces"] = faces
        return found | {key: event[key] for key in ("from", "to", "at") if key in event}

    def _told_of(
        self, kind: str, pieces: Sequence[int], *eyes: Looker
    ) -> tuple[list[str], list[str]]:
        """What these pieces may be called, and the faces that are seen, before or after."""
        names, faces = [], []
        hidden = kind in self.layout.faces
        for piece in pieces:
            told = [called(self.program, e.v, kind, piece) for e in eyes if e.told(kind, piece)]
            names += [name for name in told if name is not None][:1]
            if hidden:
                faces += [e.face(kind, piece) for e in eyes if e.knows(kind, piece)][:1]
        return sorted(names), sorted(faces)

    def _seen_known(
        self, event: Event, before: Looker, after: Looker, mark: Mark | None
    ) -> Event | None:
        """Who looks at what, and not who knew it before; the faces for those who know them."""
        if mark is None or not isinstance(mark.node, ir.Look) or "pieces" not in event:
            return None
        kind = str(event["kind"])
        pieces = self._numbers(kind, event["pieces"])
        names, faces = self._told_of(kind, pieces, after)
        found: Event = {"kind": kind, "n": len(pieces)}
        places = {after.place(kind, piece).id for piece in pieces}
        if len(places) == 1:
            (found["place"],) = places
        if names:
            found["pieces"] = names
        if faces:
            found["faces"] = faces
        to = event["to"]
        assert isinstance(to, list)
        if mark.node.who is not None:
            known = [before.v[self.layout.known[kind] + piece] for piece in pieces]
            to = [
                seat
                for number, seat in enumerate(self.table.seats)
                if seat in to and not all(mask >> number & 1 for mask in known)
            ]
        return found | {"to": to}

    def _seen_look(
        self, event: Event, after: Looker, mark: Mark | None, looked: int
    ) -> Event | None:
        """Who looks at pieces that cannot be followed; their faces for those who see them."""
        if mark is None or not isinstance(mark.node, ir.Look):
            return None
        kind, place, seats = str(event["kind"]), event["place"], self.table.seats
        pieces = [piece for piece in bits(looked) if after.place(kind, piece).id == place]
        to = seats if mark.node.who is None else event["to"]
        found: Event = {"kind": kind, "n": len(pieces), "place": place}
        shown = mark.node.who is None or (self.player >= 0 and seats[self.player] in to)
        ids, base = self.table.faces[kind], self.layout.faces[kind]
        faces = [ids[after.v[base + n]].id for n in pieces if shown or after.knows(kind, n)]
        if faces:
            found["faces"] = sorted(faces)
        return found | {"to": [*to]}

    def _seen_dice(self, event: Event, after: Looker) -> Event | None:
        kind, sides = str(event["kind"]), event["sides"]
        assert isinstance(sides, dict)
        numbers = dict(zip(sides, self._numbers(kind, list(sides)), strict=True))
        seen = {die: side for die, side in sides.items() if after.told(kind, numbers[die])}
        return {"kind": kind, "sides": seen} if seen else None

    def _seen_amount(self, event: Event) -> Event | None:
        """An amount is told to who sees either end, and the other end only if that is seen, too."""
        stock = str(event["stock"])
        ends = {
            key: event[key]
            for key in ("from", "to")
            if self._sees(stock, event[key], self.looker([]))
        }
        if not ends:
            return None
        return {key: event[key] for key in ("stock", "sort", "n") if key in event} | ends

    def _seen_use(self, event: Event) -> Event:
        """What is counted for hidden pieces does not tell which one it is."""
        hidden = {piece.id for kind in self.layout.faces for piece in self.table.pieces[kind]}
        return {k: v for k, v in _without(event).items() if k != "of" or v not in hidden}

    def _seen_note(self, event: Event, after: Looker) -> Event | None:
        if "forgotten" in event:
            forgotten = event["forgotten"]
            assert isinstance(forgotten, list)
            seen = [self._forgotten(after, *note) for note in forgotten]
            told = [note for note in seen if note]
            return {"forgotten": told} if told else None
        note, of = str(event["note"]), event.get("of", "")
        key = tuple(of) if isinstance(of, list) else (of,)
        declared, number = self._find_note(note, key)
        if not after.sees_note(declared, number):
            return None
        found: Event = {"note": note}
        if of:
            found["of"] = of
            if isinstance(declared.per, str) and declared.per in self.table.pieces:
                found["of"] = after.name(declared.per, number)
        return found | {"now": after.noted(declared, number, event["now"])}

    def _forgotten(self, looker: Looker, note: str, *key: str) -> list[str | None]:
        declared, number = self._find_note(note, key or ("",))
        if not looker.sees_note(declared, number):
            return []
        if isinstance(declared.per, str) and declared.per in self.layout.faces:
            return [note, looker.name(declared.per, number)]
        return [note, *key]

    def _find_note(self, note: str, key: NoteKey) -> tuple[ir.Note, int]:
        """A note, and the number of one of its values."""
        declared = self.table.game.notes[note]
        return declared, list_note_keys(self.table, declared).index(key)


def may_know(decision: Decision, looker: Looker, choice: str, answer: int) -> bool:
    """Whether a player learns what was chosen, going by what could be seen before the choice."""
    of = decision.site.element
    if looker.player in (decision.player, EVERYBODY) or not isinstance(of, PieceType):
        return True
    if answer == lay.DECLINED or looker.name(of.kind, answer) == choice:
        return True
    # Of what the chooser could neither see nor follow, the id tells no more than where it lay.
    chooser = Looker(looker.state, decision.player)
    return not chooser.told(of.kind, answer) and not chooser.knows(of.kind, answer)


class Everybody(Looker):
    """The sight of all players together."""

    def knower(self, kind: str) -> Callable[[int], bool]:
        found = self._knowers.get(kind)
        if found is None:
            of = sight(self.state.program, kind)
            seats = [of.knower(self.v, seat) for seat in range(self.table.players)]
            found = self._knowers[kind] = lambda piece: any(knows(piece) for knows in seats)
        return found

    def sees_into(self, place: Place, what: str) -> bool:
        seen = place.visible_for(what)
        return seen == "everyone" or (seen == "owner" and self.owner_of(place) >= 0)

    def face_number(self, kind: str, piece: int) -> int:
        return self.v[self.layout.faces[kind] + piece]

    def learns_of(self, decision: Decision) -> bool:
        return True

    def sees_note(self, note: ir.Note, number: int) -> bool:
        pieces = [each for each in self.things_of(note, number) if each[0] in self.table.pieces]
        return note.visible_to != "nobody" and all(self.told(*piece) for piece in pieces)


def _without(event: Event) -> Event:
    return {key: value for key, value in event.items() if key not in ("event", "by", "cause")}


def _numbers_of_pieces(program: Program) -> dict[str, dict[str, int]]:
    return {
        kind: {piece.id: number for number, piece in enumerate(pieces)}
        for kind, pieces in program.table.pieces.items()
    }


def _numbers_of_places(program: Program) -> dict[str, int]:
    return {place.id: number for number, place in enumerate(program.table.places)}


__all__ = ["EVERYBODY", "Seat", "Source", "may_know"]
