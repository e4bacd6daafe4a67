"""A table as a Parquet file, in groups of rows of the same size. Only this module needs pyarrow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import islice
from typing import Any

from boardwright.exports.tables import Column, Row
from boardwright.extras import install

GROUP = 50_000
"""The number of rows in a group. It decides the bytes of a file, and how much memory it takes to write one."""


class NoPyArrowError(Exception):
    """pyarrow is not installed; the text says what to do."""


def parquet_bytes(
    columns: Sequence[Column], rows: Iterable[Row], facts: Mapping[str, str]
) -> Iterator[bytes]:
    """The file, a group of rows at a time. `facts` are about the table as a whole."""
    arrow, parquet = _arrow()
    types = {"number": arrow.int64(), "yes or no": arrow.bool_(), "text": arrow.string()}
    schema = arrow.schema(
        [
            arrow.field(each.name, types[each.kind], metadata={"description": each.about})
            for each in columns
        ],
        metadata=dict(facts),
    )
    sink, rows = _Sink(), iter(rows)
    texts = [column.name for column in columns if column.kind == "text"]
    # All settings that change bytes are here, whatever their defaults.
    with parquet.ParquetWriter(
        sink,
        schema,
        version="2.6",
        compression="zstd",
        compression_level=3,
        use_dictionary=texts,
        data_page_version="1.0",
        write_statistics=True,
    ) as writer:
        while group := list(islice(rows, GROUP)):
            values = zip(*group, strict=True)
            arrays = [
                arrow.array(each, field.type) for each, field in zip(values, schema, strict=True)
            ]
            writer.write_table(arrow.Table.from_arrays(arrays, schema=schema), row_group_size=GROUP)
            yield sink.taken()
    yield sink.taken()


def refuse_without_pyarrow() -> None:
    """Raises `NoPyArrowError` if no Parquet file can be written."""
    _arrow()


def _arrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as fault:
        raise NoPyArrowError(f"this needs: {install('data')}") from fault


class _Sink:
    """A file that keeps what is written until it is taken."""

    closed = False
    mode = "wb"

    def __init__(self) -> None:
        self._kept = bytearray()
        self._before = 0

    def write(self, data: Any) -> int:
        self._kept += data
        return len(data)

    def tell(self) -> int:
        return self._before + len(self._kept)

    def flush(self) -> None:
        pass

    def close(self) -> None:
        pass

    def writable(self) -> bool:
        return True

    def readable(self) -> bool:
        return False

    def seekable(self) -> bool:
        return False

    def taken(self) -> bytes:
        """What was written since the last call."""
        found = bytes(self._kept)
        self._before += len(found)
        self._kept.clear()
        return found
