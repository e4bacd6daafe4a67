"""The names of hidden pieces, as functions in the lowered form: what nobody can follow is called by what lies there, never by
what it is.

What orders pieces by name draws from the generator of names where there is none, so that the chance of the game stays as it is.
"""

from __future__ import annotations

from boardwright.interpreter.lower.addresses import NO, YES
from boardwright.interpreter.lower.builtins.member_order import (
    ELEMENT,
    MASK,
    NOBODY,
    PIECE,
    START,
    at,
)
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var, add

BEHIND = 1 << 32  # no piece has a name above it
NAME, LEFT, POOL = Var("name"), Var("left"), Var("pool")


def rank(linking: Linking, kind: str, piece: lo.Expr, *, drawn: bool = True) -> lo.Expr:
    """Where a piece comes in an order: by its name; those that have none come last, in an order that is drawn, or else by
    number.
    """

    def make() -> lo.Function:
        generator = Var("naming")
        last = lo.Cond(Op(">=", generator, NO), lo.Apply("next32", (generator,)), NO)
        body: list[lo.Stmt] = [
            lo.SetVar("name", Load(Op("+", Var("names"), PIECE))),
            lo.When(Op(">=", NAME, NO), [lo.Return(NAME)], []),
            lo.Return(add(last, Int(BEHIND))),
        ]
        return lo.Function("rank", ("names", "naming", "piece"), body)

    layout = linking.layout
    naming = Int(layout.naming if drawn else -1)
    return linking.called("rank", (Int(layout.names[kind]), naming, piece), make)


def rank_from(
    linking: Linking, kind: str, piece: lo.Expr, first: lo.Expr, *, drawn: bool = True
) -> lo.Expr:
    """The same in an order that begins with one of these pieces."""
    names, count = linking.layout.names[kind], len(linking.table.pieces[kind])

    def make() -> lo.Function:
        start = Load(at(names, Var("first")))
        either = Op("or", Op("<", Load(at(names, PIECE)), NO), Op("<", Var("begin"), NO))
        turned = Op("%", Op("-", Load(at(names, PIECE)), Var("begin")), Int(count))
        body: list[lo.Stmt] = [
            lo.When(Op("==", PIECE, Var("first")), [lo.Return(NOBODY)], []),
            lo.SetVar("begin", start),
            lo.When(either, [lo.Return(rank(linking, kind, PIECE, drawn=drawn))], []),
            lo.Return(turned),
        ]
        return lo.Function(name, ("piece", "first"), body)

    name = f"rank_from:{kind}" if drawn else f"number_from:{kind}"
    return linking.called(name, (piece, first), make)


def first_named(linking: Linking, kind: str, mask: lo.Expr) -> lo.Expr:
    """The first of these pieces in their order; there must be one."""

    def make() -> lo.Function:
        here, best, found = Var("here"), Var("best"), Var("found")
        better = Op("or", Op("<", found, NO), Op("<", here, best))
        each: list[lo.Stmt] = [
            lo.SetVar("here", rank(linking, kind, PIECE)),
            lo.When(better, [lo.SetVar("best", here), lo.SetVar("found", PIECE)], []),
        ]
        body: list[lo.Stmt] = [
            lo.SetVar("found", NOBODY),
            lo.SetVar("best", NO),
            lo.ForBits("piece", MASK, each),
            lo.Return(found),
        ]
        return lo.Function(name, ("mask",), body, widths={"mask": _width(linking, kind)})

    name = f"first_named:{kind}"
    return linking.called(name, (mask,), make)


def named_position(
    linking: Linking, kind: str, mask: lo.Expr, start: lo.Expr, element: lo.Expr
) -> lo.Expr:
    """The place of a piece in the order of names, from 1; 0 if it is none of them. `start` is -1 for the usual order."""
    width = _width(linking, kind)

    def key() -> lo.Function:
        name = Load(at(linking.layout.names[kind], PIECE))
        begin = Load(at(linking.layout.names[kind], START))
        turned = Op("%", Op("-", NAME, Var("begin")), Int(width))
        body: list[lo.Stmt] = [
            lo.When(Op("==", PIECE, START), [lo.Return(NOBODY)], []),
            lo.SetVar("name", name),
            lo.When(Op("<", NAME, NO), [lo.Return(Int(BEHIND))], []),
            lo.When(Op("<", START, NO), [lo.Return(NAME)], []),
            lo.SetVar("begin", begin),
            lo.Return(lo.Cond(Op("<", Var("begin"), NO), NAME, turned)),
        ]
        return lo.Function(f"place_of_name:{kind}", ("piece", "start"), body)

    def make() -> lo.Function:
        def place(piece: lo.Expr) -> lo.Expr:
            return linking.called(f"place_of_name:{kind}", (piece, START), key)

        here, found = Var("here"), Var("found")
        level = Op("and", Op("==", here, Var("wanted")), Op("<", PIECE, ELEMENT))
        before = Op("or", Op("<", here, Var("wanted")), level)
        each: list[lo.Stmt] = [
            lo.SetVar("here", place(PIECE)),
            lo.When(before, [lo.SetVar("found", add(found, YES))], []),
        ]
        body: list[lo.Stmt] = [
            lo.When(Op("<", ELEMENT, NO), [lo.Return(NO)], []),
            lo.When(Op("has", MASK, ELEMENT), [], [lo.Return(NO)]),
            lo.SetVar("wanted", place(ELEMENT)),
            lo.SetVar("found", YES),
            lo.ForBits("piece", MASK, each),
            lo.Return(found),
        ]
        return lo.Function(name, ("mask", "start", "element"), body, widths={"mask": width})

    name = f"named_position:{kind}"
    return linking.called(name, (mask, start, element), make)


