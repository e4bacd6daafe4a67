"""Checks rules that are only supposed, after `after`: nobody is asked in them, nothing is drawn, and the game goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from boardwright.dsl.bind.errors import suppositions as errors
from boardwright.dsl.bind.game_checks.rings import nodes_in
from boardwright.dsl.language.types import PieceType, kinds_of
from boardwright.dsl.rules import ir, touches
from boardwright.dsl.rules.walk import everything
from boardwright.dsl.source.diagnostics import Bag

MOST_INSIDE = 3
"""How many rules may be supposed inside each other."""


def check(game: ir.Game, bag: Bag) -> None:
    """Reports each rule that cannot be supposed, and suppositions that need themselves."""
    asked = list(dict.fromkeys(node for node in everything(game) if isinstance(node, ir.After)))
    if not asked:
        return
    parts = _Parts(game)
    for each in asked:
        found = [node for text in parts.reached(f"rule {each.call.rule}") for node in text]
        reason = next(((node, why) for node in found if (why := _why_not(game, node))), None)
        if reason is not None:
            errors.unforeseeable(bag, each.call.rule, each.call.span, *reason)
        elif parts.depth(each) > MOST_INSIDE:
            errors.supposed_too_deep(bag, each.call.span, MOST_INSIDE)


def _why_not(game: ir.Game, node: ir.Node) -> str:
    """Returns why a statement cannot be supposed; empty if it can."""
    match node:
        case ir.Open():
            return "opens an offer"
        case ir.Draw() | ir.Roll() | ir.Shuffle():
            return "leaves something to chance"
        case ir.Find(var=ir.Var(type=PieceType(kind=kind))) if game.kinds[kind].hidden:
            return "finds a hidden piece"
        case ir.EndGame():
            return "ends the game"
        case ir.Statement(asks=True):
            return "asks a player"
        case _:
            return ""


@dataclass(slots=True)
class _Parts:
    """What runs, and what it uses, by key: rules with their hooks, effects with theirs, values with their modifiers."""

    game: ir.Game
    _texts: dict[str, tuple[ir.Node, ...]] = field(default_factory=dict)
    _uses: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _depths: dict[int, int] = field(default_factory=dict)

    def text(self, key: str) -> tuple[ir.Node, ...]:
        """Returns all nodes of what a key stands for."""
        if key not in self._texts:
            self._texts[key] = tuple(nodes_in(self._trees(key)))
        return self._texts[key]

    def _trees(self, key: str) -> tuple[object, ...]:
        game, (sort, _, name) = self.game, key.partition(" ")
        if sort == "value":
            return (
                game.values[name].base,
                *((m.operand, m.when) for m in game.modifiers if m.value == name),
                *(
                    game.in_force_of(*m.definition).in_force
                    for m in game.modifiers
                    if m.value == name and m.definition is not None
                ),
            )
        hooks = tuple((hook.body, hook.when) for hook in game.hooks if hook.rule == name)
        if sort == "rule":
            return (game.rules[name].body if name in game.rules else (), hooks)
        slot, _, kind = name.partition(" of ")
        effects = tuple((each.body, each.when) for each in game.effects_of((kind,), slot))
        return (effects, hooks)

    def uses(self, key: str) -> tuple[str, ...]:
        """Returns the keys of what a text uses."""
        if key not in self._uses:
            found = (used for node in self.text(key) for used in self._used(node))
            self._uses[key] = tuple(dict.fromkeys(found))
        return self._uses[key]

    def _used(self, node: ir.Node) -> Iterator[str]:
        match node:
            case ir.ValueCall(value=value):
                yield f"value {value}"
            case ir.Usable(slot=slot, subject=subject):
                yield from (
                    f"effect {ir.effect_rule(kind, slot)}" for kind in kinds_of(subject.type)
                )
            case ir.Statement(calls=touches.CalledRule(rule=rule)):
                yield f"rule {getattr(node, rule)}"
            case ir.Statement(calls=touches.CalledSlot(slot=slot, subject=subject)):
                of = kinds_of(getattr(node, subject).type)
                yield from (f"effect {ir.effect_rule(kind, getattr(node, slot))}" for kind in of)
            case _:
                pass  # offers cannot be opened there, and `original` is in the same text

    def reached(self, key: str) -> Iterator[tuple[ir.Node, ...]]:
        """Yields the texts of a key and of all that it runs, but not of values: these only ask."""
        found, waiting = {key}, [key]
        while waiting:
            now = waiting.pop()
            yield self.text(now)
            for used in self.uses(now):
                if used not in found and not used.startswith("value "):
                    found.add(used)
                    waiting.append(used)

    def depth(self, after: ir.After) -> int:
        """Returns how many rules are supposed inside each other; more than the most if one needs itself."""
        if id(after) not in self._depths:
            self._depths[id(after)] = MOST_INSIDE + 1  # if it needs itself
            inside = [0]
            found, waiting = set[str](), list[str]()
            for node in nodes_in((after.value, after.call)):
                waiting += self._used(node)
                if isinstance(node, ir.After) and node is not after:
                    inside.append(self.depth(node))
            while waiting:
                key = waiting.pop()
                if key not in found:
                    found.add(key)
                    waiting += self.uses(key)
                    inside += (
                        self.depth(node) for node in self.text(key) if isinstance(node, ir.After)
                    )
            self._depths[id(after)] = min(MOST_INSIDE, max(inside)) + 1
        return self._depths[id(after)]


__all__ = ["MOST_INSIDE", "check"]
