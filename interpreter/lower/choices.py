"""Choices, draws and finds: what may find nothing, and what asks a player."""

from __future__ import annotations

from collections.abc import Iterable

from boardwright.dsl.language.types import NUMBER, YES_NO, PieceType, PlayerType, SetType
from boardwright.dsl.rules import ir
from boardwright.dsl.source.places import Span
from boardwright.interpreter.lower.addresses import ABSENT, NO, YES, bit, single
from boardwright.interpreter.lower.blocks import Blocks
from boardwright.interpreter.lower.builtins.alike import EQUAL, settled
from boardwright.interpreter.lower.builtins.alike import alike as alike_of
from boardwright.interpreter.lower.builtins.hidden_names import first_named
from boardwright.interpreter.lower.builtins.member_order import first_from
from boardwright.interpreter.lower.primitives import manners
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.meanings import Site
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var, add
from boardwright.interpreter.machine.widths import WORD
from boardwright.interpreter.table import errors
from boardwright.interpreter.table.table_limits import MOST_NUMBERS, TOO_MANY


def declined(answer: lo.Expr) -> lo.Expr:
    """Whether none of the options was taken."""
    return Op("==", answer, Int(lay.DECLINED))


def counted(options: lo.Expr) -> lo.Expr | None:
    """How many options there are, if they are all numbers from the first on: such a set has no width, however many that are."""
    match options:
        case Un(op="below", operand=count, width=0):
            return count
        case _:
            return None


def no_members(options: lo.Expr) -> lo.Expr:
    """Whether there are no options."""
    count = counted(options)
    return Op("==", options, NO) if count is None else Op("==", count, NO)


