from __future__ import annotations

import itertools
import json
from pathlib import Path
from random import Random

import pytest

from boardwright.reports import data
from boardwright.reports.counts import Counts
from boardwright.reports.figures import report
from boardwright.reports.games_of_a_run import read
from boardwright.runs.counted import Figures
from boardwright.runs.folder import Folder, FolderError
from report_samples import drafting, played
from run_samples import simulate


def told(root: Path) -> str:
    return data.render(report(read(root)))


def test_all_games_and_their_parts_tell_the_same(tmp_path: Path) -> None:
    played(tmp_path, drafting())
    whole = told(tmp_path)
    Folder(tmp_path).games.unlink()
    assert told(tmp_path) == whole


def test_how_a_run_is_cut_into_parts_is_not_seen(tmp_path: Path) -> None:
    runs = []
    for chunk in (1, 7, 60):
        played(tmp_path / f"{chunk}", drafting(), chunk=chunk)
        found = json.loads(told(tmp_path / f"{chunk}"))
        del found["plan"]["chunk"], found["sum"]
        runs.append(found)
    assert runs[0] == runs[1] == runs[2]
    assert runs[0]["games"]["over"] == 60


def test_parts_may_come_in_any_order(tmp_path: Path) -> None:
    plan = played(tmp_path, drafting())
    paths = [Folder(tmp_path).part(chunk) for chunk in range(plan.chunks)]
    lines = [path.read_bytes().splitlines(keepends=True) for path in paths]
    orders = [range(plan.chunks), reversed(range(plan.chunks))]
    shuffled = list(range(plan.chunks))
    Random(1).shuffle(shuffled)
    found = []
    for order in itertools.chain(orders, [shuffled]):
        counts, figures = Counts(), Figures()
        for chunk in order:
            part = Counts()
            for line in lines[chunk][1:-2]:
                part.note(line)
            counts.add(part)
            figures.add(lines[chunk][-2])
        counts.stopped.sort()
        found.append((counts, figures.line()))
    assert found[0] == found[1] == found[2]
    assert found[0][0].games == 60


def test_shards_are_reported_as_far_as_they_go(tmp_path: Path) -> None:
    asked = drafting()
    plan = played(tmp_path / "all", asked)
    simulate(tmp_path / "one", plan, (1, 2), asked)
    run = read(tmp_path / "one")
    assert run.missing == [] and run.counts.games == run.expected == 32


def test_what_is_missing_or_damaged_is_said_and_the_rest_told(tmp_path: Path) -> None:
    played(tmp_path, drafting())
    folder = Folder(tmp_path)
    whole = read(tmp_path)
    folder.games.write_bytes(folder.games.read_bytes()[:-5])
    folder.part(2).unlink()
    text = folder.part(5).read_bytes()
    folder.part(5).write_bytes(text.replace(b'"over"', b'"limi"', 1))
    run = read(tmp_path)
    assert run.missing == [[14, 20], [35, 41]]
    assert [name for name, _ in run.damaged] == ["games.jsonl", "parts/part-000005.jsonl"]
    assert run.counts.games == 60 - 14
    assert run.expected == whole.counts.games == 60


def test_every_change_to_the_figures_is_found(tmp_path: Path) -> None:
    played(tmp_path, drafting())
    folder, random = Folder(tmp_path), Random(8)
    folder.games.unlink()
    path = folder.part(3)
    lines = path.read_bytes().splitlines(keepends=True)
    assert lines[-2].startswith(b'{"figures":{"cards":')
    for _ in range(60):
        line = bytearray(lines[-2])
        line[random.randrange(len(line))] ^= 1 << random.randrange(7)
        path.write_bytes(b"".join([*lines[:-2], bytes(line), lines[-1]]))
        assert [name for name, _ in read(tmp_path).damaged] == ["parts/part-000003.jsonl"]


def test_a_run_without_figures(tmp_path: Path) -> None:
    played(tmp_path, drafting(figures=False))
    found = json.loads(told(tmp_path))
    assert found["decisions"] is found["cards"] is found["branching"] is None
    assert "rounds" not in found["length"] and found["length"]["decisions"]["n"] == 60


def test_where_no_run_is(tmp_path: Path) -> None:
    with pytest.raises(FolderError):
        read(tmp_path)
