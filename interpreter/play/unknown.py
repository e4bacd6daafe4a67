"""What a player does not know of a position, as lists of words that can be dealt any number of times.

`unknown` computes once which words may exchange their values, where unseen pieces may lie, and which values a secret note
or a die may have. This takes most of the time of making up a position, and is the same for all of them.
`determinize.py` deals.

Only things that the player may know are read from the state. Two states that look the same to the player give the same
lists: their order does not depend on anything hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from boardwright.dsl.language.types import MemberType, NumberType, PlayerType, YesNoType
from boardwright.dsl.rules import ir
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.carriers import Carrier
from boardwright.interpreter.machine.runtime import in_order
from boardwright.interpreter.machine.word_ranges import Between
from boardwright.interpreter.native.choice import NATIVE
from boardwright.interpreter.play.naming import members_of
from boardwright.interpreter.play.pending import Pending, limits_in_secret, secrets_of
from boardwright.interpreter.play.sight import sight
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.unknown_words import (
    Again,
    Answered,
    CannotImagineError,
    Drawn,
    Exchange,
    Scatter,
    Share,
    Unknown,
)
from boardwright.interpreter.play.views import Looker, differences
from boardwright.interpreter.program.program import Vector


def unknown(state: State, player: int) -> Unknown:
    """What the player at this seat does not know; player -1 is an onlooker. Raises `CannotImagineError` if others may have
    answered in secret, but it is not known when.
    """
    pending, again = state.pending, None
    if pending is not None and pending.concerns(player):
        again = _answer_again(pending, state, player)
        state = pending.states(state)[0]
    elif pending is None and _may_be_secret(state):
        raise CannotImagineError("it is not known what was answered in secret")
    found = replace(_Finder(state, player).found(), again=again)
    if not state.program.has_kept(NATIVE):
        return found
    from boardwright.interpreter.play.native_dealing import dealer_of

    return replace(found, dealer=dealer_of(found))


def _answer_again(pending: Pending, state: State, player: int) -> Again:
    """What was answered, as far as the player knows: the own answers, and those after which something looks different."""
    secrets, v = secrets_of(state.program), state.v
    assert secrets is not None
    calm = v[lay.SITE] in secrets.together
    before = pending.states(state)
    after = (*before[1:], state.copy())
    answers = []
    for here, there, answer in zip(before, after, pending.answers, strict=True):
        decision = here.decision
        assert decision is not None
        seat = decision.player
        known = seat == player or (not calm and set(differences(here, there, player)) - {"asked"})
        id = decision.ids[decision.answers().index(answer)] if known else None
        answers.append(Answered(seat, answer, id))
    asked = state.decision
    options = len(asked) if asked is not None and asked.player == player else 0
    where = v[lay.PC], v[lay.SITE], v[lay.ASKER]
    return Again(tuple(answers), *where, options, None if calm else after)


def _may_be_secret(state: State) -> bool:
    secrets, v = secrets_of(state.program), state.v
    return (
        secrets is not None
        and v[lay.PC] >= 0
        and v[lay.DECISIONS] > 0
        and v[lay.SITE] in secrets.inside
    )


class _Finder:
    """Reads one position for one player."""

    def __init__(self, state: State, player: int) -> None:
        self.player = player
        self.layout, self.table = state.program.layout, state.program.table
        self.seen, self.other = Looker(state, player), state.copy()
        self.v: Vector = self.other.v
        self.drawn: list[Drawn] = []
        self.shares: list[Share] = []
        self.scatters: list[Scatter] = []
        self.exchanges: list[Exchange] = []
        self.used: list[Drawn] = []

    def found(self) -> Unknown:
        for kind, pieces in self.table.pieces.items():
            knows = self.seen.knower(kind)
            hidden = self.in_sight_order(kind, [n for n in range(len(pieces)) if not knows(n)])
            if kind in self.layout.faces:
                self.believe(kind, hidden)
                self.faces(kind, hidden)
                self.knowledge(kind)
            elif len(hidden) > 1:
                self.whereabouts(kind, hidden)
            if kind in self.layout.sides:
                sides = self.table.game.kinds[kind].sides
                each = self.told_apart(kind, hidden)
                self.drawn += [Drawn(self.layout.sides[kind] + n, 1, sides) for n in each]
            self.notes(kind)
        for note in self.table.game.notes.values():
            if note.visible_to != "everyone":
                self.secret_note(note)
        for stock in self.table.stock_members:
            self.stock(stock)
        self.uses()
        return Unknown(
            self.other,
            self.player,
            tuple(at for at in (lay.RANDOM, self.layout.naming) if at >= 0),
            tuple(self.drawn),
            tuple(self.shares),
            tuple(self.scatters),
            # Faces that need attempts come last, when everything else is dealt: a rule may read anything.
            tuple(sorted(self.exchanges, key=lambda each: each.kind is not None)),
            tuple(self.used),
        )

    def in_sight_order(self, kind: str, pieces: Sequence[int]) -> list[int]:
        """Pieces by place, depth and name, and by number only if nothing else distinguishes them."""
        v, depths = self.seen.v, {}
        if len(pieces) < 2:
            return list(pieces)
        for _, order in self.orders(kind):
            depths.update({piece: depth for depth, piece in enumerate(order)})
        first, names = self.layout.places[kind], self.layout.names.get(kind)
        called = {n: n if names is None else v[names + n] for n in pieces}
        return sorted(pieces, key=lambda n: (v[first + n], depths.get(n, 0), called[n], n))

    def told_apart(self, kind: str, pieces: Sequence[int]) -> list[int]:
        """Unseen pieces in an order that does not depend on where those lie that could lie anywhere."""
        return self.in_sight_order(kind, pieces) if kind in self.layout.faces else sorted(pieces)

    def orders(self, kind: str) -> list[tuple[int, list[int]]]:
        """The tops of ordered places of a kind, and the pieces there."""
        if kind not in self.layout.above:
            return []
        masks, above = self.layout.masks[kind].at, self.layout.above[kind]
        return [
            (tops, in_order(self.seen.v, above, tops))
            for place, tops in self.layout.tops.items()
            if masks[place] >= 0
        ]

    # ---- faces

    def believe(self, kind: str, unknown: Sequence[int]) -> None:
        """Makes the player's beliefs about faces true, as far as the existing faces allow it."""
        if kind not in self.layout.believed:
            return
        v, base, count = self.v, self.layout.faces[kind], len(self.table.pieces[kind])
        told = {n: self.seen.face_number(kind, n) for n in range(count) if n not in unknown}
        rest = [n for n in range(count) if v[base + n] != told.get(n)]
        left = sorted(v[base + n] for n in rest)
        for piece in tuple(rest):
            if told.get(piece) in left:
                v[base + piece] = told[piece]
                left.remove(told[piece])
                rest.remove(piece)
        for piece, face in zip(rest, left, strict=True):
            v[base + piece] = face
        believed = self.layout.believed[kind]
        for seat in range(self.table.players):
            for piece in range(count):
                name = v[self.layout.names[kind] + piece]
                at = believed + seat * count + name
                if name >= 0 and (seat != self.player or v[at] == v[base + piece]):
                    v[at] = -1

    def faces(self, kind: str, pieces: Sequence[int]) -> None:
        """Unknown faces are dealt again among the pieces with the same back."""
        base, backs = self.layout.faces[kind], self.table.backs[kind]
        shown, first = sight(self.other.program, kind).shown, self.layout.places[kind]
        by_back: dict[int, list[int]] = {}
        for piece in pieces:
            by_back.setdefault(backs[self.v[base + piece]], []).append(piece)
        for back in sorted(by_back):
            members = by_back[back]
            values = sorted(self.v[base + piece] for piece in members)
            claims = tuple(
                (tuple(base + piece for piece in there), known)
                for there, known in self.seen.claims(kind, members, values)
            )
            ruled = any(shown[self.v[first + piece]] is None for piece in members)
            at = tuple(base + piece for piece in members)
            if len(at) > 1:
                tried = kind if ruled else None
                self.exchanges.append(Exchange(at, tuple(values), claims, tried, base))

    def knowledge(self, kind: str) -> None:
        """The player does not know what others know about places where pieces cannot be followed: here, they know nothing.
        An onlooker knows what everybody knows.
        """
        bounds = self.layout.bounds.get(kind)
        if bounds is None:
            return
        for place, at in bounds.rows.items():
            common = bounds.common(self.v, place) if self.player < 0 else 0
            for seat in range(self.table.players):
                if seat != self.player:
                    self.v[at + seat] = common if bounds.keepers[place] >> seat & 1 else 0

    # ---- the rest

    def whereabouts(self, kind: str, pieces: Sequence[int]) -> None:
        """Unseen pieces without a face: any of them may be where any other is."""
        v, first, masks = self.v, self.layout.places[kind], self.layout.masks[kind].at
        places = tuple(v[first + piece] for piece in pieces)
        for piece, place in zip(pieces, places, strict=True):
            v[masks[place]] &= ~(1 << piece)
        above, below = self.layout.above.get(kind, 0), self.layout.below.get(kind, 0)
        slot = {piece: ~n for n, piece in enumerate(pieces)}
        orders = tuple(
            (tops, tuple(slot.get(piece, piece) for piece in order))
            for tops, order in self.orders(kind)
            if any(piece in slot for piece in order)
        )
        if above:
            for piece in pieces:
                v[above + piece] = v[below + piece] = 0
        where = tuple(masks[place] for place in places)
        self.scatters.append(
            Scatter(tuple(sorted(pieces)), places, where, first, above, below, orders)
        )

    def notes(self, kind: str) -> None:
        """A note about one of several indistinguishable pieces may be about any of them."""
        notes = [
            note
            for note in self.table.game.notes.values()
            if kind in ir.list_indices(note.per) and note.visible_to == "everyone"
        ]
        if not notes:
            return
        pieces = [n for n in range(len(self.table.pieces[kind])) if not self.seen.told(kind, n)]
        pieces = self.told_apart(kind, pieces)
        for note in notes:
            for words in self.words_of(note, kind, pieces) if len(pieces) > 1 else ():
                values = sorted(self.v[word] for word in words)
                self.exchanges.append(Exchange(words, tuple(values)))

    def words_of(
        self, note: ir.Note, kind: str, pieces: Sequence[int]
    ) -> Iterator[tuple[int, ...]]:
        """The words that a note has for these pieces; of two indices, for each value of the other one."""
        at, per = self.layout.notes[note.id], ir.list_indices(note.per)
        if len(per) == 1:
            yield tuple(at + piece for piece in pieces)
            return
        first, second = (range(len(self.table.numbers_per(each))) for each in per)
        if per[0] == kind:
            for n in second:
                yield tuple(at + piece * len(second) + n for piece in pieces)
        if per[1] == kind:
            for n in first if per[0] != kind else [n for n in first if n not in pieces]:
                yield tuple(at + n * len(second) + piece for piece in pieces)

    def secret_note(self, note: ir.Note) -> None:
        """A note that the player does not see may have any value; without bounds, it has its first value."""
        at, (low, count) = self.layout.notes[note.id], self.values(note)
        if note.optional and count and not isinstance(note.type, NumberType):
            low, count = low - 1, count + 1  # it may be nothing, too
        for number in range(self.layout.note_keys(note.per)):
            if self.seen.sees_note(note, number):
                continue
            if count:
                self.drawn.append(Drawn(at + number, low, count))
            else:
                self.v[at + number] = self.layout.starts[note.id]

    def values(self, note: ir.Note) -> tuple[int, int]:
        """The lowest value of a note, and the number of values; None if there are no bounds."""
        bounded = (note.low, note.high) != (-lay.LARGEST_NOTE, lay.LARGEST_NOTE)
        match note.type:
            case NumberType() if bounded:
                return note.low, note.high - note.low + 1
            case YesNoType():
                return 0, 2
            case PlayerType():
                return 0, self.table.players
            case MemberType(variety=variety):
                return 0, len(members_of(self.table, variety))
            case _:
                return 0, 0

    def uses(self) -> None:
        """How often others have used what they may use in secret is not known: at first, they have not used it."""
        secret = limits_in_secret(self.other.program)
        for name, at in self.layout.limits:
            if name in secret:
                whose, (_, times) = self.layout.whose[at], self.layout.holds[at]
                assert isinstance(times, Between)
                for n, carrier in enumerate(whose):
                    if not self.is_own(carrier):
                        self.v[at + n] = 0
                        self.used.append(Drawn(at + n, 0, times.high + 1))

    def is_own(self, carrier: Carrier) -> bool:
        """Whether the player is this one, or knows to have the piece or space, or a piece with this face."""
        kind, number = carrier.kind, carrier.number
        if kind == "player":
            return number == self.player
        if kind not in self.table.pieces:
            return 0 <= self.player == self.table.spaces[number].owner
        pieces: Sequence[int] = (number,)
        if carrier.by_face:
            at = self.layout.faces[kind]
            every = range(len(self.table.pieces[kind]))
            pieces = [piece for piece in every if self.seen.v[at + piece] == number]
        return any(
            self.seen.knows(kind, piece) and 0 <= self.player == self.seen.place(kind, piece).owner
            for piece in pieces
        )

    def stock(self, id: str) -> None:
        """Unseen amounts: the rest of the total is anywhere; without a total, others have as much as the player."""
        declared, rows = self.table.game.stocks[id], self.layout.stocks[id].at
        unseen = [
            number
            for number, place in enumerate(self.table.places)
            if rows[number] >= 0 and not self.seen.sees_into(place, id)
        ]
        for member in range(len(self.table.stock_members[id])):
            at = [rows[number] + member for number in unseen]
            if declared.total is None:
                for number, word in zip(unseen, at, strict=True):
                    self.v[word] = self.as_mine(id, number, member)
            elif len(at) > 1:
                self.shares.append(Share(tuple(at), sum(self.v[word] for word in at)))

    def as_mine(self, stock: str, number: int, member: int) -> int:
        """The amount in the player's own place of the same name."""
        declared = self.table.places[number].declared
        for mine, place in enumerate(self.table.places):
            if place.declared == declared and place.owner == self.player >= 0:
                at = self.layout.stocks[stock].at[mine]
                if at >= 0 and self.seen.sees_into(place, stock):
                    return self.seen.v[at + member]
        return 0


__all__ = ["Drawn", "Exchange", "Scatter", "Share", "Unknown", "unknown"]
