"""What pieces and spaces with clauses have to do with whoever acts, and values with their modifiers."""

from __future__ import annotations

from boardwright.dsl.language.types import NumberType
from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import NO, YES, both, keep_in_reach
from boardwright.interpreter.lower.analysis.constant_tables import table_of
from boardwright.interpreter.lower.builtins.member_order import find_face
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.lower.expressions import begin_function, read_owner_of_piece
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Var, add
from boardwright.interpreter.table import errors


def find_carriers(linking: Linking, definition: tuple[str, str]) -> tuple[list[int], bool]:
    """The pieces (or spaces) that have a definition, and whether they are found by face only."""
    kind, id = definition
    table = linking.table
    if kind in table.pieces:
        declared = linking.game.kinds[kind]
        index = next(n for n, d in enumerate(declared.definitions) if d.id == id)
        faces = [n for n, face in enumerate(table.faces[kind]) if face.definition == index]
        if declared.hidden:
            if declared.definitions[index].copies > 1:
                # Found by its face: there must be one piece that has it.
                raise errors.RuleError(
                    errors.NOT_SUPPORTED,
                    f"`{id}` is a hidden piece with several copies: these cannot have hooks, modifiers or "
                    "effects in an offer",
                    declared.definitions[index].span,
                )
            return faces, True
        return [n for n, p in enumerate(table.pieces[kind]) if p.face in faces], False
    return list(table.space_named(id, kind)), False


def lower_carrier(to: Emitter, kind: str, number: int, by_face: bool) -> lo.Expr:
    """The piece itself."""
    if not by_face:
        return Int(number)
    return to.atom(find_face(to.linking, kind, Int(number)), kind)


def lower_owner_of(to: Emitter, kind: str, it: lo.Expr, nobody: int = -1) -> lo.Expr | None:
    """Whose a piece or space is; None if things of this kind are never anybody's."""
    game, table = to.linking.game, to.linking.table
    if kind in game.kinds:
        declared = game.kinds[kind]
        if declared.owner is None and not declared.per_player:
            return None
        return read_owner_of_piece(to, kind, it, nobody)
    if not _belong_to_seats(game, kind):
        return None
    rows = tuple(nobody if p.owner < 0 else p.owner for p in table.places)
    suffix = "" if nobody == -1 else "_or_none"
    return to.linking.look(f"owner_of_place{suffix}", (*rows, nobody), it)


def lower_in_force(
    to: Emitter,
    definition: tuple[str, str],
    it: lo.Expr,
    owner: lo.Expr | None,
    acting: lo.Expr,
) -> lo.Expr:
    """Whether the clauses of a piece count now, for who acts or asks. Assumes that its owner is somebody if
    it can have one.
    """
    declared = to.linking.game.in_force_of(*definition)
    if declared.in_force is None:
        return YES
    if owner is not None and owner_is_active(declared):
        return Op("==", owner, Load(Int(lay.ACTIVE)))
    assert declared.in_force_it is not None
    to.bound[declared.in_force_it.id] = it
    if declared.in_force_me is not None:
        to.bound[declared.in_force_me.id] = acting
    return to.lower(declared.in_force)


# ---- values


def lower_value(linking: Linking, value: ir.Value, modifiers: list[ir.Modifier]) -> None:
    """A function of `me` and the parameters."""
    name = f"value:{value.id}"
    to = begin_function(linking, name)
    me = to.bind_plain(value.me)
    params = [me, *map(to.bind_plain, value.params)]
    base = to.lower(value.base)
    if not modifiers:
        to.emit(lo.Return(base))
    else:
        result = to.fresh("x")
        to.emit(lo.SetVar(result, base))
        for layer in ir.LAYERS:
            for modifier in modifiers:
                if modifier.op in layer:
                    _lower_modifier(to, modifier, value, me, params[1:], result)
        found: lo.Expr = Var(result)
        if isinstance(value.type, NumberType):
            found = keep_in_reach(to, found, linking.reach.modified(value), value.span)
        to.emit(lo.Return(found))
    many = linking.table.how_many
    domains = (linking.table.players, *(many(p.type) for p in value.params))
    function = lo.Function(name, tuple(params), to.out, value.id, domains)
    linking.functions[name] = function
    linking = linking
    most = linking.table.most
    known = table_of(function, linking.functions, linking.tables, most)
    if known is not None:
        linking.tables[name] = known


