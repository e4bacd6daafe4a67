"""Binds statements, one function for each form of the language."""

from __future__ import annotations

from boardwright.dsl.bind.binding import Binding
from boardwright.dsl.bind.choices import (
    bind_all_at_once,
    bind_block,
    bind_choose,
    bind_choose_one,
    bind_for_each,
    bind_loop,
    bind_may_do,
    bind_suite,
    name_chance,
    refuse_at_once,
)
from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.explanations import report_unknown_name
from boardwright.dsl.bind.expressions import (
    bind_arguments,
    bind_effect_of,
    bind_expression,
    bind_selection,
)
from boardwright.dsl.bind.memories import bind_deed
from boardwright.dsl.bind.names import (
    bind_condition,
    bind_me,
    bind_me_or_nobody,
    bind_number,
    bind_player,
    check_type,
    declare_local,
)
from boardwright.dsl.bind.notes import bind_add, bind_set
from boardwright.dsl.bind.phrases import bind_top_pieces
from boardwright.dsl.bind.places import (
    bind_ordered_place,
    bind_pieces_there,
    bind_place,
    check_place_of_all,
)
from boardwright.dsl.bind.quantities import (
    bind_move,
    bind_pay,
    bind_place_stock,
    bind_return,
    bind_take,
)
from boardwright.dsl.bind.roles import drop_given
from boardwright.dsl.language import syntax
from boardwright.dsl.language.type_relations import is_piece, is_place
from boardwright.dsl.language.types import PLAYER, PieceType, SetType, Type, with_article
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.local_names import Context, Counter
from boardwright.dsl.rules.symbols import NOWHERE, Symbols, Thing
from boardwright.dsl.source.diagnostics import Bag

_AT_ONCE = (syntax.Let, syntax.If, syntax.Choose)


def make_binding(symbols: Symbols, bag: Bag, counter: Counter, context: Context) -> Binding:
    """Makes the binding of one text, without local names yet."""
    return Binding(symbols, bag, counter, context, bind_expression, bind_statement)


def bind_effect(b: Binding, effect: syntax.Effect) -> ir.Body:
    """Binds a whole effect, in the present scope."""
    return bind_block(b, effect.body)


