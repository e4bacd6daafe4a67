"""Statements to lowered code.

What asks nobody becomes plain statements, wherever it stands. What may ask is cut into blocks: the class then lowers
a routine, `self.out` is the block being written, and every path through it ends in a jump.
"""

from __future__ import annotations

from boardwright.dsl.language.types import PieceType, PlayerType, Type, kinds_of
from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import NO, YES, bit
from boardwright.interpreter.lower.builtins.member_order import first_from
from boardwright.interpreter.lower.calls import holders, offer_name, slot_name
from boardwright.interpreter.lower.choices import Choices
from boardwright.interpreter.lower.leaving import drop_out, phases_in
from boardwright.interpreter.lower.moves import Moves
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var, add
from boardwright.interpreter.machine.word_ranges import OfFrame
from boardwright.interpreter.table import errors

# Behind these every piece is where it was.
_MOVES_NOTHING = ir.Let | ir.SetLocal | ir.SetNote | ir.AddNote | ir.MoveStock


class Statements(Choices, Moves):
    """Lowers the statements of one function, or of one routine."""

    # ---- bodies

    def body(self, statements: ir.Body) -> None:
        for statement in statements:
            self.statement(statement)

    def nested(self, statements: ir.Body) -> list[lo.Stmt]:
        """A body that asks nobody, on its own."""
        with self.inside() as found:
            self.body(statements)
        return found

    def statement(self, s: ir.Stmt) -> None:
        lying = self.lying
        if not isinstance(s, _MOVES_NOTHING):
            self.lying = {}
        match s:
            case ir.Choose():
                self.choose(s)
            case ir.Draw() | ir.Find():
                self.draw_or_find(s)
            case ir.MayDo():
                self.may_do(s)
            case ir.ChooseOne():
                self.choose_one(s)
            case ir.Share():
                self.share(s)
            case ir.If(condition=condition, body=body, otherwise=otherwise):
                self.branch(self.ex(condition), body, otherwise)
            case ir.IfSo(call=call):
                if isinstance(call, ir.Perform):
                    self.perform(call, tested=True)
                else:
                    self.call(call)
                self.branch(Load(Int(lay.THROUGH)), s.body, s.otherwise)
            case ir.ForEach():
                self.for_each(s)
            case ir.AllAtOnce():
                self.all_at_once(s)
            case ir.While():
                self.while_(s)
            case ir.Repeat():
                self.repeat(s)
            case ir.As(me=me, player=player, body=body):
                self.assign(me, self.someone(player))
                self.sure.add(me.id)
                self.body(body)
            case ir.Roll():
                self.roll(s)
            case ir.Let(var=var, value=value):
                known = isinstance(var.type, PlayerType) and self.is_sure(value)
                self.assign(var, self.ex(value))
                if known:
                    self.sure.add(var.id)
            case ir.SetLocal(var=var, value=value):
                self.assign(var, self.ex(value))
            case ir.SetNote(note=note, key=key, value=value):
                self.set_note(s, note, key, self.ex(value))
            case ir.AddNote():
                self.add_note(s)
            case ir.MoveStock():
                self.move_stock(s)
            case ir.MovePieces():
                self.move_pieces(s, self.where(s.pieces, lying))
            case ir.MoveTop():
                self.move_top(s)
            case ir.Look():
                self.look(s)
            case ir.Swap(first=first, second=second):
                assert isinstance(first.type, PieceType)
                kind, pieces = first.type.kind, tuple(self.each_of(first, second))
                who = self.in_secret(s, kind)
                if who is None:
                    self.emit(lo.Do(lo.Apply(f"swap_{kind}", pieces)))
                else:
                    self.emit(lo.Do(lo.Apply(f"swap_{kind}_secretly", (*pieces, who))))
            case ir.Shuffle():
                self.shuffle(s)
            case ir.PassOn(place=place, step=step):
                direction = "left" if step == 1 else "right"
                self.emit(lo.Do(lo.Apply(f"pass_{direction}:{place}", ())))
            case ir.Perform():
                self.perform(s)
            case ir.Open():
                self.open(s)
            case ir.DropOut(player=player):
                who = self.atom(bit(self.someone(player), self.table.players), "who")
                if s.phase is not None and not s.ahead:
                    self.under_way(s.phase, s)
                self.out.extend(drop_out(self.layout, who, s))
            case ir.Original():
                assert self.original is not None
                self.original()
            case ir.Stop():
                behind = self.loops[-1]
                self.emit(lo.Break() if behind is None else lo.Goto(behind))
            case ir.EndGame():
                self.emit(lo.Finish())
            case ir.CallRule():
                self.call(s)

    def under_way(self, phase: str, s: ir.Stmt) -> None:
        """It is a fault if this phase is not under way."""
        those = phases_in(self.linking.game.course, phase)
        rows = tuple(int(id in those) for id in self.table.phases)
        inside = self.linking.look(f"in_{phase}", rows, Load(Int(lay.PHASE)))
        self.guard(lo.negated(inside), errors.NOTHING_THERE, f"`{phase}` is not under way", s.span)

    def branch(self, test: lo.Expr, body: ir.Body, otherwise: ir.Body) -> None:
        if isinstance(test, Int):
            self.body(body if test.value else otherwise)
        elif not (self.asks(body) or self.asks(otherwise)):
            self.emit(lo.When(test, self.nested(body), self.nested(otherwise)))
        else:
            yes, behind = self.block(), self.block()
            no = self.block() if otherwise else behind
            self.emit(lo.When(test, [lo.Goto(yes.number)], [lo.Goto(no.number)]))
            self.part(yes, body, behind)
            if otherwise:
                self.part(no, otherwise, behind)
            self.go_on(behind)

    def part(self, block: lo.Block, body: ir.Body, behind: lo.Block) -> None:
        """Writes a body into a block, and jumps behind."""
        sure = set(self.sure)
        self.go_on(block)
        self.body(body)
        self.jump(behind)
        self.sure = sure

    # ---- calls

    def call(self, s: ir.CallRule) -> None:
        *arguments, me = self.each_of(*s.arguments, s.me)
        self.call_with(f"rule:{s.rule}", (me, *arguments))

    def call_with(self, routine: str, arguments: tuple[lo.Expr, ...]) -> None:
        if routine in self.linking.calls.asks:
            back = self.block()
            self.emit(lo.Enter(routine, arguments, back.number))
            self.go_on(back)
        else:
            self.emit(lo.Do(lo.Apply(routine, arguments)))

    def perform(self, s: ir.Perform, *, tested: bool = False) -> None:
        """An effect, if it is there and its `when` holds. Where that is `tested`, `THROUGH` says whether it went through."""
        subject = self.atom(self.ex(s.subject), "subject")
        me = self.atom(self.ex(s.me), "me")
        if tested:
            self.emit(lo.Store(Int(lay.THROUGH), NO))
        declared = [
            definition
            for definition in holders(self.linking.game, s.subject.type)
            if s.slot in definition.slots
        ]
        cases = [
            (found, definition)
            for definition in declared
            if (found := self.described(subject, definition))[1]
        ]
        if not cases:
            return
        number = cases[0][0][0]
        if isinstance(number, Int):
            cases = [case for case in cases if number.value in case[0][1]]
        # Which case it is, by number; the last is none of them.
        size = max(n for (_, members), _ in cases for n in members) + 1 if cases else 0
        size = max(size, self.things(s.subject.type))
        rows = [len(cases)] * size
        for n, ((_, members), _) in enumerate(cases):
            for member in members:
                rows[member] = n
        name = f"case_{s.slot}_{'_'.join(sorted({d.kind for d in declared}))}".replace(".", "_")
        which = self.atom(self.linking.look(name, tuple(rows), number), "case") if cases else NO
        slots = [(definition, definition.slots[s.slot]) for _, definition in cases]
        names = [slot_name(definition.kind, definition.id, slot.id) for definition, slot in slots]
        sure, who_is_sure = set(self.sure), self.is_sure(s.me)
        if any(name in self.linking.calls.asks for name in names):
            behind = self.block()
            parts = [self.block() for _ in cases]
            self.emit(lo.Switch(which, (*(part.number for part in parts), behind.number)))
            for part, name, (_, slot) in zip(parts, names, slots, strict=True):
                self.go_on(part)
                test = self.may_perform(slot, me, subject, who_is_sure)
                if test != YES:
                    run = self.block()
                    self.emit(lo.When(test, [lo.Goto(run.number)], [lo.Goto(behind.number)]))
                    self.go_on(run)
                self.call_with(name, (me, subject))
                self.jump(behind)
                self.sure = set(sure)
            self.go_on(behind)
            return
        calls: list[list[lo.Stmt]] = []
        for name, (_, slot) in zip(names, slots, strict=True):
            with self.inside() as body:
                test = self.may_perform(slot, me, subject, who_is_sure)
                call = lo.Do(lo.Apply(name, (me, subject)))
                self.emit(call if test == YES else lo.When(test, [call], []))
            calls.append(body)
        self.out.extend(lo.halved(which, [*calls, []]))

    def may_perform(self, slot: ir.Slot, me: lo.Expr, subject: lo.Expr, sure: bool) -> lo.Expr:
        """Whether the `when` of an effect holds for who performs it."""
        if slot.when is None:
            return YES
        self.bound[slot.me.id], self.bound[slot.it.id] = me, subject
        if sure:
            self.sure.add(slot.me.id)
        else:
            self.sure.discard(slot.me.id)
        return self.ex(slot.when)

    def things(self, of: Type) -> int:
        """How many numbers a piece's face, a piece or a space of this type can have."""
        kinds = [k for k in kinds_of(of) if k in self.table.pieces]
        counts = [
            len(self.table.faces[k]) if k in self.layout.faces else len(self.table.pieces[k])
            for k in kinds
        ]
        return max(counts, default=len(self.table.spaces))

    def described(
        self, subject: lo.Expr, definition: ir.Definition
    ) -> tuple[lo.Expr, tuple[int, ...]]:
        """The number that tells what a piece or space is, and which numbers the definition describes."""
        table = self.table
        if definition.kind not in table.pieces:
            return subject, tuple(table.space_named(definition.id, definition.kind))
        kind = definition.kind
        index = self.linking.game.kinds[kind].definitions.index(definition)
        faces = [n for n, face in enumerate(table.faces[kind]) if face.definition == index]
        if kind in self.layout.faces:
            return Load(add(Int(self.layout.faces[kind]), subject)), tuple(faces)
        return subject, tuple(n for n, p in enumerate(table.pieces[kind]) if p.face in faces)

    # ---- loops

    def for_each(self, s: ir.ForEach) -> None:
        if not self.asks(s.body):
            self.loops.append(None)

            def write(name: str) -> list[lo.Stmt]:
                return [self.charge(s, self.turns(s.selection)), *self.nested(s.body)]

            self.in_order(s.selection, write)
            self.loops.pop()
            return
        plain = (s.selection.where, s.selection.extreme, s.selection.rising, s.selection.starting)
        if isinstance(s.selection.source, ir.Range) and plain == (None, None, None, None):
            self.count_through(s)
            return
        if s.selection.rising is not None or self.renamed(s.selection.var.type):
            self.walk_sorted(s)
            return
        left = self.fresh("left")
        self.emit(lo.SetVar(left, self.selected(s.selection)))
        start = self.start(s.selection)
        first: lo.Expr = Un("lowest", Var(left))
        if start is not None:
            begin = self.fresh("start")
            self.emit(lo.SetVar(begin, start))
            first = first_from(
                self.linking, self.linking.width(s.selection.var.type), Var(left), Var(begin)
            )
        again, behind = self.block(), self.block()
        self.jump(again)
        self.go_on(again)
        self.emit(self.charge(s))
        self.emit(lo.When(Op("==", Var(left), NO), [lo.Goto(behind.number)], []))
        sure = set(self.sure)
        name = self.bind(s.selection.var)
        lowest = self.layout.lowest(s.selection.var.type)
        at = self.fresh("bit") if lowest else name
        self.emit(lo.SetVar(at, first))
        taken = Un("bit", Var(at), self.linking.set_width(s.selection.var.type))
        self.emit(lo.SetVar(left, Op("^", Var(left), taken)))
        if lowest:
            self.emit(lo.SetVar(name, add(Var(at), Int(lowest))))
        self.loop_body(s.body, again, behind)
        self.sure = sure

    def loop_body(self, body: ir.Body, again: lo.Block, behind: lo.Block) -> None:
        self.loops.append(behind.number)
        self.body(body)
        self.loops.pop()
        self.jump(again)
        self.go_on(behind)

    def count_through(self, s: ir.ForEach) -> None:
        assert isinstance(s.selection.source, ir.Range)
        name, last = self.bind(s.selection.var), self.fresh("last")
        low, high = self.each_of(s.selection.source.low, s.selection.source.high)
        self.emit(lo.SetVar(last, high))
        self.emit(lo.SetVar(name, add(low, Int(-1))))
        again, behind = self.block(), self.block()
        self.jump(again)
        self.go_on(again)
        self.emit(self.charge(s))
        self.emit(lo.SetVar(name, add(Var(name), YES)))
        self.emit(lo.When(Op(">", Var(name), Var(last)), [lo.Goto(behind.number)], []))
        self.loop_body(s.body, again, behind)

    def walk_sorted(self, s: ir.ForEach) -> None:
        """The members in their order are kept in words of their own."""
        filled, at = self.fresh("filled"), self.fresh("at")
        self.emit(lo.SetVar(filled, NO))
        width = self.linking.width(s.selection.var.type)
        if isinstance(s.selection.source, ir.Range):
            low, high = (
                self.linking.reach.in_sets(s.selection.source.low),
                self.linking.reach.in_sets(s.selection.source.high),
            )
            width = max(0, high[1] - low[0] + 1)
        holds = OfFrame(self.held_by(s.selection.var))
        base = self.layout.words(holds, width, "what a loop goes through, in its order")
        self.array_words.extend(range(base, base + width))

        def keep(name: str) -> list[lo.Stmt]:
            return [
                lo.Store(add(Int(base), Var(filled)), Var(name)),
                lo.SetVar(filled, add(Var(filled), YES)),
            ]

        found = Load(add(Int(base), Var(at)))
        self.in_order(s.selection, keep)
        self.emit(lo.SetVar(at, NO))
        again, behind = self.block(), self.block()
        self.jump(again)
        self.go_on(again)
        self.emit(self.charge(s))
        self.emit(lo.When(Op(">=", Var(at), Var(filled)), [lo.Goto(behind.number)], []))
        name = self.bind(s.selection.var)
        self.emit(lo.SetVar(name, found))
        self.emit(lo.SetVar(at, add(Var(at), YES)))
        self.loop_body(s.body, again, behind)

    def all_at_once(self, s: ir.AllAtOnce) -> None:
        name = self.bind(s.selection.var)
        for node in _bindings(s.body):
            if node.keyed is not None:
                self.array(node, Var(name))
        loop = ir.ForEach(span=s.span, selection=s.selection, body=s.body)
        self.for_each(loop)

    def while_(self, s: ir.While) -> None:
        if not self.asks(s.body):
            with self.inside() as loop:
                self.emit(self.charge(s))
                test = self.ex(s.condition)
                self.emit(lo.When(lo.negated(test), [lo.Break()], []))
                self.loops.append(None)
                loop.extend(self.nested(s.body))
                self.loops.pop()
            self.emit(lo.Loop(loop))
            return
        again, behind = self.block(), self.block()
        self.jump(again)
        self.go_on(again)
        self.emit(self.charge(s))
        test = self.ex(s.condition)
        self.emit(lo.When(lo.negated(test), [lo.Goto(behind.number)], []))
        sure = set(self.sure)
        self.loop_body(s.body, again, behind)
        self.sure = sure

    def repeat(self, s: ir.Repeat) -> None:
        times = self.amount_of(s.times)
        if not self.asks(s.body):
            self.loops.append(None)
            body = self.nested(s.body)
            self.loops.pop()
            name = self.fresh("turn")
            self.emit(lo.ForRange(name, YES, times, [self.charge(s), *body]))
            return
        left = self.fresh("left")
        self.emit(lo.SetVar(left, times))
        again, behind = self.block(), self.block()
        self.jump(again)
        self.go_on(again)
        self.emit(self.charge(s))
        self.emit(lo.When(Op("<=", Var(left), NO), [lo.Goto(behind.number)], []))
        self.emit(lo.SetVar(left, Op("-", Var(left), YES)))
        sure = set(self.sure)
        self.loop_body(s.body, again, behind)
        self.sure = sure

    def open(self, s: ir.Open) -> None:
        if s.to is None:
            self.call_with(offer_name(s), (self.ex(s.me),))
            return
        players = self.atom(self.selected(s.to), "players")
        start = self.start(s.to)
        begin = NO if start is None else Op("max", NO, start)
        self.call_with(offer_name(s), (players, begin))


def _bindings(body: object) -> list[ir.Var]:
    """The variables that the statements of a body bind."""
    from boardwright.dsl.rules.walk import nodes

    return [n.var for n in nodes(body) if isinstance(n, ir.Choose | ir.Let)]
