"""Choices, draws and finds: what may find nothing, and what asks a player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from boardwright.dsl.language.types import NUMBER, YES_NO, PieceType, PlayerType, SetType, Type
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.decision_names import owner_of
from boardwright.dsl.source.places import Span
from boardwright.interpreter.lower.addresses import (
    NO,
    YES,
    bit,
    compare,
    list_places,
    locate,
    lower_amount,
    lower_player,
    measure_kept_set,
    read_local,
    single,
)
from boardwright.interpreter.lower.blocks import assign, leave_out, make_array, may_ask, write_part
from boardwright.interpreter.lower.builtins.alike import EQUAL, settled
from boardwright.interpreter.lower.builtins.alike import alike as alike_of
from boardwright.interpreter.lower.builtins.hidden_names import first_named
from boardwright.interpreter.lower.builtins.member_order import first_from
from boardwright.interpreter.lower.emitter import ABSENT, Emitter
from boardwright.interpreter.lower.marks import mark_forced
from boardwright.interpreter.lower.primitives import manners
from boardwright.interpreter.lower.sets import (
    find_bit,
    find_renamed,
    find_start,
    loop_in_order,
    loop_through_mask,
    may_be_untracked,
    select,
    test_exists,
)
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


def ask(
    to: Emitter,
    site: int,
    player: lo.Expr,
    mask: lo.Expr,
    after: lo.Block,
    *,
    offset: lo.Expr = NO,
    extra: lo.Expr = NO,
) -> None:
    """Asks, or with one option only takes it; the answer is in CHOSEN at the beginning of `after`."""
    ask = lo.Ask(site, player, mask, offset, extra, after.number)
    if extra == YES:
        to.emit(ask)
        return
    count = counted(mask)
    one = single(mask) if count is None else Op("==", count, YES)
    if extra != NO:
        one = Op("and", Un("not", extra), one)
    only = add(Un("lowest", mask) if count is None else NO, offset)
    take = lo.Store(Int(lay.CHOSEN), only)
    told = mark_forced(to, site, player, only)
    to.emit(lo.When(one, [take, *told, lo.Goto(after.number)], [ask]))


def _find_unfollowed(to: Emitter, selection: ir.Selection) -> str | None:
    """The kind of hidden pieces taken from, if some lie where they cannot be followed."""
    element = selection.var.type
    if isinstance(element, PieceType) and element.kind in to.layout.faces:
        if may_be_untracked(to, selection.source):
            return element.kind
    return None


def _find_alike(to: Emitter, s: ir.Choose) -> str | None:
    """The kind of pieces chosen from, if the chooser may not be able to tell some of them apart: then
    those are one option.
    """
    kind = _find_unfollowed(to, s.selection)
    if kind is None or any(d.copies > 1 for d in to.linking.game.kinds[kind].definitions):
        return kind
    owner = _find_own_hand(to, s)
    if owner is not None and owner.visible_to in ("owner", "everyone"):
        return None  # all in the chooser's own hand, and no two the same
    return kind


def _find_own_hand(to: Emitter, s: ir.Choose) -> ir.Place | None:
    """The place that is chosen from, if each player has one and it is surely the chooser's own."""
    match s.selection.source:
        case ir.PiecesAt(places=ir.ZonePlace(place=place, key=key)) if key == s.asker:
            declared = to.linking.game.places[place]
            return declared if declared.per == "player" else None
        case _:
            return None


def _note_unseen_event(to: Emitter, s: ir.Choose, kind: str | None) -> tuple[str, int] | None:
    """The kind and the event that decides which pieces are meant, if the chooser may not be able to tell that."""
    if kind is None or not _may_differ(to, s, kind):
        return None
    return kind, to.linking.event(s.site, "pick", PieceType(kind))


def _may_differ(to: Emitter, s: ir.Choose, kind: str) -> bool:
    """Whether pieces that are one option may differ in what the chooser does not see."""
    places: Iterable[int] | None = None
    if isinstance(s.selection.source, ir.PiecesAt):
        of = s.selection.source.places.type
        places = list_places(to, of.element if isinstance(of, SetType) else of)
    table, ways = to.table, manners(to.linking, kind)
    holding = (p for p, row in enumerate(to.layout.masks[kind].at) if row >= 0)
    seen = ("everyone",) if _find_own_hand(to, s) is None else ("everyone", "owner")
    return any(
        not table.places[p].tracked
        and (ways[p] != EQUAL or table.places[p].visible_for(kind) not in seen)
        for p in (holding if places is None else places)
    )


