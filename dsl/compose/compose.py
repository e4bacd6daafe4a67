"""Merges a game and its expansions; every piece keeps its origin.

Expansions add to the sections of the game, and replace things under `replace`. Nothing is merged by accident: a name that
exists already, and two replacements without a declared order, are errors that show both places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from boardwright.dsl.compose import errors as compose_errors
from boardwright.dsl.compose.known_parts import sight_of
from boardwright.dsl.compose.piece_order import pieces_before, ranks_of
from boardwright.dsl.compose.replacing import Replacer
from boardwright.dsl.compose.traits import expand_traits
from boardwright.dsl.compose.translating import translate
from boardwright.dsl.declare.course import OfferDecl, PhaseDecl
from boardwright.dsl.declare.declarations import TEXT, Ruleset, Taken, taken_names, text_clashes
from boardwright.dsl.declare.things import StockDecl, VarietyDecl
from boardwright.dsl.language.types import with_article
from boardwright.dsl.source.diagnostics import Bag, Label

# The sections that an expansion can only add to.
_ADDED = (
    "options",
    "kinds",
    "stocks",
    "spaces",
    "links",
    "places",
    "notes",
    "memories",
    "tables",
    "values",
    "modifiers",
    "rules",
    "hooks",
    "definitions",
    "traits",
    "word_decls",
    "conditions",
    "invariants",
    "tells",
    "switches",
    "looks",
)


def compose(base: Ruleset, overlays: Sequence[Ruleset], bag: Bag) -> Ruleset | None:
    """Returns the game with its expansions, in the given order unless `after` in their manifests demands another; None
    after an error. It writes out the traits of pieces even without expansions.
    """
    own = Bag()
    composed = _compose(base, overlays, own)
    for diagnostic in own.sorted():
        bag.add(diagnostic)
    return None if own.failed else composed


def _compose(base: Ruleset, overlays: Sequence[Ruleset], bag: Bag) -> Ruleset:
    if base.of is not None:
        compose_errors.not_a_game(bag, base.span, base.id, base.of.id)
        return base
    if not _fitting(base, overlays, bag):
        return base
    follows = _follows(overlays)
    present = {overlay.id for overlay in overlays}
    ordered = [_beside(each, present) for each in _ordered(overlays, follows, bag)]
    replacer = Replacer(bag, follows)
    last_after: dict[str, str] = {}
    sight = sight_of(base, ordered)
    ruleset = base
    for overlay in ordered:
        if overlay.replacing is not None:
            ruleset = replacer.apply(ruleset, overlay.id, overlay.replacing)
        ruleset, overlay = translate(ruleset, overlay)
        replacer.note_additions(ruleset, overlay)
        ruleset = _added(ruleset, overlay, last_after, bag)
    layers = [base.id, *(overlay.id for overlay in ordered)]
    absent = any(name not in layers for named in sight.named.values() for name in named)
    before = pieces_before(ruleset, absent, bag)
    ranks = ranks_of(ruleset, layers, before, bag)
    if bag.failed:
        return ruleset
    ruleset = expand_traits(ruleset, ranks, bag)
    return replace(
        ruleset,
        expansions=tuple(layers[1:]),
        follows=follows,
        piece_follows=before,
        sight=sight,
    )


def _fitting(base: Ruleset, overlays: Sequence[Ruleset], bag: Bag) -> bool:
    seen: set[str] = set()
    for overlay in overlays:
        if overlay.of is None:
            compose_errors.not_an_expansion(bag, overlay.span, overlay.id)
        elif overlay.id in seen:
            compose_errors.applied_twice(bag, overlay.span, overlay.id)
        seen.add(overlay.id)
    return not bag.failed


# ---- order


def _follows(overlays: Sequence[Ruleset]) -> dict[str, frozenset[str]]:
    """Returns for each expansion the others that are declared to come before it, directly or not."""
    present = {overlay.id for overlay in overlays}
    follows = {
        overlay.id: {name.id for name in overlay.comes_after} & present for overlay in overlays
    }
    for _ in overlays:
        for before in follows.values():
            for name in tuple(before):
                before |= follows[name]
    return {id: frozenset(before) for id, before in follows.items()}


def _ordered(
    overlays: Sequence[Ruleset], follows: dict[str, frozenset[str]], bag: Bag
) -> list[Ruleset]:
    """Returns the expansions in the given order, but each after those it follows."""
    circle = [overlay for overlay in overlays if overlay.id in follows[overlay.id]]
    if circle:
        labels = [
            Label(name.span, f"`{overlay.id}` comes after `{name.id}`")
            for overlay in circle
            for name in overlay.comes_after
            if any(name.id == other.id for other in circle)
        ]
        compose_errors.circular_order(bag, labels, [overlay.id for overlay in circle])
        return []
    ordered: list[Ruleset] = []
    waiting = list(overlays)
    while waiting:
        done = {overlay.id for overlay in ordered}
        ready = next(overlay for overlay in waiting if follows[overlay.id] <= done)
        ordered.append(ready)
        waiting.remove(ready)
    return ordered


def _beside(overlay: Ruleset, present: set[str]) -> Ruleset:
    """Returns an expansion with those of its parts that are meant for a table with these others."""
    for fragment in overlay.fragments:
        if fragment.beside <= present:
            replacing = fragment.replacing
            if overlay.replacing is not None:
                replacing = overlay.replacing.joined(replacing)
            overlay = replace(overlay.joined(fragment.declared), replacing=replacing)
    return overlay


# ---- additions


def _added(ruleset: Ruleset, overlay: Ruleset, last_after: dict[str, str], bag: Bag) -> Ruleset:
    _refuse_clashes(ruleset, overlay, bag)
    lists: dict[str, Any] = {
        name: (*getattr(ruleset, name), *getattr(overlay, name)) for name in _ADDED
    }
    ruleset = replace(ruleset, **lists)
    if overlay.outcome is not None:
        if ruleset.outcome is not None:
            compose_errors.second_outcome(bag, overlay.outcome.span, ruleset.outcome.span)
        ruleset = replace(ruleset, outcome=overlay.outcome)
    varieties, stocks = _with_members(ruleset, overlay, bag)
    return replace(
        ruleset,
        varieties=varieties,
        stocks=stocks,
        languages=tuple(dict.fromkeys((*ruleset.languages, *overlay.languages))),
        offers=_with_offers(ruleset.offers, overlay.offers, bag),
        course=_with_phases(ruleset.course, overlay.course, last_after, bag),
    )


def _refuse_clashes(ruleset: Ruleset, overlay: Ruleset, bag: Bag) -> None:
    def key(taken: Taken) -> tuple[object, ...]:
        return (taken.what, taken.within, taken.name)

    there = {key(taken): taken for taken in taken_names(ruleset)}
    for taken in taken_names(overlay):
        first = there.get(key(taken))
        if first is None or taken.what == TEXT or (taken.within and _definition(taken) in there):
            continue
        where = _origin_of(ruleset, first)
        compose_errors.already_declared(bag, taken.what, taken.name, taken.span, first.span, where)

    for word, other in text_clashes(overlay.word_decls, ruleset.word_decls):
        where = other.origin
        compose_errors.already_declared(bag, TEXT, word.id, word.span, other.span, where)


def _definition(taken: Taken) -> tuple[object, ...]:
    """Returns the key of the piece or trait with this private name, so that its clash is reported only once."""
    if len(taken.within) == 2:
        return (with_article(taken.within[0]), (), taken.within[1])
    return ("a trait", (), taken.within[0])


def _origin_of(ruleset: Ruleset, taken: Taken) -> str:
    declared = (
        *ruleset.options,
        *ruleset.varieties,
        *ruleset.kinds,
        *ruleset.stocks,
        *ruleset.spaces,
        *ruleset.places,
        *ruleset.notes,
        *ruleset.memories,
        *ruleset.tables,
        *ruleset.values,
        *ruleset.rules,
        *ruleset.offers,
        *(entry for offer in ruleset.offers for entry in offer.entries),
        *ruleset.definitions,
        *ruleset.traits,
        *ruleset.word_decls,
    )
    return next((each.origin for each in declared if each.span == taken.span), ruleset.id)


def _with_members(
    ruleset: Ruleset, overlay: Ruleset, bag: Bag
) -> tuple[tuple[VarietyDecl, ...], tuple[StockDecl, ...]]:
    """Returns the varieties with the new ones and the new members; a stock may declare its own variety."""
    varieties = {each.id: each for each in ruleset.varieties}
    varieties |= {each.id: each for each in overlay.varieties if not each.addition}
    stocks = {each.id: each for each in ruleset.stocks}
    for new in overlay.varieties:
        if not new.addition:
            continue
        there: VarietyDecl | StockDecl | None = varieties.get(new.id)
        if there is None and new.id in stocks and stocks[new.id].members:
            there = stocks[new.id]
        if there is None:
            known = (*varieties, *(id for id, stock in stocks.items() if stock.members))
            compose_errors.unknown_variety(bag, new.span, new.id, known)
            continue
        for member in new.members:
            first = next((each for each in there.members if each.id == member.id), None)
            if first is not None:
                what = f"a member of `{new.id}`"
                compose_errors.already_member(bag, what, member.id, member.span, first.span)
        members = (*there.members, *new.members)
        if isinstance(there, VarietyDecl):
            varieties[new.id] = replace(there, members=members)
        else:
            stocks[new.id] = replace(there, sorts=members)
    return tuple(varieties.values()), tuple(stocks.values())


def _with_offers(
    old: Sequence[OfferDecl], new: Sequence[OfferDecl], bag: Bag
) -> tuple[OfferDecl, ...]:
    offers = {offer.id: offer for offer in old}
    for offer in new:
        if not offer.addition:
            offers.setdefault(offer.id, offer)
    for offer in new:
        if not offer.addition:
            continue
        if offer.id not in offers:
            compose_errors.unknown_offer(bag, offer.span, offer.id, offers)
            continue
        there = offers[offer.id]
        offers[offer.id] = replace(there, entries=(*there.entries, *offer.entries))
    return tuple(offers.values())


# ---- the course


def _with_phases(
    old: Sequence[PhaseDecl], new: Sequence[PhaseDecl], last_after: dict[str, str], bag: Bag
) -> tuple[PhaseDecl, ...]:
    """Adds the phases of an expansion at the end, or next to the phase that they name. `last_after` remembers what earlier
    expansions have added there: phases after the same phase stay in the order of their expansions.
    """
    course = (*old, *(phase for phase in new if phase.after is None and phase.before is None))
    waiting = [phase for phase in new if phase.after is not None or phase.before is not None]
    while waiting:
        names = set(_phase_names(course))
        ready = [phase for phase in waiting if _anchor(phase) in names]
        if not ready:
            break
        for phase in ready:
            waiting.remove(phase)
            placed = replace(phase, after=None, before=None)
            if phase.after is not None:
                beside = last_after.get(phase.after.id, phase.after.id)
                last_after[phase.after.id] = phase.id
                course = _inserted(course, placed, beside, after=True)
            else:
                course = _inserted(course, placed, _anchor(phase), after=False)
    for phase in waiting:
        anchor = phase.after or phase.before
        assert anchor is not None
        where = "after" if phase.after is not None else "before"
        compose_errors.unknown_anchor(bag, anchor.span, anchor.id, where, _phase_names(course))
    return course


def _anchor(phase: PhaseDecl) -> str:
    anchor = phase.after or phase.before
    return anchor.id if anchor is not None else ""


def _phase_names(course: Sequence[PhaseDecl]) -> list[str]:
    return [name for phase in course for name in (phase.id, *_phase_names(phase.phases))]


def _inserted(
    course: Sequence[PhaseDecl], new: PhaseDecl, beside: str, after: bool
) -> tuple[PhaseDecl, ...]:
    found: list[PhaseDecl] = []
    for phase in course:
        if phase.id == beside:
            found += [phase, new] if after else [new, phase]
        elif phase.phases:
            found.append(replace(phase, phases=_inserted(phase.phases, new, beside, after)))
        else:
            found.append(phase)
    return tuple(found)
