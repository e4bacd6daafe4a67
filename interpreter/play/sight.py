"""Who knows the faces of pieces, from what was shown to whom and from their places.

Most places always show their pieces to the same players, which are looked up. If a rule decides, it is evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boardwright.interpreter.program.program import Program
from boardwright.interpreter.table.table import Place, Table


class Sight:
    """Answers who knows the pieces of one kind."""

    def __init__(self, program: Program, kind: str) -> None:
        layout, table = program.layout, program.table
        self.count, self.everyone = len(table.pieces[kind]), (1 << table.players) - 1
        self.places, self.known = layout.places[kind], layout.known.get(kind, -1)
        self.shown = [_shown(table, kind, place) for place in table.places]
        self.sees = program.fast.functions[f"sees_{kind}"]

    def knows(self, v: Sequence[int], piece: int, player: int) -> bool:
        """Whether a player knows a piece; player -1 is an onlooker, who sees what everybody sees."""
        return self.knower(v, player)(piece)

    def knower(self, v: Sequence[int], player: int) -> Callable[[int], bool]:
        """A function that says of each piece whether a player knows it."""
        places, known, shown, sees = self.places, self.known, self.shown, self.sees
        seat = 1 << player if player >= 0 else self.everyone

        def knows(piece: int) -> bool:
            seen = shown[v[places + piece]]
            if seen is None:
                seen = sees(v, piece)
            elif known >= 0:
                seen |= v[known + piece]
            return seen & seat == seat

        return knows


def _shown(table: Table, kind: str, place: Place) -> int | None:
    """The players who see what lies in a place; None if rules decide it in play."""
    declared, seen = table.game.places.get(place.declared), place.visible_for(kind)
    if declared is not None and not place.is_space and declared.visible_when is not None:
        return None
    if seen == "everyone":
        return (1 << table.players) - 1
    if seen != "owner":
        return 0
    if place.piece_kind is not None:
        return None
    return 1 << place.owner if place.owner >= 0 else 0


def _sights(program: Program) -> dict[str, Sight]:
    return {kind: Sight(program, kind) for kind in program.table.pieces}


def sight(program: Program, kind: str) -> Sight:
    """The `Sight` of a kind."""
    return program.kept("sights", _sights)[kind]


__all__ = ["Sight", "sight"]
