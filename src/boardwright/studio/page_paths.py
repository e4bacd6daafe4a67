"""Files as the page names them: by their path below the folder, or with `@` before that of a shipped one."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from boardwright.studio.files import SHIPPED, shipped_folder

_NAMES = ("file", "filename")
"""The keys of findings, and of parts of `why`, that name files."""


def page_path(name: str, folder: Path | None) -> str | None:
    """What the page calls a file that rules were read from; None if it cannot open it."""
    path = Path(name).resolve()
    if folder is not None and path.is_relative_to(folder.resolve()):
        return path.relative_to(folder.resolve()).as_posix()
    if path.is_relative_to(_shipped()):
        return SHIPPED + path.relative_to(_shipped()).as_posix()
    return None


@functools.cache
def _shipped() -> Path:
    return shipped_folder().resolve()


def with_page_paths(value: Any, folder: Path | None) -> Any:
    """Findings, or the parts of an answer, with files as the page names them. Other files keep their last name."""
    if isinstance(value, dict):
        return {
            key: page_path(of, folder) or Path(of).name
            if key in _NAMES and isinstance(of, str)
            else with_page_paths(of, folder)
            for key, of in value.items()
        }
    if isinstance(value, list):
        return [with_page_paths(each, folder) for each in value]
    return value
