"""The games that are kept still go the same way. After a change of the rules that was meant, `tools/kept_records.py` writes
them again.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.loading.load import read
from boardwright.loading.record_check import Checked, Corpus, corpus_files, records_in
from folders import TESTS

FOLDER = TESTS / "corpus" / "records"
FILES = corpus_files(FOLDER)


def differing(file: Path, numbers: range) -> list[Checked]:
    kept = [each for each in records_in(file) if each.number in numbers]
    assert len(kept) == len(numbers)
    return [each for each in Corpus(None, ()).check(kept, lambda: None) if not each.same]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_first_kept_game_goes_the_same_way(file: Path) -> None:
    assert differing(file, range(1, 2)) == []


@pytest.mark.one_in(3)
@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_all_kept_games_go_the_same_way(file: Path) -> None:
    assert differing(file, range(1, 11)) == []


def test_ten_games_are_kept_of_each_game_and_number_of_players() -> None:
    wanted = {
        f"{'+'.join(ids)}-{players}.jsonl.xz"
        for ids in (("rattus",), ("rattus", "mercatus"), ("notre_dame",))
        for players in range(*_players(ids))
    }
    assert {file.name for file in FILES} == wanted
    assert {sum(1 for _ in records_in(file)) for file in FILES} == {10}


def _players(ids: tuple[str, ...]) -> tuple[int, int]:
    lowest, highest = read(ids[0], ids[1:]).bound.players
    return lowest, highest + 1
