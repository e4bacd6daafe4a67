"""Sets to masks, and the ways to go through them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Literal

from boardwright.dsl.language.types import (
    NumberType,
    PieceType,
    PlayerType,
    SetType,
    Type,
    ZoneType,
)
from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import (
    NO,
    YES,
    bit,
    both,
    compare,
    find_row,
    is_sure,
    list_places,
    lower_amount,
    lower_each,
    lower_if_else,
    lower_in_turn,
    lower_player,
    measure_set,
    read_keyed,
    read_local,
)
from boardwright.interpreter.lower.builtins.board_steps import (
    Along,
    find_along,
    lower_beyond,
    lower_connected,
    lower_lines_of,
    lower_neighbours,
    lower_points_of,
    lower_ways_of,
    step_of_all,
)
from boardwright.interpreter.lower.builtins.hidden_names import rank, rank_from
from boardwright.interpreter.lower.builtins.member_order import tops_at
from boardwright.interpreter.lower.context import as_mask
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.lower.loop_invariants import lower_once
from boardwright.interpreter.lower.reads import call_value, find_note, read_attribute
from boardwright.interpreter.lower.sieve import sift
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var, add
from boardwright.interpreter.table import errors
from boardwright.interpreter.table.board import reached
from boardwright.interpreter.table.table_limits import ANY, BEYOND

# Bits of a table that says for any number of steps which spaces lie so near.
MOST_REACHED = 100_000_000
_LONG = ir.ValueCall | ir.Those | ir.Connected | ir.Together | ir.PiecesAt | ir.TopPieces


def lower_set(to: Emitter, expr: ir.Expr) -> lo.Expr:
    """A set as a mask."""
    if isinstance(expr, _LONG):
        return lower_once(to, partial(_lower_set_now, to, expr))
    return _lower_set_now(to, expr)


def _lower_set_now(to: Emitter, expr: ir.Expr) -> lo.Expr:
    """The same, worked out where it is asked for."""
    table = to.table
    match expr:
        case ir.Local(var=var):
            return read_local(to, var, expr.span)
        case ir.LocalOf(var=var, key=key):
            return read_keyed(to, var, to.lower(key), expr.span)
        case ir.Singleton(element=element):
            index = to.lower(element)
            if isinstance(element.type, NumberType):
                return _make_single_number(to, index, element)
            if isinstance(element.type, PlayerType) and not is_sure(to, element):
                index = to.atom(index, "who")
                if isinstance(index, Int):
                    return NO if index.value < 0 else bit(index, table.players)
                return lo.Cond(Op("<", index, NO), NO, bit(index, table.players))
            return _make_single(to, index, to.linking.set_width(element.type))
        case ir.Empty():
            return NO
        case ir.Union(left=left, right=right):
            return _combine_sets(to, "|", *lower_each(to, left, right))
        case ir.Without(left=left, right=right):
            return _combine_sets(to, "&~", *lower_each(to, left, right))
        case ir.Common(left=left, right=right):
            return _combine_sets(to, "&", *lower_each(to, left, right))
        case ir.IfElse():
            return lower_if_else(to, expr)
        case ir.NoteRead(note=note, key=key):
            at = find_note(to, note, key, expr.span)
            return Load(at, 0 if isinstance(at, Int) else measure_set(to, expr.type))
        case ir.ValueCall():
            return call_value(to, expr)
        case ir.AllPieces(kind=kind):
            return Int((1 << len(table.pieces[kind])) - 1)
        case ir.PiecesAt():
            return _lower_pieces_at(to, expr)
        case ir.TopPieces():
            return _lower_top_pieces(to, expr)
        case ir.PiecesOf(kind=kind, player=player):
            return lower_pieces_of(to, kind, player)
        case ir.ZonePlace(place=place):
            zone = table.zones[place]
            return Int(((1 << zone.count) - 1) << zone.first)
        case ir.Spaces():
            assert isinstance(expr.type, SetType)
            return Int(to.linking.universe(expr.type.element))
        case ir.SpacesOf(kind=kind, of=of):
            return _lower_spaces_of(to, kind, of)
        case ir.SpaceNamed(kind=kind, id=id):
            return Int(as_mask(table.space_named(id, kind)))
        case ir.Players():
            if to.linking.drops_out:
                return Load(Int(lay.IN_ROUND))
            return Int((1 << table.players) - 1)
        case ir.Seats():
            return Int((1 << table.players) - 1)
        case ir.TeamOf(player=player):
            masks = tuple(as_mask(table.team_of(seat)) for seat in range(table.players))
            return to.linking.look("team_of", masks, lower_player(to, player))
        case ir.Members():
            assert isinstance(expr.type, SetType)
            return Int(to.linking.universe(expr.type.element))
        case ir.MembersOf(attribute=attribute, subject=subject):
            return read_attribute(to, attribute, subject)
        case ir.Neighbours():
            return lower_neighbours(to, expr)
        case ir.Beyond():
            return lower_beyond(to, expr)
        case ir.PointsOf():
            return lower_points_of(to, expr)
        case ir.LinesOf():
            return lower_lines_of(to, expr)
        case ir.WaysOf(space=space):
            return lower_ways_of(to, space)
        case ir.Together():
            return _join_sets(to, expr)
        case ir.Within():
            return _lower_within(to, expr)
        case ir.Connected():
            return lower_connected(to, expr)
        case ir.Range():
            return _make_run(to, *lower_ends(to, expr))
        case ir.Those(selection=selection):
            return select(to, selection)
        case ir.OptionRead(option=option):
            return Int(table.options[option])
        case ir.SingleNode():
            raise AssertionError(expr)  # see `ex_now`


# ---- numbers


def lower_ends(to: Emitter, expr: ir.Range) -> tuple[lo.Expr, lo.Expr]:
    """The ends of a range that becomes a set; a set that would hold other numbers is a fault."""
    low, high = lower_each(to, expr.low, expr.high)
    low, high = to.atom(low, "low"), to.atom(high, "high")
    if to.linking.reach.fits_sets(expr.low) and to.linking.reach.fits_sets(expr.high):
        return low, high
    outside = _is_beyond(low, high)
    if isinstance(low, Int) and isinstance(high, Int):
        outside = NO if low.value > high.value else outside
    else:
        outside = both(Op("<=", low, high), outside)
    to.guard(outside, errors.OUT_OF_RANGE, BEYOND, expr.span)
    return low, high


def _is_beyond(low: lo.Expr, high: lo.Expr) -> lo.Expr:
    """Whether numbers reach beyond what a set holds."""
    below = compare("<", low, Int(ANY[0]))
    above = compare(">", high, Int(ANY[1]))
    return lo.negated(both(lo.negated(below), lo.negated(above)))


def _make_run(to: Emitter, low: lo.Expr, high: lo.Expr) -> lo.Expr:
    """All numbers from low to high as a mask."""
    lowest = to.layout.numbers.start
    if isinstance(low, Int) and isinstance(high, Int):
        width = max(0, min(high.value, ANY[1]) - max(low.value, ANY[0]) + 1)
        return Int(((1 << width) - 1) << max(low.value, ANY[0]) - lowest if width else 0)
    width = len(to.layout.numbers)
    all_, before = (Un("below", add(end, Int(-lowest)), width) for end in (add(high, YES), low))
    return lo.Cond(Op("<=", low, high), Op("&~", all_, before), NO)


def _make_single_number(to: Emitter, number: lo.Expr, said: ir.Expr) -> lo.Expr:
    """The set of one number."""
    number = to.atom(number, "number")
    if not to.linking.reach.fits_sets(said):
        outside = _is_beyond(number, number)
        to.guard(outside, errors.OUT_OF_RANGE, BEYOND, said.span)
        if outside == YES:
            return NO
    numbers = to.layout.numbers
    return bit(add(number, Int(-numbers.start)), len(numbers))


def _count_options(to: Emitter, numbers: ir.Expr) -> int:
    """How many options a choice among these numbers has at most."""
    assert isinstance(numbers, ir.Range)
    return to.linking.reach.options(numbers.low, numbers.high)


def find_bit(to: Emitter, element: Type, member: lo.Expr) -> lo.Expr:
    """Which bit of a set stands for a member."""
    return add(member, Int(-to.layout.lowest(element)))


def loop_through_mask(
    to: Emitter, var: ir.Var, mask: lo.Expr, body: list[lo.Stmt], start: lo.Expr | None = None
) -> lo.Stmt:
    """A loop over the members of a mask, in which `bind(var)` is the member."""
    name, lowest = f"{var.name}_{var.id}", to.layout.lowest(var.type)
    if not lowest:
        return lo.ForBits(name, mask, body, start)
    at = to.fresh("bit")
    return lo.ForBits(at, mask, [lo.SetVar(name, add(Var(at), Int(lowest))), *body], start)


def _combine_sets(
    to: Emitter, op: Literal["|", "&~", "&"], left: lo.Expr, right: lo.Expr
) -> lo.Expr:
    if isinstance(left, Int) and isinstance(right, Int):
        values = {
            "|": left.value | right.value,
            "&~": left.value & ~right.value,
            "&": left.value & right.value,
        }
        return Int(values[op])
    if isinstance(left, lo.Look) and op == "|":
        rows = to.linking.tables[left.table]
        match right:
            case lo.Look(table=table, index=index) if index == left.index:
                other = to.linking.tables[table]
                if len(rows) == len(other):
                    both = tuple(a | b for a, b in zip(rows, other, strict=True))
                    return to.linking.look(f"{left.table}_or_{table}", both, index)
            case Int(value=value):
                more = tuple(a | value for a in rows)
                return to.linking.look(f"{left.table}_or_{value}", more, left.index)
            case _:
                pass
    return Op(op, left, right)


def _make_single(to: Emitter, element: lo.Expr, width: int) -> lo.Expr:
    """The set of one thing, of so many that there are."""
    if isinstance(element, lo.Look) and min(to.linking.tables[element.table], default=0) >= 0:
        rows = tuple(1 << n for n in to.linking.tables[element.table])
        return to.linking.look(f"set_of_{element.table}", rows, element.index)
    return bit(element, width)


def _lower_pieces_at(to: Emitter, expr: ir.PiecesAt) -> lo.Expr:
    rows, size = to.layout.masks[expr.kind], len(to.table.pieces[expr.kind])
    name = f"mask_{expr.kind}"
    if isinstance(expr.places.type, SetType):
        found = to.fresh("found")
        place = to.fresh("place")
        to.emit(lo.SetVar(found, NO))
        places = lower_set(to, expr.places)
        with to.inside() as body:
            row = find_row(to, rows, name, Var(place), expr.places.type.element)
            body.append(lo.SetVar(found, Op("|", Var(found), Load(row, size))))
        to.emit(lo.ForBits(place, places, body))
        mask: lo.Expr = Var(found)
    else:
        mask = Load(find_row(to, rows, name, to.lower(expr.places), expr.places.type), size)
    if expr.owner is not None:
        mask = Op("&", mask, lower_pieces_of(to, expr.kind, expr.owner))
    return mask


def _lower_top_pieces(to: Emitter, expr: ir.TopPieces) -> lo.Expr:
    """From the top down, as many as are asked for or as there are."""
    assert isinstance(expr.type, SetType)
    assert isinstance(expr.type.element, PieceType)
    kind = expr.type.element.kind
    place = to.atom(to.lower(expr.place), "place")
    amount = to.atom(lower_amount(to, expr.amount), "amount")
    found, piece = to.fresh("found"), to.fresh("top")
    to.emit(lo.SetVar(found, NO))
    to.emit(lo.SetVar(piece, Load(tops_at(to.linking, place, list_places(to, expr.place.type)))))
    empty: lo.Stmt = lo.Break()
    if not expr.up_to:
        few = to.linking.game.kinds[kind].plural
        empty = to.fail(errors.NOT_ENOUGH, f"there are fewer {few} there", expr.span)
    one = bit(add(Var(piece), Int(-1)), len(to.table.pieces[kind]))
    body: list[lo.Stmt] = [
        lo.When(Op("==", Var(piece), NO), [empty], []),
        lo.SetVar(found, Op("|", Var(found), one)),
        lo.SetVar(piece, Load(add(Int(to.layout.below[kind] - 1), Var(piece)))),
    ]
    to.emit(lo.ForRange(to.fresh("n"), YES, amount, body))
    return Var(found)


def lower_pieces_of(to: Emitter, kind: str, player: ir.Expr) -> lo.Expr:
    """All pieces of a kind that are a player's, as a mask."""
    declared, table = to.linking.game.kinds[kind], to.table
    if declared.per_player:
        if declared.hidden:
            return lo.Apply(f"owned_{kind}", (lower_player(to, player),))
        faces = table.faces[kind]
        rows = tuple(
            as_mask(
                tuple(n for n, p in enumerate(table.pieces[kind]) if faces[p.face].owner == seat)
            )
            for seat in range(table.players)
        )
        return to.linking.look(f"all_{kind}_of", rows, lower_player(to, player))
    assert declared.owner is not None
    zone = table.zones[declared.owner]
    place = add(Int(zone.first), lower_player(to, player))
    row = find_row(to, to.layout.masks[kind], f"mask_{kind}", place, ZoneType((declared.owner,)))
    return Load(row, len(table.pieces[kind]))


