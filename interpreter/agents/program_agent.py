"""Agents that are programs: they read JSON Lines and answer in JSON Lines (see docs/agents.md).

A program is started for one seat of one game at its first decision, and gets to know only what its player may. Its first
mistake ends its part in the game: it is killed, the mistake is kept as the agent's `fault`, and for the rest of the game
options are chosen at random, from the stream of the seat. So every game comes to an end.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import shutil
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from boardwright.interpreter.agents.agent import Agent, AgentError, Factory, stream_of
from boardwright.interpreter.play.decision import Decision
from boardwright.interpreter.play.naming import option_texts
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.views import several, view

if TYPE_CHECKING:
    from boardwright.interpreter.events.seen import Event

PROTOCOL = 1
LONGEST_LINE = 65_536
"""The most bytes of one answer."""

MOST_LINES = 100
"""The most lines that wait to be read; until then, no more are read from the program."""

MOST_COMPLAINTS = 1_000_000
"""Bytes that are read from a program's stderr; the last few are shown when it fails."""

GRACE = 1.0
"""Seconds that a program has to end by itself after the game."""

_LAST_WORDS = 300
_WINDOWS = os.name == "nt"


class _Wrong(Exception):  # noqa: N818 - what a program did, told in its words
    """A mistake of a program."""


@dataclass(frozen=True, slots=True)
class _Flood:
    """Stands for a line that was too long."""


def program_factory(command: str, seconds: float, *, events: bool = False) -> Factory:
    """The factory of agents that run this command, and with `events` tell it what happens. `AgentError` if there is no such
    program.
    """
    try:
        words = shlex.split(command, posix=not _WINDOWS)
    except ValueError as fault:
        raise AgentError(f"`{command}` is not a command: {str(fault).lower()}") from fault
    if not words:
        raise AgentError("`program:` needs a command", ("write `program:COMMAND`",))
    if shutil.which(words[0]) is None:
        if os.path.isfile(words[0]) and os.path.dirname(words[0]):  # noqa: PTH113, PTH120 - words, not paths
            raise AgentError(
                f"the program `{words[0]}` is not executable",
                (
                    f"use `chmod +x {shlex.quote(words[0])}`, or name the interpreter: `program:python3 {words[0]}`",
                ),
            )
        raise AgentError(f"there is no program `{words[0]}`")
    return _Making(tuple(words), seconds, events)


@dataclass(frozen=True, slots=True)
class _Making:
    """A factory that can be sent to other processes."""

    words: tuple[str, ...]
    seconds: float
    events: bool

    def __call__(self, seed: int, seat: int) -> Agent:
        agent = HearingAgent if self.events else ProgramAgent
        return agent(self.words, self.seconds, seed, seat)


class ProgramAgent:
    """Asks a program; takes random options after it has failed."""

    def __init__(self, words: tuple[str, ...], seconds: float, seed: int, seat: int) -> None:
        self.words, self.seconds, self.seat = words, seconds, seat
        self.stream = stream_of(seed, seat)
        # For the program; the caller does not use the game's seed here.
        self.seed = self.stream.next32()
        self.fault: str | None = None
        self.asked = 0
        self.talk: _Talk | None = None

    def choose(self, decision: Decision, state: State) -> int:
        self.asked += 1
        if self.fault is None:
            try:
                return self._ask(decision, state)
            except _Wrong as wrong:
                self._fail(f"{wrong}, when asked for `{decision.name}` (its decision {self.asked})")
        return self.stream.below(len(decision))

    def finish(self, state: State) -> None:
        """Tells the program how the game ended, and lets it end; then kills what is still running."""
        if self.talk is None:
            return
        talk, self.talk = self.talk, None
        try:
            if state.over:
                talk.say(_end(state))
                talk.part()
        finally:
            talk.close()

    def _ask(self, decision: Decision, state: State) -> int:
        deadline = time.monotonic() + self.seconds
        if self.talk is None:
            self.talk = _Talk(self.words)
            self.talk.say(_hello(state, self.seat, self.seed, self.seconds))
        self.talk.hear_nothing()
        self.talk.say(self._question(decision, state))
        return _meant(self.talk.hear(deadline, self.seconds), decision, self.asked)

    def _question(self, decision: Decision, state: State) -> dict[str, Any]:
        return question_message(decision, state, self.asked)

    def _fail(self, what: str) -> None:
        assert self.fault is None
        last = ""
        if self.talk is not None:
            self.talk.close()
            last = self.talk.last_words()
            self.talk = None
        self.fault = f"{what}; it said: {last}" if last else what


class HearingAgent(ProgramAgent):
    """Asks a program that also hears what has happened since it was last asked, as its player is told it."""

    def __init__(self, words: tuple[str, ...], seconds: float, seed: int, seat: int) -> None:
        super().__init__(words, seconds, seed, seat)
        self.heard: list[Event] = []

    def hear(self, events: Sequence[Event]) -> None:
        """Keeps what the player was told after a choice of anybody."""
        if self.fault is None:
            self.heard += events

    def _question(self, decision: Decision, state: State) -> dict[str, Any]:
        heard, self.heard = self.heard, []
        return question_message(decision, state, self.asked, heard)


# ---- messages


def _hello(state: State, seat: int, seed: int, seconds: float) -> dict[str, Any]:
    table = state.program.table
    return {
        "message": "hello",
        "protocol": PROTOCOL,
        "game": table.game.id,
        "expansions": list(table.game.expansions),
        "options": option_texts(table),
        "seats": list(table.seats),
        "seat": table.seats[seat],
        "seed": seed,
        "seconds": seconds,
    }


