"""Writes out traits, so that each piece with a trait gets a copy of everything in it, and sorts the clauses of all pieces
by the order of the pieces.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from boardwright.dsl.compose import errors as compose_errors
from boardwright.dsl.declare.clauses import HookDecl, ModifierDecl, NoteDecl, PlaceDecl
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.pieces import DefinitionDecl, TraitDecl
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Span

T = TypeVar("T", NoteDecl, PlaceDecl, ModifierDecl, HookDecl)


def expand_traits(ruleset: Ruleset, ranks: Mapping[tuple[str, str], int], bag: Bag) -> Ruleset:
    """Copies the clauses of traits to each piece and removes the originals. Modifiers and hooks of the game and its
    expansions come first, then those of the pieces by their rank.
    """
    traits = {trait.id: trait for trait in ruleset.traits}
    places, notes = _owned(ruleset.places), _owned(ruleset.notes)
    modifiers, hooks = _owned(ruleset.modifiers), _owned(ruleset.hooks)
    definitions: list[DefinitionDecl] = []
    for definition in ruleset.definitions:
        own = (definition.kind.id, definition.id)
        complete = definition
        for name in dict.fromkeys(each.id for each in definition.traits):
            trait = traits.get(name)
            if trait is None:
                span = next(each.span for each in definition.traits if each.id == name)
                compose_errors.unknown_trait(bag, span, name, traits)
                continue
            _refuse_clashes(ruleset, complete, trait, [*places, *notes], bag)
            places += _copies(ruleset.places, name, own)
            notes += _copies(ruleset.notes, name, own)
            modifiers += _copies(ruleset.modifiers, name, own)
            hooks += _copies(ruleset.hooks, name, own)
            complete = replace(
                complete,
                entries=(*complete.entries, *trait.entries),
                words={**trait.words, **complete.words},
            )
        definitions.append(complete)
    return replace(
        ruleset,
        places=tuple(places),
        notes=tuple(notes),
        modifiers=_in_order(modifiers, ranks),
        hooks=_in_order(hooks, ranks),
        definitions=tuple(definitions),
    )


def _owned(clauses: tuple[T, ...]) -> list[T]:
    return [each for each in clauses if each.trait is None or each.definition is not None]


def _in_order(clauses: list[T], ranks: Mapping[tuple[str, str], int]) -> tuple[T, ...]:
    return tuple(
        sorted(clauses, key=lambda each: -1 if each.definition is None else ranks[each.definition])
    )


def _copies(clauses: tuple[T, ...], trait: str, own: tuple[str, str]) -> list[T]:
    return [
        replace(each, definition=own)
        for each in clauses
        if each.trait == trait and each.definition is None
    ]


def _refuse_clashes(
    ruleset: Ruleset,
    definition: DefinitionDecl,
    trait: TraitDecl,
    clauses: list[NoteDecl | PlaceDecl],
    bag: Bag,
) -> None:
    own = (definition.kind.id, definition.id)
    taken: dict[tuple[str, str], Span] = {
        ("a note" if isinstance(each, NoteDecl) else "a place", each.id): each.span
        for each in clauses
        if each.definition == own
    }
    taken |= {("an entry", entry.id): entry.span for entry in definition.entries}
    wanted = [
        *(("a note", note.id, note.span) for note in ruleset.notes if note.trait == trait.id),
        *(("a place", place.id, place.span) for place in ruleset.places if place.trait == trait.id),
        *(("an entry", entry.id, entry.span) for entry in trait.entries),
    ]
    for what, name, span in wanted:
        if (what, name) in taken and taken[what, name] != span:
            compose_errors.trait_clash(
                bag, what, name, definition.id, trait.id, taken[what, name], span
            )
