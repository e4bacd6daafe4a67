"""Checks who knows which pieces, and who sees the amounts of a stock, as a scenario expects.

If pieces cannot be followed, players know how many have a face, but not which. So for several such pieces that a scenario
names, the number is compared. Of a piece without a hidden face, such as a die under a cup, its place says who sees it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from boardwright.dsl.bind.bind import SceneBinder
from boardwright.dsl.declare.scenarios import EVERYONE, NOBODY, Knows
from boardwright.dsl.language.types import PieceType, SetType
from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Span
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.play.naming import called
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.views import Looker, face_of_piece
from boardwright.interpreter.scenarios.findings import cannot_tell, listed
from boardwright.interpreter.table.errors import RuleError


@dataclass(frozen=True, slots=True)
class Known:
    """Pieces of one kind, or places of a stock, which a function computes: a set of them, or one.

    `who` is the mask of the seats that know them; `what` the kind or the stock.
    """

    who: int
    function: str
    what: str
    is_stock: bool
    is_set: bool
    span: Span


@dataclass(slots=True)
class _Wanted:
    """Who should know a piece, and where the scenario first says so."""

    span: Span
    who: int = 0


@dataclass(slots=True)
class _Alike:
    """Pieces with one face in one place where they cannot be followed; `who` is who should know each of them."""

    span: Span
    pieces: list[int] = field(default_factory=list)
    who: list[int] = field(default_factory=list)


def known_pieces(
    step: str,
    knows: Knows,
    seats: Sequence[str],
    binder: SceneBinder,
    bag: Bag,
    expressions: dict[str, ir.Value],
) -> tuple[Known, ...]:
    """Binds the pieces of a step; the functions that compute them are added to `expressions`."""
    found: list[Known] = []
    for name, things in knows.pieces:
        if name.id in seats:
            who = 1 << seats.index(name.id)
        else:
            who = (1 << len(seats)) - 1 if name.id == EVERYONE else 0
        function = f"knows:{step}:{len(expressions)}"
        stock = binder.known_stock(things, name="knows")
        if stock is not None:
            what, value = stock
        else:
            pieces = binder.pieces_unseen(things, bag, name="knows")
            if pieces is None:
                continue
            value = pieces
            of = value.type.element if isinstance(value.type, SetType) else value.type
            assert isinstance(of, PieceType)
            what = of.kind
        expressions[function] = value
        is_set = isinstance(value.type, SetType)
        found.append(Known(who, function, what, stock is not None, is_set, things.span))
    return tuple(found)


def wrong_knowledge(state: State, known: Sequence[Known], bag: Bag, notes: tuple[str, ...]) -> None:
    """Reports each piece, and each stock, that is not known to the players whom the scenario names."""
    pieces: dict[tuple[str, int], _Wanted] = {}
    stocks: dict[tuple[str, int], _Wanted] = {}
    for each in known:
        try:
            value = int(state.compiled.functions[each.function](state.v))
        except RuleError as fault:
            cannot_tell(bag, each.span, fault)
            return
        things = bits(value) if each.is_set else (value,)
        if not things:
            text = "there is no such place" if each.is_stock else "there is no such piece now"
            bag.error("E686", text, each.span, "empty", notes=notes)
        wanted = stocks if each.is_stock else pieces
        for thing in things:
            wanted.setdefault((each.what, thing), _Wanted(each.span)).who |= each.who
    for headline, label, span in (*_wrong_pieces(state, pieces), *_wrong_stocks(state, stocks)):
        bag.error("E686", headline, span, label, notes=notes)


_Wrong = tuple[str, str, Span]  # headline, label and span


def _wrong_pieces(state: State, pieces: dict[tuple[str, int], _Wanted]) -> Iterator[_Wrong]:
    """Compares pieces that can be followed or seen one by one, and others by face and place."""
    table, layout = state.program.table, state.program.layout
    together: dict[tuple[str, int, int], _Alike] = {}
    for (kind, piece), wanted in pieces.items():
        found = state.program.sees(state.v, kind, piece)
        face = face_of_piece(state, kind, piece)
        place = state.v[layout.places[kind] + piece]
        if kind in layout.bounds and place in layout.bounds[kind].rows:
            alike = together.setdefault((kind, place, face), _Alike(wanted.span))
            alike.pieces.append(piece)
            alike.who.append(wanted.who)
        elif found != wanted.who:
            yield _one_wrong(state, kind, piece, found, wanted)
    for (kind, place, face), alike in together.items():
        name = table.faces[kind][face].id
        if len(alike.pieces) == 1:
            of = range(table.players)
            found = sum(_known_of(state, seat, kind, place, face, alike) << seat for seat in of)
            if found != alike.who[0]:
                yield _one_wrong(
                    state, kind, alike.pieces[0], found, _Wanted(alike.span, alike.who[0])
                )
            continue
        for seat, of_seat in enumerate(table.seats):
            wanted_of = sum(who >> seat & 1 for who in alike.who)
            known = _known_of(state, seat, kind, place, face, alike)
            if known != wanted_of:
                yield (
                    f"`{of_seat}` knows {known} of {len(alike.pieces)} `{name}` in {table.places[place].id}",
                    f"`{of_seat}` should know {wanted_of}",
                    alike.span,
                )


def _one_wrong(state: State, kind: str, piece: int, found: int, wanted: _Wanted) -> _Wrong:
    """One piece is not known to the players whom the scenario names."""
    table = state.program.table
    name = table.faces[kind][face_of_piece(state, kind, piece)].id
    id = called(state.program, state.v, kind, piece)
    which = f"`{name}`" if id in (None, name) else f"`{name}` ({id})"
    return (
        f"`{name}` is known to {_seats(table.seats, found)}",
        f"{which} should be known to {_seats(table.seats, wanted.who)}",
        wanted.span,
    )


def _known_of(state: State, seat: int, kind: str, place: int, face: int, alike: _Alike) -> int:
    """How many of these pieces a player knows, at least: seen ones and others."""
    looker = Looker(state, seat)
    seen = sum(looker.knows(kind, piece) for piece in alike.pieces)
    return min(seen + looker.unseen_there(kind, place)[face], len(alike.pieces))


def _wrong_stocks(state: State, stocks: dict[tuple[str, int], _Wanted]) -> Iterator[_Wrong]:
    """Compares who sees the amounts of stocks."""
    table = state.program.table
    for (stock, number), wanted in stocks.items():
        place, found = table.places[number], 0
        for seat in range(table.players):
            if Looker(state, seat).sees_into(place, stock):
                found |= 1 << seat
        if found != wanted.who:
            yield (
                f"the amount of `{stock}` in `{place.id}` is known to {_seats(table.seats, found)}",
                f"it should be known to {_seats(table.seats, wanted.who)}",
                wanted.span,
            )


def _seats(seats: Sequence[str], mask: int) -> str:
    everyone = (1 << len(seats)) - 1
    return EVERYONE if mask == everyone else listed((seats[n] for n in bits(mask)), NOBODY)
