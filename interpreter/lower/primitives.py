"""What every program needs for its pieces: moving them, showing them, telling them apart.

These are functions in the lowered form too, made from the layout, so that every back-end has them for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import NO, YES, derive, has
from boardwright.interpreter.lower.bound_updates import (
    PassedOn,
    SeenBy,
    bound_functions,
    came,
    is_bounded,
    left,
    seen_once,
)
from boardwright.interpreter.lower.builtins.alike import DIFFERENT, EQUAL, MANNERS, UNSEEN
from boardwright.interpreter.lower.builtins.hidden_names import deal_names, names_swapped
from boardwright.interpreter.lower.builtins.member_order import lay_into, order_swapped, tops_at
from boardwright.interpreter.lower.builtins.secrecy import exchanged, learn, mingled
from boardwright.interpreter.lower.builtins.turn_order import next_in
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.lower.expressions import begin_function, read_owner_of_piece
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var, add
from boardwright.interpreter.table import errors
from boardwright.interpreter.table.table import Zone

PIECE, TARGET, FAULT, BOTTOM = Var("piece"), Var("target"), Var("fault"), Var("bottom")


def add_primitives(linking: Linking) -> None:
    """Adds the functions of every kind of piece to the program."""
    for kind in linking.table.pieces:
        _add(linking, _move(linking, kind, f"move_{kind}"))
        _add(linking, _swap(linking, kind))
        _add(linking, _sees(linking, kind))
        if kind in linking.layout.faces:
            _add(linking, _show(linking, kind))
            for function in bound_functions(linking, kind, _seen_in(linking, kind)):
                _add(linking, function)
            if not linking.tracked_throughout(kind):
                _add(linking, _looks(linking, kind))
            _add(linking, _keys(linking, kind))
            if linking.game.kinds[kind].per_player:
                _add(linking, _owned(linking, kind))
            if kind in linking.layout.believed:
                _add(linking, _swap(linking, kind, secretly=True))
                _add(linking, _mingle(linking, kind))
                _add(linking, _shown(linking, kind))
                _add(linking, _seers(linking, kind))
    for zone in linking.table.zones.values():
        if zone.per == "player":
            for step in (1, -1):
                _add(linking, _pass_on(linking, zone.id, step))


def _add(linking: Linking, function: lo.Function) -> None:
    linking.functions[function.name] = function


def word(base: int, piece: lo.Expr) -> lo.Expr:
    """The address of a piece's word."""
    return add(Int(base), piece)


Among = Sequence[int] | None  # the places that a piece can be in here, as far as that is known


def _look(
    linking: Linking, name: str, rows: tuple[int, ...], place: lo.Expr, among: Among
) -> lo.Expr:
    """What a table by place says of one of these places."""
    if among is not None:
        values = {rows[p] for p in among}
        if len(values) == 1:
            return Int(values.pop())
    return linking.look(name, rows, place)


def _row(linking: Linking, kind: str, place: lo.Expr, among: Among = None) -> lo.Expr:
    rows = linking.layout.masks[kind]
    places = range(len(rows.at)) if among is None else among
    line = rows.line(places)
    if line is not None:
        stride, base = line
        return add(lo.scale(place, stride), Int(base)) if stride else Int(base)
    return linking.look(f"row_mask_{kind}", rows.at, place)


def seen_by(
    linking: Linking,
    to: Emitter,
    kind: str,
    piece: lo.Expr,
    place: lo.Expr,
    among: Among = None,
) -> lo.Expr:
    """The mask of the players who see the face of a piece of a kind in a place."""
    table = linking.table
    everyone = (1 << table.players) - 1
    rows = []
    for p in table.places:
        match p.visible_for(kind):
            case "everyone":
                rows.append(everyone)
            case "owner":
                rows.append(1 << p.owner if p.owner >= 0 else 0)
            case _:
                rows.append(0)
    seen = _look(linking, f"seen_{kind}", tuple(rows), place, among)
    for zone in table.zones.values():
        of = zone.kind
        if zone.per != "piece" or of is None or "owner" not in _visibility(linking, zone, kind):
            continue
        if not _may_be_in(zone, among):
            continue
        # What belongs to a piece is seen by whoever owns that.
        name, owner = to.fresh("seen"), to.fresh("owner")
        to.emit(lo.SetVar(name, seen))
        keys = tuple(p.key if p.declared == zone.id else 0 for p in table.places)
        with to.inside() as inside:
            key = linking.look(f"key_of_{zone.id.replace('.', '_')}", keys, place)
            to.emit(lo.SetVar(owner, read_owner_of_piece(to, of, key)))
            see = lo.SetVar(name, Un("bit", Var(owner), table.players))
            to.emit(lo.When(Op(">=", Var(owner), NO), [see], []))
        to.emit(lo.When(_within(place, zone), inside, []))
        seen = Var(name)
    for declared in linking.game.places.values():
        if declared.visible_when is None or kind not in declared.holds:
            continue
        assert declared.visible_it is not None
        zone = table.zones[declared.id]
        if not _may_be_in(zone, among):
            continue
        to.bound[declared.visible_it.id] = piece
        name = to.fresh("seen")
        to.emit(lo.SetVar(name, seen))
        with to.inside() as inside:
            test = to.lower(declared.visible_when)
            inside.append(lo.When(test, [lo.SetVar(name, Int(everyone))], []))
        to.emit(lo.When(_within(place, zone), inside, []))
        seen = Var(name)
    return seen


