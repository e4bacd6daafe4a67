"""A search tree over positions that a player imagines, in Python. `native_tree.py` grows the same tree in machine code.

There is one tree, of what the searching player can tell apart (Cowling, Powley, Whitehouse 2012). Each iteration takes an
option at the root, goes down the tree with the options that exist in an imagined position, adds one node, and plays on at
random to the end. Below the root whoever is asked takes the option that is best for themselves (max^n). An option is judged
by how often it was taken and how often it could have been.

Everything is drawn and reckoned in the same order in machine code: a change here is a change there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from boardwright.dsl.language.types import PieceType
from boardwright.interpreter.agents.search.settings import Settings, logarithms, roots
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.machine.runtime import nth
from boardwright.interpreter.machine.search import FARTHEST, MOST_SEATS, WIN
from boardwright.interpreter.play.decision import options_of
from boardwright.interpreter.play.determinize import deal
from boardwright.interpreter.play.unknown import Unknown
from boardwright.interpreter.program.program import Program, Vector
from boardwright.interpreter.table.errors import RuleError


class Tree(Protocol):
    """What a search has found so far; it can go on."""

    def search(self, iterations: int, arms: Sequence[int]) -> None:
        """Goes on for this many iterations. The `arms`, options at the root by number, take turns, each group of them in the
        same imagined position with the same chance.
        """

    def tried(self) -> dict[int, tuple[int, int]]:
        """For each option at the root that was tried, by number: how often, and the sum of what came of it."""

    def totals(self, option: int) -> tuple[int, ...]:
        """The sum of what came of an option at the root for each seat: nothing if it was not tried."""


@dataclass(slots=True)
class _Edge:
    stamp: int  # the last iteration in which it could be taken
    totals: list[int]
    number: int
    visits: int = 0
    available: int = 1


@dataclass(slots=True)
class PythonTree:
    """The tree in Python's own objects."""

    hidden: Unknown
    settings: Settings
    stream: Stream
    most: int  # iterations in all
    flat: bool  # whether nothing grows below the root
    done: int = 0
    span: int = 0  # the largest distance so far
    edges: dict[tuple[int, int, int], _Edge] = field(default_factory=dict)
    words: list[Stream] = field(default_factory=list)
    root: dict[int, _Edge] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.words = [Stream.at(self.stream.next64()) for _ in range(self.program.table.players)]

    @property
    def program(self) -> Program:
        return self.hidden.state.program

    def search(self, iterations: int, arms: Sequence[int]) -> None:
        dealt, kept = None, [each.word for each in self.words]
        for n in range(iterations):
            self.done += 1
            if n % len(arms) == 0:
                dealt = deal(self.hidden, self.stream)
                kept = [each.word for each in self.words]
            assert dealt is not None
            for each, word in zip(self.words, kept, strict=True):
                each.word = word
            v = dealt.v[:]
            path: list[_Edge] = []
            try:
                self.descend(v, path, arms[n % len(arms)])
                self.play_on(v)
                gained = self.rewards(v)
            except RuleError:
                gained = [WIN // 2] * len(self.words)
            for edge in path:
                edge.visits += 1
                edge.totals = [a + b for a, b in zip(edge.totals, gained, strict=True)]

    def tried(self) -> dict[int, tuple[int, int]]:
        seat = self.hidden.player
        return {option: (e.visits, e.totals[seat]) for option, e in self.root.items()}

    def totals(self, option: int) -> tuple[int, ...]:
        found = self.root.get(option)
        return tuple(found.totals) if found is not None else (0,) * len(self.words)

    def descend(self, v: Vector, path: list[_Edge], arm: int) -> None:
        program, node, stream = self.program, 0, self.stream
        sqrt_log, root = logarithms(self.most), roots(self.most)
        most = program.table.game.most_decisions
        keys = program.kept("keys of options", keys_of)
        while v[lay.PC] >= 0 and v[lay.DECISIONS] < most:
            asker = v[lay.ASKER]
            where = v[lay.SITE] * MOST_SEATS + asker
            key_of = keys[v[lay.SITE]]
            best, best_value, best_answer = None, -1, 0
            untried, new_key, new_answer = 0, 0, 0
            for number, answer in enumerate(options_of(v)):
                if node == 0 and number != arm:
                    continue
                if node == 0:
                    key = number
                else:
                    key = answer if key_of is None or answer < 0 else key_of(v, answer, asker)
                edge = self.edges.get((node, where, key))
                if edge is None:
                    untried += 1
                    if stream.below(untried) == 0:
                        new_key, new_answer = key, answer
                elif edge.stamp != self.done:
                    edge.stamp = self.done
                    edge.available += 1
                    value = edge.totals[asker] // edge.visits
                    less = self.settings.weight * sqrt_log[edge.available] >> 16
                    value += less * root[edge.visits] >> 16
                    if value > best_value:
                        best, best_value, best_answer = edge, value, answer
            if untried:
                number = len(self.edges) + 1
                edge = _Edge(self.done, [0] * len(self.words), number)
                self.edges[node, where, new_key] = edge
                if node == 0:
                    self.root[new_key] = edge
                best, best_answer = edge, new_answer
            assert best is not None
            path.append(best)
            take(program, v, best_answer)
            if untried or self.flat:
                return
            node = best.number

    def play_on(self, v: Vector) -> None:
        program, most = self.program, self.program.table.game.most_decisions
        if self.settings.playout:
            most = min(most, v[lay.DECISIONS] + self.settings.playout)
        while v[lay.PC] >= 0 and v[lay.DECISIONS] < most:
            mask = v[lay.OPTIONS]
            count = mask.bit_count()
            stream = self.words[v[lay.ASKER]]
            number = stream.next32() * (count + v[lay.EXTRA]) >> 32
            take(program, v, nth(mask, number) + v[lay.OFFSET] if number < count else lay.DECLINED)

    def rewards(self, v: Vector) -> list[int]:
        """What the end is worth to each seat, from 0 to `WIN`."""
        program = self.program
        end = self.hidden.state.copy()
        end.v[:] = v
        seats = range(program.table.players)
        worth = [end.worth(seat) for seat in seats]
        margins = [
            own - max((worth[n] for n in program.table.against(seat)), default=0)
            for seat, own in enumerate(worth)
        ]
        margins = [max(-FARTHEST, min(FARTHEST, each)) for each in margins]
        self.span = max(self.span, *map(abs, margins))
        over = v[lay.PC] == lay.OVER
        won = end.winners if over else ()
        by_margin = self.settings.by_margin if over else WIN
        found = []
        for seat, margin in enumerate(margins):
            part = (
                (self.span + margin) * by_margin // (2 * self.span) if self.span else by_margin // 2
            )
            if over and seat in won:
                part += (WIN - by_margin) // len(won)
            found.append(part)
        return found


Key = Callable[..., int]


def keys_of(program: Program) -> list[Key | None]:
    """For each site the function that gives the key of an answer; None if the answer is its own."""
    found: list[Key | None] = []
    for site in program.sites:
        kind = (
            site.element.kind
            if isinstance(site.element, PieceType) and site.form != "may"
            else None
        )
        hidden = kind is not None and kind in program.layout.faces
        found.append(program.fast.functions[f"key_{kind}"] if hidden else None)
    return found


def take(program: Program, v: Vector, answer: int) -> None:
    """Goes on with an answer."""
    v[lay.CHOSEN] = answer
    v[lay.DECISIONS] += 1
    program.fast.run(v)
