"""What may happen when something runs: what it changes, what conditions read, and what it calls.

It errs on one side only: what is not listed as a change surely does not change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from boardwright.dsl.language.types import PieceType, SetType, SpaceType, Type, ZoneType, kinds_of
from boardwright.dsl.language.words import TURN_RULES
from boardwright.dsl.rules import ir, touches
from boardwright.dsl.rules.touches import Part, Touches
from boardwright.dsl.rules.walk import beginning, nodes, phases_in
from boardwright.validators.reasoning.facts import PossibleChanges, kinds_meant
from boardwright.validators.reasoning.routines import (
    Routine,
    entry_key,
    hooks_on,
    routines,
    slot_key,
)

_COURSE = ("active_player", "last_player", "phase", "round", "turn_number", "direction")


@dataclass(slots=True)
class Effects:
    """The effects of one game. `calls` has for each routine those that it may call, hooks included."""

    game: ir.Game
    routines: dict[str, Routine] = field(default_factory=dict)
    hooks: Mapping[str, list[ir.Hook]] = field(default_factory=dict)
    calls: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _written: dict[str, frozenset[Part]] = field(default_factory=dict)
    changes: dict[int, PossibleChanges] = field(
        default_factory=dict
    )  # of statements and bodies of the game, by id
    _ends: dict[str, bool] = field(default_factory=dict)
    _by_asker: dict[str, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.routines = routines(self.game)
        self.hooks = hooks_on(self.game)
        self.calls = {
            key: tuple(dict.fromkeys(self.callees(routine.body, self.rule_of(key))))
            for key, routine in self.routines.items()
        }

    def rule_of(self, key: str) -> str | None:
        """Returns the rule that `original` means in this routine."""
        if not key.startswith("hook "):
            return None
        return next(hook.rule for hook in self.game.hooks if f"hook {hook.id}" == key)

    def callees(self, body: object, original: str | None = None) -> Iterator[str]:
        """Yields the routines that a body may call directly: rules with their hooks, effects, entries."""
        for node in nodes(body):
            called = node.calls if isinstance(node, ir.Statement) else None
            match called:
                case touches.CalledRule(rule=rule):
                    yield from self.of_rule(getattr(node, rule))
                case touches.CalledOriginal():
                    if original is not None:
                        yield from self.of_rule(original)
                case touches.CalledSlot(slot=slot, subject=subject):
                    yield from self._performed(getattr(node, slot), getattr(node, subject))
                case touches.CalledOffer(offer=offer):
                    yield from self._opened(getattr(node, offer))
                case None:
                    pass

    def of_rule(self, rule: str) -> Iterator[str]:
        """Yields what runs when a rule, an effect, a phase, `turn` or `next_turn` does."""
        if rule in self.game.rules:
            yield f"rule {rule}"
        elif " of " in rule:
            slot, _, kind = rule.partition(" of ")
            yield from self._effects(kind, slot)
        elif rule == "turn":
            yield from (f"turn {p.id}" for p in phases_in(self.game.course) if p.turn is not None)
        elif rule not in TURN_RULES:
            phase = next(p for p in phases_in(self.game.course) if p.id == rule)
            yield from self.of_phase(phase)
        for hook in self.hooks.get(rule, ()):
            yield f"hook {hook.id}"

    def of_phase(self, phase: ir.Phase) -> Iterator[str]:
        """Yields what runs in a phase, with its turns and inner phases, but not around it."""
        for each in phases_in((phase,)):
            if each.steps is not None:
                yield f"steps {each.id}"
            if each.turn is not None:
                yield f"turn {each.id}"
                for rule in TURN_RULES:
                    yield from (f"hook {hook.id}" for hook in self.hooks.get(rule, ()))
            if each is not phase:
                yield from (f"hook {hook.id}" for hook in self.hooks.get(each.id, ()))

    def _performed(self, slot: str, subject: ir.Expr) -> Iterator[str]:
        for kind in kinds_of(subject.type):
            yield from self.of_rule(ir.effect_rule(kind, slot))

    def _effects(self, kind: str, slot: str) -> Iterator[str]:
        of: ir.Kind | ir.SpaceKind = self.game.kinds.get(kind) or self.game.spaces[kind]
        for each in of.definitions:
            if slot in each.slots:
                yield slot_key(kind, each.id, slot)

    def _opened(self, offer: str) -> Iterator[str]:
        for entry in self.game.offers[offer].entries:
            yield entry_key(offer, entry)
        for kind, definition, slot in self.game.offers[offer].slots:
            yield slot_key(kind, definition, slot)
            for hook in self.game.hooks_on_effect(kind, definition, slot):
                yield f"hook {hook.id}"

    def reached(self, start: Iterable[str]) -> list[str]:
        """Returns these routines and all that they may call."""
        found = dict.fromkeys(start)
        waiting = list(found)
        while waiting:
            for key in self.calls[waiting.pop()]:
                if key not in found:
                    found[key] = None
                    waiting.append(key)
        return list(found)

    def surely_ends(self, body: ir.Body) -> bool:
        """Whether the game always ends in a body."""
        for node in body:
            match node:
                case ir.EndGame():
                    return True
                case ir.Stop():
                    return False
                case ir.CallRule(rule=rule) if self._rule_ends(rule):
                    return True
                case ir.As(body=inner) if self.surely_ends(inner):
                    return True
                case ir.If(body=inner, otherwise=other):
                    if self.surely_ends(inner) and self.surely_ends(other):
                        return True
                case _:
                    pass
        return False

    def _rule_ends(self, rule: str) -> bool:
        if rule not in self._ends:
            self._ends[rule] = False  # if the rule calls itself
            replaced = any(hook.moment == "instead" for hook in self.hooks.get(rule, ()))
            self._ends[rule] = not replaced and self.surely_ends(self.game.rules[rule].body)
        return self._ends[rule]

    # ---- what is changed

    def changed_by(self, body: object, original: str | None = None) -> set[Part]:
        """Returns the parts of the position that a body may change, with all that it calls."""
        found = set(self._changes(body))
        for key in self.reached(self.callees(body, original)):
            if key not in self._written:
                self._written[key] = frozenset(self._changes(self.routines[key].body))
            found |= self._written[key]
            if key.startswith("rule "):
                found.update(self.cleared(key.removeprefix("rule ")))
        return found

    def cleared(self, lasts: str) -> Iterator[Part]:
        """Yields the notes that are reset when a time or a rule begins."""
        return (("note", note.id) for note in self.game.notes.values() if note.lasts == lasts)

    def _changes(self, body: object) -> Iterator[Part]:
        for node in nodes(body):
            if isinstance(node, ir.Statement):
                yield from self._parts(node, node.changes)

    # ---- what is read

    def read_by(self, expr: object) -> set[Part]:
        """Returns the parts of the position on which an expression may depend."""
        found: set[Part] = set()
        waiting = [expr]
        asked: set[str] = set()
        unasked: set[int] = set()  # askers of values that do not depend on the asker
        while waiting:
            for node in nodes(waiting.pop()):
                if isinstance(node, ir.ValueCall):
                    if not self.depends_on_asker(node.value):
                        unasked.add(id(node.me))
                    if node.value not in asked:
                        asked.add(node.value)
                        found |= self._value_reads(node.value, waiting)
                elif isinstance(node, ir.After):
                    found |= self.changed_by(node.call)
                    called = self.reached(self.callees(node.call))
                    keys = [key for key in called if key not in asked]
                    asked.update(keys)
                    waiting.extend(self.routines[key].body for key in keys)
                elif isinstance(node, ir.Usable):
                    found.update(("pieces", kind) for kind in kinds_meant(node.subject))
                    if (asked_of := f"{node.slot} {node.subject.type}") not in asked:
                        asked.add(asked_of)
                        for slot in self.game.effects_of(kinds_of(node.subject.type), node.slot):
                            waiting.extend((slot.when, *beginning(slot.body)))
                elif isinstance(node, ir.Typed) and id(node) not in unasked:
                    found.update(self._parts(node, node.reads))
        return found

    def depends_on_asker(self, value: str) -> bool:
        """Whether a value may depend on its asker, because cards with an owner modify it."""
        if value not in self._by_asker:
            of = self.game.values[value]
            self._by_asker[value] = ("name", of.me.id) in self.read_by(of.base) or any(
                modifier.definition is not None
                or ("name", modifier.me.id) in self.read_by((modifier.when, modifier.operand))
                for modifier in self.game.modifiers
                if modifier.value == value
            )
        return self._by_asker[value]

    def _value_reads(self, value: str, waiting: list[object]) -> set[Part]:
        """Returns what decides which modifiers apply to a value; adds their expressions to `waiting`."""
        found: set[Part] = set()
        waiting.append(self.game.values[value].base)
        for modifier in self.game.modifiers:
            if modifier.value == value:
                waiting.extend((modifier.when, modifier.operand))
                if modifier.definition is not None:
                    kind = modifier.definition[0]
                    if kind in self.game.kinds:
                        found.add(("pieces", kind))
                    waiting.append(self.game.in_force_of(*modifier.definition).in_force)
        return found

    # ---- parts of the position

    def _parts(self, node: ir.Node, touched: Touches) -> Iterator[Part]:
        """Yields the parts of this game that a node touches."""
        for touch in touched:
            match touch:
                case touches.Always(part=part):
                    yield part
                case touches.Noted(field=field):
                    note = getattr(node, field)
                    yield ("course" if note in _COURSE else "note", note)
                case touches.Stocked(field=field):
                    yield "stock", getattr(node, field)
                case touches.Kinds(field=field) | touches.Faces(field=field):
                    yield from (("pieces", kind) for kind in kinds_meant(getattr(node, field)))
                case touches.Dice(field=field):
                    yield from (("die", kind) for kind in kinds_meant(getattr(node, field)))
                case touches.WhereIs(field=field):
                    yield from self._of_thing(getattr(node, field))
                case touches.Inside(field=field, pieces=pieces):
                    yield from self._held(getattr(node, field), pieces)
                case touches.Remembered(field=field):
                    yield "memory", getattr(node, field)
                case touches.Compared(field=field):
                    yield from self._compared(getattr(node, field))
                case touches.Named(field=field):
                    yield "name", getattr(node, field).id
                case touches.Asked() | touches.Outcome() | touches.Beginning():
                    pass  # `read_by` follows them

    def _held(self, place: ir.Expr | str, pieces: bool) -> Iterator[Part]:
        """Yields what a place can hold, or any place with this name."""
        of = ZoneType((place,)) if isinstance(place, str) else _element(place.type)
        held: list[str] = []
        if isinstance(of, ZoneType):
            for name in of.places:
                held += self.game.places[name].holds
        elif isinstance(of, SpaceType):
            for kind in of.kinds:
                held += self.game.spaces[kind].holds
        for id in held:
            if id in self.game.kinds:
                yield "pieces", id
            elif not pieces:
                yield "stock", id

    def _compared(self, memory: str) -> Iterator[Part]:
        """Yields what of a position a memory compares."""
        of = self.game.memories[memory]
        yield from (("pieces", kind) for kind in of.kinds)
        yield from (("stock", stock) for stock in of.stocks)
        yield from (("note", note) for note in of.notes)
        if of.turn:
            yield "course", "active_player"

    def _of_thing(self, subject: ir.Expr) -> Iterator[Part]:
        match subject.type:
            case PieceType(kind=kind):
                yield "pieces", kind
            case ZoneType(places=places):
                for place in places:
                    per = self.game.places[place].per
                    if isinstance(per, str) and per in self.game.kinds:
                        yield "pieces", per
            case _:
                pass

    # ---- in which phases something can run

    def phases_of(self) -> dict[str, frozenset[str]]:
        """Returns for each routine, and each `value x`, the phases in which it can run or be used. What never runs is left
        out.
        """
        found: dict[str, set[str]] = {}

        def mark(keys: Iterable[str], ids: Iterable[str]) -> None:
            for key in keys:
                found.setdefault(key, set()).update(ids)

        turns = [p.id for p in phases_in(self.game.course) if p.turn is not None]
        for phase in phases_in(self.game.course):
            own = [f"hook {hook.id}" for hook in self.hooks.get(phase.id, ())]
            if phase.steps is not None:
                own.append(f"steps {phase.id}")
            if phase.turn is not None:
                own.append(f"turn {phase.id}")
            mark(self.reached(own), [phase.id])
        on_turns = [f"hook {h.id}" for rule in TURN_RULES for h in self.hooks.get(rule, ())]
        mark(self.reached(on_turns), turns)
        return {key: frozenset(ids) for key, ids in found.items()}


def _element(type: Type) -> Type:
    return type.element if isinstance(type, SetType) else type
