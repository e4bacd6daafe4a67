"""What all tests share."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import settings

from boardwright import cli
from boardwright.commands.options import terminal_of
from boardwright.interpreter.backends import python
from boardwright.interpreter.reference import statements
from boardwright.runs import disk
from cli_runs import Done, Run, run_python
from folders import CORPUS
from golden import Golden
from samples import in_turn, leave_out

# The same examples at every run: what changed is the code. HYPOTHESIS_PROFILE=search looks for new ones.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

# NumPy multiplies matrices with a thread for each core, which wait for each other if tests run side by side.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A shell lets what runs in the background ignore Ctrl-C, and `nohup` a closed terminal; so would the programs that tests
# start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


# Rules are trees of many small objects: looking for garbage among them, and among ten thousand tests, again and again takes
# a sixth of the time.
gc.set_threshold(50_000, 20, 50)

# What a test finds out is not kept for the next one, nor by the programs that it starts.
os.environ["BOARDWRIGHT_CACHE"] = "off"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write the golden files anew; `git diff` reviews them",
    )


def pytest_configure(config: pytest.Config) -> None:
    # xdist would let files with few tests come last, which need not be short: a processor would wait for the other one.
    config.option.loadscopereorder = False


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """For `-n auto`: one more than there are processors, since many tests wait for a browser or for other processes."""
    return (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    ) + 1


@pytest.hookimpl(tryfirst=True)  # before `-m` selects
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    leave_out(items)
    place = {path: number for number, path in enumerate(in_turn([item.path for item in items]))}
    items.sort(key=lambda item: place[item.path])


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """`golden(path, text)`: the file at `path` holds exactly `text`; or does from now on, when updating."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--update-golden"):
            path.write_bytes(text.encode())
        else:
            assert path.exists(), f"{path.name} is missing; pytest --update-golden writes it"
            assert text == path.read_bytes().decode()

    return compare


@pytest.fixture
def few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes on without a decision is taken for endless sooner: a fiftieth of the steps show the same."""
    monkeypatch.setattr(python, "MOST_STEPS", 2_000)
    monkeypatch.setattr(statements, "MOST_STEPS", 2_000)


@pytest.fixture(scope="session", autouse=True)
def no_waiting_for_the_disk() -> Iterator[None]:
    """Nobody cuts the power while these tests run. Processes that they start do wait."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(disk, "sync", lambda number: None)
        yield


@pytest.fixture
def corpus() -> Path:
    """The folder in which commands run."""
    return CORPUS


@pytest.fixture
def surroundings(monkeypatch: pytest.MonkeyPatch, corpus: Path) -> Iterator[None]:
    """A terminal of 100 columns and 24 rows, in the folder of samples."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "24")
    for name in ("NO_COLOR", "FORCE_COLOR", "GITHUB_ACTIONS", "BOARDWRIGHT_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(corpus)
    yield
    terminal_of().quiet, terminal_of().color = False, "auto"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, surroundings: None) -> Run:
    """Runs the command line in this process: `run("validate", "path", stdin="...")`."""

    def go(*args: str, stdin: str = "") -> Done:
        out, err = StringIO(), StringIO()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            patch.setattr(sys, "stdin", StringIO(stdin))
            code = cli.main(list(args))
        return Done(code, out.getvalue(), err.getvalue())

    return go


@pytest.fixture
def spawn(surroundings: None) -> Run:
    """Runs it as a process of its own."""

    def go(*args: str, stdin: str = "", hash_seed: str = "random") -> Done:
        return run_python(
            *("-m", "boardwright", *args),
            stdin=stdin,
            PYTHONHASHSEED=hash_seed,
            PYTHONIOENCODING="utf-8",
        )

    return go