def _lower_modifier(
    to: Emitter,
    modifier: ir.Modifier,
    value: ir.Value,
    me: str,
    params: list[str],
    result: str,
) -> None:
    def change(test: lo.Expr) -> None:
        with to.inside() as body:
            condition = YES if modifier.when is None else to.lower(modifier.when)
            with to.inside() as then:
                operand = to.lower(modifier.operand)
                to.emit(lo.SetVar(result, _changed(modifier.op, Var(result), operand)))
            body.extend(then if condition == YES else [lo.When(condition, then, [])])
        to.out.extend(body if test == YES else [lo.When(test, body, [])])

    for name, var in zip(params, modifier.params, strict=False):
        to.bound[var.id] = Var(name)
    to.bound[modifier.actor.id] = to.bound[modifier.me.id] = Var(me)
    if modifier.definition is None:
        change(YES)
        return
    assert modifier.it is not None
    kind = modifier.definition[0]
    numbers, by_face = find_carriers(to.linking, modifier.definition)
    for number in numbers:
        it = lower_carrier(to, kind, number, by_face)
        to.bound[modifier.it.id] = it
        test, owner = _test_modifier(to, modifier, kind, it, Var(me))
        if test == NO:
            continue
        with to.inside() as behind:
            force = lower_in_force(to, modifier.definition, it, owner, Var(me))
            with to.inside() as body:
                change(YES)
            behind.extend(body if force == YES else [lo.When(force, body, [])])
        to.out.extend(behind if test == YES else [lo.When(test, behind, [])])
        to.sure -= {modifier.me.id, modifier.actor.id}


def _test_modifier(
    to: Emitter, modifier: ir.Modifier, kind: str, it: lo.Expr, asking: lo.Expr
) -> tuple[lo.Expr, lo.Expr | None]:
    """Whether a modifier of a piece or space is meant for who asks, and its owner, who becomes its `me`."""
    if modifier.by == "me":
        owner = lower_owner_of(to, kind, it, nobody=-2)
        if owner is None:
            return NO, None
        to.sure |= {modifier.me.id, modifier.actor.id}
        return Op("==", owner, asking), asking
    owner = lower_owner_of(to, kind, it)
    if owner is None:
        to.bound[modifier.me.id] = Int(-1)
        return YES if modifier.by == "anyone" else NO, None
    owner = to.atom(owner, "owner")
    to.bound[modifier.me.id] = owner
    to.sure.add(modifier.me.id)
    owned = Op(">=", owner, NO)
    if modifier.by == "anyone":
        return owned, owner
    to.sure.add(modifier.actor.id)
    others = both(Op("!=", owner, asking), Op(">=", asking, NO))
    return both(owned, others), owner


def owner_is_active(declared: ir.Definition | ir.Kind | ir.SpaceKind) -> bool:
    """Whether clauses are in force just when their owner is the active player."""
    match declared.in_force:
        case ir.Same(
            left=ir.OwnerOf(subject=ir.Local(var=it)), right=ir.NoteRead(note="active_player")
        ):
            return it == declared.in_force_it
        case ir.Same(
            left=ir.NoteRead(note="active_player"), right=ir.OwnerOf(subject=ir.Local(var=it))
        ):
            return it == declared.in_force_it
        case _:
            return False


def _belong_to_seats(game: ir.Game, kind: str) -> bool:
    """Whether spaces of a kind can belong to players, by what they are repeated in."""
    found: ir.SpaceKind | None = game.spaces[kind]
    while found is not None:
        if found.seats or found.per == "player":
            return True
        found = game.spaces.get(found.per or "")
    return False


def _changed(op: ir.ModifierOp, old: lo.Expr, operand: lo.Expr) -> lo.Expr:
    match op:
        case "becomes":
            return operand
        case "add":
            return add(old, operand)
        case "subtract":
            return Op("-", old, operand)
        case "at least":
            return Op("max", old, operand)
        case "at most":
            return Op("min", old, operand)
        case "only":
            return Op("&", old, operand)
        case "also":
            return Op("|", old, operand)
        case "except":
            return Op("&~", old, operand)
