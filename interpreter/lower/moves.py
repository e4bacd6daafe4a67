"""Notes and movements: what changes the position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from boardwright.dsl.language.types import (
    NUMBER,
    NumberType,
    PieceType,
    SetType,
    Type,
    word_for_nothing,
)
from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import (
    NO,
    YES,
    bit,
    find_row,
    list_places,
    lower_amount,
    lower_player,
    measure_set,
)
from boardwright.interpreter.lower.bound_updates import is_bounded, poured, poured_from
from boardwright.interpreter.lower.builtins.hidden_names import mix_names, nameless, rank
from boardwright.interpreter.lower.builtins.member_order import height, tops_at
from boardwright.interpreter.lower.builtins.shuffles import shuffled
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.lower.primitives import mover, mover_of_all
from boardwright.interpreter.lower.reads import find_note, read_face
from boardwright.interpreter.lower.sets import (
    find_renamed,
    loop_in_order,
    lower_set,
    may_be_untracked,
    reduce_selection,
)
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var, add
from boardwright.interpreter.table import errors


def _keep_in_bounds(
    to: Emitter,
    value: lo.Expr,
    of: Type,
    low: int,
    high: int,
    s: ir.Stmt,
    what: str = "a number",
    or_nothing: bool = False,
) -> lo.Expr:
    if not isinstance(of, NumberType):
        return value
    if isinstance(value, Int) and low <= value.value <= high:
        return value
    value = to.atom(value, "value")
    inside = Op("and", Op("<=", Int(low), value), Op("<=", value, Int(high)))
    if or_nothing:
        inside = Op("or", inside, Op("==", value, Int(word_for_nothing(of))))
    to.guard(Un("not", inside), errors.OUT_OF_RANGE, f"{what} goes from {low} to {high}", s.span)
    return value


def lower_set_note(to: Emitter, s: ir.Stmt, note: str, key: ir.Expr | None, value: lo.Expr) -> None:
    """A note gets a value."""
    if note in lay.BUILT_IN:
        to.emit(lo.Store(Int(lay.BUILT_IN[note]), value))
        return
    declared = to.linking.game.notes[note]
    at = find_note(to, note, key, s.span)
    if not declared.optional or value != Int(word_for_nothing(declared.type)):
        value = _keep_in_bounds(
            to, value, declared.type, declared.low, declared.high, s, f"`{note}`", declared.optional
        )
    to.emit(lo.Store(at, value, 0 if isinstance(at, Int) else measure_set(to, declared.type)))


def lower_add_note(to: Emitter, s: ir.AddNote) -> None:
    """A note grows or shrinks by an amount."""
    declared = to.linking.game.notes[s.note]
    at = find_note(to, s.note, s.key, s.span)
    if not isinstance(at, Int):
        at = to.atom(at, "at")
    amount = to.lower(s.amount)
    total = Op("-" if s.negative else "+", Load(at), amount)
    to.emit(
        lo.Store(
            at, _keep_in_bounds(to, total, NUMBER, declared.low, declared.high, s, f"`{s.note}`")
        )
    )


def _guard_enough(to: Emitter, s: ir.MovePieces, wanted: ir.Expr) -> None:
    amount = to.atom(lower_amount(to, wanted), "amount")
    there = Un("count", lower_set(to, s.pieces))
    message = "not enough of these pieces are there; write `up to` to take what there is"
    to.guard(Op("<", there, amount), errors.NOT_ENOUGH, message, s.span)


def lower_move_pieces(to: Emitter, s: ir.MovePieces, origins: Sequence[int] | None) -> None:
    """Moves pieces, which are in one of these places if that is known."""
    kind = s.kind
    if s.exactly is not None:
        _guard_enough(to, s, s.exactly)
    ordered = kind in to.layout.above
    where = (Int(int(s.bottom)),) if ordered else ()
    fault = Int(_find_room_fault(to, kind, s))
    target: lo.Expr | None = None
    if s.target is not None:
        target = to.lower(s.target)
        if not isinstance(target, Int):
            target = to.atom(target, "target")
    targets = sorted(_list_goals(to, s))
    known_targets = None if len(targets) == len(to.table.places) else targets
    if target is not None:
        pour(to, s, origins, known_targets, target)
    whole = isinstance(s.pieces, ir.PiecesAt) and s.pieces.owner is None
    if whole and find_renamed(to, PieceType(kind)) and isinstance(s.pieces, ir.PiecesAt):
        # Chance that deals names is drawn for all that moves, not for one place after the other.
        several = isinstance(s.pieces.places.type, SetType)
        whole = not (several and may_be_untracked(to, s.pieces))
    if target is not None and isinstance(s.pieces, ir.PiecesAt) and whole:
        every = mover_of_all(to.linking, kind, origins, known_targets)
        if every is not None:
            _move_places(to, s.pieces.places, every, target)
            return
    function = mover(to.linking, kind, origins, known_targets)

    me = find_secret_mover(to, s, kind)

    def move(piece: lo.Expr) -> list[lo.Stmt]:
        goal = target or _find_home(to, kind, piece)
        one = lo.Do(lo.Apply(function, (piece, goal, fault, *where)))
        if me is None:
            return [one]
        return [lo.Do(lo.Apply(f"mingle_{kind}", (piece, goal, me))), one]

    if isinstance(s.pieces, ir.Those):
        chosen = s.pieces.selection
        if chosen.rising is not None or chosen.starting is not None:
            _move_sorted(to, s, lambda name: move(Var(name)))
            return
    if isinstance(s.pieces.type, SetType):
        name = to.fresh(kind)
        mask = lower_set(to, s.pieces)
        rank = _rank_moved(to, s, Var(name), targets, target)
        loop = move(Var(name))
        if kind in to.layout.bounds:
            loop.insert(0, charge_step(to, s, len(to.table.pieces[kind])))
        if _keeps_order(to, kind, origins, targets, named=rank is not None):
            to.emit(_move_as_they_lie(to, s, name, mask, loop, rank))
        elif rank is not None:
            to.emit(lo.ForSorted(name, mask, [], rank, False, loop))
        else:
            to.emit(lo.ForBits(name, mask, loop))
        return
    piece = to.lower(s.pieces)
    for statement in move(to.atom(piece, kind) if target is None or me else piece):
        to.emit(statement)


def find_secret_mover(
    to: Emitter, s: ir.MovePieces | ir.MoveTop | ir.Swap | ir.Shuffle, kind: str
) -> lo.Expr | None:
    """Who does this in secret, of pieces of a kind that somebody may go on seeing as they were; None if nobody does."""
    if not s.secretly or s.me is None or kind not in to.layout.believed:
        return None
    return to.atom(to.lower(s.me), "who")


def _keeps_order(
    to: Emitter, kind: str, origins: Sequence[int] | None, targets: Sequence[int], *, named: bool
) -> bool:
    """Whether pieces from these places, if known, may lie in an order that matters in those, or for names they get."""
    layout = to.layout
    if kind not in layout.above:
        return False
    if origins is not None and layout.tops.keys().isdisjoint(origins):
        return False
    # Who sees a place may depend on how much is there already.
    sights = any(place.visible_when is not None for place in to.linking.game.places.values())
    return named or sights or not layout.tops.keys().isdisjoint(targets)


def _move_as_they_lie(
    to: Emitter,
    s: ir.MovePieces,
    piece: str,
    mask: lo.Expr,
    move: list[lo.Stmt],
    rank: lo.Expr | None,
) -> lo.Stmt:
    """Moves pieces so that those of an order keep it: what lay on top lies on top. Others go by rank, if they have any."""
    layout, at, place = to.layout, to.fresh("height"), to.fresh("place")
    is_ordered = tuple(int(n in layout.tops) for n in range(len(to.table.places)))
    high = height(to.linking, s.kind, Var(piece), Var(place))
    keys: list[lo.Stmt] = [
        lo.SetVar(place, Load(add(Int(layout.places[s.kind]), Var(piece)))),
        lo.SetVar(at, Int(-1)),
        lo.When(to.linking.look("is_ordered", is_ordered, Var(place)), [lo.SetVar(at, high)], []),
    ]
    return lo.ForSorted(piece, mask, keys, Var(at), s.bottom, move, then=rank)


def _rank_moved(
    to: Emitter, s: ir.MovePieces, piece: lo.Expr, targets: Sequence[int], target: lo.Expr | None
) -> lo.Expr | None:
    """What pieces are moved in the order of; None if nobody can tell which of them came first."""
    kind = find_renamed(to, PieceType(s.kind))
    if kind is None:
        return None
    rows = tuple(int(p.tracked or p.ordered) for p in to.table.places)
    tells = {rows[place] for place in targets} if target is not None else {1}
    if tells == {0}:
        return None
    comes: lo.Expr = Load(add(Int(to.layout.names[kind]), piece))
    if may_be_untracked(to, s.pieces):
        comes = rank(to.linking, kind, piece)
    if tells == {1} or target is None:
        return comes
    return lo.Cond(to.linking.look(f"order_tells_{kind}", rows, target), comes, NO)


def _move_sorted(to: Emitter, s: ir.MovePieces, move: Callable[[str], list[lo.Stmt]]) -> None:
    """Moves pieces in the order that is written. It must not show in the names that they get on the way."""
    assert isinstance(s.pieces, ir.Those)
    chosen, kind = s.pieces.selection, find_renamed(to, PieceType(s.kind))
    if kind is None or not may_be_untracked(to, chosen.source):
        loop_in_order(to, chosen, move)
        return
    chosen = reduce_selection(to, chosen)
    assert isinstance(chosen.source, ir.Local)
    members = to.bound[chosen.source.var.id]
    without = to.atom(nameless(to.linking, kind, members), "without")
    loop_in_order(to, chosen, move)
    to.emit(mix_names(to.linking, kind, without))


def pour(
    to: Emitter,
    s: ir.MovePieces,
    origins: Sequence[int] | None,
    targets: Sequence[int] | None,
    target: lo.Expr,
) -> None:
    """What is known of places that are emptied goes with the pieces."""
    if not is_bounded(to.linking, s.kind, origins):
        return
    tracked = [to.table.places[p].tracked for p in targets or ()]
    if not isinstance(s.pieces.type, SetType) or (tracked and all(tracked)):
        return
    pieces = lower_set(to, s.pieces)
    if isinstance(s.pieces, ir.PiecesAt) and not isinstance(s.pieces.places.type, SetType):
        place = to.lower(s.pieces.places)
        to.emit(poured_from(s.kind, place, pieces, target))
    else:
        to.emit(poured(s.kind, pieces, target))


def _move_places(to: Emitter, places: ir.Expr, function: str, target: lo.Expr) -> None:
    """Moves all that is in these places."""
    if not isinstance(places.type, SetType):
        origin = to.lower(places)
        to.emit(lo.Do(lo.Apply(function, (origin, target))))
        return
    place = to.fresh("place")
    move = lo.Do(lo.Apply(function, (Var(place), target)))
    to.emit(lo.ForBits(place, lower_set(to, places), [move]))


def _find_home(to: Emitter, kind: str, piece: lo.Expr) -> lo.Expr:
    """Where a piece goes when it goes home: its face says."""
    faces = to.table.faces[kind]
    if kind in to.layout.faces:
        rows = tuple(face.home for face in faces)
        return to.linking.look(f"home_{kind}", rows, read_face(to, kind, piece))
    rows = tuple(faces[p.face].home for p in to.table.pieces[kind])
    return to.linking.look(f"home_{kind}", rows, piece)


def _list_goals(to: Emitter, s: ir.MovePieces) -> Iterable[int]:
    """The places where the pieces may go."""
    if s.target is None:
        return {face.home for face in to.table.faces[s.kind]}
    return list_places(to, s.target.type) or range(len(to.table.places))


def _find_room_fault(to: Emitter, kind: str, s: ir.Stmt) -> int:
    return to.linking.fault(errors.NO_ROOM, f"there is no room for another {kind} there", s.span)


def lower_move_top(to: Emitter, s: ir.MoveTop) -> None:
    """Pieces go from the top of a pile, one by one."""
    kind = s.kind
    origin = to.atom(to.lower(s.origin), "origin")
    target = to.atom(to.lower(s.target), "target")
    top = tops_at(to.linking, origin, list_places(to, s.origin.type))
    amount = to.atom(lower_amount(to, s.amount), "amount")
    piece = to.fresh("top")
    empty: list[lo.Stmt] = [lo.Break()]
    message = f"there are not so many {to.linking.game.kinds[kind].plural} there; write `up to` if fewer will do"
    if not s.up_to:
        empty = [to.fail(errors.NOT_ENOUGH, message, s.span)]
    if _may_be_one_place(to, s.origin, s.target):
        # What goes back onto the same pile never leaves it empty.
        rows = find_row(to, to.layout.masks[kind], f"mask_{kind}", origin, s.origin.type)
        there = to.atom(Un("count", Load(rows, len(to.table.pieces[kind]))), "there")
        if s.up_to:
            amount = to.atom(Op("min", amount, there), "amount")
        else:
            to.guard(Op("<", there, amount), errors.NOT_ENOUGH, message, s.span)
    fault = Int(_find_room_fault(to, kind, s))
    function = mover(
        to.linking, kind, list_places(to, s.origin.type), list_places(to, s.target.type)
    )
    me = find_secret_mover(to, s, kind)
    move = lo.Apply(function, (add(Var(piece), Int(-1)), target, fault, Int(int(s.bottom))))
    hidden = (add(Var(piece), Int(-1)), target, me or NO)
    before = [] if me is None else [lo.Do(lo.Apply(f"mingle_{kind}", hidden))]
    body = [
        charge_step(to, s),
        lo.SetVar(piece, Load(top)),
        lo.When(Op("==", Var(piece), NO), empty, []),
        *before,
        lo.Do(move),
    ]
    to.emit(lo.ForRange(to.fresh("n"), YES, amount, body))


def _may_be_one_place(to: Emitter, one: ir.Expr, other: ir.Expr) -> bool:
    """Whether two places may turn out to be the same."""
    if isinstance(one, ir.ZonePlace) and isinstance(other, ir.ZonePlace):
        return one.place == other.place
    places = list_places(to, one.type), list_places(to, other.type)
    return places[0] is None or places[1] is None or bool(set(places[0]) & set(places[1]))


def lower_look(to: Emitter, s: ir.Look) -> tuple[lo.Expr, ...]:
    """Players get to know pieces; of which, if they cannot be followed everywhere."""
    of = s.pieces.type.element if isinstance(s.pieces.type, SetType) else s.pieces.type
    assert isinstance(of, PieceType)
    if of.kind not in to.layout.known:
        return ()
    players, kind = to.table.players, of.kind
    who = Int((1 << players) - 1) if s.who is None else bit(lower_player(to, s.who), players)
    if not isinstance(s.pieces.type, SetType):
        one = to.atom(to.lower(s.pieces), kind)
        to.emit(lo.Do(lo.Apply(f"show_{kind}", (one, who))))
        return (bit(one, len(to.table.pieces[kind])),) if kind in to.layout.bounds else ()
    who = to.atom(who, "who")
    piece = to.fresh(kind)
    mask = lower_set(to, s.pieces)
    if kind in to.layout.bounds:
        mask = to.atom(mask, "shown")
        to.emit(lo.Do(lo.Apply(f"show_all_{kind}", (mask, who))))
        return (mask,)
    to.emit(lo.ForBits(piece, mask, [lo.Do(lo.Apply(f"show_{kind}", (Var(piece), who)))]))
    return ()


def lower_shuffle(to: Emitter, s: ir.Shuffle) -> None:
    """What is hidden in a place gets another order, and other names."""
    place = to.lower(s.place)
    kinds = [k for k in to.table.pieces if _may_hold(to, s.place.type, k)]
    if (len(kinds) > 1 or s.secretly) and not isinstance(place, Int):
        place = to.atom(place, "place")
    for kind in kinds:
        # What is open to all stays as it lies: `bind` refuses a shuffle of nothing else.
        if kind in to.layout.faces:
            me = find_secret_mover(to, s, kind)
            event = to.linking.event(s.site, "shuffle", PieceType(kind), secret=me is not None)
            row = find_row(to, to.layout.masks[kind], f"mask_{kind}", place, s.place.type)
            pieces = to.atom(Load(row, len(to.table.pieces[kind])), "pieces")
            seers: lo.Expr | None = None
            if me is not None:
                there = lo.Apply(f"seers_{kind}", (place, me))
                seers = to.atom(there, "seers")
            to.emit(shuffled(to.linking, kind, pieces, seers))
            to.emit(lo.Told(event, pieces))


def _may_hold(to: Emitter, of: Type, kind: str) -> bool:
    places = list_places(to, of)
    rows = to.layout.masks[kind].at
    return any(rows[p] >= 0 for p in places) if places is not None else any(r >= 0 for r in rows)


def lower_roll(to: Emitter, s: ir.Roll) -> None:
    """Dice show what chance says."""
    of = s.dice.type.element if isinstance(s.dice.type, SetType) else s.dice.type
    assert isinstance(of, PieceType)
    event = to.linking.event(s.site, "roll", of)
    sides = to.linking.game.kinds[of.kind].sides
    base = Int(to.layout.sides[of.kind])
    value = lo.Dice(event, Int(sides))
    if not isinstance(s.dice.type, SetType):
        to.emit(lo.Store(add(base, to.lower(s.dice)), value))
        return
    die = to.fresh("die")
    to.emit(lo.ForBits(die, lower_set(to, s.dice), [lo.Store(add(base, Var(die)), value)]))


def charge_step(to: Emitter, s: ir.Stmt, turns: int = 0) -> lo.Stmt:
    """One step of the budget."""
    message = "too many steps between two decisions"
    return lo.Charge(to.linking.fault(errors.TOO_MANY_STEPS, message, s.span), turns)
