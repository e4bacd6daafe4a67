"""Writes dsl/language/word_help.json: what the language page says about each word, for editors."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from boardwright.dsl.language.parser import the_parser

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "language.md"
FILE = ROOT / "dsl" / "language" / "word_help.json"

_MOST_LINES = 4
_MOST_PARAGRAPHS = 2
_FENCE = re.compile(r"^```(\w*)")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


@dataclass(slots=True)
class _Section:
    title: str
    examples: list[str] = field(default_factory=list)
    paragraphs: list[str] = field(default_factory=list)


def word_help() -> str:
    """The file: for each word the section, examples that use it, and what is said about it there."""
    sections = list(_sections(PAGE.read_text("utf-8")))
    found = {word: _about(word, sections) for word in sorted(the_parser().words)}
    kept = {word: about for word, about in found.items() if about}
    return json.dumps(kept, indent=1, ensure_ascii=False) + "\n"


def _sections(page: str) -> Iterator[_Section]:
    section, language, paragraph = _Section(""), None, list[str]()
    for line in [*page.split("\n"), "# "]:
        fence = _FENCE.match(line)
        if language is not None:
            if fence:
                language = None
            elif language in ("effect", "expressions") and line.strip():
                section.examples.append(line.rstrip())
            continue
        if line.strip() and not fence and not line.startswith("#"):
            paragraph.append(line.strip())
            continue
        if paragraph and paragraph[0][0] not in "|<":
            section.paragraphs.append(_LINK.sub(r"\1", " ".join(paragraph)))
        paragraph = []
        if fence:
            language = fence[1]
        elif line.startswith("#"):
            yield section
            section = _Section(line.lstrip("# ").strip())


def _about(word: str, sections: list[_Section]) -> dict[str, object]:
    """Prefers the section with most lines that begin with the word, then with most that have it."""
    named = re.compile(rf"\b{word}\b")

    def weight(section: _Section) -> tuple[int, int, int]:
        codes = [line.split(" #")[0] for line in section.examples]
        begin = sum(code.split()[:1] == [word] for code in codes)
        return begin, sum(bool(named.search(code)) for code in codes), len(_said(word, section))

    best = max(sections, key=weight)
    if not any(weight(best)):
        return {}
    lines = [each for each in best.examples if named.search(each.split(" #")[0])]
    lines = sorted(dict.fromkeys(lines), key=lambda line: line.split()[:1] != [word])
    return {
        "section": best.title,
        "examples": [re.sub(r" {2,}#", "  #", line.strip()) for line in lines[:_MOST_LINES]],
        "text": (_said(word, best) or best.paragraphs[:1])[:_MOST_PARAGRAPHS],
    }


def _said(word: str, section: _Section) -> list[str]:
    code = re.compile(rf"`[^`]*\b{word}\b[^`]*`")
    return [each for each in section.paragraphs if code.search(each)]
