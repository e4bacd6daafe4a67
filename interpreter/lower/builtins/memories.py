"""What memories do, as functions in the lowered form: comparing the present position with those that are remembered, adding it,
and forgetting all. See `machine/memories.py` for how positions are packed.
"""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.interpreter.lower.addresses import NO, YES
from boardwright.interpreter.lower.context import Linking
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.memories import Digits, Room, Run, Says
from boardwright.interpreter.machine.nodes import Int, Item, Load, Op, Un, Var, add, scale

_FEW = 3  # digits that are written one by one
_SEVERAL = 8  # words that are compared in a loop
_AT, _PACKED = Var("at"), Var("packed")


def count_seen(linking: Linking, memory: str) -> lo.Expr:
    """How many of the remembered positions are equal to the present one."""

    def make() -> lo.Function:
        room = linking.layout.memories[memory]
        equal = _compare(room, lo.SetVar("found", add(Var("found"), YES)))
        row: lo.Expr = Op("-", _next(room), _AT)
        newest: list[lo.Stmt] = [lo.SetVar("row", row)]
        if room.next is not None:
            again = lo.SetVar("row", add(Var("row"), Int(room.holds)))
            newest.append(lo.When(Op("<", Var("row"), NO), [again], []))
        compare = lo.ForRange("at", YES, Load(Int(room.count)), [*newest, *equal])
        body: list[lo.Stmt] = [lo.SetVar("found", NO)]
        some = [*_pack(linking, room), compare]
        body += [lo.When(Op("!=", Load(Int(room.count)), NO), some, []), lo.Return(Var("found"))]
        return lo.Function(f"seen:{memory}", (), body)

    return linking.called(f"seen:{memory}", (), make)


def _compare(room: Room, equal: lo.Stmt) -> list[lo.Stmt]:
    """What is done if a row is equal to the present position: one word after the other, since rows mostly differ in the first."""
    count = len(room.packed.words)
    if count > _SEVERAL:
        same = Op("==", _word(room, Var("word"), Var("row")), Item("words", Var("word")))
        differs = lo.When(same, [], [lo.SetVar("equal", NO), lo.Break()])
        words = lo.ForRange("word", NO, Int(count - 1), [differs])
        return [lo.SetVar("equal", YES), words, lo.When(Var("equal"), [equal], [])]
    found = [equal]
    for number in reversed(range(count)):
        same = Op("==", _word(room, Int(number), Var("row")), Item("words", Int(number)))
        found = [lo.When(same, found, [])]
    return found


def remember(linking: Linking, memory: str) -> lo.Apply:
    """Adds the present position. A memory that does not forget must not be full."""

    def make() -> lo.Function:
        room = linking.layout.memories[memory]
        count, row = Int(room.count), Var("row")
        body = [*_pack(linking, room), lo.SetVar("row", _next(room))]
        body += [
            lo.Store(_address(room, Int(number), row), Item("words", Int(number)))
            for number in range(len(room.packed.words))
        ]
        more = lo.Store(count, add(Load(count), YES))
        if room.next is None:
            body.append(more)
        else:
            last = Op("==", row, Int(room.holds - 1))
            body.append(lo.When(Op("<", Load(count), Int(room.holds)), [more], []))
            body.append(lo.Store(Int(room.next), lo.Cond(last, NO, add(row, YES))))
        return lo.Function(f"remember:{memory}", (), [*body, lo.Return(NO)])

    return linking.called(f"remember:{memory}", (), make)


def is_full(room: Room) -> lo.Expr:
    """Whether a memory holds as many positions as it can."""
    return Op("==", Load(Int(room.count)), Int(room.holds))


def forget(room: Room) -> list[lo.Stmt]:
    """Empties a memory. Its words are as at the start, so that equal positions have equal words."""
    first = room.count if room.next is None else min(room.count, room.next)
    return [lo.Fill(first, room.first + room.size - first, 0)]


def _next(room: Room) -> lo.Expr:
    """The row that is written next."""
    return Load(Int(room.count if room.next is None else room.next))


def _address(room: Room, number: lo.Expr, row: lo.Expr) -> lo.Expr:
    return add(add(scale(number, room.holds), row), Int(room.first))


def _word(room: Room, number: lo.Expr, row: lo.Expr) -> lo.Expr:
    return Load(_address(room, number, row))


# ---- the present position


