"""What a worker does. It needs nothing on its disk, and writes only into a temporary folder while it reads the rules."""

from __future__ import annotations

import os
import shlex
import shutil
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from boardwright.clusters.messages import OtherVersionError, reply_of, said_in, task_of
from boardwright.clusters.rule_files import name_of, unpacked
from boardwright.runs.chunk import Failed, Played, Stop, Task, load_for, play_chunk

if TYPE_CHECKING:
    from boardwright.loading.game import Game
    from boardwright.runs.plan import Order

# What is at hand, and the figures of a chunk, belong to the process: only one of its threads plays.
_playing = threading.Lock()
_at_hand: dict[tuple[str, Order], Game] = {}
_PROGRAMS = ("program:", "program+events:")


def as_sent(rules: bytes) -> bytes:
    """The text of the rules: a result like others, which Dask takes to each worker once, and makes again if it is lost."""
    return rules


def play_errand(rules: bytes, errand: bytes) -> bytes:
    """Plays a chunk, or a portion of a check, and returns what came of it, or why nothing did. Nothing is raised: the reply
    is bytes in any case.
    """
    with _playing, _nothing_cached():
        return reply_of(_done(rules, errand))


def _done(rules: bytes, errand: bytes) -> Failed | Stop | bytes:
    chunk = -1
    try:
        said = said_in(errand)
        chunk = said["chunk"]
        if said["work"] == "part":
            return _played(rules, task_of(said))
        from boardwright.clusters.checking import checked  # which needs more than games do

        return checked(rules, said)
    except OtherVersionError as fault:
        return Stop(f"a worker has another version: {_here()}{fault}")
    except Exception as fault:
        return Failed(chunk, f"{_here()}{type(fault).__name__}: {fault}", None)


def _played(rules: bytes, task: Task) -> Failed | Stop | bytes:
    """The part of a chunk."""
    part = bytearray()

    def keep(path: Path, lines: Iterable[bytes]) -> None:
        part.clear()
        for line in lines:
            part.extend(line)

    missing = _missing_agent(task.order)
    if missing is not None:
        return Stop(f"a worker cannot play: {_here()}{missing}")
    result = play_chunk(task, lambda order: _game(rules, order), keep)
    match result:
        case Played():
            return bytes(part)
        case Stop(why):
            return Stop(f"{_here()}{why}")
        case Failed():
            return result


def _game(rules: bytes, order: Order) -> Game:
    """The game of these rules, loaded once in each process."""
    known = (name_of(rules), order)
    if known not in _at_hand:
        _at_hand.clear()
        with tempfile.TemporaryDirectory(prefix="boardwright-") as folder:
            game, *expansions = unpacked(rules, Path(folder))
            _at_hand[known] = load_for(order, game, expansions)
    return _at_hand[known]


def _missing_agent(order: Order) -> str | None:
    """Why an agent cannot play here; None if all can."""
    from boardwright.interpreter.agents.agent import AgentError
    from boardwright.interpreter.agents.installed import find_agent

    for name in order.agents:
        for kind in _PROGRAMS:
            command = shlex.split(name.removeprefix(kind)) if name.startswith(kind) else []
            if command and shutil.which(command[0]) is None:
                return f"there is no program `{command[0]}`; agents that are programs run on the workers"
        try:
            find_agent(name)
        except AgentError as fault:
            return f"{fault}; agents run on the workers"
    return None


def _here() -> str:
    """Which worker this is, for messages."""
    try:
        from distributed import get_worker

        return f"{get_worker().address}: "
    except (ImportError, ValueError):
        return ""


@contextmanager
def _nothing_cached() -> Iterator[None]:
    """Keeps nothing on the worker's disk meanwhile."""
    from boardwright.cache.store import OFF, SAYS

    before = os.environ.get(SAYS)
    os.environ[SAYS] = OFF
    try:
        yield
    finally:
        if before is None:
            del os.environ[SAYS]
        else:
            os.environ[SAYS] = before