def _seen_in(linking: Linking, kind: str) -> SeenBy:
    """The players who see what lies in a place, whichever piece it is."""

    def seen(to: Emitter, place: lo.Expr) -> lo.Expr:
        return seen_by(linking, to, kind, NO, place)

    return seen


def _within(place: lo.Expr, zone: Zone) -> lo.Expr:
    """Whether a place is one of a zone's."""
    last = zone.first + zone.count
    return Op("and", Op("<=", Int(zone.first), place), Op("<", place, Int(last)))


def _visibility(linking: Linking, zone: Zone, kind: str) -> set[str]:
    places = linking.table.places[zone.first : zone.first + zone.count]
    return {place.visible_for(kind) for place in places if kind in place.holds}


def _may_be_in(zone: Zone, among: Among) -> bool:
    return among is None or any(zone.first <= p < zone.first + zone.count for p in among)


def _sees(linking: Linking, kind: str) -> lo.Function:
    """`sees_<kind>(piece)`: the mask of the players who know what a piece is, where it is now. For views only."""
    layout = linking.layout
    to = begin_function(linking, f"sees_{kind}")
    to.emit(lo.SetVar("place", Load(word(layout.places[kind], PIECE))))
    seen = seen_by(linking, to, kind, PIECE, Var("place"))
    if kind in layout.known:
        seen = Op("|", Load(word(layout.known[kind], PIECE), linking.table.players), seen)
    to.emit(lo.Return(seen))
    return lo.Function(f"sees_{kind}", ("piece",), to.out)


def mover(
    linking: Linking, kind: str, origins: Among, targets: Among, *, passed_on: bool = False
) -> str:
    """The function that moves pieces of a kind from one of these places to one of those. What they are called and what is
    known of their places is left to the caller if they are `passed_on`.
    """
    if origins is None and targets is None:
        return f"move_{kind}"
    names = [_named(linking, among) for among in (origins, targets)]
    name = f"move_{kind}" + "".join(
        f"_{word}_{which}" for word, which in zip(("from", "to"), names, strict=True) if which
    )
    if passed_on:
        name = f"{name}_passed_on"
    if name not in linking.functions:
        _add(linking, _move(linking, kind, name, origins, targets, passed_on=passed_on))
    return name


def mover_of_all(linking: Linking, kind: str, origins: Among, targets: Among) -> str | None:
    """`move_all_<kind>...(origin, target)`: the function that moves every piece of a kind out of one place; None where
    an order or a limit has to be kept.
    """
    if origins is None or targets is None:
        return None
    layout, table = linking.layout, linking.table
    rows = layout.masks[kind].at
    if any(rows[p] < 0 or p in layout.tops for p in (*origins, *targets)):
        return None
    if any(kind in table.places[p].room for p in targets):
        return None
    if is_bounded(linking, kind, (*origins, *targets)):
        return None
    for declared in linking.game.places.values():
        zone = table.zones[declared.id]
        if declared.visible_when is not None and _may_be_in(zone, (*origins, *targets)):
            return None  # what is seen may depend on how much is there already
    left, entered = (_pooled(linking, kind, among) for among in (origins, targets))
    if left is None or entered is None or kind in layout.believed:
        return None
    name = f"move_all_{kind}_from_{_named(linking, origins)}_to_{_named(linking, targets)}"
    if name in linking.functions:
        return name
    to = begin_function(linking, name)
    origin, all_ = Var("origin"), Var("all")
    before, after = _row(linking, kind, origin, origins), _row(linking, kind, TARGET, targets)
    size = len(table.pieces[kind])
    to.emit(lo.SetVar("all", Load(before, size)))
    to.emit(derive(before, NO, size))
    to.emit(derive(after, Op("|", Load(after, size), all_), size))
    goal = _pool(linking, kind, TARGET, targets)
    if left:
        pool = _pool(linking, kind, origin, origins)
        if entered:
            to.emit(lo.SetVar("called", Load(pool, size)))
            to.emit(lo.Store(pool, NO, size))
            to.emit(lo.Store(goal, Op("|", Load(goal, size), Var("called")), size))
        else:
            to.emit(deal_names(linking, kind, all_, pool))
    with to.inside() as each:
        _know(linking, to, kind, origin, origins, targets)
        if entered and not left:
            called = word(layout.names[kind], PIECE)
            to.emit(lo.Store(goal, Op("|", Load(goal, size), Un("bit", Load(called), size)), size))
            to.emit(lo.Store(called, Int(lay.NAMELESS)))
        to.emit(lo.Store(word(layout.places[kind], PIECE), TARGET))
    to.emit(lo.ForBits("piece", all_, each))
    _add(linking, lo.Function(name, ("origin", "target"), to.out))
    return name