def bind_statement(b: Binding, node: syntax.Stmt) -> ir.Stmt | None:
    """Binds one statement; None after a diagnostic, or for `nothing`."""
    if b.context.at_once is not None and not isinstance(node, _AT_ONCE):
        refuse_at_once(b, node)
        return None
    span = node.span
    match node:
        case syntax.Choose():
            (chosen,) = bind_choose(b, node, ()) or (None,)
            return chosen
        case syntax.MayDo():
            return bind_may_do(b, node)
        case syntax.ChooseOne():
            return bind_choose_one(b, node)
        case syntax.If():
            condition = bind_condition(b, node.condition)
            body, otherwise = bind_suite(b, node.body), bind_suite(b, node.otherwise)
            if condition is None:
                return None
            return ir.If(condition=condition, body=body, otherwise=otherwise, span=span)
        case syntax.IfSo():
            return _bind_if_so(b, node)
        case syntax.CallRule(call=syntax.Call() as call) if _is_deed(b, call):
            return bind_deed(b, call)
        case syntax.CallRule():
            return _bind_call_rule(b, node.call)
        case syntax.ForEach():
            return bind_for_each(b, node)
        case syntax.AllAtOnce():
            return bind_all_at_once(b, node)
        case syntax.While():
            condition = bind_condition(b, node.condition)
            body = bind_loop(b, node.body)
            return (
                None if condition is None else ir.While(condition=condition, body=body, span=span)
            )
        case syntax.Repeat():
            times = bind_number(b, node.times)
            body = bind_loop(b, node.body)
            return None if times is None else ir.Repeat(times=times, body=body, span=span)
        case syntax.As():
            player = bind_player(b, node.player)
            me = b.counter.var("me", PLAYER)
            with b.within(me=me):
                body = bind_suite(b, node.body)
            return None if player is None else ir.As(me=me, player=player, body=body, span=span)
        case syntax.Roll():
            return _bind_roll(b, node)
        case syntax.Let():
            value = bind_expression(b, node.value)
            type, optional = None if value is None else value.type, isinstance(value, ir.Given)
            var = declare_local(b, node.name, type, "let", optional=optional)
            if value is not None and optional:
                value = drop_given(value) if var.optional else check_type(b, value, var.type)
            return None if value is None else ir.Let(var=var, value=value, span=span)
        case syntax.Set():
            return bind_set(b, node)
        case syntax.Add():
            return bind_add(b, node)
        case syntax.Move():
            return bind_move(b, node)
        case syntax.Place():
            return bind_place_stock(b, node)
        case syntax.Take():
            return bind_take(b, node)
        case syntax.Pay():
            return bind_pay(b, node)
        case syntax.Return():
            return bind_return(b, node)
        case syntax.Look() | syntax.Show() | syntax.Reveal():
            return _bind_look(b, node)
        case syntax.Swap():
            first, second = _bind_one_piece(b, node.first), _bind_one_piece(b, node.second)
            if first is None or second is None:
                return None
            who = bind_me_or_nobody(b, span) if node.secretly else None
            return ir.Swap(first=first, second=second, secretly=node.secretly, me=who, span=span)
        case syntax.Shuffle():
            return _bind_shuffle(b, node)
        case syntax.PassOn():
            return _bind_pass_on(b, node)
        case syntax.Perform():
            return _bind_perform(b, node)
        case syntax.Open():
            return _bind_open(b, node)
        case syntax.DropOut():
            return _bind_drop_out(b, node)
        case syntax.Original():
            if not b.context.in_instead:
                errors.misplaced(
                    b.bag,
                    span,
                    "`original` has no meaning here",
                    "use it only in `instead of ...`",
                )
                return None
            return ir.Original(span=span)
        case syntax.Nothing():
            return None
        case syntax.Stop():
            if not b.context.in_loop:
                errors.misplaced(
                    b.bag,
                    span,
                    "there is no loop to leave here",
                    "use `if` to skip the rest",
                )
                return None
            return ir.Stop(span=span)
        case syntax.EndGame():
            return ir.EndGame(span=span)
        case syntax.Draw() | syntax.Find() | syntax.Share():
            raise AssertionError("bound by `bind_block`")


def _bind_if_so(b: Binding, node: syntax.IfSo) -> ir.Stmt | None:
    call: ir.CallRule | ir.Perform | None
    if isinstance(node.call, syntax.Perform):
        call = _bind_perform(b, node.call)
    else:
        call = _bind_call_rule(b, node.call)
    body, otherwise = bind_suite(b, node.body), bind_suite(b, node.otherwise)
    if call is None:
        return None
    return ir.IfSo(call=call, body=body, otherwise=otherwise, span=node.span)


def _is_deed(b: Binding, call: syntax.Call) -> bool:
    """Whether this is a statement of the language that looks like a call; a rule hides one of its name."""
    id = call.name.id
    rules = b.symbols.private(b.context.clause, id, "rule") + b.symbols.things(id, "rule")
    return not rules and bool(b.symbols.things(id, "statement"))


def _bind_call_rule(b: Binding, call: syntax.Call | syntax.ForAll) -> ir.CallRule | None:
    if isinstance(call, syntax.ForAll):
        bind_expression(b, call)
        errors.misplaced(
            b.bag,
            call.span,
            "this result is not used",
            "use it in a statement, such as `if`, `let` or `set`",
        )
        return None
    name = call.name
    things = b.symbols.private(b.context.clause, name.id, "rule")
    things = things or b.symbols.things(name.id, "rule")
    me = bind_me_or_nobody(b, call.span)
    arguments: tuple[ir.Expr, ...] | None = None
    if things:
        rule = things[0].id
        b.symbols.means(name.span, things[0])
        span = b.symbols.rule_spans.get(rule, NOWHERE)
        arguments = bind_arguments(b, name.id, call, b.symbols.rules[rule], span)
    else:
        for argument in call.arguments:
            bind_expression(b, argument)
        others = b.symbols.private(b.context.clause, name.id) + b.symbols.things(name.id)
        if others:
            help = (
                "use it in a statement, such as `if`, `let` or `set`"
                if others[0].sort in ("value", "table", "function")
                else None
            )
            errors.other_sort(b.bag, name.id, name.span, others, "a rule", help)
        else:
            report_unknown_name(b, name, "rule", b.symbols.rules)
    if arguments is None:
        return None
    return ir.CallRule(rule=rule, arguments=arguments, me=me, span=call.span)


