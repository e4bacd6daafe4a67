"""A game that knows where in the rules it is: the way from the course of the game to the statement that runs.

What happens is called by a `Key`: a statement, or the name of a decision or of an event of chance, with how often it has
happened since the last decision. Before the step in which it happens, `look_for` says which one is wanted, and afterwards
`found` has the way to it, with the values that its parts had then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from boardwright.dsl.language.types import Type
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import part_names, phases_in
from boardwright.dsl.source.places import Span
from boardwright.interpreter.reference.chance import Dictated
from boardwright.interpreter.reference.frame import Asking, Calling, Frame, Play
from boardwright.interpreter.reference.game import ReferenceGame
from boardwright.interpreter.reference.position import NOBODY, Position, Single
from boardwright.interpreter.reference.rules import Instance, RuleCalls
from boardwright.interpreter.reference.statements import Runner
from boardwright.interpreter.reference.tracer import NAME, Part, Tracer, name_of, written
from boardwright.interpreter.reference.watch import Watch
from boardwright.interpreter.table.table import Table

STATEMENT, WAY, HOOK = "statement", "way", "hook"

What = tuple[str, object]
"""A statement by its identity, or the name of a decision or of an event of chance."""


class Key(NamedTuple):
    """What happens, and which time since the last decision."""

    what: What
    time: int


def done(statement: ir.Node) -> What:
    """A statement has done its work."""
    return "done", id(statement)


def forced(site: str) -> What:
    """A decision with one answer."""
    return "forced", site


def chance(name: str) -> What:
    """Chance decides."""
    return "chance", name


@dataclass(frozen=True, slots=True)
class _Call:
    """A rule, phase or turn that is running, with the hooks that were asked so far."""

    rule: str
    hooks: dict[tuple[str, int], Part]


@dataclass(frozen=True, slots=True)
class _Stop:
    """One stop on the way: a statement, or what statements belong to, which runs in a call."""

    node: ir.Node
    frame: Frame
    call: _Call | None = None


class FollowedGame(ReferenceGame):
    """As `ReferenceGame`, and follows play through the rules. `key` is looked for in the setup."""

    def __init__(self, table: Table, seed: int, key: Key | None = None) -> None:
        self._sought = key
        super().__init__(table, seed)

    def _new_runner(self, watch: Watch | None, dictated: Dictated | None) -> Runner:
        self._follower = _Follower(self._position, self._sought)
        return self._follower

    def look_for(self, key: Key) -> None:
        """The way to this is wanted, in the next step."""
        self._follower.wanted, self._follower.found = key, None
        self._follower.counts.clear()

    @property
    def found(self) -> Part | None:
        """What was looked for, with the values of its parts and the way to it; None if it has not happened."""
        return self._follower.found

    def times(self, what: What) -> int:
        """How often this has happened since `look_for`."""
        return self._follower.counts[what]

    def here(self) -> Part:
        """The question that is asked now, with the way to it."""
        return self._follower.captured()


class _Chances(Watch):
    """Hears of chance."""

    follower: _Follower

    def brings(self, event: str, result: str | None) -> None:
        self.follower.happens(chance(event))


class _Follower(Runner):
    """Runs statements, and keeps the way to them."""

    def __init__(self, position: Position, wanted: Key | None) -> None:
        chances = _Chances()
        chances.follower = self
        super().__init__(position, chances)
        self.rules: RuleCalls = _FollowedCalls(self)
        self.way: list[_Stop] = []
        self.calls: list[_Call] = []
        self.wanted = wanted
        self.found: Part | None = None
        self.counts: Counter[What] = Counter()
        self.owners = dict(_owners(self.game))

    def happens(self, what: What) -> None:
        """Keeps the way if this is what is looked for."""
        self.counts[what] += 1
        if self.wanted == Key(what, self.counts[what]):
            self.found = self.captured()

    def run(self, body: ir.Body, frame: Frame) -> Play:
        owner = self.owners.get(id(body)) if body else None
        if owner is None:
            yield from super().run(body, frame)
            return
        self.way.append(_Stop(owner, frame, self.calls[-1] if self.calls else None))
        try:
            yield from super().run(body, frame)
        finally:
            self.way.pop()

    def statement(self, statement: ir.Stmt, frame: Frame) -> Play:
        self.way.append(_Stop(statement, frame))
        try:
            self.happens(done(statement))
            yield from super().statement(statement, frame)
        finally:
            self.way.pop()

    def ask(
        self,
        site: str,
        asker: int,
        options: Sequence[str],
        at: ir.Node,
        picked: Sequence[int] = (),
        element: Type | None = None,
        numbers: Sequence[int] = (),
    ) -> Asking:
        if len(options) == 1:
            self.happens(forced(site))
        return super().ask(site, asker, options, at, picked, element, numbers)

    # ---- what it tells

    def captured(self) -> Part:
        """The innermost statement with the values of its parts, and the way to it."""
        tracer = Tracer(self.position)
        *outer, last = self.way
        parts = [*_parts_of(tracer, last.node, last.frame)]
        inner = last.node
        for stop in reversed(outer):
            parts += _told(tracer, stop, inner)
            inner = stop.node
        return Part(STATEMENT, last.node.span, None, tuple(parts))


class _FollowedCalls(RuleCalls):
    """Calls rules, and keeps what the hooks on them do."""

    def __init__(self, follower: _Follower) -> None:
        super().__init__(follower.evaluator, follower.changes, follower.run)
        self.follower = follower

    def around(
        self,
        rule: str,
        arguments: tuple[Single, ...],
        actor: int,
        body: Callable[[], Calling],
        under_way: bool = False,
    ) -> Calling:
        self.follower.calls.append(_Call(rule, {}))
        try:
            return (yield from super().around(rule, arguments, actor, body, under_way))
        finally:
            self.follower.calls.pop()

    def _fires(self, instance: Instance, arguments: tuple[Single, ...], actor: int) -> Frame | None:
        frame = super()._fires(instance, arguments, actor)
        hook, thing = instance
        if frame is None:
            remark, parts = self._why_not(instance, arguments, actor)
        else:
            remark, parts = _FIRES[hook.moment], ()
        whose = "hook"
        if hook.definition is not None:
            whose += f" of {name_of(self.position, hook.definition[0], thing)}"
        part = Part(HOOK, hook.span, None, parts, whose, remark)
        self.follower.calls[-1].hooks[hook.id, thing] = part
        return frame

    def _why_not(
        self, instance: Instance, arguments: tuple[Single, ...], actor: int
    ) -> tuple[str, tuple[Part, ...]]:
        """Why a hook does not run now."""
        hook, thing = instance
        tracer, me = Tracer(self.position), actor
        if (hook.id, thing) in self.running:
            return "it is already running", ()
        if hook.definition is not None:
            kind = hook.definition[0]
            me = self.position.owner_of(kind, thing)
            if me == NOBODY and self.position.can_be_owned(kind):
                return "nobody owns it", ()
            if thing not in self.position.showing(hook.definition):
                return "it no longer shows this face", ()
            if not tracer.is_meant(hook.by, kind, actor, me):
                return tracer.whose(hook.by, me, actor, "acts"), ()
            if not tracer.in_force(kind, thing, actor):
                return "not in force", tracer.explain_all(
                    lambda: tracer.in_force(kind, thing, actor)
                )
        elif hook.by == "others":
            return "no other player acts in a hook of the game", ()
        frame = Frame.of(dict(zip(hook.params, arguments, strict=True)))
        frame.values[hook.actor.id] = actor
        frame.values[hook.me.id] = me
        if hook.it is not None:
            frame.values[hook.it.id] = thing
        parts = () if hook.when is None else (tracer.explain(hook.when, frame),)
        return "its condition is not true", parts


_FIRES = {
    "before": "runs before it",
    "instead": "runs in its place",
    "after": "runs after it",
}


# ---- the way in parts


def _owners(game: ir.Game) -> Iterator[tuple[int, ir.Node]]:
    """What each body belongs to, by the identity of the body."""
    for rule in game.rules.values():
        yield id(rule.body), rule
    for hook in game.hooks:
        yield id(hook.body), hook
    for offer in game.offers.values():
        for entry in offer.entries:
            yield id(entry.body), entry
    declared: list[ir.Kind | ir.SpaceKind] = [*game.kinds.values(), *game.spaces.values()]
    for of in declared:
        for definition in of.definitions:
            for slot in definition.slots.values():
                yield id(slot.body), slot
    for phase in phases_in(game.course):
        for body in (phase.steps, phase.turn):
            yield id(body), phase


def _parts_of(tracer: Tracer, node: ir.Node, frame: Frame) -> Iterator[Part]:
    """The expressions of a statement with their values."""
    kind: Any = type(node)
    for name in part_names(kind):
        part = getattr(node, name)
        if isinstance(part, ir.Selection):
            part = part.source
        if isinstance(part, ir.Expr) and not isinstance(part, ir.Const):
            told = tracer.explain(part, frame)
            # What the text does not name, such as where a player's pieces come from, has no line.
            yield from (told,) if told.kind == NAME or part.span != node.span else told.parts


def _told(tracer: Tracer, stop: _Stop, inner: ir.Node) -> Iterator[Part]:
    """One stop on the way; nothing of statements that say nothing about what is inside them."""
    node, frame, position = stop.node, stop.frame, tracer.position

    def part(about: str, span: Span, *names: ir.Var) -> Part:
        return Part(WAY, span, None, tuple(_names(position, names, frame, span)), about)

    match node:
        case ir.Rule():
            yield part("in rule", node.span, node.me, *node.params)
            yield from _hooks(stop.call)
        case ir.Hook():
            of = "in hook" if node.definition is None else f"in hook of {node.definition[1]}"
            yield part(of, node.span, node.me, *node.params)
            yield from _hooks(stop.call, node.id)
        case ir.Slot():
            yield part("in effect", node.span, node.me, node.it)
            yield from _hooks(stop.call)
        case ir.OfferEntry():
            yield part("in entry", node.span, node.me)
        case ir.Phase():
            what = "in a turn of phase" if node.turn is not None else "in phase"
            yield part(what, node.span, node.me)
            yield from _hooks(stop.call)
        case ir.If():
            yes = any(each is inner for each in node.body)
            yield Part(WAY, node.condition.span, "yes" if yes else "no", (), "if")
        case ir.While():
            yield Part(WAY, node.condition.span, "yes", (), "while")
        case ir.ForEach() | ir.AllAtOnce():
            yield part("for each", node.selection.span, node.selection.var)
        case ir.Choose() | ir.Draw() | ir.Find() | ir.Share():
            yield part(_FOUND[type(node)], node.span, node.var)
        case ir.As():
            yield part("as", node.player.span, node.me)
        case ir.CallRule() | ir.Perform() | ir.Open() | ir.Original():
            yield part("by", node.span)
        case ir.IfSo():
            if not any(each is inner for each in (*node.body, *node.otherwise)):
                yield part("by", node.call.span)
        case _:
            pass  # the rest of the way tells where it is


_FOUND: dict[type[ir.Node], str] = {
    ir.Choose: "chosen",
    ir.Draw: "drawn",
    ir.Find: "found",
    ir.Share: "shared",
}


def _hooks(call: _Call | None, own: str = "") -> Iterator[Part]:
    """What the hooks on a call do, without the one that is running."""
    if call is not None:
        yield from (part for (id, _), part in call.hooks.items() if id != own)


def _names(position: Position, names: Sequence[ir.Var], frame: Frame, span: Span) -> Iterator[Part]:
    """Names with what they mean there; nobody's `me` says nothing."""
    for var in names:
        value = frame.values.get(var.id)
        if isinstance(value, int | frozenset) and (value != NOBODY or var.name != "me"):
            yield Part(NAME, span, written(position, value, var.type), (), var.name)


__all__ = ["FollowedGame", "Key", "What", "chance", "done", "forced"]