def _named(linking: Linking, among: Among) -> str:
    """A name for a stretch of places: two of them never share one."""
    if among is None:
        return ""
    first = linking.table.places[among[0]].declared.replace(".", "_")
    side_by_side = among[-1] - among[0] + 1 == len(among)
    numbers = (among[0], among[-1]) if side_by_side else among
    return f"{first}_{'_'.join(map(str, numbers))}"


def _pooled(linking: Linking, kind: str, among: Among) -> bool | None:
    """Whether pieces of a kind have no names in any of these places; None if in some of them they have."""
    pools = linking.layout.pools.get(kind)
    if pools is None:
        return False
    holding = [p for p, row in enumerate(linking.layout.masks[kind].at) if row >= 0]
    found = {pools.at[p] >= 0 for p in (holding if among is None else among)}
    return found.pop() if len(found) == 1 else None


def _pool(linking: Linking, kind: str, place: lo.Expr, among: Among) -> lo.Expr:
    """The word with the names that lie in one of these places; -1 where pieces can be followed."""
    pools = linking.layout.pools.get(kind)
    if pools is None:
        return Int(-1)
    line = None if among is None else pools.line(among)
    if line is not None:
        return add(lo.scale(place, line[0]), Int(line[1])) if line[0] else Int(line[1])
    return _look(linking, f"pool_{kind}", pools.at, place, among)


def _rename(linking: Linking, to: Emitter, kind: str, origins: Among, targets: Among) -> None:
    """What a piece is called once it has moved. Where it cannot be followed it has no name: its own lies there with
    others, and what leaves such a place has the lowest of them.
    """
    layout = linking.layout
    left, entered = (_pooled(linking, kind, among) for among in (origins, targets))
    if left is False and entered is False:
        return
    own, size = word(layout.names[kind], PIECE), len(linking.table.pieces[kind])
    called, pool, goal = Var("called"), Var("pool"), Var("goal")
    taken: list[lo.Stmt] = [
        lo.SetVar("called", Un("lowest", Load(pool, size))),
        lo.Store(pool, Un("rest", Load(pool, size)), size),
    ]
    kept: list[lo.Stmt] = [lo.SetVar("called", Load(own))]
    if left is not False:
        to.emit(lo.SetVar("pool", _pool(linking, kind, Var("origin"), origins)))
    if left is None:
        to.emit(lo.When(Op(">=", pool, NO), taken, kept))
    else:
        to.out += taken if left else kept
    joins: list[lo.Stmt] = [
        lo.Store(goal, Op("|", Load(goal, size), Un("bit", called, size)), size)
    ]
    if not left:
        joins.append(lo.Store(own, Int(lay.NAMELESS)))
    gets: list[lo.Stmt] = [lo.Store(own, called)]
    if kind in layout.believed and left is not False:
        forget = learn(linking, kind, PIECE, Int((1 << linking.table.players) - 1))
        gets.append(forget if left else lo.When(Op(">=", pool, NO), [forget], []))
    if entered is not False:
        to.emit(lo.SetVar("goal", _pool(linking, kind, TARGET, targets)))
    if entered is None:
        to.emit(lo.When(Op(">=", goal, NO), joins, gets))
    else:
        to.out += joins if entered else gets


