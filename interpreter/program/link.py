"""A bound game for one table becomes a program: layout, lowered rules, emitted Python."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.interpreter.backends.resumable import Stack, finish, stretched
from boardwright.interpreter.lower.analysis.budget import Budget, units_of
from boardwright.interpreter.lower.analysis.calls import offer_name, slot_name, study
from boardwright.interpreter.lower.analysis.course_words import all_phases, allot_course
from boardwright.interpreter.lower.analysis.number_reach import Reach
from boardwright.interpreter.lower.builtins.leaving import make_room
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.lower.course import (
    lower_main,
    lower_next_turn,
    lower_outcome,
    lower_phases,
)
from boardwright.interpreter.lower.offers import (
    allot_limits,
    lower_offer,
    lower_offer_to_all,
)
from boardwright.interpreter.lower.primitives import add_primitives
from boardwright.interpreter.lower.rules import lower_rule, lower_slot, lower_usables
from boardwright.interpreter.lower.scenario_entry import Staging, lower_scenes, open_ways
from boardwright.interpreter.lower.values import lower_invariants, lower_value
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.bounded_places import bounded_places
from boardwright.interpreter.machine.frames import Frame, UnderWay
from boardwright.interpreter.machine.tidy import tidy
from boardwright.interpreter.machine.word_ranges import ANY, OfFrame
from boardwright.interpreter.program.program import Lowered, Program
from boardwright.interpreter.table import errors
from boardwright.interpreter.table.out_of_play import in_play
from boardwright.interpreter.table.table import Table
from boardwright.interpreter.table.table_limits import loops_too_deep

STACK_WORDS = 4096
# Routines that may always ask, whatever they contain.
_ASK = ("phase:", "turn:", "offers:", "offer:", "scene:")

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Work:
    """The state that passes hand on. `seated` is the table with the whole game, `starts` are the first values of notes,
    `stage` is the word for the progress of a scene; `stack` and `frames` are known when all rules are lowered.
    """

    seated: Table
    staging: Staging | None
    starts: Mapping[str, int]
    bodies: Mapping[str, object]  # of everything that is called by name
    linking: Linking
    stage: int = 0
    stack: Stack | None = None
    frames: Mapping[str, Frame] = field(default_factory=dict)

    def knowing(self, linking: Linking) -> _Work:
        return replace(self, linking=linking)

    def nodes(self) -> Iterator[object]:
        """All nodes of rules and hooks."""
        return nodes((*self.bodies.values(), *(hook.body for hook in self.linking.game.hooks)))


def link(
    table: Table,
    staging: Staging | None = None,
    *,
    telling: bool = False,
    telling_all: bool = False,
    judging: bool = False,
) -> Program:
    """Makes the program. Nothing of it depends on a seed. One that is `telling` says what happens; see `marks.py`. One that
    is `judging` has functions for the invariants of the game, which cost play nothing.
    """
    steps = link_by_passes(
        table, staging, telling=telling, telling_all=telling_all, judging=judging
    )
    return finished(steps)


def link_by_passes(
    table: Table,
    staging: Staging | None = None,
    *,
    telling: bool = False,
    telling_all: bool = False,
    judging: bool = False,
) -> Generator[None, None, Program]:
    """Makes the program as `link` does, with a pause after each pass for whoever has something more urgent to do."""
    work = _begin(table, staging, judging)
    work = work.knowing(
        replace(work.linking, telling=telling or telling_all, telling_all=telling_all)
    )
    for run in PASSES:
        yield
        work = run(work)
    yield
    return _end(work)


def finished(steps: Generator[None, None, T]) -> T:
    """The result of work that makes pauses, without the pauses."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


def _begin(table: Table, staging: Staging | None, judging: bool) -> _Work:
    """Makes the layout for everything in play. Scenes may bring anything into play."""
    seated = table
    if not judging:
        table = replace(table, game=replace(table.game, invariants=()))
    if staging is None:
        table = replace(table, game=in_play(table))
    game, reach = table.game, Reach(table, staging)
    starts = {note.id: _start(table, note) for note in game.notes.values()}
    bounded = bounded_places(table, staging)
    layout = lay.lay_out(table, starts, reach.numbers(), bounded)
    bodies = _bodies(game) | ({} if staging is None else staging.bodies())
    hooks = _hooks(game)
    always = ("main", *(name for name in bodies if name.startswith(_ASK)))
    calls = study(game, bodies, hooks, always)
    linking = Linking(game, table, layout, calls, reach, hooks)
    return _Work(seated=seated, staging=staging, starts=starts, bodies=bodies, linking=linking)


# ---- before lowering


