"""Expressions to integer operations.

An expression becomes one `lowered.Expr`, after statements where a loop is needed: these are appended to `self.out`.
What stands on the right of `and` and `or` keeps its statements to itself, so that nothing is computed that
the author's words do not ask for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from boardwright.dsl.language.types import (
    NUMBER,
    NumberType,
    PieceType,
    PlayerType,
    SetType,
    SpaceType,
    Type,
    ZoneType,
    kinds_of,
    word_for_nothing,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.places import Span
from boardwright.interpreter.lower.addresses import (
    NO,
    YES,
    both,
    compare,
    find_row,
    has,
    is_sure,
    is_unanswered,
    keep_in_reach,
    lower_each,
    lower_if_else,
    lower_in_turn,
    lower_player,
    pick_extreme,
    read_keyed,
    read_local,
    read_place,
)
from boardwright.interpreter.lower.analysis.calls import usable_name
from boardwright.interpreter.lower.builtins.board_steps import (
    lower_next_space,
    lower_opposite,
    lower_steps_to,
)
from boardwright.interpreter.lower.builtins.declared_tables import lower_table_read
from boardwright.interpreter.lower.builtins.hidden_names import named_position
from boardwright.interpreter.lower.builtins.member_order import find_face, position
from boardwright.interpreter.lower.builtins.memories import count_seen
from boardwright.interpreter.lower.builtins.turn_order import next_in
from boardwright.interpreter.lower.context import Linking, zone_owner_rows
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.lower.loop_invariants import lower_once
from boardwright.interpreter.lower.reads import (
    call_value,
    find_note,
    lower_pair,
    read_attribute,
    read_face,
)
from boardwright.interpreter.lower.sets import (
    find_bit,
    find_renamed,
    find_start,
    loop_in_order,
    loop_through,
    lower_ends,
    lower_set,
    reduce_selection,
    test_exists,
)
from boardwright.interpreter.lower.sieve import is_large, sift
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var, add
from boardwright.interpreter.table import errors


def begin_function(linking: Linking, name: str) -> Emitter:
    """A function in the making that has no statements of an author's."""
    return Emitter(linking, name, lower_expression)


def lower_expression(to: Emitter, expr: ir.Expr) -> lo.Expr:
    """The value of any expression."""
    if isinstance(expr.type, SetType):
        return lower_set(to, expr)
    if isinstance(
        expr,
        ir.Aggregate
        | ir.ValueCall
        | ir.Count
        | ir.Amount
        | ir.Position
        | ir.Usable
        | ir.Seen
        | ir.After,
    ):
        return lower_once(to, partial(_lower_expression_now, to, expr))
    return _lower_expression_now(to, expr)


