"""The board as lines: all of it, what has changed, or what has a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from boardwright.text.board import Section
from boardwright.text.grid import EMPTY

_FEW = 3
"""More spaces than this, on which nothing lies, share a row."""
_NARROWEST = 20
_MORE = Section("...", ())

Rows = Sequence[tuple[str, str]]


def lines_of(sections: Sequence[Section], width: int) -> list[tuple[str, str]]:
    """The name and the contents of each line, aligned; a line with nothing on the right is a heading."""
    rows = [row for each in sections for row in ((each.title, ""), *each.rows)]
    widest = max((len(name) for name, _ in rows), default=0)
    room = max(_NARROWEST, width - widest - 2)
    lines: list[tuple[str, str]] = []
    for name, told in rows:
        if not told:
            lines.append((name, ""))
            continue
        for n, line in enumerate([told] if len(told) <= room else wrap(told, room)):
            lines.append((("" if n else name).ljust(widest), line))
    return lines


def compact(sections: Sequence[Section], name: str) -> list[Section]:
    """The same with one row of this name for all spaces of a kind on which nothing lies."""
    return [each if each.is_grid else _compact(each, name) for each in sections]


def _compact(section: Section, name: str) -> Section:
    empty = [name.strip() for name, told in section.rows if told == EMPTY]
    if len(empty) <= _FEW:
        return section
    rows = [row for row in section.rows if row[1] != EMPTY]
    return Section(
        section.title, (*rows, (f"  {name}", ", ".join(empty))), section.owner, section.is_grid
    )


def changed(before: Sequence[Section], now: Sequence[Section]) -> list[Section]:
    """The rows that are different now; of a grid, all rows. What is left out because it is empty now has an empty row."""
    earlier = {(each.title, each.owner): each for each in before}
    found = []
    for section in now:
        was = earlier.pop((section.title, section.owner), None)
        if was is None or (section.is_grid and was != section):
            found.append(section)
        elif rows := tuple(_changed(was.rows, section.rows)):
            found.append(Section(section.title, rows, section.owner, section.is_grid))
    for section in earlier.values():
        found.append(Section(section.title, tuple(_changed(section.rows, ())), section.owner))
    return found


def _changed(before: Rows, now: Rows) -> Iterator[tuple[str, str]]:
    was, names = {*before}, {name for name, _ in now}
    # A row without contents says that nothing lies below its heading.
    yield from (row for row in now if row not in was and row[1])
    yield from ((name, EMPTY) for name, told in before if name not in names and told)


def that_fit(sections: Sequence[Section], own: int, width: int, room: int) -> list[Section]:
    """As many sections as fit in `room` lines: grids in any case, then one's own, then the others in order. If some are left
    out, the last row says so.
    """
    if len(lines_of(sections, width)) <= room:
        return [*sections]
    chosen: list[Section] = []
    for section in sorted(sections, key=lambda each: (not each.is_grid, each.owner != own)):
        tried = [each for each in sections if each in (*chosen, section)]
        if not section.is_grid and len(lines_of(tried, width)) >= room:
            break
        chosen = tried
    return [*chosen, _MORE] if chosen else []


def grid_lines(sections: Sequence[Section], width: int) -> int:
    """The number of lines of the grids among these sections."""
    return len(lines_of([each for each in sections if each.is_grid], width))


def named(sections: Sequence[Section], text: str) -> list[Section]:
    """The rows with this text in their names, and whole sections with it in the heading."""
    wanted = text.casefold()
    found = []
    for section in sections:
        if wanted in section.title.casefold():
            found.append(section)
        elif rows := tuple(row for row in section.rows if row[1] and wanted in row[0].casefold()):
            found.append(Section(section.title, rows, section.owner))
    return found