def question_message(
    decision: Decision, state: State, number: int, events: Sequence[Event] | None = None
) -> dict[str, Any]:
    """The message that asks a program for a decision, with what it was told since the last one if it hears events."""
    return {
        "message": "decision",
        "number": number,
        "decision": decision.name,
        "question": decision.question,
        "options": [{"id": option.id, "label": option.label} for option in decision.options],
        **several(decision),
        **({} if events is None else {"events": list(events)}),
        "view": view(state, decision.player),
    }


def _end(state: State) -> dict[str, Any]:
    seats = state.program.table.seats
    return {
        "message": "end",
        "finished": not state.unfinished,
        "scores": dict(zip(seats, state.scores, strict=True)),
        "ranks": dict(zip(seats, state.ranks, strict=True)),
        "winners": [seats[winner] for winner in state.winners],
    }


def _meant(line: bytes, decision: Decision, number: int) -> int:
    """The number of the option that an answer takes."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise _Wrong(f"it answered {_quoted(line)}, which is not JSON") from None
    if not isinstance(answer, dict) or "choose" not in answer:
        raise _Wrong(f'it answered {_quoted(line)}, which has no "choose"')
    told = answer.get("number", number)
    if type(told) is not int or told != number:
        raise _Wrong(f"it answered {_quoted(line)}, but was asked number {number}")
    chosen, ids = answer["choose"], decision.ids
    if isinstance(chosen, str) and chosen in ids:
        return ids.index(chosen)
    if isinstance(chosen, int) and not isinstance(chosen, bool) and 0 <= chosen < len(ids):
        return chosen
    raise _Wrong(f"it answered {_quoted(line)}, which is not one of the {len(ids)} options")


def _quoted(line: bytes) -> str:
    text = line.decode("utf-8", "replace").strip()
    short = text if len(text) <= 60 else f"{text[:60]}…"
    return f"`{short}`"


# ---- the process


class _Talk:
    """A running program. Threads read and write, so that every wait has a limit."""

    def __init__(self, words: tuple[str, ...]) -> None:
        try:
            self.process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=not _WINDOWS,
            )
        except (OSError, ValueError) as fault:
            why = getattr(fault, "strerror", None) or str(fault)
            raise _Wrong(f"it could not be started ({why.lower()})") from fault
        process = self.process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        # No process is left over, even if the game is not finished or is interrupted.
        self.kill = weakref.finalize(self, _kill, process)
        self.to_say: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.heard: queue.Queue[bytes | _Flood | None] = queue.Queue(MOST_LINES)
        self.silent = False  # all output of the program is read
        self.complaints = bytearray()
        self.threads = [
            _thread(_write, process.stdin, self.to_say),
            _thread(_read, process.stdout, self.heard),
            _thread(_overhear, process.stderr, self.complaints),
        ]

    def say(self, message: dict[str, Any]) -> None:
        text = json.dumps(message, separators=(",", ":"))
        self.to_say.put(text.encode() + b"\n")

    def hear(self, deadline: float, seconds: float) -> bytes:
        """The next line that the program writes."""
        try:
            return self._next(max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise _Wrong(f"it did not answer within {seconds:g} s") from None

    def hear_nothing(self) -> None:
        """Makes sure that the program has not written without being asked."""
        with contextlib.suppress(queue.Empty):
            raise _Wrong(f"it wrote {_quoted(self._next(0))} without being asked")

    def _next(self, seconds: float) -> bytes:
        line = self.heard.get(timeout=seconds) if seconds else self.heard.get_nowait()
        if line is None:
            self.silent = True
            raise _Wrong(self._how_it_ended())
        if isinstance(line, _Flood):
            raise _Wrong(f"it wrote a line of more than {LONGEST_LINE:,} bytes")
        return line

    def part(self) -> None:
        """Closes the program's input and waits a short time for its end."""
        self.to_say.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(GRACE)

    def close(self) -> None:
        """Kills what is still running, and lets the threads end."""
        self.kill()
        self.to_say.put(None)
        with contextlib.suppress(queue.Empty):
            while not self.silent:
                self.silent = self.heard.get(timeout=GRACE) is None

    def last_words(self) -> str:
        """The last line that the program wrote to stderr; call this after it has ended."""
        self.threads[-1].join(GRACE)
        lines = bytes(self.complaints).decode("utf-8", "replace").split("\n")
        said = [line.strip() for line in lines if line.strip()]
        return said[-1][-_LAST_WORDS:] if said else ""

    def _how_it_ended(self) -> str:
        try:
            code = self.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        if code < 0:
            return f"it was ended by signal {-code}"
        return f"it ended with exit code {code}"


def _thread(work: Any, *of: Any) -> threading.Thread:
    thread = threading.Thread(target=work, args=of, daemon=True)
    thread.start()
    return thread


def _write(to: IO[bytes], lines: queue.SimpleQueue[bytes | None]) -> None:
    # A program that has ended, or does not read, is noticed since it does not answer.
    with contextlib.suppress(OSError, ValueError), to:
        while (line := lines.get()) is not None:
            to.write(line)
            to.flush()


def _read(source: IO[bytes], lines: queue.Queue[bytes | _Flood | None]) -> None:
    with contextlib.suppress(OSError, ValueError), source:
        while line := source.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:
                lines.put(_Flood())
                break
            if line.strip():
                lines.put(line)
    lines.put(None)


def _overhear(source: IO[bytes], kept: bytearray) -> None:
    heard = 0
    with contextlib.suppress(OSError, ValueError), source:
        while heard < MOST_COMPLAINTS and (some := source.read1(4096)):  # type: ignore[attr-defined]
            heard += len(some)
            kept += some
            del kept[: -2 * _LAST_WORDS]


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kills the program and all processes that it has started."""
    # If it has ended, others of its group may still run; if there are none, the group is gone.
    with contextlib.suppress(OSError):
        if _WINDOWS:
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
