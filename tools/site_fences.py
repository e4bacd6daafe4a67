"""An extension of Python-Markdown with which the site reads the fences in docs/.

    PYTHONPATH=tools zensical serve

Fences say what a test should do with a block (see tests/helpers/snippets.py). The site hides that, and shows only the
name of the file. The lexers of `boardwright.dsl.colours` colour rules and effects.
"""

from __future__ import annotations

import re
import shlex

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor

_FENCE = re.compile(r"^( *`{3,})([a-z]+) +(.*)$")
# Our words for languages, and the names of their lexers.
_LEXERS = {"effect": "boardwright", "expressions": "boardwright", "yaml": "boardwright-yaml"}


class Fences(Preprocessor):
    """Rewrites the first line of each block for the extension that shows it."""

    def run(self, lines: list[str]) -> list[str]:
        """The lines of a page."""
        return [_FENCE.sub(_rewritten, line) for line in lines]


def _rewritten(found: re.Match[str]) -> str:
    flags = dict(word.partition("=")[::2] for word in shlex.split(found[3]))
    # Files of other programs, such as `.pre-commit-config.yaml`, are hidden ones.
    is_ours = not flags.get("file", "").startswith(".")
    language = _LEXERS.get(found[2], found[2]) if is_ours else found[2]
    if "file" not in flags:
        return f"{found[1]}{language}"
    first, _, last = flags.get("lines", "").partition("-")
    which = (
        f", lines {first} to {last}"
        if last not in ("", first)
        else f", line {first}"
        if first
        else ""
    )
    return f'{found[1]}{language} title="{flags["file"]}{which}"'


class SiteFences(Extension):
    """Comes before `pymdownx.superfences`."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - called so by Markdown
        """Registers the preprocessor; Markdown calls this."""
        md.preprocessors.register(Fences(md), "site_fences", 100)


def makeExtension(**settings: object) -> SiteFences:  # noqa: N802 - called so by Markdown
    """Returns the extension; Markdown calls this."""
    return SiteFences(**settings)
