"""Takes any option, each equally likely."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boardwright.interpreter import layout as lay
from boardwright.interpreter.agents.agent import stream_of
from boardwright.interpreter.agents.gathering import Gathering
from boardwright.interpreter.decision import Decision
from boardwright.interpreter.errors import RuleError
from boardwright.interpreter.members import MEMBERS, few_members
from boardwright.interpreter.program import Ask, Program, Vector
from boardwright.interpreter.rng import Stream
from boardwright.interpreter.state import State


class RandomAgent:
    """Takes any option, each equally likely."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def choose(self, decision: Decision, state: State) -> int:
        return decision.nth(self.stream.below(len(decision)))


def make(seed: int, seat: int) -> RandomAgent:
    """The random agent of a game's seed and a seat."""
    return RandomAgent(stream_of(seed, seat))


def play_random(
    program: Program,
    seed: int,
    gathering: Gathering | None = None,
    agents_seed: int | None = None,
) -> Vector:
    """A whole game in which every seat plays at random: the vector at its end.

    The same game as `RandomAgent` at every seat plays, without the decisions as objects. `gathering`, always the same one
    of a program, notes them. `agents_seed` is the seed that agents would be made with, if it is not the game's.
    """
    try:
        if gathering is None:
            return program.kept("random player", RandomPlayer).play(seed, agents_seed)
        watched = program.kept("watched random player", lambda it: RandomPlayer(it, gathering))
        return watched.play(seed, agents_seed)
    except RuleError as fault:
        fault.seed = seed
        raise


# To play straight through is prepared with this game: for fewer it would not pay.
FEW_GAMES = 20


class _TooLongError(Exception):
    """A game has taken as many decisions as one may."""


class RandomPlayer:
    """Plays whole games of one program: straight through, or else from decision to decision."""

    def __init__(self, program: Program, gathering: Gathering | None = None) -> None:
        self.program, self.gathering = program, gathering
        self.draws: list[Callable[[int], int]] = []
        self.straight: Callable[[Vector], None] | None = None
        self.played = 0

    def play(self, seed: int, agents_seed: int | None = None) -> Vector:
        own = seed if agents_seed is None else agents_seed
        v = self.begin(seed, own)
        self.played += 1
        watch = self.gathering
        if self.played == FEW_GAMES:
            ask = _ask(self.draws, self.program.table.game.most_decisions)
            self.straight = self.program.straight(ask if watch is None else watch.around(ask))
        if watch is not None:
            watch.begin()
        try:
            if self.straight is None:
                _step(self.program, v, self.draws, watch)
            else:
                self.straight(v)
        except _TooLongError:
            # Where it was stopped is a decision, which only the program in blocks can stop at. All before it are noted.
            v = self.begin(seed, own)
            _step(self.program, v, self.draws)
        except RuleError as fault:
            fault.decisions = v[lay.DECISIONS]
            raise
        return v

    def begin(self, seed: int, agents_seed: int) -> Vector:
        seats = range(self.program.table.players)
        self.draws[:] = [stream_of(agents_seed, seat).bits for seat in seats]
        return self.program.first_vector(seed)


_USUAL = 64  # options, of which no decision has more but for rare ones
_MANY = 9  # options: sets of so many seldom come twice, and are not worth keeping

# Both loops below are as hot as the game itself: words of the vector are literals (CHOSEN is 6, BUDGET is 7,
# DECISIONS is 8), and `Stream.below` is written out.


def _ask(draws: list[Callable[[int], int]], most: int) -> Ask:
    members, few = MEMBERS, few_members()
    widths = [max(n - 1, 0).bit_length() for n in range(_USUAL)]

    def ask(v: Vector, player: int, mask: int, offset: int, extra: int, _site: int) -> int:
        v[7] = 0
        v[8] = decisions = v[8] + 1
        if decisions > most:
            raise _TooLongError
        count = mask.bit_count()
        options = count + extra
        width = widths[options] if options < _USUAL else (options - 1).bit_length()
        draw = draws[player]
        drawn = draw(width)
        while drawn >= options:
            drawn = draw(width)
        if drawn == count:
            return lay.DECLINED
        if count < _MANY:
            return members[mask][drawn] + offset
        while True:
            found = few[mask & 4095]
            if drawn < len(found):
                return found[drawn] + offset
            drawn -= len(found)
            mask >>= 12
            offset += 12

    return ask


def _step(
    program: Program,
    v: Vector,
    draws: Sequence[Callable[[int], int]],
    watch: Gathering | None = None,
) -> None:
    run, most = program.fast.run, program.table.game.most_decisions
    run(v)
    while v[lay.PC] >= 0 and v[8] < most:
        mask, extra = v[lay.OPTIONS], v[lay.EXTRA]
        count = mask.bit_count()
        options, draw = count + extra, draws[v[lay.ASKER]]
        width = (options - 1).bit_length()
        drawn = draw(width)
        while drawn >= options:
            drawn = draw(width)
        if drawn == count:
            v[6] = lay.DECLINED
        else:
            for _ in range(drawn):
                mask &= mask - 1
            v[6] = (mask & -mask).bit_length() - 1 + v[lay.OFFSET]
        if watch is not None:
            watch.decision(v, v[6])
        v[8] += 1
        run(v)
