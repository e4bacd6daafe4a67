"""Turns declared things into symbols: stocks, places, notes, tables, and the parameters of rules and values."""

from __future__ import annotations

from dataclasses import replace

from boardwright.dsl.bind.binding import RulesetBinding
from boardwright.dsl.bind.declared.attributes import add_attribute_types, add_attributes
from boardwright.dsl.bind.declared.board import check_rings, make_grid_links, make_lines, make_links
from boardwright.dsl.bind.declared.memories import add_memories
from boardwright.dsl.bind.declared.references import (
    check_ids,
    check_names_for_two,
    check_references,
    check_repeated,
)
from boardwright.dsl.bind.declared.table_entries import (
    check_values,
    find_type_of_all,
    list_spaces,
    read_entry,
)
from boardwright.dsl.bind.declared.things import (
    add_definitions,
    add_faces,
    add_options,
    add_varieties,
    find_lifetime,
    find_type,
    list_held,
    list_phases,
    list_room,
    make_kind,
    make_space_kind,
    mention_kind,
)
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.hiding import find_hidden_by_private
from boardwright.dsl.declare.clauses import NoteDecl, PlaceDecl, TableDecl
from boardwright.dsl.language.syntax import Absent, Head, Name, Param
from boardwright.dsl.language.type_relations import joined
from boardwright.dsl.language.types import (
    NUMBER,
    PLAYER,
    SetType,
    SpaceType,
    Type,
    with_article,
)
from boardwright.dsl.language.words import BUILT_IN_NOTES, TURN_RULES, plural
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.symbols import Thing, ValueInfo
from boardwright.dsl.source.places import Span


def add_declarations(r: RulesetBinding) -> None:
    """Adds all declarations, except texts."""
    r.symbols.seats = {name: n for n, name in enumerate(r.ruleset.seat_names)}
    add_varieties(r)
    add_options(r)
    for kind in r.ruleset.kinds:
        r.symbols.kinds[kind.id] = make_kind(r, kind)
    for space in r.ruleset.spaces:
        r.symbols.spaces[space.id] = make_space_kind(r, space)
    add_attribute_types(r)
    check_repeated(r)
    add_definitions(r)
    add_faces(r)
    _add_stocks(r)
    _add_places(r)
    add_attributes(r)
    _add_phases(r)
    for offer in r.ruleset.offers:
        r.symbols.offers.setdefault(offer.id, offer.span)
    _add_rules(r)
    for offer in r.ruleset.offers:
        r.symbols.offer_params.setdefault(offer.id, _make_params(r, offer.head))
    _add_notes(r)
    add_memories(r)
    _add_tables(r)
    _add_values(r)
    check_names_for_two(r)
    check_ids(r)
    r.symbols.links = make_links(r.ruleset, r.symbols, r.bag) + tuple(
        link for space in r.ruleset.spaces for link in make_grid_links(space)
    )
    make_lines(r.ruleset, r.symbols, r.bag)
    check_rings(r.ruleset, r.symbols, r.bag)
    check_references(r)
    r.symbols.index()
    _check_privates(r)


def _check_privates(r: RulesetBinding) -> None:
    """Reports private names of pieces that hide something which they can know."""
    private = ((name, each) for own in r.symbols.privates.values() for name, each in own.items())
    for name, things in private:
        for thing in things:
            seen = r.symbols.seen_from(thing.span.source)
            hidden = find_hidden_by_private(seen, thing.sort, name)
            if hidden is not None:
                errors.hides(r.bag, name, thing.span, hidden, False, False)


