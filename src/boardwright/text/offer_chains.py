"""Offers and entries of offers that an author looks up like rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardwright.dsl.compose.expansion_changes import DeclaredThing, RuleChain

if TYPE_CHECKING:
    from boardwright.dsl.declare.course import EntryDecl, OfferDecl
    from boardwright.dsl.declare.declarations import Ruleset


@dataclass(frozen=True, slots=True)
class Meant:
    """An offer or entries by name: what they are, in words, what each does, and notes about it."""

    told: str
    entries: tuple[tuple[RuleChain, tuple[str, ...]], ...]


def meant(ruleset: Ruleset, name: str) -> Meant | None:
    """The offer with this name, or else the entries; None if there are neither."""
    for offer in ruleset.offers:
        if offer.id == name:
            entries = tuple(_entry(offer, each) for each in offer.entries)
            return Meant(f"`{name}` is an offer; its entries:", entries)
    found = [(of, each) for of in ruleset.offers for each in of.entries if each.id == name]
    if not found:
        return None
    offers = " and ".join(f"`{offer.id}`" for offer, _ in found)
    told = f"`{name}` is an entry of the offer{'s' if len(found) > 1 else ''} {offers}"
    return Meant(told, tuple(_entry(offer, each) for offer, each in found))


def offer_names(ruleset: Ruleset) -> tuple[str, ...]:
    """All names that `meant` finds."""
    entries = (entry.id for offer in ruleset.offers for entry in offer.entries)
    return tuple(dict.fromkeys((*(offer.id for offer in ruleset.offers), *entries)))


def limit_words(times: int, lasts: str) -> str:
    """`once a turn`, `3 times an own_turn`."""
    often = {1: "once", 2: "twice"}.get(times, f"{times} times")
    return f"{often} {'an' if lasts[0] in 'aeiou' else 'a'} {lasts}"


def _entry(offer: OfferDecl, entry: EntryDecl) -> tuple[RuleChain, tuple[str, ...]]:
    thing = DeclaredThing(
        sort="entry",
        id=f"{offer.id}.{entry.id}",
        written=f"{entry.id} of {offer.id}",
        origin=entry.origin,
        span=entry.span,
    )
    chain = RuleChain(rule=thing, instead=(), before=(), after=(), in_force=(), effect=entry.effect)
    notes = [limit_words(entry.limit.times, entry.limit.lasts.id)] if entry.limit else []
    if entry.when is not None:
        notes.append(f"offered when {' '.join(entry.when.span.text.split())}")
    return chain, tuple(notes)
