"""Statements to lowered code.

What asks nobody becomes plain statements, wherever it stands. What may ask is cut into blocks: the class then lowers
a routine, `self.out` is the block being written, and every path through it ends in a jump.
"""

from __future__ import annotations

from boardwright.dsl.language.types import PieceType, PlayerType, Type, kinds_of
from boardwright.dsl.language.words import LEFT_AS
from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import (
    NO,
    YES,
    bit,
    is_sure,
    locate,
    lower_amount,
    lower_each,
    lower_player,
)
from boardwright.interpreter.lower.analysis.calls import holders, offer_name, slot_name
from boardwright.interpreter.lower.blocks import assign, make_array, may_ask, write_part
from boardwright.interpreter.lower.builtins.leaving import drop_out, phases_in, remember_order
from boardwright.interpreter.lower.builtins.member_order import first_from
from boardwright.interpreter.lower.builtins.memories import forget, is_full, remember
from boardwright.interpreter.lower.choices import (
    lower_choose,
    lower_choose_one,
    lower_draw_or_find,
    lower_may_do,
    lower_share,
)
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.lower.expressions import lower_expression
from boardwright.interpreter.lower.marks import DOES, mark_acting, mark_call, mark_done
from boardwright.interpreter.lower.moves import (
    charge_step,
    find_secret_mover,
    lower_add_note,
    lower_look,
    lower_move_pieces,
    lower_move_top,
    lower_roll,
    lower_set_note,
    lower_shuffle,
)
from boardwright.interpreter.lower.sets import (
    count_turns,
    find_renamed,
    find_start,
    loop_in_order,
    select,
)
from boardwright.interpreter.lower.stock_moves import lower_move_stock
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var, add
from boardwright.interpreter.machine.word_ranges import Between, OfFrame
from boardwright.interpreter.table import errors

# Behind these every piece is where it was.
_MOVES_NOTHING = (
    ir.Let | ir.SetLocal | ir.SetNote | ir.AddNote | ir.MoveStock | ir.Remember | ir.Forget
)


def begin_routine(linking: Linking, name: str) -> Emitter:
    """A function or routine in the making."""
    return Emitter(linking, name, lower_expression, _write_body)


def _write_body(to: Emitter, statements: ir.Body) -> None:
    """Lowers statements one after the other."""
    for statement in statements:
        _lower_statement(to, statement)


def _write_apart(to: Emitter, statements: ir.Body) -> list[lo.Stmt]:
    """A body that asks nobody, on its own."""
    with to.inside() as found:
        to.write(statements)
    return found


