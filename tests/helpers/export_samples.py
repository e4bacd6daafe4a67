"""Runs to export, and their tables as rows."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

from boardwright.exports.exporting import rows_from_lines, rows_replayed
from boardwright.exports.sources import sources_in
from boardwright.exports.tables import REPLAYED, Rows, Shape, columns_of
from boardwright.runs.plan import Order
from boardwright.runs.pool import Pool
from boardwright.runs.progress import Silent

Table = list[dict[str, Any]]


def table(root: Path, rows: Rows, asked: Order | None = None, aside: Path | None = None) -> Table:
    """A table of the run in a folder; games are played again with these rules, in this process."""
    sources, _ = sources_in(root, None)
    names = [column.name for column in columns_of(rows, Shape.of(sources))]
    if rows not in REPLAYED:
        return [dict(zip(names, row, strict=True)) for row in rows_from_lines(rows, sources)]
    assert asked is not None and aside is not None
    with Pool(1) as pool:
        orders = [(source, asked) for source in sources]
        found = rows_replayed(rows, orders, pool, aside, Silent())
        return [dict(zip(names, row, strict=True)) for row in found]


def lines_of(root: Path) -> Table:
    """The lines of all games of a run."""
    found = map(json.loads, (root / "games.jsonl").read_bytes().splitlines())
    return [line for line in found if "game" in line]


def read_csv(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))
