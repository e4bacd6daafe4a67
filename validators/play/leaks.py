"""Whether a seat is sent something that it may not know.

A random game is played next to a second one. The two differ only in what one seat may not know: in faces, amounts and
positions out of its sight, in secret notes of others, or in an answer that was given in secret. Both continue with the same
choices, or with choices that the seat cannot tell apart, and with the same chance results where that is possible. Until the
seat legitimately learns of the difference, it must be sent the same bytes: its questions, as a program reads them, the
lines of its redacted record, and the events that it is told. When it is asked, no name from `let` may differ: an agent counts
what these hold as known.

It learns legitimately from what it sees: a face, even one that is covered again before the next question; stock and pieces
that come into sight; a chance event; the end of the game; and a choice that the other position does not allow. Then the
comparison ends, and a new one begins.
"""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from boardwright.dsl.language.types import word_for_nothing
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.places import Span
from boardwright.interpreter.agents.agent import stream_of
from boardwright.interpreter.events.watcher import Event, Going
from boardwright.interpreter.machine import rng
from boardwright.interpreter.machine.rng import Stream
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.position import value_reader
from boardwright.interpreter.play.record_lines import canonical
from boardwright.interpreter.play.views import Looker, View
from boardwright.interpreter.program.program import Program
from boardwright.interpreter.table.errors import RuleError
from boardwright.validators.play.asked_first import at_once
from boardwright.validators.play.kept_names import names_under_way
from boardwright.validators.play.unlike import ANSWER, CHANCE, NOTES, unlike
from boardwright.validators.play.worlds import Bench, World

MOST_COMPARED = 300
"""How many decisions of a game are compared by default."""

_LENGTH = 60  # decisions in one comparison
_MOST_PASSES = 4  # comparisons that start from the same decision
_MOST_TRIED = 8  # options tried for another player until the seat notices nothing
_AGAIN = 8  # tries with other secret answers and other names
_MOST_SETTLED = 200  # secret answers in a row
_SHOWN = 160  # characters of what was sent

_DONE = frozenset(("moved", "swapped", "shuffled", "rolled", "out", "course"))
"""Events that show a secret answer by its effect."""

_SHOW = "show first what this depends on, with `show` or `reveal`, or keep it out of sight"
_ASK = "write `secretly` before it, so that others do not learn who is asked, or always ask"
_OPTIONS = "let the options depend only on what the player who is asked can see"
_NOTE = (
    "limit who sees the note with `visible_to: owner` or `nobody`, or first show what it reveals"
)
_LATER = "write this `let` after the question, or show first what it depends on"
_OURS = "nothing is wrong with your files: please report it"


@dataclass(frozen=True, slots=True)
class Leak:
    """Something that a seat was sent but may not know, and after how many decisions of the game.

    `ours` means that no rule reveals it, only the names of pieces that cannot be followed. With `kept`, the seat was sent
    nothing, but a name holds it.
    """

    message: str
    span: Span | None
    notes: tuple[str, ...]
    decisions: int
    help: tuple[str, ...] = ()
    ours: bool = False
    kept: bool = False


Choose = Callable[[Decision], int]
"""Chooses an option, by its number, for the player who is asked in the game itself."""


_Begun = tuple[list[int], Going | None]
"""A position, and what is going on in it for whoever watches."""


