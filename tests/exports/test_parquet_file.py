from __future__ import annotations

import io
import sys

import polars
import pyarrow.parquet as parquet  # type: ignore[import-untyped]
import pytest

from boardwright.exports import parquet_file
from boardwright.exports.parquet_file import NoPyArrowError, parquet_bytes
from boardwright.exports.tables import Column, Row
from boardwright.extras import install

COLUMNS = (
    Column("game", "number", "its number"),
    Column("agent", "text", "who plays"),
    Column("won", "yes or no", "whether it won"),
)
ROWS: list[Row] = [(0, "random", True), (2**52, "möwe", False), (None, None, None)]


def test_other_programs_read_what_was_written() -> None:
    data = b"".join(parquet_bytes(COLUMNS, ROWS, {"boardwright": "{}"}))
    assert polars.read_parquet(io.BytesIO(data)).rows() == ROWS
    schema = parquet.read_schema(io.BytesIO(data))
    assert [str(field.type) for field in schema] == ["int64", "string", "bool"]
    assert [field.metadata[b"description"].decode() for field in schema] == [
        column.about for column in COLUMNS
    ]
    assert schema.metadata[b"boardwright"] == b"{}"


def test_a_table_without_rows_has_its_columns() -> None:
    data = b"".join(parquet_bytes(COLUMNS, [], {}))
    assert polars.read_parquet(io.BytesIO(data)).columns == ["game", "agent", "won"]


def test_rows_come_in_groups_of_one_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_file, "GROUP", 10)
    rows = [(n, "first", n % 2 == 0) for n in range(25)]
    parts = list(parquet_bytes(COLUMNS, iter(rows), {}))
    assert len(parts) == 4
    found = parquet.ParquetFile(io.BytesIO(b"".join(parts)))
    groups = found.metadata.num_row_groups
    assert [found.metadata.row_group(n).num_rows for n in range(groups)] == [10, 10, 5]
    assert polars.read_parquet(io.BytesIO(b"".join(parts))).rows() == rows


def test_texts_are_written_once() -> None:
    data = b"".join(parquet_bytes(COLUMNS, [(n, "x" * 50, True) for n in range(5000)], {}))
    assert data.count(b"x" * 50) < 5  # once, and among the statistics of the group
    group = parquet.ParquetFile(io.BytesIO(data)).metadata.row_group(0)
    assert "RLE_DICTIONARY" in group.column(1).encodings
    assert {group.column(n).compression for n in range(3)} == {"ZSTD"}


def test_without_pyarrow_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(NoPyArrowError) as found:
        next(parquet_bytes(COLUMNS, [], {}))
    assert str(found.value) == f"this needs: {install('data')}"
