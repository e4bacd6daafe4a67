"""Rules, and the hooks on them.

A call resets what lasts until the rule begins. Then `instead` hooks wrap everything else, the last in
order outermost; the core is: `before` hooks, the body, `after` hooks. It runs each time that
`original` is reached.

Order of hooks: of the game, of its expansions as given; then of pieces and spaces by owner (the active
player first, then clockwise; from seat 0 if nobody is active; last those of kinds without owners), then as
declared, and copies of one piece by number. The order of `instead` hooks ignores owners, so that it is
the same in every position. The list is made when the stage begins: for `instead` when the rule is called,
for the others at their turn, then without pieces that could have an owner but do not. Whether a hook
fires is decided at its moment: its piece still shows the definition and is in force for the actor, `by`
and `when` are true, and it is not already running (for this piece).

`by`: a hook of a game or expansion has the actor as `me`, so `by me` and `by anyone` fire always and
`by others` never. For a piece or space, `me` is its owner: `by me` if the owner acts, `by others` if
another player acts, `by anyone` always, even if nobody acts. A piece or space whose kind can be owned (a
kind with `owner`, one for each player, spaces of players) does nothing without an owner; if its kind cannot
be owned, `me` is nobody, and its hooks fire only `by anyone`.

A rule has gone through unless a choose, draw, find or share in its body left out the rest of its block, or a menu
offered nothing.
If an `instead` hook fires, its last `original` decides; without one, the rule has not gone through.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from boardwright.dsl.language.types import kinds_of
from boardwright.dsl.rules import ir
from boardwright.interpreter.reference.evaluator import Evaluator
from boardwright.interpreter.reference.frame import Calling, Frame, Play
from boardwright.interpreter.reference.position import NOBODY, Single
from boardwright.interpreter.reference.position_changes import PositionChanges
from boardwright.interpreter.table.errors import TOO_DEEP, RuleError

Instance = tuple[ir.Hook, int]
"""A hook and its piece or space (-1 for a hook of a game or expansion)."""


class RuleCalls:
    """Calls rules. `run` runs statements."""

    def __init__(
        self, evaluator: Evaluator, changes: PositionChanges, run: Callable[[ir.Body, Frame], Play]
    ) -> None:
        self.evaluator = evaluator
        self.position = evaluator.position
        self.watch = evaluator.watch
        self.game = evaluator.game
        self.changes = changes
        self.run = run
        self.running: set[tuple[str, int]] = set()
        self.depth: Counter[str] = Counter()

    def call(self, rule_id: str, arguments: tuple[Single, ...], me: int, at: ir.Node) -> Calling:
        """Calls a declared rule; the result is whether it has gone through."""
        rule = self.game.rules[rule_id]
        self.watch.ran(rule)
        if rule.deep and self.depth[rule_id] > rule.deep:
            raise RuleError(TOO_DEEP, f"`{rule_id}` calls itself too often", rule.span)

        def body() -> Calling:
            frame = Frame.of(dict(zip(rule.params, arguments, strict=True)))
            frame.values[rule.me.id] = me
            yield from self.run(rule.body, frame)
            return not frame.left_out

        self.depth[rule_id] += 1
        try:
            return (yield from self.around(rule_id, arguments, me, body))
        finally:
            self.depth[rule_id] -= 1

    def effect(self, slot: ir.Slot, thing: int, me: int) -> Calling:
        """Runs an effect of a piece or space with the hooks on it; the result is whether it has gone through."""
        self.watch.ran(slot)
        (kind,) = kinds_of(slot.it.type)

        def body() -> Calling:
            frame = Frame.of({slot.me: me, slot.it: thing})
            yield from self.run(slot.body, frame)
            return not frame.left_out

        return (yield from self.around(ir.effect_rule(kind, slot.id), (thing,), me, body))

    def around(
        self,
        rule: str,
        arguments: tuple[Single, ...],
        actor: int,
        body: Callable[[], Calling],
        under_way: bool = False,
    ) -> Calling:
        """Runs a body with the hooks on `rule`: a rule, an effect, a phase, `turn` or `next_turn`.

        The result is whether the body has gone through. If it is `under_way` (a scenario begins inside it), it began
        earlier: nothing is reset, and nothing happens before it.
        """
        if not under_way:
            self.changes.clear(rule)
        instead = self._instances(rule, "instead")
        return (yield from self._wrapped(instead, rule, arguments, actor, body, under_way))

    def _wrapped(
        self,
        instead: list[Instance],
        rule: str,
        arguments: tuple[Single, ...],
        actor: int,
        body: Callable[[], Calling],
        under_way: bool,
    ) -> Calling:
        """Runs the remaining hooks of `instead`, and inside them the rest."""
        if not instead:
            if not under_way:
                yield from self._fire_all("before", rule, arguments, actor)
            through = yield from body()
            yield from self._fire_all("after", rule, arguments, actor)
            return through
        *inner, outermost = instead
        frame = self._fires(outermost, arguments, actor)
        if frame is None:
            return (yield from self._wrapped(inner, rule, arguments, actor, body, under_way))
        through = False

        def original() -> Play:
            nonlocal through
            through = yield from self._wrapped(inner, rule, arguments, actor, body, under_way)

        frame.original = original
        yield from self._run_hook(outermost, frame)
        return through

    def _fire_all(self, moment: str, rule: str, arguments: tuple[Single, ...], actor: int) -> Play:
        for instance in self._instances(rule, moment):
            frame = self._fires(instance, arguments, actor)
            if frame is not None:
                yield from self._run_hook(instance, frame)

    def _run_hook(self, instance: Instance, frame: Frame) -> Play:
        hook, thing = instance
        self.watch.ran(hook)
        self.running.add((hook.id, thing))
        try:
            yield from self.run(hook.body, frame)
        finally:
            self.running.discard((hook.id, thing))

    def _instances(self, rule: str, moment: str) -> list[Instance]:
        """All hooks that may fire, in order."""
        hooks = [h for h in self.game.hooks if h.rule == rule and h.moment == moment]
        seats = list(self.position.clockwise())

        def rank(kind: str, thing: int) -> int:
            if moment == "instead":
                return 0
            owner = self.position.owner_of(kind, thing)
            return len(seats) if owner == NOBODY else seats.index(owner)

        found = self.evaluator.clauses_in_order(hooks, rank)
        for hook, thing in found:
            if hook.definition is not None:
                owned = not self.position.is_nobodys(hook.definition[0], thing)
                self.watch.reached(hook, owned)
        return [one for one in found if moment == "instead" or not self._is_nobodys(*one)]

    def _is_nobodys(self, hook: ir.Hook, thing: int) -> bool:
        """Whether it is the hook of a piece or space that could have an owner but does not."""
        if hook.definition is None:
            return False
        return self.position.is_nobodys(hook.definition[0], thing)

    def _fires(self, instance: Instance, arguments: tuple[Single, ...], actor: int) -> Frame | None:
        """The frame to run a hook in, if it fires now."""
        hook, thing = instance
        if (hook.id, thing) in self.running:
            return None
        me = actor
        if hook.definition is not None:
            kind = hook.definition[0]
            me = self.position.owner_of(kind, thing)
            if (
                thing not in self.position.showing(hook.definition)
                or not self.evaluator.is_meant(hook.by, kind, actor, me)
                or not self.evaluator.in_force(kind, thing, actor)
            ):
                return None
        elif hook.by == "others":
            return None
        self.watch.met(hook)
        frame = Frame.of(dict(zip(hook.params, arguments, strict=True)))
        frame.values[hook.actor.id] = actor
        frame.values[hook.me.id] = me
        if hook.it is not None:
            frame.values[hook.it.id] = thing
        return frame if self.evaluator.holds(hook.when, frame) else None