class LeakTest:
    """Searches the games of one program for leaks.

    `compared` counts the decisions compared in positions that differ in something hidden, `by_chance` those in positions that
    differ only in future chance results. With `events`, it also compares the events that the seat is told.
    """

    def __init__(self, program: Program, *, events: bool = False) -> None:
        self.program = program
        self.bench = Bench(program, events=events)
        self.at_once = at_once(program.table.game)
        self.compared = 0
        self.by_chance = 0
        self.comparisons = 0

    @property
    def hides(self) -> bool:
        """Whether anything is ever hidden from any player."""
        table = self.program.table
        return (
            bool(self.program.layout.faces)
            or any(note.visible_to != "everyone" for note in table.game.notes.values())
            or any(site.secret and site.name not in self.at_once for site in self.program.sites)
            or any(p.visible_for(what) != "everyone" for p in table.places for what in p.holds)
        )

    def game(
        self, seed: int, choose: Choose, stream: Stream, most: int = MOST_COMPARED
    ) -> Iterator[Leak]:
        """Plays one game, then compares from random decisions until `most` decisions were compared.

        `stream` decides where to start, for which seat, and with which difference.
        """
        begun, way = self._played(seed, choose)
        compared, starts = 0, list(range(len(way)))
        for _ in range(_MOST_PASSES):
            stream.shuffle(starts)
            for start in starts:
                if compared >= most:
                    return
                comparison = self._beginning(begun[start], way[start:], stream)
                leak = comparison.run()
                compared += comparison.taken
                self.comparisons += 1
                if comparison.sort == CHANCE:
                    self.by_chance += comparison.taken
                else:
                    self.compared += comparison.taken
                if leak is not None:
                    yield leak.at(start + comparison.taken)

    def _played(self, seed: int, choose: Choose) -> tuple[list[_Begun], list[int]]:
        """Plays a game until it ends or fails; returns where its decisions stand, and the options taken."""
        begun: list[_Begun] = []
        way: list[int] = []
        with contextlib.suppress(RuleError):
            state = self.bench.new(seed)
            while (decision := state.decision) is not None:
                begun.append((list(state.v), self.bench.going()))
                way.append(choose(decision))
                state.apply(way[-1])
        return begun, way

    def _beginning(self, begun: _Begun, way: Sequence[int], stream: Stream) -> _Comparison:
        """Starts a comparison from here."""
        v, going = begun
        one = self.bench.world(v, 0, 0, going)
        decision, players = one.decision, self.program.table.players
        assert decision is not None
        asked = decision.player
        secret = decision.site.secret and decision.name not in self.at_once
        if secret and len(decision) > 1 and players > 1 and stream.below(2):
            player = (asked + 1 + stream.below(players - 1)) % players
            one, two = (self.bench.world(v, player, number, going) for number in (0, 1))
            return _Comparison(one, two, ANSWER, way, stream)
        one = self.bench.world(v, asked, 0, going)
        other, sort = unlike(one.state.copy(), asked, stream)
        return _Comparison(one, self.bench.world(other.v, asked, 1, going), sort, way, stream)


def by_chance(seed: int, players: int) -> tuple[Choose, Stream]:
    """Returns the choices of a random game, and the random stream that decides what is compared in it."""
    streams = [stream_of(seed, seat) for seat in range(players)]

    def choose(decision: Decision) -> int:
        return decision.nth(streams[decision.player].below(len(decision)))

    return choose, Stream(seed, "leaks")


@dataclass(frozen=True, slots=True)
class _Found:
    """A leak, before its point in the game is known."""

    message: str
    span: Span | None
    notes: tuple[str, ...]
    help: str
    ours: bool
    kept: bool = False

    def at(self, decisions: int) -> Leak:
        help = (self.help,)
        return Leak(self.message, self.span, self.notes, decisions, help, self.ours, self.kept)


