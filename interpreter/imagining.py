"""A position as a player may imagine it: what is seen is kept, and all that is not is made up.

Of a state, `imagined` takes only what its player may know. Two states that look the same to a player are imagined
alike with the same stream, whatever is hidden in them: before anything is exchanged at random it is put into an order
that does not depend on what it was.

Not made up is what a rule has worked out before it asks somebody: that counts as known to whoever is asked. What
others have answered in secret cannot be made up so; `secret_pending` tells where such answers may be waiting.
"""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.dsl import ir
from boardwright.dsl.types import MemberType, NumberType, PlayerType, YesNoType
from boardwright.dsl.walk import nodes
from boardwright.interpreter import layout as lay
from boardwright.interpreter import rng
from boardwright.interpreter.analysis import callees, slot_name
from boardwright.interpreter.dealing import dealt
from boardwright.interpreter.naming import members_of
from boardwright.interpreter.program import Program
from boardwright.interpreter.rng import Stream
from boardwright.interpreter.runtime import in_order, lay_in_order
from boardwright.interpreter.state import State
from boardwright.interpreter.views import Looker

_TRIES = 20
_CHANCE_BITS = 32


def imagined(state: State, player: int, stream: Stream) -> State:
    """A state that looks to the player at this seat like the given one; what is hidden, and chance to come, is by the stream."""
    return _Imagining(state, player, stream).state()


