"""Binds blocks, and the statements that contain others: choices, chance, loops."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from boardwright.dsl.bind.binding import Binding
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.expressions import bind_selection
from boardwright.dsl.bind.names import (
    bind_condition,
    bind_me,
    bind_number,
    bind_player,
    declare_local,
)
from boardwright.dsl.bind.places import order_along
from boardwright.dsl.language import syntax
from boardwright.dsl.language.types import (
    NUMBER,
    PLAYER,
    MemberType,
    PieceType,
    PlayerType,
    SetType,
    SpaceType,
    Type,
    kinds_of,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.local_names import PASSED_OVER, Bound, Rejoin
from boardwright.dsl.rules.symbols import Thing
from boardwright.dsl.source.places import Span

MOST_BLOCKS = 64
_NOT_AT_ONCE = (syntax.Draw, syntax.Find, syntax.Share)


def as_decision(name: syntax.Name) -> Thing:
    """Returns the name of a decision or of a menu entry, which players, `texts` and scenarios use."""
    return Thing("decision", name.id, name.span)


def _list_made_by(node: syntax.Stmt | syntax.Entry) -> Iterator[syntax.Name]:
    """Yields the names that a statement and the statements in it declare."""
    match node:
        case syntax.Let(name=name) | syntax.Draw(name=name) | syntax.Find(name=name):
            yield name
        case syntax.Share(name=name) | syntax.Choose(pick=syntax.Pick(name=name)):
            yield name
        case _:
            pass  # declares none itself
    parts = ("body", "entries", "otherwise")
    for part in (each for field in parts for each in getattr(node, field, ())):
        yield from _list_made_by(part)


def bind_suite(b: Binding, body: tuple[syntax.Stmt, ...], rejoin: Rejoin | None = None) -> ir.Body:
    """Binds an indented block; names from inside it end with it."""
    with b.scope.block(rejoin):
        return bind_block(b, body)


def bind_block(b: Binding, body: tuple[syntax.Stmt, ...]) -> ir.Body:
    """Binds statements in order. One that may find nothing contains those after it."""
    if b.scope.depth >= MOST_BLOCKS:
        if body and b.scope.depth == MOST_BLOCKS:
            b.scope.depth += 1  # so that it is reported once
            errors.too_many_blocks(b.bag, body[0].span, MOST_BLOCKS)
        return ()
    b.scope.depth += 1
    done = _bind_statements(b, body)
    b.scope.depth -= 1
    return done


def _bind_statements(b: Binding, body: tuple[syntax.Stmt, ...]) -> ir.Body:
    if len(body) > 1:
        for stmt in body:
            if isinstance(stmt, syntax.Nothing):
                errors.misplaced(
                    b.bag,
                    stmt.span,
                    "`nothing` cannot have other statements beside it",
                    "remove it, or remove the other statements",
                )
    done: list[ir.Stmt] = []
    for at, stmt in enumerate(body):
        rest = body[at + 1 :]
        if isinstance(stmt, syntax.Choose) and not stmt.may:
            return (*done, *bind_choose(b, stmt, rest))
        if b.context.at_once is not None and isinstance(stmt, _NOT_AT_ONCE):
            refuse_at_once(b, stmt)
            continue
        if isinstance(stmt, syntax.Draw):
            return (*done, *_bind_draw(b, stmt, rest))
        if isinstance(stmt, syntax.Find):
            return (*done, *_bind_one_of(b, stmt, "find", rest, ir.Find))
        if isinstance(stmt, syntax.Share):
            return (*done, *_bind_share(b, stmt, rest))
        bound = b.statement(b, stmt)
        if bound is not None:
            done.append(bound)
    return tuple(done)


def refuse_at_once(b: Binding, node: syntax.Stmt) -> None:
    """Refuses a statement in `all at once`; later uses of its names are not reported."""
    errors.not_at_once(b.bag, node.span)
    for name in _list_made_by(node):
        if b.scope.find(name.id) is None:
            b.scope.add(Bound(name.id, None, name.span, PASSED_OVER))


def name_chance(b: Binding, node: syntax.Roll | syntax.Shuffle, usual: str) -> str:
    """Returns the unique name of what chance decides: the one that its author gives, or else `roll` or `shuffle`."""
    if node.named is not None:
        return _name_given(b, node.named)
    return b.counter.site(_within(b, usual))


def _name_given(b: Binding, named: syntax.Name) -> str:
    """Returns the name that an author gives, after the rule or piece."""
    b.symbols.means(named.span, as_decision(named))
    return b.counter.named(f"{b.context.where}.{named.id}", named.span, f"as second_{named.id}")


def _within(b: Binding, name: str) -> str:
    """Returns the name of what happens here: the rule or piece, the menu entries around it, its own name."""
    return ".".join((b.context.where, *b.context.entries, name))


def _name_made(b: Binding, name: syntax.Name, way_out: str = "") -> str:
    """Returns the name of a choice or draw that is called as what it makes or does; `way_out` says how to call it otherwise."""
    return b.counter.named(_within(b, name.id), name.span, way_out)


def _name_choice(b: Binding, node: syntax.Choose | syntax.ChooseOne) -> str:
    """Returns the name of the decision: the one that its author gives, after the rule or piece, or else that of what it makes."""
    if node.named is not None:
        return _name_given(b, node.named)
    if isinstance(node, syntax.ChooseOne):
        return b.counter.named(_within(b, "choose_one"), node.span, "choose one as ...:")
    made = node.pick.name
    return _name_made(b, made, f"choose {made.id} from ... as second_{made.id}")


def _bind_asker(b: Binding, who: syntax.Expr | None, span: Span) -> ir.Expr | None:
    """Binds who is asked: `p` in `p chooses ...`, or else `me`; in `all at once`, each player."""
    if b.context.at_once is not None:
        if who is not None:
            errors.misplaced(
                b.bag, who.span, "`all at once` already asks all of them", "write `choose ...`"
            )
        return ir.Local(var=b.context.at_once, type=PLAYER, span=span)
    return bind_player(b, who) if who is not None else bind_me(b, span)


def _bind_pick_amount(b: Binding, pick: syntax.Pick) -> tuple[ir.Expr | None, bool]:
    if pick.amount is None:
        return None, True
    amount = bind_number(b, pick.amount)
    return amount, amount is not None


def bind_choose(
    b: Binding, node: syntax.Choose, rest: tuple[syntax.Stmt, ...]
) -> tuple[ir.Stmt, ...]:
    """Binds a choice; `rest` depends on it, and with `may` is its own block."""
    pick = node.pick
    asker = _bind_asker(b, node.who, node.span)
    site = _name_choice(b, node)
    amount, all_well = _bind_pick_amount(b, pick)
    selection = bind_selection(b, pick.name, pick.members)
    type: Type | None = None if selection is None else selection.var.type
    if type is not None and (pick.up_to or node.may):
        _check_answers(b, pick.name.span, type, "done" if pick.up_to else "none")
    if type is not None and pick.amount is not None:
        type = SetType(type)
    if node.may:
        otherwise = bind_suite(b, node.otherwise)
        rejoin = False
        with b.scope.block():
            var = declare_local(b, pick.name, type, "choose")
            body = bind_block(b, node.body)
    else:
        var, otherwise, rejoin = _bind_otherwise(b, pick.name, type, "choose", node.otherwise)
        body = bind_block(b, rest)
    if selection is None or asker is None or not all_well:
        return ()
    choose = ir.Choose(
        site=site,
        var=var,
        selection=selection,
        asker=asker,
        body=body,
        otherwise=otherwise,
        rejoin=rejoin,
        may=node.may,
        amount=amount,
        up_to=pick.up_to,
        # Answers at once stay secret until all are given.
        secretly=node.secretly or b.context.at_once is not None,
        span=node.span,
    )
    return (choose,)


def _check_answers(b: Binding, span: Span, type: Type, answer: str) -> None:
    """Reports a thing among the options that is called like the answer which declines, or ends the picking."""
    symbols = b.symbols
    match type:
        case MemberType(variety=variety) if answer in symbols.varieties[variety].members:
            place = symbols.varieties[variety].member_spans.get(answer)
            errors.like_an_answer(b.bag, answer, span, f"this {variety}", place)
        case PlayerType() if answer in symbols.seats:
            errors.like_an_answer(b.bag, answer, span, "this seat")
        case PieceType() | SpaceType():
            for kind in kinds_of(type):
                of = symbols.kinds.get(kind) or symbols.spaces[kind]
                for each in of.definitions:
                    if each.id == answer:
                        errors.like_an_answer(b.bag, answer, span, f"this {kind}", each.span)
        case _:
            pass  # numbers


def _bind_otherwise(
    b: Binding, name: syntax.Name, type: Type | None, made: str, otherwise: tuple[syntax.Stmt, ...]
) -> tuple[ir.Var, ir.Body, bool]:
    """Binds the `otherwise` block, which may bind the name itself, and then declares the name."""
    var = declare_local(b, name, type, made)
    if not otherwise:
        return var, (), False
    rejoin = Rejoin(b.scope.hide(name.id))
    body = bind_suite(b, otherwise, rejoin)
    b.scope.add(rejoin.bound)
    return var, body, rejoin.done


def _bind_draw(b: Binding, node: syntax.Draw, rest: tuple[syntax.Stmt, ...]) -> tuple[ir.Stmt, ...]:
    site = _name_made(b, node.name) if node.named is None else _name_given(b, node.named)
    if b.symbols.uses is not None and node.named is None:
        b.symbols.uses.drawn[site] = node.name.span
    return _bind_one_of(b, node, "draw", rest, functools.partial(ir.Draw, site=site))


def _bind_one_of(
    b: Binding,
    node: syntax.Draw | syntax.Find,
    made: str,
    rest: tuple[syntax.Stmt, ...],
    make: type[ir.Find] | functools.partial[ir.Draw],
) -> tuple[ir.Stmt, ...]:
    """Binds a `draw` or `find`; `rest` depends on it."""
    selection = bind_selection(b, node.name, node.members)
    if selection is not None and made == "find":
        selection = order_along(selection)
    type = None if selection is None else selection.var.type
    var, otherwise, rejoin = _bind_otherwise(b, node.name, type, made, node.otherwise)
    body = bind_block(b, rest)
    if selection is None:
        return ()
    found = make(
        var=var,
        selection=selection,
        body=body,
        otherwise=otherwise,
        rejoin=rejoin,
        span=node.span,
    )
    return (found,)


def _bind_share(
    b: Binding, node: syntax.Share, rest: tuple[syntax.Stmt, ...]
) -> tuple[ir.Stmt, ...]:
    site = _name_made(b, node.name, f"share ... as second_{node.name.id}")
    asker = _bind_asker(b, None, node.span)
    amount = bind_number(b, node.amount)
    with b.scope.block():
        selection = bind_selection(b, node.binder.name, node.binder.members, declare=True)
        least, most = bind_number(b, node.least), bind_number(b, node.most)
    element = None if selection is None else selection.var.type
    var = b.counter.var(node.name.id, NUMBER, element)
    declare_local(b, node.name, None if element is None else NUMBER, "share", var)
    body = bind_block(b, rest)
    if selection is None or amount is None or least is None or most is None or asker is None:
        return ()
    return (
        ir.Share(
            site=site,
            var=var,
            amount=amount,
            selection=selection,
            least=least,
            most=most,
            asker=asker,
            body=body,
            span=node.span,
        ),
    )


def bind_may_do(b: Binding, node: syntax.MayDo) -> ir.Stmt | None:
    """Binds an action that a player may decline."""
    asker = _bind_asker(b, node.who, node.span)
    site = _name_made(b, node.name, f"may {node.name.id}_again:")
    b.symbols.means(node.name.span, as_decision(node.name))
    body, otherwise = bind_suite(b, node.body), bind_suite(b, node.otherwise)
    if asker is None:
        return None
    return ir.MayDo(
        site=site,
        name=node.name.id,
        asker=asker,
        body=body,
        otherwise=otherwise,
        secretly=node.secretly,
        span=node.span,
    )


def bind_choose_one(b: Binding, node: syntax.ChooseOne) -> ir.Stmt | None:
    """Binds a menu: each entry has a name for players, a condition and an effect."""
    asker = _bind_asker(b, node.who, node.span)
    site = _name_choice(b, node)
    entries: list[ir.MenuEntry] = []
    seen: dict[str, Span] = {}
    for entry in node.entries:
        name = entry.name
        if name.id in seen:
            errors.taken(b.bag, name.id, name.span, seen[name.id], False)
        seen.setdefault(name.id, name.span)
        if node.may and name.id == "none":
            errors.like_an_answer(b.bag, name.id, name.span, "this entry")
        b.symbols.means(name.span, as_decision(name))
        condition = None if entry.condition is None else bind_condition(b, entry.condition)
        with b.within(entries=(*b.context.entries, name.id)):
            body = bind_suite(b, entry.body)
        entries.append(ir.MenuEntry(name=name.id, condition=condition, body=body, span=entry.span))
    otherwise = bind_suite(b, node.otherwise)
    if asker is None:
        return None
    return ir.ChooseOne(
        site=site,
        entries=tuple(entries),
        asker=asker,
        may=node.may,
        otherwise=otherwise,
        secretly=node.secretly,
        span=node.span,
    )


def bind_loop(b: Binding, body: tuple[syntax.Stmt, ...]) -> ir.Body:
    """Binds the block of a loop, which `stop` can leave."""
    with b.within(in_loop=True):
        return bind_suite(b, body)


def bind_for_each(b: Binding, node: syntax.ForEach) -> ir.Stmt | None:
    """Binds a block for each member of a set."""
    with b.scope.block(), b.within(in_loop=True):
        selection = bind_selection(b, node.binder.name, node.binder.members, declare=True)
        body = bind_block(b, node.body)
    if selection is None:
        return None
    return ir.ForEach(selection=order_along(selection), body=body, span=node.span)


def bind_all_at_once(b: Binding, node: syntax.AllAtOnce) -> ir.Stmt | None:
    """Binds a block that several players answer before they see each other's answers."""
    with b.scope.block():
        selection = bind_selection(b, node.binder.name, node.binder.members, declare=True)
        if selection is not None and selection.var.type != PLAYER:
            found = selection.source.type
            errors.wrong_type(b.bag, selection.source.span, found, str(SetType(PLAYER)))
            selection = None
        each = b.counter.var("each", PLAYER) if selection is None else selection.var
        with b.within(at_once=each, in_loop=False), b.scope.block():
            body = bind_block(b, node.body)
            answers = b.scope.here()
    for bound in answers:
        made = PASSED_OVER if bound.made == PASSED_OVER else "all at once"
        b.scope.add(Bound(bound.name, bound.var, bound.span, made))
    return (
        None if selection is None else ir.AllAtOnce(selection=selection, body=body, span=node.span)
    )
