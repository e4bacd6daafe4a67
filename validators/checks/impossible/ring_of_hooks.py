"""Hooks that bring each other about. A ring is cut where it closes; whoever wrote one half may not know of the other."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.diagnostics import Diagnostic, Label
from boardwright.validators.reasoning.routines import hooks_on
from boardwright.validators.subject.findings import finding, own_name
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E626",)
PROFILE = Profile.SHARED


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for all hooks that are in rings with each other: the shortest ring through the first of them."""
    game = subject.game
    hooks = {hook.id: hook for hook in game.hooks}
    follows = _follows(game)
    told: set[str] = set()
    for id in hooks:
        if id in told:
            continue
        ring = _from_the_last(game, hooks, _shortest(follows, id))
        if ring:
            told.update(_all_with(follows, id))
            first, *others = (hooks[each] for each in ring)
            yield finding(
                "E626",
                f"{len(ring)} hooks bring each other about",
                first.span,
                f"this brings about `{own_name(others[0].rule)}`",
                others=[
                    Label(hook.span, f"this brings about `{own_name(after.rule)}`")
                    for hook, after in zip(others, (*others[1:], first), strict=True)
                ],
                notes="a hook never runs inside itself, so the ring is cut where it closes",
                help="say `when` one of them counts, if that is not what you want",
            )


def _follows(game: ir.Game) -> dict[str, list[str]]:
    """For each hook the others that run because of it, without anybody choosing an entry or a card in between."""
    on = hooks_on(game)

    def rules_in(body: object) -> list[str]:
        return [n.rule for n in nodes(body) if isinstance(n, ir.CallRule)]

    found: dict[str, list[str]] = {}
    for hook in game.hooks:
        called = dict.fromkeys(rules_in(hook.body))
        waiting = list(called)
        while waiting:
            for rule in rules_in(game.rules[waiting.pop()].body):
                if rule not in called:
                    called[rule] = None
                    waiting.append(rule)
        found[hook.id] = [
            other.id for rule in called for other in on.get(rule, ()) if other is not hook
        ]
    return found


def _shortest(follows: dict[str, list[str]], start: str) -> list[str]:
    """The shortest way from a hook back to itself; empty if there is none."""
    came: dict[str, str] = {}
    waiting = [start]
    while waiting:
        now = waiting.pop(0)
        for other in follows[now]:
            if other == start:
                ring = [now]
                while ring[0] != start:
                    ring.insert(0, came[ring[0]])
                return ring
            if other not in came:
                came[other] = now
                waiting.append(other)
    return []


def _from_the_last(game: ir.Game, hooks: dict[str, ir.Hook], ring: list[str]) -> list[str]:
    """The ring, from a hook of the last of the expansions in it: whoever wrote that one could know of the others."""
    order = (game.id, *game.expansions)
    last = max((order.index(hooks[each].origin) for each in ring), default=0)
    at = next((n for n, each in enumerate(ring) if hooks[each].origin == order[last]), 0)
    return ring[at:] + ring[:at]


def _all_with(follows: dict[str, list[str]], id: str) -> set[str]:
    """All that a hook is in a ring with."""
    ahead = _reached(follows, id)
    return {other for other in ahead if id in _reached(follows, other)}


def _reached(follows: dict[str, list[str]], start: str) -> set[str]:
    found = {start}
    waiting = [start]
    while waiting:
        for other in follows[waiting.pop()]:
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found
