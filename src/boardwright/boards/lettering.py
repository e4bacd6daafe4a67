"""Fits names into boxes: where lines break, and how large the letters are.

How wide a letter is depends on the font of the reader, so these are the widths of a wide and bold serif; a name may have room left.
"""

from __future__ import annotations

from dataclasses import dataclass
from unicodedata import east_asian_width

from boardwright.boards.geometry import Box, share

# In hundredths of the size of the letters.
_NARROW, _SMALL, _LARGE, _USUAL, _CAPITAL = 40, 54, 102, 66, 82
_NARROWS = frozenset("ijlI.,;:!'|()[]´` ")
_SMALLS = frozenset('frst-/"°')
_LARGES = frozenset("mwMW@%—…")

_LEADING = 116  # from line to line, in hundredths of the size
_MOST_LINES = 3
_LONGEST = 80  # letters of a name that anybody reads on a board


@dataclass(frozen=True, slots=True)
class Label:
    """A name on the board. `x` is its middle (`anchor` is `middle`) and `y` the foot of its first line."""

    x: int
    y: int
    size: int
    lines: tuple[str, ...]
    leading: int = 0
    anchor: str = "middle"

    @property
    def extent(self) -> Box:
        """About what it covers."""
        wide = max((width(line, self.size) for line in self.lines), default=0)
        top = self.y - self.size * 3 // 4
        return Box(self.x - wide // 2, top, wide, self.size + self.leading * (len(self.lines) - 1))

    def data(self) -> dict[str, object]:
        """As the picture has it."""
        return {
            "x": self.x,
            "y": self.y,
            "size": self.size,
            "lines": list(self.lines),
            "leading": self.leading,
            "anchor": self.anchor,
        }


def width(text: str, size: int) -> int:
    """About how wide a text is."""
    return sum(map(_width, text)) * size // 100


def _width(letter: str) -> int:
    if letter in _NARROWS:
        return _NARROW
    if letter in _SMALLS:
        return _SMALL
    if letter in _LARGES:
        return _LARGE
    if east_asian_width(letter) in "WF":
        return 105
    return _CAPITAL if letter.isupper() else _USUAL


def fitted(text: str, box: Box, largest: int, smallest: int) -> Label:
    """A name in the middle of a box, in as large letters as fit. What does not fit even in the smallest is cut short."""
    text = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    for size in range(largest, smallest - 1, -1):
        lines = _wrapped(text, box.w, size)
        if len(lines) * size * _LEADING // 100 <= box.h and len(lines) <= _MOST_LINES:
            if all(width(each, size) <= box.w for each in lines):
                return _label(lines, box, size)
    lines = _wrapped(text, box.w, smallest)[: max(1, box.h * 100 // (smallest * _LEADING))]
    return _label([_cut(each, box.w, smallest) for each in lines[:_MOST_LINES]], box, smallest)


def fits(text: str, label: Label) -> bool:
    """Whether a label has all words of a name."""
    return "".join(label.lines).replace(" ", "") == "".join(text.split())


def _wrapped(text: str, wide: int, size: int) -> list[str]:
    """The lines of a text, as even as possible: no wider than needed for as many lines."""
    words = text.split()
    lines = _filled(words, wide, size)
    if len(lines) < 2:
        return lines
    low, high = max(width(each, size) for each in words), wide
    while low < high:
        mean = (low + high) // 2
        if len(_filled(words, mean, size)) <= len(lines):
            high = mean
        else:
            low = mean + 1
    return _filled(words, max(low, 1), size)


def _filled(words: list[str], wide: int, size: int) -> list[str]:
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size) <= wide:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _cut(line: str, wide: int, size: int) -> str:
    if width(line, size) <= wide:
        return line
    while line and width(f"{line}…", size) > wide:
        line = line[:-1]
    return f"{line}…"


def _label(lines: list[str], box: Box, size: int) -> Label:
    leading = share(size, _LEADING, 100)
    x, y = box.centre
    # Letters reach from the foot of a line about seven tenths of their size up.
    top = y - leading * (len(lines) - 1) // 2
    return Label(x, top + share(size, 35, 100), size, tuple(lines), leading)
