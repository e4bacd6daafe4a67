"""What an editor can fold: entries of several lines, blocks of effects, and runs of comments."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar, Sequence


def folds(source: Source, root: Node) -> list[types.FoldingRange]:
    """The ranges of a file, in order, each once."""
    found = {*_entries(source, root), *_blocks(source)}
    comments = set(_comments(source))
    return [
        types.FoldingRange(
            first - 1,
            last - 1,
            kind=types.FoldingRangeKind.Comment if (first, last) in comments else None,
        )
        for first, last in sorted(found | comments)
        if last > first
    ]


def _entries(source: Source, root: Node) -> Iterator[tuple[int, int]]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Sequence):
            for item in node.items:
                waiting.append(item)
                yield item.span.row, _last_row(source, item.span.end)
        elif isinstance(node, Mapping):
            for entry in node.entries:
                waiting.append(entry.value)
                if not isinstance(entry.value, Scalar) or entry.value.span.text.strip():
                    yield entry.key.span.row, _last_row(source, entry.value.span.end)


def _last_row(source: Source, end: int) -> int:
    """The row of the last text before an offset: a block ends before the line after it."""
    return source.position(len(source.text[:end].rstrip()))[0]


def _blocks(source: Source) -> Iterator[tuple[int, int]]:
    """Lines that end in a colon, with the deeper lines below them: also within effects."""
    lines = [(n, source.line(n)) for n in range(1, source.rows + 1)]
    written = [(n, line) for n, line in lines if line.strip()]
    for at, (row, line) in enumerate(written):
        if not line.split(" #")[0].rstrip().endswith(":"):
            continue
        indent, last = len(line) - len(line.lstrip()), row
        for below, other in written[at + 1 :]:
            if len(other) - len(other.lstrip()) <= indent:
                break
            last = below
        yield row, last


def _comments(source: Source) -> Iterator[tuple[int, int]]:
    first = None
    for row in range(1, source.rows + 2):
        is_comment = source.line(row).lstrip().startswith("#")
        if is_comment and first is None:
            first = row
        elif not is_comment and first is not None:
            yield first, row - 1
            first = None