class _Comparison:
    """Two worlds that are played side by side, as one seat sees them."""

    def __init__(
        self, one: World, two: World, sort: str, way: Sequence[int], stream: Stream
    ) -> None:
        self.one, self.two, self.sort = one, two, sort
        self.way, self.stream = way, stream
        self.program, self.player = one.bench.program, one.player
        self.seat = self.program.table.seats[self.player]
        self.taken = 0
        self.questions = 0
        self.pending: _Found | None = None
        self.differs = _difference(one, two)
        looker = Looker(one.state, self.player)
        self.stocks = {
            stock
            for stock, rows in self.program.layout.stocks.items()
            for number, place in enumerate(self.program.table.places)
            if rows.at[number] >= 0 and not looker.sees_into(place, stock)
        }

    def run(self) -> _Found | None:
        """Plays on until the seat has learned of the difference; returns what it was sent too early, if anything."""
        if self.sort == ANSWER:
            if not self._answered():
                return None
            found, ended = self._judged(self.one, self.two, first=True)
            if found is not None or ended:
                return found
        while self.taken < _LENGTH:
            if self.one.decision is None or self.two.decision is None:
                return None
            if self._stop(self.one) != self._stop(self.two):
                return self._uneven()
            if self.one.decision.player == self.player:
                found = self._asked()
                if found is not None:
                    return found
            here, there = _asked_last(self.one), _asked_last(self.two)
            if here != there:
                sent = canonical({"asked": here}), canonical({"asked": there})
                at = self.one.decision.span
                return self._found("the event `asked`", at, *sent, _OURS, ours=True)
            two = self._step()
            if self.one.betrayed is not None:
                line, span = self.one.betrayed
                return self._found(
                    "what others are asked in secret", span, line, "nothing", _OURS, True
                )
            if two is None:
                return None
            self.two = two
            found, ended = self._judged(self.one, two)
            if found is not None or ended:
                return found
        return None

    # ---- steps

    @property
    def _option(self) -> int:
        """Returns the option taken in the game itself; -1 after its last known decision."""
        return self.way[self.taken] if self.taken < len(self.way) else -1

    def _take(self) -> bool:
        """Continues the game itself; returns whether it could."""
        option = self._option
        if option < 0:
            return False
        try:
            self.one.take(option)
        except RuleError:
            return False
        self.taken += 1
        return True

    def _settled(self) -> bool:
        """Continues the game past what others are asked in secret; returns whether it could."""
        while (decision := self.one.decision) is not None and self.one.unheard(decision):
            if not self._take():
                return False
        return True

    def _answered(self) -> bool:
        """Lets a player answer in secret, differently in the second world; returns whether both continued."""
        decision = self.one.decision
        assert decision is not None
        other = (self._option + 1 + self.stream.below(len(decision) - 1)) % len(decision)
        self.one.begin()
        self.two.begin()
        if not self._take() or not self._settled():
            return False
        return self._follow(self.two, other)[0]

    def _step(self) -> World | None:
        """Takes a step in both worlds; None if the second one cannot take one like the first's."""
        one, decision, beside = self.one, self.one.decision, self.two.decision
        assert decision is not None and beside is not None
        option = self._option
        id = decision.ids[option] if option >= 0 else ""
        mine = decision.player == self.player
        one.begin()
        naming = one.naming
        if not self._take() or not self._settled():
            return None
        sight, like = one.sight(), None
        for other in self._options(beside, id, option if mine else None):
            for again in range(_AGAIN):
                trial = self.two.copy()
                trial.begin()
                # Pieces that leave together get random names: the same ones if possible.
                words = rng.seed_words(self.stream.next32(), "names") if again else naming
                trial.name_by(words)
                went_on, freely = self._follow(trial, other)
                if went_on and self._looks_alike(trial, sight):
                    return trial
                if went_on and like is None and self._looks_alike(trial, sight, _bare):
                    like = trial  # all that differs is who is said to act
                freely = freely or trial.naming != words
                if not freely:
                    if went_on and (mine or beside.ids[other] == id):
                        like = trial
                    break
        return like

    def _options(self, beside: Decision, id: str, same: int | None) -> list[int]:
        """Returns the options of the second world in the order in which they are tried."""
        if same is not None:
            return [same]
        ids = beside.ids
        order = [n for n, each in enumerate(ids) if each != id]
        self.stream.shuffle(order)
        return [*([ids.index(id)] if id in ids else []), *order][:_MOST_TRIED]

    def _follow(self, world: World, option: int) -> tuple[bool, bool]:
        """Takes an option in the second world, with the same secret answers of others as in the first, if possible.

        Returns whether it continued, and whether others were asked or answered something else.
        """
        chance, answers, freely = world.bench.chances[1], list(self.one.secrets), False
        chance.follow(self.one.log)
        try:
            world.take(option)
            for _ in range(_MOST_SETTLED):
                decision = world.decision
                if decision is None or not world.unheard(decision):
                    return True, freely or bool(answers)
                ids, wanted = decision.ids, ""
                for n, (player, name, id) in enumerate(answers):
                    if (player, name) == (decision.player, decision.name):
                        wanted = id
                        del answers[n]
                        freely = freely or n > 0  # in another order: others do something else
                        break
                freely = freely or wanted not in ids
                world.take(ids.index(wanted) if wanted in ids else self.stream.below(len(ids)))
        except RuleError:
            pass
        return False, freely

    # ---- judging

    def _stop(self, world: World) -> tuple[int, str] | None:
        decision = world.decision
        return None if decision is None else (decision.player, decision.name)

    def _looks_alike(
        self, two: World, sight: View, said: Callable[[Event], Event] | None = None
    ) -> bool:
        """Whether the seat is sent the same in both worlds; of events, what is `said` of each."""
        one, events = self.one, (_events(self.one), _events(two))
        if said is not None:
            events = [said(each) for each in events[0]], [said(each) for each in events[1]]
        return (
            one.lines == two.lines
            and one.glimpses == two.glimpses
            and events[0] == events[1]
            and self._stop(one) == self._stop(two)
            and sight == two.sight()
        )

    def _judged(self, one: World, two: World, first: bool = False) -> tuple[_Found | None, bool]:
        """Returns what the last step reveals too early, and whether the seat now knows of the difference."""
        if one.decision is None or two.decision is None:
            return None, True
        a, b = one.sight(), two.sight()
        if self._learned(one, two, a, b):
            return None, True
        notes = _unlike_keys(a["notes"], b["notes"])
        if self.sort in (NOTES, ANSWER) and notes and not first:
            return None, True  # the secret was noted openly later, which makes it known
        if self.sort == ANSWER and a != b and (not first or _unlike_keys(a, b) != {"notes"}):
            return None, True  # an answer may show by its effect
        if one.lines != two.lines:
            return self._unlike_lines(one, two)
        if _events(one) != _events(two):
            return self._unlike_events(one, two, a, b, first)
        if a != b and self.pending is None:
            self.pending = self._unlike_sight(one, two, a, b)
        elif a == b:
            self.pending = None
        return None, False

    def _learned(self, one: World, two: World, a: View, b: View) -> bool:
        """Whether the seat has seen what differs, or something of that kind."""
        if one.glimpses != two.glimpses or _faces(a) != _faces(b):
            return True
        if _unlike_keys(a["stocks"], b["stocks"]) & self.stocks:
            return True
        faceless = self.program.table.pieces.keys() - self.program.layout.faces.keys()
        return any(_of_kind(a, kind) != _of_kind(b, kind) for kind in faceless)

    def _unlike_lines(self, one: World, two: World) -> tuple[_Found | None, bool]:
        """Judges records that differ."""
        for (line, span), (other, _) in zip(one.lines, two.lines, strict=False):
            if line == other:
                continue
            here, there = json.loads(line), json.loads(other)
            if "event" in here and here["name"] == there.get("name"):
                return None, True  # the chance result was seen, and could not be the same
            if "decision" in here and here["decision"] == there.get("decision"):
                if here["n"] == there["n"]:
                    return None, True  # a player chose what could not be chosen there
            return self._found("what happens", span, line, other), True
        longer = one.lines if len(one.lines) > len(two.lines) else two.lines
        line, span = longer[min(len(one.lines), len(two.lines))]
        sent = (line, "nothing") if longer is one.lines else ("nothing", line)
        if "event" in json.loads(line):
            return self._found("whether a chance event happens", span, *sent), True
        return self._found("whether another player is asked", span, *sent, _ASK), True

    def _unlike_events(
        self, one: World, two: World, a: View, b: View, first: bool
    ) -> tuple[_Found | None, bool]:
        """Judges a step after which the seat was told different events."""
        here, there = _events(one), _events(two)
        pairs = enumerate(zip(here, there, strict=False))
        at = next((n for n, (x, y) in pairs if x != y), min(len(here), len(there)))
        ends = [each[at] if at < len(each) else None for each in (here, there)]
        if any(self._shown_by(event, first) for event in ends if event is not None):
            return None, True
        if a != b:
            found = self._unlike_sight(one, two, a, b)
            if self._stop(one) == self._stop(two):
                return found, True
            self.pending = self.pending or found
            return None, False  # whether it shows is judged by who is asked what
        kind = next(event["event"] for event in ends if event is not None)
        sent, other = ("nothing" if event is None else canonical(event) for event in ends)
        return self._found(f"the event `{kind}`", self._last_span(one), sent, other), True

    def _shown_by(self, event: Event, first: bool) -> bool:
        """Whether an event may show what was hidden, even if it is hidden again at the next decision."""
        match event["event"]:
            case "amount":
                return self.sort == ANSWER or event["stock"] in self.stocks
            case "noted":
                return self.sort in (NOTES, ANSWER) and not first
            case sort:
                return self.sort == ANSWER and sort in _DONE

    def _unlike_sight(self, one: World, two: World, a: View, b: View) -> _Found:
        """Describes a difference in what is seen, though nothing was shown."""
        part = next(key for key in {**a, **b} if a.get(key) != b.get(key))
        span = self._last_span(one)
        here, there = a.get(part), b.get(part)
        what, help, ours = f"`{part}`", "", False
        if part == "notes":
            id = sorted(_unlike_keys(a[part], b[part]))[0]
            here, there = a[part].get(id), b[part].get(id)
            what, help, span = f"the note `{id}`", _NOTE, self._span_of_note(id) or span
        elif part == "order":
            what = "the order in which pieces lie"
        elif part == "pieces":
            ours = _nameless(a) == _nameless(b)
            what = "the names of pieces" if ours else "the positions of pieces"
            help = _OURS if ours else help
        elif part == "piles":
            ours = _counts(a) == _counts(b)
            what = "the order of faces" if ours else "the number of pieces in each place"
            help = _OURS if ours else help
        elif part == "stocks":
            what = "the amounts in each place"
        return self._found(what, span, json.dumps(here), json.dumps(there), help, ours)

    def _last_span(self, world: World) -> Span | None:
        return world.lines[-1][1] if world.lines else None

    def _span_of_note(self, id: str) -> Span | None:
        """Returns the place where a note is set, if there is only one; else its declaration."""
        game = self.program.table.game
        set_at = {
            node.span
            for node in nodes((*game.rules.values(), *game.hooks, *game.course))
            if isinstance(node, ir.SetNote) and node.note == id
        }
        return set_at.pop() if len(set_at) == 1 else game.notes[id].span

    def _asked(self) -> _Found | None:
        """Checks that both worlds ask the seat with the same message."""
        one, two = self.one, self.two
        self.questions += 1
        here, there = one.question(self.questions), two.question(self.questions)
        if here == there:
            return self._kept()
        if self.pending is not None:
            return self.pending
        decision = one.decision
        assert decision is not None
        a, b = json.loads(here), json.loads(there)
        part = next((key for key in {**a, **b} if a.get(key) != b.get(key)), None)
        if part is None:
            what = "the order of the keys in this question"
            return self._found(what, decision.span, here, there, _OURS, ours=True)
        if part == "view":
            sights = one.sight(), two.sight()
            if sights[0] != sights[1]:
                return self._unlike_sight(one, two, *sights)
        sent = (json.dumps(a.get(part)), json.dumps(b.get(part)))
        if part == "options" and _unordered(a[part]) == _unordered(b[part]):
            what = "the order of the options of this question"
            return self._found(what, decision.span, *sent, _OURS, ours=True)
        return self._found(f"the {part} of this question", decision.span, *sent, _OPTIONS)

    def _kept(self) -> _Found | None:
        """Checks that both worlds go on with the same names from `let`. What follows from answers in secret is made up with
        them.
        """
        if self.sort == ANSWER:
            return None
        pairs = (names_under_way(self.program, world.state.v) for world in (self.one, self.two))
        for (let, here), (other, there) in zip(*pairs, strict=False):
            if let is not other:
                return None  # they wait in different rules
            if here != there:
                return self._found_kept(let, here, there)
        return None

    def _found_kept(self, let: ir.Let, here: int, there: int) -> _Found:
        decision = self.one.decision
        assert decision is not None
        message = (
            f"`{let.var.name}` keeps what `{self.seat}` may not know while `{self.seat}` is asked"
        )
        one, other = (_said(self.program, let.var, each) for each in (here, there))
        told = f" if {self.differs}" if self.differs else ""
        notes = (
            f"it was {one}, and would have been {other}{told}",
            f"`{self.seat}` was asked `{decision.name}`, and agents that play for it count the name as known",
        )
        return _Found(message, let.span, notes, _LATER, ours=False, kept=True)

    def _uneven(self) -> _Found | None:
        """Judges two worlds that ask different questions, or different players."""
        if self.sort == ANSWER:
            return None  # the rules may let the next question follow from an answer
        one, two = self.one, self.two
        here, there = one.decision, two.decision
        assert here is not None and there is not None
        world, asked = one, here
        ahead, back = self._leads_there(one, two), self._leads_there(two, one)
        if back and not ahead:
            world, asked = two, there
        elif back == ahead:  # either question may be the one that the other position skips
            others = [(w, d) for w, d in ((one, here), (two, there)) if d.player != self.player]
            if any(self._shows(w) for w, _ in others):
                return None
            world, asked = others[0] if others else (one, here)
        if asked.player != self.player and self._shows(world):
            return None
        seats = self.program.table.seats
        sent = _asking(seats, here), _asking(seats, there)
        whom = "it" if asked.player == self.player else f"`{seats[asked.player]}`"
        return self._found(f"whether {whom} is asked this", asked.span, *sent, _ASK)

    def _shows(self, world: World) -> bool:
        """Whether each answer to this world's question shows the seat something that was hidden from it."""
        before = world.sight()
        for trial in _answered(world):
            now = trial.sight()
            if not (trial.glimpses or _unlike_keys(before["stocks"], now["stocks"]) & self.stocks):
                return False
        return True

    def _leads_there(self, world: World, other: World) -> bool:
        """Whether this world asks one question more: an answer to it changes nothing in sight and leads to the other."""
        return any(
            self._stop(trial) == self._stop(other) and trial.sight() == other.sight()
            for trial in _answered(world)
        )

    def _found(
        self,
        what: str,
        span: Span | None,
        here: str,
        there: str,
        help: str = "",
        ours: bool = False,
    ) -> _Found:
        secret = "what was answered in secret" if self.sort == ANSWER else "what it may not know"
        message = f"`{self.seat}` can tell {secret} from {what}"
        one, other = _around(here, there)
        notes = (f"it was sent `{one}`", f"it would have been sent `{other}`")
        if self.differs:
            notes = (f"{notes[0]}", f"{notes[1]} if {self.differs}")
        return _Found(message, span, notes, help or _SHOW, ours)


