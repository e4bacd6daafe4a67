"""Notes and movements: what changes the position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from boardwright.dsl.language.types import (
    NUMBER,
    NumberType,
    PieceType,
    PlayerType,
    SetType,
    SpaceType,
    Type,
    ZoneType,
)
from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import NO, YES, bit
from boardwright.interpreter.lower.blocks import Blocks
from boardwright.interpreter.lower.bound_updates import is_bounded, poured, poured_from
from boardwright.interpreter.lower.builtins.hidden_names import mix_names, nameless, rank
from boardwright.interpreter.lower.builtins.member_order import height, tops_at
from boardwright.interpreter.lower.builtins.shuffles import shuffled
from boardwright.interpreter.lower.primitives import mover, mover_of_all
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var, add
from boardwright.interpreter.table import errors
from boardwright.interpreter.table.table_limits import LARGEST


class Moves(Blocks):
    """Lowers what changes words of the vector."""

    def bounded(
        self, value: lo.Expr, of: Type, low: int, high: int, s: ir.Stmt, what: str = "a number"
    ) -> lo.Expr:
        if not isinstance(of, NumberType):
            return value
        if isinstance(value, Int) and low <= value.value <= high:
            return value
        value = self.atom(value, "value")
        inside = Op("and", Op("<=", Int(low), value), Op("<=", value, Int(high)))
        self.guard(
            Un("not", inside), errors.OUT_OF_RANGE, f"{what} goes from {low} to {high}", s.span
        )
        return value

    def set_note(self, s: ir.Stmt, note: str, key: ir.Expr | None, value: lo.Expr) -> None:
        if note in lay.BUILT_IN:
            self.emit(lo.Store(Int(lay.BUILT_IN[note]), value))
            return
        declared = self.linking.game.notes[note]
        at = self.note_at(note, key, s.span)
        value = self.bounded(value, declared.type, declared.low, declared.high, s, f"`{note}`")
        self.emit(lo.Store(at, value, 0 if isinstance(at, Int) else self.set_width(declared.type)))

    def add_note(self, s: ir.AddNote) -> None:
        declared = self.linking.game.notes[s.note]
        at = self.note_at(s.note, s.key, s.span)
        if not isinstance(at, Int):
            at = self.atom(at, "at")
        amount = self.ex(s.amount)
        total = Op("-" if s.negative else "+", Load(at), amount)
        self.emit(
            lo.Store(at, self.bounded(total, NUMBER, declared.low, declared.high, s, f"`{s.note}`"))
        )

    def move_stock(self, s: ir.MoveStock) -> None:
        rows, stock = self.layout.stocks[s.stock], self.linking.game.stocks[s.stock]
        members = len(self.table.stock_members[s.stock])
        member: lo.Expr = NO
        if s.member is not None:
            member = (
                self.someone(s.member)
                if isinstance(s.member.type, PlayerType)
                else self.ex(s.member)
            )
            if not isinstance(member, Int):
                member = self.atom(member, "of")
        target_place = self.ex(s.target)
        limited = self.has_room_limit(s.stock, self.candidates(s.target.type))
        if limited or s.stock in self.layout.present:
            target_place = self.atom(target_place, "target")
        target = self.row(rows, s.stock, target_place, s.target.type)
        unlimited = stock.total is None

        def endless(place: ir.Expr) -> bool:
            return unlimited and isinstance(place, ir.ZonePlace) and place.place == stock.home

        def put(at: lo.Expr, amount: lo.Expr) -> None:
            """More lies there; of a stock without a total that may be more than rules count."""
            most = 2 * LARGEST if unlimited else LARGEST
            there = self.in_reach(Op("+", Load(at), amount), (0, most), s.span)
            self.emit(lo.Store(at, there))

        if s.amount is None:
            if not isinstance(target, Int):
                target = self.atom(target, "target")
            which = (
                [member]
                if s.member is not None or members == 1
                else [Int(n) for n in range(members)]
            )

            def move_all(place: lo.Expr, of: Type) -> None:
                origin = self.row(rows, s.stock, place, of)
                if not isinstance(origin, Int):
                    origin = self.atom(origin, "origin")
                for one in which:
                    a, b = add(origin, one), add(target, one)
                    amount = self.atom(Load(a), "amount")
                    self.emit(lo.Store(a, NO))
                    self.lies_there(s.stock, one, place, of, NO)
                    if not endless(s.target):
                        put(b, amount)
                        self.lies_there(s.stock, one, target_place, s.target.type, Load(b))

            if isinstance(s.origin.type, SetType):
                place = self.fresh("place")
                mask = self.mask(s.origin)
                with self.inside() as body:
                    move_all(Var(place), s.origin.type.element)
                self.emit(lo.ForBits(place, mask, body))
            else:
                move_all(self.of_stock(s.stock, self.ex(s.origin)), s.origin.type)
        else:
            amount = self.atom(self.amount_of(s.amount), "amount")
            origin_place = self.of_stock(s.stock, self.ex(s.origin))
            origin = add(self.row(rows, s.stock, origin_place, s.origin.type), member)
            if not isinstance(origin, Int):
                origin = self.atom(origin, "origin")
            if not endless(s.origin):
                if s.up_to:
                    amount = self.atom(Op("min", amount, Load(origin)), "amount")
                else:
                    self.guard(
                        Op("<", Load(origin), amount),
                        errors.NOT_ENOUGH,
                        f"there is not so much {s.stock} there; write `up to` if less will do",
                        s.span,
                    )
                self.emit(lo.Store(origin, Op("-", Load(origin), amount)))
                self.lies_there(s.stock, member, origin_place, s.origin.type, Load(origin))
            if not endless(s.target):
                at = add(target, member)
                if not isinstance(at, Int):
                    at = self.atom(at, "target")
                put(at, amount)
                some = amount if isinstance(amount, Int) else Load(at)
                self.lies_there(s.stock, member, target_place, s.target.type, some)
        if limited:
            limit = self.linking.look(
                f"room_{s.stock}",
                tuple(p.room.get(s.stock, LARGEST * members) for p in self.table.places),
                target_place,
            )
            row = self.row(rows, s.stock, target_place, s.target.type)
            total: lo.Expr = Load(row)
            for other in range(1, members):
                total = Op("+", total, Load(add(row, Int(other))))
            self.guard(
                Op(">", total, limit),
                errors.NO_ROOM,
                f"there is no room for so much {s.stock}",
                s.span,
            )

    def of_stock(self, stock: str, place: lo.Expr) -> lo.Expr:
        """A place that is asked for again where masks say on which spaces a stock lies."""
        return self.atom(place, "place") if stock in self.layout.present else place

    def lies_there(
        self, stock: str, member: lo.Expr, place: lo.Expr, of: Type, amount: lo.Expr
    ) -> None:
        """Notes in the masks that say where a stock lies whether it does so here."""
        first, spaces = self.layout.present.get(stock), len(self.table.spaces)
        if first is None or isinstance(of, ZoneType):
            return
        word, here = add(Int(first), member), bit(place, spaces)
        lies: list[lo.Stmt] = [lo.Store(word, Op("|", Load(word, spaces), here), spaces)]
        gone: list[lo.Stmt] = [lo.Store(word, Op("&~", Load(word, spaces), here), spaces)]
        if isinstance(amount, Int):
            noted = lies if amount.value else gone
        else:
            noted = [lo.When(Op("!=", amount, NO), lies, gone)]
        if not isinstance(of, SpaceType):
            noted = [lo.When(self.compare("<", place, Int(spaces)), noted, [])]
        for statement in noted:
            self.emit(statement)

    def has_room_limit(self, what: str, where: Iterable[int] | None) -> bool:
        """Whether one of these places, or with None any place, has room for so many only."""
        places = self.table.places
        return any(
            what in place.room
            for place in (places if where is None else map(places.__getitem__, where))
        )

    def move_pieces(self, s: ir.MovePieces, origins: Sequence[int] | None) -> None:
        """Moves pieces, which are in one of these places if that is known."""
        kind = s.kind
        ordered = kind in self.layout.above
        where = (Int(int(s.bottom)),) if ordered else ()
        fault = Int(self.room_fault(kind, s))
        target: lo.Expr | None = None
        if s.target is not None:
            target = self.ex(s.target)
            if not isinstance(target, Int):
                target = self.atom(target, "target")
        targets = sorted(self.goals(s))
        known_targets = None if len(targets) == len(self.table.places) else targets
        if target is not None:
            self.pour(s, origins, known_targets, target)
        whole = isinstance(s.pieces, ir.PiecesAt) and s.pieces.owner is None
        if whole and self.renamed(PieceType(kind)) and isinstance(s.pieces, ir.PiecesAt):
            # Chance that deals names is drawn for all that moves, not for one place after the other.
            several = isinstance(s.pieces.places.type, SetType)
            whole = not (several and self.may_be_untracked(s.pieces))
        if target is not None and isinstance(s.pieces, ir.PiecesAt) and whole:
            every = mover_of_all(self.linking, kind, origins, known_targets)
            if every is not None:
                self.move_places(s.pieces.places, every, target)
                return
        function = mover(self.linking, kind, origins, known_targets)

        me = self.in_secret(s, kind)

        def move(piece: lo.Expr) -> list[lo.Stmt]:
            goal = target or self.home(kind, piece)
            one = lo.Do(lo.Apply(function, (piece, goal, fault, *where)))
            if me is None:
                return [one]
            return [lo.Do(lo.Apply(f"mingle_{kind}", (piece, goal, me))), one]

        if isinstance(s.pieces, ir.Those):
            chosen = s.pieces.selection
            if chosen.rising is not None or chosen.starting is not None:
                self.move_sorted(s, lambda name: move(Var(name)))
                return
        if isinstance(s.pieces.type, SetType):
            name = self.fresh(kind)
            mask = self.mask(s.pieces)
            rank = self.rank_of_moved(s, Var(name), targets, target)
            loop = move(Var(name))
            if kind in self.layout.bounds:
                loop.insert(0, self.charge(s, len(self.table.pieces[kind])))
            if self.keeps_order(kind, origins, targets, named=rank is not None):
                self.emit(self.as_they_lie(s, name, mask, loop, rank))
            elif rank is not None:
                self.emit(lo.ForSorted(name, mask, [], rank, False, loop))
            else:
                self.emit(lo.ForBits(name, mask, loop))
            return
        piece = self.ex(s.pieces)
        for statement in move(self.atom(piece, kind) if target is None or me else piece):
            self.emit(statement)

    def in_secret(
        self, s: ir.MovePieces | ir.MoveTop | ir.Swap | ir.Shuffle, kind: str
    ) -> lo.Expr | None:
        """Who does this in secret, of pieces of a kind that somebody may go on seeing as they were; None if nobody does."""
        if not s.secretly or s.me is None or kind not in self.layout.believed:
            return None
        return self.atom(self.ex(s.me), "who")

    def keeps_order(
        self, kind: str, origins: Sequence[int] | None, targets: Sequence[int], *, named: bool
    ) -> bool:
        """Whether pieces from these places, if known, may lie in an order that matters in those, or for names they get."""
        layout = self.layout
        if kind not in layout.above:
            return False
        if origins is not None and layout.tops.keys().isdisjoint(origins):
            return False
        # Who sees a place may depend on how much is there already.
        sights = any(place.visible_when is not None for place in self.linking.game.places.values())
        return named or sights or not layout.tops.keys().isdisjoint(targets)

    def as_they_lie(
        self,
        s: ir.MovePieces,
        piece: str,
        mask: lo.Expr,
        move: list[lo.Stmt],
        rank: lo.Expr | None,
    ) -> lo.Stmt:
        """Moves pieces so that those of an order keep it: what lay on top lies on top. Others go by rank, if they have any."""
        layout, at, place = self.layout, self.fresh("height"), self.fresh("place")
        is_ordered = tuple(int(n in layout.tops) for n in range(len(self.table.places)))
        high = height(self.linking, s.kind, Var(piece), Var(place))
        keys: list[lo.Stmt] = [
            lo.SetVar(place, Load(add(Int(layout.places[s.kind]), Var(piece)))),
            lo.SetVar(at, Int(-1)),
            lo.When(
                self.linking.look("is_ordered", is_ordered, Var(place)), [lo.SetVar(at, high)], []
            ),
        ]
        return lo.ForSorted(piece, mask, keys, Var(at), s.bottom, move, then=rank)

    def rank_of_moved(
        self, s: ir.MovePieces, piece: lo.Expr, targets: Sequence[int], target: lo.Expr | None
    ) -> lo.Expr | None:
        """What pieces are moved in the order of; None if nobody can tell which of them came first."""
        kind = self.renamed(PieceType(s.kind))
        if kind is None:
            return None
        rows = tuple(int(p.tracked or p.ordered) for p in self.table.places)
        tells = {rows[place] for place in targets} if target is not None else {1}
        if tells == {0}:
            return None
        comes: lo.Expr = Load(add(Int(self.layout.names[kind]), piece))
        if self.may_be_untracked(s.pieces):
            comes = rank(self.linking, kind, piece)
        if tells == {1} or target is None:
            return comes
        return lo.Cond(self.linking.look(f"order_tells_{kind}", rows, target), comes, NO)

    def move_sorted(self, s: ir.MovePieces, move: Callable[[str], list[lo.Stmt]]) -> None:
        """Moves pieces in the order that is written. It must not show in the names that they get on the way."""
        assert isinstance(s.pieces, ir.Those)
        chosen, kind = s.pieces.selection, self.renamed(PieceType(s.kind))
        if kind is None or not self.may_be_untracked(chosen.source):
            self.in_order(chosen, move)
            return
        chosen = self.reduced(chosen)
        assert isinstance(chosen.source, ir.Local)
        members = self.bound[chosen.source.var.id]
        without = self.atom(nameless(self.linking, kind, members), "without")
        self.in_order(chosen, move)
        self.emit(mix_names(self.linking, kind, without))

    def pour(
        self,
        s: ir.MovePieces,
        origins: Sequence[int] | None,
        targets: Sequence[int] | None,
        target: lo.Expr,
    ) -> None:
        """What is known of places that are emptied goes with the pieces."""
        if not is_bounded(self.linking, s.kind, origins):
            return
        tracked = [self.table.places[p].tracked for p in targets or ()]
        if not isinstance(s.pieces.type, SetType) or (tracked and all(tracked)):
            return
        pieces = self.mask(s.pieces)
        if isinstance(s.pieces, ir.PiecesAt) and not isinstance(s.pieces.places.type, SetType):
            place = self.ex(s.pieces.places)
            self.emit(poured_from(s.kind, place, pieces, target))
        else:
            self.emit(poured(s.kind, pieces, target))

    def move_places(self, places: ir.Expr, function: str, target: lo.Expr) -> None:
        """Moves all that is in these places."""
        if not isinstance(places.type, SetType):
            origin = self.ex(places)
            self.emit(lo.Do(lo.Apply(function, (origin, target))))
            return
        place = self.fresh("place")
        move = lo.Do(lo.Apply(function, (Var(place), target)))
        self.emit(lo.ForBits(place, self.mask(places), [move]))

    def home(self, kind: str, piece: lo.Expr) -> lo.Expr:
        """Where a piece goes when it goes home: its face says."""
        faces = self.table.faces[kind]
        if kind in self.layout.faces:
            rows = tuple(face.home for face in faces)
            return self.linking.look(f"home_{kind}", rows, self.face_of(kind, piece))
        rows = tuple(faces[p.face].home for p in self.table.pieces[kind])
        return self.linking.look(f"home_{kind}", rows, piece)

    def goals(self, s: ir.MovePieces) -> Iterable[int]:
        """The places where the pieces may go."""
        if s.target is None:
            return {face.home for face in self.table.faces[s.kind]}
        return self.candidates(s.target.type) or range(len(self.table.places))

    def room_fault(self, kind: str, s: ir.Stmt) -> int:
        return self.linking.fault(
            errors.NO_ROOM, f"there is no room for another {kind} there", s.span
        )

    def move_top(self, s: ir.MoveTop) -> None:
        kind = s.kind
        origin = self.atom(self.ex(s.origin), "origin")
        target = self.atom(self.ex(s.target), "target")
        top = tops_at(self.linking, origin, self.candidates(s.origin.type))
        amount = self.atom(self.amount_of(s.amount), "amount")
        piece = self.fresh("top")
        empty: list[lo.Stmt] = [lo.Break()]
        message = f"there are not so many {self.linking.game.kinds[kind].plural} there; write `up to` if fewer will do"
        if not s.up_to:
            empty = [self.fail(errors.NOT_ENOUGH, message, s.span)]
        if self.may_be_one_place(s.origin, s.target):
            # What goes back onto the same pile never leaves it empty.
            rows = self.row(self.layout.masks[kind], f"mask_{kind}", origin, s.origin.type)
            there = self.atom(Un("count", Load(rows, len(self.table.pieces[kind]))), "there")
            if s.up_to:
                amount = self.atom(Op("min", amount, there), "amount")
            else:
                self.guard(Op("<", there, amount), errors.NOT_ENOUGH, message, s.span)
        fault = Int(self.room_fault(kind, s))
        function = mover(
            self.linking, kind, self.candidates(s.origin.type), self.candidates(s.target.type)
        )
        me = self.in_secret(s, kind)
        move = lo.Apply(function, (add(Var(piece), Int(-1)), target, fault, Int(int(s.bottom))))
        hidden = (add(Var(piece), Int(-1)), target, me or NO)
        before = [] if me is None else [lo.Do(lo.Apply(f"mingle_{kind}", hidden))]
        body = [
            self.charge(s),
            lo.SetVar(piece, Load(top)),
            lo.When(Op("==", Var(piece), NO), empty, []),
            *before,
            lo.Do(move),
        ]
        self.emit(lo.ForRange(self.fresh("n"), YES, amount, body))

    def may_be_one_place(self, one: ir.Expr, other: ir.Expr) -> bool:
        """Whether two places may turn out to be the same."""
        if isinstance(one, ir.ZonePlace) and isinstance(other, ir.ZonePlace):
            return one.place == other.place
        places = self.candidates(one.type), self.candidates(other.type)
        return places[0] is None or places[1] is None or bool(set(places[0]) & set(places[1]))

    def look(self, s: ir.Look) -> None:
        of = s.pieces.type.element if isinstance(s.pieces.type, SetType) else s.pieces.type
        assert isinstance(of, PieceType)
        if of.kind not in self.layout.known:
            return
        players = self.table.players
        who = Int((1 << players) - 1) if s.who is None else bit(self.someone(s.who), players)
        if isinstance(s.pieces.type, SetType):
            who = self.atom(who, "who")
            piece = self.fresh(of.kind)
            mask = self.mask(s.pieces)
            if of.kind in self.layout.bounds:
                self.emit(lo.Do(lo.Apply(f"show_all_{of.kind}", (mask, who))))
                return
            self.emit(
                lo.ForBits(piece, mask, [lo.Do(lo.Apply(f"show_{of.kind}", (Var(piece), who)))])
            )
        else:
            self.emit(lo.Do(lo.Apply(f"show_{of.kind}", (self.ex(s.pieces), who))))

    def shuffle(self, s: ir.Shuffle) -> None:
        place = self.ex(s.place)
        kinds = [k for k in self.table.pieces if self.may_hold(s.place.type, k)]
        if (len(kinds) > 1 or s.secretly) and not isinstance(place, Int):
            place = self.atom(place, "place")
        for kind in kinds:
            # What is open to all stays as it lies: `bind` refuses a shuffle of nothing else.
            if kind in self.layout.faces:
                me = self.in_secret(s, kind)
                event = self.linking.event(
                    s.site, "shuffle", PieceType(kind), secret=me is not None
                )
                row = self.row(self.layout.masks[kind], f"mask_{kind}", place, s.place.type)
                pieces = self.atom(Load(row, len(self.table.pieces[kind])), "pieces")
                seers: lo.Expr | None = None
                if me is not None:
                    there = lo.Apply(f"seers_{kind}", (place, me))
                    seers = self.atom(there, "seers")
                self.emit(shuffled(self.linking, kind, pieces, seers))
                self.emit(lo.Told(event, pieces))

    def may_hold(self, of: Type, kind: str) -> bool:
        places = self.candidates(of)
        rows = self.layout.masks[kind].at
        return (
            any(rows[p] >= 0 for p in places) if places is not None else any(r >= 0 for r in rows)
        )

    def roll(self, s: ir.Roll) -> None:
        of = s.dice.type.element if isinstance(s.dice.type, SetType) else s.dice.type
        assert isinstance(of, PieceType)
        event = self.linking.event(s.site, "roll", of)
        sides = self.linking.game.kinds[of.kind].sides
        base = Int(self.layout.sides[of.kind])
        value = lo.Dice(event, Int(sides))
        if not isinstance(s.dice.type, SetType):
            self.emit(lo.Store(add(base, self.ex(s.dice)), value))
            return
        die = self.fresh("die")
        self.emit(lo.ForBits(die, self.mask(s.dice), [lo.Store(add(base, Var(die)), value)]))

    def charge(self, s: ir.Stmt, turns: int = 0) -> lo.Stmt:
        message = "too many steps between two decisions"
        return lo.Charge(self.linking.fault(errors.TOO_MANY_STEPS, message, s.span), turns)
