"""Playouts: a position is played to the end many times, each time with new chance.

They start from the true position, with its hidden cards. A search for one seat starts from `imagined` positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import rng
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.machine.runtime import nth

if TYPE_CHECKING:
    from boardwright.interpreter.native.engine import Native
    from boardwright.interpreter.play.state import State
    from boardwright.interpreter.program.program import Program, Vector

Policy = Literal["random", "first"]
POLICIES: tuple[Policy, ...] = ("random", "first")


@dataclass(frozen=True, slots=True)
class Playouts:
    """The results of playouts, as sums: for each seat, how often it won, alone or with others, and its scores.

    `unfinished` playouts reached the limit of decisions; nobody has won those.
    """

    games: int
    unfinished: int
    decisions: int
    turns: int
    won: tuple[int, ...]
    scores: tuple[int, ...]


def playouts(
    state: State, games: int, seed: int, policy: Policy, native: Native | None
) -> Playouts:
    """Plays on from a state, which does not change, in machine code or else in Python's blocks; both give the same for the
    same seed. Every seat draws from the stream of an agent there, and the chance of the games comes from another stream.
    The policy `first` takes the first option in the program's order.
    """
    if policy not in POLICIES:
        raise ValueError(f"there is no policy `{policy}`; expected {' or '.join(POLICIES)}")
    if games < 0:
        raise ValueError(f"{games} playouts")
    program, most = state.program, state.program.table.game.most_decisions
    agents = [Stream(seed, f"agent {seat + 1}") for seat in range(program.table.players)]
    chance, v = Stream(seed, "playouts"), state.v
    if native is not None:
        words = None if policy == "first" else [agent.word for agent in agents]
        return _told(native.playouts(v, words, chance.word, games, most), len(agents))
    sums = [0] * (4 + 2 * len(agents))
    for _ in range(games):
        end = state.copy()
        _reseed(program, end.v, chance)
        _play_on(program, end.v, None if policy == "first" else agents, most)
        won, over = end.winners, end.v[lay.PC] == lay.OVER
        results = [seat in won for seat in range(len(agents))]
        found = [1, not over, end.v[lay.DECISIONS], end.v[lay.TURN_NUMBER], *results, *end.scores]
        sums = [a + b for a, b in zip(sums, found, strict=True)]
    return _told(sums, len(agents))


def _told(sums: Sequence[int], players: int) -> Playouts:
    games, unfinished, decisions, turns, *rest = sums
    won, scores = tuple(rest[:players]), tuple(rest[players:])
    return Playouts(games, unfinished, decisions, turns, won, scores)


def _reseed(program: Program, v: Vector, chance: Stream) -> None:
    naming = program.layout.naming
    for start in (lay.RANDOM, *([naming] if naming >= 0 else [])):
        v[start : start + rng.WORDS] = [chance.next32() for _ in range(rng.WORDS)]


def _play_on(program: Program, v: Vector, agents: Sequence[Stream] | None, most: int) -> None:
    run = program.fast.run
    while v[lay.PC] >= 0 and v[lay.DECISIONS] < most:
        mask = v[lay.OPTIONS]
        count = mask.bit_count()
        number = 0
        if agents is not None:
            number = agents[v[lay.ASKER]].next32() * (count + v[lay.EXTRA]) >> 32
        v[lay.CHOSEN] = nth(mask, number) + v[lay.OFFSET] if number < count else lay.DECLINED
        v[lay.DECISIONS] += 1
        run(v)
