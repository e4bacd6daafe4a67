"""Random games, and everything that goes wrong in them.

The compiled program plays all games. Some are played with care: the books are checked after each decision, states are
copied, saved and loaded, and the reference evaluator plays the same game and counts what runs. The first few are also
recorded and replayed. Some are searched for anything that tells a player more than it may know, and for effects of who is
asked first when all answer at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import shown
from boardwright.dsl.source.places import Span
from boardwright.interpreter.agents.agent import stream_of
from boardwright.interpreter.agents.random_agent import play_random
from boardwright.interpreter.lower.scenario_entry import ways_in
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.invariants import judge
from boardwright.interpreter.play.naming import Words
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.position_hash import digest
from boardwright.interpreter.play.state import State
from boardwright.interpreter.program.link import link
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.records.game_record import Recorder, replay
from boardwright.interpreter.records.saves import load
from boardwright.interpreter.reference.game import ReferenceGame
from boardwright.interpreter.table.errors import TOO_MANY_STEPS, RuleError
from boardwright.validators.play.asked_first import AskedFirst
from boardwright.validators.play.books import Books
from boardwright.validators.play.clauses import Key
from boardwright.validators.play.coverage import Marks, Tally
from boardwright.validators.play.leaks import LeakTest, by_chance
from boardwright.validators.play.tables import Seating

ALL_WITH_CARE = 100
"""The first games are all played with care; after this many, one in `CARE_FOR_ONE_IN` is."""
CARE_FOR_ONE_IN = 10

_SEEDS, _SEED_STEP = 1_000_000, 618_033  # without a common factor
# Games without end take as long as hundreds of others, so only a few of them are played, and fewer walked through.
_MOST_SLOW, _MOST_SLOW_WALKED = 25, 3
_RECORDED = 5
ALL_WATCHED = 20
"""The first games are all searched for leaks; after this many, one in `WATCHED_ONE_IN` is."""
WATCHED_ONE_IN = 20
_COPIED_EVERY = 7  # decisions between two copies
_SAVED_EVERY = 49  # decisions between two saves, which take longer

Tell = Callable[[int, int], None]
"""Receives the number of games played so far, and of all games."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that went wrong in a game: at which table, from which seed, after how many decisions.

    `sort` is one of the codes below. `rule` is the code of a rule error; `at_the_end` means that it came when the
    outcome was worked out.
    """

    sort: str
    message: str
    span: Span | None
    seating: Seating
    seed: int
    decisions: int
    rule: str | None = None
    at_the_end: bool = False
    notes: tuple[str, ...] = ()
    help: tuple[str, ...] = ()

    @property
    def what(self) -> tuple[object, ...]:
        """Returns a key that is the same for troubles with the same cause."""
        if self.span is None or self.sort == ENDLESS:
            return (self.sort, self.message)
        return (self.sort, self.rule, self.span.source.name, self.span.start, self.span.end)


FAILS, TOO_LONG, ENDLESS, LOST, DIFFERS = "E822", "E823", "E824", "E825", "E826"
TELLS, IN_ORDER, OURS, KEPT = "E828", "E829", "E830", "E831"
BREAKS = "E901"
SORTS = frozenset((FAILS, TOO_LONG, ENDLESS, LOST, DIFFERS, TELLS, IN_ORDER, OURS, KEPT, BREAKS))


@dataclass(frozen=True, slots=True)
class Empty:
    """The first game in which a choice found nothing."""

    seating: Seating
    seed: int
    decisions: int


@dataclass(slots=True)
class Played:
    """The results of games. `troubles` are the first of each sort, with the number of games that had them; `slow` is the
    number of games that did not end, after `slow_before` in other games; `compared` is the number that were searched for leaks.
    """

    games: int = 0
    with_care: int = 0
    slow: int = 0
    compared: int = 0
    slow_before: int = 0
    tally: Tally = field(default_factory=Tally)
    troubles: dict[tuple[object, ...], tuple[Trouble, int]] = field(default_factory=dict)
    empties: dict[Key, Empty] = field(default_factory=dict)

    @property
    def all_slow(self) -> int:
        """How many games did not end, with those before."""
        return self.slow_before + self.slow

    @property
    def too_slow(self) -> bool:
        """Whether so many games did not end that no more are played."""
        return self.all_slow >= _MOST_SLOW

    @property
    def walks_slow(self) -> bool:
        """Whether the reference evaluator also plays the last game that did not end."""
        return self.all_slow <= _MOST_SLOW_WALKED

    def note(self, trouble: Trouble, games: int = 1) -> None:
        """Adds a trouble of this many games; of equal ones, keeps the one with the fewest decisions."""
        first, count = self.troubles.get(trouble.what, (trouble, 0))
        if trouble.decisions < first.decisions:
            first = trouble
        self.troubles[trouble.what] = (first, count + games)

    def holds_after(self, slow: int) -> bool:
        """Whether these are also the results of the same games after this many that did not end."""
        if not self.slow or slow == self.slow_before:
            return True
        fewer, more = sorted((slow, self.slow_before))
        walked = fewer >= _MOST_SLOW_WALKED or more + self.slow <= _MOST_SLOW_WALKED
        return walked and more + self.slow < _MOST_SLOW

    def add(self, later: Played) -> None:
        """Adds the results of the games that follow these."""
        self.games += later.games
        self.with_care += later.with_care
        self.slow += later.slow
        self.compared += later.compared
        for key, empty in later.empties.items():
            if (
                key not in self.tally.left_out
            ):  # else another choice was the first, maybe in the setup
                self.empties[key] = empty
        self.tally.add(later.tally)
        for trouble, games in later.troubles.values():
            self.note(trouble, games)


def game_seeds(seed: int, count: int) -> Iterator[int]:
    """Yields a different seed for each game, within the range of scenario seeds."""
    first = _first_seed(seed)
    for number in range(count):
        yield _seed_of(first, number)


def _first_seed(seed: int) -> int:
    return Stream(seed, "play games").below(_SEEDS)


def _seed_of(first: int, number: int) -> int:
    return (first + number * _SEED_STEP) % _SEEDS


class Games:
    """The games of a check, at one table after the other. Each can be played by itself, since it has a number."""

    def __init__(self, seatings: Sequence[Seating], count: int, seed: int) -> None:
        self.seatings = tuple(seatings)
        self._first, self._count = _first_seed(seed), count if seatings else 0
        self._tables = [_Table(seating) for seating in seatings]

    def __len__(self) -> int:
        return self._count

    def seed(self, number: int) -> int:
        """The seed of a game."""
        return _seed_of(self._first, number)

    def careful(self, number: int) -> bool:
        """Whether a game is played with care."""
        return number < ALL_WITH_CARE or number % CARE_FOR_ONE_IN == 0

    def watched(self, number: int) -> bool:
        """Whether a game is searched for leaks, if it can be played to its end."""
        return number < ALL_WATCHED or number % WATCHED_ONE_IN == 0

    def play(self, numbers: range, slow_before: int = 0, tell: Tell | None = None) -> Played:
        """Plays the games with these numbers, after games of which this many did not end."""
        played = Played(slow_before=slow_before)
        for number in numbers:
            table, careful = self._tables[number % len(self._tables)], self.careful(number)
            played.games += 1
            played.with_care += careful
            table.played = played
            table.play(
                self.seed(number),
                careful=careful,
                recorded=number < _RECORDED,
                watched=self.watched(number),
            )
            if tell is not None:
                tell(number + 1, len(self))
            if played.too_slow:
                break
        return played


def play_games(
    seatings: Sequence[Seating], count: int, seed: int, tell: Tell | None = None
) -> Played:
    """Plays this many games, at one table after the other."""
    games = Games(seatings, count, seed)
    return games.play(range(len(games)), tell=tell)


def cover(
    seatings: Sequence[Seating], count: int, seed: int, tally: Tally, tell: Tell | None = None
) -> None:
    """Counts what runs in this many games, all played by the reference evaluator."""
    played = Played(tally=tally)
    for number, of_game in enumerate(game_seeds(seed, count) if seatings else ()):
        _walk(seatings[number % len(seatings)], of_game, played)
        if tell is not None:
            tell(number + 1, count)


class _Table:
    """The games at one table; their results go into `played`."""

    def __init__(self, seating: Seating) -> None:
        self.seating, self.played = seating, Played()

    @cached_property
    def program(self) -> Program:
        return link(self.seating.table, judging=True)

    @cached_property
    def books(self) -> Books:
        return Books(self.program)

    @cached_property
    def leaks(self) -> LeakTest:
        return LeakTest(self.program)

    @cached_property
    def order(self) -> AskedFirst:
        return AskedFirst(self.seating.table)

    def play(self, seed: int, *, careful: bool, recorded: bool, watched: bool) -> None:
        """Plays one game and notes what is wrong."""
        try:
            self._play(seed, careful=careful, recorded=recorded, watched=watched)
        except Exception as fault:  # whatever it is, it is reported with its game
            why = shown(f"{type(fault).__name__}: {fault}")[:180]
            self._note(BREAKS, f"boardwright fails: {why}", seed, 0)

    def _play(self, seed: int, *, careful: bool, recorded: bool, watched: bool) -> None:
        try:
            v = play_random(self.program, seed)
        except RuleError as fault:
            self._fails(fault, seed, fault.decisions or 0)
            self.played.slow += fault.code == TOO_MANY_STEPS
            if careful and self.played.walks_slow:
                _walk(self.seating, seed, self.played)
            return
        decisions = v[lay.DECISIONS]
        state = State(self.program, v, self.program.fast, Words(self.seating.game, None))
        self._check_books(v, seed, decisions)
        if state.unfinished:
            self.played.slow += 1
            careful = careful and self.played.walks_slow
            self._note(
                ENDLESS,
                f"a game is not over after {decisions:,} decisions, the most that it may have",
                seed,
                decisions,
                span=_going_on(self.seating, v).span,
            )
        try:
            result = (state.scores, state.ranks, state.winners)
        except RuleError as fault:
            self._fails(fault, seed, decisions, at_the_end=True)
            return
        holds = True
        if careful or not _holds(state):
            holds = self._step_by_step(seed)
        if careful:
            self._compare(seed, decisions, state.hash, result, holds=holds)
        if recorded and not state.unfinished:
            self._record(seed)
        if watched and not state.unfinished:
            self._watch(seed)

    # ---- with care

    def _step_by_step(self, seed: int) -> bool:
        """Checks the books and the invariants at every decision, and that copies and saved states are equal and independent.
        Returns whether the invariants hold; where one does not, play stops.
        """
        streams = [stream_of(seed, seat) for seat in range(self.seating.players)]
        state, asked = new(self.program, seed), 0
        while (decision := state.decision) is not None:
            if not self._judge(state, seed, asked):
                return False
            self._check_books(state.v, seed, asked)
            number = decision.nth(streams[decision.player].below(len(decision)))
            others = []
            if asked % _COPIED_EVERY == 0:
                others.append(state.copy())
            if asked % _SAVED_EVERY == 0:
                others.append(load(self.program, state.save()))
            before = list(state.v) if others else []
            for other in others:
                other.apply(number)
            if others and state.v != before:
                self._note(DIFFERS, "playing on with a copy changes the original game", seed, asked)
            state.apply(number)
            asked += 1
            if any(other.v != state.v for other in others):
                self._note(DIFFERS, "a copied or saved state plays on differently", seed, asked)
        return self._judge(state, seed, asked)

    def _judge(self, state: State, seed: int, decisions: int) -> bool:
        """Notes an invariant that is false; returns whether all hold."""
        try:
            judge(state)
        except RuleError as fault:
            self._fails(fault, seed, decisions)
            return False
        return True

    def _compare(
        self, seed: int, decisions: int, hash: str, result: object, *, holds: bool
    ) -> None:
        """Checks that the reference evaluator reaches the same end, or also finds an invariant broken."""
        game = _walk(self.seating, seed, self.played)
        if not holds:
            if game is not None:
                message = "the reference evaluator finds no invariant broken"
                self._note(DIFFERS, message, seed, decisions)
        elif game is None:
            self._note(DIFFERS, "only the reference evaluator fails", seed, decisions)
        elif (
            len(game.picks) != decisions
            or digest(game.game.position()) != hash
            or (game.game.scores, game.game.ranks, game.game.winners) != result
        ):
            message = "the reference evaluator reaches another end"
            self._note(DIFFERS, message, seed, decisions)

    def _record(self, seed: int) -> None:
        """Checks that a record of the game can be replayed."""
        recorder = Recorder(self.program, seed)
        streams = [stream_of(seed, seat) for seat in range(self.seating.players)]
        while (decision := recorder.state.decision) is not None:
            recorder.apply(decision.nth(streams[decision.player].below(len(decision))))
        for wrong in replay(self.program, recorder.text())[:1]:
            message = f"a record of the game cannot be replayed: {wrong.message}"
            self._note(DIFFERS, message, seed, recorder.decisions)

    def _watch(self, seed: int) -> None:
        """Searches for what tells a player more than it may know, or depends on who is asked first."""
        self.played.compared += 1
        if self.leaks.hides:
            told = set[object]()
            for leak in self.leaks.game(seed, *by_chance(seed, self.seating.players)):
                sort = OURS if leak.ours else KEPT if leak.kept else TELLS
                trouble = self._trouble(sort, leak.message, seed, leak.decisions, leak.span)
                if trouble.what not in told:
                    told.add(trouble.what)
                    self.played.note(replace(trouble, notes=leak.notes, help=leak.help))
        unequal = self.order.random_game(seed)
        if unequal is not None:
            trouble = self._trouble(
                IN_ORDER, unequal.message, seed, unequal.decisions, unequal.span
            )
            self.played.note(replace(trouble, notes=unequal.notes))

    def _check_books(self, v: list[int], seed: int, decisions: int) -> None:
        for message in self.books.faults(v):
            self._note(LOST, message, seed, decisions)

    # ---- what is noted

    def _fails(self, fault: RuleError, seed: int, decisions: int, at_the_end: bool = False) -> None:
        sort = TOO_LONG if fault.code == TOO_MANY_STEPS else FAILS
        trouble = self._trouble(sort, fault.message, seed, decisions, fault.span)
        self.played.note(replace(trouble, rule=fault.code, at_the_end=at_the_end))

    def _note(
        self, sort: str, message: str, seed: int, decisions: int, span: Span | None = None
    ) -> None:
        self.played.note(self._trouble(sort, message, seed, decisions, span))

    def _trouble(
        self, sort: str, message: str, seed: int, decisions: int, span: Span | None
    ) -> Trouble:
        return Trouble(sort, message, span, self.seating, seed, decisions)


def _holds(state: State) -> bool:
    """Whether all invariants hold now."""
    try:
        judge(state)
    except RuleError:
        return False
    return True


def _going_on(seating: Seating, v: list[int]) -> ir.Phase:
    """Returns the phase that did not end: the outermost one in play without a number of times."""
    way = ways_in(seating.game.course)[seating.table.phases[v[lay.PHASE]]]
    for phase in way:
        times = phase.rounds if phase.turn is not None else phase.repeat
        if times is None and (phase.repeats or phase.turn is not None):
            return phase
    return way[-1]


@dataclass(frozen=True, slots=True)
class _Walked:
    """A game that the reference evaluator played to its end."""

    game: ReferenceGame
    picks: list[str]


def _walk(seating: Seating, seed: int, played: Played) -> _Walked | None:
    """Plays a random game with the reference evaluator and counts what runs; None if it breaks off."""
    table, tally = seating.table, played.tally
    streams = [stream_of(seed, seat) for seat in range(table.players)]
    picks: list[str] = []
    seen = len(tally.left_out)
    try:
        game = ReferenceGame(table, seed, Marks(tally))
        seen = len(tally.left_out)  # empty choices in the setup are not counted
        while game.decision is not None:
            asked = game.decision
            picks.append(asked.nth(streams[asked.player].below(len(asked.options))))
            game.apply(picks[-1])
            if len(tally.left_out) > seen:
                for key in list(tally.left_out)[seen:]:
                    played.empties.setdefault(key, Empty(seating, seed, len(picks)))
                seen = len(tally.left_out)
        _ = (game.scores, game.ranks, game.winners)  # so that what they read is counted
    except RuleError:
        return None
    return _Walked(game, picks)
