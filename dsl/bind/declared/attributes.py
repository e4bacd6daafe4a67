"""What is printed on pieces and spaces: the types of attributes, and what each piece or space has.

A thing is written as a number: a space as that of its definition among those of all kinds of spaces; a piece as that among those
of its kind; a place as that among all places. An attribute that is left out because it is optional has no number.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from boardwright.dsl.bind.binding import RulesetBinding
from boardwright.dsl.bind.declared.things import find_type, mention_kind, read_constant
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.errors import sight as sight_errors
from boardwright.dsl.declare.common_keys import AttributeDecl
from boardwright.dsl.declare.pieces import AttributeValue, DefinitionDecl
from boardwright.dsl.declare.things import KindDecl
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.language.type_relations import joined
from boardwright.dsl.language.types import (
    FACE,
    NUMBER,
    YES_NO,
    MemberType,
    PieceType,
    SpaceType,
    Type,
    ZoneType,
    kinds_of,
    with_article,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.grids import name_cell
from boardwright.dsl.rules.symbols import Thing
from boardwright.dsl.source.diagnostics import Label
from boardwright.dsl.source.fixes import Help, with_key, write

_TYPES = "write `number`, `yes_no`, a variety, a kind of space or piece, `face of` a kind of piece, or places"

_MOST_NAMES = 12  # in a message


# ---- types


def add_attribute_types(r: RulesetBinding) -> None:
    """Adds the attributes of each kind of piece and of space; the definitions of both are not known yet."""
    for kind in r.ruleset.kinds:
        attributes = _make_attributes(r, kind.attributes)
        r.symbols.kinds[kind.id] = replace(r.symbols.kinds[kind.id], attributes=attributes)
        _check_back(r, kind, attributes)
    for space in r.ruleset.spaces:
        attributes = _make_attributes(r, space.attributes)
        if space.pattern is not None:
            for id in ("column", "row"):
                attributes.setdefault(id, ir.Attribute(id=id, type=NUMBER, span=space.span))
        r.symbols.spaces[space.id] = replace(r.symbols.spaces[space.id], attributes=attributes)


def _check_back(r: RulesetBinding, kind: KindDecl, attributes: Mapping[str, ir.Attribute]) -> None:
    for name in kind.back:
        if not kind.hidden:
            message = f"{with_article(kind.id)} is not hidden, so all players see both sides"
            errors.fact(r.bag, name.span, message, "add `hidden: yes`, or remove `back`")
            break
        if name.id in attributes:
            back = Thing("attribute", name.id, attributes[name.id].span, owner=kind.id)
            r.symbols.means(name.span, back)
        elif name.id not in r.symbols.broken:
            errors.unknown(r.bag, f"attribute of {kind.id}", name.id, name.span, attributes)


def _make_attributes(
    r: RulesetBinding, declared: tuple[AttributeDecl, ...]
) -> dict[str, ir.Attribute]:
    switched = {space.id for space in r.ruleset.spaces if space.in_play is not None}
    found: dict[str, ir.Attribute] = {}
    for attribute in declared:
        name, type = attribute.name, _find_type(r, attribute)
        if type is None:
            r.symbols.broken.add(name.id)
            continue
        absent = isinstance(type, SpaceType) and not switched.isdisjoint(type.kinds)
        found[name.id] = ir.Attribute(
            id=name.id,
            type=type,
            many=attribute.many,
            optional=attribute.optional,
            may_be_nothing=not attribute.many and (attribute.optional or absent),
            span=name.span,
        )
    return found


def _find_type(r: RulesetBinding, attribute: AttributeDecl) -> Type | None:
    """Returns the type of an attribute or of the members of its list; None after a diagnostic."""
    names = (attribute.type, *attribute.others)
    type: Type | None = None
    for name in names:
        one = _find_face_type(r, name) if attribute.face else _find_named_type(r, name)
        if one is None:
            return None
        both = one if type is None else joined(type, one)
        if isinstance(type, ZoneType) and isinstance(one, ZoneType):
            both = ZoneType(tuple(sorted({*type.places, *one.places})))
        if both is None or (type is not None and not isinstance(both, SpaceType | ZoneType)):
            message = f"an attribute cannot be both {type} and {one}"
            help = "use `or` only between kinds of spaces, or between places"
            errors.fact(r.bag, name.span, message, help)
            return None
        type = both
    if attribute.many and type in (NUMBER, YES_NO):
        help = "write a variety or a kind after `list of`"
        errors.fact(r.bag, names[0].span, f"an attribute cannot be a list of {type}", help)
        return None
    return type if _check_orders(r, type, names) else None


def _check_orders(r: RulesetBinding, type: Type | None, names: tuple[Name, ...]) -> bool:
    """Whether all places of a type have an order, or none has; else nobody could say what is on top."""
    if not isinstance(type, ZoneType):
        return True
    ordered = {each.id: each.ordered for each in r.ruleset.places if each.id in type.places}
    first = names[0]
    for name in names:
        if ordered[name.id] != ordered[first.id]:
            which, other = (name, first) if ordered[name.id] else (first, name)
            message = (
                f"the pieces in `{which.id}` have an order, and those in `{other.id}` have none"
            )
            help = f"add `ordered: yes` to `{other.id}`, or use two attributes"
            errors.fact(r.bag, name.span, message, help)
            return False
    return True


def _find_face_type(r: RulesetBinding, name: Name) -> Type | None:
    kind = r.symbols.kinds.get(name.id)
    if kind is None:
        errors.unknown(r.bag, "kind of piece", name.id, name.span, r.symbols.kinds)
        return None
    mention_kind(r, name)
    if kind.sides:
        errors.fact(
            r.bag, name.span, f"the face of {with_article(name.id)} is a number", write("number")
        )
        return None
    return MemberType(FACE + name.id)


def _find_named_type(r: RulesetBinding, name: Name) -> Type | None:
    """Returns the type with this name. A variety comes first, even if a kind has the same name."""
    things = dict(r.symbols.types_named(name.id))
    varieties = [type for type in things if isinstance(type, MemberType)]
    if len(varieties) == 1:
        r.symbols.means(name.span, things[varieties[0]])
        return varieties[0]
    if not things and any(each.id == name.id for each in r.ruleset.places):
        return _find_place_type(r, name)
    if not things and any(each.id == name.id for each in r.ruleset.stocks):
        errors.fact(r.bag, name.span, f"an attribute cannot be {with_article(name.id)}", _TYPES)
        return None
    type = find_type(r, name)
    match type:
        case PieceType():
            return type if _check_pieces(r, name) else None
        case SpaceType():
            return type if _check_spaces(r, name) else None
        case _ if type is None or type in (NUMBER, YES_NO):
            return type
        case _:
            errors.fact(r.bag, name.span, f"an attribute cannot be {type}", _TYPES)
            return None


def _find_place_type(r: RulesetBinding, name: Name) -> Type | None:
    """Returns the type of a place that is there only once; it must not belong to a single piece."""
    own = [each for each in r.ruleset.places if each.id == name.id]
    place = next((each for each in own if each.definition is None and each.trait is None), own[0])
    why = ""
    if place.definition is not None or place.trait is not None:
        why = "it belongs to a piece"
    elif any(
        stock.home is not None and stock.home.id == name.id and stock.total is None
        for stock in r.ruleset.stocks
    ):
        why = "what lies there never ends"
    elif place.per is not None:
        per = place.per if isinstance(place.per, tuple) else (place.per,)
        why = f"there is one for each {' and '.join(each.id for each in per)}"
    if why:
        message = f"{why}, so an attribute cannot be `{name.id}`"
        others = [Label(place.span, "declared here")]
        help = "name the place in the rules"
        errors.fact(r.bag, name.span, message, help, others)
        return None
    r.symbols.means(name.span, Thing("place", name.id, place.span))
    return ZoneType((name.id,))


def _check_pieces(r: RulesetBinding, name: Name) -> bool:
    """Whether pieces of a kind are known by their ids, whoever plays."""
    kind = r.symbols.kinds[name.id]
    why = f"the faces of a {name.id} are hidden" if kind.hidden else ""
    if kind.per_player:
        why = f"there is {with_article(name.id)} for each player"
    if why:
        message = f"{why}, so an attribute cannot be {with_article(name.id)}"
        help = "" if kind.sides else write(f"face of {name.id}")
        others = [Label(kind.span, "declared here")]
        errors.fact(r.bag, name.span, message, help, others)
    return not why


def _check_spaces(r: RulesetBinding, name: Name) -> bool:
    """Whether spaces of a kind are there only once, whoever plays."""
    space = next(each for each in r.ruleset.spaces if each.id == name.id)
    why = ""
    if space.ring is not None:
        why = "the number of players decides how many there are"
    elif space.per is not None:
        why = f"there is {with_article(name.id)} for each {space.per.id}"
    if why:
        message = f"{why}, so an attribute cannot be {with_article(name.id)}"
        others = [Label(space.span, "declared here")]
        help = f"declare a variety, and use it for an attribute of {with_article(name.id)}, too"
        errors.fact(r.bag, name.span, message, help, others)
    return not why


# ---- what each piece or space has


@dataclass(slots=True)
class _Reader:
    """Reads what is written under attributes. `of_types` has the spaces or pieces of each type, and `things` their numbers
    by their ids.
    """

    r: RulesetBinding
    of_types: dict[Type, tuple[ir.Definition | ir.Place, ...]] = field(default_factory=dict)
    things: dict[Type, dict[str, list[int]]] = field(default_factory=dict)

    def add(
        self, of: ir.Kind | ir.SpaceKind, declared: Mapping[str, DefinitionDecl]
    ) -> tuple[ir.Definition, ...]:
        """Returns the definitions of a kind, each with its attributes."""
        cells: dict[str, dict[str, int]] = {}
        if isinstance(of, ir.SpaceKind) and of.grid is not None:
            cells = {name_cell(c, r): {"column": c, "row": r} for c, r in of.grid.cells}
        found: list[ir.Definition] = []
        silent: set[str] = set()
        for definition in of.definitions:
            written = declared.get(definition.id)
            values: dict[str, int | tuple[int, ...]] = dict(cells.get(definition.id, {}))
            given = {*values}
            for value in () if written is None else written.attributes:
                given.add(value.name.id)
                read = self.read(of, value)
                if read is not None:
                    values[value.name.id] = read
            for id, attribute in of.attributes.items():
                if id in given or attribute.optional:
                    continue
                if attribute.many:
                    values[id] = ()
                elif attribute.type in (NUMBER, YES_NO):
                    values[id] = 0
                elif written is not None or id not in silent:
                    silent.add(id)
                    self.report_missing(definition, attribute)
            found.append(replace(definition, attributes=values))
        return tuple(found)

    def read(
        self, of: ir.Kind | ir.SpaceKind, value: AttributeValue
    ) -> int | tuple[int, ...] | None:
        """Returns what is written under an attribute; None after a diagnostic."""
        r, name = self.r, value.name
        attribute = of.attributes.get(name.id)
        if attribute is None:
            if name.id not in r.symbols.broken:
                known = of.attributes
                errors.unknown(r.bag, f"attribute of {of.id}", name.id, name.span, known)
            return None
        r.symbols.means(name.span, Thing("attribute", name.id, attribute.span, owner=of.id))
        if attribute.optional and [one.id for one in value.values] == ["nothing"]:
            return None
        if value.many and not attribute.many:
            message = f"`{name.id}` is a single value, not a list"
            errors.fact(r.bag, name.span, message, "remove the brackets")
            return None
        read = [self.constant(one, attribute.type) for one in value.values]
        known_ones = tuple(one for one in read if one is not None)
        if attribute.many:
            return known_ones
        return known_ones[0] if len(known_ones) == 1 else None

    def constant(self, name: Name, type: Type) -> int | None:
        """Returns one value as a number; None after a diagnostic."""
        if not isinstance(type, SpaceType | PieceType | ZoneType):
            return read_constant(self.r, name, type)
        if type not in self.things:
            self.things[type] = {}
            for number, each in enumerate(self.definitions(type)):
                if _fits(each, type):
                    self.things[type].setdefault(each.id, []).append(number)
        found = self.things[type].get(name.id)
        if found is None:
            sort = " or ".join(kinds_of(type)) or "place"
            errors.unknown(self.r.bag, sort, name.id, name.span, self.things[type])
            return None
        spaces = self.r.symbols.spaces
        things = [_make_thing(self.definitions(type)[number], spaces) for number in found]
        if len(things) > 1:
            sight_errors.ambiguous(self.r.bag, self.r.symbols, name.id, name.span, things)
            return None
        copies = getattr(self.definitions(type)[found[0]], "copies", 1)
        if copies > 1:
            message = f"there are {copies} pieces called `{name.id}`"
            help = f"declare the attribute as `face of {things[0].owner}`"
            errors.fact(self.r.bag, name.span, message, help)
            return None
        self.r.symbols.means(name.span, things[0])
        return found[0]

    def definitions(self, type: Type) -> tuple[ir.Definition | ir.Place, ...]:
        """Returns the spaces, pieces or places among which a type has its things, in the order of their numbers."""
        if type not in self.of_types:
            known = self.r.symbols
            found = ir.list_printed(known.kinds, known.spaces, known.places, type)
            self.of_types[type] = found
        return self.of_types[type]

    def report_missing(self, definition: ir.Definition, attribute: ir.Attribute) -> None:
        r, id = self.r, attribute.id
        names = [*self.names(attribute.type)]
        line = f"write `{id}:` and one of {_list(names)}"
        help = Help(line, *with_key(definition.span, id, names[0] if names else ""))
        message = f"`{definition.id}` has no `{id}`"
        errors.start_unsaid(r.bag, definition.span, message, help)

    def names(self, type: Type) -> Iterable[str]:
        if isinstance(type, MemberType):
            return self.r.symbols.varieties[type.variety].members
        return (each.id for each in self.definitions(type) if _fits(each, type))


def _fits(thing: ir.Definition | ir.Place, type: Type) -> bool:
    """Whether a space, piece or place is of a type."""
    if isinstance(thing, ir.Place):
        return isinstance(type, ZoneType) and thing.id in type.places
    return thing.kind in kinds_of(type)


def _make_thing(of: ir.Definition | ir.Place, spaces: Collection[str]) -> Thing:
    if isinstance(of, ir.Place):
        return Thing("place", of.id, of.span)
    return Thing("space" if of.kind in spaces else "piece", of.id, of.span, owner=of.kind)


def add_attributes(r: RulesetBinding) -> None:
    """Adds what is printed on each piece and space, when the ids of all of them are known."""
    reader = _Reader(r)
    declared: dict[str, dict[str, DefinitionDecl]] = {}
    for each in r.ruleset.definitions:
        declared.setdefault(each.kind.id, {})[each.id] = each
    for id, kind in r.symbols.kinds.items():
        definitions = reader.add(kind, declared.get(id, {}))
        r.symbols.kinds[id] = replace(kind, definitions=definitions)
    for id, space in r.symbols.spaces.items():
        definitions = reader.add(space, declared.get(id, {}))
        r.symbols.spaces[id] = replace(space, definitions=definitions)


def _list(names: Iterable[str]) -> str:
    listed = [f"`{name}`" for name in itertools.islice(names, _MOST_NAMES + 1)]
    return ", ".join(listed[:_MOST_NAMES]) + (", ..." if len(listed) > _MOST_NAMES else "")
