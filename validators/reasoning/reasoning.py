"""Works out the possible values of expressions, at all tables, from declarations and from what is known at their place.

Nothing is played. A value that is only a constant, such as `reach: 1`, may be anything: cards may modify it, and a condition
about it is not constant just because no card does so yet.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from boardwright.dsl.language.types import (
    NUMBER,
    NumberType,
    PieceType,
    PlayerType,
    SetType,
    SpaceType,
    Type,
    word_for_nothing,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.source.places import Span
from boardwright.validators.reasoning.component_counts import MANY, Extents
from boardwright.validators.reasoning.facts import Known
from boardwright.validators.reasoning.narrowing import Ways, ways
from boardwright.validators.reasoning.ranges import (
    ENDLESS,
    HOLDS,
    Many,
    ValueRange,
    arithmetic,
    between,
    either_of,
    exactly,
    highest,
    lowest,
    no_more_than,
    one_of,
    relation,
    truth,
)
from boardwright.validators.reasoning.value_ranges import asked

T = TypeVar("T")


@dataclass(slots=True)
class Reasoner:
    """Evaluates expressions. `used` collects the places of the conditions that it draws conclusions from."""

    game: ir.Game
    extents: Extents
    used: list[Span] = field(default_factory=list)
    _asked: dict[object, ValueRange | Many] = field(default_factory=dict)
    _found: dict[tuple[str, int, int], Any] = field(default_factory=dict)
    modifiers: dict[str, list[ir.Modifier]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for modifier in self.game.modifiers:
            self.modifiers.setdefault(modifier.value, []).append(modifier)

    @property
    def start(self) -> Known:
        """Returns what is known at the start."""
        return Known(self.game.players)

    def holds(self, expr: ir.Expr, known: Known) -> bool | None:
        """Whether a condition is surely true or surely false; None if it depends."""
        return self.single(expr, known).sure

    def ways(self, expr: ir.Expr, known: Known) -> Ways:
        """Returns what is known if a condition is true, and if it is false; None if that is impossible."""
        return self._once("ways", expr, known, lambda: ways(self, expr, known))

    def assume(self, expr: ir.Expr, holds: bool, known: Known) -> Known | None:
        """Returns one of the two `ways`."""
        return self.ways(expr, known)[0 if holds else 1]

    def evaluate(self, expr: ir.Expr, known: Known) -> ValueRange | Many:
        """Returns what an expression of any type can be."""
        return (
            self.many(expr, known) if isinstance(expr.type, SetType) else self.single(expr, known)
        )

    def _once(self, what: str, expr: ir.Expr, known: Known, find: Callable[[], T]) -> T:
        """Returns what was found before for the same question, or finds it. Otherwise the work would double per bracket."""
        key = (what, id(expr), id(known))
        if key not in self._found:
            before, self.used = self.used, []
            found = find()
            # Keeping both keeps their ids from being given to others.
            self._found[key] = (found, tuple(dict.fromkeys(self.used)), expr, known)
            self.used = before
        result: T = self._found[key][0]
        self.used.extend(self._found[key][1])
        return result

    def forget(self) -> None:
        """Forgets all results; call it when more is known of notes."""
        self._asked.clear()
        self._found.clear()

    # ---- single things

    def single(self, expr: ir.Expr, known: Known) -> ValueRange:
        """Returns what a single value can be."""
        if isinstance(expr, ir.Const):
            return exactly(expr.value)
        return self._once("single", expr, known, lambda: self._narrowed(expr, known))

    def _narrowed(self, expr: ir.Expr, known: Known) -> ValueRange:
        """Narrows by what conditions have told."""
        found = self._single(expr, known)
        fact = known.facts.get(expr) if known.facts else None
        if fact is not None:
            narrowed = found.meet(fact.allows)
            if narrowed is not None and narrowed != found:
                found = narrowed
                self._use(fact.because)
        return found

    def _use(self, because: Span | None) -> None:
        if because is not None:
            self.used.append(because)

    def _single(self, expr: ir.Expr, known: Known) -> ValueRange:
        extents = self.extents
        match expr:
            case ir.Local(var=var):
                value_of = known.names.get(var.id)
                if isinstance(value_of, ValueRange):
                    return value_of
                return extents.of_type(var.type, optional=var.optional)
            case ir.Arithmetic():
                left, right = self.single(expr.left, known), self.single(expr.right, known)
                return arithmetic(expr.op, left, right)
            case ir.Compare():
                stand = self.stand(expr.left, expr.right, known)
                return truth(_of_all(stand, HOLDS[expr.op]))
            case ir.Same():
                return truth(self._same(expr, known))
            case ir.IsNobody():
                who = self.single(expr.operand, known)
                return truth(True if who.only == -1 else None if who.allows(-1) else False)
            case ir.Both() | ir.Either():
                holds, fails = self.ways(expr, known)
                return truth(True if fails is None else False if holds is None else None)
            case ir.Nothing() if not isinstance(expr.type, NumberType):
                return exactly(word_for_nothing(expr.type))
            case ir.NextSpace():
                return extents.of_type(expr.type, optional=True)
            case ir.IfElse():
                sides = [self.single(side, then) for side, then in self.taken(expr, known)]
                return functools.reduce(ValueRange.join, sides)
            case ir.Not():
                sure = self.holds(expr.operand, known)
                return truth(None if sure is None else not sure)
            case ir.Member():
                return truth(self._contains(expr, known))
            case ir.NoteRead(note="phase") if known.phase is not None:
                return known.phase
            case ir.NoteRead(note=note):
                return extents.note(note)
            case ir.ValueCall():
                found = self._value(expr, known)
                return found if isinstance(found, ValueRange) else extents.of_type(expr.type)
            case ir.TableRead():
                if isinstance(expr.type, PlayerType):
                    return extents.of_type(expr.type)
                rows = self.game.tables[expr.table].rows.values()
                read = one_of(self.rows_of(expr, known))
                return read or one_of(rows) or extents.of_type(expr.type)
            case ir.OptionRead(option=option):
                declared = self.game.options[option]
                return between(declared.low, declared.high)
            case ir.AttributeRead(attribute=attribute, subject=subject):
                values = self._attributes(attribute, subject, known)
                return one_of(v for v in values if isinstance(v, int)) or extents.of_type(expr.type)
            case ir.DieFace(die=die) if isinstance(die.type, PieceType):
                return between(1, max(self.game.kinds[die.type.kind].sides, 1))
            case ir.FaceOf(piece=piece) if isinstance(piece.type, PieceType):
                hidden = self.game.kinds[piece.type.kind].hidden
                return extents.of_type(expr.type) if hidden else self.single(piece, known)
            case ir.ThePiece(kind=kind, id=id) | ir.PieceOfPlayer(kind=kind, id=str(id)):
                return self._definition(kind, id)
            case ir.SpaceNamed(kind=kind, id=id):
                at = extents.space_key(kind, id)
                return extents.of_type(expr.type) if at is None else exactly(at)
            case ir.Amount():
                return ValueRange(0, self._amount(expr, known))
            case ir.Aggregate():
                return self._aggregate(expr, known)
            case ir.Count(members=members):
                return self.many(members, known).size
            case ir.MinMax():
                numbers = [self.single(each, known) for each in expr.arguments]
                return lowest(numbers) if expr.op == "min" else highest(numbers)
            case ir.Position():
                inside = self._contains(expr, known)
                most = self.many(expr.members, known).most
                return between(int(inside is True), 0 if inside is False else max(most, 1))
            case _:
                return extents.of_type(expr.type)  # nothing more is known of it

    def table_keys(self, expr: ir.TableRead, known: Known) -> list[ValueRange]:
        """Returns the possible keys of a lookup."""
        return [self.single(each, known) for each in expr.arguments]

    def rows_of(self, expr: ir.TableRead, known: Known) -> list[int]:
        """Returns the values that a lookup can find. Which player a seat is depends on the names at the table."""
        table, keys = self.game.tables[expr.table], self.table_keys(expr, known)
        return [
            value
            for row, value in table.rows.items()
            if all(
                isinstance(of, PlayerType) or key.allows(at)
                for of, key, at in zip(table.keys, keys, row, strict=True)
            )
        ]

    def taken(self, expr: ir.IfElse, known: Known) -> list[tuple[ir.Expr, Known]]:
        """Returns the possible sides, each with what is known there."""
        sides = zip((expr.first, expr.other), self.ways(expr.condition, known), strict=True)
        return [(side, then) for side, then in sides if then is not None] or [(expr.first, known)]

    def stand(self, left: ir.Expr, right: ir.Expr, known: Known) -> frozenset[int]:
        """Returns how two numbers can compare, as `ranges.relation` does."""
        if left == right:
            return frozenset({0})
        return relation(self.single(left, known), self.single(right, known))

    def _same(self, expr: ir.Same, known: Known) -> bool | None:
        left, right = self.single(expr.left, known), self.single(expr.right, known)
        if left.apart(right):
            return False
        if isinstance(expr.left.type, PlayerType):
            if left.only == -1 or right.only == -1:
                return False
            surely = left.only is not None and left.only == right.only
            equal = expr.left == expr.right and not left.allows(-1)
            return True if surely or equal else None
        if expr.left == expr.right:
            return True
        if left.only is None or right.only is None:
            return None
        return True if self.is_one(expr.left, left.only) else None

    def is_one(self, expr: ir.Expr, value: int) -> bool:
        """Whether a value identifies a single thing; several pieces or spaces may share a definition."""
        match expr.type:
            case SpaceType():
                return self.extents.is_one_space(value)
            case PieceType(kind=kind):
                hidden = self.game.kinds[kind].hidden
                return not hidden and self.extents.is_one_piece(kind, value)
            case _:
                return True

    def _contains(self, expr: ir.Member | ir.Position, known: Known) -> bool | None:
        element, many = self.single(expr.element, known), self.many(expr.members, known)
        if many.most == 0 or element.apart(many.element):
            return False
        nobody = isinstance(expr.element.type, PlayerType) and element.allows(-1)
        return True if many.whole and not nobody else None

    def _definition(self, kind: str, id: str) -> ValueRange:
        of = self.game.kinds[kind]
        at = next((n for n, each in enumerate(of.definitions) if each.id == id), None)
        if of.hidden or at is None:
            return self.extents.of_type(PieceType(kind))
        return exactly(at)

    def _attributes(
        self, attribute: str, subject: ir.Expr, known: Known
    ) -> list[int | tuple[int, ...]]:
        of = self.extents.definitions(subject.type, self.single(subject, known))
        if isinstance(subject, ir.Local) and subject.var.id in known.faces:
            of = [known.faces[subject.var.id]]
        found: list[int | tuple[int, ...]] = []
        for each in of:
            owner = self.game.kinds.get(each.kind) or self.game.spaces[each.kind]
            declared, said = owner.attributes.get(attribute), each.attributes.get(attribute)
            if declared is None:
                continue
            if declared.may_be_nothing:
                found.append(word_for_nothing(declared.type))
            if said is not None:
                found.append(said)
        return found

    def _amount(self, expr: ir.Amount, known: Known) -> int:
        each = self.game.stocks[expr.stock].each
        total = self.extents.total(expr.stock, expr.member is not None or not each, known.seats)
        room = self.extents.room(expr.stock, expr.places.type)
        return total if room is None else min(total, room)

    def _aggregate(self, expr: ir.Aggregate, known: Known) -> ValueRange:
        many, inner = self.select(expr.selection, known)
        if inner is None or many.most == 0:
            return truth(expr.op == "every") if expr.op in ("any", "every") else exactly(0)
        body = self.single(expr.body, inner)
        match expr.op:
            case "any":
                return truth(
                    False if body.sure is False else (body.sure and many.least >= 1) or None
                )
            case "every":
                never = body.sure is False and many.least >= 1
                return truth(body.sure or (False if never else None))
            case "count":
                if body.sure is False:
                    return exactly(0)
                return between(many.least if body.sure else 0, many.most)
            case "sum":
                low = body.low * (many.least if body.low >= 0 else many.most)
                high = body.high * (many.most if body.high >= 0 else many.least)
                return ValueRange(max(low, -ENDLESS), min(high, ENDLESS))
            case _:
                return body if many.least >= 1 else body.join(exactly(0))

    # ---- sets

    def many(self, expr: ir.Expr, known: Known) -> Many:
        """Returns what a set can hold; a single thing is a set of one."""
        if not isinstance(expr.type, SetType):
            return Many(self.single(expr, known), 1, 1)
        return self._once("many", expr, known, lambda: self._counted(expr, known))

    def _counted(self, expr: ir.Expr, known: Known) -> Many:
        """Narrows by what conditions have told about the number of members."""
        found = self._many(expr, known)
        if known.facts:
            count = ir.Count(members=expr, type=NUMBER, span=expr.span)
            fact = known.facts.get(count)
            if fact is not None:
                least = max(found.least, min(fact.allows.low, found.most))
                most = max(min(found.most, fact.allows.high), least)
                if (least, most) != (found.least, found.most):
                    self._use(fact.because)
                    found = replace(found, least=least, most=most)
        return found

    def _many(self, expr: ir.Expr, known: Known) -> Many:
        assert isinstance(expr.type, SetType)
        extents, seats = self.extents, known.seats
        element = expr.type.element
        any_of = extents.sets_of(element, seats)
        match expr:
            case ir.Local(var=var):
                value_of = known.names.get(var.id)
                return value_of if isinstance(value_of, Many) else any_of
            case ir.NoteRead(note=note):
                return Many(extents.note(note), 0, any_of.most)
            case ir.ValueCall():
                found = self._value(expr, known)
                return found if isinstance(found, Many) else any_of
            case ir.Singleton():
                one = self.single(expr.element, known)
                nobody = isinstance(element, PlayerType) and one.allows(-1)
                somebody = one.without(-1) if nobody else one
                if somebody is None:
                    return Many(any_of.element, 0, 0)
                return Many(somebody, int(not nobody), 1)
            case ir.Empty():
                return Many(any_of.element, 0, 0)
            case ir.Union():
                left, right = self.many(expr.left, known), self.many(expr.right, known)
                most = min(left.most + right.most, any_of.most)
                least = max(left.least, right.least)
                if left.element.apart(right.element):
                    least = left.least + right.least
                joined = left.element.join(right.element)
                return Many(joined, min(least, most), most, left.whole or right.whole)
            case ir.Without():
                left, right = self.many(expr.left, known), self.many(expr.right, known)
                most = 0 if expr.left == expr.right or right.whole else left.most
                kept = left.element
                if isinstance(expr.right, ir.Singleton) and right.least == 1:
                    gone = right.element.only
                    if gone is not None and self.is_one(expr.right.element, gone):
                        kept = left.element.without(gone) or left.element
                        most = 0 if left.element.only == gone else most
                return Many(kept, min(max(left.least - right.most, 0), most), most)
            case ir.Common():
                left, right = self.many(expr.left, known), self.many(expr.right, known)
                both = left.element.meet(right.element)
                if both is None:
                    return Many(any_of.element, 0, 0)
                least = 0
                if expr.left.type == expr.right.type and (left.whole or right.whole):
                    least = (right if left.whole else left).least
                return Many(both, least, min(left.most, right.most), left.whole and right.whole)
            case ir.IfElse():
                return functools.reduce(
                    either_of, (self.many(side, then) for side, then in self.taken(expr, known))
                )
            case ir.AllPieces(kind=kind):
                low, high = extents.pieces(kind, seats)
                return Many(any_of.element, low, high, whole=True)
            case ir.TopPieces():
                amount = self.single(expr.amount, known)
                most = max(min(amount.high, any_of.most), 0)
                least = 0 if expr.up_to else min(max(amount.low, 0), most)
                return Many(any_of.element, least, most)
            case ir.PiecesAt():
                room = extents.room(expr.kind, expr.places.type)
                return any_of if room is None else no_more_than(any_of, room)
            case ir.PiecesOf(kind=kind) if self.game.kinds[kind].owner is None:
                number = sum(each.copies for each in self.game.kinds[kind].definitions)
                return Many(any_of.element, number, number)
            case ir.ZonePlace():
                low, high = extents.number_of(element, seats)
                return Many(any_of.element, low, high, whole=True)
            case ir.Spaces() if isinstance(element, SpaceType):
                low, high = extents.number_of(element, seats)
                kinds = [self.game.spaces[kind] for kind in element.kinds]
                return Many(any_of.element, low, high, all(k.in_play is None for k in kinds))
            case ir.SpaceNamed(kind=kind, id=id):
                at = extents.space_key(kind, id)
                named = any_of.element if at is None else exactly(at)
                return Many(named, 0, any_of.most)
            case ir.Seats():
                return Many(any_of.element, *seats, whole=True)
            case ir.Members():
                return Many(any_of.element, any_of.most, any_of.most, whole=True)
            case ir.MembersOf(attribute=attribute, subject=subject):
                printed = self._members_of(attribute, subject, any_of, known)
                return replace(printed, least=0) if self._may_leave(element) else printed
            case ir.Neighbours(space=space, link=str() | None as link) if not isinstance(
                space.type, SetType
            ):
                sure = extents.have_neighbours(space.type, self.single(space, known), link)
                return Many(any_of.element, int(sure), any_of.most)
            case ir.Within() | ir.Connected() | ir.Beyond():
                things = self.many(expr.things, known)
                return Many(things.element, 0, things.most)
            case ir.Range():
                return self._range(expr, known)
            case ir.Those(selection=selection):
                return self.select(selection, known)[0]
            case _:
                return any_of  # nothing more is known of it

    def _may_leave(self, element: Type) -> bool:
        """Whether spaces of this type need not be in play."""
        kinds = element.kinds if isinstance(element, SpaceType) else ()
        return any(self.game.spaces[kind].in_play is not None for kind in kinds)

    def _members_of(self, attribute: str, subject: ir.Expr, any_of: Many, known: Known) -> Many:
        lists = [
            set(values)
            for values in self._attributes(attribute, subject, known)
            if isinstance(values, tuple)
        ]
        if not lists:
            return any_of
        element = one_of(set().union(*lists)) or any_of.element
        sizes = [len(each) for each in lists]
        return Many(element, min(sizes), max(sizes))

    def _range(self, expr: ir.Range, known: Known) -> Many:
        low, high = self.single(expr.low, known), self.single(expr.high, known)
        never = 1 not in self.stand(expr.low, expr.high, known)  # low is never above high
        least = max(high.low - low.high + 1, int(never))
        most = min(max(high.high - low.low + 1, 0), MANY)
        if most == 0:
            return Many(low, 0, 0)
        return Many(between(low.low, high.high), min(max(least, 0), most), most)

    def select(self, selection: ir.Selection, known: Known) -> tuple[Many, Known | None]:
        """Returns what a selection can keep, and what is known of each kept member; None if it keeps none."""
        source = self.many(selection.source, known)
        var = selection.var
        if source.most == 0:
            return source, None
        inner = known.named(var, source.element)
        if selection.where is None:
            kept: Known | None = inner
            found = source
        else:
            kept, left_out = self.ways(selection.where, inner)
            sure = left_out is None
            if kept is None:
                return Many(source.element, 0, 0), None
            element = self.single(ir.Local(var=var, type=var.type, span=selection.span), kept)
            found = Many(element, source.least if sure else 0, source.most, source.whole and sure)
        if selection.extreme is not None:
            found = Many(found.element, min(found.least, 1), found.most)
        if selection.cut is not None:
            cut = self.single(selection.cut, known)
            low, high = max(cut.low, 0), max(cut.high, 0)
            least, most = min(found.least, low), min(found.most, high)
            found = Many(found.element, least, most, found.whole and low >= found.most)
            kept = kept if most else None
        return found, kept

    # ---- values and what modifies them

    def _value(self, call: ir.ValueCall, known: Known) -> ValueRange | Many:
        arguments = tuple(self.evaluate(each, known) for each in call.arguments)
        return self.asked(call.value, arguments, self.single(call.me, known), known)

    def asked(
        self, id: str, arguments: Sequence[ValueRange | Many], me: ValueRange, known: Known
    ) -> ValueRange | Many:
        """Returns what a value can be for these arguments."""
        key = (id, tuple(arguments), me, known.seats, known.phase)
        if key not in self._asked:
            self._asked[key] = asked(self, id, arguments, me, known)
        return self._asked[key]

    def of_clause(self, clause: ir.Clause, known: Known) -> Known:
        """Adds what `it` is in a clause of a piece or space."""
        if clause.it is None or clause.definition is None:
            return known
        return self.of_definition(clause.it, clause.definition, known)

    def of_definition(self, it: ir.Var, definition: tuple[str, str], known: Known) -> Known:
        """Adds what `it` is in the clauses of a definition."""
        kind, id = definition
        if kind in self.game.kinds:
            return known.named(it, self._definition(kind, id))
        key = self.extents.space_key(kind, id)
        return known if key is None else known.named(it, exactly(key))


def _of_all(stand: frozenset[int], holds: frozenset[int]) -> bool | None:
    if stand <= holds:
        return True
    return None if stand & holds else False
