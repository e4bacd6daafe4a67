"""Longer loops over constant sets, with what depends on the member alone worked out beforehand.

What each turn would work out of its member (a place in the vector, a bit, what is printed) becomes a column of a table
(`ForRows`), and what is the same in all turns is worked out before the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from boardwright.interpreter import lowered as lo
from boardwright.interpreter.lowered import Int, Look, Op, Un, Var
from boardwright.interpreter.reading import (
    expressions,
    inside,
    known_members,
    read_behind,
    roots,
    set_in,
    sets,
    statements,
)
from boardwright.interpreter.renaming import changed, with_bodies
from boardwright.interpreter.sifting import picked, sifted
from boardwright.interpreter.tidy import WORKED_OUT

MOST_ROWS = 4000  # in one table
MOST_COLUMNS = 8
_FEW = 3  # for fewer turns nothing is worked out beforehand

_Loop = lo.ForBits | lo.ForRange


def with_rows(function: lo.Function, tables: Mapping[str, tuple[int, ...]]) -> lo.Function:
    """The function with tables for its longer loops."""
    names = {*function.params, *set_in(function.body)}
    rows = _Rows(tables, names, read_behind(function.body))
    return replace(function, body=rows.body(function.body))


@dataclass(slots=True)
class _Rows:
    tables: Mapping[str, tuple[int, ...]]
    names: set[str]
    behind: set[str]

    def body(self, body: list[lo.Stmt]) -> list[lo.Stmt]:
        result: list[lo.Stmt] = []
        for s in body:
            s = with_bodies(s, self.body)
            result.extend(self.loop(s) if isinstance(s, _Loop) else [s])
        return result

    def loop(self, s: _Loop) -> list[lo.Stmt]:
        sources = self.sources(s)
        if sources is None:
            return [s]
        changing = set(set_in([s]))
        if s.name in self.behind or any(sets(inner) == s.name for inner in statements(s.body)):
            return [s]
        index = s.mask.index if isinstance(s, lo.ForBits) and isinstance(s.mask, Look) else None
        # What is gone through may be a matter of a local that no turn changes: then that is known in each table too.
        by = index.name if isinstance(index, Var) and index.name not in changing else ""
        columns = self.columns(s, by, sources)
        if not columns:
            return [s]
        named = {e: self.fresh(_named(s.name, e, s.body)) for e in columns}

        def change(e: lo.Expr) -> lo.Expr | None:
            return Var(named[e]) if e in named else None

        body = changed(s.body, change)
        whole = Var(s.name) in set(expressions(body))
        wanted: list[lo.Expr] = [*([Var(s.name)] if whole else []), *columns]
        tables = tuple(
            tuple(
                tuple(_worked_out(e, {s.name: n, by: number}, self.tables) for e in wanted)
                for n in members
            )
            for number, members in _numbered(sources, any(Var(by) in inside(e) for e in columns))
        )
        titles = (*([s.name] if whole else []), *named.values())
        before, body = self.hoisted(body, changing | set(titles))
        return [*before, sifted(picked(lo.ForRows(titles, tables, index, body)))]

    def sources(self, s: _Loop) -> list[list[int]] | None:
        """The members that a loop may go through: one list, or one for each index of a table."""
        known = known_members(s)
        if known is not None:
            return [known] if _FEW < len(known) <= MOST_ROWS else None
        match s:
            case lo.ForBits(mask=Look(table=table), start=None):
                rows = self.tables[table]
                if min(rows, default=0) < 0 or sum(r.bit_count() for r in rows) > MOST_ROWS:
                    return None
                return [[n for n in range(r.bit_length()) if r >> n & 1] for r in rows]
            case _:
                return None

    def columns(self, s: _Loop, by: str, sources: list[list[int]]) -> list[lo.Expr]:
        """The expressions that only the member decides, or the member and the table that it is in, which is called `by`: the
        largest there are, in the order of the text.
        """
        found: dict[lo.Expr, int] = {}

        def look(e: lo.Expr) -> None:
            if _depends_only_on(s.name, by, e):
                if not isinstance(e, Var | Int):
                    found[e] = found.get(e, 0) + 1
                return
            match e:
                case lo.Load(at=inner) | Look(index=inner) | Un(operand=inner):
                    look(inner)
                case Op(left=left, right=right):
                    look(left)
                    look(right)
                case lo.Cond(test=test, yes=yes, no=no):
                    for part in (test, yes, no):
                        look(part)
                case lo.Apply(arguments=arguments):
                    for part in arguments:
                        look(part)
                case lo.Pick(mask=mask, offset=offset):
                    look(mask)
                    look(offset)
                case lo.Dice(sides=sides):
                    look(sides)
                case Int() | Var():
                    pass

        for part in statements(s.body):
            for root in roots(part):
                look(root)
        cases = [
            {s.name: n, by: number} for number, members in _numbered(sources, True) for n in members
        ]
        fine = [e for e in found if all(_can(e, case, self.tables) for case in cases)]
        return fine[:MOST_COLUMNS]

    def hoisted(
        self, body: list[lo.Stmt], changing: set[str]
    ) -> tuple[list[lo.Stmt], list[lo.Stmt]]:
        """What is the same in all turns, and the body without it."""
        known: dict[lo.Expr, str] = {}

        def change(e: lo.Expr) -> lo.Expr | None:
            if isinstance(e, Op) and e.op in "+-*" and _same_in_all_turns(e, changing):
                if e not in known:
                    known[e] = self.fresh("base")
                return Var(known[e])
            return None

        body = changed(body, change)
        return [lo.SetVar(name, e) for e, name in known.items()], body

    def fresh(self, name: str) -> str:
        found, n = name, 1
        while found in self.names:
            n += 1
            found = f"{name}{n}"
        self.names.add(found)
        return found


def _same_in_all_turns(e: lo.Expr, changing: set[str]) -> bool:
    found = list(inside(e))
    return all(isinstance(p, Int | Var | Op) for p in found) and (
        any(isinstance(p, Var) for p in found)
        and not any(isinstance(p, Var) and p.name in changing for p in found)
        and all(p.op in "+-*" for p in found if isinstance(p, Op))
    )


def _numbered(sources: list[list[int]], nobody: bool) -> Iterator[tuple[int, list[int]]]:
    """The members of each table by its number. The last table is also that of nobody, whose number is -1: then it comes
    twice.
    """
    yield from enumerate(sources)
    if nobody:
        yield -1, sources[-1]


def _depends_only_on(name: str, by: str, e: lo.Expr) -> bool:
    found = list(inside(e))
    return Var(name) in found and all(
        (isinstance(p, Var) and p.name in (name, by))
        or isinstance(p, Int | Look)
        or (isinstance(p, Op) and p.op in WORKED_OUT)
        or (isinstance(p, Un) and p.op == "bit")
        for p in found
    )


def _can(e: lo.Expr, known: Mapping[str, int], tables: Mapping[str, tuple[int, ...]]) -> bool:
    try:
        _worked_out(e, known, tables)
    except (IndexError, ValueError):
        return False
    return True


def _worked_out(e: lo.Expr, known: Mapping[str, int], tables: Mapping[str, tuple[int, ...]]) -> int:
    match e:
        case Int(value=value):
            return value
        case Var(name=name):
            return known[name]
        case Look(table=table, index=index):
            return tables[table][_worked_out(index, known, tables)]
        case Op(op=op, left=left, right=right):
            return int(
                WORKED_OUT[op](
                    _worked_out(left, known, tables),
                    _worked_out(right, known, tables),
                )
            )
        case Un(operand=operand):
            return 1 << _worked_out(operand, known, tables)
        case _:
            raise AssertionError(e)


def _named(name: str, e: lo.Expr, body: list[lo.Stmt]) -> str:
    """What a column is called."""
    if isinstance(e, Un):
        return f"{name}_bit"
    return f"{name}_at" if e in set(_places(body)) else f"{name}_of"


def _places(body: list[lo.Stmt]) -> Iterator[lo.Expr]:
    """Parts of the places in the vector that a body reads or writes."""
    for e in expressions(body):
        if isinstance(e, lo.Load):
            yield from inside(e.at)
    for s in statements(body):
        if isinstance(s, lo.Store):
            yield from inside(s.at)
