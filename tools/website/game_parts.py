"""Words and tables that the pages of games share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from boardwright.boards.looks import folded


def pick(texts: Mapping[str, str], languages: Iterable[str], otherwise: str) -> str:
    """The text in the first of these languages that has one, on one line."""
    for language in languages:
        if language in texts:
            return folded(texts[language])
    return otherwise


def capital(id: str) -> str:
    """An id as a title."""
    text = id.replace("_", " ")
    return text[:1].upper() + text[1:]


def plural(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [header, ["---"] * len(header), *rows]
    cells = ([cell.replace("|", "\\|").replace("\n", " ") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)