def _move(
    linking: Linking,
    kind: str,
    name: str,
    origins: Among = None,
    targets: Among = None,
    *,
    passed_on: bool = False,
) -> lo.Function:
    """`move_<kind>(piece, target, fault[, bottom])`: what everything that moves a piece comes down to.

    `origins` and `targets` say where the pieces can come from and go to, if that is known: then most of
    what a move may mean is known to be nothing.
    """
    layout, table = linking.layout, linking.table
    to = begin_function(linking, name)
    origin, one = Var("origin"), Var("one")
    to.emit(lo.SetVar("origin", Load(word(layout.places[kind], PIECE))))
    size = len(table.pieces[kind])
    to.emit(lo.SetVar("one", Un("bit", PIECE, size)))
    rows = layout.masks[kind].at
    origins = origins or [p for p, row in enumerate(rows) if row >= 0]
    if any(rows[p] < 0 for p in (range(len(rows)) if targets is None else targets)):
        to.emit(lo.SetVar("row", linking.look(f"row_mask_{kind}", rows, TARGET)))
        wrong = linking.fault(
            errors.NO_ROOM,
            f"a {kind} moves to a place that cannot hold it",
            linking.game.kinds[kind].span,
        )
        to.emit(lo.When(Op("<", Var("row"), NO), [lo.Fail(wrong)], []))
        target_row: lo.Expr = Var("row")
    else:
        target_row = _row(linking, kind, TARGET, targets)
    # What is passed on leaves as much room as it takes, but not before all has arrived.
    if not passed_on and any(kind in table.places[p].room for p in (targets or range(len(rows)))):
        limits = tuple(p.room.get(kind, 10**6) for p in table.places)
        room = _look(linking, f"room_{kind}", limits, TARGET, targets)
        full = Op(
            "and", Op(">=", Un("count", Load(target_row, size)), room), Op("!=", TARGET, origin)
        )
        to.emit(lo.When(full, [lo.Do(lo.Apply("fail", (FAULT,)))], []))
    seen = _know(linking, to, kind, origin, origins, targets, passed_on)
    if not passed_on:
        _rename(linking, to, kind, origins, targets)
    if kind in layout.believed and seen != NO:
        to.emit(learn(linking, kind, PIECE, seen))
    if kind in layout.above:
        _unlink(linking, to, kind, origins)
        _link(linking, to, kind, targets)
    origin_row = _row(linking, kind, origin, origins)
    to.emit(derive(origin_row, Op("^", Load(origin_row, size), one), size))
    to.emit(lo.Store(word(layout.places[kind], PIECE), TARGET))
    to.emit(derive(target_row, Op("|", Load(target_row, size), one), size))
    params = ("piece", "target", "fault", *(("bottom",) if kind in layout.above else ()))
    return lo.Function(name, params, to.out)


def _know(
    linking: Linking,
    to: Emitter,
    kind: str,
    origin: lo.Expr,
    origins: Among,
    targets: Among,
    passed_on: bool = False,
) -> lo.Expr:
    """Who knows a hidden piece's face once it has moved: whoever knew it or saw it on the way, if it can be followed.
    What comes back are those who saw it.
    """
    if kind not in linking.layout.known:
        return NO
    at = word(linking.layout.known[kind], PIECE)
    tracked = tuple(int(p.tracked) for p in linking.table.places)
    followed = _look(linking, f"tracked_{kind}", tracked, TARGET, targets)
    leaves = is_bounded(linking, kind, origins) and not passed_on
    comes = is_bounded(linking, kind, targets) and not passed_on
    players = linking.table.players
    if followed == NO and not leaves and not comes:
        to.emit(lo.Store(at, NO, players))
        return NO
    before = seen_by(linking, to, kind, PIECE, origin, origins)
    after = seen_by(linking, to, kind, PIECE, TARGET, targets)
    known: lo.Expr = Load(at, players)
    for seen in (before, after):
        if seen != NO:
            known = Op("|", known, seen)
    if leaves or comes:
        face = Load(word(linking.layout.faces[kind], PIECE))
        to.emit(lo.SetVar("who", known))
        known = Var("who")
        with to.inside() as elsewhere:
            if leaves:
                to.emit(lo.SetVar("who", left(kind, origin, face, known)))
            if comes:
                to.emit(came(kind, TARGET, face, known))
        to.emit(lo.When(Op("!=", origin, TARGET), elsewhere, []))
    if followed != YES:
        known = lo.Cond(followed, known, NO)
    if known != Load(at, players):
        to.emit(lo.Store(at, known, players))
    return NO if before == after == NO else Op("|", before, after)