def _lower_options(
    to: Emitter, selection: ir.Selection, asker: lo.Expr, alike: str | None = None
) -> tuple[lo.Expr, lo.Expr]:
    """The options of a choice as a mask, and what its bit 0 stands for."""
    if isinstance(selection.source, ir.Range) and selection.cut is None:
        low = to.atom(to.lower(selection.source.low), "low")
        high = to.lower(selection.source.high)
        every = selection.where is None and selection.extreme is None
        if isinstance(low, Int) and isinstance(high, Int) and every:
            numbers = max(0, high.value - low.value + 1)
            _guard_numbers(to, Int(numbers), selection.span)
            if numbers < WORD:
                return Int((1 << numbers) - 1), low
            return Un("below", Int(min(numbers, MOST_NUMBERS))), low
        high = to.atom(high, "high")
        width = to.atom(Op("max", NO, add(Op("-", high, low), YES)), "width")
        _guard_numbers(to, width, selection.span)
        if every:
            return Un("below", width), low
        return select(to, selection, (low, high)), low
    mask = select(to, selection)
    if alike is not None:
        mask = alike_of(to.linking, alike, mask, asker)
    return mask, Int(to.layout.lowest(selection.var.type))


def _guard_numbers(to: Emitter, count: lo.Expr, span: Span) -> None:
    """Options are counted one by one: there are not too many of them."""
    too_many = compare(">", count, Int(MOST_NUMBERS))
    to.guard(too_many, errors.OUT_OF_RANGE, TOO_MANY, span)


def _write_taken(to: Emitter, s: ir.Choose | ir.Draw | ir.Find) -> None:
    """What follows when something was taken: where it lies is known until something may be moved."""
    places = None if s.rejoin else locate(to, s.selection.source, {})
    if places is not None:
        to.lying = {s.var.id: places}
    with to.secretly(isinstance(s, ir.Choose) and s.secretly):
        to.write(s.body)
    to.lying = {}


def lower_choose(to: Emitter, s: ir.Choose) -> None:
    """A choice of one thing, or of several."""
    if s.amount is not None:
        _lower_choose_several(to, s)
        return
    asker = to.atom(lower_player(to, s.asker), "asker")
    kind = _find_alike(to, s)
    event = _note_unseen_event(to, s, kind)
    if event is None:
        mask, offset = _lower_options(to, s.selection, asker, kind)
    else:
        every, offset = _lower_options(to, s.selection, asker)
        every = to.atom(every, "members")
        to.emit(lo.Store(Int(lay.LEFT), every))
        mask = alike_of(to.linking, event[0], every, asker)
    if counted(mask) is None:
        mask = to.atom(mask, "options")
    site = to.linking.site(Site(s.site, "choose", s.span, s.var.type, secret=s.secretly))
    chosen, after = to.block(f"{s.site} chosen"), to.block()
    none = to.block()
    inner = to.block() if s.rejoin else chosen
    to.emit(lo.When(no_members(mask), [lo.Goto(none.number)], []))
    ask(to, site, asker, mask, chosen, offset=offset, extra=YES if s.may else NO)
    to.go_on(chosen)
    forget: list[lo.Stmt] = [] if event is None else [lo.Store(Int(lay.LEFT), NO)]
    if s.may:
        none_taken = declined(Load(Int(lay.CHOSEN)))
        to.emit(lo.When(none_taken, [*forget, lo.Goto(none.number)], []))
    sure = set(to.sure)
    if event is None:
        _assign_taken(to, s.var, Load(Int(lay.CHOSEN)))
    else:
        size = len(to.table.pieces[event[0]])
        one = Un("bit", Load(Int(lay.CHOSEN)), size)
        left = Un("fit", Load(Int(lay.LEFT)), size)
        meant = settled(to.linking, *event, one, left, asker)
        assign(to, s.var, Un("lowest", meant))
        to.out.extend(forget)
    if s.rejoin:
        to.jump(inner)
        to.go_on(inner)
        to.bound[s.var.id] = Var(f"{s.var.name}_{s.var.id}")
    _write_taken(to, s)
    to.jump(after)
    to.sure = sure
    to.go_on(none)
    if not s.may and not s.rejoin:
        leave_out(to)
    _write_otherwise(to, s, inner, after)


