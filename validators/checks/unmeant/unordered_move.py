"""Moves of several unordered pieces to a place that keeps an order.

They would lie there as the program numbers them. No rule says so, and it may reveal where they were before. There is no
finding for single pieces, for sorted ones, or if the place is shuffled next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boardwright.dsl.language.types import SetType
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.reasoning.sightings import Survey
from boardwright.validators.reasoning.successors import Following, with_following
from boardwright.validators.reasoning.survey import survey
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.rule_uses import places_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E649",)
PROFILE = Profile.BASIC

_MOVES = (ir.MovePieces, ir.MoveTop)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each place in the files."""
    seen, told = survey(subject), set()
    next_ones = Following(seen)
    for routine in seen.effects.routines.values():
        sets = _sets_in(routine.body)
        for move, after in with_following(routine.body):
            if not isinstance(move, ir.MovePieces) or move.span in told:
                continue
            goal = _goal(seen.game, move)
            if goal is None or _is_shuffled(next_ones, routine.key, move, after):
                continue
            if _is_sorted(move.pieces) or _has_an_order(seen, move.pieces, sets):
                continue
            told.add(move.span)
            yield finding(
                "E649",
                f"this moves several unordered pieces to `{goal}`, which keeps an order",
                move.pieces.span,
                help=f"sort them with `by rising ...`, or shuffle `{goal}` in the next statement",
                notes="they would lie there in the order of their numbers, which no rule says",
            )


def _sets_in(body: ir.Body) -> dict[int, ir.Expr]:
    """Returns for the names of sets where their members come from."""
    found: dict[int, ir.Expr] = {}
    for node in nodes(body):
        match node:
            case ir.Let(var=var, value=value) if isinstance(var.type, SetType):
                found[var.id] = value
            case ir.Choose(var=var, selection=selection) if isinstance(var.type, SetType):
                found[var.id] = selection.source
            case _:
                pass
    return found


def _goal(game: ir.Game, move: ir.MovePieces) -> str | None:
    """Returns the place that keeps an order, if the pieces move to one."""
    if not isinstance(move.pieces.type, SetType):
        return None
    if move.target is None:
        names: Sequence[str] = (game.kinds[move.kind].home,)
    else:
        names = places_of(move.target.type)
    return next((id for id in names if id in game.places and game.places[id].ordered), None)


def _is_shuffled(next_ones: Following, key: str, move: ir.MovePieces, after: ir.Body) -> bool:
    """Whether the place is shuffled next, perhaps after more pieces move there."""
    while after and isinstance(after[0], _MOVES) and after[0].target == move.target:
        after = after[1:]
    home = next_ones.seen.game.kinds[move.kind].home
    following = next_ones.after(key, after)
    return bool(following) and all(
        isinstance(each, ir.Shuffle)
        and (
            each.place == move.target
            if move.target is not None
            else places_of(each.place.type) == (home,)
        )
        for each in following
    )


def _is_sorted(pieces: ir.Expr) -> bool:
    """Whether the move itself says an order. That of a set which has a name, or is a part of another one, is lost."""
    if not isinstance(pieces, ir.Those):
        return False
    return pieces.selection.rising is not None or pieces.selection.starting is not None


def _has_an_order(seen: Survey, pieces: ir.Expr, sets: dict[int, ir.Expr]) -> bool:
    """Whether there is at most one of these pieces, or all lie where there is an order."""
    if seen.reasoner.many(pieces, seen.reasoner.start).most <= 1:
        return True
    match pieces:
        case ir.Those(selection=selection):
            return _has_an_order(seen, selection.source, sets)
        case ir.PiecesAt(places=places):
            return all(_is_ordered(seen.game, id) for id in places_of(places.type))
        case ir.Without(left=left):
            return _has_an_order(seen, left, sets)
        case ir.Singleton():
            return True
        case ir.Local(var=var) if var.id in sets:
            return _has_an_order(seen, sets[var.id], sets)
        case _:
            return False


def _is_ordered(game: ir.Game, id: str) -> bool:
    return id in game.places and game.places[id].ordered
