"""The fingerprint of all that results depend on besides the rules: the files of boardwright and of its libraries, and Python."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from boardwright.cache.store import key_of
from boardwright.version import BEGAN, __version__

_HOME = Path(__file__).parents[1]
# Folders that only commands, agents, reports and editors use do not change results; rulesets count by their bytes.
_LEFT_OUT = frozenset(
    {
        "commands",
        "errors",
        "examples",
        "interpreter/agents",
        "interpreter/reference",
        "lsp",
        "reports",
        "rulesets",
        "runs",
        "scaffold",
        "text",
        "validators/play",
        "validators/render",
        "validators/schemas",
    }
)
_ENDINGS = (".py", ".lark", ".json", ".yaml")
_READ_WITH = ("lark", "yaml")


@functools.cache
def engine() -> str | None:
    """The fingerprint: equal only if the same rules give the same results, byte for byte; None if that is unknown.

    Our files count by name, size and time of the last change, which shows an edit and costs little; and by their folder,
    since some installers give all files the same time. Files that changed after this process started may be in memory as
    they were before; then the fingerprint is unknown.
    """
    try:
        files = [*_ours(), *_theirs()]
    except OSError:
        return None
    if any(seen.st_mtime_ns > BEGAN for _, seen in files):
        return None
    return key_of(
        __version__,
        str(_HOME),
        sys.version,
        sys.implementation.cache_tag or "",
        f"{sys.byteorder} {sys.maxsize} {sys.flags.optimize}",
        *(f"{name} {seen.st_size} {seen.st_mtime_ns}" for name, seen in files),
    )


def _ours() -> Iterator[tuple[str, os.stat_result]]:
    for folder in folders():
        for each in sorted(os.scandir(_HOME / folder), key=lambda each: each.name):
            if each.name.endswith(_ENDINGS):
                yield f"{folder}/{each.name}", each.stat()


def folders() -> Iterator[str]:
    """Our folders that results depend on, below the package (in a checkout, through its links)."""
    for folder, below, _ in os.walk(_HOME, followlinks=True, onerror=_refuse):
        here = Path(folder).relative_to(_HOME)
        within = {name: (here / name).as_posix() for name in below if name != "__pycache__"}
        below[:] = sorted(name for name, path in within.items() if path not in _LEFT_OUT)
        yield here.as_posix()


def _refuse(fault: OSError) -> None:
    raise fault


def _theirs() -> Iterator[tuple[str, os.stat_result]]:
    for name in _READ_WITH:
        spec = find_spec(name)
        if spec is not None and spec.origin is not None:
            yield spec.origin, Path(spec.origin).stat()
