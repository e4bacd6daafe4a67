"""A corpus of records: its files, and differences by the line that made them."""

from __future__ import annotations

import gzip
import lzma
import shutil
from pathlib import Path

import pytest

from boardwright.interpreter.records.game_record import Recorder
from boardwright.loading.load import load
from boardwright.loading.record_check import Corpus, corpus_files, grouped, records_in
from folders import CORPUS, TESTS

HARBOUR = CORPUS / "harbour"
KEPT = TESTS / "corpus" / "records" / "rattus-2.jsonl.xz"


def record(seed: int) -> bytes:
    recorder = Recorder(load(HARBOUR, 2).program, seed, events=True)
    while (decision := recorder.state.decision) is not None:
        recorder.apply(decision.ids[0])
    return recorder.text().encode()


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Four records in three files, beside one that is none."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "a.jsonl").write_bytes(record(1))
    (tmp_path / "b.jsonl.xz").write_bytes(lzma.compress(record(2) + record(3)))
    (tmp_path / "deep" / "c.jsonl.gz").write_bytes(gzip.compress(record(4)))
    (tmp_path / "notes.txt").write_text("no records")
    return tmp_path


def test_files_may_be_compressed_and_hold_several_records(corpus: Path) -> None:
    files = corpus_files(corpus)
    assert [file.name for file in files] == ["a.jsonl", "b.jsonl.xz", "c.jsonl.gz"]
    kept = [each for file in files for each in records_in(file)]
    assert [(each.file.name, each.number) for each in kept] == [
        ("a.jsonl", 1),
        ("b.jsonl.xz", 1),
        ("b.jsonl.xz", 2),
        ("c.jsonl.gz", 1),
    ]
    assert [each.text for each in kept] == [record(seed) for seed in (1, 2, 3, 4)]
    assert corpus_files(corpus / "a.jsonl") == [corpus / "a.jsonl"]


def test_a_damaged_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    for name, data in (("a.jsonl.xz", b"{}"), ("b.jsonl.gz", gzip.compress(b"x")[:-4])):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(OSError, match="is damaged"):
            list(records_in(tmp_path / name))


def test_first_differences_are_grouped_by_line(corpus: Path) -> None:
    kept = [each for file in corpus_files(corpus) for each in records_in(file)]
    told: list[int] = []
    checked = Corpus(HARBOUR, ()).check(kept, lambda: told.append(1))
    assert len(told) == 4 and all(each.same for each in checked) and not grouped(checked)
    game = corpus / "harbour"
    shutil.copytree(HARBOUR, game)
    text = (HARBOUR / "game.yaml").read_text("utf-8")
    assert "take n coins" in text
    (game / "game.yaml").write_text(text.replace("take n coins", "take n + 1 coins"), "utf-8")
    checked = Corpus(game, ()).check(kept, lambda: None)
    groups = grouped(checked)
    assert sum(len(group.records) for group in groups) == sum(not each.same for each in checked)
    assert groups and groups[0].span is not None and groups[0].span.text == "take n + 1 coins"
    assert [len(group.records) for group in groups] == sorted(
        (len(group.records) for group in groups), reverse=True
    )


def test_a_ruleset_that_is_given_is_for_its_own_records_only(corpus: Path) -> None:
    kept = [*records_in(corpus / "a.jsonl"), next(records_in(KEPT))]
    checked = Corpus(HARBOUR, ()).check(kept, lambda: None)
    assert [each.same for each in checked] == [True, True]


def test_what_cannot_be_played_is_told_for_each_record(tmp_path: Path) -> None:
    text = record(1)
    (tmp_path / "a.jsonl").write_bytes(
        text.replace(b'"game":"harbour"', b'"game":"nowhere"') + b"{\n"
    )
    (tmp_path / "b.jsonl").write_bytes(text + text.replace(b'{"n":1', b'["n":1'))
    (tmp_path / "c.jsonl").write_bytes(b"{}\n")
    kept = [each for file in corpus_files(tmp_path) for each in records_in(file)]
    checked = Corpus(HARBOUR, ()).check(kept, lambda: None)
    faults = [each.fault for each in checked]
    assert [fault and fault.code for fault in faults] == ["E127", None, "E690", "E690"]
    assert faults[2] is not None and faults[2].notes == ("it is record 2 of the file",)