def _bind_one_piece(b: Binding, node: syntax.Expr) -> ir.Expr | None:
    expr = bind_expression(b, node, lambda t: isinstance(t, PieceType))
    if expr is not None and not isinstance(expr.type, PieceType):
        errors.wrong_type(b.bag, expr.span, expr.type, "one piece")
        return None
    return expr


def _bind_roll(b: Binding, node: syntax.Roll) -> ir.Stmt | None:
    site = name_chance(b, node, "roll")
    dice = bind_expression(b, node.dice, is_piece)
    if dice is None:
        return None
    element = dice.type.element if isinstance(dice.type, SetType) else dice.type
    if not isinstance(element, PieceType) or not b.symbols.kinds[element.kind].sides:
        errors.wrong_type(
            b.bag, dice.span, dice.type, "a die", "a die is a kind of piece with `sides`"
        )
        return None
    return ir.Roll(site=site, dice=dice, span=node.span)


def _bind_look(b: Binding, node: syntax.Look | syntax.Show | syntax.Reveal) -> ir.Stmt | None:
    pieces = bind_what_is_seen(b, node)
    who: ir.Expr | None = None
    if isinstance(node, syntax.Show):
        who = bind_player(b, node.to)
    elif isinstance(node, syntax.Look):
        who = bind_me(b, node.span)
    if pieces is None or (who is None and not isinstance(node, syntax.Reveal)):
        return None
    kind = kind_of_pieces(b.symbols, pieces.type)
    if not kind.hidden:
        covered = is_covered(b.symbols, kind)
        help = "move it to a place where others see it" if covered else ""
        if covered and not kind.sides:
            help += ", or add `hidden: yes` to the kind"
        what = with_article(kind.id)
        errors.nothing_hidden(b.bag, pieces.span, what, by_place=covered, help=help)
        return None
    return ir.Look(pieces=pieces, who=who, span=node.span)


def bind_what_is_seen(
    b: Binding, node: syntax.Look | syntax.Show | syntax.Reveal
) -> ir.Expr | None:
    """Binds one piece or several, which may have no hidden face; those in a place if that is named."""
    match node:
        case (
            syntax.Look(up_to=True, things=syntax.Of(left=amount, right=place))
            | syntax.Show(up_to=True, things=syntax.Of(left=amount, right=place))
            | syntax.Reveal(up_to=True, things=syntax.Of(left=amount, right=place))
        ):
            of = bind_ordered_place(b, place)
            pieces = None
            if of is not None:
                pieces = bind_top_pieces(b, amount, of, node.things.span, up_to=True)
        case _:
            pieces = bind_expression(b, node.things, lambda t: is_piece(t) or is_place(t))
            if node.up_to:
                errors.up_to_without_amount(b.bag, node.things.span)
                return None
    if pieces is not None and is_place(pieces.type):
        pieces = bind_pieces_there(b, pieces)
    if pieces is not None and not is_piece(pieces.type):
        errors.wrong_type(b.bag, pieces.span, pieces.type, "a piece or several")
        return None
    return pieces


def kind_of_pieces(symbols: Symbols, of: Type) -> ir.Kind:
    """The kind of a piece or of several."""
    element = of.element if isinstance(of, SetType) else of
    assert isinstance(element, PieceType)
    return symbols.kinds[element.kind]


def is_covered(symbols: Symbols, kind: ir.Kind) -> bool:
    """Whether not everybody may see which pieces of a kind lie in a place, or what dice show there."""
    places = (place for place in symbols.places.values() if kind.id in place.holds)
    return kind.sides > 0 or any(place.visible_to != "everyone" for place in places)


