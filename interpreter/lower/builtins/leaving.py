"""Who is out of the game, of the round, or of a phase until that ends.

The word `IN_ROUND` says who takes part now. Where somebody drops out of a phase, further words say who is out of which: those
who are out of the round and of a phase come back when both are over.
"""

from __future__ import annotations

from collections.abc import Iterable

from boardwright.dsl.language.words import LEFT_AS
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.interpreter.lower.addresses import NO
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, add
from boardwright.interpreter.machine.word_ranges import Members


def make_room(layout: lay.Layout, phases: Iterable[str]) -> None:
    """Words for who is out of these phases, and of the round."""
    everyone = Members((1 << layout.table.players) - 1)
    named = set(phases)
    for phase in layout.table.phases:
        if phase in named:
            told = f"who is out of `{phase}`, as a mask"
            layout.out_of_phase[phase] = layout.words(everyone, 1, told)
    if named:
        layout.out_of_round = layout.words(everyone, 1, "who is out of the round, as a mask")


def away(layout: lay.Layout) -> lo.Expr:
    """Who is out of a phase, and so stays away when a round begins."""
    found: lo.Expr = NO
    for at in layout.out_of_phase.values():
        found = Load(Int(at)) if found == NO else Op("|", found, Load(Int(at)))
    return found


def remember_order(layout: lay.Layout, player: lo.Expr) -> Iterable[lo.Stmt]:
    """Notes as which one a player leaves the game, if the player is still in it and a rule asks `left_as`."""
    if LEFT_AS not in layout.notes:
        return
    still_in = Load(Int(lay.IN_GAME))
    number = Op("-", Int(layout.table.players + 1), Un("count", still_in))
    note = lo.Store(add(Int(layout.notes[LEFT_AS]), player), number)
    yield lo.When(Op("has", still_in, player), [note], [])


def drop_out(layout: lay.Layout, who: lo.Expr, s: ir.DropOut) -> Iterable[lo.Stmt]:
    """These players leave."""
    if s.of_game:
        yield _without(lay.IN_GAME, who)
    elif s.phase is not None:
        yield _with(layout.out_of_phase[s.phase], who)
    elif layout.out_of_round:
        yield _with(layout.out_of_round, who)
    yield _without(lay.IN_ROUND, who)


def begin_round(layout: lay.Layout) -> Iterable[lo.Stmt]:
    """Those who are out of the round come back."""
    if layout.out_of_round:
        yield lo.Store(Int(layout.out_of_round), NO)
    yield _take_part(Load(Int(lay.IN_GAME)), away(layout))


def end_phase(layout: lay.Layout, phase: str) -> Iterable[lo.Stmt]:
    """Those who are out of a phase come back."""
    if phase not in layout.out_of_phase:
        return
    yield lo.Store(Int(layout.out_of_phase[phase]), NO)
    out = Op("|", Load(Int(layout.out_of_round)), away(layout))
    yield _take_part(Load(Int(lay.IN_GAME)), out)


def phases_in(course: Iterable[ir.Phase], outer: str) -> set[str]:
    """A phase and all those inside it."""
    found: set[str] = set()
    for phase in course:
        found |= phases_in(phase.phases, outer)
        if phase.id == outer:
            found.update(each.id for each in nodes(phase) if isinstance(each, ir.Phase))
    return found


def _take_part(those: lo.Expr, out: lo.Expr) -> lo.Stmt:
    return lo.Store(Int(lay.IN_ROUND), those if out == NO else Op("&~", those, out))


def _with(word: int, who: lo.Expr) -> lo.Stmt:
    return lo.Store(Int(word), Op("|", Load(Int(word)), who))


def _without(word: int, who: lo.Expr) -> lo.Stmt:
    return lo.Store(Int(word), Op("&~", Load(Int(word)), who))