def _lower_expression_now(to: Emitter, expr: ir.Expr) -> lo.Expr:
    """The same, worked out where it is asked for."""
    match expr:
        case ir.Const(value=value):
            return Int(value)
        case ir.Local(var=var):
            return read_local(to, var, expr.span)
        case ir.LocalOf(var=var, key=key):
            return read_keyed(to, var, to.lower(key), expr.span)
        case ir.Arithmetic():
            return _lower_arithmetic(to, expr)
        case ir.Compare(op=op, left=left, right=right):
            return compare("==" if op == "=" else op, *lower_each(to, left, right))
        case ir.Same():
            return _lower_same(to, expr)
        case ir.IsNobody(operand=operand):
            return compare("<", to.lower(operand), NO)
        case ir.Nothing(type=of):
            return Int(word_for_nothing(of))
        case ir.IsNothing(operand=ir.LocalOf(var=var, key=key)) if isinstance(
            var.keyed, PlayerType
        ):
            return is_unanswered(to, var, to.lower(key))
        case ir.IsNothing(operand=operand):
            return compare("==", to.lower(operand), Int(word_for_nothing(operand.type)))
        case ir.Given(operand=operand):
            if isinstance(operand, ir.NextSpace):
                return lower_next_space(to, operand)
            given = to.atom(to.lower(operand), "given")
            missing = compare("==", given, Int(word_for_nothing(operand.type)))
            to.guard(missing, errors.NOTHING_THERE, errors.NOTHING_HERE, expr.span)
            return given
        case ir.Both(left=left, right=right):
            return _lower_connective(to, left, right, is_and=True)
        case ir.Either(left=left, right=right):
            return _lower_connective(to, left, right, is_and=False)
        case ir.IfElse():
            return lower_if_else(to, expr)
        case ir.Not(operand=operand):
            return lo.negated(to.lower(operand))
        case ir.Member(element=element, members=members):
            return _lower_member(to, element, members)
        case ir.Pair():
            return lower_pair(to, expr)
        case ir.NoteRead(note=note, key=key):
            return Load(find_note(to, note, key, expr.span))
        case ir.ValueCall():
            return call_value(to, expr)
        case ir.TableRead():
            return lower_table_read(to, expr)
        case ir.Played(here=here):
            return Int(int(here))
        case ir.OptionRead(option=option):
            return Int(to.table.options[option])
        case ir.AttributeRead(attribute=attribute, subject=subject):
            return read_attribute(to, attribute, subject)
        case ir.DieFace(die=die):
            kind = _kind(die.type)
            return Load(add(Int(to.layout.sides[kind]), to.lower(die)))
        case ir.FaceOf(piece=piece):
            kind = _kind(piece.type)
            definitions = tuple(face.definition for face in to.table.faces[kind])
            shown = read_face(to, kind, to.lower(piece))
            if definitions == tuple(range(len(definitions))):
                return shown
            return to.linking.look(f"printed_on_{kind}", definitions, shown)
        case ir.OwnerOf(subject=subject):
            return _read_owner(to, subject)
        case ir.SpaceOfPiece():
            return _lower_space_of(to, expr)
        case ir.ParentOf(space=space):
            rows = tuple(s.parent for s in to.table.spaces)
            return to.linking.look("parent", (*rows, -1), to.lower(space))
        case ir.ThePiece(kind=kind, id=id, copy=copy):
            return _find_piece(to, kind, id, copy or 1, expr.span)
        case ir.PieceOfPlayer(kind=kind, player=player, id=id):
            return _find_piece_of_player(to, kind, lower_player(to, player), id)
        case ir.TopOf():
            return _lower_top_of(to, expr)
        case ir.Amount():
            return _lower_stock(to, expr)
        case ir.ZonePlace():
            return _lower_zone(to, expr)
        case ir.SpaceNamed():
            return _lower_space_named(to, expr)
        case ir.Seat(id=id):
            return Int(to.table.seat_named(id))
        case ir.NextSeat(player=player, step=step):
            return _lower_next_seat(to, player, step)
        case ir.Aggregate():
            return _lower_aggregate(to, expr)
        case ir.Count(members=members):
            return _lower_count(to, members)
        case ir.MinMax(op=op, arguments=arguments):
            result, *others = lower_each(to, *arguments)
            for other in others:
                result = pick_extreme(op, result, other)
            return result
        case ir.Position():
            return _lower_position(to, expr)
        case ir.Usable():
            return _ask_usable(to, expr)
        case ir.Seen(memory=memory):
            return count_seen(to.linking, memory)
        case ir.After():
            return _lower_after(to, expr)
        case ir.Opposite():
            return lower_opposite(to, expr)
        case ir.NextSpace():
            return lower_next_space(to, expr, or_nothing=True)
        case ir.StepsTo():
            return lower_steps_to(to, expr)
        case ir.SetNode():
            raise AssertionError(expr)  # see `mask_now`


def _lower_after(to: Emitter, expr: ir.After) -> lo.Expr:
    """What would be so after a rule: a function of the names in it carries out the rule, asks, and puts everything back."""
    linking, call, size = to.linking, expr.call, to.layout.size
    name = f"after:{call.rule}:{linking.number()}"
    inside = begin_function(linking, name)
    outer = _names_around(to, expr)
    params = [inside.bind_plain(var) for var in outer]
    inside.sure |= {var.id for var in outer if var.id in to.sure}
    *arguments, me = lower_each(inside, *call.arguments, call.me)
    kept, found, steps = (inside.fresh(word) for word in ("kept", "found", "steps"))
    inside.emit(lo.Keep(kept, size))
    inside.emit(lo.Do(lo.Apply(f"rule:{call.rule}", (me, *arguments))))
    inside.emit(lo.SetVar(found, inside.lower(expr.value)))
    inside.emit(lo.SetVar(steps, Load(Int(lay.BUDGET))))
    inside.emit(lo.PutBack(kept, size))
    inside.emit(lo.Store(Int(lay.BUDGET), Var(steps)))
    inside.emit(lo.Return(Var(found)))
    linking.functions[name] = lo.Function(name, tuple(params), inside.out)
    return lo.Apply(name, tuple(to.bound[var.id] for var in outer))


