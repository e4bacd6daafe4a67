"""Plays a scenario with the reference evaluator.

First comes the setup, in which the first option of each decision is chosen. Then comes `given`, and then the effect to
run, or the course from the phase where play begins. From there on it is a game like any other.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from boardwright.dsl.declare.scenarios import Picks, ScenarioDecl
from boardwright.dsl.rules import ir
from boardwright.interpreter.reference.chance import Dictated, DictationError
from boardwright.interpreter.reference.course import Course
from boardwright.interpreter.reference.frame import Frame, Play
from boardwright.interpreter.reference.game import ReferenceGame
from boardwright.interpreter.reference.position import NOBODY, Position
from boardwright.interpreter.reference.watch import Watch
from boardwright.interpreter.table.errors import RuleError
from boardwright.interpreter.table.table import Table

if TYPE_CHECKING:
    from boardwright.interpreter.lower.scenario_entry import Scene

__all__ = ["ReferenceScene", "play_scenario"]

SETUP, GIVEN, PLAY, AT_REST = "setup", "given", "play", "at rest"


class ReferenceScene(ReferenceGame):
    """One scenario from its setup on. `stage` is its progress; a decision in `given` is left open.

    `base` is the position after `given`, `taken` is the number of picks that were applied. `fault` is the error that ended
    it, if there was one.
    """

    def __init__(
        self,
        table: Table,
        seed: int,
        scene: Scene,
        dictated: Dictated | None = None,
        watch: Watch | None = None,
    ) -> None:
        self.stage = SETUP
        self.base: Position | None = None
        self.fault: RuleError | DictationError | None = None
        self.taken = 0
        self._scene = scene
        super().__init__(table, seed, watch, dictated)
        while self.decision is not None and self.stage == SETUP:
            self.apply(self.decision.options[0])
        self.decisions = 0 if self.decision is None else 1

    @property
    def ended(self) -> bool:
        """Whether the game itself has ended, not only the effect to run."""
        return self.over and self.stage != AT_REST

    def take(self, player: str, name: str) -> bool:
        """Takes an option by its id, or a piece with this face; False if this player is not offered it."""
        asked = self.decision
        if asked is None or self.table.seats[asked.player] != player:
            return False
        options = asked.options
        meant = [name] if name in options else self._copies(options, name)
        if not meant:
            return False
        self.taken += 1
        self.apply(meant[0])
        return True

    def _copies(self, options: Sequence[str], name: str) -> list[str]:
        """The pieces with this face among the options, as far as the name says which: `copper`, `copper:market`. Hidden
        pieces are named by their face alone, too, wherever they are.
        """
        wanted, _, where = name.partition(":")
        places = self.table.places
        pieces = {option: self.piece_of(option) for option in options}
        found: dict[str, tuple[str, str]] = {}  # its face and place
        for option, piece in pieces.items():
            if piece is not None:
                kind, number = piece
                face = self.table.faces[kind][self._position.face[kind][number]].id
                found[option] = face, places[self._position.place[kind][number]].id
        meant = [o for o, (face, at) in found.items() if face == wanted and where in ("", at)]
        hidden = any(
            self.table.game.kinds[piece[0]].hidden for piece in pieces.values() if piece is not None
        )
        return meant if hidden or len({found[option][1] for option in meant}) == 1 else []

    def _go_on(self, taken: int | None) -> None:
        try:
            super()._go_on(taken)
        except (RuleError, DictationError) as fault:
            self.fault = fault

    def _course(self, course: Course) -> Play:
        scene, game = self._scene, self.table.game
        phases = game.course
        way = () if scene.begin is None else _way(phases, scene.begin)
        names = [phase.id for phase in phases]
        begin = names.index(way[0].id) if way else min(1, len(phases) - 1)
        seat = NOBODY if scene.first is None else scene.first
        setup = list(phases[: min(begin, 1)])
        if scene.whole and scene.begin is not None:
            setup = _before(phases, scene.begin)
        for phase in setup:
            yield from course.phase(phase)
        if setup:
            self._judge()
        self.stage = GIVEN
        self.base = self._position.copy()
        yield from self._run(scene.given, seat)
        if setup and scene.given is not None:
            self._judge()
        self.stage = PLAY
        if scene.run is not None:
            self._position.phase = self.table.phases.index(names[begin])
            self._position.active_player = seat
            yield from self._run(scene.run, seat)
            self.stage = AT_REST
            return
        if seat != NOBODY and (len(way) <= 1 or _has_turns(way[-1])):
            course.first = seat
        course.way = tuple(phase.id for phase in way) if len(way) > 1 else ()
        course.done_before = {id: count - 1 for id, count in scene.rounds.items()}
        for phase in phases[begin:]:
            yield from course.phase(phase)

    def _run(self, rule: ir.Rule | None, seat: int) -> Play:
        if rule is not None:
            yield from self._runner.run(rule.body, Frame.of({rule.me: seat}))


def play_scenario(
    table: Table, scene: Scene, scenario: ScenarioDecl, watch: Watch | None = None
) -> ReferenceScene:
    """The scene after all picks of the scenario, or as far as it gets; an outcome has been computed."""
    dictated = {f"{e.rule}.{e.name}": tuple(r.id for r in e.results) for e in scenario.chance}
    found = ReferenceScene(table, scenario.seed, scene, dictated, watch)
    for step in scenario.steps:
        if not isinstance(step, Picks):
            continue
        for option in step.options:
            if not found.take(step.player.id, option.id):
                return found
    if found.fault is None and (found.ended or scenario.ranks):
        with contextlib.suppress(RuleError):  # the caller gets this error when reading the outcome
            _ = found.ranks
    return found


def _way(phases: tuple[ir.Phase, ...], id: str) -> tuple[ir.Phase, ...]:
    """The phases from the outermost to this one."""
    for phase in phases:
        if phase.id == id:
            return (phase,)
        inner = _way(phase.phases, id)
        if inner:
            return (phase, *inner)
    return ()


def _before(phases: tuple[ir.Phase, ...], id: str) -> list[ir.Phase]:
    """What runs before this phase begins for the first time: the phases before it, and before those that hold it."""
    found: list[ir.Phase] = []
    for phase in phases:
        if _way((phase,), id):
            return found if phase.id == id else [*found, *_before(phase.phases, id)]
        found.append(phase)
    return found


def _has_turns(phase: ir.Phase) -> bool:
    return phase.turn is not None or any(_has_turns(inner) for inner in phase.phases)