class _Imagining:
    """One position made up for one player."""

    def __init__(self, state: State, player: int, stream: Stream) -> None:
        self.player, self.stream = player, stream
        self.layout, self.table = state.program.layout, state.program.table
        self.seen = Looker(state, player)
        self.other = state.copy()
        self.v = self.other.v

    def state(self) -> State:
        self.chance()
        for kind, pieces in self.table.pieces.items():
            unknown = [n for n in range(len(pieces)) if not self.seen.knows(kind, n)]
            unknown = self.in_sight_order(kind, unknown)
            if kind in self.layout.faces:
                self.believe(kind, unknown)
                self.faces(kind, unknown)
                self.knowledge(kind)
            else:
                self.whereabouts(kind, unknown)
            if kind in self.layout.sides:
                self.sides(kind, unknown)
            self.notes(kind)
        for note in self.table.game.notes.values():
            if note.visible_to != "everyone":
                self.secret_note(note)
        for stock in self.table.stock_members:
            self.stock(stock)
        return self.other

    def chance(self) -> None:
        """What is to come by chance, and what pieces will be called that cannot be followed now."""
        for at in (lay.RANDOM, self.layout.naming):
            if at >= 0:
                words = [self.stream.bits(_CHANCE_BITS) for _ in range(rng.WORDS)]
                words[0] |= 1  # all zero would be zero for ever
                self.v[at : at + rng.WORDS] = words

    def in_sight_order(self, kind: str, pieces: Sequence[int]) -> list[int]:
        """Pieces by where they lie, how deep, and what they are called; by their number only where nothing else tells them
        apart.
        """
        v, depths = self.seen.v, {}
        if kind in self.layout.above:
            for place, tops in self.layout.tops.items():
                if self.layout.masks[kind].at[place] < 0:
                    continue
                order = in_order(v, self.layout.above[kind], tops)
                depths.update({piece: depth for depth, piece in enumerate(order)})
        first, names = self.layout.places[kind], self.layout.names.get(kind)
        called = {n: n if names is None else v[names + n] for n in pieces}
        return sorted(pieces, key=lambda n: (v[first + n], depths.get(n, 0), called[n], n))

    # ---- faces

    def believe(self, kind: str, unknown: Sequence[int]) -> None:
        """What the player goes on seeing is so, as far as the faces that there are allow it."""
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
        """Unknown faces are dealt anew among the pieces whose backs look the same."""
        base, backs = self.layout.faces[kind], self.table.backs[kind]
        by_back: dict[int, list[int]] = {}
        for piece in pieces:
            by_back.setdefault(backs[self.v[base + piece]], []).append(piece)
        for back in sorted(by_back):
            members = by_back[back]
            values = sorted(self.v[base + piece] for piece in members)
            known = self.seen.claims(kind, members, values)
            for _ in range(_TRIES):
                found = dealt(members, values, known, self.stream)
                for piece, value in found.items():
                    self.v[base + piece] = value
                if not self.shows_any(kind, members):
                    break
            else:
                settled = {piece for there, _ in known for piece in there}
                free = [piece for piece in members if piece not in settled]
                self.match(kind, free, [found[piece] for piece in free])

    def knowledge(self, kind: str) -> None:
        """What others know of places where pieces cannot be followed the player does not know: here it is nothing. An
        onlooker knows what they all know.
        """
        bounds = self.layout.bounds.get(kind)
        if bounds is None:
            return
        for place, at in bounds.rows.items():
            common = bounds.common(self.v, place) if self.player < 0 else 0
            for seat in range(self.table.players):
                if seat != self.player:
                    self.v[at + seat] = common if bounds.keepers[place] >> seat & 1 else 0

    def shows_any(self, kind: str, pieces: Sequence[int]) -> bool:
        """Whether the player would see one of these, which are not seen in fact."""
        now = Looker(self.other, self.player)
        return any(now.knows(kind, piece) for piece in pieces)

    def match(self, kind: str, pieces: Sequence[int], values: Sequence[int]) -> None:
        """Deals so that each piece gets a face that is unseen where it lies (augmenting paths); what cannot be is left."""
        base, now = self.layout.faces[kind], Looker(self.other, self.player)

        def fits(piece: int, value: int) -> bool:
            self.v[base + piece] = value
            return not now.knows(kind, piece)

        fitting = [[n for n, value in enumerate(values) if fits(p, value)] for p in pieces]
        holder: dict[int, int] = {}  # which piece has the value of this number

        def deal(piece: int, tried: set[int]) -> bool:
            for n in fitting[piece]:
                if n not in tried:
                    tried.add(n)
                    if n not in holder or deal(holder[n], tried):
                        holder[n] = piece
                        return True
            return False

        left = [n for n in range(len(pieces)) if not deal(n, set())]
        spare = [n for n in range(len(values)) if n not in holder]
        holder.update(zip(spare, left, strict=True))
        for n, piece in holder.items():
            self.v[base + pieces[piece]] = values[n]

    # ---- the rest

    def whereabouts(self, kind: str, pieces: Sequence[int]) -> None:
        """Pieces without a face that lie out of sight: any of them may be where any other is."""
        if len(pieces) < 2:
            return
        v, first, masks = self.v, self.layout.places[kind], self.layout.masks[kind].at
        slots = [v[first + piece] for piece in pieces]
        dealt = sorted(pieces)
        self.stream.shuffle(dealt)
        for place in set(slots):
            for piece in pieces:
                v[masks[place]] &= ~(1 << piece)
        for piece, place in zip(dealt, slots, strict=True):
            v[first + piece] = place
            v[masks[place]] |= 1 << piece
        if kind not in self.layout.above:
            return
        above, below = self.layout.above[kind], self.layout.below[kind]
        instead = dict(zip(pieces, dealt, strict=True))
        orders = {
            tops: in_order(self.seen.v, above, tops)
            for place, tops in self.layout.tops.items()
            if masks[place] >= 0
        }
        for tops, order in orders.items():
            lay_in_order(v, above, below, tops, [instead.get(piece, piece) for piece in order])

    def sides(self, kind: str, pieces: Sequence[int]) -> None:
        """Dice out of sight may show anything."""
        for piece in pieces:
            shown = 1 + self.stream.below(self.table.game.kinds[kind].sides)
            self.v[self.layout.sides[kind] + piece] = shown

    def notes(self, kind: str) -> None:
        """What is noted of pieces that cannot be told apart may be noted of any of them."""
        pieces = [n for n in range(len(self.table.pieces[kind])) if not self.seen.told(kind, n)]
        pieces = self.in_sight_order(kind, pieces)
        for id, at in self.layout.notes.items():
            if self.table.game.notes[id].per == kind:
                values = sorted(self.v[at + piece] for piece in pieces)
                self.stream.shuffle(values)
                for piece, value in zip(pieces, values, strict=True):
                    self.v[at + piece] = value

    def secret_note(self, note: ir.Note) -> None:
        """A note that the player does not see may be anything; where that has no bounds it is as at the start."""
        at = self.layout.notes[note.id]
        for number in range(self.layout.note_keys(note.per)):
            if not self.seen.sees_note(note, number):
                self.v[at + number] = self.any_value(note)

    def any_value(self, note: ir.Note) -> int:
        """A value that a note can have."""
        bounded = (note.low, note.high) != (-lay.LARGEST_NOTE, lay.LARGEST_NOTE)
        match note.type:
            case NumberType() if bounded:
                return note.low + self.stream.below(note.high - note.low + 1)
            case YesNoType():
                return self.stream.below(2)
            case PlayerType():
                return self.stream.below(self.table.players)
            case MemberType(variety=variety):
                return self.stream.below(len(members_of(self.table, variety)))
            case _:
                return self.layout.starts[note.id]

    def stock(self, id: str) -> None:
        """Amounts out of sight: what is left of the total lies anywhere; without a total others have what the player has."""
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
                total = sum(self.v[word] for word in at)
                cuts = sorted(self.stream.below(total + 1) for _ in at[1:])
                for word, low, high in zip(at, [0, *cuts], [*cuts, total], strict=True):
                    self.v[word] = high - low

    def as_mine(self, stock: str, number: int, member: int) -> int:
        """How much lies in the player's own place of the same name."""
        declared = self.table.places[number].declared
        for mine, place in enumerate(self.table.places):
            if place.declared == declared and place.owner == self.player >= 0:
                at = self.layout.stocks[stock].at[mine]
                if at >= 0 and self.seen.sees_into(place, stock):
                    return self.seen.v[at + member]
        return 0


