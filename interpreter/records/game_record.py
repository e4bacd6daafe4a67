"""The record of a game: one line of JSON for each event. It can be replayed and checked.

The first line names the game, the table and the seed. Then follow decisions and events of chance in the order in which
they happened. The last line is the outcome:

    {"record":"boardwright","version":2,"game":"...","rules":"<hash>","language":2,"expansions":[],"players":2,
     "seats":["red","blue"],"options":{},"seed":7,"agents":["random","random"]}
    {"n":1,"player":"red","decision":"move_cart.goal","choice":"north","check":2837465}
    {"event":"chance","name":"visit.token","form":"draw","result":{"piece":"token_7","face":"t31"}}
    {"outcome":{"unfinished":false,"scores":{...},"ranks":{...},"winners":["blue"]},"hash":"...","sum":"..."}

The events that follow from a decision come after it. Nothing in a record depends on how the engine stores a game: it has
only names, values, and hashes of these. There is one way to write each line, and `sum` covers all bytes before the last
line, so that any change is noticed. A `check` shows which decision was changed. Every tenth decision has a `hash` of the
whole position, which costs as much time as several decisions.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from boardwright.dsl.source.diagnostics import Bag, Diagnostic, Label
from boardwright.dsl.source.places import Source, Span
from boardwright.dsl.source.suggest import suggest_help
from boardwright.interpreter.events.seen import Seat
from boardwright.interpreter.events.watched import asked, beginning, telling
from boardwright.interpreter.events.watcher import Watcher
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.play.decision import Decision, IllegalChoice, Option
from boardwright.interpreter.play.naming import Words, option_texts
from boardwright.interpreter.play.record_lines import Lines, canonical, checked
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.trace import Chance
from boardwright.interpreter.program.program import Program, Vector
from boardwright.interpreter.records.schemas import misfit
from boardwright.interpreter.records.trail import Trail
from boardwright.interpreter.table.errors import RuleError

VERSION = 2
KIND = "boardwright"
HASHED = 10
"""One decision in this many has the hash of the position after it."""
_SHOWN = 240
_NOT_WRITTEN = "records are written by `boardwright run --record`, one line of JSON for each event"

Json = dict[str, Any]
Events = bool | Literal["full"]
"""Whether a record has events; with `full` ones it has all that begin by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The first line of a record. `rules` is the hash of the rules, `agents` are the agents by seat, if known, and
    `agents_seed` is their seed if it does not follow from the game's.
    """

    game: str
    rules: str
    language: int
    expansions: tuple[str, ...]
    seats: tuple[str, ...]
    options: Mapping[str, str]
    seed: int
    agents: tuple[str, ...] = ()
    agents_seed: int | None = None
    events: Events = False
    beginning: str | None = None
    """The position from which events continue, as it is written, if the record has events."""

    def line(self) -> str:
        """The header as it is written."""
        found: Json = {
            "record": KIND,
            "version": VERSION,
            "game": self.game,
            "rules": self.rules,
            "language": self.language,
            "expansions": list(self.expansions),
            "players": len(self.seats),
            "seats": list(self.seats),
            "options": dict(self.options),
            "seed": self.seed,
        }
        if self.agents:
            found["agents"] = list(self.agents)
        if self.agents_seed is not None:
            found["agents_seed"] = self.agents_seed
        if self.beginning is None:
            return canonical(found)
        line = canonical(found | {"events": self.events})
        return f'{line[:-1]},"beginning":{self.beginning}}}'


def header_of(
    program: Program,
    seed: int,
    agents: Sequence[str] = (),
    agents_seed: int | None = None,
    *,
    events: Events = False,
) -> Header:
    """The header of a game played with this program; with `events` of a record that has them."""
    table, game = program.table, program.table.game
    return Header(
        game=game.id,
        rules=game.rules_hash,
        language=game.language,
        expansions=game.expansions,
        seats=table.seats,
        options=option_texts(table),
        seed=seed,
        agents=tuple(agents),
        agents_seed=agents_seed,
        events=events,
        beginning=program.kept("beginning", _beginning) if events else None,
    )


def _beginning(program: Program) -> str:
    return canonical(beginning(program))


# ---- writing


class Recorder:
    """Plays one game and records it. `state` may be read and copied; make choices with `apply`.

    With `events` it records everything that happens, with `full` ones also every rule, entry, effect and hook that begins and all
    options that are offered, and for each of the `seats` what it was told since the last decision. If it `follows` pieces, it knows
    which are `lost` since an event of chance.
    """

    def __init__(
        self,
        program: Program,
        seed: int,
        *,
        agents: Sequence[str] = (),
        agents_seed: int | None = None,
        language: str | None = None,
        events: Events = False,
        seats: Iterable[int] = (),
        follows: bool = False,
    ) -> None:
        self.program = program
        words = Words(program.table.game, language)
        marked = telling(program, full=events == "full") if events else program
        self._chance, self._watcher = Chance(marked), None
        if events:
            self._watcher = Watcher(
                marked, self._chance, (Seat(program, seat, words) for seat in seats)
            )
            self._watched = marked.telling(self._watcher, self._watcher.meanings.noted)
        else:
            self._watched = program.watched(self._chance)
        self._lines, self._full = program.kept("lines of records", Lines), events == "full"
        self.lines = [header_of(program, seed, agents, agents_seed, events=events).line()]
        self.decisions, self._check, self._seed = 0, 0, seed
        self._answers: list[int] = []
        v = program.first_vector(seed)
        self._trail = Trail(v, program, self._chance.log) if follows else None
        self.state = State(program, self._trail or v, self._watched, words)
        if self._watcher is not None:
            self._watcher.begin(self.state.v)
        self._watched.run(self.state.v)
        self.state.compiled = program.fast
        self._happened()

    def apply(self, option: int | str | Option) -> None:
        """Like `State.apply`, but records what happens. A refused choice or a failed rule leaves no line."""
        state, decision = self.state, self.state.decision
        if decision is None:
            state.apply(option)  # which raises the error
            return
        # The decision refers to the state before the choice: read it first.
        answer, id = decision.taken(option)
        player, site = decision.player, state.v[lay.SITE]
        self._play(decision, answer, id)
        self.decisions = number = self.decisions + 1
        hash = None if number % HASHED else state.hash
        line = self._lines.decision(number, player, site, id, hash)
        line, self._check = checked(line, self._check)
        self.lines.append(line)
        self._happened()

    def _play(self, decision: Decision, answer: int, id: str) -> None:
        """Plays on. If that fails, replays the game up to here: failures are rare, and keeping each state is expensive."""
        self._chance.log.clear()
        if self._trail is not None:
            self._trail.moves.clear()
        v, watcher = self.state.v, self._watcher
        before = None if watcher is None else watcher.choose(decision, answer, id)
        v[lay.CHOSEN] = answer
        v[lay.DECISIONS] += 1
        try:
            self._watched.run(v)
        except BaseException as fault:
            if isinstance(fault, RuleError):
                fault.decisions = v[lay.DECISIONS]
            v[:] = self._played_again()
            if watcher is not None and before is not None:
                watcher.restore(before, v)
            raise
        self._answers.append(answer)

    def _played_again(self) -> Vector:
        v, run = self.program.first_vector(self._seed), self.program.fast.run
        run(v)
        for answer in self._answers:
            v[lay.CHOSEN] = answer
            v[lay.DECISIONS] += 1
            run(v)
        return v

    def lost(self, number: int) -> Collection[str]:
        """The pieces of which some players cannot say any more that they took part in this event of the last step, counted from 1:
        since then they came to a place where these cannot tell which is which, and have left it.
        """
        return () if self._trail is None else self._trail.lost(number)

    @property
    def seats(self) -> Sequence[Seat]:
        """The seats with what each was told since the last decision."""
        return () if self._watcher is None else self._watcher.seats

    def _happened(self) -> None:
        if self._watcher is not None:
            self._watcher.flush(self.state.v)
            self.lines += self._watcher.log
            self._watcher.log.clear()
            decision = self.state.decision if self._full else None
            if decision is not None:
                self.lines.append(canonical(asked(self.state, decision)))
        elif self._chance.log:
            self.lines += map(self._lines.event, self._chance.log)
            self._chance.log.clear()
        if self.state.over:
            self._finish()

    def _finish(self) -> None:
        state, seats = self.state, self.program.table.seats
        before = self.text()
        self.lines.append(
            canonical(
                {
                    "outcome": {
                        "unfinished": state.unfinished,
                        "scores": dict(zip(seats, state.scores, strict=True)),
                        "ranks": dict(zip(seats, state.ranks, strict=True)),
                        "winners": [seats[seat] for seat in state.winners],
                    },
                    "hash": state.hash,
                    "sum": hashlib.sha256(before.encode()).hexdigest()[:32],
                }
            )
        )

    def text(self) -> str:
        """The record so far; complete when the game is over."""
        return "\n".join((*self.lines, ""))


# ---- reading


@dataclass(slots=True)
class _Text:
    """A record as lines with their positions."""

    source: Source
    bag: Bag = field(default_factory=Bag)
    lines: list[str] = field(init=False)
    starts: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.lines = self.source.text.split("\n")
        self.starts = []
        at = 0
        for line in self.lines:
            self.starts.append(at)
            at += len(line) + 1

    @property
    def ended(self) -> bool:
        """Whether the last line has a line end."""
        return self.lines[-1] == ""

    @property
    def count(self) -> int:
        """The number of lines, with an unfinished one."""
        return len(self.lines) - (1 if self.ended else 0)

    def span(self, number: int, column: int = 0) -> Span:
        """A position in a line: lines are long, so underlining a whole line shows nothing."""
        if number >= len(self.lines):
            return self.source.span(len(self.source.text))
        start = self.starts[number] + column
        return self.source.span(start, start + (1 if column < len(self.lines[number]) else 0))

    def json(self, number: int) -> Json | None:
        """A line as a JSON object; reports a line that is not one."""
        try:
            found = json.loads(self.lines[number])
        except (ValueError, RecursionError) as fault:
            reason = (
                fault.msg.lower() if isinstance(fault, json.JSONDecodeError) else "it is damaged"
            )
            help = _NOT_WRITTEN if number == 0 else ()
            self.bag.error(
                "E690",
                f"line {number + 1} is not JSON: {reason}",
                self.span(number),
                notes=_cut(self.lines[number]),
                help=help,
            )
            return None
        if not isinstance(found, dict):
            message = f"line {number + 1} is not a JSON object"
            self.bag.error("E690", message, self.span(number), notes=_cut(self.lines[number]))
            return None
        return found


def read_header(
    text: str | bytes, name: str = "record.jsonl"
) -> tuple[Header | None, tuple[Diagnostic, ...]]:
    """The header of a record, which names its game, or the mistakes in it."""
    decoded = _decoded(text, name)
    if isinstance(decoded, Diagnostic):
        return None, (decoded,)
    found = _Text(Source(name, decoded))
    header = _header(found)
    return header, found.bag.sorted()


def _decoded(text: str | bytes, name: str) -> str | Diagnostic:
    if isinstance(text, str):
        return text
    try:
        return text.decode("ascii")
    except UnicodeDecodeError as fault:
        bag = Bag()
        row = text.count(b"\n", 0, fault.start) + 1
        message = f"line {row} has a byte that cannot be in a record"
        note = f"byte {text[fault.start]:#04x} at offset {fault.start}; records are ASCII"
        bag.error("E690", message, Source(name, "").span(0), notes=note)
        return bag.sorted()[0]


def _header(text: _Text) -> Header | None:
    bag, span = text.bag, text.span(0)
    if not text.source.text:
        bag.error("E690", "the record is empty", span, help=_NOT_WRITTEN)
        return None
    found = text.json(0)
    if found is None:
        return None
    if found.get("record") != KIND:
        message = "this file is not a game record"
        if found.get("save") == KIND:
            message = "this file is a saved state, which has no choices, and not a game record"
        bag.error("E690", message, span, help=_NOT_WRITTEN)
        return None
    if found.get("version") != VERSION:
        message = f"this record has version {canonical({'': found.get('version')})[4:-1][:40]}"
        bag.error("E693", message, span, notes=f"this boardwright reads version {VERSION}")
        return None
    problem = misfit(found, "record", "head")
    if problem is None and found["players"] != len(found["seats"]):
        problem = "`players` is not the number of seats"
    if problem is not None:
        bag.error("E690", f"the first line is damaged: {problem}", span)
        return None
    return Header(
        events=found.get("events", False),
        beginning=canonical(found["beginning"]) if "beginning" in found else None,
        game=found["game"],
        rules=found["rules"],
        language=found["language"],
        expansions=tuple(found["expansions"]),
        seats=tuple(found["seats"]),
        options=found["options"],
        seed=found["seed"],
        agents=tuple(found.get("agents", ())),
        agents_seed=found.get("agents_seed"),
    )


# ---- checking


def replay(
    program: Program, text: str | bytes, name: str = "record.jsonl"
) -> tuple[Diagnostic, ...]:
    """Replays a record. The result is empty if each line is exactly as expected.

    Only the first line that differs is reported: later differences follow from it.
    """
    decoded = _decoded(text, name)
    if isinstance(decoded, Diagnostic):
        return (decoded,)
    found = _Text(Source(name, decoded))
    header = _header(found)
    if header is not None and _same_game(program, header, found):
        _replay(program, header, found)
    return found.bag.sorted()


def _same_game(program: Program, header: Header, text: _Text) -> bool:
    wanted, span, bag = header_of(program, 0), text.span(0), text.bag
    if header.game != wanted.game:
        message = f"this record is of the game `{header.game}`, not of `{wanted.game}`"
        bag.error("E691", message, span)
    elif header.expansions != wanted.expansions:
        bag.error(
            "E692",
            "this game was played with other expansions",
            span,
            notes=(
                f"in the record: {_names(header.expansions)}",
                f"here: {_names(wanted.expansions)}",
            ),
            help="name the same expansions, in the same order",
        )
    elif (header.rules, header.language) != (wanted.rules, wanted.language):
        bag.error(
            "E692",
            "this game was played with other rules",
            span,
            notes=(
                f"the hash of the rules is {header.rules} in the record",
                f"here it is {wanted.rules}",
            ),
            help="use the rules of that time; only comments and texts may have changed since",
        )
    elif header.seats != wanted.seats:
        bag.error(
            "E691",
            "this game was played at another table",
            span,
            notes=(f"in the record: {_names(header.seats)}", f"here: {_names(wanted.seats)}"),
            help="use the same number of players, with the same names",
        )
    elif dict(header.options) != dict(wanted.options):
        keys = sorted(
            key
            for key in {*header.options, *wanted.options}
            if header.options.get(key) != wanted.options.get(key)
        )
        there = (
            f"`{key}` was {header.options.get(key)}, here {wanted.options.get(key)}" for key in keys
        )
        bag.error("E691", "this game was played with other options", span, notes=tuple(there))
    return not bag.failed


def _replay(program: Program, header: Header, text: _Text) -> None:
    try:
        recorder = Recorder(
            program,
            header.seed,
            agents=header.agents,
            agents_seed=header.agents_seed,
            events=header.events,
        )
    except RuleError as fault:
        _breaks_off(text, 0, fault)
        return
    number = 0
    while True:
        while number < len(recorder.lines):
            if not _matches(text, number, recorder.lines[number]):
                return
            number += 1
        if recorder.state.over:
            break
        if number >= text.count:
            _ends_early(text, number, recorder)
            return
        if not _take(text, number, recorder):
            return
    if number < text.count:
        text.bag.error(
            "E697",
            f"line {number + 1} follows the outcome, which must be the last line",
            text.span(number),
            notes=_cut(text.lines[number]),
        )
    elif not text.ended:
        message = "the last line has no line end"
        text.bag.error(
            "E696", message, text.span(number - 1), help="the file was cut off: get a complete copy"
        )


def _take(text: _Text, number: int, recorder: Recorder) -> bool:
    """Makes the choice of a line; the line itself is compared afterwards."""
    found = text.json(number)
    if found is None:
        return False
    decision = recorder.state.decision
    assert decision is not None
    player = recorder.program.table.seats[decision.player]
    choice = found.get("choice")
    if not isinstance(choice, str):
        text.bag.error(
            "E694",
            f"line {number + 1} is not a decision",
            text.span(number),
            notes=(f"here `{player}` decides `{decision.name}`", *_cut(text.lines[number])),
        )
        return False
    ids = decision.ids
    try:
        recorder.apply(choice)
    except IllegalChoice:
        offered = ", ".join(f"`{id}`" for id in ids[:20])
        text.bag.error(
            "E695",
            f"line {number + 1} chooses `{choice[:64]}`, which is not offered",
            text.span(number),
            notes=f"`{player}` decides `{decision.name}`: {offered}{' ...' if len(ids) > 20 else ''}",
            help=suggest_help(choice, ids),
        )
        return False
    except RuleError as fault:
        _breaks_off(text, number, fault)
        return False
    return True


def _matches(text: _Text, number: int, wanted: str) -> bool:
    if number >= text.count:
        message = f"the record ends after line {number}, before its game does"
        text.bag.error(
            "E696",
            message,
            text.span(number),
            notes=f"line {number + 1} should be {wanted[:_SHOWN]}",
        )
        return False
    found = text.lines[number]
    if found == wanted:
        return True
    if number == text.count - 1 and not text.ended and wanted.startswith(found):
        message = f"line {number + 1} breaks off"
        text.bag.error(
            "E696", message, text.span(number), help="the file was cut off: get a complete copy"
        )
        return False
    read = text.json(number)
    if read is not None:
        expected: Json = json.loads(wanted)
        pairs = zip(found, wanted, strict=False)
        at = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(found), len(wanted)))
        text.bag.error(
            "E694",
            f"line {number + 1} {_difference(read, expected)}",
            text.span(number, at),
            notes=(
                f"expected {_around(wanted, at)}",
                f"found    {_around(found, at)}",
                *_since(read, expected),
            ),
        )
    return False


def _since(found: Json, wanted: Json) -> tuple[str, ...]:
    """The last decision after which the position was still the same, if only the position differs."""
    if "n" not in wanted or "hash" not in wanted or found.get("hash") == wanted["hash"]:
        return ()
    before = wanted["n"] - HASHED
    return (
        f"it was still the same after decision {before}"
        if before
        else "it was not compared before",
    )


def _around(line: str, at: int) -> str:
    """The part of a line around a difference."""
    first = max(0, min(at - 80, len(line) - _SHOWN))
    return f"{'...' if first else ''}{line[first : first + _SHOWN]}"


def _difference(found: Json, wanted: Json) -> str:
    """The difference between two lines, in words."""
    if found == wanted:
        return "has the right content, but is written in another way"
    if (
        any(found.get(key) != wanted.get(key) for key in ("event", "name"))
        or found.keys() != wanted.keys()
    ):
        return f"is not {_sort(wanted)}, which was expected here"
    keys = [f"`{key}`" for key in wanted if found[key] != wanted[key]]
    if keys == ["`check`"]:
        return "has a wrong `check`: this decision was changed"
    if keys == ["`sum`"]:
        return "has a wrong `sum`: something above it was changed"
    return f"differs in {', '.join(keys)}"


def _sort(line: Json) -> str:
    if "event" in line:
        return f"the event `{line.get('name', line['event'])}`"
    if "decision" in line:
        return f"the decision `{line['decision']}`"
    return "the outcome" if "outcome" in line else "the right header"


def _ends_early(text: _Text, number: int, recorder: Recorder) -> None:
    decision = recorder.state.decision
    assert decision is not None
    player = recorder.program.table.seats[decision.player]
    text.bag.error(
        "E696",
        f"the record ends after line {number}, before its game does",
        text.span(number),
        notes=f"next `{player}` decides `{decision.name}`",
    )


def _breaks_off(text: _Text, number: int, fault: RuleError) -> None:
    others = () if fault.span is None else (Label(fault.span, "this rule"),)
    text.bag.error(
        "E694",
        f"line {number + 1} causes a rule error: {fault.message}",
        text.span(number),
        others=others,
    )


def _names(names: Sequence[str]) -> str:
    return ", ".join(f"`{name[:64]}`" for name in names[:20]) or "none"


def _cut(line: str) -> tuple[str, ...]:
    return (f"it is `{line[:_SHOWN]}`",) if line else ("it is empty",)
