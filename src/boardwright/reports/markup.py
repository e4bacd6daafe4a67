"""Elements of a page. Text stays text: only what is made here is markup, and no name of an element or of an attribute
comes from elsewhere.
"""

from __future__ import annotations

import re
from html import escape

from boardwright.dsl.source.diagnostics import shown


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


def text(value: str) -> Markup:
    """A text, escaped; characters that are invisible or reverse the text are spelled out."""
    return Markup(escape(shown(value), quote=True))


_VOID = frozenset({"meta", "br", "wbr"})


def el(name: str, *children: str, **attributes: str | int | float) -> Markup:
    """An element. `class_` is the attribute `class`, `name_` is `name`, `view_box` is `viewBox`; other `_` are hyphens."""
    given = "".join(
        f' {_NAMES.get(key, key.replace("_", "-"))}="{text(str(value))}"'
        for key, value in attributes.items()
    )
    if name in _VOID:
        return Markup(f"<{name}{given}>")
    inner = "".join(each if isinstance(each, Markup) else text(each) for each in children)
    return Markup(f"<{name}{given}>{inner}</{name}>")


def breakable(name: str) -> Markup:
    """A path or an id, which breaks after a slash, a dot or a `_` if it must."""
    parts = re.split(r"(?<=[/._])(?=.)", name)
    return Markup(el("wbr").join(map(text, parts)))


_NAMES = {"class_": "class", "name_": "name", "view_box": "viewBox"}


def join(*parts: Markup) -> Markup:
    """Several pieces of markup as one."""
    return Markup("".join(parts))
