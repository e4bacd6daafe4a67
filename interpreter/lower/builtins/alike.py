"""Pieces that a player cannot tell apart, as functions in the lowered form: of those one is offered, and chance says which of them
was meant.
"""

from __future__ import annotations

from boardwright.interpreter.lower.addresses import NO, YES
from boardwright.interpreter.lower.builtins.member_order import MASK, PIECE
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Item, Op, Un, Var

EQUAL, UNSEEN, DIFFERENT = range(3)
"""What pieces that look alike may be: the same in everything; of faces that are not seen; or of one face, but different
in what is not seen of them (where in a pile they lie, what is noted of them).
"""
MANNERS = 3

FIRST, FIRSTS, PLAYER = Var("first"), Var("firsts"), Var("player")


def alike(linking: Linking, kind: str, mask: lo.Expr, player: lo.Expr) -> lo.Expr:
    """Of pieces that a player cannot tell apart, the lowest only."""
    width = len(linking.table.pieces[kind])

    def make() -> lo.Function:
        body = [*_classes(linking, kind, MASK, []), lo.Return(FIRSTS)]
        return lo.Function(of, ("mask", "player"), body, widths={"mask": width}, width=width)

    of = f"alike:{kind}"
    return linking.called(of, (mask, player), make)


def settled(
    linking: Linking, kind: str, event: int, picked: lo.Expr, every: lo.Expr, player: lo.Expr
) -> lo.Expr:
    """Chance: which pieces were picked, where the player could not tell that.

    `picked` has of each class as many members as are taken; `every` are all that could be picked.
    """
    width = len(linking.table.pieces[kind])

    def make() -> lo.Function:
        taken, members, found, look = (Var(name) for name in ("taken", "members", "found", "look"))
        one = Un("bit", PIECE, width)
        joins = lo.SetItem("classes", FIRST, Op("|", Item("classes", FIRST), one))
        manner = lo.Cond(Op(">=", look, NO), Op("%", look, Int(MANNERS)), Int(EQUAL))
        some = Op("and", Op("==", Var("manner"), Int(DIFFERENT)), Op("!=", taken, members))
        pick: list[lo.Stmt] = [
            lo.SetVar("one", Un("bit", lo.Pick(event, members), width)),
            lo.SetVar("found", Op("|", found, Var("one"))),
            lo.SetVar("members", Op("^", members, Var("one"))),
        ]
        each: list[lo.Stmt] = [
            lo.SetVar("members", Item("classes", FIRST)),
            lo.SetVar("taken", Op("&", Var("picked"), members)),
            lo.SetVar("look", Item("looks", FIRST)),
            lo.SetVar("manner", manner),
            lo.When(
                Op("or", Op("==", Var("manner"), Int(UNSEEN)), some),
                [lo.ForRange("n", YES, Un("count", taken), pick)],
                [lo.SetVar("found", Op("|", found, taken))],
            ),
        ]
        body: list[lo.Stmt] = [
            lo.Array("classes", width, width),
            *_classes(linking, kind, Var("every"), [joins]),
            lo.SetVar("found", NO),
            lo.ForBits("first", FIRSTS, each),
            lo.Told(event, PLAYER),
            lo.Return(found),
        ]
        widths = {"picked": width, "every": width}
        return lo.Function(of, ("picked", "every", "player"), body, widths=widths, width=width)

    of = f"settled:event{event}"  # `settled_3` may be a local of an author
    return linking.called(of, (picked, every, player), make)


def _classes(linking: Linking, kind: str, mask: lo.Expr, more: list[lo.Stmt]) -> list[lo.Stmt]:
    """The lowest of each class of pieces that look alike are the `firsts`. For each piece `more` is done, with the `first` of its
    class.
    """
    width = len(linking.table.pieces[kind])
    look = lo.Apply(f"look_{kind}", (PIECE, PLAYER))
    key: list[lo.Stmt] = [lo.SetVar("look", look), lo.SetItem("looks", PIECE, Var("look"))]
    another = Op("!=", Item("looks", PIECE), Item("looks", FIRST))
    begins: list[lo.Stmt] = [
        lo.SetVar("first", PIECE),
        lo.SetVar("firsts", Op("|", FIRSTS, Un("bit", PIECE, width))),
    ]
    new = lo.When(Op("or", Op("==", FIRSTS, NO), another), begins, [])
    return [
        lo.Array("looks", width),
        lo.SetVar("first", NO),
        lo.SetVar("firsts", NO),
        lo.ForSorted("piece", mask, key, Var("look"), False, [new, *more]),
    ]