def _lower_statement(to: Emitter, s: ir.Stmt) -> None:
    lying = to.lying
    about: tuple[lo.Expr, ...] = ()
    if not isinstance(s, _MOVES_NOTHING):
        to.lying = {}
    match s:
        case ir.Choose():
            lower_choose(to, s)
        case ir.Draw() | ir.Find():
            lower_draw_or_find(to, s)
        case ir.MayDo():
            lower_may_do(to, s)
        case ir.ChooseOne():
            lower_choose_one(to, s)
        case ir.Share():
            lower_share(to, s)
        case ir.If(condition=condition, body=body, otherwise=otherwise):
            _write_branch(to, to.lower(condition), body, otherwise)
        case ir.IfSo(call=call):
            if isinstance(call, ir.Perform):
                _lower_perform(to, call, tested=True)
            else:
                _lower_call(to, call)
            _write_branch(to, Load(Int(lay.THROUGH)), s.body, s.otherwise)
        case ir.ForEach():
            _lower_for_each(to, s)
        case ir.AllAtOnce():
            _lower_all_at_once(to, s)
        case ir.While():
            _lower_while(to, s)
        case ir.Repeat():
            _lower_repeat(to, s)
        case ir.As(me=me, player=player, body=body):
            assign(to, me, lower_player(to, player))
            to.sure.add(me.id)
            around = to.acting
            mark_acting(to, me, s.span)
            to.write(body)
            to.acting = around
        case ir.Roll():
            lower_roll(to, s)
        case ir.Let(var=var, value=value):
            known = isinstance(var.type, PlayerType) and is_sure(to, value)
            assign(to, var, to.lower(value))
            if known:
                to.sure.add(var.id)
        case ir.SetLocal(var=var, value=value):
            assign(to, var, to.lower(value))
        case ir.SetNote(note=note, key=key, value=value):
            lower_set_note(to, s, note, key, to.lower(value))
        case ir.AddNote():
            lower_add_note(to, s)
        case ir.MoveStock():
            lower_move_stock(to, s)
        case ir.MovePieces():
            lower_move_pieces(to, s, locate(to, s.pieces, lying))
        case ir.MoveTop():
            lower_move_top(to, s)
        case ir.Look():
            about = lower_look(to, s)
        case ir.Swap(first=first, second=second):
            assert isinstance(first.type, PieceType)
            kind, pieces = first.type.kind, tuple(lower_each(to, first, second))
            who = find_secret_mover(to, s, kind)
            if who is None:
                to.emit(lo.Do(lo.Apply(f"swap_{kind}", pieces)))
            else:
                to.emit(lo.Do(lo.Apply(f"swap_{kind}_secretly", (*pieces, who))))
        case ir.Shuffle():
            lower_shuffle(to, s)
        case ir.PassOn(place=place, step=step):
            direction = "left" if step == 1 else "right"
            to.emit(lo.Do(lo.Apply(f"pass_{direction}:{place}", ())))
        case ir.Perform():
            _lower_perform(to, s)
        case ir.Open():
            _lower_open(to, s)
        case ir.DropOut(player=player):
            leaver = lower_player(to, player)
            if s.of_game and LEFT_AS in to.layout.notes:
                leaver = to.atom(leaver, "leaver")
                to.out.extend(remember_order(to.layout, leaver))
            who = to.atom(bit(leaver, to.table.players), "who")
            if s.phase is not None and not s.ahead:
                _guard_under_way(to, s.phase, s)
            to.out.extend(drop_out(to.layout, who, s))
        case ir.Remember(memory=memory):
            _lower_remember(to, s, memory)
        case ir.Forget(memory=memory):
            to.out.extend(forget(to.layout.memories[memory]))
        case ir.Original():
            assert to.original is not None
            to.original()
        case ir.Stop():
            after = to.loops[-1]
            to.emit(lo.Break() if after is None else lo.Goto(after))
        case ir.EndGame():
            to.emit(lo.Finish())
        case ir.CallRule():
            _lower_call(to, s)
    if isinstance(s, DOES):
        mark_done(to, s, about)


def _guard_under_way(to: Emitter, phase: str, s: ir.Stmt) -> None:
    """It is a fault if this phase is not under way."""
    those = phases_in(to.linking.game.course, phase)
    rows = tuple(int(id in those) for id in to.table.phases)
    inside = to.linking.look(f"in_{phase}", rows, Load(Int(lay.PHASE)))
    to.guard(lo.negated(inside), errors.NOTHING_THERE, f"`{phase}` is not running", s.span)


def _lower_remember(to: Emitter, s: ir.Remember, memory: str) -> None:
    room = to.layout.memories[memory]
    if room.next is None:
        message = f"`{memory}` is full: it holds {room.holds:,} positions"
        to.guard(is_full(room), errors.MEMORY_FULL, message, s.span)
    to.emit(lo.Do(remember(to.linking, memory)))


def _write_branch(to: Emitter, test: lo.Expr, body: ir.Body, otherwise: ir.Body) -> None:
    if isinstance(test, Int):
        to.write(body if test.value else otherwise)
    elif not (may_ask(to, body) or may_ask(to, otherwise)):
        to.emit(lo.When(test, _write_apart(to, body), _write_apart(to, otherwise)))
    else:
        yes, after = to.block(), to.block()
        no = to.block() if otherwise else after
        to.emit(lo.When(test, [lo.Goto(yes.number)], [lo.Goto(no.number)]))
        write_part(to, yes, body, after)
        if otherwise:
            write_part(to, no, otherwise, after)
        to.go_on(after)


# ---- calls


def _lower_call(to: Emitter, s: ir.CallRule) -> None:
    *arguments, me = lower_each(to, *s.arguments, s.me)
    write_call(to, f"rule:{s.rule}", (me, *arguments))


