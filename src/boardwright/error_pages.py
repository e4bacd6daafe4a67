"""The pages about diagnostic codes, and how they read at a terminal.

The pages are `docs/errors/*.md`, and nothing else says what is in them: they come with the package, beside the
modules. They use little of Markdown: headings, paragraphs, lists, links and fenced blocks.
"""

from __future__ import annotations

import re
from importlib import resources
from textwrap import wrap

from boardwright.dsl.codes import Code
from boardwright.dsl.diagnostics import shown
from boardwright.terminal import Paint

_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_HEADING = re.compile(r"#+ ")
_FENCE = "```"
_INDENT = " " * 4


def page_of(code: Code) -> str | None:
    """The page about a code, in Markdown; None if there is none."""
    try:
        text = (resources.files("boardwright") / "errors" / f"{code.code}.md").read_text("utf-8")
    except OSError:
        return None
    return _COMMENT.sub("", text)


def as_text(page: str, width: int, paint: Paint) -> str:
    """A page as plain lines, at most so wide except inside blocks, which stand as they are."""
    lines: list[str] = []
    paragraph: list[str] = []
    fenced = False

    def finish() -> None:
        if paragraph:
            text = _LINK.sub(r"\1", " ".join(paragraph))
            under = "  " if text.startswith("- ") else ""
            lines.extend(
                wrap(
                    text,
                    width,
                    subsequent_indent=under,
                    break_long_words=False,
                    break_on_hyphens=False,
                )
            )
            paragraph.clear()

    for line in map(shown, page.splitlines()):
        if line.startswith(_FENCE):
            finish()
            fenced = not fenced
        elif fenced:
            lines.append(f"{_INDENT}{line}".rstrip())
        elif heading := _HEADING.match(line):
            finish()
            lines.append(paint("1", line[heading.end() :]))
        elif not line:
            finish()
            lines.append("")
        else:
            if line.startswith("- "):
                finish()
            paragraph.append(line.strip())
    finish()
    return "\n".join(lines) + "\n"
