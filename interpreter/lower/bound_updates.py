"""What becomes of the knowledge of places in which pieces cannot be followed, as functions in the lowered form.

Pieces leave such a place and come to it, seen by some players and not by others; some are looked at; all may go at once.
`primitives.py` calls these functions where that happens. See `face_bounds.py` for the words that they change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from boardwright.interpreter.lower.addresses import NO, has
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.lower.expressions import begin_function
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.face_bounds import Bounds
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var, add
from boardwright.interpreter.table import errors
from boardwright.interpreter.table.table import Zone

SeenBy = Callable[[Emitter, lo.Expr], lo.Expr]
"""The players who see what lies in a place, as an expression; places with a condition for that left aside."""

PLACE, FACE, WHO, SEAT, AT = Var("place"), Var("face"), Var("who"), Var("seat"), Var("at")
PIECES, TARGET = Var("pieces"), Var("target")


def is_bounded(linking: Linking, kind: str, among: Sequence[int] | None) -> bool:
    """Whether any of these places has words for what is known of it; with None, any place."""
    bounds = linking.layout.bounds.get(kind)
    return bounds is not None and (among is None or any(p in bounds.rows for p in among))


def left(kind: str, place: lo.Expr, face: lo.Expr, who: lo.Expr) -> lo.Expr:
    """A piece leaves a place, and these players know its face: who knows it then.

    That is also who knew that all pieces with its back there have this face.
    """
    return lo.Apply(f"left_{kind}", (place, face, who))


def came(kind: str, place: lo.Expr, face: lo.Expr, who: lo.Expr) -> lo.Stmt:
    """A piece has come to a place; these players know its face."""
    return lo.Do(lo.Apply(f"came_{kind}", (place, face, who)))


def seen_once(kind: str, place: lo.Expr, face: lo.Expr, who: lo.Expr) -> lo.Stmt:
    """These players have a look at one piece there."""
    return lo.Do(lo.Apply(f"seen_once_{kind}", (place, face, who)))


def poured_from(kind: str, place: lo.Expr, pieces: lo.Expr, target: lo.Expr) -> lo.Stmt:
    """These pieces are about to move: what is known of the place, if they are all that lie there, goes with them."""
    return lo.Do(lo.Apply(f"pour_from_{kind}", (place, pieces, target)))


def poured(kind: str, pieces: lo.Expr, target: lo.Expr) -> lo.Stmt:
    """The same, wherever these pieces lie."""
    return lo.Do(lo.Apply(f"pour_{kind}", (pieces, target)))


def bound_functions(linking: Linking, kind: str, seen_by: SeenBy) -> Iterator[lo.Function]:
    """What the statements above call."""
    if kind not in linking.layout.bounds:
        return
    words = _Words(linking, kind)
    yield words.left()
    yield words.came()
    yield words.seen_once()
    yield words.all_of()
    yield words.show_all()
    yield words.pour_from(seen_by)
    yield words.pour()


class PassedOn:
    """What is known of the places of all players when everybody's content goes to a neighbour at once."""

    def __init__(self, linking: Linking, kind: str, zone: Zone) -> None:
        self.linking, self.kind, self.zone = linking, kind, zone
        self.bounds: Bounds = linking.layout.bounds[kind]

    def before(self, seat: int) -> Iterable[lo.Stmt]:
        """Keeps what is known of a player's place, before anything moves."""
        place = self.zone.first + seat
        for other in range(self.linking.table.players):
            known: lo.Expr = Load(Int(self.bounds.rows[place] + other))
            if not self.bounds.keepers[place] >> other & 1:
                mask = Load(Int(self.linking.layout.masks[self.kind].at[place]))
                known = lo.Apply(f"all_{self.kind}", (mask,))
            yield lo.SetVar(self.kept(seat, other), known)

    def after(self, seat: int, present: lo.Expr, target: lo.Expr) -> lo.Stmt:
        """Puts it to the place that has the content now."""
        players = self.linking.table.players
        first = self.bounds.rows[self.zone.first]
        keepers = tuple(self.bounds.keepers[p] for p in self.places())
        who = self.linking.look(f"kept_in_{self.zone.id.replace('.', '_')}", keepers, target)
        stores: list[lo.Stmt] = []
        for other in range(players):
            at = add(lo.scale(target, players), Int(first + other))
            known: lo.Expr = Var(self.kept(seat, other))
            if isinstance(who, Int):
                known = known if who.value >> other & 1 else NO
            else:
                known = lo.Cond(Op("&", who, Int(1 << other)), known, NO)
            stores.append(lo.Store(at, known, len(self.linking.table.pieces[self.kind])))
        moved = Op("and", present, Op("!=", target, Int(seat)))
        return lo.When(moved, stores, [])

    def kept(self, seat: int, other: int) -> str:
        """The local for what one player knows of another's place."""
        return f"known_{self.kind}_{seat}_{other}"

    def places(self) -> range:
        return range(self.zone.first, self.zone.first + self.zone.count)


