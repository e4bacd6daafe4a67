"""Setups that deal out more than there is, with some number of players.

For each number of players the check follows what surely happens in the first phase, as long as nothing returns to where
it was taken from. It counts the pieces taken from the top of their home, and the stock taken from the one place where it
starts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from boardwright.dsl.rules import ir
from boardwright.dsl.rules.touches import ENDS
from boardwright.dsl.source.diagnostics import Diagnostic, Label
from boardwright.dsl.source.places import Span
from boardwright.validators.reasoning.facts import Known
from boardwright.validators.reasoning.flow import leaves
from boardwright.validators.reasoning.sightings import Survey
from boardwright.validators.reasoning.survey import survey
from boardwright.validators.subject.findings import error
from boardwright.validators.subject.subject import Profile, Subject

CODES = ("E631",)
PROFILE = Profile.BASIC

_MANY = 5_000
"""The check follows at most this many statements."""


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One finding for each kind and stock."""
    game, seen = subject.game, survey(subject)
    told: set[str] = set()
    for players in range(game.players[0], game.players[1] + 1):
        for taken in _dealt(seen, players):
            if taken.what not in told:
                told.add(taken.what)
                number = f"{players} player{'' if players == 1 else 's'}"
                yield error(
                    "E631",
                    f"with {number}, setup takes {taken.number} {taken.plural}, but there are only {taken.there}",
                    taken.span,
                    help="take fewer, or declare more",
                    others=[Label(taken.declared, "declared here")],
                )


@dataclass(frozen=True, slots=True)
class Taken:
    """A kind or stock of which more was taken than there is; `span` is where it becomes too much."""

    what: str
    plural: str
    number: int
    there: int
    span: Span
    declared: Span


def _dealt(seen: Survey, players: int) -> list[Taken]:
    """Returns the kinds and stocks of which setup takes too much."""
    game = seen.game
    first = game.course[0] if game.course else None
    if first is None or first.steps is None or first.repeats:
        return []
    if any(hook.rule == first.id for hook in game.hooks):
        return []
    dealing = _Dealing(seen, (players, players))
    dealing.body(first.steps, Known((players, players)), 1)
    return dealing.too_much


@dataclass(slots=True)
class _Dealing:
    """Follows what surely happens."""

    seen: Survey
    seats: tuple[int, int]
    taken: dict[str, int] = field(default_factory=dict)
    too_much: list[Taken] = field(default_factory=list)
    unknown: set[str] = field(
        default_factory=set
    )  # kinds and stocks of which some may have returned
    steps: int = 0

    def body(self, body: ir.Body, known: Known, times: int) -> Known | None:
        """Follows a body that runs `times` times; None if what follows may not be reached."""
        for statement in body:
            self.steps += 1
            now = self.statement(statement, known, times) if self.steps < _MANY else None
            if now is None:
                return None
            known = now
        return known

    def statement(self, node: ir.Stmt, known: Known, times: int) -> Known | None:
        reasoner = self.seen.reasoner
        match node:
            case ir.Let():
                return known.named(node.var, reasoner.evaluate(node.value, known))
            case ir.MoveStock():
                self._stock(node, known, times)
            case ir.MoveTop():
                self._top(node, known, times)
            case ir.ForEach(selection=selection):
                if isinstance(selection.source, ir.Players) and selection.where is None:
                    least = most = self.seats[0]  # no player has dropped out yet
                else:
                    many = reasoner.select(selection, known)[0]
                    least, most = many.least, many.most
                return self._loop(node, node.body, known, times, least, most)
            case ir.Repeat():
                number = reasoner.single(node.times, known)
                return self._loop(node, node.body, known, times, number.low, number.high)
            case ir.As():
                if self.body(node.body, known, times) is None:
                    return None
            case ir.If():
                holds = reasoner.holds(node.condition, known)
                if holds is None:
                    return known if self._perhaps(node) else None
                if self.body(node.body if holds else node.otherwise, known, times) is None:
                    return None
            case ir.Draw() | ir.Find() | ir.Choose(may=False):
                self._perhaps(node)
                return None
            case ir.CallRule():
                return known if self._called(node, known, times) else None
            case ir.Stop() | ir.EndGame() | ir.Share():
                return None
            case ir.Shuffle() | ir.Look() | ir.Roll():
                pass  # everything stays where it is
            case _:
                return known if self._perhaps(node) else None
        return known

    def _perhaps(self, node: ir.Stmt) -> bool:
        """Follows a statement of unknown effect on what it changes; whether play surely continues after it."""
        changed = self.seen.effects.changed_by((node,))
        self.unknown.update(str(id) for sort, id in changed if sort in ("pieces", "stock"))
        return ENDS not in changed

    def _loop(
        self, node: ir.Stmt, body: ir.Body, known: Known, times: int, least: int, most: int
    ) -> Known | None:
        if least != most or leaves(body):
            return known if self._perhaps(node) else None
        if least > 0 and self.body(body, known, times * least) is None:
            return None
        return known

    def _called(self, node: ir.CallRule, known: Known, times: int) -> bool:
        game = self.seen.game
        rule = game.rules[node.rule]
        if rule.deep or any(hook.rule == rule.id for hook in game.hooks):
            self._perhaps(node)
            return False
        inner = Known(self.seats)
        for var, argument in zip(rule.params, node.arguments, strict=True):
            inner = inner.named(var, self.seen.reasoner.evaluate(argument, known))
        return self.body(rule.body, inner, times) is not None

    # ---- what is taken

    def _take(self, what: str, number: int, there: int, plural: str, at: Sequence[Span]) -> None:
        if what in self.unknown or number <= 0:
            return
        before = self.taken.get(what, 0)
        self.taken[what] = before + number
        if before <= there < before + number:
            self.too_much.append(Taken(what, plural, before + number, there, at[0], at[1]))

    def _stock(self, node: ir.MoveStock, known: Known, times: int) -> None:
        stock = self.seen.game.stocks[node.stock]
        home = _is_place(node.origin, stock.home)
        if not home or node.amount is None or node.up_to or stock.total is None:
            self.unknown.add(stock.id)
            return
        if stock.each is not None:
            return  # it would need the sort, and the owner
        number = self.seen.reasoner.single(node.amount, known).low * times
        self._take(stock.id, number, stock.total, f"`{stock.plural}`", (node.span, stock.span))

    def _top(self, node: ir.MoveTop, known: Known, times: int) -> None:
        kind = self.seen.game.kinds[node.kind]
        if not _is_place(node.origin, kind.home) or node.up_to or kind.per_player:
            self.unknown.add(kind.id)
            return
        there = self.seen.extents.pieces(kind.id, self.seats)[0]
        number = self.seen.reasoner.single(node.amount, known).low * times
        self._take(kind.id, number, there, f"`{kind.plural}`", (node.span, kind.span))


def _is_place(place: ir.Expr, id: str) -> bool:
    """Whether this is the only place with this name."""
    return isinstance(place, ir.ZonePlace) and place.place == id and place.key is None
