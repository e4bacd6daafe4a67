"""What somebody at the table, or somebody who sees all, is shown of a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from boardwright.dsl.rules.ir import list_indices
from boardwright.interpreter.events.seen import EVERYBODY
from boardwright.interpreter.play.views import Looker

if TYPE_CHECKING:
    from boardwright.dsl.rules import ir
    from boardwright.interpreter.play.decision import Decision
    from boardwright.interpreter.play.state import State
    from boardwright.interpreter.program.program import Program
    from boardwright.interpreter.table.table import Place

ALL = -3
"""The seat of somebody who sees everything, also what no player sees."""


class All(Looker):
    """The sight of somebody to whom nothing is hidden."""

    def __init__(self, state: State) -> None:
        super().__init__(state, ALL)

    def knower(self, kind: str) -> Callable[[int], bool]:
        return lambda piece: True

    def sees_into(self, place: Place, what: str) -> bool:
        return True

    def face_number(self, kind: str, piece: int) -> int:
        return self.v[self.layout.faces[kind] + piece]

    def learns_of(self, decision: Decision) -> bool:
        return True

    def sees_note(self, note: ir.Note, number: int) -> bool:
        return True


def teller_of(seat: int) -> int:
    """Whose news somebody hears: somebody who sees all hears what any player is told."""
    return EVERYBODY if seat == ALL else seat


def sight_of(state: State, seat: int, agents: Mapping[str, str | None]) -> dict[str, Any]:
    """The part of a position that follows from the state alone."""
    looker = All(state) if seat == ALL else Looker(state, seat)
    decision, seats = state.decision, state.program.table.seats
    sees_ask = decision is not None and seat in (ALL, decision.player)
    waiting: dict[str, Any] | None = None
    if decision is not None:
        if looker.learns_of(decision):
            asked = seats[decision.player]
            # What it is about may be something that others do not see.
            question = decision.question if sees_ask else state.words.named(decision.name)
            waiting = {"seat": asked, "agent": agents.get(asked), "question": question}
        else:
            waiting = {"seat": None, "agent": _somebody(decision, seat, agents)}
    over = None
    if decision is None:
        ranks = dict(zip(seats, state.ranks, strict=True))
        winners = [seats[winner] for winner in state.winners]
        over = {"ranks": ranks, "winners": winners, "unfinished": state.unfinished}
    scores = None
    if seat == ALL or over is not None or state.program.kept("open scores", has_open_scores):
        scores = dict(zip(seats, state.scores, strict=True))
    return {
        "view": looker.view(),
        "ask": decision.data() if decision is not None and sees_ask else None,
        "waiting": waiting,
        "scores": scores,
        "over": over,
    }


def _somebody(decision: Decision, seat: int, agents: Mapping[str, str | None]) -> str | None:
    """Who chooses in secret, an agent or a person: of agents, all that sit at the other seats."""
    seats = decision.program.table.seats
    if agents.get(seats[decision.player]) is None:
        return None
    others = (agents.get(each) for n, each in enumerate(seats) if n != seat)
    return ", ".join(sorted({each for each in others if each is not None}))


def _is_open(game: ir.Game, place: Place, what: str) -> bool:
    """Whether everybody sees what of a kind or stock lies in a place, at all times."""
    declared = game.places.get(place.declared)
    changes = declared is not None and declared.visible_when is not None
    return place.visible_for(what) == "everyone" and not changes


def has_open_scores(program: Program) -> bool:
    """Whether scores follow from what everybody sees, in every position."""
    from boardwright.validators.reasoning.effects import Effects

    table = program.table
    game = table.game

    def is_open(sort: str, of: str) -> bool:
        if sort == "note":
            note = game.notes[of]
            hidden = any(
                index in game.kinds and game.kinds[index].hidden for index in list_indices(note.per)
            )
            return note.visible_to == "everyone" and not hidden
        if sort in ("pieces", "die") and game.kinds[of].hidden:
            return False
        if sort in ("pieces", "die", "stock"):
            holders = [place for place in table.places if of in place.holds]
            return all(_is_open(game, place, of) for place in holders)
        return True  # the course of the game, and who plays

    read = Effects(game).read_by(game.outcome.score)
    return all(is_open(sort, str(of)) for sort, of in read)