@dataclass(frozen=True, slots=True)
class _Picks:
    """A choice of several, one pick at a time: what is picked and left, in words of the decision, and where it goes on."""

    s: ir.Choose
    site: int
    asker: lo.Expr
    width: int
    again: lo.Block
    enough: lo.Block
    none: lo.Block

    @property
    def picked(self) -> lo.Expr:
        return Un("fit", Load(Int(lay.PICKED)), self.width)

    @property
    def left(self) -> lo.Expr:
        return Un("fit", Load(Int(lay.LEFT)), self.width)


_FORGET_PICKS = lo.Fill(lay.PICKED, 4, 0)


def _lower_choose_several(to: Emitter, s: ir.Choose) -> None:
    """Picks go one at a time, in any order. The words that say how far they have come belong to the decision."""
    assert s.amount is not None and isinstance(s.var.type, SetType)
    asker = to.atom(lower_player(to, s.asker), "asker")
    wanted = lower_amount(to, s.amount)
    mask = to.atom(select(to, s.selection), "members")
    kind = _find_alike(to, s)
    event = _note_unseen_event(to, s, kind)
    extra = "done" if s.up_to else "none"
    element = s.var.type.element
    of = Site(s.site, "choose", s.span, element, extra=extra, several=True, secret=s.secretly)
    site = to.linking.site(of)
    again, chosen, enough = to.block(), to.block(f"{s.site} chosen"), to.block()
    after, none, inner = to.block(), to.block(), to.block()
    picks = _Picks(s, site, asker, to.linking.set_width(element), again, enough, none)
    _begin_picks(to, picks, mask, wanted)
    more = _end_if_settled(to, picks)
    offered = picks.left if kind is None else alike_of(to.linking, kind, picks.left, asker)
    offset = Int(to.layout.lowest(s.selection.var.type))
    ask(to, site, asker, to.atom(offered, "open"), chosen, offset=offset, extra=more)
    to.go_on(chosen)
    _take_pick(to, picks, element)
    to.go_on(enough)
    if event is None:
        assign(to, s.var, picks.picked)
    else:
        every = Op("|", picks.picked, picks.left)
        assign(to, s.var, settled(to.linking, *event, picks.picked, every, asker))
    to.emit(_FORGET_PICKS)
    to.jump(inner)
    to.go_on(inner)
    _write_taken(to, s)
    to.jump(after)
    to.go_on(none)
    if not s.may and not s.rejoin:
        leave_out(to)
    _write_otherwise(to, s, inner, after)


def _begin_picks(to: Emitter, picks: _Picks, mask: lo.Expr, wanted: lo.Expr) -> None:
    """Nothing is picked, unless there are too few; and on to the first pick."""
    s, count = picks.s, Un("count", mask)
    few: lo.Expr = Op("<", count, wanted)
    if s.up_to:
        few = lo.either(Op("==", mask, NO), Op("==", wanted, NO))
    to.emit(lo.When(few, [lo.Goto(picks.none.number)], []))
    to.emit(lo.Store(Int(lay.PICKED), NO))
    to.emit(lo.Store(Int(lay.LEFT), mask))
    to.emit(lo.Store(Int(lay.LEAST), NO if s.up_to else wanted))
    to.emit(lo.Store(Int(lay.MOST), Op("min", wanted, count) if s.up_to else wanted))
    to.jump(picks.again)
    to.go_on(picks.again)


def _end_if_settled(to: Emitter, picks: _Picks) -> lo.Expr:
    """Ends the picks if there are enough, or if all that is left must be taken. Whether to offer an end, too."""
    s = picks.s
    missing = to.atom(Op("-", Load(Int(lay.MOST)), Un("count", picks.picked)), "missing")
    to.emit(lo.When(Op("==", missing, NO), [lo.Goto(picks.enough.number)], []))
    if s.up_to:
        return YES
    forced: lo.Expr = Op("==", Un("count", picks.left), missing)
    if s.may:
        forced = Op("and", Op("!=", picks.picked, NO), forced)
    take = lo.Store(Int(lay.PICKED), Op("|", picks.picked, picks.left))
    told = mark_forced(to, picks.site, picks.asker, picks.left)
    to.emit(lo.When(forced, [*told, take, lo.Goto(picks.enough.number)], []))
    return Op("==", picks.picked, NO) if s.may else NO


