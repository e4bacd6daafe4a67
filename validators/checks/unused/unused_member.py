"""Varieties that are never used, and members that nothing has or names, if no rule goes through all members."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.language.types import MemberType, SetType, Type
from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.rule_uses import Uses, uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E610",)
PROFILE = Profile.BASIC


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each unused variety, and for each unused member of the others."""
    uses = uses_of(subject)
    mentioned, whole = _mentioned(subject, uses)
    used = _used(subject, uses)
    for variety in subject.declared.varieties:
        if variety.id not in mentioned:
            if not uses.is_tried(variety.id):
                yield finding(
                    "E610",
                    f"variety `{variety.id}` is never used",
                    variety.span,
                    help="use it for an attribute, a note or a parameter, or remove it",
                )
            continue
        for number, member in enumerate(variety.members):
            if variety.id in whole or (variety.id, number) in used or uses.is_tried(member.id):
                continue
            yield finding(
                "E610",
                f"`{member.id}` is never used",
                member.span,
                help=f"use it where a `{variety.id}` is needed, or remove it",
            )


def _mentioned(subject: Subject, uses: Uses) -> tuple[set[str], set[str]]:
    """Returns the varieties that something can have, and those whose members are all gone through."""
    game = subject.game
    types: set[Type] = {
        *(attribute.type for of in game.owners for attribute in of.attributes.values()),
        *(note.type for note in game.notes.values()),
        *(type for table in game.tables.values() for type in (*table.keys, table.type)),
        *(var.type for rule in game.rules.values() for var in rule.params),
        *(var.type for value in game.values.values() for var in value.params),
        *(var.type for offer in game.offers.values() for var in offer.params),
    }
    for sort, found in uses.by_sort.items():
        if issubclass(sort, ir.Typed):
            types.update(node.type for node, _ in found)
    mentioned = {name for type in types for name in _varieties(type)}
    for note in game.notes.values():
        mentioned |= set(ir.list_indices(note.per))
    for place in game.places.values():
        mentioned |= set(ir.list_indices(place.per))
    each = {stock.each for stock in game.stocks.values() if stock.each is not None}
    whole = each | {name for node, _ in uses.of(ir.Members) for name in _varieties(node.type)}
    whole |= {name for node, _ in uses.of(ir.LinesOf) for name in _varieties(node.type)}
    return mentioned | each, whole


def _varieties(type: Type) -> Iterator[str]:
    if isinstance(type, SetType):
        type = type.element
    if isinstance(type, MemberType):
        yield type.variety


def _used(subject: Subject, uses: Uses) -> set[tuple[str, int]]:
    """Returns the members that something names or has, by variety and number."""
    game = subject.game
    used = {
        (node.type.variety, node.value)
        for node, _ in uses.of(ir.Const)
        if isinstance(node.type, MemberType)
    }
    for of in game.owners:
        for one in of.definitions:
            for id, value in one.attributes.items():
                type = of.attributes[id].type
                if isinstance(type, MemberType):
                    listed = value if isinstance(value, tuple) else (value,)
                    used |= {(type.variety, number) for number in listed}
    for table in game.tables.values():
        columns = zip(*((*keys, value) for keys, value in table.rows.items()), strict=True)
        for type, numbers in zip((*table.keys, table.type), columns, strict=False):
            if isinstance(type, MemberType):
                used |= {(type.variety, number) for number in numbers}
    return used