def _lower_spaces_of(to: Emitter, kind: str, of: ir.Expr) -> lo.Expr:
    spaces = to.table.spaces
    if isinstance(of.type, PlayerType):
        rows = tuple(
            as_mask(tuple(n for n, s in enumerate(spaces) if s.kind == kind and s.owner == seat))
            for seat in range(to.table.players)
        )
        return to.linking.look(f"all_{kind}_of_player", (*rows, 0), to.lower(of))
    rows = tuple(
        as_mask(tuple(n for n, s in enumerate(spaces) if s.kind == kind and s.parent == parent))
        for parent in range(len(spaces))
    )
    return to.linking.look(f"all_{kind}_of_space", rows, to.lower(of))


def may_be_untracked(to: Emitter, members: ir.Expr) -> bool:
    """Whether pieces of a set may lie where they cannot be followed."""
    assert isinstance(members.type, SetType) and isinstance(members.type.element, PieceType)
    if isinstance(members, ir.Without):
        return may_be_untracked(to, members.left)
    if isinstance(members, ir.Common):
        return may_be_untracked(to, members.left) and may_be_untracked(to, members.right)
    if isinstance(members, ir.PiecesAt | ir.TopPieces):
        of = members.places.type if isinstance(members, ir.PiecesAt) else members.place.type
        places = list_places(to, of.element if isinstance(of, SetType) else of)
        if places is not None:
            return any(not to.table.places[p].tracked for p in places)
    return not to.linking.tracked_throughout(members.type.element.kind)


