from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from boardwright.runs import pool
from boardwright.runs.chunk import Failed, Played, Result, Stop, Task, play_chunk
from boardwright.runs.folder import Folder
from boardwright.runs.parts import checked
from boardwright.runs.pool import Pool, WorkersDieError, play_all
from run_samples import (
    always_dies,
    dies_in_chunk_2,
    dies_once_in_each,
    fails_in_chunk_2,
    order,
    plan,
)

RUN = plan(games=20, chunk=4)


def played(root: Path, jobs: int, play: Callable[[Task], Result]) -> dict[int, Result]:
    """What comes of each chunk."""
    (root / "parts").mkdir()
    tasks = [Task(order(), RUN, chunk, Folder(root).part(chunk)) for chunk in range(RUN.chunks)]
    found: dict[int, Result] = {}
    with Pool(jobs) as workers:
        for result in play_all(workers, tasks, play):
            if result is not None:
                assert not isinstance(result, Stop) and result.chunk not in found
                found[result.chunk] = result
    return found


def test_a_chunk_that_kills_its_process_is_set_aside_and_the_rest_goes_on(tmp_path: Path) -> None:
    found = played(tmp_path, 2, dies_in_chunk_2)
    assert found[2] == Failed(2, "its process died", None)
    for chunk in (0, 1, 3, 4):
        assert isinstance(found[chunk], Played)
        assert checked(Folder(tmp_path).part(chunk), RUN, chunk) is not None


def test_chunks_are_tried_again(tmp_path: Path) -> None:
    found = played(tmp_path, 2, dies_once_in_each)
    assert sorted(found) == [0, 1, 2, 3, 4]
    assert all(isinstance(result, Played) for result in found.values())


def test_it_is_said_when_nothing_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "HOPELESS", 3)
    with pytest.raises(WorkersDieError):
        played(tmp_path, 2, always_dies)


def test_waiting_for_processes_that_die_is_no_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "HOPELESS", 3)
    monkeypatch.setattr(pool, "_TICK", 0.0)  # nothing has come yet whenever one looks
    with pytest.raises(WorkersDieError):
        played(tmp_path, 2, always_dies)


def test_a_chunk_that_fails_is_tried_three_times(tmp_path: Path) -> None:
    calls = []

    def play(task: Task) -> Result:
        calls.append(task.chunk)
        return fails_in_chunk_2(task)

    found = played(tmp_path, 1, play)
    assert found[2] == Failed(2, "as it was told", 9)
    assert sorted(calls) == [0, 1, 2, 2, 2, 3, 4]


def test_after_a_stop_nothing_is_begun(tmp_path: Path) -> None:
    calls = []

    def play(task: Task) -> Result:
        calls.append(task.chunk)
        return Stop("full")

    tasks = [Task(order(), RUN, chunk, tmp_path / "part") for chunk in range(5)]
    with Pool(1) as workers:
        assert list(play_all(workers, tasks, play)) == [Stop("full")]
    assert calls == [0]


def test_a_process_that_cannot_write_stops_the_run(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    tasks = [Task(order(), RUN, chunk, Folder(gone).part(chunk)) for chunk in range(RUN.chunks)]
    with Pool(2) as workers:
        (told,) = (result for result in play_all(workers, tasks) if result is not None)
    assert isinstance(told, Stop)
    assert told.why.startswith(str(gone)) and told.why.endswith(": no such file or directory")


def test_rules_that_change_during_a_run_stop_it(tmp_path: Path) -> None:
    task = Task(order(), replace(RUN, rules="0" * 32), 0, tmp_path / "part")
    assert play_chunk(task) == Stop("the rules have changed since the run began")
