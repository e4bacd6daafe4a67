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
from strategies import each_size, game_in, tiny


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
        "seen": {
            id: position.memories[id].count(position.snapshot(memory))
            for id, memory in table.game.memories.items()
        },
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


PAIRS = """places:
  stall: {per: [field, good], holds: [ware]}
  chest: {per: good, holds: [ware]}
  wall: {per: [player, good], holds: [card]}
notes:
  height: {is: number, per: [player, field], range: 0 to 20}
  fits: {is: yes_no, per: [card, good]}
  last: {is: player, per: [good, field], start: nobody}
  aim: {is: field, per: [good, player], start: nothing}
  seen: {is: set of field, per: [field, field]}
course:
  - phase: begin
    steps: nothing
  - phase: play
    rounds: 2
    turn: |
      if round = 2 and me is first_seat:
        set height(last_seat, c) to 4
        set fits(king, fish) to yes
        set last(wood, b) to me
        set aim(cloth, me) to d
        set aim(fish, me) to nothing
        set seen(a, b) to neighbours of b
        move 2 of wares of wood from box to stall(c, wood)
        move 1 of wares of fish from box to chest of cloth
        move king to wall(me, wood)
      choose n from 1 to 2
"""


def test_pairs_and_what_is_nothing_are_given_by_name() -> None:
    game = tiny(PAIRS)
    table, watch = set_table(game, 2), Turns()
    played = ReferenceGame(table, 1, watch)
    while played.decision is not None:
        played.apply(played.decision.options[0])
    stand = Stand(table)
    empty = stand.play(Draft(players=2, start="play"))
    assert empty is not None and empty.base is not None
    goal = watch.points[-1].position
    lines = tuple(given_lines(empty.base, goal))
    assert set(lines) >= {
        "set height(p2, c) to 4",
        "set fits(king, fish) to yes",
        "set last(wood, b) to p1",
        "set aim(cloth, p1) to d",
        "move king to wall(p1, wood)",
    }
    assert not [line for line in lines if not stand.binds(line)]
    given = stand.play(Draft(players=2, given=lines, run="let it_is_so be yes"))
    assert given is not None and given.fault is None
    assert what_counts(given._position) == what_counts(goal)
    back = tuple(given_lines(goal, empty.base))
    assert "set aim(cloth, p1) to nothing" in back and "set last(wood, b) to nobody" in back
