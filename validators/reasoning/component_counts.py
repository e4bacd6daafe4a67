"""How many players, pieces, spaces and stock a game has, over all its tables."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from boardwright.dsl.language.types import (
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
from boardwright.dsl.rules.walk import nodes
from boardwright.validators.reasoning.ranges import (
    ANY,
    ENDLESS,
    MAYBE,
    NATURAL,
    Many,
    ValueRange,
    between,
    exactly,
    one_of,
)

MANY = ANY.high
"""The size limit of a set of which nothing is known."""

Bounds = tuple[int, int]


@dataclass(slots=True)
class Extents:
    """What is known from types and declarations alone. Single pieces of open kinds, and spaces, are identified by their
    definition: pieces by its index in the kind, spaces by its index among those of all kinds of spaces.
    """

    game: ir.Game
    notes: dict[str, ValueRange] = field(
        default_factory=dict
    )  # narrower than declared, as their changes show
    starts: dict[str, ValueRange] = field(default_factory=dict)  # the numbers they begin with
    spaces: Sequence[ir.Definition] = ()
    _keys: Mapping[tuple[str, str], int] = field(default_factory=dict)
    _swapped: frozenset[str] = frozenset()
    all_stay: bool = True  # no player can drop out

    def __post_init__(self) -> None:
        spaces = self.game.spaces.values()
        self.spaces = tuple(each for kind in spaces for each in kind.definitions)
        self._keys = {(each.kind, each.id): key for key, each in enumerate(self.spaces)}
        bodies = _bodies(self.game)
        self._swapped = frozenset(_swapped(bodies))
        self.all_stay = not any(isinstance(node, ir.DropOut) for node in nodes(bodies))

    # ---- types

    def of_type(self, type: Type, *, optional: bool = False) -> ValueRange:
        """Returns the possible values of a single thing of a type; one that is `optional` may be nothing."""
        if optional:
            return self.of_type(type).join(exactly(word_for_nothing(type)))
        match type:
            case YesNoType():
                return MAYBE
            case PlayerType():
                return between(-1, self.game.players[1] - 1)
            case MemberType(variety=variety):
                members = self.game.varieties[variety].members
                return between(0, len(members) - 1) if members else ANY
            case PieceType(kind=kind):
                of = self.game.kinds[kind]
                if of.hidden or not of.definitions:
                    return ANY
                return between(0, len(of.definitions) - 1)
            case SpaceType(kinds=kinds):
                if any(not self.game.spaces[kind].definitions for kind in kinds):
                    return ANY
                known = one_of(k for (kind, _), k in self._keys.items() if kind in kinds)
                return ANY if known is None else known
            case _:
                return ANY

    def sets_of(self, type: Type, seats: Bounds) -> Many:
        """Returns the possible sets of things of a type."""
        element = self.of_type(type)
        if isinstance(type, PlayerType):
            element = between(0, self.game.players[1] - 1)
        return Many(element, 0, self.number_of(type, seats)[1])

    def number_of(self, type: Type, seats: Bounds) -> Bounds:
        """Returns how many things of a type exist, at least and at most."""
        match type:
            case PlayerType():
                return seats
            case YesNoType():
                return 2, 2
            case MemberType(variety=variety):
                number = len(self.game.varieties[variety].members)
                return number, number
            case PieceType(kind=kind):
                return self.pieces(kind, seats)
            case SpaceType(kinds=kinds):
                found = [self.spaces_of(kind, seats) for kind in kinds]
                return sum(low for low, _ in found), sum(high for _, high in found)
            case ZoneType(places=places):
                found = [self._zones_of(place, seats) for place in places]
                return sum(low for low, _ in found), sum(high for _, high in found)
            case _:
                return 0, MANY

    def _zones_of(self, place: str, seats: Bounds) -> Bounds:
        """Returns how many places of this name there are."""
        indices = ir.list_indices(self.game.places[place].per)
        found = [self._count_per(per, seats) for per in indices]
        return math.prod(low for low, _ in found), math.prod(high for _, high in found)

    def _count_per(self, per: str, seats: Bounds) -> Bounds:
        """Returns how many places there are per one thing; a card may be the only one that has any."""
        if per == "player":
            return seats
        if per in self.game.kinds:
            return 0, self.pieces(per, seats)[1]
        if per in self.game.varieties:
            number = len(self.game.varieties[per].members)
            return number, number
        return 0, self.spaces_of(per, seats)[1]

    # ---- pieces and spaces

    def pieces(self, kind: str, seats: Bounds) -> Bounds:
        """Returns how many pieces of a kind exist."""
        of = self.game.kinds[kind]
        number = sum(definition.copies for definition in of.definitions)
        if of.per_player:
            return number * seats[0], number * seats[1]
        return number, number

    def spaces_of(self, kind: str, seats: Bounds) -> Bounds:
        """Returns how many spaces of a kind are in play."""
        found = [self._spaces_at(kind, players) for players in range(seats[0], seats[1] + 1)]
        return min(low for low, _ in found), max(high for _, high in found)

    def _spaces_at(self, kind: str, players: int) -> Bounds:
        of = self.game.spaces[kind]
        number = len(of.definitions)
        low = high = 1
        if of.ring is not None:
            low = high = of.ring.get(players, 0)
            number = max(number, 1)
        elif of.per == "player":
            low = high = players
        elif of.per is not None:
            low, high = self._spaces_at(of.per, players)
        return (0 if of.in_play is not None else low * number), high * number

    def space_key(self, kind: str, id: str) -> int | None:
        """Returns the number that identifies a space."""
        return self._keys.get((kind, id))

    def is_one_space(self, key: int) -> bool:
        """Whether a definition makes only one space."""
        of = self.game.spaces[self.spaces[key].kind]
        return of.per is None and of.ring is None

    def is_one_piece(self, kind: str, index: int) -> bool:
        of = self.game.kinds[kind]
        return not of.per_player and of.definitions[index].copies == 1

    def definitions(self, of: Type, values: ValueRange) -> list[ir.Definition]:
        """Returns the definitions that a piece or space with these values can have."""
        match of:
            case PieceType(kind=kind):
                all_of: Sequence[ir.Definition] = self.game.kinds[kind].definitions
                if self.game.kinds[kind].hidden:
                    return list(all_of)
                return [each for index, each in enumerate(all_of) if values.allows(index)]
            case SpaceType(kinds=kinds):
                return [
                    each
                    for key, each in enumerate(self.spaces)
                    if each.kind in kinds and values.allows(key)
                ]
            case _:
                return []

    def have_neighbours(self, of: Type, values: ValueRange, link: str | None) -> bool:
        """Whether each space that this can be has a neighbour at every table."""
        if not isinstance(of, SpaceType) or not self.definitions(of, values):
            return False
        linked: set[tuple[str, str]] = set()
        kinds = {each.id: self.game.spaces[each.kind] for each in self.spaces}
        for each in self.game.links:
            if link not in (None, each.kind) or each.next_copy:
                continue
            first, second = kinds[each.first], kinds[each.second]
            if first.per == second.per and first.in_play is None and second.in_play is None:
                linked.add((first.id, each.first))
                if not each.one_way:
                    linked.add((second.id, each.second))
        return all((each.kind, each.id) in linked for each in self.definitions(of, values))

    # ---- places, stock and notes

    def room(self, of: str, place: Type) -> int | None:
        """Returns how many of a kind or stock fit into one such place; None if no limit is declared. Their home may hold
        more from the beginning.
        """
        match place:
            case ZoneType(places=places):
                if self._home(of) in places or of in self._swapped:
                    return None
                rooms = [self.game.places[id].room.get(of) for id in places]
                known = [room for room in rooms if room is not None]
                return max(known) if len(known) == len(rooms) else None
            case SpaceType(kinds=kinds):
                rooms = [self.game.spaces[kind].room.get(of) for kind in kinds]
                known = [room for room in rooms if room is not None]
                return max(known) if len(known) == len(rooms) and of not in self._swapped else None
            case _:
                return None

    def _home(self, of: str) -> str:
        kind = self.game.kinds.get(of)
        return kind.home if kind is not None else self.game.stocks[of].home

    def total(self, stock: str, one_member: bool, seats: Bounds) -> int:
        """Returns the total of a stock, of one of its sorts or of all."""
        of = self.game.stocks[stock]
        if of.total is None:
            return ENDLESS
        if one_member or of.each is None:
            return of.total
        if of.each == "player":
            return of.total * seats[1]
        return of.total * len(self.game.varieties[of.each].members)

    def note(self, id: str) -> ValueRange:
        """Returns the possible values of a note; of a set, its possible members."""
        note = self.game.notes.get(id)
        if note is None:
            return self._built_in(id)
        if isinstance(note.type, SetType):
            return self.of_type(note.type.element)
        if not isinstance(note.type, NumberType):
            return self.of_type(note.type, optional=note.optional)
        found = self.notes.get(id) or between(note.low, note.high)
        return found.join(self.starts[id]) if id in self.starts else found

    def _built_in(self, id: str) -> ValueRange:
        if id in ("active_player", "last_player"):
            return between(-1, self.game.players[1] - 1)
        if id in ("phase", "direction"):
            return between(0, max(len(self.game.varieties[id].members) - 1, 0))
        return NATURAL


def _bodies(game: ir.Game) -> tuple[object, ...]:
    """Returns everything that can run."""
    return (
        *game.rules.values(),
        *game.hooks,
        *game.offers.values(),
        *game.course,
        *(slot for each in game.definitions for slot in each.slots.values()),
    )


def _swapped(bodies: tuple[object, ...]) -> set[str]:
    """Returns kinds whose pieces may be swapped with another kind, which needs no room in the place."""
    found: set[str] = set()
    for node in nodes(bodies):
        if isinstance(node, ir.Swap):
            kinds = {str(node.first.type), str(node.second.type)}
            if len(kinds) > 1:
                for side in (node.first, node.second):
                    if isinstance(side.type, PieceType):
                        found.add(side.type.kind)
    return found
