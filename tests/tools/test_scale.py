"""The measurement of memory and speed: that it sees every process, and tells when a promise is broken."""

from __future__ import annotations

import pytest

import scale
from cli_runs import run_python
from run_samples import SMALL
from scale import MOST_OF_A_WORKER, MOST_OF_THE_PARENT, Measured, Process


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_it_tells_of_every_process(jobs: int) -> None:
    done = run_python(
        *(scale.__file__, SMALL, "--players", "2", "--games", "500", "--jobs", f"{jobs}")
    )
    assert done.code == 0, done.text()
    first, *processes, last = done.out.splitlines()
    assert first.startswith(f"500 games, jobs: {jobs}; ") and " games/s; first part after " in first
    names = ["parent"] if jobs == 1 else ["parent", "worker 1", "worker 2"]
    assert [line.split(" at most ")[0].strip() for line in processes] == names
    assert last.endswith(" ms of processor time a game where games are played")


def test_too_much_memory_is_a_broken_promise() -> None:
    small, large = Process(MOST_OF_THE_PARENT - 1), Process(MOST_OF_A_WORKER + 1)
    between = Process(MOST_OF_THE_PARENT + 1)
    assert Measured(9, 2, parent=small, workers={1: between, 2: small}).sound
    assert not Measured(9, 2, parent=between, workers={1: small, 2: small}).sound
    assert not Measured(9, 2, parent=small, workers={1: small, 2: large}).sound
    assert Measured(9, 1, parent=between).sound and not Measured(9, 1, parent=large).sound
