"""Determinization: a position as a player may imagine it, with known things kept and unknown things made up.

The unknown things are found once (`unknown.py`), and can then be dealt any number of times. For two states that look
the same to a player, the same stream gives the same imagined state.

Values that a rule computed before it asks a player count as known to that player. Secret answers of other players cannot
be made up; `secret_pending` names the decisions at which there may be such answers.
"""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.interpreter.lower.analysis.calls import callees, slot_name
from boardwright.interpreter.machine import rng
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.machine.runtime import lay_in_order
from boardwright.interpreter.play.dealing import dealt
from boardwright.interpreter.play.sight import sight
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.unknown import unknown
from boardwright.interpreter.play.unknown_words import Exchange, Scatter, Unknown
from boardwright.interpreter.program.program import Program, Vector

_TRIES = 20


def imagined(state: State, player: int, stream: Stream) -> State:
    """A state that looks the same to the player at this seat; hidden things and future chance come from the stream."""
    return deal(unknown(state, player), stream)


def deal(what: Unknown, stream: Stream) -> State:
    """A state in which everything unknown is made up from the stream."""
    if what.dealer is not None:
        return what.dealer.deal(stream)
    state = what.state.copy()
    v = state.v
    for at in what.generators:
        words = [stream.next32() for _ in range(rng.WORDS)]
        words[0] |= 1  # a state of all zeros would stay zero
        v[at : at + rng.WORDS] = words
    for drawn in what.drawn:
        v[drawn.at] = drawn.low + stream.below(drawn.count)
    for share in what.shares:
        cuts = sorted(stream.below(share.total + 1) for _ in share.at[1:])
        for at, low, high in zip(share.at, [0, *cuts], [*cuts, share.total], strict=True):
            v[at] = high - low
    for scatter in what.scatters:
        _scatter(v, scatter, stream)
    for exchange in what.exchanges:
        if exchange.kind is None:
            _exchange(v, exchange, stream)
        else:
            _Trying(state, what.player, exchange, exchange.kind).deal(stream)
    return state


def _exchange(v: Vector, what: Exchange, stream: Stream) -> None:
    if what.claims:
        for at, value in dealt(what.at, what.values, what.claims, stream).items():
            v[at] = value
        return
    values = list(what.values)
    stream.shuffle(values)
    for at, value in zip(what.at, values, strict=True):
        v[at] = value


def _scatter(v: Vector, what: Scatter, stream: Stream) -> None:
    pieces = list(what.pieces)
    stream.shuffle(pieces)
    for piece, place, mask in zip(pieces, what.places, what.masks, strict=True):
        v[what.first + piece] = place
        v[mask] |= 1 << piece
    for tops, order in what.orders:
        lies = [each if each >= 0 else pieces[~each] for each in order]
        lay_in_order(v, what.above, what.below, tops, lies)


class _Trying:
    """Deals faces to unseen pieces in places that show some faces, so that none of the faces would be seen there."""

    def __init__(self, state: State, player: int, what: Exchange, kind: str) -> None:
        self.v, self.what = state.v, what
        self.knows = sight(state.program, kind).knower(state.v, player)

    def seen(self, at: int) -> bool:
        """Whether the player would see the face in this word."""
        return self.knows(at - self.what.first)

    def deal(self, stream: Stream) -> None:
        what = self.what
        for _ in range(_TRIES):
            found = dealt(what.at, what.values, what.claims, stream)
            for at, value in found.items():
                self.v[at] = value
            if not any(map(self.seen, what.at)):
                return
        settled = {at for there, _ in what.claims for at in there}
        free = [at for at in what.at if at not in settled]
        self.match(free, [found[at] for at in free])

    def match(self, words: Sequence[int], values: Sequence[int]) -> None:
        """Deals each piece a face that is unseen at its place (augmenting paths), as far as possible."""

        def fits(at: int, value: int) -> bool:
            self.v[at] = value
            return not self.seen(at)

        fitting = [[n for n, value in enumerate(values) if fits(at, value)] for at in words]
        holder: dict[int, int] = {}  # the word that has the value with this number

        def deal(word: int, tried: set[int]) -> bool:
            for n in fitting[word]:
                if n not in tried:
                    tried.add(n)
                    if n not in holder or deal(holder[n], tried):
                        holder[n] = word
                        return True
            return False

        left = [n for n in range(len(words)) if not deal(n, set())]
        spare = [n for n in range(len(values)) if n not in holder]
        holder.update(zip(spare, left, strict=True))
        for n, word in holder.items():
            self.v[words[word]] = values[n]


# ---- answers that are still secret


def secret_pending(program: Program) -> frozenset[str]:
    """The names of the decisions at which there may be answers of others that are still secret."""
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
            hooks = tuple(hook.body for hook in game.hooks_on_effect(each.kind, each.id, slot.id))
            bodies[slot_name(each.kind, each.id, slot.id)] = (slot.body, hooks)
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


__all__ = ["deal", "imagined", "secret_pending"]
