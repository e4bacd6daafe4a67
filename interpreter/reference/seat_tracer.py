"""Telling one seat how a number or a set came about, without what it may not see.

A part that reads what the seat may not see is hidden, and so is everything that follows from it. What is worked out after
a hidden part often depends on it, so these parts are left out, too: an answer is the same in all positions that look the
same to the seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from boardwright.dsl.language.types import PieceType, PlayerType, SetType, Type
from boardwright.dsl.rules import ir
from boardwright.dsl.source.places import Span
from boardwright.interpreter.reference.evaluator import Evaluator
from boardwright.interpreter.reference.frame import Frame
from boardwright.interpreter.reference.position import NAMELESS, Position, Single
from boardwright.interpreter.reference.secret_number import is_secret_from
from boardwright.interpreter.reference.tracer import (
    BASE,
    EXPRESSION,
    MODIFIER,
    NAME,
    Part,
    Step,
    Tracer,
    Written,
    written,
)
from boardwright.interpreter.table.errors import RuleError

HIDDEN = "hidden from you"
APPLIES = "applies"

# Both sides of these are worked out in any case, so that a hidden one says nothing about the other.
_BOTH = (
    ir.Arithmetic, ir.Compare, ir.Same, ir.MinMax, ir.Union, ir.Without, ir.Common, ir.Count,
)  # fmt: skip


class SeatTracer(Tracer):
    """As `Tracer`, for one seat."""

    def __init__(self, position: Position, seat: int) -> None:
        super().__init__(position)
        self.seat = seat
        self.plain = Evaluator(position)  # works out without telling
        self._hidden = [
            False
        ]  # for each part that is being worked out, whether something in it is hidden

    @property
    def is_hidden(self) -> bool:
        """Whether something that was asked last is hidden from the seat."""
        return self._hidden[0]

    # ---- what the seat sees

    def knows_face(self, kind: str, piece: int) -> bool:
        """Whether the seat knows the face that a piece really has."""
        if not self.position.is_hidden(kind):
            return True
        if self.seat in self.plain.who_sees(kind, piece):
            return True
        name = self.position.name[kind][piece]
        mistaken = name != NAMELESS and (self.seat, name) in self.position.believed[kind]
        return self.plain.knows(self.seat, kind, piece) and not mistaken

    def can_name(self, kind: str, piece: int) -> bool:
        """Whether the seat can point at a piece or space: it has a name, a face that the seat knows, or lies in sight."""
        if not self.position.is_piece_kind(kind):
            return True
        if self.position.is_hidden(kind):
            return self.position.name[kind][piece] != NAMELESS or self.knows_face(kind, piece)
        return self.seat in self.plain.who_sees(kind, piece)

    def name_of(self, kind: str, thing: int) -> str:
        """As the seat knows it: by its name, by its face, or both."""
        if not self.position.is_piece_kind(kind) or not self.position.is_hidden(kind):
            return super().name_of(kind, thing)
        pieces, faces = self.table.pieces[kind], self.table.faces[kind]
        name = self.position.name[kind][thing]
        id = "" if name == NAMELESS else pieces[name].id
        face = faces[self.position.face[kind][thing]].id if self.knows_face(kind, thing) else ""
        return f"{id} ({face})" if id and face else id or face or kind

    def pieces_by_id(self, kind: str) -> dict[str, int]:
        pieces = range(len(self.table.pieces[kind]))
        if not self.position.is_hidden(kind):
            ids = self.table.pieces[kind]
            return {ids[piece].id: piece for piece in pieces if self.can_name(kind, piece)}
        known = [piece for piece in pieces if self.knows_face(kind, piece)]
        names = self.position.name[kind]
        named = {
            self.table.pieces[kind][names[piece]].id: piece
            for piece in pieces
            if names[piece] != NAMELESS
        }
        # In alphabetical order: that of the pieces themselves would say which is which.
        return dict(sorted((self._by_face(kind, known) | named).items()))

    def written(self, value: Single, type: Type) -> Written:
        element = type.element if isinstance(type, SetType) else type
        if not isinstance(element, PieceType) or not self.position.is_hidden(element.kind):
            return written(self.position, value, type)
        if not isinstance(value, frozenset):
            return self.name_of(element.kind, value) if value >= 0 else "nothing"
        # In alphabetical order: that of the pieces themselves would say which is which.
        return tuple(sorted(self.name_of(element.kind, each) for each in value))

    def _sees_into(self, place: int, what: str) -> bool:
        facts = self.table.places[place]
        seen = facts.visible_for(what)
        return seen == "everyone" or (
            seen == "owner" and self.seat == self.position.owner_of_place(place)
        )

    # ---- what is hidden

    def _is_secret(self, expr: ir.Expr, frame: Frame, found: Single) -> bool:
        """Whether an expression itself reads what the seat may not see, or is something that it cannot point at."""
        match expr:
            case ir.NoteRead() if expr.note in self.game.notes:
                return not self._sees_note(expr, frame)
            case ir.AttributeRead() | ir.MembersOf():
                return self._is_unknown(expr.subject, frame)
            case ir.FaceOf():
                return self._is_unknown(expr.piece, frame)
            case ir.OwnerOf():
                return self._is_unknown(expr.subject, frame)
            case ir.SpaceOfPiece():
                return self._is_unknown(expr.piece, frame)
            case ir.Usable():
                return True  # it looks at everything that an effect needs
            case ir.After():
                return self._hides_something  # the rule may look at it
            case ir.DieFace():
                assert isinstance(expr.die.type, PieceType)
                die = self.plain.number(expr.die, frame)
                return self.seat not in self.plain.who_sees(expr.die.type.kind, die)
            case ir.Amount():
                places = self.plain.ordered(expr.places, frame)
                return not all(self._sees_into(place, expr.stock) for place in places)
            case ir.ThePiece():
                return not self.knows_face(expr.kind, int(_one(found)))
            case ir.PiecesOf() | ir.PieceOfPlayer():
                every = self.position.things(expr.kind)
                return not all(self.knows_face(expr.kind, piece) for piece in every)
            case ir.PiecesAt(owner=owner) if owner is not None:
                every = self.position.things(expr.kind)
                return not all(self.knows_face(expr.kind, piece) for piece in every)
            case ir.Position():
                of = expr.element.type
                return isinstance(of, PieceType) and self.position.is_hidden(of.kind)
            case ir.Local() if is_secret_from(frame.values.get(expr.var.id), self.seat):
                return True
            case ir.LocalOf():
                by = expr.var.keyed
                return (
                    isinstance(by, PlayerType) and self.plain.number(expr.key, frame) != self.seat
                )
            case _:
                return not self._can_name_all(found, expr.type)

    @property
    def _hides_something(self) -> bool:
        """Whether the game has anything that some player may not see."""
        game = self.game
        return any(
            (
                any(kind.hidden for kind in game.kinds.values()),
                any(note.visible_to != "everyone" for note in game.notes.values()),
                any(place.visible_to != "everyone" for place in game.places.values()),
            )
        )

    def _is_unknown(self, subject: ir.Expr, frame: Frame) -> bool:
        """Whether a piece has a face that the seat does not know, or lies out of its sight."""
        if not isinstance(subject.type, PieceType):
            return False
        kind, thing = subject.type.kind, self.plain.number(subject, frame)
        if thing < 0:
            return False
        return not self.shows(kind, thing)

    def _can_name_all(self, found: Single, type: Type) -> bool:
        element = type.element if isinstance(type, SetType) else type
        if not isinstance(element, PieceType):
            return True
        things = found if isinstance(found, frozenset) else [found]
        return all(each < 0 or self.can_name(element.kind, each) for each in things)

    def _sees_note(self, expr: ir.NoteRead, frame: Frame) -> bool:
        """Whether the seat sees the value of a note; one for several things belongs to the seat if any of them does."""
        note = self.game.notes[expr.note]
        if note.visible_to == "everyone":
            return not any(
                isinstance(key.type, PieceType) and self._is_unknown(key, frame)
                for key in _keys(expr)
            )
        if note.visible_to != "owner":
            return False
        for key in _keys(expr):
            thing = self.plain.number(key, frame)
            if isinstance(key.type, PlayerType):
                return thing == self.seat
        return False

    # ---- every expression

    def number(self, expr: ir.Expr, frame: Frame) -> int:
        return int(_one(self._worked_out(expr, frame, lambda: Evaluator.number(self, expr, frame))))

    def members(self, expr: ir.Expr, frame: Frame) -> frozenset[int]:
        found = self._worked_out(expr, frame, lambda: Evaluator.members(self, expr, frame))
        assert isinstance(found, frozenset)
        return found

    def _worked_out(self, expr: ir.Expr, frame: Frame, ask: Callable[[], Single]) -> Single:
        about = self._begin()
        self._hidden.append(False)
        try:
            found = ask()
        except RuleError as fault:
            hidden = self._hidden.pop()
            said = self._first_told(fault)
            if hidden:
                self._end_hidden(expr, about)
            else:
                self._end(expr, None, about, said)
            raise
        hidden = self._hidden.pop()
        # How many pieces there are in a place can be seen.
        counted = isinstance(expr, ir.Count) and isinstance(expr.members, ir.PiecesAt)
        if (hidden and not counted) or self._is_secret(expr, frame, found):
            self._end_hidden(expr, about)
        else:
            self._end(expr, found, about)
        return found

    def _end_hidden(self, expr: ir.Expr, about: str) -> None:
        """Closes a part whose value is hidden."""
        parts = cut(self._open.pop(), both=isinstance(expr, _BOTH))
        self._hidden[-1] = True
        if isinstance(expr, ir.Local):
            self._keep(Part(NAME, expr.span, None, (), about or expr.var.name, HIDDEN))
            return
        if len(parts) == 1 and parts[0].kind == EXPRESSION and parts[0].span == expr.span:
            parts = parts[0].parts
        self._keep(Part(EXPRESSION, expr.span, None, parts, about, HIDDEN))

    # ---- values

    def ask_value(self, value_id: str, arguments: tuple[Single, ...], me: int) -> Single:
        kept = self._open[-1]
        first = len(kept)
        found = super().ask_value(value_id, arguments, me)
        if self._hidden[-1]:
            # The value after each step would tell what the hidden step is.
            kept[first:] = [
                replace(
                    each,
                    after=None,
                    remark=each.remark or (APPLIES if each.kind == MODIFIER else ""),
                )
                for each in kept[first:]
            ]
        return found

    def base_of(self, value: ir.Value, arguments: tuple[Single, ...], me: int) -> Single:
        self._hidden.append(False)
        try:
            return super().base_of(value, arguments, me)
        finally:
            if self._hidden.pop():
                part = self._steps[-1].part
                parts = cut(part.parts)
                self._steps[-1] = Step(
                    Part(BASE, part.span, None, parts, remark=HIDDEN), None, None
                )
                self._hidden[-1] = True

    def operand_of(
        self, modifier: ir.Modifier, thing: int, arguments: tuple[Single, ...], me: int
    ) -> Single | None:
        if modifier.definition is not None:
            kind = modifier.definition[0]
            if not self.shows(kind, thing):
                self._hidden[-1] = True
                return self.plain.operand_of(modifier, thing, arguments, me)
        self._hidden.append(False)
        try:
            return super().operand_of(modifier, thing, arguments, me)
        finally:
            if self._hidden.pop():
                step = self._steps[-1]
                part = replace(step.part, parts=cut(step.part.parts), value=None, remark=HIDDEN)
                self._steps[-1] = Step(part, step.op, None)
                self._hidden[-1] = True

    # ---- answers

    def explain_all(self, ask: Callable[[], object]) -> tuple[Part, ...]:
        self._hidden = [False]
        return cut(super().explain_all(ask))

    def _explained(self, ask: Callable[[], Single], span: Span, of: Type) -> Part:
        self._hidden = [False]
        found = super()._explained(ask, span, of)
        if not self.is_hidden:
            return found
        return Part(found.kind, span, None, found.parts, remark=HIDDEN)


def cut(parts: Sequence[Part], *, both: bool = False) -> tuple[Part, ...]:
    """Parts up to the first that is hidden; what was worked out after it may depend on it."""
    kept = []
    for part in parts:
        kept.append(part)
        if part.remark == HIDDEN and not both:
            break
    return tuple(kept)


def _one(value: Single) -> int:
    assert isinstance(value, int)
    return value


def _keys(expr: ir.NoteRead) -> tuple[ir.Expr, ...]:
    """The things that a note is asked about."""
    if expr.key is None:
        return ()
    return (expr.key.first, expr.key.second) if isinstance(expr.key, ir.Pair) else (expr.key,)


__all__ = ["APPLIES", "HIDDEN", "SeatTracer", "cut"]
