"""Of a large set, only the members are gone through for which a condition can hold: the others are sifted out in one step.

What a condition says of each member is often known as a mask: by tables, by other sets, or by where a stock lies. The parts
of a condition are taken in their order, and nothing is taken from after a part that may fail.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from boardwright.dsl.language.types import NumberType, PieceType, PlayerType, SetType
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import nodes
from boardwright.interpreter.lower.addresses import NO, compare, is_sure, lower_each
from boardwright.interpreter.lower.analysis.constant_tables import worked_out
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.evaluate import COMPARISONS
from boardwright.interpreter.machine.layout import LARGE
from boardwright.interpreter.machine.members import bits
from boardwright.interpreter.machine.node_uses import calls, inside
from boardwright.interpreter.machine.nodes import Int, Load, Look, Op, Un, Var, add

MOST_WITHIN = 8  # values inside each other that are looked into
MOST_ROWS = 1 << 12  # of one table of masks
MOST_WORK = 1 << 18  # so often is a condition worked out for one table
MOST_COMPARED = 1 << 20  # so often are members compared for one table
FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
T = TypeVar("T")
_STATIC = Int | Var | Look | Op | Un | lo.Cond


def is_large(to: Emitter, selection: ir.Selection) -> bool:
    """Whether it is worth while."""
    of = selection.var.type
    if isinstance(selection.source, ir.Range) or isinstance(of, NumberType):
        return False
    return to.linking.universe(of).bit_count() >= LARGE


def sift(to: Emitter, selection: ir.Selection) -> ir.Selection:
    """The same of fewer members. `where` keeps what is still to be tested."""
    if selection.where is None or not is_large(to, selection):
        return selection
    source, sure, known = to.lower(selection.source), set(to.sure), dict(to.bound)
    to.bind(selection.var)
    sieve = _Sieve(to, selection.var, to.linking.universe(selection.var.type), source)
    where = sieve.sift(selection.where, frozenset())
    to.sure, to.bound = sure | sieve.sure, known | sieve.bound
    of = SetType(selection.var.type)
    holder = ir.Var(-1_000_000 - to.linking.number(), "members", of)
    to.bound[holder.id], to.proved[holder.id] = sieve.mask, sieve.proved
    members = ir.Local(span=selection.span, type=of, var=holder)
    return replace(selection, source=members, where=where)


@dataclass(slots=True)
class _Sieve:
    """One selection. `mask` are the members that are left, `universe` all that could be."""

    to: Emitter
    var: ir.Var
    universe: int
    mask: lo.Expr
    is_open: bool = True  # whether all parts so far are sure to be asked without a fault
    within: int = 0
    bound: dict[int, lo.Expr] = field(default_factory=dict)  # the parameters of opened values
    sure: set[int] = field(default_factory=set)
    proved: set[int] = field(
        default_factory=set
    )  # who is surely a player wherever a member is left

    @property
    def name(self) -> str:
        """The local that goes through the members."""
        return f"{self.var.name}_{self.var.id}"

    # ---- the parts of a condition

    def sift(self, where: ir.Expr, elsewhere: frozenset[str]) -> ir.Expr | None:
        """What is left of a condition. Values that it asks `elsewhere`, too, are not opened: their parameters are others there."""
        values = self.to.linking.game.values
        match where:
            case ir.Both(left=left, right=right):
                first = self.sift(left, elsewhere | asked(values, right))
                second = self.sift(right, elsewhere | asked(values, left))
                if first is None or second is None:
                    return second if first is None else first
                return replace(where, left=first, right=second)
            case ir.ValueCall(value=value) if self.may_look_into(where) and value not in elsewhere:
                given = self.given(where)
                if given is not None and self.is_open:
                    self.bound |= given
                    self.to.bound |= given
                    self.sure |= self.to.sure & given.keys()
                    inner = (where.me, *where.arguments)
                    around = elsewhere.union(*(asked(values, each) for each in inner), {value})
                    return self.sift(values[value].base, around)
            case _:
                pass
        return None if self.takes(where) else where

    def takes(self, part: ir.Expr) -> bool:
        """Sifts by a part of a condition; whether all that it says is in the mask then."""
        if not self.is_open:
            return False
        if isinstance(part, ir.Both):
            return self.takes(part.left) & self.takes(part.right)
        if isinstance(part, ir.ValueCall) and self.may_look_into(part):
            return self.looking_into(part, self.takes) or False
        found = self.all_with(part)
        if found is None:
            with self.to.aside() as body:
                value = self.to.lower(part)
                sure = self.to.sure
            if not self.is_harmless(body) or any(calls([lo.Return(value)])):
                self.is_open = False
                return False
            guards: list[lo.Stmt] = [s for s in body if isinstance(s, lo.When)]
            if guards:
                self.mask = self.to.atom(self.mask, "members")
                self.to.emit(lo.When(compare("!=", self.mask, NO), guards, []))
                self.proved |= sure - self.to.sure
                self.to.sure |= sure
                found = self.all_with(part)
        if found is not None:
            self.mask = self.both(self.mask, found)
        return found is not None

    def is_harmless(self, body: list[lo.Stmt]) -> bool:
        """Whether statements do nothing, or fail, and do so for all members alike."""
        for s in body:
            if isinstance(s, lo.When):
                if s.otherwise or not all(isinstance(each, lo.Fail) for each in s.body):
                    return False
                if not set(inside(s.test)).isdisjoint({Var(self.name), *self.set_in(body)}):
                    return False
            elif not isinstance(s, lo.SetVar) or any(calls([s])):
                return False
        return True

    def set_in(self, body: list[lo.Stmt]) -> set[lo.Expr]:
        return {Var(s.name) for s in body if isinstance(s, lo.SetVar)}

    def may_look_into(self, call: ir.ValueCall) -> bool:
        """Whether a value says what its base says."""
        linking = self.to.linking
        if call.value in linking.modified or f"value:{call.value}" in linking.tables:
            return False
        return self.within < MOST_WITHIN

    def given(self, call: ir.ValueCall) -> dict[int, lo.Expr] | None:
        """What the parameters of a value stand for; None if that is not read from locals, words and tables alone. Those that
        are sure to be players are noted as such.
        """
        to, value = self.to, self.to.linking.game.values[call.value]
        said = (call.me, *call.arguments)
        with to.aside() as body:
            given = lower_each(to, *said)
        if body or any(calls([lo.Return(each) for each in given])):
            return None
        params = (value.me, *value.params)
        for var, expr in zip(params, said, strict=True):
            if is_sure(to, expr):
                to.sure.add(var.id)
            else:
                to.sure.discard(var.id)
        return {var.id: argument for var, argument in zip(params, given, strict=True)}

    def looking_into(self, call: ir.ValueCall, ask: Callable[[ir.Expr], T]) -> T | None:
        """Asks the same of the base of a value."""
        to = self.to
        sure, bound = set(to.sure), dict(to.bound)
        given, found = self.given(call), None
        if given is None:
            self.is_open = False
        else:
            to.bound |= given
            self.within += 1
            found = ask(to.linking.game.values[call.value].base)
            self.within -= 1
        to.sure, to.bound = sure, bound
        return found

    # ---- all members for which something holds

    def both(self, one: lo.Expr, other: lo.Expr) -> lo.Expr:
        """The members of both."""
        for left, right in ((one, other), (other, one)):
            if left == Int(self.universe) or right == NO:
                return right
            match right:
                case Op(op="&~", left=Int(value=value), right=gone) if value == self.universe:
                    return Op("&~", left, gone)
                case _:
                    pass
        if isinstance(one, Int) and isinstance(other, Int):
            return Int(one.value & other.value)
        return Op("&", one, other)

    def inside_universe(self, mask: lo.Expr, possible: int) -> lo.Expr:
        """Those of these members that the set can have."""
        return mask if not possible & ~self.universe else Op("&", mask, Int(self.universe))

    def without(self, mask: lo.Expr) -> lo.Expr:
        """The others."""
        match mask:
            case Int(value=value):
                return Int(self.universe & ~value)
            case Op(op="&~", left=Int(value=value), right=gone) if value == self.universe:
                return gone
            case _:
                return Op("&~", Int(self.universe), mask)

    def all_with(self, test: ir.Expr) -> lo.Expr | None:
        """The mask of all members for which a condition holds, if that is known without going through them. The condition
        cannot fail.
        """
        match test:
            case ir.Both(left=left, right=right):
                return self.joined(self.both, self.all_with(left), self.all_with(right))
            case ir.Either(left=left, right=right):
                return self.joined(self.either, self.all_with(left), self.all_with(right))
            case ir.Not(operand=operand):
                found = self.all_with(operand)
                return None if found is None else self.without(found)
            case ir.ValueCall() if self.may_look_into(test):
                return self.looking_into(test, self.all_with)
            case ir.IsNobody(operand=ir.OwnerOf(subject=ir.Local() as piece)):
                owned = self.owned(piece)
                found = None if owned is None else self.without(owned)
            case ir.Compare(op=op, left=ir.Amount() as amount, right=other):
                found = self.lying("==" if op == "=" else op, amount, other)
            case ir.Compare(op=op, left=other, right=ir.Amount() as amount):
                found = self.lying(FLIPPED["==" if op == "=" else op], amount, other)
            case _:
                found = None
        if found is not None:
            return found
        with self.to.aside() as body:
            value = self.to.lower(test)
        return None if body else self.known(value)

    def joined(
        self,
        join: Callable[[lo.Expr, lo.Expr], lo.Expr],
        left: lo.Expr | None,
        right: lo.Expr | None,
    ) -> lo.Expr | None:
        return None if left is None or right is None else join(left, right)

    def either(self, one: lo.Expr, other: lo.Expr) -> lo.Expr:
        """The members of one or the other."""
        if isinstance(one, Int) and isinstance(other, Int):
            return Int(one.value | other.value)
        return Op("|", one, other)

    def lying(self, op: str, amount: ir.Amount, other: ir.Expr) -> lo.Expr | None:
        """Where a stock lies, or does not, if that is all that is asked of its amount on each space."""
        to, layout = self.to, self.to.layout
        first = layout.present.get(amount.stock)
        where = amount.places
        if first is None or not isinstance(where, ir.Local):
            return None
        with to.aside() as body:
            place, limit = to.lower(where), to.lower(other)
            whose = None if amount.member is None else to.lower(amount.member)
        spaces = bits(self.universe)
        rows = layout.stocks[amount.stock].at
        if body or place != Var(self.name) or not isinstance(limit, Int):
            return None
        if amount.member is not None and isinstance(amount.member.type, PlayerType):
            if not is_sure(to, amount.member):
                return None
        if Var(self.name) in inside(whose or NO) or min(rows[space] for space in spaces) < 0:
            return None
        holds = _presence(op, limit.value, self.room(amount.stock, spaces))
        if holds is None:
            return None
        each = range(len(to.table.stock_members[amount.stock])) if whose is None else (0,)
        found: lo.Expr = NO
        for member in each:
            word = Load(add(Int(first + member), whose or NO), len(to.table.spaces))
            found = word if found == NO else Op("|", found, word)
        possible = sum(1 << n for n in range(len(to.table.spaces)) if rows[n] >= 0)
        found = self.inside_universe(found, possible)
        return found if holds else self.without(found)

    def owned(self, piece: ir.Local) -> lo.Expr | None:
        """The pieces that are somebody's, if that goes by where they lie."""
        to, of = self.to, self.var.type
        if not isinstance(of, PieceType) or to.bound.get(piece.var.id) != Var(self.name):
            return None
        declared = to.linking.game.kinds[of.kind]
        if declared.per_player or declared.owner is None:
            return None
        zone, rows = to.table.zones[declared.owner], to.layout.masks[of.kind].at
        found: lo.Expr = NO
        for place in range(zone.first, zone.first + zone.count):
            word = Load(Int(rows[place]))
            found = word if found == NO else Op("|", found, word)
        return found

    def room(self, stock: str, spaces: tuple[int, ...]) -> int | None:
        """How much of a stock can lie on each of these spaces."""
        table = self.to.table
        rooms = [table.places[space].room.get(stock) for space in spaces]
        if any(space in table.stock_homes[stock] for space in spaces):
            return None
        return None if None in rooms else max(room for room in rooms if room is not None)

    def known(self, test: lo.Expr) -> lo.Expr | None:
        """The same of a condition that has been lowered."""
        me = Var(self.name)
        parts = list(inside(test))
        if isinstance(test, Int):
            return Int(self.universe) if test.value else NO
        if any(isinstance(part, lo.Apply | lo.Pick | lo.Dice | lo.Item) for part in parts):
            return None
        if me not in parts:
            return lo.Cond(test, Int(self.universe), NO)
        match test:
            case Op(op="and", left=left, right=right):
                return self.joined(self.both, self.known(left), self.known(right))
            case Op(op="or", left=left, right=right):
                return self.joined(self.either, self.known(left), self.known(right))
            case Un(op="not", operand=operand):
                found = self.known(operand)
                return None if found is None else self.without(found)
            case (
                Op(op="has", left=mask, right=Var(name=name))
                | Op(op="&", left=Op(op=">>", left=mask, right=Var(name=name)), right=Int(value=1))
            ) if name == me.name and me not in inside(mask):
                return Op("&", mask, Int(self.universe))
            case Op(op=op, left=left, right=right) if op in FLIPPED:
                if me not in inside(right):
                    found = self.compared(op, left, right)
                elif me not in inside(left):
                    found = self.compared(FLIPPED[op], right, left)
                else:
                    found = None
                if found is not None:
                    return found
            case _:
                pass
        return self.tabulated(test)

    def compared(self, op: str, left: lo.Expr, right: lo.Expr) -> lo.Expr | None:
        """The members of which something that tables know is less, the same or more than what is no member's."""
        spaces = bits(self.universe)
        of = self.worked_out(left, [{self.name: space} for space in spaces])
        if of is None:
            return None
        low, high = min(of), max(of)
        if high - low >= MOST_ROWS:
            return None

        def mask(limit: int) -> int:
            fitting = (COMPARISONS[op](value, limit) for value in of)
            return sum(1 << n for n, fits in zip(spaces, fitting, strict=True) if fits)

        if (high - low) * len(spaces) > MOST_COMPARED:
            return Int(mask(right.value)) if isinstance(right, Int) else None
        masks = tuple(mask(limit) for limit in range(low - 1, high + 2))
        # Beyond these limits all are more or less alike.
        index: lo.Expr = add(right, Int(1 - low))
        if not self.lies_between(right, low - 1, high + 1):
            index = Op("max", NO, Op("min", index, Int(high - low + 2)))
        return self.look(masks, index)

    def lies_between(self, value: lo.Expr, low: int, high: int) -> bool:
        """Whether a number is surely one of these."""
        match value:
            case Int(value=number):
                return low <= number <= high
            case Look(table=table):
                rows = self.to.linking.tables[table]
                return low <= min(rows) and max(rows) <= high
            case _:
                return False

    def tabulated(self, test: lo.Expr) -> lo.Expr | None:
        """By a table of masks, one for each thing that another local can be."""
        others = {e.name for e in inside(test) if isinstance(e, Var)} - {self.name}
        if len(others) > 1:
            return None
        members = bits(self.universe)
        if not others:
            holds = self.worked_out(test, [{self.name: n} for n in members])
            return None if holds is None else Int(self.mask_of(members, holds))
        (other,) = others
        of = self.to.linking.local_types.get(other)
        many = 0 if of is None else self.to.table.how_many(of)
        if not 0 < many <= MOST_ROWS or many * len(members) > MOST_WORK:
            return None
        rows = []
        for thing in (*range(many), -1):  # the last is for nobody and nothing
            holds = self.worked_out(test, [{self.name: n, other: thing} for n in members])
            if holds is None:
                return None
            rows.append(self.mask_of(members, holds))
        return self.look(tuple(rows), Var(other))

    def mask_of(self, members: tuple[int, ...], holds: list[int]) -> int:
        return sum(1 << n for n, yes in zip(members, holds, strict=True) if yes)

    def look(self, masks: tuple[int, ...], index: lo.Expr) -> lo.Expr:
        """A mask of a table that is there once, however often it is asked for."""
        linking = self.to.linking
        name = linking.sieves.setdefault(masks, f"sieve_{len(linking.sieves) + 1}")
        return linking.look(name, masks, index)

    def worked_out(self, e: lo.Expr, each: list[dict[str, int]]) -> list[int] | None:
        """What an expression comes to for each of these locals; None if it reads more than them and tables."""
        if not all(isinstance(part, _STATIC) for part in inside(e)):
            return None
        return worked_out(e, each, self.to.linking.tables)


def asked(values: Mapping[str, ir.Value], expr: ir.Expr) -> frozenset[str]:
    """The values that are asked in an expression, and in those."""
    found: set[str] = set()
    waiting: list[object] = [expr]
    while waiting:
        for node in nodes(waiting.pop()):
            if isinstance(node, ir.ValueCall) and node.value not in found:
                found.add(node.value)
                waiting.append(values[node.value].base)
    return frozenset(found)


def _presence(op: str, limit: int, room: int | None) -> bool | None:
    """Whether a comparison of an amount says that there is any (True), that there is none, or something else."""
    says = [COMPARISONS[op](amount, limit) for amount in range((room or limit + 1) + 1)]
    if room is None and limit < 0:
        return None
    if len(says) > 1 and says[0] != says[1] and len(set(says[1:])) == 1:
        return says[1]
    return None
