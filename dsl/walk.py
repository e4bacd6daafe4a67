"""Walking bound rules without knowing every kind of node."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from boardwright.dsl import ir


@functools.cache
def _parts(kind: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind) if f.name not in ("span", "type", "texts"))


def nodes(root: object) -> Iterator[ir.Node]:
    """Every node of a tree, parents first; `root` may be a node, or a tuple that holds some."""
    if isinstance(root, tuple):
        for part in root:
            yield from nodes(part)
    elif isinstance(root, ir.Node):
        yield root
        kind: Any = type(root)
        for name in _parts(kind):
            yield from nodes(getattr(root, name))
