"""A game as it is sent to one seat: the lines of its redacted record, the questions to it, and the events it is told.

Two such worlds are played side by side to see whether a seat can tell them apart. The second one follows the first and
has the same chance results where that is possible.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, SupportsIndex

from boardwright.dsl.language.types import NumberType, PieceType
from boardwright.dsl.source.places import Span
from boardwright.interpreter.agents.program_agent import question_message
from boardwright.interpreter.events.seen import Seat
from boardwright.interpreter.events.watched import asked, ended, telling
from boardwright.interpreter.events.watcher import Event, Going, Watcher
from boardwright.interpreter.machine import rng, runtime
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.naming import Words, called, element_id
from boardwright.interpreter.play.new_game import new
from boardwright.interpreter.play.record_lines import canonical
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.trace import Chance, Happening, Result
from boardwright.interpreter.play.views import View, view
from boardwright.interpreter.program.program import Compiled, Program
from boardwright.interpreter.records.redacted_record import Redaction
from boardwright.interpreter.records.trail import Trail

Glimpse = tuple[str, str, str, int]
"""Kind, face and place of a piece that was seen, and the number of its name; -1 if it could not be followed."""


class Keeping(Chance):
    """Chance that keeps its results when a watcher takes them from the log."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.kept: list[Happening] = []

    def _note(self, event: int, result: Result) -> None:
        super()._note(event, result)
        self.kept.append(self.log[-1])


