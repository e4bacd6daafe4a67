"""Finds who acts in each routine, and so who uses each value: the active player, perhaps another, or nobody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from boardwright.dsl.language.types import kinds_of
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes, phases_in
from boardwright.dsl.source.places import Span
from boardwright.validators.reasoning.routines import entry_key, slot_key
from boardwright.validators.reasoning.sightings import Survey


class Who(Enum):
    """The players that `me` may be."""

    ACTIVE = "the active player"
    OTHER = "any player"
    APART = "any player, while nobody has a turn"
    NOBODY = "nobody"


_ME = "me"


@dataclass(slots=True)
class Askers:
    """Who asks for what. `acting` has the possible `me` of each routine and value; `sites` where each value is used, and by
    whom.
    """

    seen: Survey
    acting: dict[str, frozenset[Who]] = field(default_factory=dict)
    sites: dict[str, dict[Span, tuple[ir.ValueCall, frozenset[Who]]]] = field(default_factory=dict)
    _players: dict[int, ir.Expr] = field(default_factory=dict)
    _grown: bool = True

    def __post_init__(self) -> None:
        parts = list(self._parts())
        for _, part in parts:
            for node in nodes(part):
                if isinstance(node, ir.As):
                    self._players[node.me.id] = node.player
        for key, who in self._beginnings():
            self._add(key, {who})
        while self._grown:
            self._grown = False
            for key, part in parts:
                for node in nodes(part):
                    self._follow(key, node)

    def _parts(self) -> Iterator[tuple[str, object]]:
        """Yields everything that runs or is evaluated, with the key of its routine."""
        game = self.seen.game
        for key, routine in self.seen.effects.routines.items():
            yield key, (routine.when, routine.body)
        for value in game.values.values():
            yield f"value {value.id}", value.base
        for modifier in game.modifiers:
            yield f"value {modifier.value}", (modifier.when, modifier.operand)
        for phase in phases_in(game.course):
            yield f"{'turn' if phase.turn is not None else 'steps'} {phase.id}", phase.asked
        yield "outcome", game.outcome

    def _beginnings(self) -> Iterator[tuple[str, Who]]:
        game, hooks = self.seen.game, self.seen.effects.hooks
        yield "outcome", Who.APART
        for phase in phases_in(game.course):
            yield f"steps {phase.id}", Who.NOBODY
            yield f"turn {phase.id}", Who.ACTIVE
            yield from self._hooked(hooks.get(phase.id, ()), Who.NOBODY)
        for rule in ("turn", "next_turn"):
            yield from self._hooked(hooks.get(rule, ()), Who.ACTIVE)

    def _hooked(self, hooks: Iterable[ir.Hook], who: Who) -> Iterator[tuple[str, Who]]:
        """Yields the hooks on something that this player does, where `me` is the owner of the piece."""
        for hook in hooks:
            if hook.definition is None:
                yield f"hook {hook.id}", who
            elif hook.by != "me":
                apart = who in (Who.NOBODY, Who.APART)
                yield f"hook {hook.id}", Who.APART if apart else Who.OTHER
            elif who is not Who.NOBODY:
                yield f"hook {hook.id}", who

    def _follow(self, key: str, node: object) -> None:
        """Follows a node to what it starts, and to who is `me` there."""
        game, effects = self.seen.game, self.seen.effects
        match node:
            case ir.CallRule(rule=rule, me=me):
                self._add(f"rule {rule}", self.who(key, me))
                self._follow_hooks(effects.hooks.get(rule, ()), self.who(key, me))
            case ir.Open(offer=id, me=me, to=to):
                whose = self._anybody(key) if to is not None else self.who(key, me)
                offer = game.offers[id]
                for entry in offer.entries:
                    self._add(entry_key(id, entry), whose)
                for kind, definition, slot in offer.slots:
                    self._add(slot_key(kind, definition, slot), whose)
                    self._follow_hooks(game.hooks_on_effect(kind, definition, slot), whose)
            case ir.Perform(slot=slot, subject=subject, me=me):
                for kind in kinds_of(subject.type):
                    of = game.kinds.get(kind) or game.spaces[kind]
                    for each in of.definitions:
                        self._add(slot_key(kind, each.id, slot), self.who(key, me))
                    on_effect = effects.hooks.get(ir.effect_rule(kind, slot), ())
                    self._follow_hooks(on_effect, self.who(key, me))
            case ir.ValueCall(value=value, me=me, span=span):
                found = self.who(key, me)
                self._add(f"value {value}", found)
                sites = self.sites.setdefault(value, {})
                _, before = sites.get(span, (node, frozenset[Who]()))
                sites[span] = node, before | found
            case _:
                pass

    def _follow_hooks(self, hooks: Iterable[ir.Hook], acting: Iterable[Who]) -> None:
        """Adds who is `me` in the hooks on something that any of these does."""
        for who in acting:
            for hook, owner in self._hooked(hooks, who):
                self._add(hook, {owner})

    def who(self, key: str, player: ir.Expr) -> frozenset[Who]:
        """Returns who a player expression in a routine may be."""
        match player:
            case ir.Local(var=var) if var.id in self._players:
                return self.who(key, self._players[var.id])
            case ir.Local(var=ir.Var(name=name)) if name == _ME:
                return self.acting.get(key, frozenset())
            case ir.NoteRead(note="active_player"):
                return frozenset({Who.ACTIVE})
            case _:
                return self._anybody(key)

    def _anybody(self, key: str) -> frozenset[Who]:
        """Returns any player, in a routine: during a turn or not."""
        apart = {Who.NOBODY, Who.APART}
        return frozenset(
            Who.APART if who in apart else Who.OTHER for who in self.acting.get(key, frozenset())
        )

    def is_asker(self, call: ir.ValueCall, player: ir.Expr) -> bool:
        """Whether a player is surely the asker of a value."""
        asker = call.me
        while isinstance(asker, ir.Local) and asker != player:
            if asker.var.id not in self._players:
                return False
            asker = self._players[asker.var.id]
        return asker == player

    def _add(self, key: str, who: Iterable[Who]) -> None:
        before = self.acting.get(key, frozenset())
        after = before | frozenset(who)
        if after != before:
            self.acting[key] = after
            self._grown = True