def _take_pick(to: Emitter, picks: _Picks, element: Type) -> None:
    """Takes what was answered, and on to the next pick."""
    s = picks.s
    answer = to.atom(Load(Int(lay.CHOSEN)), "answer")
    if s.may or s.up_to:
        stop: list[lo.Stmt] = [lo.Goto(picks.enough.number)]
        if s.may:
            none: list[lo.Stmt] = [_FORGET_PICKS, lo.Goto(picks.none.number)]
            stop = [lo.When(Op("==", picks.picked, NO), none, stop)]
        to.emit(lo.When(declined(answer), stop, []))
    one = to.atom(Un("bit", find_bit(to, element, answer), picks.width), "one")
    to.emit(lo.Store(Int(lay.PICKED), Op("|", picks.picked, one)))
    to.emit(lo.Store(Int(lay.LEFT), Op("^", picks.left, one)))
    to.jump(picks.again)


def lower_may_do(to: Emitter, s: ir.MayDo) -> None:
    """A question that is answered with yes or no."""
    asker = lower_player(to, s.asker)
    of = Site(s.site, "may", s.span, YES_NO, ("yes", "no"), secret=s.secretly)
    site = to.linking.site(of)
    answered, yes, after = to.block(f"{s.site} answered"), to.block(), to.block()
    no = to.block() if s.otherwise else after
    to.emit(lo.Ask(site, asker, Int(3), NO, NO, answered.number))
    to.go_on(answered)
    test = Op("==", Load(Int(lay.CHOSEN)), NO)  # `yes` is listed first
    to.emit(lo.When(test, [lo.Goto(yes.number)], [lo.Goto(no.number)]))
    with to.secretly(s.secretly):
        write_part(to, yes, s.body, after)
        if s.otherwise:
            write_part(to, no, s.otherwise, after)
    to.go_on(after)


def lower_choose_one(to: Emitter, s: ir.ChooseOne) -> None:
    """A choice among entries that are written out."""
    asker = to.atom(lower_player(to, s.asker), "asker")
    mask = to.fresh("options")
    to.emit(lo.SetVar(mask, NO))
    for number, entry in enumerate(s.entries):
        show_entry(to, mask, number, entry.condition, entry.body)
    ids = tuple(entry.name for entry in s.entries)
    owner = owner_of(s.site)
    site = to.linking.site(
        Site(
            s.site,
            "menu",
            s.span,
            None,
            ids,
            tuple((f"{owner}.{i}", "") for i in ids),
            secret=s.secretly,
        )
    )
    chosen, after, none = to.block(f"{s.site} chosen"), to.block(), to.block()
    with to.inside() as nothing:
        if not s.may:
            leave_out(to)
    nothing.append(lo.Goto(none.number))
    to.emit(lo.When(Op("==", Var(mask), NO), nothing, []))
    ask(to, site, asker, Var(mask), chosen, extra=YES if s.may else NO)
    to.go_on(chosen)
    parts = [
        (number, to.block(f"{s.site}: {e.name}"), e.body) for number, e in enumerate(s.entries)
    ]
    for number, block, _ in parts:
        to.emit(lo.When(Op("==", Load(Int(lay.CHOSEN)), Int(number)), [lo.Goto(block.number)], []))
    to.jump(none)
    with to.secretly(s.secretly):
        for _, block, body in parts:
            write_part(to, block, body, after)
        write_part(to, none, s.otherwise, after)
    to.go_on(after)


def show_entry(
    to: Emitter,
    mask: str,
    number: int,
    condition: ir.Expr | None,
    body: ir.Body,
    more: lo.Expr = YES,
) -> None:
    """Adds an entry's bit if it is offered now."""
    add_bit = lo.SetVar(mask, Op("|", Var(mask), Int(1 << number)))
    with to.inside() as outer:
        with to.inside() as first:
            test = YES if condition is None else to.lower(condition)
            with to.inside() as second:
                can = _test_beginning(to, body)
                second.append(lo.When(can, [add_bit], []))
        outer.extend(first)
        if isinstance(test, Int):
            outer.extend(second if test.value else [])
        else:
            outer.append(lo.When(test, second, []))
    if isinstance(more, Int):
        to.out.extend(outer if more.value else [])
    else:
        to.emit(lo.When(more, outer, []))


