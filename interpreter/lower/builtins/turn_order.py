"""Who is next: players in the direction of play, and what a course keeps of the way around, as functions in the lowered form."""

from __future__ import annotations

from boardwright.interpreter.lower.addresses import NO, YES
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Var, add

NOBODY = Int(-1)
FIRST, WITHOUT, LAPPED, COUNTED, BACK = range(5)
"""The words of the course: who began, a mask of who has no turn, whether a lap has ended, the player as far as whom
the way has been counted, and whether those who dropped out of the round are back with a new lap."""
COURSE_WORDS = 5

_STEP = lo.Cond(Load(Int(lay.DIRECTION)), NOBODY, YES)
_PLAYER = Var("player")


def next_in(linking: Linking, mask: lo.Expr, player: lo.Expr, step: int) -> lo.Expr:
    """The next player in a direction who is in the mask; the same one if nobody else is."""

    def make() -> lo.Function:
        players = linking.table.players
        on: list[lo.Stmt] = [
            _on(players),
            lo.When(Op("has", Var("mask"), _PLAYER), [lo.Break()], []),
        ]
        body: list[lo.Stmt] = [lo.ForRange("n", YES, Int(players), on), lo.Return(_PLAYER)]
        params = ("mask", "player", "step")
        return lo.Function("next_in", params, body, widths={"mask": players})

    return linking.called("next_in", (mask, player, Int(step)), make)


def from_seat(linking: Linking, first: lo.Expr, without: lo.Expr) -> lo.Expr:
    """Who begins: `first`, or the next in the direction of play who has a turn; -1 if nobody has."""

    def make() -> lo.Function:
        players = linking.table.players
        on: list[lo.Stmt] = [
            lo.When(Op("has", Var("able"), _PLAYER), [lo.Return(_PLAYER)], []),
            _on(players),
        ]
        body: list[lo.Stmt] = [
            lo.SetVar("able", Op("&~", Load(Int(lay.IN_ROUND)), Var("without"))),
            lo.SetVar("step", _STEP),
            lo.ForRange("n", YES, Int(players), on),
            lo.Return(NOBODY),
        ]
        return lo.Function("from_seat", ("player", "without"), body, widths={"without": players})

    return linking.called("from_seat", (first, without), make)


def step_on(linking: Linking, course: int, away: lo.Expr) -> lo.Expr:
    """Who is next after the active player; notes whether a lap ends on the way. Those `away` are not back after it."""

    def make() -> lo.Function:
        players, active = linking.table.players, Load(Int(lay.ACTIVE))
        first, without, lapped, counted, back = (Int(course + n) for n in range(COURSE_WORDS))
        has_lapped = lo.When(Op("==", _PLAYER, Load(first)), [lo.Store(lapped, YES)], [])
        uncounted = Op("!=", Load(counted), active)
        everybody = Op("==", Load(Int(lay.IN_ROUND)), Int((1 << players) - 1))
        simply = Op("and", Op(">=", _PLAYER, NO), Op("==", Load(without), NO))
        anew = Op("&~", Op("&~", Load(Int(lay.IN_GAME)), Load(without)), Var("away"))
        begins = Op("and", Load(lapped), Load(back))
        neighbour: list[lo.Stmt] = [
            _on(players),
            has_lapped,
            lo.Store(counted, _PLAYER),
            lo.Return(_PLAYER),
        ]
        on: list[lo.Stmt] = [
            _on(players),
            has_lapped,
            lo.When(begins, [lo.SetVar("able", anew)], []),
            lo.When(
                Op("has", Var("able"), _PLAYER),
                [lo.Store(counted, _PLAYER), lo.Return(_PLAYER)],
                [],
            ),
        ]
        body: list[lo.Stmt] = [
            lo.When(uncounted, [count_way(linking, course)], []),
            lo.SetVar("player", active),
            lo.SetVar("step", _STEP),
            # If everybody plays it is simply the neighbour.
            lo.When(Op("and", simply, everybody), neighbour, []),
            lo.SetVar("able", Op("&~", Load(Int(lay.IN_ROUND)), Load(without))),
            lo.ForRange("n", YES, Int(players), on),
            lo.Store(counted, NOBODY),
            lo.Return(NOBODY),
        ]
        return lo.Function("step_on", ("away",), body, widths={"away": players})

    return linking.called("step_on", (away,), make)


def count_way(linking: Linking, course: int) -> lo.Stmt:
    """Notes whether a lap has ended on the way to the active player, from the one counted last."""

    def make() -> lo.Function:
        players, goal = linking.table.players, Load(Int(lay.ACTIVE))
        first, _, lapped, counted, _ = (Int(course + n) for n in range(COURSE_WORDS))
        nobody = Op("or", Op("<", _PLAYER, NO), Op("<", goal, NO))
        on: list[lo.Stmt] = [
            lo.When(Op("==", _PLAYER, goal), [lo.Break()], []),
            _on(players),
            lo.When(Op("==", _PLAYER, Load(first)), [lo.Store(lapped, YES)], []),
        ]
        body: list[lo.Stmt] = [
            lo.SetVar("player", Load(counted)),
            lo.When(nobody, [lo.Return(NO)], []),
            lo.SetVar("step", _STEP),
            lo.ForRange("n", YES, Int(players), on),
            lo.Store(counted, goal),
        ]
        return lo.Function("count_way", (), body)

    return lo.Do(linking.called("count_way", (), make))


def _on(players: int) -> lo.Stmt:
    """One seat further in the direction of `step`."""
    further = Op("%", add(_PLAYER, Var("step")), Int(players))
    return lo.SetVar("player", further)