def _names_around(to: Emitter, expr: ir.After) -> list[ir.Var]:
    """The local names that an expression uses and does not make itself."""
    own = {node.var.id for node in nodes(expr) if isinstance(node, ir.Selection)}
    found: dict[int, ir.Var] = {}
    for node in nodes(expr):
        var = node.var if isinstance(node, ir.Local | ir.LocalOf) else None
        if var is None or var.id in own:
            continue
        if var.keyed is not None:
            message = f"`{var.name}`, which has several values, cannot be used before `after`"
            raise errors.RuleError(errors.NOT_SUPPORTED, message, expr.span)
        found[var.id] = var
    return list(found.values())


def _ask_usable(to: Emitter, expr: ir.Usable) -> lo.Expr:
    """Whether an effect is usable; a function for each effect and type says so."""
    subject, me = lower_each(to, expr.subject, expr.me)
    slot, kind = to.usable_of
    inside = expr.slot == slot and kind in kinds_of(expr.subject.type)
    name = f"{usable_name(expr)}{'~plain' if inside else ''}"
    to.linking.usables.setdefault(name, expr)
    return lo.Apply(name, (me, subject))


def _lower_arithmetic(to: Emitter, expr: ir.Arithmetic) -> lo.Expr:
    left, right = lower_each(to, expr.left, expr.right)
    match expr.op:
        case "+":
            result = add(left, right)
        case "-" if isinstance(right, Int):
            result = add(left, Int(-right.value))
        case "-" | "*":
            result = Op(expr.op, left, right)
        case "mod" | "down" | "up":
            return _lower_quotient(to, expr, left, right)
    return keep_in_reach(to, result, to.linking.reach.untested(expr), expr.span)


def _lower_quotient(to: Emitter, expr: ir.Arithmetic, left: lo.Expr, right: lo.Expr) -> lo.Expr:
    """What a division gives, or leaves over."""
    if not isinstance(right, Int) or right.value == 0:
        right = to.atom(right, "by")
        to.guard(Op("==", right, NO), errors.DIVISION_BY_ZERO, "division by zero", expr.span)
    if expr.op == "mod":
        return Op("%", left, right)
    if expr.op == "down":
        return Op("//", left, right)
    return Un("-", Op("//", Un("-", left), right))


def _lower_same(to: Emitter, expr: ir.Same) -> lo.Expr:
    left, right = expr.left, expr.right
    if not isinstance(left.type, PlayerType):
        return compare("==", *lower_each(to, left, right))
    if isinstance(left, ir.OwnerOf) or isinstance(right, ir.OwnerOf):
        # An owner table says -2 for nobody's, so that it equals no player and not nobody either.
        parts: list[Callable[[], lo.Expr]] = [partial(to.lower, left), partial(to.lower, right)]
        if isinstance(left, ir.OwnerOf):
            parts[0] = partial(_read_owner, to, left.subject, -2)
        elif isinstance(right, ir.OwnerOf):
            parts[1] = partial(_read_owner, to, right.subject, -2)
        return compare("==", *lower_in_turn(to, *parts))
    a, b = lower_each(to, left, right)
    if is_sure(to, left) or is_sure(to, right):
        return compare("==", a, b)
    a = to.atom(a, "who")
    return both(compare("==", a, b), compare(">=", a, NO))


def _lower_connective(to: Emitter, left: ir.Expr, right: ir.Expr, *, is_and: bool) -> lo.Expr:
    first = to.lower(left)
    if isinstance(first, Int):
        if bool(first.value) != is_and:
            return Int(int(first.value != 0))
        return to.lower(right)
    with to.inside() as after:
        second = to.lower(right)
    if not after:
        return both(first, second) if is_and else lo.either(first, second)
    name = to.fresh("so")
    to.emit(lo.SetVar(name, first))
    after.append(lo.SetVar(name, second))
    to.emit(lo.When(Var(name) if is_and else Un("not", Var(name)), after, []))
    return Var(name)


