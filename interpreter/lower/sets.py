"""Sets to masks, and the ways to go through them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Literal

from boardwright.dsl.language.types import (
    NumberType,
    PieceType,
    PlayerType,
    SetType,
    Type,
    ZoneType,
)
from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import NO, YES, bit, both
from boardwright.interpreter.lower.builtins.hidden_names import rank, rank_from
from boardwright.interpreter.lower.context import as_mask
from boardwright.interpreter.lower.sieve import Sieves
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var, add
from boardwright.interpreter.table import errors
from boardwright.interpreter.table.board import reached
from boardwright.interpreter.table.table_limits import ANY, BEYOND

# Bits of a table that says for any number of steps which spaces lie so near.
MOST_REACHED = 100_000_000


class Sets(Sieves):
    """Lowers sets and selections."""

    def mask(self, expr: ir.Expr) -> lo.Expr:
        """A set as a mask."""
        if isinstance(expr, ir.ValueCall | ir.Those | ir.Connected | ir.PiecesAt):
            return self.once(partial(self.mask_now, expr))
        return self.mask_now(expr)

    def mask_now(self, expr: ir.Expr) -> lo.Expr:
        """The same, worked out where it is asked for."""
        table = self.table
        match expr:
            case ir.Local(var=var):
                return self.local(var, expr.span)
            case ir.LocalOf(var=var, key=key):
                return self.keyed(var, self.ex(key), expr.span)
            case ir.Singleton(element=element):
                index = self.ex(element)
                if isinstance(element.type, NumberType):
                    return self.single_number(index, element)
                if isinstance(element.type, PlayerType) and not self.is_sure(element):
                    index = self.atom(index, "who")
                    if isinstance(index, Int):
                        return NO if index.value < 0 else bit(index, table.players)
                    return lo.Cond(Op("<", index, NO), NO, bit(index, table.players))
                return self.single(index, self.linking.set_width(element.type))
            case ir.Union(left=left, right=right):
                return self.combine("|", *self.each_of(left, right))
            case ir.Without(left=left, right=right):
                return self.combine("&~", *self.each_of(left, right))
            case ir.NoteRead(note=note, key=key):
                at = self.note_at(note, key, expr.span)
                return Load(at, 0 if isinstance(at, Int) else self.set_width(expr.type))
            case ir.ValueCall():
                return self.value_call(expr)
            case ir.AllPieces(kind=kind):
                return Int((1 << len(table.pieces[kind])) - 1)
            case ir.PiecesAt():
                return self.pieces_at(expr)
            case ir.PiecesOf(kind=kind, player=player):
                return self.pieces_of(kind, player)
            case ir.ZonePlace(place=place):
                zone = table.zones[place]
                return Int(((1 << zone.count) - 1) << zone.first)
            case ir.Spaces():
                assert isinstance(expr.type, SetType)
                return Int(self.linking.universe(expr.type.element))
            case ir.SpacesOf(kind=kind, of=of):
                return self.spaces_of(kind, of)
            case ir.SpaceNamed(kind=kind, id=id):
                return Int(as_mask(table.space_named(id, kind)))
            case ir.Players():
                if self.linking.drops_out:
                    return Load(Int(lay.IN_ROUND))
                return Int((1 << table.players) - 1)
            case ir.Seats():
                return Int((1 << table.players) - 1)
            case ir.Members():
                assert isinstance(expr.type, SetType)
                return Int(self.linking.universe(expr.type.element))
            case ir.MembersOf(attribute=attribute, subject=subject):
                return self.attribute(attribute, subject)
            case ir.Neighbours(space=space, link=link):
                rows = tuple(as_mask(row) for row in table.neighbours(link))
                return self.linking.look(f"next_to_{link or 'any'}", rows, self.ex(space))
            case ir.Within():
                return self.within(expr)
            case ir.Connected(things=things, origin=origin, link=link):
                name = f"next_to_{link or 'any'}"
                self.linking.tables.setdefault(
                    name, tuple(as_mask(row) for row in table.neighbours(link))
                )
                return lo.Apply(f"flood:{name}", tuple(self.each_of(things, origin)))
            case ir.Range():
                return self.run(*self.ends(expr))
            case ir.Those(selection=selection):
                return self.selected(selection)
            case ir.OptionRead(option=option):
                return Int(table.options[option])
            case ir.SingleNode():
                raise AssertionError(expr)  # see `ex_now`

    # ---- numbers

    def ends(self, expr: ir.Range) -> tuple[lo.Expr, lo.Expr]:
        """The ends of a range that becomes a set; a set that would hold other numbers is a fault."""
        low, high = self.each_of(expr.low, expr.high)
        low, high = self.atom(low, "low"), self.atom(high, "high")
        if self.linking.reach.fits_sets(expr.low) and self.linking.reach.fits_sets(expr.high):
            return low, high
        outside = self.beyond(low, high)
        if isinstance(low, Int) and isinstance(high, Int):
            outside = NO if low.value > high.value else outside
        else:
            outside = both(Op("<=", low, high), outside)
        self.guard(outside, errors.OUT_OF_RANGE, BEYOND, expr.span)
        return low, high

    def beyond(self, low: lo.Expr, high: lo.Expr) -> lo.Expr:
        """Whether numbers reach beyond what a set holds."""
        below = self.compare("<", low, Int(ANY[0]))
        above = self.compare(">", high, Int(ANY[1]))
        return lo.negated(both(lo.negated(below), lo.negated(above)))

    def run(self, low: lo.Expr, high: lo.Expr) -> lo.Expr:
        """All numbers from low to high as a mask."""
        lowest = self.layout.numbers.start
        if isinstance(low, Int) and isinstance(high, Int):
            width = max(0, min(high.value, ANY[1]) - max(low.value, ANY[0]) + 1)
            return Int(((1 << width) - 1) << max(low.value, ANY[0]) - lowest if width else 0)
        width = len(self.layout.numbers)
        all_, before = (Un("below", add(end, Int(-lowest)), width) for end in (add(high, YES), low))
        return lo.Cond(Op("<=", low, high), Op("&~", all_, before), NO)

    def single_number(self, number: lo.Expr, said: ir.Expr) -> lo.Expr:
        """The set of one number."""
        number = self.atom(number, "number")
        if not self.linking.reach.fits_sets(said):
            outside = self.beyond(number, number)
            self.guard(outside, errors.OUT_OF_RANGE, BEYOND, said.span)
            if outside == YES:
                return NO
        numbers = self.layout.numbers
        return bit(add(number, Int(-numbers.start)), len(numbers))

    def options_width(self, numbers: ir.Expr) -> int:
        """How many options a choice among these numbers has at most."""
        assert isinstance(numbers, ir.Range)
        return self.linking.reach.options(numbers.low, numbers.high)

    def place_in_set(self, element: Type, member: lo.Expr) -> lo.Expr:
        """Which bit of a set stands for a member."""
        return add(member, Int(-self.layout.lowest(element)))

    def each(
        self, var: ir.Var, mask: lo.Expr, body: list[lo.Stmt], start: lo.Expr | None = None
    ) -> lo.Stmt:
        """A loop over the members of a mask, in which `bind(var)` is the member."""
        name, lowest = f"{var.name}_{var.id}", self.layout.lowest(var.type)
        if not lowest:
            return lo.ForBits(name, mask, body, start)
        at = self.fresh("bit")
        return lo.ForBits(at, mask, [lo.SetVar(name, add(Var(at), Int(lowest))), *body], start)

    def combine(self, op: Literal["|", "&~"], left: lo.Expr, right: lo.Expr) -> lo.Expr:
        if isinstance(left, Int) and isinstance(right, Int):
            value = left.value | right.value if op == "|" else left.value & ~right.value
            return Int(value)
        if isinstance(left, lo.Look) and op == "|":
            rows = self.linking.tables[left.table]
            match right:
                case lo.Look(table=table, index=index) if index == left.index:
                    other = self.linking.tables[table]
                    if len(rows) == len(other):
                        both = tuple(a | b for a, b in zip(rows, other, strict=True))
                        return self.linking.look(f"{left.table}_or_{table}", both, index)
                case Int(value=value):
                    more = tuple(a | value for a in rows)
                    return self.linking.look(f"{left.table}_or_{value}", more, left.index)
                case _:
                    pass
        return Op(op, left, right)

    def single(self, element: lo.Expr, width: int) -> lo.Expr:
        """The set of one thing, of so many that there are."""
        if isinstance(element, lo.Look) and min(self.linking.tables[element.table], default=0) >= 0:
            rows = tuple(1 << n for n in self.linking.tables[element.table])
            return self.linking.look(f"set_of_{element.table}", rows, element.index)
        return bit(element, width)

    def pieces_at(self, expr: ir.PiecesAt) -> lo.Expr:
        rows, size = self.layout.masks[expr.kind], len(self.table.pieces[expr.kind])
        name = f"mask_{expr.kind}"
        if isinstance(expr.places.type, SetType):
            found = self.fresh("found")
            place = self.fresh("place")
            self.emit(lo.SetVar(found, NO))
            places = self.mask(expr.places)
            with self.inside() as body:
                row = self.row(rows, name, Var(place), expr.places.type.element)
                body.append(lo.SetVar(found, Op("|", Var(found), Load(row, size))))
            self.emit(lo.ForBits(place, places, body))
            mask: lo.Expr = Var(found)
        else:
            mask = Load(self.row(rows, name, self.ex(expr.places), expr.places.type), size)
        if expr.owner is not None:
            mask = Op("&", mask, self.pieces_of(expr.kind, expr.owner))
        return mask

    def pieces_of(self, kind: str, player: ir.Expr) -> lo.Expr:
        declared, table = self.linking.game.kinds[kind], self.table
        if declared.per_player:
            if declared.hidden:
                return lo.Apply(f"owned_{kind}", (self.someone(player),))
            faces = table.faces[kind]
            rows = tuple(
                as_mask(
                    tuple(
                        n for n, p in enumerate(table.pieces[kind]) if faces[p.face].owner == seat
                    )
                )
                for seat in range(table.players)
            )
            return self.linking.look(f"all_{kind}_of", rows, self.someone(player))
        assert declared.owner is not None
        zone = table.zones[declared.owner]
        place = add(Int(zone.first), self.someone(player))
        row = self.row(self.layout.masks[kind], f"mask_{kind}", place, ZoneType(declared.owner))
        return Load(row, len(table.pieces[kind]))

    def spaces_of(self, kind: str, of: ir.Expr) -> lo.Expr:
        spaces = self.table.spaces
        if isinstance(of.type, PlayerType):
            rows = tuple(
                as_mask(
                    tuple(n for n, s in enumerate(spaces) if s.kind == kind and s.owner == seat)
                )
                for seat in range(self.table.players)
            )
            return self.linking.look(f"all_{kind}_of_player", (*rows, 0), self.ex(of))
        rows = tuple(
            as_mask(tuple(n for n, s in enumerate(spaces) if s.kind == kind and s.parent == parent))
            for parent in range(len(spaces))
        )
        return self.linking.look(f"all_{kind}_of_space", rows, self.ex(of))

    def may_be_untracked(self, members: ir.Expr) -> bool:
        """Whether pieces of a set may lie where they cannot be followed."""
        assert isinstance(members.type, SetType) and isinstance(members.type.element, PieceType)
        if isinstance(members, ir.Without):
            return self.may_be_untracked(members.left)
        if isinstance(members, ir.PiecesAt):
            of = members.places.type
            places = self.candidates(of.element if isinstance(of, SetType) else of)
            if places is not None:
                return any(not self.table.places[p].tracked for p in places)
        return not self.linking.tracked_throughout(members.type.element.kind)

    def within(self, expr: ir.Within) -> lo.Expr:
        rows = self.table.neighbours(expr.link)
        size = len(rows)
        parts = (partial(self.amount_of, expr.steps), partial(self.ex, expr.origin))
        steps, origin = self.in_turn(*parts)
        link = expr.link or "any"
        near: lo.Expr = NO
        if isinstance(steps, Int):
            if steps.value >= 0:
                *_, last = islice(reached(rows), steps.value + 1)
                near = self.linking.look(f"within_{steps.value}_{link}", last, origin)
        else:
            found: list[tuple[int, ...]] = []
            for masks in reached(rows):
                found.append(masks)
                if len(found) * size * size > MOST_REACHED:
                    message = (
                        f"on a board of {size:,} spaces the number of steps must be written out"
                    )
                    raise errors.RuleError(errors.TOO_LARGE, message, expr.steps.span)
            clipped = Op("min", steps, Int(len(found) - 1))
            every = tuple(mask for masks in found for mask in masks)
            near = self.linking.look(f"within_{link}", every, add(lo.scale(clipped, size), origin))
        near, things = self.in_turn(lambda: near, lambda: self.mask(expr.things))
        if isinstance(things, Int) and things.value == (1 << size) - 1:
            return near
        return Op("&", things, near)

    def over(
        self,
        selection: ir.Selection,
        body: Callable[[], None],
        ends: tuple[lo.Expr, lo.Expr] | None = None,
    ) -> list[lo.Stmt]:
        """A loop over a selection whose tests are made on the way: only for bodies that change nothing.
        `extreme` must have been dealt with. The loop itself is returned, what it needs before is emitted.
        Of a range whose `ends` are worked out already only these are asked.
        """
        var = selection.var
        if isinstance(selection.source, ir.Range):
            low, high = ends or self.each_of(selection.source.low, selection.source.high)
            with self.turning() as before:
                name = self.bind(var)
                inner = self._tested(selection, body)
            return [*before, lo.ForRange(name, low, high, [self.counted(selection), *inner])]
        mask = self.mask(selection.source)
        with self.turning() as before:
            self.bind(var)
            inner = self._tested(selection, body)
            loop = self.each(var, mask, [self.counted(selection), *inner])
        return [*before, loop]

    def counted(self, selection: ir.Selection) -> lo.Stmt:
        """One step of the budget; `budget.py` leaves it only where turns are many or heavy."""
        message = "too many steps between two decisions"
        fault = self.linking.fault(errors.TOO_MANY_STEPS, message, selection.span)
        return lo.Charge(fault, self.turns(selection))

    def turns(self, selection: ir.Selection) -> int:
        """How many members a selection can have; 0 if it is of numbers, and nobody knows."""
        element = selection.var.type
        return 0 if isinstance(element, NumberType) else self.linking.universe(element).bit_count()

    def _tested(self, selection: ir.Selection, body: Callable[[], None]) -> list[lo.Stmt]:
        with self.inside() as inner:
            if isinstance(selection.source, ir.Local):
                self.sure |= self.proved.get(selection.source.var.id, set())
            if selection.where is None:
                body()
            else:
                test = self.ex(selection.where)
                with self.inside() as then:
                    body()
                if isinstance(test, Int):
                    inner.extend(then if test.value else [])
                else:
                    inner.append(lo.When(test, then, []))
        return inner

    def start(self, selection: ir.Selection) -> lo.Expr | None:
        """At which bit the order of a set begins, if not with its first."""
        if selection.starting is not None:
            return self.place_in_set(selection.var.type, self.ex(selection.starting))
        if isinstance(selection.var.type, PlayerType):
            return Load(Int(lay.ACTIVE))
        return None

    def selected(
        self, selection: ir.Selection, options: tuple[lo.Expr, lo.Expr] | None = None
    ) -> lo.Expr:
        """The mask of the members that `where` and `extreme` leave. Of numbers that are only `options`, from the first
        to the second, bit 0 stands for the first.
        """
        selection = self.sifted(selection)
        if selection.where is None and selection.extreme is None:
            return self.mask(selection.source)
        ends = options
        if ends is None and isinstance(selection.source, ir.Range):
            ends = self.ends(selection.source)
        found = self.fresh("found")
        self.emit(lo.SetVar(found, NO))

        def this() -> lo.Expr:
            member = self.bound[selection.var.id]
            if options is not None:
                return bit(Op("-", member, options[0]), self.options_width(selection.source))
            of = selection.var.type
            return bit(self.place_in_set(of, member), self.linking.set_width(of))

        if selection.extreme is None:

            def collect() -> None:
                self.emit(lo.SetVar(found, Op("|", Var(found), this())))

            self.out.extend(self.over(selection, collect, ends))
            return Var(found)
        most, key = selection.extreme
        best = self.fresh("best")
        self.emit(lo.SetVar(best, NO))

        def weigh() -> None:
            value = self.atom(self.ex(key), "key")
            one = this()
            better = lo.either(Op("==", Var(found), NO), Op(">" if most else "<", value, Var(best)))
            self.emit(
                lo.When(
                    better,
                    [lo.SetVar(best, value), lo.SetVar(found, one)],
                    [
                        lo.When(
                            Op("==", value, Var(best)),
                            [lo.SetVar(found, Op("|", Var(found), one))],
                            [],
                        )
                    ],
                )
            )

        self.out.extend(self.over(selection, weigh, ends))
        return Var(found)

    def exists(self, selection: ir.Selection) -> lo.Expr:
        """Whether a selection has any member."""
        selection = self.sifted(selection)
        if selection.where is None:
            if isinstance(selection.source, ir.Range):
                return self.compare(
                    "<=", *self.each_of(selection.source.low, selection.source.high)
                )
            return self.compare("!=", self.mask(selection.source), NO)
        found = self.fresh("any")
        self.emit(lo.SetVar(found, NO))

        def stop() -> None:
            self.emit(lo.SetVar(found, YES))
            self.emit(lo.Break())

        self.out.extend(self.over(selection, stop))
        return Var(found)

    def reduced(self, selection: ir.Selection) -> ir.Selection:
        """The same with `where` and `extreme` computed: the members are in a local set."""
        mask = self.atom(self.selected(selection), "members")
        holder = ir.Var(-1 - len(self.bound), "members", SetType(selection.var.type))
        self.bound[holder.id] = mask
        source = ir.Local(span=selection.span, type=holder.type, var=holder)
        return ir.Selection(
            span=selection.span,
            var=selection.var,
            source=source,
            starting=selection.starting,
            rising=selection.rising,
        )

    def renamed(self, of: Type) -> str | None:
        """The kind of these pieces, if they are called otherwise than they are numbered: then names say their order."""
        if isinstance(of, PieceType) and self.linking.renamed(of.kind):
            return of.kind
        return None

    def rank(
        self,
        selection: ir.Selection,
        piece: lo.Expr,
        start: lo.Expr | None = None,
        *,
        drawn: bool = True,
    ) -> lo.Expr | None:
        """What pieces with names are ordered by; None of what is ordered by number. Those without a name come last; if it
        is not `drawn` which of them comes first, by number.
        """
        kind = self.renamed(selection.var.type)
        if kind is None:
            return None
        if start is not None:
            return rank_from(self.linking, kind, piece, self.atom(start, "first"), drawn=drawn)
        if self.may_be_untracked(selection.source):
            return rank(self.linking, kind, piece, drawn=drawn)
        return Load(add(Int(self.layout.names[kind]), piece))

    def in_order(
        self,
        selection: ir.Selection,
        body: Callable[[str], list[lo.Stmt]],
        *,
        drawn: bool = True,
    ) -> None:
        """A loop over a selection that is computed before its first turn, in the set's order."""
        if (
            isinstance(selection.source, ir.Range)
            and selection.where is None
            and selection.extreme is None
            and selection.rising is None
            and selection.starting is None
        ):
            low, high = self.each_of(selection.source.low, selection.source.high)
            name = self.bind(selection.var)
            self.emit(lo.ForRange(name, low, high, body(name)))
            return
        mask = self.selected(selection)
        start = self.start(selection)
        name = self.bind(selection.var)
        rank = self.rank(selection, Var(name), start, drawn=drawn)
        if rank is not None:
            start = None
        if selection.rising is None:
            if rank is None:
                self.emit(self.each(selection.var, mask, body(name), start))
            else:
                self.emit(lo.ForSorted(name, mask, [], rank, False, body(name)))
            return
        rising, key = selection.rising
        with self.inside() as key_body:
            value = self.ex(key)
        turn, lowest = body(name), self.layout.lowest(selection.var.type)
        at = name
        if lowest:
            at = self.fresh("bit")
            shift = lo.SetVar(name, add(Var(at), Int(lowest)))
            key_body, turn = [shift, *key_body], [shift, *turn]
        self.emit(lo.ForSorted(at, mask, key_body, value, not rising, turn, start, rank))
