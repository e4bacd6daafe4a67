"""Finds where everything in a ruleset is used, in one walk over all its texts that all checks share."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

from boardwright.dsl.language.types import SetType, Type, ZoneType, kinds_of
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.touches import Noted
from boardwright.dsl.rules.walk import nodes, phases_in
from boardwright.dsl.source.places import Span
from boardwright.dsl.source.yaml_tree import Mapping as MappingNode
from boardwright.dsl.source.yaml_tree import Node, scalars_in
from boardwright.validators.subject.subject import Subject

T = TypeVar("T", bound=ir.Node)

_WORD = re.compile(r"[a-z][a-z0-9_]*")
# Keys of a scenario that are for people, not about the game.
_FOR_PEOPLE = ("scenario", "text", "ref")


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """A text of the rules: an effect or an expression with its parts.

    `sort` is one of `rule`, `hook`, `slot`, `entry`, `phase`, `value`, `modifier`, `start`, `force`, `visibility`, `table`
    and `outcome`. `id` is its owner: for a hook the rule, for a modifier the value, for a start the note, for a slot the
    piece. `nodes` are all nodes in it, outer ones first.
    """

    sort: str
    id: str
    span: Span
    origin: str
    nodes: tuple[ir.Node, ...] = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Uses:
    """The texts of a ruleset and the nodes in them. `texts` are in the order of declaration; `by_sort` has their nodes by
    type; `mentioned` are the kinds of pieces and spaces that rules mention.
    """

    texts: tuple[Text, ...]
    by_sort: Mapping[type, list[tuple[Any, Text]]] = field(repr=False)
    mentioned: frozenset[str] = field(repr=False)
    in_scenarios: frozenset[str] = field(repr=False)

    def of(self, sort: type[T]) -> list[tuple[T, Text]]:
        """Returns all nodes of this type, each with its text."""
        return self.by_sort.get(sort, [])

    def names_read(self) -> Counter[int]:
        """Counts how often each local name is read, by its number."""
        return Counter(
            (
                *(node.var.id for node, _ in self.of(ir.Local)),
                *(node.var.id for node, _ in self.of(ir.LocalOf)),
            )
        )

    def noted(self) -> set[str]:
        """Returns the notes that a statement changes."""
        return {
            getattr(node, touch.field)
            for sort, found in self.by_sort.items()
            if issubclass(sort, ir.Statement)
            for touch in sort.changes
            if isinstance(touch, Noted)
            for node, _ in found
        }

    def called(self) -> set[str]:
        """Returns the rules that are called from outside themselves and their own hooks."""
        calls = ((node.rule, text) for node, text in self.of(ir.CallRule))
        own = ("rule", "hook")
        return {rule for rule, text in calls if text.sort not in own or text.id != rule}

    def opened(self) -> set[str]:
        """Returns the offers that are opened somewhere."""
        return {node.offer for node, _ in self.of(ir.Open)}

    def filled(self) -> set[str]:
        """Returns the places and kinds of spaces that something moves to, by name or by a variable that can mean them."""
        return {id for moved in self._targets() for id in places_of(moved[1].type)}

    def goals_of(self, kind: str) -> set[str]:
        """Returns the places and kinds of spaces that pieces of a kind move to."""
        return {id for of, target in self._targets() if of == kind for id in places_of(target.type)}

    def _targets(self) -> Iterator[tuple[str, ir.Expr]]:
        for stock, _ in self.of(ir.MoveStock):
            yield stock.stock, stock.target
        for top, _ in self.of(ir.MoveTop):
            yield top.kind, top.target
        for pieces, _ in self.of(ir.MovePieces):
            if pieces.target is not None:
                yield pieces.kind, pieces.target

    def is_tried(self, id: str) -> bool:
        """Whether a scenario names it, which is use enough."""
        return id.rsplit(".", 1)[-1] in self.in_scenarios


@lru_cache(maxsize=1)
def uses_of(subject: Subject) -> Uses:
    """Returns the uses in a ruleset, found once for all checks."""
    texts = tuple(_texts(subject.game))
    by_sort: dict[type, list[tuple[Any, Text]]] = {}
    for text in texts:
        for node in text.nodes:
            by_sort.setdefault(type(node), []).append((node, text))
    words = frozenset(word for _, root in subject.scenarios for word in _words(root))
    return Uses(texts, by_sort, _mentioned(subject.game, by_sort), words)


def places_of(type: Type) -> tuple[str, ...]:
    """Returns the places and kinds of spaces that a thing of this type can be."""
    if isinstance(type, SetType):
        type = type.element
    return type.places if isinstance(type, ZoneType) else kinds_of(type)


def _texts(game: ir.Game) -> Iterator[Text]:
    def text(sort: str, id: str, of: ir.Node, *trees: object, origin: str = game.id) -> Text:
        return Text(sort, id, of.span, origin, tuple(nodes(trees)))

    for rule in game.rules.values():
        yield text("rule", rule.id, rule, rule.body, origin=rule.origin)
    for hook in game.hooks:
        yield text("hook", hook.rule, hook, hook.when, hook.body, origin=hook.origin)
    for value in game.values.values():
        yield text("value", value.id, value, value.base, origin=value.origin)
    for each in game.modifiers:
        yield text("modifier", each.value, each, each.operand, each.when, origin=each.origin)
    for offer in game.offers.values():
        for entry in offer.entries:
            yield text("entry", entry.id, entry, entry.when, entry.body, origin=entry.origin)
    for owner in game.owners:
        yield text("force", owner.id, owner, owner.in_force, origin=owner.origin)
        if isinstance(owner, ir.SpaceKind):
            yield text("table", owner.id, owner, owner.in_play, origin=owner.origin)
        for one in owner.definitions:
            yield text("force", one.id, one, one.in_force, origin=one.origin)
            for slot in one.slots.values():
                yield text("slot", one.id, slot, slot.when, slot.body, origin=one.origin)
    for place in game.places.values():
        yield text("visibility", place.id, place, place.visible_when, origin=place.origin)
    for note in game.notes.values():
        yield text("start", note.id, note, note.start, origin=note.origin)
    for phase in phases_in(game.course):
        bodies = (phase.steps or (), phase.turn or ())
        yield text("phase", phase.id, phase, phase.asked, bodies, origin=phase.origin)
    outcome = game.outcome
    ties = tuple(by for _, by in outcome.ties)
    yield text("outcome", "outcome", outcome, outcome.score, ties, outcome.wins, outcome.worth)
    for condition in game.conditions:
        yield text("table", "table", condition, condition.condition, origin=condition.origin)
    for invariant in game.invariants:
        yield text("always", "always", invariant, invariant.condition, origin=invariant.origin)
    for id, switch in game.in_play.items():
        yield text("table", id, switch, switch, origin=id)


def _mentioned(game: ir.Game, by_sort: Mapping[type, list[tuple[Any, Text]]]) -> frozenset[str]:
    """Returns the kinds that rules name, or whose pieces have clauses that can run."""
    types = {var.type for rule in game.rules.values() for var in rule.params}
    types |= {var.type for value in game.values.values() for var in value.params}
    types |= {var.type for offer in game.offers.values() for var in offer.params}
    types |= {note.type for note in game.notes.values()}
    types |= {option.type for option in game.options.values()}
    for sort, found in by_sort.items():
        if issubclass(sort, ir.Typed):
            types.update(node.type for node, _ in found)
    elements = {type.element if isinstance(type, SetType) else type for type in types}
    mentioned = {kind for type in elements for kind in kinds_of(type)}
    # Pieces that are dealt or passed on in piles are not named.
    mentioned |= {node.kind for node, _ in by_sort.get(ir.MoveTop, ())}
    passed = {node.place for node, _ in by_sort.get(ir.PassOn, ())}
    mentioned |= {held for place in passed for held in game.places[place].holds}
    clauses: list[ir.Clause | ir.OfferEntry] = [*game.hooks, *game.modifiers]
    clauses += (entry for offer in game.offers.values() for entry in offer.entries)
    mentioned |= {each.definition[0] for each in clauses if each.definition is not None}
    for owner in game.owners:
        if any(one.slots for one in owner.definitions):
            mentioned.add(owner.id)
    # Kinds that contain spaces of a used kind are used, too.
    for space in game.spaces.values():
        around: str | None = space.id if space.id in mentioned else None
        while around is not None and around in game.spaces:
            mentioned.add(around)
            around = game.spaces[around].per
    return frozenset(mentioned)


def _words(root: Node) -> Iterator[str]:
    """Yields the names in a scenario, as far as it is about the game."""
    if isinstance(root, MappingNode):
        for entry in root.entries:
            if entry.key.text not in _FOR_PEOPLE:
                for scalar in scalars_in(entry.value):
                    yield from _WORD.findall(scalar.text)
