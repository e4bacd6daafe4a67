"""A bound game for one table becomes a program: layout, lowered rules, emitted Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.interpreter.backends.resumable import Stack, finish, stretched
from boardwright.interpreter.lower.analysis.budget import Budget, units_of
from boardwright.interpreter.lower.analysis.calls import offer_name, slot_name, study
from boardwright.interpreter.lower.analysis.number_reach import Reach
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.lower.course import (
    lower_main,
    lower_next_turn,
    lower_outcome,
    lower_phases,
)
from boardwright.interpreter.lower.course_words import allot_course
from boardwright.interpreter.lower.leaving import make_room
from boardwright.interpreter.lower.offers import (
    allot_limits,
    lower_offer,
    lower_offer_to_all,
)
from boardwright.interpreter.lower.primitives import add_primitives
from boardwright.interpreter.lower.rules import lower_rule, lower_slot
from boardwright.interpreter.lower.scenario_entry import Staging, lower_scenes, open_ways
from boardwright.interpreter.lower.values import lower_value
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine.bounded_places import bounded_places
from boardwright.interpreter.machine.frames import UnderWay
from boardwright.interpreter.machine.tidy import tidy
from boardwright.interpreter.machine.word_ranges import ANY, OfFrame
from boardwright.interpreter.program.program import Lowered, Program
from boardwright.interpreter.table import errors
from boardwright.interpreter.table.out_of_play import in_play
from boardwright.interpreter.table.table import Table
from boardwright.interpreter.table.table_limits import loops_too_deep

STACK_WORDS = 4096
# Routines that may always ask, whatever is in them.
_ASK = ("phase:", "turn:", "offers:", "offer:", "scene:")


def link(table: Table, staging: Staging | None = None) -> Program:
    """Makes the program. Nothing of it depends on a seed."""
    seated, game = table, table.game
    if staging is None:
        game = in_play(table)
        table = replace(table, game=game)
    starts = {note.id: _start(table, note) for note in game.notes.values()}
    bounded = bounded_places(table, staging)
    reach = Reach(table, staging)
    layout = lay.lay_out(table, starts, reach.numbers(), bounded)
    hooks: dict[str, list[ir.Hook]] = {}
    for hook in game.hooks:
        hooks.setdefault(f"rule:{hook.rule}", []).append(hook)
    bodies = _bodies(game)
    if staging is not None:
        bodies.update(staging.bodies())
    calls = study(game, bodies, _by_routine(game, hooks))
    always = {
        "main",
        *(n for n in bodies if n.startswith(_ASK)),
    }
    calls = calls.with_asks(_asking_callers(game, bodies, hooks, calls.asks | always))
    linking = Linking(game, table, layout, calls, reach)
    drops = [
        node
        for node in nodes((*bodies.values(), *(h.body for h in game.hooks)))
        if isinstance(node, ir.DropOut)
    ]
    linking.drops_out = bool(drops)
    make_room(layout, (node.phase for node in drops if node.phase is not None))
    linking.shuffles = any(
        isinstance(n, ir.Shuffle) for n in nodes((*bodies.values(), *(h.body for h in game.hooks)))
    )
    linking.turns_back = (
        staging is not None
        or any(not phase.clockwise for phase in _phases(game.course))
        or any(
            isinstance(n, ir.SetNote | ir.AddNote) and n.note == "direction"
            for n in nodes((*bodies.values(), *(h.body for h in game.hooks)))
        )
    )
    linking.modified = frozenset(modifier.value for modifier in game.modifiers)
    linking.hooks = hooks
    linking.course = allot_course(layout, game.course)
    if staging is not None:
        linking.course = open_ways(linking, staging)
    allot_limits(linking)
    add_primitives(linking)
    modifiers: dict[str, list[ir.Modifier]] = {}
    for modifier in game.modifiers:
        modifiers.setdefault(modifier.value, []).append(modifier)
    for value in game.values.values():
        lower_value(linking, value, modifiers.get(value.id, []))
    for rule in game.rules.values():
        lower_rule(linking, rule)
    for definition in _definitions(game):
        for slot in definition.slots.values():
            lower_slot(linking, definition.kind, definition, slot)
    parts = (*bodies.values(), *(hook.body for hook in game.hooks))
    opened = {offer_name(n) for n in nodes(parts) if isinstance(n, ir.Open)}
    for offer in game.offers.values():
        lower_offer(linking, offer)
        if f"offers:{offer.id}" in opened:
            lower_offer_to_all(linking, offer)
        if f"offer:{offer.id}~secretly" in opened:
            lower_offer(linking, offer, "~secretly")
        if f"offers:{offer.id}~secretly" in opened:
            lower_offer_to_all(linking, offer, "~secretly")
    lower_next_turn(linking)
    lower_phases(linking, game.course)
    lower_outcome(linking, game.outcome)
    lower_main(linking, game.course)
    at = lower_scenes(linking, staging) if staging is not None else 0
    height = layout.words(
        OfFrame(ANY), 1, "how much lies on the stack of rules that were entered again"
    )
    room = STACK_WORDS if calls.rings & calls.asks else 1
    base = layout.words(OfFrame(ANY), room, "the stack of rules that were entered again")
    fault = linking.fault(errors.TOO_DEEP, "rules call each other too deeply", game.outcome.span)
    tidy(linking.functions.values(), linking.blocks)
    _count_steps(linking)
    stack = Stack(layout, height, base, room, fault)
    under_way = finish(linking.routines, layout, stack, linking.local_ranges)
    lowered = Lowered(
        dict(linking.functions), [b for r in linking.routines.values() for b in r.blocks]
    )
    return Program(
        table=seated,
        layout=layout,
        starts=starts,
        function_names=tuple(linking.functions),
        tables=dict(linking.tables),
        sites=tuple(linking.sites),
        events=tuple(linking.events),
        faults=tuple(linking.faults),
        entry=linking.routines["main"].entry,
        ties=len(game.outcome.ties),
        has_wins=game.outcome.wins is not None,
        scenes=tuple(
            linking.routines[f"scene:{n}"].entry
            for n in range(0 if staging is None else len(staging.scenes))
        ),
        stage=at,
        frames=stretched([*stack.words, *(w for r in linking.routines.values() for w in r.frame)]),
        under_way=UnderWay(under_way, height, base, room),
        _lowered=lambda: lowered,
    )


def _count_steps(linking: Linking) -> None:
    game, table = linking.game, linking.table

    def fault(name: str) -> int:
        sort, _, id = name.partition(":")
        named = {"rule": game.rules, "value": game.values, "offer": game.offers}
        of = named.get(sort, {}).get(id.split("~")[0], game.outcome)
        return linking.fault(errors.TOO_MANY_STEPS, "too many steps between two decisions", of.span)

    routines = {r.name: (r.entry, r.blocks) for r in linking.routines.values()}
    budget = Budget(table.most, linking.tables, fault, lambda: loops_too_deep(game))
    budget.count(units_of(linking.functions, routines))


def _definitions(game: ir.Game) -> Iterable[ir.Definition]:
    for kind in game.kinds.values():
        yield from kind.definitions
    for space in game.spaces.values():
        yield from space.definitions


def _bodies(game: ir.Game) -> dict[str, object]:
    """The body of everything that can be entered by name."""
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
    for phase in _phases(game.course):
        bodies[f"phase:{phase.id}"] = (phase.steps or (), phase.turn or ())
        if phase.turn is not None:
            bodies[f"turn:{phase.id}"] = phase.turn
    return bodies


def _phases(phases: tuple[ir.Phase, ...]) -> Iterable[ir.Phase]:
    for phase in phases:
        yield phase
        yield from _phases(phase.phases)


def _by_routine(game: ir.Game, hooks: dict[str, list[ir.Hook]]) -> dict[str, list[ir.Hook]]:
    found = dict(hooks)
    for phase in _phases(game.course):
        found[f"phase:{phase.id}"] = hooks.get(f"rule:{phase.id}", [])
        found[f"turn:{phase.id}"] = hooks.get("rule:turn", [])
    return found


def _asking_callers(
    game: ir.Game,
    bodies: Mapping[str, object],
    hooks: dict[str, list[ir.Hook]],
    asks: frozenset[str] | set[str],
) -> set[str]:
    """Offers ask by themselves, whatever is in them: so does everything that opens one."""
    from boardwright.interpreter.lower.analysis.calls import callees

    found = set(asks)
    by_routine = _by_routine(game, hooks)
    changed = True
    while changed:
        changed = False
        for name, body in bodies.items():
            if name in found:
                continue
            parts = [body, *(hook.body for hook in by_routine.get(name, ()))]
            if any(other in found for part in parts for other in callees(game, part)):
                found.add(name)
                changed = True
    return found


def _start(table: Table, note: ir.Note) -> int:
    """The first value of a note, known at the table."""
    from boardwright.dsl.language.types import SetType, SpaceType
    from boardwright.interpreter.table.table_values import Facts

    if note.start is None:
        return 0
    if isinstance(note.type, SetType):
        return 0
    if isinstance(note.start, ir.Seat):
        return table.seat_named(note.start.id)
    if isinstance(note.start, ir.SpaceNamed):
        found = table.space_named(note.start.id, note.start.kind)
        return found[0] if found else 0
    assert not isinstance(note.type, SpaceType)
    return Facts(table.game, table.players, table.options).number(note.start, {})
