"""What every program needs for its pieces: moving them, showing them, telling them apart.

These are functions in the lowered form too, made from the layout, so that every back-end has them for nothing.
"""

from __future__ import annotations

from boardwright.dsl import ir
from boardwright.interpreter import errors
from boardwright.interpreter import layout as lay
from boardwright.interpreter import lowered as lo
from boardwright.interpreter.linking import Linking
from boardwright.interpreter.lower_expressions import Expressions
from boardwright.interpreter.lower_tools import NO, YES
from boardwright.interpreter.lowered import Int, Load, Op, Un, Var, add

PIECE, TARGET, FAULT, BOTTOM = Var("piece"), Var("target"), Var("fault"), Var("bottom")


def add_primitives(linking: Linking) -> None:
    """Adds the functions of every kind of piece to the program."""
    for kind in linking.table.pieces:
        _add(linking, _move(linking, kind))
        _add(linking, _swap(linking, kind))
        _add(linking, _sees(linking, kind))
        if kind in linking.layout.faces:
            _add(linking, _show(linking, kind))
            if not linking.tracked_throughout(kind):
                _add(linking, _fresh(linking, kind))
                _add(linking, _look(linking, kind))
            if linking.game.kinds[kind].per_player:
                _add(linking, _owned(linking, kind))
        if kind in linking.layout.above and kind not in linking.layout.faces:
            _add(linking, _reorder(linking, kind))
    for zone in linking.table.zones.values():
        if zone.per == "player":
            for step in (1, -1):
                _add(linking, _pass_on(linking, zone.id, step))


def _add(linking: Linking, function: lo.Function) -> None:
    linking.functions[function.name] = function


def word(base: int, piece: lo.Expr) -> lo.Expr:
    """The address of a piece's word."""
    return add(Int(base), piece)


def _row(linking: Linking, kind: str, place: lo.Expr) -> lo.Expr:
    rows = linking.layout.masks[kind].at
    shift = {at - p for p, at in enumerate(rows)}
    if len(shift) == 1:
        return add(place, Int(shift.pop()))
    return linking.look(f"row_mask_{kind}", rows, place)


