"""What seats were told since a game began, which is worked out by playing it again with somebody watching.

That is the events of each step as the seat is told them, and a digest of what the seat sees then, if that is something else than
before: events leave out what the next view tells. Two games have the same text for a seat if and only if the seat was told
and saw the same in both. A long text is cut off: what was told last remains, after a digest of everything.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from boardwright.interpreter.events.seen import Seat
from boardwright.interpreter.events.watched import WatchedState, telling
from boardwright.interpreter.events.watcher import Watcher
from boardwright.interpreter.play.naming import Words
from boardwright.interpreter.play.open_chance import OpenChance
from boardwright.interpreter.play.pending import Pending
from boardwright.interpreter.play.record_lines import canonical
from boardwright.interpreter.play.trace import Chance
from boardwright.interpreter.play.views import view

if TYPE_CHECKING:
    from boardwright.adapters.openspiel.setting import Setting

SETUP = -1
"""Instead of an option: the step that sets the game up, or a position that was imagined."""
LONGEST = 4000
"""A longer text is cut off."""


class Told(NamedTuple):
    """What a seat was told: a digest of all of it, the last of it, whether that is all, and a digest of what the seat sees."""

    digest: bytes = b""
    text: str = ""
    is_whole: bool = True
    seen: str = ""

    def and_then(self, text: str, view: str) -> Told:
        """The same, and then this text, if any; what the seat sees now is told if it is something else than before."""
        seen = hashlib.sha256(view.encode()).hexdigest()[:32]
        if seen != self.seen:
            text += canonical({"sees": seen}) + "\n"
        elif not text:
            return self
        digest = hashlib.sha256(self.digest + text.encode()).digest()
        whole = self.text + text
        if self.is_whole and len(whole) <= LONGEST:
            return Told(digest, whole, True, seen)
        return Told(digest, text, False, seen)

    def __str__(self) -> str:
        return self.text if self.is_whole else f"{self.digest.hex()}\n{self.text}"


class Attention(NamedTuple):
    """What somebody who watches for a seat remembers between two decisions; see `Watcher` and `Seat`."""

    going: tuple[list[int], list[list[int]]]
    given: dict[str, tuple[int, ...]]
    by: int | None
    cause: str
    is_secret: bool
    decisions: int
    told: tuple[str | None, str | None]
    unseen: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Imagined:
    """A position that was not played but imagined for a player: what that player was told until then goes on from here."""

    v: tuple[int, ...]
    pending: Pending | None
    player: int
    told: Told
    attention: Attention


class Step:
    """An option that was taken after another step, and what chance brought, as numbers. `told` is what the seats know then, once
    that is worked out.
    """

    __slots__ = ("before", "imagined", "option", "outcomes", "told")

    def __init__(
        self,
        before: Step | None,
        option: int,
        outcomes: tuple[int, ...],
        imagined: Imagined | None = None,
    ) -> None:
        self.before, self.option, self.outcomes = before, option, outcomes
        self.imagined = imagined
        self.told: tuple[Told, ...] | None = None

    def back_to(self, end: Step | None) -> list[Step] | None:
        """All steps after `end`, in order; None if it is none of those before this."""
        found: list[Step] = []
        step: Step | None = self
        while step is not end:
            if step is None:
                return None
            found.append(step)
            step = step.before
        return found[::-1]


class Watch:
    """A game that is watched for all seats, at some step. Somebody to whom it is shared must not play on with it."""

    __slots__ = ("is_shared", "setting", "state", "step")

    def __init__(self, setting: Setting, state: WatchedState, step: Step) -> None:
        self.setting, self.state, self.step = setting, state, step
        self.is_shared = False

    @staticmethod
    def up_to(setting: Setting, watch: Watch | None, step: Step) -> Watch:
        """A watch at this step, which every step on the way knows then what was told."""
        steps = None if watch is None else step.back_to(watch.step)
        if steps is None or watch is None:
            steps = step.back_to(None)
            assert steps is not None
            watch = _begun(setting, steps[0])
            del steps[0]
        elif steps and watch.is_shared:
            watch = watch.copy()
        for each in steps:
            watch._follow(each)
        return watch

    def copy(self) -> Watch:
        """The same for a game that goes on from here."""
        state = self.state
        watcher = state.watcher.copy(_chance(self.setting))
        other = WatchedState(state.program, state.v[:], state.words, watcher)
        return Watch(self.setting, other, self.step)

    def _follow(self, step: Step) -> None:
        state, chance = self.state, self.state.watcher.chance
        if isinstance(chance, OpenChance):
            chance.give(step.outcomes)
        elif step.outcomes:
            self.setting.reseed(state, step.outcomes)
        state.apply(step.option)
        before = self.step.told
        assert before is not None
        self.step = step
        self._tell(before)

    def _tell(self, before: Sequence[Told]) -> None:
        """Notes what the seats have been told in the last step."""
        self.step.told = tuple(
            told.and_then(
                "".join(canonical(event) + "\n" for event in seat.log),
                view_text(self.state, seat.player),
            )
            for told, seat in zip(before, self.state.watcher.seats, strict=True)
        )

    def attention(self, seat: int) -> Attention:
        """What whoever watches for a seat remembers now."""
        watcher = self.state.watcher
        own = watcher.seats[seat]
        return Attention(
            watcher.going,
            dict(watcher.given),
            watcher.by,
            watcher.cause,
            watcher.is_secret,
            own.decisions,
            own.told,
            own.unseen,
        )


def _chance(setting: Setting) -> Chance:
    marked = telling(setting.program)
    return OpenChance(marked) if setting.is_exact else Chance(marked)


def _begun(setting: Setting, step: Step) -> Watch:
    """A watch at the first step."""
    program = setting.program
    words, marked = Words(program.table.game, setting.game.language), telling(program)
    seats = range(program.table.players)
    watcher = Watcher(marked, _chance(setting), (Seat(program, seat, words) for seat in seats))
    if step.imagined is not None:
        return _from_imagined(setting, step, step.imagined, words, watcher)
    v = program.first_vector(setting.seed_of(step.outcomes))
    if isinstance(watcher.chance, OpenChance):
        watcher.chance.give(step.outcomes)
    state = WatchedState(program, v, words, watcher)
    watcher.begin(v)
    state.compiled.run(v)
    state.told()
    watch = Watch(setting, state, step)
    watch._tell([Told() for _ in seats])
    return watch


def _from_imagined(
    setting: Setting, step: Step, root: Imagined, words: Words, watcher: Watcher
) -> Watch:
    """A watch at an imagined position. Its player was told what was told; of all others nobody knows that, so they begin with
    what they see there.
    """
    program, attention = setting.program, root.attention
    state = WatchedState(program, list(root.v), words, watcher)
    watcher.begin(state.v)
    watcher.going = attention.going
    watcher.given.update(attention.given)
    watcher.by, watcher.cause = attention.by, attention.cause
    watcher.is_secret = attention.is_secret
    own = watcher.seats[root.player]
    own.decisions, own.told, own.unseen = attention.decisions, attention.told, attention.unseen
    step.told = tuple(
        root.told
        if seat.player == root.player
        else Told().and_then("", view_text(state, seat.player))
        for seat in watcher.seats
    )
    return Watch(setting, state, step)


def view_text(state: Any, seat: int) -> str:
    """What a seat sees, as a line of JSON."""
    return canonical(view(state, seat))