def write_call(to: Emitter, routine: str, arguments: tuple[lo.Expr, ...]) -> None:
    """A call of what is entered by name, whether it may ask or not."""
    mark_call(to, routine, arguments)
    if to.linking.calls.may_ask(routine):
        back = to.block()
        to.emit(lo.Enter(routine, arguments, back.number))
        to.go_on(back)
    else:
        to.emit(lo.Do(lo.Apply(routine, arguments)))


def _lower_perform(to: Emitter, s: ir.Perform, *, tested: bool = False) -> None:
    """An effect, if it is there and its `when` holds. Where that is `tested`, `THROUGH` says whether it went through."""
    subject = to.atom(to.lower(s.subject), "subject")
    me = to.atom(to.lower(s.me), "me")
    if tested:
        to.emit(lo.Store(Int(lay.THROUGH), NO))
    which, slots = find_effects(to, s.slot, subject, s.subject.type)
    if not slots:
        return
    names = [slot_name(definition.kind, definition.id, slot.id) for definition, slot in slots]
    sure, who_is_sure = set(to.sure), is_sure(to, s.me)
    if any(to.linking.calls.may_ask(name) for name in names):
        after = to.block()
        parts = [to.block() for _ in slots]
        to.emit(lo.Switch(which, (*(part.number for part in parts), after.number)))
        for part, name, (_, slot) in zip(parts, names, slots, strict=True):
            to.go_on(part)
            test = _test_slot(to, slot, me, subject, who_is_sure)
            if test != YES:
                run = to.block()
                to.emit(lo.When(test, [lo.Goto(run.number)], [lo.Goto(after.number)]))
                to.go_on(run)
            write_call(to, name, (me, subject))
            to.jump(after)
            to.sure = set(sure)
        to.go_on(after)
        return
    calls: list[list[lo.Stmt]] = []
    for name, (_, slot) in zip(names, slots, strict=True):
        with to.inside() as body:
            test = _test_slot(to, slot, me, subject, who_is_sure)
            with to.inside() as call:
                write_call(to, name, (me, subject))
            to.out += call if test == YES else [lo.When(test, call, [])]
        calls.append(body)
    to.out.extend(lo.halved(which, [*calls, []]))


def find_effects(
    to: Emitter, slot: str, subject: lo.Expr, of: Type
) -> tuple[lo.Expr, list[tuple[ir.Definition, ir.Slot]]]:
    """The effects with this name that a piece or space of a type can have, and the number of the one that it has, which
    is how many there are if it has none.
    """
    declared = [each for each in holders(to.linking.game, of) if slot in each.slots]
    cases = [
        (found, definition)
        for definition in declared
        if (found := _find_described(to, subject, definition))[1]
    ]
    if not cases:
        return NO, []
    number = cases[0][0][0]
    if isinstance(number, Int):
        cases = [case for case in cases if number.value in case[0][1]]
    # Which case it is, by number; the last is none of them.
    size = max(n for (_, members), _ in cases for n in members) + 1 if cases else 0
    size = max(size, _count_things(to, of))
    rows = [len(cases)] * size
    for n, ((_, members), _) in enumerate(cases):
        for member in members:
            rows[member] = n
    name = f"case_{slot}_{'_'.join(sorted({d.kind for d in declared}))}".replace(".", "_")
    which = to.atom(to.linking.look(name, tuple(rows), number), "case") if cases else NO
    return which, [(definition, definition.slots[slot]) for _, definition in cases]


def _test_slot(to: Emitter, slot: ir.Slot, me: lo.Expr, subject: lo.Expr, sure: bool) -> lo.Expr:
    """Whether the `when` of an effect holds for who performs it."""
    if slot.when is None:
        return YES
    to.bound[slot.me.id], to.bound[slot.it.id] = me, subject
    if sure:
        to.sure.add(slot.me.id)
    else:
        to.sure.discard(slot.me.id)
    return to.lower(slot.when)


def _count_things(to: Emitter, of: Type) -> int:
    """How many numbers a piece's face, a piece or a space of this type can have."""
    kinds = [k for k in kinds_of(of) if k in to.table.pieces]
    counts = [
        len(to.table.faces[k]) if k in to.layout.faces else len(to.table.pieces[k]) for k in kinds
    ]
    return max(counts, default=len(to.table.spaces))


