"""What commands share that play many games in processes of their own: looking at the rules, progress, and an orderly end."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from io import StringIO
from typing import TYPE_CHECKING, TypeVar

from boardwright.commands.options import remark_table, terminal_of

if TYPE_CHECKING:
    from boardwright.runs.plan import Order, Plan
    from boardwright.runs.pool import Pool
    from boardwright.runs.progress import Progress

T = TypeVar("T")

# ---- looking at the rules


def look(
    order: Order, seed: int, games: int, chunk: int | None, quiet: bool, color: str
) -> tuple[Plan, str] | None:
    """The plan of the run and the remarks on its rules, or None if they cannot be played. A process of the pool does
    this: it needs the rules anyway, and this process saves their memory.
    """
    from boardwright.runs.chunk import game_for

    remarks = StringIO()
    terminal = terminal_of()
    before = terminal.quiet, terminal.color
    terminal.quiet, terminal.color = quiet, color
    try:
        with redirect_stderr(remarks):
            plan = _looked(order, seed, games, chunk)
            remark_table(game_for(order))
    except Exception:  # of any kind: it is reported where there is room for all of it
        return None
    finally:
        terminal.quiet, terminal.color = before
    return plan, remarks.getvalue()


def _looked(order: Order, seed: int, games: int, chunk: int | None) -> Plan:
    from boardwright.interpreter.agents.installed import find_agent
    from boardwright.runs.chunk import game_for, plan_for

    for name in order.agents:
        find_agent(name)
    return plan_for(order, game_for(order), seed, games, chunk)


def plan_in(pool: Pool, order: Order, seed: int, games: int, chunk: int | None) -> Plan:
    """The plan of a run, made in a process of the pool, which prints the remarks on the rules."""
    terminal = terminal_of()
    color = "always" if terminal.colored(sys.stderr) else "never"
    found = pool.call(look, order, seed, games, chunk, terminal.quiet, color)
    if found is None:
        return _looked(order, seed, games, chunk)  # once more, to report what is wrong
    plan, remarks = found
    sys.stderr.write(remarks)
    return plan


# ---- surroundings


class Attempt:
    """Work that can be continued once it has `begun`."""

    def __init__(self, work: str) -> None:
        self.goes_on = f"the same command with `--resume` continues the {work}"
        self.begun = False


def carry_out(work: str, do: Callable[[Attempt], T]) -> T | int:
    """Does work that may be interrupted, and says why it stopped and how it goes on: what it gives, or the exit code."""
    from boardwright.runs.disk import DiskError
    from boardwright.runs.folder import FolderError
    from boardwright.runs.parts import DamagedError
    from boardwright.runs.pool import WorkersDieError
    from boardwright.runs.running import StoppedError

    terminal, attempt = terminal_of(), Attempt(work)
    try:
        with ending_in_order():
            return do(attempt)
    except FolderError as fault:
        terminal.complain(str(fault), fault.help)
        return 2
    except (DamagedError, DiskError, StoppedError, WorkersDieError) as fault:
        terminal.complain(str(fault), (attempt.goes_on,) if attempt.begun else ())
        return 2
    except EndedError as fault:
        goes_on = f"; {attempt.goes_on}" if attempt.begun else ""
        terminal.tell(f"interrupted{goes_on}")
        return 128 + fault.signal
    except KeyboardInterrupt:
        if not attempt.begun:
            raise
        terminal.tell(f"\ninterrupted; {attempt.goes_on}")
        return 130


class EndedError(KeyboardInterrupt):
    """The system asks the process to end, like Ctrl-C."""

    def __init__(self, signal: int) -> None:
        super().__init__(signal)
        self.signal = signal


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Ends the playing processes when this one is asked to end or the terminal closes, and says how to resume. The
    second request ends it at once.
    """

    def end(number: int, frame: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        raise EndedError(number)

    asked = [signal.SIGTERM]
    if hasattr(signal, "SIGHUP"):
        asked.append(signal.SIGHUP)
    # Signals that are ignored (`nohup`) or handled stay so; handlers can only be set in the main thread.
    mine = threading.current_thread() is threading.main_thread()
    mine_are = [each for each in asked if mine and signal.getsignal(each) is signal.SIG_DFL]
    for each in mine_are:
        signal.signal(each, end)
    try:
        yield
    finally:
        for each in mine_are:
            signal.signal(each, signal.SIG_DFL)


def cores() -> int:
    """The number of processes that can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def progress_of(kind: str) -> Progress:
    """How progress is shown: `auto`, `json` or `none`."""
    from boardwright.runs.progress import Bar, Lines, Silent

    terminal = terminal_of()
    if kind == "json":
        return Lines(_on_stderr, json=True)
    if kind == "none" or terminal.quiet:
        return Silent()
    if sys.stderr.isatty():
        from rich.console import Console

        return Bar(Console(stderr=True, no_color=not terminal.colored(sys.stderr)))
    return Lines(_on_stderr)


def _on_stderr(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
