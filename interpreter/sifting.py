"""Loops over rows that do something for few of them: only those get a turn.

Where a turn does nothing if a word of the vector is 0, all those words are asked for at once (`sifted`); they are read
before the first turn, so no turn may write any. Where it does nothing unless a column holds a certain number, the rows are
kept by that number (`picked`).
"""

from __future__ import annotations

import functools
from dataclasses import replace

from boardwright.interpreter import lowered as lo
from boardwright.interpreter.lowered import Int, Load, Op, Un, Var
from boardwright.interpreter.reading import expressions, inside, is_idle, set_in, statements

FEW = 20  # fewer rows are asked for one by one in no more time

# What a turn may consist of: it writes nothing but locals, and how many steps it took.
_READS = (
    lo.SetVar
    | lo.When
    | lo.ForBits
    | lo.ForRange
    | lo.ForRows
    | lo.Break
    | lo.Again
    | lo.Charge
    | lo.Fail
)


def sifted(s: lo.ForRows) -> lo.ForRows:
    """The loop with no turns for rows of which its body only learns that their word is 0, if there is such a word."""
    match s.body:
        case [lo.When(test=test, otherwise=[])] if max(map(len, s.tables)) >= FEW and _reads(
            s.body
        ):
            pass
        case _:
            return s
    if s.index is not None and not is_idle(s.index):
        return s  # it would be worked out twice
    changing = {*s.names, *set_in(s.body)}
    for asked in _all_of(test):
        word = _not_zero(asked)
        if word is None:
            continue
        found = _split(word.at, s.names, changing)
        if found is None:
            continue
        column, behind = found
        places = tuple(tuple(row[column] for row in rows) for rows in s.tables)
        if behind == Int(0) or (s.index is None and steps(places[0]) is not None):
            return replace(s, filled=lo.Words(places, behind))
    return s


def picked(s: lo.ForRows) -> lo.ForRows:
    """The loop over those rows alone that have the number in a column that its body asks for, if it does."""
    match s:
        case lo.ForRows(index=None, body=[lo.When(test=test, body=body, otherwise=[])]):
            pass
        case _:
            return s
    changing = {*s.names, *set_in(s.body)}
    asked = _all_of(test)
    if not _reads(s.body):
        return s
    for e in asked:
        match e:
            case Op(op="==", left=Var(name=column), right=Var(name=wanted)):
                pass
            case _:
                continue
        if column not in s.names or wanted in changing:
            continue
        at = s.names.index(column)
        groups: dict[int, list[tuple[int, ...]]] = {}
        for row in s.tables[0]:
            groups.setdefault(row[at], []).append(row)
        rest = [other for other in asked if other is not e]
        test = functools.reduce(lambda a, b: Op("and", a, b), rest) if rest else Int(1)
        return replace(
            s,
            tables=tuple(map(tuple, groups.values())),
            index=Var(wanted),
            keys=tuple(groups),
            body=[lo.When(test, body, [])] if rest else body,
        )
    return s


def steps(places: tuple[int, ...]) -> range | None:
    """The places as a range; None if they are not equally far from each other."""
    if len(places) < 2:
        return range(places[0], places[0] + 1) if places else range(0)
    step = places[1] - places[0]
    found = range(places[0], places[-1] + 1, step) if step > 0 else range(0)
    return found if tuple(found) == places else None


def _reads(body: list[lo.Stmt]) -> bool:
    return all(isinstance(s, _READS) for s in statements(body)) and all(
        map(is_idle, expressions(body))
    )


def _all_of(test: lo.Expr) -> list[lo.Expr]:
    """What all has to hold."""
    match test:
        case Op(op="and", left=left, right=right):
            return [*_all_of(left), *_all_of(right)]
        case _:
            return [test]


def _not_zero(test: lo.Expr) -> Load | None:
    """A word that is surely not 0 if a test holds."""
    match test:
        case (
            Op(op=">=", left=asked, right=Int(value=least))
            | Op(op="==", left=asked, right=Int(value=least))
        ) if least >= 1:
            pass
        case Op(op=">", left=asked, right=Int(value=least)) if least >= 0:
            pass
        case Op(op="!=", left=asked, right=Int(value=0)):
            pass
        case _:
            asked = test
    if isinstance(asked, Un) and asked.op == "count":
        asked = asked.operand
    return asked if isinstance(asked, Load) else None


def _split(at: lo.Expr, names: tuple[str, ...], changing: set[str]) -> tuple[int, lo.Expr] | None:
    """A place as a column and what is added to it, which is the same in all turns."""
    match at:
        case Var(name=name) if name in names:
            return names.index(name), Int(0)
        case Op(op="+", left=Var(name=name), right=behind) if name in names:
            pass
        case Op(op="+", left=behind, right=Var(name=name)) if name in names:
            pass
        case _:
            return None
    parts = list(inside(behind))
    if any(
        not isinstance(p, Int | Var | Op) or (isinstance(p, Var) and p.name in changing)
        for p in parts
    ):
        return None
    return names.index(name), behind
