"""What is known of a game's rules before they are lowered: who calls whom, and who asks.

A *routine* here is anything that is entered by name: a rule (with its hooks), a level of `instead` hooks, a slot of a
definition, an offer. Its name is the string used throughout the lowering, for example `rule:march`, `slot:card:scout:ability`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from boardwright.dsl.language.types import Type, kinds_of
from boardwright.dsl.rules import ir, touches
from boardwright.dsl.rules.walk import nodes

SLOT = "slot:"


def slot_name(kind: str, definition: str, slot: str) -> str:
    """The routine of a definition's effect."""
    return f"{SLOT}{kind}:{definition}:{slot}"


def usable_name(node: ir.Usable) -> str:
    """The function that says whether effects with this name are usable."""
    return f"usable:{node.slot}:{'+'.join(sorted(kinds_of(node.subject.type)))}"


def offer_name(node: ir.Open) -> str:
    """The routine that an `open` enters: each way of opening an offer has its own."""
    several = "" if node.to is None else "s"
    return f"offer{several}:{node.offer}{'~secretly' if node.secretly else ''}"


@dataclass(frozen=True, slots=True)
class Calls:
    """`asks`: routines in which a player can be asked. `rings`: routines that can reach themselves.
    `tested`: rules and slots for which some `then` wants to know whether they went through.
    """

    asks: frozenset[str]
    rings: frozenset[str]
    tested: frozenset[str]

    def may_ask(self, name: str) -> bool:
        """Whether a player can be asked in a routine. A level of `instead` hooks (`rule:march~0`) asks if anything in its
        chain does: telling them apart would gain nothing.
        """
        return name in self.asks or name.rpartition("~")[0] in self.asks

    def comes_back(self, name: str) -> bool:
        """Whether a routine can reach itself, or the one that it is a level of."""
        return name in self.rings or name.rpartition("~")[0] in self.rings


def holders(game: ir.Game, subject: Type) -> list[ir.Definition]:
    """The definitions that a piece or space of this type may have."""
    found: list[ir.Definition] = []
    for kind in kinds_of(subject):
        if kind in game.kinds:
            found.extend(game.kinds[kind].definitions)
        elif kind in game.spaces:
            found.extend(game.spaces[kind].definitions)
    return found


def callees(game: ir.Game, body: object) -> set[str]:
    """The routines that a body may enter directly."""
    found: set[str] = set()
    for node in nodes(body):
        called = node.calls if isinstance(node, ir.Statement) else None
        match called:
            case touches.CalledRule(rule=rule):
                found.add(f"rule:{getattr(node, rule)}")
            case touches.CalledSlot(slot=slot, subject=subject):
                name = getattr(node, slot)
                found.update(
                    slot_name(d.kind, d.id, name)
                    for d in holders(game, getattr(node, subject).type)
                    if name in d.slots
                )
            case touches.CalledOffer():
                assert isinstance(node, ir.Open), "each way of opening has its name by `offer_name`"
                found.update((f"offer:{node.offer}", offer_name(node)))
            case touches.CalledOriginal() | None:
                pass
    return found


def asks_itself(body: object) -> bool:
    """Whether a body asks somebody without calling anything."""
    return any(isinstance(node, ir.Statement) and node.asks for node in nodes(body))


def study(
    game: ir.Game,
    bodies: Mapping[str, object],
    hooks: Mapping[str, Iterable[ir.Hook]],
    always: Iterable[str],
) -> Calls:
    """`bodies` has the body of each routine, `hooks` those on each; those in `always` ask, whatever is in them."""
    graph: dict[str, set[str]] = {}
    asking = set(always)
    tested: set[str] = set()
    for name, body in bodies.items():
        parts = [body, *(hook.body for hook in hooks.get(name, ()))]
        graph[name] = set().union(*(callees(game, part) for part in parts))
        if any(asks_itself(part) for part in parts):
            asking.add(name)
        for part in parts:
            for node in nodes(part):
                if isinstance(node, ir.IfSo):
                    tested.update(callees(game, node.call))
    callers: dict[str, set[str]] = {}
    for name, called in graph.items():
        for other in called:
            callers.setdefault(other, set()).add(name)
    waiting = sorted(asking)
    while waiting:
        for caller in sorted(callers.get(waiting.pop(), ())):
            if caller not in asking:
                asking.add(caller)
                waiting.append(caller)
    return Calls(frozenset(asking), frozenset(_rings(graph)), frozenset(tested))


def _rings(graph: Mapping[str, set[str]]) -> set[str]:
    """The members of every cycle (Tarjan, without recursion)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    found: set[str] = set()
    for root in graph:
        if root in index:
            continue
        work: list[tuple[str, list[str]]] = [(root, sorted(graph.get(root, ())))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            if rest:
                other = rest.pop(0)
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, sorted(graph.get(other, ()))))
                elif other in on_stack:
                    low[node] = min(low[node], index[other])
                continue
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[node])
            if low[node] == index[node]:
                component = []
                while True:
                    member = stack.pop()
                    on_stack.discard(member)
                    component.append(member)
                    if member == node:
                        break
                if len(component) > 1 or node in graph.get(node, ()):
                    found.update(component)
    return found
