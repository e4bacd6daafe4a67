"""Lists everything in a game that runs or is evaluated: rules, hooks, effects, entries, phases, values, conditions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import everything, phases_in


@dataclass(frozen=True, slots=True, eq=False)
class Routine:
    """A body with the condition under which it runs. `key` is unique. In the clauses of a `definition`, `it` is the piece or
    space. An `offered` body is picked from an offer, which shows it only if its first choice has an answer. `nobody` is the
    name of who acts, where nobody does.
    """

    key: str
    body: ir.Body
    when: ir.Expr | None = None
    it: ir.Var | None = None
    definition: tuple[str, str] | None = None
    offered: bool = False
    nobody: ir.Var | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """An expression by itself. It is a `condition` if something depends on its truth, and an `until` if a phase ends when it is
    true. It is evaluated only if `given` is true. `nobody` is the name of who acts, where nobody does.
    """

    expr: ir.Expr
    condition: bool = True
    it: ir.Var | None = None
    definition: tuple[str, str] | None = None
    given: ir.Expr | None = None
    until: bool = False
    nobody: ir.Var | None = None


def slot_key(kind: str, definition: str, slot: str) -> str:
    """Returns the key of an effect of a piece or space."""
    return f"slot {slot} of {kind} {definition}"


def entry_key(offer: str, entry: ir.OfferEntry) -> str:
    """Returns the key of an entry of an offer."""
    return f"entry {entry.id} of {offer} {' '.join(entry.definition or ())}"


def routines(game: ir.Game) -> dict[str, Routine]:
    """Returns everything that runs, by key."""
    found: list[Routine] = []
    of_nobody = _names_of_nobody(game)

    def nobody(me: ir.Var) -> ir.Var | None:
        return me if me.id in of_nobody else None

    for phase in phases_in(game.course):
        if phase.steps is not None:
            found.append(Routine(f"steps {phase.id}", phase.steps, nobody=phase.me))
        if phase.turn is not None:
            found.append(Routine(f"turn {phase.id}", phase.turn))
    found += [
        Routine(f"rule {rule.id}", rule.body, nobody=nobody(rule.me))
        for rule in game.rules.values()
    ]
    found += [
        Routine(
            f"hook {hook.id}",
            hook.body,
            hook.when,
            hook.it,
            hook.definition,
            nobody=nobody(hook.me),
        )
        for hook in game.hooks
    ]
    found += _effects(game)
    found += [
        Routine(
            entry_key(offer.id, entry),
            entry.body,
            entry.when,
            entry.it,
            entry.definition,
            offered=not entry.closes,
        )
        for offer in game.offers.values()
        for entry in offer.entries
    ]
    return {each.key: each for each in found}


def _names_of_nobody(game: ir.Game) -> set[int]:
    """Returns the `me` of steps, of hooks on phases, and of what is only called from there, where nobody acts."""
    phases = list(phases_in(game.course))
    found = {phase.me.id for phase in phases if phase.turn is None}
    own = [hook for hook in game.hooks if hook.definition is None]
    found |= {hook.me.id for hook in own if hook.rule in {phase.id for phase in phases}}
    callers: dict[str, list[int | None]] = {}
    for node in everything(game):
        if isinstance(node, ir.CallRule):
            me = node.me.var.id if isinstance(node.me, ir.Local) else None
            callers.setdefault(node.rule, []).append(me)
    waiting = [game.rules[id] for id in callers]
    while True:
        further = [
            rule
            for rule in waiting
            if rule.me.id not in found and all(me in found for me in callers[rule.id])
        ]
        if not further:
            return found
        called = {rule.id for rule in further}
        found |= {rule.me.id for rule in further}
        found |= {hook.me.id for hook in own if hook.rule in called}


def _effects(game: ir.Game) -> Iterator[Routine]:
    """Yields the effects of pieces and spaces."""
    for each in game.definitions:
        for slot in each.slots.values():
            key, definition = slot_key(each.kind, each.id, slot.id), (each.kind, each.id)
            offered = bool(slot.offered_in)
            yield Routine(key, slot.body, slot.when, slot.it, definition, offered)


def questions(game: ir.Game) -> Iterator[tuple[str, Question]]:
    """Yields all expressions by themselves, with the key of their owner: a value, a phase, or empty."""
    for value in game.values.values():
        yield f"value {value.id}", Question(value.base, condition=False)
    for each in game.modifiers:
        key = f"value {each.value}"
        if each.when is not None:
            yield key, Question(each.when, True, each.it, each.definition)
        yield key, Question(each.operand, False, each.it, each.definition, each.when)
    for phase in phases_in(game.course):
        key = f"phase {phase.id}"
        for end in (phase.until, phase.repeat_until):
            if end is not None:
                yield (
                    key,
                    Question(end, until=True, nobody=phase.me if phase.turn is None else None),
                )
        for expr in (phase.repeat, phase.rounds, phase.first, phase.without):
            if expr is not None:
                yield key, Question(expr, condition=False, nobody=phase.me)
    for condition in _conditions(game):
        if condition is not None:
            yield "", Question(condition)
    plain = [note.start for note in game.notes.values() if note.start is not None]
    if game.outcome.worth is not None:
        plain.append(game.outcome.worth)
    for expr in (*plain, game.outcome.score, *(tie for _, tie in game.outcome.ties)):
        yield "", Question(expr, condition=False)


def _conditions(game: ir.Game) -> Iterator[ir.Expr | None]:
    """Yields the conditions that may be evaluated at any time."""
    for kind in game.owners:
        yield kind.in_force
        yield from (each.in_force for each in kind.definitions)
        if isinstance(kind, ir.SpaceKind):
            yield kind.in_play
    yield from (place.visible_when for place in game.places.values())
    yield from (each.condition for each in game.conditions)
    yield from (each.condition for each in game.invariants)
    yield from game.in_play.values()
    yield game.outcome.wins


def hooks_on(game: ir.Game) -> Mapping[str, list[ir.Hook]]:
    """Returns the hooks on each rule, phase, `turn` and `next_turn`."""
    found: dict[str, list[ir.Hook]] = {}
    for hook in game.hooks:
        found.setdefault(hook.rule, []).append(hook)
    return found
