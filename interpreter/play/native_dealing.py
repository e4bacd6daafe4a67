"""Deals what a player does not know by machine code, which follows a plan: an array of numbers.

The plan is made once from an `Unknown`, and says for each thing to deal what it is and where: see `plan_of`. Dealing
draws the same numbers, in the same order, as `determinize.deal`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Set

from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.native.dealing_text import Deal
from boardwright.interpreter.native.engine import Native
from boardwright.interpreter.play.native_state import NativeState
from boardwright.interpreter.play.unknown_words import Exchange, Scatter, Unknown


def plan_of(what: Unknown, wide: Set[int]) -> array[int] | None:
    """The plan for dealing. None if a rule shows only some faces, which needs several attempts, or if the exchange involves
    one of these `wide` words or a number that does not fit a word.
    """
    plan: list[int] = []
    for at in what.generators:
        plan += [Deal.GENERATOR, at]
    for drawn in what.drawn:
        plan += [Deal.DRAWN, drawn.at, drawn.low, drawn.count]
    for share in what.shares:
        plan += [Deal.SHARE, len(share.at), share.total, *share.at]
    for scatter in what.scatters:
        plan += _of_scatter(scatter)
    for exchange in what.exchanges:
        if exchange.kind is not None or not wide.isdisjoint(exchange.at):
            return None
        plan += _of_exchange(exchange)
    return array("q", [*plan, Deal.END])


def _of_scatter(what: Scatter) -> Iterator[int]:
    yield from (Deal.SCATTER, len(what.pieces), what.first)
    yield from (*what.pieces, *what.places, *what.masks)
    for tops, order in what.orders:
        yield from (Deal.ORDER, tops, what.above, what.below, len(order), *order)


def _of_exchange(what: Exchange) -> Iterator[int]:
    if not what.claims:
        yield from (Deal.EXCHANGE, len(what.at), *what.at, *what.values)
        return
    rest, number = list(what.values), {at: n for n, at in enumerate(what.at)}
    claims: list[int] = []
    for there, claimed in what.claims:
        for value in claimed[: len(there)]:
            rest.remove(value)
        claims += [len(there), len(claimed[: len(there)])]
        claims += [number[at] for at in there]
        claims += claimed[: len(there)]
    yield from (Deal.CLAIMED, len(what.at), len(what.claims), len(rest), *what.at, *rest, *claims)


class Dealer:
    """Deals what a player does not know, each time into a new state."""

    def __init__(self, native: Native, what: Unknown, plan: array[int]) -> None:
        self.native, self.plan, self.words = native, plan, what.state.words
        self.begun = native.packing.pack(what.state.v)
        self.scratch = array("q", bytes(8 * 2 * len(plan)))
        self.entry = native.entry("deal")

    def deal(self, stream: Stream) -> NativeState:
        packed, word = self.begun[:], array("Q", [stream.word])
        v, plan, drawn, aside = (
            each.buffer_info()[0] for each in (packed, self.plan, word, self.scratch)
        )
        self.entry(v, plan, drawn, aside)
        stream.word = word[0]
        return NativeState(self.native, packed, self.words)


def dealer_of(what: Unknown) -> Dealer | None:
    """The dealer in machine code. None if Python must deal: Python plays the state, sets larger than a word are exchanged,
    or faces need several attempts.
    """
    if not isinstance(what.state, NativeState):
        return None
    native = what.state.native
    plan = plan_of(what, dict(native.packing.wide).keys() | set(native.packing.full))
    return None if plan is None else Dealer(native, what, plan)
