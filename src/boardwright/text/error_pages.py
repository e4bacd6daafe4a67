"""The pages about diagnostic codes, and their text for a terminal.

The pages are `docs/errors/*.md`, which are part of the package. A page starts with the code and its name, a sentence
that says what is wrong, and a paragraph about what that means and what to do. It uses few parts of Markdown: headings,
paragraphs, lists, links and fenced blocks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from textwrap import wrap

from boardwright.dsl.source.diagnostics import shown
from boardwright.terminal import Paint
from boardwright.text.code_colours import EFFECTS, RULES, painted

_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_HEADING = re.compile(r"#+ ")
_FENCE = "```"
_LANGUAGES = {"yaml": RULES, "effect": EFFECTS, "expressions": EFFECTS}
_INDENT = " " * 4


@dataclass(frozen=True, slots=True)
class Page:
    """The page about a code: a sentence that says what is wrong, what to do, and the whole page in Markdown."""

    sentence: str
    advice: str
    text: str

    @property
    def summary(self) -> str:
        """The first sentence for the middle of a line: without capital letter and full stop."""
        return self.sentence[:1].lower() + self.sentence[1:-1]


@cache
def page_of(code: str) -> Page:
    """The page about a code."""
    text = _COMMENT.sub("", file_of(code).read_text("utf-8"))
    _, sentence, advice, _ = text.split("\n\n", 3)
    return Page(sentence, advice, text)


def file_of(code: str) -> Traversable:
    """The file of the page about a code."""
    return resources.files("boardwright") / "errors" / f"{code}.md"


def as_text(page: str, width: int, paint: Paint) -> str:
    """A page as text, wrapped at this width. Blocks are not wrapped; those of rules have colours."""
    lines: list[str] = []
    paragraph: list[str] = []
    block: list[str] | None = None
    language = ""

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
            if block is None:
                block, language = [], _LANGUAGES.get(line.strip("`").partition(" ")[0], "")
            else:
                written = painted("\n".join(block), language, paint) if language else block
                lines += [f"{_INDENT}{each}".rstrip() for each in written]
                block = None
        elif block is not None:
            block.append(line)
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
