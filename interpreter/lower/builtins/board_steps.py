"""Steps on the board: from a space or a whole set of spaces to the next ones, along links that may be worked out.

Where all spaces of a set have their neighbours equally far on, as on a grid, a step of the whole set is a shift. Elsewhere the
rows of a table are joined.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from boardwright.dsl.language.types import MemberType, SetType, SpaceType
from boardwright.dsl.rules import ir
from boardwright.interpreter.lower.addresses import NO, bit, compare, lower_each, lower_in_turn
from boardwright.interpreter.lower.context import as_mask
from boardwright.interpreter.lower.emitter import Emitter
from boardwright.interpreter.machine import nodes as lo
from boardwright.interpreter.machine.nodes import Int, Look, Op, Un, Var, add
from boardwright.interpreter.table import errors
from boardwright.interpreter.table.table import Numbers

MOST_SHIFTS = 8
MOST_BITS = 100_000_000  # of a table that has a mask for each way and space
Link = str | ir.Expr | None


@dataclass(frozen=True, slots=True)
class Along:
    """What is followed: the neighbours of each space if that is known now, else one way or a set of ways by its value."""

    rows: Numbers | None
    name: str
    value: lo.Expr = NO
    several: bool = False


def find_along(to: Emitter, link: Link) -> Along:
    """What follows `along`, worked out."""
    if link is None or isinstance(link, str):
        return Along(to.table.neighbours(link), link or "any")
    value = to.lower(link)
    several = isinstance(link.type, SetType)
    if isinstance(value, Int):
        ways = members_of(value.value) if several else (value.value,)
        return Along(to.table.along(ways), "ways_" + "_".join(map(str, ways)))
    return Along(None, "", to.atom(value, "way"), several)


def members_of(mask: int) -> tuple[int, ...]:
    """The members of a set."""
    return tuple(n for n in range(mask.bit_length()) if mask >> n & 1)


# ---- one step


def step_from(to: Emitter, along: Along, space: lo.Expr) -> lo.Expr:
    """The neighbours of one space."""
    if along.rows is not None:
        return to.linking.look(f"next_to_{along.name}", _masks(along.rows), space)
    if along.several:
        return _by_each_way(to, along, lambda one: step_from(to, one, space))
    return to.linking.look("next_along", _all_rows(to), _row(to, along.value, space))


def step_of_all(to: Emitter, along: Along, spaces: lo.Expr) -> lo.Expr:
    """The neighbours of all spaces of a set, which is an atom."""
    if along.rows is not None and isinstance(spaces, Int):
        beside = {other for space in members_of(spaces.value) for other in along.rows[space]}
        return Int(as_mask(tuple(beside)))
    if along.rows is not None:
        shifts = _shifts(along.rows)
        if len(shifts) <= MOST_SHIFTS:
            found: lo.Expr = NO
            for by, having in shifts.items():
                moved = _shift(to, spaces, Int(having), Int(by))
                found = moved if found == NO else Op("|", found, moved)
            return found
        to.linking.tables.setdefault(f"next_to_{along.name}", _masks(along.rows))
        return _join_rows(to, spaces, lambda space: Look(f"next_to_{along.name}", space))
    if along.several:
        return _by_each_way(to, along, lambda one: step_of_all(to, one, spaces))
    each = [_shifts(to.table.along((way,))) for way in range(len(to.table.ways))]
    if all(len(shifts) <= 1 for shifts in each):
        leading = to.linking.look("leads_on", tuple(sum(s.values()) for s in each), along.value)
        far = to.linking.look("leads_on_by", tuple(next(iter(s), 0) for s in each), along.value)
        return _shift(to, spaces, leading, to.atom(far, "far"))
    _all_rows(to)
    return _join_rows(to, spaces, lambda space: step_from(to, along, space))


def _shift(to: Emitter, spaces: lo.Expr, leading: lo.Expr, by: lo.Expr) -> lo.Expr:
    """Moves those of a set that lead on."""
    return Op("shift", Un("fit", Op("&", spaces, leading), len(to.table.spaces)), by)


def _join_rows(to: Emitter, spaces: lo.Expr, row: Callable[[lo.Expr], lo.Expr]) -> lo.Expr:
    found, space = to.fresh("found"), to.fresh("space")
    to.emit(lo.SetVar(found, NO))
    to.emit(lo.ForBits(space, spaces, [lo.SetVar(found, Op("|", Var(found), row(Var(space))))]))
    return Var(found)


def _by_each_way(to: Emitter, along: Along, make: Callable[[Along], lo.Expr]) -> lo.Expr:
    """Joins what each way of a set gives."""
    found, way = to.fresh("found"), to.fresh("way")
    to.emit(lo.SetVar(found, NO))
    with to.inside() as body:
        one = make(Along(None, "", Var(way)))
        to.emit(lo.SetVar(found, Op("|", Var(found), one)))
    to.emit(lo.ForBits(way, along.value, body))
    return Var(found)


def _row(to: Emitter, way: lo.Expr, space: lo.Expr) -> lo.Expr:
    return add(lo.scale(way, len(to.table.spaces)), space)


def _masks(rows: Numbers) -> tuple[int, ...]:
    return tuple(as_mask(row) for row in rows)


def _all_rows(to: Emitter) -> tuple[int, ...]:
    """For each way the neighbours of each space as masks."""
    many, ways = len(to.table.spaces), len(to.table.ways)
    if many * many * ways > MOST_BITS:
        message = f"on a board of {many:,} spaces the way must be written out"
        raise errors.RuleError(errors.TOO_LARGE, message, to.linking.game.outcome.span)
    rows = (to.table.along((way,)) for way in range(ways))
    found = tuple(mask for each in rows for mask in _masks(each))
    return to.linking.tables.setdefault("next_along", found)


def _shifts(rows: Numbers) -> dict[int, int]:
    """By how far spaces lie from their neighbours, the mask of the spaces that have one there."""
    found: dict[int, int] = {}
    for space, row in enumerate(rows):
        for other in row:
            found[other - space] = found.get(other - space, 0) | 1 << space
            if len(found) > MOST_SHIFTS:
                return found
    return found


# ---- expressions


def lower_neighbours(to: Emitter, expr: ir.Neighbours) -> lo.Expr:
    """The spaces one link away from a space, or from any of a set."""
    if isinstance(expr.space.type, SetType):
        spaces = to.atom(to.lower(expr.space), "spaces")
        along = find_along(to, expr.link)
        return step_of_all(to, along, spaces)
    if expr.link is None or isinstance(expr.link, str):
        return step_from(to, find_along(to, expr.link), to.lower(expr.space))
    space = to.lower(expr.space)
    if not isinstance(space, Int):
        space = to.atom(space, "space")
    return step_from(to, find_along(to, expr.link), space)


def lower_connected(to: Emitter, expr: ir.Connected) -> lo.Expr:
    """The members of a set that can be reached through members, from a space or from any of a set."""
    named = expr.link is None or isinstance(expr.link, str)
    if named and not isinstance(expr.origin.type, SetType):
        along = find_along(to, expr.link)
        name = f"next_to_{along.name}"
        assert along.rows is not None
        to.linking.tables.setdefault(name, _masks(along.rows))
        parts = lower_in_turn(to, lambda: to.lower(expr.things), lambda: to.lower(expr.origin))
        return lo.Apply(f"flood:{name}", tuple(parts))
    things = to.atom(to.lower(expr.things), "things")
    origin = to.lower(expr.origin)
    if not isinstance(expr.origin.type, SetType):
        origin = bit(origin, len(to.table.spaces))
    origin = to.atom(origin, "origin")
    along = find_along(to, expr.link)
    reached, rim = to.fresh("reached"), to.fresh("rim")
    to.emit(lo.SetVar(reached, Op("&", origin, things)))
    to.emit(lo.SetVar(rim, origin))
    with to.inside() as body:
        beside = step_of_all(to, along, Var(rim))
        to.emit(lo.SetVar(rim, Op("&~", Op("&", beside, things), Var(reached))))
        to.emit(lo.When(Op("==", Var(rim), NO), [lo.Break()], []))
        to.emit(lo.SetVar(reached, Op("|", Var(reached), Var(rim))))
    to.emit(lo.Loop(body))
    return Var(reached)


def lower_beyond(to: Emitter, expr: ir.Beyond) -> lo.Expr:
    """The members of a set that lie along a way: a table of masks."""
    parts = (expr.things, expr.origin, expr.way)
    things, origin, way = lower_each(to, *parts)
    things, way = to.atom(things, "things"), to.atom(way, "way")
    paths = _find_paths(to, way)
    name, at = _place_of(to, "beyond", way, origin)
    masks = tuple(as_mask(path or ()) for path in paths)
    if None in paths:
        at = to.atom(at, "at")
        strays = to.linking.look(f"strays_{name}", tuple(int(path is None) for path in paths), at)
        to.guard(strays, errors.NOTHING_THERE, errors.SEVERAL_NEXT, expr.span)
    found = to.linking.look(name, masks, at)
    if isinstance(things, Int) and things.value == (1 << len(to.table.spaces)) - 1:
        return found
    return Op("&", things, found)


def lower_next_space(to: Emitter, expr: ir.NextSpace, or_nothing: bool = False) -> lo.Expr:
    """The next space along a way; that there are several is a fault, and that there is none, too, unless it may be nothing."""
    space, way = lower_each(to, expr.space, expr.way)
    way = to.atom(way, "way")
    rows = [row for number in _ways_meant(to, way) for row in to.table.along((number,))]
    name, at = _place_of(to, "next_space", way, space)
    numbers = tuple(row[0] if len(row) == 1 else -2 if row else -1 for row in rows)
    found = to.atom(to.linking.look(name, numbers, at), "next")
    if -2 in numbers:
        several = compare("==", found, Int(-2))
        to.guard(several, errors.NOTHING_THERE, errors.SEVERAL_NEXT, expr.span)
    if -1 in numbers and not or_nothing:
        none = compare("==", found, Int(-1))
        to.guard(none, errors.NOTHING_THERE, errors.NO_NEXT, expr.span)
    return found


def lower_steps_to(to: Emitter, expr: ir.StepsTo) -> lo.Expr:
    """What orders spaces along a way: their numbers, if these grow or fall that way, else the steps to each."""
    origin, way, space = lower_each(to, expr.origin, expr.way, expr.space)
    way = to.atom(way, "way")
    senses = tuple(_sense(to.table.along((number,))) for number in _ways_meant(to, way))
    if 0 not in senses:
        sense = Int(senses[0]) if isinstance(way, Int) else to.linking.look("sense", senses, way)
        return Op("*", space, sense)
    many = len(to.table.spaces)
    paths = _find_paths(to, way)
    if len(paths) * many > MOST_BITS // 64:
        message = f"on a board of {many:,} spaces the way must be written out"
        raise errors.RuleError(errors.TOO_LARGE, message, expr.span)
    name, at = _place_of(to, "steps_to", way, origin)
    steps = tuple(
        path.index(other) + 1 if path and other in path else 0
        for path in paths
        for other in range(many)
    )
    return to.linking.look(name, steps, add(lo.scale(at, many), space))


def _ways_meant(to: Emitter, way: lo.Expr) -> tuple[int, ...]:
    """The way if it is known now, else all of them."""
    return (way.value,) if isinstance(way, Int) else tuple(range(len(to.table.ways)))


def _find_paths(to: Emitter, way: lo.Expr) -> list[tuple[int, ...] | None]:
    """Where a way leads from each space; if it is not known now, where each way does."""
    many, ways = len(to.table.spaces), _ways_meant(to, way)
    if many * many * len(ways) > MOST_BITS:
        message = f"on a board of {many:,} spaces the way must be written out"
        raise errors.RuleError(errors.TOO_LARGE, message, to.linking.game.outcome.span)
    return [to.table.path(number, space) for number in ways for space in range(many)]


def _place_of(to: Emitter, name: str, way: lo.Expr, space: lo.Expr) -> tuple[str, lo.Expr]:
    """The table of one way or of all, and the row of a space in it."""
    if isinstance(way, Int):
        return f"{name}_{way.value}", space
    return name, _row(to, way, space)


def _sense(rows: Numbers) -> int:
    """Whether numbers of spaces grow along a way (1) or fall (-1); 0 if they do neither."""
    grow = {other > space for space, row in enumerate(rows) for other in row}
    return 0 if len(grow) > 1 else -1 if False in grow else 1


def lower_ways_of(to: Emitter, space: ir.Expr) -> lo.Expr:
    """The ways that lead from a space to another one."""
    rows = [to.table.along((way,)) for way in range(len(to.table.ways))]
    masks = tuple(
        as_mask(tuple(way for way, each in enumerate(rows) if each[number]))
        for number in range(len(to.table.spaces))
    )
    return to.linking.look("ways_of", masks, to.lower(space))


def lower_points_of(to: Emitter, expr: ir.PointsOf) -> lo.Expr:
    """The spaces on a line."""
    assert isinstance(expr.line.type, MemberType) and isinstance(expr.type, SetType)
    assert isinstance(expr.type.element, SpaceType)
    variety, kinds = expr.line.type.variety, expr.type.element.kinds
    masks = _masks(to.table.points(variety, kinds))
    return to.linking.look(f"{'_'.join(kinds)}_on_{variety}", masks, to.lower(expr.line))


def lower_lines_of(to: Emitter, expr: ir.LinesOf) -> lo.Expr:
    """The lines on which a space lies."""
    assert isinstance(expr.type, SetType) and isinstance(expr.type.element, MemberType)
    variety = expr.type.element.variety
    points = to.table.points(variety, tuple(to.linking.game.spaces))
    masks = tuple(
        as_mask(tuple(line for line, on in enumerate(points) if space in on))
        for space in range(len(to.table.spaces))
    )
    return to.linking.look(f"{variety}_through", masks, to.lower(expr.space))


def lower_opposite(to: Emitter, expr: ir.Opposite) -> lo.Expr:
    """The way that leads back; that there is none is a fault."""
    opposites = to.table.opposites
    found = to.linking.look("opposite", opposites, to.lower(expr.way))
    if min(opposites) < 0:
        found = to.atom(found, "back")
        bad = Op("<", found, NO)
        to.guard(bad, errors.NOTHING_THERE, "no way leads back", expr.span)
    return found
