"""Whether what declarations name is there and fits: homes, owners, what places hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.errors import sight as sight_errors
from boardwright.dsl.bind.things import Things
from boardwright.dsl.declare.declarations import (
    KindDecl,
    PlaceDecl,
    SpaceDecl,
    StockDecl,
)
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.language.types import SetType, with_article
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.symbols import (
    DIRECTION,
    PHASE,
    PLAIN_TYPES,
    TURN_RULES,
    Thing,
)
from boardwright.dsl.source.diagnostics import Label
from boardwright.dsl.source.places import Span


@dataclass(slots=True)
class References(Things):
    """Checks the declared things against each other."""

    def _names_for_two(self) -> None:
        """Plurals by which two sorts of components would be meant, and names that the engine uses."""
        said: dict[str, tuple[str, Span]] = {}
        things = (
            *(
                (k.plural, f"all pieces of the kind {k.id}", k.span)
                for k in self.symbols.kinds.values()
            ),
            *((s.plural, f"the stock {s.id}", s.span) for s in self.symbols.stocks.values()),
            *(
                (s.plural, f"all spaces of the kind {s.id}", s.span)
                for s in self.symbols.spaces.values()
            ),
        )
        for name, what, span in things:
            if name in said:
                first, place = said[name]
                errors.name_for_two(self.bag, name, span, what, first, place)
            said.setdefault(name, (what, span))
        plurals = {kind.plural: kind for kind in self.symbols.kinds.values()}
        for option in self.symbols.options.values():
            if option.id in plurals and isinstance(option.type, SetType):
                kind = plurals[option.id]
                what = f"all pieces of the kind {kind.id}"
                errors.name_for_two(
                    self.bag, option.id, option.span, "this option", what, kind.span
                )
        for both in self.symbols.kinds.keys() & self.symbols.spaces.keys():
            span = self.symbols.spaces[both].span
            other = self.symbols.kinds[both].span
            errors.name_for_two(self.bag, both, span, "a kind of space", "a kind of piece", other)
        for name in PLAIN_TYPES:
            for table in (self.symbols.kinds, self.symbols.spaces, self.symbols.varieties):
                if name in table:
                    span = table[name].span
                    errors.name_for_two(self.bag, name, span, "this", "a type of the language")
                    self.symbols.refused.add(name)

        for sort, id, span in self._like_built_in():
            errors.name_for_two(self.bag, id, span, f"this {sort}", "a built-in name")
            self.symbols.refused.add(id)

    def _like_built_in(self) -> Iterator[tuple[str, str, Span]]:
        """Kinds that are called like a type that there is in every game. Anything else may be called like what is built
        in, and hides it.
        """
        for sort, found in (
            ("kind of piece", self.ruleset.kinds),
            ("kind of space", self.ruleset.spaces),
        ):
            for each in found:
                if each.id in (PHASE, DIRECTION):
                    yield sort, each.id, each.span

    def _references(self) -> None:
        """Homes, what places hold, owners, and where effects are offered."""
        things = (*self.symbols.kinds, *self.symbols.stocks)
        for space in self.ruleset.spaces:
            self._known(space.id, [*space.holds, *(n for n, _ in space.room), *space.hides], things)
            self._room(space)
            for name in space.hides:
                if name.id in self.symbols.kinds and not self.symbols.kinds[name.id].hidden:
                    errors.nothing_hidden(self.bag, name.span, with_article(name.id))
            if space.id in self.symbols.ancestors(space.id):
                help = "a space is repeated per player, or in a space of another kind"
                errors.fact(self.bag, space.span, f"`{space.id}` is repeated in itself", help)
            here = self.symbols.spaces[space.id]
            self.symbols.spaces[space.id] = replace(here, slots=self.slots(space.effects))
        for place in self.ruleset.places:
            if place.trait is None or place.definition is not None:
                self._known(place.id, [*place.holds, *(name for name, _ in place.room)], things)
                self._room(place)
        for kind in self.ruleset.kinds:
            self._home(kind.home, kind.id, kind.span)
            if kind.owner is not None:
                self._owner(kind.owner, kind.id)
            self._lies_in(kind)
            of = self.symbols.kinds[kind.id]
            self.symbols.kinds[kind.id] = replace(of, slots=self.slots(kind.effects))
        for stock in self.ruleset.stocks:
            self._home(stock.home, stock.id, stock.span)
            self._lies_in(stock)
            if stock.kept is not None:
                self._owner(stock.kept, stock.id)
        slots = [s for of in self.symbols.kinds.values() for s in of.slots]
        slots += [s for of in self.symbols.spaces.values() for s in of.slots]
        entries = [e.id for o in self.ruleset.offers for e in o.entries]
        entries += [e.id for d in self.ruleset.definitions for e in d.entries]
        definitions = [d.id for d in self.ruleset.definitions]
        through = {
            *self.symbols.rules,
            *self.symbols.phases,
            *slots,
            *entries,
            *definitions,
            *TURN_RULES,
        }
        for note in self.ruleset.notes:
            for name in note.only_through:
                private = self.symbols.private(note.definition, name.id, "rule")
                if name.id not in through and not private:
                    errors.unknown(self.bag, "rule", name.id, name.span, through)
                self.symbols.means(name.span, *(private or self._ways(name.id)))

    def _ways(self, id: str) -> list[Thing]:
        """Everything that `only_through` can mean by this name: whatever has it may change the note."""
        symbols = self.symbols
        found = [Thing("rule", id, symbols.rule_spans[id])] if id in symbols.rule_spans else []
        found += [Thing("phase", id, symbols.phases[id])] if id in symbols.phases else []
        owners: list[ir.Kind | ir.SpaceKind] = [*symbols.kinds.values(), *symbols.spaces.values()]
        for of in owners:
            found += [Thing("slot", id, of.slots[id].span, of.id)] if id in of.slots else []
            for each in of.definitions:
                found += [Thing("piece", id, each.span, of.id)] if each.id == id else []
        entries = [entry for offer in self.ruleset.offers for entry in offer.entries]
        entries += [entry for each in self.ruleset.definitions for entry in each.entries]
        return [*found, *(Thing("entry", id, entry.span) for entry in entries if entry.id == id)]

    def repeated(self) -> None:
        """What spaces are repeated in. After an error it is taken to be the players."""
        known = ("player", *self.symbols.spaces)
        for space in self.ruleset.spaces:
            if space.per is not None:
                self._kind_named(space.per)
            if space.per is not None and space.per.id not in known:
                help = self.variety_help(space.per.id)
                errors.unknown(self.bag, "kind of space", space.per.id, space.per.span, known, help)
                there = self.symbols.spaces[space.id]
                self.symbols.spaces[space.id] = replace(there, per="player")

    def _place_named(self, name: Name) -> None:
        """Tells of which place somebody writes."""
        place = self.symbols.places.get(name.id)
        if place is not None:
            self.symbols.means(name.span, Thing("place", name.id, place.span, place.per or ""))

    def _missing(self, name: Name, per: str | None) -> None:
        """Reports a place that does not exist, and goes on as if it did."""
        errors.unknown(self.bag, "place", name.id, name.span, self.symbols.places)
        self._stand_in(name.id, per, name.span)

    def _stand_in(self, id: str, per: str | None, span: Span) -> None:
        """Puts a place there that holds everything, so that nothing more is said about it."""
        holds = (*self.symbols.kinds, *self.symbols.stocks)
        self.symbols.places[id] = ir.Place(
            id=id, origin=self.ruleset.id, per=per, holds=holds, span=span
        )

    def _known(self, holder: str, names: Iterable[Name], things: tuple[str, ...]) -> None:
        """Reports what does not exist among what a place holds; after that it may hold anything."""
        for name in names:
            if name.id in self.symbols.kinds:
                self._kind_named(name)
            elif name.id in self.symbols.stocks:
                stock = self.symbols.stocks[name.id]
                self.symbols.means(name.span, Thing("stock", name.id, stock.span))
            else:
                errors.unknown(self.bag, "kind or stock", name.id, name.span, things)
                self.symbols.open.add(holder)

    def _lies_in(self, of: KindDecl | StockDecl) -> None:
        """Reports places that do not exist, and faces that cannot be hidden there."""
        places = [place.id for place in self.ruleset.places if place.id in self.symbols.places]
        known = (*self.symbols.spaces, *places)
        for lies in of.lies_in:
            name = lies.place
            self._kind_named(name)
            self._place_named(name)
            if name.id not in known:
                errors.unknown(self.bag, "place or kind of space", name.id, name.span, known)
            elif name.id in self.symbols.spaces and name.id in places:
                things = [
                    Thing("space_kind", name.id, self.symbols.spaces[name.id].span),
                    Thing("place", name.id, self.symbols.places[name.id].span),
                ]
                sight_errors.ambiguous(self.bag, self.symbols, name.id, name.span, things)
            elif lies.face_down and name.id not in self.symbols.spaces:
                message = f"whether faces are seen in `{name.id}` is said there"
                help = "leave out `face_down`: it is for kinds of spaces"
                errors.fact(self.bag, name.span, message, help)
            elif lies.face_down and not getattr(of, "hidden", False):
                errors.nothing_hidden(self.bag, name.span, with_article(of.id))

    def _room(self, place: SpaceDecl | PlaceDecl) -> None:
        holds = self.holds(place)
        for name, _ in place.room:
            of = self.symbols.kinds.get(name.id) or self.symbols.stocks.get(name.id)
            if of is not None and name.id not in holds:
                errors.not_held(self.bag, name.span, of.plural, place.id)

    def _home(self, home: Name | None, id: str, span: Span) -> None:
        if home is None:
            errors.start_unsaid(
                self.bag,
                span,
                f"`{id}` does not say where it is before setup",
                "add `home: <a place>`",
            )
            self._stand_in("", None, span)
            return
        place = self.symbols.places.get(home.id)
        self._place_named(home)
        if place is None:
            self._missing(home, None)
        elif id not in place.holds and place.id not in self.symbols.open:
            of = self.symbols.kinds.get(id) or self.symbols.stocks[id]
            errors.not_held(self.bag, home.span, of.plural, home.id)
        elif place.per not in (None, "player"):
            errors.fact(
                self.bag,
                home.span,
                f"`{home.id}` is kept per {place.per}",
                "a home is one place, or one per player",
            )

    def _owner(self, name: Name, id: str) -> None:
        place = self.symbols.places.get(name.id)
        self._place_named(name)
        if place is None:
            self._missing(name, "player")
        elif place.per != "player":
            label = Label(place.span, "declared here")
            errors.fact(
                self.bag,
                name.span,
                f"`{name.id}` is not kept per player",
                "add `per: player` to it",
                [label],
            )
        elif id not in place.holds and place.id not in self.symbols.open:
            of = self.symbols.kinds.get(id) or self.symbols.stocks[id]
            errors.not_held(self.bag, name.span, of.plural, name.id)
