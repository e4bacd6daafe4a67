"""Checks that what declarations name exists and fits: homes, owners, what places hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from boardwright.dsl.bind.binding import RulesetBinding
from boardwright.dsl.bind.declared.things import (
    list_held,
    make_slot_kinds,
    mention_kind,
    suggest_one_each,
)
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.errors import sight as sight_errors
from boardwright.dsl.declare.clauses import PlaceDecl
from boardwright.dsl.declare.spaces import SpaceDecl
from boardwright.dsl.declare.things import KindDecl, StockDecl
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.language.types import SetType, with_article
from boardwright.dsl.language.words import DIRECTION, PHASE, PLAIN_TYPES, TURN_RULES
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.symbols import Thing
from boardwright.dsl.source.diagnostics import Label
from boardwright.dsl.source.places import Span


def check_names_for_two(r: RulesetBinding) -> None:
    """Reports plurals that would mean two sorts of components, and names that the engine uses."""
    said: dict[str, tuple[str, Span]] = {}
    things = (
        *((k.plural, f"all pieces of the kind {k.id}", k.span) for k in r.symbols.kinds.values()),
        *((s.plural, f"the stock {s.id}", s.span) for s in r.symbols.stocks.values()),
        *((s.plural, f"all spaces of the kind {s.id}", s.span) for s in r.symbols.spaces.values()),
    )
    for name, what, span in things:
        if name in said:
            first, place = said[name]
            errors.name_for_two(r.bag, name, span, what, first, place)
        said.setdefault(name, (what, span))
    plurals = {kind.plural: kind for kind in r.symbols.kinds.values()}
    for option in r.symbols.options.values():
        if option.id in plurals and isinstance(option.type, SetType):
            kind = plurals[option.id]
            what = f"all pieces of the kind {kind.id}"
            errors.name_for_two(r.bag, option.id, option.span, "this option", what, kind.span)
    for both in r.symbols.kinds.keys() & r.symbols.spaces.keys():
        span = r.symbols.spaces[both].span
        other = r.symbols.kinds[both].span
        errors.name_for_two(r.bag, both, span, "a kind of space", "a kind of piece", other)
    for name in PLAIN_TYPES:
        for table in (r.symbols.kinds, r.symbols.spaces, r.symbols.varieties):
            if name in table:
                span = table[name].span
                errors.name_for_two(r.bag, name, span, "this", "a type of the language")
                r.symbols.refused.add(name)

    for sort, id, span in _find_like_built_in(r):
        errors.name_for_two(r.bag, id, span, f"this {sort}", "a built-in name")
        r.symbols.refused.add(id)


def check_ids(r: RulesetBinding) -> None:
    """Reports ids that two spaces, or two pieces of a kind, would have at a table: links, records and scenarios go by ids."""
    spaces: dict[str, tuple[ir.SpaceKind, Span]] = {}
    for kind in r.symbols.spaces.values():
        for each in kind.definitions:
            other, place = spaces.setdefault(each.id, (kind, each.span))
            if other is not kind:
                errors.space_of_two(r.bag, each.id, each.span, kind, other, place)
                break  # of two grids, once is enough
    for id, (kind, span) in spaces.items():
        of, _, copy = id.rpartition("_")
        other, place = spaces.get(of, (kind, span))
        if other is not kind and not other.is_single and copy.isdecimal():
            errors.copy_of_two(r.bag, id, span, kind.id, of, place)
    for pieces in r.symbols.kinds.values():
        copies = {
            each.id: each for each in pieces.definitions if each.copies > 1 and not pieces.hidden
        }
        for each in pieces.definitions:
            of, _, copy = each.id.rpartition("_")
            if of in copies and copy.isdecimal() and int(copy) <= copies[of].copies:
                errors.copy_of_two(r.bag, each.id, each.span, pieces.id, of, copies[of].span)


def _find_like_built_in(r: RulesetBinding) -> Iterator[tuple[str, str, Span]]:
    """Yields kinds with the name of a built-in type. Anything else may have a built-in name, and
    hides it.
    """
    for sort, found in (
        ("kind of piece", r.ruleset.kinds),
        ("kind of space", r.ruleset.spaces),
    ):
        for each in found:
            if each.id in (PHASE, DIRECTION):
                yield sort, each.id, each.span


def check_references(r: RulesetBinding) -> None:
    """Checks homes, what places hold, owners, and where effects are offered."""
    things = (*r.symbols.kinds, *r.symbols.stocks)
    for space in r.ruleset.spaces:
        _check_known(r, space.id, [*space.holds, *(n for n, _ in space.room), *space.hides], things)
        _check_room(r, space)
        for name in space.hides:
            if name.id in r.symbols.kinds and not r.symbols.kinds[name.id].hidden:
                what, help = with_article(name.id), _without_face(r.symbols.kinds[name.id].sides)
                errors.nothing_hidden(r.bag, name.span, what, help=help)
        if space.id in r.symbols.ancestors(space.id):
            help = "repeat it per player, or in a space of another kind"
            errors.fact(r.bag, space.span, f"`{space.id}` is repeated in itself", help)
        here = r.symbols.spaces[space.id]
        r.symbols.spaces[space.id] = replace(here, slots=make_slot_kinds(r, space.effects))
    for place in r.ruleset.places:
        if place.trait is None or place.definition is not None:
            _check_known(r, place.id, [*place.holds, *(name for name, _ in place.room)], things)
            _check_room(r, place)
    for kind in r.ruleset.kinds:
        _check_home(r, kind.home, kind.id, kind.span)
        if kind.owner is not None:
            _check_owner(r, kind.owner, kind.id)
        _check_lies_in(r, kind)
        of = r.symbols.kinds[kind.id]
        r.symbols.kinds[kind.id] = replace(of, slots=make_slot_kinds(r, kind.effects))
    for stock in r.ruleset.stocks:
        _check_home(r, stock.home, stock.id, stock.span)
        _check_lies_in(r, stock)
        if stock.kept is not None:
            _check_owner(r, stock.kept, stock.id)
    slots = [s for of in r.symbols.kinds.values() for s in of.slots]
    slots += [s for of in r.symbols.spaces.values() for s in of.slots]
    entries = [e.id for o in r.ruleset.offers for e in o.entries]
    entries += [e.id for d in r.ruleset.definitions for e in d.entries]
    definitions = [d.id for d in r.ruleset.definitions]
    through = {
        *r.symbols.rules,
        *r.symbols.phases,
        *slots,
        *entries,
        *definitions,
        *TURN_RULES,
    }
    for note in r.ruleset.notes:
        for name in note.only_through:
            private = r.symbols.private(note.definition, name.id, "rule")
            if name.id not in through and not private:
                errors.unknown(r.bag, "rule", name.id, name.span, through)
            r.symbols.means(name.span, *(private or _find_ways(r, name.id)))


def _find_ways(r: RulesetBinding, id: str) -> list[Thing]:
    """Returns everything that `only_through` can mean by this name; all of it may change the note."""
    symbols = r.symbols
    found = [Thing("rule", id, symbols.rule_spans[id])] if id in symbols.rule_spans else []
    found += [Thing("phase", id, symbols.phases[id])] if id in symbols.phases else []
    owners: list[ir.Kind | ir.SpaceKind] = [*symbols.kinds.values(), *symbols.spaces.values()]
    for of in owners:
        found += [Thing("slot", id, of.slots[id].span, of.id)] if id in of.slots else []
        for each in of.definitions:
            found += [Thing("piece", id, each.span, of.id)] if each.id == id else []
    entries = [entry for offer in r.ruleset.offers for entry in offer.entries]
    entries += [entry for each in r.ruleset.definitions for entry in each.entries]
    return [*found, *(Thing("entry", id, entry.span) for entry in entries if entry.id == id)]


def check_repeated(r: RulesetBinding) -> None:
    """Checks what spaces are repeated in; after an error it is taken to be the players."""
    known = ("player", *r.symbols.spaces)
    for space in r.ruleset.spaces:
        if space.per is not None:
            mention_kind(r, space.per)
        if space.per is not None and space.per.id not in known:
            help = suggest_one_each(r, space.per.id)
            errors.unknown(r.bag, "kind of space", space.per.id, space.per.span, known, help)
            there = r.symbols.spaces[space.id]
            r.symbols.spaces[space.id] = replace(there, per="player")


def _mention_place(r: RulesetBinding, name: Name) -> None:
    """Records which place a name means."""
    place = r.symbols.places.get(name.id)
    if place is not None:
        r.symbols.means(
            name.span, Thing("place", name.id, place.span, " and ".join(ir.list_indices(place.per)))
        )


def _report_missing_place(r: RulesetBinding, name: Name, per: str | None) -> None:
    """Reports a place that does not exist, and continues as if it did."""
    errors.unknown(r.bag, "place", name.id, name.span, r.symbols.places)
    _add_stand_in(r, name.id, per, name.span)


def _add_stand_in(r: RulesetBinding, id: str, per: str | None, span: Span) -> None:
    """Adds a place that holds everything, so that it is not reported again."""
    holds = (*r.symbols.kinds, *r.symbols.stocks)
    r.symbols.places[id] = ir.Place(id=id, origin=r.ruleset.id, per=per, holds=holds, span=span)


def _check_known(
    r: RulesetBinding, holder: str, names: Iterable[Name], things: tuple[str, ...]
) -> None:
    """Reports unknown things among those that a place holds; after that it may hold anything."""
    for name in names:
        if name.id in r.symbols.kinds:
            mention_kind(r, name)
        elif name.id in r.symbols.stocks:
            stock = r.symbols.stocks[name.id]
            r.symbols.means(name.span, Thing("stock", name.id, stock.span))
        else:
            errors.unknown(r.bag, "kind or stock", name.id, name.span, things)
            r.symbols.open.add(holder)


def _check_lies_in(r: RulesetBinding, of: KindDecl | StockDecl) -> None:
    """Reports unknown places, and places that cannot hide faces."""
    places = [place.id for place in r.ruleset.places if place.id in r.symbols.places]
    known = (*r.symbols.spaces, *places)
    for lies in of.lies_in:
        name = lies.place
        mention_kind(r, name)
        _mention_place(r, name)
        if name.id not in known:
            errors.unknown(r.bag, "place or kind of space", name.id, name.span, known)
        elif name.id in r.symbols.spaces and name.id in places:
            things = [
                Thing("space_kind", name.id, r.symbols.spaces[name.id].span),
                Thing("place", name.id, r.symbols.places[name.id].span),
            ]
            sight_errors.ambiguous(r.bag, r.symbols, name.id, name.span, things)
        elif lies.face_down and name.id not in r.symbols.spaces:
            message = f"the place `{name.id}` itself says who sees faces in it"
            help = "remove `face_down`, which is for kinds of spaces"
            errors.fact(r.bag, name.span, message, help)
        elif lies.face_down and not getattr(of, "hidden", False):
            help = _without_face(getattr(of, "sides", 0))
            errors.nothing_hidden(r.bag, name.span, with_article(of.id), help=help)


def _without_face(sides: int) -> str:
    """What to do about a die that is to lie face down on a space; nothing to add of other pieces."""
    return "remove this: dice are covered only in places with `visible_to`" if sides else ""


def _check_room(r: RulesetBinding, place: SpaceDecl | PlaceDecl) -> None:
    holds = list_held(r, place)
    for name, _ in place.room:
        of = r.symbols.kinds.get(name.id) or r.symbols.stocks.get(name.id)
        if of is not None and name.id not in holds:
            errors.not_held(r.bag, name.span, of.plural, place.id)


def _check_home(r: RulesetBinding, home: Name | None, id: str, span: Span) -> None:
    if home is None:
        errors.start_unsaid(
            r.bag,
            span,
            f"`{id}` has no `home` to be in before setup",
            "add `home: <a place>`",
        )
        _add_stand_in(r, "", None, span)
        return
    place = r.symbols.places.get(home.id)
    _mention_place(r, home)
    if place is None:
        _report_missing_place(r, home, None)
    elif id not in place.holds and place.id not in r.symbols.open:
        of = r.symbols.kinds.get(id) or r.symbols.stocks[id]
        errors.not_held(r.bag, home.span, of.plural, home.id)
    elif place.per not in (None, "player"):
        errors.fact(
            r.bag,
            home.span,
            f"each {' and '.join(ir.list_indices(place.per))} has its own `{home.id}`",
            "choose a home that is one place, or one place per player",
        )


def _check_owner(r: RulesetBinding, name: Name, id: str) -> None:
    place = r.symbols.places.get(name.id)
    _mention_place(r, name)
    if place is None:
        _report_missing_place(r, name, "player")
    elif place.per != "player":
        label = Label(place.span, "declared here")
        errors.fact(
            r.bag,
            name.span,
            f"`{name.id}` is not a place per player",
            "add `per: player` to it",
            [label],
        )
    elif id not in place.holds and place.id not in r.symbols.open:
        of = r.symbols.kinds.get(id) or r.symbols.stocks[id]
        errors.not_held(r.bag, name.span, of.plural, name.id)
