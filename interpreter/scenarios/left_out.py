"""Why changes of a value by cards do not apply, for an expectation that is not true.

Who writes a scenario asks for a value as the seat of `turn`, or as nobody. A card that changes the value for its owner
only, or in its owner's turn, leaves such a question alone, and the number alone does not say so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.interpreter.lower.carriers import owner_is_active
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.play.state import State
from boardwright.interpreter.play.views import face_of_piece, owner_of_piece

_MOST = 3

FOR_EVERYBODY = (
    "if it is meant for everybody, write `by anyone` after the name of the value; "
    "in a scenario, the seat of `turn` asks"
)
IN_EVERY_TURN = "if it is meant for every turn, write `in_force: always` in its file"


def values_asked(condition: ir.Expr, me: ir.Var) -> tuple[str, ...]:
    """Returns the values that a condition asks for as this player, in order."""
    return tuple(
        dict.fromkeys(
            node.value
            for node in nodes(condition)
            if isinstance(node, ir.ValueCall)
            and isinstance(node.me, ir.Local)
            and node.me.var == me
        )
    )


def changes_left_out(
    state: State, values: Iterable[str], asking: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns notes on changes of these values that do not apply because of who asks or when, and what may help."""
    notes: list[str] = []
    helps: dict[str, None] = {}
    for value in values:
        for modifier in state.program.table.game.modifiers:
            if modifier.value != value or modifier.definition is None:
                continue
            for piece, owner in _owned(state, modifier.definition):
                found = _reason(state, modifier, owner, asking)
                if found is not None and len(notes) < _MOST:
                    why, help = found
                    notes.append(f"`{piece}` does not change `{value}` here: {why}")
                    helps[help] = None
    return tuple(notes), tuple(helps)


def _owned(state: State, definition: tuple[str, str]) -> Iterator[tuple[str, int]]:
    """Yields the pieces that show a definition and have an owner, each with the seat."""
    kind, id = definition
    table = state.program.table
    if kind not in table.pieces:
        return
    for number, piece in enumerate(table.pieces[kind]):
        face = table.faces[kind][face_of_piece(state, kind, number)]
        if table.game.kinds[kind].definitions[face.definition].id != id:
            continue
        owner = owner_of_piece(state, kind, number)
        if owner >= 0:
            yield piece.id, owner


def _reason(state: State, modifier: ir.Modifier, owner: int, asking: int) -> tuple[str, str] | None:
    """Why a change by a piece of this owner does not apply, and what helps; None if its conditions decide."""
    seats = state.program.table.seats
    asks = f"`{seats[asking]}` asks" if asking >= 0 else "nobody asks"
    if modifier.by == "me" and owner != asking:
        return f"it is for its owner `{seats[owner]}` only, and {asks}", FOR_EVERYBODY
    if modifier.by == "others" and owner == asking:
        return f"it is for others than its owner, and {asks}", FOR_EVERYBODY
    assert modifier.definition is not None
    active = state.v[lay.ACTIVE]
    if owner_is_active(state.program.table.game.in_force_of(*modifier.definition)):
        if active != owner:
            turn = f"the turn of `{seats[active]}`" if active >= 0 else "nobody's turn"
            return f"it applies in the turn of its owner `{seats[owner]}`, and it is {turn}", (
                IN_EVERY_TURN
            )
    return None
