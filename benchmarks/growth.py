"""How what a game costs grows: with the players, the cards in play, the size of the board, and processes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median

import boardwright
from boardwright.finding import shipped
from boardwright.manifests import game_and_expansions
from engines import small_game, unasked
from figures import Played, Subject, figure

SIZES = range(6, 11)
JOBS = (1, 2)
# One card of each class as the game has it, and the one of the same class that takes its place.
CARDS = {
    "king": "treasurer",
    "knight": "raider",
    "merchant": "hanseatic_trader",
    "monk": "pope",
    "peasant": "landowner",
    "witch": "shaman",
}


def players() -> Iterator[Subject]:
    """Every game that is shipped, alone and with each of its expansions, with every number of players."""
    tables = [game_and_expansions(folder, []) for folder in shipped().values()]
    for base, expansions in sorted(tables, key=lambda each: (each[0].name, len(each[1]))):
        rules = boardwright.read(base, expansions)
        for number in rules.players:
            game = rules.at_table(number)
            title = " with ".join((game.name, *(each.capitalize() for each in rules.expansions)))
            yield Subject((title, str(number)), partial(unasked, game))


def cards() -> Iterator[Subject]:
    """Six cards in play, of which more and more are those of an expansion."""
    without = boardwright.load("rattus", 4)
    yield Subject(("without the expansion", "0"), partial(unasked, without))
    for new in (0, 3, 6):
        chosen = [*list(CARDS.values())[:new], *list(CARDS)[new:]]
        game = boardwright.load("rattus", 4, {"cards": chosen}, expansions=["mercatus"])
        yield Subject(("with it", str(new)), partial(unasked, game))


def board() -> Iterator[Subject]:
    """Breakthrough on boards of growing size."""
    for size in SIZES:
        game = small_game("breakthrough", size=size)
        yield Subject((f"{size} by {size}", str(size * size)), partial(unasked, game))


def simulated(jobs: int, games: int) -> float:
    """By the clock, the seconds that `boardwright simulate` takes for so many games by so many processes."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "boardwright", "simulate", "rattus", "--players", "4"]
        command += ["--games", str(games), "--jobs", str(jobs), "--quiet"]
        began = time.perf_counter()
        subprocess.run(
            [*command, "--out", str(Path(folder) / "run")], check=True, stdout=subprocess.DEVNULL
        )
        return time.perf_counter() - began


Simulated = Callable[[int, int], float]


def workers(
    games: int, rounds: int, simulated: Simulated = simulated, jobs: Sequence[int] = JOBS
) -> list[tuple[str, ...]]:
    """A row for each number of processes: games a second by the clock, and how many times those of one process."""
    took: dict[int, list[float]] = {each: [] for each in jobs}
    for _ in range(rounds):
        for each in jobs:
            took[each].append(simulated(each, games))
    # In each round with the one process of the same minute, so that a slow minute does not count twice.
    times = {
        each: median(one / many for one, many in zip(took[jobs[0]], took[each], strict=True))
        for each in jobs
    }
    return [(str(each), figure(games / median(took[each])), f"{times[each]:.2f}") for each in jobs]


def games_for(seconds: float) -> int:
    """How many games one process simulates in about so many seconds."""
    played: Played = unasked(boardwright.load("rattus", 4), 0.2)
    return max(64, round(seconds * played.games / played.seconds))


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
