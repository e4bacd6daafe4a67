"""The view of a position that one player may have.

It follows from what the rules declare about places, and from what was shown to whom. A view has the faces of the hidden
pieces that the player knows. Pieces have their current names. In a place where they cannot be followed they have no names:
the view has only their number, the faces that the player sees, and how many others the player knows, at least. A view
never has chance, or secret decisions of others.

Seat -1 is an onlooker, who sees what everybody sees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from boardwright.dsl.language.types import PieceType, SetType
from boardwright.dsl.rules import ir
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.machine.runtime import in_order, lay_in_order
from boardwright.interpreter.play.dealing import Claims, dealt
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.naming import called, face_told
from boardwright.interpreter.play.option_ids import back_of
from boardwright.interpreter.play.position import NoteKey, Reader, StockRows, list_note_keys, put_at
from boardwright.interpreter.play.record_lines import canonical
from boardwright.interpreter.play.sight import sight
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.table.table import Piece, Place

View = dict[str, Any]

_OPEN = ("phase", "round", "turn_number", "active_player", "last_player", "direction")
_IF_THERE = ("out_of_game", "out_of_round", "out_of_phase")
_TRIES = 50


def view(state: State, player: int) -> View:
    """The position as the player at this seat may see it, with the options if that player decides."""
    check_seat(state, player)
    return Looker(state, player).view()


def check_seat(state: State, seat: object) -> None:
    """Raises a `ValueError` that names the seats if this is not the number of one, or -1 for an onlooker."""
    seats = state.program.table.seats
    if seat not in range(-1, len(seats)):
        known = ", ".join(f"{number} is {name}" for number, name in enumerate(seats))
        raise ValueError(f"there is no seat {seat!r}: {known}, and -1 an onlooker")


def _no_rows(_: Program) -> dict[tuple[str, int], StockRows]:
    return {}


def owner_of_piece(state: State, kind: str, piece: int) -> int:
    """The seat to which a piece belongs now, or -1."""
    table, layout, v = state.program.table, state.program.layout, state.v
    owned_in = table.game.kinds[kind].owner
    if owned_in is None:
        return table.faces[kind][face_of_piece(state, kind, piece)].owner
    there = table.places[v[layout.places[kind] + piece]]
    return there.owner if there.declared == owned_in else -1


def face_of_piece(state: State, kind: str, piece: int) -> int:
    """The number of the face that a piece has now."""
    faces = state.program.layout.faces.get(kind)
    if faces is None:
        return state.program.table.pieces[kind][piece].face
    return state.v[faces + piece]


class Looker:
    """One player's sight of one state."""

    def __init__(self, state: State, player: int) -> None:
        self.state, self.player = state, player
        self.v, self.layout, self.table = state.v, state.program.layout, state.program.table
        self._knowers: dict[str, Callable[[int], bool]] = {}

    # ---- what can be seen

    def knower(self, kind: str) -> Callable[[int], bool]:
        """A function that says of each piece of a kind whether the player knows its face, where it is now."""
        found = self._knowers.get(kind)
        if found is None:
            found = sight(self.state.program, kind).knower(self.v, self.player)
            self._knowers[kind] = found
        return found

    def knows(self, kind: str, piece: int) -> bool:
        """Whether the player knows the face of a piece, where it is now."""
        return self.knower(kind)(piece)

    def sees_into(self, place: Place, what: str) -> bool:
        """Whether the player sees how much of a stock lies in a place."""
        seen = place.visible_for(what)
        return seen == "everyone" or (seen == "owner" and 0 <= self.player == self.owner_of(place))

    def owner_of(self, place: Place) -> int:
        """The seat to which a place belongs now, or -1; a place of a piece belongs to the owner of the piece."""
        kind = place.piece_kind
        if kind is None:
            return place.owner
        return owner_of_piece(self.state, kind, place.key)

    def place(self, kind: str, piece: int) -> Place:
        return self.table.places[self.v[self.layout.places[kind] + piece]]

    def face(self, kind: str, piece: int) -> str:
        return self.table.faces[kind][self.face_number(kind, piece)].id

    def face_number(self, kind: str, piece: int) -> int:
        """The face that the player sees, if the player knows it."""
        if not self.knows(kind, piece):
            return self.v[self.layout.faces[kind] + piece]
        return face_told(self.state.program, self.v, kind, piece, self.player)

    def back(self, kind: str, piece: int) -> View:
        """The back of a piece, which everybody knows."""
        face = self.table.faces[kind][self.v[self.layout.faces[kind] + piece]]
        return back_of(self.table, kind, face.definition)

    def learns_of(self, decision: Decision) -> bool:
        """Whether the player may know that this decision is made."""
        return decision.player == self.player or not decision.site.secret

    def unseen_there(self, kind: str, place: int) -> Counter[int]:
        """For each face, how many the player knows in a place, apart from those seen there."""
        bounds = self.layout.bounds.get(kind)
        if bounds is None or place not in bounds.rows:
            return Counter()
        if self.player < 0:
            word = bounds.common(self.v, place)
        else:
            word = bounds.word(self.v, place, self.player)
        if not word:
            return Counter()
        base = self.layout.faces[kind]
        seen = Counter(self.v[base + n] for n in self.pieces_in(kind, place) if self.knows(kind, n))
        return Counter(bounds.counted(word)) - seen

    def pieces_in(self, kind: str, place: int) -> tuple[int, ...]:
        """The pieces of a kind in a place, by number."""
        return bits(self.v[self.layout.masks[kind].at[place]])

    def claims(self, kind: str, pieces: Sequence[int], faces: Sequence[int]) -> Claims:
        """The knowledge about the places of these pieces, which have these unseen faces; places in the given order."""
        if kind not in self.layout.bounds:
            return ()
        by_place: dict[int, list[int]] = {}
        for piece in pieces:
            by_place.setdefault(self.v[self.layout.places[kind] + piece], []).append(piece)
        found = []
        for place, there in by_place.items():
            unseen = self.unseen_there(kind, place)
            known = [face for face in sorted(unseen) if face in faces for _ in range(unseen[face])]
            if known:
                found.append((tuple(there), tuple(known)))
        return tuple(found)

    def told(self, kind: str, piece: int) -> bool:
        """Whether the player can point at a piece: it has a name, or it is open and in sight."""
        if kind in self.layout.faces:
            return called(self.state.program, self.v, kind, piece) is not None
        return self.knows(kind, piece)

    # ---- the view

    def view(self) -> View:
        reader = self.state.program.kept("position", Reader)
        course = reader.course(self.v)
        found: View = {"player": self.table.seats[self.player] if self.player >= 0 else None}
        found["pieces"], found["piles"] = self.pieces()
        found["order"] = self.order()
        found["stocks"] = {
            stock: reader.stock(self.v, stock, self.rows_in_sight(stock)) for stock in reader.stocks
        }
        found["notes"] = self.notes(reader.values_of_notes(self.v))
        memories = reader.remembered(self.v)  # everybody sees what they compare
        if memories:
            found["memories"] = memories
        found.update({name: course[name] for name in _OPEN})
        found.update({name: course[name] for name in _IF_THERE if name in course})
        decision = self.state.decision
        if decision is not None and self.learns_of(decision):
            asked: View = {key: value for key, value in course["asked"].items() if key != "picked"}
            if decision.player == self.player:
                asked["options"] = list(decision.ids)
                asked.update(several(decision))
            found["asked"] = asked
        return found

    def pieces(self) -> tuple[View, View]:
        """The pieces that the player can point at, and the numbers of others by place."""
        single: View = {}
        piles: View = {}
        for kind, pieces in self.table.pieces.items():
            if kind in self.layout.faces:
                found = self.hidden_pieces(kind, piles)
            else:
                found = self.open_pieces(kind, pieces, piles)
            if found:
                single[kind] = found
        self.add_known(piles)
        for kinds in piles.values():
            for kind, pile in kinds.items():
                if len(pile.get("backs", ())) > 1:
                    pile["backs"].sort(key=canonical)
                if len(pile.get("faces", ())) > 1:
                    declared = [face.id for face in self.table.faces[kind]]
                    pile["faces"].sort(key=declared.index)
        # In the order of places: that of handles would reveal where the lowest one is.
        return single, {
            place.id: piles[place.id] for place in self.table.places if place.id in piles
        }

    def open_pieces(self, kind: str, pieces: Sequence[Piece], piles: View) -> View:
        """The visible pieces of a kind without faces; others are counted."""
        v, places, knows = self.v, self.table.places, self.knower(kind)
        first, sides = self.layout.places[kind], self.layout.sides.get(kind, -1)
        found: View = {}
        for number, piece in enumerate(pieces):
            place = places[v[first + number]].id
            if not knows(number):
                pile = piles.setdefault(place, {}).setdefault(kind, {"count": 0})
                pile["count"] += 1
                continue
            found[piece.id] = {"place": place}
            if sides >= 0:
                found[piece.id]["side"] = v[sides + number]
        return found

    def hidden_pieces(self, kind: str, piles: View) -> View:
        """The pieces of a hidden kind with names; others are counted by visible face or back."""
        v, layout, table, knows = self.v, self.layout, self.table, self.knower(kind)
        first, names, sides = layout.places[kind], layout.names[kind], layout.sides.get(kind, -1)
        has_back, pieces = bool(table.game.kinds[kind].back), table.pieces[kind]
        found: View = {}
        for number in self.by_name(kind):
            place, name, known = (
                table.places[v[first + number]].id,
                v[names + number],
                knows(number),
            )
            if name >= 0:
                facts: View = {"place": place}
                found[pieces[name].id] = facts
                if known:
                    facts["face"] = self.face(kind, number)
                elif has_back:
                    facts["back"] = self.back(kind, number)
                if sides >= 0:
                    facts["side"] = v[sides + number]
                continue
            pile = piles.setdefault(place, {}).setdefault(kind, {"count": 0})
            pile["count"] += 1
            if known:
                pile.setdefault("faces", []).append(self.face(kind, number))
            elif has_back:
                pile.setdefault("backs", []).append(self.back(kind, number))
        return found

    def by_name(self, kind: str) -> Sequence[int]:
        """All pieces of a kind by name; those that cannot be followed come last."""
        every, first = range(len(self.table.pieces[kind])), self.layout.names.get(kind)
        if first is None:
            return every
        called = sorted(zip(self.v[first : first + len(every)], every, strict=True))
        nameless = [n for name, n in called if name < 0]
        return [n for _, n in called[len(nameless) :]] + nameless

    def add_known(self, piles: View) -> None:
        """Adds knowledge about unseen pieces in piles: the least number with a face, or all with the same back."""
        for kind, bounds in self.layout.bounds.items():
            faces, backs = self.table.faces[kind], self.table.backs[kind]
            base = self.layout.faces[kind]
            for place in sorted(bounds.rows):
                unseen = self.unseen_there(kind, place)
                if not unseen:
                    continue
                pile = piles[self.table.places[place].id][kind]
                alike = Counter(
                    backs[self.v[base + n]]
                    for n in self.pieces_in(kind, place)
                    if not self.knows(kind, n)
                )
                known: Counter[int] = Counter()
                for face, count in unseen.items():
                    known[backs[face]] += count
                for face in sorted(unseen):
                    names = [faces[face].id] * unseen[face]
                    if known[backs[face]] < alike[backs[face]]:
                        pile.setdefault("at_least", {})[names[0]] = len(names)
                        continue
                    pile.setdefault("faces", []).extend(names)
                    for _ in names if "backs" in pile else ():
                        pile["backs"].remove(back_of(self.table, kind, faces[face].definition))
                if not pile.get("backs", True):
                    del pile["backs"]

    def order(self) -> View:
        """The pieces in ordered places, from the bottom to the top; None is an unknown piece."""
        found: View = {}
        for number, tops in self.layout.tops.items():
            for kind, above in self.layout.above.items():
                if self.layout.masks[kind].at[number] < 0:
                    continue
                named = [self.name(kind, piece) for piece in in_order(self.v, above, tops)]
                if any(name is not None for name in named):
                    found[self.table.places[number].id] = named
        return found

    def name(self, kind: str, piece: int) -> str | None:
        """The name of a piece for the player."""
        if self.told(kind, piece):
            return called(self.state.program, self.v, kind, piece)
        if kind in self.layout.faces and self.knows(kind, piece):
            return self.face(kind, piece)
        return None

    def rows_in_sight(self, stock: str) -> StockRows:
        """The places in which the player sees the amount of a stock, and its words."""
        kept = self.state.program.kept("stocks in sight", _no_rows)
        found = kept.get((stock, self.player))
        if found is None:
            _, rows = self.state.program.kept("position", Reader).stocks[stock]
            places = self.table.places
            found = [(place, at) for place, at in rows if self.sees_into(places[place], stock)]
            kept[stock, self.player] = found
        return found

    def notes(self, all_: View) -> View:
        """The notes that the player sees, without those about unknown pieces."""
        found = {}
        for id, values in all_.items():
            note = self.table.game.notes[id]
            keys = list_note_keys(self.table, note)
            kind = note.per if isinstance(note.per, str) and note.per in self.table.pieces else None
            seen: View = {}
            for n in range(len(keys)) if kind is None else self.by_name(kind):
                value = _find_at(values, keys[n])
                if value is not _MISSING and self.sees_note(note, n):
                    name = None if kind is None else self.name(kind, n)
                    put_at(seen, keys[n] if name is None else (name,), self.noted(note, n, value))
            if seen:
                found[id] = seen
        return found

    def noted(self, note: ir.Note, number: int, value: Any) -> Any:
        """The value of a note, with the player's names for pieces; None for an unknown piece."""
        of = note.type.element if isinstance(note.type, SetType) else note.type
        if not isinstance(of, PieceType) or of.kind not in self.layout.names:
            return value
        if value is None:
            return None
        word = self.v[self.layout.notes[note.id] + number]
        if of is note.type:
            return self.name(of.kind, word)
        names = [self.name(of.kind, piece) for piece in bits(word)]
        return sorted(names, key=lambda name: (name is None, name or ""))

    def sees_note(self, note: ir.Note, number: int) -> bool:
        """Whether the player sees the value that a note with `per:` has for this thing."""
        things = self.things_of(note, number)
        if not all(self.told(per, n) for per, n in things if per in self.table.pieces):
            return False
        if note.visible_to != "owner":
            return note.visible_to == "everyone"
        owning = ir.find_owning_index(note.per, self.table.game.varieties)
        assert owning is not None
        per, n = things[owning]
        if per == "player":
            return 0 <= self.player == n
        owner = self.place(per, n).owner if per in self.table.pieces else self.table.places[n].owner
        return 0 <= self.player == owner

    def things_of(self, note: ir.Note, number: int) -> list[tuple[str, int]]:
        """What a note has this value for, each as what it is and its number."""
        if isinstance(note.per, str):
            number = self.table.numbers_per(note.per)[number]
        return self.table.split_key(note.per, number)