def _lower_within(to: Emitter, expr: ir.Within) -> lo.Expr:
    size = len(to.table.spaces)
    parts = (partial(lower_amount, to, expr.steps), partial(to.lower, expr.origin))
    steps, origin = lower_in_turn(to, *parts)
    if isinstance(expr.link, ir.Node):
        steps, origin = to.atom(steps, "steps"), to.atom(origin, "origin")
    along = find_along(to, expr.link)
    if along.rows is None:
        return _lower_within_ways(to, expr, steps, origin, along)
    rows, link = along.rows, along.name
    near: lo.Expr = NO
    if isinstance(steps, Int):
        if steps.value >= 0:
            *_, last = islice(reached(rows), steps.value + 1)
            near = to.linking.look(f"within_{steps.value}_{link}", last, origin)
    else:
        found: list[tuple[int, ...]] = []
        for masks in reached(rows):
            found.append(masks)
            if len(found) * size * size > MOST_REACHED:
                message = f"on a board of {size:,} spaces the number of steps must be written out"
                raise errors.RuleError(errors.TOO_LARGE, message, expr.steps.span)
        clipped = Op("min", steps, Int(len(found) - 1))
        every = tuple(mask for masks in found for mask in masks)
        near = to.linking.look(f"within_{link}", every, add(lo.scale(clipped, size), origin))
    near, things = lower_in_turn(to, lambda: near, lambda: lower_set(to, expr.things))
    if isinstance(things, Int) and things.value == (1 << size) - 1:
        return near
    return Op("&", things, near)


