"""The meaning of the words of the vector, for people who read emitted text; it is not used to play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, product

from boardwright.dsl.rules import ir
from boardwright.interpreter.machine import layout as lay
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine import rng
from boardwright.interpreter.machine.node_uses import calls, expressions, inside, sets, statements
from boardwright.interpreter.machine.nodes import Int, Look, Op, Var
from boardwright.interpreter.program.program import Program

_FIXED = (
    (lay.PC, 1, "the block to continue with"),
    (lay.ASKER, 5, "the decision to make: who, which, and the options"),
    (lay.CHOSEN, 1, "the answer"),
    (lay.BUDGET, 1, "steps since the last decision"),
    (lay.DECISIONS, 1, "decisions so far"),
    (lay.THROUGH, 1, "whether the last rule that was called went through"),
    (lay.RANDOM, rng.WORDS, "the generator of chance"),
    (lay.ACTIVE, 1, "the active player"),
    (lay.LAST, 1, "the last player"),
    (lay.PHASE, 1, "the phase"),
    (lay.ROUND, 1, "the round"),
    (lay.TURN_NUMBER, 1, "the number of the turn"),
    (lay.DIRECTION, 1, "the direction: 0 clockwise, 1 the other way"),
    (lay.IN_GAME, 1, "who is in the game, as a mask"),
    (lay.IN_ROUND, 1, "who is in the round, as a mask"),
)
_WAYS = ("step_on", "count_way")
_NAMED_HERE = 4  # this many members are named if only some of an area are meant


@dataclass(frozen=True, slots=True)
class Area:
    """Words side by side with the same meaning for one thing after the other, which `labels` name. Thing n has the word
    `base + stride * n`.
    """

    first: int
    count: int
    meaning: str
    labels: tuple[str, ...] = ()
    base: int = -1
    stride: int = 1

    @property
    def plain(self) -> bool:
        """Whether the number of a thing is added to the first word."""
        return self.base in (-1, self.first) and self.stride == 1

    def has(self, at: int) -> bool:
        """Whether the area has this word."""
        return self.first <= at < self.first + self.count


@dataclass(slots=True)
class Touched:
    """An area that emitted text reads or writes: certain words of it, or any."""

    area: Area
    words: set[int] = field(default_factory=set)
    computed: bool = False

    def where(self) -> str:
        """`v[14]`, `v[22..70]`, or `v[210..257]`."""
        area = self.area
        if self.words and not self.computed and len(self.words) == 1:
            return f"v[{min(self.words)}]"
        last = area.first + area.count - 1
        return f"v[{area.first}]" if area.count == 1 else f"v[{area.first}..{last}]"

    def meaning(self) -> str:
        """The meaning of the area; the things, if not all; and how to find its words, if that is not obvious."""
        area = self.area
        text = area.meaning
        named = [
            area.labels[at - area.first]
            for at in sorted(self.words)
            if at - area.first < len(area.labels)
        ]
        if named and not self.computed and len(area.labels) > 1:
            more = ", ..." if len(named) > _NAMED_HERE else ""
            text += f": here of {', '.join(named[:_NAMED_HERE])}{more}"
        if self.computed and not area.plain:
            times = f"{area.stride} * " if area.stride > 1 else ""
            text += f"; at {area.base} + {times}place" + (" + member" if area.stride > 1 else "")
        return text


# ---- areas


def areas(program: Program) -> tuple[Area, ...]:
    """The areas of all words with a meaning, in order."""
    layout = program.layout
    found = [Area(first, count, meaning) for first, count, meaning in _FIXED]
    for kind in program.table.pieces:
        found += _of_kind(program, kind)
    for stock in layout.stocks:
        found += _of_stock(program, stock)
    for note in program.table.game.notes.values():
        found.append(_of_note(program, note))
    found += [Area(at, count, name) for at, (count, name) in layout.named.items()]
    known = {at for area in found for at in range(area.first, area.first + area.count)}
    found += [
        Area(word, 1, "locals of running rules, kept while they wait for a decision")
        for at, count in program.frames
        for word in range(at, at + count)
        if word not in known
    ]
    return tuple(sorted(found, key=lambda area: area.first))


def _of_kind(program: Program, kind: str) -> Iterator[Area]:
    table, layout = program.table, program.layout
    ids = tuple(piece.id for piece in table.pieces[kind])
    for at, meaning in (
        (layout.places, f"the place of each `{kind}`"),
        (layout.faces, f"the face of each `{kind}`"),
        (layout.known, f"who knows the face of each `{kind}`, as a mask of players"),
        (
            layout.names,
            f"the name of each `{kind}` now: the number of the one that had it first",
        ),
        (layout.sides, f"what each `{kind}` shows"),
        (layout.above, f"what lies on each `{kind}`: its number and 1, or 0"),
        (layout.below, f"what lies below each `{kind}`: its number and 1, or 0"),
    ):
        if kind in at and ids:
            yield Area(at[kind], len(ids), meaning, ids)
    pools = layout.pools[kind].at if kind in layout.pools else ()
    for rows, what in ((pools, "names of `{}` lie"), (layout.masks[kind].at, "`{}` are")):
        for name, places in _groups(program, rows):
            labels = tuple(table.places[place].id for place in places)
            first = rows[places[0]]
            meaning = f"which {what.format(kind)} in {name}, as a mask"
            yield Area(first, len(places), meaning, labels, first - places[0])
    for _, places in _groups(program, layout.masks[kind].at):
        for place in places:
            if place in layout.tops and kind in table.places[place].holds:
                ends = f"the top and the bottom `{kind}` of {table.places[place].id}"
                yield Area(layout.tops[place], 2, f"{ends}: its number and 1, or 0")


def _of_stock(program: Program, stock: str) -> Iterator[Area]:
    table, rows = program.table, program.layout.stocks[stock].at
    members = table.stock_members[stock]
    each = table.game.stocks[stock].each
    whose = f" of each {each}" if each else ""
    for name, places in _groups(program, rows, len(members)):
        labels = tuple(
            " of ".join(part for part in (member, table.places[place].id) if part)
            for place in places
            for member in members
        )
        first, width = rows[places[0]], len(members)
        meaning = f"how many `{stock}`{whose} are in {name}"
        yield Area(first, width * len(places), meaning, labels, first - width * places[0], width)


def _of_note(program: Program, note: ir.Note) -> Area:
    layout, table = program.layout, program.table
    first, count = layout.notes[note.id], layout.note_keys(note.per)
    if note.per is None:
        return Area(first, count, f"the note `{note.id}`")
    per = ir.list_indices(note.per)
    labels = tuple(", ".join(ids) for ids in product(*map(table.ids_per, per)))
    base = first - (next(iter(table.numbers_per(per[0])), 0) if len(per) == 1 else 0)
    meaning = f"the note `{note.id}` of each {' and '.join(per)}"
    return Area(first, count, meaning, labels, base)


def _groups(
    program: Program, rows: Sequence[int], width: int = 1
) -> Iterator[tuple[str, list[int]]]:
    """Groups of places with regular addresses, and their names."""
    places = program.table.places
    there = [n for n, at in enumerate(rows) if at >= 0]
    for _, group in groupby(there, lambda n: rows[n] - n * width):  # addresses are computed alike
        found = list(group)
        often = Counter(place.declared for place in places)
        declared = dict.fromkeys(places[n].declared for n in found)
        words = [f"each `{each}`" if often[each] > 1 else f"`{each}`" for each in declared]
        yield " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words), found


def places_by_number(program: Program) -> Iterator[str]:
    """The numbers of places, such as `0 to 8 field, 9 pile`."""
    numbered = enumerate(program.table.places)
    for declared, group in groupby(numbered, lambda pair: pair[1].declared):
        numbers = [n for n, _ in group]
        span = f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
        yield f"{span} {declared}"


# ---- the words of a text


def touched(program: Program, bodies: Sequence[list[lo.Stmt]]) -> list[Touched]:
    """The areas that these bodies read or write, in order."""
    known = areas(program)
    found: dict[Area, Touched] = {}
    for body in [*bodies, *_of_ways(program, bodies)]:
        reader = _Reader(body)
        for at, count in _spans(program.layout, body):
            for area in known:
                if area.first < at + count and at < area.first + area.count:
                    whole = at <= area.first and area.first + area.count <= at + count
                    entry = found.setdefault(area, Touched(area))
                    entry.computed = entry.computed or (whole and area.count > 1)
                    entry.words |= {n for n in range(at, at + count) if area.has(n)}
        for e in reader.addresses():
            for area, word in reader.meant(e, known, program.layout):
                entry = found.setdefault(area, Touched(area))
                if word is None:
                    entry.computed = True
                else:
                    entry.words.add(word)
    return sorted(found.values(), key=lambda each: each.area.first)


def _of_ways(program: Program, bodies: Sequence[list[lo.Stmt]]) -> Iterator[list[lo.Stmt]]:
    """The functions called there that go to the next player: their words belong to the course."""
    called = {call.function for body in bodies for call in calls(body)}
    yield from (program.functions[name].body for name in _WAYS if name in called)


def _spans(layout: lay.Layout, body: list[lo.Stmt]) -> Iterator[tuple[int, int]]:
    """Words that statements and calls use without an address: the first, and how many."""
    for s in statements(body):
        match s:
            case lo.Fill(at=at, count=count):
                yield at, count
            case lo.Charge():
                yield lay.BUDGET, 1
            case lo.Ask():
                yield lay.PC, lay.CHOSEN
            case _:
                pass


@dataclass(slots=True)
class _Sum:
    """An address: a number plus terms, with the `strides` that these are multiplied by."""

    number: int = 0
    strides: set[int] = field(default_factory=set)
    sure: bool = True  # whether `number` is the first possible word
    tables: set[str] = field(default_factory=set)  # rows that are looked up


class _Reader:
    """Reads the addresses in a body."""

    def __init__(self, body: list[lo.Stmt]) -> None:
        self.body = body
        # The value of a local, if it is set in only one place: a value, or the smallest in a loop; None if unknown.
        self.set: dict[str, lo.Expr | int | None] = {}
        for s in statements(body):
            for name, value in _locals(s):
                self.set[name] = None if name in self.set else value

    def addresses(self) -> Iterator[lo.Expr]:
        """All expressions that are addresses."""
        for s in statements(self.body):
            if isinstance(s, lo.Store | lo.Copy):
                yield s.at
            if isinstance(s, lo.Copy):
                yield s.of
        for e in expressions(self.body):
            for part in inside(e):
                if isinstance(part, lo.Load):
                    yield part.at

    def meant(
        self, e: lo.Expr, known: Sequence[Area], layout: lay.Layout
    ) -> Iterator[tuple[Area, int | None]]:
        """The possible areas of an address, with the word if it is always the same."""
        sum = _Sum()
        self.add(e, 1, sum, 0)
        at = sum.number
        for table in sorted(sum.tables):
            yield from ((area, None) for area in _of_rows(table, known, layout))
        if sum.tables:
            return
        if not sum.strides:
            yield from ((area, at) for area in known if area.has(at))
            return
        if sum.sure:
            yield from ((area, None) for area in known if area.has(at))
            return
        # The added term may start at 0 (members, pieces, players), or at the number of a place.
        found = [area for area in known if area.has(at) and area.base in (-1, area.first)]
        found += [
            area
            for area in known
            if area.base not in (-1, area.first) and area.base <= at < area.base + area.stride
        ]
        close = [area for area in found if area.stride in sum.strides]
        yield from ((area, None) for area in close or found)

    def add(self, e: lo.Expr, factor: int, to: _Sum, depth: int) -> None:
        match e:
            case Int(value=value):
                to.number += factor * value
            case Op(op="+", left=left, right=right):
                self.add(left, factor, to, depth)
                self.add(right, factor, to, depth)
            case Op(op="-", left=left, right=right):
                self.add(left, factor, to, depth)
                self.add(right, -factor, to, depth)
            case Op(op="*", left=left, right=Int(value=value)):
                self.add(left, factor * value, to, depth)
            case Look(table=table) if table.startswith("row_"):
                to.tables.add(table.removeprefix("row_"))
            case Var(name=name) if depth < 8 and self.set.get(name) is not None:
                found = self.set[name]
                if isinstance(found, int):
                    to.number += factor * found
                    to.strides.add(factor)
                elif found is not None:
                    self.add(found, factor, to, depth + 1)
            case _:
                to.strides.add(factor)
                to.sure = False


def _locals(s: lo.Stmt) -> Iterator[tuple[str, lo.Expr | int | None]]:
    """The locals that a statement sets, with their value or their smallest number."""
    match s:
        case lo.SetVar(name=name, value=value):
            yield name, value
        case lo.ForBits(name=name, mask=Int(value=mask)) if mask > 0:
            yield name, (mask & -mask).bit_length() - 1
        case lo.ForRange(name=name, low=Int(value=low)):
            yield name, low
        case _:
            other = sets(s)
            if other is not None:
                yield other, None


def _of_rows(table: str, known: Sequence[Area], layout: lay.Layout) -> Iterator[Area]:
    """The areas to which a table of rows leads."""
    kind = table.removeprefix("mask_")
    of = layout.stocks.get(table) if kind == table else layout.masks.get(kind)
    rows = () if of is None else of.at
    yield from (area for area in known if any(at == area.first for at in rows))
