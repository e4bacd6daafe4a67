"""Handing out chunks, with a scripted connection; tests/commands and tools/cluster_kills.py use real ones."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from boardwright.clusters.connection import Broken, Connection, Lost, LostError, Reply
from boardwright.clusters.crew import Parts
from boardwright.clusters.messages import errand_of, reply_of, said_in
from boardwright.clusters.playing import play_errand
from boardwright.clusters.rule_files import packed
from boardwright.clusters.sending import IN_FLIGHT, Sending
from boardwright.runs.chunk import Failed, Played, Result, Stop, Task
from boardwright.runs.folder import Folder
from boardwright.runs.merging import take_stock
from run_samples import order, plan

RULES = packed(order())
RUN = plan(games=40, chunk=4)

Answer = Callable[[int, int], "Reply | None"]
"""What comes back for a chunk that is tried for the n-th time; None for its part, and `LostError` is raised."""


class Scripted(Connection):
    """A scheduler with this many workers, which do as they are told, last one first."""

    def __init__(self, answer: Answer, workers: int = 2) -> None:
        self.address = "scripted"
        self.answer, self.there = answer, workers
        self.tries: Counter[int] = Counter()
        self.under_way: dict[int, bytes] = {}
        self.most = self.opened = self.tickets = 0

    def submit(self, name: str, rules: bytes, errand: bytes) -> int:
        self.tickets += 1
        self.under_way[self.tickets] = errand
        self.most = max(self.most, len(self.under_way))
        return self.tickets

    def replies(self, patience: float) -> Iterator[tuple[int, Reply]]:
        ticket, errand = self.under_way.popitem()
        chunk = said_in(errand)["chunk"]
        self.tries[chunk] += 1
        found = self.answer(chunk, self.tries[chunk])
        yield ticket, play_errand(RULES, errand) if found is None else found

    def workers(self) -> dict[str, int]:
        return {f"tcp://127.0.0.1:{n}": 1 for n in range(self.there)}

    def open(self, patience: float = 0) -> None:
        self.opened += 1

    def drop(self) -> None:
        self.under_way.clear()

    def close(self) -> None:
        self.under_way.clear()


def play(root: Path, connection: Connection) -> tuple[dict[int, Result], list[str]]:
    """The result of each chunk, and what was said."""
    (root / "parts").mkdir()
    tasks = (Task(order(), RUN, chunk, Folder(root).part(chunk)) for chunk in range(RUN.chunks))
    told: list[str] = []
    found: dict[int, Result] = {}
    for result in Sending(connection, RULES, tasks, Parts(), told.append, None).all():
        if isinstance(result, Stop):
            found[-1] = result
        elif result is not None:
            assert result.chunk not in found
            found[result.chunk] = result
    return found, told


def whole(root: Path) -> list[int]:
    return sorted(take_stock(RUN, range(RUN.chunks), [Folder(root)]).whole)


def test_all_chunks_come_back_and_few_are_under_way_at_a_time(tmp_path: Path) -> None:
    connection = Scripted(lambda chunk, tries: None)
    found, told = play(tmp_path, connection)
    assert all(isinstance(each, Played) for each in found.values())
    assert whole(tmp_path) == list(range(10)) == sorted(found)
    assert connection.most == 2 * IN_FLIGHT
    assert told == ["2 workers at scripted"]


def test_what_is_lost_is_tried_again_however_often(tmp_path: Path) -> None:
    found, _ = play(tmp_path, Scripted(lambda chunk, tries: Lost() if tries < 8 else None))
    assert len(found) == 10 and whole(tmp_path) == list(range(10))


@pytest.mark.parametrize(
    "reply",
    [
        Broken("the workers that played it have died"),
        reply_of(Failed(2, "as it was told", 9)),
        reply_of(b"half of a pa"),
        b"",
    ],
)
def test_a_chunk_that_keeps_failing_is_set_aside_and_the_rest_goes_on(
    tmp_path: Path, reply: Reply
) -> None:
    connection = Scripted(lambda chunk, tries: reply if chunk == 2 else None)
    found, _ = play(tmp_path, connection)
    assert isinstance(found[2], Failed) and connection.tries[2] == 3
    assert whole(tmp_path) == [0, 1, 3, 4, 5, 6, 7, 8, 9]


def test_a_part_of_another_chunk_is_not_written(tmp_path: Path) -> None:
    other = play_errand(RULES, errand_of(Task(order(), RUN, 7, Path())))
    found, _ = play(tmp_path, Scripted(lambda chunk, tries: other if chunk == 2 else None))
    assert found[2] == Failed(2, "a reply is damaged: its first line is wrong", None)


def test_the_parent_submits_again_what_a_scheduler_forgot(tmp_path: Path) -> None:
    lost: list[int] = []

    def answer(chunk: int, tries: int) -> Reply | None:
        if chunk in (1, 6) and chunk not in lost:
            lost.append(chunk)
            raise LostError
        return None

    connection = Scripted(answer)
    found, told = play(tmp_path, connection)
    assert connection.opened == 2 and len(found) == 10 and whole(tmp_path) == list(range(10))
    assert told.count("the connection to the scheduler is lost; waiting for it to come back") == 2


def test_after_a_stop_nothing_is_submitted(tmp_path: Path) -> None:
    connection = Scripted(lambda chunk, tries: reply_of(Stop("another version")))
    found, _ = play(tmp_path, connection)
    assert found == {-1: Stop("another version")} and connection.tickets == 2 * IN_FLIGHT


def test_a_full_disk_stops_the_run(tmp_path: Path) -> None:
    connection = Scripted(lambda chunk, tries: None)
    tasks = [Task(order(), RUN, 0, tmp_path / "gone" / "part")]
    (found,) = Sending(connection, RULES, tasks, Parts(), lambda text: None, None).all()
    assert isinstance(found, Stop) and found.why.endswith("no such file or directory")


def test_several_threads_and_no_workers_are_remarked(tmp_path: Path) -> None:
    connection = Scripted(lambda chunk, tries: None)
    counts = iter(({}, {}, {"tcp://127.0.0.1:1": 4}))
    connection.workers = lambda: next(counts, {"tcp://127.0.0.1:1": 4})  # type: ignore[method-assign]
    found, told = play(tmp_path, connection)
    assert len(found) == 10
    assert told == [
        "waiting for workers: none is connected to scripted",
        "1 worker at scripted, 1 with several threads, of which only one plays: use `--nthreads 1`",
    ]