def _lower_within_ways(
    to: Emitter, expr: ir.Within, steps: lo.Expr, origin: lo.Expr, along: Along
) -> lo.Expr:
    """The same along ways that are not known yet: step by step."""
    near, before = to.fresh("near"), to.fresh("before")
    to.emit(lo.SetVar(near, bit(origin, len(to.table.spaces))))
    with to.inside() as body:
        to.emit(lo.SetVar(before, Var(near)))
        beside = step_of_all(to, along, Var(near))
        to.emit(lo.SetVar(near, Op("|", Var(near), beside)))
        to.emit(lo.When(Op("==", Var(near), Var(before)), [lo.Break()], []))
    to.emit(lo.ForRange(to.fresh("step"), YES, steps, body))
    return Op("&", lower_set(to, expr.things), Var(near))


def _join_sets(to: Emitter, expr: ir.Together) -> lo.Expr:
    """What is in the set of any member of a selection."""
    selection = expr.selection
    if selection.extreme is not None or selection.cut is not None:
        selection = reduce_selection(to, selection)
    found = to.fresh("found")
    to.emit(lo.SetVar(found, NO))

    def join() -> None:
        to.emit(lo.SetVar(found, Op("|", Var(found), lower_set(to, expr.body))))

    to.out.extend(loop_through(to, selection, join))
    return Var(found)


