"""The meaning of expressions, at one position. They never ask, never draw and change nothing.

**Sets** have no order of their own. A selection that is walked through (`for each`, `find`, `all at
once`, `open ... to`) and `position` take pieces and spaces as the table numbers them, hidden pieces by
name, members and numbers in ascending order, players clockwise from the active player (from seat 0 if nobody is
active). Hidden pieces without a name come last, in a random order (in `position`, as numbered).
`position` and statements that move pieces use the order of a `those ...` that is written right there; else
pieces move as numbered, hidden ones by name. Offers, draws and shares use the numbers of the table, whatever
order is written, and players by seat. `options` defines how hidden pieces are offered.

**Selections.** `where` keeps members; `extreme` keeps all that have the most (fewest) of those left; both are
tested for one member after the other, as numbered. `starting` rotates the order to start with that element,
or, if it is not a member, with the next member (for nobody: with seat 0). `rising` sorts, and equals keep their
order. `cut` then keeps the first members; pieces without names count as numbered unless the order is drawn. An
order is computed only if it is used. A bare range is walked number by number; all others are sets, which cannot
have numbers beyond their limits.

**Nobody.** The set of nobody is empty; a place, note, piece, space, stock or neighbour of nobody is an
error.

**Values.** The base, or the value of the last `becomes` that applies; then everything added and
subtracted; then `at least`, then `at most`. For sets: `becomes`, `only`, `also`, `except`. Modifiers of
the game come first, then of expansions as given, then of pieces and spaces that count for the asker: in
force, and with a fitting `by` (see `rules.py`); as declared, copies by number. `me` is the asker, and in
modifiers of pieces and spaces the owner.

`and`, `or`, `any` and `every` evaluate no more than they must.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from boardwright.dsl.language.types import (
    MemberType,
    NumberType,
    PieceType,
    PlayerType,
    SetType,
    SpaceType,
    Type,
    ZoneType,
    kinds_of,
    word_for_nothing,
)
from boardwright.dsl.rules import ir
from boardwright.dsl.rules.walk import asks_usable
from boardwright.interpreter.reference.frame import Frame, Local
from boardwright.interpreter.reference.position import ALONE, NOBODY, Position, Single
from boardwright.interpreter.reference.watch import Watch
from boardwright.interpreter.table.errors import (
    BELOW_ZERO,
    NO_NEXT,
    NO_ROW,
    NOT_ENOUGH,
    NOTHING_HERE,
    NOTHING_THERE,
    OF_NOBODY,
    OUT_OF_RANGE,
    SEVERAL_NEXT,
    TOO_MANY_STEPS,
    RuleError,
)
from boardwright.interpreter.table.table_limits import MOST_NUMBERS, TOO_MANY
from boardwright.interpreter.table.table_values import (
    aggregated,
    arithmetic,
    compare,
    in_reach,
    members_of,
    numbers_from,
)

C = TypeVar("C", bound=ir.Clause)

Changes = dict[ir.ModifierOp, list[Single]]
"""What changes a value: the operands of each kind of modifier, in order."""

MOST_TURNS = 100_000
"""The most members of a range that one expression may walk through."""


class Evaluator:
    """Evaluates expressions at one position (which others change)."""

    def __init__(self, position: Position, watch: Watch | None = None) -> None:
        self.position = position
        self.watch = watch or Watch()
        self.table = position.table
        self.game = position.table.game
        # Carries out a rule that asks nobody, for what would be so after it.
        self.carry_out: Callable[[ir.CallRule, tuple[Single, ...], int], None] | None = None
        self.asking_usable: list[tuple[str, str]] = []  # effects and kinds, while it is worked out

    # ---- one thing, several things

    def someone(self, expr: ir.Expr, frame: Frame) -> int:
        """A player who must not be nobody."""
        player = self.number(expr, frame)
        if player == NOBODY:
            raise RuleError(OF_NOBODY, "expected a player, found nobody", expr.span)
        return player

    def amount(self, expr: ir.Expr, frame: Frame) -> int:
        """A number of things or times, which must not be below zero."""
        amount = self.number(expr, frame)
        if amount < 0:
            raise RuleError(OUT_OF_RANGE, BELOW_ZERO, expr.span)
        return amount

    def value(self, expr: ir.Expr, frame: Frame) -> Single:
        """The value of any expression: a number for a single thing, else a set of numbers."""
        if isinstance(expr.type, SetType):
            return self.members(expr, frame)
        return self.number(expr, frame)

    def holds(self, expr: ir.Expr | None, frame: Frame) -> bool:
        """Whether a condition is true; a missing one is."""
        if expr is None:
            return True
        found = self.number(expr, frame) != 0
        self.watch.judged(expr, found)
        return found

    def ordered(self, expr: ir.Expr, frame: Frame) -> list[int]:
        """The members of a set in order; a single thing is a set of one."""
        if isinstance(expr.type, SetType):
            return self.in_order(self.members(expr, frame), expr.type.element)
        return [self.number(expr, frame)]

    def in_order(self, members: Iterable[int], element: Type) -> list[int]:
        if isinstance(element, PieceType) and self.position.is_hidden(element.kind):
            return self.position.by_name(element.kind, members, drawn=False)
        return sorted(members, key=lambda member: self._rank(member, element))

    def _rank(self, member: int, element: Type) -> int:
        if isinstance(element, PlayerType):
            return (member - max(self.position.active_player, 0)) % self.table.players
        return member

    def offered(self, selection: ir.Selection, frame: Frame) -> list[int]:
        """The members that can be chosen or drawn, as numbered, whatever order is written."""
        if selection.cut is not None:
            return self.kept(selection, frame)
        return self._kept(selection, self._options(selection, frame), frame)

    def kept(self, selection: ir.Selection, frame: Frame) -> list[int]:
        """The members that `where` and `extreme` leave, and those of them that an order keeps, as numbered."""
        if selection.cut is not None:
            return sorted(self.in_its_order(selection, frame))
        return self._kept(selection, self._members_of(selection, frame), frame)

    def select(
        self, selection: ir.Selection, frame: Frame, *, drawn: bool = False
    ) -> Sequence[int]:
        """The members that a selection keeps, in its order; a bare range may have any length. Pieces without names come in
        random order if it is `drawn`, which it never is in expressions.
        """
        source = selection.source
        if isinstance(source, ir.Range) and _is_bare(selection):
            return range(self.number(source.low, frame), self.number(source.high, frame) + 1)
        return self.in_its_order(selection, frame, drawn=drawn)

    def in_its_order(
        self, selection: ir.Selection, frame: Frame, *, drawn: bool = False
    ) -> list[int]:
        """The set that a selection keeps, in its order."""
        if (
            drawn and selection.cut is not None
        ):  # what chance says of the order does not say which ones are kept
            return self._in_order(selection, self.kept(selection, frame), None, frame, drawn=True)
        found = self._kept(selection, self._members_of(selection, frame), frame)
        return self._in_order(selection, found, selection.cut, frame, drawn=drawn)

    def _in_order(
        self,
        selection: ir.Selection,
        found: list[int],
        cut: ir.Expr | None,
        frame: Frame,
        *,
        drawn: bool,
    ) -> list[int]:
        """Members in the order of a selection, as far as it keeps them."""
        element = selection.var.type
        if isinstance(element, PieceType) and self.position.is_hidden(element.kind):
            start = selection.starting
            first = None if start is None else self.number(start, frame)
            found = self.position.by_name(element.kind, found, first, drawn=drawn)
        else:
            found = self.in_order(found, element)
            if selection.starting is not None:
                found = self._turned(found, self.number(selection.starting, frame), element)
        most = len(found) if cut is None else self.amount(cut, frame)
        if selection.rising is not None:
            inner = frame.inner()
            rising, measure = selection.rising
            sign = 1 if rising else -1
            keys = [sign * self._of(selection, member, measure, inner) for member in found]
            order = sorted(range(len(found)), key=keys.__getitem__)
            found = [found[at] for at in order]
        return found[:most]

    def walked(self, selection: ir.Selection, frame: Frame) -> Iterator[int]:
        """The members that `where` leaves, as numbered, each as soon as it is found."""
        if selection.cut is not None:
            yield from self.kept(selection, frame)
            return
        source: Iterable[int]
        if isinstance(selection.source, ir.Range):
            low, high = selection.source.low, selection.source.high
            source = range(self.number(low, frame), self.number(high, frame) + 1)
        else:
            source = self._members_of(selection, frame)
        inner = frame.inner()
        for turn, member in enumerate(source):
            if turn == MOST_TURNS:
                raise RuleError(TOO_MANY_STEPS, "one loop has too many turns", selection.span)
            if self._fits(selection, member, inner):
                yield member

    def _options(self, selection: ir.Selection, frame: Frame) -> Sequence[int]:
        if not isinstance(selection.source, ir.Range):
            return self._members_of(selection, frame)
        low = self.number(selection.source.low, frame)
        high = self.number(selection.source.high, frame)
        if high - low >= MOST_NUMBERS:
            raise RuleError(OUT_OF_RANGE, TOO_MANY, selection.span)
        return range(low, high + 1)

    def _members_of(self, selection: ir.Selection, frame: Frame) -> list[int]:
        return sorted(self.members(selection.source, frame))

    def _of(self, selection: ir.Selection, member: int, expr: ir.Expr, inner: Frame) -> int:
        inner.values[selection.var.id] = member
        return self.number(expr, inner)

    def _fits(self, selection: ir.Selection, member: int, inner: Frame) -> bool:
        """Whether the condition of a set is true for a member."""
        if selection.where is None:
            return True
        found = self._of(selection, member, selection.where, inner) != 0
        self.watch.judged(selection.where, found)
        return found

    def _kept(self, selection: ir.Selection, members: Sequence[int], frame: Frame) -> list[int]:
        inner = frame.inner()
        found: list[int] = []
        measured: list[int] = []
        for member in members:
            if self._fits(selection, member, inner):
                found.append(member)
                if selection.extreme is not None:
                    measured.append(self._of(selection, member, selection.extreme[1], inner))
        if selection.extreme is not None and found:
            best = max(measured) if selection.extreme[0] else min(measured)
            found = [member for member, has in zip(found, measured, strict=True) if has == best]
        return found

    def _turned(self, members: list[int], first: int, element: Type) -> list[int]:
        if not members:
            return members
        if first == NOBODY and isinstance(element, PlayerType):
            first = 0
        if first not in members:
            start = self._rank(first, element)
            # Going round, those after it come before those ahead of it.
            first = min(
                members,
                key=lambda member: (
                    self._rank(member, element) < start,
                    self._rank(member, element),
                ),
            )
        at = members.index(first)
        return members[at:] + members[:at]

    def _taken(self, expr: ir.IfElse, frame: Frame) -> ir.Expr:
        """The side that the condition says; the other one is not worked out."""
        return expr.first if self.holds(expr.condition, frame) else expr.other

    # ---- single things

    def number(self, expr: ir.Expr, frame: Frame) -> int:
        """A number, yes/no, player, member, space, zone or piece."""
        position = self.position
        match expr:
            case ir.Const():
                return expr.value
            case ir.Local():
                return _single(frame.values[expr.var.id])
            case ir.LocalOf():
                return _single(self._local_of(expr, frame))
            case ir.Arithmetic():
                left, right = self.number(expr.left, frame), self.number(expr.right, frame)
                return arithmetic(expr, left, right)
            case ir.Compare():
                left, right = self.number(expr.left, frame), self.number(expr.right, frame)
                return compare(expr.op, left, right)
            case ir.Same():
                left, right = self.number(expr.left, frame), self.number(expr.right, frame)
                is_nobody = left == NOBODY and isinstance(expr.left.type, PlayerType)
                return int(left == right and not is_nobody)
            case ir.IsNobody():
                return int(self.number(expr.operand, frame) == NOBODY)
            case ir.Nothing():
                return word_for_nothing(expr.type)
            case ir.IsNothing(operand=ir.LocalOf() as of) if isinstance(of.var.keyed, PlayerType):
                found = self._answer_of(of, frame)
                is_nothing = of.var.optional and found == word_for_nothing(of.type)
                return int(found is None or is_nothing)
            case ir.IsNothing():
                return int(self.number(expr.operand, frame) == word_for_nothing(expr.operand.type))
            case ir.Given():
                found = self.number(expr.operand, frame)
                if found == word_for_nothing(expr.type):
                    missing = NO_NEXT if isinstance(expr.operand, ir.NextSpace) else NOTHING_HERE
                    raise RuleError(NOTHING_THERE, missing, expr.span)
                return found
            case ir.Both():
                return int(self.holds(expr.left, frame) and self.holds(expr.right, frame))
            case ir.Either():
                return int(self.holds(expr.left, frame) or self.holds(expr.right, frame))
            case ir.IfElse():
                return self.number(self._taken(expr, frame), frame)
            case ir.Not():
                return int(not self.holds(expr.operand, frame))
            case ir.Member():
                element = self.number(expr.element, frame)
                if isinstance(expr.members, ir.Range):
                    low = self.number(expr.members.low, frame)
                    return int(low <= element <= self.number(expr.members.high, frame))
                return int(element in self.members(expr.members, frame))
            case ir.Pair():
                return self._pair(expr, frame)
            case ir.NoteRead():
                return _single(self._note(expr, frame))
            case ir.ValueCall():
                return _single(self._asked(expr, frame))
            case ir.TableRead():
                return self._row(expr, frame)
            case ir.OptionRead():
                return self.table.options[expr.option]
            case ir.Played():
                return int(expr.expansion in self.table.game.expansions)
            case ir.AttributeRead():
                return _single(self._attribute(expr, frame))
            case ir.DieFace():
                assert isinstance(expr.die.type, PieceType)
                return position.side[expr.die.type.kind][self.number(expr.die, frame)]
            case ir.FaceOf():
                assert isinstance(expr.piece.type, PieceType)
                piece = self.number(expr.piece, frame)
                return position.definition_of(expr.piece.type.kind, piece)
            case ir.OwnerOf():
                return self._owner(expr.subject, frame)
            case ir.SpaceOfPiece():
                return self._space_of(expr, frame)
            case ir.ParentOf():
                return self.table.spaces[self.number(expr.space, frame)].parent
            case ir.ThePiece():
                return self._the_piece(expr)
            case ir.PieceOfPlayer():
                player = self.someone(expr.player, frame)
                return next(
                    piece
                    for piece in position.things(expr.kind)
                    if self.table.faces[expr.kind][position.face[expr.kind][piece]].owner == player
                    and (expr.id is None or self._shows(expr.kind, piece) == expr.id)
                )
            case ir.TopOf():
                return self._top(expr, frame)
            case ir.Amount():
                return self._amount(expr, frame)
            case ir.ZonePlace():
                return self._zone(expr, frame)
            case ir.SpaceNamed():
                return self._space_named(expr, frame)
            case ir.Seat():
                return self.table.seat_named(expr.id)
            case ir.NextSeat():
                return position.next_seat(self.someone(expr.player, frame), expr.step)
            case ir.Aggregate():
                return self._aggregate(expr, frame)
            case ir.Count():
                return len(self.members(expr.members, frame))
            case ir.MinMax():
                numbers = [self.number(argument, frame) for argument in expr.arguments]
                return min(numbers) if expr.op == "min" else max(numbers)
            case ir.Usable():
                return int(self._usable(expr, frame))
            case ir.After():
                return self._after(expr, frame)
            case ir.Seen():
                now = position.snapshot(self.game.memories[expr.memory])
                return position.memories[expr.memory].count(now)
            case ir.NextSpace():
                return self._next_space(expr, frame)
            case ir.StepsTo():
                origin, way = self.number(expr.origin, frame), self.number(expr.way, frame)
                path, space = self.table.path(way, origin) or (), self.number(expr.space, frame)
                return path.index(space) + 1 if space in path else 0
            case ir.Opposite():
                back = self.table.opposites[self.number(expr.way, frame)]
                if back < 0:
                    raise RuleError(NOTHING_THERE, "no way leads back", expr.span)
                return back
            case ir.Position():
                element = self.number(expr.element, frame)
                order: Sequence[int]
                if isinstance(expr.members, ir.Those):
                    order = self.select(expr.members.selection, frame)
                else:
                    order = self.ordered(expr.members, frame)
                return order.index(element) + 1 if element in order else 0
            case ir.SetNode():
                raise AssertionError(f"{type(expr).__name__} is not a single thing")

    def _local_of(self, expr: ir.LocalOf, frame: Frame) -> Single:
        found = self._answer_of(expr, frame)
        if found is None:
            raise RuleError(NOTHING_THERE, f"`{expr.var.name}` has no answer there", expr.span)
        return found

    def _answer_of(self, expr: ir.LocalOf, frame: Frame) -> Single | None:
        """The value of a keyed variable for one element, or None."""
        by_key = frame.values.get(expr.var.id)
        if isinstance(by_key, int | frozenset):
            return by_key  # inside `all at once`, where each player has a value
        key = self.number(expr.key, frame)
        return None if by_key is None else by_key.get(key)

    def _note(self, expr: ir.NoteRead, frame: Frame) -> Single:
        if expr.note not in self.game.notes:
            built_in: int = getattr(self.position, expr.note)
            return built_in
        return self.position.notes[expr.note][self.note_key(expr.key, frame)]

    def note_key(self, key: ir.Expr | None, frame: Frame) -> int:
        """The key of a note's value."""
        if key is None:
            return ALONE
        return self.someone(key, frame)

    def _pair(self, pair: ir.Pair, frame: Frame) -> int:
        """The number of a pair among all pairs."""
        first, second = (
            (self._indices(index.type), self.someone(index, frame))
            for index in (pair.first, pair.second)
        )
        return first[0].index(first[1]) * len(second[0]) + second[0].index(second[1])

    def _indices(self, of: Type) -> Sequence[int]:
        """The numbers of all things of a type."""
        if isinstance(of, SpaceType):
            return self.table.spaces_of(of.kinds)
        return range(self.table.how_many(of))

    def _row(self, expr: ir.TableRead, frame: Frame) -> int:
        keys = [
            self.someone(each, frame)
            if isinstance(each.type, PlayerType)
            else self.number(each, frame)
            for each in expr.arguments
        ]
        found = self.table.look_up(expr.table, keys)
        if found is None:
            told = ", ".join(map(str, keys))
            raise RuleError(NO_ROW, f"`{expr.table}` has no row {told}", expr.span)
        return found

    def _attribute(
        self, expr: ir.AttributeRead | ir.MembersOf, frame: Frame
    ) -> int | tuple[int, ...]:
        thing = self.number(expr.subject, frame)
        definition = self.definition(expr.subject.type, thing)
        kind = self.kind(expr.subject.type, thing)
        declared = (self.game.kinds.get(kind) or self.game.spaces[kind]).attributes[expr.attribute]
        printed = {} if definition is None else definition.attributes
        if expr.attribute not in printed and not declared.optional:
            raise RuleError(NOTHING_THERE, f"it has no `{expr.attribute}`", expr.span)
        return self.table.printed(declared.type, printed.get(expr.attribute))

    def definition(self, of: Type, thing: int) -> ir.Definition | None:
        """The definition of a piece's face, or of a space."""
        kind = self.kind(of, thing)
        index = self.position.definition_of(kind, thing)
        kinds = self.game.kinds if self.position.is_piece_kind(kind) else self.game.spaces
        return kinds[kind].definitions[index] if index >= 0 else None

    def kind(self, of: Type, thing: int) -> str:
        """The kind of a piece or space; a type may allow several kinds of space."""
        if isinstance(of, PieceType):
            return of.kind
        assert isinstance(of, SpaceType), of
        return self.table.spaces[thing].kind

    def _owner(self, subject: ir.Expr, frame: Frame) -> int:
        thing = self.number(subject, frame)
        if isinstance(subject.type, ZoneType):
            return self.position.owner_of_place(thing)
        return self.position.owner_of(self.kind(subject.type, thing), thing)

    def _space_of(self, expr: ir.SpaceOfPiece, frame: Frame) -> int:
        assert isinstance(expr.piece.type, PieceType)
        assert isinstance(expr.type, SpaceType)
        kind = expr.piece.type.kind
        piece = self.number(expr.piece, frame)
        place = self.position.place[kind][piece]
        if place >= len(self.table.spaces) or self.table.spaces[place].kind not in expr.type.kinds:
            where = self.table.places[place].id
            what = self.table.pieces[kind][piece].id
            raise RuleError(
                NOTHING_THERE, f"`{what}` is in `{where}`, not on a {expr.type}", expr.span
            )
        return place

    def _the_piece(self, expr: ir.ThePiece) -> int:
        found = [
            piece
            for piece in self.position.things(expr.kind)
            if self._shows(expr.kind, piece) == expr.id
        ]
        number = (expr.copy or 1) - 1
        if number < len(found):
            return found[number]
        raise RuleError(NOTHING_THERE, f"there is no piece `{expr.id}`", expr.span)

    def _shows(self, kind: str, piece: int) -> str:
        return self.game.kinds[kind].definitions[self.position.definition_of(kind, piece)].id

    def _top(self, expr: ir.TopOf, frame: Frame) -> int:
        assert isinstance(expr.type, PieceType)
        place = self.number(expr.place, frame)
        stack = self.position.stacked(expr.type.kind, place)
        if not stack:
            raise RuleError(NOTHING_THERE, f"`{self.table.places[place].id}` is empty", expr.span)
        return stack[0] if expr.bottom else stack[-1]

    def _top_pieces(self, expr: ir.TopPieces, frame: Frame) -> frozenset[int]:
        assert isinstance(expr.type, SetType)
        assert isinstance(expr.type.element, PieceType)
        place = self.number(expr.place, frame)
        amount = self.amount(expr.amount, frame)
        stack = self.position.stacked(expr.type.element.kind, place)
        if amount > len(stack) and not expr.up_to:
            where = self.table.places[place].id
            raise RuleError(NOT_ENOUGH, f"`{where}` holds {len(stack)}, not {amount}", expr.span)
        return frozenset(stack[max(len(stack) - amount, 0) :])

    def _amount(self, expr: ir.Amount, frame: Frame) -> int:
        stock_members = range(len(self.table.stock_members[expr.stock]))
        chosen = stock_members if expr.member is None else [self.someone(expr.member, frame)]
        found = sum(
            self.position.amount(expr.stock, member, place)
            for place in self.ordered(expr.places, frame)
            for member in chosen
        )
        return in_reach(found, expr)

    def _zone(self, expr: ir.ZonePlace, frame: Frame) -> int:
        zone = self.table.zones[expr.place]
        if expr.key is None:
            return zone.first
        place = zone.place_of(self.someone(expr.key, frame))
        if place < 0:
            raise RuleError(NOTHING_THERE, f"it has no `{expr.place}` of its own", expr.span)
        return place

    def _space_named(self, expr: ir.SpaceNamed, frame: Frame) -> int:
        found = self.table.space_named(expr.id, expr.kind)
        if expr.of is not None:
            of = self.someone(expr.of, frame)
            if isinstance(expr.of.type, PlayerType):
                found = tuple(n for n in found if self.table.spaces[n].owner == of)
            else:
                found = tuple(n for n in found if self.table.spaces[n].parent == of)
        if not found:
            raise RuleError(NOTHING_THERE, f"`{expr.id}` is not in play", expr.span)
        return found[0]

    def _aggregate(self, expr: ir.Aggregate, frame: Frame) -> int:
        inner = frame.inner()

        def results() -> Iterator[int]:
            if expr.selection.extreme is None:
                found: Iterable[int] = self.walked(expr.selection, frame)
            else:
                found = self.kept(expr.selection, frame)
            for member in found:
                yield self._of(expr.selection, member, expr.body, inner)

        return in_reach(aggregated(expr.op, results()), expr)

    # ---- sets

    def members(self, expr: ir.Expr, frame: Frame) -> frozenset[int]:
        """The members of a set."""
        position = self.position
        match expr:
            case ir.Local():
                return _set(frame.values[expr.var.id])
            case ir.LocalOf():
                return _set(self._local_of(expr, frame))
            case ir.Singleton():
                element = self.number(expr.element, frame)
                if isinstance(expr.element.type, NumberType):
                    return frozenset(numbers_from(element, element, expr.element))
                return frozenset() if element == NOBODY else frozenset((element,))
            case ir.Empty():
                return frozenset()
            case ir.Union():
                return self.members(expr.left, frame) | self.members(expr.right, frame)
            case ir.Without():
                return self.members(expr.left, frame) - self.members(expr.right, frame)
            case ir.Common():
                return self.members(expr.left, frame) & self.members(expr.right, frame)
            case ir.IfElse():
                return self.members(self._taken(expr, frame), frame)
            case ir.NoteRead():
                return _set(self._note(expr, frame))
            case ir.ValueCall():
                return _set(self._asked(expr, frame))
            case ir.OptionRead():
                return frozenset(members_of(self.table.options[expr.option]))
            case ir.AllPieces():
                return frozenset(position.things(expr.kind))
            case ir.PiecesAt():
                return self._pieces_at(expr, frame)
            case ir.TopPieces():
                return self._top_pieces(expr, frame)
            case ir.PiecesOf():
                player = self.someone(expr.player, frame)
                return frozenset(
                    piece
                    for piece in position.things(expr.kind)
                    if position.owner_of(expr.kind, piece) == player
                )
            case ir.ZonePlace():
                zone = self.table.zones[expr.place]
                return frozenset(range(zone.first, zone.first + zone.count))
            case ir.Spaces():
                assert isinstance(expr.type, SetType)
                assert isinstance(expr.type.element, SpaceType)
                return frozenset(self.table.spaces_of(expr.type.element.kinds))
            case ir.SpacesOf():
                return self._spaces_of(expr, frame)
            case ir.SpaceNamed():
                return frozenset(self.table.space_named(expr.id, expr.kind))
            case ir.Players():
                return frozenset(position.players())
            case ir.TeamOf():
                return frozenset(self.table.team_of(self.someone(expr.player, frame)))
            case ir.Seats():
                return frozenset(range(self.table.players))
            case ir.Members():
                assert isinstance(expr.type, SetType)
                assert isinstance(expr.type.element, MemberType)
                return frozenset(range(len(self.game.varieties[expr.type.element.variety].members)))
            case ir.MembersOf():
                found = self._attribute(expr, frame)
                assert isinstance(found, tuple)
                return frozenset(found)
            case ir.Neighbours():
                spaces = self._spaces_on_board(expr.space, frame)
                linked = self._linked(expr.link, frame)
                return frozenset(other for space in spaces for other in linked[space])
            case ir.Beyond():
                things, origin = self.members(expr.things, frame), self.number(expr.origin, frame)
                path = self.table.path(self.number(expr.way, frame), origin)
                if path is None:
                    raise RuleError(NOTHING_THERE, SEVERAL_NEXT, expr.span)
                return things & frozenset(path)
            case ir.PointsOf(type=SetType(element=SpaceType(kinds=kinds))):
                assert isinstance(expr.line.type, MemberType)
                points = self.table.points(expr.line.type.variety, kinds)
                return frozenset(points[self.number(expr.line, frame)])
            case ir.LinesOf(type=SetType(element=MemberType(variety=variety))):
                space = self.number(expr.space, frame)
                points = self.table.points(variety, tuple(self.game.spaces))
                return frozenset(line for line, on in enumerate(points) if space in on)
            case ir.PointsOf() | ir.LinesOf():
                raise AssertionError(expr)
            case ir.WaysOf():
                space = self.number(expr.space, frame)
                ways = range(len(self.table.ways))
                return frozenset(way for way in ways if self.table.along((way,))[space])
            case ir.Together():
                return self._together(expr, frame)
            case ir.Within():
                steps, origin = self.amount(expr.steps, frame), self.number(expr.origin, frame)
                lengths = self.table.distances(self._along(expr.link, frame))[origin]
                things = self.members(expr.things, frame)
                return frozenset(space for space in things if 0 <= lengths[space] <= steps)
            case ir.Connected():
                return self._connected(expr, frame)
            case ir.Range():
                low, high = self.number(expr.low, frame), self.number(expr.high, frame)
                return frozenset(numbers_from(low, high, expr))
            case ir.Those():
                return frozenset(self.kept(expr.selection, frame))
            case ir.SingleNode():
                raise AssertionError(f"{type(expr).__name__} is not a set")

    def _pieces_at(self, expr: ir.PiecesAt, frame: Frame) -> frozenset[int]:
        places = self.ordered(expr.places, frame)
        owner = None if expr.owner is None else self.someone(expr.owner, frame)
        return frozenset(
            piece
            for place in places
            for piece in self.position.pieces_in(expr.kind, place)
            if owner is None or self.position.owner_of(expr.kind, piece) == owner
        )

    def _spaces_of(self, expr: ir.SpacesOf, frame: Frame) -> frozenset[int]:
        of = self.number(expr.of, frame)
        if of == NOBODY:
            return frozenset()
        by_player = isinstance(expr.of.type, PlayerType)
        return frozenset(
            number
            for number in self.table.spaces_of((expr.kind,))
            if of
            == (self.table.spaces[number].owner if by_player else self.table.spaces[number].parent)
        )

    def _connected(self, expr: ir.Connected, frame: Frame) -> frozenset[int]:
        things = self.members(expr.things, frame)
        origin = self._spaces_on_board(expr.origin, frame)
        linked = self._linked(expr.link, frame)
        reached = set(origin & things)
        waiting = list(origin)
        while waiting:
            for space in linked[waiting.pop()]:
                if space in things and space not in reached:
                    reached.add(space)
                    waiting.append(space)
        return frozenset(reached)

    # ---- what would be so

    def _after(self, expr: ir.After, frame: Frame) -> int:
        """What would be so if a rule were carried out; then everything is as before."""
        call, position = expr.call, self.position
        arguments = tuple(self.value(argument, frame) for argument in call.arguments)
        me = self.number(call.me, frame)
        before = position.copy()
        try:
            assert self.carry_out is not None, "whoever runs rules sets it"
            self.carry_out(call, arguments, me)
            return self.number(expr.value, frame.inner())
        finally:
            vars(position).update(vars(before))

    # ---- what can begin

    def _usable(self, expr: ir.Usable, frame: Frame) -> bool:
        """Whether a piece or space has an effect that could be performed now."""
        thing, me = self.number(expr.subject, frame), self.number(expr.me, frame)
        definition = self.definition(expr.subject.type, thing)
        slot = None if definition is None else definition.slots.get(expr.slot)
        if definition is None or slot is None:
            return False
        kinds = kinds_of(expr.subject.type)
        within = any((expr.slot, kind) in self.asking_usable for kind in kinds)
        if within and asks_usable(slot, definition.kind):
            return False
        inner = Frame.of({slot.me: me, slot.it: thing})
        self.asking_usable.append((slot.id, definition.kind))
        try:
            return self.holds(slot.when, inner) and self.can_begin(slot.body, inner)
        finally:
            self.asking_usable.pop()

    def share_bounds(
        self, statement: ir.Share, members: list[int], frame: Frame
    ) -> list[tuple[int, int]]:
        """The least and the most for each member."""
        inner = frame.inner()
        bounds = []
        for member in members:
            inner.values[statement.selection.var.id] = member
            least = self.number(statement.least, inner)
            bounds.append((least, self.number(statement.most, inner)))
        return bounds

    def can_begin(self, body: ir.Body, frame: Frame) -> bool:
        """Whether the first statement of a body (after any `let`) has an answer, if it is a choice.

        A `may`, and a statement with `otherwise`, can always begin. So can any statement that is not a
        choose, draw, find or share.
        """
        trial = frame.inner()
        for statement in body:
            match statement:
                case ir.Let():
                    trial.values[statement.var.id] = self.value(statement.value, trial)
                    continue
                case ir.Choose(may=False, otherwise=()):
                    if statement.amount is None or statement.up_to:
                        return any(True for _ in self.walked(statement.selection, trial))
                    least = self.amount(statement.amount, trial)
                    return len(self.kept(statement.selection, trial)) >= least
                case ir.Draw(otherwise=()) | ir.Find(otherwise=()):
                    return any(True for _ in self.walked(statement.selection, trial))
                case ir.Share():
                    members = self.kept(statement.selection, trial)
                    bounds = self.share_bounds(statement, members, trial)
                    return can_share(self.number(statement.amount, trial), bounds)
                case ir.Choose() | ir.Draw() | ir.Find() | ir.MayDo() | ir.ChooseOne():
                    return True
                case ir.If() | ir.IfSo() | ir.ForEach() | ir.AllAtOnce():
                    return True
                case ir.While() | ir.Repeat() | ir.As() | ir.SimpleStmt():
                    return True
        return True

    def _spaces_on_board(self, expr: ir.Expr, frame: Frame) -> frozenset[int]:
        """One space, or several."""
        if isinstance(expr.type, SetType):
            return self.members(expr, frame)
        return frozenset((self.number(expr, frame),))

    def _along(self, link: str | ir.Expr | None, frame: Frame) -> str | frozenset[int] | None:
        """A kind of link, or ways."""
        if link is None or isinstance(link, str):
            return link
        if isinstance(link.type, SetType):
            return self.members(link, frame)
        return frozenset((self.number(link, frame),))

    def _linked(self, link: str | ir.Expr | None, frame: Frame) -> tuple[tuple[int, ...], ...]:
        """For each space, its neighbours by these links."""
        along = self._along(link, frame)
        table = self.table
        return table.along(along) if isinstance(along, frozenset) else table.neighbours(along)

    def _next_space(self, expr: ir.NextSpace, frame: Frame) -> int:
        space, way = self.number(expr.space, frame), self.number(expr.way, frame)
        found = self.table.along((way,))[space]
        if len(found) > 1:
            raise RuleError(NOTHING_THERE, SEVERAL_NEXT, expr.span)
        return found[0] if found else word_for_nothing(expr.type)

    def _together(self, expr: ir.Together, frame: Frame) -> frozenset[int]:
        found: set[int] = set()
        inner = frame.inner()
        bare = expr.selection.extreme is None
        members = (self.walked if bare else self.kept)(expr.selection, frame)
        for member in members:
            inner.values[expr.selection.var.id] = member
            found |= self.members(expr.body, inner)
        return frozenset(found)

    # ---- values and modifiers

    def _asked(self, expr: ir.ValueCall, frame: Frame) -> Single:
        arguments = tuple(self.value(argument, frame) for argument in expr.arguments)
        return self.ask_value(expr.value, arguments, self.number(expr.me, frame))

    def ask_value(self, value_id: str, arguments: tuple[Single, ...], me: int) -> Single:
        """A value with all its modifiers, for the player who asks."""
        value = self.game.values[value_id]
        self.watch.ran(value)
        changes: Changes = {}
        own = [modifier for modifier in self.game.modifiers if modifier.value == value_id]
        for modifier, thing in self.clauses_in_order(own, lambda kind, thing: 0):
            operand = self.operand_of(modifier, thing, arguments, me)
            if operand is not None:
                changes.setdefault(modifier.op, []).append(operand)
        base = self.base_of(value, arguments, me)
        found = changed(base, changes)
        missing = value.optional and found == word_for_nothing(value.type)
        return in_reach(found, value) if isinstance(found, int) and not missing else found

    def base_of(self, value: ir.Value, arguments: tuple[Single, ...], me: int) -> Single:
        """A value before anything modifies it."""
        frame = Frame.of(dict(zip(value.params, arguments, strict=True)))
        frame.values[value.me.id] = me
        return self.value(value.base, frame)

    def operand_of(
        self, modifier: ir.Modifier, thing: int, arguments: tuple[Single, ...], me: int
    ) -> Single | None:
        """What a modifier changes a value by for `me`; None if it does not apply."""
        owner = me
        if modifier.definition is not None:
            kind = modifier.definition[0]
            owner = self.position.owner_of(kind, thing)
            self.watch.reached(modifier, not self.position.is_nobodys(kind, thing))
            if not self.is_meant(modifier.by, kind, me, owner):
                return None
            if not self.in_force(kind, thing, me):
                return None
        self.watch.met(modifier)
        frame = Frame.of(dict(zip(modifier.params, arguments, strict=True)))
        frame.values[modifier.actor.id] = me
        frame.values[modifier.me.id] = owner
        if modifier.it is not None:
            frame.values[modifier.it.id] = thing
        if not self.holds(modifier.when, frame):
            return None
        self.watch.ran(modifier)
        return self.value(modifier.operand, frame)

    # ---- clauses of pieces and spaces

    def clauses_in_order(
        self, clauses: Sequence[C], rank: Callable[[str, int], int]
    ) -> list[tuple[C, int]]:
        """Clauses with their pieces: those of the game, of the expansions as given (both with -1), then of each piece
        and space (with its number): by `rank`, then as declared, then by number.
        """
        origins = (self.game.id, *self.game.expansions)
        general = [clause for clause in clauses if clause.definition is None]
        general.sort(key=lambda clause: origins.index(clause.origin))
        special = [
            ((rank(clause.definition[0], thing), index, thing), clause)
            for index, clause in enumerate(clauses)
            if clause.definition is not None
            for thing in self.position.showing(clause.definition)
        ]
        special.sort(key=lambda item: item[0])
        return [(clause, -1) for clause in general] + [(clause, key[2]) for key, clause in special]

    def in_force(self, kind: str, thing: int, me: int) -> bool:
        """Whether the clauses of a piece or space apply now, by its own `in_force` or else its kind's."""
        kinds = self.game.kinds if self.position.is_piece_kind(kind) else self.game.spaces
        of: ir.Definition | ir.Kind | ir.SpaceKind = kinds[kind]
        shown = self.position.definition_of(kind, thing)
        if shown >= 0 and kinds[kind].definitions[shown].in_force is not None:
            of = kinds[kind].definitions[shown]
        if of.in_force is None:
            return True
        frame = Frame()
        if of.in_force_it is not None:
            frame.values[of.in_force_it.id] = thing
        if of.in_force_me is not None:
            frame.values[of.in_force_me.id] = me
        return self.holds(of.in_force, frame)

    def is_meant(self, by: str, kind: str, actor: int, owner: int) -> bool:
        """Whether a clause of a piece or space with this owner means actions of this player."""
        if owner == NOBODY and self.position.can_be_owned(kind):
            return False
        if by == "anyone":
            return True
        return NOBODY not in (actor, owner) and (actor == owner) == (by == "me")

    def counts_for(self, kind: str, thing: int, me: int) -> bool:
        """Whether a piece or space is in force, and belongs to this player if its kind can be owned."""
        if self.position.can_be_owned(kind):
            if me == NOBODY or self.position.owner_of(kind, thing) != me:
                return False
        return self.in_force(kind, thing, me)

    # ---- knowledge

    def who_sees(self, kind: str, piece: int) -> frozenset[int]:
        """The seats that see the face of a hidden piece because of its place."""
        position = self.position
        at = position.place[kind][piece]
        place = self.table.places[at]
        visible_to = place.visible_for(kind)
        if not place.is_space:
            declared = self.game.places[place.declared]
            if declared.visible_when is not None:
                frame = Frame()
                if declared.visible_it is not None:
                    frame.values[declared.visible_it.id] = piece
                visible_to = "everyone" if self.holds(declared.visible_when, frame) else "owner"
        if visible_to == "everyone":
            return frozenset(range(self.table.players))
        owner = position.owner_of_place(at)
        if visible_to == "owner" and owner != NOBODY:
            return frozenset((owner,))
        return frozenset()

    def knows(self, seat: int, kind: str, piece: int) -> bool:
        """Whether a player knows a piece's face."""
        if not self.position.is_hidden(kind):
            return True
        return seat in self.position.known[kind][piece] or seat in self.who_sees(kind, piece)


