"""Binds expressions: each gets a type, and each phrase becomes the node that it means."""

from __future__ import annotations

from typing import Literal

from boardwright.dsl.bind.binding import Binding
from boardwright.dsl.bind.contents import bind_inside
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.errors import hints
from boardwright.dsl.bind.errors import sight as sight_errors
from boardwright.dsl.bind.explanations import report_unknown_name
from boardwright.dsl.bind.memories import bind_seen
from boardwright.dsl.bind.names import (
    bind_condition,
    bind_it,
    bind_me,
    bind_me_or_nobody,
    bind_name,
    bind_number,
    bind_optional,
    bind_player,
    bind_typed,
    build_side_of_nothing,
    check_type,
    declare_local,
    find_faces,
    find_meanings,
    is_open,
)
from boardwright.dsl.bind.phrases import bind_of
from boardwright.dsl.bind.places import (
    bind_along,
    bind_beyond,
    bind_connected,
    bind_next,
    bind_pieces_there,
    bind_within,
    build_lies_in,
    check_held,
    order_along,
)
from boardwright.dsl.bind.roles import build_given, drop_given, get_key_type, read_note
from boardwright.dsl.declare.limits import MOST_PLAYERS
from boardwright.dsl.language import syntax
from boardwright.dsl.language.type_relations import (
    Accepts,
    alike,
    common_type,
    fits,
    fitting,
    is_piece,
    is_place,
    is_set,
    joined,
)
from boardwright.dsl.language.types import (
    FACE,
    NUMBER,
    PLAYER,
    WAY,
    WAYS,
    YES_NO,
    PieceType,
    PlayerType,
    SetType,
    Type,
    ZoneType,
    kinds_of,
)
from boardwright.dsl.language.words import (
    FOR_ALL,
    FUNCTIONS,
    LEAST_OR_MOST,
    LEFT_AS,
    NEIGHBOUR,
    OPPOSITE,
    PLAYED,
    SEEN,
    TOGETHER,
    USABLE,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.local_names import Bound
from boardwright.dsl.rules.symbols import NOWHERE, Thing, declared_first
from boardwright.dsl.source.fixes import write
from boardwright.dsl.source.places import Span


def bind_expression(b: Binding, node: syntax.Expr, want: Accepts | None = None) -> ir.Expr | None:
    """Binds an expression; None after a diagnostic. `want` chooses between meanings; the result need not
    fulfil it.
    """
    match node:
        case syntax.Number(value=value, span=span):
            return ir.Const(value=value, type=NUMBER, span=span)
        case syntax.YesNo(value=yes, span=span):
            return ir.Const(value=int(yes), type=YES_NO, span=span)
        case syntax.Nobody(span=span):
            return ir.Const(value=-1, type=PLAYER, span=span)
        case syntax.Absent(span=span):
            errors.nothing_untyped(b.bag, span)
            return None
        case syntax.Name():
            return bind_name(b, node, want)
        case syntax.Me(span=span):
            return bind_me(b, span)
        case syntax.It(span=span):
            return bind_it(b, span)
        case syntax.End(which=which, span=span):
            errors.misplaced(b.bag, span, f"`{which}` needs a place", f"write `{which} of ...`")
            return None
        case syntax.Call():
            return _bind_call(b, node)
        case syntax.ForAll():
            return _bind_for_all(b, node, want)
        case syntax.Binary():
            return _bind_binary(b, node, want)
        case syntax.IfElse():
            return _bind_if_else(b, node, want)
        case syntax.After():
            return _bind_after(b, node)
        case syntax.Not(operand=operand, span=span):
            inner = bind_condition(b, operand)
            return None if inner is None else ir.Not(operand=inner, type=YES_NO, span=span)
        case syntax.Negative(operand=operand, span=span):
            inner = bind_number(b, operand)
            if inner is None:
                return None
            zero = ir.Const(value=0, type=NUMBER, span=span)
            return ir.Arithmetic(op="-", left=zero, right=inner, type=NUMBER, span=span)
        case syntax.Of(left=left, right=right, span=span):
            return bind_of(b, left, right, span, want)
        case syntax.Mine(name=name, span=span):
            return bind_of(b, name, syntax.Me(span=span), span, want)
        case syntax.Inside():
            return bind_inside(b, node)
        case syntax.Within():
            return bind_within(b, node)
        case syntax.Connected():
            return bind_connected(b, node)
        case syntax.Beyond():
            return bind_beyond(b, node)
        case syntax.Along():
            return bind_along(b, node)
        case syntax.Those(binder=binder, span=span):
            with b.scope.block():
                selection = bind_selection(b, binder.name, binder.members)
            if selection is None:
                return None
            return ir.Those(selection=selection, type=SetType(selection.var.type), span=span)


# ---- two sides


def _bind_binary(b: Binding, node: syntax.Binary, want: Accepts | None) -> ir.Expr | None:
    span = node.span
    match node.op:
        case "and" | "or" as op:
            left, right = bind_condition(b, node.left), _bind_second(b, node)
            if left is None or right is None:
                return None
            kind = ir.Both if op == "and" else ir.Either
            return kind(left=left, right=right, type=YES_NO, span=span)
        case "+" | "-" | "*" | "mod" | "down" | "up" as op:
            return _bind_arithmetic(b, node, op)
        case ">=" | "<=" | ">" | "<" as op:
            left, right = bind_number(b, node.left), bind_number(b, node.right)
            if left is None or right is None:
                return None
            return ir.Compare(op=op, left=left, right=right, type=YES_NO, span=span)
        case "=" | "!=" as op:
            return _bind_equal(b, node, op)
        case "is" | "is not" as op:
            same = _bind_same(b, node)
            return same if same is None or op == "is" else _negate(same, span)
        case "is in" | "is not in" as op:
            member = _bind_member(b, node)
            return member if member is None or op == "is in" else _negate(member, span)
        case "plus" | "except":
            return _bind_sets(b, node, want)
        case "also in":
            return _bind_common(b, node, want)


def _bind_second(b: Binding, node: syntax.Binary) -> ir.Expr | None:
    """Binds what follows `and` or `or`; a bare name there may belong to the comparison before it."""
    help = hints.repeated(node)
    if not help:
        return bind_condition(b, node.right)
    found = bind_expression(b, node.right, fitting(YES_NO))
    if found is None or fits(found.type, YES_NO):
        return found
    errors.wrong_type(b.bag, found.span, found.type, str(YES_NO), help)
    return None


def _bind_arithmetic(b: Binding, node: syntax.Binary, op: ir.ArithmeticOp) -> ir.Expr | None:
    left, right = (
        bind_expression(b, node.left, _is_number),
        bind_expression(b, node.right, _is_number),
    )
    if left is None or right is None:
        return None
    if is_set(left.type) and is_set(right.type) and op in "+-":
        word = "plus" if op == "+" else "except"
        errors.sign_for_sets(b.bag, node.span, op, word)
        return None
    left, right = check_type(b, left, NUMBER), check_type(b, right, NUMBER)
    if left is None or right is None:
        return None
    return ir.Arithmetic(op=op, left=left, right=right, type=NUMBER, span=node.span)


def _bind_sides(
    b: Binding, left: syntax.Expr, right: syntax.Expr
) -> tuple[ir.Expr | None, ir.Expr | None]:
    """Binds both sides of a comparison; the clear side decides what the other one means."""
    if is_open(b, left) and not is_open(b, right):
        second = bind_expression(b, right)
        first = bind_expression(b, left, None if second is None else _accept_like(second.type))
        return first, second
    want: Accepts | None = None
    if isinstance(left, syntax.Name) and isinstance(right, syntax.Name) and is_open(b, right):
        types = [m.type for m in (*find_meanings(b, right.id), *find_faces(b, right.id))]

        def want(found: Type) -> bool:
            return any(alike(found, type) for type in types)

    first = bind_expression(b, left, want)
    second = bind_expression(b, right, None if first is None else _accept_like(first.type))
    return first, second


def _bind_equal(b: Binding, node: syntax.Binary, op: Literal["=", "!="]) -> ir.Expr | None:
    left, right = _bind_sides(b, node.left, node.right)
    if left is None or right is None:
        return None
    if NUMBER not in (left.type, right.type) and not is_set(left.type):
        word = "is" if op == "=" else "is not"
        errors.equals_for_things(b.bag, node.span, left.type, word)
        return None
    left, right = check_type(b, left, NUMBER), check_type(b, right, NUMBER)
    if left is None or right is None:
        return None
    return ir.Compare(op=op, left=left, right=right, type=YES_NO, span=node.span)


def _bind_same(b: Binding, node: syntax.Binary) -> ir.Expr | None:
    span = node.span
    if isinstance(node.right, syntax.Nobody) or isinstance(node.left, syntax.Nobody):
        other = node.left if isinstance(node.right, syntax.Nobody) else node.right
        player = bind_player(b, other)
        return None if player is None else ir.IsNobody(operand=player, type=YES_NO, span=span)
    if isinstance(node.right, syntax.Absent) or isinstance(node.left, syntax.Absent):
        return _bind_is_nothing(b, node)
    if (expansion := _find_asked_expansion(b, node)) is not None:
        return _bind_played(b, expansion, span)
    left, right = _bind_sides(b, node.left, node.right)
    if left is None or right is None:
        return None
    if is_set(right.type) or is_set(left.type):
        if isinstance(left.type, SetType) and alike(left.type, right.type):
            errors.sets_compared(b.bag, span, left.span, right.span)
            return None
        help = ""
        if isinstance(right.type, SetType) and alike(left.type, right.type.element):
            help = write(f"{left.span.text} {node.op} in {right.span.text}")
        elif isinstance(left.type, SetType) and alike(right.type, left.type.element):
            help = write(f"{right.span.text} {node.op} in {left.span.text}")
        errors.never_same(b.bag, span, left.type, right.type, help)
        return None
    if not alike(left.type, right.type):
        errors.never_same(b.bag, span, left.type, right.type, _suggest_meant(b, node, left, right))
        return None
    return _build_same(left, right, span)


def _build_same(left: ir.Expr, right: ir.Expr, span: Span) -> ir.Expr:
    """Builds `is` between two things of one type. What may be nothing is then not the same as anything."""
    if isinstance(left, ir.Given) and isinstance(right, ir.Given):
        missing = ir.IsNothing(operand=left.operand, type=YES_NO, span=span)
        same = _build_same(left.operand, right.operand, span)
        return ir.Both(left=_negate(missing, span), right=same, type=YES_NO, span=span)
    left, right = drop_given(left), drop_given(right)
    if left.type == NUMBER:
        return ir.Compare(op="=", left=left, right=right, type=YES_NO, span=span)
    return ir.Same(left=left, right=right, type=YES_NO, span=span)


def _bind_is_nothing(b: Binding, node: syntax.Binary) -> ir.Expr | None:
    """`seen is nothing`: whether a set has no members, or what may be nothing is, or a player has given no answer."""
    members = bind_expression(
        b, node.left if isinstance(node.right, syntax.Absent) else node.right, is_set
    )
    if members is None:
        return None
    if isinstance(members, ir.Given):
        return ir.IsNothing(operand=members.operand, type=YES_NO, span=node.span)
    unanswered = None
    if isinstance(members, ir.LocalOf) and isinstance(members.var.keyed, PlayerType):
        unanswered = ir.IsNothing(operand=members, type=YES_NO, span=node.span)
        if not is_set(members.type):
            return unanswered
    if not is_set(members.type):
        errors.never_nothing(b.bag, members.span, members.type)
        return None
    count = ir.Count(members=members, type=NUMBER, span=members.span)
    none = ir.Const(value=0, type=NUMBER, span=node.span)
    empty = ir.Compare(op="=", left=count, right=none, type=YES_NO, span=node.span)
    if unanswered is None:
        return empty
    return ir.Either(left=unanswered, right=empty, type=YES_NO, span=node.span)


def _find_asked_expansion(b: Binding, node: syntax.Binary) -> syntax.Name | None:
    """Returns the expansion in `winter is played`, unless a name means something else."""
    left, right = node.left, node.right
    if not (isinstance(left, syntax.Name) and isinstance(right, syntax.Name)):
        return None
    others = b.scope.find(PLAYED) or find_meanings(b, PLAYED) or b.scope.find(left.id)
    mine = b.symbols.sight.owner_of(node.span.source)
    return left if right.id == PLAYED and mine and not others else None


def _bind_played(b: Binding, name: syntax.Name, span: Span) -> ir.Expr | None:
    sight = b.symbols.sight
    mine = sight.owner_of(span.source)
    if name.id not in sight.named[mine] | {mine}:
        sight_errors.unknown_expansion(b.bag, name, mine, sorted(sight.named[mine]))
        return None
    here = name.id == mine or name.id in sight.played
    return ir.Played(expansion=name.id, here=here, type=YES_NO, span=span)


def _suggest_meant(
    b: Binding, node: syntax.Binary, left: ir.Expr, right: ir.Expr
) -> tuple[str, ...]:
    """Suggests what a comparison of a piece with another thing meant: its face, or its place."""
    if not isinstance(left.type, PieceType):
        return ()
    kind, found = left.type.kind, list[str]()
    faces = b.symbols.varieties.get(FACE + kind)
    if isinstance(node.right, syntax.Name) and faces and node.right.id in faces.members:
        found.append(f"`face of {left.span.text} {node.op} {node.right.id}`")
    lying = [holds for _, holds in b.symbols.holders(right.type) if is_place(right.type)]
    if any(kind in holds for holds in lying):
        found.append(f"`{node.op} in {right.span.text}`")
    return (f"write {' or '.join(found)}",) if found else ()


def _bind_member(b: Binding, node: syntax.Binary) -> ir.Expr | None:
    """Binds `x is in ...`: membership of a set, or a piece in a place or several."""
    if is_open(b, node.left) or not is_open(b, node.right):
        right = bind_expression(b, node.right, lambda t: is_set(t) or is_place(t))
        left = bind_expression(
            b, node.left, None if right is None else _accept_members_of(right.type)
        )
    else:
        left = bind_expression(b, node.left)
        right = bind_expression(
            b, node.right, None if left is None else _accept_holders_of(left.type)
        )
    if left is None or right is None:
        return None
    if isinstance(right.type, SetType) and alike(left.type, right.type.element):
        return ir.Member(element=left, members=right, type=YES_NO, span=node.span)
    if isinstance(left.type, PieceType) and is_place(right.type):
        if not check_held(b, left.type.kind, right.type, node.span):
            return None
        return build_lies_in(b, left, left.type, right, node.span)
    if is_set(right.type):
        errors.never_same(b.bag, node.span, left.type, right.type)
    else:
        errors.single_as_set(b.bag, right.span, right.type)
    return None


def _bind_sets(b: Binding, node: syntax.Binary, want: Accepts | None) -> ir.Expr | None:
    """Binds `plus` and `except`."""
    inner: Accepts = is_set
    if want is not None:
        wanted = want
        inner = lambda t: wanted(t) or wanted(SetType(t))  # noqa: E731
    left = bind_expression(b, node.left, inner)
    want_right = inner if left is None else _accept_joined_with(left.type)
    right = bind_expression(b, node.right, want_right)
    if left is None or right is None:
        return None
    if NUMBER in (left.type, right.type):
        number, word = (left, "+") if left.type == NUMBER else (right, "+")
        sign = word if node.op == "plus" else "-"
        errors.single_as_set(b.bag, number.span, NUMBER, f"for numbers, write `{sign}`")
        return None
    left, right = as_set(left), as_set(right)
    assert isinstance(left.type, SetType)
    assert isinstance(right.type, SetType)
    type = joined(left.type.element, right.type.element)
    if type is None:
        errors.not_joined(b.bag, node.span, left.type, right.type)
        return None
    if node.op == "plus":
        return ir.Union(left=left, right=right, type=SetType(type), span=node.span)
    return ir.Without(left=left, right=right, type=left.type, span=node.span)


def _bind_common(b: Binding, node: syntax.Binary, want: Accepts | None) -> ir.Expr | None:
    """`also in`: what both sets have."""
    left = bind_expression(b, node.left, want or is_set)
    right = bind_expression(b, node.right, is_set if left is None else _accept_meeting(left.type))
    if left is None or right is None:
        return None
    for side in (left, right):
        if not is_set(side.type):
            help = f"to ask whether it is there, write `{left.span.text} is in {right.span.text}`"
            if is_place(side.type) and is_piece(left.type):
                help = f"for what lies there, write `{left.span.text} in {side.span.text}`"
            errors.single_as_set(b.bag, side.span, side.type, help)
            return None
    assert isinstance(left.type, SetType)
    assert isinstance(right.type, SetType)
    type = common_type(left.type.element, right.type.element)
    if type is None:
        errors.never_common(b.bag, node.span, left.type, right.type)
        return None
    return ir.Common(left=left, right=right, type=SetType(type), span=node.span)


# ---- one of two


def _bind_if_else(b: Binding, node: syntax.IfElse, want: Accepts | None) -> ir.Expr | None:
    """`first if condition else other`, where both sides are of one type."""
    condition = bind_condition(b, node.condition)
    if isinstance(node.first, syntax.Absent):
        other = bind_expression(b, node.other, want)
        first = None if other is None else build_side_of_nothing(b, node.first.span, other.type)
    elif isinstance(node.other, syntax.Absent):
        first = bind_expression(b, node.first, want)
        other = None if first is None else build_side_of_nothing(b, node.other.span, first.type)
    elif want is None:
        first, other = _bind_sides(b, node.first, node.other)
    else:
        wanted, first = want, bind_expression(b, node.first, want)
        known = None if first is None else first.type
        other = bind_expression(
            b,
            node.other,
            lambda t: wanted(t) and (known is None or _find_common_type(known, t) is not None),
        )
    if condition is None or first is None or other is None:
        return None
    type = _find_common_type(first.type, other.type)
    if type is None:
        help = "both sides of `if ... else` must be of one type"
        if is_place(first.type) and is_place(other.type):
            help = "write a statement for each of the two places, under `if` and `else`"
        errors.wrong_type(b.bag, other.span, other.type, str(first.type), help)
        return None
    optional = any(isinstance(side, ir.Given | ir.Nothing) for side in (first, other))
    first, other = drop_given(first), drop_given(other)
    found = ir.IfElse(first=first, condition=condition, other=other, type=type, span=node.span)
    return build_given(found, optional)


def _bind_after(b: Binding, node: syntax.After) -> ir.Expr | None:
    """A number or a condition, and the rule after which it is asked."""
    value = bind_expression(b, node.value, lambda t: t in (NUMBER, YES_NO))
    call = b.statement(b, syntax.CallRule(call=node.call, span=node.call.span))
    if value is None or call is None:
        return None
    if not isinstance(call, ir.CallRule):
        help = "write `after` with a rule of the game"
        errors.misplaced(
            b.bag, node.call.span, "nothing can be asked about what is after this", help
        )
        return None
    if value.type not in (NUMBER, YES_NO):
        errors.wrong_type(b.bag, value.span, value.type, "a number or a condition before `after`")
        return None
    return ir.After(value=value, call=call, type=value.type, span=node.span)


def _find_common_type(one: Type, other: Type) -> Type | None:
    """Returns the type that includes both, sets or not; None if no type does."""
    if isinstance(one, SetType) and isinstance(other, SetType):
        element = joined(one.element, other.element)
        return None if element is None else SetType(element)
    return joined(one, other)


# ---- calls


def _bind_call(b: Binding, node: syntax.Call) -> ir.Expr | None:
    name = node.name
    for things in (
        _find_called(
            b, b.symbols.private(b.context.clause, name.id, "value", "table", "note", "place")
        ),
        _find_called(b, b.symbols.things(name.id, "value", "table", "function", "note", "place")),
    ):
        things = declared_first(things, lambda thing: thing)
        if len(things) > 1:
            sight_errors.ambiguous(b.bag, b.symbols, name.id, name.span, things)
            return None
        if things:
            b.symbols.means(name.span, things[0])
            return _bind_call_of(b, things[0], node)
    for argument in node.arguments:
        bind_expression(b, argument)
    if name.id in b.symbols.broken:
        return None
    others = b.symbols.things(name.id)
    if b.scope.find(name.id) is not None:
        others = [Thing("local", name.id)]
    if others:
        rule = any(thing.sort == "rule" for thing in others)
        help = "call a rule on a line of its own" if rule else None
        errors.other_sort(b.bag, name.id, name.span, others, "a value", help)
    else:
        private = b.symbols.privates.get(b.context.clause or ("", ""), {})
        known = (*private, *b.symbols.values, *b.symbols.tables, *FUNCTIONS)
        report_unknown_name(b, name, "value", known)
    return None


def _find_called(b: Binding, things: list[Thing]) -> list[Thing]:
    """Returns the things that have arguments: of notes and places those with two indices."""

    def has_arguments(thing: Thing) -> bool:
        match thing.sort:
            case "note":
                note = b.symbols.notes.get(thing.id)  # built-in ones have none
                return note is not None and isinstance(note.per, tuple)
            case "place":
                return isinstance(b.symbols.places[thing.id].per, tuple)
            case _:
                return True

    return [thing for thing in things if has_arguments(thing)]


def _bind_pair(
    b: Binding, node: syntax.Call, per: tuple[str, str], declared: Span
) -> ir.Pair | None:
    """Binds the two indices of a note or a place."""
    params = tuple(b.counter.var(each, get_key_type(b, each)) for each in per)
    found = bind_arguments(b, node.name.id, node, params, declared)
    if found is None:
        return None
    first, second = found
    return ir.Pair(first=first, second=second, type=NUMBER, span=node.span)


def _bind_call_of(b: Binding, thing: Thing, node: syntax.Call) -> ir.Expr | None:
    span, name = node.span, node.name.id
    match thing.sort:
        case "value":
            info = b.symbols.values[thing.id]
            arguments = bind_arguments(b, name, node, info.params, info.span)
            type = b.symbols.value_type(thing.id)
            if arguments is None or type is None:
                return None
            me = bind_me_or_nobody(b, span)
            call = ir.ValueCall(value=thing.id, arguments=arguments, me=me, type=type, span=span)
            return build_given(call, info.optional)
        case "note":
            note = b.symbols.notes[thing.id]
            assert isinstance(note.per, tuple)
            key = _bind_pair(b, node, note.per, note.span)
            if key is None:
                return None
            return read_note(b, thing.id, key, span)
        case "place":
            place = b.symbols.places[thing.id]
            assert isinstance(place.per, tuple)
            key = _bind_pair(b, node, place.per, place.span)
            if key is None:
                return None
            return ir.ZonePlace(place=thing.id, key=key, type=ZoneType((thing.id,)), span=span)
        case "table":
            table = b.symbols.tables[thing.id]
            names = ("key",) if len(table.keys) == 1 else ("first key", "second key")
            params = tuple(map(b.counter.var, names, table.keys))
            arguments = bind_arguments(b, name, node, params, table.span)
            if arguments is None:
                return None
            argument = arguments[0]
            if len(arguments) == 2:
                argument = ir.Pair(first=argument, second=arguments[1], type=NUMBER, span=span)
            return ir.TableRead(table=thing.id, argument=argument, type=table.type, span=span)
        case _:
            return _bind_function(b, name, node)


def bind_arguments(
    b: Binding,
    name: str,
    node: syntax.Call | syntax.Open,
    params: tuple[ir.Var, ...],
    declared: Span,
) -> tuple[ir.Expr, ...] | None:
    """Binds the arguments of a call, with the types of the parameters."""
    if len(node.arguments) != len(params):
        for argument in node.arguments:
            bind_expression(b, argument)
        said = ", ".join(var.name for var in params)
        count = len(node.arguments)
        errors.wrong_count(b.bag, name, node.span, len(params), count, declared, said)
        return None
    found = [
        bind_expression(b, argument)
        if var.id in b.symbols.unknown
        else (bind_optional if var.optional else bind_typed)(b, argument, var.type)
        for argument, var in zip(node.arguments, params, strict=True)
    ]
    bound = tuple(one for one in found if one is not None)
    return bound if len(bound) == len(found) else None


def _bind_function(b: Binding, name: str, node: syntax.Call) -> ir.Expr | None:
    span, given = node.span, node.arguments
    if name in LEAST_OR_MOST and given:
        numbers = [bind_number(b, argument) for argument in given]
        bound = tuple(number for number in numbers if number is not None)
        if len(bound) < len(numbers):
            return None
        return ir.MinMax(op=name, arguments=bound, type=NUMBER, span=span)
    if name == "count" and len(given) == 1:
        members = bind_expression(b, given[0], is_set)
        if members is not None and is_place(members.type) and not is_set(members.type):
            members = bind_pieces_there(b, members)
        if members is None:
            return None
        if not is_set(members.type):
            help = "remove `count`: it is a number already" if members.type == NUMBER else ""
            errors.single_as_set(b.bag, members.span, members.type, help)
            return None
        return ir.Count(members=members, type=NUMBER, span=span)
    if name == "position" and len(given) == 2:
        members = bind_expression(b, given[1], is_set)
        want = None if members is None else _accept_members_of(members.type)
        element = bind_expression(b, given[0], want)
        if members is None or element is None:
            return None
        if not isinstance(members.type, SetType):
            errors.single_as_set(b.bag, members.span, members.type)
            return None
        if not alike(element.type, members.type.element):
            errors.never_same(b.bag, span, element.type, members.type)
            return None
        if isinstance(members, ir.Beyond):
            var = b.counter.var("each", members.type.element)
            bare = ir.Selection(var=var, source=members, span=members.span)
            members = ir.Those(selection=order_along(bare), type=members.type, span=members.span)
        return ir.Position(element=element, members=members, type=NUMBER, span=span)
    if name == USABLE and len(given) == 1:
        effect = bind_effect_of(b, given[0], f"write `{USABLE}(action of ...)`")
        if effect is None:
            return None
        slot, subject = effect
        me = bind_me_or_nobody(b, span)
        return ir.Usable(slot=slot, subject=subject, me=me, type=YES_NO, span=span)
    if name == SEEN and len(given) == 1:
        return bind_seen(b, node)
    if name == LEFT_AS and len(given) == 1:
        return _bind_left_as(b, node)
    if name == NEIGHBOUR and len(given) == 2 and WAYS in b.symbols.varieties:
        return bind_next(b, given[0], given[1], span)
    if name == OPPOSITE and len(given) == 1 and WAYS in b.symbols.varieties:
        way = bind_typed(b, given[0], WAY)
        return None if way is None else ir.Opposite(way=way, type=WAY, span=span)
    for argument in given:
        bind_expression(b, argument)
    if name in (*FOR_ALL, TOGETHER) and name != "count":
        errors.misplaced(
            b.bag,
            span,
            f"`{name}` needs a set to go through",
            f"write `{name}(... for each x in ...)`",
        )
        return None
    said = {
        "position": "x, set",
        "count": "set",
        LEFT_AS: "player",
        USABLE: "effect",
        SEEN: "memory",
        OPPOSITE: "way",
        NEIGHBOUR: "space, way",
    }
    params = said.get(name, "a, b")
    wanted = 2 if name in ("position", NEIGHBOUR) else 1
    errors.wrong_count(b.bag, name, span, wanted, len(given), NOWHERE, params)
    return None


def bind_effect_of(b: Binding, node: syntax.Expr, help: str) -> tuple[str, ir.Expr] | None:
    """Binds `ability of card`: the name of the effect, and the piece or space that it is of."""
    match node:
        case syntax.Of(left=syntax.Name() as name, right=right):
            owners = {slot.owner for slot in b.symbols.things(name.id, "slot")}
            subject = bind_expression(b, right, lambda t: not owners.isdisjoint(kinds_of(t)))
        case syntax.Mine(name=name, span=span):
            subject = bind_me(b, span)
        case syntax.Name() as name if b.symbols.things(name.id, "slot"):
            errors.of_missing(
                b.bag,
                name.span,
                f"`{name.id}` is an effect of a piece or space",
                f"{name.id} of ...",
            )
            return None
        case _:
            errors.misplaced(b.bag, node.span, "expected an effect of a piece or space", help)
            return None
    slots = b.symbols.things(name.id, "slot")
    if not slots:
        others = b.symbols.things(name.id)
        if others:
            errors.other_sort(b.bag, name.id, name.span, others, "an effect of a piece or space")
        else:
            known = [
                id
                for id, found in b.symbols.by_name.items()
                if any(t.sort == "slot" for t in found)
            ]
            report_unknown_name(b, name, "effect", known)
        return None
    if subject is None:
        return None
    kinds = kinds_of(subject.type)
    if not any(slot.owner in kinds for slot in slots):
        errors.of_does_not_fit(b.bag, name.id, name.span, slots, subject.type)
        return None
    b.symbols.means(name.span, *(slot for slot in slots if slot.owner in kinds))
    return name.id, subject


def _bind_left_as(b: Binding, node: syntax.Call) -> ir.Expr | None:
    """`left_as(p)` reads a note that the engine keeps, which the game has if some rule asks this."""
    player = bind_player(b, node.arguments[0])
    if LEFT_AS in b.symbols.notes:
        things = b.symbols.things(LEFT_AS, "note")
        errors.other_sort(b.bag, LEFT_AS, node.name.span, things, "a function")
        return None
    if LEFT_AS not in b.symbols.kept:
        if b.symbols.scenario:
            errors.left_as_unkept(b.bag, node.span)
            return None
        b.symbols.kept[LEFT_AS] = ir.Note(
            id=LEFT_AS,
            origin=b.symbols.sight.game,
            type=NUMBER,
            per="player",
            low=0,
            high=MOST_PLAYERS,
            span=node.span,
        )
    if player is None:
        return None
    return ir.NoteRead(note=LEFT_AS, key=player, type=NUMBER, span=node.span)


def _bind_for_all(b: Binding, node: syntax.ForAll, want: Accepts | None) -> ir.Expr | None:
    name = node.name.id
    b.symbols.means(node.name.span, *b.symbols.things(name, "function"))
    with b.scope.block():
        selection = bind_selection(b, node.binder.name, node.binder.members, declare=True)
        if name == TOGETHER:
            body = bind_expression(b, node.body, want or is_set)
        elif name in ("count", "any", "every"):
            body = bind_condition(b, node.body)
        else:
            body = bind_number(b, node.body)
    if name not in (*FOR_ALL, TOGETHER):
        errors.unknown_function(b.bag, name, node.name.span, (*FOR_ALL, TOGETHER))
        return None
    if selection is None or body is None:
        return None
    if name == TOGETHER:
        members = as_set(body)
        return ir.Together(selection=selection, body=members, type=members.type, span=node.span)
    assert name in FOR_ALL
    type = YES_NO if name in ("any", "every") else NUMBER
    return ir.Aggregate(op=name, selection=selection, body=body, type=type, span=node.span)


# ---- selections


def bind_selection(
    b: Binding, name: syntax.Name | None, clause: syntax.SetClause, declare: bool = False
) -> ir.Selection | None:
    """Binds a source with what narrows and orders it. The name is declared inside, and with `declare` also after it."""
    source = _bind_source(b, clause)
    element = (
        source.type.element if source is not None and isinstance(source.type, SetType) else None
    )
    starting: ir.Expr | None = None
    if clause.starting is not None:
        starting = bind_expression(
            b, clause.starting, None if element is None else _accept_like(element)
        )
        if starting is not None and element is not None and not alike(starting.type, element):
            errors.wrong_type(b.bag, starting.span, starting.type, str(element))
    cut = None if clause.cut is None else bind_number(b, clause.cut)
    var = b.counter.var(name.id if name else "each", element or NUMBER)
    with b.scope.block():
        if name is not None:
            declare_local(b, name, element, "loop", var)
        with b.within(element=name.id if name is not None else ""):
            where = None if clause.where is None else bind_condition(b, clause.where)
            extreme = _bind_ordering(b, clause.extreme, "most")
            rising = _bind_ordering(b, clause.rising, "rising")
    if declare and name is not None:
        known = None if element is None else var
        b.scope.add(Bound(name.id, known, name.span, "loop"))
    if source is None or (cut is None and clause.cut is not None):
        return None
    return ir.Selection(
        var=var,
        source=source,
        starting=starting,
        where=where,
        extreme=extreme,
        rising=rising,
        cut=cut,
        span=clause.span,
    )


def _bind_ordering(
    b: Binding, clause: tuple[str, syntax.Expr] | None, positive: str
) -> tuple[bool, ir.Expr] | None:
    if clause is None:
        return None
    number = bind_number(b, clause[1])
    return None if number is None else (clause[0] == positive, number)


def _bind_source(b: Binding, clause: syntax.SetClause) -> ir.Expr | None:
    node = clause.source
    if clause.to is not None:
        low, high = bind_number(b, node), bind_number(b, clause.to)
        if low is None or high is None:
            return None
        span = Span(low.span.source, low.span.start, max(low.span.end, high.span.end))
        return ir.Range(low=low, high=high, type=SetType(NUMBER), span=span)
    source = bind_expression(b, node, is_set)
    if source is None or is_set(source.type):
        return source
    if is_place(source.type):
        return bind_pieces_there(b, source)
    help = ""
    if source.type == NUMBER:
        help = f"to choose a number, write `from 0 to {source.span.text}`"
    errors.single_as_set(b.bag, source.span, source.type, help)
    return None


def as_set(expr: ir.Expr) -> ir.Expr:
    """Returns a set unchanged, and a single thing as a set of one."""
    if isinstance(expr.type, SetType):
        return expr
    return ir.Singleton(element=expr, type=SetType(expr.type), span=expr.span)


def _negate(expr: ir.Expr, span: Span) -> ir.Expr:
    return ir.Not(operand=expr, type=YES_NO, span=span)


def _is_number(found: Type) -> bool:
    return found == NUMBER


def _accept_like(type: Type) -> Accepts:
    """Accepts types that can be the same as a thing of this type."""
    return lambda found: alike(found, type)


def _accept_members_of(type: Type) -> Accepts:
    """Accepts types that can be in this set or place."""
    if isinstance(type, SetType):
        element = type.element
        return lambda found: (
            alike(found, element) or (is_place(type) and isinstance(found, PieceType))
        )
    return lambda found: isinstance(found, PieceType)


def _accept_holders_of(type: Type) -> Accepts:
    """Accepts sets and places that can contain such a thing."""
    return lambda found: (
        (isinstance(found, SetType) and alike(type, found.element))
        or (isinstance(type, PieceType) and is_place(found))
    )


def _accept_meeting(type: Type) -> Accepts:
    """Accepts sets that may have members in common with one of this type."""
    element = type.element if isinstance(type, SetType) else type
    return lambda found: isinstance(found, SetType) and alike(found.element, element)


def _accept_joined_with(type: Type) -> Accepts:
    """Accepts types that can be joined with a set or a single thing."""
    element = type.element if isinstance(type, SetType) else type
    return lambda found: (
        joined(found.element if isinstance(found, SetType) else found, element) is not None
    )
