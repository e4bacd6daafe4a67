"""Works out who can know what in a game with its expansions, from what each of them declares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.rules.sight import Key, Sight
from boardwright.dsl.rules.walk import phases_in


def sight_of(base: Ruleset, overlays: Sequence[Ruleset]) -> Sight:
    """Returns who can know what, for a game and its expansions in the order in which they apply."""
    taken = set(_declared(base))
    declared_by: dict[Key, str] = {}
    for overlay in overlays:
        for key in _declared(overlay):
            if key not in taken:
                declared_by.setdefault(key, overlay.id)
    named = {
        each.id: frozenset(name.id for name in (*each.comes_after, *each.knows))
        for each in (base, *overlays)
    }
    return Sight(
        game=base.id,
        declared_by=declared_by,
        known={id: names | {id, base.id} for id, names in named.items()},
        named=named,
        files={source: each.id for each in (base, *overlays) for source in each.sources},
        played=tuple(each.id for each in overlays),
    )


def _declared(ruleset: Ruleset) -> Iterator[Key]:
    """Yields everything with a name that other texts could use. A replacement declares nothing."""
    for option in ruleset.options:
        yield ("option", option.id)
    for variety in ruleset.varieties:
        if not variety.addition:
            yield ("variety", variety.id)
        yield from (("member", variety.id, name.id) for name in variety.members)
    for kind in (*ruleset.kinds, *ruleset.spaces):
        yield ("kind", kind.id)
    for definition in ruleset.definitions:
        yield ("piece", definition.kind.id, definition.id)
    for stock in ruleset.stocks:
        yield ("stock", stock.id)
        if stock.members:
            yield ("variety", stock.id)
            yield from (("member", stock.id, name.id) for name in stock.members)
    for sort, clauses in (
        ("place", ruleset.places),
        ("note", ruleset.notes),
        ("table", ruleset.tables),
        ("value", ruleset.values),
        ("rule", ruleset.rules),
    ):
        yield from ((sort, each.id) for each in clauses if each.definition is None)
    yield from (("memory", memory.id) for memory in ruleset.memories)
    for offer in ruleset.offers:
        if not offer.addition:
            yield ("offer", offer.id)
    yield from (("phase", phase.id) for phase in phases_in(ruleset.course))
    for link in ruleset.links:
        yield ("link", link.kind.id)
