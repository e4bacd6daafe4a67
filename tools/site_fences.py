"""An extension of Python-Markdown with which the site reads the fences in docs/.

    PYTHONPATH=tools zensical serve

Fences say what a test should do with a block (see tests/helpers/snippets.py). The site hides that, and shows only the
name of the file. The lexers of `boardwright.dsl.colours` colour rules and effects.
docs/site.css breaks long lines and wide tables on narrow screens; what it needs for that is marked here.
"""

from __future__ import annotations

import re
import shlex
from html import unescape

from markdown import Extension, Markdown
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor

from website.anchors import anchor_of

_FENCE = re.compile(r"^( *`{3,})([a-z]+) *(.*)$")
# Our words for languages, and the names of their lexers.
_LEXERS = {"effect": "boardwright", "expressions": "boardwright", "yaml": "boardwright-yaml"}
# A line with a note at its end: its indentation, what it says, and the note.
_NOTE = re.compile(r"( *)(\S.*?) +(# .*)")
# This many characters fit in a column.
_WIDEST = 86
_BLOCK = re.compile(r"<pre><span></span><code>(.*?)</code></pre>", re.DOTALL)
_LINE = re.compile(r'<span id="line-[0-9-]+">')
_TAG = re.compile(r"<[^>]*>")
# A sentence in italics before a block: what the block says.
_SENTENCE = re.compile(
    r"<p><em>([^<]*)</em>((?:(?!</p>).)*</p>\s*<div class=\"language-)", re.DOTALL
)
_TABLE = re.compile(r"<table>(.*?)</table>", re.DOTALL)
_HEADER = re.compile(r"<th[^>]*>(.*?)</th>", re.DOTALL)
_ROW = re.compile(r"<tr>.*?</tr>", re.DOTALL)
_CELL = re.compile(r"<td")
_CODE = re.compile(r"<code>[^<]*</code>")
# A table of more columns is too wide for a telephone.
_MOST_COLUMNS = 4


class Fences(Preprocessor):
    """Rewrites the first line of each block for the extension that shows it."""

    def run(self, lines: list[str]) -> list[str]:
        """The lines of a page."""
        found: list[str] = []
        block: list[str] | None = None
        for line in lines:
            fence = _FENCE.match(line)
            if block is not None and not line.lstrip().startswith("```"):
                block.append(line)
                continue
            if block is not None:
                found += _with_nearer_notes(block)
                block = None
            elif fence and fence[2] in _LEXERS:
                block = []
            found.append(_FENCE.sub(_rewritten, line))
        return found + (block or [])


def _with_nearer_notes(block: list[str]) -> list[str]:
    """A block of rules, if it is too wide with notes further left, so that they fit, or above their lines."""
    if max(map(len, block), default=0) <= _WIDEST:
        return block
    notes = {line: note for line in block if (note := _NOTE.fullmatch(line))}
    column = _WIDEST - max((len(note[3]) for note in notes.values()), default=0)
    found = []
    for line in block:
        if note := notes.get(line):
            line = f"{note[1] + note[2]:<{column - 2}}  {note[3]}"
            if len(line) > _WIDEST:
                found.append(note[1] + note[3])
                line = note[1] + note[2]
        found.append(line)
    return found


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


class Widths(Postprocessor):
    """Marks the lines of each block with their indentation, the block with its width in characters, and the cells of wide
    tables with their headers. A sentence in italics before a block gets an anchor. Code in tables loses the backslash
    before `|`, which pages need where they are shown as they are.
    """

    def run(self, text: str) -> str:
        """The HTML of a page."""
        text = _SENTENCE.sub(_with_anchor, text)
        return _TABLE.sub(_as_table, _BLOCK.sub(_with_lines, text))


def _with_anchor(found: re.Match[str]) -> str:
    return f'<p id="{anchor_of(found[1])}"><em>{found[1]}</em>{found[2]}'


def _with_lines(found: re.Match[str]) -> str:
    # An indented block has no marks of the highlighter, and no colours either.
    lines = _LINE.split(found[1])[1:] or [
        f"{line}\n</span>" for line in found[1].rstrip("\n").split("\n")
    ]
    plain = [unescape(_TAG.sub("", line)).rstrip("\n") for line in lines]
    marked = (
        f'<span class="line" style="--in:{len(text) - len(text.lstrip(" "))}">{line}'
        for text, line in zip(plain, lines, strict=True)
    )
    width = max(map(len, plain), default=0)
    return f'<pre style="--width:{width}"><code>{"".join(marked)}</code></pre>'


def _as_table(found: re.Match[str]) -> str:
    bare = _CODE.sub(lambda code: code[0].replace("\\|", "|"), found[0])
    return _TABLE.sub(_with_labels, bare)


def _with_labels(found: re.Match[str]) -> str:
    """A wide table, in which each cell knows the header of its column."""
    labels = [_TAG.sub("", header) for header in _HEADER.findall(found[1])]
    if len(labels) <= _MOST_COLUMNS:
        return found[0]

    def row(cells: re.Match[str]) -> str:
        label = iter(labels)
        return _CELL.sub(lambda _: f'<td data-label="{next(label)}"', cells[0])

    return f"<table data-wide>{_ROW.sub(row, found[1])}</table>"


class SiteFences(Extension):
    """Comes before `pymdownx.superfences`, and after all that writes HTML."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - called so by Markdown
        """Registers both; Markdown calls this."""
        md.preprocessors.register(Fences(md), "site_fences", 100)
        md.postprocessors.register(Widths(md), "site_widths", 1)


def makeExtension(**settings: object) -> SiteFences:  # noqa: N802 - called so by Markdown
    """Returns the extension; Markdown calls this."""
    return SiteFences(**settings)
