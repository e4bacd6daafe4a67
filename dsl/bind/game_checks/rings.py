"""Finds rings: values that use themselves, and rules, effects and offers that call themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass

from boardwright.dsl.bind.errors import general as errors
from boardwright.dsl.declare.limits import check_depth
from boardwright.dsl.language.types import PieceType, SpaceType, kinds_of
from boardwright.dsl.rules import ir, touches
from boardwright.dsl.rules.walk import beginning, everything
from boardwright.dsl.source.diagnostics import Bag
from boardwright.dsl.source.places import Span

Graph = Mapping[str, Iterable[str]]


def nodes_in(tree: object) -> Iterator[ir.Node]:
    """Yields every node of a tree of the bound game, outer ones first."""
    waiting = [tree]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting.extend(reversed(one))
        elif isinstance(one, ir.Node):
            yield one
            assert is_dataclass(one)
            waiting.extend(getattr(one, field.name) for field in reversed(fields(one)))


def check_values(game: ir.Game, bag: Bag) -> None:
    """Checks values, which use those in their base, in their modifiers, and in the `in_force` of these."""
    graph: dict[str, dict[str, None]] = {
        id: dict.fromkeys(_values_in(value.base)) for id, value in game.values.items()
    }
    for modifier in game.modifiers:
        needed = graph.setdefault(modifier.value, {})
        needed.update(dict.fromkeys(_values_in((modifier.operand, modifier.when))))
        if modifier.definition is not None:
            of = game.in_force_of(*modifier.definition)
            needed.update(dict.fromkeys(_values_in(of.in_force)))
    spans = {id: value.span for id, value in game.values.items()}
    for slot, kind in _usable_in(game):
        key, needed = _usable_key(slot, kind), dict[str, None]()
        for effect in game.effects_of((kind,), slot):
            needed.update(dict.fromkeys(_values_in((effect.when, *beginning(effect.body)))))
            spans.setdefault(key, effect.span)
        needed.pop(key, None)  # asked within itself, it looks at effects that do not ask
        graph[key] = needed
    found = rings(graph)
    for ring in found:
        errors.circular_value(bag, [(id, spans[id]) for id in ring])
    if not found:
        depths = {id: _depth(value.base) for id, value in game.values.items()}
        for modifier in game.modifiers:
            deep = _depth((modifier.operand, modifier.when))
            depths[modifier.value] = max(depths.get(modifier.value, 1), deep)
        check_depth("values need each other", graph, spans, bag, depths)


def _depth(tree: object) -> int:
    """Returns how deep expressions are nested in a tree."""
    deepest = 1
    waiting = [(tree, 1)]
    while waiting:
        one, depth = waiting.pop()
        deepest = max(deepest, depth)
        if isinstance(one, tuple):
            waiting.extend((part, depth) for part in one)
        elif isinstance(one, ir.Node):
            assert is_dataclass(one)
            waiting.extend((getattr(one, field.name), depth + 1) for field in fields(one))
    return deepest


def _values_in(tree: object) -> list[str]:
    """Returns what a tree uses: values by id, and effects that it asks to be usable, by their name and kinds."""
    found: list[str] = []
    for node in nodes_in(tree):
        match node:
            case ir.ValueCall(value=value):
                found.append(value)
            case ir.Usable(slot=slot, subject=subject):
                found += (_usable_key(slot, kind) for kind in kinds_of(subject.type))
            case _:
                pass  # it uses nothing by name
    return found


def _usable_in(game: ir.Game) -> dict[tuple[str, str], None]:
    """Returns the effects and kinds that something asks to be usable, if any of the kind has the effect."""
    asked = (node for node in everything(game) if isinstance(node, ir.Usable))
    found = ((node.slot, kind) for node in asked for kind in kinds_of(node.subject.type))
    return {each: None for each in found if any(True for _ in game.effects_of(each[1:], each[0]))}


def _usable_key(slot: str, kind: str) -> str:
    return f"usable({slot} of {kind})"


_VERBS = {"rule": "calls", "slot": "performs", "offer": "opens"}


def check_rules(game: ir.Game, bag: Bag) -> None:
    """Checks calls, without hooks, which never run inside themselves, and without rules that limit their depth."""
    bodies: dict[str, object] = {}
    spans: dict[str, Span] = {}
    names: dict[str, str] = {}

    def add(key: str, name: str, body: object, span: Span) -> None:
        bodies[key], spans[key], names[key] = body, span, name

    for rule in game.rules.values():
        add(f"rule {rule.id}", rule.id, rule.body if rule.deep == 0 else (), rule.span)
    for definition in game.definitions:
        for slot in definition.slots.values():
            key = f"slot {slot.id} of {definition.kind} {definition.id}"
            add(key, f"{slot.id} of {definition.id}", slot.body, slot.span)
    for offer in game.offers.values():
        add(f"offer {offer.id}", offer.id, () if offer.deep else offer.entries, offer.span)
    graph = {
        key: dict.fromkeys(called for called in _called(game, key, body) if called in bodies)
        for key, body in bodies.items()
    }
    for offer in game.offers.values():
        for kind, definition_id, slot_id in () if offer.deep else offer.slots:
            graph[f"offer {offer.id}"][f"slot {slot_id} of {kind} {definition_id}"] = None
    found = rings(graph)
    if not found:
        check_depth("rules call each other", graph, spans, bag)
    for ring in found:
        verbs = [_VERBS[key.partition(" ")[0]] for key in ring]
        errors.endless_rule(bag, [(names[key], spans[key]) for key in ring], verbs)


def check_phases(game: ir.Game, bag: Bag) -> None:
    """Checks that turns end. Anything that ends the game or lets players drop out is taken to end them."""
    bodies = (
        tuple(game.rules.values()),
        game.hooks,
        tuple(game.offers.values()),
        tuple(slot for each in game.definitions for slot in each.slots.values()),
        game.course,
    )
    if any(isinstance(node, ir.EndGame | ir.DropOut) for node in nodes_in(bodies)):
        return
    replaced = {hook.rule for hook in game.hooks if hook.moment == "instead"}
    for phase in nodes_in(game.course):
        if not isinstance(phase, ir.Phase) or phase.turn is None or phase.id in replaced:
            continue
        if phase.rounds is None and phase.until is None:
            errors.endless_phase(bag, phase.id, phase.span)


def _called(game: ir.Game, key: str, body: object) -> Iterator[str]:
    for node in nodes_in(body):
        called = node.calls if isinstance(node, ir.Statement) else None
        match called:
            case touches.CalledRule(rule=rule):
                yield f"rule {getattr(node, rule)}"
            case touches.CalledOffer(offer=offer):
                yield f"offer {getattr(node, offer)}"
            case touches.CalledSlot(slot=slot, subject=subject):
                for kind, definition in _performed(game, key, getattr(node, subject)):
                    yield f"slot {getattr(node, slot)} of {kind} {definition}"
            case touches.CalledOriginal():
                pass  # the rule leads to its hooks, not the other way round
            case None:
                pass


def _performed(game: ir.Game, key: str, subject: ir.Expr) -> Iterator[tuple[str, str]]:
    match subject:
        case ir.ThePiece(kind=kind, id=id) | ir.SpaceNamed(kind=kind, id=id):
            yield kind, id
            return
        case ir.Local(var=ir.Var(name="it")) if key.startswith("slot "):
            _, _, _, kind, id = key.split()
            yield kind, id
            return
        case _:
            pass  # any of its type
    match subject.type:
        case PieceType(kind=kind):
            kinds: tuple[str, ...] = (kind,)
        case SpaceType(kinds=found):
            kinds = found
        case _:
            kinds = ()
    for one in kinds:
        of = game.kinds.get(one) or game.spaces[one]
        for definition in of.definitions:
            yield one, definition.id


def rings(graph: Graph) -> list[list[str]]:
    """Returns a ring for every part of the graph that has one, once for each part.

    >>> rings({"a": ["b"], "b": ["a", "c"], "c": ["c"]})
    [['a', 'b'], ['c']]
    """
    found: list[list[str]] = []
    done: set[str] = set()
    for start in graph:
        path: list[str] = []
        waiting: list[tuple[str, Iterator[str]]] = []
        if start not in done:
            path.append(start)
            waiting.append((start, iter(graph[start])))
        while waiting:
            node, others = waiting[-1]
            following = next(others, None)
            if following is None:
                waiting.pop()
                path.pop()
                done.add(node)
            elif following in path:
                ring = path[path.index(following) :]
                if not any(set(ring) & set(other) for other in found):
                    found.append(ring)
            elif following not in done and following in graph:
                path.append(following)
                waiting.append((following, iter(graph[following])))
    return found