def several(decision: Decision) -> View:
    """The picks of a choice of several things, for the player who decides; empty if one thing is chosen."""
    if not decision.site.several:
        return {}
    picked = list(decision.picked)
    return {"picked": picked, "least": decision.least, "most": decision.most}


_MISSING = object()


def _find_at(values: View, key: NoteKey) -> Any:
    """The value at a key, or `_MISSING`."""
    found: Any = values
    for id in key:
        found = found.get(id, _MISSING) if found is not _MISSING else found
    return found


# ---- leaks


def differences(one: State, other: State, player: int) -> tuple[str, ...]:
    """The parts of a player's view in which two states differ; empty if the player cannot tell them apart."""
    first, second = view(one, player), view(other, player)
    return tuple(key for key in {**first, **second} if first.get(key) != second.get(key))


def scrambled(state: State, player: int, stream: Stream) -> State:
    """Another state that looks the same to a player: unseen things are exchanged at random."""
    other = state.copy()
    looker, layout = Looker(state, player), state.program.layout
    for kind, pieces in looker.table.pieces.items():
        unknown = [n for n in range(len(pieces)) if not looker.knows(kind, n)]
        if kind in layout.faces:
            kept = list(other.v)
            for _ in range(_TRIES):
                _exchange_faces(looker, other, kind, unknown, stream)
                if not any(Looker(other, player).knows(kind, piece) for piece in unknown):
                    break
                # If a place shows some faces and not others, an unseen face there is one that it does not show.
                other.v[:] = kept
        elif kind in layout.above:
            for place, tops in layout.tops.items():
                if layout.masks[kind].at[place] < 0:
                    continue
                order = in_order(other.v, layout.above[kind], tops)
                if order and all(piece in unknown for piece in order):
                    stream.shuffle(order)
                    lay_in_order(other.v, layout.above[kind], layout.below[kind], tops, order)
    return other


