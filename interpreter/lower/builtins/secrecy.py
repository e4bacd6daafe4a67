"""What is done in secret, as functions in the lowered form: names stay where they were, and who does not see it goes on seeing
what was under them.
"""

from __future__ import annotations

from boardwright.interpreter.lower.addresses import NO, YES
from boardwright.interpreter.lower.builtins.hidden_names import NAME
from boardwright.interpreter.lower.builtins.member_order import NOBODY, PIECE, at, lay_into, tops_at
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Item, Load, Op, Un, Var, add

SEAT, WHO, SEERS = Var("seat"), Var("who"), Var("seers")


def forget(linking: Linking, kind: str, seats: lo.Expr, name: lo.Expr) -> lo.Stmt:
    """Under this name these seats see the face that there is; -1 is no name."""
    players = linking.table.players

    def make() -> lo.Function:
        clear = lo.Store(_seen(linking, kind, NAME), NOBODY)
        loop = lo.ForBits("seat", Var("seats"), [clear])
        body: list[lo.Stmt] = [lo.When(Op(">=", NAME, NO), [loop], [])]
        return lo.Function(of, ("seats", "name"), body, widths={"seats": players})

    of = f"forget:{kind}"
    return lo.Do(linking.called(of, (seats, name), make))


def learn(linking: Linking, kind: str, piece: lo.Expr, seats: lo.Expr) -> lo.Stmt:
    """These seats see the face that a piece has, and no longer one that they saw under its name."""
    return forget(linking, kind, seats, Load(at(linking.layout.names[kind], piece)))


def go_on_seeing(linking: Linking, kind: str, piece: lo.Expr, who: lo.Expr) -> lo.Stmt:
    """Those who know a piece go on seeing its face under its name."""
    layout, players = linking.layout, linking.table.players

    def make() -> lo.Function:
        seen = _seen(linking, kind, NAME)
        keep = lo.Store(Var("at"), Load(at(layout.faces[kind], PIECE)))
        each: list[lo.Stmt] = [
            lo.SetVar("at", seen),
            lo.When(Op("<", Load(Var("at")), NO), [keep], []),
        ]
        body: list[lo.Stmt] = [
            lo.SetVar("name", Load(at(layout.names[kind], PIECE))),
            lo.When(Op(">=", NAME, NO), [lo.ForBits("seat", WHO, each)], []),
        ]
        return lo.Function(of, ("piece", "who"), body, widths={"who": players})

    of = f"go_on_seeing:{kind}"
    return lo.Do(linking.called(of, (piece, who), make))


def exchanged(
    linking: Linking,
    kind: str,
    pieces: tuple[lo.Expr, lo.Expr],
    knew: tuple[lo.Expr, lo.Expr],
    seers: lo.Expr,
) -> lo.Stmt:
    """Two pieces that have been swapped in secret change names, too, so that only `seers` learn of it. Who knew them before is
    said; who knows them if everybody saw it, stands there.
    """
    layout, players = linking.layout, linking.table.players

    def make() -> lo.Function:
        names, known = layout.names[kind], layout.known[kind]
        first, second, one, two = Var("first"), Var("second"), Var("one"), Var("two")
        before = (Var("knew_first"), Var("knew_second"))
        faces = Var("face_one"), Var("face_two")
        each: list[lo.Stmt] = [
            lo.SetVar(
                face.name, lo.Cond(Op(">=", name, NO), Load(_seen(linking, kind, name)), NOBODY)
            )
            for face, name in zip(faces, (one, two), strict=True)
        ]
        each += [
            lo.When(Op(">=", name, NO), [lo.Store(_seen(linking, kind, name), face)], [])
            for name, face in ((two, faces[0]), (one, faces[1]))
        ]
        body: list[lo.Stmt] = [
            go_on_seeing(linking, kind, piece, Op("&~", who, SEERS))
            for piece, who in zip((first, second), before, strict=True)
        ]
        body += [
            lo.SetVar("one", Load(at(names, first))),
            lo.SetVar("two", Load(at(names, second))),
            lo.Store(at(names, first), two),
            lo.Store(at(names, second), one),
            lo.ForBits("seat", SEERS, each),
        ]
        for piece, who in zip((first, second), reversed(before), strict=True):
            word = at(known, piece)
            seen = Op("&", Load(word, players), SEERS)
            body.append(lo.Store(word, Op("|", seen, Op("&~", who, SEERS)), players))
        widths = dict.fromkeys(("knew_first", "knew_second", "seers"), players)
        params = ("first", "second", "knew_first", "knew_second", "seers")
        return lo.Function(of, params, body, widths=widths)

    of = f"exchanged:{kind}"
    return lo.Do(linking.called(of, (*pieces, *knew, seers), make))


