"""The engines that are compared: how each is installed, and how it plays.

OpenSpiel has its own environment under `.cache`, and boardgame.io its `node_modules`; neither is a dependency of
Boardwright. They play in processes of their own, which measure their processor time and print it.
"""

from __future__ import annotations

import json
import os
import platform
import random
import subprocess
import sys
import venv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from time import process_time

import boardwright
from boardwright.interpreter.agents.random_agent import play_random
from boardwright.interpreter.backends.names import Backend
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.native.choice import native_for
from figures import Played, Subject

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
CACHE = ROOT / ".cache" / "benchmarks"
GAMES = {
    "tic_tac_toe": "tic-tac-toe",
    "connect_four": "connect four",
    "breakthrough": "breakthrough, 8 by 8",
}
"""The games that all of them play: rulesets below `tests/games`, and how tables call them."""

OWN = "**Boardwright**"
_WARM_UP = 5  # games
_TOGETHER = 5_000  # the most games that machine code plays in one call


@cache
def small_game(name: str, backend: Backend = "python", **options: int) -> boardwright.Game:
    """Loads a game in `tests/games`, for two."""
    return boardwright.load(ROOT / "tests" / "games" / name, 2, options, backend=backend)


# ---- Boardwright


def unasked(game: boardwright.Game, seconds: float) -> Played:
    """Plays random games in Python, as `boardwright bench --backend python` does."""
    for seed in range(_WARM_UP):
        play_random(game.program, seed)
    games = turns = 0
    began = process_time()
    while (spent := process_time() - began) < seconds or not games:
        turns += play_random(game.program, games)[lay.TURN_NUMBER]
        games += 1
    return Played(games, turns, spent)


def compiled(game: boardwright.Game, seconds: float) -> Played:
    """Plays random games in machine code, as `boardwright bench` does: many games per call, while there is time."""
    native = native_for(game.program)
    assert native is not None
    games = turns = 0
    many, began = _WARM_UP, process_time()
    while (spent := process_time() - began) < seconds or not games:
        turns += native.random_games(games, many)[3]
        games += many
        many = min(4 * many, _TOGETHER)
    return Played(games, turns, spent)


def asked(game: boardwright.Game, seconds: float) -> Played:
    """Plays random games through the public Python interface, decision by decision."""
    below = random.Random(1).randrange
    games = turns = 0
    began = process_time()
    while (spent := process_time() - began) < seconds or not games:
        state = game.new(games)
        while (decision := state.decision) is not None:
            state.apply(below(len(decision)))
        games += 1
        turns += state.v[lay.TURN_NUMBER]
    return Played(games, turns, spent)


# ---- the others


@dataclass(slots=True)
class Engine:
    """Another engine, which plays in a process of its own: `command`, followed by the game, the way and the seconds.

    `ways` are the ways in which it can play, with their names in tables. Its output says which versions it plays with.
    """

    name: str
    command: Sequence[str]
    ways: dict[str, str]
    versions: dict[str, str] = field(default_factory=dict)

    def play(self, game: str, way: str, seconds: float) -> Played:
        """Lets it play for this many seconds; raises `subprocess.CalledProcessError` if it cannot."""
        line = self.told(game, way, f"{seconds:g}").splitlines()[-1]
        found = json.loads(line)
        self.versions |= found["versions"]
        return Played(found["games"], found["turns"], found["seconds"])

    def told(self, *args: str) -> str:
        """Returns its output, with these words after its command."""
        done = subprocess.run([*self.command, *args], stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout


def open_spiel() -> Engine:
    """Returns OpenSpiel, and first installs it under `.cache` if it is missing."""
    home, needs = CACHE / "open_spiel", HERE / "open_spiel" / "requirements.txt"
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    mark = home / "installed.txt"
    if not mark.exists() or mark.read_text("utf-8") != needs.read_text("utf-8"):
        venv.create(home, with_pip=True, clear=True)
        pip = (str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        subprocess.run([*pip, "--requirement", str(needs)], check=True)
        mark.write_text(needs.read_text("utf-8"), "utf-8")
    script = HERE / "open_spiel" / "play.py"
    ways = {
        "python": "OpenSpiel, asked from Python",
        "bots": "OpenSpiel, its own loop in C++",
    }
    return Engine("open_spiel", (str(python), str(script)), ways)


def boardgame_io() -> Engine:
    """Returns boardgame.io, and first installs it next to its games if it is missing."""
    home = HERE / "boardgame_io"
    if not (home / "node_modules" / "boardgame.io").exists():
        npm = "npm.cmd" if os.name == "nt" else "npm"
        quiet = ("--no-audit", "--no-fund", "--loglevel=error")
        subprocess.run([npm, "ci", "--prefix", str(home), *quiet], check=True)
    ways = {
        "reducer": "boardgame.io, its reducer",
        "client": "boardgame.io, its `Client`",
    }
    return Engine("boardgame_io", ("node", str(home / "play.js")), ways)


ENGINES = {"open_spiel": open_spiel, "boardgame_io": boardgame_io}


def subjects(engines: Sequence[Engine]) -> Iterator[Subject]:
    """Yields every game, played by Boardwright and by each of these engines, in each of its ways."""
    for name, title in GAMES.items():
        by_python, by_code = small_game(name), small_game(name, "native")
        yield Subject((title, f"{OWN}, machine code"), partial(compiled, by_code))
        yield Subject((title, f"{OWN}, machine code, asked"), partial(asked, by_code))
        yield Subject((title, f"{OWN}, Python"), partial(unasked, by_python))
        yield Subject((title, f"{OWN}, Python, asked"), partial(asked, by_python))
        for engine in engines:
            for way, how in engine.ways.items():
                yield Subject((title, how), partial(engine.play, name, way))


def about_machine(engines: Sequence[Engine]) -> str:
    """Describes the machine in a sentence, without which no figure means much."""
    versions = {
        "Boardwright": boardwright.__version__,
        "Python": platform.python_version(),
        **{name: version for engine in engines for name, version in engine.versions.items()},
    }
    told = ", ".join(f"{name} {version}" for name, version in versions.items())
    return f"Measured with {told}, on {_processor()} under {platform.system()}."


def _processor() -> str:
    """Returns the name of the processor."""
    if sys.platform == "linux":
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