def _exchange_faces(
    looker: Looker, state: State, kind: str, pieces: Sequence[int], stream: Stream
) -> None:
    """Exchanges faces among these pieces. Owners, backs and the knowledge about places stay."""
    layout = state.program.layout
    base, backs = layout.faces[kind], state.program.table.backs[kind]
    by_back: dict[int, list[int]] = {}
    for piece in pieces:
        by_back.setdefault(backs[state.v[base + piece]], []).append(piece)
    for members in by_back.values():
        values = [state.v[base + piece] for piece in members]
        known = looker.claims(kind, members, values)
        for piece, face in dealt(members, values, known, stream).items():
            state.v[base + piece] = face
    keeps_to_bounds(state, kind, looker.player)


def keeps_to_bounds(state: State, kind: str, player: int) -> bool:
    """Whether a player's knowledge about places is true; that of others is made true."""
    layout, true = state.program.layout, True
    if kind not in layout.bounds:
        return True
    bounds, base = layout.bounds[kind], layout.faces[kind]
    for place, at in bounds.rows.items():
        there = bits(state.v[layout.masks[kind].at[place]])
        faces = Counter(state.v[base + piece] for piece in there)
        for seat in range(state.program.table.players):
            known = Counter(bounds.counted(state.v[at + seat]))
            if seat != player:
                state.v[at + seat] = bounds.written(known & faces)
            elif known - faces:
                true = False
    return true


__all__ = ["View", "differences", "keeps_to_bounds", "scrambled", "view"]
