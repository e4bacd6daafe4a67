"""Makes the smallest scenario that shows what went wrong in a game.

The reference evaluator plays the game once more and finds the points at which a scenario can begin. From the last of them
backwards, a scenario gives the position and dictates chance and picks. If it shows the fault, as much of it as possible is
removed (delta debugging). If no such point works, the whole game becomes the scenario.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from boardwright.interpreter.agents.agent import stream_of
from boardwright.interpreter.reference.chance import DictationError
from boardwright.interpreter.reference.game import ReferenceGame
from boardwright.interpreter.reference.position import NOBODY
from boardwright.interpreter.reference.scene import PLAY, ReferenceScene
from boardwright.interpreter.reference.watch import Moment, Watch
from boardwright.interpreter.table.errors import TOO_MANY_STEPS, RuleError
from boardwright.validators.play.clauses import Key
from boardwright.validators.play.coverage import Marks, Tally
from boardwright.validators.play.draft import Draft, Stand
from boardwright.validators.play.minimal_position import given_lines
from boardwright.validators.play.tables import Seating

T = TypeVar("T")

_BACK = 60  # how many decisions back a scenario may begin
_MOST_OFFERS, _MOST_OTHERS = 2, 6
_TRIES = 500
_TRIES_OF_EMPTY = 150  # perhaps not a fault, so worth less time
_TRIES_OF_SLOW = 20  # where each takes 100,000 steps
_SEEDS = 20


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a scenario should show: a rule error (its code and the key of its place), or a choice that finds nothing."""

    code: str | None = None
    place: tuple[str, int, int] | None = None
    empty: Key | None = None

    def shown_by(self, scene: ReferenceScene, empty_now: bool) -> bool:
        """Whether it has just happened."""
        if self.empty is not None:
            return scene.fault is None and empty_now
        fault = scene.fault
        if scene.stage != PLAY or not isinstance(fault, RuleError) or fault.code != self.code:
            return False
        # The two engines do not stop at the same one of too many statements.
        return fault.code == TOO_MANY_STEPS or place_of(fault) == self.place


def place_of(fault: RuleError) -> tuple[str, int, int] | None:
    """Returns the place of a rule error, for comparison."""
    span = fault.span
    return None if span is None else (span.source.name, span.start, span.end)


@dataclass(slots=True)
class _Trail(Watch):
    """What happened in a game after some number of decisions: possible beginnings, picks and chance."""

    start: int
    picks: list[tuple[str, str]] = field(default_factory=list)
    chance: list[tuple[str, str | None]] = field(default_factory=list)
    points: list[tuple[Moment, int, int]] = field(default_factory=list)

    @property
    def wants_moments(self) -> bool:
        return len(self.picks) >= self.start

    def begins(self, moment: Moment) -> None:
        self.points.append((moment, len(self.picks), len(self.chance)))

    def brings(self, event: str, result: str | None) -> None:
        self.chance.append((event, result))


def smallest(seating: Seating, seed: int, decisions: int, wanted: Wanted) -> Draft | None:
    """Finds the smallest scenario that shows what happened in the random game of this seed after this many decisions; None if
    it finds none.
    """
    trail = _trail(seating, seed, decisions)
    tries = _Tries(Stand(seating.table), wanted)
    for draft in _beginnings(seating, seed, trail, tries.stand):
        if tries.shows(draft):
            return _shrunk(draft, tries)
    return None


def _trail(seating: Seating, seed: int, decisions: int) -> _Trail:
    """Plays the game again, for `decisions` picks, up to what is looked for."""
    table = seating.table
    trail = _Trail(max(decisions - _BACK, 0))
    streams = [stream_of(seed, seat) for seat in range(table.players)]
    try:
        game = ReferenceGame(table, seed, trail)
        while game.decision is not None and len(trail.picks) < decisions:
            asked = game.decision
            option = asked.nth(streams[asked.player].below(len(asked.options)))
            trail.picks.append((table.seats[asked.player], game.face_of(option) or option))
            game.apply(option)
    except RuleError:
        pass
    return trail


# ---- where a scenario can begin


