"""Members of sets in an order that begins with one of them, pieces on top of each other, and the piece that has a face: what
rules ask of these and do with them, as functions in the lowered form.
"""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.interpreter.lower.addresses import NO, YES, derive
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.layout import Rows
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var, add

NOBODY = Int(-1)
MASK, START, ELEMENT, PIECE, PLACE = (
    Var(name) for name in ("mask", "start", "element", "piece", "place")
)
MOST_IN_ORDER = 1 << 14


def at(first: int, piece: lo.Expr) -> lo.Expr:
    """The word of a piece, if that of piece 0 is the first."""
    return add(Int(first), piece)


# ---- sets


def first_from(linking: Linking, width: int, mask: lo.Expr, start: lo.Expr) -> lo.Expr:
    """The first member of a set that is not empty, in the order that begins with `start`; -1 is the usual one."""

    def make() -> lo.Function:
        onward = lo.Cond(Op(">", START, NO), Op("from", MASK, START), MASK)
        body: list[lo.Stmt] = [
            lo.SetVar("onward", onward),
            lo.When(Op("==", Var("onward"), NO), [lo.SetVar("onward", MASK)], []),
            lo.Return(Un("lowest", Var("onward"))),
        ]
        return lo.Function(name, ("mask", "start"), body, widths={"mask": width})

    name = f"first_from:of{width}"
    return linking.called(name, (mask, start), make)


def position(
    linking: Linking, width: int, mask: lo.Expr, start: lo.Expr, element: lo.Expr
) -> lo.Expr:
    """The place of an element in the order that begins with `start`, from 1; 0 if it is no member."""

    def make() -> lo.Function:
        onward = Op("from", MASK, START)
        before = Un("below", ELEMENT, width)
        up_to = add(Un("count", Op("&", MASK, before)), YES)
        from_start = add(Un("count", Op("&", onward, before)), YES)
        body: list[lo.Stmt] = [
            lo.When(Op("<", ELEMENT, NO), [lo.Return(NO)], []),
            lo.When(Op("has", MASK, ELEMENT), [], [lo.Return(NO)]),
            lo.When(Op("<=", START, NO), [lo.Return(up_to)], []),
            lo.When(Op(">=", ELEMENT, START), [lo.Return(from_start)], []),
            lo.Return(Op("+", Un("count", onward), up_to)),
        ]
        return lo.Function(name, ("mask", "start", "element"), body, widths={"mask": width})

    name = f"position:of{width}"
    return linking.called(name, (mask, start, element), make)


# ---- pieces that lie in order


def height(linking: Linking, kind: str, piece: lo.Expr, place: lo.Expr) -> lo.Expr:
    """How high a piece lies in an ordered place; pieces of later places lie above those of earlier ones."""

    def make() -> lo.Function:
        under, found = Var("under"), Var("found")
        below = linking.layout.below[kind]
        up: list[lo.Stmt] = [
            lo.When(under, [], [lo.Break()]),
            lo.SetVar("found", add(found, YES)),
            lo.SetVar("under", Load(at(below - 1, under))),
        ]
        body: list[lo.Stmt] = [
            lo.SetVar("found", lo.scale(PLACE, MOST_IN_ORDER)),
            lo.SetVar("under", Load(at(below, PIECE))),
            lo.ForRange("n", YES, Int(len(linking.table.pieces[kind])), up),
            lo.Return(found),
        ]
        return lo.Function(name, ("piece", "place"), body)

    name = f"height:{kind}"
    return linking.called(name, (piece, place), make)


def tops_at(linking: Linking, place: lo.Expr, among: Sequence[int] | None = None) -> lo.Expr:
    """The word with the top piece of an ordered place; -1 for other places. The place is one of those `among`, if that is known."""
    rows = tuple(linking.layout.tops.get(p, -1) for p in range(len(linking.table.places)))
    if among is not None:
        line = Rows(rows).line(among)
        if line is not None and line[0]:
            return add(lo.scale(place, line[0]), Int(line[1]))
        if len({rows[p] for p in among}) == 1:
            return Int(rows[among[0]])
    return linking.look("tops", rows, place)


def order_swapped(
    linking: Linking, kind: str, here: lo.Expr, there: lo.Expr, first: lo.Expr, second: lo.Expr
) -> lo.Stmt:
    """Two pieces exchange their positions; `here` and `there` are the words with the top pieces where they lie, or -1 where
    there is no order.
    """

    def make() -> lo.Function:
        layout = linking.layout
        above, below = layout.above[kind], layout.below[kind]
        one, other = Var("first"), Var("second")
        body: list[lo.Stmt] = []
        for piece, by in ((one, other), (other, one)):
            # Where the other one lay; a neighbour that is the piece itself becomes the other one.
            for link, base in (("up", above), ("down", below)):
                beside = Var(f"{link}_{piece.name}")
                body.append(lo.SetVar(beside.name, Load(at(base, by))))
                itself = Op("==", beside, add(piece, YES))
                body.append(lo.When(itself, [lo.SetVar(beside.name, add(by, YES))], []))
        for piece, where in ((one, "there"), (other, "here")):
            up, down, top = Var(f"up_{piece.name}"), Var(f"down_{piece.name}"), Var(where)
            this = add(piece, YES)
            linked: list[lo.Stmt] = [
                lo.Store(at(above, piece), up),
                derive(at(below, piece), down),
                lo.When(up, [derive(at(below - 1, up), this)], [derive(top, this)]),
                lo.When(down, [lo.Store(at(above - 1, down), this)], [derive(add(top, YES), this)]),
            ]
            alone: list[lo.Stmt] = [lo.Store(at(above, piece), NO), derive(at(below, piece), NO)]
            body.append(lo.When(Op(">=", top, NO), linked, alone))
        return lo.Function(name, ("here", "there", "first", "second"), body)

    name = f"order_swapped:{kind}"
    return lo.Do(linking.called(name, (here, there, first, second), make))


def lay_into(
    linking: Linking, kind: str, top: lo.Expr, array: str, count: str, *, falling: bool = False
) -> list[lo.Stmt]:
    """The pieces of an ordered place, whose top piece is in this word, from the bottom to the top in a local array, and how many
    these are; with `falling`, from the top to the bottom.
    """
    layout, lying = linking.layout, Var(f"{array}_next")
    links = layout.below[kind] if falling else layout.above[kind]
    step: list[lo.Stmt] = [
        lo.When(lying, [], [lo.Break()]),
        lo.SetItem(array, Var(count), add(lying, NOBODY)),
        lo.SetVar(count, add(Var(count), YES)),
        lo.SetVar(lying.name, Load(at(links - 1, lying))),
    ]
    return [
        lo.SetVar(count, NO),
        lo.SetVar(lying.name, Load(top if falling else add(top, YES))),
        lo.ForRange(f"{array}_n", YES, Int(len(linking.table.pieces[kind])), step),
    ]


# ---- faces


def find_face(linking: Linking, kind: str, face: lo.Expr, first: lo.Expr = NO) -> lo.Expr:
    """The first piece from this one on that has a face; -1 if there is none."""

    def make() -> lo.Function:
        same = Op("==", Load(at(linking.layout.faces[kind], PIECE)), Var("face"))
        last = Int(len(linking.table.pieces[kind]) - 1)
        body: list[lo.Stmt] = [
            lo.ForRange("piece", Var("first"), last, [lo.When(same, [lo.Return(PIECE)], [])]),
            lo.Return(NOBODY),
        ]
        return lo.Function(name, ("face", "first"), body)

    name = f"find_face:{kind}"
    return linking.called(name, (face, first), make)
