"""The formats of findings, and the default."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from boardwright.dsl.source.diagnostics import Diagnostic

if TYPE_CHECKING:
    from boardwright.validators.render.sarif import About

FORMATS = ("full", "concise", "json", "github", "sarif")


def format_for(file: Path | None) -> str:
    """The default format: `github` in the log of a GitHub action, otherwise the one for people."""
    return "github" if file is None and os.environ.get("GITHUB_ACTIONS") == "true" else "full"


def written(items: Sequence[Diagnostic], format: str) -> str:
    """All findings in one of `FORMATS`."""
    from boardwright.files.names import with_short_names
    from boardwright.validators.render import as_json, concise, full, github, sarif
    from boardwright.version import __version__

    match format:
        case "json":
            return as_json.render(items)
        case "github":
            return github.render(items, folder=_folder_on_github())
        case "concise":
            return concise.render(items)
        case "sarif":
            return sarif.render(items, version=__version__, about=_about)
        case _:
            return full.render(with_short_names(items), limit=len(items))


def _about(code: str) -> About:
    from boardwright.terminal import WIDEST, Paint
    from boardwright.text.error_pages import as_text, page_of
    from boardwright.validators.render.sarif import About

    page = page_of(code)
    return About(page.sentence, page.advice, as_text(page.text, WIDEST, Paint(False)), page.text)


def _folder_on_github() -> str:
    """The current folder within the repository, since annotations name files from its root."""
    workspace = os.environ.get("GITHUB_WORKSPACE")
    if not workspace:
        return ""
    here, root = Path.cwd(), Path(workspace)
    for place in (here, here.resolve()):
        for top in (root, root.resolve()):
            if place.is_relative_to(top):
                return place.relative_to(top).as_posix()
    return ""