def _bind_shuffle(b: Binding, node: syntax.Shuffle) -> ir.Stmt | None:
    site = name_chance(b, node, "shuffle")
    place = bind_place(b, node.things)
    if place is None:
        return None
    for name, holds in b.symbols.holders(place.type):
        if not any(held in b.symbols.kinds and b.symbols.kinds[held].hidden for held in holds):
            dice = [b.symbols.kinds[held] for held in holds if held in b.symbols.kinds]
            dice = [kind for kind in dice if kind.sides]
            help = f"roll them: `roll ({dice[0].plural} in {name})`" if dice else ""
            what = f"what lies in `{name}`"
            errors.nothing_hidden(b.bag, place.span, what, by_place=bool(dice), help=help)
            return None
    me = bind_me_or_nobody(b, node.span) if node.secretly else None
    return ir.Shuffle(site=site, place=place, secretly=node.secretly, me=me, span=node.span)


def _bind_pass_on(b: Binding, node: syntax.PassOn) -> ir.Stmt | None:
    to = node.to.id if isinstance(node.to, syntax.Name) else ""
    if to not in ("left", "right"):
        help = "write `to left` or `to right`"
        if isinstance(node.to, syntax.IfElse):
            help = "write `to left` below `if ...:`, and `to right` below `else:`"
        errors.misplaced(b.bag, node.to.span, "things are passed to a neighbour", help)
    place = bind_expression(b, node.things, is_place)
    b.symbols.means(node.to.span, *b.symbols.things(to, "with_of"))
    if place is None or to not in ("left", "right"):
        return None
    whole = check_place_of_all(b, place)
    if whole is None:
        return None
    return ir.PassOn(place=whole.place, step=1 if to == "left" else -1, span=node.span)


def _bind_perform(b: Binding, node: syntax.Perform) -> ir.Perform | None:
    effect = bind_effect_of(b, node.slot, "write `perform action of ...`")
    if effect is None:
        return None
    slot, subject = effect
    return ir.Perform(
        slot=slot, subject=subject, me=bind_me_or_nobody(b, node.span), span=node.span
    )


def _bind_open(b: Binding, node: syntax.Open) -> ir.Stmt | None:
    name = node.offer
    to = None if node.to is None else bind_selection(b, None, node.to)
    if not b.symbols.things(name.id, "offer"):
        others = b.symbols.things(name.id)
        if others:
            errors.other_sort(b.bag, name.id, name.span, others, "an offer")
        else:
            report_unknown_name(b, name, "offer", b.symbols.offers)
        return None
    b.symbols.means(name.span, *b.symbols.things(name.id, "offer"))
    if to is not None and to.var.type != PLAYER:
        errors.wrong_type(b.bag, to.source.span, to.source.type, str(SetType(PLAYER)))
        return None
    declared = b.symbols.offers[name.id]
    arguments = bind_arguments(b, name.id, node, b.symbols.offer_params[name.id], declared)
    if arguments is None or (node.to is not None and to is None):
        return None
    return ir.Open(
        offer=name.id,
        arguments=arguments,
        me=bind_me_or_nobody(b, node.span),
        to=to,
        secretly=node.secretly,
        span=node.span,
    )


def _bind_drop_out(b: Binding, node: syntax.DropOut) -> ir.Stmt | None:
    player = bind_player(b, node.player)
    phases = b.symbols.phases
    phase = None if node.of is None or node.of.id in ("game", "round") else node.of.id
    if phase is not None and phase not in phases:
        assert node.of is not None
        errors.unknown_time(b.bag, phase, node.of.span, ("game", "round"), phases)
        return None
    if phase is not None and node.of is not None:
        b.symbols.means(node.of.span, Thing("phase", phase, phases[phase]))
    if player is None:
        return None
    return ir.DropOut(
        player=player,
        of_game=node.of is None or node.of.id == "game",
        phase=phase,
        ahead=b.symbols.scenario,
        span=node.span,
    )
