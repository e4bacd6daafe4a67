"""How fast a game runs: random games on the raw vector, in a unit that does not depend on how busy the machine is.

A shared machine is fast in one minute and slow in the next. So a fixed loop of plain Python is timed just
before and after each measurement. `scaled` figures are those of a machine on which that loop takes
`REFERENCE` milliseconds.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardwright.interpreter.agents.agent import Factory
    from boardwright.loading.game import Game

REFERENCE = 190.0
"""Milliseconds that the yardstick takes on the reference machine."""

_WARM_UP = 20
_PATIENCE = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The results of a run of random games. Times are processor times, in seconds unless named otherwise."""

    games: int
    decisions: int
    turns: int
    seconds: float
    yardstick: float  # milliseconds
    link_seconds: float
    copy_microseconds: float
    state_words: int
    state_bytes: int
    peak_bytes: int

    @property
    def games_a_second(self) -> float:
        return self.games / self.seconds

    @property
    def scale(self) -> float:
        """The factor from a speed on this machine to that on the reference machine."""
        return self.yardstick / REFERENCE


def measure(
    game: Game,
    seconds: float,
    factories: Sequence[Factory] = (),
    agents_seed: int | None = None,
) -> Measured:
    """Plays games one after the other for about this many seconds of processor time, with agents of these factories, one
    for each seat, or else at random. The time of programs counts as far as the system reports it when they end, after each
    game. Since work elsewhere does not count, there is also a limit: four times as long by the clock. The seeds of the
    games are 0, 1, 2 …; without `agents_seed`, those of the agents are the same. Machine code plays many random games per
    call, with seeds that follow from the number of the first.
    """
    from boardwright.interpreter.agents.random_agent import play_random
    from boardwright.interpreter.machine import layout as lay
    from boardwright.interpreter.native.choice import MANY, native_for
    from boardwright.interpreter.table.errors import RuleError
    from boardwright.runs.plan import agents_seed_in

    def play(seed: int) -> list[int]:
        own = None if agents_seed is None else agents_seed_in(agents_seed, seed)
        try:
            if factories:
                return _play(game, factories, seed, seed if own is None else own)
            return play_random(game.program, seed, agents_seed=own)
        except RuleError as fault:
            fault.seed, fault.agents_seed = seed, own
            raise

    link_seconds = _link_seconds(game)
    native = None if factories else native_for(game.program, MANY)
    for seed in range(1 if factories else _WARM_UP):
        vector = play(seed)
    before = yardstick()
    games = decisions = turns = 0
    began, limit = _spent(), time.monotonic() + _PATIENCE * seconds
    while (spent := _spent() - began) < seconds and (not games or time.monotonic() < limit):
        if native is not None:
            # A call plays for about a tenth of a second: then the work of Python around it does not matter.
            some = max(1, int(games / spent / 10)) if games else 1
            sums = native.random_games(games if agents_seed is None else agents_seed, some)
            counts = (some, *sums[2:4])
        else:
            vector = play(games)
            counts = (1, vector[lay.DECISIONS], vector[lay.TURN_NUMBER])
        games, decisions, turns = games + counts[0], decisions + counts[1], turns + counts[2]
    after = yardstick()
    return Measured(
        games=games,
        decisions=decisions,
        turns=turns,
        seconds=spent,
        yardstick=(before + after) / 2,
        link_seconds=link_seconds,
        copy_microseconds=_copy_microseconds(vector),
        state_words=len(vector),
        state_bytes=_state_bytes(vector),
        peak_bytes=_peak_bytes(),
    )


def _spent() -> float:
    """Seconds of processor time of this process, and of its child processes that have ended."""
    try:
        import resource
    except ImportError:
        return time.process_time()
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime


def _play(game: Game, factories: Sequence[Factory], seed: int, agents_seed: int) -> list[int]:
    from boardwright.interpreter.agents.agent import AgentError
    from boardwright.interpreter.agents.playing import fault_of, play

    state = game.new(seed)
    agents = [make(agents_seed, seat) for seat, make in enumerate(factories)]
    play(state, agents, seed=seed)
    for seat, agent in enumerate(agents):
        if (why := fault_of(agent)) is not None:
            raise AgentError(f"the agent of {game.seats[seat]} failed: {why}")
    return state.v


def yardstick(rounds: int = 2_000_000) -> float:
    """Milliseconds of processor time of a fixed loop over integers, a list and a mapping."""
    began = time.process_time()
    _loop(rounds)
    return (time.process_time() - began) * 1000


def _loop(rounds: int) -> int:
    """A linear congruential generator whose top six bits pick a tally to raise and a number to add."""
    tallies = [0] * 64
    tripled = {number: number * 3 for number in range(64)}
    word, total = 12345, 0
    for _ in range(rounds):
        word = (word * 1103515245 + 12345) & 0x7FFFFFFF
        number = word >> 25
        tallies[number] += 1
        total += tripled[number]
    return total


def _link_seconds(game: Game) -> float:
    """Seconds from the bound game to emitted code that is ready to run."""
    from boardwright.interpreter.program.link import link
    from boardwright.interpreter.table.table import set_table

    began = time.process_time()
    table = set_table(game.rules.bound, game.players, game.table.options, game.seats)
    _ = link(table).fast  # emitted and compiled on first use
    return time.process_time() - began


def _copy_microseconds(vector: list[int]) -> float:
    copies = 50_000
    began = time.process_time()
    for _ in range(copies):
        vector[:]
    return (time.process_time() - began) / copies * 1e6


def _state_bytes(vector: list[int]) -> int:
    """The bytes of the list and of the integers in it that Python does not share."""
    return sys.getsizeof(vector) + sum(
        sys.getsizeof(word) for word in vector if not -5 <= word <= 256
    )


def _peak_bytes() -> int:
    """The most memory that this process has used; 0 if the system does not report it."""
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
