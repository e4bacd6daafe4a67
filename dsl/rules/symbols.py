"""The symbol tables of a game: everything that a global name can mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from boardwright.dsl.language.type_relations import SetType, Type
from boardwright.dsl.language.types import (
    FACE,
    WAY,
    WAYS,
    MemberType,
    PieceType,
    SpaceType,
    ZoneType,
    kinds_of,
    with_article,
)
from boardwright.dsl.language.words import (
    BUILT_IN_NOTES,
    BUILT_IN_SETS,
    DEEDS,
    EVERYWHERE,
    FUNCTIONS,
    PLAIN_TYPES,
    TYPE_OF_WAYS,
    WITH_OF,
    plural,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.grids import ways_in
from boardwright.dsl.rules.sight import Key, Sight
from boardwright.dsl.rules.walk import phases_in
from boardwright.dsl.source.places import Source, Span

if TYPE_CHECKING:
    from boardwright.dsl.rules.name_uses import Uses

T = TypeVar("T")

NOWHERE = Span(Source("", ""), 0, 0)

# The words for each sort of thing; {owner} is what it belongs to.
SORTS = {
    "local": "a local name",
    "decision": "a decision",
    "entry": "an entry of an offer",
    "trait": "a trait",
    "scenario": "a scenario",
    "value": "a value",
    "note": "a note",
    "option": "an option",
    "member": "one of {owner}",
    "kind": "a kind of piece",
    "pieces": "all pieces of the kind {id}",
    "piece": "a {owner}",
    "stock": "a stock",
    "amount": "a stock",
    "face": "a face of a hidden {owner}",
    "copies": "one of several {owner} pieces",
    "printed": "the face of a {owner}",
    "space": "a {owner}",
    "copy": "a {owner}",
    "space_kind": "a kind of space",
    "spaces": "all spaces of the kind {id}",
    "place": "a place",
    "variety": "a variety",
    "members": "all members of {id}",
    "attribute": "an attribute of {owner}",
    "slot": "an effect of {owner}",
    "rule": "a rule",
    "memory": "a memory",
    "table": "a table",
    "offer": "an offer",
    "phase": "a phase",
    "link": "a kind of link",
    "way": "a way on the board",
    "built_in": "a built-in name",
    "with_of": "a property of {owner}",
    "function": "a function",
    "statement": "a statement",
    "seat": "a player",
}


@dataclass(frozen=True, slots=True)
class Thing:
    """Something with a global name, or with one private to a piece: its sort, its id, and what it belongs to."""

    sort: str
    id: str
    span: Span = NOWHERE
    owner: str = ""

    @property
    def is_built_in(self) -> bool:
        """Whether it is part of the language."""
        is_note = self.sort == "note" and self.id in BUILT_IN_NOTES
        return is_note or self.sort in ("built_in", "with_of", "function", "statement", "way")

    def __str__(self) -> str:
        if self.sort == "member" and self.owner.startswith("option."):
            return f"a value of option {self.owner.removeprefix('option.')}"
        if self.sort in ("place", "note") and self.owner:
            return f"{SORTS[self.sort]} per {self.owner}"
        said = SORTS[self.sort].replace("a {owner}", with_article(self.owner))
        return said.format(owner=self.owner, id=self.id)


@dataclass(slots=True)
class ValueInfo:
    """A value, as seen from other texts. One that is `optional` may be nothing. `type` is None until its base is bound, and after a failure."""

    id: str
    params: tuple[ir.Var, ...]
    type: Type | None
    span: Span
    optional: bool = False


@dataclass(slots=True)
class Symbols:
    """The tables of a game. `index` fills `by_name`, once all tables are complete."""

    options: dict[str, ir.Option] = field(default_factory=dict)
    varieties: dict[str, ir.Variety] = field(default_factory=dict)
    kinds: dict[str, ir.Kind] = field(default_factory=dict)
    stocks: dict[str, ir.Stock] = field(default_factory=dict)
    spaces: dict[str, ir.SpaceKind] = field(default_factory=dict)
    links: tuple[ir.Link, ...] = ()
    places: dict[str, ir.Place] = field(default_factory=dict)
    notes: dict[str, ir.Note] = field(default_factory=dict)
    kept: dict[str, ir.Note] = field(default_factory=dict)  # notes that the engine keeps if asked
    memories: dict[str, ir.Memory] = field(default_factory=dict)
    tables: dict[str, ir.Table] = field(default_factory=dict)
    values: dict[str, ValueInfo] = field(default_factory=dict)
    rules: dict[str, tuple[ir.Var, ...]] = field(default_factory=dict)
    rule_spans: dict[str, Span] = field(default_factory=dict)
    offers: dict[str, Span] = field(default_factory=dict)
    offer_params: dict[str, tuple[ir.Var, ...]] = field(default_factory=dict)
    phases: dict[str, Span] = field(default_factory=dict)
    seats: dict[str, int] = field(default_factory=dict)
    copies: dict[str, tuple[str, int]] = field(
        default_factory=dict
    )  # repeated spaces of a table: kind, number
    scenario: bool = False
    privates: dict[tuple[str, str], dict[str, list[Thing]]] = field(default_factory=dict)
    by_name: dict[str, list[Thing]] = field(default_factory=dict)
    unknown: set[int] = field(default_factory=set)  # parameters of unknown type
    broken: set[str] = field(
        default_factory=set
    )  # names with a wrong declaration, already reported
    refused: set[str] = field(default_factory=set)  # built-in names, reported at their declarations
    open: set[str] = field(
        default_factory=set
    )  # places that hold something unknown, already reported
    sight: Sight = field(default_factory=Sight)
    viewer: str = (
        ""  # the ruleset whose texts look up names here; without one, all names are visible
    )
    unseen: Mapping[str, list[Thing]] = field(
        default_factory=dict
    )  # the things that the viewer cannot know
    resolve: Callable[[str], None] | None = None
    uses: Uses | None = None  # records what names mean, if wanted
    _views: dict[str, Symbols] = field(default_factory=dict)

    def means(self, span: Span, *things: Thing) -> None:
        """Records that a name at this place means these things."""
        if self.uses is not None:
            self.uses.say(span, *things)

    def value_type(self, id: str) -> Type | None:
        """Returns the type of a value; binds its base first if necessary."""
        if self.values[id].type is None and self.resolve is not None:
            self.resolve(id)
        return self.values[id].type

    def index(self) -> None:
        """Collects every meaning of every name."""
        self.by_name = {}
        self._views = {}
        for name, thing in self._things():
            self.by_name.setdefault(name, []).append(thing)

    def resolve_by(self, resolve: Callable[[str], None]) -> None:
        """Sets the function that binds a value when its type is needed."""
        self.resolve = resolve
        self._views.clear()  # they lack it

    def seen_from(self, source: Source) -> Symbols:
        """Returns the same tables, with the names that texts in this file can know."""
        viewer = self.sight.owner_of(source)
        if not viewer or viewer == self.viewer or not self.sight.declared_by:
            return self
        if viewer not in self._views:
            view = replace(self, viewer=viewer)
            by_name: dict[str, list[Thing]] = {}
            unseen: dict[str, list[Thing]] = {}
            for name, things in self.by_name.items():
                for thing in things:
                    into = by_name if view.sees(thing) else unseen
                    into.setdefault(name, []).append(thing)
            self._views[viewer] = replace(view, by_name=by_name, unseen=unseen)
        return self._views[viewer]

    def sees(self, thing: Thing) -> bool:
        """Whether the viewer can know a thing."""
        declarer = self.declarer(thing) if self.viewer else ""
        return not declarer or declarer in self.sight.known[self.viewer]

    def declarer(self, thing: Thing) -> str:
        """Returns the expansion that declares a thing; empty for things of the game and built-in things."""
        return self.sight.declarer(_keys(thing))

    def add_private(self, clause: tuple[str, str], name: str, thing: Thing) -> None:
        """Adds a name that only the texts of one piece or space see."""
        self.privates.setdefault(clause, {}).setdefault(name, []).append(thing)

    def forget_private(self, clause: tuple[str, str] | None, name: str, sort: str) -> None:
        """Removes a private name with a wrong declaration."""
        if clause is not None and clause in self.privates:
            kept = [thing for thing in self.privates[clause].get(name, []) if thing.sort != sort]
            self.privates[clause][name] = kept

    def things(self, name: str, *sorts: str) -> list[Thing]:
        """Returns the things with this global name, of these sorts (of all sorts by default)."""
        found = self.by_name.get(name) or self._one_copy(name)
        return [thing for thing in found if not sorts or thing.sort in sorts]

    def _one_copy(self, name: str) -> list[Thing]:
        """Finds the copy of a piece with a name such as `scout_2`, for scenarios. There are too many to list them all."""
        id, _, number = name.rpartition("_")
        if not self.scenario or not number.isdecimal() or number.startswith("0"):
            return []
        return [
            Thing("copy", name, definition.span, owner=kind.id)
            for kind in self.kinds.values()
            if not kind.per_player
            for definition in kind.definitions
            if definition.id == id and definition.copies > 1 and int(number) <= definition.copies
        ]

    def private(self, clause: tuple[str, str] | None, name: str, *sorts: str) -> list[Thing]:
        """Returns the things with this name that are private to a piece or space."""
        if clause is None or clause not in self.privates:
            return []
        found = self.privates[clause].get(name, [])
        return [thing for thing in found if not sorts or thing.sort in sorts]

    def member(self, variety: ir.Variety, id: str) -> Thing:
        """Returns a member of a variety as a thing."""
        span = variety.member_spans.get(id, variety.span)
        return Thing("member", id, span, owner=variety.id)

    def attribute_of(self, type: Type, id: str) -> tuple[Thing, ...]:
        """Returns the attributes with this name that a thing of this type can have."""
        owners = ((kind, self.kinds.get(kind) or self.spaces.get(kind)) for kind in kinds_of(type))
        return tuple(
            Thing("attribute", id, owner.attributes[id].span, owner=kind)
            for kind, owner in owners
            if owner is not None and id in owner.attributes
        )

    def link_kind(self, id: str) -> Thing:
        """Returns a kind of link as a thing; its declaration is the first of its links."""
        return Thing("link", id, next(link.span for link in self.links if link.kind == id))

    def link_kinds(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(link.kind for link in self.links))

    def grid_ways(self) -> tuple[str, ...]:
        """Returns the ways that grids make."""
        known = self.varieties[WAYS].members if WAYS in self.varieties else ()
        declared = self.link_kinds()
        return tuple(way for way in known if way not in declared)

    def ways(self, name: str) -> list[Thing]:
        """Returns the kinds of links with this name, and the ways of grids. As values they are used only if nothing else fits."""
        return self.things(name, "link", "way")

    def kinds_on(self, variety: str) -> set[str]:
        """Returns the kinds of the spaces on lines; none if the members of a variety are not lines."""
        points = {point for line in self.varieties[variety].points for point in line}
        spaces = self.spaces.values() if points else ()
        return {kind.id for kind in spaces if any(each.id in points for each in kind.definitions)}

    def splits(self, way: int) -> bool:
        """Whether a way leads from some space to several others, so that there is no next one."""
        name = self.varieties[WAYS].members[way]
        beside: dict[str, set[str]] = {}
        for link in self.links:
            if link.kind == name:
                beside.setdefault(link.first, set()).add(link.second)
                if not link.one_way:
                    beside.setdefault(link.second, set()).add(link.first)
        return any(len(others) > 1 for others in beside.values())

    def ways_called(self, name: str) -> tuple[int, ...]:
        """Returns the ways with this name: one, or those that a grid has a common name for."""
        members = self.varieties[WAYS].members if WAYS in self.varieties else ()
        if name in members:
            return (members.index(name),)
        shapes = {kind.grid.shape for kind in self.spaces.values() if kind.grid is not None}
        named = {way for shape in shapes for way in ways_in(shape, name)}
        return tuple(number for number, way in enumerate(members) if way in named)

    def _hidden_ids(self) -> frozenset[str]:
        """Returns private ids, which are not global names."""
        return frozenset(
            thing.id
            for names in self.privates.values()
            for found in names.values()
            for thing in found
        )

    def _things(self) -> Iterable[tuple[str, Thing]]:
        hidden = self._hidden_ids()
        for id, option in self.options.items():
            yield id, Thing("option", id, option.span)
        for id, variety in self.varieties.items():
            if id.startswith(FACE) or id == WAYS:  # see `printed` and `ways`
                continue
            if not id.startswith("option."):
                yield id, Thing("variety", id, variety.span)
                if id not in self.stocks:  # the plural of a stock means an amount of it
                    yield plural(id), Thing("members", id, variety.span)
            for member in variety.members:
                yield member, self.member(variety, member)
        yield from self._components()
        for id, place in self.places.items():
            if id not in hidden:
                yield (
                    id,
                    Thing("place", id, place.span, owner=" and ".join(ir.list_indices(place.per))),
                )
        for id, note in self.notes.items():
            if id not in hidden:
                yield (
                    id,
                    Thing("note", id, note.span, owner=" and ".join(ir.list_indices(note.per))),
                )
        for id in BUILT_IN_NOTES:
            yield id, Thing("note", id)
        for id, memory in self.memories.items():
            yield id, Thing("memory", id, memory.span)
        for id, table in self.tables.items():
            if id not in hidden:
                yield id, Thing("table", id, table.span)
        for id, value in self.values.items():
            if id not in hidden:
                yield id, Thing("value", id, value.span)
        for id in self.rules:
            if id not in hidden:
                yield id, Thing("rule", id, self.rule_spans.get(id, NOWHERE))
        for id, span in self.offers.items():
            yield id, Thing("offer", id, span)
        for id, span in self.phases.items():
            yield id, Thing("phase", id, span)
        for id in self.link_kinds():
            yield id, self.link_kind(id)
        for id in self.grid_ways():
            yield id, Thing("way", id, self.varieties[WAYS].member_spans[id])
        for id in BUILT_IN_SETS:
            yield id, Thing("built_in", id)
        yield EVERYWHERE, Thing("built_in", EVERYWHERE)
        for id, owner in WITH_OF.items():
            yield id, Thing("with_of", id, owner=owner)
        for id in FUNCTIONS:
            yield id, Thing("function", id)
        for id in DEEDS:
            yield id, Thing("statement", id)
        for id in self.seats:
            yield id, Thing("seat", id)
        for id, (kind, _) in self.copies.items():
            yield id, Thing("copy", id, self._copied(id, kind), owner=kind)

    def _components(self) -> Iterable[tuple[str, Thing]]:
        for id, kind in self.kinds.items():
            yield id, Thing("kind", id, kind.span)
            yield kind.plural, Thing("pieces", id, kind.span)
            for definition in kind.definitions:
                sort = "piece"
                if not self.pointed_at(kind, definition):
                    sort = "face" if kind.hidden and not self.scenario else "copies"
                if definition.id != id or sort == "piece":
                    yield definition.id, Thing(sort, definition.id, definition.span, owner=id)
        for id, stock in self.stocks.items():
            yield id, Thing("stock", id, stock.span)
            yield stock.plural, Thing("amount", id, stock.span)
        for id, space in self.spaces.items():
            yield id, Thing("space_kind", id, space.span)
            yield space.plural, Thing("spaces", id, space.span)
            for definition in space.definitions:
                if definition.id == id and space.per is not None:
                    continue
                yield definition.id, Thing("space", definition.id, definition.span, owner=id)
        owners: list[ir.Kind | ir.SpaceKind] = [*self.kinds.values(), *self.spaces.values()]
        for owner in owners:
            for attribute in owner.attributes.values():
                yield attribute.id, Thing("attribute", attribute.id, attribute.span, owner=owner.id)
            for slot in owner.slots.values():
                yield slot.id, Thing("slot", slot.id, slot.span, owner=owner.id)

    def _copied(self, id: str, kind: str) -> Span:
        """Returns the declaration of a space of which this is a copy, with a number after the id."""
        space = self.spaces[kind]
        spans = [(d.id, d.span) for d in space.definitions if id.startswith(f"{d.id}_")]
        return max(spans, key=lambda each: len(each[0]))[1] if spans else space.span

    def pointed_at(self, kind: ir.Kind, definition: ir.Definition) -> bool:
        """Whether the id of a definition means one piece; never for hidden faces, except in scenarios."""
        if kind.per_player or definition.copies != 1:
            return False
        return self.scenario or not kind.hidden

    def printed(self, name: str) -> list[Thing]:
        """Returns the faces with this name. They are not global names, and are used only if nothing else fits."""
        return [
            Thing("printed", name, variety.member_spans.get(name, kind.span), owner=kind.id)
            for kind in self.kinds.values()
            if (variety := self.varieties.get(FACE + kind.id)) is not None
            and name in variety.members
            and self.sees(Thing("printed", name, owner=kind.id))
        ]

    def several_each(self, kind: ir.Kind, definition: ir.Definition) -> bool:
        """Whether each player has a piece of this definition, so that its id needs a player."""
        seen = self.scenario or not kind.hidden
        return kind.per_player and definition.copies == 1 and definition.id != kind.id and seen

    # ---- types by name

    def types_named(self, name: str) -> list[tuple[Type, Thing]]:
        """Returns what `name` can mean as the type of a parameter or a note."""
        if name in PLAIN_TYPES:
            return [(PLAIN_TYPES[name], Thing("built_in", name))]
        found: list[tuple[Type, Thing]] = []
        if name in self.kinds:
            found.append((PieceType(name), Thing("kind", name, self.kinds[name].span)))
        if name in self.spaces:
            found.append((SpaceType((name,)), Thing("space_kind", name, self.spaces[name].span)))
        if name in self.varieties:
            found.append((MemberType(name), Thing("variety", name, self.varieties[name].span)))
        elif name in self.stocks and self.stocks[name].each not in (None, "player"):
            stock = self.stocks[name]
            found.append((MemberType(str(stock.each)), Thing("stock", name, stock.span)))
        if not found and name == TYPE_OF_WAYS and WAYS in self.varieties:
            found.append((WAY, Thing("built_in", name)))
        return found

    def type_names(self) -> tuple[str, ...]:
        own = (name for name in self.varieties if "." not in name)
        ways = (TYPE_OF_WAYS,) if WAYS in self.varieties else ()
        return (*PLAIN_TYPES, *self.kinds, *self.spaces, *own, *ways)

    # ---- questions about kinds

    def attribute(self, of: Type, name: str) -> ir.Attribute | None:
        """Returns the attribute of a piece or space of this type; None unless all of its kinds have the same."""
        match of:
            case PieceType(kind=kind):
                return self.kinds[kind].attributes.get(name)
            case SpaceType(kinds=kinds):
                found = [self.spaces[kind].attributes.get(name) for kind in kinds]
                first = found[0]
                same = all(
                    a is not None
                    and first is not None
                    and (a.type, a.many, a.may_be_nothing)
                    == (first.type, first.many, first.may_be_nothing)
                    for a in found
                )
                return first if same else None
            case _:
                return None

    def single(self, kind: str) -> bool:
        """Whether this kind has one piece, so that its name means the piece."""
        definitions = self.kinds[kind].definitions
        return (
            len(definitions) == 1 and definitions[0].id == kind and not self.kinds[kind].per_player
        )

    def owned(self, space: str) -> bool:
        """Whether spaces of this kind belong to players."""
        around = (self.spaces[kind] for kind in (space, *self.ancestors(space)))
        return any(kind.seats or kind.per == "player" for kind in around)

    def ancestors(self, space: str) -> tuple[str, ...]:
        """Returns the kinds of space that spaces of this kind are repeated in, the nearest first."""
        found: list[str] = []
        while (per := self.spaces[space].per) in self.spaces and per not in found:
            assert per is not None
            found.append(per)
            space = per
        return tuple(found)

    def neighbour_kinds(self, kinds: tuple[str, ...], link: str | None) -> tuple[str, ...]:
        """Returns the kinds of the spaces that links lead to from spaces of these kinds."""
        kind_of = {d.id: k.id for k in self.spaces.values() for d in k.definitions}
        found: set[str] = set()
        for one in self.links:
            if link is not None and one.kind != link:
                continue
            first, second = kind_of.get(one.first), kind_of.get(one.second)
            if first in kinds and second is not None:
                found.add(second)
            if second in kinds and first is not None and not one.one_way:
                found.add(first)
        return tuple(sorted(found))

    def holders(self, type: Type) -> list[tuple[str, tuple[str, ...]]]:
        """Returns the name and the contents of each place that the type can be."""
        if isinstance(type, SetType):
            return self.holders(type.element)
        if isinstance(type, SpaceType):
            return [(kind, self.spaces[kind].holds) for kind in type.kinds]
        names = type.places if isinstance(type, ZoneType) else ()
        return [(name, self.places[name].holds) for name in names if name in self.places]


def declared_first(things: Sequence[T], thing_of: Callable[[T], Thing]) -> list[T]:
    """Returns the declared ones of several that fit. They hide built-in ones, so that new words of the language take no
    name away from an author.
    """
    own = [each for each in things if not thing_of(each).is_built_in]
    return own or list(things)


def _keys(thing: Thing) -> tuple[Key, ...]:
    """Returns the keys by which the declarer of a thing is known: those of the thing, or of what it comes with."""
    id, owner = thing.id, thing.owner
    match thing.sort:
        case "kind" | "pieces" | "space_kind" | "spaces":
            return (("kind", id),)
        case "piece" | "face" | "copies" | "printed" | "space" | "copy":
            return (("piece", owner, id), ("kind", owner))
        case "attribute" | "slot":
            return (("kind", owner),)
        case "stock" | "amount":
            return (("stock", id),)
        case "variety" | "members":
            return (("variety", id),)
        case "member":
            return (
                ("member", owner, id),
                ("variety", owner),
                ("option", owner.removeprefix("option.")),
            )
        case "built_in" | "with_of" | "function" | "way" | "seat" | "local":
            return ()
        case _:
            return ((thing.sort, id),)


def of_game(
    game: ir.Game,
    seat_names: tuple[str, ...] = (),
    copies: Mapping[str, tuple[str, int]] | None = None,
) -> Symbols:
    """Makes the tables of a bound game, with the names of seats, hidden faces and repeated spaces."""
    symbols = Symbols(
        options=dict(game.options),
        varieties=dict(game.varieties),
        kinds=dict(game.kinds),
        stocks=dict(game.stocks),
        spaces=dict(game.spaces),
        links=game.links,
        places=dict(game.places),
        notes={id: note for id, note in game.notes.items() if id not in game.kept_notes},
        kept={id: game.notes[id] for id in game.kept_notes},
        memories=dict(game.memories),
        tables=dict(game.tables),
        values={
            v.id: ValueInfo(v.id, v.params, v.type, v.span, v.optional)
            for v in game.values.values()
        },
        rules={rule.id: rule.params for rule in game.rules.values()},
        rule_spans={rule.id: rule.span for rule in game.rules.values()},
        offers={offer.id: offer.span for offer in game.offers.values()},
        offer_params={offer.id: offer.params for offer in game.offers.values()},
        phases={phase.id: phase.span for phase in phases_in(game.course)},
        seats={name: seat for seat, name in enumerate(seat_names)},
        copies=dict(copies or {}),
        scenario=True,
    )
    _find_privates(symbols)
    symbols.index()
    return symbols


def _find_privates(symbols: Symbols) -> None:
    """Finds private names, which have a dot after the id of the piece or space."""
    owned: list[ir.Kind | ir.SpaceKind] = [*symbols.kinds.values(), *symbols.spaces.values()]
    owners = {
        definition.id: (kind.id, definition.id) for kind in owned for definition in kind.definitions
    }
    tables: tuple[tuple[str, Mapping[str, Span]], ...] = (
        ("note", {id: note.span for id, note in symbols.notes.items()}),
        ("place", {id: place.span for id, place in symbols.places.items()}),
        ("value", {id: value.span for id, value in symbols.values.items()}),
        ("table", {id: table.span for id, table in symbols.tables.items()}),
        ("rule", symbols.rule_spans),
    )
    for sort, spans in tables:
        for id, span in spans.items():
            *before, name = id.split(".")
            if before and before[-1] in owners:
                symbols.add_private(owners[before[-1]], name, Thing(sort, id, span))
