"""The clauses of a game: everything written that can take effect, and how play reaches each of them.

A clause that several things share (a trait of many cards, an entry in two offers) is one clause, identified by its place
in the files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes, phases_in
from boardwright.dsl.source.places import Span

Key = tuple[str, int, int, str]

ALWAYS_SOMETHING = {"choose": "to choose from", "draw": "to draw from", "find": "to find"}


def key_of(node: ir.Node) -> Key:
    """Returns a key that is the same for nodes of the same clause."""
    span = node.span
    return (span.source.name, span.start, span.end, type(node).__name__)


@dataclass(slots=True)
class Clause:
    """A clause. `of` says what it belongs to, as in `rule strike`. It can run only if one of `within` does; `why` says what
    was missing if it did not. `moment` is when a change or a hook could have applied.
    """

    key: Key
    span: Span
    what: str
    of: str
    why: str
    moment: str = ""
    within: set[Key] = field(default_factory=set)
    calls: set[Key] = field(default_factory=set)


class Clauses:
    """All clauses of a game by their keys, as declared."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.found: dict[Key, Clause] = {}
        _Collector(self).collect()

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.found.values())

    def __len__(self) -> int:
        return len(self.found)

    def add(self, node: ir.Node, what: str, of: str, why: str, within: Key | None) -> Key:
        """Adds a clause, or another copy of one."""
        key = key_of(node)
        clause = self.found.get(key)
        if clause is None:
            clause = self.found[key] = Clause(key, node.span, what, of, why)
        elif clause.of != of:
            clause.of = _common(clause.of, of)
        if within is not None and within != key:
            clause.within.add(within)
        return key


def _common(one: str, other: str) -> str:
    """Describes the owners of a clause that two things share."""
    kind = one.split(" ")[0]
    return f"several {kind}s" if kind == other.split(" ")[0] or one == f"several {kind}s" else one


