"""The text of all rule files of a run as one message, so that workers need no files of their own.

It names no folder of the sender, and is itself named by its hash. Shipped rulesets are sent as well: a worker may have
others.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path, PurePosixPath

from boardwright.cache.store import key_of
from boardwright.dsl.source.diagnostics import Bag
from boardwright.files.read import read_folder, shown_name
from boardwright.runs.plan import Order


def packed(order: Order) -> bytes:
    """The rule files of the game and the expansions of an order. `RulesetError` if there is no such ruleset."""
    from boardwright.files.locate_ruleset import find

    rulesets = []
    for name in (order.ruleset, *order.expansions):
        root, bag = find(name).path, Bag()
        sources = read_folder(root, bag)
        bag.raise_if_failed()
        below = PurePosixPath(shown_name(root))
        files = {
            (
                PurePosixPath(each.name).relative_to(below).as_posix()
                if root.is_dir()
                else root.name
            ): (each.text)
            for each in sources
        }
        rulesets.append({"name": root.resolve().stem, "folder": root.is_dir(), "files": files})
    return zlib.compress(json.dumps(rulesets, separators=(",", ":")).encode(), 9)


def name_of(rules: bytes) -> str:
    """The name of such a message: a hash of all of it."""
    return key_of(rules)


def unpacked(rules: bytes, into: Path) -> list[Path]:
    """Writes the files below an empty folder, and returns the paths of the game and its expansions."""
    found = []
    for number, ruleset in enumerate(json.loads(zlib.decompress(rules))):
        root = into / f"{number}" / ruleset["name"]
        for name, text in ruleset["files"].items():
            path = root / name
            if not path.is_relative_to(root) or ".." in path.parts:
                raise ValueError(f"`{name}` is not a path inside a ruleset")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        found.append(root if ruleset["folder"] else next(iter(root.iterdir())))
    return found