def _if_ordered(linking: Linking, among: Among, body: list[lo.Stmt]) -> list[lo.Stmt]:
    """A body for those of these places in which pieces lie in order; `top` is set."""
    if among is not None and all(p in linking.layout.tops for p in among):
        return body
    return [lo.When(Op(">=", Var("top"), NO), body, [])]


def _unlink(linking: Linking, to: Emitter, kind: str, among: Among) -> None:
    """Takes the piece out of the order of the place that it leaves."""
    layout = linking.layout
    above, below = layout.above[kind], layout.below[kind]
    up, down, top = Var("up"), Var("down"), Var("top")
    body: list[lo.Stmt] = [
        lo.SetVar("up", Load(word(above, PIECE))),
        lo.SetVar("down", Load(word(below, PIECE))),
        lo.When(up, [derive(word(below - 1, up), down)], [derive(top, down)]),
        lo.When(down, [lo.Store(word(above - 1, down), up)], [derive(add(top, YES), up)]),
        lo.Store(word(above, PIECE), NO),
        derive(word(below, PIECE), NO),
    ]
    tops = tops_at(linking, Var("origin"), among)
    if tops == Int(-1):
        return
    to.emit(lo.SetVar("top", tops))
    to.out += _if_ordered(linking, among, body)


def _link(linking: Linking, to: Emitter, kind: str, among: Among) -> None:
    """Puts it on top of the target, or under it."""
    layout = linking.layout
    above, below = layout.above[kind], layout.below[kind]
    top, other, self_ = Var("top"), Var("other"), add(PIECE, YES)
    on_top: list[lo.Stmt] = [
        lo.SetVar("other", Load(top)),
        derive(word(below, PIECE), other),
        lo.When(other, [lo.Store(word(above - 1, other), self_)], [derive(add(top, YES), self_)]),
        derive(top, self_),
    ]
    under: list[lo.Stmt] = [
        lo.SetVar("other", Load(add(top, YES))),
        lo.Store(word(above, PIECE), other),
        lo.When(other, [derive(word(below - 1, other), self_)], [derive(top, self_)]),
        derive(add(top, YES), self_),
    ]
    tops = tops_at(linking, TARGET, among)
    if tops == Int(-1):
        return
    to.emit(lo.SetVar("top", tops))
    to.out += _if_ordered(linking, among, [lo.When(BOTTOM, under, on_top)])


def _mingle(linking: Linking, kind: str) -> lo.Function:
    """`mingle_<kind>(piece, target, me)`: what comes before a piece is moved there by somebody in secret."""
    to = begin_function(linking, f"mingle_{kind}")
    to.emit(lo.SetVar("place", Load(word(linking.layout.places[kind], PIECE))))
    seers: lo.Expr = lo.Cond(
        Op(">=", Var("me"), NO), Un("bit", Var("me"), linking.table.players), NO
    )
    for place in (Var("place"), TARGET):
        seers = Op("|", seers, seen_by(linking, to, kind, PIECE, place))
    to.emit(mingled(linking, kind, PIECE, seers))
    return lo.Function(f"mingle_{kind}", ("piece", "target", "me"), to.out)


def _seers(linking: Linking, kind: str) -> lo.Function:
    """`seers_<kind>(place, me)`: who learns that a place is shuffled in secret by somebody. Of a place that shows some pieces
    and not others, those who see it anyway.
    """
    rows = []
    for p in linking.table.places:
        seen = p.visible_for(kind)
        rows.append(1 << p.owner if seen == "owner" and p.owner >= 0 else 0)
        if seen == "everyone":
            rows[-1] = (1 << linking.table.players) - 1
    me = lo.Cond(Op(">=", Var("me"), NO), Un("bit", Var("me"), linking.table.players), NO)
    seers = Op("|", me, linking.look(f"seers_{kind}", tuple(rows), Var("place")))
    return lo.Function(f"seers_{kind}", ("place", "me"), [lo.Return(seers)])


def _shown(linking: Linking, kind: str) -> lo.Function:
    """`shown_<kind>(piece)`: the mask of the players who see the face of a piece because of where it lies. For views only."""
    to = begin_function(linking, f"shown_{kind}")
    to.emit(lo.SetVar("place", Load(word(linking.layout.places[kind], PIECE))))
    to.emit(lo.Return(seen_by(linking, to, kind, PIECE, Var("place"))))
    return lo.Function(f"shown_{kind}", ("piece",), to.out)


