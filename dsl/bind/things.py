"""What a game is made of: varieties, options, kinds of pieces and spaces, and each of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from boardwright.dsl.bind.board import grid_definitions
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.errors import sight as sight_errors
from boardwright.dsl.declare.declarations import (
    AttributeDecl,
    Declaration,
    DefinitionDecl,
    KindDecl,
    LimitDecl,
    LyingDecl,
    OptionDecl,
    PlaceDecl,
    Ruleset,
    SlotKindDecl,
    SpaceDecl,
    StockDecl,
)
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.language.types import (
    FACE,
    NUMBER,
    YES_NO,
    MemberType,
    PieceType,
    SetType,
    Type,
    with_article,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.local_names import Counter
from boardwright.dsl.rules.symbols import (
    DIRECTION,
    DIRECTIONS,
    LIFETIMES,
    NOWHERE,
    PHASE,
    Symbols,
    Thing,
    plural,
)
from boardwright.dsl.source.diagnostics import Bag, Label
from boardwright.dsl.source.places import Span

_PIECES = re.compile(r"(one|[0-9]+)( per player)?")
_NUMBER = re.compile(r"-?[0-9]+")
_ATTRIBUTE_TYPES = "an attribute is a number, `yes_no` or of a variety; or a list of such members"


@dataclass(slots=True)
class Things:
    """Fills the symbols with everything that is there."""

    ruleset: Ruleset
    bag: Bag
    symbols: Symbols
    counter: Counter

    def _variety(
        self,
        id: str,
        members: Mapping[str, Span],
        from_: Declaration,
        texts: Mapping[str, ir.Texts],
    ) -> None:
        self.symbols.varieties[id] = ir.Variety(
            id=id,
            origin=from_.origin,
            texts=from_.texts,
            members=tuple(members),
            member_texts=texts,
            member_spans=members,
            span=from_.span,
        )

    def _varieties(self) -> None:
        for variety in self.ruleset.varieties:
            self._variety(variety.id, _spans(variety.members), variety, variety.member_texts)
        for stock in self.ruleset.stocks:
            if stock.members:
                self._variety(stock.id, _spans(stock.members), stock, stock.member_texts)
        for id in (PHASE, DIRECTION):
            if id in self.symbols.varieties:
                span = self.symbols.varieties[id].span
                errors.name_for_two(self.bag, id, span, "this variety", "a built-in one")
                self.symbols.refused.add(id)
        phases = tuple(phase for phase in all_phases(self.ruleset))
        texts = {phase.id: phase.texts for phase in phases}
        top = Declaration(id=PHASE, span=self.ruleset.span, origin=self.ruleset.id)
        self._variety(PHASE, {phase.id: phase.span for phase in phases}, top, texts)
        self._variety(DIRECTION, dict.fromkeys(DIRECTIONS, NOWHERE), top, {})

    def _options(self) -> None:
        for option in self.ruleset.options:
            type: Type = YES_NO
            low, high = 0, 1
            if option.values:
                members = _spans(option.values)
                self._variety(f"option.{option.id}", members, option, option.value_texts)
                type, high = MemberType(f"option.{option.id}"), len(members) - 1
            elif option.range is not None:
                type, (low, high) = NUMBER, option.range
            elif option.set_of is not None:
                if not self._may_be_chosen(option.set_of):
                    self.symbols.broken.add(option.id)
                    continue
                type, high = SetType(PieceType(option.set_of.id)), 0
            default = self._default(option, type, low)
            if not low <= default <= high:
                span = option.default.span if option.default else option.span
                errors.fact(self.bag, span, f"`{option.id}` goes from {low} to {high}")
            self.symbols.options[option.id] = ir.Option(
                id=option.id,
                origin=option.origin,
                texts=option.texts,
                type=type,
                default=default,
                low=low,
                high=high,
                span=option.span,
            )

    def _may_be_chosen(self, name: Name) -> bool:
        """Whether an option can be a set of pieces of this kind: all can be told apart before there are players."""
        kinds = {kind.id: kind for kind in self.ruleset.kinds}
        kind = kinds.get(name.id)
        if kind is None:
            errors.unknown(self.bag, "kind of piece", name.id, name.span, kinds)
            return False
        why = f"the faces of a {kind.id} are hidden" if kind.hidden else ""
        self.symbols.means(name.span, Thing("kind", kind.id, kind.span))
        if "per player" in (kind.pieces or ""):
            why = f"there is a {kind.id} for each player"
        if why:
            others = [Label(kind.span, "declared here")]
            message = f"{why}: before the game none can be chosen"
            errors.fact(self.bag, name.span, message, "take another kind", others)
        return not why

    def _default(self, option: OptionDecl, type: Type, low: int) -> int:
        if option.default is None:
            return low
        value = self.constant(option.default, type)
        return low if value is None else value

    def constant(self, name: Name, type: Type) -> int | None:
        """A value as written in a fact: a number, yes or no, or a member."""
        text = name.id
        match type:
            case MemberType(variety=variety):
                of = self.symbols.varieties[variety]
                members = of.members
                if text in members:
                    self.symbols.means(name.span, self.symbols.member(of, text))
                    return members.index(text)
                what = variety.removeprefix("option.").removeprefix(FACE)
                errors.unknown(self.bag, what, text, name.span, members)
                return None
            case _ if type == YES_NO and text in ("yes", "no"):
                return int(text == "yes")
            case _ if type == NUMBER and _NUMBER.fullmatch(text):
                return int(text)
            case _:
                pass  # no such value
        help = (
            {"true": "write `yes`", "false": "write `no`"}.get(text, "") if type == YES_NO else ""
        )
        errors.fact(self.bag, name.span, f"{type} is due here, and this is `{text}`", help)
        return None

    def _attributes(self, declared: tuple[AttributeDecl, ...]) -> dict[str, ir.Attribute]:
        found: dict[str, ir.Attribute] = {}
        for attribute in declared:
            thing = self._no_type_of_attributes(attribute.type.id)
            if thing:
                span = attribute.type.span
                errors.fact(self.bag, span, f"an attribute cannot be {thing}", _ATTRIBUTE_TYPES)
                self.symbols.broken.add(attribute.name.id)
                continue
            type = self.type_named(attribute.type)
            if type is None:
                self.symbols.broken.add(attribute.name.id)
                continue
            if attribute.many and not isinstance(type, MemberType):
                help = "a list is of members of a variety"
                errors.fact(self.bag, attribute.type.span, f"there is no list of {type}", help)
                continue
            if not isinstance(type, MemberType) and type not in (NUMBER, YES_NO):
                span = attribute.type.span
                errors.fact(self.bag, span, f"an attribute cannot be {type}", _ATTRIBUTE_TYPES)
                continue
            name = attribute.name
            found[name.id] = ir.Attribute(
                id=name.id, type=type, many=attribute.many, span=name.span
            )
        return found

    def _no_type_of_attributes(self, id: str) -> str:
        """What else is declared by this name, of which no attribute is; nothing if it may be a type."""
        ruleset = self.ruleset
        if id in self.symbols.varieties or any(s.id == id and s.members for s in ruleset.stocks):
            return ""
        things = (*ruleset.kinds, *ruleset.spaces, *ruleset.stocks, *ruleset.places)
        return with_article(id) if any(each.id == id for each in things) else ""

    def variety_help(self, id: str) -> str:
        """What to do instead of having a place or a space for each member of a variety."""
        if id not in self.symbols.varieties:
            return ""
        members = " and ".join(f"`{each}`" for each in self.symbols.varieties[id].members[:2])
        return f"`{id}` is a variety: declare one for each of its members, such as {members}"

    def type_named(self, name: Name, told: Span | None = None) -> Type | None:
        """The type of this name; what is wrong with it is told of its place, or of another."""
        found = self.symbols.types_named(name.id)
        if len(found) > 1:
            things = [thing for _, thing in found]
            sight_errors.ambiguous(self.bag, self.symbols, name.id, told or name.span, things)
            return None
        if found:
            self.symbols.means(name.span, found[0][1])
            return found[0][0]
        errors.unknown(self.bag, "type", name.id, told or name.span, self.symbols.type_names())
        return None

    def limit(
        self, declared: LimitDecl | None, clause: tuple[str, str] | None = None
    ) -> ir.Limit | None:
        if declared is None:
            return None
        lasts = self.lifetime(declared.lasts, clause)
        if lasts is None:
            return None
        return ir.Limit(times=declared.times, lasts=lasts, span=declared.lasts.span)

    def lifetime(self, name: Name, clause: tuple[str, str] | None) -> str | None:
        """A time, or the rule or phase that begins it anew."""
        if name.id in LIFETIMES:
            return name.id
        if name.id in self.symbols.phases:
            self.symbols.means(name.span, Thing("phase", name.id, self.symbols.phases[name.id]))
            return name.id
        private = self.symbols.private(clause, name.id, "rule")
        if private:
            self.symbols.means(name.span, private[0])
            return private[0].id
        if name.id in self.symbols.rules:
            self.symbols.means(name.span, Thing("rule", name.id, self.symbols.rule_spans[name.id]))
            return name.id
        symbols = self.symbols
        errors.unknown_time(
            self.bag, name.id, name.span, LIFETIMES, symbols.phases, rules=symbols.rules
        )
        return None

    def slots(self, declared: tuple[SlotKindDecl, ...]) -> dict[str, ir.SlotKind]:
        return {
            slot.name.id: ir.SlotKind(
                id=slot.name.id,
                offered_in=self.offers(slot.offered_in),
                limit=self.limit(slot.limit),
                span=slot.name.span,
            )
            for slot in declared
        }

    def offers(self, names: tuple[Name, ...]) -> tuple[str, ...]:
        """Names of offers, those that do not exist being reported."""
        for name in names:
            if name.id in self.symbols.offers:
                offer = Thing("offer", name.id, self.symbols.offers[name.id])
                self.symbols.means(name.span, offer)
            else:
                sort = "a phase" if name.id in self.symbols.phases else ""
                errors.no_offer(self.bag, name.id, name.span, self.symbols.offers, sort)
        return tuple(name.id for name in names)

    def _kind(self, kind: KindDecl) -> ir.Kind:
        number, per_player = self._number_of(kind)
        definitions: tuple[ir.Definition, ...] = ()
        if number is not None:
            ids = (kind.id,) if number == 1 else tuple(f"{kind.id}_{i + 1}" for i in range(number))
            definitions = tuple(
                ir.Definition(
                    id=id, origin=kind.origin, texts=kind.texts, kind=kind.id, span=kind.span
                )
                for id in ids
            )
        attributes = self._attributes(kind.attributes)
        for name in kind.back:
            if not kind.hidden:
                message = f"a {kind.id} is not hidden: all of it is seen"
                errors.fact(self.bag, name.span, message, "add `hidden: yes`, or leave out `back`")
                break
            if name.id in attributes:
                back = Thing("attribute", name.id, attributes[name.id].span, owner=kind.id)
                self.symbols.means(name.span, back)
            elif name.id not in self.symbols.broken:
                errors.unknown(self.bag, f"attribute of {kind.id}", name.id, name.span, attributes)
        return ir.Kind(
            id=kind.id,
            origin=kind.origin,
            texts=kind.texts,
            plural=kind.plural or plural(kind.id),
            attributes=attributes,
            definitions=definitions,
            home=kind.home.id if kind.home else "",
            hidden=kind.hidden,
            back=tuple(name.id for name in kind.back),
            per_player=per_player,
            sides=kind.sides,
            owner=kind.owner.id if kind.owner else None,
            slots={s.name.id: ir.SlotKind(id=s.name.id, span=s.name.span) for s in kind.effects},
            span=kind.span,
        )

    def lying(self, place: str) -> Iterable[tuple[KindDecl | StockDecl, LyingDecl]]:
        """What says of itself that it lies in a place or kind of space."""
        things: tuple[KindDecl | StockDecl, ...] = (*self.ruleset.kinds, *self.ruleset.stocks)
        for of in things:
            for lies in of.lies_in:
                if lies.place.id == place:
                    yield of, lies

    def holds(self, place: SpaceDecl | PlaceDecl) -> tuple[str, ...]:
        """What may lie there: what the place lists, and what lists the place."""
        others = (of.id for of, _ in self.lying(place.id))
        return tuple(dict.fromkeys((*(name.id for name in place.holds), *others)))

    def room(self, place: SpaceDecl | PlaceDecl) -> dict[str, int]:
        """How many fit in; nobody says it twice."""
        found = {name.id: most for name, most in place.room}
        for of, lies in self.lying(place.id):
            if lies.room is None:
                continue
            if of.id in found:
                first = next((name.span for name, _ in place.room if name.id == of.id), place.span)
                message = f"how many of {of.id} fit in `{place.id}` is said twice"
                others = [Label(first, "first here")]
                errors.fact(self.bag, lies.place.span, message, "leave one of them out", others)
            found.setdefault(of.id, lies.room)
        return found

    def _number_of(self, kind: KindDecl) -> tuple[int | None, bool]:
        if kind.pieces is None:
            return None, False
        found = _PIECES.fullmatch(kind.pieces)
        if found is None:
            errors.fact(self.bag, kind.span, "`pieces` is `one`, `one per player` or a number")
            return 1, False
        return 1 if found[1] == "one" else int(found[1]), found[2] is not None

    def _space(self, space: SpaceDecl) -> ir.SpaceKind:
        attributes = self._attributes(space.attributes)
        if space.grid is not None:
            for id in ("column", "row"):
                attributes.setdefault(id, ir.Attribute(id=id, type=NUMBER, span=space.span))
        return ir.SpaceKind(
            id=space.id,
            origin=space.origin,
            texts=space.texts,
            plural=space.plural or plural(space.id),
            attributes=attributes,
            definitions=grid_definitions(space),
            holds=self.holds(space),
            room=self.room(space),
            hides=(
                *(name.id for name in space.hides),
                *(of.id for of, lies in self.lying(space.id) if lies.face_down),
            ),
            per=space.per.id if space.per else None,
            ring=space.ring,
            seats=space.seats,
            slots={s.name.id: ir.SlotKind(id=s.name.id, span=s.name.span) for s in space.effects},
            span=space.span,
        )

    def _definitions(self) -> None:
        found: dict[str, list[ir.Definition]] = {}
        for definition in self.ruleset.definitions:
            kind = definition.kind.id
            if kind not in self.symbols.kinds and kind not in self.symbols.spaces:
                known = (*self.symbols.kinds, *self.symbols.spaces)
                errors.unknown(self.bag, "kind", kind, definition.kind.span, known)
                self.symbols.broken.add(definition.id)
                continue
            for written, _ in definition.sites:
                self._kind_named(written)
            found.setdefault(kind, []).append(self._definition(definition))
        kinds, spaces = self.symbols.kinds, self.symbols.spaces
        for id, definitions in found.items():
            if id in kinds:
                given = {d.id for d in definitions}
                made = tuple(d for d in kinds[id].definitions if d.id not in given)
                if kinds[id].per_player and any(d.origin == kinds[id].origin for d in definitions):
                    made = ()  # each player has one of each that is declared
                kinds[id] = replace(kinds[id], definitions=(*made, *definitions))
            else:
                given = {d.id for d in definitions}
                made = tuple(d for d in spaces[id].definitions if d.id not in given)
                spaces[id] = replace(spaces[id], definitions=(*made, *definitions))
        for id, space in spaces.items():
            if not space.definitions and space.per is not None:
                only = ir.Definition(
                    id=id, origin=space.origin, texts=space.texts, kind=id, span=space.span
                )
                spaces[id] = replace(space, definitions=(only,))
        for kind_decl in self.ruleset.kinds:
            definitions_of = kinds[kind_decl.id].definitions
            # `count` counts the pieces of the ruleset that says it: expansions may add any number.
            counted = (kind_decl.origin, self.ruleset.id)
            total = sum(each.copies for each in definitions_of if each.origin in counted)
            if kind_decl.count is not None and total != kind_decl.count:
                message = f"there are {total} {kinds[kind_decl.id].plural}, not {kind_decl.count}"
                errors.fact(
                    self.bag, kind_decl.span, message, "declare the others, or change `count`"
                )
            if not definitions_of:
                errors.fact(
                    self.bag,
                    kind_decl.span,
                    f"there is no {kind_decl.id}",
                    "declare each one under `pieces` or in a file of its own, or write `pieces: one`",
                )

    def _kind_named(self, name: Name) -> None:
        """Tells of which kind of piece or space somebody writes."""
        for sort, table in (("kind", self.symbols.kinds), ("space_kind", self.symbols.spaces)):
            if name.id in table:
                self.symbols.means(name.span, Thing(sort, name.id, table[name.id].span))

    def _faces(self) -> None:
        """The definitions of each kind as a variety, for `face of card` and for tables."""
        for kind in self.ruleset.kinds:
            definitions = self.symbols.kinds[kind.id].definitions
            if not kind.sides:
                texts = {definition.id: definition.texts for definition in definitions}
                spans = {definition.id: definition.span for definition in definitions}
                self._variety(FACE + kind.id, spans, kind, texts)

    def _definition(self, definition: DefinitionDecl) -> ir.Definition:
        kind = definition.kind.id
        of = self.symbols.kinds.get(kind) or self.symbols.spaces[kind]
        values: dict[str, int | tuple[int, ...]] = {}
        given: set[str] = set()
        for value in definition.attributes:
            name = value.name
            given.add(name.id)
            attribute = of.attributes.get(name.id)
            if attribute is None and name.id in self.symbols.broken:
                continue
            if attribute is None:
                errors.unknown(self.bag, f"attribute of {kind}", name.id, name.span, of.attributes)
                continue
            self.symbols.means(name.span, Thing("attribute", name.id, attribute.span, owner=kind))
            if value.many and not attribute.many:
                errors.fact(
                    self.bag, name.span, f"`{name.id}` is one, not a list", "leave out the brackets"
                )
                continue
            read = [self.constant(one, attribute.type) for one in value.values]
            known = tuple(one for one in read if one is not None)
            if attribute.many:
                values[name.id] = known
            elif len(known) == 1:
                values[name.id] = known[0]
        for id, attribute in of.attributes.items():
            if id in given:
                continue
            if attribute.many:
                values[id] = ()
            elif attribute.type in (NUMBER, YES_NO):
                values[id] = 0
            else:
                errors.start_unsaid(
                    self.bag,
                    definition.span,
                    f"`{definition.id}` does not say its `{id}`",
                    f"add `{id}:` with one of {_listed(self.symbols, attribute.type)}",
                )
        return ir.Definition(
            id=definition.id,
            origin=definition.origin,
            texts=definition.texts,
            kind=kind,
            attributes=values,
            copies=definition.copies,
            assumed=definition.assumed,
            span=definition.span,
        )


def _spans(names: Iterable[Name]) -> dict[str, Span]:
    return {name.id: name.span for name in names}


def all_phases(ruleset: Ruleset) -> Iterable[Declaration]:
    """Every phase, those inside others after these."""
    waiting = list(ruleset.course)
    while waiting:
        phase = waiting.pop(0)
        yield phase
        waiting = [*phase.phases, *waiting]


def _listed(symbols: Symbols, type: Type) -> str:
    members = symbols.varieties[type.variety].members if isinstance(type, MemberType) else ()
    return ", ".join(f"`{member}`" for member in members)