# ---- what is seen, to compare


def _answered(world: World) -> Iterator[World]:
    """Yields the worlds after each answer to its question, without those that end in a rule error."""
    assert world.decision is not None
    for option in range(len(world.decision)):
        trial = world.copy()
        trial.begin()
        try:
            trial.take(option)
        except RuleError:
            continue
        yield trial


def _faces(sight: View) -> Counter[tuple[str, str, str]]:
    """Counts the faces that are seen or known, by kind and place."""
    found: Counter[tuple[str, str, str]] = Counter()
    for kind, pieces in sight["pieces"].items():
        for facts in pieces.values():
            if "face" in facts:
                found[kind, facts["place"], facts["face"]] += 1
    for place, kinds in sight["piles"].items():
        for kind, pile in kinds.items():
            for face in pile.get("faces", ()):
                found[kind, place, face] += 1
            for face, count in pile.get("at_least", {}).items():
                found[kind, place, face] += count
            for face, count in pile.get("at_least", {}).items():
                found[kind, place, face] += count
    return found


def _of_kind(sight: View, kind: str) -> tuple[object, ...]:
    piles = {place: kinds[kind] for place, kinds in sight["piles"].items() if kind in kinds}
    return sight["pieces"].get(kind), piles


def _nameless(sight: View) -> Counter[str]:
    """Counts the pieces that are seen, without their names."""
    return Counter(
        json.dumps([kind, facts], sort_keys=True)
        for kind, pieces in sight["pieces"].items()
        for facts in pieces.values()
    )