def _pack(linking: Linking, room: Room) -> list[lo.Stmt]:
    """The words of the present position, as a local array."""
    body: list[lo.Stmt] = [lo.Array("words", len(room.packed.words))]
    for number, runs in enumerate(room.packed.words):
        body.append(lo.SetVar("packed", NO))
        for run in runs:
            body += _run(linking, run)
        body.append(lo.SetItem("words", Int(number), _PACKED))
    return body


def _run(linking: Linking, run: Run) -> list[lo.Stmt]:
    """Adds digits to a word."""
    digits, over = run.digits, run.digits.over

    def one(at: lo.Expr) -> list[lo.Stmt]:
        before, digit = _digit(linking, digits, at)
        return [*before, lo.SetVar("packed", add(scale(_PACKED, digits.radix), digit))]

    if run.stop - run.start <= _FEW:
        return [each for at in over[run.start : run.stop] for each in one(Int(at))]
    if isinstance(over, range):
        return [lo.ForRange("at", Int(over[run.start]), Int(over[run.stop - 1]), one(_AT))]
    table = f"compared_{digits.says.name.lower()}_{digits.of}"
    found = lo.SetVar("at", linking.look(table, tuple(over), Var("n")))
    return [lo.ForRange("n", Int(run.start), Int(run.stop - 1), [found, *one(_AT)])]


def _digit(linking: Linking, digits: Digits, at: lo.Expr) -> tuple[list[lo.Stmt], lo.Expr]:
    """One digit, and what comes before it."""
    layout, table, of = linking.layout, linking.table, digits.of
    match digits.says:
        case Says.PIECE:
            here = _pieces(linking, of, at)
            pieces = table.pieces[of]
            faces = tuple(piece.face for piece in pieces)
            piece: lo.Expr = Un("lowest", Var("here"))
            if faces != tuple(range(len(faces))):
                piece = linking.look(f"face_{of}", faces, piece)
            digit = lo.Cond(Op("==", Var("here"), NO), NO, add(piece, YES))
            return [lo.SetVar("here", here)], digit
        case Says.SPACE:
            place = Load(add(Int(layout.places[of]), at))
            on_board = Op("<", Var("place"), Int(len(table.spaces)))
            return [lo.SetVar("place", place)], lo.Cond(on_board, add(Var("place"), YES), NO)
        case Says.COUNT:
            alike = (n for n, piece in enumerate(table.pieces[of]) if piece.face == digits.which)
            mask = Int(sum(1 << n for n in alike))
            return [], Un("count", Op("&", _pieces(linking, of, at), mask))
        case Says.SORT:
            total: lo.Expr = NO
            lies = [lo.SetVar("lies", _row(linking, layout.stocks[of], of, at))]
            for sort in range(digits.radix - 1):
                total = add(scale(Load(add(Var("lies"), Int(sort))), sort + 1), total)
            return [*lies], total
        case Says.AMOUNT:
            return [], Load(add(_row(linking, layout.stocks[of], of, at), Int(digits.which)))
        case Says.NOTE:
            word = Load(add(Int(layout.notes[of]), at))
            if digits.nothing is None:
                return [], add(word, Int(-digits.lowest))
            missing = Op("==", Var("says"), Int(digits.nothing))
            digit = lo.Cond(missing, Int(digits.radix - 1), add(Var("says"), Int(-digits.lowest)))
            return [lo.SetVar("says", word)], digit
        case Says.MEMBER:
            return [], Op("has", Load(Int(layout.notes[of] + digits.which)), at)
        case Says.TURN:
            return [], add(Load(Int(lay.ACTIVE)), YES)


def _pieces(linking: Linking, kind: str, space: lo.Expr) -> lo.Expr:
    """The pieces on a space."""
    width = len(linking.table.pieces[kind])
    row = _row(linking, linking.layout.masks[kind], kind, space)
    return Load(row, 0 if isinstance(row, Int) else width)


def _row(linking: Linking, rows: lay.Rows, name: str, space: lo.Expr) -> lo.Expr:
    """The address of the row of a space."""
    if isinstance(space, Int):
        return Int(rows.at[space.value])
    spaces: Sequence[int] = [n for n in range(len(linking.table.spaces)) if rows.at[n] >= 0]
    line = rows.line(range(spaces[0], spaces[-1] + 1))
    if line is None:
        return linking.look(f"row_{name}", rows.at, space)
    stride, base = line
    return add(scale(space, stride), Int(base)) if stride else Int(base)


__all__ = ["count_seen", "forget", "is_full", "remember"]