def _test_beginning(to: Emitter, body: ir.Body) -> lo.Expr:
    """Whether the first choice of a body, after `let` only, has an answer."""
    for statement in body:
        match statement:
            case ir.Let(var=var, value=value):
                assign(to, var, to.lower(value))
            case ir.Choose(may=False, rejoin=False) if not statement.otherwise:
                if statement.amount is None or statement.up_to:
                    return test_exists(to, statement.selection)
                enough = to.atom(lower_amount(to, statement.amount), "enough")
                return Op(">=", Un("count", select(to, statement.selection)), enough)
            case ir.Draw(rejoin=False) | ir.Find(rejoin=False) if not statement.otherwise:
                return test_exists(to, statement.selection)
            case ir.Share():
                low, high, _ = _lower_share_bounds(to, statement)
                amount = to.atom(to.lower(statement.amount), "amount")
                return Op("and", Op("<=", low, amount), Op("<=", amount, high))
            case ir.Choose() | ir.Draw() | ir.Find() | ir.MayDo() | ir.ChooseOne():
                return YES  # there is something to do where nothing is found, or nothing is wanted
            case ir.If() | ir.IfSo() | ir.ForEach() | ir.AllAtOnce():
                return YES
            case ir.While() | ir.Repeat() | ir.As() | ir.SimpleStmt():
                return YES
    return YES


def _lower_share_bounds(to: Emitter, s: ir.Share) -> tuple[lo.Expr, lo.Expr, lo.Expr]:
    """The least and most that all members take together, and the mask of the members."""
    mask = to.atom(select(to, s.selection), "members")
    low, high = to.fresh("low"), to.fresh("high")
    to.emit(lo.SetVar(low, NO))
    to.emit(lo.SetVar(high, NO))
    to.bind(s.selection.var)
    with to.inside() as each:
        to.emit(lo.SetVar(low, Op("+", Var(low), to.lower(s.least))))
        to.emit(lo.SetVar(high, Op("+", Var(high), to.lower(s.most))))
    to.emit(loop_through_mask(to, s.selection.var, mask, each))
    return Var(low), Var(high), mask


def lower_share(to: Emitter, s: ir.Share) -> None:
    """A number that is shared out, one member after the other."""
    asker = to.atom(lower_player(to, s.asker), "asker")
    low, high, mask = _lower_share_bounds(to, s)
    assert isinstance(low, Var) and isinstance(high, Var)
    rest, left = to.fresh("rest"), to.fresh("left")
    to.emit(lo.SetVar(rest, to.lower(s.amount)))
    to.emit(lo.SetVar(left, mask))
    member = f"{s.selection.var.name}_{s.selection.var.id}"
    about = (member, s.selection.var.type)
    site = to.linking.site(Site(s.site, "choose", s.span, NUMBER, about=about))
    make_array(to, s.var, Var(member))
    again, chosen, inner = to.block(), to.block(f"{s.site} chosen"), to.block()
    after, none = to.block(), to.block()
    fits = Op("and", Op("<=", low, Var(rest)), Op("<=", Var(rest), high))
    to.emit(lo.When(fits, [lo.Goto(again.number)], [lo.Goto(none.number)]))
    to.go_on(again)
    to.emit(lo.When(Op("==", Var(left), NO), [lo.Goto(inner.number)], []))
    lowest = Int(to.layout.lowest(s.selection.var.type))
    to.emit(lo.SetVar(member, add(Un("lowest", Var(left)), lowest)))
    to.emit(lo.SetVar(left, Un("rest", Var(left))))
    least, most = to.atom(to.lower(s.least), "least"), to.atom(to.lower(s.most), "most")
    to.emit(lo.SetVar(low.name, Op("-", low, least)))
    to.emit(lo.SetVar(high.name, Op("-", high, most)))
    first = to.atom(Op("max", least, Op("-", Var(rest), high)), "first")
    last = Op("min", most, Op("-", Var(rest), low))
    width = to.atom(add(Op("-", last, first), YES), "width")
    _guard_numbers(to, width, s.span)
    ask(to, site, asker, Un("below", width), chosen, offset=first)
    to.go_on(chosen)
    answer = to.atom(Load(Int(lay.CHOSEN)), "answer")
    to.emit(lo.Store(add(Int(to.arrays[s.var.id]), Var(member)), answer))
    to.emit(lo.SetVar(rest, Op("-", Var(rest), answer)))
    to.jump(again)
    to.go_on(inner)
    to.write(s.body)
    to.jump(after)
    to.go_on(none)
    leave_out(to)
    to.jump(after)
    to.go_on(after)


def lower_draw_or_find(to: Emitter, s: ir.Draw | ir.Find) -> None:
    """What chance takes from a set, or what is the first of it."""
    empty, value = _take_one(to, s)
    if may_ask(to, s.body) or may_ask(to, s.otherwise):
        _go_on_in_blocks(to, s, empty, value)
    else:
        _go_on_at_once(to, s, empty, value)


