"""Renames a thing everywhere, and refuses a name that would change the meaning of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from boardwright.dsl.language.parser import the_parser
from boardwright.dsl.language.words import LIFETIMES, PLAIN_TYPES, TURN_RULES, plural
from boardwright.dsl.rules.symbols import SORTS
from boardwright.dsl.source.diagnostics import Severity
from boardwright.dsl.source.places import Source, Span
from boardwright.files.read import read_source
from boardwright.lsp.analysed import Reading, known_path
from boardwright.lsp.index import Index, Symbol
from boardwright.lsp.navigation import Here, declarations, everywhere
from boardwright.lsp.workspace import Workspace

_ID = re.compile(r"[a-z][a-z0-9_]{0,63}")
_KNOWN = frozenset((*PLAIN_TYPES, *TURN_RULES, *LIFETIMES, "yes", "no", "none", "done"))
# Sorts with a plural that means all of them.
_MANY = frozenset({"kind", "space_kind", "stock", "variety"})

Edits = Mapping[Path, Mapping[tuple[int, int], str]]


class RefusedError(Exception):
    """The thing cannot be renamed; the text says why."""


@dataclass(frozen=True, slots=True)
class _Change:
    """A symbol in one ruleset with its new name."""

    reading: Reading
    index: Index
    symbol: Symbol
    new: str


def renameable(at: Here) -> Symbol:
    """What would be renamed at a position. A parameter without a type has the name of its type."""
    symbol = next((each for each in at.symbols if not each.is_local), at.symbols[0])
    if not symbol.declarations:
        raise RefusedError(f"`{symbol.id}` is a name of the language")
    if _bare(at.span.text) != symbol.id:
        raise RefusedError(f"`{at.span.text}` is made from `{symbol.id}`: rename that")
    return symbol


def renamed(workspace: Workspace, at: Here, new: str) -> Edits:
    """The edits of the current texts that rename the thing at a position, by file."""
    symbol = renameable(at)
    if new == symbol.id:
        return {}
    _check_name(new)
    changes = [
        _Change(reading, reading.index(scenes=True), each, new)
        for reading, each in everywhere(workspace, at)
    ]
    for change in changes:
        _check_free(change)
    edits: dict[Path, dict[tuple[int, int], str]] = {}
    for change in changes:
        for span, text in _edits(change):
            path = known_path(span.source.name)
            edits.setdefault(path, {})[span.start, span.end] = text
    for path in sorted(edits, key=lambda path: (not _is_declared_in(at, path), path)):
        if not workspace.is_writable(path):
            what = "declared" if _is_declared_in(at, path) else "named"
            raise RefusedError(f"`{symbol.id}` is {what} in {path}, which is not yours to change")
    for change in changes:
        _check_same(workspace, change, edits)
    return edits


def applied(text: str, edits: Mapping[tuple[int, int], str]) -> str:
    """The text after its edits."""
    for (start, end), new in sorted(edits.items(), reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _is_declared_in(at: Here, path: Path) -> bool:
    return any(known_path(span.source.name) == path for span in declarations(at))


# ---- whether it may have that name


def _check_name(new: str) -> None:
    if not _ID.fullmatch(new):
        raise RefusedError(
            f"`{new[:64]}` cannot be a name: use small letters, digits and `_`, and start with a letter"
        )
    if new in the_parser().words or new in _KNOWN:
        raise RefusedError(f"`{new}` is a word of the language")


def _check_free(change: _Change) -> None:
    """Refuses names that are in use, and rules with mistakes, in which not all names are known."""
    reading, symbol = change.reading, change.symbol
    if reading.checking.rules is None:
        raise RefusedError(f"there are mistakes in {reading.root}: correct them first")
    if symbol.is_local:
        return
    assert reading.symbols is not None
    forms = {change.new, *([plural(change.new)] if _has_plural(symbol) else [])}
    for form in sorted(forms):
        taken = reading.symbols.things(form)
        if taken:
            where = _where(taken[0].span)
            raise RefusedError(f"`{form}` is taken: it is {taken[0]}{where}")
    for other in change.index.named(change.new):
        sort = SORTS.get(other.things[0].sort, "") if other.things else ""
        if sort and other is not symbol and other.declarations:
            owner = other.things[0].owner
            told = sort.format(owner=owner, id=other.id)
            raise RefusedError(
                f"`{change.new}` is taken: it is {told}{_where(other.declarations[0])}"
            )


def _where(span: Span) -> str:
    return f" ({span.source.name}:{span.row})" if span.source.text else ""


# ---- the edits


def _edits(change: _Change) -> Iterable[tuple[Span, str]]:
    index, symbol, new = change.index, change.symbol, change.new
    for span in symbol.places:
        text = _form(span.text, symbol, new)
        if text is None:
            continue
        others = [each for each in index.all_at(span) if each is not symbol]
        if span in index.words:
            # Words that are also for other things of this name stay.
            if not others:
                yield span, text
            continue
        if not others:
            yield span, text
        elif symbol.is_local:
            # A parameter without a type: from now on its type has to be said.
            yield span, f"{span.text} {text}"
        elif all(each.is_local for each in others):
            yield span, text
            for other in others:
                yield from ((at, new) for at in other.places if at not in index.words)
        else:
            place = f"{span.source.name}:{span.row}"
            raise RefusedError(f"`{span.text}` may mean several things ({place})")


def _form(text: str, symbol: Symbol, new: str) -> str | None:
    """The form of the new name for a form of the old one; None if it is not a form of the old name."""
    old, bare = symbol.id, _bare(text)
    quote = text[: (len(text) - len(bare)) // 2]
    if bare == old:
        return f"{quote}{new}{quote}"
    if _has_plural(symbol) and bare == plural(old):
        return f"{quote}{plural(new)}{quote}"
    if bare.startswith(f"{old}_"):
        return f"{quote}{new}{bare[len(old) :]}{quote}"
    return None


def _has_plural(symbol: Symbol) -> bool:
    """Whether the name with an `s` is the plural; a declared plural is a name of its own."""
    own = any(getattr(told, "plural", None) for told in symbol.told)
    return bool(symbol.sorts & _MANY) and not own


def _bare(text: str) -> str:
    """The text without quotes around it."""
    for quote in ("'", '"'):
        if len(text) >= 2 and text[0] == text[-1] == quote:
            return text[1:-1]
    return text


# ---- whether everything else stays as it is


def _check_same(workspace: Workspace, change: _Change, edits: Edits) -> None:
    """Reads the rules as they would be, and refuses if there are mistakes or if any name changes its meaning."""
    texts = dict(workspace.texts)
    for path, changes in edits.items():
        texts[path] = applied(_text_of(workspace, change.reading, path), changes)
    after = workspace.read_as(change.reading.root, texts)
    for finding in after.findings:
        if finding.severity is Severity.ERROR:
            raise RefusedError(
                f"with `{change.new}` there would be a mistake: {finding.headline()}"
            )
    if _shape(after.index(scenes=True)) != _shape(change.index):
        raise RefusedError(f"with `{change.new}` some names would mean something else")


def source_at(workspace: Workspace, path: Path) -> Source:
    """The current text of a file, open or not."""
    now = workspace.source_of(path)
    return read_source(path, str(path)) if now is None else now


def _text_of(workspace: Workspace, reading: Reading, path: Path) -> str:
    if path in workspace.texts:
        return workspace.texts[path]
    source = reading.source(path)
    return source_at(workspace, path).text if source is None else source.text


def _shape(index: Index) -> list[tuple[tuple[str, int], ...]]:
    """How often each thing is named in each file, whatever its name."""
    found = []
    for symbol in index.symbols:
        files: dict[str, int] = {}
        for span in symbol.places:
            if span not in index.words:
                files[span.source.name] = files.get(span.source.name, 0) + 1
        found.append(tuple(sorted(files.items())))
    return sorted(found)