class _Collector:
    """Walks everything that is declared."""

    def __init__(self, clauses: Clauses) -> None:
        self.clauses = clauses
        self.game = clauses.game
        self.opened: set[str] = set()

    def collect(self) -> None:
        game = self.game
        asked_in_play = _asked_in_play(game)
        self.opened = {n.offer for n in nodes(_in_play(game)) if isinstance(n, ir.Open)}
        performed = {n.slot for n in nodes(_in_play(game)) if isinstance(n, ir.Perform)}
        for phase in game.course:
            self._phase(phase, None)
        for rule in game.rules.values():
            of = f"rule {rule.id}"
            within = self.clauses.add(rule, "rule", of, "it is never called", None)
            self._body(rule.body, of, within, "a hook always replaced it")
        for value in game.values.values():
            if value.id in asked_in_play:
                key = self.clauses.add(
                    value, "value", f"value {value.id}", "it is never used", None
                )
                self._calls(key, value.base)
        for modifier in game.modifiers:
            if modifier.value in asked_in_play:
                self._modifier(modifier)
        for hook in game.hooks:
            self._hook(hook)
        for offer in game.offers.values():
            for entry in offer.entries:
                self._entry(offer, entry)
        for definition in game.definitions:
            for slot in definition.slots.values():
                of = f"{definition.kind} {definition.id}"
                why = "" if slot.offered_in else "it was not performed in any game"
                why = why if slot.offered_in or slot.id in performed else "it is never performed"
                key = self.clauses.add(slot, f"effect `{slot.id}`", of, why, None)
                self._calls(key, slot.when)
                self._body(slot.body, of, key, "")

    # ---- what is declared

    def _phase(self, phase: ir.Phase, within: Key | None) -> None:
        of = f"phase {phase.id}"
        key = self.clauses.add(phase, "phase", of, "no game reached it", within)
        self._calls(key, *phase.asked)
        self._body(phase.steps or (), of, key, "it was always repeated 0 times")
        self._body(phase.turn or (), of, key, "no player had a turn")
        for inner in phase.phases:
            self._phase(inner, key)

    def _of(self, clause: ir.Clause) -> str:
        if clause.definition is not None:
            return " ".join(clause.definition)
        return f"{'game' if clause.origin == self.game.id else 'expansion'} {clause.origin}"

    def _modifier(self, modifier: ir.Modifier) -> None:
        value = self.game.values.get(modifier.value)
        within = None if value is None else key_of(value)
        key = self.clauses.add(
            modifier, f"change of `{modifier.value}`", self._of(modifier), "", within
        )
        self.clauses.found[key].moment = f"`{modifier.value}` was read"
        self._calls(key, modifier.operand)
        self._calls(key, modifier.when)

    def _hook(self, hook: ir.Hook) -> None:
        of = self._of(hook)
        moment = "instead of" if hook.moment == "instead" else hook.moment
        rule: ir.Node | None = self.game.rules.get(hook.rule)
        rule = rule or next((p for p in phases_in(self.game.course) if p.id == hook.rule), None)
        within = None if rule is None else key_of(rule)
        key = self.clauses.add(hook, f"hook {moment} `{hook.rule}`", of, "", within)
        self.clauses.found[key].moment = f"`{hook.rule}` ran"
        self._calls(key, hook.when)
        self._body(hook.body, of, key, "")

    def _entry(self, offer: ir.Offer, entry: ir.OfferEntry) -> None:
        of = f"offer {offer.id}" if entry.definition is None else " ".join(entry.definition)
        why = "" if offer.id in self.opened else "its offer is never opened"
        key = self.clauses.add(entry, f"entry `{entry.id}`", of, why, None)
        self._calls(key, entry.when)
        self._body(entry.body, of, key, "")

    # ---- statements

    def _body(self, body: ir.Body, of: str, within: Key, why: str) -> None:
        """Adds the statements of a block, each within the one before it."""
        for statement in body:
            within = self.clauses.add(statement, "statement", of, why, within)
            why = "the statement above never continued to it"
            self._calls(within, *_own_expressions(statement))
            self._inside(statement, of, within)

    def _inside(self, statement: ir.Stmt, of: str, key: Key) -> None:
        def inside(body: ir.Body, why: str) -> None:
            self._body(body, of, key, why)

        match statement:
            case ir.Choose() | ir.Draw() | ir.Find():
                what = ALWAYS_SOMETHING[type(statement).__name__.lower()]
                declined = isinstance(statement, ir.Choose) and statement.may
                inside(statement.body, f"there was never anything {what}")
                there = f"there was always something {what}"
                inside(
                    statement.otherwise,
                    f"{there}, and it was never declined" if declined else there,
                )
            case ir.MayDo():
                inside(statement.body, "the answer was never `yes`")
                inside(statement.otherwise, "the answer was never `no`")
            case ir.ChooseOne():
                for entry in statement.entries:
                    of_menu = self.clauses.add(entry, f"entry `{entry.name}`", of, "", key)
                    self._calls(of_menu, entry.condition)
                    self._body(entry.body, of, of_menu, "")
                inside(statement.otherwise, "an entry was always picked")
            case ir.Share():
                inside(statement.body, "it could never be shared")
            case ir.If():
                inside(statement.body, "the condition was never true")
                inside(statement.otherwise, "the condition was always true")
            case ir.IfSo():
                what = "rule" if isinstance(statement.call, ir.CallRule) else "effect"
                inside(statement.body, f"the {what} never went through")
                inside(statement.otherwise, f"the {what} always went through")
            case ir.ForEach() | ir.AllAtOnce():
                inside(statement.body, "the set was always empty")
            case ir.While():
                inside(statement.body, "the condition was never true")
            case ir.Repeat():
                inside(statement.body, "it was always repeated 0 times")
            case ir.As():
                inside(statement.body, "")
            case ir.SimpleStmt():
                pass
        call = statement.call if isinstance(statement, ir.IfSo) else statement
        if isinstance(call, ir.CallRule):
            rule = self.game.rules.get(call.rule)
            if rule is not None:
                self.clauses.found[key].calls.add(key_of(rule))
        if isinstance(statement, ir.Open):
            entries = self.game.offers[statement.offer].entries
            self.clauses.found[key].calls.update(key_of(entry) for entry in entries)
            for kind, definition, slot in self.game.offers[statement.offer].slots:
                found = next(
                    d for d in self.game.definitions if (d.kind, d.id) == (kind, definition)
                )
                self.clauses.found[key].calls.add(key_of(found.slots[slot]))

    def _calls(self, key: Key, *expressions: object) -> None:
        """Adds the values that a clause uses."""
        for node in nodes(tuple(each for each in expressions if each is not None)):
            if isinstance(node, ir.ValueCall):
                self.clauses.found[key].calls.add(key_of(self.game.values[node.value]))


_BODIES = ("body", "otherwise", "entries")


def _own_expressions(statement: ir.Stmt) -> Iterator[object]:
    """Yields the expressions of a statement itself, without those of the statements in it."""
    for name in type(statement).__dataclass_fields__:
        if name not in _BODIES:
            yield getattr(statement, name)


def _asked_in_play(game: ir.Game) -> frozenset[str]:
    """Returns the values that play can use; some only say which tables the game is for."""
    at_table: Sequence[object] = (
        *(each.condition for each in game.conditions),
        *game.in_play.values(),
        *(space.in_play for space in game.spaces.values()),
    )
    only = _asked(game, at_table)
    return frozenset(game.values) - (only - _asked(game, _in_play(game)))


def _in_play(game: ir.Game) -> tuple[object, ...]:
    """Returns everything that play reads."""
    return (
        *(rule.body for rule in game.rules.values()),
        *game.hooks,
        *(entry for offer in game.offers.values() for entry in offer.entries),
        *(slot for each in game.definitions for slot in each.slots.values()),
        *game.course,
        replace(game.outcome, worth=None),
        *(of.in_force for of in game.owners),
        *(each.in_force for each in game.definitions),
        *(place.visible_when for place in game.places.values()),
        *(note.start for note in game.notes.values()),
    )


def _asked(game: ir.Game, roots: Sequence[object]) -> set[str]:
    """Returns the values that `roots` use, directly or through other values."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        for node in nodes((waiting.pop(),)):
            if isinstance(node, ir.ValueCall) and node.value not in found:
                found.add(node.value)
                waiting.append(game.values[node.value].base)
                for modifier in game.modifiers:
                    if modifier.value == node.value:
                        waiting += [modifier.operand, modifier.when]
    return found