def _counts(sight: View) -> list[tuple[str, str, int]]:
    """Returns the number of pieces in each place."""
    piles = sight["piles"].items()
    return sorted((place, kind, pile["count"]) for place, of in piles for kind, pile in of.items())


def _bare(event: Event) -> Event:
    """An event without who acts and why."""
    return {key: value for key, value in event.items() if key not in ("by", "cause")}


def _events(world: World) -> list[Event]:
    """Returns the events that a seat was told in the last step, without the questions."""
    return [event for event in world.told if event["event"] != "asked"]


def _asked_last(world: World) -> list[Event]:
    """Returns the questions that a seat was told of in the last step."""
    return [event for event in world.told if event["event"] == "asked"]


def _unlike_keys(here: View, there: View) -> set[str]:
    return {key for key in {**here, **there} if here.get(key) != there.get(key)}


def _asking(seats: Sequence[str], decision: Decision) -> str:
    return f"{seats[decision.player]} is asked {decision.name}"


def _unordered(options: list[dict[str, str]]) -> list[str]:
    return sorted(json.dumps(option) for option in options)


def _difference(one: World, two: World) -> str:
    """Says how the second position differs from the first; empty if it does not differ yet."""
    a, b = one.state.position(), two.state.position()
    for kind, pieces in a["pieces"].items():
        for id, facts in pieces.items():
            other = b["pieces"][kind][id]
            for key in ("face", "place", "side"):
                if facts.get(key) != other.get(key):
                    if key == "place":
                        return f"`{id}` were in `{other[key]}` instead of `{facts[key]}`"
                    where = f"`{id}` in `{facts['place']}`"
                    return f"{where} were `{other[key]}` instead of `{facts[key]}`"
    for part in ("stocks", "notes"):
        for id in _unlike_keys(a[part], b[part]):
            here, there = json.dumps(a[part].get(id)), json.dumps(b[part].get(id))
            return f"`{id}` were {there} instead of {here}"
    return ""


def _said(program: Program, var: ir.Var, word: int) -> str:
    """What a name holds, for people."""
    if var.optional and word == word_for_nothing(var.type):
        return "nothing"
    value = value_reader(program, var.type)(word)
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    return "nobody" if value is None else f"{value}"


def _around(here: str, there: str) -> tuple[str, str]:
    """Returns the parts of two texts around their first difference."""
    pairs = zip(here, there, strict=False)
    at = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(here), len(there)))
    start = max(0, at - _SHOWN // 2)

    def cut(text: str) -> str:
        part = text[start : start + _SHOWN]
        return f"{'…' if start else ''}{part}{'…' if start + _SHOWN < len(text) else ''}"

    return cut(here), cut(there)


__all__ = ["Leak", "LeakTest", "by_chance"]
