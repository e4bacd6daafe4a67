"""The text of all rule files of a run as one message, so that workers need no files of their own.

It names no folder of the sender, and is itself named by its hash. Shipped rulesets are sent as well: a worker may have
others.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable
from pathlib import Path

from boardwright.cache.store import key_of
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Source
from boardwright.files.read import read_folder
from boardwright.runs.plan import Json, Order


def packed(order: Order) -> bytes:
    """The rule files of the game and the expansions of an order. `RulesetError` if there is no such ruleset."""
    from boardwright.files.locate_ruleset import find

    rulesets = []
    for name in (order.ruleset, *order.expansions):
        root, bag = find(name).path, Bag()
        sources = read_folder(root, bag)
        bag.raise_if_failed()
        rulesets.append(with_paths(root, sources))
    return compressed(rulesets)


def with_paths(root: Path, sources: Iterable[Source]) -> Json:
    """The files of a ruleset by their paths in its folder."""
    files = {path_in(root, each): each.text for each in sources}
    return {"name": root.resolve().stem, "folder": root.is_dir(), "files": files}


def path_in(root: Path, source: Source) -> str:
    """The path of a file in the folder of its ruleset, or its name if it is the ruleset."""
    if not root.is_dir():
        return root.name
    # Links are not resolved, and `..` is: both paths are as people know them.
    file, folder = (os.path.abspath(each) for each in (source.name, root))  # noqa: PTH100
    return Path(file).relative_to(folder).as_posix()


def compressed(rulesets: list[Json]) -> bytes:
    """Rulesets as a message."""
    return zlib.compress(json.dumps(rulesets, separators=(",", ":")).encode(), 9)


def name_of(rules: bytes) -> str:
    """The name of such a message: a hash of all of it."""
    return key_of(rules)


def rulesets_in(rules: bytes) -> list[Json]:
    """The rulesets in a message: their names, files and what else was said of each."""
    found: list[Json] = json.loads(zlib.decompress(rules))
    return found


def unpacked(rules: bytes, into: Path) -> list[Path]:
    """Writes the files below an empty folder, and returns the paths of the game and its expansions."""
    found = []
    for number, ruleset in enumerate(rulesets_in(rules)):
        root = into / f"{number}" / ruleset["name"]
        for name, text in ruleset["files"].items():
            path = root / name
            if not path.is_relative_to(root) or ".." in path.parts:
                raise ValueError(f"`{name}` is not a path inside a ruleset")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        found.append(root if ruleset["folder"] else next(iter(root.iterdir())))
    return found
