"""A position as one player sees it, as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from boardwright.dsl.language.types import NO_NUMBER, NumberType
from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import shown
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.play.naming import Words
from boardwright.interpreter.play.views import Looker
from boardwright.interpreter.tell.phrases import Phrases
from boardwright.terminal import width
from boardwright.text.grid import EMPTY, cells_of, drawn
from boardwright.text.screen_words import beside

if TYPE_CHECKING:
    from boardwright.interpreter.play.state import State
    from boardwright.interpreter.table.table import Place

_NOTHING = EMPTY
_LEFT = 24  # columns for names to the left of a grid


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the board with a heading: spaces of one kind, what belongs to nobody, or what belongs to one player."""

    title: str
    rows: tuple[tuple[str, str], ...]
    owner: int | None = None
    is_grid: bool = False


class BoardText:
    """The view of a state that a seat has, for people. Seat -1 is an onlooker."""

    def __init__(self, state: State, seat: int) -> None:
        self.v, self.seat = state.v, seat
        self.looker = Looker(state, seat)
        self.view = self.looker.view()
        self.table = state.program.layout.table
        self.program = state.program
        self.layout = state.program.layout
        self.game = self.table.game
        self.words: Words = state.words
        self.said = beside(state.words)
        self.phrases = Phrases(state.program, state.words)

    def headline(self) -> str:
        """The turn, the round and the phase."""
        v = self.v
        parts = []
        if self.table.phases:
            phase = self.table.phases[v[lay.PHASE]]
            parts.append(self.phase_name(phase))
        if v[lay.TURN_NUMBER]:
            parts.append(self.said.say("turn", n=v[lay.TURN_NUMBER]))
        if v[lay.ACTIVE] >= 0:
            parts.append(self.seat_name(v[lay.ACTIVE]))
        return shown(", ".join(parts) or self.words.pick(self.game.texts, self.game.id))

    def rows(self) -> list[tuple[str, str]]:
        """Each place and its contents, section by section. A row with nothing on the right is a heading."""
        return [row for section in self.sections() for row in ((section.title, ""), *section.rows)]

    def sections(self) -> list[Section]:
        """Each place and its contents: first the board, then what belongs to nobody, then player by player. Empty places
        outside the board are left out, and spaces that never hold anything.
        """
        found: list[Section] = []
        places = list(enumerate(self.table.places))
        for kind in self.game.spaces.values():
            of_kind = [
                (n, place) for n, place in places if place.is_space and place.declared == kind.id
            ]
            if any(place.holds for _, place in of_kind):
                title = self.words.pick(kind.texts, kind.plural.replace("_", " "))
                grid = self.grid(kind, dict(of_kind))
                rows = grid or [
                    (f"  {self.name(n)}", self.contents(n) or _NOTHING) for n, _ in of_kind
                ]
                found.append(_section(title, rows, is_grid=bool(grid)))
        shared = [(n, place) for n, place in places if not place.is_space and place.owner < 0]
        lines = [(f"  {self.name(n)}", told) for n, _ in shared if (told := self.contents(n))]
        if lines:
            found.append(_section(self.said.say("for_all"), lines))
        for seat in range(self.table.players):
            lines = [
                (f"  {self.zone_name(place)}", told)
                for n, place in places
                if not place.is_space and place.owner == seat and (told := self.contents(n))
            ]
            lines += list(self.notes(seat))
            you = f" ({self.said.say('you')})" if seat == self.seat else ""
            title = f"{self.seat_name(seat)}{you}"
            found.append(_section(title, lines or [(f"  {_NOTHING}", "")], seat))
        return found

    # ---- parts

    def grid(self, kind: ir.SpaceKind, places: Mapping[int, Place]) -> list[tuple[str, str]] | None:
        """The rows of a grid that fits on the screen; None for any other spaces."""
        cells = cells_of(kind)
        ids = [place.id for place in places.values()]
        if cells is None or not set(ids) <= cells.keys():
            return None
        contents = {place.id: self.contents(number) for number, place in places.items()}
        leans = kind.grid is not None and kind.grid.shape == "hexagonal"
        return drawn({id: cells[id] for id in ids}, contents, width() - _LEFT, leans=leans)

    def contents(self, place: int) -> str:
        """The contents of a place, as far as this seat may know them."""
        return "; ".join([*self.stocks(place), *self.pieces(place)])

    def stocks(self, number: int) -> Iterable[str]:
        place = self.table.places[number]
        for id, stock in self.game.stocks.items():
            found = self.view["stocks"].get(id, {}).get(place.id)
            if found is None or (stock.total is None and place.declared == stock.home):
                continue
            name = self.words.pick(stock.texts, id.replace("_", " "))
            if stock.each is None:
                yield f"{name} {found}"
                continue
            owner = self.table.seats[place.owner] if place.owner >= 0 else None
            amounts = (
                # A player's own pieces need no colour in that player's places.
                f"{amount}"
                if member == owner
                else f"{self.member_name(stock.each, member)} {amount}"
                for member, amount in found.items()
            )
            yield f"{name} {', '.join(amounts)}"

    def pieces(self, number: int) -> Iterable[str]:
        place = self.table.places[number].id
        order: list[str | None] = self.view["order"].get(place, [])
        for id, kind in self.game.kinds.items():
            single = {
                piece: facts
                for piece, facts in self.view["pieces"].get(id, {}).items()
                if facts["place"] == place
            }
            pile = self.view["piles"].get(place, {}).get(id, {"count": 0})
            if order:
                # From bottom to top.
                single = {each: single[each] for each in order if each in single}
            faces = [*pile.get("faces", [])]
            for face, count in pile.get("at_least", {}).items():
                faces += [face] * count
            names = [self.piece_name(id, piece, facts) for piece, facts in single.items()]
            names += [self.face_name(id, face) for face in faces]
            unknown = [None] * (pile["count"] - len(faces))
            names += [self.words.pick(kind.texts, id.replace("_", " ")) for _ in unknown]
            counted = Counter(names)
            if counted:
                yield ", ".join(f"{n} ×{c}" if c > 1 else n for n, c in counted.items())

    def notes(self, seat: int) -> Iterable[tuple[str, str]]:
        """The notes of a player that have a name for people."""
        for note in self.game.notes.values():
            named = note.per == "player" and note.texts and isinstance(note.type, NumberType)
            if named and self.looker.sees_note(note, seat):
                value = self.v[self.layout.notes[note.id] + seat]
                missing = note.optional and value == NO_NUMBER
                yield f"  {self.words.pick(note.texts, note.id)}", "-" if missing else str(value)

    # ---- names

    def name(self, number: int) -> str:
        """The name of a place; of a zone, with the name of its owner."""
        place = self.table.places[number]
        return self.words.place(self.program, number) if place.is_space else self.zone_name(place)

    def zone_name(self, place: Place) -> str:
        """The name of a zone without its owner, for rows under the owner's name."""
        number = self.table.places.index(place)
        return self.words.place(self.program, number, place.owner)

    def seat_name(self, seat: int) -> str:
        return self.words.seat(self.table.seats[seat])

    def member_name(self, variety: str, member: str) -> str:
        if variety == "player":
            return self.words.seat(member)
        texts = self.game.varieties[variety].member_texts.get(member, {})
        return self.words.pick(texts, member.replace("_", " "))

    def phase_name(self, id: str) -> str:
        waiting = list(self.game.course)
        while waiting:
            phase = waiting.pop()
            if phase.id == id:
                return self.words.pick(phase.texts, id.replace("_", " "))
            waiting += phase.phases
        return id.replace("_", " ")

    def piece_name(self, kind: str, id: str, facts: Mapping[str, Any]) -> str:
        """A piece that can be pointed at; the kind of a hidden piece whose face is unknown."""
        declared = self.game.kinds[kind]
        if "face" in facts:
            return self.face_name(kind, facts["face"])
        if kind in self.layout.faces:
            return self.words.pick(declared.texts, kind.replace("_", " "))
        piece = next(each for each in self.table.pieces[kind] if each.id == id)
        name = self.face_name(kind, self.table.faces[kind][piece.face].id)
        return f"{name} {facts['side']}" if "side" in facts else name

    def face_name(self, kind: str, id: str) -> str:
        faces = self.table.faces[kind]
        number = next(n for n, each in enumerate(faces) if each.id == id)
        told = self.phrases.unnamed(kind, faces[number])
        return told or self.words.face(self.table, kind, number)


def _section(
    title: str,
    rows: Iterable[tuple[str, str]],
    owner: int | None = None,
    *,
    is_grid: bool = False,
) -> Section:
    """A section that is safe to print."""
    safe = tuple((shown(name), shown(told)) for name, told in rows)
    return Section(shown(title), safe, owner, is_grid)
