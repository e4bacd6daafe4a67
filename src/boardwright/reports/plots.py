"""Drawings for a page: SVG with the colours of the page, and with a description in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from boardwright.reports.markup import Markup, el, join
from boardwright.reports.numbers import Spread, of_float

_WIDTH = 480  # narrow enough for a phone
_BARS = 40


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with its interval, as fractions of the width of a drawing. `mark` is 1, 0 or -1: more than, as or less than
    expected.
    """

    name: str
    at: float
    low: float
    high: float
    mark: int
    label: str


def intervals(rows: Sequence[Interval], line: float, ends: tuple[str, str], title: str) -> Markup:
    """Values on a scale, one below the other, with a line at the expected value."""
    row, top, left, right = 22, 8, 152, 62
    height = top + row * len(rows) + 26
    span = _WIDTH - left - right
    bottom = top + row * len(rows)

    def x(value: float) -> str:
        return of_float(left + span * min(1.0, max(0.0, value)), 1).replace(",", "")

    parts = [
        el("line", class_="axis", x1=left, x2=left + span, y1=bottom, y2=bottom),
        el("line", class_="expected", x1=x(line), x2=x(line), y1=top, y2=bottom),
        el("text", ends[0], class_="tick", x=left, y=bottom + 17),
        el("text", ends[1], class_="tick end", x=left + span, y=bottom + 17),
    ]
    for number, each in enumerate(rows):
        y = top + row * number + row // 2
        kind = {1: "more", 0: "same", -1: "less"}[each.mark]
        parts += [
            el("text", _cut(each.name), class_="name end", x=left - 10, y=y + 4),
            el("line", class_=f"whisker {kind}", x1=x(each.low), x2=x(each.high), y1=y, y2=y),
            _dot(each.mark, x(each.at), y, kind),
            el("text", each.label, class_="value", x=left + span + 10, y=y + 4),
        ]
    return _svg(height, title, parts)


def _dot(mark: int, x: str, y: int, kind: str) -> Markup:
    # Shape as well as colour: a value above or below the expected one points there.
    if not mark:
        return el("circle", class_=f"dot {kind}", cx=x, cy=y, r=4)
    points = "-4,-5 6,0 -4,5" if mark > 0 else "4,-5 -6,0 4,5"
    return el("polygon", class_=f"dot {kind}", points=points, transform=f"translate({x} {y})")


def _cut(name: str) -> str:
    return name if len(name) <= 19 else f"{name[:18]}…"


@dataclass(frozen=True, slots=True)
class _Bar:
    first: int
    last: int
    times: int


def histogram(spread: Spread, what: str, title: str) -> Markup:
    """How often each number occurred; neighbours share a bar if there are many."""
    bars = _bars(spread)
    top, bottom, left = 20, 140, 12
    most = max(bar.times for bar in bars)
    step = (_WIDTH - 2 * left) / len(bars)
    width = of_float(min(max(step * 0.86, 1.0), 40.0), 2)
    parts = [el("line", class_="axis", x1=left, x2=_WIDTH - left, y1=bottom, y2=bottom)]
    shown_width = float(width)
    middle = _column(bars, spread.at(50))
    for number, bar in enumerate(bars):
        size = (bottom - top) * bar.times / most
        x = left + step * number + (step - shown_width) / 2
        span = f"{bar.first:,}" if bar.first == bar.last else f"{bar.first:,} to {bar.last:,}"
        tip = el("title", f"{span} {what}: {bar.times:,}")
        parts.append(
            el(
                "rect",
                tip,
                class_="bar middle" if number == middle else "bar",
                x=of_float(x, 2),
                y=of_float(bottom - size, 2),
                width=width,
                height=of_float(size, 2),
            )
        )
    every = -(-len(bars) // 8)
    for number in range(0, len(bars), every):
        x = left + step * number + step / 2
        label = f"{bars[number].first:,}"
        parts.append(
            el("text", label, class_="tick mid", x=of_float(x, 2).replace(",", ""), y=bottom + 17)
        )
    x = left + step * middle + step / 2
    parts.append(
        el(
            "text",
            f"median {spread.at(50):,}",
            class_="tick mid strong",
            x=of_float(min(max(x, 40), _WIDTH - 40), 2),
            y=12,
        )
    )
    return _svg(bottom + 26, title, parts)


def _bars(spread: Spread) -> list[_Bar]:
    low, high = spread.at(0), spread.at(100)
    width = next(w for w in _steps() if (high - low) // w < _BARS)
    first = low if width == 1 else low // width * width
    bars = [_Bar(start, start + width - 1, 0) for start in range(first, high + 1, width)]
    times = [0] * len(bars)
    for value, count in spread.counts:
        times[(value - first) // width] += count
    return [_Bar(bar.first, bar.last, n) for bar, n in zip(bars, times, strict=True)]


def _steps() -> Sequence[int]:
    return [digit * 10**power for power in range(24) for digit in (1, 2, 5)]


def _column(bars: Sequence[_Bar], value: int) -> int:
    return next(n for n, bar in enumerate(bars) if bar.first <= value <= bar.last)


def share(value: float) -> Markup:
    """A bar in a table, for a share of one."""
    return el(
        "svg",
        el("rect", class_="back", x=0, y=0, width=100, height=8),
        el("rect", class_="bar", x=0, y=0, width=of_float(100 * min(1.0, value), 2), height=8),
        class_="share",
        view_box="0 0 100 8",
        preserveAspectRatio="none",
        aria_hidden="true",
    )


def _svg(height: int, title: str, parts: Sequence[Markup]) -> Markup:
    return el(
        "div",
        el(
            "svg",
            el("title", title),
            join(*parts),
            view_box=f"0 0 {_WIDTH} {height}",
            role="img",
            aria_label=title,
        ),
        class_="plot",
    )