def _lower_member(to: Emitter, element: ir.Expr, members: ir.Expr) -> lo.Expr:
    match members:
        case ir.PiecesAt(kind=kind, places=places, owner=None) if not isinstance(
            places.type, SetType
        ):
            piece, place = lower_each(to, element, places)
            return compare("==", read_place(to, kind, piece), place)
        case ir.Range(low=low, high=high):
            value, least, most = lower_each(to, element, low, high)
            value = to.atom(value)
            return both(Op(">=", value, least), Op("<=", value, to.atom(most)))
        case ir.Singleton(element=other):
            return _lower_same(
                to, ir.Same(span=element.span, type=element.type, left=element, right=other)
            )
        case ir.SpaceNamed(kind=kind, id=id):
            found = to.table.space_named(id, kind)
            if len(found) > 1:
                return has(lower_set(to, members), to.lower(element))
            return compare("==", to.lower(element), Int(found[0])) if found else NO
        case _:
            one, mask = lower_each(to, element, members)
            if isinstance(element.type, NumberType):
                return _test_number(to, mask, one, element)
            if isinstance(element.type, PlayerType) and not is_sure(to, element):
                who, mask = to.atom(one, "who"), to.atom(mask, "members")
                return both(Op(">=", who, NO), has(mask, who))
            return has(mask, one)


def _test_number(to: Emitter, mask: lo.Expr, number: lo.Expr, element: ir.Expr) -> lo.Expr:
    """Whether a set of numbers has a number, which may be one that no set has."""
    numbers, number = to.layout.numbers, to.atom(number, "number")
    mask = to.atom(mask, "members")
    at = add(number, Int(-numbers.start))
    low, high = to.linking.reach.of(element)
    if low in numbers and high in numbers:
        return has(mask, at)
    first = compare(">=", number, Int(numbers.start))
    inside = both(first, compare("<", number, Int(numbers.stop)))
    return both(inside, has(mask, at)) if inside != NO else NO


def _read_owner(to: Emitter, subject: ir.Expr, nobody: int = -1) -> lo.Expr:
    table = to.table

    def rows(values: list[int]) -> tuple[int, ...]:
        return tuple(nobody if v < 0 else v for v in (*values, -1))

    suffix = "" if nobody == -1 else "_or_none"
    match subject.type:
        case PieceType(kind=kind):
            return read_owner_of_piece(to, kind, to.lower(subject), nobody)
        case ZoneType() if (
            isinstance(subject, ir.ZonePlace) and table.zones[subject.place].per == "piece"
        ):
            assert subject.key is not None
            return _read_owner(to, subject.key, nobody)
        case _:
            values = list(zone_owner_rows(table))[:-1]
            return to.linking.look(f"owner_of_place{suffix}", rows(values), to.lower(subject))


def read_owner_of_piece(to: Emitter, kind: str, piece: lo.Expr, nobody: int = -1) -> lo.Expr:
    """Whose a piece is."""
    declared, table = to.linking.game.kinds[kind], to.table
    suffix = "" if nobody == -1 else "_or_none"
    if declared.per_player:
        owners = tuple(face.owner for face in table.faces[kind])
        return to.linking.look(f"owner_of_{kind}", owners, read_face(to, kind, piece))
    if declared.owner is None:
        return Int(nobody)
    name = f"owner_by_{declared.owner}{suffix}"
    if name not in to.linking.tables:
        values = [p.owner if p.declared == declared.owner else -1 for p in table.places]
        to.linking.tables[name] = tuple(nobody if v < 0 else v for v in (*values, -1))
    return to.linking.look(name, to.linking.tables[name], read_place(to, kind, piece))