def _take_one(to: Emitter, s: ir.Draw | ir.Find) -> tuple[lo.Expr, lo.Expr]:
    """Whether there is nothing, and what is taken if there is something."""
    offset: lo.Expr = Int(to.layout.lowest(s.selection.var.type))
    renamed = find_renamed(to, s.selection.var.type)
    sorted_ = isinstance(s, ir.Find) and (
        s.selection.rising is not None or (renamed is not None and s.selection.starting is not None)
    )
    if sorted_:
        mask = _take_first_in_order(to, s.selection)
    elif isinstance(s, ir.Draw) and isinstance(s.selection.source, ir.Range):
        mask, offset = _lower_options(to, s.selection, NO)
    else:
        mask = select(to, s.selection)
    if counted(mask) is None:
        mask = to.atom(mask, "members")
    start = find_start(to, s.selection)
    empty = no_members(mask)
    if isinstance(s, ir.Draw):
        event = to.linking.event(s.site, "draw", s.var.type)
        return empty, add(lo.Pick(event, mask, offset), offset)
    if sorted_ or (renamed is None and start is None):
        return empty, add(Un("lowest", mask), offset)
    if renamed is not None:
        return empty, first_named(to.linking, renamed, mask)
    width = to.linking.width(s.var.type)
    return empty, add(first_from(to.linking, width, mask, start or NO), offset)


def _assign_taken(to: Emitter, var: ir.Var, value: lo.Expr) -> None:
    assign(to, var, value)
    if isinstance(var.type, PlayerType):
        to.sure.add(var.id)


def _go_on_at_once(to: Emitter, s: ir.Draw | ir.Find, empty: lo.Expr, value: lo.Expr) -> None:
    """What follows, where nobody can be asked."""
    with to.inside() as found:
        _assign_taken(to, s.var, value)
        if not s.rejoin:
            _write_taken(to, s)
    with to.inside() as none:
        if s.rejoin:
            assign(to, s.var, ABSENT)
        else:
            leave_out(to)
        to.write(s.otherwise)
    to.emit(lo.When(empty, none, found))
    if s.rejoin:
        with to.inside() as rest:
            _write_taken(to, s)
        with to.inside() as left_out:
            leave_out(to)
        to.emit(lo.When(Op("==", to.bound[s.var.id], ABSENT), left_out, rest))


def _go_on_in_blocks(to: Emitter, s: ir.Draw | ir.Find, empty: lo.Expr, value: lo.Expr) -> None:
    """What follows, where somebody may be asked."""
    found, none, after, inner = to.block(), to.block(), to.block(), to.block()
    to.emit(lo.When(empty, [lo.Goto(none.number)], [lo.Goto(found.number)]))
    to.go_on(found)
    sure = set(to.sure)
    _assign_taken(to, s.var, value)
    to.jump(inner)
    to.go_on(inner)
    _write_taken(to, s)
    to.jump(after)
    to.sure = sure
    to.go_on(none)
    if not s.rejoin:
        leave_out(to)
    _write_otherwise(to, s, inner, after)


def _write_otherwise(
    to: Emitter, s: ir.Choose | ir.Draw | ir.Find, inner: lo.Block, after: lo.Block
) -> None:
    """What is done when there was nothing; the rest of the block follows if that gave the name a value."""
    with to.secretly(isinstance(s, ir.Choose) and s.secretly):
        if s.rejoin:
            assign(to, s.var, ABSENT)
        to.write(s.otherwise)
    if not s.rejoin:
        to.jump(after)
        to.go_on(after)
        return
    with to.inside() as left_out:
        leave_out(to)
    left_out.append(lo.Goto(after.number))
    here = read_local(to, s.var, s.span) if s.var.id not in to.arrays else None
    at = add(Int(to.arrays.get(s.var.id, 0)), to.keys.get(s.var.id, NO))
    value = here or Load(at, measure_kept_set(to, s.var.type))
    to.emit(lo.When(Op("==", value, ABSENT), left_out, [lo.Goto(inner.number)]))
    to.go_on(after)


def _take_first_in_order(to: Emitter, selection: ir.Selection) -> lo.Expr:
    """The mask of the first member of a sorted set, or nothing."""
    first = to.fresh("first")
    to.emit(lo.SetVar(first, NO))

    def take(name: str) -> list[lo.Stmt]:
        at = find_bit(to, selection.var.type, Var(name))
        width = to.linking.set_width(selection.var.type)
        return [lo.SetVar(first, bit(at, width)), lo.Break()]

    loop_in_order(to, selection, take)
    return Var(first)
