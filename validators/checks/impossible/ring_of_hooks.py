"""Hooks that trigger each other. The ring is cut where it closes; the author of one half may not know the other."""

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
    """Yields a finding for each group of hooks in rings: the shortest ring through the first of them."""
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
                f"{len(ring)} hooks trigger each other",
                first.span,
                f"this triggers `{own_name(others[0].rule)}`",
                others=[
                    Label(hook.span, f"this triggers `{own_name(after.rule)}`")
                    for hook, after in zip(others, (*others[1:], first), strict=True)
                ],
                notes="a hook never runs inside itself, so the ring is cut where it closes",
                help="if this is not intended, add a `when` to one of them",
            )


def _follows(game: ir.Game) -> dict[str, list[str]]:
    """Returns for each hook the others that run because of it, with no choice of an entry or a card in between."""
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
    """Returns the shortest way from a hook back to itself; empty if no way leads back."""
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
    """Turns the ring to begin with a hook of its last expansion, whose author could know the others."""
    order = (game.id, *game.expansions)
    last = max((order.index(hooks[each].origin) for each in ring), default=0)
    at = next((n for n, each in enumerate(ring) if hooks[each].origin == order[last]), 0)
    return ring[at:] + ring[:at]


def _all_with(follows: dict[str, list[str]], id: str) -> set[str]:
    """Returns all hooks that are in a ring with this one."""
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