def mingled(linking: Linking, kind: str, piece: lo.Expr, seers: lo.Expr) -> lo.Stmt:
    """A piece is about to leave a place in secret: who does not see it cannot tell which one it was."""
    layout, players = linking.layout, linking.table.players
    count = len(linking.table.pieces[kind])

    def make() -> lo.Function:
        place, others, many = Var("place"), Var("others"), Var("many")
        top, everyone = Var("top"), Int((1 << players) - 1)
        row = linking.look(f"row_mask_{kind}", layout.masks[kind].at, place)
        pool = linking.look(f"pool_{kind}", layout.pools[kind].at, place)
        on: list[lo.Stmt] = [lo.SetItem("left", many, PIECE), lo.SetVar("many", add(many, YES))]
        drawn = lo.Apply("next32", (Int(layout.naming),))
        loose: list[lo.Stmt] = [lo.ForSorted("piece", others, [], drawn, False, on)]

        def lying() -> list[lo.Stmt]:
            each: list[lo.Stmt] = [
                lo.SetVar("piece", Item("pile", Var("n"))),
                lo.When(Op("!=", PIECE, Var("leaving")), on, []),
            ]
            pile = lay_into(linking, kind, top, "pile", "high", falling=True)
            return [*pile, lo.ForRange("n", NO, add(Var("high"), NOBODY), each)]

        come = loose
        if kind in layout.above:
            tops = lo.SetVar("top", tops_at(linking, place))
            come = [lo.Array("pile", count), tops, lo.When(Op(">=", top, NO), lying(), loose)]
        body: list[lo.Stmt] = [
            lo.SetVar("place", Load(at(layout.places[kind], Var("leaving")))),
            lo.When(Op(">=", pool, NO), [lo.Return(NO)], []),
            lo.When(Op("==", SEERS, everyone), [lo.Return(NO)], []),
            lo.SetVar("others", Op("&~", Load(row, count), Un("bit", Var("leaving"), count))),
            lo.When(Op("==", others, NO), [lo.Return(NO)], []),
            lo.Array("left", count),
            lo.SetItem("left", NO, Var("leaving")),
            lo.SetVar("many", YES),
            *come,
            *_renamed(linking, kind),
        ]
        return lo.Function(of, ("leaving", "seers"), body, widths={"seers": players})

    of = f"mingled:{kind}"
    return lo.Do(linking.called(of, (piece, seers), make))


def _renamed(linking: Linking, kind: str) -> list[lo.Stmt]:
    """Of the pieces that are `left`, so `many`, the first gets the lowest name that they have; seers follow that, and nobody
    else.
    """
    layout, players = linking.layout, linking.table.players
    count, names = len(linking.table.pieces[kind]), layout.names[kind]
    blind = Op("&~", Int((1 << players) - 1), SEERS)
    n, last = Var("n"), add(Var("many"), NOBODY)
    gather: list[lo.Stmt] = [
        lo.SetVar("name", Load(at(names, Item("left", n)))),
        lo.SetItem("before", n, NAME),
        lo.SetVar("called", Op("|", Var("called"), Un("bit", NAME, count))),
        forget(linking, kind, blind, NAME),
    ]
    read = lo.SetItem("faces", n, Load(_seen(linking, kind, Item("before", n))))
    follow: list[lo.Stmt] = [
        lo.ForRange("n", NO, last, [read]),
        lo.SetVar("left_names", Var("called")),
        lo.ForRange(
            "n",
            NO,
            last,
            [
                lo.Store(_seen(linking, kind, Un("lowest", Var("left_names"))), Item("faces", n)),
                lo.SetVar("left_names", Un("rest", Var("left_names"))),
            ],
        ),
    ]
    known = at(layout.known[kind], PIECE)
    rename: list[lo.Stmt] = [
        lo.SetVar("piece", Item("left", n)),
        lo.Store(at(names, PIECE), Un("lowest", Var("called"))),
        lo.SetVar("called", Un("rest", Var("called"))),
        lo.Store(known, Op("&", Load(known, players), SEERS), players),
    ]
    return [
        lo.Array("before", count),
        lo.Array("faces", count),
        lo.SetVar("called", NO),
        lo.ForRange("n", NO, last, gather),
        lo.ForBits("seat", SEERS, follow),
        lo.ForRange("n", NO, last, rename),
    ]


def _seen(linking: Linking, kind: str, name: lo.Expr) -> lo.Expr:
    """The word with the face that `seat` goes on seeing under a name."""
    row = lo.scale(SEAT, len(linking.table.pieces[kind]))
    return add(add(row, name), Int(linking.layout.believed[kind]))
