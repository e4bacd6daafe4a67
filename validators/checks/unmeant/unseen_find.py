"""`find` among pieces that the player cannot tell apart: it takes one at random, so `draw` is clearer.

The check looks at places where pieces are not tracked and that the player surely does not see. There is no finding for a
`find` that can only mean pieces with one face: it may take any of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from boardwright.dsl.language.types import with_article
from boardwright.dsl.rules import ir
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.validators.reasoning.facts import kinds_meant
from boardwright.validators.reasoning.unseen_places import Unseen, others_in
from boardwright.validators.subject.findings import finding
from boardwright.validators.subject.rule_uses import uses_of
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E646",)
PROFILE = Profile.SHARED


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Yields a finding for each such `find`."""
    game = subject.game
    for found, text in uses_of(subject).of(ir.Find):
        one = found.selection
        me = next((node for node in text.nodes if _is_me(node)), None)
        for id in kinds_meant(one.source):
            kind = game.kinds[id]
            if not kind.hidden or _shows(text.nodes, id) or not _may_differ(kind, one):
                continue
            if not _untracked(game, one.source):
                continue
            place = Unseen(game, others_in(text.nodes)).among(one.source, me, id)
            if place is not None:
                yield finding(
                    "E646",
                    f"`find` takes {with_article(id)} that the player does not see",
                    one.span,
                    help=f"write `draw {one.var.name} from ...` to take one at random",
                    notes=(
                        place,
                        "pieces there are not tracked: the player cannot tell one from another",
                    ),
                )


def _shows(nodes: tuple[ir.Node, ...], kind: str) -> bool:
    """Whether a text lets a player look at pieces of a kind."""
    return any(isinstance(node, ir.Look) and kind in kinds_meant(node.pieces) for node in nodes)


def _is_me(node: ir.Node) -> TypeGuard[ir.Local]:
    return isinstance(node, ir.Local) and node.var.name == "me"


def _untracked(game: ir.Game, things: ir.Expr) -> bool:
    """Whether these pieces surely lie where pieces cannot be followed."""
    match things:
        case (
            ir.PiecesAt(places=ir.ZonePlace(place=place))
            | ir.TopPieces(place=ir.ZonePlace(place=place))
        ):
            return not game.places[place].tracked
        case ir.Those(selection=selection):
            return _untracked(game, selection.source)
        case ir.Without(left=left):
            return _untracked(game, left)
        case ir.Common(left=left, right=right):
            return _untracked(game, left) or _untracked(game, right)
        case ir.Union(left=left, right=right) | ir.IfElse(first=left, other=right):
            return _untracked(game, left) and _untracked(game, right)
        case _:
            return False


def _may_differ(kind: ir.Kind, selection: ir.Selection) -> bool:
    """Whether the selection may find pieces with different faces."""
    var = selection.var.id
    left = [
        one
        for n, one in enumerate(kind.definitions)
        if _holds(selection.where, var, one, n) is not False
    ]
    for order in (selection.extreme, selection.rising):
        match order:
            case (_, ir.AttributeRead(attribute=id, subject=ir.Local(var=of))) if of.id == var:
                values = [one.attributes.get(id) for one in left]
                if len(set(values)) == len(values):
                    return False
            case _:
                pass
    return len(left) > 1 or (kind.per_player and bool(left))


def _holds(condition: ir.Expr | None, var: int, piece: ir.Definition, face: int) -> bool | None:
    """Whether a condition is true for a piece with the face of this number; None if the face does not decide it."""
    match condition:
        case None:
            return True
        case ir.Both(left=left, right=right):
            sides = (_holds(left, var, piece, face), _holds(right, var, piece, face))
            return False if False in sides else None if None in sides else True
        case ir.Either(left=left, right=right):
            sides = (_holds(left, var, piece, face), _holds(right, var, piece, face))
            return True if True in sides else None if None in sides else False
        case ir.Not(operand=operand):
            answer = _holds(operand, var, piece, face)
            return None if answer is None else not answer
        case ir.Same(left=left, right=right) | ir.Compare(op="=", left=left, right=right):
            values = (_value(left, var, piece, face), _value(right, var, piece, face))
            return None if None in values else values[0] == values[1]
        case _:
            return None


def _value(expr: ir.Expr, var: int, piece: ir.Definition, face: int) -> object:
    """Returns what an expression reads from the face of a piece; None if it reads something else."""
    match expr:
        case ir.Const(value=value):
            return value
        case ir.AttributeRead(attribute=id, subject=ir.Local(var=of)) if of.id == var:
            return piece.attributes.get(id)
        case ir.FaceOf(piece=ir.Local(var=of)) if of.id == var:
            return face
        case _:
            return None
