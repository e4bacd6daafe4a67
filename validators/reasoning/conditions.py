"""Finds conditions that are always the same, and expressions that always fail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from boardwright.dsl.language.types import (
    MemberType,
    PlayerType,
    SetType,
    SpaceType,
    Type,
    YesNoType,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes, part_names
from boardwright.dsl.source.places import Span
from boardwright.validators.reasoning.facts import ANYTHING, Known
from boardwright.validators.reasoning.ranges import ValueRange
from boardwright.validators.reasoning.sightings import Sighting, Survey

NEVER, ALWAYS, FAILS = "never", "always", "fails"
# For a loop that only its condition could end.
FOREVER = "forever"

# What these fields of a node name is asked, or has what is asked for: it cannot be nobody.
_SOMEBODY = frozenset({"asker", "key", "member", "of", "owner", "player", "who"})
_NO_PLAYER_ACTS = "no player acts here, so `me` is nobody; name one, as in `as first_seat:`"

_DECLARED = "declared here"
_JOINED = (ir.Both, ir.Either)


@dataclass(slots=True)
class Judge:
    """Judges expressions, and notes in the survey what it finds."""

    survey: Survey

    # ---- conditions

    def never_left(self, node: ir.While, known: Known, may_end: bool) -> None:
        """Notes a loop whose condition is always true, unless the loop `may_end` in another way."""
        sighting = None
        plain = not isinstance(node.condition, ir.Const | ir.ValueCall)
        if plain and not may_end and self._holds(node.condition, known)[0] is True:
            notes = self._reasons(node.condition, known)
            text = "this is always true, and nothing else ends the loop"
            sighting = Sighting(FOREVER, text, node.condition.span, notes=notes)
        self.survey.note(node.condition, FOREVER, sighting)

    def condition(
        self, expr: ir.Expr, known: Known, *, never: bool = True, always: bool = True
    ) -> None:
        """Judges a condition. `never` and `always` say whether a constant result of the whole is worth a finding."""
        if isinstance(expr, ir.Const):
            if expr.value == 0 and never:
                self._note(expr, NEVER, "this is never true")
            return
        self._judged(expr, known, never, always)

    def _judged(
        self,
        expr: ir.Expr,
        known: Known,
        never: bool = True,
        always: bool = True,
        inside: Known | None = None,
    ) -> None:
        """Judges a condition; `inside` is what is known when it is evaluated, if that is more."""
        match expr:
            case ir.Both() | ir.Either():
                self._pair(expr, inside or known, never, always)
            case ir.Not(operand=ir.Both() | ir.Either() as operand):
                self._judged(operand, inside or known, always, never)
            case _:
                self._leaf(expr, known, never, always, inside)
        self._tell(expr, inside or known)

    def _pair(self, expr: ir.Both | ir.Either, known: Known, never: bool, always: bool) -> None:
        """Notes two conditions that contradict each other, or of which one is always true."""
        reasoner, both = self.survey.reasoner, isinstance(expr, ir.Both)
        left, right = (reasoner.holds(side, known) for side in (expr.left, expr.right))
        whole = reasoner.holds(expr, known)
        what, dull = (NEVER, never) if both else (ALWAYS, always)
        sighting = None
        if whole is not both and whole is not None and left is None and right is None:
            text = (
                "this is never true when the other condition is"
                if both
                else "this or the other condition is always true"
            )
            sighting = Sighting(
                what, text, expr.right.span, (expr.left.span,), why="the other condition"
            )
        if dull:
            self.survey.note(expr, what, sighting)
        inner = reasoner.assume(expr.left, both, known)
        self._judged(expr.left, known)
        if inner is None:
            known = (
                known.somebody()
            )  # the other side is never evaluated, perhaps because nobody acts
        inside = known if inner is None or sighting is not None else inner
        # It is not a fault if `b` of `a or b` is true only when `a` is. So only the inner parts of `b` use what `a` tells.
        self._judged(expr.right, inside if both else known, inside=inside)

    def _leaf(
        self, expr: ir.Expr, known: Known, never: bool, always: bool, inside: Known | None
    ) -> None:
        self._parts(expr, inside or known)
        inner = expr.operand if isinstance(expr, ir.Not) else expr
        if isinstance(inner, ir.Const):
            return
        if isinstance(inner, ir.IsNobody) and is_me(inner.operand):
            return  # in an expansion, others may call the rule
        # The result of a value is judged at the value.
        plain = None if isinstance(inner, ir.ValueCall) else self._holds(expr, known.bare())[0]
        now, because = self._holds(expr, known)
        if isinstance(inner, ir.ValueCall) and not because:
            now = None
        if never:
            self._note(expr, NEVER, "this is never true" if now is False else None, because, known)
        if always:
            self._note(expr, ALWAYS, "this is always true" if plain is True else None)

    def _holds(self, expr: ir.Expr, known: Known) -> tuple[bool | None, tuple[Span, ...]]:
        reasoner = self.survey.reasoner
        reasoner.used.clear()
        found = reasoner.holds(expr, known)
        return found, tuple(dict.fromkeys(reasoner.used))

    def _note(
        self,
        expr: ir.Expr,
        what: str,
        text: str | None,
        because: tuple[Span, ...] = (),
        known: Known | None = None,
    ) -> None:
        sighting = None
        if text is not None:
            notes = self._reasons(expr, known) if known is not None else self._reasons(expr, None)
            sighting = Sighting(what, text, expr.span, because, notes)
        self.survey.note(expr, what, sighting)

    def _reasons(self, expr: ir.Expr, known: Known | None) -> tuple[str, ...]:
        """Says what is known of the two sides of a comparison."""
        known = self.survey.reasoner.start if known is None else known
        inner = expr.operand if isinstance(expr, ir.Not) else expr
        match inner:
            case ir.Compare(left=left, right=right) | ir.Same(left=left, right=right):
                if left == right:
                    return ("both sides are the same",)
                sides = [side for side in (left, right) if not isinstance(side, ir.Const)]
                told = [self._what_it_is(side, known) for side in sides]
                return tuple(text for text in told if text is not None)
            case _:
                return ()

    def _what_it_is(self, side: ir.Expr, known: Known) -> str | None:
        """Says what a side can be: `coins of me` is 0 to 30."""
        values = self.survey.reasoner.single(side, known)
        text = f"`{' '.join(side.span.text.split())}`"
        match side.type:
            case MemberType(variety=variety) if values.among is not None:
                members = self.survey.game.varieties[variety].members
                names = [f"`{members[n]}`" for n in sorted(values.among) if 0 <= n < len(members)]
                if len(names) == 1:
                    return f"{text} can only be {names[0]} here"
                return f"{text} is one of {', '.join(names)}" if 1 < len(names) <= 8 else None
            case YesNoType() | SetType():
                return None
            case _ if str(side.type) == "a number":
                return _told(text, values)
            case _:
                return None

    # ---- everything else

    def look(self, expr: ir.Expr, known: Known) -> None:
        """Judges an expression of any type."""
        if isinstance(expr.type, YesNoType) and not isinstance(expr, ir.Const):
            self._judged(expr, known)
        else:
            self._parts(expr, known)
            self._tell(expr, known)

    def _tell(self, expr: ir.Expr, known: Known) -> None:
        values = self.survey.values
        if values is not None:
            values[id(expr)] = self.survey.reasoner.evaluate(expr, known)

    def _parts(self, expr: ir.Expr, known: Known) -> None:
        match expr:
            case (
                ir.Aggregate(selection=selection, body=body)
                | ir.Together(selection=selection, body=body)
            ):
                inner = self.selection(selection, known)
                if inner is not None:
                    if isinstance(body.type, YesNoType):
                        self.condition(body, inner)
                    else:
                        self.look(body, inner)
                return
            case ir.Those(selection=selection):
                self.selection(selection, known)
                return
            case ir.After(value=value, call=call):
                for argument in (*call.arguments, call.me):
                    self.look(argument, known)
                self.look(value, known.after(ANYTHING))
                return
            case ir.IfElse(condition=condition):
                self.condition(condition, known)
                for side, then in self.survey.reasoner.taken(expr, known):
                    self.look(side, then)
                return
            case ir.Not(operand=operand) if not isinstance(operand, _JOINED):
                self._parts(operand, known)
                self._tell(operand, known)
                return
            case ir.Arithmetic(op="mod" | "down" | "up", right=right):
                zero = self.survey.reasoner.single(right, known).only == 0
                self._fails(expr, "this always fails: it divides by zero" if zero else None)
            case ir.TableRead():
                self._table(expr, known)
            case _:
                pass  # only its parts are judged
        self.somebody(expr, known)
        kind: Any = type(expr)
        for name in part_names(kind):
            part = getattr(expr, name)
            for each in part if isinstance(part, tuple) else (part,):
                if isinstance(each, ir.Typed):
                    self.look(each, known)  # type: ignore[arg-type]

    def somebody(self, node: ir.Node, known: Known) -> None:
        """Notes a player of a node who is always nobody."""
        kind: Any = type(node)
        if isinstance(node, ir.SpacesOf):
            return  # nobody has none
        for name in _SOMEBODY.intersection(part_names(kind)):
            part = getattr(node, name)
            if not isinstance(part, ir.Typed) or not isinstance(part.type, PlayerType):
                continue
            sighting = None
            if self.survey.reasoner.single(part, known).only == -1:  # type: ignore[arg-type]
                text = "this always fails: it needs a player, and this is nobody"
                notes = (_NO_PLAYER_ACTS,) if is_me(part) else ()
                sighting = Sighting(FAILS, text, part.span, notes=notes)
            self.survey.note(part, FAILS, sighting)

    def _table(self, expr: ir.TableRead, known: Known) -> None:
        table = self.survey.game.tables[expr.table]
        keys = self.survey.reasoner.table_keys(expr, known)
        text = None
        name = table.id.rsplit(".", 1)[-1]
        if not self.survey.reasoner.rows_of(expr, known):
            only = [key.only for key in keys]
            told = [
                self._key(of, n) for of, n in zip(table.keys, only, strict=True) if n is not None
            ]
            which = " and ".join(told) if len(told) == len(keys) else "this"
            text = f"this always fails: `{name}` has no row for {which}"
        elif len(keys) == 1 and keys[0].among is not None and self.is_of_the_table(expr.argument):
            missing = sorted(keys[0].among - {key for (key,) in table.rows})
            if missing:
                said = ", ".join(self._key(table.keys[0], key) for key in missing)
                text = f"this fails at some tables: `{name}` has no row for {said}"
        self._fails(expr, text, (table.span,))

    def _key(self, of: Type, key: int) -> str:
        match of:
            case MemberType(variety=variety):
                names: Sequence[str] = self.survey.game.varieties[variety].members
            case SpaceType():
                names = [each.id for each in self.survey.reasoner.extents.spaces]
            case _:
                names = ()
        return f"`{names[key]}`" if 0 <= key < len(names) else str(key)

    def is_of_the_table(self, expr: ir.Expr) -> bool:
        """Whether each of the possible values occurs at some table."""
        game = self.survey.game
        conditions = (
            tuple(each.condition for each in game.conditions if each.must),
            tuple(game.in_play.values()),
        )
        match expr:
            case ir.Count(members=ir.Seats()):
                return not any(isinstance(node, ir.Seats) for node in nodes(conditions))
            case ir.OptionRead():
                return expr not in list(nodes(conditions))
            case _:
                return False

    def _fails(self, node: ir.Node, text: str | None, because: tuple[Span, ...] = ()) -> None:
        self.survey.note(
            node,
            FAILS,
            None if text is None else Sighting(FAILS, text, node.span, because, why=_DECLARED),
        )

    def fails(
        self, node: ir.Node, span: Span, text: str | None, *because: Span, why: str = _DECLARED
    ) -> None:
        """Notes whether a statement always fails."""
        sighting = None if text is None else Sighting(FAILS, text, span, because, why=why)
        self.survey.note(node, FAILS, sighting)

    def selection(self, selection: ir.Selection, known: Known) -> Known | None:
        """Judges what follows `in` or `from`; returns what is known of each member, None if there are no members."""
        reasoner = self.survey.reasoner
        self.look(selection.source, known)
        if selection.starting is not None:
            self.look(selection.starting, known)
        if selection.cut is not None:
            self.look(selection.cut, known)
        source = reasoner.many(selection.source, known)
        if selection.where is not None and source.most > 0:
            self.condition(selection.where, known.named(selection.var, source.element))
        _, inner = reasoner.select(selection, known)
        if inner is not None:
            for ordering in (selection.extreme, selection.rising):
                if ordering is not None:
                    self.look(ordering[1], inner)
        return inner


def is_me(expr: ir.Typed) -> bool:
    """Whether an expression is who acts."""
    return isinstance(expr, ir.Local) and expr.var.name == "me"


def _told(text: str, values: ValueRange) -> str | None:
    """Says what a number can be."""
    few = sorted(values.among or ())
    if 2 <= len(few) <= 8 and len(few) <= values.high - values.low:
        return f"{text} is one of {', '.join(str(each) for each in few)}"
    told = str(values)
    return None if told == "any number" else f"{text} is {told}"