def _swap(linking: Linking, kind: str, *, secretly: bool = False) -> lo.Function:
    """`swap_<kind>(first, second)`: they exchange places, and their positions in order. `swap_<kind>_secretly` has also who
    does it, and leaves names where they are.
    """
    layout = linking.layout
    name = f"swap_{kind}_secretly" if secretly else f"swap_{kind}"
    to = begin_function(linking, name)
    first, second = Var("first"), Var("second")
    a, b = Var("a"), Var("b")
    places, players = layout.places[kind], linking.table.players
    size = len(linking.table.pieces[kind])
    to.emit(lo.SetVar("a", Load(word(places, first))))
    to.emit(lo.SetVar("b", Load(word(places, second))))
    to.emit(lo.When(Op("==", first, second), [lo.Return(NO)], []))
    bounded = is_bounded(linking, kind, None)
    seers: lo.Expr = NO
    seeing: list[lo.Expr] = []
    if secretly:
        seers = lo.Cond(Op(">=", Var("me"), NO), Un("bit", Var("me"), linking.table.players), NO)
        for n, piece in enumerate((first, second)):
            to.emit(lo.SetVar(f"knew{n}", Load(word(layout.known[kind], piece), players)))
            for place in (a, b):
                seers = Op("|", seers, seen_by(linking, to, kind, piece, place))
        to.emit(lo.SetVar("seers", seers))
    if kind in layout.known:
        for piece, here, there in ((first, a, b), (second, b, a)):
            at = word(layout.known[kind], piece)
            seen: lo.Expr = Op(
                "|",
                seen_by(linking, to, kind, piece, here),
                seen_by(linking, to, kind, piece, there),
            )
            known: lo.Expr = Op("|", Load(at, players), seen)
            if bounded:
                face = Load(word(layout.faces[kind], piece))
                to.emit(lo.SetVar(f"who_{piece.name}", known))
                known = Var(f"who_{piece.name}")
                gone = lo.SetVar(known.name, left(kind, here, face, known))
                to.emit(lo.When(Op("!=", a, b), [gone], []))
            if not linking.tracked_throughout(kind):
                tracked = tuple(int(p.tracked) for p in linking.table.places)
                known = lo.Cond(linking.look(f"tracked_{kind}", tracked, there), known, NO)
            to.emit(lo.Store(at, known, players))
            if kind in layout.believed:
                seeing.append(seen)
                if not secretly:
                    to.emit(learn(linking, kind, piece, seen))
    if bounded:
        faces = layout.faces[kind]
        arrive = [
            came(kind, there, Load(word(faces, piece)), Var(f"who_{piece.name}"))
            for piece, there in ((first, b), (second, a))
        ]
        to.emit(lo.When(Op("!=", a, b), arrive, []))
    if kind in layout.above:
        tops = tops_at(linking, a), tops_at(linking, b)
        to.emit(order_swapped(linking, kind, *tops, first, second))
    if secretly:
        knew = Var("knew0"), Var("knew1")
        to.emit(exchanged(linking, kind, (first, second), knew, Var("seers")))
        for piece, seats in zip((first, second), seeing, strict=True):
            to.emit(learn(linking, kind, piece, seats))
    elif _pooled(linking, kind, None) is not False:
        pools = (_pool(linking, kind, a, None), _pool(linking, kind, b, None))
        exchange = names_swapped(linking, kind, *pools, first, second)
        to.emit(lo.When(Op("!=", a, b), [exchange], []))
        if kind in layout.believed:
            everyone = Int((1 << linking.table.players) - 1)
            for piece, pool in zip((first, second), pools, strict=True):
                forget = learn(linking, kind, piece, everyone)
                to.emit(lo.When(Op(">=", pool, NO), [forget], []))
    both = Op("|", Un("bit", first, size), Un("bit", second, size))
    to.emit(lo.SetVar("both", both))
    moved: list[lo.Stmt] = [
        *(
            derive(row, Op("^", Load(row, size), Var("both")), size)
            for row in (_row(linking, kind, a), _row(linking, kind, b))
        ),
        lo.Store(word(places, first), b),
        lo.Store(word(places, second), a),
    ]
    to.emit(lo.When(Op("!=", a, b), moved, []))
    params = ("first", "second", "me") if secretly else ("first", "second")
    return lo.Function(name, params, to.out)


