"""The tool that writes the games that are kept."""

from __future__ import annotations

import json

import kept_records
from boardwright.loading.record_check import records_in


def choices(text: str) -> list[str]:
    return [line["choice"] for line in map(json.loads, text.splitlines()) if "check" in line]


def test_each_table_has_a_file_and_the_first_games_have_the_default_options() -> None:
    names = {name for name, _, _ in kept_records.tables()}
    assert names == {file.name.partition(".")[0] for file in kept_records.FOLDER.iterdir()}
    default, *_, other = kept_records.options_at(("rattus",), 2)
    assert default == {} and other


def test_the_same_seed_makes_the_game_that_is_kept() -> None:
    kept = next(records_in(kept_records.FOLDER / "rattus-2.jsonl.xz"))
    again = kept_records.record(("rattus",), 2, {}, 1)
    assert choices(again) == choices(kept.text.decode("ascii"))
