"""How scenarios enter a game: routines beside its own, each with a way in.

A program may hold many scenes, so that the game's own rules are lowered once for all scenarios of one table.
A scene runs the setup, then its `given`, then either its `run` or the course from the phase where play begins.
The word `Program.stage` says how far it has come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.analysis.course_words import CourseWords
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.lower.course import write_phase
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.lower.expressions import begin_function
from boardwright.interpreter.lower.rules import write_entered
from boardwright.interpreter.lower.values import judge_here
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int
from boardwright.interpreter.machine.word_ranges import ANY, Between

IN_SETUP, IN_GIVEN, IN_PLAY, AT_REST = range(4)
"""What the word `Program.stage` can be; at rest a `run` has run to its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One scenario, bound. `begin` is the phase of the course in which play begins (None: the one after setup); `whole` if
    what comes before it happens first. `rounds` says in which repetition of it and of those around it; `first` is the seat that is `me` and begins there; in
    `expressions` are conditions and their parts by name.
    """

    given: ir.Rule | None = None
    run: ir.Rule | None = None
    begin: str | None = None
    whole: bool = False
    rounds: Mapping[str, int] = field(default_factory=dict)
    first: int | None = None
    expressions: Mapping[str, ir.Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Staging:
    """All scenes of one program."""

    scenes: tuple[Scene, ...]

    def bodies(self) -> dict[str, object]:
        """What each scene's routine runs besides the game's own phases."""
        found: dict[str, object] = {}
        for number, scene in enumerate(self.scenes):
            rules = (scene.given, scene.run)
            found[f"scene:{number}"] = tuple(rule.body for rule in rules if rule is not None)
        return found


def ways_in(phases: Iterable[ir.Phase]) -> dict[str, tuple[ir.Phase, ...]]:
    """For each phase those around it, from the outermost to itself."""
    found: dict[str, tuple[ir.Phase, ...]] = {}
    for phase in phases:
        found[phase.id] = (phase,)
        found.update({id: (phase, *way) for id, way in ways_in(phase.phases).items()})
    return found


def phases_before(phases: Sequence[ir.Phase], id: str) -> list[str]:
    """The phases that have run when this one begins for the first time, as far as they do not hold it."""
    way, found = ways_in(phases)[id], list[str]()
    for step in way:
        for phase in phases:
            if phase.id == step.id:
                break
            found.append(phase.id)
        phases = step.phases
    return found


def open_ways(linking: Linking, course: CourseWords, staging: Staging) -> CourseWords:
    """Words by which the phases know that a scene begins in one of those inside them, and in which repetition."""
    words = linking.layout.words
    at = words(Between(0, linking.table.players))
    inside = ways_in(linking.game.course)
    begins = dict.fromkeys(scene.begin for scene in staging.scenes if scene.begin is not None)
    ways = {id: tuple(p.id for p in inside[id]) for id in begins if len(inside[id]) > 1}
    way = words(Between(0, len(ways))) if ways else 0
    counted = dict.fromkeys(id for scene in staging.scenes for id in scene.rounds)
    done_before = {id: words(ANY) for id in counted}
    return replace(course, begins=at, ways=ways, way=way, done_before=done_before)


def lower_scenes(linking: Linking, staging: Staging) -> int:
    """Lowers the scenes; returns the address of the word that says how far one has come."""
    at = linking.layout.words(Between(IN_SETUP, AT_REST))
    for number, scene in enumerate(staging.scenes):
        write_entered(linking, f"scene:{number}", [], _writer(scene, linking, at), title="scene")
        seat = -1 if scene.first is None else scene.first
        for name, value in scene.expressions.items():
            to = begin_function(linking, name)
            to.bound[value.me.id] = Int(seat)
            if seat >= 0:
                to.sure.add(value.me.id)
            to.emit(lo.Return(to.lower(value.base)))
            linking.functions[name] = lo.Function(name, (), to.out, name)
    return at


def _writer(scene: Scene, linking: Linking, at: int) -> Callable[[Emitter], None]:
    course, phases = linking.course, linking.game.course
    names = [phase.id for phase in phases]
    first_of_play = 1 if len(phases) > 1 else 0
    way = () if scene.begin is None else ways_in(phases)[scene.begin]
    begin = names.index(way[0].id) if way else first_of_play
    seat = -1 if scene.first is None else scene.first

    def run(to: Emitter, rule: ir.Rule | None) -> None:
        if rule is None:
            return
        to.bound[rule.me.id] = Int(seat)
        if seat >= 0:
            to.sure.add(rule.me.id)
        to.write(rule.body)

    setup = names[: min(begin, 1)]
    if scene.whole and scene.begin is not None:
        setup = phases_before(phases, scene.begin)

    def write(to: Emitter) -> None:
        for name in setup:
            write_phase(to, name)
        if setup:
            judge_here(to)
        to.emit(lo.Store(Int(at), Int(IN_GIVEN)))
        run(to, scene.given)
        if setup and scene.given is not None:
            judge_here(to)
        to.emit(lo.Store(Int(at), Int(IN_PLAY)))
        if scene.run is not None:
            to.emit(lo.Store(Int(lay.PHASE), Int(linking.table.phases.index(names[begin]))))
            to.emit(lo.Store(Int(lay.ACTIVE), Int(seat)))
            run(to, scene.run)
            to.emit(lo.Store(Int(at), Int(AT_REST)))
        else:
            if seat >= 0 and (len(way) <= 1 or _has_turns(way[-1])):
                assert course.begins is not None
                to.emit(lo.Store(Int(course.begins), Int(seat + 1)))
            if len(way) > 1:
                number = list(course.ways).index(way[-1].id) + 1
                to.emit(lo.Store(Int(course.way), Int(number)))
            for id, count in scene.rounds.items():
                to.emit(lo.Store(Int(course.done_before[id]), Int(count - 1)))
            for name in names[begin:]:
                write_phase(to, name)
        to.emit(lo.Finish())

    return write


def _has_turns(phase: ir.Phase) -> bool:
    return phase.turn is not None or any(_has_turns(inner) for inner in phase.phases)