def _find_described(
    to: Emitter, subject: lo.Expr, definition: ir.Definition
) -> tuple[lo.Expr, tuple[int, ...]]:
    """The number that tells what a piece or space is, and which numbers the definition describes."""
    table = to.table
    if definition.kind not in table.pieces:
        return subject, tuple(table.space_named(definition.id, definition.kind))
    kind = definition.kind
    index = to.linking.game.kinds[kind].definitions.index(definition)
    faces = [n for n, face in enumerate(table.faces[kind]) if face.definition == index]
    if kind in to.layout.faces:
        return Load(add(Int(to.layout.faces[kind]), subject)), tuple(faces)
    return subject, tuple(n for n, p in enumerate(table.pieces[kind]) if p.face in faces)


# ---- loops


def _lower_for_each(to: Emitter, s: ir.ForEach) -> None:
    if not may_ask(to, s.body):
        to.loops.append(None)

        def write(name: str) -> list[lo.Stmt]:
            return [charge_step(to, s, count_turns(to, s.selection)), *_write_apart(to, s.body)]

        loop_in_order(to, s.selection, write)
        to.loops.pop()
        return
    plain = (s.selection.where, s.selection.extreme, s.selection.rising, s.selection.starting)
    if isinstance(s.selection.source, ir.Range) and plain == (None, None, None, None):
        _count_through(to, s)
        return
    if s.selection.rising is not None or find_renamed(to, s.selection.var.type):
        _walk_sorted(to, s)
        return
    left = to.fresh("left")
    to.emit(lo.SetVar(left, select(to, s.selection)))
    start = find_start(to, s.selection)
    first: lo.Expr = Un("lowest", Var(left))
    if start is not None:
        begin = to.fresh("start")
        to.emit(lo.SetVar(begin, start))
        first = first_from(
            to.linking, to.linking.width(s.selection.var.type), Var(left), Var(begin)
        )
    again, after = to.block(), to.block()
    to.jump(again)
    to.go_on(again)
    to.emit(charge_step(to, s))
    to.emit(lo.When(Op("==", Var(left), NO), [lo.Goto(after.number)], []))
    sure = set(to.sure)
    name = to.bind(s.selection.var)
    lowest = to.layout.lowest(s.selection.var.type)
    at = to.fresh("bit") if lowest else name
    to.emit(lo.SetVar(at, first))
    taken = Un("bit", Var(at), to.linking.set_width(s.selection.var.type))
    to.emit(lo.SetVar(left, Op("^", Var(left), taken)))
    if lowest:
        to.emit(lo.SetVar(name, add(Var(at), Int(lowest))))
    _write_loop_body(to, s.body, again, after)
    to.sure = sure


def _write_loop_body(to: Emitter, body: ir.Body, again: lo.Block, after: lo.Block) -> None:
    to.loops.append(after.number)
    to.write(body)
    to.loops.pop()
    to.jump(again)
    to.go_on(after)


def _count_through(to: Emitter, s: ir.ForEach) -> None:
    assert isinstance(s.selection.source, ir.Range)
    name, last = to.bind(s.selection.var), to.fresh("last")
    low, high = lower_each(to, s.selection.source.low, s.selection.source.high)
    to.emit(lo.SetVar(last, high))
    to.emit(lo.SetVar(name, add(low, Int(-1))))
    again, after = to.block(), to.block()
    to.jump(again)
    to.go_on(again)
    to.emit(charge_step(to, s))
    to.emit(lo.SetVar(name, add(Var(name), YES)))
    to.emit(lo.When(Op(">", Var(name), Var(last)), [lo.Goto(after.number)], []))
    _write_loop_body(to, s.body, again, after)