def seen_by(
    linking: Linking, to: Expressions, kind: str, piece: lo.Expr, place: lo.Expr
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
    seen = linking.look(f"seen_{kind}", tuple(rows), place)
    for declared in linking.game.places.values():
        if declared.visible_when is None or kind not in declared.holds:
            continue
        assert declared.visible_it is not None
        zone = table.zones[declared.id]
        to.bound[declared.visible_it.id] = piece
        name = to.fresh("seen")
        to.emit(lo.SetVar(name, seen))
        here = Op(
            "and", Op("<=", Int(zone.first), place), Op("<", place, Int(zone.first + zone.count))
        )
        with to.inside() as inside:
            test = to.ex(declared.visible_when)
            inside.append(lo.When(test, [lo.SetVar(name, Int(everyone))], []))
        to.emit(lo.When(here, inside, []))
        seen = Var(name)
    return seen


def _sees(linking: Linking, kind: str) -> lo.Function:
    """`sees_<kind>(piece)`: the mask of the players who know what a piece is, where it is now. For views only."""
    layout = linking.layout
    to = Expressions(linking, f"sees_{kind}")
    to.emit(lo.SetVar("place", Load(word(layout.places[kind], PIECE))))
    seen = seen_by(linking, to, kind, PIECE, Var("place"))
    if kind in layout.known:
        seen = Op("|", Load(word(layout.known[kind], PIECE)), seen)
    to.emit(lo.Return(seen))
    return lo.Function(f"sees_{kind}", ("piece",), to.out)


def _move(linking: Linking, kind: str) -> lo.Function:
    """`move_<kind>(piece, target, fault[, bottom])`: what everything that moves a piece comes down to."""
    layout, table = linking.layout, linking.table
    to = Expressions(linking, f"move_{kind}")
    origin = Var("origin")
    to.emit(lo.SetVar("origin", Load(word(layout.places[kind], PIECE))))
    one = Var("one")
    to.emit(lo.SetVar("one", Un("bit", PIECE)))
    rows = layout.masks[kind].at
    if any(at < 0 for at in rows):
        to.emit(lo.SetVar("row", _row(linking, kind, TARGET)))
        wrong = linking.fault(
            errors.NO_ROOM, f"a {kind} goes where it cannot be", linking.game.kinds[kind].span
        )
        to.emit(lo.When(Op("<", Var("row"), NO), [lo.Fail(wrong)], []))
        target_row: lo.Expr = Var("row")
    else:
        target_row = _row(linking, kind, TARGET)
    if any(kind in p.room for p in table.places):
        room = linking.look(
            f"room_{kind}", tuple(p.room.get(kind, 10**6) for p in table.places), TARGET
        )
        full = Op("and", Op(">=", Un("count", Load(target_row)), room), Op("!=", TARGET, origin))
        to.emit(lo.When(full, [lo.Do(lo.Apply("fail", (FAULT,)))], []))
    if kind in layout.known:
        at = word(layout.known[kind], PIECE)
        before = seen_by(linking, to, kind, PIECE, origin)
        seen: lo.Expr = Op("|", Load(at), before)
        after = seen_by(linking, to, kind, PIECE, TARGET)
        tracked = tuple(int(p.tracked) for p in table.places)
        known: lo.Expr = Op("|", seen, after) if after != NO else seen
        if not linking.tracked_throughout(kind):
            known = lo.Cond(linking.look(f"tracked_{kind}", tracked, TARGET), known, NO)
        to.emit(lo.Store(at, known))
    if kind in layout.above:
        _unlink(linking, to, kind)
        _link(linking, to, kind)
    origin_row = _row(linking, kind, origin)
    to.emit(lo.Store(origin_row, Op("^", Load(origin_row), one)))
    to.emit(lo.Store(word(layout.places[kind], PIECE), TARGET))
    to.emit(lo.Store(target_row, Op("|", Load(target_row), one)))
    params = ("piece", "target", "fault", *(("bottom",) if kind in layout.above else ()))
    return lo.Function(f"move_{kind}", params, to.out)


def _tops(linking: Linking, place: lo.Expr) -> lo.Expr:
    rows = tuple(linking.layout.tops.get(p, -1) for p in range(len(linking.table.places)))
    return linking.look("tops", rows, place)


def _unlink(linking: Linking, to: Expressions, kind: str) -> None:
    """Takes the piece out of the order of the place that it leaves."""
    layout = linking.layout
    above, below = layout.above[kind], layout.below[kind]
    up, down, top = Var("up"), Var("down"), Var("top")
    body: list[lo.Stmt] = [
        lo.SetVar("up", Load(word(above, PIECE))),
        lo.SetVar("down", Load(word(below, PIECE))),
        lo.When(up, [lo.Store(word(below - 1, up), down)], [lo.Store(top, down)]),
        lo.When(down, [lo.Store(word(above - 1, down), up)], [lo.Store(add(top, YES), up)]),
        lo.Store(word(above, PIECE), NO),
        lo.Store(word(below, PIECE), NO),
    ]
    to.emit(lo.SetVar("top", _tops(linking, Var("origin"))))
    to.emit(lo.When(Op(">=", top, NO), body, []))


def _link(linking: Linking, to: Expressions, kind: str) -> None:
    """Puts it on top of the target, or under it."""
    layout = linking.layout
    above, below = layout.above[kind], layout.below[kind]
    top, other, self_ = Var("top"), Var("other"), add(PIECE, YES)
    on_top: list[lo.Stmt] = [
        lo.SetVar("other", Load(top)),
        lo.Store(word(below, PIECE), other),
        lo.When(other, [lo.Store(word(above - 1, other), self_)], [lo.Store(add(top, YES), self_)]),
        lo.Store(top, self_),
    ]
    under: list[lo.Stmt] = [
        lo.SetVar("other", Load(add(top, YES))),
        lo.Store(word(above, PIECE), other),
        lo.When(other, [lo.Store(word(below - 1, other), self_)], [lo.Store(top, self_)]),
        lo.Store(add(top, YES), self_),
    ]
    to.emit(lo.SetVar("top", _tops(linking, TARGET)))
    to.emit(lo.When(Op(">=", top, NO), [lo.When(BOTTOM, under, on_top)], []))


def _swap(linking: Linking, kind: str) -> lo.Function:
    """`swap_<kind>(first, second)`: they exchange places, and their positions in order."""
    layout = linking.layout
    to = Expressions(linking, f"swap_{kind}")
    first, second = Var("first"), Var("second")
    a, b = Var("a"), Var("b")
    places = layout.places[kind]
    to.emit(lo.SetVar("a", Load(word(places, first))))
    to.emit(lo.SetVar("b", Load(word(places, second))))
    to.emit(lo.When(Op("==", first, second), [lo.Return(NO)], []))
    if kind in layout.known:
        for piece, here, there in ((first, a, b), (second, b, a)):
            at = word(layout.known[kind], piece)
            seen = Op(
                "|",
                seen_by(linking, to, kind, piece, here),
                seen_by(linking, to, kind, piece, there),
            )
            known: lo.Expr = Op("|", Load(at), seen)
            if not linking.tracked_throughout(kind):
                tracked = tuple(int(p.tracked) for p in linking.table.places)
                known = lo.Cond(linking.look(f"tracked_{kind}", tracked, there), known, NO)
            to.emit(lo.Store(at, known))
    if kind in layout.above:
        to.emit(
            lo.Do(
                lo.Apply(
                    "swap_in_order",
                    (
                        Int(layout.above[kind]),
                        Int(layout.below[kind]),
                        _tops(linking, a),
                        _tops(linking, b),
                        first,
                        second,
                    ),
                )
            )
        )
    both = Op("|", Un("bit", first), Un("bit", second))
    to.emit(lo.SetVar("both", both))
    moved: list[lo.Stmt] = [
        lo.Store(_row(linking, kind, a), Op("^", Load(_row(linking, kind, a)), Var("both"))),
        lo.Store(_row(linking, kind, b), Op("^", Load(_row(linking, kind, b)), Var("both"))),
        lo.Store(word(places, first), b),
        lo.Store(word(places, second), a),
    ]
    to.emit(lo.When(Op("!=", a, b), moved, []))
    return lo.Function(f"swap_{kind}", ("first", "second"), to.out)


def _show(linking: Linking, kind: str) -> lo.Function:
    """`show_<kind>(piece, players)`: they know it from now on, if it can be followed where it is."""
    layout = linking.layout
    at = word(layout.known[kind], PIECE)
    body: list[lo.Stmt] = [lo.Store(at, Op("|", Load(at), Var("players")))]
    if not linking.tracked_throughout(kind):
        tracked = tuple(int(p.tracked) for p in linking.table.places)
        here = Load(word(layout.places[kind], PIECE))
        body = [lo.When(linking.look(f"tracked_{kind}", tracked, here), body, [])]
    return lo.Function(f"show_{kind}", ("piece", "players"), body)


def _fresh(linking: Linking, kind: str) -> lo.Function:
    """`fresh_<kind>(piece)`: the handle under which a drawn piece comes out: where pieces cannot be followed, the lowest
    of the place, whose face it exchanges with.
    """
    layout = linking.layout
    rows = _row(linking, kind, Var("place"))
    followed = tuple(int(p.tracked or p.ordered) for p in linking.table.places)
    faces, known = layout.faces[kind], layout.known[kind]
    lowest = Var("handle")
    body: list[lo.Stmt] = [
        lo.SetVar("place", Load(word(layout.places[kind], PIECE))),
        lo.When(linking.look(f"followed_{kind}", followed, Var("place")), [lo.Return(PIECE)], []),
        lo.SetVar("handle", Un("lowest", Load(rows))),
    ]
    for base in (faces, known):
        body += [
            lo.SetVar("kept", Load(word(base, PIECE))),
            lo.Store(word(base, PIECE), Load(word(base, lowest))),
            lo.Store(word(base, lowest), Var("kept")),
        ]
    body.append(lo.Return(lowest))
    return lo.Function(f"fresh_{kind}", ("piece",), body)


def _look(linking: Linking, kind: str) -> lo.Function:
    """`look_<kind>(piece, player)`: equal numbers for pieces that the player cannot tell apart."""
    layout, table = linking.layout, linking.table
    to = Expressions(linking, f"look_{kind}")
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
    known = Op("&", Op(">>", seen, Var("player")), YES)
    shown = lo.scale(lo.Cond(known, add(face, YES), NO), len(table.places))
    to.emit(lo.Return(add(shown, place)))
    return lo.Function(f"look_{kind}", ("piece", "player"), to.out)


def _owned(linking: Linking, kind: str) -> lo.Function:
    """`owned_<kind>(player)`: the pieces of a hidden kind whose face is one of the player's."""
    layout, table = linking.layout, linking.table
    owners = tuple(face.owner for face in table.faces[kind])
    owner = linking.look(f"owner_of_{kind}", owners, Load(word(layout.faces[kind], PIECE)))
    found: list[lo.Stmt] = [lo.SetVar("found", Op("|", Var("found"), Un("bit", PIECE)))]
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


def _reorder(linking: Linking, kind: str) -> lo.Function:
    """`reorder_<kind>(place, event)`: the order of open pieces in a place changes at random."""
    layout = linking.layout
    order = lo.Apply(
        "shuffle_order",
        (
            Int(layout.above[kind]),
            Int(layout.below[kind]),
            _tops(linking, Var("place")),
            Var("event"),
        ),
    )
    return lo.Function(f"reorder_{kind}", ("place", "event"), [lo.Do(order)])


def _pass_on(linking: Linking, place: str, step: int) -> lo.Function:
    """`pass_<left or right>:<place>()`: what each player has there goes to the neighbour, all at once."""
    table, layout = linking.table, linking.layout
    zone = table.zones[place]
    everyone = Int((1 << table.players) - 1)
    declared: ir.Place = linking.game.places[place]
    body: list[lo.Stmt] = []
    players: lo.Expr = Load(Int(lay.IN_ROUND)) if linking.drops_out else everyone
    moves: list[lo.Stmt] = []
    for seat in range(table.players):
        if linking.drops_out:
            body.append(
                lo.SetVar(
                    f"next{seat}",
                    lo.Apply("next_in", (players, Int(seat), Int(step), Int(table.players))),
                )
            )
        else:
            body.append(lo.SetVar(f"next{seat}", Int((seat + step) % table.players)))
        here = zone.first + seat
        present = Op("&", Op(">>", players, Int(seat)), YES)
        for what in declared.holds:
            if what in table.pieces:
                at = layout.masks[what].at[here]
                held = f"{what}_{seat}"
                moves.append(lo.SetVar("to", add(Var(f"next{seat}"), Int(zone.first))))
                if here in layout.tops:
                    # The pieces as they lie, one digit each: they arrive in the same order.
                    pile = lo.Apply("pile_up", (Int(layout.above[what]), Int(layout.tops[here])))
                    body.append(lo.SetVar(held, lo.Cond(present, pile, NO)))
                    last = lo.Apply("last_of_pile", (Var(held),))
                    move = lo.Apply(f"move_{what}", (last, Var("to"), NO, NO))
                    moves.append(
                        lo.Loop(
                            [
                                lo.When(Op("==", Var(held), NO), [lo.Break()], []),
                                lo.Do(move),
                                lo.SetVar(held, lo.Apply("rest_of_pile", (Var(held),))),
                            ]
                        )
                    )
                    continue
                body.append(lo.SetVar(held, lo.Cond(present, Load(Int(at)), NO)))
                ordered = (NO,) if what in layout.above else ()
                move = lo.Apply(f"move_{what}", (Var("piece"), Var("to"), NO, *ordered))
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
    name = "left" if step == 1 else "right"
    return lo.Function(f"pass_{name}:{place}", (), [*body, *moves])
