"""Code lenses: above a scenario, a way to run it; above a declaration, what names it from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types

from boardwright.dsl.declare.ruleset import split_scenarios
from boardwright.dsl.source.places import Span
from boardwright.lsp.analysed import Reading
from boardwright.lsp.index import Symbol
from boardwright.lsp.navigation import Here, everywhere
from boardwright.lsp.positions import location_of, path_of, range_of
from boardwright.lsp.scenario_names import scenario_names
from boardwright.lsp.workspace import Workspace

RUN, USES = "boardwright.runScenario", "boardwright.uses"

_FEW = 10  # places in one message

# Sorts whose uses are counted: what scenarios test, and what expansions change.
_COUNTED = frozenset({"rule", "value", "table", "offer", "phase", "piece", "space", "kind", "note"})


def lenses(reading: Reading, path: Path, uri: str) -> Iterator[types.CodeLens]:
    """The lenses of a file. Those that count uses say how many when they are shown: see `resolved`."""
    document = reading.documents.get(path)
    if document is None:
        return
    source, _ = document
    if split_scenarios([document])[1]:
        for name in scenario_names(reading):
            if name.span.source == source:
                command = types.Command("Run this scenario", RUN, arguments=[uri, name.id])
                yield types.CodeLens(range_of(name.span), command)
        return
    for span, symbols in reading.index().by_file.get(source.name, ()):
        if any(_is_counted(symbol, span) for symbol in symbols):
            yield types.CodeLens(
                range_of(span), data={"uri": uri, "start": span.start, "name": span.text}
            )


def _is_counted(symbol: Symbol, span: Span) -> bool:
    return bool(symbol.sorts & _COUNTED) and span in symbol.declarations


def resolved(workspace: Workspace, lens: types.CodeLens, path: Path, data: Any) -> types.CodeLens:
    """The lens with what it says: how many scenarios name this, and how many expansions change it."""
    reading = workspace.reading_of(path)
    document = None if reading is None else reading.documents.get(path)
    title, found = "", list[Span]()
    if reading is not None and document is not None:
        at = reading.index(scenes=True).at(document[0], int(data["start"]))
        symbols = [] if at is None else [s for s in at[1] if _is_counted(s, at[0])]
        if at is not None and symbols:
            title, found = _counted(workspace, Here(at[0], symbols, reading))
    # In the order in which editors take them to show a list of references.
    where = [data["uri"], lens.range.start, [location_of(each) for each in found]]
    lens.command = types.Command(title or "nothing else names this", USES, arguments=where)
    return lens


def uses_in_words(locations: Sequence[Any]) -> str:
    """Says in a line where a thing is named, for editors that leave this to the server."""
    told = []
    for each in locations[:_FEW]:
        path = path_of(str(each["uri"]))
        row = int(each["range"]["start"]["line"]) + 1
        told.append(f"{path.parent.name}/{path.name}:{row}" if path else f"{each['uri']}:{row}")
    more = len(locations) - len(told)
    if not told:
        return "nothing else names this"
    return f"named in {', '.join(told)}{f' and {more} more' if more > 0 else ''}"


def _counted(workspace: Workspace, at: Here) -> tuple[str, list[Span]]:
    """How many scenarios and expansions name a thing, in words, and where."""
    homes = {span.source.name for symbol in at.symbols for span in symbol.declarations}
    scenarios: set[str] = set()
    expansions: set[str] = set()
    spans: dict[Span, None] = {}
    for reading, symbol in everywhere(workspace, at):
        tests = {source.name for source, _ in split_scenarios([*reading.documents.values()])[1]}
        for span in symbol.places:
            name = span.source.name
            if name in tests:
                scenarios.add(name)
                spans[span] = None
            for layer in reading.layers[1:]:
                files = {source.name for source in layer.sources}
                if name in files and not homes & files:
                    expansions.add(layer.id)
                    spans[span] = None
    counts = ((len(scenarios), "scenario"), (len(expansions), "expansion"))
    told = [f"{count} {noun}{'s' * (count != 1)}" for count, noun in counts if count]
    verb = "name" if len(scenarios) + len(expansions) > 1 else "names"
    return (f"{', '.join(told)} {verb} this" if told else ""), [*spans]