def _walk_sorted(to: Emitter, s: ir.ForEach) -> None:
    """The members in their order are kept in words of their own."""
    filled, at = to.fresh("filled"), to.fresh("at")
    to.emit(lo.SetVar(filled, NO))
    width = to.linking.width(s.selection.var.type)
    if isinstance(s.selection.source, ir.Range):
        low, high = (
            to.linking.reach.in_sets(s.selection.source.low),
            to.linking.reach.in_sets(s.selection.source.high),
        )
        width = max(0, high[1] - low[0] + 1)
    holds = OfFrame(to.held_by(s.selection.var))
    base = to.layout.words(holds, width, "what a loop goes through, in its order")
    to.array_words.extend(range(base, base + width))

    def keep(name: str) -> list[lo.Stmt]:
        return [
            lo.Store(add(Int(base), Var(filled)), Var(name)),
            lo.SetVar(filled, add(Var(filled), YES)),
        ]

    found = Load(add(Int(base), Var(at)))
    loop_in_order(to, s.selection, keep)
    to.emit(lo.SetVar(at, NO))
    again, after = to.block(), to.block()
    to.jump(again)
    to.go_on(again)
    to.emit(charge_step(to, s))
    to.emit(lo.When(Op(">=", Var(at), Var(filled)), [lo.Goto(after.number)], []))
    name = to.bind(s.selection.var)
    to.emit(lo.SetVar(name, found))
    to.emit(lo.SetVar(at, add(Var(at), YES)))
    _write_loop_body(to, s.body, again, after)


_TIMES = (1 << 16) - 1
"""Counting how often all have answered at once begins anew after this: it only tells one time from the next."""


def _lower_all_at_once(to: Emitter, s: ir.AllAtOnce) -> None:
    layout = to.linking.layout
    if layout.at_once < 0:
        what = "how often all have answered at once"
        layout.at_once = layout.words(Between(0, _TIMES), 1, what)
    at = Int(layout.at_once)
    to.emit(lo.Store(at, Op("&", add(Load(at), YES), Int(_TIMES))))
    name = to.bind(s.selection.var)
    for node in _bindings(s.body):
        if node.keyed is not None:
            make_array(to, node, Var(name))
    loop = ir.ForEach(span=s.span, selection=s.selection, body=s.body)
    _lower_for_each(to, loop)


def _lower_while(to: Emitter, s: ir.While) -> None:
    if not may_ask(to, s.body):
        with to.inside() as loop:
            to.emit(charge_step(to, s))
            test = to.lower(s.condition)
            to.emit(lo.When(lo.negated(test), [lo.Break()], []))
            to.loops.append(None)
            loop.extend(_write_apart(to, s.body))
            to.loops.pop()
        to.emit(lo.Loop(loop))
        return
    again, after = to.block(), to.block()
    to.jump(again)
    to.go_on(again)
    to.emit(charge_step(to, s))
    test = to.lower(s.condition)
    to.emit(lo.When(lo.negated(test), [lo.Goto(after.number)], []))
    sure = set(to.sure)
    _write_loop_body(to, s.body, again, after)
    to.sure = sure


def _lower_repeat(to: Emitter, s: ir.Repeat) -> None:
    times = lower_amount(to, s.times)
    if not may_ask(to, s.body):
        to.loops.append(None)
        body = _write_apart(to, s.body)
        to.loops.pop()
        name = to.fresh("turn")
        to.emit(lo.ForRange(name, YES, times, [charge_step(to, s), *body]))
        return
    left = to.fresh("left")
    to.emit(lo.SetVar(left, times))
    again, after = to.block(), to.block()
    to.jump(again)
    to.go_on(again)
    to.emit(charge_step(to, s))
    to.emit(lo.When(Op("<=", Var(left), NO), [lo.Goto(after.number)], []))
    to.emit(lo.SetVar(left, Op("-", Var(left), YES)))
    sure = set(to.sure)
    _write_loop_body(to, s.body, again, after)
    to.sure = sure


def _lower_open(to: Emitter, s: ir.Open) -> None:
    if s.to is None:
        *arguments, me = lower_each(to, *s.arguments, s.me)
        write_call(to, offer_name(s), (me, *arguments))
        return
    arguments = [to.atom(each, "given") for each in lower_each(to, *s.arguments)]
    players = to.atom(select(to, s.to), "players")
    start = find_start(to, s.to)
    begin = NO if start is None else Op("max", NO, start)
    write_call(to, offer_name(s), (players, begin, *arguments))


def _bindings(body: object) -> list[ir.Var]:
    """The variables that the statements of a body bind."""
    from boardwright.dsl.rules.walk import nodes

    return [n.var for n in nodes(body) if isinstance(n, ir.Choose | ir.Let)]
