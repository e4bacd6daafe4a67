"""Declared things become symbols: stocks, places, notes and tables, and what rules and values take."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from boardwright.dsl.bind.board import grid_links, links, ring_kinds
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.errors import sight as sight_errors
from boardwright.dsl.bind.hiding import hidden_by_private
from boardwright.dsl.bind.references import References
from boardwright.dsl.bind.things import all_phases
from boardwright.dsl.declare.declarations import (
    NoteDecl,
    PlaceDecl,
    TableDecl,
)
from boardwright.dsl.language.syntax import Head, Name, Param
from boardwright.dsl.language.type_relations import joined
from boardwright.dsl.language.types import (
    FACE,
    NUMBER,
    YES_NO,
    MemberType,
    SetType,
    SpaceType,
    Type,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.symbols import (
    BUILT_IN_NOTES,
    TURN_RULES,
    Thing,
    ValueInfo,
    plural,
)
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.suggest import suggest_help

_NUMBER = re.compile(r"-?[0-9]+")


@dataclass(slots=True)
class Declarations(References):
    """Fills the symbols of a ruleset. The order of `all` matters: each step looks up what those before it made."""

    def all(self) -> None:
        """Everything but the texts."""
        self.symbols.seats = {name: n for n, name in enumerate(self.ruleset.seat_names)}
        self._varieties()
        self._options()
        for kind in self.ruleset.kinds:
            self.symbols.kinds[kind.id] = self._kind(kind)
        for space in self.ruleset.spaces:
            self.symbols.spaces[space.id] = self._space(space)
        self.repeated()
        self._definitions()
        self._faces()
        self._stocks()
        self._places()
        self._phases()
        for offer in self.ruleset.offers:
            self.symbols.offers.setdefault(offer.id, offer.span)
        self._rules()
        self._notes()
        self._tables()
        self._values()
        self._names_for_two()
        self.symbols.links = links(self.ruleset, self.symbols, self.bag) + tuple(
            link for space in self.ruleset.spaces for link in grid_links(space)
        )
        ring_kinds(self.ruleset, self.symbols, self.bag)
        self._references()
        self.symbols.index()
        self._privates()

    def _privates(self) -> None:
        """Reports what pieces call by the name of something that they can know."""
        private = (
            (name, each) for own in self.symbols.privates.values() for name, each in own.items()
        )
        for name, things in private:
            for thing in things:
                seen = self.symbols.seen_from(thing.span.source)
                hidden = hidden_by_private(seen, thing.sort, name)
                if hidden is not None:
                    errors.hides(self.bag, name, thing.span, hidden, False, False)

    def _stocks(self) -> None:
        for stock in self.ruleset.stocks:
            each = stock.id if stock.members else (stock.each.id if stock.each else None)
            if stock.each is not None and each != "player" and each not in self.symbols.varieties:
                known = ("player", *(v for v in self.symbols.varieties if "." not in v))
                errors.unknown(self.bag, "variety", stock.each.id, stock.each.span, known)
                each = "player"  # so that nothing more is said about it
            elif stock.each is not None and each != "player":
                self._variety_named(stock.each)
            self.symbols.stocks[stock.id] = ir.Stock(
                id=stock.id,
                origin=stock.origin,
                texts=stock.texts,
                plural=stock.plural or plural(stock.id),
                total=stock.total,
                each=each,
                home=stock.home.id if stock.home else "",
                kept=stock.kept.id if stock.kept else None,
                span=stock.span,
            )

    def _places(self) -> None:
        for place in self.ruleset.places:
            if place.trait is not None and place.definition is None:
                continue
            id, per = self._own_name("place", place), self._per(place)
            only_for: tuple[str, ...] = ()
            if place.definition is not None:
                only_for = (place.definition[1],)
                if id in self.symbols.places:
                    there = self.symbols.places[id]
                    if there.per == per and there.only_for:
                        self.symbols.places[id] = replace(there, only_for=there.only_for + only_for)
                        continue
                    first, second = f"a place kept per {there.per}", f"one kept per {per}"
                    errors.name_for_two(self.bag, id, place.span, first, second)
                    continue
            self.symbols.places[id] = ir.Place(
                id=id,
                origin=place.origin,
                texts=place.texts,
                per=per,
                holds=self.holds(place) if id == place.id else tuple(n.id for n in place.holds),
                ordered=place.ordered,
                tracked=place.tracked is not False,
                says_tracked=place.tracked is not None,
                visible_to=place.visible_to,
                room=self.room(place) if id == place.id else {n.id: m for n, m in place.room},
                only_for=only_for,
                span=place.span,
            )

    def _own_name(self, sort: str, declared: PlaceDecl | NoteDecl | TableDecl) -> str:
        """The id in the game; what stands in the file of a piece (but not in a trait) is private to it."""
        trait = getattr(declared, "trait", None)
        if declared.definition is None or trait is not None:
            return declared.id
        return self.private(sort, declared.id, declared.definition, declared.span)

    def private(self, sort: str, name: str, clause: tuple[str, str], span: Span) -> str:
        id = f"{clause[1]}.{name}"
        twins = [d for d in self.ruleset.definitions if d.id == clause[1]]
        if len(twins) > 1:
            id = f"{clause[0]}.{id}"
        self.symbols.add_private(clause, name, Thing(sort, id, span))
        return id

    def _per(self, declared: PlaceDecl | NoteDecl) -> str | None:
        if declared.per is None:
            return declared.definition[0] if declared.definition else None
        id = declared.per.id
        known = ["player", *self.symbols.kinds, *self.symbols.spaces]
        if isinstance(declared, NoteDecl):
            known += [v for v in self.symbols.varieties if "." not in v]
        if id not in known:
            sort = "kind or variety" if isinstance(declared, NoteDecl) else "kind"
            errors.unknown(self.bag, sort, id, declared.per.span, known, self.variety_help(id))
        elif id in self.symbols.kinds or id in self.symbols.spaces:
            self._kind_named(declared.per)
        else:
            self._variety_named(declared.per)
        return id if id in known else None

    def _variety_named(self, name: Name) -> None:
        """Tells of which variety somebody writes."""
        variety = self.symbols.varieties.get(name.id)
        if variety is not None:
            self.symbols.means(name.span, Thing("variety", name.id, variety.span))

    def _phases(self) -> None:
        for phase in all_phases(self.ruleset):
            if phase.id in self.symbols.phases:
                first = self.symbols.phases[phase.id]
                errors.name_for_two(
                    self.bag, phase.id, phase.span, "this phase", "another one", first
                )
            self.symbols.phases.setdefault(phase.id, phase.span)

    def _rules(self) -> None:
        for rule in self.ruleset.rules:
            id = rule.id
            if rule.definition is not None:
                id = self.private("rule", rule.id, rule.definition, rule.span)
            elif id in self.symbols.phases or id in TURN_RULES:
                place = self.symbols.phases.get(id)
                errors.name_for_two(self.bag, id, rule.span, "this rule", "a phase or turn", place)
                self.symbols.refused.add(id)
            self.symbols.rules[id] = self.params(rule.head)
            self.symbols.rule_spans[id] = rule.span

    def params(self, head: Head) -> tuple[ir.Var, ...]:
        """The parameters of a rule or value."""
        found: list[ir.Var] = []
        for param in head.params:
            if any(var.name == param.name for var in found):
                errors.taken(self.bag, param.name, param.span, head.params[0].span, False)
            type = self.param_type(param)
            var = self.counter.var(param.name, NUMBER if type is None else type)
            if type is None:
                self.symbols.unknown.add(var.id)
            found.append(var)
        return tuple(found)

    def param_type(self, param: Param) -> Type | None:
        if param.type is None and not self.symbols.types_named(param.name):
            errors.param_without_type(self.bag, param.name, param.span, self.symbols.type_names())
            return None
        # What is wrong with one of its names is told of the parameter as a whole.
        names = param.names[:-1] or param.names
        type = self.type_named(names[0], param.span)
        for other in names[1:]:
            more = self.type_named(other, param.span)
            if type is None or more is None:
                return None
            if not (isinstance(type, SpaceType) and isinstance(more, SpaceType)):
                message = f"{type} and {more} are never both meant"
                errors.fact(self.bag, param.span, message, "only kinds of spaces go with `or`")
                return None
            type = joined(type, more)
        return SetType(type) if type is not None and param.is_set else type

    def _notes(self) -> None:
        for note in self.ruleset.notes:
            if note.trait is not None and note.definition is None:
                continue
            id, type = self._own_name("note", note), self.type_named(note.type)
            if note.definition is not None and note.trait is not None and id in self.symbols.notes:
                continue
            if id in BUILT_IN_NOTES:
                errors.name_for_two(self.bag, id, note.span, "this note", "a built-in one")
                self.symbols.refused.add(id)
            if id in BUILT_IN_NOTES:
                continue
            if type is None:
                self.symbols.broken.add(note.id)
                self.symbols.forget_private(note.definition, note.id, "note")
                continue
            low, high = note.range or (-1_000_000, 1_000_000)
            if note.range is not None and type != NUMBER:
                errors.fact(self.bag, note.span, "only numbers have a `range`")
                low, high = -1_000_000, 1_000_000
            per, lasts = self._per(note), None
            if note.visible_to == "owner" and (per is None or per in self.symbols.varieties):
                message = f"`{id}` has no owner who could see it"
                help = "add `per: player`, or write `visible_to: nobody`"
                errors.fact(self.bag, note.span, message, help)
            if note.lasts is not None:
                lasts = self.lifetime(note.lasts, note.definition)
            self.symbols.notes[id] = ir.Note(
                id=id,
                origin=note.origin,
                texts=note.texts,
                type=SetType(type) if note.is_set else type,
                per=per,
                lasts=lasts or "game",
                low=low,
                high=high,
                only_through=tuple(name.id for name in note.only_through),
                visible_to=note.visible_to,
                span=note.span,
            )

    def _tables(self) -> None:
        for table in self.ruleset.tables:
            id = self._own_name("table", table)
            key_type = self._type_of_all([key for key, _ in table.rows])
            type = self._type_of_all([value for _, value in table.rows])
            if key_type is None or type is None:
                self.symbols.broken.add(table.id)
                self.symbols.forget_private(table.definition, table.id, "table")
                continue
            rows: dict[int, int] = {}
            for key, value in table.rows:
                read_key, read = self.constant(key, key_type), self.constant(value, type)
                if read_key is not None and read is not None:
                    rows[read_key] = read
            self.symbols.tables[id] = ir.Table(
                id=id,
                origin=table.origin,
                texts=table.texts,
                key_type=key_type,
                type=type,
                rows=rows,
                span=table.span,
            )

    def _type_of_all(self, names: list[Name]) -> Type | None:
        """The type of the entries of a table: that of the first one, if only one is possible."""
        if not names or all(_NUMBER.fullmatch(name.id) for name in names):
            return NUMBER
        if all(name.id in ("yes", "no") for name in names):
            return YES_NO
        fitting = {
            id: sum(name.id in variety.members for name in names)
            for id, variety in self.symbols.varieties.items()
        }
        best = max(fitting.values(), default=0)
        found = [id for id, count in fitting.items() if count == best and best]
        found = [id for id in found if not id.startswith(FACE)] or found
        if len(found) == 1:
            return MemberType(found[0])
        if found:
            things = [Thing("member", names[0].id, owner=id) for id in found]
            sight_errors.ambiguous(self.bag, self.symbols, names[0].id, names[0].span, things)
        else:
            members = [m for v in self.symbols.varieties.values() for m in v.members]
            close = suggest_help(names[0].id, members)
            help = "a table has numbers, `yes` and `no`, members of a variety, or ids of pieces"
            errors.unknown(
                self.bag, "entry of a table", names[0].id, names[0].span, (), (*close, help)
            )
        return None

    def _values(self) -> None:
        for value in self.ruleset.values:
            id = value.id
            if value.definition is not None:
                id = self.private("value", value.id, value.definition, value.span)
            self.symbols.values[id] = ValueInfo(id, self.params(value.head), None, value.span)
