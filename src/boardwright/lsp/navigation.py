"""From a name to its declarations and references, and the outline of a file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lsprotocol import types

from boardwright.dsl.declare.ruleset import split_scenarios
from boardwright.dsl.source.places import Source, Span
from boardwright.dsl.source.yaml_tree import Entry, Mapping, Node, Scalar, entries_in
from boardwright.lsp.analysed import Reading, known_path
from boardwright.lsp.index import Symbol
from boardwright.lsp.positions import location_of, range_of
from boardwright.lsp.stale_spans import moved
from boardwright.lsp.workspace import Workspace

_KINDS = {
    "kind": types.SymbolKind.Class,
    "space_kind": types.SymbolKind.Class,
    "stock": types.SymbolKind.Class,
    "variety": types.SymbolKind.Enum,
    "member": types.SymbolKind.EnumMember,
    "value": types.SymbolKind.Function,
    "table": types.SymbolKind.Array,
    "rule": types.SymbolKind.Method,
    "note": types.SymbolKind.Field,
    "memory": types.SymbolKind.Field,
    "attribute": types.SymbolKind.Property,
    "slot": types.SymbolKind.Event,
    "offer": types.SymbolKind.Event,
    "entry": types.SymbolKind.Event,
    "phase": types.SymbolKind.Event,
    "option": types.SymbolKind.Constant,
    "place": types.SymbolKind.Struct,
    "trait": types.SymbolKind.Interface,
}

_MOST_SYMBOLS = 200


@dataclass(frozen=True, slots=True)
class Here:
    """A name at a position: its `span` in the current text, and the symbols that it means in a ruleset."""

    span: Span
    symbols: list[Symbol]
    reading: Reading


def here(workspace: Workspace, path: Path, offset: int, scenes: bool = False) -> Here | None:
    """The name at a position in an open file. While the file cannot be read, it is from the last text that could."""
    reading, now = workspace.known_of(path), workspace.source_of(path)
    if reading is None or now is None:
        return None
    read = reading.source(path)
    if read is None:
        return None
    is_scenario = bool(split_scenarios([reading.documents[path]])[1])
    there = moved(Span(now, offset, offset), Source(read.name, read.text))
    if there is None:
        return None
    found = reading.index(scenes or is_scenario).at(read, there.start)
    if found is None:
        return None
    span = moved(found[0], now)
    return None if span is None else Here(span, found[1], reading)


def declarations(at: Here) -> list[Span]:
    """The declarations of what is meant. A parameter without a type leads to its type."""
    symbols = [each for each in at.symbols if not each.is_local] or at.symbols
    return list(dict.fromkeys(span for symbol in symbols for span in symbol.declarations))


def references(workspace: Workspace, at: Here, declared: bool) -> list[Span]:
    """All positions where the same is meant, in all rulesets nearby; with declarations, if wanted."""
    places: dict[Span, None] = {}
    sites = set(declarations(at))
    for _, symbol in everywhere(workspace, at):
        places.update(dict.fromkeys(symbol.places))
    kept = [span for span in places if declared or span not in sites]
    return sorted(kept, key=lambda span: (span.source.name, span.start))


def everywhere(workspace: Workspace, at: Here) -> Iterator[tuple[Reading, Symbol]]:
    """The same symbols in each ruleset that has them."""
    sites = set(declarations(at))
    for reading in workspace.related(at.reading):
        for symbol in reading.index(scenes=True).symbols:
            if sites & set(symbol.declarations):
                yield reading, symbol


def current(workspace: Workspace, spans: Iterable[Span]) -> Iterator[tuple[Path, Span]]:
    """Positions in the current texts of files, without those that are gone."""
    for span in spans:
        path = known_path(span.source.name)
        now = workspace.source_of(path)
        found = span if now is None else moved(span, now)
        if found is not None:
            yield path, found


# ---- the outline of a file


def symbols(workspace: Workspace, query: str) -> Iterator[types.WorkspaceSymbol]:
    """Everything that is declared in the open folders and has these letters in its name, in their order."""
    letters = re.compile(".*".join(map(re.escape, query.casefold().replace(" ", ""))))
    found: dict[Span, tuple[int, Symbol]] = {}
    for reading in workspace.everything():
        for symbol in reading.index(scenes=True).symbols:
            if not symbol.is_local and letters.search(symbol.id):
                rank = (query not in symbol.id) + (symbol.id != query)
                for span in symbol.declarations:
                    found.setdefault(span, (rank, symbol))
    listed = sorted(
        found.items(), key=lambda each: (each[1][0], each[1][1].id, each[0].source.name)
    )
    for span, (_, symbol) in listed[:_MOST_SYMBOLS]:
        sort = symbol.things[0].sort if symbol.things else ""
        kind = _KINDS.get(sort, types.SymbolKind.Object)
        told = str(symbol.things[0]) if sort not in ("", "scenario") else sort
        yield types.WorkspaceSymbol(location_of(span), symbol.id, kind, container_name=told)


@dataclass(slots=True)
class _Outlined:
    symbol: Symbol
    name: Span
    whole: Span
    within: list[_Outlined] = field(default_factory=list)


def outline(reading: Reading, path: Path) -> list[types.DocumentSymbol]:
    """Everything that is declared in a file; declarations inside another are nested."""
    document = reading.documents.get(path)
    if document is None:
        return []
    source, root = document
    entries = _entries(root)
    found: list[_Outlined] = []
    for span, symbols in reading.index().by_file.get(source.name, ()):
        for symbol in symbols:
            if span in symbol.declarations and not symbol.is_local:
                found.append(_Outlined(symbol, span, _whole(entries, span)))
                break
    found.sort(key=lambda each: (each.whole.start, -each.whole.end, each.name.start))
    top: list[_Outlined] = []
    open_: list[_Outlined] = []
    for each in found:
        while open_ and not (
            open_[-1].whole.start <= each.whole.start and each.whole.end <= open_[-1].whole.end
        ):
            open_.pop()
        (open_[-1].within if open_ else top).append(each)
        open_.append(each)
    return [_symbol(each) for each in top]


def _symbol(outlined: _Outlined) -> types.DocumentSymbol:
    symbol = outlined.symbol
    sort = symbol.things[0].sort if symbol.things else ""
    return types.DocumentSymbol(
        name=symbol.id,
        detail=str(symbol.things[0]) if symbol.things else None,
        kind=_KINDS.get(sort, types.SymbolKind.Object),
        range=range_of(outlined.whole),
        selection_range=range_of(outlined.name),
        children=[_symbol(each) for each in outlined.within],
    )


def _entries(root: Node) -> list[Entry]:
    found = [entry for _, entry in entries_in(root)]
    if isinstance(root, Mapping) and root.entries and isinstance(root.entries[0].value, Scalar):
        # A file for one piece is all about that piece.
        found.append(Entry(root.entries[0].value, Mapping((), root.span)))
    return found


def _whole(entries: Iterable[Entry], name: Span) -> Span:
    """The span of the entry that the name is the key of, or else of the name alone."""
    for entry in entries:
        key, value = entry.key.span, entry.value.span
        if key.start <= name.start and name.end <= key.end:
            start, end = min(key.start, value.start), max(key.end, value.end)
            return Span(name.source, start, end)
    return name
