"""A question and its options as text, and what somebody means who answers it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from boardwright.dsl.source.diagnostics import shown
from boardwright.text.screen_words import beside

if TYPE_CHECKING:
    from boardwright.interpreter.play.decision import Decision, Option

_LOW = 6
"""A menu with at most this many rows stays in one column."""
_GAP = 2


def question_of(decision: Decision) -> str:
    """The question with a capital letter, a question mark if it is yes or no, and how many things are picked."""
    text = decision.question
    text = text[:1].upper() + text[1:]
    if decision.site.form == "may" and not text.endswith("?"):
        text += "?"
    if decision.site.several:
        picked, most = decision.picked_labels, decision.most
        name = "picked_up_to" if decision.least < most else "picked"
        many = beside(decision.words).say(name, n=len(picked), most=most)
        text += f" ({': '.join(filter(None, (many, ', '.join(picked))))})"
    return shown(text)


def pages(
    options: Sequence[Option], width: int, height: int, which: Sequence[int] | None = None
) -> list[list[str]]:
    """The options with their numbers, as pages of at most this many lines; only those in `which`, if it is given."""
    if are_numbers(options):
        named = [options[n] for n in which or range(len(options))]
        text = ", ".join(shown(option.label) for option in named)
        lines = wrap(text, width, initial_indent="  ", subsequent_indent="  ")
        return [lines[n : n + height] for n in range(0, len(lines), height)]
    numbers = range(len(options)) if which is None else which
    return list(_pages([f"{n + 1:>3} {shown(options[n].label)}" for n in numbers], width, height))


def _pages(cells: Sequence[str], width: int, height: int) -> Iterator[list[str]]:
    whole = in_columns(cells, width, min(_LOW, height))
    if len(whole) <= height:
        yield whole
        return
    while cells:
        count = _on_a_page(cells, width, height)
        yield in_columns(cells[:count], width, height)
        cells = cells[count:]


def _on_a_page(cells: Sequence[str], width: int, height: int) -> int:
    """The number of cells that fill a page: as many full columns as fit, or of one column as many cells as fit."""
    count, room = 0, width + _GAP
    while count < len(cells):
        column = cells[count : count + height]
        room -= max(map(len, column)) + _GAP
        if room < 0:
            break
        count += len(column)
    if count > 0:
        return count
    lines = 0
    for count, cell in enumerate(cells):
        lines += len(_wrapped(cell, width))
        if lines > height:
            return max(1, count)
    return len(cells)


def in_columns(cells: Sequence[str], width: int, low: int = _LOW) -> list[str]:
    """Cells in as few columns as make a block of `low` lines, and in no more than fit. Alone in its column, a long cell is
    wrapped.
    """
    best = [line for cell in cells for line in _wrapped(cell, width)]
    for across in range(2, len(cells) + 1):
        if len(best) <= low:
            break
        down = -(-len(cells) // across)
        split = [cells[n : n + down] for n in range(0, len(cells), down)]
        widths = [max(map(len, column)) for column in split]
        if sum(widths) + _GAP * (len(widths) - 1) <= width and down < len(best):
            best = [_row(split, widths, row) for row in range(down)]
    return best


def _row(columns: Sequence[Sequence[str]], widths: Sequence[int], row: int) -> str:
    pairs = zip(columns, widths, strict=True)
    cells = [column[row].ljust(wide) for column, wide in pairs if row < len(column)]
    return (" " * _GAP).join(cells).rstrip()


def _wrapped(cell: str, width: int) -> list[str]:
    return wrap(cell, width, subsequent_indent=" " * 6) if len(cell) > width else [cell]


def meant(text: str, options: Sequence[Option]) -> list[int]:
    """The options that a text may mean: by number or id, else by the label or its first letters."""
    if text.isascii() and text.isdigit() and not are_numbers(options):
        number = int(text[:9])
        return [number - 1] if 1 <= number <= len(options) else []
    wanted = text.casefold()
    exact = [n for n, option in enumerate(options) if option.id == wanted]
    exact = exact or [n for n, option in enumerate(options) if option.label.casefold() == wanted]
    if exact or (are_numbers(options) and wanted[:1].isdigit()):
        return exact
    return [
        n
        for n, option in enumerate(options)
        if option.label.casefold().startswith(wanted) or option.id.startswith(wanted)
    ]


def found(text: str, options: Sequence[Option]) -> list[int]:
    """The options with this text somewhere in their labels."""
    if text.isdigit():
        return []
    wanted = text.casefold()
    return [n for n, option in enumerate(options) if wanted in option.label.casefold()]


def is_whole(text: str, option: Option) -> bool:
    """Whether a text is a whole name or a number, not only how a name begins."""
    wanted = text.casefold()
    return wanted.isdigit() or wanted in (option.id, option.label.casefold())


def are_numbers(options: Sequence[Option]) -> bool:
    """Whether options are numbers, which people then type as they are."""
    return any(option.id.removeprefix("-").isdigit() for option in options)
