"""The changes that statements make: to pieces, knowledge about them, stock and notes.

**Moving** a hidden piece. Into a tracked place: the players who saw it in its old place, and those who see it in the new
one, know it from then on. Into an untracked place: nobody keeps knowledge of the piece, only of the pieces there (see
`bounds`). Who sees a place is evaluated just before and just after the move. Several pieces are moved one after the other,
each to the top (or the bottom) of an ordered place: in the written order; else first those without an order, as the table
numbers them or by name, then those of ordered places, place by place, so that the top piece of such a place is above the
others again. Moving a piece to its own place does the same, so in an ordered place it goes to the top.

**Swapping** exchanges places (and positions in their orders), and each piece moves by these rules.

**Names** of pieces of a hidden kind are at first their own numbers. In an untracked place no piece has a
name: the names of the pieces there are kept together, and a piece that leaves takes the lowest of them. The
order in which several leave at once must not show: see `move_all`. Names are drawn from a stream of their
own: 32 bits for each piece, by number, and the lowest comes first.

**Shuffling** takes the hidden pieces of a place, kind by kind as declared. In an ordered place they
exchange their positions: for i from the last down to the second (counted from the bottom), with the one
drawn from the first i; then the names there are dealt from the top, the lowest first. In another
place names are dealt at random. Then nobody knows the pieces.

**Room** limits the pieces of a kind, or the whole amount of a stock, in a place after the change.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from boardwright.dsl.language.types import (
    NumberType,
    SetType,
    YesNoType,
    word_for_nothing,
)
from boardwright.dsl.rules import ir
from boardwright.interpreter.machine.rng import next32, together
from boardwright.interpreter.reference.bounds import Bounds
from boardwright.interpreter.reference.evaluator import Evaluator
from boardwright.interpreter.reference.frame import Frame
from boardwright.interpreter.reference.position import ALONE, NAMELESS, NOBODY, Single, Use
from boardwright.interpreter.table.errors import (
    MEMORY_FULL,
    NO_ROOM,
    NOT_ENOUGH,
    OUT_OF_RANGE,
    RuleError,
)
from boardwright.interpreter.table.table_values import in_reach

OWN_TURN = "own_turn"


class PositionChanges:
    """Changes one position."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.position = evaluator.position
        self.table = evaluator.table
        self.game = evaluator.game
        self.bounds = Bounds(evaluator)

    # ---- pieces

    def move(
        self,
        kind: str,
        piece: int,
        target: int,
        bottom: bool,
        at: ir.MovePieces | ir.MoveTop,
        mover: int | None = None,
    ) -> None:
        """Moves one piece, in secret if there is a `mover`."""
        if mover is not None and kind in self.table.disguised:
            self._mingle(kind, piece, target, mover)
        origin = self.position.place[kind][piece]
        seen_by = self.evaluator.who_sees(kind, piece)
        who = self._who_knows(kind, piece)
        self._leave(kind, piece)
        self.position.rename(kind, piece, self.position.place[kind][piece], target)
        self.position.place[kind][piece] = target
        if target in self.position.order:
            order = self.position.order[target]
            order.insert(0 if bottom else len(order), (kind, piece))
        who |= self._learn(kind, piece, who)
        seen = seen_by | self.evaluator.who_sees(kind, piece)
        self.position.forget(kind, seen, [self.position.name[kind][piece]])
        if origin != target:
            self.bounds.left(kind, piece, origin, who)
            self.bounds.came(kind, piece, target, who)
        self._check_pieces(kind, target, at)

    def as_they_lie(self, kind: str, pieces: Sequence[int], bottom: bool) -> list[int]:
        """Pieces in the order in which they move, which keeps the order of piles."""

        def height(piece: int) -> tuple[int, int]:
            place = self.position.place[kind][piece]
            order = self.position.order.get(place)
            return (-1, 0) if order is None else (place, order.index((kind, piece)))

        return sorted(pieces, key=height, reverse=bottom)

    def move_all(
        self,
        kind: str,
        pieces: Sequence[int],
        target: int | None,
        bottom: bool,
        at: ir.MovePieces,
        *,
        is_sorted: bool,
        mover: int | None = None,
    ) -> None:
        """Moves several pieces, to their homes without a target, in the written order, or else by name.

        Pieces without names move in random order if that can show in the target. A written order must not show in names:
        names that pieces get on the way are dealt again.
        """
        position = self.position
        if target is not None:
            self.bounds.poured(kind, pieces, target)
        if not is_sorted and position.is_hidden(kind):
            place = None if target is None else self.table.places[target]
            shows = place is None or place.tracked or place.ordered
            pieces = position.by_name(kind, pieces, drawn=True) if shows else sorted(pieces)
        if not is_sorted:
            pieces = self.as_they_lie(kind, pieces, bottom)
        nameless = [piece for piece in pieces if position.name[kind][piece] == NAMELESS]
        for piece in pieces:
            goal = self.home(kind, piece) if target is None else target
            self.move(kind, piece, goal, bottom, at, mover)
        if is_sorted:
            called = [piece for piece in nameless if position.name[kind][piece] != NAMELESS]
            position.deal_names(kind, called)

    def home(self, kind: str, piece: int) -> int:
        """The home of a piece."""
        return self.table.faces[kind][self.position.face[kind][piece]].home

    def _leave(self, kind: str, piece: int) -> None:
        source = self.position.place[kind][piece]
        if source in self.position.order:
            self.position.order[source].remove((kind, piece))

    def _who_knows(self, kind: str, piece: int) -> frozenset[int]:
        """The seats that know a hidden piece where it is now."""
        if not self.position.is_hidden(kind):
            return frozenset()
        known = self.evaluator.who_sees(kind, piece) | self.position.known[kind][piece]
        return known | self.bounds.certain(kind, piece)

    def _learn(self, kind: str, piece: int, who: frozenset[int]) -> frozenset[int]:
        """Updates the knowledge about a piece that has just moved, if these seats knew it before; returns who knows it."""
        if not self.position.is_hidden(kind):
            return frozenset()
        who |= self.evaluator.who_sees(kind, piece)
        tracked = self.table.places[self.position.place[kind][piece]].tracked
        self.position.known[kind][piece] = set(who) if tracked else set()
        return who

    def swap(
        self, first: tuple[str, int], second: tuple[str, int], mover: int | None = None
    ) -> None:
        """Swaps the places of two pieces, in secret if there is a `mover`."""
        if first == second:
            return
        known_by = [self._who_knows(*piece) for piece in (first, second)]
        kind, position = first[0], self.position
        secretly = mover is not None and kind in self.table.disguised
        by = -1 if mover is None else mover
        knew = [set(position.known[kind][piece]) for _, piece in (first, second)]
        seen_by = [self.evaluator.who_sees(*piece) for piece in (first, second)]
        places = [self.position.place[kind][piece] for kind, piece in (first, second)]
        if places[0] != places[1] and not secretly:
            self._swap_names(first[0], (first[1], second[1]), places)
        other = {first: second, second: first}
        for place in set(places) & set(self.position.order):
            order = self.position.order[place]
            order[:] = [other.get(piece, piece) for piece in order]
        for (kind, piece), place in zip((first, second), reversed(places), strict=True):
            self.position.place[kind][piece] = place
        seen = [
            seats | self.evaluator.who_sees(*piece)
            for piece, seats in zip((first, second), seen_by, strict=True)
        ]
        if not secretly:
            for each, seats in zip((first, second), seen, strict=True):
                self.position.forget(each[0], seats, [self.position.name[each[0]][each[1]]])
            found = [
                self._learn(*each, who) for each, who in zip((first, second), known_by, strict=True)
            ]
            if places[0] != places[1]:
                for each, place, who in zip((first, second), places, found, strict=True):
                    self.bounds.left(*each, place, who)
                for each, place, who in zip((first, second), reversed(places), found, strict=True):
                    self.bounds.came(*each, place, who)
            return
        for (_, piece), seats in zip((first, second), seen, strict=True):
            if self.table.places[position.place[kind][piece]].tracked:
                position.known[kind][piece] |= seats
            else:
                position.known[kind][piece].clear()
        self._exchange(kind, (first[1], second[1]), knew, {by} | seen[0] | seen[1])
        for (_, piece), seats in zip((first, second), seen, strict=True):
            position.forget(kind, seats, [position.name[kind][piece]])

    def _exchange(
        self,
        kind: str,
        pieces: tuple[int, int],
        knew: Sequence[set[int]],
        seers: set[int],
    ) -> None:
        """Swaps in secret: names stay in place, and those who do not see it still believe in the old faces."""
        position = self.position
        seers = {seat for seat in seers if seat >= 0}
        blind = set(range(self.table.players)) - seers
        for piece, seats in zip(pieces, knew, strict=True):
            position.keep_seeing(kind, piece, seats & blind)
        names, known = position.name[kind], position.known[kind]
        one, two = pieces
        position.follow(kind, seers, {names[one]: names[two], names[two]: names[one]})
        names[one], names[two] = names[two], names[one]
        known[one] = known[one] & seers | knew[1] & blind
        known[two] = known[two] & seers | knew[0] & blind

    def _mingle(self, kind: str, piece: int, target: int, mover: int) -> None:
        """Renames all pieces in a place: those who did not see which one left cannot tell them apart."""
        position, here = self.position, self.position.place[kind][piece]
        seers = {mover} | self.evaluator.who_sees(kind, piece)
        position.place[kind][piece] = target
        seers |= self.evaluator.who_sees(kind, piece)
        position.place[kind][piece] = here
        seers = {seat for seat in seers if seat >= 0}
        blind = set(range(self.table.players)) - seers
        others = [other for other in position.pieces_in(kind, here) if other != piece]
        if not others or not blind or not position.is_followed(kind, here):
            return
        if here in position.order:
            others = [other for other in reversed(position.stacked(kind, here)) if other != piece]
        else:
            lots = {other: next32(position.naming, 0) for other in others}
            others.sort(key=lots.__getitem__)
        left = [piece, *others]
        before = [position.name[kind][one] for one in left]
        position.forget(kind, blind, before)
        position.follow(kind, seers, dict(zip(before, sorted(before), strict=True)))
        for one, name in zip(left, sorted(before), strict=True):
            position.name[kind][one] = name
            position.known[kind][one] &= seers

    def _swap_names(self, kind: str, pieces: Sequence[int], places: Sequence[int]) -> None:
        """Swaps names: both pieces leave before either arrives."""
        position, names = self.position, []
        for piece, place in zip(pieces, places, strict=True):
            name = position.name[kind][piece]
            if name == NAMELESS:
                name = min(position.names_in(kind, place))
                position.names_in(kind, place).remove(name)
                position.forget(kind, range(self.table.players), [name])
            names.append(name)
        for piece, name, place in zip(pieces, names, reversed(places), strict=True):
            position.settle_name(kind, piece, name, place)

    def shuffle(self, place: int, mover: int | None = None) -> None:
        """Shuffles all pieces in a place, in secret if there is a `mover`."""
        position = self.position
        for kind in self.game.kinds.values():
            if not kind.hidden:
                continue
            pieces = position.pieces_in(kind.id, place)
            if mover is not None and kind.id in self.table.disguised:
                self._shuffle_in_secret(kind.id, place, mover)
                continue
            position.forget(
                kind.id,
                range(self.table.players),
                [position.name[kind.id][piece] for piece in pieces],
            )
            for piece in pieces:
                position.known[kind.id][piece].clear()
            if place in position.order:
                self._shuffle_order(kind.id, place)
            elif position.is_followed(kind.id, place):
                position.deal_names(kind.id, pieces)

    def _shuffle_in_secret(self, kind: str, place: int, mover: int) -> None:
        """Shuffles in secret: names stay in place, and those who do not see it still believe in the old faces."""
        position, there = self.position, self.table.places[place]
        seers = {mover}
        if there.visible_for(kind) == "everyone":
            seers = set(range(self.table.players))
        elif there.visible_for(kind) == "owner":
            seers.add(there.owner)
        blind = set(range(self.table.players)) - seers
        names, known = position.name[kind], position.known[kind]
        if place in position.order:
            before = position.stacked(kind, place)
        elif position.is_followed(kind, place):
            before = sorted(position.pieces_in(kind, place), key=names.__getitem__)
        else:
            return
        for piece in before:
            position.keep_seeing(kind, piece, known[piece] & blind)
        kept = [(names[piece], known[piece] & blind) for piece in before]
        if place in position.order:
            self._shuffle_order(kind, place)
            after = position.stacked(kind, place)
        else:
            lots = {piece: next32(position.naming, 0) for piece in sorted(before)}
            after = sorted(lots, key=lots.__getitem__)
        for piece, (name, seats) in zip(after, kept, strict=True):
            names[piece], known[piece] = name, set(seats)
        position.forget(kind, [seat for seat in seers if seat >= 0], [name for name, _ in kept])

    def _shuffle_order(self, kind: str, place: int) -> None:
        position = self.position
        order = position.order[place]
        of_kind = [each for each in order if each[0] == kind]
        for product, choices in together(len(of_kind)):
            drawn = position.below(product)
            for choice in choices:
                drawn, other = divmod(drawn, choice)
                one, two = of_kind[choice - 1], of_kind[other]
                of_kind[choice - 1], of_kind[other] = two, one
        order[:] = [*(each for each in order if each[0] != kind), *of_kind]
        if position.is_followed(kind, place):
            names = sorted(position.name[kind][piece] for _, piece in of_kind)
            for (_, piece), name in zip(reversed(of_kind), names, strict=True):
                position.name[kind][piece] = name

    def look(self, kind: str, pieces: Iterable[int], seats: Iterable[int]) -> None:
        """Shows the faces of these pieces to these seats once."""
        if not self.position.is_hidden(kind):
            return
        pieces, seats = list(pieces), frozenset(seats)
        for piece in pieces:
            if self.table.places[self.position.place[kind][piece]].tracked:
                self.position.known[kind][piece].update(seats)
                self.position.forget(kind, seats, [self.position.name[kind][piece]])
        self.bounds.seen(kind, pieces, seats)

    def pass_on(self, place_id: str, step: int, at: ir.Node) -> None:
        """Moves everything in each player's place of this name to the neighbour's, all at once.

        Players who are out neither give nor receive. Pieces keep their order.
        """
        position = self.position
        zone = self.table.zones[place_id]
        route = {
            zone.place_of(seat): zone.place_of(position.next_seat(seat, step))
            for seat in position.players()
        }
        route = {source: target for source, target in route.items() if source != target}
        moving = [
            (kind, piece, source, self._who_knows(kind, piece))
            for source in route
            for kind, piece in self._content(source)
        ]
        self.bounds.passed_on(route)
        names = {
            (kind, route[at]): names for (kind, at), names in position.names.items() if at in route
        }
        kept_names = {key: names for key, names in position.names.items() if key[1] not in route}
        position.names = {**kept_names, **names}
        for source in route:
            position.order.get(source, []).clear()
        for kind, piece, source, _ in moving:
            position.place[kind][piece] = route[source]
            if route[source] in position.order:
                position.order[route[source]].append((kind, piece))
        for kind, piece, _, who in moving:
            self._learn(kind, piece, who)
        arriving = {
            (stock, member, route[place]): amount
            for (stock, member, place), amount in position.amounts.items()
            if place in route
        }
        kept = {key: n for key, n in position.amounts.items() if key[2] not in route}
        position.amounts = {**kept, **arriving}
        for target in route.values():
            for kind_id in self.game.kinds:
                self._check_pieces(kind_id, target, at)
            for stock in self.game.stocks:
                self._check_stock(stock, target, at)

    def _content(self, place: int) -> list[tuple[str, int]]:
        """All pieces in a place: in its order, or by kind and number."""
        if place in self.position.order:
            return list(self.position.order[place])
        return [
            (kind, piece)
            for kind in self.game.kinds
            for piece in self.position.pieces_in(kind, place)
        ]

    def _check_pieces(self, kind: str, place: int, at: ir.Node) -> None:
        room = self.table.places[place].room.get(kind)
        if room is not None and len(self.position.pieces_in(kind, place)) > room:
            self._no_room(kind, place, room, at)

    def _no_room(self, what: str, place: int, room: int, at: ir.Node) -> None:
        where = self.table.places[place].id
        raise RuleError(NO_ROOM, f"`{where}` has room for only {room} `{what}`", at.span)

    # ---- stock

    def move_stock(
        self,
        stock: str,
        member: int,
        amount: int | None,
        origin: int,
        target: int,
        at: ir.MoveStock,
    ) -> None:
        """Moves this amount of one member's stock, or all there is."""
        position = self.position
        if position.is_uncounted(stock, origin):
            if amount is None:
                raise RuleError(NOT_ENOUGH, f"`{stock}` is unlimited: say how many", at.span)
            there = amount
        else:
            there = position.amount(stock, member, origin)
        wanted = there if amount is None else amount
        if wanted > there and not at.up_to:
            where = self.table.places[origin].id
            raise RuleError(NOT_ENOUGH, f"`{where}` has {there} `{stock}`, not {wanted}", at.span)
        moved = min(wanted, there)
        position.change_amount(stock, member, origin, -moved)
        position.change_amount(stock, member, target, moved)
        if not position.is_uncounted(stock, target):
            in_reach(position.amount(stock, member, target), at)
        self._check_stock(stock, target, at)

    def _check_stock(self, stock: str, place: int, at: ir.Node) -> None:
        room = self.table.places[place].room.get(stock)
        members = range(len(self.table.stock_members[stock]))
        if room is not None and sum(self.position.amount(stock, m, place) for m in members) > room:
            self._no_room(stock, place, room, at)

    # ---- notes

    def start_notes(self) -> None:
        """Gives every note its first value, which the table determines."""
        for note in self.game.notes.values():
            self.position.starts[note.id] = self._first_value(note)
            self.position.notes[note.id] = {}
            self.reset_note(note, self._keys(note))

    def reset_note(self, note: ir.Note, keys: list[int]) -> None:
        """Gives a note its first value again."""
        for key in keys:
            self.position.notes[note.id][key] = self.position.starts[note.id]

    def _first_value(self, note: ir.Note) -> Single:
        if note.start is not None:
            return self.evaluator.value(note.start, Frame())
        if isinstance(note.type, SetType):
            return frozenset()
        return 0 if isinstance(note.type, NumberType | YesNoType) else -1

    def _keys(self, note: ir.Note) -> list[int]:
        """The players, pieces, spaces or members that a note has values for."""
        if note.per is None:
            return [ALONE]
        if isinstance(note.per, str):
            return list(self.table.numbers_per(note.per))
        return list(range(math.prod(len(self.table.numbers_per(each)) for each in note.per)))

    def set_note(self, note: str, key: int, value: Single, at: ir.Node) -> None:
        """Writes a note, or who is active, or the direction."""
        if note not in self.game.notes:
            assert note in ("active_player", "direction")
            setattr(self.position, note, value)
            return
        declared = self.game.notes[note]
        missing = declared.optional and value == word_for_nothing(declared.type)
        if isinstance(declared.type, NumberType) and not missing:
            assert isinstance(value, int)
            if not declared.low <= value <= declared.high:
                allowed = f"from {declared.low} to {declared.high}"
                raise RuleError(OUT_OF_RANGE, f"`{note}` is {allowed}, not {value}", at.span)
        self.position.notes[note][key] = value

    def remember(self, statement: ir.Remember) -> None:
        """Adds what a memory compares to the positions that it holds."""
        memory = self.game.memories[statement.memory]
        held = self.position.memories[memory.id]
        if len(held) == memory.holds:
            if not memory.forgets:
                message = f"`{memory.id}` has room for only {memory.holds} positions"
                raise RuleError(MEMORY_FULL, message, statement.span)
            del held[0]
        held.append(self.position.snapshot(memory))

    # ---- things that last for a limited time

    def clear(self, lasts: str) -> None:
        """Resets what lasts until now, when a rule, phase, round or turn begins."""
        for note in self.game.notes.values():
            if note.lasts == lasts:
                self.reset_note(note, self._keys(note))
        self.position.used = {
            use: times for use, times in self.position.used.items() if use.lasts != lasts
        }

    def clear_own_turn(self, player: int) -> None:
        """Resets what lasts until this player's next turn: notes and limits of the player, and of the player's pieces
        and spaces. Those of nobody are reset with every turn.
        """
        for note in self.game.notes.values():
            if note.lasts == OWN_TURN:
                keys = [key for key in self._keys(note) if self._ends_with(note, key, player)]
                self.reset_note(note, keys)
        self.position.used = {
            use: times
            for use, times in self.position.used.items()
            if use.lasts != OWN_TURN or not self._ends_for(use, player)
        }

    def _ends_with(self, note: ir.Note, key: int, player: int) -> bool:
        """Whether what a note has for a key ends with the turn of a player."""
        owning = ir.find_owning_index(note.per, self.game.varieties)
        if owning is None:
            return True
        per, thing = self.table.split_key(note.per, key)[owning]
        if per == "player":
            return thing == player
        return self._is_or_nobodys(per, thing, player)

    def _is_or_nobodys(self, kind: str, thing: int, player: int) -> bool:
        return self.position.owner_of(kind, thing) in (player, NOBODY)

    def _ends_for(self, use: Use, player: int) -> bool:
        if not use.of_piece:
            return use.holder == player
        thing = use.holder
        if self.position.is_piece_kind(use.by) and self.position.is_hidden(use.by):
            thing = self.position.face[use.by].index(use.holder)
        return self._is_or_nobodys(use.by, thing, player)
