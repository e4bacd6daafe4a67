"""What a scenario says of who knows which hidden pieces: bound, and compared with the position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from boardwright.dsl import ir
from boardwright.dsl.bind import SceneBinder
from boardwright.dsl.diagnostics import Bag
from boardwright.dsl.scenario_file import EVERYONE, NOBODY, Knows
from boardwright.dsl.source import Span
from boardwright.dsl.types import PieceType, SetType
from boardwright.interpreter.errors import RuleError
from boardwright.interpreter.members import bits
from boardwright.interpreter.naming import called
from boardwright.interpreter.scenario_findings import cannot_tell, listed
from boardwright.interpreter.state import State


@dataclass(frozen=True, slots=True)
class Known:
    """Pieces of one kind, worked out by a function: a set of them, or one. `who` is the mask of the seats that know them."""

    who: int
    function: str
    kind: str
    is_set: bool
    span: Span


def known_pieces(
    step: str,
    knows: Knows,
    seats: Sequence[str],
    binder: SceneBinder,
    bag: Bag,
    expressions: dict[str, ir.Value],
) -> tuple[Known, ...]:
    """The pieces of a step, bound; the functions that work them out go to the `expressions`."""
    found: list[Known] = []
    for name, pieces in knows.pieces:
        value = binder.hidden_pieces(pieces, bag, name="knows")
        if value is None:
            continue
        function = f"knows:{step}:{len(expressions)}"
        expressions[function] = value
        is_set = isinstance(value.type, SetType)
        of = value.type.element if isinstance(value.type, SetType) else value.type
        assert isinstance(of, PieceType)
        if name.id in seats:
            who = 1 << seats.index(name.id)
        else:
            who = (1 << len(seats)) - 1 if name.id == EVERYONE else 0
        found.append(Known(who, function, of.kind, is_set, pieces.span))
    return tuple(found)


def wrong_knowledge(state: State, known: Sequence[Known], bag: Bag, notes: tuple[str, ...]) -> None:
    """Reports each piece that others know than the scenario says."""
    wanted: dict[tuple[str, int], int] = {}
    first: dict[tuple[str, int], Span] = {}
    for each in known:
        try:
            value = int(state.compiled.functions[each.function](state.v))
        except RuleError as fault:
            cannot_tell(bag, each.span, fault)
            return
        pieces = bits(value) if each.is_set else (value,)
        if not pieces:
            bag.error("E686", "there is no such piece now", each.span, "empty", notes=notes)
        for piece in pieces:
            wanted[each.kind, piece] = wanted.get((each.kind, piece), 0) | each.who
            first.setdefault((each.kind, piece), each.span)
    table, layout = state.program.table, state.program.layout
    for (kind, piece), who in wanted.items():
        found = int(state.compiled.functions[f"sees_{kind}"](state.v, piece))
        if found != who:
            face = table.faces[kind][state.v[layout.faces[kind] + piece]].id
            id = called(state.program, state.v, kind, piece)
            which = f"`{face}`" if id is None else f"`{face}` ({id})"
            bag.error(
                "E686",
                f"`{face}` is known to {_seats(table.seats, found)}",
                first[kind, piece],
                f"{which} is to be known to {_seats(table.seats, who)}",
                notes=notes,
            )


def _seats(seats: Sequence[str], mask: int) -> str:
    everyone = (1 << len(seats)) - 1
    return EVERYONE if mask == everyone else listed((seats[n] for n in bits(mask)), NOBODY)
