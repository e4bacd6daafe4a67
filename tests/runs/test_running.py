"""A run, whatever those say who play it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from boardwright.runs.chunk import Failed, Task
from boardwright.runs.folder import Failure, Folder
from boardwright.runs.progress import Silent
from boardwright.runs.running import run
from run_samples import order, plan


class Failing:
    """Players that fail in every chunk, in a game of their choice."""

    def __init__(self, game: int) -> None:
        self.game = game

    def call(self, call: Callable[..., Any], /, *args: object) -> Any:
        return call(*args)

    def games_under_way(self) -> float:
        return 0.0

    def play(self, tasks: Iterable[Task], tick: object = None) -> Iterator[Failed]:
        for task in tasks:
            yield Failed(task.chunk, "as it was told", self.game)


@pytest.mark.parametrize(("game", "known"), [(0, 0), (10**9, None), (-1, None)])
def test_a_game_of_another_chunk_is_not_noted(tmp_path: Path, game: int, known: int | None) -> None:
    """Else the file of what was set aside would be damaged, and the run could not be continued."""
    folder, planned = Folder(tmp_path / "run"), plan()
    with folder.held():
        folder.begin(planned, None)
        run(Failing(game), order(), planned, None, folder, Silent(), lambda remark: None)
    assert folder.given_up(planned)[0] == Failure(0, "as it was told", known)
