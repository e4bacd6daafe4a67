"""Walks once over a whole game, with what is known at each place. The checks read what it finds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from boardwright.dsl.language.types import NumberType
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes, phases_in
from boardwright.validators.reasoning.component_counts import Extents
from boardwright.validators.reasoning.effects import Effects
from boardwright.validators.reasoning.flow import Walker
from boardwright.validators.reasoning.ranges import ValueRange, between, one_of
from boardwright.validators.reasoning.reasoning import Reasoner
from boardwright.validators.reasoning.routines import questions
from boardwright.validators.reasoning.sightings import Survey
from boardwright.validators.subject.subject import Subject


@lru_cache(maxsize=1)
def survey(subject: Subject) -> Survey:
    """Returns the survey of a ruleset, which all checks share."""
    return survey_of(subject.game)


def survey_of(game: ir.Game, keep_values: bool = False) -> Survey:
    """Returns the survey of a bound game."""
    extents = Extents(game)
    reasoner = Reasoner(game, extents)
    effects = Effects(game)
    contexts = _contexts(game, effects)
    for note in game.notes.values():
        if isinstance(note.type, NumberType) and note.start is not None:
            extents.starts[note.id] = reasoner.single(note.start, reasoner.start)
    candidates = _never_below_zero_at_first(game, extents.starts)
    while True:
        # The walk assumes that no candidate ever falls below zero. Those that might are dropped, and the walk starts again.
        # What is left is true by induction.
        extents.notes = {id: between(0, game.notes[id].high) for id in candidates}
        reasoner.forget()
        found = Survey(game, extents, reasoner, effects, values={} if keep_values else None)
        _walk(found, contexts)
        falling = {id for id, values in found.written if id in candidates and values.low < 0}
        if not falling:
            return found
        candidates -= falling


def _never_below_zero_at_first(game: ir.Game, starts: Mapping[str, ValueRange]) -> set[str]:
    return {
        note.id
        for note in game.notes.values()
        if isinstance(note.type, NumberType)
        and note.low < 0
        and note.id in starts
        and starts[note.id].low >= 0
    }


def _walk(found: Survey, contexts: Mapping[str, ValueRange]) -> None:
    for routine in found.effects.routines.values():
        Walker(found, routine, contexts.get(routine.key)).routine()
    for key, question in questions(found.game):
        Walker(found, None, contexts.get(key)).question(question)


def _contexts(game: ir.Game, effects: Effects) -> dict[str, ValueRange]:
    """Returns for each routine, value and phase the phases in which it can run or be used; none if it never is."""
    order = {id: index for index, id in enumerate(game.varieties["phase"].members)}
    parts: list[tuple[str, object]] = [
        (of.key, (of.when, of.body)) for of in effects.routines.values()
    ]
    parts += [(key, question.expr) for key, question in questions(game)]
    asking: dict[str, set[str]] = {}
    for key, part in parts:
        asking.setdefault(key, set()).update(f"value {value}" for value in _asked(part))
    found = {key: set(ids) for key, ids in effects.phases_of().items()}
    for phase in phases_in(game.course):
        # A phase checks for its end in its inner phases, too.
        found[f"phase {phase.id}"] = {each.id for each in phases_in((phase,))}
    found[""] = set(order)  # what belongs to no phase is asked at any time
    waiting = list(found)
    while waiting:
        key = waiting.pop()
        for asked in asking.get(key, ()):
            there = found.setdefault(asked, set())
            if not found[key] <= there:
                there |= found[key]
                waiting.append(asked)
    contexts: dict[str, ValueRange] = {}
    for key, ids in found.items():
        values = one_of(order[id] for id in ids if id in order)
        if values is not None and len(ids) < len(order):
            contexts[key] = values
    return contexts


def _asked(part: object) -> Iterator[str]:
    return (node.value for node in nodes(part) if isinstance(node, ir.ValueCall))
