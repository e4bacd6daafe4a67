"""Every position in a ruleset where something gets its name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from boardwright.dsl.declare.clauses import NoteDecl, PlaceDecl, RuleDecl, TableDecl, ValueDecl
from boardwright.dsl.declare.common_keys import Declaration
from boardwright.dsl.declare.course import EntryDecl
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.spaces import SpaceDecl
from boardwright.dsl.declare.things import KindDecl
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.rules.symbols import Thing
from boardwright.dsl.rules.walk import phases_in
from boardwright.dsl.source.places import Span


@dataclass(frozen=True, slots=True)
class DeclarationSite:
    """A position where a thing is declared. Sites with the same `key` are of one thing: a piece may be declared in several
    files, and an expansion replaces under the same name. `told` is the declaration there.
    """

    span: Span
    key: tuple[object, ...]
    thing: Thing
    told: Declaration | None = None

    @property
    def id(self) -> str:
        return self.thing.id


def sites(layers: Sequence[Ruleset]) -> Iterator[DeclarationSite]:
    """The declaration sites in a game and its expansions."""
    spaces = {space.id for layer in layers for space in layer.spaces}
    for layer in layers:
        for part in (layer, layer.replacing):
            if part is not None:
                yield from _of(part, spaces)


def _of(ruleset: Ruleset, spaces: set[str]) -> Iterator[DeclarationSite]:
    for option in ruleset.options:
        yield _site("option", option)
        yield from _members(f"option.{option.id}", option.values)
    for variety in ruleset.varieties:
        yield _site("variety", variety)
        yield from _members(variety.id, variety.members)
    for kind in ruleset.kinds:
        yield from _kind("kind", kind)
    for space in ruleset.spaces:
        yield from _kind("space_kind", space)
    for stock in ruleset.stocks:
        yield _site("stock", stock)
        yield from _members(stock.id, stock.members)
    for link in ruleset.links:
        name = link.kind
        yield DeclarationSite(name.span, ("link", name.id), Thing("link", name.id, name.span))
    for sort, clauses in (
        ("place", ruleset.places),
        ("note", ruleset.notes),
        ("value", ruleset.values),
        ("table", ruleset.tables),
        ("rule", ruleset.rules),
    ):
        for clause in clauses:
            yield _site(sort, clause, _within(clause))
    for memory in ruleset.memories:
        yield _site("memory", memory)
    for offer in ruleset.offers:
        yield _site("offer", offer)
        yield from _entries(offer.id, offer.entries)
        if offer.until is not None:
            yield _named("entry", offer.until, offer.id)
    for definition in ruleset.definitions:
        sort = "space" if definition.kind.id in spaces else "piece"
        # A file of its own comes first.
        for kind_name, name in sorted(definition.sites, key=lambda s: s[1].span != definition.span):
            thing = Thing(sort, name.id, name.span, owner=kind_name.id)
            yield DeclarationSite(name.span, (sort, kind_name.id, name.id), thing, definition)
        yield from _entries(definition.id, definition.entries)
    for trait in ruleset.traits:
        yield _site("trait", trait)
        yield from _entries(trait.id, trait.entries)
    yield from (_site("phase", phase) for phase in phases_in(ruleset.course))


def _within(
    clause: PlaceDecl | NoteDecl | ValueDecl | TableDecl | RuleDecl,
) -> tuple[object, ...]:
    """The owner of a private name. A trait is the same for all pieces that have it."""
    trait = getattr(clause, "trait", None)
    return ("trait", trait) if trait else (clause.definition,)


def _site(sort: str, declared: Declaration, within: tuple[object, ...] = ()) -> DeclarationSite:
    thing = Thing(sort, declared.id, declared.span)
    return DeclarationSite(declared.span, (sort, *within, declared.id), thing, declared)


def _named(sort: str, name: Name, owner: str) -> DeclarationSite:
    return DeclarationSite(
        name.span, (sort, owner, name.id), Thing(sort, name.id, name.span, owner=owner)
    )


def _members(variety: str, members: Sequence[Name]) -> Iterator[DeclarationSite]:
    for member in members:
        yield _named("member", member, variety)


def _kind(sort: str, kind: KindDecl | SpaceDecl) -> Iterator[DeclarationSite]:
    yield _site(sort, kind)
    for attribute in kind.attributes:
        yield _named("attribute", attribute.name, kind.id)
    for slot in kind.effects:
        yield _named("slot", slot.name, kind.id)


def _entries(owner: str, entries: Sequence[EntryDecl]) -> Iterator[DeclarationSite]:
    for entry in entries:
        thing = Thing("entry", entry.id, entry.span, owner=owner)
        yield DeclarationSite(entry.span, ("entry", owner, entry.id), thing, entry)


def references(layers: Sequence[Ruleset]) -> Iterator[tuple[Span, str, str]]:
    """Names in declarations that are resolved when a game is composed with its expansions, before binding: each with the
    sort and the id of what it means.
    """
    for layer in layers:
        for part in (layer, layer.replacing):
            if part is None:
                continue
            for definition in part.definitions:
                yield from ((name.span, "trait", name.id) for name in definition.traits)
            for phase in part.course:
                for anchor in (phase.after, phase.before):
                    if anchor is not None:
                        yield anchor.span, "phase", anchor.id
