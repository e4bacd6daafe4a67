"""Marks for who watches: where something has happened, or begins.

A program that is to tell what happens is linked with them; any other carries none. They must not change what is written
around them: a mark reads only what is read beside it anyway, so that both programs have the same words and blocks, and a
state of one is a state of the other.
"""

from __future__ import annotations

from boardwright.dsl.rules import ir
from boardwright.dsl.source.places import Span
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.meanings import Doing, Mark, MarkSort

DOES = (
    ir.SetNote
    | ir.AddNote
    | ir.MoveStock
    | ir.MovePieces
    | ir.MoveTop
    | ir.Look
    | ir.Swap
    | ir.Shuffle
    | ir.PassOn
    | ir.DropOut
    | ir.Remember
    | ir.Forget
    | ir.Roll
)
"""The statements that change a position by themselves."""


def whole(routine: str) -> str:
    """A routine, of one that is the rest of a chain of hooks around it."""
    name, _, level = routine.rpartition("~")
    return name if level.isdigit() else routine


def find_keys(game: ir.Game, routine: str) -> tuple[str, ...]:
    """Under which names a ruleset may speak of a rule or of the effect of a piece; empty for anything else."""
    sort, _, name = routine.partition(":")
    if sort == "slot":
        kind, definition, slot = name.split(":")
        return f"{definition}.{slot}", f"{kind}.{slot}"
    return (name,) if name in game.rules and sort == "rule" else ()


def mark_happened(
    to: Emitter,
    does: Doing,
    named: str,
    keys: tuple[str, ...],
    span: Span | None,
    about: tuple[lo.Expr, ...] = (),
    *,
    always: bool = False,
) -> None:
    """What is told of by name has begun: if the ruleset speaks of it, or `always`."""
    linking = to.linking
    told = always or any(key in linking.game.sentences for key in keys)
    if linking.telling_all or (linking.telling and told):
        routine = whole(to.name)
        cause = to.cause or routine
        mark = Mark(
            "happened",
            cause,
            span,
            to.acting or routine,
            named,
            None,
            does,
            keys,
            routine,
            to.in_secret,
        )
        linking.marks.append(mark)
        to.out.append(lo.Mark(len(linking.marks) - 1, about))


def _mark(
    to: Emitter,
    sort: MarkSort,
    span: Span | None,
    about: tuple[lo.Expr, ...] = (),
    named: str = "",
    node: ir.Stmt | None = None,
) -> list[lo.Stmt]:
    """The mark as a statement; nothing in a program that tells nothing."""
    linking = to.linking
    if not linking.telling:
        return []
    routine = whole(to.name)
    cause, acting = to.cause or routine, to.acting or routine
    mark = Mark(sort, cause, span, acting, named, node, routine=routine, secret=to.in_secret)
    linking.marks.append(mark)
    return [lo.Mark(len(linking.marks) - 1, about)]


def mark_done(to: Emitter, s: ir.Stmt, about: tuple[lo.Expr, ...] = ()) -> None:
    """A statement has done its work; a look `about` these pieces, which nobody may be able to follow."""
    to.out += _mark(to, "done", s.span, about, node=s)


def mark_change(to: Emitter) -> None:
    """Something that no statement says was changed: a use was counted, or what lasted until now was forgotten."""
    to.out += _mark(to, "done", None)


def mark_call(to: Emitter, routine: str, arguments: tuple[lo.Expr, ...]) -> None:
    """What is entered by name begins with these values."""
    if whole(routine) == routine:  # the rest of a chain of hooks is not told
        to.out += _mark(to, "called", None, arguments, routine)


def mark_left(to: Emitter) -> None:
    """What is entered by name has ended. What can be entered again inside itself says so, since it has changed who is
    `me` around it.
    """
    if whole(to.name) == to.name and to.linking.calls.comes_back(to.name):
        to.out += _mark(to, "left", None, (), to.name)


def mark_hook(to: Emitter, hook: ir.Hook) -> list[lo.Stmt]:
    """A hook begins: that of a piece with whose it is, and on which."""
    if hook.definition is None or hook.it is None:
        return _mark(to, "hook", hook.span, (), hook.id)
    about = to.bound[hook.me.id], to.bound[hook.it.id]
    return _mark(to, "hook", hook.span, about, hook.id)


def mark_acting(to: Emitter, me: ir.Var, span: Span) -> None:
    """Somebody is `me` from here on."""
    to.acting = f"{me.name} {me.id}"
    to.out += _mark(to, "acting", span, (to.bound[me.id],))


def mark_forced(to: Emitter, site: int, player: lo.Expr, answer: lo.Expr) -> list[lo.Stmt]:
    """Somebody has one answer only, and is not asked."""
    span = to.linking.sites[site].span
    return _mark(to, "forced", span, (player, answer), str(site))


def mark_course(to: Emitter, what: str) -> None:
    """A phase, round, lap or turn begins or ends: `turn begins`."""
    to.out += _mark(to, "course", None, (), what)
