"""Binds values, their modifiers, and the conditions in declarations."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import replace

from boardwright.dsl.bind.binding import Binding, RulesetBinding
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.errors import heads as head_errors
from boardwright.dsl.bind.errors import hints
from boardwright.dsl.bind.errors import sight as sight_errors
from boardwright.dsl.bind.expressions import as_set, bind_expression
from boardwright.dsl.bind.heads import Heading, read_heading
from boardwright.dsl.bind.names import (
    as_thing,
    bind_condition,
    bind_optional,
    bind_typed,
    check_type,
    declare_local,
    refuse_to_hide,
)
from boardwright.dsl.bind.roles import drop_given
from boardwright.dsl.bind.statements import make_binding
from boardwright.dsl.declare.clauses import ModifierDecl, NoteDecl
from boardwright.dsl.declare.pieces import DefinitionDecl
from boardwright.dsl.language import syntax
from boardwright.dsl.language.hints import printed_number
from boardwright.dsl.language.type_relations import fits
from boardwright.dsl.language.types import (
    NUMBER,
    PLAYER,
    YES_NO,
    PieceType,
    SetType,
    SpaceType,
    Type,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.local_names import Bound, Context
from boardwright.dsl.rules.symbols import ValueInfo
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.places import Span

_FOR_NUMBERS = ("becomes", "add", "subtract", "at least", "at most")
_FOR_SETS = ("becomes", "only", "also", "except")

Clause = tuple[str, str] | None


def open_text(r: RulesetBinding, place: Span, context: Context) -> Binding:
    """Opens the binding of one text in the file of this place, with the names that this file can know."""
    return make_binding(r.symbols.seen_from(place.source), r.bag, r.counter, context)


def bind_one_condition(
    r: RulesetBinding, condition: syntax.Expr, context: Context
) -> ir.Expr | None:
    """Binds a condition that is a text by itself."""
    return bind_condition(open_text(r, condition.span, context), condition)


def find_id(r: RulesetBinding, name: str, clause: Clause, sort: str) -> str:
    """Returns the id in the game of a declared name, which differs for single pieces and spaces."""
    things = r.symbols.private(clause, name, sort)
    return things[0].id if things else name


def make_me(r: RulesetBinding) -> ir.Var:
    """Makes a variable for the player who acts."""
    return r.counter.var("me", PLAYER)


def make_it(r: RulesetBinding, clause: tuple[str, str]) -> ir.Var:
    """Makes a variable for the piece or space of a clause."""
    return r.counter.var("it", _get_type_of(r, clause[0]))


def _get_type_of(r: RulesetBinding, kind: str) -> Type:
    return PieceType(kind) if kind in r.symbols.kinds else SpaceType((kind,))


def is_declared(r: RulesetBinding, clause: Clause) -> bool:
    """Whether the piece or space of a clause exists; if not, its declaration was reported."""
    return clause is None or clause[0] in r.symbols.kinds or clause[0] in r.symbols.spaces


def bind_conditions(r: RulesetBinding) -> None:
    """Binds `in_force`, `in_play`, `visible_to: everyone when ...` and the starts of notes."""
    for kind in r.ruleset.kinds:
        if kind.in_force is not None:
            of = r.symbols.kinds[kind.id]
            it, me = r.counter.var("it", PieceType(kind.id)), make_me(r)
            force = bind_one_condition(r, kind.in_force, Context(it=it, me=me))
            changed = replace(of, in_force=force, in_force_it=it, in_force_me=me)
            r.symbols.kinds[kind.id] = changed
    for space in r.ruleset.spaces:
        of_space = r.symbols.spaces[space.id]
        it = r.counter.var("it", SpaceType((space.id,)))
        if space.in_force is not None:
            me = make_me(r)
            force = bind_one_condition(r, space.in_force, Context(it=it, me=me))
            of_space = replace(of_space, in_force=force, in_force_it=it, in_force_me=me)
        if space.in_play is not None:
            it = r.counter.var("it", SpaceType((space.id,)))
            in_play = bind_one_condition(r, space.in_play, Context(it=it))
            of_space = replace(of_space, in_play=in_play, in_play_it=it)
        r.symbols.spaces[space.id] = of_space
    for definition in r.ruleset.definitions:
        if definition.in_force is not None and is_declared(r, (definition.kind.id, definition.id)):
            _bind_own_force(r, definition, definition.in_force)
    for place in r.ruleset.places:
        if place.visible_when is not None and (place.trait is None or place.definition is not None):
            _bind_visible(r, place.id, place.visible_when, place.definition, place.trait)
    for note in r.ruleset.notes:
        if note.trait is None or note.definition is not None:
            _bind_start(r, note)


def _bind_own_force(r: RulesetBinding, decl: DefinitionDecl, condition: syntax.Expr) -> None:
    """Binds `in_force` of one piece or space."""
    kind, clause = decl.kind.id, (decl.kind.id, decl.id)
    it, me = make_it(r, clause), make_me(r)
    force = bind_one_condition(r, condition, Context(clause=clause, it=it, me=me))

    def changed(definitions: tuple[ir.Definition, ...]) -> tuple[ir.Definition, ...]:
        return tuple(
            replace(one, in_force=force, in_force_it=it, in_force_me=me)
            if one.id == decl.id
            else one
            for one in definitions
        )

    if kind in r.symbols.kinds:
        of = r.symbols.kinds[kind]
        r.symbols.kinds[kind] = replace(of, definitions=changed(of.definitions))
    else:
        space = r.symbols.spaces[kind]
        r.symbols.spaces[kind] = replace(space, definitions=changed(space.definitions))


def _bind_visible(
    r: RulesetBinding, id: str, condition: syntax.Expr, clause: Clause, trait: str | None
) -> None:
    if trait is None:
        id = find_id(r, id, clause, "place")
    place = r.symbols.places.get(id)
    if place is None or place.visible_when is not None:
        return
    kinds = [held for held in place.holds if held in r.symbols.kinds]
    if len(kinds) != 1:
        errors.several_kinds(r.bag, condition.span, id, kinds)
        return
    it = r.counter.var("it", PieceType(kinds[0]))
    when = bind_one_condition(r, condition, Context(it=it))
    r.symbols.places[id] = replace(place, visible_when=when, visible_it=it)


def _bind_start(r: RulesetBinding, decl: NoteDecl) -> None:
    id = find_id(r, decl.id, decl.definition, "note") if decl.trait is None else decl.id
    note = r.symbols.notes.get(id)
    if note is None or note.start is not None:
        return
    start: ir.Expr | None = None
    if decl.start is not None:
        bind = bind_optional if note.optional else bind_typed
        start = bind(
            open_text(r, decl.start.span, Context(clause=decl.definition)), decl.start, note.type
        )
    elif note.type in (NUMBER, YES_NO):
        if not note.low <= 0 <= note.high:
            errors.start_unsaid(
                r.bag,
                note.span,
                f"`{decl.id}` cannot start at 0, which is outside its range",
                f"add `start: {note.low}`",
            )
        start = ir.Const(value=0, type=note.type, span=note.span)
    elif not isinstance(note.type, SetType):
        example = "nobody" if note.type == PLAYER else "..."
        errors.start_unsaid(
            r.bag,
            note.span,
            f"`{decl.id}` has no `start`",
            f"add `start: {example}`",
        )
    r.symbols.notes[id] = replace(note, start=start)


def bind_values(r: RulesetBinding) -> None:
    """Binds the bases; one that another uses is bound when it is used."""
    r.waiting = {find_id(r, decl.id, decl.definition, "value"): decl for decl in r.ruleset.values}
    r.symbols.resolve_by(functools.partial(_bind_value, r))
    for id in r.waiting:
        _bind_value(r, id)
    order = list(r.waiting)
    r.values = {id: r.values[id] for id in order if id in r.values}


def _bind_value(r: RulesetBinding, id: str) -> None:
    """Binds the base of a value, which gives its type."""
    if id in r.values or id in r.failed:
        return
    if id in r.chain:
        ring = r.chain[r.chain.index(id) :]
        errors.circular_value(r.bag, [(one, r.symbols.values[one].span) for one in ring])
        r.failed.update(ring)
        return
    r.chain.append(id)
    decl, info = r.waiting[id], r.symbols.values[id]
    me = make_me(r)
    b = open_text(r, decl.span, Context(clause=decl.definition, me=me))
    add_params(r, b, zip(decl.head.params, info.params, strict=True))
    base = bind_expression(b, decl.base)
    r.chain.pop()
    if base is None:
        r.failed.add(id)
        return
    info.type, info.optional = base.type, isinstance(base, ir.Given)
    r.values[id] = ir.Value(
        id=id,
        origin=decl.origin,
        texts=decl.texts,
        params=info.params,
        me=me,
        type=base.type,
        base=drop_given(base),
        optional=info.optional,
        span=decl.span,
    )


def add_params(
    r: RulesetBinding, b: Binding, params: Iterable[tuple[syntax.Param, ir.Var]]
) -> None:
    """Declares the parameters."""
    for param, var in params:
        known = None if var.id in r.symbols.unknown else var
        bound = Bound(param.name, known, param.names[-1].span, "parameter")
        if known is not None:
            refuse_to_hide(b, bound.name, bound.span, var.type, bound.made)
        b.scope.add(bound)
        r.symbols.means(bound.span, as_thing(bound))


def add_actor(r: RulesetBinding, b: Binding, name: syntax.Name | None, actor: ir.Var) -> None:
    """Declares the name that `by ... as` gives to the player who acts or asks."""
    if name is not None:
        declare_local(b, name, PLAYER, "parameter", actor)


def find_whose(r: RulesetBinding, head: syntax.Head, clause: Clause) -> str | None:
    """Returns whose acts or questions a clause is about; None after an error."""
    by = head.by or ("me" if clause else "anyone")
    if clause is None and by == "others":
        errors.misplaced(
            r.bag,
            head.name.span,
            "`by others` has no meaning in the game's own clauses",
            "remove `by others`: the player who acts is `me`",
        )
        return None
    if clause is not None and by != "anyone" and not _can_be_owned(r, clause[0]):
        head_errors.never_mine(r.bag, clause[0], head.name.span, by)
        return None
    return by


def _can_be_owned(r: RulesetBinding, kind: str) -> bool:
    of = r.symbols.kinds.get(kind)
    if of is None:
        return r.symbols.owned(kind)
    return of.owner is not None or of.per_player


def bind_modifiers(r: RulesetBinding) -> tuple[ir.Modifier, ...]:
    """Returns what changes values, in the order of the files."""
    return tuple(
        modifier
        for decl in r.ruleset.modifiers
        if (decl.trait is None or decl.definition is not None) and is_declared(r, decl.definition)
        for modifier in _bind_modifiers_of(r, decl)
    )


def _bind_modifiers_of(r: RulesetBinding, decl: ModifierDecl) -> list[ir.Modifier]:
    name, clause = decl.head.name, decl.definition
    symbols = r.symbols.seen_from(name.span.source)
    things = symbols.private(clause, name.id, "value") or symbols.things(name.id, "value")
    if not things:
        report_unknown(r, name, "a value", "value", r.symbols.values, _suggest_printed(r, name.id))
        return []
    r.symbols.means(name.span, things[0])
    info = r.symbols.values[things[0].id]
    read = read_heading(r, decl.head, info.params, info.span)
    type, by = r.symbols.value_type(info.id), find_whose(r, decl.head, clause)
    if read is None or type is None or by is None:
        return []
    found: list[ir.Modifier] = []
    for at, change in enumerate(decl.changes):
        me, it = make_me(r), make_it(r, clause) if clause else None
        actor = make_me(r) if clause else me
        left_out = hints.unnamed(decl.head, read.params, read.only, name.id)
        b = open_text(r, change.span, Context(clause=clause, me=me, it=it, unnamed=left_out))
        add_params(r, b, read.named)
        add_actor(r, b, decl.head.actor, actor)
        operand = _bind_operand(r, b, change, type, info)
        when = bind_when(r, b, read, change.when)
        if operand is not None:
            found.append(
                ir.Modifier(
                    origin=decl.origin,
                    definition=clause,
                    me=me,
                    it=it,
                    params=read.params,
                    actor=actor,
                    by=by,
                    when=when,
                    only=read.only,
                    conditional=change.when is not None,
                    value=info.id,
                    op=change.op,
                    operand=operand,
                    refs=decl.refs[at] if decl.refs else (),
                    assumed=decl.assumed[at] if decl.assumed else None,
                    span=change.span,
                )
            )
    return found


def _bind_operand(
    r: RulesetBinding, b: Binding, change: syntax.Change, type: Type, info: ValueInfo
) -> ir.Expr | None:
    op, name = change.op, info.id.rsplit(".", 1)[-1]
    if info.optional:
        if op == "becomes":
            return bind_optional(b, change.operand, type)
        errors.modified_nothing(r.bag, change.span, name)
        return None
    if isinstance(type, SetType):
        allowed: tuple[str, ...] = _FOR_SETS
    else:
        allowed = _FOR_NUMBERS if type == NUMBER else ("becomes",)
    if op not in allowed:
        errors.wrong_modifier(r.bag, change.span, op, name, type)
        return None
    if op in ("only", "also", "except") and not isinstance(change.operand, syntax.Absent):
        found = bind_expression(
            b, change.operand, lambda t: fits(t, type) or fits(SetType(t), type)
        )
        return None if found is None else check_type(b, as_set(found), type)
    return bind_typed(b, change.operand, type)


def bind_when(
    r: RulesetBinding, b: Binding, read: Heading, written: syntax.Expr | None
) -> ir.Expr | None:
    """Joins what the head demands of its parameters with the written condition."""
    asked = [*read.conditions]
    condition = None if written is None else bind_condition(b, written)
    if condition is not None:
        asked.append(condition)
    bound: ir.Expr | None = None
    for one in asked:
        more = one
        if bound is not None:
            more = ir.Both(left=bound, right=one, type=YES_NO, span=one.span)
        bound = more
    return bound


def _suggest_printed(r: RulesetBinding, name: str) -> str:
    """Says how to change an attribute of pieces or spaces, if this is its name."""
    owners = [t.owner for t in r.symbols.things(name) if t.sort == "attribute"]
    if not owners:
        return ""
    reading = [
        value.id
        for value in r.values.values()
        if any(
            isinstance(node, ir.AttributeRead | ir.MembersOf) and node.attribute == name
            for node in nodes(value.base)
        )
    ]
    return printed_number(reading, "pieces" if owners[0] in r.symbols.kinds else "board")


def report_unknown(
    r: RulesetBinding, name: syntax.Name, wanted: str, sort: str, known: object, help: str = ""
) -> None:
    """Reports a name of the wrong sort, or one that nothing has."""
    symbols = r.symbols.seen_from(name.span.source)
    things = symbols.things(name.id)
    if things:
        errors.other_sort(r.bag, name.id, name.span, things, wanted, help)
    elif not sight_errors.beyond(r.bag, symbols, name):
        assert isinstance(known, dict | list | tuple)
        errors.unknown(r.bag, sort, name.id, name.span, known)
