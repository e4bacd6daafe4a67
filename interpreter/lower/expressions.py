"""Expressions to integer operations.

An expression becomes one `lowered.Expr`, behind statements where a loop is needed: these are appended to `self.out`.
What stands on the right of `and` and `or` keeps its statements to itself, so that nothing is computed that
the author's words do not ask for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

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
from boardwright.dsl.rules.walk import nodes
from boardwright.dsl.source.places import Span
from boardwright.interpreter.lower.addresses import NO, YES, both, has
from boardwright.interpreter.lower.builtins.hidden_names import named_position
from boardwright.interpreter.lower.builtins.member_order import find_face, position
from boardwright.interpreter.lower.builtins.turn_order import next_in
from boardwright.interpreter.lower.constant_tables import looked_up
from boardwright.interpreter.lower.context import as_mask, attribute_rows, zone_owner_rows
from boardwright.interpreter.lower.sets import Sets
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Load, Op, Un, Var, add
from boardwright.interpreter.table import errors


class Expressions(Sets):
    """Lowers expressions of one function or routine."""

    # ---- single values

    def ex(self, expr: ir.Expr) -> lo.Expr:
        if isinstance(expr.type, SetType):
            return self.mask(expr)
        if isinstance(expr, ir.Aggregate | ir.ValueCall | ir.Count | ir.Amount | ir.Position):
            return self.once(partial(self.ex_now, expr))
        return self.ex_now(expr)

    def ex_now(self, expr: ir.Expr) -> lo.Expr:
        """The same, worked out where it is asked for."""
        match expr:
            case ir.Const(value=value):
                return Int(value)
            case ir.Local(var=var):
                return self.local(var, expr.span)
            case ir.LocalOf(var=var, key=key):
                return self.keyed(var, self.ex(key), expr.span)
            case ir.Arithmetic():
                return self.arithmetic(expr)
            case ir.Compare(op=op, left=left, right=right):
                return self.compare("==" if op == "=" else op, *self.each_of(left, right))
            case ir.Same():
                return self.same(expr)
            case ir.IsNobody(operand=operand):
                return self.compare("<", self.ex(operand), NO)
            case ir.Both(left=left, right=right):
                return self.connective(left, right, is_and=True)
            case ir.Either(left=left, right=right):
                return self.connective(left, right, is_and=False)
            case ir.Not(operand=operand):
                return lo.negated(self.ex(operand))
            case ir.Member(element=element, members=members):
                return self.member(element, members)
            case ir.NoteRead(note=note, key=key):
                return Load(self.note_at(note, key, expr.span))
            case ir.ValueCall():
                return self.value_call(expr)
            case ir.TableRead():
                return self.table_read(expr)
            case ir.Played(here=here):
                return Int(int(here))
            case ir.OptionRead(option=option):
                return Int(self.table.options[option])
            case ir.AttributeRead(attribute=attribute, subject=subject):
                return self.attribute(attribute, subject)
            case ir.DieFace(die=die):
                kind = _kind(die.type)
                return Load(add(Int(self.layout.sides[kind]), self.ex(die)))
            case ir.FaceOf(piece=piece):
                kind = _kind(piece.type)
                definitions = tuple(face.definition for face in self.table.faces[kind])
                shown = self.face_of(kind, self.ex(piece))
                if definitions == tuple(range(len(definitions))):
                    return shown
                return self.linking.look(f"printed_on_{kind}", definitions, shown)
            case ir.OwnerOf(subject=subject):
                return self.owner(subject)
            case ir.SpaceOfPiece():
                return self.space_of(expr)
            case ir.ParentOf(space=space):
                rows = tuple(s.parent for s in self.table.spaces)
                return self.linking.look("parent", (*rows, -1), self.ex(space))
            case ir.ThePiece(kind=kind, id=id, copy=copy):
                return self.the_piece(kind, id, copy or 1, expr.span)
            case ir.PieceOfPlayer(kind=kind, player=player, id=id):
                return self.piece_of_player(kind, self.someone(player), id)
            case ir.TopOf():
                return self.top_of(expr)
            case ir.Amount():
                return self.amount(expr)
            case ir.ZonePlace():
                return self.zone(expr)
            case ir.SpaceNamed():
                return self.space_named(expr)
            case ir.Seat(id=id):
                return Int(self.table.seat_named(id))
            case ir.NextSeat(player=player, step=step):
                return self.next_seat(player, step)
            case ir.Aggregate():
                return self.aggregate(expr)
            case ir.Count(members=members):
                return self.count(members)
            case ir.MinMax(op=op, arguments=arguments):
                result, *others = self.each_of(*arguments)
                for other in others:
                    result = self.minmax(op, result, other)
                return result
            case ir.Position():
                return self.position(expr)
            case ir.SetNode():
                raise AssertionError(expr)  # see `mask_now`

    def arithmetic(self, expr: ir.Arithmetic) -> lo.Expr:
        left, right = self.each_of(expr.left, expr.right)
        match expr.op:
            case "+":
                result = add(left, right)
            case "-" if isinstance(right, Int):
                result = add(left, Int(-right.value))
            case "-" | "*":
                result = Op(expr.op, left, right)
            case "mod" | "down" | "up":
                return self.quotient(expr, left, right)
        return self.in_reach(result, self.linking.reach.untested(expr), expr.span)

    def quotient(self, expr: ir.Arithmetic, left: lo.Expr, right: lo.Expr) -> lo.Expr:
        """What a division gives, or leaves over."""
        if not isinstance(right, Int) or right.value == 0:
            right = self.atom(right, "by")
            self.guard(
                Op("==", right, NO), errors.DIVISION_BY_ZERO, "this divides by zero", expr.span
            )
        if expr.op == "mod":
            return Op("%", left, right)
        if expr.op == "down":
            return Op("//", left, right)
        return Un("-", Op("//", Un("-", left), right))

    def same(self, expr: ir.Same) -> lo.Expr:
        left, right = expr.left, expr.right
        if not isinstance(left.type, PlayerType):
            return self.compare("==", *self.each_of(left, right))
        if isinstance(left, ir.OwnerOf) or isinstance(right, ir.OwnerOf):
            # An owner table says -2 for nobody's, so that it equals no player and not nobody either.
            parts: list[Callable[[], lo.Expr]] = [partial(self.ex, left), partial(self.ex, right)]
            if isinstance(left, ir.OwnerOf):
                parts[0] = partial(self.owner, left.subject, -2)
            elif isinstance(right, ir.OwnerOf):
                parts[1] = partial(self.owner, right.subject, -2)
            return self.compare("==", *self.in_turn(*parts))
        a, b = self.each_of(left, right)
        if self.is_sure(left) or self.is_sure(right):
            return self.compare("==", a, b)
        a = self.atom(a, "who")
        return both(self.compare("==", a, b), self.compare(">=", a, NO))

    def connective(self, left: ir.Expr, right: ir.Expr, *, is_and: bool) -> lo.Expr:
        first = self.ex(left)
        if isinstance(first, Int):
            if bool(first.value) != is_and:
                return Int(int(first.value != 0))
            return self.ex(right)
        with self.inside() as behind:
            second = self.ex(right)
        if not behind:
            return both(first, second) if is_and else lo.either(first, second)
        name = self.fresh("so")
        self.emit(lo.SetVar(name, first))
        behind.append(lo.SetVar(name, second))
        self.emit(lo.When(Var(name) if is_and else Un("not", Var(name)), behind, []))
        return Var(name)

    def member(self, element: ir.Expr, members: ir.Expr) -> lo.Expr:
        match members:
            case ir.PiecesAt(kind=kind, places=places, owner=None) if not isinstance(
                places.type, SetType
            ):
                piece, place = self.each_of(element, places)
                return self.compare("==", self.place_of(kind, piece), place)
            case ir.Range(low=low, high=high):
                value, least, most = self.each_of(element, low, high)
                value = self.atom(value)
                return both(Op(">=", value, least), Op("<=", value, self.atom(most)))
            case ir.Singleton(element=other):
                return self.same(
                    ir.Same(span=element.span, type=element.type, left=element, right=other)
                )
            case ir.SpaceNamed(kind=kind, id=id):
                found = self.table.space_named(id, kind)
                if len(found) > 1:
                    return has(self.mask(members), self.ex(element))
                return self.compare("==", self.ex(element), Int(found[0])) if found else NO
            case _:
                one, mask = self.each_of(element, members)
                if isinstance(element.type, NumberType):
                    return self.holds_number(mask, one, element)
                if isinstance(element.type, PlayerType) and not self.is_sure(element):
                    who, mask = self.atom(one, "who"), self.atom(mask, "members")
                    return both(Op(">=", who, NO), has(mask, who))
                return has(mask, one)

    def holds_number(self, mask: lo.Expr, number: lo.Expr, element: ir.Expr) -> lo.Expr:
        """Whether a set of numbers has a number, which may be one that no set has."""
        numbers, number = self.layout.numbers, self.atom(number, "number")
        mask = self.atom(mask, "members")
        at = add(number, Int(-numbers.start))
        low, high = self.linking.reach.of(element)
        if low in numbers and high in numbers:
            return has(mask, at)
        first = self.compare(">=", number, Int(numbers.start))
        inside = both(first, self.compare("<", number, Int(numbers.stop)))
        return both(inside, has(mask, at)) if inside != NO else NO

    def note_at(self, note: str, key: ir.Expr | None, span: Span) -> lo.Expr:
        """The address of a note's word."""
        if note in lay.BUILT_IN:
            return Int(lay.BUILT_IN[note])
        base = self.layout.notes[note]
        if key is None:
            return Int(base)
        if isinstance(key.type, PlayerType):
            return add(Int(base), self.someone(key))
        at = self.ex(key)
        if isinstance(key.type, SpaceType):
            per = self.linking.game.notes[note].per or ""
            first = self.table.spaces_of((per,))
            base -= first[0] if first else 0
        return add(Int(base), at)

    def table_read(self, expr: ir.TableRead) -> lo.Expr:
        rows = self.linking.game.tables[expr.table].rows
        argument = self.ex(expr.argument)
        if isinstance(argument, Int) and argument.value in rows:
            return Int(rows[argument.value])
        argument = self.atom(argument)
        low, high = min(rows), max(rows)
        known = Op("and", Op(">=", argument, Int(low)), Op("<=", argument, Int(high)))
        self.guard(
            Un("not", known), errors.NO_ROW, f"`{expr.table}` has no row for this number", expr.span
        )
        filled = tuple(rows.get(n, 0) for n in range(low, high + 1))
        index = add(argument, Int(-low))
        if len(rows) < len(filled):
            present = tuple(int(n in rows) for n in range(low, high + 1))
            self.guard(
                Un("not", self.linking.look(f"rows_{_mangled(expr.table)}", present, index)),
                errors.NO_ROW,
                f"`{expr.table}` has no row for this number",
                expr.span,
            )
        return self.linking.look(f"table_{_mangled(expr.table)}", filled, index)

    # ---- pieces and spaces

    def face_of(self, kind: str, piece: lo.Expr) -> lo.Expr:
        """The number of a piece's face."""
        if kind in self.layout.faces:
            return Load(add(Int(self.layout.faces[kind]), piece))
        faces = tuple(p.face for p in self.table.pieces[kind])
        if faces == tuple(range(len(faces))):
            return piece
        return self.linking.look(f"face_{kind}", faces, piece)

    def attribute(self, attribute: str, subject: ir.Expr) -> lo.Expr:
        game, table = self.linking.game, self.table
        match subject.type:
            case PieceType(kind=kind):
                faces = tuple(face.definition for face in table.faces[kind])
                rows = attribute_rows(game.kinds[kind].definitions, attribute, faces)
                return self.linking.look(
                    f"{attribute}_of_{kind}", rows, self.face_of(kind, self.ex(subject))
                )
            case SpaceType():
                values = tuple(space.attributes.get(attribute, 0) for space in table.spaces)
                rows = tuple(as_mask(v) if isinstance(v, tuple) else v for v in values)
                return self.linking.look(f"{attribute}_of_space", rows, self.ex(subject))
            case _:
                raise AssertionError(subject)

    def owner(self, subject: ir.Expr, nobody: int = -1) -> lo.Expr:
        table = self.table

        def rows(values: list[int]) -> tuple[int, ...]:
            return tuple(nobody if v < 0 else v for v in (*values, -1))

        suffix = "" if nobody == -1 else "_or_none"
        match subject.type:
            case PieceType(kind=kind):
                return self.owner_of_piece(kind, self.ex(subject), nobody)
            case ZoneType() if (
                isinstance(subject, ir.ZonePlace) and table.zones[subject.place].per == "piece"
            ):
                assert subject.key is not None
                return self.owner(subject.key, nobody)
            case _:
                values = list(zone_owner_rows(table))[:-1]
                return self.linking.look(f"owner_of_place{suffix}", rows(values), self.ex(subject))

    def owner_of_piece(self, kind: str, piece: lo.Expr, nobody: int = -1) -> lo.Expr:
        declared, table = self.linking.game.kinds[kind], self.table
        suffix = "" if nobody == -1 else "_or_none"
        if declared.per_player:
            owners = tuple(face.owner for face in table.faces[kind])
            return self.linking.look(f"owner_of_{kind}", owners, self.face_of(kind, piece))
        if declared.owner is None:
            return Int(nobody)
        name = f"owner_by_{declared.owner}{suffix}"
        if name not in self.linking.tables:
            values = [p.owner if p.declared == declared.owner else -1 for p in table.places]
            self.linking.tables[name] = tuple(nobody if v < 0 else v for v in (*values, -1))
        return self.linking.look(name, self.linking.tables[name], self.place_of(kind, piece))

    def space_of(self, expr: ir.SpaceOfPiece) -> lo.Expr:
        kind = _kind(expr.piece.type)
        assert isinstance(expr.type, SpaceType)
        spaces = set(self.table.spaces_of(expr.type.kinds))
        where = self.place_of(kind, self.ex(expr.piece))
        elsewhere = [
            p for p, at in enumerate(self.layout.masks[kind].at) if at >= 0 and p not in spaces
        ]
        if not elsewhere:
            return where
        where = self.atom(where, "where")
        message = f"the {kind} is on no {' or '.join(expr.type.kinds)} now"
        if spaces and min(elsewhere) > max(spaces) and min(spaces) == 0:
            bad: lo.Expr = Op(">", where, Int(max(spaces)))
        else:
            right = tuple(int(p in spaces) for p in range(len(self.table.places)))
            bad = Un("not", self.linking.look("is_" + "_".join(expr.type.kinds), right, where))
        self.guard(bad, errors.NOTHING_THERE, message, expr.span)
        return where

    def the_piece(self, kind: str, id: str, copy: int, span: Span) -> lo.Expr:
        faces = self.table.faces[kind]
        wanted = [n for n, face in enumerate(faces) if face.id == id]
        if kind not in self.layout.faces:
            for number, piece in enumerate(self.table.pieces[kind]):
                if piece.id == id or piece.face in wanted:
                    return Int(number + copy - 1)
        face = Int(wanted[0])
        handle = self.atom(find_face(self.linking, kind, face), "handle")
        for _ in range(copy - 1):  # the next one that has this face, too
            rest = find_face(self.linking, kind, face, add(handle, Int(1)))
            handle = self.atom(rest, "handle")
        return handle

    def piece_of_player(self, kind: str, player: lo.Expr, id: str | None) -> lo.Expr:
        """A player's own piece; with `id`, that with this definition."""
        definitions = [d.id for d in self.linking.game.kinds[kind].definitions]
        wanted = 0 if id is None else definitions.index(id)
        if kind in self.layout.faces:  # faces are numbered seat by seat
            face = add(Int(wanted), Op("*", player, Int(len(definitions))))
            return self.atom(find_face(self.linking, kind, face), "handle")
        first: list[int] = [-1] * self.table.players
        faces = self.table.faces[kind]
        for number, piece in enumerate(self.table.pieces[kind]):
            face_here = faces[piece.face]
            if face_here.definition == wanted and first[face_here.owner] < 0:
                first[face_here.owner] = number
        name = f"own_{kind}" if id is None else f"own_{kind}_{id}"
        return self.linking.look(name, tuple(first), player)

    def top_of(self, expr: ir.TopOf) -> lo.Expr:
        place = self.ex(expr.place)
        ordered = self.layout.tops
        if isinstance(place, Int):
            at: lo.Expr = Int(ordered[place.value])
        else:
            rows = tuple(ordered.get(p, -1) for p in range(len(self.table.places)))
            at = self.linking.look("tops", rows, place)
        piece = self.atom(Load(add(at, Int(1)) if expr.bottom else at), "top")
        self.guard(Op("==", piece, NO), errors.NOTHING_THERE, "nothing lies there", expr.span)
        return add(piece, Int(-1))

    def amount(self, expr: ir.Amount) -> lo.Expr:
        return self.in_reach(self.amounts(expr), self.linking.reach.untested(expr), expr.span)

    def amounts(self, expr: ir.Amount) -> lo.Expr:
        """How much there is of a stock, in one place or in several."""
        stock, rows = expr.stock, self.layout.stocks[expr.stock]
        members = len(self.table.stock_members[stock])
        if isinstance(expr.member, ir.Expr) and isinstance(expr.member.type, PlayerType):
            member: lo.Expr | None = self.someone(expr.member)
        else:
            member = None if expr.member is None else self.ex(expr.member)

        def at_place(place: lo.Expr, place_type: Type) -> lo.Expr:
            row = self.row(rows, stock, place, place_type)
            if member is not None:
                return Load(add(row, member))
            if members > 1 and not isinstance(row, Int):
                row = self.atom(row, "row")
            total: lo.Expr = Load(row)
            for other in range(1, members):
                total = Op("+", total, Load(add(row, Int(other))))
            return total

        if not isinstance(expr.places.type, SetType):
            return at_place(self.ex(expr.places), expr.places.type)
        if member is not None:
            member = self.atom(member, "of")
        total = self.fresh("sum")
        place = self.fresh("place")
        self.emit(lo.SetVar(total, NO))
        mask = self.mask(expr.places)
        with self.inside() as body:
            amount = at_place(Var(place), expr.places.type.element)
            body.append(lo.SetVar(total, Op("+", Var(total), amount)))
        self.emit(lo.ForBits(place, mask, body))
        return Var(total)

    def zone(self, expr: ir.ZonePlace) -> lo.Expr:
        zone = self.table.zones[expr.place]
        if expr.key is None:
            return Int(zone.first)
        if zone.per == "player":
            return add(Int(zone.first), self.someone(expr.key))
        key = self.ex(expr.key)
        if zone.keys and zone.keys == tuple(range(zone.keys[0], zone.keys[0] + zone.count)):
            size = (
                len(self.table.pieces[zone.kind])
                if zone.per == "piece" and zone.kind
                else zone.count
            )
            if size == zone.count or zone.per == "space":
                return add(Int(zone.first - zone.keys[0]), key)
        name = f"place_{expr.place.replace('.', '_')}"
        if name not in self.linking.tables:
            pieces = self.table.pieces[zone.kind] if zone.per == "piece" and zone.kind else None
            many = max(zone.keys, default=0) + 1 if pieces is None else len(pieces)
            self.linking.tables[name] = zone.rows(many)
        place = self.atom(self.linking.look(name, self.linking.tables[name], key), "place")
        self.guard(
            self.compare("<", place, NO),
            errors.NOTHING_THERE,
            f"there is no `{expr.place}` of that",
            expr.span,
        )
        return place

    def space_named(self, expr: ir.SpaceNamed) -> lo.Expr:
        table = self.table
        found = table.space_named(expr.id, expr.kind)
        if expr.of is None:
            if len(found) == 1:
                return Int(found[0])
            self.emit(
                self.fail(
                    errors.NOTHING_THERE, f"`{expr.id}` is not in play at this table", expr.span
                )
            )
            return NO
        if isinstance(expr.of.type, PlayerType):
            by_player = [-1] * table.players
            for number in found:
                if table.spaces[number].owner >= 0:
                    by_player[table.spaces[number].owner] = number
            # The last row, that of nobody, is never read: it makes the table as long as others by player.
            return self.linking.look(
                f"space_{expr.id}_of_player", (*by_player, by_player[0]), self.someone(expr.of)
            )
        by_space = [-1] * len(table.spaces)
        for number in found:
            if table.spaces[number].parent >= 0:
                by_space[table.spaces[number].parent] = number
        return self.linking.look(f"space_{expr.id}_of_space", tuple(by_space), self.ex(expr.of))

    def next_seat(self, player: ir.Expr, step: int) -> lo.Expr:
        n = self.table.players
        who = self.someone(player)
        if self.linking.drops_out:
            return next_in(self.linking, Load(Int(lay.IN_ROUND)), who, step)
        rows = tuple((p + step) % n for p in range(n))
        return self.linking.look("left_of" if step == 1 else "right_of", rows, who)

    def aggregate(self, expr: ir.Aggregate) -> lo.Expr:
        selection = expr.selection
        if selection.extreme is not None:
            selection = self.reduced(selection)
        if expr.op in ("any", "every", "count") and self.is_large(selection):
            return self.asked_of_many(expr, selection)
        result = self.fresh(expr.op)
        first = {"every": YES}.get(expr.op, NO)
        self.emit(lo.SetVar(result, first))
        seen = self.fresh("seen") if expr.op in ("largest", "smallest") else ""
        if seen:
            self.emit(lo.SetVar(seen, NO))

        def body() -> None:
            value = self.ex(expr.body)
            current = Var(result)
            match expr.op:
                case "any":
                    self.emit(lo.When(value, [lo.SetVar(result, YES), lo.Break()], []))
                case "every":
                    self.emit(lo.When(lo.negated(value), [lo.SetVar(result, NO), lo.Break()], []))
                case "count":
                    self.emit(lo.When(value, [lo.SetVar(result, Op("+", current, YES))], []))
                case "sum":
                    self.emit(lo.SetVar(result, Op("+", current, value)))
                case "largest" | "smallest":
                    value = self.atom(value, "key")
                    op: lo.CompareOp = ">" if expr.op == "largest" else "<"
                    better = lo.either(Op("==", Var(seen), NO), Op(op, value, current))
                    self.emit(lo.When(better, [lo.SetVar(result, value), lo.SetVar(seen, YES)], []))

        self.out.extend(self.over(selection, body))
        return self.in_reach(Var(result), self.linking.reach.untested(expr), expr.span)

    def asked_of_many(self, expr: ir.Aggregate, selection: ir.Selection) -> lo.Expr:
        """Whether something holds for any or every member of a large set, or for how many."""
        asked = expr.body
        if expr.op == "every":
            asked = ir.Not(span=asked.span, type=asked.type, operand=asked)
        if selection.where is not None:
            asked = ir.Both(span=asked.span, type=asked.type, left=selection.where, right=asked)
        with_it = replace(selection, where=asked)
        if expr.op == "any":
            return self.exists(with_it)
        if expr.op == "every":
            return lo.negated(self.exists(with_it))
        sifted = self.sifted(with_it)
        if sifted.where is None:
            return self.number_of(self.mask(sifted.source))
        result = self.fresh("count")
        self.emit(lo.SetVar(result, NO))
        one_more = lo.SetVar(result, Op("+", Var(result), YES))
        self.out.extend(self.over(sifted, partial(self.emit, one_more)))
        return Var(result)

    def number_of(self, mask: lo.Expr) -> lo.Expr:
        """How many members a set has."""
        return Int(mask.value.bit_count()) if isinstance(mask, Int) else Un("count", mask)

    def count(self, members: ir.Expr) -> lo.Expr:
        match members:
            case ir.Range(low=low, high=high):
                first, last = self.each_of(low, high)
                return Op("max", NO, add(Op("-", last, first), YES))
            case ir.Those(selection=selection) if (
                selection.extreme is None and selection.where is not None
            ):
                if isinstance(selection.source, ir.Range):
                    self.ends(selection.source)
                counted = ir.Aggregate(
                    span=members.span,
                    type=NUMBER,
                    op="count",
                    selection=selection,
                    body=ir.Const(span=members.span, type=NUMBER, value=1),
                )
                return self.aggregate(counted)
            case _:
                return self.number_of(self.mask(members))

    def position(self, expr: ir.Position) -> lo.Expr:
        members = expr.members
        if isinstance(members, ir.Those) and members.selection.rising is not None:
            return self.position_in_order(expr, members.selection)
        element = self.atom(self.place_in_set(expr.element.type, self.ex(expr.element)), "wanted")
        mask = self.atom(self.mask(members), "members")
        start: lo.Expr | None = None
        if isinstance(members, ir.Those):
            start = self.start(members.selection)
        elif isinstance(members.type, SetType) and isinstance(members.type.element, PlayerType):
            start = Load(Int(lay.ACTIVE))
        kind = self.renamed(expr.element.type)
        if kind is not None:
            return named_position(self.linking, kind, mask, start or Int(-1), element)
        width = self.linking.width(expr.element.type)
        return position(self.linking, width, mask, start or NO, element)

    def position_in_order(self, expr: ir.Position, selection: ir.Selection) -> lo.Expr:
        """Counts on the way through the sorted set."""
        wanted = self.atom(self.ex(expr.element), "wanted")
        at, result = self.fresh("at"), self.fresh("position")
        self.emit(lo.SetVar(at, NO))
        self.emit(lo.SetVar(result, NO))

        def count(name: str) -> list[lo.Stmt]:
            here = Op("==", Var(name), wanted)
            found: list[lo.Stmt] = [lo.SetVar(result, Var(at)), lo.Break()]
            return [lo.SetVar(at, Op("+", Var(at), YES)), lo.When(here, found, [])]

        self.in_order(selection, count, drawn=False)
        return Var(result)

    # ---- values

    def value_call(self, expr: ir.ValueCall) -> lo.Expr:
        value = self.linking.game.values[expr.value]
        *arguments, me = self.each_of(*expr.arguments, expr.me)
        name = f"value:{expr.value}"
        if name in self.linking.tables:
            table = self.linking.tables[name]
            return looked_up(self.linking.functions[name], table, (me, *arguments))
        in_place = self.values_within < MOST_WITHIN and _is_small(value.base)
        if expr.value in self.linking.modified or not in_place:
            return lo.Apply(name, (me, *arguments))
        # A small value that nothing modifies is written where it is asked for.
        given = zip((expr.me, *expr.arguments), (me, *arguments), strict=True)
        for var, (said, argument) in zip((value.me, *value.params), given, strict=True):
            known = isinstance(var.type, PlayerType) and self.is_sure(said)
            self.bound[var.id] = self.atom(argument, var.name)
            self.sure.discard(var.id)
            if known:
                self.sure.add(var.id)
        self.values_within += 1
        result = self.ex(value.base)
        self.values_within -= 1
        return result


def _kind(of: Type) -> str:
    assert isinstance(of, PieceType)
    return of.kind


SMALL = 12
MOST_WITHIN = 3  # values written inside each other; what each asks for twice doubles at every step


def _is_small(expr: ir.Expr) -> bool:
    return sum(1 for _ in nodes(expr)) <= SMALL


def _mangled(name: str) -> str:
    return name.replace(".", "_").replace(":", "_")