def _lower_space_of(to: Emitter, expr: ir.SpaceOfPiece) -> lo.Expr:
    kind = _kind(expr.piece.type)
    assert isinstance(expr.type, SpaceType)
    spaces = set(to.table.spaces_of(expr.type.kinds))
    where = read_place(to, kind, to.lower(expr.piece))
    elsewhere = [p for p, at in enumerate(to.layout.masks[kind].at) if at >= 0 and p not in spaces]
    if not elsewhere:
        return where
    where = to.atom(where, "where")
    message = f"the {kind} is on no {' or '.join(expr.type.kinds)} now"
    if spaces and min(elsewhere) > max(spaces) and min(spaces) == 0:
        bad: lo.Expr = Op(">", where, Int(max(spaces)))
    else:
        right = tuple(int(p in spaces) for p in range(len(to.table.places)))
        bad = Un("not", to.linking.look("is_" + "_".join(expr.type.kinds), right, where))
    to.guard(bad, errors.NOTHING_THERE, message, expr.span)
    return where


def _find_piece(to: Emitter, kind: str, id: str, copy: int, span: Span) -> lo.Expr:
    faces = to.table.faces[kind]
    wanted = [n for n, face in enumerate(faces) if face.id == id]
    if kind not in to.layout.faces:
        for number, piece in enumerate(to.table.pieces[kind]):
            if piece.id == id or piece.face in wanted:
                return Int(number + copy - 1)
    face = Int(wanted[0])
    handle = to.atom(find_face(to.linking, kind, face), "handle")
    for _ in range(copy - 1):  # the next one that has this face, too
        rest = find_face(to.linking, kind, face, add(handle, Int(1)))
        handle = to.atom(rest, "handle")
    return handle


def _find_piece_of_player(to: Emitter, kind: str, player: lo.Expr, id: str | None) -> lo.Expr:
    """A player's own piece; with `id`, that with this definition."""
    definitions = [d.id for d in to.linking.game.kinds[kind].definitions]
    wanted = 0 if id is None else definitions.index(id)
    if kind in to.layout.faces:  # faces are numbered seat by seat
        face = add(Int(wanted), Op("*", player, Int(len(definitions))))
        return to.atom(find_face(to.linking, kind, face), "handle")
    first: list[int] = [-1] * to.table.players
    faces = to.table.faces[kind]
    for number, piece in enumerate(to.table.pieces[kind]):
        face_here = faces[piece.face]
        if face_here.definition == wanted and first[face_here.owner] < 0:
            first[face_here.owner] = number
    name = f"own_{kind}" if id is None else f"own_{kind}_{id}"
    return to.linking.look(name, tuple(first), player)


def _lower_top_of(to: Emitter, expr: ir.TopOf) -> lo.Expr:
    place = to.lower(expr.place)
    ordered = to.layout.tops
    if isinstance(place, Int):
        at: lo.Expr = Int(ordered[place.value])
    else:
        rows = tuple(ordered.get(p, -1) for p in range(len(to.table.places)))
        at = to.linking.look("tops", rows, place)
    piece = to.atom(Load(add(at, Int(1)) if expr.bottom else at), "top")
    to.guard(Op("==", piece, NO), errors.NOTHING_THERE, "nothing lies there", expr.span)
    return add(piece, Int(-1))


def _lower_stock(to: Emitter, expr: ir.Amount) -> lo.Expr:
    return keep_in_reach(to, _sum_stock(to, expr), to.linking.reach.untested(expr), expr.span)


def _sum_stock(to: Emitter, expr: ir.Amount) -> lo.Expr:
    """How much there is of a stock, in one place or in several."""
    stock, rows = expr.stock, to.layout.stocks[expr.stock]
    members = len(to.table.stock_members[stock])
    if isinstance(expr.member, ir.Expr) and isinstance(expr.member.type, PlayerType):
        member: lo.Expr | None = lower_player(to, expr.member)
    else:
        member = None if expr.member is None else to.lower(expr.member)

    def at_place(place: lo.Expr, place_type: Type) -> lo.Expr:
        row = find_row(to, rows, stock, place, place_type)
        if member is not None:
            return Load(add(row, member))
        if members > 1 and not isinstance(row, Int):
            row = to.atom(row, "row")
        total: lo.Expr = Load(row)
        for other in range(1, members):
            total = Op("+", total, Load(add(row, Int(other))))
        return total

    if not isinstance(expr.places.type, SetType):
        return at_place(to.lower(expr.places), expr.places.type)
    if member is not None:
        member = to.atom(member, "of")
    total = to.fresh("sum")
    place = to.fresh("place")
    to.emit(lo.SetVar(total, NO))
    mask = lower_set(to, expr.places)
    with to.inside() as body:
        amount = at_place(Var(place), expr.places.type.element)
        body.append(lo.SetVar(total, Op("+", Var(total), amount)))
    to.emit(lo.ForBits(place, mask, body))
    return Var(total)