def _show(linking: Linking, kind: str) -> lo.Function:
    """`show_<kind>(piece, players)`: they know it from now on, if it can be followed where it is; if not, they know of it
    where something is known of the place.
    """
    layout = linking.layout
    at = word(layout.known[kind], PIECE)
    width = linking.table.players
    body: list[lo.Stmt] = [lo.Store(at, Op("|", Load(at, width), Var("players")), width)]
    if kind in layout.believed:
        body.append(learn(linking, kind, PIECE, Var("players")))
    if not linking.tracked_throughout(kind):
        tracked = tuple(int(p.tracked) for p in linking.table.places)
        here = Load(word(layout.places[kind], PIECE))
        elsewhere = []
        if kind in layout.bounds:
            face = Load(word(layout.faces[kind], PIECE))
            elsewhere = [seen_once(kind, here, face, Var("players"))]
        body = [lo.When(linking.look(f"tracked_{kind}", tracked, here), body, elsewhere)]
    return lo.Function(f"show_{kind}", ("piece", "players"), body)


def _looks(linking: Linking, kind: str) -> lo.Function:
    """`look_<kind>(piece, player)`: equal numbers for pieces that the player cannot tell apart.

    They are below zero for pieces that can be followed; else their last digit to base `MANNERS` says whether it is chance
    which of these pieces is meant.
    """
    layout, table = linking.layout, linking.table
    to = begin_function(linking, f"look_{kind}")
    tracked = tuple(int(p.tracked) for p in table.places)
    definitions = tuple(face.definition for face in table.faces[kind])
    if linking.game.kinds[kind].per_player:
        definitions = tuple(range(len(definitions)))
    place = Var("place")
    to.emit(lo.SetVar("place", Load(word(layout.places[kind], PIECE))))
    here = linking.look(f"tracked_{kind}", tracked, place)
    to.emit(lo.When(here, [lo.Return(Op("-", Int(-1), PIECE))], []))
    seen = seen_by(linking, to, kind, PIECE, place)
    face = linking.look(f"definition_{kind}", definitions, Load(word(layout.faces[kind], PIECE)))
    known = has(seen, Var("player"))
    backs = tuple(len(definitions) + back for back in table.backs[kind])
    unknown = linking.look(f"back_{kind}", backs, Load(word(layout.faces[kind], PIECE)))
    manner = linking.look(f"manner_{kind}", manners(linking, kind), place)
    shown = lo.scale(lo.Cond(known, face, unknown), len(table.places))
    which = lo.scale(add(shown, place), MANNERS)
    to.emit(lo.Return(Op("+", which, lo.Cond(known, manner, Int(UNSEEN)))))
    return lo.Function(f"look_{kind}", ("piece", "player"), to.out)


def _keys(linking: Linking, kind: str) -> lo.Function:
    """`key_<kind>(piece, player)`: what a piece is to a player who may choose it, for agents that compare positions in which
    unseen faces differ. It is the face and the place of a piece whose face the player knows (zero and above); of others the
    piece where it can be followed, else its back and place.
    """
    layout, table = linking.layout, linking.table
    to = begin_function(linking, f"key_{kind}")
    place, places = Var("place"), len(table.places)
    to.emit(lo.SetVar("place", Load(word(layout.places[kind], PIECE))))
    seen = seen_by(linking, to, kind, PIECE, place)
    face = Load(word(layout.faces[kind], PIECE))
    to.emit(lo.SetVar("known", has(seen, Var("player"))))
    shown = add(lo.scale(face, places), place)
    to.emit(lo.When(Var("known"), [lo.Return(shown)], []))
    tracked = tuple(int(p.tracked) for p in table.places)
    here = linking.look(f"tracked_{kind}", tracked, place)
    to.emit(lo.When(here, [lo.Return(Op("-", Int(-1), lo.scale(PIECE, 2)))], []))
    back = linking.look(f"only_back_{kind}", tuple(table.backs[kind]), face)
    hidden = add(lo.scale(back, places), place)
    to.emit(lo.Return(Op("-", Int(-2), lo.scale(hidden, 2))))
    return lo.Function(f"key_{kind}", ("piece", "player"), to.out)


def manners(linking: Linking, kind: str) -> tuple[int, ...]:
    """For each place whether pieces with one known face may still differ there: in order, or by what is noted of them."""
    if all(piece.copies == 1 for piece in linking.game.kinds[kind].definitions):
        return (EQUAL,) * len(linking.table.places)
    noted = any(note.per == kind for note in linking.game.notes.values())
    return tuple(DIFFERENT if noted or p.ordered else EQUAL for p in linking.table.places)


