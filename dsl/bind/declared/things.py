"""Makes the components of a game: varieties, options, kinds of pieces and spaces, and each single one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from boardwright.dsl.bind.binding import RulesetBinding
from boardwright.dsl.bind.declared.board import list_ways, make_grid_definitions
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.errors import sight as sight_errors
from boardwright.dsl.declare.clauses import PlaceDecl
from boardwright.dsl.declare.common_keys import Declaration, LyingDecl, SlotKindDecl
from boardwright.dsl.declare.declarations import Ruleset
from boardwright.dsl.declare.pieces import DefinitionDecl
from boardwright.dsl.declare.spaces import SpaceDecl
from boardwright.dsl.declare.things import KindDecl, OptionDecl, StockDecl
from boardwright.dsl.declare.values import LimitDecl
from boardwright.dsl.language.syntax import Name
from boardwright.dsl.language.types import (
    FACE,
    NUMBER,
    WAYS,
    YES_NO,
    MemberType,
    PieceType,
    SetType,
    Type,
    with_article,
)
from boardwright.dsl.language.words import DIRECTION, DIRECTIONS, LIFETIMES, PHASE, plural
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.symbols import NOWHERE, Thing
from boardwright.dsl.source.diagnostics import Label
from boardwright.dsl.source.fixes import write
from boardwright.dsl.source.places import Span

_PIECES = re.compile(r"(one|[0-9]+)( per player)?")
_NUMBER = re.compile(r"-?[0-9]+")


def _add_variety(
    r: RulesetBinding,
    id: str,
    members: Mapping[str, Span],
    from_: Declaration,
    texts: Mapping[str, ir.Texts],
) -> None:
    r.symbols.varieties[id] = ir.Variety(
        id=id,
        origin=from_.origin,
        texts=from_.texts,
        members=tuple(members),
        member_texts=texts,
        member_spans=members,
        span=from_.span,
    )


def add_varieties(r: RulesetBinding) -> None:
    """Adds declared varieties, and those of every game: its phases and the directions."""
    for variety in r.ruleset.varieties:
        _add_variety(r, variety.id, _get_spans(variety.members), variety, variety.member_texts)
    for stock in r.ruleset.stocks:
        if stock.members:
            _add_variety(r, stock.id, _get_spans(stock.members), stock, stock.member_texts)
    for id in (PHASE, DIRECTION):
        if id in r.symbols.varieties:
            span = r.symbols.varieties[id].span
            errors.name_for_two(r.bag, id, span, "this variety", "a built-in one")
            r.symbols.refused.add(id)
    phases = tuple(phase for phase in list_phases(r.ruleset))
    texts = {phase.id: phase.texts for phase in phases}
    top = Declaration(id=PHASE, span=r.ruleset.span, origin=r.ruleset.id)
    _add_variety(r, PHASE, {phase.id: phase.span for phase in phases}, top, texts)
    _add_variety(r, DIRECTION, dict.fromkeys(DIRECTIONS, NOWHERE), top, {})
    if ways := list_ways(r.ruleset):
        _add_variety(r, WAYS, ways, top, {})


def add_options(r: RulesetBinding) -> None:
    """Adds the options, each with its type and default."""
    for option in r.ruleset.options:
        type: Type = YES_NO
        low, high = 0, 1
        if option.values:
            members = _get_spans(option.values)
            _add_variety(r, f"option.{option.id}", members, option, option.value_texts)
            type, high = MemberType(f"option.{option.id}"), len(members) - 1
        elif option.range is not None:
            type, (low, high) = NUMBER, option.range
        elif option.set_of is not None:
            if not _check_may_be_chosen(r, option.set_of):
                r.symbols.broken.add(option.id)
                continue
            type, high = SetType(PieceType(option.set_of.id)), 0
        default = _read_default(r, option, type, low)
        if not low <= default <= high:
            span = option.default.span if option.default else option.span
            errors.fact(
                r.bag, span, f"the default of `{option.id}` is outside its range, {low} to {high}"
            )
        r.symbols.options[option.id] = ir.Option(
            id=option.id,
            origin=option.origin,
            texts=option.texts,
            type=type,
            default=default,
            low=low,
            high=high,
            span=option.span,
        )


def _check_may_be_chosen(r: RulesetBinding, name: Name) -> bool:
    """Whether an option can be a set of pieces of this kind, which must be distinct before players are known."""
    kinds = {kind.id: kind for kind in r.ruleset.kinds}
    kind = kinds.get(name.id)
    if kind is None:
        errors.unknown(r.bag, "kind of piece", name.id, name.span, kinds)
        return False
    why = f"the faces of a {kind.id} are hidden" if kind.hidden else ""
    r.symbols.means(name.span, Thing("kind", kind.id, kind.span))
    if "per player" in (kind.pieces or ""):
        why = f"there is a {kind.id} for each player"
    if why:
        others = [Label(kind.span, "declared here")]
        message = f"{why}, so {with_article(kind.id)} cannot be chosen before the game"
        errors.fact(r.bag, name.span, message, "use another kind", others)
    return not why


def _read_default(r: RulesetBinding, option: OptionDecl, type: Type, low: int) -> int:
    if option.default is None:
        return low
    value = read_constant(r, option.default, type)
    return low if value is None else value


def read_constant(r: RulesetBinding, name: Name, type: Type) -> int | None:
    """Returns a value as written in a fact: a number, yes or no, or a member."""
    text = name.id
    match type:
        case MemberType(variety=variety):
            of = r.symbols.varieties[variety]
            members = of.members
            if text in members:
                r.symbols.means(name.span, r.symbols.member(of, text))
                return members.index(text)
            what = variety.removeprefix("option.").removeprefix(FACE).removesuffix(".")
            errors.unknown(r.bag, what, text, name.span, members)
            return None
        case _ if type == YES_NO and text in ("yes", "no"):
            return int(text == "yes")
        case _ if type == NUMBER and _NUMBER.fullmatch(text):
            return int(text)
        case _:
            pass  # no such value
    help = {"true": write("yes"), "false": write("no")}.get(text, "") if type == YES_NO else ""
    errors.fact(
        r.bag,
        name.span,
        f"expected {'`yes` or `no`' if type == YES_NO else type}, found `{text}`",
        help,
    )
    return None


def suggest_one_each(r: RulesetBinding, id: str) -> str:
    """Suggests what to do instead of a place or a space for each member of a variety."""
    if id not in r.symbols.varieties:
        return ""
    members = " and ".join(f"`{each}`" for each in r.symbols.varieties[id].members[:2])
    return f"`{id}` is a variety: declare one for each of its members, such as {members}"


def find_type(r: RulesetBinding, name: Name, told: Span | None = None) -> Type | None:
    """Returns the type with this name; reports a mistake at its place, or at another one."""
    found = r.symbols.types_named(name.id)
    if len(found) > 1:
        things = [thing for _, thing in found]
        sight_errors.ambiguous(r.bag, r.symbols, name.id, told or name.span, things)
        return None
    if found:
        r.symbols.means(name.span, found[0][1])
        return found[0][0]
    errors.unknown(r.bag, "type", name.id, told or name.span, r.symbols.type_names())
    return None


def make_limit(
    r: RulesetBinding, declared: LimitDecl | None, clause: tuple[str, str] | None = None
) -> ir.Limit | None:
    """Returns how often something can be done, and in which time; None if always, or after a diagnostic."""
    if declared is None:
        return None
    lasts = find_lifetime(r, declared.lasts, clause)
    if lasts is None:
        return None
    return ir.Limit(times=declared.times, lasts=lasts, span=declared.lasts.span)


def find_lifetime(r: RulesetBinding, name: Name, clause: tuple[str, str] | None) -> str | None:
    """Returns a time, or the rule or phase that starts it again."""
    if name.id in LIFETIMES:
        return name.id
    if name.id in r.symbols.phases:
        r.symbols.means(name.span, Thing("phase", name.id, r.symbols.phases[name.id]))
        return name.id
    private = r.symbols.private(clause, name.id, "rule")
    if private:
        r.symbols.means(name.span, private[0])
        return private[0].id
    if name.id in r.symbols.rules:
        r.symbols.means(name.span, Thing("rule", name.id, r.symbols.rule_spans[name.id]))
        return name.id
    symbols = r.symbols
    errors.unknown_time(r.bag, name.id, name.span, LIFETIMES, symbols.phases, rules=symbols.rules)
    return None


def make_slot_kinds(
    r: RulesetBinding, declared: tuple[SlotKindDecl, ...]
) -> dict[str, ir.SlotKind]:
    """Returns the effects that each definition of a kind may have."""
    return {
        slot.name.id: ir.SlotKind(
            id=slot.name.id,
            offered_in=find_offers(r, slot.offered_in),
            limit=make_limit(r, slot.limit),
            span=slot.name.span,
        )
        for slot in declared
    }


def find_offers(r: RulesetBinding, names: tuple[Name, ...]) -> tuple[str, ...]:
    """Returns the names of offers, and reports unknown ones."""
    for name in names:
        if name.id in r.symbols.offers:
            offer = Thing("offer", name.id, r.symbols.offers[name.id])
            r.symbols.means(name.span, offer)
        else:
            sort = "a phase" if name.id in r.symbols.phases else ""
            errors.no_offer(r.bag, name.id, name.span, r.symbols.offers, sort)
    return tuple(name.id for name in names)


def make_kind(r: RulesetBinding, kind: KindDecl) -> ir.Kind:
    """Makes a kind of piece, without the pieces that are declared elsewhere."""
    number, per_player = _read_number_of(r, kind)
    definitions: tuple[ir.Definition, ...] = ()
    if number is not None:
        ids = (kind.id,) if number == 1 else tuple(f"{kind.id}_{i + 1}" for i in range(number))
        definitions = tuple(
            ir.Definition(id=id, origin=kind.origin, texts=kind.texts, kind=kind.id, span=kind.span)
            for id in ids
        )
    return ir.Kind(
        id=kind.id,
        origin=kind.origin,
        texts=kind.texts,
        plural=kind.plural or plural(kind.id),
        attributes={},  # see `attributes.py`
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


def _find_lying(r: RulesetBinding, place: str) -> Iterable[tuple[KindDecl | StockDecl, LyingDecl]]:
    """Yields the kinds and stocks whose declarations name this place or kind of space."""
    things: tuple[KindDecl | StockDecl, ...] = (*r.ruleset.kinds, *r.ruleset.stocks)
    for of in things:
        for lies in of.lies_in:
            if lies.place.id == place:
                yield of, lies


def list_held(r: RulesetBinding, place: SpaceDecl | PlaceDecl) -> tuple[str, ...]:
    """Returns what a place may hold: what it lists, and what lists the place."""
    others = (of.id for of, _ in _find_lying(r, place.id))
    return tuple(dict.fromkeys((*(name.id for name in place.holds), *others)))


def list_room(r: RulesetBinding, place: SpaceDecl | PlaceDecl) -> dict[str, int]:
    """Returns how many fit into a place; reports a number that is set twice."""
    found = {name.id: most for name, most in place.room}
    for of, lies in _find_lying(r, place.id):
        if lies.room is None:
            continue
        if of.id in found:
            first = next((name.span for name, _ in place.room if name.id == of.id), place.span)
            message = f"`{place.id}` sets its room for {of.id} twice"
            others = [Label(first, "first here")]
            errors.fact(r.bag, lies.place.span, message, "remove one of them", others)
        found.setdefault(of.id, lies.room)
    return found


def _read_number_of(r: RulesetBinding, kind: KindDecl) -> tuple[int | None, bool]:
    if kind.pieces is None:
        return None, False
    found = _PIECES.fullmatch(kind.pieces)
    if found is None:
        errors.fact(r.bag, kind.span, "expected `one`, `one per player` or a number for `pieces`")
        return 1, False
    return 1 if found[1] == "one" else int(found[1]), found[2] is not None


def make_space_kind(r: RulesetBinding, space: SpaceDecl) -> ir.SpaceKind:
    """Makes a kind of space, without the spaces that are declared elsewhere."""
    return ir.SpaceKind(
        id=space.id,
        origin=space.origin,
        texts=space.texts,
        plural=space.plural or plural(space.id),
        attributes={},
        definitions=make_grid_definitions(space),
        holds=list_held(r, space),
        room=list_room(r, space),
        hides=(
            *(name.id for name in space.hides),
            *(of.id for of, lies in _find_lying(r, space.id) if lies.face_down),
        ),
        per=space.per.id if space.per else None,
        ring=space.ring,
        seats=space.seats,
        grid=space.pattern,
        slots={s.name.id: ir.SlotKind(id=s.name.id, span=s.name.span) for s in space.effects},
        span=space.span,
    )


def add_definitions(r: RulesetBinding) -> None:
    """Adds single pieces and spaces to their kinds, and compares their number with `count`."""
    found: dict[str, list[ir.Definition]] = {}
    for definition in r.ruleset.definitions:
        kind = definition.kind.id
        if kind not in r.symbols.kinds and kind not in r.symbols.spaces:
            known = (*r.symbols.kinds, *r.symbols.spaces)
            errors.unknown(r.bag, "kind", kind, definition.kind.span, known)
            r.symbols.broken.add(definition.id)
            continue
        for written, _ in definition.sites:
            mention_kind(r, written)
        found.setdefault(kind, []).append(_make_definition(definition))
    kinds, spaces = r.symbols.kinds, r.symbols.spaces
    for id, definitions in found.items():
        if id in kinds:
            given = {d.id for d in definitions}
            made = tuple(d for d in kinds[id].definitions if d.id not in given)
            if kinds[id].per_player and any(d.origin == kinds[id].origin for d in definitions):
                made = ()  # each player has one of each declared piece
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
    for kind_decl in r.ruleset.kinds:
        definitions_of = kinds[kind_decl.id].definitions
        # `count` is the number of pieces in its own ruleset; expansions may add any number.
        counted = (kind_decl.origin, r.ruleset.id)
        total = sum(each.copies for each in definitions_of if each.origin in counted)
        if kind_decl.count is not None and total != kind_decl.count:
            message = f"there are {total} {kinds[kind_decl.id].plural}, not {kind_decl.count}"
            errors.fact(r.bag, kind_decl.span, message, "declare the others, or change `count`")
        if not definitions_of:
            errors.fact(
                r.bag,
                kind_decl.span,
                f"the kind `{kind_decl.id}` has no pieces",
                "declare each one under `pieces` or in a file of its own, or write `pieces: one`",
            )


def mention_kind(r: RulesetBinding, name: Name) -> None:
    """Records which kind of piece or space a name means."""
    for sort, table in (("kind", r.symbols.kinds), ("space_kind", r.symbols.spaces)):
        if name.id in table:
            r.symbols.means(name.span, Thing(sort, name.id, table[name.id].span))


def add_faces(r: RulesetBinding) -> None:
    """Adds the definitions of each kind as a variety, for `face of card` and for tables."""
    for kind in r.ruleset.kinds:
        definitions = r.symbols.kinds[kind.id].definitions
        if not kind.sides:
            texts = {definition.id: definition.texts for definition in definitions}
            spans = {definition.id: definition.span for definition in definitions}
            _add_variety(r, FACE + kind.id, spans, kind, texts)


def _make_definition(definition: DefinitionDecl) -> ir.Definition:
    """Makes a single piece or space, without its attributes."""
    return ir.Definition(
        id=definition.id,
        origin=definition.origin,
        texts=definition.texts,
        kind=definition.kind.id,
        copies=definition.copies,
        assumed=definition.assumed,
        span=definition.span,
    )


def _get_spans(names: Iterable[Name]) -> dict[str, Span]:
    return {name.id: name.span for name in names}


def list_phases(ruleset: Ruleset) -> Iterable[Declaration]:
    """Yields every phase; inner phases follow outer ones."""
    waiting = list(ruleset.course)
    while waiting:
        phase = waiting.pop(0)
        yield phase
        waiting = [*phase.phases, *waiting]