def _is_bare(selection: ir.Selection) -> bool:
    asked = (selection.where, selection.extreme, selection.starting, selection.rising)
    return asked == (None, None, None, None)


def _single(value: Local | tuple[int, ...]) -> int:
    assert isinstance(value, int), value
    return value


def _set(value: Local) -> frozenset[int]:
    assert isinstance(value, frozenset), value
    return value


def changed(base: Single, changes: Changes) -> Single:
    """A value after all that changes it, layer by layer; of several `becomes` the last one counts."""
    base = changes.get("becomes", [base])[-1]
    if isinstance(base, int):
        return _changed_number(base, changes)
    return _changed_set(base, changes)


def _changed_number(base: int, changes: Changes) -> int:
    """`add` and `subtract`, then `at least`, then `at most`, which wins."""
    number = base
    number += sum(_single(operand) for operand in changes.get("add", ()))
    number -= sum(_single(operand) for operand in changes.get("subtract", ()))
    number = max([number, *(_single(operand) for operand in changes.get("at least", ()))])
    return min([number, *(_single(operand) for operand in changes.get("at most", ()))])


def _changed_set(base: frozenset[int], changes: Changes) -> frozenset[int]:
    """`only`, then `also`, then `except`."""
    members = base
    for operand in changes.get("only", ()):
        members &= _set(operand)
    for operand in changes.get("also", ()):
        members |= _set(operand)
    for operand in changes.get("except", ()):
        members -= _set(operand)
    return members


def can_share(amount: int, bounds: list[tuple[int, int]]) -> bool:
    """Whether an amount can be shared out within these limits."""
    at_least, at_most = sum(least for least, _ in bounds), sum(most for _, most in bounds)
    return all(least <= most for least, most in bounds) and at_least <= amount <= at_most
