"""Pieces and spaces with clauses: which they are, whose they are, and whether their clauses are in force."""

from __future__ import annotations

from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import YES
from boardwright.interpreter.lower.builtins.member_order import find_face
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.lower.expressions import read_owner_of_piece
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.carriers import Carrier, Carriers
from boardwright.interpreter.machine.nodes import Int, Load, Op
from boardwright.interpreter.table import errors


def find_carriers(linking: Linking, definition: tuple[str, str]) -> Carriers:
    """The pieces or spaces that have a definition."""
    kind, id = definition
    table = linking.table
    if kind not in table.pieces:
        return Carriers(kind, table.space_named(id, kind))
    declared = linking.game.kinds[kind]
    index = next(n for n, d in enumerate(declared.definitions) if d.id == id)
    faces = tuple(n for n, face in enumerate(table.faces[kind]) if face.definition == index)
    if not declared.hidden:
        pieces = enumerate(table.pieces[kind])
        return Carriers(kind, tuple(n for n, piece in pieces if piece.face in faces))
    if declared.definitions[index].copies > 1:
        # Found by its face: there must be one piece that has it.
        raise errors.RuleError(
            errors.NOT_SUPPORTED,
            f"`{id}` is a hidden piece with several copies: these cannot have hooks, modifiers or "
            "effects in an offer",
            declared.definitions[index].span,
        )
    return Carriers(kind, faces, by_face=True)


def lower_carrier(to: Emitter, carrier: Carrier) -> lo.Expr:
    """The number of the piece or space itself."""
    if not carrier.by_face:
        return Int(carrier.number)
    return to.atom(find_face(to.linking, carrier.kind, Int(carrier.number)), carrier.kind)


def lower_owner_of(to: Emitter, kind: str, it: lo.Expr, nobody: int = -1) -> lo.Expr | None:
    """Whose a piece or space is; None if things of this kind are never anybody's."""
    game, table = to.linking.game, to.linking.table
    if kind in game.kinds:
        declared = game.kinds[kind]
        if declared.owner is None and not declared.per_player:
            return None
        return read_owner_of_piece(to, kind, it, nobody)
    if not _belong_to_seats(game, kind):
        return None
    rows = tuple(nobody if p.owner < 0 else p.owner for p in table.places)
    suffix = "" if nobody == -1 else "_or_none"
    return to.linking.look(f"owner_of_place{suffix}", (*rows, nobody), it)


def lower_in_force(
    to: Emitter,
    definition: tuple[str, str],
    it: lo.Expr,
    owner: lo.Expr | None,
    acting: lo.Expr,
) -> lo.Expr:
    """Whether the clauses of a piece count now, for who acts or asks. Assumes that its owner is somebody if
    it can have one.
    """
    declared = to.linking.game.in_force_of(*definition)
    if declared.in_force is None:
        return YES
    if owner is not None and owner_is_active(declared):
        return Op("==", owner, Load(Int(lay.ACTIVE)))
    assert declared.in_force_it is not None
    to.bound[declared.in_force_it.id] = it
    if declared.in_force_me is not None:
        to.bound[declared.in_force_me.id] = acting
    return to.lower(declared.in_force)


def owner_is_active(declared: ir.Definition | ir.Kind | ir.SpaceKind) -> bool:
    """Whether clauses are in force just when their owner is the active player."""
    match declared.in_force:
        case ir.Same(
            left=ir.OwnerOf(subject=ir.Local(var=it)), right=ir.NoteRead(note="active_player")
        ):
            return it == declared.in_force_it
        case ir.Same(
            left=ir.NoteRead(note="active_player"), right=ir.OwnerOf(subject=ir.Local(var=it))
        ):
            return it == declared.in_force_it
        case _:
            return False


def _belong_to_seats(game: ir.Game, kind: str) -> bool:
    """Whether spaces of a kind can belong to players, by what they are repeated in."""
    found: ir.SpaceKind | None = game.spaces[kind]
    while found is not None:
        if found.seats or found.per == "player":
            return True
        found = game.spaces.get(found.per or "")
    return False
