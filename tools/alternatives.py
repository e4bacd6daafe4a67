"""What an author could write by mistake instead of a word, a sign or a name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from boardwright.dsl.language import syntax
from boardwright.dsl.rules.name_uses import Uses
from boardwright.dsl.source.places import Span

# ---- names


class Names:
    """The names that could replace a name: other names of the same sort of thing."""

    def __init__(self, uses: Uses) -> None:
        self._uses = uses
        groups: dict[tuple[str, str], set[str]] = defaultdict(set)
        for span, things in uses.things.items():
            for thing in things:
                groups[thing.sort, thing.owner].add(span.text)
                if thing.sort in ("member", "piece", "space"):
                    groups[thing.sort, thing.owner].add(thing.id)
        self._groups = {key: sorted(group) for key, group in groups.items()}

    def others(self, span: Span) -> Iterator[str]:
        """The next two names of its sort, in alphabetical order. Names made within a text are for `_File.locals`."""
        for thing in self._uses.things.get(span, ()):
            if thing.sort in ("local", "decision", "function", "with_of"):
                continue
            group = self._groups[thing.sort, thing.owner]
            yield from next_two(group, span.text)
            return

    def is_local(self, span: Span) -> bool:
        """Whether it is a local name of one text."""
        return any(thing.sort == "local" for thing in self._uses.things.get(span, ()))


def next_two(group: list[str], name: str) -> Iterator[str]:
    """Returns the two names after a name; the first follows the last."""
    if name in group:
        at = group.index(name)
        yield from dict.fromkeys(
            other for n in (1, 2) if (other := group[(at + n) % len(group)]) != name
        )


# ---- tokens


_TOKEN = re.compile(r"[a-z][a-z0-9_]*|[0-9]+|[<>!]=|[<>=+*/-]|#[^\n]*")
COMPARATORS = {
    ">=": (">", "<"),
    "<=": ("<", ">"),
    ">": (">=", "<"),
    "<": ("<=", ">"),
    "=": ("!=", ">="),
    "!=": ("=", ">"),
}
JOINING = ("and", "or", "plus", "except", "+", "-", "*")
_TWO_WAYS = (
    *(("and", "or"), ("fewest", "most"), ("rising", "falling"), ("top", "bottom")),
    *(
        ("yes", "no"),
        ("+", "-"),
        ("take", "pay"),
        ("left", "right"),
        ("min", "max"),
        ("any", "every"),
    ),
    *(("largest", "smallest"), ("before", "after"), ("clockwise", "counter_clockwise")),
    *(("players", "seats"), ("count", "sum")),
)
PAIRS = {a: b for pair in _TWO_WAYS for a, b in (pair, pair[::-1])} | dict(
    each.split(":")
    for each in (
        *("plus:except", "except:plus", "*:+", "add:subtract", "subtract:add", "me:first_seat"),
        *("find:choose", "draw:choose", "choose:draw", "only:also", "also:only", "others:anyone"),
        *("everyone:nobody", "owner:nobody", "nobody:everyone", "otherwise:else", "becomes:add"),
    )
)


def is_once(node: object) -> bool:
    """Whether running a statement twice is the same as once: it sets, shows or moves a whole set."""
    match node:
        case syntax.Set(target=target, value=value):
            names = {n.id for n in nodes(target) if isinstance(n, syntax.Name)}
            return not names & {n.id for n in nodes(value) if isinstance(n, syntax.Name)}
        case syntax.Move(quantity=quantity) | syntax.Return(quantity=quantity):
            moved = list(nodes(quantity.things))
            return quantity.amount is None and not any(
                isinstance(each, syntax.End | syntax.Binary | syntax.Number) for each in moved
            )
        case syntax.Look() | syntax.Show() | syntax.Reveal() | syntax.Nothing() | syntax.Shuffle():
            return True
        case _:
            return False


def closed(text: str) -> bool:
    """Whether all brackets are paired: one side of an expression has no brackets of the whole."""
    return text.count("(") == text.count(")")


def tokens(text: str) -> Iterator[re.Match[str]]:
    return (found for found in _TOKEN.finditer(text) if not found[0].startswith("#"))


def nodes(tree: object) -> Iterator[Any]:
    """Every part of a syntax tree."""
    if isinstance(tree, tuple | list):
        for each in tree:
            yield from nodes(each)
    elif is_dataclass(tree) and isinstance(tree, syntax.Syntax):
        yield tree
        for each in fields(tree):
            yield from nodes(getattr(tree, each.name))