def _note_what_happens(work: _Work) -> _Work:
    """Notes what may happen, so that nothing else costs time."""
    game = work.linking.game
    return work.knowing(
        replace(
            work.linking,
            modified=frozenset(modifier.value for modifier in game.modifiers),
            drops_out=any(isinstance(node, ir.DropOut) for node in work.nodes()),
            shuffles=any(isinstance(node, ir.Shuffle) for node in work.nodes()),
            turns_back=work.staging is not None
            or any(not phase.clockwise for phase in all_phases(game.course))
            or any(
                isinstance(node, ir.SetNote | ir.AddNote) and node.note == "direction"
                for node in work.nodes()
            ),
        )
    )


def _make_room_for_leavers(work: _Work) -> _Work:
    drops = (node for node in work.nodes() if isinstance(node, ir.DropOut))
    make_room(work.linking.layout, (s.phase for s in drops if s.phase is not None))
    return work


def _allot_course(work: _Work) -> _Work:
    linking = work.linking
    course = allot_course(linking.layout, linking.game.course)
    if work.staging is not None:
        course = open_ways(linking, course, work.staging)
    return work.knowing(replace(linking, course=course))


def _allot_limits(work: _Work) -> _Work:
    return work.knowing(replace(work.linking, limits=allot_limits(work.linking)))


# ---- rules


def _add_primitives(work: _Work) -> _Work:
    add_primitives(work.linking)
    return work


def _lower_values(work: _Work) -> _Work:
    game = work.linking.game
    modifiers: dict[str, list[ir.Modifier]] = {}
    for modifier in game.modifiers:
        modifiers.setdefault(modifier.value, []).append(modifier)
    for value in game.values.values():
        lower_value(work.linking, value, modifiers.get(value.id, []))
    return work


def _lower_rules(work: _Work) -> _Work:
    for rule in work.linking.game.rules.values():
        lower_rule(work.linking, rule)
    for definition in _definitions(work.linking.game):
        for slot in definition.slots.values():
            lower_slot(work.linking, definition.kind, definition, slot)
    return work


def _lower_offers(work: _Work) -> _Work:
    """Lowers each offer for one player, and for the other ways in which it is opened."""
    linking = work.linking
    opened = {offer_name(node) for node in work.nodes() if isinstance(node, ir.Open)}
    for offer in linking.game.offers.values():
        lower_offer(linking, offer)
        if f"offers:{offer.id}" in opened:
            lower_offer_to_all(linking, offer)
        if f"offer:{offer.id}~secretly" in opened:
            lower_offer(linking, offer, "~secretly")
        if f"offers:{offer.id}~secretly" in opened:
            lower_offer_to_all(linking, offer, "~secretly")
    return work


def _lower_course(work: _Work) -> _Work:
    linking, game = work.linking, work.linking.game
    lower_next_turn(linking)
    lower_phases(linking, game.course)
    lower_outcome(linking, game.outcome)
    lower_invariants(linking)
    lower_main(linking, game.course)
    return work


def _lower_scenes(work: _Work) -> _Work:
    if work.staging is None:
        return work
    return replace(work, stage=lower_scenes(work.linking, work.staging))


def _lower_usables(work: _Work) -> _Work:
    lower_usables(work.linking)
    return work


# ---- the program as a whole


def _allot_stack(work: _Work) -> _Work:
    """Allots the stack for frames of rules that are entered again."""
    layout, calls = work.linking.layout, work.linking.calls
    height = layout.words(OfFrame(ANY), 1, "the height of the stack for rules that call themselves")
    room = STACK_WORDS if calls.rings & calls.asks else 1
    base = layout.words(OfFrame(ANY), room, "the stack for rules that call themselves")
    end = work.linking.game.outcome.span
    fault = work.linking.fault(errors.TOO_DEEP, "rules call each other too deeply", end)
    return replace(work, stack=Stack(layout, height, base, room, fault))


def _tidy(work: _Work) -> _Work:
    tidy(work.linking.functions.values(), work.linking.blocks)
    return work


def _count_steps(work: _Work) -> _Work:
    linking, game, table = work.linking, work.linking.game, work.linking.table

    def fault(name: str) -> int:
        sort, _, id = name.partition(":")
        named = {"rule": game.rules, "value": game.values, "offer": game.offers}
        of = named.get(sort, {}).get(id.split("~")[0], game.outcome)
        return linking.fault(errors.TOO_MANY_STEPS, "too many steps between two decisions", of.span)

    routines = {r.name: (r.entry, r.blocks) for r in linking.routines.values()}
    budget = Budget(table.most, linking.tables, fault, lambda: loops_too_deep(game))
    budget.count(units_of(linking.functions, routines))
    return work