def loop_through(
    to: Emitter,
    selection: ir.Selection,
    body: Callable[[], None],
    ends: tuple[lo.Expr, lo.Expr] | None = None,
) -> list[lo.Stmt]:
    """A loop over a selection whose tests are made on the way: only for bodies that change nothing.
    `extreme` must have been dealt with. The loop itself is returned, what it needs before is emitted.
    Of a range whose `ends` are worked out already only these are asked.
    """
    var = selection.var
    if isinstance(selection.source, ir.Range):
        low, high = ends or lower_each(to, selection.source.low, selection.source.high)
        with to.turning() as before:
            name = to.bind(var)
            inner = _test_each(to, selection, body)
        return [*before, lo.ForRange(name, low, high, [_charge_turn(to, selection), *inner])]
    mask = lower_set(to, selection.source)
    with to.turning() as before:
        to.bind(var)
        inner = _test_each(to, selection, body)
        loop = loop_through_mask(to, var, mask, [_charge_turn(to, selection), *inner])
    return [*before, loop]


def _charge_turn(to: Emitter, selection: ir.Selection) -> lo.Stmt:
    """One step of the budget; `budget.py` leaves it only where turns are many or heavy."""
    message = "too many steps between two decisions"
    fault = to.linking.fault(errors.TOO_MANY_STEPS, message, selection.span)
    return lo.Charge(fault, count_turns(to, selection))


def count_turns(to: Emitter, selection: ir.Selection) -> int:
    """How many members a selection can have; 0 if it is of numbers, and nobody knows."""
    element = selection.var.type
    return 0 if isinstance(element, NumberType) else to.linking.universe(element).bit_count()


