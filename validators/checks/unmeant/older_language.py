"""Rulesets in an older version of the language, and what they use that means something else now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from boardwright.dsl.declare.file_order import in_canonical_order
from boardwright.dsl.declare.ruleset import manifest_of
from boardwright.dsl.declare.sections import LANGUAGE_VERSIONS
from boardwright.dsl.language.types import SetType
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import phases_in
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.dsl.source.places import Source, Span
from boardwright.dsl.source.yaml_tree import Mapping, Node, Scalar
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.rule_uses import Uses, uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E644",)
PROFILE = Profile.BASIC
T = TypeVar("T", bound=ir.Node)

PAGE = "docs/language-1-to-2.md"


@dataclass(frozen=True, slots=True)
class _Layer:
    """A game or an expansion of a composed ruleset, with its files."""

    id: str
    game: ir.Game
    uses: Uses
    documents: tuple[tuple[Source, Node], ...]


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each game or expansion, at the `language` of its manifest."""
    by_layer: dict[str, list[tuple[Source, Node]]] = {}
    for source, node in subject.documents:
        by_layer.setdefault(subject.origins.get(source.name, subject.game.id), []).append(
            (source, node)
        )
    for id, documents in by_layer.items():
        version = _version(documents)
        if version is None or version.text == str(LANGUAGE_VERSIONS[-1]):
            continue
        layer = _Layer(id, subject.game, uses_of(subject), tuple(documents))
        found = [_line(what, places) for what, of in _CHANGES if (places := list(of(layer)))]
        yield finding(
            "E644",
            f"`{id}` is written in version {version.text} of the language",
            version.span,
            notes=tuple(found) or ("it uses nothing that means something else now",),
            help=f"check these places, and write `language: {LANGUAGE_VERSIONS[-1]}`; {PAGE} lists all changes",
        )


def _version(documents: list[tuple[Source, Node]]) -> Scalar | None:
    """Returns the version in the manifest, with its place."""
    for document in documents:
        _, node = document
        if manifest_of((document,)) is not None and isinstance(node, Mapping):
            version = node.get("language")
            return version if isinstance(version, Scalar) else None
    return None


def _line(what: str, places: list[Span]) -> str:
    """Says what has changed, where it is used first, and how often."""
    first = min(places, key=lambda span: (span.source.name, span.start))
    more = f" and {len(places) - 1} more" if len(places) > 1 else ""
    return f"{what}: {first.source.name}:{first.row}{more}"


# ---- what has changed


def _heads(layer: _Layer) -> Iterator[Span]:
    clauses: tuple[ir.Clause, ...] = (*layer.game.modifiers, *layer.game.hooks)
    return (each.span for each in clauses if each.only and each.origin == layer.id)


def _several(layer: _Layer) -> Iterator[Span]:
    return (each.span for each in _own(layer, ir.Choose) if each.amount is not None)


def _secret(layer: _Layer) -> Iterator[Span]:
    yield from (each.span for each in _own(layer, ir.Choose) if each.secretly)
    yield from (each.span for each in _own(layer, ir.AllAtOnce))


def _unseen(layer: _Layer) -> Iterator[Span]:
    hidden = {kind.id for kind in layer.game.kinds.values() if kind.hidden}
    for place in layer.game.places.values():
        if not place.tracked and hidden & set(place.holds) and place.origin == layer.id:
            yield place.span


def _piles(layer: _Layer) -> Iterator[Span]:
    places = layer.game.places
    for each in _own(layer, ir.MovePieces):
        to = each.target
        if isinstance(to, ir.ZonePlace) and places[to.place].ordered:
            if isinstance(each.pieces.type, SetType):
                yield each.span


def _ends(layer: _Layer) -> Iterator[Span]:
    for phase in phases_in(layer.game.course):
        if phase.until is not None and phase.phases and phase.origin == layer.id:
            yield phase.until.span


def _performed(layer: _Layer) -> Iterator[Span]:
    asked = {
        slot.id
        for owner in layer.game.owners
        for each in owner.definitions
        for slot in each.slots.values()
        if slot.when is not None
    }
    return (each.span for each in _own(layer, ir.Perform) if each.slot in asked)


def _rings(layer: _Layer) -> Iterator[Span]:
    for space in layer.game.spaces.values():
        if space.ring is not None and space.origin == layer.id:
            yield space.span


def _copies(layer: _Layer) -> Iterator[Span]:
    several = {
        kind.id
        for kind in layer.game.kinds.values()
        if any(each.copies > 1 for each in kind.definitions)
    }
    for note in layer.game.notes.values():
        if several.intersection(ir.list_indices(note.per)) and note.origin == layer.id:
            yield note.span


def _order(layer: _Layer) -> Iterator[Span]:
    by_path = sorted(layer.documents, key=lambda document: document[0].name)
    first = [each for each in by_path if manifest_of((each,)) is not None]
    was = [*first, *(each for each in by_path if each not in first)]
    for before, now in zip(was, in_canonical_order(by_path), strict=True):
        if before is not now:
            yield now[1].span


def _own(layer: _Layer, sort: type[T]) -> Iterator[T]:
    return (node for node, text in layer.uses.of(sort) if text.origin == layer.id)


_CHANGES: tuple[tuple[str, Callable[[_Layer], Iterator[Span]]], ...] = (
    ("an id in a head: the clause applies to this thing only", _heads),
    ("several things can be picked in any order", _several),
    ("others do not learn that a player is asked in secret", _secret),
    ("hidden pieces in an untracked place: one is chosen at random", _unseen),
    ("pieces that move to a pile keep their order", _piles),
    ("`until` can end a phase in the middle of its inner phases", _ends),
    ("`perform` obeys the `when` of an effect", _performed),
    ("spaces of a ring belong to seats only if `seats` says so", _rings),
    ("each copy of a piece keeps its own notes", _copies),
    ("files are sorted by what they declare, not by their names", _order),
)
