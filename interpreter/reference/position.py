"""Everything that play changes, and questions that can be answered without rules.

Numbers are those of the table: players are seats and nobody is -1; spaces and zones are places;
pieces are numbered within their kind.
"""

from __future__ import annotations

import copy
import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from boardwright.dsl.rules import ir
from boardwright.interpreter.machine.rng import below, next32, seed_words
from boardwright.interpreter.table.table import Table

NOBODY = -1
ALONE = -1  # the key of a single note
NAMELESS = -1
DIRECTIONS = ("clockwise", "counter_clockwise")
BUILT_IN_NOTES = ("active_player", "last_player", "phase", "round", "turn_number", "direction")

Single = int | frozenset[int]
"""The value of a note: a number, yes/no, player, member, space or piece; or a set of these."""


@dataclass(frozen=True, slots=True)
class Use:
    """The key of a limit: an entry of an offer for each player (`by` is its offer, `holder` a seat),
    or an effect or entry of a piece (`by` is its kind, `holder` the piece, of a hidden kind the face),
    whoever uses it.
    """

    by: str
    entry: str
    holder: int
    of_piece: bool
    lasts: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a memory compares of a position: how many pieces of each face and how much of each sort of a stock lie on each
    space, the values of notes, and the active player if the memory compares that.
    """

    pieces: frozenset[tuple[str, int, int, int]]  # kind, space, face, how many
    amounts: frozenset[tuple[str, int, int, int]]  # stock, space, sort, how much
    notes: tuple[tuple[str, frozenset[tuple[int, Single]]], ...]
    active_player: int | None

    def __deepcopy__(self, memo: object) -> Snapshot:
        return self  # nothing of it changes


class Position:
    """The position at one moment, with notes, knowledge and turn order."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.place = {kind: [p.start for p in of] for kind, of in table.pieces.items()}
        self.face = {kind: [p.face for p in of] for kind, of in table.pieces.items()}
        self.side = {kind: [1 for _ in of] for kind, of in table.pieces.items()}
        self.known: dict[str, list[set[int]]] = {
            kind: [set() for _ in of] for kind, of in table.pieces.items()
        }
        # The names of hidden pieces, and the names in places where they cannot be followed: there, pieces have no names.
        self.name = {kind: list(range(len(of))) for kind, of in table.pieces.items()}
        self.names: dict[tuple[str, int], set[int]] = {}
        # The faces that seats still believe are under names, by seat and name, after secret exchanges.
        self.believed: dict[str, dict[tuple[int, int], int]] = {kind: {} for kind in table.pieces}
        for kind, of in table.pieces.items():
            for piece, facts in enumerate(of):
                if not self.is_followed(kind, facts.start):
                    self.name[kind][piece] = NAMELESS
                    self.names_in(kind, facts.start).add(piece)
        # For places in which pieces cannot be followed: how many of each face a seat knows, by kind and place.
        self.at_least: dict[tuple[str, int, int], Counter[int]] = defaultdict(Counter)
        # The pieces in each ordered place, from bottom to top.
        self.order: dict[int, list[tuple[str, int]]] = {
            place: [] for place, of in enumerate(table.places) if of.ordered
        }
        for kind, places in self.place.items():
            for piece, place in enumerate(places):
                if place in self.order:
                    self.order[place].append((kind, piece))
        self.amounts = {(i.stock, i.member, i.place): i.amount for i in table.initial_stock}
        self.notes: dict[str, dict[int, Single]] = {}
        self.starts: dict[str, Single] = {}
        # The positions that each memory holds, the oldest first.
        self.memories: dict[str, list[Snapshot]] = {id: [] for id in table.game.memories}
        self.phase = -1
        self.round = 0
        self.turn_number = 0
        self.active_player = NOBODY
        self.last_player = NOBODY
        self.direction = 0
        self.used: dict[Use, int] = {}
        self.out_of_round: set[int] = set()
        self.out_of_game: set[int] = set()
        self.out_of_phase: dict[str, set[int]] = {}
        self.chance = list(seed_words(seed, "game"))
        self.naming = list(seed_words(seed, "names"))

    def copy(self) -> Position:
        """An independent copy of the position."""
        other = object.__new__(Position)
        for name, value in vars(self).items():
            setattr(other, name, value if name == "table" else copy.deepcopy(value))
        return other

    def below(self, n: int) -> int:
        """Draws one of 0 to n - 1."""
        return below(self.chance, 0, n)

    # ---- names

    def is_followed(self, kind: str, place: int) -> bool:
        """Whether a piece of a kind can be pointed at in a place."""
        return self.table.places[place].tracked or not self.is_hidden(kind)

    def names_in(self, kind: str, place: int) -> set[int]:
        """The names in a place where pieces of a kind cannot be followed."""
        return self.names.setdefault((kind, place), set())

    def rename(self, kind: str, piece: int, source: int, target: int) -> None:
        """Gives a piece a name when it moves: from a place where it cannot be followed, it takes the lowest name there."""
        name = self.name[kind][piece]
        if name == NAMELESS:
            name = min(self.names_in(kind, source))
            self.names_in(kind, source).remove(name)
            self.forget(kind, range(self.table.players), [name])
        self.settle_name(kind, piece, name, target)

    def settle_name(self, kind: str, piece: int, name: int, place: int) -> None:
        """Takes the name of a piece that arrives in a place."""
        if self.is_followed(kind, place):
            self.name[kind][piece] = name
        else:
            self.name[kind][piece] = NAMELESS
            self.names_in(kind, place).add(name)

    def forget(self, kind: str, seats: Iterable[int], names: Iterable[int]) -> None:
        """Removes the beliefs of these seats about these names."""
        for key in itertools.product(seats, names):
            self.believed[kind].pop(key, None)

    def keep_seeing(self, kind: str, piece: int, seats: Iterable[int]) -> None:
        """Makes these seats still believe in the face under a piece's name, whichever piece gets the name."""
        name = self.name[kind][piece]
        for seat in seats if name != NAMELESS else ():
            self.believed[kind].setdefault((seat, name), self.face[kind][piece])

    def follow(self, kind: str, seats: Iterable[int], renamed: Mapping[int, int]) -> None:
        """Moves the beliefs of these seats from names to new names."""
        old = dict(self.believed[kind])
        for seat in seats:
            for before, after in renamed.items():
                self.believed[kind].pop((seat, after), None)
                if after != NAMELESS and (seat, before) in old:
                    self.believed[kind][seat, after] = old[seat, before]

    def deal_names(self, kind: str, pieces: Sequence[int]) -> None:
        """Pieces exchange their names at random."""
        names = sorted(self.name[kind][piece] for piece in pieces)
        lots = {piece: next32(self.naming, 0) for piece in sorted(pieces)}
        for piece, name in zip(sorted(lots, key=lots.__getitem__), names, strict=True):
            self.name[kind][piece] = name

    def by_name(
        self, kind: str, pieces: Iterable[int], first: int | None = None, *, drawn: bool
    ) -> list[int]:
        """Pieces in the order of their names, from that of `first` on; then those that have none, at random if it is
        `drawn`, else by number.
        """
        names, count = self.name[kind], len(self.name[kind])
        ranks: dict[int, tuple[int, int]] = {}
        for piece in sorted(pieces):
            if piece == first:
                ranks[piece] = (0, 0)
            elif names[piece] == NAMELESS:
                ranks[piece] = (2, next32(self.naming, 0) if drawn else 0)
            elif first is None or names[first] == NAMELESS:
                ranks[piece] = (1, names[piece])
            else:
                ranks[piece] = (1, (names[piece] - names[first]) % count)
        return sorted(ranks, key=ranks.__getitem__)

    # ---- memories

    def snapshot(self, memory: ir.Memory) -> Snapshot:
        """What a memory compares, as it is now."""
        pieces: Counter[tuple[str, int, int]] = Counter()
        for kind in memory.kinds:
            for place, face in zip(self.place[kind], self.face[kind], strict=True):
                if self.table.places[place].is_space:
                    pieces[kind, place, face] += 1
        amounts = (
            (stock, place, member, amount)
            for (stock, member, place), amount in self.amounts.items()
            if amount and stock in memory.stocks and self.table.places[place].is_space
        )
        return Snapshot(
            frozenset((*key, count) for key, count in pieces.items()),
            frozenset(amounts),
            tuple((id, frozenset(self.notes[id].items())) for id in memory.notes),
            self.active_player if memory.turn else None,
        )

    # ---- players

    def players(self) -> tuple[int, ...]:
        """The seats of players who are still in the game, the round and all phases."""
        out = self.out_of_game.union(self.out_of_round, *self.out_of_phase.values())
        return tuple(seat for seat in range(self.table.players) if seat not in out)

    def clockwise(self) -> Iterator[int]:
        """All seats, clockwise from the active player, or from seat 0 if nobody is active."""
        start = max(self.active_player, 0)
        for step in range(self.table.players):
            yield (start + step) % self.table.players

    def next_seat(self, seat: int, step: int) -> int:
        """The next player to the left (1) or right (-1) who is still in; the seat itself if there is no other."""
        still_in = self.players()
        for away in range(1, self.table.players + 1):
            other = (seat + step * away) % self.table.players
            if other in still_in:
                return other
        return seat

    # ---- pieces and places

    def is_piece_kind(self, kind: str) -> bool:
        """Whether a kind is a kind of pieces, not of spaces."""
        return kind in self.table.game.kinds

    def is_hidden(self, kind: str) -> bool:
        return self.table.game.kinds[kind].hidden

    def things(self, kind: str) -> Sequence[int]:
        """All pieces of a kind, or its spaces in play."""
        if self.is_piece_kind(kind):
            return range(len(self.table.pieces[kind]))
        return self.table.spaces_of((kind,))

    def definition_of(self, kind: str, thing: int) -> int:
        """The index of the definition that a piece shows, or of a space; -1 if there is none."""
        if self.is_piece_kind(kind):
            return self.table.faces[kind][self.face[kind][thing]].definition
        return self.table.spaces[thing].definition

    def definition_order(self, definition: tuple[str, str]) -> tuple[int, int]:
        """Kinds of pieces, then of spaces, as declared; then their definitions as declared."""
        kind, id = definition
        game = self.table.game
        kinds: list[ir.Kind | ir.SpaceKind] = [
            *game.kinds.values(),
            *game.spaces.values(),
        ]
        at = next(index for index, declared in enumerate(kinds) if declared.id == kind)
        return at, next(index for index, d in enumerate(kinds[at].definitions) if d.id == id)

    def showing(self, definition: tuple[str, str]) -> list[int]:
        """The pieces that now show a definition, or the spaces with it."""
        kind, _ = definition
        index = self.definition_order(definition)[1]
        return [thing for thing in self.things(kind) if self.definition_of(kind, thing) == index]

    def owner_of(self, kind: str, thing: int) -> int:
        """The owner of a piece or space, or nobody."""
        if not self.is_piece_kind(kind):
            return self.table.spaces[thing].owner
        owned_in = self.table.game.kinds[kind].owner
        if owned_in is None:
            return self.table.faces[kind][self.face[kind][thing]].owner
        place = self.place[kind][thing]
        return self.owner_of_place(place) if self.table.places[place].declared == owned_in else -1

    def owner_of_place(self, place: int) -> int:
        """The owner of a place; a piece's place belongs to the owner of the piece."""
        found = self.table.places[place]
        if found.piece_kind is not None:
            return self.owner_of(found.piece_kind, found.key)
        return found.owner

    def can_be_owned(self, kind: str) -> bool:
        """Whether pieces or spaces of a kind belong to players; if so, they do nothing without an owner."""
        game = self.table.game
        if self.is_piece_kind(kind):
            return game.kinds[kind].owner is not None or game.kinds[kind].per_player
        spaces = game.spaces[kind]
        if spaces.per is None or spaces.per == "player":
            return spaces.per == "player" or bool(spaces.seats)
        return self.can_be_owned(spaces.per)

    def is_nobodys(self, kind: str, thing: int) -> bool:
        """Whether a piece or space could have an owner, but does not."""
        return self.can_be_owned(kind) and self.owner_of(kind, thing) == NOBODY

    def pieces_in(self, kind: str, place: int) -> list[int]:
        return [piece for piece, at in enumerate(self.place[kind]) if at == place]

    def stacked(self, kind: str, place: int) -> list[int]:
        """The pieces of a kind in an ordered place, from the bottom to the top."""
        return [piece for of, piece in self.order[place] if of == kind]

    # ---- stock

    def is_uncounted(self, stock: str, place: int) -> bool:
        """Whether this is the home of an unlimited stock, which always has enough."""
        is_home = place in self.table.stock_homes[stock]
        return is_home and self.table.game.stocks[stock].total is None

    def amount(self, stock: str, member: int, place: int) -> int:
        return self.amounts.get((stock, member, place), 0)

    def change_amount(self, stock: str, member: int, place: int, by: int) -> None:
        if not self.is_uncounted(stock, place):
            self.amounts[stock, member, place] = self.amount(stock, member, place) + by
