"""One table: everything that players, options and the facts of a game determine, computed once.

Both back-ends use it, so that they number things alike:

- **Spaces** are numbered as `board.spaces_in_play` lists them.
- **Places** are the spaces (place n is space n), then the zones: each declared place once for each
  value of its key. Zones per player are in seat order, per kind of piece in piece order, per kind of
  space in space order.
- **Pieces** of a kind are numbered from 0: definitions as declared, copies one after the other; for a
  kind with pieces for each player, seat by seat.
- **Faces** of a kind are its definitions; for a kind with pieces for each player, the definitions of
  seat 0, then those of seat 1, and so on. A piece starts with its declared face. Copies
  share a face. Shuffles and exchanges move the number of the face between hidden pieces, so the owner
  of a piece (for a kind with pieces for each player) goes with the face.

Public ids: a space's own; a zone's id, with `_` and the id of its key (`reserve_red`, `shelf_king`,
`yard_gallia`); a face's is its definition's id (`carriage_red` for each player's own); an open piece's
is that of its face, with `_1`, `_2`, ... for several copies; a hidden piece's is its kind and its
number from 1 (`token_7`). If a place's id is taken by another place, it is written `<declared id>.<id>`.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from boardwright.dsl.language.types import (
    FACE,
    WAYS,
    MemberType,
    NumberType,
    PieceType,
    PlayerType,
    SetType,
    SpaceType,
    Type,
    YesNoType,
    ZoneType,
    word_for_nothing,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.option_values import piece_ids
from boardwright.dsl.rules.walk import everything
from boardwright.interpreter.table.board import (
    Space,
    along_grid,
    board_graph,
    board_links,
    distances,
    find_opposites,
    find_path,
    joined_rows,
    spaces_in_play,
)
from boardwright.interpreter.table.errors import NO_HOME, NO_ROOM, RuleError, TableError
from boardwright.interpreter.table.table_limits import check_size
from boardwright.interpreter.table.table_values import Facts

if TYPE_CHECKING:
    from boardwright.interpreter.table.board import Graph

__all__ = ["Face", "Initial", "Piece", "Place", "Space", "Table", "Zone", "set_table"]

Numbers = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Face:
    """A face of a piece: one of its kind's definitions, and for each player's own pieces the player.

    `home` is the home of a piece that shows it.
    """

    id: str
    definition: int
    owner: int
    home: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece (of a hidden kind: a handle) with its first face and its first place."""

    id: str
    kind: str
    face: int
    start: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where things can be: a space or one zone.

    `declared` is the id of the declared place, or the kind of the space. `key` is the seat, piece or
    space that a zone belongs to (for a space, its own number), or -1. `owner` is the seat that it
    belongs to, or -1; a zone of a piece (`piece_kind` is set) belongs to the owner of the piece.
    """

    id: str
    declared: str
    is_space: bool
    key: int = -1
    owner: int = -1
    piece_kind: str | None = None
    holds: tuple[str, ...] = ()
    ordered: bool = False
    tracked: bool = True
    visible_to: str = "everyone"
    hides: tuple[str, ...] = ()
    room: Mapping[str, int] = field(default_factory=dict)

    def visible_for(self, kind: str) -> str:
        """Who sees the faces of hidden pieces of a kind here: everyone, owner or nobody
        (without a zone's `visible_when`).
        """
        return "nobody" if kind in self.hides else self.visible_to


@dataclass(frozen=True, slots=True)
class Zone:
    """A declared place as numbers: its places are `first` to `first + count - 1`.

    `keys` are the seats, pieces or spaces in the order of those places; empty for a single place.
    `per` is None, player, piece, space, member or pair; `kind` is the kind of piece or space. The keys of pairs are
    their numbers among all pairs.
    """

    id: str
    first: int
    count: int
    per: str | None = None
    kind: str | None = None
    keys: tuple[int, ...] = ()

    def place_of(self, key: int) -> int:
        """The place that belongs to a seat, piece or space, or -1 if it has none."""
        return self.first + self.keys.index(key) if key in self.keys else -1

    def rows(self, many: int) -> tuple[int, ...]:
        """The places of this many seats, pieces or spaces, by number; -1 for those without one."""
        found = dict(zip(self.keys, range(self.first, self.first + self.count), strict=True))
        return tuple(found.get(key, -1) for key in range(many))


@dataclass(frozen=True, slots=True)
class Initial:
    """The first amount of a stock in a place. `member` is a seat or a member; 0 for a stock without members."""

    stock: str
    member: int
    place: int
    amount: int


@dataclass(frozen=True, slots=True)
class Table:
    """See the top of this file. Made by `set_table`; mappings are in order of declaration. `backs` has for each face the
    number of the first one with the same back: of the same player, and with the same values of the kind's `back`.
    `disguised` are the hidden kinds that may be moved, swapped or shuffled secretly where they can be followed. Players may
    then believe in a face that such a piece no longer has.
    """

    game: ir.Game
    players: int
    options: Mapping[str, int]
    seats: tuple[str, ...]
    spaces: tuple[Space, ...]
    places: tuple[Place, ...]
    zones: Mapping[str, Zone]
    faces: Mapping[str, tuple[Face, ...]]
    backs: Mapping[str, tuple[int, ...]]
    pieces: Mapping[str, tuple[Piece, ...]]
    stock_members: Mapping[str, tuple[str, ...]]
    stock_homes: Mapping[str, tuple[int, ...]]
    initial_stock: tuple[Initial, ...]
    phases: tuple[str, ...]
    disguised: frozenset[str]
    links: Mapping[str | None, Numbers] = field(repr=False)
    _steps: dict[str | frozenset[int] | None, Numbers] = field(
        repr=False, compare=False, default_factory=dict
    )
    _along: dict[frozenset[int], Numbers] = field(repr=False, compare=False, default_factory=dict)
    _written: list[int] = field(repr=False, compare=False, default_factory=list)
    _printed: dict[Type, tuple[int, ...]] = field(repr=False, compare=False, default_factory=dict)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.title}>"

    @property
    def title(self) -> str:
        """The game, its expansions and the players, in a few words."""
        named = "+".join((self.game.id, *self.game.expansions))
        return f"{named} for {', '.join(self.seats)}"

    @property
    def space_ids(self) -> tuple[str, ...]:
        return tuple(space.id for space in self.spaces)

    @property
    def most(self) -> int:
        """The largest number of members in a set of things."""
        return max(len(self.places), self.players, *map(len, self.pieces.values()), 1)

    def how_many(self, of: Type) -> int:
        """The number of things of a type, which are numbered from 0; 0 if they are not things of the table."""
        match of:
            case PlayerType():
                return self.players
            case SpaceType():
                return len(self.spaces)
            case ZoneType():
                return len(self.places)
            case PieceType(kind=kind):
                return len(self.pieces[kind])
            case MemberType(variety=variety) if variety.startswith(FACE):
                return len(self.faces[variety.removeprefix(FACE)])
            case MemberType(variety=variety):
                return len(self.game.varieties[variety].members)
            case _:
                return 0

    def printed(self, of: Type, said: int | tuple[int, ...] | None) -> int | tuple[int, ...]:
        """What an attribute of this type says, with spaces and pieces as this table numbers them. A space that is not in play,
        and what is left out (None), is nothing.
        """
        if said is None:
            return word_for_nothing(of)
        if not isinstance(of, SpaceType | PieceType | ZoneType):
            return said
        if of not in self._printed:
            self._printed[of] = tuple(self._numbers_of(of))
        numbers = self._printed[of]
        if isinstance(said, int):
            return numbers[said]
        return tuple(sorted(numbers[each] for each in said if numbers[each] >= 0))

    def _numbers_of(self, of: SpaceType | PieceType | ZoneType) -> Iterator[int]:
        """The number of each space, piece or place that an attribute can be; -1 if it is not in play."""
        if isinstance(of, PieceType):
            copies = (each.copies for each in self.game.kinds[of.kind].definitions)
            yield from itertools.accumulate(copies, initial=0)
            return
        at = {(space.kind, space.definition_id): number for number, space in enumerate(self.spaces)}
        for each in self.game.list_printed(of):
            if isinstance(each, ir.Place):
                yield self.zones[each.id].first
            else:
                yield at.get((each.kind, each.id), -1)

    def seat_named(self, name: str) -> int:
        """The number of the seat with this name, or -1."""
        return self.seats.index(name) if name in self.seats else -1

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats that play together at this table, team by team; nobody who plays alone."""
        found = (tuple(seat for seat in team if seat < self.players) for team in self.game.teams)
        return tuple(team for team in found if len(team) > 1)

    def team_of(self, seat: int) -> tuple[int, ...]:
        """The seats at this table that play together with a seat, and that one."""
        team = next((each for each in self.game.teams if seat in each), (seat,))
        return tuple(sorted(other for other in team if other < self.players))

    def against(self, seat: int) -> tuple[int, ...]:
        """The seats at this table that do not play together with a seat."""
        partners = self.team_of(seat)
        return tuple(n for n in range(self.players) if n not in partners)

    @property
    def graph(self) -> Graph:
        """The board as a networkx graph of the numbers of spaces, made anew each time."""
        return board_graph(self.spaces, self.links)

    def neighbours(self, link: str | None) -> Numbers:
        """For each space, its neighbours by links of this kind (None: any kind)."""
        return self.links[link]

    @property
    def ways(self) -> tuple[str, ...]:
        """The names of the ways on the board."""
        return self.game.varieties[WAYS].members if WAYS in self.game.varieties else ()

    def along(self, ways: Iterable[int]) -> Numbers:
        """For each space, its neighbours along any of these ways."""
        key = frozenset(ways)
        if key not in self._along:
            if len(key) == 1:
                name = self.ways[next(iter(key))]
                found = self.links.get(name) or along_grid(self.game, self.spaces, name)
            else:
                found = joined_rows((self.along((way,)) for way in sorted(key)), len(self.spaces))
            self._along[key] = found
        return self._along[key]

    def points(self, lines: str, kinds: Sequence[str]) -> Numbers:
        """For each line of a variety, the spaces of these kinds in play on it."""
        at = {s.definition_id: n for n, s in enumerate(self.spaces) if s.kind in kinds}
        return tuple(
            tuple(sorted(at[point] for point in line if point in at))
            for line in self.game.varieties[lines].points
        )

    def path(self, way: int, space: int) -> tuple[int, ...] | None:
        """The spaces along a way from the next one on; None if somewhere there are several next ones."""
        return find_path(self.along((way,)), space)

    @property
    def opposites(self) -> tuple[int, ...]:
        """For each way the one that leads back, or -1."""
        return find_opposites(tuple(self.along((way,)) for way in range(len(self.ways))))

    def distances(self, link: str | frozenset[int] | None) -> Numbers:
        """The number of links from each space (row) to each space, of a kind, of any kind, or along some ways; -1 if
        there is no way.
        """
        if link not in self._steps:
            rows = self.along(link) if isinstance(link, frozenset) else self.links[link]
            self._steps[link] = distances(rows)
        return self._steps[link]

    def look_up(self, table: str, keys: Sequence[int]) -> int | None:
        """The value in a row of a declared table; None if there is no such row, or no such space at this table."""
        of = self.game.tables[table]
        row = of.rows.get(tuple(map(self.written, of.keys, keys)))
        return None if row is None else self.read_entry(of.type, row)

    def written(self, of: Type, number: int) -> int:
        """The number that rows of declared tables have for a thing; -1 for one that they cannot be about."""
        match of:
            case SpaceType():
                return self._written_spaces[number]
            case PlayerType():
                names = self.game.seat_names
                known = 0 <= number < self.players and self.seats[number] in names
                return names.index(self.seats[number]) if known else -1
            case _:
                return number

    def read_entry(self, of: Type, written: int) -> int | None:
        """The thing that a row is about: nobody for a player who is not at this table, None for such a space."""
        match of:
            case SpaceType():
                found = self._written_spaces
                return found.index(written) if written in found else None
            case PlayerType():
                return self.seat_named(self.game.seat_names[written])
            case _:
                return written

    @property
    def _written_spaces(self) -> list[int]:
        """For each space the number of its definition among those of all kinds."""
        if len(self._written) < len(self.spaces):
            kinds = self.game.spaces.values()
            every = (definition for kind in kinds for definition in kind.definitions)
            of = {(each.kind, each.id): number for number, each in enumerate(every)}
            self._written[:] = [of.get((s.kind, s.definition_id), -1) for s in self.spaces]
        return self._written

    def numbers_per(self, per: str) -> Sequence[int]:
        """The numbers of the players, pieces, spaces or members that something is kept for."""
        if per in self.game.spaces:
            return self.spaces_of((per,))
        return range(len(self.ids_per(per)))

    def ids_per(self, per: str) -> tuple[str, ...]:
        """Their ids, in the same order."""
        if per == "player":
            return self.seats
        if per in self.pieces:
            return tuple(piece.id for piece in self.pieces[per])
        if per in self.game.spaces:
            return tuple(self.spaces[n].id for n in self.spaces_of((per,)))
        return self.game.varieties[per].members

    def split_key(self, per: ir.Per, key: int) -> list[tuple[str, int]]:
        """What a place or note is kept for, each as what it is and its number."""
        if not isinstance(per, tuple):
            return [] if per is None else [(per, key)]
        first, second = (self.numbers_per(each) for each in per)
        at = divmod(key, len(second))
        return [(per[0], first[at[0]]), (per[1], second[at[1]])]

    def spaces_of(self, kinds: Sequence[str]) -> tuple[int, ...]:
        """The numbers of all spaces of these kinds."""
        return tuple(n for n, space in enumerate(self.spaces) if space.kind in kinds)

    def space_named(self, definition_id: str, kind: str) -> tuple[int, ...]:
        """The numbers of the spaces in play with this definition, several if it is repeated."""
        return tuple(
            n
            for n, space in enumerate(self.spaces)
            if space.definition_id == definition_id and space.kind == kind
        )


def set_table(
    game: ir.Game,
    players: int,
    options: Mapping[str, int] | None = None,
    seat_names: Sequence[str] = (),
) -> Table:
    """The table for this many players; options that are not given have their defaults.

    Raises `TableError` if the game does not allow the table, and `RuleError` if its facts do not fit it
    (a piece whose home is not in play, or has no room for it).
    """
    lowest, highest = game.players
    if not lowest <= players <= highest:
        raise TableError(f"`{game.id}` is for {lowest} to {highest} players, not for {players}")
    check_size(game, players)
    seats = _seats(game, players, seat_names)
    facts = Facts(game, players, _options(game, options or {}))
    spaces = spaces_in_play(facts)
    homeless = {kind.id: tuple(_faces(kind, seats)) for kind in game.kinds.values()}
    unplaced = {kind.id: tuple(_pieces(kind, homeless[kind.id])) for kind in game.kinds.values()}
    zones, places = _places(game, seats, spaces, homeless, unplaced)
    faces = {
        kind: tuple(replace(f, home=_home(game.kinds[kind], zones, f.owner)) for f in of_kind)
        for kind, of_kind in homeless.items()
    }
    pieces = {
        kind: tuple(replace(piece, start=faces[kind][piece.face].home) for piece in of_kind)
        for kind, of_kind in unplaced.items()
    }
    stock_members = {stock.id: _stock_members(game, stock, seats) for stock in game.stocks.values()}
    stock_homes = {
        stock.id: tuple(
            _home(stock, zones, member if stock.each == "player" else -1)
            for member in range(len(stock_members[stock.id]))
        )
        for stock in game.stocks.values()
    }
    initial = tuple(
        Initial(stock.id, member, place, stock.total)
        for stock in game.stocks.values()
        if stock.total is not None
        for member, place in enumerate(stock_homes[stock.id])
    )
    _check_room(game, places, pieces, initial)
    return Table(
        game=game,
        players=players,
        options=facts.options,
        seats=seats,
        spaces=spaces,
        places=places,
        zones=zones,
        faces=faces,
        backs={kind.id: _backs(kind, homeless[kind.id]) for kind in game.kinds.values()},
        pieces=pieces,
        stock_members=stock_members,
        stock_homes=stock_homes,
        initial_stock=initial,
        phases=_phases(game),
        disguised=_disguised(game),
        links=board_links(game, spaces),
    )


# ---- seats and options --------------------------------------------------------------------------------


def _seats(game: ir.Game, players: int, names: Sequence[str]) -> tuple[str, ...]:
    """The names given, or else the game's own, or else p1, p2, ..."""
    if names:
        if len(names) != players or len(set(names)) != players:
            raise TableError(f"expected {players} different names of seats, found {list(names)}")
        return tuple(names)
    if len(game.seat_names) >= players:
        return game.seat_names[:players]
    return tuple(f"p{seat + 1}" for seat in range(players))


def _options(game: ir.Game, given: Mapping[str, int]) -> dict[str, int]:
    unknown = [name for name in given if name not in game.options]
    if unknown:
        raise TableError(f"`{game.id}` has no option `{unknown[0]}`")
    chosen = {}
    for option in game.options.values():
        value = given.get(option.id, option.default)
        match option.type:
            case MemberType(variety=variety):
                low, high = 0, len(game.varieties[variety].members) - 1
            case NumberType():
                low, high = option.low, option.high
            case YesNoType():
                low, high = 0, 1
            case SetType(element=PieceType(kind=kind)):
                low, high = 0, (1 << len(piece_ids(game.kinds[kind]))) - 1
            case _:
                raise AssertionError(option.type)
        if not low <= value <= high:
            raise TableError(f"option `{option.id}` is from {low} to {high}, not {value}")
        chosen[option.id] = value
    return chosen


# ---- pieces -------------------------------------------------------------------------------------------


def _faces(kind: ir.Kind, seats: tuple[str, ...]) -> Iterator[Face]:
    if kind.per_player:
        for seat, name in enumerate(seats):
            for index, definition in enumerate(kind.definitions):
                yield Face(f"{definition.id}_{name}", index, seat, -1)
    else:
        for index, definition in enumerate(kind.definitions):
            yield Face(definition.id, index, -1, -1)


def _backs(kind: ir.Kind, faces: tuple[Face, ...]) -> tuple[int, ...]:
    first: dict[tuple[object, ...], int] = {}
    return tuple(
        first.setdefault(
            (f.owner, *(kind.definitions[f.definition].attributes.get(id) for id in kind.back)),
            number,
        )
        for number, f in enumerate(faces)
    )


def _pieces(kind: ir.Kind, faces: tuple[Face, ...]) -> Iterator[Piece]:
    number = 0
    for index, face in enumerate(faces):
        copies = kind.definitions[face.definition].copies
        for copy in range(1, copies + 1):
            number += 1
            if kind.hidden:
                name = f"{kind.id}_{number}"
            else:
                name = face.id if copies == 1 else f"{face.id}_{copy}"
            yield Piece(name, kind.id, index, -1)


# ---- places -------------------------------------------------------------------------------------------


def _places(
    game: ir.Game,
    seats: tuple[str, ...],
    spaces: tuple[Space, ...],
    faces: Mapping[str, tuple[Face, ...]],
    pieces: Mapping[str, tuple[Piece, ...]],
) -> tuple[dict[str, Zone], tuple[Place, ...]]:
    places: list[Place] = []
    taken: set[str] = set()

    def free(declared: str, name: str) -> str:
        found = f"{declared}.{name}" if name in taken else name
        taken.add(found)
        return found

    for number, space in enumerate(spaces):
        kind = game.spaces[space.kind]
        places.append(
            Place(
                id=free(kind.id, space.id),
                declared=kind.id,
                is_space=True,
                key=number,
                owner=space.owner,
                holds=kind.holds,
                hides=kind.hides,
                room=kind.room,
            )
        )
    zones: dict[str, Zone] = {}
    for place in game.places.values():
        per, keys = _keys(game, place, seats, spaces, faces, pieces)
        kind_id = place.per if isinstance(place.per, str) and per in ("piece", "space") else None
        zones[place.id] = Zone(
            place.id,
            first=len(places),
            count=len(keys),
            per=per,
            kind=kind_id,
            keys=tuple(key for key, _, _ in keys) if per else (),
        )
        for key, name, owner in keys:
            places.append(
                Place(
                    id=free(place.id, f"{place.id}_{name}" if per else place.id),
                    declared=place.id,
                    is_space=False,
                    key=key,
                    owner=owner,
                    piece_kind=kind_id if per == "piece" else None,
                    holds=place.holds,
                    ordered=place.ordered,
                    tracked=place.tracked,
                    visible_to="owner" if place.visible_when is not None else place.visible_to,
                    room=place.room,
                )
            )
    return zones, tuple(places)


def _keys(
    game: ir.Game,
    place: ir.Place,
    seats: tuple[str, ...],
    spaces: tuple[Space, ...],
    faces: Mapping[str, tuple[Face, ...]],
    pieces: Mapping[str, tuple[Piece, ...]],
) -> tuple[str | None, list[tuple[int, str, int]]]:
    """The keys that a declared place has a place for, each as (key, its public id, owner's seat)."""
    if place.per is None:
        return None, [(-1, "", -1)]
    if place.per == "player":
        return "player", [(seat, name, seat) for seat, name in enumerate(seats)]
    if isinstance(place.per, tuple):
        return "pair", _pairs(game, place.per, seats, spaces)
    if place.per in game.kinds:
        kind = game.kinds[place.per]
        of = faces[place.per]
        return "piece", [
            (number, piece.id, -1)
            for number, piece in enumerate(pieces[place.per])
            # The face of a hidden piece is not known here, so every one has the place.
            if kind.hidden
            or not place.only_for
            or kind.definitions[of[piece.face].definition].id in place.only_for
        ]
    if place.per in game.varieties:
        return "member", [(n, id, -1) for n, id in enumerate(game.varieties[place.per].members)]
    return "space", [
        (number, space.id, space.owner)
        for number, space in enumerate(spaces)
        if space.kind == place.per and (not place.only_for or space.definition_id in place.only_for)
    ]


def _pairs(
    game: ir.Game, per: tuple[str, str], seats: tuple[str, ...], spaces: tuple[Space, ...]
) -> list[tuple[int, str, int]]:
    """The keys of a place that there is one of for each pair, as in `_keys`. It belongs to the player or the space."""

    def things(each: str) -> list[tuple[str, int]]:
        if each == "player":
            return [(name, seat) for seat, name in enumerate(seats)]
        if each in game.spaces:
            return [(space.id, space.owner) for space in spaces if space.kind == each]
        return [(id, -1) for id in game.varieties[each].members]

    owning = ir.find_owning_index(per, game.varieties) or 0
    return [
        (n, "_".join(id for id, _ in pair), pair[owning][1])
        for n, pair in enumerate(itertools.product(*map(things, per)))
    ]


def _home(of: ir.Kind | ir.Stock, zones: Mapping[str, Zone], owner: int) -> int:
    """The place of pieces or stock before setup: `home`, or that of their owner."""
    zone = zones.get(of.home)
    if zone is not None and zone.per is None:
        return zone.first
    place = zone.place_of(owner) if zone is not None and zone.per == "player" else -1
    if place < 0:
        raise RuleError(NO_HOME, f"`{of.home}` cannot be the home of `{of.id}`", of.span)
    return place


def _check_room(
    game: ir.Game,
    places: Sequence[Place],
    pieces: Mapping[str, Sequence[Piece]],
    stocks: Sequence[Initial],
) -> None:
    """Whether everything fits where it is before setup: what has no room there could never have been moved there."""
    there: Counter[tuple[str, int]] = Counter()
    for kind, of_kind in pieces.items():
        there.update((kind, piece.start) for piece in of_kind)
    for each in stocks:
        there[each.stock, each.place] += each.amount
    for (id, place), amount in there.items():
        room = places[place].room.get(id)
        if room is not None and amount > room:
            of = game.kinds.get(id) or game.stocks[id]
            where = places[place].id
            message = f"`{where}` has room for only {room} `{id}`, and {amount} of them start there"
            raise RuleError(NO_ROOM, message, of.span)


def _stock_members(game: ir.Game, stock: ir.Stock, seats: tuple[str, ...]) -> tuple[str, ...]:
    """The ids of a stock's members; one empty id if it has none."""
    if stock.each is None:
        return ("",)
    if stock.each == "player":
        return seats
    return game.varieties[stock.each].members


def _disguised(game: ir.Game) -> frozenset[str]:
    """The hidden kinds that a rule may move in secret, and that may lie where they can be followed."""
    followed = {kind for place in game.places.values() if place.tracked for kind in place.holds}
    followed |= {kind for space in game.spaces.values() for kind in space.holds}
    followed = {id for id, kind in game.kinds.items() if kind.hidden and id in followed}
    found: set[str] = set()
    for node in everything(game) if followed else ():
        if not isinstance(node, ir.Moving):
            continue
        match node:
            case ir.MovePieces(kind=kind, secretly=True) | ir.MoveTop(kind=kind, secretly=True):
                found.add(kind)
            case ir.Swap(first=first, secretly=True):
                assert isinstance(first.type, PieceType)
                found.add(first.type.kind)
            case ir.Shuffle(secretly=True):
                found |= followed  # any kind
            case ir.MovePieces() | ir.MoveTop() | ir.Swap() | ir.Shuffle() | ir.PassOn():
                pass  # everybody sees it
    return frozenset(found & followed)


def _phases(game: ir.Game) -> tuple[str, ...]:
    """The members of `phase`: the phases in order of the course, each before those inside it."""
    if "phase" in game.varieties:
        return game.varieties["phase"].members
    return tuple(_phase_ids(game.course))


def _phase_ids(phases: Sequence[ir.Phase]) -> Iterator[str]:
    for phase in phases:
        yield phase.id
        yield from _phase_ids(phase.phases)
