"""What seats know about places in which pieces cannot be followed: for each face, the least number there.

**A look** at pieces raises these numbers to what it showed, but does not add to them: the next look may show the same
pieces again. **A piece that arrives** adds one of its face for those who know it. **A piece that leaves** subtracts one of
its face for those who know it, and for all others one of each face with the same back, since it may have been any.

**Everything is known** about a place if the numbers add up to the number of pieces with that back. If these all have one
face, those who know this know each piece that leaves.

**If all pieces there move** to another such place, the knowledge moves with them. (Only if no condition decides who sees
the pieces, in either place.) The same is true of pieces that are passed on. Shuffling changes nothing.

Nothing is kept for those who always see the pieces in a place, or where pieces can be followed. That one of two pieces has
a certain face cannot be kept: everything kept is true, but not everything that could be known is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from boardwright.interpreter.reference.evaluator import Evaluator


class Bounds:
    """Changes the knowledge about places in one position."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.position = evaluator.position
        self.table = evaluator.table
        self.seats = range(self.table.players)

    def certain(self, kind: str, piece: int) -> frozenset[int]:
        """The seats that know a piece's face since all pieces that it could be have one face, and are known."""
        place, face = self.position.place[kind][piece], self.position.face[kind][piece]
        backs = self.table.backs[kind]
        alike = [
            other
            for other in self.position.pieces_in(kind, place)
            if backs[self.position.face[kind][other]] == backs[face]
        ]
        found = set()
        for seat in self.seats:
            known = self.position.at_least[kind, place, seat]
            if known[face] == len(alike):
                found.add(seat)
        return frozenset(found)

    def left(self, kind: str, piece: int, place: int, who: frozenset[int]) -> None:
        """A piece has left a place, and these seats know which one."""
        face, backs = self.position.face[kind][piece], self.table.backs[kind]
        for seat in self.seats:
            known = self.position.at_least[kind, place, seat]
            for other in list(known):
                if other == face or (seat not in who and backs[other] == backs[face]):
                    known[other] -= 1
            self.position.at_least[kind, place, seat] = +known

    def came(self, kind: str, piece: int, place: int, who: frozenset[int]) -> None:
        """A piece has arrived in a place, and these seats know which one."""
        for seat in who & self._keepers(kind, place):
            self.position.at_least[kind, place, seat][self.position.face[kind][piece]] += 1

    def seen(self, kind: str, pieces: Iterable[int], seats: frozenset[int]) -> None:
        """These seats have one look at these pieces, wherever they are."""
        looked: dict[int, Counter[int]] = {}
        for piece in pieces:
            place = self.position.place[kind][piece]
            looked.setdefault(place, Counter())[self.position.face[kind][piece]] += 1
        for place, faces in looked.items():
            for seat in seats & self._keepers(kind, place):
                self.position.at_least[kind, place, seat] |= faces

    def poured(self, kind: str, pieces: Iterable[int], target: int) -> None:
        """These pieces are about to move: the knowledge about emptied places moves to the target."""
        if not self.position.is_hidden(kind) or self._one_by_one(target):
            return
        moving = set(pieces)
        for place in range(len(self.table.places)):
            here = self.position.pieces_in(kind, place)
            if here and place != target and moving.issuperset(here):
                if not self._one_by_one(place):
                    self._carry(kind, here[0], place, target)

    def passed_on(self, route: Mapping[int, int]) -> None:
        """All pieces in each of these places are about to move to another of them."""
        for kind in self.table.game.kinds:
            if not self.position.is_hidden(kind):
                continue
            arriving: dict[int, dict[int, Counter[int]]] = {}
            for place, target in route.items():
                arriving[target] = {}
                for seat in self._keepers(kind, target):
                    if seat in self._keepers(kind, place):
                        known = self.position.at_least[kind, place, seat]
                    else:
                        pieces = self.position.pieces_in(kind, place)
                        known = Counter(self.position.face[kind][piece] for piece in pieces)
                    arriving[target][seat] = Counter(known)
            for place in route:
                for seat in self.seats:
                    self.position.at_least.pop((kind, place, seat), None)
            for target, by_seat in arriving.items():
                if not self.table.places[target].tracked:
                    for seat, known in by_seat.items():
                        self.position.at_least[kind, target, seat] = known

    # ---- parts

    def _carry(self, kind: str, piece: int, place: int, target: int) -> None:
        """Moves knowledge: seats that see neither place keep it; those that see one learn each piece as it arrives."""
        seeing = self.evaluator.who_sees(kind, piece) | self._who_would_see(kind, piece, target)
        for seat in self.seats:
            known = self.position.at_least.pop((kind, place, seat), Counter())
            if seat in self._keepers(kind, target) - seeing:
                self.position.at_least[kind, target, seat] += known

    def _who_would_see(self, kind: str, piece: int, place: int) -> frozenset[int]:
        """The seats that would see a piece in another place."""
        places = self.position.place[kind]
        before = places[piece]
        places[piece] = place
        found = self.evaluator.who_sees(kind, piece)
        places[piece] = before
        return found

    def _one_by_one(self, place: int) -> bool:
        """Whether pieces can be followed in a place, or a condition decides who sees them."""
        declared = self.table.places[place]
        if declared.tracked or declared.is_space:
            return declared.tracked
        return self.table.game.places[declared.declared].visible_when is not None

    def _keepers(self, kind: str, place: int) -> frozenset[int]:
        """The seats for which knowledge about a place is kept."""
        declared = self.table.places[place]
        visible_to = declared.visible_for(kind)
        if declared.tracked or visible_to == "everyone" or not self.position.is_hidden(kind):
            return frozenset()
        if kind in self.table.disguised:
            return frozenset()  # this would reveal secret moves
        seats = frozenset(self.seats)
        if visible_to == "owner" and declared.piece_kind is None:
            return seats - {declared.owner}
        return seats
