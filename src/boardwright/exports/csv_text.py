"""A table as CSV: a line of names, commas, UTF-8, nothing for an empty value, `true` and `false`."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from boardwright.exports.tables import Column, Row

_AT_ONCE = 1000
_WORDS = {True: "true", False: "false"}


def csv_bytes(columns: Sequence[Column], rows: Iterable[Row]) -> Iterator[bytes]:
    """The table, some lines at a time."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([column.name for column in columns])
    truths = [n for n, column in enumerate(columns) if column.kind == "yes or no"]
    for number, row in enumerate(rows, 1):
        plain = [*row]
        for n in truths:
            plain[n] = _WORDS.get(plain[n], "")
        writer.writerow(plain)
        if number % _AT_ONCE == 0:
            yield _taken(text)
    yield _taken(text)


def _taken(text: io.StringIO) -> bytes:
    found = text.getvalue().encode()
    text.seek(0)
    text.truncate()
    return found
