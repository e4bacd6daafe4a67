from __future__ import annotations

import re

import pytest

from boardwright.dsl.declare.sections import RECORDS, homes_of
from boardwright.dsl.declare.shapes import Key, Record
from boardwright.validators.render import full
from key_examples import PLACES, file_of, files_with, read_alone, whole

ALL = [(record, key) for record in RECORDS.values() for key in record.keys]


@pytest.mark.parametrize(("record", "key"), ALL, ids=lambda each: each.name)
def test_what_the_table_describes_is_what_is_read(record: Record, key: Key) -> None:
    for file in files_with(record, key):
        bag = read_alone(file)
        assert not len(bag), f"{file}\n{full.render(bag.sorted())}"


NEEDING = [record for record in RECORDS.values() if record.needs]


@pytest.mark.parametrize("record", NEEDING, ids=lambda record: record.name)
def test_one_of_the_keys_that_a_record_needs_must_be_there(record: Record) -> None:
    needed = dict.fromkeys(record.needs)
    others = [part for part in whole(record).split(", ") if part.split(":")[0] not in needed]
    bag = read_alone(file_of(record, "{" + ", ".join(others) + "}"))
    assert {item.code for item in bag.sorted()} <= {"E202", "E203"} and bag.failed


def test_every_record_is_reached() -> None:
    assert set(PLACES) == set(RECORDS)


def test_every_line_of_the_reference_is_a_sentence() -> None:
    for record in RECORDS.values():
        assert record.told.endswith(".") and record.told[0].isupper(), record.name
        for key in record.keys:
            assert key.told.endswith("."), (record.name, key.name)
            assert key.told[0].isupper() or key.told[0] == "`", (record.name, key.name)


def test_the_name_of_a_record_has_an_article() -> None:
    for record in RECORDS.values():
        assert re.match(r"(an?|the|what) ", record.called), record.called


def test_no_key_stands_twice_in_a_record() -> None:
    for record in RECORDS.values():
        assert len(set(record.names())) == len(record.names()), record.name


def test_the_homes_of_a_key_are_the_records_that_have_it() -> None:
    assert {record.name for record in homes_of("offered_in")} == {
        "slot_kind",
        "slot",
        "piece_entry",
    }
    assert homes_of("nonsense") == ()
