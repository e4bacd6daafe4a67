"""Agents that search: `mc` compares the options, `ismcts` grows a tree below each of them.

Both imagine positions from what their player knows, and play on from them at random. An end of a game has a value for each
player: most of it for a victory, the rest for the distance to the best of the others, by the `worth` of the outcome or the
score. Everything is in whole numbers, so the same seed makes the same choices, in machine code or Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from boardwright.interpreter.agents.agent import Factory, stream_of
from boardwright.interpreter.agents.search.native_tree import NativeTree
from boardwright.interpreter.agents.search.settings import Settings, settings_of
from boardwright.interpreter.agents.search.tree import PythonTree, Tree
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.native.choice import native_for
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.native_dealing import Dealer
from boardwright.interpreter.play.native_state import NativeState, as_native
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.unknown import unknown
from boardwright.interpreter.play.unknown_words import CannotImagineError


@dataclass(frozen=True, slots=True)
class Found:
    """What the last search of an agent has found: the number of the best option, and how many there were; for each that was
    tried how often, and the sum of what came of it for the player who decides; and these sums of the best one for all seats.
    """

    best: int
    options: int
    tried: Mapping[int, tuple[int, int]]
    totals: tuple[int, ...]


class SearchAgent:
    """Searches for each decision anew: tries all options equally often, then again the better half of them, and so on
    (sequential halving; Karnin, Koren, Somekh 2013). If it is not possible to imagine what others have answered in secret,
    it takes a random option.
    """

    flat: ClassVar[bool]  # whether all is chance after the option

    def __init__(self, stream: Stream, settings: Settings | None = None) -> None:
        self.stream, self.settings = stream, settings or Settings()
        self._last: tuple[Tree, int, int] | None = None

    def choose(self, decision: Decision, state: State) -> int:
        options = len(decision)
        self._last = None
        try:
            tree = tree_for(
                state, decision.player, options, self.settings, self.stream, flat=self.flat
            )
            best = self.best(tree, options)
            self._last = tree, best, options
        except CannotImagineError:
            best = self.stream.below(options)
        return decision.nth(best)

    @property
    def found(self) -> Found | None:
        """What the last search has found; None if it could not imagine any position."""
        if self._last is None:
            return None
        tree, best, options = self._last
        return Found(best, options, tree.tried(), tree.totals(best))

    def best(self, tree: Tree, options: int) -> int:
        """The number of the best option, in the program's order."""
        left, still = self.settings.iterations, list(range(options))
        rounds = (options - 1).bit_length()
        for over in range(rounds):
            each = max(1, left // (rounds - over) // len(still))
            left -= each * len(still)
            tree.search(each * len(still), still)
            tried = tree.tried()
            means = {option: tried[option][1] // tried[option][0] for option in still}
            better = sorted(still, key=lambda option: (-means[option], option))
            still = sorted(better[: (len(better) + 1) // 2])
        return still[0]


class TreeAgent(SearchAgent):
    """`ismcts`."""

    flat = False


class FlatAgent(SearchAgent):
    """`mc`."""

    flat = True


def tree_for(
    state: State, player: int, options: int, settings: Settings, stream: Stream, *, flat: bool
) -> Tree:
    """A tree without branches yet, in machine code if the program has it; a `flat` one has none below the root. Raises
    `CannotImagineError`.
    """
    native = native_for(state.program, settings.iterations)
    if native is not None and not isinstance(state, NativeState):
        state = as_native(native, state)
    hidden = unknown(state, player)
    # Each option is tried in each round that it is in, however few iterations there are.
    most = settings.iterations + options * options.bit_length()
    dealer, again = hidden.dealer, hidden.again
    if isinstance(dealer, Dealer) and (again is None or again.seen is None):
        return NativeTree(dealer, hidden, settings, stream, most, flat=flat)
    return PythonTree(hidden, settings, stream, most, flat)


def make_tree(text: str) -> Factory:
    """Makes `ismcts` agents with these settings."""
    settings = settings_of("ismcts", text)
    return lambda seed, seat: TreeAgent(stream_of(seed, seat), settings)


def make_flat(text: str) -> Factory:
    """Makes `mc` agents with these settings."""
    settings = settings_of("mc", text)
    return lambda seed, seat: FlatAgent(stream_of(seed, seat), settings)