def _owned(linking: Linking, kind: str) -> lo.Function:
    """`owned_<kind>(player)`: the pieces of a hidden kind whose face is one of the player's."""
    layout, table = linking.layout, linking.table
    owners = tuple(face.owner for face in table.faces[kind])
    owner = linking.look(f"owner_of_{kind}", owners, Load(word(layout.faces[kind], PIECE)))
    one = Un("bit", PIECE, len(table.pieces[kind]))
    found: list[lo.Stmt] = [lo.SetVar("found", Op("|", Var("found"), one))]
    body: list[lo.Stmt] = [
        lo.SetVar("found", NO),
        lo.ForBits(
            "piece",
            Int((1 << len(table.pieces[kind])) - 1),
            [lo.When(Op("==", owner, Var("player")), found, [])],
        ),
        lo.Return(Var("found")),
    ]
    return lo.Function(f"owned_{kind}", ("player",), body)


def _pass_on(linking: Linking, place: str, step: int) -> lo.Function:
    """`pass_<left or right>:<place>()`: what each player has there goes to the neighbour, all at once."""
    table, layout = linking.table, linking.layout
    zone = table.zones[place]
    everyone = Int((1 << table.players) - 1)
    declared: ir.Place = linking.game.places[place]
    body: list[lo.Stmt] = []
    unfollowed = [
        PassedOn(linking, what, zone)
        for what in declared.holds
        if is_bounded(linking, what, range(zone.first, zone.first + zone.count))
    ]
    players: lo.Expr = Load(Int(lay.IN_ROUND)) if linking.drops_out else everyone
    moves: list[lo.Stmt] = []
    places = range(zone.first, zone.first + zone.count)
    for seat in range(table.players):
        if linking.drops_out:
            body.append(lo.SetVar(f"next{seat}", next_in(linking, players, Int(seat), step)))
        else:
            body.append(lo.SetVar(f"next{seat}", Int((seat + step) % table.players)))
        here = zone.first + seat
        present = has(players, Int(seat))
        for known in unfollowed:
            body += known.before(seat)
        for what in declared.holds:
            if what in table.pieces:
                at = layout.masks[what].at[here]
                held = f"{what}_{seat}"
                moves.append(lo.SetVar("to", add(Var(f"next{seat}"), Int(zone.first))))
                one = mover(linking, what, places, places, passed_on=True)
                if what in layout.pools and layout.pools[what].at[here] >= 0:
                    # What cannot be followed is passed on with all names that lie there.
                    called, pool = f"{what}_{seat}_names", Int(layout.pools[what].at[here])
                    body.append(lo.SetVar(called, lo.Cond(present, Load(pool), NO)))
                    body.append(lo.Store(pool, Op("^", Load(pool), Var(called))))
                    goal = _pool(linking, what, Var("to"), places)
                    size = len(table.pieces[what])
                    moves.append(lo.Store(goal, Op("|", Load(goal, size), Var(called)), size))
                if here in layout.tops:
                    # The pieces as they lie: they arrive in the same order.
                    count, top = f"{held}_count", Int(layout.tops[here])
                    pile = lay_into(linking, what, top, held, count)
                    body.append(lo.Array(held, len(table.pieces[what])))
                    body += [lo.SetVar(count, NO), lo.When(present, pile, [])]
                    lowest = lo.Item(held, Var("n"))
                    move = lo.Apply(one, (lowest, Var("to"), NO, NO))
                    last = add(Var(count), Int(-1))
                    moves.append(lo.ForRange("n", NO, last, [lo.Do(move)]))
                    continue
                body.append(lo.SetVar(held, lo.Cond(present, Load(Int(at)), NO)))
                ordered = (NO,) if what in layout.above else ()
                move = lo.Apply(one, (Var("piece"), Var("to"), NO, *ordered))
                moves.append(lo.ForBits("piece", Var(held), [lo.Do(move)]))
            else:
                at = layout.stocks[what].at[here]
                for member in range(len(table.stock_members[what])):
                    held = f"{what}_{seat}_{member}"
                    body.append(lo.SetVar(held, lo.Cond(present, Load(Int(at + member)), NO)))
                    body.append(
                        lo.Store(Int(at + member), Op("-", Load(Int(at + member)), Var(held)))
                    )
                    size = len(table.stock_members[what])
                    base = layout.stocks[what].at[zone.first] + member
                    target = add(lo.scale(Var(f"next{seat}"), size), Int(base))
                    moves.append(lo.Store(target, Op("+", Load(target), Var(held))))
    for known in unfollowed:
        for seat in range(table.players):
            present = has(players, Int(seat))
            goal = Var(f"next{seat}") if linking.drops_out else Int((seat + step) % table.players)
            moves.append(known.after(seat, present, goal))
    name = "left" if step == 1 else "right"
    return lo.Function(f"pass_{name}:{place}", (), [*body, *moves])
