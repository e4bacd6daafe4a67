"""Telling how a number or a set came about: every part of an expression, with its value and place.

A `Tracer` answers as any evaluator does, and keeps what it worked out on the way. Constants are left out, since the
text says what they are. Of a value it keeps the base, then what modifies it layer by layer with the value after each
step, then what does not apply and why.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from boardwright.dsl.language.types import (
    MemberType,
    NumberType,
    PieceType,
    PlayerType,
    SetType,
    Type,
    YesNoType,
    word_for_nothing,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.source.places import Span
from boardwright.interpreter.reference.evaluator import Evaluator, changed
from boardwright.interpreter.reference.frame import Frame
from boardwright.interpreter.reference.position import NOBODY, Position, Single
from boardwright.interpreter.table.errors import RuleError

Written = int | str | tuple[int | str, ...]
"""A value in ids: a set is a tuple in the order of the table."""

MOST_PARTS = 50_000
"""Further parts of one answer are left out."""

NAME, EXPRESSION, BASE, MODIFIER = "name", "expression", "base", "modifier"
IN_FORCE = "in force"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of an answer: its place, its value, and the parts from which the value follows.

    `about` is what the part is about: a member of a set (`c is a4`), the piece that has a modifier, `in force`, or the name
    that a `name` is.
    `remark` says why a modifier does not apply, or which error the part ended with; `value` is None then. `after` is the
    number or set after the step of a modifier.
    """

    kind: str
    span: Span
    value: Written | None
    parts: tuple[Part, ...] = ()
    about: str = ""
    remark: str = ""
    after: Written | None = None