def _keep_what_waits(work: _Work) -> _Work:
    """Allots words to locals that live across a decision."""
    assert work.stack is not None
    linking = work.linking
    frames = finish(linking.routines, linking.layout, work.stack, linking.local_ranges)
    return replace(work, frames=frames)


PASSES: tuple[Callable[[_Work], _Work], ...] = (
    _note_what_happens,
    _make_room_for_leavers,
    _allot_course,
    _allot_limits,
    _add_primitives,
    _lower_values,
    _lower_rules,
    _lower_offers,
    _lower_course,
    _lower_scenes,
    _lower_usables,
    _allot_stack,
    _tidy,
    _count_steps,
    _keep_what_waits,
)
"""The passes from a table to a program. Each uses the results of those before it; words are allotted in this order."""


def _end(work: _Work) -> Program:
    """Makes the program, after all passes."""
    assert work.stack is not None
    linking, stack, outcome = work.linking, work.stack, work.linking.game.outcome
    routines = linking.routines
    blocks = [block for routine in routines.values() for block in routine.blocks]
    lowered = Lowered(dict(linking.functions), blocks)
    scenes = () if work.staging is None else work.staging.scenes
    frames = (word for routine in routines.values() for word in routine.frame)
    return Program(
        table=work.seated,
        layout=linking.layout,
        starts=work.starts,
        function_names=tuple(linking.functions),
        tables=dict(linking.tables),
        sites=tuple(linking.sites),
        events=tuple(linking.events),
        marks=tuple(linking.marks),
        faults=tuple(linking.faults),
        entry=routines["main"].entry,
        ties=len(outcome.ties),
        has_wins=outcome.wins is not None,
        scenes=tuple(routines[f"scene:{n}"].entry for n in range(len(scenes))),
        stage=work.stage,
        frames=stretched([*stack.words, *frames]),
        under_way=UnderWay(work.frames, stack.height, stack.base, stack.limit),
        _lowered=lambda: lowered,
    )


def _definitions(game: ir.Game) -> Iterable[ir.Definition]:
    for kind in game.kinds.values():
        yield from kind.definitions
    for space in game.spaces.values():
        yield from space.definitions


def _bodies(game: ir.Game) -> dict[str, object]:
    """The body of everything that can be called by name."""
    bodies: dict[str, object] = {f"rule:{rule.id}": rule.body for rule in game.rules.values()}
    bodies["rule:next_turn"] = ()
    for definition in _definitions(game):
        for slot in definition.slots.values():
            bodies[slot_name(definition.kind, definition.id, slot.id)] = slot.body
    for offer in game.offers.values():
        slots = tuple(
            definition.slots[s].body
            for definition in _definitions(game)
            for k, d, s in offer.slots
            if (k, d) == (definition.kind, definition.id)
        )
        entries = tuple(entry.body for entry in offer.entries)
        for way in ("offer", "offers"):
            for secretly in ("", "~secretly"):
                bodies[f"{way}:{offer.id}{secretly}"] = (*entries, *slots)
    for phase in all_phases(game.course):
        bodies[f"phase:{phase.id}"] = (phase.steps or (), phase.turn or ())
        if phase.turn is not None:
            bodies[f"turn:{phase.id}"] = phase.turn
    return bodies


def _hooks(game: ir.Game) -> dict[str, list[ir.Hook]]:
    """The hooks on each routine, in order."""
    found: dict[str, list[ir.Hook]] = {}
    for hook in game.hooks:
        found.setdefault(f"rule:{hook.rule}", []).append(hook)
    for each in _definitions(game):
        for slot in each.slots:
            on_effect = game.hooks_on_effect(each.kind, each.id, slot)
            if on_effect:
                found[slot_name(each.kind, each.id, slot)] = on_effect
    for phase in all_phases(game.course):
        found[f"phase:{phase.id}"] = found.get(f"rule:{phase.id}", [])
        found[f"turn:{phase.id}"] = found.get("rule:turn", [])
    return found


def _start(table: Table, note: ir.Note) -> int:
    """The first value of a note, which is known at the table."""
    from boardwright.dsl.language.types import SetType, SpaceType, word_for_nothing
    from boardwright.interpreter.table.table_values import Facts

    if note.start is None:
        return 0
    if isinstance(note.type, SetType):
        return 0
    if isinstance(note.start, ir.Nothing):
        return word_for_nothing(note.type)
    if isinstance(note.start, ir.Seat):
        return table.seat_named(note.start.id)
    if isinstance(note.start, ir.SpaceNamed):
        found = table.space_named(note.start.id, note.start.kind)
        return found[0] if found else 0
    assert not isinstance(note.type, SpaceType)
    return Facts(table.game, table.players, table.options).number(note.start, {})
