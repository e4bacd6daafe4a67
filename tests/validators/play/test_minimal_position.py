"""A position can be written as what a scenario gives, and is the same then."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

from boardwright.dsl.language.types import PieceType, SetType
from boardwright.interpreter.lower.scenario_entry import ways_in
from boardwright.interpreter.reference.game import ReferenceGame
from boardwright.interpreter.reference.position import Position
from boardwright.interpreter.reference.watch import Moment, Watch
from boardwright.interpreter.table.table import set_table
from boardwright.validators.play.draft import Draft, Stand
from boardwright.validators.play.minimal_position import given_lines
from strategies import each_size, game_in


class Turns(Watch):
    """Keeps the points at which a scenario can begin."""

    def __init__(self) -> None:
        self.points: list[Moment] = []

    @property
    def wants_moments(self) -> bool:
        return True

    def begins(self, moment: Moment) -> None:
        if moment.offer is None:
            self.points.append(moment)


def what_counts(position: Position) -> dict[str, Any]:
    """Where things lie, in what order, what is noted: but not which handle a hidden piece has."""
    table = position.table
    lying = {
        kind: Counter(zip(position.face[kind], position.place[kind], strict=True))
        for kind in table.pieces
    }
    order = {
        place: [position.face[kind][n] for kind, n in pieces]
        for place, pieces in position.order.items()
        # Which of several that are alike lies where in a pile cannot be said.
        if all(list(position.face[kind]).count(position.face[kind][n]) == 1 for kind, n in pieces)
    }
    amounts = {key: amount for key, amount in position.amounts.items() if amount}
    notes = {
        id: values
        for id, values in position.notes.items()
        if table.game.notes[id].per not in table.pieces
    }
    return {
        "lying": lying,
        "order": order,
        "amounts": amounts,
        "notes": notes,
        "out": position.out_of_game,
    }


def has_copies(position: Position, place: int) -> bool:
    """Whether a place is that of one of several pieces that are alike."""
    facts = position.table.places[place]
    if facts.piece_kind is None:
        return False
    face = position.table.faces[facts.piece_kind][position.face[facts.piece_kind][facts.key]]
    kind = position.table.game.kinds[facts.piece_kind]
    return kind.definitions[face.definition].copies > 1


def notes_of_copies(position: Position) -> bool:
    """Whether a note holds pieces of which there are several that are alike."""
    game = position.table.game
    for id, note in game.notes.items():
        of = note.type.element if isinstance(note.type, SetType) else note.type
        if isinstance(of, PieceType) and any(d.copies > 1 for d in game.kinds[of.kind].definitions):
            if any(value for value in position.notes[id].values()):
                return True
    return False


@each_size
def test_what_is_given_makes_the_position(folder: Path, fixed: dict[str, int]) -> None:
    game = game_in(folder)
    table = set_table(game, game.players[1], fixed)
    chooser, watch = random.Random(3), Turns()
    played = ReferenceGame(table, 3, watch)
    while played.decision is not None:
        played.apply(chooser.choice(played.decision.options))
    stand = Stand(table)
    # A scene with `run` has already begun the first phase.
    points = [point for point in watch.points if point.phase in ways_in(game.course[1:])]
    for point in points[:: max(1, len(points) // 4)]:
        empty = stand.play(Draft(players=table.players, start=point.phase))
        assert empty is not None and empty.base is not None
        if empty.base.out_of_game - point.position.out_of_game:
            continue  # nobody comes back
        if any(
            has_copies(point.position, place)
            for (_, _, place), n in point.position.amounts.items()
            if n
        ):
            continue  # on which of several cards that are alike something lies cannot be said
        if notes_of_copies(point.position):
            continue  # nor which of them a note holds
        lines = tuple(given_lines(empty.base, point.position))
        unsaid = [line for line in lines if not stand.binds(line)]
        assert all(line.startswith("show ") for line in unsaid), unsaid
        said = tuple(line for line in lines if line not in unsaid)
        given = stand.play(Draft(players=table.players, given=said, run="let it_is_so be yes"))
        assert given is not None and given.fault is None
        assert what_counts(given._position) == what_counts(point.position)
