"""How much rule files may hold, counted before any of it is read: reading effects and expressions is the dear part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from boardwright.dsl.declare.limits import (
    MOST_CLAUSES,
    MOST_DECLARED,
    MOST_LINKS,
    MOST_MEMBERS,
    MOST_OF_A_KIND,
    report,
)
from boardwright.dsl.declare.shapes import is_hook
from boardwright.dsl.source.diagnostics import Bag, shown
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.yaml_tree import Entry, Mapping, Node, Scalar
from boardwright.dsl.source.yaml_tree import Sequence as List

MOST_LINES = 20_000  # of effects

_SECTIONS = {
    "options": ("options", MOST_DECLARED),
    "varieties": ("varieties", MOST_DECLARED),
    "kinds": ("kinds of pieces", MOST_DECLARED),
    "stocks": ("stocks", MOST_DECLARED),
    "spaces": ("kinds of spaces", MOST_DECLARED),
    "places": ("places", MOST_DECLARED),
    "notes": ("notes", MOST_DECLARED),
    "memories": ("memories", MOST_DECLARED),
    "tables": ("tables", MOST_DECLARED),
    "offers": ("offers", MOST_DECLARED),
    "rules": ("rules", MOST_CLAUSES),
    "values": ("values", MOST_CLAUSES),
}


def few_enough(documents: Iterable[Node], bag: Bag) -> bool:
    """Whether rule files hold no more than may be declared; reports the first of everything that is too much."""
    found: dict[str, tuple[int, list[Span]]] = {}
    for node in documents:
        for what, most, spans in _counted(node):
            found.setdefault(what, (most, []))[1].extend(spans)
    enough = True
    for what, (most, spans) in found.items():
        if len(spans) > most:
            report(bag, what, len(spans), most, spans[most])
            enough = False
    return enough


def _counted(document: Node) -> Iterator[tuple[str, int, Sequence[Span]]]:
    """What one file holds of everything that is limited."""
    if isinstance(document, Mapping):
        yield from _sections(document)
        replaced = document.get("replace")
        if isinstance(replaced, Mapping):
            yield from _sections(replaced)
    waiting: list[Node] = [document]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Scalar):
            if node.style == "literal":
                lines = sum(not line.isspace() for line in node.text.splitlines(keepends=True))
                yield "lines of effects", MOST_LINES, [node.span] * lines
        elif isinstance(node, Mapping):
            yield "hooks", MOST_CLAUSES, [e.key.span for e in node.entries if is_hook(e.key.text)]
            waiting += [each.value for each in node.entries]
        else:
            waiting += node.items


def _sections(node: Mapping) -> Iterator[tuple[str, int, Sequence[Span]]]:
    for entry in node.entries:
        key = entry.key.text
        if key in _SECTIONS:
            yield (*_SECTIONS[key], [each.key.span for each in _entries(entry.value)])
        if key == "modify":
            changes = [span for each in _entries(entry.value) for span in _several(each)]
            yield "changes of values", MOST_CLAUSES, changes
        elif key == "offers":
            for offer in _entries(entry.value):
                if isinstance(offer.value, Mapping):
                    menu = offer.value.get("entries")
                    spans = [each.key.span for each in _entries(menu)]
                    yield f"entries of `{shown(offer.key.text)}`", MOST_MEMBERS, spans
        elif key in ("pieces", "board"):
            for kind in _entries(entry.value):
                spans = [each.key.span for each in _entries(kind.value)]
                most = MOST_LINKS if kind.key.text == "links" else MOST_OF_A_KIND
                yield f"declarations for `{shown(kind.key.text)}`", most, spans


def _entries(node: Node | None) -> Sequence[Entry]:
    return node.entries if isinstance(node, Mapping) else ()


def _several(entry: Entry) -> Sequence[Span]:
    """The places of the changes of one value: one, or a list."""
    value = entry.value
    return [each.span for each in value.items] if isinstance(value, List) else [entry.key.span]
