"""Answers that others do not know yet: of `all at once` until everybody has answered, and of what is asked `secretly`.

A state remembers the position before the first of them and what was answered since, so that a player can imagine other
answers: everything else in between follows from the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.interpreter.lower.analysis.calls import callees, slot_name
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.program.program import Program

if TYPE_CHECKING:
    from boardwright.interpreter.play.state import State


@dataclass(frozen=True, slots=True)
class Pending:
    """The positions at the first decision whose answer is secret yet and at those since, but for the current one, and what was
    answered.
    """

    positions: tuple[Sequence[int], ...] = ()
    answers: tuple[int, ...] = ()

    def concerns(self, player: int) -> bool:
        """Whether somebody else has answered."""
        return any(v[lay.ASKER] != player for v in self.positions)

    def states(self, state: State) -> list[State]:
        """Copies of the state at those positions."""
        found = []
        for v in self.positions:
            other = state.copy()
            other.v[:] = v
            other.pending = None
            found.append(other)
        return found


@dataclass(frozen=True, slots=True)
class Secrets:
    """The decisions of a program with which there are secret answers, as numbers of sites."""

    inside: frozenset[int]  # there may be such answers when this is asked
    first: frozenset[int]  # what is answered here is secret
    together: frozenset[int]  # until all have answered, nothing changes
    at_once: int  # the word that counts how often all have answered at once, or -1

    def follow(
        self, before: Pending | None, kept: Sequence[int], answer: int, v: Sequence[int]
    ) -> Pending | None:
        """What is secret after a step from `kept` to `v` with this answer."""
        if v[lay.PC] < 0 or v[lay.SITE] not in self.inside:
            return None
        goes_on = kept[lay.SITE] in self.first or kept[lay.SITE] in self.inside
        if not goes_on or (self.at_once >= 0 and kept[self.at_once] != v[self.at_once]):
            return Pending()
        if before is None:
            before = Pending()
        return Pending((*before.positions, kept), (*before.answers, answer))


def secrets_of(program: Program) -> Secrets | None:
    """The decisions of a program with which there are secret answers; None if there are none."""
    return program.kept("secrets", _secrets_of)


def _secrets_of(program: Program) -> Secrets | None:
    names, game = _secret_pending(program), program.table.game
    together = {
        site
        for node in nodes((*_bodies(game).values(), game.hooks, game.course))
        if isinstance(node, ir.AllAtOnce)
        for inner in nodes(node.body)
        if (site := getattr(inner, "site", None)) is not None
    }
    sites = [*enumerate(program.sites)]
    found = Secrets(
        frozenset(n for n, site in sites if site.name in names),
        frozenset(n for n, site in sites if site.secret),
        frozenset(n for n, site in sites if site.name in together),
        program.layout.at_once,
    )
    return found if found.inside else None


def limits_in_secret(program: Program) -> frozenset[str]:
    """What has a limit and may be used in a secret window, by the names under which uses are counted."""
    return program.kept("limits in secret", _limits_in_secret)


def _limits_in_secret(program: Program) -> frozenset[str]:
    game = program.table.game
    every = nodes((*_bodies(game).values(), *game.hooks, *game.course))
    opened = {each.offer for each in every if isinstance(each, ir.Open) and each.secretly}
    found = set()
    for offer in (game.offers[id] for id in opened):
        for entry in offer.entries:
            of = offer.id if entry.definition is None else entry.definition[0]
            found.add(f"{of}.{entry.id}")
        found |= {f"{kind}.{slot}" for kind, _, slot in offer.slots}
    return frozenset(found)


def _bodies(game: ir.Game) -> dict[str, object]:
    """What rules, effects and offers do, by the names under which they are called."""
    bodies: dict[str, object] = {}
    for rule in game.rules.values():
        hooks = tuple(hook.body for hook in game.hooks if hook.rule == rule.id)
        bodies[f"rule:{rule.id}"] = (rule.body, hooks)
    definitions = [each for kind in game.kinds.values() for each in kind.definitions]
    definitions += [each for kind in game.spaces.values() for each in kind.definitions]
    for each in definitions:
        for slot in each.slots.values():
            hooks = tuple(hook.body for hook in game.hooks_on_effect(each.kind, each.id, slot.id))
            bodies[slot_name(each.kind, each.id, slot.id)] = (slot.body, hooks)
    for offer in game.offers.values():
        slots = tuple(
            bodies[slot_name(kind, definition, slot)] for kind, definition, slot in offer.slots
        )
        bodies[f"offer:{offer.id}"] = (*(entry.body for entry in offer.entries), *slots)
    return bodies


def _secret_pending(program: Program) -> frozenset[str]:
    """The names of the decisions at which there may be secret answers of others."""
    game = program.table.game
    bodies = _bodies(game)
    waiting: list[object] = []
    for node in nodes((*bodies.values(), *game.hooks, *game.course)):
        match node:
            case ir.AllAtOnce():
                waiting.append(node.body)
            case ir.Choose(secretly=True) | ir.MayDo(secretly=True):
                waiting.append((node.body, node.otherwise))
            case ir.ChooseOne(secretly=True):
                waiting.append((node.entries, node.otherwise))
            case ir.Open(secretly=True):
                waiting.append(node)
            case _:
                pass
    found: set[str] = set()
    entered: set[str] = set()
    while waiting:
        body = waiting.pop()
        for node in nodes(body):
            if isinstance(node, ir.Open):
                found.add(node.offer)
            elif (site := getattr(node, "site", None)) is not None:
                found.add(site)
        for name in sorted(callees(game, body) - entered):
            entered.add(name)
            waiting.append(bodies.get(name, ()))
    return frozenset(found)