def _lower_zone(to: Emitter, expr: ir.ZonePlace) -> lo.Expr:
    zone = to.table.zones[expr.place]
    if expr.key is None:
        return Int(zone.first)
    if zone.per == "player":
        return add(Int(zone.first), lower_player(to, expr.key))
    key = to.lower(expr.key)
    if zone.keys and zone.keys == tuple(range(zone.keys[0], zone.keys[0] + zone.count)):
        size = len(to.table.pieces[zone.kind]) if zone.per == "piece" and zone.kind else zone.count
        if size == zone.count or zone.per == "space":
            return add(Int(zone.first - zone.keys[0]), key)
    name = f"place_{expr.place.replace('.', '_')}"
    if name not in to.linking.tables:
        pieces = to.table.pieces[zone.kind] if zone.per == "piece" and zone.kind else None
        many = max(zone.keys, default=0) + 1 if pieces is None else len(pieces)
        to.linking.tables[name] = zone.rows(many)
    place = to.atom(to.linking.look(name, to.linking.tables[name], key), "place")
    to.guard(
        compare("<", place, NO),
        errors.NOTHING_THERE,
        f"this has no `{expr.place}`",
        expr.span,
    )
    return place


def _lower_space_named(to: Emitter, expr: ir.SpaceNamed) -> lo.Expr:
    table = to.table
    found = table.space_named(expr.id, expr.kind)
    if expr.of is None:
        if len(found) == 1:
            return Int(found[0])
        to.emit(
            to.fail(errors.NOTHING_THERE, f"`{expr.id}` is not in play at this table", expr.span)
        )
        return NO
    if isinstance(expr.of.type, PlayerType):
        by_player = [-1] * table.players
        for number in found:
            if table.spaces[number].owner >= 0:
                by_player[table.spaces[number].owner] = number
        # The last row, that of nobody, is never read: it makes the table as long as others by player.
        return to.linking.look(
            f"space_{expr.id}_of_player", (*by_player, by_player[0]), lower_player(to, expr.of)
        )
    by_space = [-1] * len(table.spaces)
    for number in found:
        if table.spaces[number].parent >= 0:
            by_space[table.spaces[number].parent] = number
    return to.linking.look(f"space_{expr.id}_of_space", tuple(by_space), to.lower(expr.of))


def _lower_next_seat(to: Emitter, player: ir.Expr, step: int) -> lo.Expr:
    n = to.table.players
    who = lower_player(to, player)
    if to.linking.drops_out:
        return next_in(to.linking, Load(Int(lay.IN_ROUND)), who, step)
    rows = tuple((p + step) % n for p in range(n))
    return to.linking.look("left_of" if step == 1 else "right_of", rows, who)


def _lower_aggregate(to: Emitter, expr: ir.Aggregate) -> lo.Expr:
    selection = expr.selection
    if selection.extreme is not None or selection.cut is not None:
        selection = reduce_selection(to, selection)
    if expr.op in ("any", "every", "count") and is_large(to, selection):
        return _ask_of_many(to, expr, selection)
    result = to.fresh(expr.op)
    first = {"every": YES}.get(expr.op, NO)
    to.emit(lo.SetVar(result, first))
    seen = to.fresh("seen") if expr.op in ("largest", "smallest") else ""
    if seen:
        to.emit(lo.SetVar(seen, NO))

    def body() -> None:
        value = to.lower(expr.body)
        current = Var(result)
        match expr.op:
            case "any":
                to.emit(lo.When(value, [lo.SetVar(result, YES), lo.Break()], []))
            case "every":
                to.emit(lo.When(lo.negated(value), [lo.SetVar(result, NO), lo.Break()], []))
            case "count":
                to.emit(lo.When(value, [lo.SetVar(result, Op("+", current, YES))], []))
            case "sum":
                to.emit(lo.SetVar(result, Op("+", current, value)))
            case "largest" | "smallest":
                value = to.atom(value, "key")
                op: lo.CompareOp = ">" if expr.op == "largest" else "<"
                better = lo.either(Op("==", Var(seen), NO), Op(op, value, current))
                to.emit(lo.When(better, [lo.SetVar(result, value), lo.SetVar(seen, YES)], []))

    to.out.extend(loop_through(to, selection, body))
    return keep_in_reach(to, Var(result), to.linking.reach.untested(expr), expr.span)


