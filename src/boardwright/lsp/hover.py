"""The text about a name or key under the pointer."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Any

from boardwright.dsl.colours.rule_file import OF_LANGUAGE
from boardwright.dsl.declare.common_keys import Declaration
from boardwright.dsl.declare.pieces import DefinitionDecl
from boardwright.dsl.declare.values import Texts
from boardwright.dsl.format.roles import leaves
from boardwright.dsl.language.types import FACE
from boardwright.dsl.rules.symbols import Symbols
from boardwright.dsl.source.codes import CODES
from boardwright.dsl.source.diagnostics import Diagnostic, shown
from boardwright.dsl.source.places import Source, Span
from boardwright.dsl.source.yaml_tree import Mapping, Node, entries_in
from boardwright.lsp.analysed import Reading, known_path
from boardwright.lsp.index import Symbol
from boardwright.lsp.writing.key_paths import key_at
from boardwright.text.error_pages import page_of

_MOST_LINES = 12
_COMMENT = re.compile(r"^[ ]*# ?(.*)$")
_WORD = re.compile(r"[a-z_]+")
_AFTER = re.compile(r"\s# (.*)$")


def about_symbols(symbols: Iterable[Symbol]) -> str:
    """The text about symbols: their sorts, declarations, names, texts and comments."""
    return "\n\n---\n\n".join(_about(symbol) for symbol in symbols)


def _about(symbol: Symbol) -> str:
    sorts = dict.fromkeys(_sort(symbol))
    parts = [f"**{symbol.id}**: {', '.join(sorts)}"] if sorts else [f"**{symbol.id}**"]
    if symbol.declarations:
        span = symbol.declarations[0]
        comment = comment_of(span)
        if comment:
            parts.append(comment)
        parts += dict.fromkeys(text for told in symbol.told for text in _words(told))
        parts.append(f"```yaml\n{_excerpt(span)}\n```")
        where = shown(span.source.name)
        more = len(symbol.declarations) - 1
        parts.append(f"{where}:{span.row}" + (f", and {more} more" if more else ""))
    return "\n\n".join(parts)


def _sort(symbol: Symbol) -> Iterable[str]:
    """The sort of a thing; for a kind, its pieces are not mentioned."""
    derived = {"pieces", "spaces", "members", "amount", "printed"}
    things = [thing for thing in symbol.things if thing.sort not in derived] or symbol.things
    for thing in things:
        if thing.sort == "local" and thing.owner:
            yield f"a local name, {thing.owner}"
        else:
            yield str(thing).replace(FACE, "face of ")


def _words(told: Declaration) -> Iterable[str]:
    """The name and the text, in the first language that has them."""
    yield from (f"*{shown(text)}*" for text in _first(told.texts))
    yield from (shown(text) for text in _first(told.about))
    if isinstance(told, DefinitionDecl):
        yield from (shown(text) for text in _first(told.rules_text))
    if told.refs:
        yield f"`{'`, `'.join(shown(ref) for ref in told.refs)}`"
    if told.assumed is not None:
        yield f"assumed: {shown(told.assumed)}"


def _first(texts: Texts) -> list[str]:
    return list(texts.values())[:1]


def comment_of(span: Span) -> str:
    """The comment right above a line, or else the one at its end."""
    source, row = span.source, span.row
    lines: list[str] = []
    while row > 1 and (found := _COMMENT.match(source.line(row - 1))):
        lines.insert(0, found[1])
        row -= 1
    after = _AFTER.search(source.line(span.row))
    if not lines and after is not None:
        lines = [after[1]]
    return shown_lines(lines)


def shown_lines(lines: Iterable[str]) -> str:
    """Lines without control characters."""
    return "\n".join(shown(line) for line in lines)


def _excerpt(span: Span) -> str:
    """The first line of a declaration and those indented under it."""
    source = span.source
    first = source.line(span.row)
    indent = len(first) - len(first.lstrip(" "))
    lines = [first]
    for row in range(span.row + 1, min(source.rows, span.row + 100) + 1):
        line = source.line(row)
        if line.strip() and len(line) - len(line.lstrip(" ")) <= indent:
            break
        lines.append(line)
    while lines and not lines[-1].strip():
        lines.pop()
    if len(lines) > _MOST_LINES:
        lines = [*lines[:_MOST_LINES], " " * (indent + 2) + "..."]
    return "\n".join(shown(line[indent:]).replace("`" * 3, "'''") for line in lines)


def about_key(root: Node, offset: int, symbols: Symbols | None) -> tuple[Span, str] | None:
    """The text about a key."""
    if not isinstance(root, Mapping) or not root.entries:
        return None
    first = root.entries[0]
    head = (first.key.text, first.value.span.text)
    for path, entry in entries_in(root):
        if not entry.key.span.start <= offset <= entry.key.span.end:
            continue
        known = key_at(path, entry.key.text, head, symbols)
        if known is None:
            return None
        record, key = known
        needed = " Required." if key.required else ""
        return entry.key.span, f"**{key.name}**, of {record.called}: {key.told}{needed}"
    return None


def about_word(root: Node, source: Source, offset: int) -> tuple[Span, str] | None:
    """What the language page says about a word of the language in an effect, a condition or a head."""
    for leaf in leaves(root):
        span = leaf.scalar.span
        if span.start <= offset <= span.end and leaf.role in OF_LANGUAGE:
            break
    else:
        return None
    for found in _WORD.finditer(source.line(source.position(offset)[0])):
        start = source.start_of(source.position(offset)[0]) + found.start()
        if start <= offset <= start + len(found[0]) and found[0] in _help():
            return source.span(start, start + len(found[0])), _of_word(found[0])
    return None


def _of_word(word: str) -> str:
    about = _help()[word]
    examples = "\n".join(about["examples"])
    parts = [f"**{word}**, a word of the language: {about['section']}"]
    parts += [f"```\n{examples}\n```"] if examples else []
    return "\n\n".join([*parts, *about["text"]])


def about_name(readings: Iterable[Reading], name: str, sort: str) -> str:
    """The text about a name that is offered: a word of the language, or what is declared with this sort."""
    word = name.split()[0] if name else ""
    if sort == "word":
        return _of_word(word) if word in _help() else ""
    for reading in readings:
        for symbol in reading.index().named(name, *((sort,) if sort else ())):
            return _about(symbol)
    return ""


@functools.cache
def _help() -> Any:
    text = resources.files("boardwright.dsl.language").joinpath("word_help.json").read_text("utf-8")
    return json.loads(text)


def about_findings(findings: Iterable[Diagnostic]) -> str:
    """The text about the codes of findings."""
    pages = {finding.code: page_of(finding.code) for finding in findings}
    return "\n\n".join(
        f"**{code}** `{CODES[code]}`: {page.summary}. {page.advice}"
        f" `boardwright explain {code}` explains more."
        for code, page in pages.items()
    )


def findings_at(findings: Iterable[Diagnostic], path: Path, offset: int) -> list[Diagnostic]:
    """The findings at this position."""
    return [
        each
        for each in findings
        if each.label is not None
        and known_path(each.label.span.source.name) == path
        and each.label.span.start <= offset <= each.label.span.end
    ]
