"""A search tree that machine code grows: the same as `tree.py` does, some hundred times as fast."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import chain

from boardwright.interpreter.agents.search.settings import Settings, logarithms, roots
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.machine.search import MOST_SEATS, OTHERS
from boardwright.interpreter.native.engine import Native
from boardwright.interpreter.native.search_text import VAIN, Control, Row
from boardwright.interpreter.play.native_dealing import Dealer
from boardwright.interpreter.play.unknown_words import CannotImagineError, Unknown


class NativeTree:
    """The tree in an array of words, a row for each edge; see `native/search_text.py`."""

    def __init__(
        self,
        dealer: Dealer,
        hidden: Unknown,
        settings: Settings,
        stream: Stream,
        most: int,
        *,
        flat: bool,
    ) -> None:
        self.native, self.player, self.stream = dealer.native, hidden.player, stream
        players, room = self.native.program.table.players, self.native.packing.place.room
        streams = [stream.next64() for _ in range(players)]
        self.row = Row.TOTALS + players
        slots = 1 << (2 * most).bit_length()  # at most half of them are ever taken
        self.ctl = _control(self.native, hidden, settings, slots, flat)
        self.v = array("q", bytes(8 * room))
        self.tree = array("Q", bytes(8 * self.row * (most + 1)))
        # What machine code reads and writes, in the order in which it takes them.
        self.before = (
            dealer.begun,
            self.ctl,
            dealer.plan,
            dealer.scratch,
            array("q", bytes(8 * room)),
            self.v,
            self.tree,
            array("q", bytes(8 * slots)),
            array("q", bytes(8 * (most + 1))),
            array("Q", [*streams, *[0] * (3 * players)]),
        )
        self.after = (logarithms(most), roots(most), _answers(hidden))
        self.entry = self.native.entry("search")

    def search(self, iterations: int, arms: Sequence[int]) -> None:
        ctl = self.ctl
        ctl[Control.STREAM] = self.stream.word
        ctl[Control.ITERATIONS], ctl[Control.ARMS] = iterations, len(arms)
        words = (*self.before, array("q", arms), *self.after)
        status = self.entry(*(row.buffer_info()[0] for row in words))
        self.stream.word = ctl[Control.STREAM]
        if status == VAIN:
            raise CannotImagineError("the answers that are secret yet cannot be made up")
        if status:
            self.native.fault(self.v, status)

    def tried(self) -> dict[int, tuple[int, int]]:
        tree, row, found = self.tree, self.row, {}
        for at in range(row, row * (self.ctl[Control.EDGES] + 1), row):
            if tree[at + Row.PARENT] == 0:
                total = tree[at + Row.TOTALS + self.player]
                found[tree[at + Row.KEY]] = tree[at + Row.VISITS], total
        return found

    def totals(self, option: int) -> tuple[int, ...]:
        tree, row, players = self.tree, self.row, self.native.program.table.players
        for at in range(row, row * (self.ctl[Control.EDGES] + 1), row):
            if tree[at + Row.PARENT] == 0 and tree[at + Row.KEY] == option:
                return tuple(tree[at + Row.TOTALS : at + Row.TOTALS + players])
        return (0,) * players


def _control(
    native: Native, hidden: Unknown, settings: Settings, slots: int, flat: bool
) -> array[int]:
    """The words that a search is told."""
    found = array("Q", bytes(8 * Control.END))
    found[Control.SLOTS] = slots - 1
    found[Control.WEIGHT] = settings.weight
    found[Control.BY_MARGIN] = settings.by_margin
    found[Control.PLAYOUT] = settings.playout
    found[Control.FLAT] = flat
    found[Control.MOST] = native.program.table.game.most_decisions
    again = hidden.again
    if again is not None:
        found[Control.AGAIN] = len(again.answers)
        found[Control.BLOCK] = again.block
        found[Control.WHERE] = again.site * MOST_SEATS + again.asker
        found[Control.OPTIONS] = again.options
    return found


def _answers(hidden: Unknown) -> array[int]:
    """Who answers what once more, before each search."""
    answers = () if hidden.again is None else hidden.again.answers
    pairs = ((each.seat, OTHERS if each.id is None else each.answer) for each in answers)
    return array("q", [*chain.from_iterable(pairs), 0])