def _ask_of_many(to: Emitter, expr: ir.Aggregate, selection: ir.Selection) -> lo.Expr:
    """Whether something holds for any or every member of a large set, or for how many."""
    asked = expr.body
    if expr.op == "every":
        asked = ir.Not(span=asked.span, type=asked.type, operand=asked)
    if selection.where is not None:
        asked = ir.Both(span=asked.span, type=asked.type, left=selection.where, right=asked)
    with_it = replace(selection, where=asked)
    if expr.op == "any":
        return test_exists(to, with_it)
    if expr.op == "every":
        return lo.negated(test_exists(to, with_it))
    sifted = sift(to, with_it)
    if sifted.where is None:
        return _count_members(lower_set(to, sifted.source))
    result = to.fresh("count")
    to.emit(lo.SetVar(result, NO))
    one_more = lo.SetVar(result, Op("+", Var(result), YES))
    to.out.extend(loop_through(to, sifted, partial(to.emit, one_more)))
    return Var(result)


def _count_members(mask: lo.Expr) -> lo.Expr:
    """How many members a set has."""
    return Int(mask.value.bit_count()) if isinstance(mask, Int) else Un("count", mask)


def _lower_count(to: Emitter, members: ir.Expr) -> lo.Expr:
    match members:
        case ir.Range(low=low, high=high):
            first, last = lower_each(to, low, high)
            return Op("max", NO, add(Op("-", last, first), YES))
        case ir.Those(selection=selection) if (
            selection.extreme is None and selection.cut is None and selection.where is not None
        ):
            if isinstance(selection.source, ir.Range):
                lower_ends(to, selection.source)
            counted = ir.Aggregate(
                span=members.span,
                type=NUMBER,
                op="count",
                selection=selection,
                body=ir.Const(span=members.span, type=NUMBER, value=1),
            )
            return _lower_aggregate(to, counted)
        case _:
            return _count_members(lower_set(to, members))


def _lower_position(to: Emitter, expr: ir.Position) -> lo.Expr:
    members = expr.members
    if isinstance(members, ir.Those) and members.selection.rising is not None:
        return _find_position_in_order(to, expr, members.selection)
    element = to.atom(find_bit(to, expr.element.type, to.lower(expr.element)), "wanted")
    mask = to.atom(lower_set(to, members), "members")
    start: lo.Expr | None = None
    if isinstance(members, ir.Those):
        start = find_start(to, members.selection)
    elif isinstance(members.type, SetType) and isinstance(members.type.element, PlayerType):
        start = Load(Int(lay.ACTIVE))
    kind = find_renamed(to, expr.element.type)
    if kind is not None:
        return named_position(to.linking, kind, mask, start or Int(-1), element)
    width = to.linking.width(expr.element.type)
    return position(to.linking, width, mask, start or NO, element)


def _find_position_in_order(to: Emitter, expr: ir.Position, selection: ir.Selection) -> lo.Expr:
    """Counts on the way through the sorted set."""
    wanted = to.atom(to.lower(expr.element), "wanted")
    at, result = to.fresh("at"), to.fresh("position")
    to.emit(lo.SetVar(at, NO))
    to.emit(lo.SetVar(result, NO))

    def count(name: str) -> list[lo.Stmt]:
        here = Op("==", Var(name), wanted)
        found: list[lo.Stmt] = [lo.SetVar(result, Var(at)), lo.Break()]
        return [lo.SetVar(at, Op("+", Var(at), YES)), lo.When(here, found, [])]

    loop_in_order(to, selection, count, drawn=False)
    return Var(result)


def _kind(of: Type) -> str:
    assert isinstance(of, PieceType)
    return of.kind