class _Words:
    """The functions of one kind."""

    def __init__(self, linking: Linking, kind: str) -> None:
        self.linking, self.kind = linking, kind
        self.bounds: Bounds = linking.layout.bounds[kind]
        self.backs = linking.table.backs[kind]
        self.last = Int(linking.table.players - 1)
        self.width = len(linking.table.pieces[kind])
        places = range(len(linking.table.places))
        self.rows = tuple(self.bounds.rows.get(place, -1) for place in places)
        self.kept_by = tuple(self.bounds.keepers.get(place, 0) for place in places)

    # ---- tables

    def row(self, place: lo.Expr) -> lo.Expr:
        """The word of the first player; -1 where nothing is kept."""
        return self.linking.look(f"known_of_{self.kind}", self.rows, place)

    def keepers(self, place: lo.Expr) -> lo.Expr:
        return self.linking.look(f"keepers_{self.kind}", self.kept_by, place)

    def field(self, face: lo.Expr) -> lo.Expr:
        """The bits of a face."""
        return self.linking.look(f"field_{self.kind}", self.bounds.fields, face)

    def same_back(self, face: lo.Expr) -> lo.Expr:
        """The bits of all faces that look the same from behind."""
        rows = []
        for back in self.backs:
            fields = zip(self.backs, self.bounds.fields, strict=True)
            rows.append(sum(field for other, field in fields if other == back))
        return self.linking.look(f"back_field_{self.kind}", tuple(rows), face)

    def pieces_in(self, place: lo.Expr) -> lo.Expr:
        """The mask of the pieces in a place that can hold some."""
        rows = self.linking.layout.masks[self.kind].at
        return Load(self.linking.look(f"row_mask_{self.kind}", rows, place), self.width)

    def face_of(self, piece: lo.Expr) -> lo.Expr:
        return Load(add(Int(self.linking.layout.faces[self.kind]), piece))

    # ---- words

    def lowered_all(self, word: lo.Expr, backs: lo.Expr | None) -> lo.Expr:
        """One of these, or of all with None, has gone, and nobody knows which."""
        within = Int(self.bounds.within)
        if backs is None:
            return Op("&", Un("down", word), within) if within.value else NO
        rest: lo.Expr = Op("&~", word, backs)
        if within.value:
            rest = Op("|", rest, Op("&", Un("down", Op("&", word, backs)), within))
        return rest

    def lowered_one(self, word: lo.Expr, field: lo.Expr) -> lo.Expr:
        """One of this face has gone."""
        rest: lo.Expr = Op("&~", word, field)
        if self.bounds.within:
            rest = Op("|", rest, Op("&", Un("down", Op("&", word, field)), field))
        return rest

    def raised(self, word: lo.Expr, field: lo.Expr) -> lo.Expr:
        """One more of this face is there."""
        if not self.bounds.within:
            return Op("|", word, field)
        lowest = Op("&~", field, Un("rest", field))
        more = Op("&", Op("|", Un("up", Op("&", word, field)), lowest), field)
        return Op("|", word, more)

    # ---- functions

    def left(self) -> lo.Function:
        """`left_<kind>(place, face, who)`: who knows the face."""
        field, word = Var("field"), Var("word")
        body: list[lo.Stmt] = [
            lo.SetVar("at", self.row(PLACE)),
            lo.When(Op("<", AT, NO), [lo.Return(WHO)], []),
            lo.SetVar("field", self.field(FACE)),
        ]
        backs: lo.Expr | None = None
        if len(set(self.backs)) > 1:
            backs = Var("backs")
            body.append(lo.SetVar("backs", self.same_back(FACE)))
        for seat in range(self.linking.table.players):
            at, one = add(AT, Int(seat)), Int(1 << seat)
            known = word if backs is None else Op("&", word, backs)
            only_this = Op("and", known, Op("==", Op("&~", known, field), NO))
            surely = Op("and", only_this, Op("==", Un("count", known), self.count_alike()))
            unseen = Op("==", Op("&", WHO, one), NO)
            gone = self.lowered_one(word, field), self.lowered_all(word, backs)
            change: list[lo.Stmt] = [
                lo.When(Op("and", unseen, surely), [lo.SetVar("who", Op("|", WHO, one))], []),
                lo.Store(at, lo.Cond(Op("&", WHO, one), *gone), self.width),
            ]
            body += [lo.SetVar("word", Load(at, self.width)), lo.When(word, change, [])]
        body.append(lo.Return(WHO))
        return lo.Function(f"left_{self.kind}", ("place", "face", "who"), body)

    def came(self) -> lo.Function:
        """`came_<kind>(place, face, who)`."""
        field = Var("field")
        body: list[lo.Stmt] = [
            lo.SetVar("who", Op("&", WHO, self.keepers(PLACE))),
            lo.When(Op("==", WHO, NO), [lo.Return(NO)], []),
            lo.SetVar("at", self.row(PLACE)),
            lo.SetVar("field", self.field(FACE)),
            *self.for_seats(
                lambda at: [lo.Store(at, self.raised(Load(at, self.width), field), self.width)]
            ),
        ]
        return lo.Function(f"came_{self.kind}", ("place", "face", "who"), body)

    def seen_once(self) -> lo.Function:
        """`seen_once_<kind>(place, face, who)`."""
        field = Var("field")
        lowest = Op("&~", field, Un("rest", field)) if self.bounds.within else field
        body: list[lo.Stmt] = [
            lo.SetVar("who", Op("&", WHO, self.keepers(PLACE))),
            lo.When(Op("==", WHO, NO), [lo.Return(NO)], []),
            lo.SetVar("at", self.row(PLACE)),
            lo.SetVar("field", self.field(FACE)),
            *self.for_seats(
                lambda at: [lo.Store(at, Op("|", Load(at, self.width), lowest), self.width)]
            ),
        ]
        return lo.Function(f"seen_once_{self.kind}", ("place", "face", "who"), body)

    def count_alike(self) -> lo.Expr:
        """How many pieces in the place have the same back as the face: no piece ever has another back."""
        pieces = self.linking.table.pieces[self.kind]
        rows = tuple(
            sum(1 << n for n, piece in enumerate(pieces) if self.backs[piece.face] == back)
            for back in self.backs
        )
        alike = self.linking.look(f"same_back_{self.kind}", rows, FACE)
        return Un("count", Op("&", self.pieces_in(PLACE), alike))

    def for_each(self, name: str, mask: lo.Expr, body: list[lo.Stmt]) -> lo.Stmt:
        """A loop over a mask that has no more members than there are pieces of the kind."""
        kind = self.linking.game.kinds[self.kind]
        message = "too many steps between two decisions"
        fault = self.linking.fault(errors.TOO_MANY_STEPS, message, kind.span)
        charge = lo.Charge(fault, len(self.linking.table.pieces[self.kind]))
        return lo.ForBits(name, mask, [charge, *body])

    def for_seats(self, body: Callable[[lo.Expr], list[lo.Stmt]]) -> list[lo.Stmt]:
        """The statements for the word of each player of `who`."""
        return [
            lo.When(Op("&", WHO, Int(1 << seat)), body(add(AT, Int(seat))), [])
            for seat in range(self.linking.table.players)
        ]

    def all_of(self) -> lo.Function:
        """`all_<kind>(pieces)`: the word of somebody who knows of these pieces."""
        word, piece = Var("word"), Var("piece")
        field = self.field(self.face_of(piece))
        one: list[lo.Stmt] = [
            lo.SetVar("field", field),
            lo.SetVar("word", self.raised(word, Var("field"))),
        ]
        body: list[lo.Stmt] = [
            lo.SetVar("word", NO),
            self.for_each("piece", PIECES, one),
            lo.Return(word),
        ]
        return lo.Function(f"all_{self.kind}", ("pieces",), body)

    def show_all(self) -> lo.Function:
        """`show_all_<kind>(pieces, who)`: one look at all of these."""
        here, word = Var("here"), Var("word")
        seen: list[lo.Stmt] = [
            lo.SetVar("word", lo.Apply(f"all_{self.kind}", (here,))),
            lo.SetVar("who", Op("&", Var("players"), self.keepers(PLACE))),
            lo.SetVar("at", self.row(PLACE)),
            *self.for_seats(
                lambda at: [lo.Store(at, Op("|", Load(at, self.width), word), self.width)]
            ),
        ]
        every: list[lo.Stmt] = [
            lo.SetVar("here", Op("&", PIECES, self.pieces_in(PLACE))),
            lo.When(here, seen, []),
        ]
        one = lo.Do(lo.Apply(f"show_{self.kind}", (Var("piece"), Var("players"))))
        body = [self.for_each("piece", PIECES, [one]), *self.for_each_place(every)]
        return lo.Function(f"show_all_{self.kind}", ("pieces", "players"), body)

    def pour_from(self, seen_by: SeenBy) -> lo.Function:
        """`pour_from_<kind>(place, pieces, target)`: if these are all that lie in a place and they move to another, what
        is known of them goes along.

        Only where neither is one in which pieces can be followed, or seen on a condition. Whoever sees the pieces
        learns of each of them anyway.
        """
        to = begin_function(self.linking, f"pour_from_{self.kind}")
        here, word, at, goal = Var("here"), Var("word"), add(AT, SEAT), add(Var("goal"), SEAT)
        to.emit(lo.SetVar("here", self.pieces_in(PLACE)))
        stays = Op("or", Op("==", here, NO), Op("&~", here, PIECES))
        apart = Op("or", self.one_by_one(PLACE), self.one_by_one(TARGET))
        for reason in (stays, Op("or", Op("==", PLACE, TARGET), apart)):
            to.emit(lo.When(reason, [lo.Return(NO)], []))
        to.emit(lo.SetVar("at", self.row(PLACE)))
        to.emit(lo.When(Op("<", AT, NO), [lo.Return(NO)], []))
        to.emit(lo.SetVar("goal", self.row(TARGET)))
        to.emit(lo.SetVar("seen_here", seen_by(to, PLACE)))
        to.emit(lo.SetVar("seen_there", seen_by(to, TARGET)))
        seen = Op("|", Var("seen_here"), Var("seen_there"))
        to.emit(lo.SetVar("carriers", Op("&~", self.keepers(TARGET), seen)))
        slots = tuple(of for of in self.bounds.fields for _ in range(of.bit_count()))
        field = self.linking.look(f"slot_field_{self.kind}", slots, Var("slot"))
        raise_: list[lo.Stmt] = [
            lo.SetVar("field", field),
            lo.Store(goal, self.raised(Load(goal, self.width), Var("field")), self.width),
        ]
        keeps = has(Var("carriers"), SEAT)
        carry: list[lo.Stmt] = [
            lo.SetVar("word", Load(at, self.width)),
            lo.Store(at, NO, self.width),
            lo.When(keeps, [self.for_each("slot", word, raise_)], []),
        ]
        to.emit(lo.ForRange("seat", NO, self.last, carry))
        return lo.Function(to.name, ("place", "pieces", "target"), to.out)

    def pour(self) -> lo.Function:
        """`pour_<kind>(pieces, target)`: the same for every place where such pieces lie."""
        places = self.linking.layout.places[self.kind]
        piece, seen = Var("piece"), Var("seen")
        first: list[lo.Stmt] = [
            lo.SetVar("place", Load(add(Int(places), piece))),
            lo.SetVar("seen", Op("|", seen, self.pieces_in(PLACE))),
            lo.Do(lo.Apply(f"pour_from_{self.kind}", (PLACE, PIECES, TARGET))),
        ]
        new = Op("==", has(seen, piece), NO)
        body: list[lo.Stmt] = [
            lo.SetVar("seen", NO),
            self.for_each("piece", PIECES, [lo.When(new, first, [])]),
        ]
        return lo.Function(f"pour_{self.kind}", ("pieces", "target"), body)

    def one_by_one(self, place: lo.Expr) -> lo.Expr:
        """Whether pieces can be followed in a place, or are seen there on a condition."""
        rows = tuple(
            int(p.tracked or (not p.is_space and self.on_condition(p.declared)))
            for p in self.linking.table.places
        )
        return self.linking.look(f"one_by_one_{self.kind}", rows, place)

    def on_condition(self, declared: str) -> bool:
        return self.linking.game.places[declared].visible_when is not None

    def for_each_place(self, body: list[lo.Stmt]) -> list[lo.Stmt]:
        """The body for each place of which something is kept, as `place`."""
        places = tuple(sorted(self.bounds.rows))
        found = self.linking.look(f"bounded_{self.kind}", places, Var("row"))
        return [lo.ForRange("row", NO, Int(len(places) - 1), [lo.SetVar("place", found), *body])]


__all__ = [
    "PassedOn",
    "bound_functions",
    "came",
    "is_bounded",
    "left",
    "poured",
    "poured_from",
    "seen_once",
]