# ---- answers that are secret for now


def secret_pending(program: Program) -> frozenset[str]:
    """The names of the decisions at which answers of others may be waiting that nobody else is to know yet."""
    return program.kept("secret pending", _secret_pending)


def _secret_pending(program: Program) -> frozenset[str]:
    game = program.table.game
    bodies: dict[str, object] = {}
    for rule in game.rules.values():
        hooks = tuple(hook.body for hook in game.hooks if hook.rule == rule.id)
        bodies[f"rule:{rule.id}"] = (rule.body, hooks)
    definitions = [each for kind in game.kinds.values() for each in kind.definitions]
    definitions += [each for kind in game.spaces.values() for each in kind.definitions]
    for each in definitions:
        for slot in each.slots.values():
            bodies[slot_name(each.kind, each.id, slot.id)] = slot.body
    for offer in game.offers.values():
        slots = tuple(
            bodies[slot_name(kind, definition, slot)] for kind, definition, slot in offer.slots
        )
        bodies[f"offer:{offer.id}"] = (*(entry.body for entry in offer.entries), *slots)
    waiting: list[object] = []
    for node in nodes((*bodies.values(), *game.hooks, *game.course)):
        match node:
            case ir.AllAtOnce():
                waiting.append(node.body)
            case ir.Choose(secretly=True) | ir.MayDo(secretly=True):
                waiting.append((node.body, node.otherwise))
            case ir.ChooseOne(secretly=True):
                waiting.append((node.entries, node.otherwise))
            case ir.Open(secretly=True):
                waiting.append(node)
            case _:
                pass
    found: set[str] = set()
    entered: set[str] = set()
    while waiting:
        body = waiting.pop()
        for node in nodes(body):
            if isinstance(node, ir.Open):
                found.add(node.offer)
            elif (site := getattr(node, "site", None)) is not None:
                found.add(site)
        for name in sorted(callees(game, body) - entered):
            entered.add(name)
            waiting.append(bodies.get(name, ()))
    return frozenset(found)


__all__ = ["imagined", "secret_pending"]
