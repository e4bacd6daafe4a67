"""A grid of spaces as lines of text, north at the top, with a letter for what lies in each space."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from boardwright.dsl.rules import ir

EMPTY = "·"

Cell = tuple[int, int]
"""A column and a row, both from 1."""


def cells_of(kind: ir.SpaceKind) -> dict[str, Cell] | None:
    """The cell of each space of a grid by its id; None if the kind is not a grid."""
    cells: dict[str, Cell] = {}
    for space in kind.definitions:
        column, row = space.attributes.get("column"), space.attributes.get("row")
        if not isinstance(column, int) or not isinstance(row, int):
            return None
        cells[space.id] = column, row
    several = len({column for column, _ in cells.values()}) > 1 < len(set(cells.values()))
    return cells if several and len(set(cells.values())) == len(cells) else None


def drawn(
    cells: Mapping[str, Cell], contents: Mapping[str, str], room: int, *, leans: bool = False
) -> list[tuple[str, str]] | None:
    """A line for each row with its number, one for the columns, and what the letters stand for; None if a line is longer than
    `room`. If the grid `leans`, each row begins half a space further right than the one below it, as with hexagons.
    """
    marks = letters(told for told in contents.values() if told)
    rows = sorted({row for _, row in cells.values()}, reverse=True)
    columns = sorted({column for column, _ in cells.values()})
    names = {column: id.rstrip("0123456789") for id, (column, _) in cells.items()}
    wide = max(len(mark) for mark in (*marks.values(), *names.values(), EMPTY))
    if leans:
        wide += 1 - wide % 2  # so that half of a space with its gap is a whole number
    lean = (wide + 1) // 2 if leans else 0
    if (wide + 1) * len(columns) - 1 + lean * (len(rows) - 1) > room:
        return None
    found = {cell: contents.get(id, "") for id, cell in cells.items()}

    def line(texts: Iterable[str]) -> str:
        return " ".join(text.ljust(wide) for text in texts).rstrip()

    def mark(cell: Cell) -> str:
        if cell not in found:
            return ""
        return marks.get(found[cell], EMPTY)

    lines = [
        (f"  {row}", " " * lean * (row - 1) + line(mark((column, row)) for column in columns))
        for row in rows
    ]
    lines.append(("", line(names[column] for column in columns)))
    if marks:
        lines.append(("", "; ".join(f"{letter} = {told}" for told, letter in marks.items())))
    return lines


def letters(texts: Iterable[str]) -> dict[str, str]:
    """A letter, or as few as tell them apart, for each of these texts."""
    different = sorted(set(texts))
    words = [text.split() for text in different]
    common = set.intersection(*map(set, words)) if len(words) > 1 else set()
    named = [
        "".join(char for char in _first(each, common) if char.isalnum()) or "?" for each in words
    ]
    return dict(zip(different, _shortened(named), strict=True))


def _first(words: Sequence[str], common: set[str]) -> str:
    """The first word that not every text has."""
    return next((word for word in words if word not in common), words[0])


def _shortened(names: Sequence[str]) -> list[str]:
    for length in range(1, 4):
        short = [name[:length] for name in names]
        if len(set(short)) == len(short):
            return short
    return [f"{number}" for number in range(1, len(names) + 1)]
