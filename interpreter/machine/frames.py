"""The rules under way in a state that waits for an answer, and whether these can be so.

A rule that may ask keeps its locals in a frame: words of the vector of its own. At a decision the word `PC` names the block
that takes the answer, the frame of that block's rule names the block of the rule around it, and so on out to the
course of the game. In each of these frames those words are in use that the block will read; all others are zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from boardwright.interpreter.machine.spans import Span
from boardwright.interpreter.machine.word_ranges import Between, Members, OneOf


@dataclass(frozen=True, slots=True)
class Frame:
    """What the frame of one routine may hold. `back` is the word with the block to go back to, `words` are all in the order in
    which they are put aside, `returns` the blocks that come after an entry to the routine; `asks` the pairs of a block
    that takes an answer and its site; `live` has for each block the words that it needs;
    `named` says where locals are.
    """

    back: int
    size: int
    saved: bool
    live: Mapping[int, Mapping[int, Between | Members | OneOf]]
    arrays: tuple[int, ...]
    returns: frozenset[int]
    asks: frozenset[tuple[int, int]]
    words: tuple[int, ...]
    named: Mapping[str, int]


@dataclass(frozen=True)
class UnderWay:
    """All frames of a program, and the stack for those of rules that are entered again: the word with its height, its first
    word, and how many it has.
    """

    frames: Mapping[str, Frame]
    height: int
    base: int
    room: int

    @cached_property
    def of_block(self) -> Mapping[int, Frame]:
        """The frame that each block works with."""
        return {block: frame for frame in self.frames.values() for block in frame.live}

    @cached_property
    def used(self) -> frozenset[int]:
        """All words that any rule may have in use while it waits."""
        arrays = (at for frame in self.frames.values() for at in frame.arrays)
        return frozenset((*self._words(), *arrays))

    def fault(
        self, v: Sequence[int], waits_at: int | None, site: int, spans: Mapping[int, Span]
    ) -> str | None:
        """Why these frames cannot be so; None if they can. At the end of a game, nothing waits anywhere. `spans` are what the
        rules may store in words of frames.
        """
        left = {at: v[at] for at in self._words() if v[at]}
        block = waits_at
        if block is not None:
            frame = self.of_block.get(block)
            if frame is None or (block, site) not in frame.asks:
                return "no decision of these rules goes on where this one does"
        entered: set[int] = set()
        while block is not None:
            frame = self.of_block[block]
            fault = self._leave(frame, block, left, spans)
            if fault is not None:
                return fault
            block = left.pop(frame.back, None)
            if frame.returns and block not in frame.returns:
                return "a rule under way would go back to where it was not entered"
            if not frame.returns and block is not None:
                return "a rule under way goes back, but nothing entered it"
            if frame.saved:
                if not self._restore(frame, left):
                    return "the stack of rules under way is shorter than it must be"
            elif frame.back in entered:
                return "a rule under way would go back into itself"
            entered.add(frame.back)
        if left:
            return "there is something left of rules that are not under way"
        return None

    def _words(self) -> list[int]:
        own = [at for frame in self.frames.values() for at in frame.words]
        return [self.height, *own, *range(self.base, self.base + self.room)]

    def _leave(
        self, frame: Frame, block: int, left: dict[int, int], spans: Mapping[int, Span]
    ) -> str | None:
        """Takes from what is left the words that the frame needs at a block."""
        for at, holds in frame.live[block].items():
            word = left.pop(at, 0)
            if word and not (holds.fits((word,)) and at in spans and spans[at].has(word)):
                return f"a rule under way has {word} where that cannot be"
        for at in frame.arrays:
            left.pop(at, None)  # what may stand there is known from the layout
        return None

    def _restore(self, frame: Frame, left: dict[int, int]) -> bool:
        """Takes the frame from the stack that was put aside when its rule was entered."""
        top = left.pop(self.height, 0) - frame.size
        if not 0 <= top <= self.room:
            return False
        if top:
            left[self.height] = top
        for n, at in enumerate(frame.words):
            word = left.pop(self.base + top + n, 0)
            if word:
                left[at] = word
        return True
