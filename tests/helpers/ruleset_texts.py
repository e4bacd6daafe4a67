"""Rulesets as one text: what golden cases are written in."""

from __future__ import annotations

import re

from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source
from boardwright.dsl.source.yaml_tree import Node, read

_FILE = re.compile(r"^### (\S+)\n", re.MULTILINE)


def files_of(text: str, name: str = "file.yaml") -> list[tuple[str, str]]:
    """`(name, text)` of each file; a line `### cards/king.yaml` begins one."""
    head, *rest = _FILE.split(text)
    found = [(name, head)] if head.strip() else []
    return found + list(zip(rest[::2], rest[1::2], strict=True))


def documents_of(text: str, bag: Bag, name: str = "file.yaml") -> list[tuple[Source, Node]]:
    """The files of a text, read."""
    found = []
    for file, content in files_of(text, name):
        source = Source(file, content)
        node = read(source, bag)
        if node is not None:
            found.append((source, node))
    return found


def folders_of(text: str, bag: Bag) -> dict[str, list[tuple[Source, Node]]]:
    """The files of a text by the first part of their names, in order: several rulesets in one text."""
    folders: dict[str, list[tuple[Source, Node]]] = {}
    for source, node in documents_of(text, bag):
        folders.setdefault(source.name.split("/", 1)[0], []).append((source, node))
    return folders