class Choices(Blocks):
    """Lowers what asks, and what chance decides."""

    def ask(
        self,
        site: int,
        player: lo.Expr,
        mask: lo.Expr,
        behind: lo.Block,
        *,
        offset: lo.Expr = NO,
        extra: lo.Expr = NO,
    ) -> None:
        """Asks, or with one option only takes it; the answer is in CHOSEN at the beginning of `behind`."""
        ask = lo.Ask(site, player, mask, offset, extra, behind.number)
        if extra == YES:
            self.emit(ask)
            return
        count = counted(mask)
        one = single(mask) if count is None else Op("==", count, YES)
        if extra != NO:
            one = Op("and", Un("not", extra), one)
        only = add(Un("lowest", mask) if count is None else NO, offset)
        self.emit(lo.When(one, [lo.Store(Int(lay.CHOSEN), only), lo.Goto(behind.number)], [ask]))

    def unfollowed(self, selection: ir.Selection) -> str | None:
        """The kind of hidden pieces taken from, if some lie where they cannot be followed."""
        element = selection.var.type
        if isinstance(element, PieceType) and element.kind in self.layout.faces:
            if self.may_be_untracked(selection.source):
                return element.kind
        return None

    def look_alike(self, s: ir.Choose) -> str | None:
        """The kind of pieces chosen from, if the chooser may not be able to tell some of them apart: then
        those are one option.
        """
        kind = self.unfollowed(s.selection)
        if kind is None or any(d.copies > 1 for d in self.linking.game.kinds[kind].definitions):
            return kind
        owner = self.own_hand(s)
        if owner is not None and owner.visible_to in ("owner", "everyone"):
            return None  # all in the chooser's own hand, and no two the same
        return kind

    def own_hand(self, s: ir.Choose) -> ir.Place | None:
        """The place that is chosen from, if each player has one and it is surely the chooser's own."""
        match s.selection.source:
            case ir.PiecesAt(places=ir.ZonePlace(place=place, key=key)) if key == s.asker:
                declared = self.linking.game.places[place]
                return declared if declared.per == "player" else None
            case _:
                return None

    def unseen_event(self, s: ir.Choose, kind: str | None) -> tuple[str, int] | None:
        """The kind and the event that decides which pieces are meant, if the chooser may not be able to tell that."""
        if kind is None or not self.may_differ(s, kind):
            return None
        return kind, self.linking.event(s.site, "pick", PieceType(kind))

    def may_differ(self, s: ir.Choose, kind: str) -> bool:
        """Whether pieces that are one option may differ in what the chooser does not see."""
        places: Iterable[int] | None = None
        if isinstance(s.selection.source, ir.PiecesAt):
            of = s.selection.source.places.type
            places = self.candidates(of.element if isinstance(of, SetType) else of)
        table, ways = self.table, manners(self.linking, kind)
        holding = (p for p, row in enumerate(self.layout.masks[kind].at) if row >= 0)
        seen = ("everyone",) if self.own_hand(s) is None else ("everyone", "owner")
        return any(
            not table.places[p].tracked
            and (ways[p] != EQUAL or table.places[p].visible_for(kind) not in seen)
            for p in (holding if places is None else places)
        )

    def options(
        self, selection: ir.Selection, asker: lo.Expr, alike: str | None = None
    ) -> tuple[lo.Expr, lo.Expr]:
        """The options of a choice as a mask, and what its bit 0 stands for."""
        if isinstance(selection.source, ir.Range):
            low = self.atom(self.ex(selection.source.low), "low")
            high = self.ex(selection.source.high)
            every = selection.where is None and selection.extreme is None
            if isinstance(low, Int) and isinstance(high, Int) and every:
                numbers = max(0, high.value - low.value + 1)
                self.guard_numbers(Int(numbers), selection.span)
                if numbers < WORD:
                    return Int((1 << numbers) - 1), low
                return Un("below", Int(min(numbers, MOST_NUMBERS))), low
            high = self.atom(high, "high")
            width = self.atom(Op("max", NO, add(Op("-", high, low), YES)), "width")
            self.guard_numbers(width, selection.span)
            if every:
                return Un("below", width), low
            return self.selected(selection, (low, high)), low
        mask = self.selected(selection)
        if alike is not None:
            mask = alike_of(self.linking, alike, mask, asker)
        return mask, Int(self.layout.lowest(selection.var.type))

    def guard_numbers(self, count: lo.Expr, span: Span) -> None:
        """Options are counted one by one: there are not too many of them."""
        too_many = self.compare(">", count, Int(MOST_NUMBERS))
        self.guard(too_many, errors.OUT_OF_RANGE, TOO_MANY, span)

    def taken(self, s: ir.Choose | ir.Draw | ir.Find) -> None:
        """What follows when something was taken: where it lies is known until something may be moved."""
        places = None if s.rejoin else self.where(s.selection.source, {})
        if places is not None:
            self.lying = {s.var.id: places}
        self.body(s.body)
        self.lying = {}

    def choose(self, s: ir.Choose) -> None:
        if s.amount is not None:
            self.choose_several(s)
            return
        asker = self.atom(self.someone(s.asker), "asker")
        kind = self.look_alike(s)
        event = self.unseen_event(s, kind)
        if event is None:
            mask, offset = self.options(s.selection, asker, kind)
        else:
            every, offset = self.options(s.selection, asker)
            every = self.atom(every, "members")
            self.emit(lo.Store(Int(lay.LEFT), every))
            mask = alike_of(self.linking, event[0], every, asker)
        if counted(mask) is None:
            mask = self.atom(mask, "options")
        site = self.linking.site(Site(s.site, "choose", s.span, s.var.type, secret=s.secretly))
        chosen, behind = self.block(f"{s.site} chosen"), self.block()
        none = self.block()
        inner = self.block() if s.rejoin else chosen
        self.emit(lo.When(no_members(mask), [lo.Goto(none.number)], []))
        self.ask(site, asker, mask, chosen, offset=offset, extra=YES if s.may else NO)
        self.go_on(chosen)
        forget: list[lo.Stmt] = [] if event is None else [lo.Store(Int(lay.LEFT), NO)]
        if s.may:
            none_taken = declined(Load(Int(lay.CHOSEN)))
            self.emit(lo.When(none_taken, [*forget, lo.Goto(none.number)], []))
        sure = set(self.sure)
        if event is None:
            self.take_answer(s.var)
        else:
            size = len(self.table.pieces[event[0]])
            one = Un("bit", Load(Int(lay.CHOSEN)), size)
            left = Un("fit", Load(Int(lay.LEFT)), size)
            meant = settled(self.linking, *event, one, left, asker)
            self.assign(s.var, Un("lowest", meant))
            self.out.extend(forget)
        if s.rejoin:
            self.jump(inner)
            self.go_on(inner)
            self.bound[s.var.id] = Var(f"{s.var.name}_{s.var.id}")
        self.taken(s)
        self.jump(behind)
        self.sure = sure
        self.go_on(none)
        if not s.may and not s.rejoin:
            self.left_out()
        self.otherwise(s, inner, behind)

    def take_answer(self, var: ir.Var) -> None:
        self.assign(var, Load(Int(lay.CHOSEN)))
        if isinstance(var.type, PlayerType):
            self.sure.add(var.id)

    def choose_several(self, s: ir.Choose) -> None:
        """Picks go one at a time, in any order. The words that say how far they have come belong to the decision."""
        assert s.amount is not None and isinstance(s.var.type, SetType)
        asker = self.atom(self.someone(s.asker), "asker")
        wanted = self.amount_of(s.amount)
        mask = self.atom(self.selected(s.selection), "members")
        offset = Int(self.layout.lowest(s.selection.var.type))
        kind = self.look_alike(s)
        event = self.unseen_event(s, kind)
        extra = "done" if s.up_to else "none"
        element = s.var.type.element
        of = Site(s.site, "choose", s.span, element, extra=extra, several=True, secret=s.secretly)
        site = self.linking.site(of)
        width = self.linking.set_width(element)
        picked, left = (Un("fit", Load(Int(word)), width) for word in (lay.PICKED, lay.LEFT))
        most = Load(Int(lay.MOST))
        again, chosen, enough = self.block(), self.block(f"{s.site} chosen"), self.block()
        behind, none, inner = self.block(), self.block(), self.block()
        count = Un("count", mask)
        few: lo.Expr = Op("<", count, wanted)
        if s.up_to:
            few = lo.either(Op("==", mask, NO), Op("==", wanted, NO))
        self.emit(lo.When(few, [lo.Goto(none.number)], []))
        self.emit(lo.Store(Int(lay.PICKED), NO))
        self.emit(lo.Store(Int(lay.LEFT), mask))
        self.emit(lo.Store(Int(lay.LEAST), NO if s.up_to else wanted))
        self.emit(lo.Store(Int(lay.MOST), Op("min", wanted, count) if s.up_to else wanted))
        self.jump(again)
        self.go_on(again)
        missing = self.atom(Op("-", most, Un("count", picked)), "missing")
        self.emit(lo.When(Op("==", missing, NO), [lo.Goto(enough.number)], []))
        if not s.up_to:
            # What is left is just what is missing: there is nothing to ask.
            forced: lo.Expr = Op("==", Un("count", left), missing)
            if s.may:
                forced = Op("and", Op("!=", picked, NO), forced)
            take = lo.Store(Int(lay.PICKED), Op("|", picked, left))
            self.emit(lo.When(forced, [take, lo.Goto(enough.number)], []))
        more: lo.Expr = YES if s.up_to else NO
        if s.may and not s.up_to:
            more = Op("==", picked, NO)
        offered: lo.Expr = left
        if kind is not None:
            offered = alike_of(self.linking, kind, left, asker)
        self.ask(site, asker, self.atom(offered, "open"), chosen, offset=offset, extra=more)
        self.go_on(chosen)
        cleared = lo.Fill(lay.PICKED, 4, 0)
        answer = self.atom(Load(Int(lay.CHOSEN)), "answer")
        if s.may or s.up_to:
            stop: list[lo.Stmt] = [lo.Goto(enough.number)]
            if s.may:
                stop = [lo.When(Op("==", picked, NO), [cleared, lo.Goto(none.number)], stop)]
            self.emit(lo.When(declined(answer), stop, []))
        one = self.atom(Un("bit", self.place_in_set(element, answer), width), "one")
        self.emit(lo.Store(Int(lay.PICKED), Op("|", picked, one)))
        self.emit(lo.Store(Int(lay.LEFT), Op("^", left, one)))
        self.jump(again)
        self.go_on(enough)
        if event is None:
            self.assign(s.var, picked)
        else:
            every = Op("|", picked, left)
            self.assign(s.var, settled(self.linking, *event, picked, every, asker))
        self.emit(cleared)
        self.jump(inner)
        self.go_on(inner)
        self.taken(s)
        self.jump(behind)
        self.go_on(none)
        if not s.may and not s.rejoin:
            self.left_out()
        self.otherwise(s, inner, behind)

    def may_do(self, s: ir.MayDo) -> None:
        asker = self.someone(s.asker)
        of = Site(s.site, "may", s.span, YES_NO, ("yes", "no"), secret=s.secretly)
        site = self.linking.site(of)
        answered, yes, behind = self.block(f"{s.site} answered"), self.block(), self.block()
        no = self.block() if s.otherwise else behind
        self.emit(lo.Ask(site, asker, Int(3), NO, NO, answered.number))
        self.go_on(answered)
        test = Op("==", Load(Int(lay.CHOSEN)), NO)  # `yes` is listed first
        self.emit(lo.When(test, [lo.Goto(yes.number)], [lo.Goto(no.number)]))
        self.part(yes, s.body, behind)
        if s.otherwise:
            self.part(no, s.otherwise, behind)
        self.go_on(behind)

    def choose_one(self, s: ir.ChooseOne) -> None:
        asker = self.atom(self.someone(s.asker), "asker")
        mask = self.fresh("options")
        self.emit(lo.SetVar(mask, NO))
        for number, entry in enumerate(s.entries):
            self.show_entry(mask, number, entry.condition, entry.body)
        ids = tuple(entry.name for entry in s.entries)
        around = s.site.rsplit(".", 1)[0]
        site = self.linking.site(
            Site(
                s.site,
                "menu",
                s.span,
                None,
                ids,
                tuple((f"{around}.{i}", "") for i in ids),
                secret=s.secretly,
            )
        )
        chosen, behind, none = self.block(f"{s.site} chosen"), self.block(), self.block()
        self.emit(lo.When(Op("==", Var(mask), NO), [lo.Goto(none.number)], []))
        self.ask(site, asker, Var(mask), chosen, extra=YES if s.may else NO)
        self.go_on(chosen)
        parts = [
            (number, self.block(f"{s.site}: {e.name}"), e.body)
            for number, e in enumerate(s.entries)
        ]
        for number, block, _ in parts:
            self.emit(
                lo.When(Op("==", Load(Int(lay.CHOSEN)), Int(number)), [lo.Goto(block.number)], [])
            )
        self.jump(none)
        for _, block, body in parts:
            self.part(block, body, behind)
        self.part(none, s.otherwise, behind)
        self.go_on(behind)

    def show_entry(
        self, mask: str, number: int, condition: ir.Expr | None, body: ir.Body, more: lo.Expr = YES
    ) -> None:
        """Adds an entry's bit if it is offered now."""
        add_bit = lo.SetVar(mask, Op("|", Var(mask), Int(1 << number)))
        with self.inside() as outer:
            with self.inside() as first:
                test = YES if condition is None else self.ex(condition)
                with self.inside() as second:
                    can = self.can_begin(body)
                    second.append(lo.When(can, [add_bit], []))
            outer.extend(first)
            if isinstance(test, Int):
                outer.extend(second if test.value else [])
            else:
                outer.append(lo.When(test, second, []))
        if isinstance(more, Int):
            self.out.extend(outer if more.value else [])
        else:
            self.emit(lo.When(more, outer, []))

    def can_begin(self, body: ir.Body) -> lo.Expr:
        """Whether the first choice of a body, behind `let` only, has an answer."""
        for statement in body:
            match statement:
                case ir.Let(var=var, value=value):
                    self.assign(var, self.ex(value))
                case ir.Choose(may=False, rejoin=False) if not statement.otherwise:
                    if statement.amount is None or statement.up_to:
                        return self.exists(statement.selection)
                    enough = self.atom(self.amount_of(statement.amount), "enough")
                    return Op(">=", Un("count", self.selected(statement.selection)), enough)
                case ir.Draw(rejoin=False) | ir.Find(rejoin=False) if not statement.otherwise:
                    return self.exists(statement.selection)
                case ir.Share():
                    low, high, _ = self.share_bounds(statement)
                    amount = self.atom(self.ex(statement.amount), "amount")
                    return Op("and", Op("<=", low, amount), Op("<=", amount, high))
                case ir.Choose() | ir.Draw() | ir.Find() | ir.MayDo() | ir.ChooseOne():
                    return (
                        YES  # there is something to do where nothing is found, or nothing is wanted
                    )
                case ir.If() | ir.IfSo() | ir.ForEach() | ir.AllAtOnce():
                    return YES
                case ir.While() | ir.Repeat() | ir.As() | ir.SimpleStmt():
                    return YES
        return YES

    def share_bounds(self, s: ir.Share) -> tuple[lo.Expr, lo.Expr, lo.Expr]:
        """The least and most that all members take together, and the mask of the members."""
        mask = self.atom(self.selected(s.selection), "members")
        low, high = self.fresh("low"), self.fresh("high")
        self.emit(lo.SetVar(low, NO))
        self.emit(lo.SetVar(high, NO))
        self.bind(s.selection.var)
        with self.inside() as each:
            self.emit(lo.SetVar(low, Op("+", Var(low), self.ex(s.least))))
            self.emit(lo.SetVar(high, Op("+", Var(high), self.ex(s.most))))
        self.emit(self.each(s.selection.var, mask, each))
        return Var(low), Var(high), mask

    def share(self, s: ir.Share) -> None:
        asker = self.atom(self.someone(s.asker), "asker")
        low, high, mask = self.share_bounds(s)
        assert isinstance(low, Var) and isinstance(high, Var)
        rest, left = self.fresh("rest"), self.fresh("left")
        self.emit(lo.SetVar(rest, self.ex(s.amount)))
        self.emit(lo.SetVar(left, mask))
        site = self.linking.site(Site(s.site, "choose", s.span, NUMBER))
        member = f"{s.selection.var.name}_{s.selection.var.id}"
        self.array(s.var, Var(member))
        again, chosen, inner = self.block(), self.block(f"{s.site} chosen"), self.block()
        behind, none = self.block(), self.block()
        fits = Op("and", Op("<=", low, Var(rest)), Op("<=", Var(rest), high))
        self.emit(lo.When(fits, [lo.Goto(again.number)], [lo.Goto(none.number)]))
        self.go_on(again)
        self.emit(lo.When(Op("==", Var(left), NO), [lo.Goto(inner.number)], []))
        lowest = Int(self.layout.lowest(s.selection.var.type))
        self.emit(lo.SetVar(member, add(Un("lowest", Var(left)), lowest)))
        self.emit(lo.SetVar(left, Un("rest", Var(left))))
        least, most = self.atom(self.ex(s.least), "least"), self.atom(self.ex(s.most), "most")
        self.emit(lo.SetVar(low.name, Op("-", low, least)))
        self.emit(lo.SetVar(high.name, Op("-", high, most)))
        first = self.atom(Op("max", least, Op("-", Var(rest), high)), "first")
        last = Op("min", most, Op("-", Var(rest), low))
        width = self.atom(add(Op("-", last, first), YES), "width")
        self.guard_numbers(width, s.span)
        self.ask(site, asker, Un("below", width), chosen, offset=first)
        self.go_on(chosen)
        answer = self.atom(Load(Int(lay.CHOSEN)), "answer")
        self.emit(lo.Store(add(Int(self.arrays[s.var.id]), Var(member)), answer))
        self.emit(lo.SetVar(rest, Op("-", Var(rest), answer)))
        self.jump(again)
        self.go_on(inner)
        self.body(s.body)
        self.jump(behind)
        self.go_on(none)
        self.left_out()
        self.jump(behind)
        self.go_on(behind)

    def draw_or_find(self, s: ir.Draw | ir.Find) -> None:
        offset: lo.Expr = Int(self.layout.lowest(s.selection.var.type))
        renamed = self.renamed(s.selection.var.type)
        sorted_ = isinstance(s, ir.Find) and (
            s.selection.rising is not None
            or (renamed is not None and s.selection.starting is not None)
        )
        if sorted_:
            mask = self.first_in_order(s.selection)
        elif isinstance(s, ir.Draw) and isinstance(s.selection.source, ir.Range):
            mask, offset = self.options(s.selection, NO)
        else:
            mask = self.selected(s.selection)
        if counted(mask) is None:
            mask = self.atom(mask, "members")
        start = self.start(s.selection)
        empty = no_members(mask)
        if isinstance(s, ir.Draw):
            element = s.var.type
            event = self.linking.event(s.site, "draw", element)
            value: lo.Expr = add(lo.Pick(event, mask, offset), offset)
        elif sorted_ or (renamed is None and start is None):
            value = add(Un("lowest", mask), offset)
        elif renamed is not None:
            value = first_named(self.linking, renamed, mask)
        else:
            width = self.linking.width(s.var.type)
            value = add(first_from(self.linking, width, mask, start or NO), offset)
        if not (self.asks(s.body) or self.asks(s.otherwise)):
            with self.inside() as found:
                self.assign(s.var, value)
                if isinstance(s.var.type, PlayerType):
                    self.sure.add(s.var.id)
                if not s.rejoin:
                    self.taken(s)
            with self.inside() as none:
                if s.rejoin:
                    self.assign(s.var, ABSENT)
                else:
                    self.left_out()
                self.body(s.otherwise)
            self.emit(lo.When(empty, none, found))
            if s.rejoin:
                with self.inside() as rest:
                    self.taken(s)
                with self.inside() as left_out:
                    self.left_out()
                self.emit(lo.When(Op("==", self.bound[s.var.id], ABSENT), left_out, rest))
            return
        found_block, none_block, behind = self.block(), self.block(), self.block()
        inner = self.block()
        self.emit(lo.When(empty, [lo.Goto(none_block.number)], [lo.Goto(found_block.number)]))
        self.go_on(found_block)
        sure = set(self.sure)
        self.assign(s.var, value)
        if isinstance(s.var.type, PlayerType):
            self.sure.add(s.var.id)
        self.jump(inner)
        self.go_on(inner)
        self.taken(s)
        self.jump(behind)
        self.sure = sure
        self.go_on(none_block)
        if not s.rejoin:
            self.left_out()
        self.otherwise(s, inner, behind)

    def otherwise(
        self, s: ir.Choose | ir.Draw | ir.Find, inner: lo.Block, behind: lo.Block
    ) -> None:
        """What is done when there was nothing; the rest of the block follows if that gave the name a value."""
        if not s.rejoin:
            self.body(s.otherwise)
            self.jump(behind)
            self.go_on(behind)
            return
        self.assign(s.var, ABSENT)
        self.body(s.otherwise)
        with self.inside() as left_out:
            self.left_out()
        left_out.append(lo.Goto(behind.number))
        here = self.local(s.var, s.span) if s.var.id not in self.arrays else None
        at = add(Int(self.arrays.get(s.var.id, 0)), self.keys.get(s.var.id, NO))
        value = here or Load(at, self.kept_width(s.var.type))
        self.emit(lo.When(Op("==", value, ABSENT), left_out, [lo.Goto(inner.number)]))
        self.go_on(behind)

    def first_in_order(self, selection: ir.Selection) -> lo.Expr:
        """The mask of the first member of a sorted set, or nothing."""
        first = self.fresh("first")
        self.emit(lo.SetVar(first, NO))

        def take(name: str) -> list[lo.Stmt]:
            at = self.place_in_set(selection.var.type, Var(name))
            width = self.linking.set_width(selection.var.type)
            return [lo.SetVar(first, bit(at, width)), lo.Break()]

        self.in_order(selection, take)
        return Var(first)