def _test_each(to: Emitter, selection: ir.Selection, body: Callable[[], None]) -> list[lo.Stmt]:
    with to.inside() as inner:
        if isinstance(selection.source, ir.Local):
            to.sure |= to.proved.get(selection.source.var.id, set())
        if selection.where is None:
            body()
        else:
            test = to.lower(selection.where)
            with to.inside() as then:
                body()
            if isinstance(test, Int):
                inner.extend(then if test.value else [])
            else:
                inner.append(lo.When(test, then, []))
    return inner


def find_start(to: Emitter, selection: ir.Selection) -> lo.Expr | None:
    """At which bit the order of a set begins, if not with its first."""
    if selection.starting is not None:
        return find_bit(to, selection.var.type, to.lower(selection.starting))
    if isinstance(selection.var.type, PlayerType):
        return Load(Int(lay.ACTIVE))
    return None


def select(
    to: Emitter, selection: ir.Selection, options: tuple[lo.Expr, lo.Expr] | None = None
) -> lo.Expr:
    """The mask of the members that `where` and `extreme` leave. Of numbers that are only `options`, from the first
    to the second, bit 0 stands for the first.
    """
    if selection.cut is not None:
        return _select_first(to, selection)
    selection = sift(to, selection)
    if selection.where is None and selection.extreme is None:
        return lower_set(to, selection.source)
    ends = options
    if ends is None and isinstance(selection.source, ir.Range):
        ends = lower_ends(to, selection.source)
    found = to.fresh("found")
    to.emit(lo.SetVar(found, NO))

    def this() -> lo.Expr:
        member = to.bound[selection.var.id]
        if options is not None:
            return bit(Op("-", member, options[0]), _count_options(to, selection.source))
        of = selection.var.type
        return bit(find_bit(to, of, member), to.linking.set_width(of))

    if selection.extreme is None:

        def collect() -> None:
            to.emit(lo.SetVar(found, Op("|", Var(found), this())))

        to.out.extend(loop_through(to, selection, collect, ends))
        return Var(found)
    most, key = selection.extreme
    best = to.fresh("best")
    to.emit(lo.SetVar(best, NO))

    def weigh() -> None:
        value = to.atom(to.lower(key), "key")
        one = this()
        better = lo.either(Op("==", Var(found), NO), Op(">" if most else "<", value, Var(best)))
        to.emit(
            lo.When(
                better,
                [lo.SetVar(best, value), lo.SetVar(found, one)],
                [
                    lo.When(
                        Op("==", value, Var(best)),
                        [lo.SetVar(found, Op("|", Var(found), one))],
                        [],
                    )
                ],
            )
        )

    to.out.extend(loop_through(to, selection, weigh, ends))
    return Var(found)


def _select_first(to: Emitter, selection: ir.Selection) -> lo.Expr:
    """The mask of the first so many in the order of a selection."""
    found, of = to.fresh("found"), selection.var.type
    to.emit(lo.SetVar(found, NO))

    def keep(name: str) -> list[lo.Stmt]:
        one = bit(find_bit(to, of, Var(name)), to.linking.set_width(of))
        return [lo.SetVar(found, Op("|", Var(found), one))]

    loop_in_order(to, selection, keep, drawn=False)
    return Var(found)


def test_exists(to: Emitter, selection: ir.Selection) -> lo.Expr:
    """Whether a selection has any member."""
    if selection.cut is not None:
        return compare("!=", select(to, selection), NO)
    selection = sift(to, selection)
    if selection.where is None:
        if isinstance(selection.source, ir.Range):
            return compare("<=", *lower_each(to, selection.source.low, selection.source.high))
        return compare("!=", lower_set(to, selection.source), NO)
    found = to.fresh("any")
    to.emit(lo.SetVar(found, NO))

    def stop() -> None:
        to.emit(lo.SetVar(found, YES))
        to.emit(lo.Break())

    to.out.extend(loop_through(to, selection, stop))
    return Var(found)


