from __future__ import annotations

from boardwright.exports.csv_text import csv_bytes
from boardwright.exports.tables import Column

COLUMNS = (
    Column("game", "number", "its number"),
    Column("agent", "text", "who plays"),
    Column("won", "yes or no", "whether it won"),
)


def test_a_line_of_names_and_a_line_for_each_row() -> None:
    rows = [(0, "random", True), (-1, 'program:"a, b"', False), (None, None, None)]
    assert b"".join(csv_bytes(COLUMNS, rows)).decode() == (
        'game,agent,won\n0,random,true\n-1,"program:""a, b""",false\n,,\n'
    )


def test_long_tables_come_in_pieces() -> None:
    parts = list(csv_bytes(COLUMNS, ((n, "first", False) for n in range(2500))))
    assert len(parts) == 3 and max(map(len, parts)) < 30_000
    assert b"".join(parts).count(b"\n") == 2501


def test_a_table_without_rows_has_its_names() -> None:
    assert b"".join(csv_bytes(COLUMNS, [])) == b"game,agent,won\n"
