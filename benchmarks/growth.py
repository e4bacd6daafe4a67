"""Measures how the cost of a game grows with players, cards in play, the size of the board, and processes."""

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
from boardwright.files.locate_ruleset import shipped
from boardwright.files.manifests import game_and_expansions
from engines import ROOT, unasked
from figures import Played, Subject, figure

SIZES = (6, 8, 10, 16, 24, 32)
CLIFFS = {
    "reversi": (2,),
    "hex_11": (2,),
    "whist": (4,),
    "orchard": (2, 4),
    "ten_thousand": (2,),
}
"""Games of kinds that are slow to write without care, and the numbers of players."""
JOBS = (1, 2)
# One card of each class of the game, and the card of the same class that takes its place.
CARDS = {
    "king": "treasurer",
    "knight": "raider",
    "merchant": "hanseatic_trader",
    "monk": "pope",
    "peasant": "landowner",
    "witch": "shaman",
}


def players() -> Iterator[Subject]:
    """Yields every shipped game, alone and with each of its expansions, with every number of players."""
    tables = [game_and_expansions(folder, []) for folder in shipped().values()]
    for base, expansions in sorted(tables, key=lambda each: (each[0].name, len(each[1]))):
        rules = boardwright.read(base, expansions)
        for number in rules.players:
            game = rules.at_table(number)
            title = " with ".join((game.name, *(each.capitalize() for each in rules.expansions)))
            yield Subject((title, str(number)), partial(unasked, game))


def cards() -> Iterator[Subject]:
    """Yields games with six cards in play, of which more and more come from an expansion."""
    without = boardwright.load("rattus", 4)
    yield Subject(("without the expansion", "0"), partial(unasked, without))
    for new in (0, 3, 6):
        chosen = [*list(CARDS.values())[:new], *list(CARDS)[new:]]
        game = boardwright.load("rattus", 4, {"cards": chosen}, expansions=["mercatus"])
        yield Subject(("with it", str(new)), partial(unasked, game))
    yield Subject(("with six of a thousand others", "6"), partial(unasked, thousand()))


def thousand() -> boardwright.Game:
    """Rattus with six of a thousand cards of an expansion; each has an ability, a modifier or a hook."""
    bodies = (
        "ability: |\n  choose region from regions where my cubes in region >= 1\n"
        "  move 1 of my cubes from region to palace\n",
        "modify:\n  plague_range: at least 2\n  strength(region): add 1 when my cubes in region >= 2\n",
        "before unmask(region) when region is region of pawn: |\n  place up to 1 of my cubes in region\n",
    )
    classes = ("royalty", "chivalry", "bourgeoisie", "church", "peasantry", "magic")
    with tempfile.TemporaryDirectory() as folder:
        manifest = "expansion: many\nof: rattus\nlanguage: 2\nname: Many\noptions: {chosen: {set_of: class_card}}\n"
        manifest += "replace:\n  rules:\n    lay_out_cards: |\n      move chosen to display\n"
        Path(folder, "expansion.yaml").write_text(manifest, "utf-8")
        for n in range(1000):
            card = f"class_card: card_{n}\nclass: {classes[n % 6]}\n{bodies[n % 3]}"
            Path(folder, f"card_{n}.yaml").write_text(card, "utf-8")
        chosen = {"chosen": [f"card_{n}" for n in range(6)]}
        return boardwright.load("rattus", 4, chosen, expansions=[folder])


def cliffs() -> Iterator[Subject]:
    """Yields games that were slow, written by people who know the language but not the engine."""
    for name, numbers in CLIFFS.items():
        for number in numbers:
            game = boardwright.load(ROOT / "tests" / "games" / name, number)
            yield Subject((game.name, str(number)), partial(unasked, game))


def breakthrough(size: int) -> boardwright.Game:
    """Breakthrough on a board of this size, which may be larger than that of the game."""
    text = (ROOT / "tests" / "games" / "breakthrough" / "game.yaml").read_text("utf-8")
    for before, after in (
        ("range: 6 to 10, default: 8", f"range: {size} to {size}, default: {size}"),
        ("grid: 10 by 10", f"grid: {size} by {size}"),
        ("total: 20", f"total: {2 * size}"),
        ("decisions: 1000", "decisions: 100000"),
    ):
        assert before in text
        text = text.replace(before, after)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "game.yaml").write_text(text, "utf-8")
        return boardwright.load(folder, 2)


def board() -> Iterator[Subject]:
    """Yields breakthrough on boards of growing size."""
    for size in SIZES:
        game = breakthrough(size)
        yield Subject((f"{size} by {size}", str(size * size)), partial(unasked, game))


def simulated(jobs: int, games: int) -> float:
    """Returns the seconds of real time that `boardwright simulate` takes for these games and processes."""
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
    """Yields a row for each number of processes: games per second in real time, and the speedup over one process."""
    took: dict[int, list[float]] = {each: [] for each in jobs}
    for _ in range(rounds):
        for each in jobs:
            took[each].append(simulated(each, games))
    # Each round is compared with one process in the same minute, so that a slow minute does not count twice.
    times = {
        each: median(one / many for one, many in zip(took[jobs[0]], took[each], strict=True))
        for each in jobs
    }
    return [(str(each), figure(games / median(took[each])), f"{times[each]:.2f}") for each in jobs]


def games_for(seconds: float) -> int:
    """Returns how many games one process simulates in about this many seconds."""
    played: Played = unasked(boardwright.load("rattus", 4), 0.2)
    return max(64, round(seconds * played.games / played.seconds))


def cores() -> int:
    """Returns how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