def _add_stocks(r: RulesetBinding) -> None:
    for stock in r.ruleset.stocks:
        each = stock.id if stock.members else (stock.each.id if stock.each else None)
        if stock.each is not None and each != "player" and each not in r.symbols.varieties:
            known = ("player", *(v for v in r.symbols.varieties if "." not in v))
            errors.unknown(r.bag, "variety", stock.each.id, stock.each.span, known)
            each = "player"  # so that it is not reported again
        elif stock.each is not None and each != "player":
            _mention_variety(r, stock.each)
        r.symbols.stocks[stock.id] = ir.Stock(
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


def _add_places(r: RulesetBinding) -> None:
    for place in r.ruleset.places:
        if place.trait is not None and place.definition is None:
            continue
        id, per = _name_own(r, "place", place), _read_per(r, place)
        if place.visible_to == "owner":
            _check_owner(r, place, per)
        only_for: tuple[str, ...] = ()
        if place.definition is not None:
            only_for = (place.definition[1],)
            if id in r.symbols.places:
                there = r.symbols.places[id]
                if there.per == per and there.only_for:
                    r.symbols.places[id] = replace(there, only_for=there.only_for + only_for)
                    continue
                told = [" and ".join(ir.list_indices(each)) for each in (there.per, per)]
                first, second = f"a place per {told[0]}", f"one per {told[1]}"
                errors.name_for_two(r.bag, id, place.span, first, second)
                continue
        r.symbols.places[id] = ir.Place(
            id=id,
            origin=place.origin,
            texts=place.texts,
            per=per,
            holds=list_held(r, place) if id == place.id else tuple(n.id for n in place.holds),
            ordered=place.ordered,
            tracked=place.tracked is not False,
            says_tracked=place.tracked is not None,
            visible_to=place.visible_to,
            room=list_room(r, place) if id == place.id else {n.id: m for n, m in place.room},
            only_for=only_for,
            span=place.span,
        )


def _name_own(r: RulesetBinding, sort: str, declared: PlaceDecl | NoteDecl | TableDecl) -> str:
    """Returns the id in the game; what the file of a piece (but not of a trait) declares is private to it."""
    trait = getattr(declared, "trait", None)
    if declared.definition is None or trait is not None:
        return declared.id
    return _add_private(r, sort, declared.id, declared.definition, declared.span)


def _add_private(
    r: RulesetBinding, sort: str, name: str, clause: tuple[str, str], span: Span
) -> str:
    id = f"{clause[1]}.{name}"
    twins = [d for d in r.ruleset.definitions if d.id == clause[1]]
    if len(twins) > 1:
        id = f"{clause[0]}.{id}"
    r.symbols.add_private(clause, name, Thing(sort, id, span))
    return id


def _check_owner(r: RulesetBinding, declared: PlaceDecl | NoteDecl, per: ir.Per) -> None:
    """Reports a place or note that only its owner may see, though it cannot have one."""
    if declared.per is not None and per is None:
        return  # what it is per has been reported
    if ir.find_owning_index(per, r.symbols.varieties) is None:
        message = f"`{declared.id}` has no owner to see it"
        help = "add `per: player`, or write `visible_to: nobody`"
        errors.fact(r.bag, declared.span, message, help)


def _read_per(r: RulesetBinding, declared: PlaceDecl | NoteDecl) -> ir.Per:
    if declared.per is None:
        return declared.definition[0] if declared.definition else None
    if not isinstance(declared.per, tuple):
        return _read_index(r, declared.per)
    first, second = (_read_index(r, name) for name in declared.per)
    if first is None or second is None:
        return None
    for name in declared.per:
        if name.id not in r.symbols.kinds:
            continue
        if isinstance(declared, PlaceDecl):
            message = f"{with_article(name.id)} cannot be one of two indices of a place"
            errors.fact(r.bag, name.span, message, f"declare a place per {name.id}")
            return None
        if r.symbols.kinds[name.id].hidden:
            message = f"{with_article(name.id)} is hidden, so it cannot be one of two indices"
            errors.fact(r.bag, name.span, message, f"declare a note per {name.id}")
            return None
    return first, second


def _read_index(r: RulesetBinding, name: Name) -> str | None:
    id = name.id
    known = ["player", *r.symbols.kinds, *r.symbols.spaces]
    known += [v for v in r.symbols.varieties if "." not in v]
    if id not in known:
        errors.unknown(r.bag, "kind or variety", id, name.span, known)
    elif id in r.symbols.kinds or id in r.symbols.spaces:
        mention_kind(r, name)
    else:
        _mention_variety(r, name)
    return id if id in known else None


def _mention_variety(r: RulesetBinding, name: Name) -> None:
    """Records which variety a name means."""
    variety = r.symbols.varieties.get(name.id)
    if variety is not None:
        r.symbols.means(name.span, Thing("variety", name.id, variety.span))


def _add_phases(r: RulesetBinding) -> None:
    for phase in list_phases(r.ruleset):
        if phase.id in r.symbols.phases:
            first = r.symbols.phases[phase.id]
            errors.name_for_two(r.bag, phase.id, phase.span, "this phase", "another one", first)
        r.symbols.phases.setdefault(phase.id, phase.span)


def _add_rules(r: RulesetBinding) -> None:
    for rule in r.ruleset.rules:
        id = rule.id
        if rule.definition is not None:
            id = _add_private(r, "rule", rule.id, rule.definition, rule.span)
        elif id in r.symbols.phases or id in TURN_RULES:
            place = r.symbols.phases.get(id)
            errors.name_for_two(r.bag, id, rule.span, "this rule", "a phase or turn", place)
            r.symbols.refused.add(id)
        r.symbols.rules[id] = _make_params(r, rule.head, of_rule=True)
        r.symbols.rule_spans[id] = rule.span


def _make_params(r: RulesetBinding, head: Head, of_rule: bool = False) -> tuple[ir.Var, ...]:
    """Makes the parameters of a rule, a value or an offer; only those of rules may be nothing."""
    found: list[ir.Var] = []
    for param in head.params:
        if any(var.name == param.name for var in found):
            errors.taken(r.bag, param.name, param.span, head.params[0].span, False)
        type = find_param_type(r, param)
        if param.is_optional and not of_rule:
            help = "give the parameter to a rule, or ask before this is used"
            errors.fact(r.bag, param.span, "only parameters of rules may be nothing", help)
        optional = param.is_optional and type != PLAYER
        var = r.counter.var(param.name, NUMBER if type is None else type, optional=optional)
        if type is None:
            r.symbols.unknown.add(var.id)
        found.append(var)
    return tuple(found)


def find_param_type(r: RulesetBinding, param: Param) -> Type | None:
    """Returns the type of a parameter, from its head; None after a diagnostic."""
    if param.type is None and not r.symbols.types_named(param.name):
        errors.param_without_type(r.bag, param.name, param.span, r.symbols.type_names())
        return None
    # A mistake in one of its names is reported for the whole parameter.
    names = param.names[:-1] or param.names
    type = find_type(r, names[0], param.span)
    for other in names[1:]:
        more = find_type(r, other, param.span)
        if type is None or more is None:
            return None
        if not (isinstance(type, SpaceType) and isinstance(more, SpaceType)):
            message = f"a parameter cannot be both {type} and {more}"
            errors.fact(r.bag, param.span, message, "use `or` only between kinds of spaces")
            return None
        type = joined(type, more)
    if param.is_optional and type == PLAYER:
        help = "remove `or nothing`: a player may always be nobody"
        errors.fact(r.bag, param.span, "the missing player is `nobody`", help)
    return SetType(type) if type is not None and param.is_set else type


def _add_notes(r: RulesetBinding) -> None:
    for note in r.ruleset.notes:
        if note.trait is not None and note.definition is None:
            continue
        id, type = _name_own(r, "note", note), find_type(r, note.type)
        if note.definition is not None and note.trait is not None and id in r.symbols.notes:
            continue
        if id in BUILT_IN_NOTES:
            errors.name_for_two(r.bag, id, note.span, "this note", "a built-in one")
            r.symbols.refused.add(id)
        if id in BUILT_IN_NOTES:
            continue
        if type is None:
            r.symbols.broken.add(note.id)
            r.symbols.forget_private(note.definition, note.id, "note")
            continue
        low, high = note.range or (-1_000_000, 1_000_000)
        if note.range is not None and type != NUMBER:
            errors.fact(r.bag, note.span, "only numbers have a `range`", "remove `range`")
            low, high = -1_000_000, 1_000_000
        per, lasts = _read_per(r, note), None
        if note.visible_to == "owner":
            _check_owner(r, note, per)
        if note.lasts is not None:
            lasts = find_lifetime(r, note.lasts, note.definition)
        r.symbols.notes[id] = ir.Note(
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
            optional=isinstance(note.start, Absent) and type != PLAYER and not note.is_set,
            span=note.span,
        )


def _add_tables(r: RulesetBinding) -> None:
    spaces = list_spaces(r) if r.ruleset.tables else {}
    for table in r.ruleset.tables:
        id = _name_own(r, "table", table)
        cells = table.cells
        values = [value for _, value in cells]
        numbers = {len(keys): keys[0] for keys, _ in cells}
        keys: list[Type | None] = [None]
        if len(numbers) > 1:
            errors.mixed_rows(r.bag, table.id, numbers[1].span, numbers[2].span)
        else:
            columns = list(zip(*(keys for keys, _ in cells), strict=True)) or [()]
            keys = [find_type_of_all(r, column, spaces) for column in columns]
        type = find_type_of_all(r, values, spaces)
        if None in keys or type is None or not check_values(r, values, type, spaces):
            r.symbols.broken.add(table.id)
            r.symbols.forget_private(table.definition, table.id, "table")
            continue
        types = tuple(key for key in keys if key is not None)
        rows: dict[tuple[int, ...], int] = {}
        for names, value in cells:
            found = [read_entry(r, *each, spaces) for each in zip(names, types, strict=True)]
            read = read_entry(r, value, type, spaces)
            row = tuple(key for key in found if key is not None)
            if len(row) == len(found) and read is not None:
                rows[row] = read
        r.symbols.tables[id] = ir.Table(
            id=id,
            origin=table.origin,
            texts=table.texts,
            keys=types,
            type=type,
            rows=rows,
            span=table.span,
        )


def _add_values(r: RulesetBinding) -> None:
    for value in r.ruleset.values:
        id = value.id
        if value.definition is not None:
            id = _add_private(r, "value", value.id, value.definition, value.span)
        r.symbols.values[id] = ValueInfo(id, _make_params(r, value.head), None, value.span)
