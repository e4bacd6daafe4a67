"""What commands share that play many games: their options, who plays, a look at the rules, progress, and an orderly end."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, redirect_stderr
from functools import partial
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from boardwright.commands.options import remark_table, terminal_of
from boardwright.extras import install

if TYPE_CHECKING:
    from boardwright.clusters.address import Cluster
    from boardwright.clusters.checks import ClusterChecks
    from boardwright.runs.plan import Order, Plan
    from boardwright.runs.pool import Crew
    from boardwright.runs.progress import Progress

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

_PATIENCE = 1.0  # seconds

# ---- options

_CERTIFICATES = "boardwright.certificates"
_IN_THE_CLEAR = "boardwright.in_the_clear"

Asked = Callable[[], "Cluster | None"]
"""The cluster that the options name, if any. Raises `ClusterError` if they do not name a cluster, or one that is refused."""


def seed_of_run(f: F) -> F:
    """`--seed` of games that are kept."""
    return click.option(
        "--seed", type=int, default=0, show_default=True, help="Seed for the random numbers."
    )(f)


def crew(f: F) -> F:
    """`--jobs` and `--cluster`: who plays."""
    f = cluster(f)
    return click.option(
        "--jobs",
        "-j",
        type=click.IntRange(1, 512),
        metavar="N",
        help="Number of processes; by default one per core.",
    )(f)


def cluster(f: F) -> F:
    """`--cluster`, and how it is connected to."""
    f = click.option(
        "--cluster-in-the-clear",
        is_flag=True,
        callback=_in_the_clear,
        expose_value=False,
        is_eager=True,
        help="Allow a cluster on other machines without encryption.",
    )(f)
    for name, what in (("key", "private key"), ("cert", "certificate"), ("ca-file", "authority")):
        f = click.option(
            f"--tls-{name}",
            type=click.Path(exists=True, dir_okay=False, path_type=Path),
            callback=_certificate,
            expose_value=False,
            is_eager=True,
            metavar="FILE",
            help=f"For --cluster tls://...: {what} (PEM).",
        )(f)
    return click.option(
        "--cluster",
        metavar="ADDRESS",
        callback=_cluster,
        help="Play on a Dask cluster: tls://HOST:8786, or local:N.",
    )(f)


def cluster_is_named() -> bool:
    """Whether `--cluster` is among the options of this command."""
    return (
        click.get_current_context().get_parameter_source("cluster") is not ParameterSource.DEFAULT
    )


def resume(what: str) -> Callable[[F], F]:
    """`--resume`."""
    return click.option("--resume", is_flag=True, help=f"Resume the {what} in this folder.")


def progress(f: F) -> F:
    """`--progress`."""
    return click.option(
        "--progress",
        "progress",
        type=click.Choice(["auto", "json", "none"]),
        default="auto",
        show_default=True,
        help="How to show progress on stderr.",
    )(f)


def _certificate(ctx: click.Context, param: click.Parameter, value: Path | None) -> None:
    if value is not None:
        ctx.meta.setdefault(_CERTIFICATES, {})[param.name] = value


def _in_the_clear(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    ctx.meta[_IN_THE_CLEAR] = value


def _cluster(ctx: click.Context, param: click.Parameter, value: str | None) -> Asked:
    files = ctx.meta.get(_CERTIFICATES, {})
    in_the_clear = ctx.meta.get(_IN_THE_CLEAR, False)
    if value is None and (files or in_the_clear):
        raise click.UsageError("--tls-... and --cluster-in-the-clear need --cluster")

    def asked() -> Cluster | None:
        if value is None:
            return None
        from boardwright.clusters.address import Certificates, cluster_at

        named = Certificates(files.get("tls_ca_file"), files.get("tls_cert"), files.get("tls_key"))
        return cluster_at(value, named, in_the_clear)

    return asked


# ---- looking at the rules


def look(
    order: Order,
    seed: int,
    games: int,
    chunk: int | None,
    others: tuple[str, ...],
    quiet: bool,
    color: str,
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
            plan = _looked(order, seed, games, chunk, others)
            remark_table(game_for(order))
    except Exception:  # of any kind: it is reported where there is room for all of it
        return None
    finally:
        terminal.quiet, terminal.color = before
    return plan, remarks.getvalue()


def _looked(
    order: Order, seed: int, games: int, chunk: int | None, others: tuple[str, ...]
) -> Plan:
    from boardwright.interpreter.agents.agent import check_agent
    from boardwright.interpreter.agents.installed import find_agent
    from boardwright.runs.chunk import game_for, loaded_plan

    factories = [find_agent(name) for name in (*order.agents, *others)]
    game = game_for(order)
    for factory in factories:
        check_agent(factory, game.program)
    return loaded_plan(order, seed, games, chunk)


def plan_in(
    crew: Crew,
    order: Order,
    seed: int,
    games: int,
    chunk: int | None,
    progress: str,
    others: tuple[str, ...] = (),
) -> Plan:
    """The plan of a run, made in a process of its own if there is one, which prints the remarks on the rules. `others` are
    further agents that will play by it.
    """
    terminal = terminal_of()
    color = "always" if terminal.colored(sys.stderr) else "never"
    with _patience("reading the rules", progress):
        found = crew.call(look, order, seed, games, chunk, others, terminal.quiet, color)
    if found is None:
        return _looked(order, seed, games, chunk, others)  # once more, to report what is wrong
    plan, remarks = found
    sys.stderr.write(remarks)
    return plan


@contextmanager
def _patience(work: str, progress: str) -> Iterator[None]:
    """Says what takes more than a second, if somebody waits at the terminal."""
    told = threading.Timer(_PATIENCE, terminal_of().tell, (work,))
    if progress == "auto" and sys.stderr.isatty():
        told.start()
    try:
        yield
    finally:
        told.cancel()


# ---- who plays


def crew_for(
    cluster: Cluster | None, jobs: int | None, order: Order
) -> AbstractContextManager[Crew]:
    """The processes of this machine that play what an order asks for, or the workers of a cluster."""
    if cluster is None:
        from boardwright.runs.chunk import game_for
        from boardwright.runs.pool import Pool

        return Pool(jobs or cores(), partial(game_for, order))
    if jobs is not None:
        raise click.UsageError(
            "--jobs is for processes of this machine: it cannot be used with --cluster"
        )
    _need_dask()
    from boardwright.clusters.crew import ClusterCrew

    return ClusterCrew(cluster, order, terminal_of().tell)


@contextmanager
def checks_on(cluster: Cluster) -> Iterator[ClusterChecks]:
    """The workers of a cluster, which play the games of checks."""
    _need_dask()
    from boardwright.clusters.checks import ClusterChecks
    from boardwright.clusters.sending import Workers

    with Workers(cluster, terminal_of().tell) as workers:
        yield ClusterChecks(workers)


def _need_dask() -> None:
    from boardwright.clusters.address import ClusterError

    if find_spec("distributed") is None:
        raise ClusterError(f"this needs: {install('cluster')}")


# ---- surroundings


class Attempt:
    """Work that can be continued once it has `begun`."""

    def __init__(self, work: str) -> None:
        self.goes_on = f"the same command with `--resume` continues the {work}"
        self.begun = False


def carry_out(work: str, do: Callable[[Attempt], T]) -> T | int:
    """Does work that may be interrupted, and says why it stopped and how it goes on: what it gives, or the exit code."""
    from boardwright.clusters.address import ClusterError
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
        terminal.complain(str(fault), fault.help, fault.notes)
        return 2
    except ClusterError as fault:
        terminal.complain(str(fault), (*fault.help, *((attempt.goes_on,) if attempt.begun else ())))
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