def reduce_selection(to: Emitter, selection: ir.Selection) -> ir.Selection:
    """The same with `where` and `extreme` computed: the members are in a local set."""
    mask = to.atom(select(to, selection), "members")
    holder = ir.Var(-1 - len(to.bound), "members", SetType(selection.var.type))
    to.bound[holder.id] = mask
    source = ir.Local(span=selection.span, type=holder.type, var=holder)
    return ir.Selection(
        span=selection.span,
        var=selection.var,
        source=source,
        starting=selection.starting,
        rising=selection.rising,
    )


def find_renamed(to: Emitter, of: Type) -> str | None:
    """The kind of these pieces, if they are called otherwise than they are numbered: then names say their order."""
    if isinstance(of, PieceType) and to.linking.renamed(of.kind):
        return of.kind
    return None


def _rank_member(
    to: Emitter,
    selection: ir.Selection,
    piece: lo.Expr,
    start: lo.Expr | None = None,
    *,
    drawn: bool = True,
) -> lo.Expr | None:
    """What pieces with names are ordered by; None of what is ordered by number. Those without a name come last; if it
    is not `drawn` which of them comes first, by number.
    """
    kind = find_renamed(to, selection.var.type)
    if kind is None:
        return None
    if start is not None:
        return rank_from(to.linking, kind, piece, to.atom(start, "first"), drawn=drawn)
    if may_be_untracked(to, selection.source):
        return rank(to.linking, kind, piece, drawn=drawn)
    return Load(add(Int(to.layout.names[kind]), piece))


def _stop_after(
    to: Emitter, most: ir.Expr, body: Callable[[str], list[lo.Stmt]]
) -> Callable[[str], list[lo.Stmt]]:
    """The body of a loop that ends after so many turns."""
    left = to.fresh("left")
    to.emit(lo.SetVar(left, lower_amount(to, most)))
    ends = lo.When(Op("<=", Var(left), NO), [lo.Break()], [])
    return lambda name: [ends, lo.SetVar(left, Op("-", Var(left), YES)), *body(name)]


def loop_in_order(
    to: Emitter,
    selection: ir.Selection,
    body: Callable[[str], list[lo.Stmt]],
    *,
    drawn: bool = True,
) -> None:
    """A loop over a selection that is computed before its first turn, in the set's order."""
    if (
        isinstance(selection.source, ir.Range)
        and selection.where is None
        and selection.extreme is None
        and selection.rising is None
        and selection.starting is None
    ):
        low, high = lower_each(to, selection.source.low, selection.source.high)
        name = to.bind(selection.var)
        to.emit(lo.ForRange(name, low, high, body(name)))
        return
    if selection.cut is not None and drawn and find_renamed(to, selection.var.type):
        # What chance says of the order does not say which ones are kept.
        selection = reduce_selection(to, selection)
    mask = select(to, replace(selection, cut=None))
    start = find_start(to, selection)
    if selection.cut is not None:
        body = _stop_after(to, selection.cut, body)
    name = to.bind(selection.var)
    rank = _rank_member(to, selection, Var(name), start, drawn=drawn)
    if rank is not None:
        start = None
    if selection.rising is None:
        if rank is None:
            to.emit(loop_through_mask(to, selection.var, mask, body(name), start))
        else:
            to.emit(lo.ForSorted(name, mask, [], rank, False, body(name)))
        return
    rising, key = selection.rising
    with to.inside() as key_body:
        value = to.lower(key)
    turn, lowest = body(name), to.layout.lowest(selection.var.type)
    at = name
    if lowest:
        at = to.fresh("bit")
        shift = lo.SetVar(name, add(Var(at), Int(lowest)))
        key_body, turn = [shift, *key_body], [shift, *turn]
    to.emit(lo.ForSorted(at, mask, key_body, value, not rising, turn, start, rank))