class Following(Keeping):
    """Chance that repeats the results of another game as far as possible."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.coming: dict[int, deque[Result]] = {}
        self.picks: deque[dict[str, str]] = deque()  # the results to repeat in one choice

    def follow(self, log: Sequence[Happening]) -> None:
        """Sets the results to repeat, event by event, and forgets those set before."""
        self.coming.clear()
        self.meant.clear()
        for each in log:
            self.coming.setdefault(each.number, deque()).append(each.result)

    def _expected(self, event: int) -> Result | None:
        waiting = self.coming.get(event)
        return waiting.popleft() if waiting else None

    def bring(self, v: list[int], event: int, mask: int, offset: int) -> int:
        """Returns the same member if it is one of these, or a piece with the same face, or else any."""
        if self.program.events[event].form == "pick":
            if not self.meant:  # the first of a choice: sets the results for all of it
                expected = self._expected(event)
                self.picks = deque(expected if isinstance(expected, list) else ())
            wanted: Any = self.picks.popleft() if self.picks else None
        else:
            wanted = self._expected(event)
        number = self._like(v, event, mask, offset, wanted)
        return runtime.pick(v, mask) if number is None else number

    def roll(self, v: list[int], event: int, sides: int) -> int:
        """Returns the same number."""
        expected = self._expected(event)
        number = expected if isinstance(expected, int) else super().roll(v, event, sides)
        if number == expected:
            self._note(event, number)
        return number

    def arrange(self, v: list[int], event: int, order: list[int]) -> list[int]:
        """Puts a piece with the same face into each position, as long as there is one."""
        expected, kind = self._expected(event), self._kind(event)
        if not isinstance(expected, list) or len(expected) != len(order):
            return order
        base, declared = self.layout.faces[kind], self.table.faces[kind]
        left: list[int | None] = [None] * len(order)
        rest = list(order)
        for n, each in enumerate(expected):
            found = next((p for p in rest if declared[v[base + p]].id == each["face"]), None)
            if found is not None:
                rest.remove(found)
                left[n] = found
        return [rest.pop() if piece is None else piece for piece in left]

    def _like(self, v: list[int], event: int, mask: int, offset: int, wanted: Any) -> int | None:
        """Returns the member that is most like the result in the other game."""
        element, members = self.program.events[event].element, bits(mask)
        if wanted is None:
            return None
        if isinstance(element, NumberType):
            return next((n for n in members if n + offset == wanted), None)
        if isinstance(element, PieceType) and element.kind in self.layout.faces:
            kind = element.kind
            name = wanted.get("name", wanted["piece"])
            for n in members:
                if called(self.program, v, kind, n) == name:
                    return n
            base, declared = self.layout.faces[kind], self.table.faces[kind]
            return next((n for n in members if declared[v[base + n]].id == wanted["face"]), None)
        ids = {element_id(self.program, v, element, n, -1): n for n in members}
        return ids.get(wanted)


class Watched(Trail):
    """A vector that records which hidden pieces one seat sees, even between two decisions."""

    __slots__ = ("bench", "followed", "glimpses", "player")

    def __init__(
        self, words: Sequence[int], bench: Bench, player: int, log: Sequence[Happening]
    ) -> None:
        super().__init__(words, bench.program, log)
        self.bench, self.player = bench, player
        self.glimpses: set[Glimpse] = set()
        self.begin()

    def begin(self) -> None:
        """Begins a step: forgets what was seen, and finds the pieces that can be followed now."""
        self.glimpses.clear()
        self.moves.clear()
        program = self.bench.program
        self.followed = {
            (kind, n): self[first + n]
            for kind, first in program.layout.names.items()
            for n in range(len(program.table.pieces[kind]))
        }

    def __setitem__(self, at: SupportsIndex | slice, value: Any) -> None:
        if isinstance(at, int) and (told := self.bench.told.get(at)) is not None:
            kind, place, seat = told
            if seat == self.player:
                self._learn(kind, place, value & ~self[at])
        super().__setitem__(at, value)
        if at.__class__ is int and (found := self.bench.words.get(at)) is not None:
            self._look(*found)

    def _learn(self, kind: str, place: int, more: int) -> None:
        """Records what the seat learns of a place in which pieces cannot be followed."""
        table = self.bench.program.table
        for face in self.bench.program.layout.bounds[kind].counted(more):
            self.glimpses.add((kind, table.faces[kind][face].id, table.places[place].id, -1))

    def _look(self, kind: str, piece: int) -> None:
        program = self.bench.program
        if not program.sees(self, kind, piece) >> self.player & 1:
            return
        layout, table = program.layout, program.table
        face = table.faces[kind][self[layout.faces[kind] + piece]].id
        place = table.places[self[layout.places[kind] + piece]].id
        self.glimpses.add((kind, face, place, self.followed[kind, piece]))


class Bench:
    """What all worlds of one program share: the code that reports chance, once for each of the two.

    With `events`, the code reports everything that happens.
    """

    def __init__(self, program: Program, *, events: bool = False) -> None:
        self.program = program
        self.words_of = Words(program.table.game, None)
        marked = telling(program) if events else program
        self.chances = (Keeping(marked), Following(marked))
        self.watchers: tuple[Watcher, ...] = ()
        self.compiled: tuple[Compiled, ...]
        if events:
            self.watchers = tuple(Watcher(marked, chance) for chance in self.chances)
            self.compiled = tuple(
                marked.telling(each, each.meanings.noted) for each in self.watchers
            )
        else:
            self.compiled = tuple(program.watched(chance) for chance in self.chances)
        layout = program.layout
        self.words = {
            base + n: (kind, n)
            for kind in layout.faces
            for base in (layout.places[kind], layout.faces[kind], layout.known[kind])
            for n in range(len(program.table.pieces[kind]))
        }
        # What each seat knows of places in which pieces cannot be followed: the kind, place and seat of each word.
        self.told: dict[int, tuple[str, int, int]] = {
            at + seat: (kind, place, seat)
            for kind, bounds in layout.bounds.items()
            for place, at in bounds.rows.items()
            for seat in range(program.table.players)
        }

    def world(self, v: Sequence[int], player: int, number: int, going: Going | None) -> World:
        """Returns the first world (0) or the second (1), as it is sent to this seat from now on, and what is `going` on in it."""
        vector = Watched(v, self, player, self.chances[number].kept)
        state = State(self.program, vector, self.compiled[number], self.words_of)
        seat = None if going is None else Seat(self.program, player, self.words_of)
        return World(self, number, state, Redaction(self.program, player), seat, going)

    def new(self, seed: int) -> State:
        """A new game, of which the first watcher knows what is going on if the bench reports events."""
        if not self.watchers:
            return new(self.program, seed)
        v, watcher = self.program.first_vector(seed), self.watchers[0]
        watcher.seats, watcher.going = [], (watcher.nobody_acts(), [])
        watcher.begin(v)
        state = State(self.program, v, self.compiled[0], self.words_of)
        self.compiled[0].run(v)
        return state

    def going(self) -> Going | None:
        """What is going on in the new game where it stands."""
        return self.watchers[0].going if self.watchers else None


@dataclass(slots=True)
class World:
    """One game, and what a seat was sent in the last step: `lines` with their places in the rules.

    `told` are the events that the seat was told in this step, if the bench reports events.

    `log` has the chance results of this step, `secrets` the secret answers of others; `betrayed` is a line that reveals such
    an answer, which must never happen.
    """

    bench: Bench
    number: int
    state: State
    redaction: Redaction
    seat: Seat | None
    going: Going | None
    lines: list[tuple[str, Span | None]] = field(default_factory=list)
    told: list[Event] = field(default_factory=list)
    log: list[Happening] = field(default_factory=list)
    secrets: list[tuple[int, str, str]] = field(default_factory=list)
    glimpses: set[Glimpse] = field(default_factory=set)
    betrayed: tuple[str, Span | None] | None = None
    acting: Watcher | None = None  # who acts, of whom nothing is known when a world begins
    _sight: View | None = None

    @property
    def player(self) -> int:
        return self.redaction.player

    @property
    def decision(self) -> Decision | None:
        return self.state.decision

    def copy(self) -> World:
        """Returns the same world, to be played on independently."""
        found = self.bench.world(self.state.v, self.player, self.number, self.going)
        found.redaction = copy.copy(self.redaction)
        found.seat = None if self.seat is None else self.seat.copy()
        found.acting = self.acting and self.acting.copy(self.acting.chance)
        return found

    def begin(self) -> None:
        """Begins a step."""
        self.lines, self.told, self.log, self.secrets, self.glimpses = [], [], [], [], set()

    def take(self, option: int) -> None:
        """Takes an option by its number, and keeps what the seat is sent."""
        decision, state = self.state.decision, self.state
        assert decision is not None and isinstance(state.v, Watched)
        id, span = decision.ids[option], decision.span
        line = self.redaction.decision(state, decision, id)
        if line is not None:
            self.lines.append((canonical(line), span))
        if self.unheard(decision):
            self.secrets.append((decision.player, decision.name, id))
            if line is not None:
                self.betrayed = self.lines[-1]
        chance = self.bench.chances[self.number]
        chance.log.clear()
        chance.kept.clear()
        self._sight = None
        state.v.begin()
        if self.seat is None:
            state.apply(option)
        else:
            self._watch(self.seat, decision, option)
        self.glimpses |= state.v.glimpses
        for number, each in enumerate(chance.kept, 1):
            later = [other.result for other in chance.kept[number:]]
            form = self.bench.program.events[each.number].form
            found = self.redaction.event(
                state, each.name, form, each.result, later, state.v.lost(number)
            )
            if found is not None:
                self.lines.append((canonical(found), span))
        self.log += chance.kept

    def _watch(self, seat: Seat, decision: Decision, option: int) -> None:
        """Takes an option, and keeps the events that the seat is told."""
        state, watcher = self.state, self.bench.watchers[self.number]
        answer, id = decision.taken(option)
        if self.acting is None:
            self.acting = Watcher(watcher.meanings.program, watcher.chance)
            if self.going is not None:
                self.acting.going = self.going
        watcher.act_as(self.acting)
        watcher.seats = [seat]
        watcher.log.clear()
        watcher.begin(state.v)
        seat.log.clear()
        seat.chosen(decision, id, answer)
        self._keep_betrayal(decision)
        state.apply(option)
        watcher.flush(state.v)
        self.acting.act_as(watcher)
        following = state.decision
        if following is None:
            seat.ended(ended(state))
        else:
            kept, seat.log = seat.log, []
            seat.asked(following, asked(state, following))
            self._keep_betrayal(following)
            seat.log = kept + seat.log
        self.told += seat.log

    def _keep_betrayal(self, decision: Decision) -> None:
        """Notes that the seat was told of a decision of which it must not hear."""
        assert self.seat is not None
        if self.seat.log and self.unheard(decision):
            self.betrayed = canonical(self.seat.log[-1]), decision.span

    @property
    def naming(self) -> list[int]:
        """Returns the words of the generator that names pieces."""
        at = self.bench.program.layout.naming
        return self.state.v[at : at + rng.WORDS] if at >= 0 else []

    def name_by(self, words: Sequence[int]) -> None:
        """Names pieces with these words from now on."""
        at = self.bench.program.layout.naming
        if at >= 0:
            self.state.v[at : at + rng.WORDS] = list(words)

    def unheard(self, decision: Decision) -> bool:
        """Whether the seat does not hear of a question, because others are asked in secret."""
        return decision.player != self.player and decision.site.secret

    def sight(self) -> View:
        """Returns what the seat may see now, without the question."""
        if self._sight is None:
            self._sight = view(self.state, self.player)
            self._sight.pop("asked", None)
        return self._sight

    def question(self, number: int) -> str:
        """Returns the message that asks the seat."""
        assert self.decision is not None
        return canonical(question_message(self.decision, self.state, number))


__all__ = ["Bench", "Following", "Glimpse", "World"]
