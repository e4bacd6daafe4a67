"""Determinization: a position as a player may imagine it, with known things kept and unknown things made up.

The unknown things are found once (`unknown.py`), and can then be dealt any number of times. For two states that look
the same to a player, the same stream gives the same imagined state.

Values that a rule computed before it asks a player count as known to that player. Secret answers of other players that
wait to be shown are made up, too: the position before the first of them is imagined, and the others answer again, each at
random (see `pending.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import rng
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.machine.runtime import lay_in_order
from boardwright.interpreter.machine.search import TRIES
from boardwright.interpreter.play.dealing import dealt
from boardwright.interpreter.play.decision import IllegalChoice
from boardwright.interpreter.play.pending import Pending
from boardwright.interpreter.play.sight import sight
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.unknown import unknown
from boardwright.interpreter.play.unknown_words import (
    Again,
    CannotImagineError,
    Exchange,
    Scatter,
    Unknown,
)
from boardwright.interpreter.play.views import check_seat, differences
from boardwright.interpreter.program.program import Vector
from boardwright.interpreter.table.errors import RuleError

_TRIES = 20
# Where others are seen to act in between, most attempts fail after an answer or two, which takes little time.
_TRIES_AS_SEEN = 100 * TRIES


def determinize(state: State, seat: int, seed: int = 0) -> State:
    """A state that the player at this seat might be in: what this player knows is the same, everything else is made up from the
    seed. The state itself does not change. Seat -1 is an onlooker. Raises `CannotImagineError`.
    """
    check_seat(state, seat)
    return imagined(state, seat, Stream(seed, f"imagined by {seat}"))


def imagined(state: State, player: int, stream: Stream) -> State:
    """A state that looks the same to the player at this seat; hidden things and future chance come from the stream."""
    return deal(unknown(state, player), stream)


def deal(what: Unknown, stream: Stream) -> State:
    """A state in which everything unknown is made up from the stream. Raises `CannotImagineError`."""
    if what.again is None:
        state = _deal(what, stream)
        state.pending = None if what.state.pending is None else Pending()
        return state
    tries, used = (TRIES, ()) if what.again.seen is None else (_TRIES_AS_SEEN, what.used)
    for number in range(tries):
        state = _deal(what, stream)
        state.pending = None
        if number % 2:  # what was seen may show that something was used before
            for drawn in used:
                state.v[drawn.at] = drawn.low + stream.below(drawn.count)
        if _answer_again(state, what.again, what.player, stream):
            return state
    raise CannotImagineError("the answers that are secret yet cannot be made up")


def _answer_again(state: State, again: Again, player: int, stream: Stream) -> bool:
    """Lets everybody answer once more: as before where the player knows it, else at random. Whether that leads to the same
    decision, by positions that look the same to the player.
    """
    seen = again.seen or (None,) * len(again.answers)
    askers = (*(each.seat for each in again.answers[1:]), again.asker)
    try:
        for answered, asker, there in zip(again.answers, askers, seen, strict=True):
            decision = state.decision
            if decision is None or decision.player != answered.seat:
                return False
            if answered.id is not None:
                state.apply(answered.id)
                if there is not None and not _looks_like(state, there, player):
                    return False
            elif there is None:
                state.apply(decision.nth(stream.below(len(decision))))
            elif not _answer_as_seen(state, there, asker, player, stream):
                return False
    except (IllegalChoice, RuleError):
        return False
    v, decision = state.v, state.decision
    return (
        (v[lay.PC], v[lay.SITE], v[lay.ASKER]) == (again.block, again.site, again.asker)
        and decision is not None
        and again.options in (0, len(decision))
    )


def _answer_as_seen(state: State, there: State, asker: int, player: int, stream: Stream) -> bool:
    """Takes any of the answers after which the position looks to the player as it did, and the same player is asked next.
    Whether there is one.
    """
    decision = state.decision
    assert decision is not None
    left = list(range(len(decision)))
    while left:
        tried = state.copy()
        try:
            tried.apply(decision.nth(left.pop(stream.below(len(left)))))
        except RuleError:
            continue
        if tried.v[lay.ASKER] == asker and _looks_like(tried, there, player):
            state.v[:], state.pending = tried.v, tried.pending
            return True
    return False


def _looks_like(state: State, there: State, player: int) -> bool:
    """Whether a player cannot tell two positions apart, except by who is asked."""
    return set(differences(there, state, player)) <= {"asked"}


def _deal(what: Unknown, stream: Stream) -> State:
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


__all__ = ["CannotImagineError", "deal", "determinize", "imagined"]