def _beginnings(seating: Seating, seed: int, trail: _Trail, stand: Stand) -> Iterator[Draft]:
    """Yields scenarios that may show it, the shortest first."""
    table, phases = seating.table, seating.game.course
    about = Draft(players=table.players, options=seating.options)
    setup = phases[0].id if len(phases) > 1 else None
    for moment, picks, chance in _last_points(trail, setup):
        draft = replace(about, steps=tuple(trail.picks[picks:]))
        seat = None if moment.player == NOBODY else table.seats[moment.player]
        if moment.offer is not None:
            draft = replace(draft, run=f"open {moment.offer}", turn=seat)
        else:
            draft = replace(draft, start=moment.phase, turn=seat, rounds=dict(moment.rounds))
        brought = trail.chance[chance:]
        dictated = tuple((event, result) for event, result in brought if result is not None)
        for number in range(1, _SEEDS + 1 if len(dictated) < len(brought) else 2):
            found = _given(replace(draft, chance=dictated, seed=number), moment, stand)
            if found is not None:
                yield found
    yield replace(about, start=phases[0].id, seed=seed, steps=tuple(trail.picks))


def _last_points(trail: _Trail, setup: str | None) -> Iterator[tuple[Moment, int, int]]:
    """Yields points from the last one backwards: some openings of offers, some turns and phases."""
    left = {True: _MOST_OFFERS, False: _MOST_OTHERS}
    for point in reversed(trail.points):
        of_offer = point[0].offer is not None
        if point[0].phase != setup and left[of_offer]:
            left[of_offer] -= 1
            yield point


def _given(draft: Draft, moment: Moment, stand: Stand) -> Draft | None:
    """Returns the draft with statements that lead to the position of the moment."""
    empty = stand.play(replace(draft, steps=(), chance=()))
    if empty is None or empty.base is None:
        return None
    lines = given_lines(empty.base, moment.position)
    return replace(draft, given=tuple(line for line in lines if stand.binds(line)))


# ---- removing parts


class _Tries:
    """Tests whether drafts show what is wanted, a limited number of times."""

    def __init__(self, stand: Stand, wanted: Wanted) -> None:
        self.stand = stand
        self.wanted = wanted
        self.left = _TRIES if wanted.empty is None else _TRIES_OF_EMPTY
        if wanted.code == TOO_MANY_STEPS:
            self.left = _TRIES_OF_SLOW

    def shows(self, draft: Draft) -> bool:
        """Whether it happens with the last pick (or before the first, if there are none), and not before."""
        if self.left <= 0:
            return False
        self.left -= 1
        if self.wanted.empty is not None and not draft.steps:
            return False  # it may have happened in the setup
        tally = Tally()
        early = replace(draft, steps=draft.steps[:-1])
        if self.wanted.empty is not None and self._empty(early):
            return False
        scene = self.stand.play(draft, Marks(tally))
        if scene is None or isinstance(scene.fault, DictationError):
            return False
        now = self.wanted.empty is not None and tally.left_out[self.wanted.empty] > 0
        return scene.taken == len(draft.steps) and self.wanted.shown_by(scene, now)

    def _empty(self, draft: Draft) -> bool:
        tally = Tally()
        self.stand.play(draft, Marks(tally))
        assert self.wanted.empty is not None
        return tally.left_out[self.wanted.empty] > 0


def _shrunk(draft: Draft, tries: _Tries) -> Draft:
    """Removes what a scenario does not need."""

    def given(lines: Sequence[str]) -> Draft:
        return replace(draft, given=tuple(lines))

    def steps(picks: Sequence[tuple[str, str]]) -> Draft:
        return replace(draft, steps=tuple(picks))

    def chance(events: Sequence[tuple[str, str]]) -> Draft:
        return replace(draft, chance=tuple(events))

    def rounds(pairs: Sequence[tuple[str, int]]) -> Draft:
        return replace(draft, rounds=dict(pairs))

    draft = given(_fewest(draft.given, lambda lines: tries.shows(given(lines))))
    draft = steps(_fewest(draft.steps, lambda picks: tries.shows(steps(picks))))
    draft = chance(_fewest(draft.chance, lambda events: tries.shows(chance(events))))
    pairs = tuple(draft.rounds.items())
    draft = rounds(_fewest(pairs, lambda some: tries.shows(rounds(some))))
    for candidate in (replace(draft, seed=1), replace(draft, turn=None)):
        if candidate != draft and tries.shows(candidate):
            draft = candidate
    return draft


def _fewest(items: Sequence[T], shows: Callable[[Sequence[T]], bool]) -> Sequence[T]:
    """Removes ever smaller stretches of items, as long as the rest still shows the fault."""
    size = len(items)
    while size >= 1:
        at, shorter = 0, False
        while at < len(items):
            rest = (*items[:at], *items[at + size :])
            if shows(rest):
                items, shorter = rest, True
            else:
                at += size
        if not (shorter and size == 1):
            size //= 2
    return items