class Tracer(Evaluator):
    """Answers expressions about one position, and keeps every part that it worked out."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self._open: list[list[Part]] = [[]]
        self._steps: list[Step] = []
        self._about = ""
        self._count = 0
        self._fault: RuleError | None = None

    @property
    def is_cut(self) -> bool:
        """Whether parts were left out because there are too many."""
        return self._count >= MOST_PARTS

    def explain(self, expr: ir.Expr, frame: Frame) -> Part:
        """An expression with all its parts; one that cannot be worked out ends with the error."""
        found = self._explained(lambda: self.value(expr, frame), expr.span, expr.type)
        # The expression is itself a part, unless it is a constant.
        return found.parts[0] if len(found.parts) == 1 else found

    def explain_value(self, id: str, arguments: tuple[Single, ...], me: int) -> Part:
        """A value with its base and everything that could modify it."""
        value = self.game.values[id]
        return self._explained(lambda: self.ask_value(id, arguments, me), value.span, value.type)

    def explain_all(self, ask: Callable[[], object]) -> tuple[Part, ...]:
        """Every part that is worked out while something is asked."""
        self._open, self._count = [[]], 0
        with contextlib.suppress(RuleError):
            ask()
        return tuple(self._open[0])

    def _explained(self, ask: Callable[[], Single], span: Span, of: Type) -> Part:
        self._open, self._count = [[]], 0
        value: Written | None = None
        remark = ""
        try:
            value = self.written(ask(), of)
        except RuleError as fault:
            remark = self._first_told(fault)
        return Part(EXPRESSION, span, value, tuple(self._open[0]), remark=remark)

    def written(self, value: Single, type: Type) -> Written:
        """A value in ids."""
        return written(self.position, value, type)

    def name_of(self, kind: str, thing: int) -> str:
        """The id of a piece or space."""
        return name_of(self.position, kind, thing)

    def pieces_by_id(self, kind: str) -> dict[str, int]:
        """The pieces of a kind by id; hidden ones also by their faces, each face that only one piece has."""
        pieces = {piece.id: number for number, piece in enumerate(self.table.pieces[kind])}
        if not self.position.is_hidden(kind):
            return pieces
        return self._by_face(kind, list(pieces.values())) | pieces

    def _by_face(self, kind: str, pieces: Sequence[int]) -> dict[str, int]:
        """These pieces by the ids of their faces, each face that only one of them has."""
        faces, declared = self.position.face[kind], self.table.faces[kind]
        counts = Counter(faces[piece] for piece in pieces)
        return {declared[faces[piece]].id: piece for piece in pieces if counts[faces[piece]] == 1}

    def knows_face(self, kind: str, piece: int) -> bool:
        """Whether the face of a piece may be told."""
        return True

    def can_name(self, kind: str, piece: int) -> bool:
        """Whether a piece may be pointed at."""
        return True

    def shows(self, kind: str, piece: int) -> bool:
        """Whether it may be told which piece this is, and what it says."""
        return self.knows_face(kind, piece) and self.can_name(kind, piece)

    @property
    def is_hidden(self) -> bool:
        """Whether something that was asked last reads what may not be told. Here everything may."""
        return False

    # ---- every expression

    def number(self, expr: ir.Expr, frame: Frame) -> int:
        about = self._begin()
        try:
            found = super().number(expr, frame)
        except RuleError as fault:
            self._end(expr, None, about, self._first_told(fault))
            raise
        self._end(expr, found, about)
        return found

    def members(self, expr: ir.Expr, frame: Frame) -> frozenset[int]:
        about = self._begin()
        try:
            found = super().members(expr, frame)
        except RuleError as fault:
            self._end(expr, None, about, self._first_told(fault))
            raise
        self._end(expr, found, about)
        return found

    def _begin(self) -> str:
        about, self._about = self._about, ""
        self._open.append([])
        return about

    def _end(self, expr: ir.Expr, value: Single | None, about: str, remark: str = "") -> None:
        parts = tuple(self._open.pop())
        if isinstance(expr, ir.Const) and not about:
            return
        if isinstance(expr, ir.Pair):  # its number means nothing to people
            for part in parts:
                self._keep(part)
            return
        told = None if value is None else self.written(value, expr.type)
        if isinstance(expr, ir.Local):
            self._keep(Part(NAME, expr.span, told, (), about or expr.var.name))
            return
        if len(parts) == 1 and parts[0].kind == EXPRESSION and parts[0].span == expr.span:
            # One thing as a set is the same thing again; `is not` is one word of the text, with one answer.
            if isinstance(expr, ir.Not) or told in (parts[0].value, (parts[0].value,)):
                parts = parts[0].parts
        self._keep(Part(EXPRESSION, expr.span, told, parts, about, remark))

    def _first_told(self, fault: RuleError) -> str:
        """What an error says, where it arose; nothing further out, which only passes it on."""
        if fault is self._fault:
            return ""
        self._fault = fault
        return fault.message

    def _keep(self, part: Part) -> None:
        self._count += 1
        if self._count <= MOST_PARTS:
            self._open[-1].append(part)

    def _of(self, selection: ir.Selection, member: int, expr: ir.Expr, inner: Frame) -> int:
        self._about = f"{selection.var.name} is {self.written(member, selection.var.type)}"
        return super()._of(selection, member, expr, inner)

    # ---- values

    def ask_value(self, value_id: str, arguments: tuple[Single, ...], me: int) -> Single:
        outer, self._steps = self._steps, []
        try:
            return super().ask_value(value_id, arguments, me)
        finally:
            steps, self._steps = self._steps, outer
            for part in _in_layers(self, steps, self.game.values[value_id].type):
                self._keep(part)

    def base_of(self, value: ir.Value, arguments: tuple[Single, ...], me: int) -> Single:
        self._open.append([])
        found: Single | None = None
        try:
            found = super().base_of(value, arguments, me)
        finally:
            # The base is an expression, which is all that was worked out.
            parts = tuple(self._open.pop())
            remark = ""
            if len(parts) == 1 and parts[0].kind == EXPRESSION:
                parts, remark = parts[0].parts, parts[0].remark
            part = Part(BASE, value.base.span, None, parts, remark=remark)
            self._steps.append(Step(part, None, found))
        return found

    def operand_of(
        self, modifier: ir.Modifier, thing: int, arguments: tuple[Single, ...], me: int
    ) -> Single | None:
        self._open.append([])
        found: Single | None = None
        remark = ""
        try:
            found = super().operand_of(modifier, thing, arguments, me)
            if found is None:
                remark = self._why_not(modifier, thing, me)
        except RuleError as fault:
            remark = self._first_told(fault)
            raise
        finally:
            parts = tuple(self._open.pop())
            whose = ""
            if modifier.definition is not None:
                whose = self.name_of(modifier.definition[0], thing)
            part = Part(MODIFIER, modifier.span, None, parts, whose, remark)
            self._steps.append(Step(part, modifier.op, found))
        return found

    def in_force(self, kind: str, thing: int, me: int) -> bool:
        self._about = IN_FORCE
        try:
            return super().in_force(kind, thing, me)
        finally:
            self._about = ""

    def _why_not(self, modifier: ir.Modifier, thing: int, me: int) -> str:
        """Why a modifier does not apply now."""
        parts = self._open[-1]
        if modifier.definition is not None:
            kind = modifier.definition[0]
            owner = self.position.owner_of(kind, thing)
            if owner == NOBODY and self.position.can_be_owned(kind):
                return "nobody owns it"
            if not self.is_meant(modifier.by, kind, me, owner):
                return self.whose(modifier.by, owner, me)
            if parts and parts[-1].about == IN_FORCE:
                return "not in force"
        return "its condition is not true"

    def whose(self, by: str, owner: int, me: int, does: str = "asks") -> str:
        """Why a clause of a piece with this owner, or without any, is not about who asks or acts."""
        seats = self.table.seats
        if owner == NOBODY:
            return f"it has no owner, so `by {by}` is never true"
        if me == NOBODY:
            return f"nobody {does}, so `by {by}` is not true"
        if by == "me":
            return f"it applies for its owner only: {seats[owner]} owns it, {seats[me]} {does}"
        return f"it does not apply for its owner: {seats[me]} {does}"


@dataclass(frozen=True, slots=True)
class Step:
    """A part of a value with what it makes of it: `op` is None for the base."""

    part: Part
    op: ir.ModifierOp | None
    found: Single | None


def _in_layers(tracer: Tracer, steps: list[Step], type: Type) -> list[Part]:
    """The base, then the modifiers in the order in which they apply, then those that do not apply."""
    told: list[Part] = []
    bases = [step for step in steps if step.op is None]
    value = bases[0].found if bases else None
    for step in bases:
        shown = None if value is None else tracer.written(value, type)
        told.append(replace(step.part, value=shown))
    for layer in ir.LAYERS:
        counting = [step for step in steps if step.op in layer and step.found is not None]
        for step in counting:
            assert step.op is not None and step.found is not None
            part = replace(step.part, value=tracer.written(step.found, type))
            if step.op == "becomes" and step is not counting[-1]:
                told.append(replace(part, remark="a later `becomes` replaces it"))
                continue
            if value is not None:
                value = changed(value, {step.op: [step.found]})
                part = replace(part, after=tracer.written(value, type))
            told.append(part)
    return told + [step.part for step in steps if step.op is not None and step.found is None]


# ---- values in ids


def written(position: Position, value: Single, type: Type) -> Written:
    """A value in ids, for people who may see everything: hidden pieces with their faces."""
    if isinstance(value, frozenset):
        assert isinstance(type, SetType)
        return tuple(_single(position, member, type.element) for member in sorted(value))
    return _single(position, value, type)


def _single(position: Position, value: int, type: Type) -> int | str:
    table = position.table
    match type:
        case PlayerType() if value < 0:
            return "nobody"
        case _ if value == word_for_nothing(type):
            return "nothing"
        case NumberType():
            return value
        case YesNoType():
            return "yes" if value else "no"
        case PlayerType():
            return table.seats[value]
        case MemberType(variety=variety):
            return table.game.varieties[variety].members[value]
        case PieceType(kind=kind):
            return name_of(position, kind, value)
        case _:
            return table.places[value].id


def name_of(position: Position, kind: str, thing: int) -> str:
    """The id of a piece or space; of a hidden piece also that of its face."""
    table = position.table
    if not position.is_piece_kind(kind):
        return table.spaces[thing].id
    id = table.pieces[kind][thing].id
    if position.is_hidden(kind):
        return f"{id} ({table.faces[kind][position.face[kind][thing]].id})"
    return id
