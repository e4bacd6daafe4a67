"""Finds texts with brackets that a comma cuts in two, in `[...]` and `{...}`.

YAML ends an item at every comma there: `[f(a, b) = 4]` is a list of `f(a` and `b) = 4`. Neither part can be read, and
neither shows why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from boardwright.dsl.source.diagnostics import Bag, shown
from boardwright.dsl.source.places import Span

_MOST_SHOWN = 70


def cuts(texts: Iterable[str | None]) -> Iterator[tuple[int, int]]:
    """Yields the first and last index of texts that belong together. None is something other than a plain text."""
    first, opened = 0, 0
    for number, text in enumerate(texts):
        if text is None:
            opened = 0
            continue
        more = text.count("(") - text.count(")")
        if opened:
            opened += more
            if opened <= 0:
                yield first, number
                opened = 0
        elif more > 0:
            first, opened = number, more


def report_cut(bag: Bag, first: Span, whole: Span, key: str | None) -> None:
    """Reports the comma that ends the first part of a text; `whole` is the whole text, `key` its key in a mapping."""
    comma = whole.source.text.index(",", first.end)
    what = "an item in `[...]`" if key is None else "a value in `{...}`"
    lines = "write each item" if key is None else "write each key"
    text = " ".join(whole.text.split())
    item = f"- {text}" if key is None else f"{key}: {text}"
    told = f": `{shown(item)}`" if len(item) <= _MOST_SHOWN else ""
    bag.error(
        "E306",
        f"this comma ends {what}",
        Span(whole.source, comma, comma + 1),
        "the round bracket before it is still open",
        help=(f"{lines} on a line of its own{told}", "or put the text in quotes"),
    )