# ---- what changes names


def deal_names(linking: Linking, kind: str, mask: lo.Expr, pool: lo.Expr) -> lo.Stmt:
    """All pieces of a place leave it, and get the names that lie there (in this word) at random."""
    width = _width(linking, kind)

    def make() -> lo.Function:
        body: list[lo.Stmt] = [
            lo.SetVar("left", Load(POOL, width)),
            lo.Store(POOL, NO, width),
            _at_random(linking, kind, MASK),
        ]
        return lo.Function(name, ("mask", "pool"), body, widths={"mask": width})

    name = f"deal_names:{kind}"
    return lo.Do(linking.called(name, (mask, pool), make))


def nameless(linking: Linking, kind: str, mask: lo.Expr) -> lo.Expr:
    """Those of these pieces that have no name."""
    width = _width(linking, kind)

    def make() -> lo.Function:
        unnamed = Op("<", Load(at(linking.layout.names[kind], PIECE)), NO)
        found = lo.SetVar("found", Op("|", Var("found"), Un("bit", PIECE, width)))
        body: list[lo.Stmt] = [
            lo.SetVar("found", NO),
            lo.ForBits("piece", MASK, [lo.When(unnamed, [found], [])]),
            lo.Return(Var("found")),
        ]
        return lo.Function(name, ("mask",), body, widths={"mask": width}, width=width)

    name = f"nameless:{kind}"
    return linking.called(name, (mask,), make)


def mix_names(linking: Linking, kind: str, mask: lo.Expr) -> lo.Stmt:
    """Those of these pieces that have names exchange them at random."""
    width = _width(linking, kind)

    def make() -> lo.Function:
        have: list[lo.Stmt] = [
            lo.SetVar("named", Op("|", Var("named"), Un("bit", PIECE, width))),
            lo.SetVar("left", Op("|", LEFT, Un("bit", NAME, width))),
        ]
        each: list[lo.Stmt] = [
            lo.SetVar("name", Load(at(linking.layout.names[kind], PIECE))),
            lo.When(Op(">=", NAME, NO), have, []),
        ]
        body: list[lo.Stmt] = [
            lo.SetVar("named", NO),
            lo.SetVar("left", NO),
            lo.ForBits("piece", MASK, each),
            _at_random(linking, kind, Var("named")),
        ]
        return lo.Function(name, ("mask",), body, widths={"mask": width})

    name = f"mix_names:{kind}"
    return lo.Do(linking.called(name, (mask,), make))


def names_swapped(
    linking: Linking, kind: str, here: lo.Expr, there: lo.Expr, first: lo.Expr, second: lo.Expr
) -> lo.Stmt:
    """Two pieces change places: `here` and `there` are the words with the names that lie where the first and the second
    were, or -1 where pieces can be followed.
    """
    width, names = _width(linking, kind), linking.layout.names[kind]

    def make() -> lo.Function:
        body: list[lo.Stmt] = []
        one, other = (Var("first"), Var("here")), (Var("second"), Var("there"))
        for piece, pool in (one, other):
            called = f"name_of_{piece.name}"
            lowest: list[lo.Stmt] = [
                lo.SetVar(called, Un("lowest", Load(pool, width))),
                lo.Store(pool, Un("rest", Load(pool, width)), width),
            ]
            own = lo.SetVar(called, Load(at(names, piece)))
            body.append(lo.When(Op(">=", pool, NO), lowest, [own]))
        for (piece, _), (_, pool) in ((one, other), (other, one)):
            name = Var(f"name_of_{piece.name}")
            joined = Op("|", Load(pool, width), Un("bit", name, width))
            joins: list[lo.Stmt] = [
                lo.Store(at(names, piece), Int(lay.NAMELESS)),
                lo.Store(pool, joined, width),
            ]
            body.append(lo.When(Op(">=", pool, NO), joins, [lo.Store(at(names, piece), name)]))
        return lo.Function(name_of, ("here", "there", "first", "second"), body)

    name_of = f"names_swapped:{kind}"
    return lo.Do(linking.called(name_of, (here, there, first, second), make))


def _at_random(linking: Linking, kind: str, mask: lo.Expr) -> lo.Stmt:
    """These pieces get the names that are `left`."""
    drawn = lo.Apply("next32", (Int(linking.layout.naming),))
    given: list[lo.Stmt] = [
        lo.Store(at(linking.layout.names[kind], PIECE), Un("lowest", LEFT)),
        lo.SetVar("left", Un("rest", LEFT)),
    ]
    return lo.ForSorted("piece", mask, [], drawn, False, given)


def _width(linking: Linking, kind: str) -> int:
    return len(linking.table.pieces[kind])
