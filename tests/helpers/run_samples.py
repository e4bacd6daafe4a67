"""Small runs, and what happens to them; imported by the processes that play, too."""

from __future__ import annotations

import os
from pathlib import Path

from boardwright.runs.chunk import Failed, Result, Task, game_for, plan_for, play_chunk
from boardwright.runs.folder import Folder
from boardwright.runs.plan import Order, Plan, Shard
from boardwright.runs.pool import Pool
from boardwright.runs.progress import Silent
from boardwright.runs.running import Outcome, run
from folders import SMALL_GAMES

SMALL = str(SMALL_GAMES / "tic_tac_toe")


def order(*agents: str, ruleset: str = SMALL) -> Order:
    return Order(
        ruleset=ruleset, expansions=(), players=None, options=(), agents=agents or ("random",)
    )


def plan(games: int = 24, chunk: int = 4, seed: int = 1, asked: Order | None = None) -> Plan:
    asked = asked or order()
    return plan_for(asked, game_for(asked), seed, games, chunk)


def simulate(
    root: Path, made: Plan | None = None, shard: Shard | None = None, asked: Order | None = None
) -> tuple[Outcome, list[str]]:
    """A run in this process, as the command does it; and what it remarks."""
    made, folder, told = made or plan(), Folder(root), list[str]()
    with Pool(1) as pool, folder.held():
        folder.begin(made, shard)
        outcome = run(pool, asked or order(), made, shard, folder, Silent(), told.append)
    return outcome, told


def dies_in_chunk_2(task: Task) -> Result:
    if task.chunk == 2:
        os._exit(9)
    return play_chunk(task)


def dies_once_in_each(task: Task) -> Result:
    """The process dies when a chunk is played for the first time."""
    seen = task.path.with_suffix(".seen")
    if not seen.exists():
        seen.touch()
        os._exit(9)
    return play_chunk(task)


def always_dies(task: Task) -> Result:
    os._exit(9)


def fails_in_chunk_2(task: Task) -> Result:
    return Failed(2, "as it was told", 9) if task.chunk == 2 else play_chunk(task)
