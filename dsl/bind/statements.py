"""Statements: one for each form of the language."""

from __future__ import annotations

from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.bind.notes import Notes
from boardwright.dsl.language import syntax
from boardwright.dsl.language.type_relations import is_piece, is_place
from boardwright.dsl.language.types import PLAYER, PieceType, SetType, kinds_of, with_article
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.symbols import NOWHERE, Thing

_AT_ONCE = (syntax.Let, syntax.If, syntax.Choose)


class Statements(Notes):
    """Binds whole texts."""

    def text(self, effect: syntax.Effect) -> ir.Body:
        """A whole effect, in the scope as it is."""
        return self.block(effect.body)

    def statement(self, node: syntax.Stmt) -> ir.Stmt | None:
        """One statement; None after a diagnostic, or for `nothing`."""
        if self.context.at_once is not None and not isinstance(node, _AT_ONCE):
            self.refuse_at_once(node)
            return None
        span = node.span
        match node:
            case syntax.Choose():
                (chosen,) = self._choose(node, ()) or (None,)
                return chosen
            case syntax.MayDo():
                return self._may_do(node)
            case syntax.ChooseOne():
                return self._choose_one(node)
            case syntax.If():
                condition = self.condition(node.condition)
                body, otherwise = self.suite(node.body), self.suite(node.otherwise)
                if condition is None:
                    return None
                return ir.If(condition=condition, body=body, otherwise=otherwise, span=span)
            case syntax.IfSo():
                return self._if_so(node)
            case syntax.CallRule():
                return self._call_rule(node.call)
            case syntax.ForEach():
                return self._for_each(node)
            case syntax.AllAtOnce():
                return self._all_at_once(node)
            case syntax.While():
                condition = self.condition(node.condition)
                body = self._loop(node.body)
                return (
                    None
                    if condition is None
                    else ir.While(condition=condition, body=body, span=span)
                )
            case syntax.Repeat():
                times = self.number(node.times)
                body = self._loop(node.body)
                return None if times is None else ir.Repeat(times=times, body=body, span=span)
            case syntax.As():
                player = self.player(node.player)
                me = self.counter.var("me", PLAYER)
                with self.within(me=me):
                    body = self.suite(node.body)
                return None if player is None else ir.As(me=me, player=player, body=body, span=span)
            case syntax.Roll():
                return self._roll(node)
            case syntax.Let():
                value = self.expression(node.value)
                var = self.declare(node.name, None if value is None else value.type, "let")
                return None if value is None else ir.Let(var=var, value=value, span=span)
            case syntax.Set():
                return self._set(node)
            case syntax.Add():
                return self._add(node)
            case syntax.Move():
                return self.move(node)
            case syntax.Place():
                return self.place_stock(node)
            case syntax.Take():
                return self.take(node)
            case syntax.Pay():
                return self.pay(node)
            case syntax.Return():
                return self.give_back(node)
            case syntax.Look() | syntax.Show() | syntax.Reveal():
                return self._look(node)
            case syntax.Swap():
                first, second = self._one_piece(node.first), self._one_piece(node.second)
                if first is None or second is None:
                    return None
                who = self.whoever(span) if node.secretly else None
                return ir.Swap(
                    first=first, second=second, secretly=node.secretly, me=who, span=span
                )
            case syntax.Shuffle():
                return self._shuffle(node)
            case syntax.PassOn():
                return self._pass_on(node)
            case syntax.Perform():
                return self._perform(node)
            case syntax.Open():
                return self._open(node)
            case syntax.DropOut():
                return self._drop_out(node)
            case syntax.Original():
                if not self.context.in_instead:
                    errors.misplaced(
                        self.bag,
                        span,
                        "`original` has no meaning here",
                        "it stands in `instead of ...` only",
                    )
                    return None
                return ir.Original(span=span)
            case syntax.Nothing():
                return None
            case syntax.Stop():
                if not self.context.in_loop:
                    errors.misplaced(
                        self.bag,
                        span,
                        "there is no loop to leave here",
                        "use `if` to leave out the rest",
                    )
                    return None
                return ir.Stop(span=span)
            case syntax.EndGame():
                return ir.EndGame(span=span)
            case syntax.Draw() | syntax.Find() | syntax.Share():
                raise AssertionError("held by `block`")

    def _if_so(self, node: syntax.IfSo) -> ir.Stmt | None:
        call: ir.CallRule | ir.Perform | None
        if isinstance(node.call, syntax.Perform):
            call = self._perform(node.call)
        else:
            call = self._call_rule(node.call)
        body, otherwise = self.suite(node.body), self.suite(node.otherwise)
        if call is None:
            return None
        return ir.IfSo(call=call, body=body, otherwise=otherwise, span=node.span)

    def _call_rule(self, call: syntax.Call | syntax.ForAll) -> ir.CallRule | None:
        if isinstance(call, syntax.ForAll):
            self.expression(call)
            errors.misplaced(
                self.bag,
                call.span,
                "this is worked out, but nothing is done with it",
                "use it in a statement, such as `if`, `let` or `set`",
            )
            return None
        name = call.name
        things = self.symbols.private(self.context.clause, name.id, "rule")
        things = things or self.symbols.things(name.id, "rule")
        me = self.whoever(call.span)
        arguments: tuple[ir.Expr, ...] | None = None
        if things:
            rule = things[0].id
            self.symbols.means(name.span, things[0])
            span = self.symbols.rule_spans.get(rule, NOWHERE)
            arguments = self.arguments(name.id, call, self.symbols.rules[rule], span)
        else:
            for argument in call.arguments:
                self.expression(argument)
            others = self.symbols.private(self.context.clause, name.id) + self.symbols.things(
                name.id
            )
            if others:
                help = (
                    "it does nothing by itself"
                    if others[0].sort in ("value", "table", "function")
                    else None
                )
                errors.other_sort(self.bag, name.id, name.span, others, "a rule", help)
            else:
                self.not_found(name, "rule", self.symbols.rules)
        if arguments is None:
            return None
        return ir.CallRule(rule=rule, arguments=arguments, me=me, span=call.span)

    def _one_piece(self, node: syntax.Expr) -> ir.Expr | None:
        expr = self.expression(node, lambda t: isinstance(t, PieceType))
        if expr is not None and not isinstance(expr.type, PieceType):
            errors.wrong_type(self.bag, expr.span, expr.type, "one piece")
            return None
        return expr

    def _roll(self, node: syntax.Roll) -> ir.Stmt | None:
        site = self.site("roll")
        dice = self.expression(node.dice, is_piece)
        if dice is None:
            return None
        element = dice.type.element if isinstance(dice.type, SetType) else dice.type
        if not isinstance(element, PieceType) or not self.symbols.kinds[element.kind].sides:
            errors.wrong_type(
                self.bag, dice.span, dice.type, "a die", "a die is a kind of piece with `sides`"
            )
            return None
        return ir.Roll(site=site, dice=dice, span=node.span)

    def _look(self, node: syntax.Look | syntax.Show | syntax.Reveal) -> ir.Stmt | None:
        pieces = self.expression(node.things, lambda t: is_piece(t) or is_place(t))
        if pieces is not None and is_place(pieces.type):
            pieces = self.pieces_there(pieces)
        who: ir.Expr | None = None
        if isinstance(node, syntax.Show):
            who = self.player(node.to)
        elif isinstance(node, syntax.Look):
            who = self.me(node.span)
        if pieces is None or (who is None and not isinstance(node, syntax.Reveal)):
            return None
        element = pieces.type.element if isinstance(pieces.type, SetType) else pieces.type
        if not isinstance(element, PieceType):
            errors.wrong_type(self.bag, pieces.span, pieces.type, "a piece or several")
            return None
        if not self.symbols.kinds[element.kind].hidden:
            errors.nothing_hidden(self.bag, pieces.span, with_article(element.kind))
            return None
        return ir.Look(pieces=pieces, who=who, span=node.span)

    def _shuffle(self, node: syntax.Shuffle) -> ir.Stmt | None:
        site = self.site("shuffle")
        place = self.place(node.things)
        if place is None:
            return None
        for name, holds in self.symbols.holders(place.type):
            if not any(
                held in self.symbols.kinds and self.symbols.kinds[held].hidden for held in holds
            ):
                errors.nothing_hidden(self.bag, place.span, f"what lies in `{name}`")
                return None
        me = self.whoever(node.span) if node.secretly else None
        return ir.Shuffle(site=site, place=place, secretly=node.secretly, me=me, span=node.span)

    def _pass_on(self, node: syntax.PassOn) -> ir.Stmt | None:
        to = node.to.id if isinstance(node.to, syntax.Name) else ""
        if to not in ("left", "right"):
            errors.misplaced(
                self.bag,
                node.to.span,
                "things are passed to a neighbour",
                "write `to left` or `to right`",
            )
        place = self.expression(node.things, is_place)
        self.symbols.means(node.to.span, *self.symbols.things(to, "with_of"))
        if place is None or to not in ("left", "right"):
            return None
        whole = isinstance(place, ir.ZonePlace) and place.key is None
        if (
            not whole
            or not isinstance(place, ir.ZonePlace)
            or self.symbols.places[place.place].per != "player"
        ):
            errors.wrong_type(
                self.bag, place.span, place.type, "a place of all players",
                "name a place declared with `per: player`, without `of`",
            )  # fmt: skip
            return None
        return ir.PassOn(place=place.place, step=1 if to == "left" else -1, span=node.span)

    def _perform(self, node: syntax.Perform) -> ir.Perform | None:
        match node.slot:
            case syntax.Of(left=syntax.Name() as name, right=right):
                owners = {slot.owner for slot in self.symbols.things(name.id, "slot")}
                subject = self.expression(right, lambda t: not owners.isdisjoint(kinds_of(t)))
            case syntax.Mine(name=name, span=span):
                subject = self.me(span)
            case syntax.Name() as name if self.symbols.things(name.id, "slot"):
                errors.of_missing(
                    self.bag,
                    name.id,
                    name.span,
                    "an effect of a piece or space",
                    f"{name.id} of ...",
                )
                return None
            case _:
                errors.misplaced(
                    self.bag,
                    node.slot.span,
                    "an effect is due here",
                    "write `perform action of ...`",
                )
                return None
        slots = self.symbols.things(name.id, "slot")
        if not slots:
            others = self.symbols.things(name.id)
            if others:
                errors.other_sort(
                    self.bag, name.id, name.span, others, "an effect of a piece or space"
                )
            else:
                known = [
                    id
                    for id, found in self.symbols.by_name.items()
                    if any(t.sort == "slot" for t in found)
                ]
                self.not_found(name, "effect", known)
            return None
        if subject is None:
            return None
        kinds = kinds_of(subject.type)
        if not any(slot.owner in kinds for slot in slots):
            errors.of_does_not_fit(self.bag, name.id, name.span, slots, subject.type)
            return None
        self.symbols.means(name.span, *(slot for slot in slots if slot.owner in kinds))
        return ir.Perform(slot=name.id, subject=subject, me=self.whoever(node.span), span=node.span)

    def _open(self, node: syntax.Open) -> ir.Stmt | None:
        name = node.offer
        to = None if node.to is None else self.selection(None, node.to)
        if not self.symbols.things(name.id, "offer"):
            others = self.symbols.things(name.id)
            if others:
                errors.other_sort(self.bag, name.id, name.span, others, "an offer")
            else:
                self.not_found(name, "offer", self.symbols.offers)
            return None
        self.symbols.means(name.span, *self.symbols.things(name.id, "offer"))
        if to is not None and to.var.type != PLAYER:
            errors.wrong_type(self.bag, to.source.span, to.source.type, str(SetType(PLAYER)))
            return None
        if node.to is not None and to is None:
            return None
        return ir.Open(
            offer=name.id,
            me=self.whoever(node.span),
            to=to,
            secretly=node.secretly,
            span=node.span,
        )

    def _drop_out(self, node: syntax.DropOut) -> ir.Stmt | None:
        player = self.player(node.player)
        phases = self.symbols.phases
        phase = None if node.of is None or node.of.id in ("game", "round") else node.of.id
        if phase is not None and phase not in phases:
            assert node.of is not None
            errors.unknown_time(self.bag, phase, node.of.span, ("game", "round"), phases)
            return None
        if phase is not None and node.of is not None:
            self.symbols.means(node.of.span, Thing("phase", phase, phases[phase]))
        if player is None:
            return None
        return ir.DropOut(
            player=player,
            of_game=node.of is None or node.of.id == "game",
            phase=phase,
            ahead=self.symbols.scenario,
            span=node.span,
        )
